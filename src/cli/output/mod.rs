//! Writes to stdout and stderr.
//!
//! Invariant: whatever text of others has got into what is printed, no control or format character leaves the program but the
//! ends of lines, the tabs that shells want and, where there is colour, the changes of it. What makes a text a line of a report also makes it plain, so
//! that it forges no other line; this is what all of them have in common.

pub(crate) mod bar;
pub(crate) mod bug;
pub(crate) mod file;
pub(crate) mod record;
pub(crate) mod reports;

use crate::cli::exit::CliError;
use crate::game::drawing::Style;
use crate::report::findings::bounded;
use crate::support::sanitise::{escape, is_printable, sanitise as one_line};
use anstream::{AutoStream, ColorChoice};
use indicatif::ProgressBar;
use serde_json::Value;
use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;
use std::thread;
use std::time::Duration;

/// The narrowest text. Boards do not fit a terminal that is narrower than this anyway.
const NARROW: usize = 40;

/// Whether what goes to stdout may be coloured: it is a terminal, and nobody asked for plain text.
pub(crate) fn is_coloured() -> bool {
    AutoStream::choice(&io::stdout()) != ColorChoice::Never
}

/// The same of what goes to stderr.
pub(crate) fn is_stderr_coloured() -> bool {
    AutoStream::choice(&io::stderr()) != ColorChoice::Never
}

/// How text on stdout looks: as wide as the terminal, if it is one.
pub(crate) fn style() -> Style {
    let size = terminal_size::terminal_size_of(io::stdout());
    let width = size.map_or(Style::default().width, |(width, _)| usize::from(width.0).max(NARROW));
    Style { colour: is_coloured(), width }
}

/// Writes an answer and a newline to stdout.
pub(crate) fn line(text: impl Display) -> Result<(), CliError> {
    self::text(format_args!("{text}\n"))
}

/// Writes an answer that ends with a newline of its own to stdout.
pub(crate) fn text(text: impl Display) -> Result<(), CliError> {
    let text = text.to_string();
    anstream::stdout().write_all(shown(&text, is_coloured()).as_bytes()).map_err(CliError::Output)
}

/// Writes an answer to a shell to stdout, which may have tabs between the fields of a line.
pub(crate) fn fields(text: &str) -> Result<(), CliError> {
    let fields: Vec<_> = text.split('\t').map(|field| shown(field, false)).collect();
    anstream::stdout().write_all(fields.join("\t").as_bytes()).map_err(CliError::Output)
}

/// Writes an answer as JSON on one line to stdout.
pub(crate) fn json(value: &Value) -> Result<(), CliError> {
    line(escape(&value.to_string()))
}

/// The same of an answer that holds what programs said, no longer than is worth reading.
pub(crate) fn bounded_json(value: Value) -> Result<(), CliError> {
    json(&bounded(value))
}

/// Writes a line to stderr. There is nobody to tell if that fails.
pub fn note(text: impl Display) {
    let _ = writeln!(anstream::stderr(), "{}", shown(&text.to_string(), is_stderr_coloured()));
}

/// The text as it may be shown: what is neither plain nor the end of a line is U+FFFD, but for changes of colour if there may be
/// any.
fn shown(text: &str, is_coloured: bool) -> Cow<'_, str> {
    if text.chars().all(|c| is_printable(c) || c == '\n') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = if is_coloured { colour(rest) } else { 0 }.max(c.len_utf8());
        let (front, back) = rest.split_at(length);
        let is_kept = is_printable(c) || c == '\n' || length > c.len_utf8();
        out.push_str(if is_kept { front } else { "\u{fffd}" });
        rest = back;
    }
    Cow::Owned(out)
}

/// The length of the change of colour that a text begins with; 0 if it begins with none.
fn colour(text: &str) -> usize {
    let Some(numbers) = text.strip_prefix("\u{1b}[") else { return 0 };
    let end = numbers.find(|c: char| !(c.is_ascii_digit() || c == ';')).unwrap_or(numbers.len());
    if numbers[end..].starts_with('m') { "\u{1b}[".len() + end + 1 } else { 0 }
}

/// A writer that writes what it is given as it may be shown. It is given whole texts.
pub(crate) struct Shown<W> {
    pub out: W,
    pub is_coloured: bool,
}

impl<W: io::Write> io::Write for Shown<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        self.out.write_all(shown(&text, self.is_coloured).as_bytes()).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The text on one line, for an error: what somebody typed may hold line breaks, or orders to the terminal.
pub(crate) fn plain(text: impl Display) -> String {
    one_line(&text.to_string()).into_owned()
}

/// A command line of these words, quoted as a shell needs it, with the folders of the variants it names that were loaded. The
/// first, `vperft`, stands for this program, which may be one of an author with backends of its own.
pub(crate) fn command<S: AsRef<str>>(words: &[S]) -> String {
    let (program, folders) = (program(), crate::cli::args::variant::words(words));
    let given = words.iter().skip(1).map(AsRef::as_ref).chain(folders.iter().map(String::as_str));
    let words = std::iter::once(program.as_str()).chain(given);
    plain(shlex::try_join(words.clone()).unwrap_or_else(|_| words.collect::<Vec<_>>().join(" ")))
}

/// How this program was called: `vperft`, or the path of a program of another name.
pub(crate) fn program() -> String {
    let called = std::env::args().next().unwrap_or_default();
    let stem = Path::new(&called).file_stem();
    if stem.is_none_or(|stem| stem == "vperft") { "vperft".into() } else { called }
}

/// Has a bar move on by itself, if somebody sees it and the system gives another thread.
pub(crate) fn tick(bar: &ProgressBar, every: Duration) {
    let can_start = || thread::Builder::new().spawn(|| ()).is_ok_and(|tried| tried.join().is_ok());
    if io::stderr().is_terminal() && can_start() {
        bar.enable_steady_tick(every);
    }
}

/// The result, but `otherwise` if whoever reads stdout has closed it: they have seen what they wanted.
pub(crate) fn unless_closed<T>(result: Result<T, CliError>, otherwise: T) -> Result<T, CliError> {
    match result {
        Err(CliError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(otherwise),
        result => result,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn colours_are_all_that_is_let_through() {
        for (text, plain, coloured) in [
            ("a\nb", "a\nb", "a\nb"),
            ("\u{1b}[1;38;5;16mK\u{1b}[0m", "\u{fffd}[1;38;5;16mK\u{fffd}[0m", "\u{1b}[1;38;5;16mK\u{1b}[0m"),
            ("\u{1b}[2J\r\u{1b}[", "\u{fffd}[2J\u{fffd}\u{fffd}[", "\u{fffd}[2J\u{fffd}\u{fffd}["),
            ("é\u{202e}\u{9b}1m", "é\u{fffd}\u{fffd}1m", "é\u{fffd}\u{fffd}1m"),
        ] {
            assert_eq!((&*shown(text, false), &*shown(text, true)), (plain, coloured), "{text:?}");
        }
    }
}
