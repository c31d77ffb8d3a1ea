//! Words as a shell needs them, in command lines that are printed for the user to repeat.

use std::borrow::Cow;
use vperft::inner::support::sanitise::is_printable;

/// Joins the words of a command line, quoted as a shell needs them.
#[must_use]
pub fn joined<S: AsRef<str>>(words: &[S]) -> String {
    let mut line = String::new();
    let mut before = "";
    for (index, word) in words.iter().map(AsRef::as_ref).enumerate() {
        // A word that begins with a dash would be taken for a flag: as a value it is joined to its own, and elsewhere it is a path.
        line.push_str(match (index, is_dashed(word), before.starts_with("--")) {
            (0, ..) => "",
            (_, true, true) => "=",
            (_, true, false) => " ./",
            (_, false, _) => " ",
        });
        line.push_str(&quoted(word));
        before = word;
    }
    line
}

/// Whether a word is no flag of `vperft`, and no file that is stdin, but begins with a dash.
fn is_dashed(word: &str) -> bool {
    word.len() > 1 && word.starts_with('-') && !word.starts_with("--")
}

/// A word as a shell needs it. Unprintable characters are escaped, so that the line is one that people see and can type.
#[must_use]
pub fn quoted(word: &str) -> String {
    if word.chars().all(is_printable) {
        return shlex::try_quote(word).map_or_else(|_| word.to_owned(), Cow::into_owned);
    }
    let escaped = word.chars().map(|c| match c {
        '\'' | '\\' => format!("\\{c}"),
        c if is_printable(c) => c.to_string(),
        c => format!("\\U{:08x}", u32::from(c)),
    });
    format!("$'{}'", escaped.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::joined;
    use pretty_assertions::assert_eq;

    #[test]
    fn words_survive_a_shell() {
        for (words, line) in [
            (&["plain"][..], "plain"),
            (&["two words", "x"], "'two words' x"),
            (&["a\tb"], "$'a\\U00000009b'"),
            (&["it's\n"], "$'it\\'s\\U0000000a'"),
            (&["-vperft", "deep", "work", "-p", "3"], "-vperft deep work ./-p 3"),
            (&["vperft", "run", "--suite", "-s", "--jobs", "2"], "vperft run --suite=-s --jobs 2"),
            (&["vperft", "run", "--suite", "-"], "vperft run --suite -"),
            (&["vperft", "moves", "--vfen", "-\t"], "vperft moves --vfen=$'-\\U00000009'"),
        ] {
            assert_eq!(joined(words), line);
        }
    }
}
