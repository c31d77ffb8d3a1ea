//! Finds the words of moves in a line of a move list or of a log.
//!
//! Invariants: a line whose first word may belong to a move keeps all its words, so that an unreadable move in it is an
//! error of the import. Only a line that begins with prose, a time or a name loses the words that are no moves. This
//! module does not know the variant.

/// The words of a line.
pub(super) struct Words {
    /// The words that may belong to moves, with a semicolon between a move and its effects.
    pub moves: Vec<String>,
    /// Whether the line begins as that of a log or of a header does.
    pub is_log: bool,
}

/// Words before the square of an effect: `capture d6`, `empty d6`, `@ d6`.
const EFFECT_WORDS: [&str; 5] = ["capture", "captures", "empty", "remove", "@"];
/// Words of prose that could be labels.
const SHORT_WORDS: [&str; 10] = ["is", "to", "by", "at", "in", "on", "as", "an", "of", "it"];
/// Words that end a game.
const END_WORDS: [&str; 5] = ["resign", "resigns", "resigned", "draw", "timeout"];
/// The results of a game.
const RESULTS: [&str; 3] = ["1-0", "0-1", "1/2-1/2"];

/// Whether a word ends a game.
pub(super) fn is_end(word: &str) -> bool {
    END_WORDS.contains(&word.trim_end_matches(['.', '!']).to_lowercase().as_str())
}

/// Whether the square of an effect follows this word.
pub(super) fn is_effect_word(word: &str) -> bool {
    EFFECT_WORDS.iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// Finds the words of a line without comments.
pub(super) fn of_line(line: &str) -> Words {
    let quoted = quoted(line);
    let is_quoted = quoted.iter().any(|text| text.split_whitespace().any(is_move));
    let elements = if is_quoted { quoted.join(" ") } else { line.replace(['[', ']'], " ") };
    let spaced = elements.replace(',', ", ").replace(';', "; ");
    let mut words: Vec<_> = spaced.split_whitespace().map(|word| word.trim_end_matches(',')).collect();
    let first = words.iter().find(|word| !is_number(word));
    // After the number of a move, a word that is no move is a mistake.
    let is_numbered = words.first().is_some_and(|word| is_number(word) && word.ends_with('.'));
    let is_log = first.is_some_and(|word| is_time(word) || !is_numbered && is_prose(word))
        || line.trim_start().starts_with('{');
    words.retain(|word| !word.is_empty() && !is_time(word));
    // In `1. e4, e5; 2. Nf3, Nc6` and `e2e4; e7e5` no effect follows the semicolon.
    for index in 1..words.len() {
        let is_new_number = words[index].ends_with('.') && is_number(words[index]);
        if is_new_number || begins_elsewhere(words[index - 1], words[index]) {
            words[index - 1] = words[index - 1].trim_end_matches(';');
        }
    }
    words.retain(|word| !word.is_empty());
    if is_log {
        words = without_prose(&words);
    }
    Words { moves: join_effects(&words), is_log }
}

/// Whether a line has a word with the form of a move.
pub(super) fn has_move(line: &str) -> bool {
    of_line(line).moves.iter().any(|word| is_move(word))
}

/// The texts between quotes. An apostrophe within a word does not open one.
fn quoted(line: &str) -> Vec<&str> {
    let mut texts = Vec::new();
    let mut rest = line;
    let mut before = None;
    while let Some(c) = rest.chars().next() {
        let tail = &rest[c.len_utf8()..];
        let opens = ['"', '\'', '`'].contains(&c) && !before.is_some_and(char::is_alphanumeric);
        rest = match tail.split_once(c).filter(|_| opens) {
            Some((text, tail)) => {
                texts.push(text);
                tail
            }
            None => tail,
        };
        before = Some(c);
    }
    texts
}

/// The words of a log line that belong to moves. An engine names the answer that it expects after `ponder`.
fn without_prose<'w>(words: &[&'w str]) -> Vec<&'w str> {
    let words = words.split(|word| *word == "ponder").next().unwrap_or_default();
    let values: Vec<_> = words.iter().map(|word| value(word)).collect();
    let is_kept = |(index, word): &(usize, &&'w str)| {
        let before_move = is_label(word) || is_effect_word(word);
        let next = values.get(index + 1);
        is_move(word) || is_end(word) || before_move && next.is_some_and(|next| is_move(next))
    };
    values.iter().enumerate().filter(is_kept).map(|(_, word)| *word).collect()
}

/// The value of `move=e2e4` or `move:e2e4`.
fn value(word: &str) -> &str {
    match word.split_once(['=', ':']) {
        Some((key, value)) if key.len() > 2 && key.bytes().all(|byte| byte.is_ascii_alphabetic()) => value,
        _ => word,
    }
}

