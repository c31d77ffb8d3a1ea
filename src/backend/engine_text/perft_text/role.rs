//! Tells the counts of a program from those that it should have, by the words next to them.
//!
//! People who report a wrong count often write down the right one too. Comparing the right one would hide the mistake.

/// What the words next to a count say about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// It is the count of the program in question.
    Program,
    /// It is the count that the program should have.
    Expected,
}

/// Words for the program in question and its counts.
const PROGRAM: [&str; 20] = [
    "mine",
    "my",
    "me",
    "our",
    "ours",
    "actual",
    "actually",
    "got",
    "getting",
    "found",
    "obtained",
    "received",
    "observed",
    "wrong",
    "incorrect",
    "incorrectly",
    "bad",
    "buggy",
    "ist",
    "obtenido",
];
/// Words for right counts and for the programs that people trust.
const EXPECTED: [&str; 21] = [
    "expected",
    "expect",
    "expects",
    "expecting",
    "should",
    "supposed",
    "reference",
    "ref",
    "correct",
    "want",
    "wanted",
    "official",
    "theirs",
    "stockfish",
    "sf",
    "truth",
    "qperft",
    "erwartet",
    "soll",
    "esperado",
    "attendu",
];
/// Words between one of these and its count, as in `should have been` or `supposed to be`.
const BETWEEN: [&str; 24] = [
    "of", "to", "be", "been", "have", "has", "is", "was", "are", "a", "an", "the", "get", "value", "number",
    "count", "nodes", "total", "result", "it", "says", "gives", "at", "but",
];

impl Role {
    /// The role that a word states, in lower case.
    pub fn of_word(word: &str) -> Option<Self> {
        let is_in = |list: &[&str]| list.contains(&word);
        is_in(&PROGRAM).then_some(Self::Program).or_else(|| is_in(&EXPECTED).then_some(Self::Expected))
    }

    /// The role that the words of a text state, such as a heading.
    pub fn of_text(text: &str) -> Option<Self> {
        let text = text.to_lowercase();
        let roles: Vec<_> = text.split(|c: char| !c.is_alphanumeric()).filter_map(Self::of_word).collect();
        // `My version of Stockfish` names the program.
        roles.iter().find(|role| **role == Self::Program).or(roles.first()).copied()
    }

    /// Whether a word in lower case may stand between a word with a role and its count.
    pub fn is_between(word: &str) -> bool {
        BETWEEN.contains(&word)
    }
}
