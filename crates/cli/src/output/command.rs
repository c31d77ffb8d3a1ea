//! Command lines that are printed for the user to repeat.

use std::path::Path;
use vperft::inner::game::variant::VariantId;
use vperft_pages::report::shell::joined;

/// Joins words to a command line, quoted as a shell needs it.
///
/// The first word, `vperft`, is replaced by the name of this program, which may be an author's program with
/// more backends. Every variant that is named and was loaded from a folder gets its `--variant DIR`.
pub fn command_line<S: AsRef<str>>(words: &[S]) -> String {
    let folders = variant_words(words);
    let given = words.iter().skip(1).map(|word| word.as_ref().to_owned());
    joined(&[program()].into_iter().chain(given).chain(folders).collect::<Vec<_>>())
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