/// Separates effects from their move by a semicolon, where the text has a comma or only a space.
fn join_effects(words: &[&str]) -> Vec<String> {
    let mut joined: Vec<String> = Vec::new();
    for word in words {
        let is_effect = word.starts_with('@') || is_effect_word(word);
        if let Some(last) = joined.last_mut().filter(|last| is_effect && !last.ends_with(';')) {
            last.push(';');
        }
        joined.push((*word).to_owned());
    }
    joined
}

/// Whether a word is the number of a move, such as `12.` or `3...`.
fn is_number(word: &str) -> bool {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < word.len() && rest.trim_start_matches(['.', ':', ')']).is_empty()
}

/// Whether a word is a time, a date or an evaluation: `12:00:01`, `2026-01-31T12:00Z`, `(0:06)`, `+0.30/13`.
fn is_time(word: &str) -> bool {
    let bare = word.trim_matches(['(', ')', '<', '>', '[', ']']);
    let digits = bare.bytes().filter(u8::is_ascii_digit).count();
    let marks = |mark: char| bare.matches(mark).count();
    let is_plain = bare.chars().all(|c| c.is_ascii_digit() || ":.-/TZ+s".contains(c));
    let is_clock = marks(':') > 0 && digits > 1;
    let is_date = (marks('-') == 2 || marks('/') == 2) && digits > 5;
    let ends_in_digit = bare.trim_end_matches('s').ends_with(|c: char| c.is_ascii_digit());
    let is_decimal = bare.contains('.') && digits > 1 && ends_in_digit;
    let is_aside = word.starts_with('(') && word.ends_with(')') && digits > 0;
    let is_number = bare.starts_with(|c: char| c.is_ascii_digit() || "+-".contains(c)) && is_plain;
    is_number && (is_clock || is_date || is_decimal || is_aside)
}

/// Whether a move begins on another square than the one before ends, both in coordinates. The next leg of a move begins on
/// the square where the last one ends.
fn begins_elsewhere(before: &str, after: &str) -> bool {
    let squares = |word: &str| {
        let bare = word.trim_end_matches(';');
        let [first, between, last] = gaps(bare)[..] else { return None };
        let from = bare.get(first.len()..bare.len() - last.len())?;
        let digits = from[1..].bytes().take_while(u8::is_ascii_digit).count();
        let (from, to) = from.split_at(digits + 1);
        first.is_empty().then(|| (from.to_owned(), to[between.len()..].to_owned()))
    };
    before.ends_with(';')
        && squares(before).zip(squares(after)).is_some_and(|((_, end), (start, _))| end != start)
}

/// Whether a word may be the label of a piece.
fn is_label(word: &str) -> bool {
    let is_case = |check: fn(&u8) -> bool| word.bytes().all(|byte| check(&byte));
    let is_word = SHORT_WORDS.contains(&word);
    !is_word
        && (1..=2).contains(&word.len())
        && (is_case(u8::is_ascii_uppercase) || is_case(u8::is_ascii_lowercase))
}

/// Whether a word is no part of a move: a name, a mark of a log, a line of dashes.
fn is_prose(word: &str) -> bool {
    if is_move(word) || is_label(word) || is_effect_word(word) || is_end(word) || is_result(word) {
        return false;
    }
    let has_run = word.split(|c: char| !c.is_alphabetic()).any(|run| run.chars().count() > 2);
    has_run
        || word.ends_with([':', '>'])
        || !word.contains(|c: char| c.is_alphanumeric() || "@;*".contains(c))
}

fn is_result(word: &str) -> bool {
    RESULTS.contains(&word) || word == "*"
}

/// Whether a word has the form of a move: one or two squares with what may be written around them, or castling.
fn is_move(word: &str) -> bool {
    let bare = word.trim_matches(['(', ')']).trim_end_matches(['+', '#', '!', '?', ',', '.', ';']);
    if ["O-O", "O-O-O", "0-0", "0-0-0"].contains(&bare) {
        return true;
    }
    let bare = iccs(bare).unwrap_or_else(|| bare.to_owned());
    let gaps = gaps(&bare);
    let [first, between @ .., last] = &gaps[..] else { return false };
    let is_mark = |c: char| "-x:*@\u{2013}".contains(c);
    let label = |text: &str| text.trim_matches(is_mark).len() <= 2;
    let is_first = label(first) && first.chars().all(|c| c.is_ascii_alphabetic() || is_mark(c));
    let is_last = match last.strip_prefix('=') {
        Some(promoted) => is_label(promoted.trim_matches(['(', ')'])),
        None => last.is_empty() || *last == "-" || is_label(last.trim_matches(['(', ')'])),
    };
    is_first && is_last && between.len() < 2 && between.iter().all(|text| text.chars().all(is_mark))
}

