//! Command lines that are printed for the user to repeat.

use std::borrow::Cow;
use std::path::Path;
use vperft::inner::game::variant::VariantId;
use vperft::inner::support::sanitise::is_printable;

/// Joins words to a command line, quoted as a shell needs it.
///
/// The first word, `vperft`, is replaced by the name of this program, which may be an author's program with
/// more backends. Every variant that is named and was loaded from a folder gets its `--variant DIR`.
pub fn command_line<S: AsRef<str>>(words: &[S]) -> String {
    let (program, folders) = (program(), variant_words(words));
    let given = words.iter().skip(1).map(AsRef::as_ref).chain(folders.iter().map(String::as_str));
    let mut line = quoted(&program);
    let mut before = "";
    for word in given {
        // A word that begins with a dash would be taken for a flag: as a value it is joined to its own, and elsewhere it is a path.
        line.push_str(match (is_dashed(word), before.starts_with("--")) {
            (true, true) => "=",
            (true, false) => " ./",
            (false, _) => " ",
        });
        line.push_str(&quoted(word));
        before = word;
    }
    line
}

/// Whether a word is no flag of this program, and no file that is stdin, but begins with a dash.
fn is_dashed(word: &str) -> bool {
    word.len() > 1 && word.starts_with('-') && !word.starts_with("--")
}

/// A word as a shell needs it. Unprintable characters are escaped, so that the line is one that people see and can type.
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

/// How this program was called: `vperft`, or the path of a program with another name.
fn program() -> String {
    let called = std::env::args().next().unwrap_or_default();
    let stem = Path::new(&called).file_stem();
    if stem.is_none_or(|stem| stem == "vperft") { "vperft".into() } else { called }
}

/// The words `--variant DIR` for every variant that a command line names and that was loaded from a folder.
pub fn variant_words<S: AsRef<str>>(command: &[S]) -> Vec<String> {
    let named = |id: &VariantId| command.iter().any(|word| word.as_ref() == id.name());
    let folders = VariantId::all().into_iter().filter(named).filter_map(VariantId::folder);
    folders.flat_map(|folder| ["--variant".to_owned(), folder.display().to_string()]).collect()
}

#[cfg(test)]
mod tests {
    use super::{command_line, quoted};
    use pretty_assertions::assert_eq;

    #[test]
    fn words_survive_a_shell() {
        for (word, text) in [
            ("plain", "plain"),
            ("two words", "'two words'"),
            ("a\tb", "$'a\\U00000009b'"),
            ("it's\n", "$'it\\'s\\U0000000a'"),
        ] {
            assert_eq!(quoted(word), text);
        }
    }

    #[test]
    fn what_begins_with_a_dash_is_no_flag() {
        let tail = |words: &[&str]| {
            let line = command_line(&[&["vperft"], words].concat());
            line.split_once(' ').map(|(_, tail)| tail.to_owned()).unwrap_or_default()
        };
        assert_eq!(tail(&["deep", "work", "-p", "3"]), "deep work ./-p 3");
        assert_eq!(tail(&["run", "--suite", "-s", "--jobs", "2"]), "run --suite=-s --jobs 2");
        assert_eq!(tail(&["run", "--suite", "-"]), "run --suite -");
    }
}
