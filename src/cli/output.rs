//! Writes to stdout and stderr.

use super::CliError;
use crate::report::Style;
use anstream::{AutoStream, ColorChoice};
use std::fmt::Display;
use std::io::{self, Write as _};
use std::path::Path;

/// The narrowest text. Boards do not fit a terminal that is narrower than this anyway.
const NARROW: usize = 40;

/// Whether what goes to stdout may be coloured: it is a terminal, and nobody asked for plain text.
pub(super) fn is_coloured() -> bool {
    AutoStream::choice(&io::stdout()) != ColorChoice::Never
}

/// How text on stdout looks: as wide as the terminal, if it is one.
pub(super) fn style() -> Style {
    let size = terminal_size::terminal_size_of(io::stdout());
    let width = size.map_or(Style::default().width, |(width, _)| usize::from(width.0).max(NARROW));
    Style { colour: is_coloured(), width }
}

/// Writes an answer and a newline to stdout.
pub(super) fn line(text: impl Display) -> Result<(), CliError> {
    writeln!(anstream::stdout(), "{text}").map_err(CliError::Output)
}

/// Writes an answer that ends with a newline of its own to stdout.
pub(super) fn text(text: impl Display) -> Result<(), CliError> {
    write!(anstream::stdout(), "{text}").map_err(CliError::Output)
}

/// Writes a line to stderr. There is nobody to tell if that fails.
pub fn note(text: impl Display) {
    let _ = writeln!(anstream::stderr(), "{text}");
}

/// The text on one line, for an error: what somebody typed may hold line breaks, or orders to the terminal.
pub(super) fn plain(text: impl Display) -> String {
    text.to_string().chars().map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

/// A command line of these words, quoted as a shell needs it, with the folders of the variants it names that were loaded. The
/// first, `vperft`, stands for this program, which may be one of an author with backends of its own.
pub(super) fn command<S: AsRef<str>>(words: &[S]) -> String {
    let (program, folders) = (program(), super::variant::words(words));
    let given = words.iter().skip(1).map(AsRef::as_ref).chain(folders.iter().map(String::as_str));
    let words = std::iter::once(program.as_str()).chain(given);
    shlex::try_join(words.clone()).unwrap_or_else(|_| words.collect::<Vec<_>>().join(" "))
}

/// How this program was called: `vperft`, or the path of a program of another name.
pub(super) fn program() -> String {
    let called = std::env::args().next().unwrap_or_default();
    let stem = Path::new(&called).file_stem();
    if stem.is_none_or(|stem| stem == "vperft") { "vperft".into() } else { called }
}

/// The result, but `otherwise` if whoever reads stdout has closed it: they have seen what they wanted.
pub(super) fn unless_closed<T>(result: Result<T, CliError>, otherwise: T) -> Result<T, CliError> {
    match result {
        Err(CliError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(otherwise),
        result => result,
    }
}