/// The parts of a word before, between and after the squares in it.
fn gaps(word: &str) -> Vec<&str> {
    let bytes = word.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let (mut gaps, mut begin, mut at) = (Vec::new(), 0, 0);
    while at < bytes.len() {
        if bytes[at].is_ascii_lowercase() && is_digit(at + 1) {
            gaps.push(&word[begin..at]);
            begin = at + if is_digit(at + 2) { 3 } else { 2 };
            at = begin;
        } else {
            at += 1;
        }
    }
    gaps.push(&word[begin..]);
    gaps
}

/// A move in capitals such as `H2-E2`, in lower case; `None` for any other word.
fn iccs(word: &str) -> Option<String> {
    let lower = word.to_ascii_lowercase();
    let is_capital = word.bytes().all(|byte| !byte.is_ascii_lowercase());
    (is_capital && matches!(gaps(&lower)[..], ["", "" | "-", ""])).then_some(lower)
}

/// A word as the import reads it: without a result that follows it directly, and with squares in lower case.
pub(super) fn plain(word: &str) -> String {
    let glued = RESULTS.iter().find_map(|result| word.strip_suffix(result));
    let ends_move = |text: &&str| text.ends_with(|c: char| c.is_ascii_alphanumeric() || "+#!?".contains(c));
    let bare = glued.filter(|text| ends_move(text) && is_move(text)).unwrap_or(word);
    let bare = bare.strip_suffix('*').filter(|text| text.ends_with(['+', '#', '!', '?'])).unwrap_or(bare);
    iccs(bare).unwrap_or_else(|| bare.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn lines_keep_the_words_of_moves() {
        for (line, is_log, expected) in [
            ("['e2e4', 'e7e5']", false, "e2e4 e7e5"),
            ("moves = [\"P e2-e4\", \"p e7-e5\"]", false, "P e2-e4 p e7-e5"),
            ("[Move.from_uci('e2e4'), Move.from_uci('e7e5')]", false, "e2e4 e7e5"),
            ("e2e4, e7e5, g1f3", false, "e2e4 e7e5 g1f3"),
            ("a b8-b6, @-b5", false, "a b8-b6; @-b5"),
            ("a b8-b6; empty b5", false, "a b8-b6; empty b5"),
            ("a b8-b6 @ b5", false, "a b8-b6; @ b5"),
            ("@-c5; A c2-c4", false, "@-c5; A c2-c4"),
            ("  1.  d4      (0:06)     Nf6     (0:03)", false, "1. d4 Nf6"),
            ("1. e4 hello", false, "1. e4 hello"),
            ("1. castle e5", false, "1. castle e5"),
            ("1. e4, e5; 2. Nf3, Nc6", false, "1. e4 e5 2. Nf3 Nc6"),
            ("1. e4 +0.30/13 1.5s 1... e5 -0.2 1/2-1/2", false, "1. e4 1... e5 1/2-1/2"),
            ("7,e2e4,0.35", false, "7 e2e4"),
            ("e2e4;e7-e5; g1f3 ;", false, "e2e4 e7-e5 g1f3 ;"),
            ("BR c2-d4; d4-e5; @-f5", false, "BR c2-d4; d4-e5; @-f5"),
            ("c2-d4; d4-e5", false, "c2-d4; d4-e5"),
            ("[12:00:01] alice: e2e4", true, "e2e4"),
            ("2026-01-31 12:00:01,123 INFO game 17: bob plays N g1-f3 (0:05)", true, "N g1-f3"),
            ("White's move is e2-e4+", true, "e2-e4+"),
            ("{\"at\": \"12:00\", \"by\": \"alice\", \"move\": \"e7e8q\"}", true, "e7e8q"),
            ("INFO move=O-O-O", true, "O-O-O"),
            ("bestmove e2e4 ponder e7e5", true, "e2e4"),
            ("alice moves from e2 to e4", true, "e2 e4"),
            ("bob resigns", true, "resigns"),
            ("game a1b2c3d4 player4 c4mpers x", true, ""),
            ("PlayerA (1714) vs. PlayerB (1757) --- Sun Sep 29,  1:06 CDT 1996", true, ""),
            ("----  ----------------   ----------------", true, ""),
        ] {
            let words = of_line(line);
            assert_eq!((words.is_log, &*words.moves.join(" ")), (is_log, expected), "{line}");
        }
    }

    #[test]
    fn results_and_capitals_are_taken_off() {
        for (word, expected) in [
            ("Rg8#1-0", "Rg8#"),
            ("e8=Q1/2-1/2", "e8=Q"),
            ("O-O0-1", "O-O"),
            ("Rg8#*", "Rg8#"),
            ("0-0-0", "0-0-0"),
            ("1-0", "1-0"),
            ("H2-E2", "h2-e2"),
            ("H9G7", "h9g7"),
            ("Nf3", "Nf3"),
            ("Q*", "Q*"),
        ] {
            assert_eq!(plain(word), expected, "{word}");
        }
    }
}
