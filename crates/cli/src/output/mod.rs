//! Everything that a command prints: answers to stdout, notes and errors to stderr, files.
//!
//! Invariant: all texts of users, programs and files are sanitised here before they are printed. The program
//! prints no control or format characters except line ends, tabs in answers to shells and, with colour, colour
//! sequences. [`line()`], [`note`] and [`error`] also keep a text on one line, so that it cannot forge another
//! line. Callers need not sanitise anything.

pub mod bar;
pub mod command;
pub mod file;
pub mod lock;
pub mod read;
pub mod record;
pub mod reports;

use super::exit::CliError;
use anstream::{AutoStream, ColorChoice};
use serde_json::Value;
use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, Write as _};
use vperft::inner::game::drawing::Style;
use vperft::inner::support::sanitise::{escape, is_printable, sanitise as one_line, sanitise_within};
use vperft_pages::report::findings::bounded;

/// The smallest width of text. Boards do not fit a narrower terminal.
const MIN_WIDTH: usize = 40;

/// Whether stdout has colours: it is a terminal, and the user did not ask for plain text.
pub fn is_coloured() -> bool {
    AutoStream::choice(&io::stdout()) != ColorChoice::Never
}

/// Whether stderr has colours.
pub fn is_stderr_coloured() -> bool {
    AutoStream::choice(&io::stderr()) != ColorChoice::Never
}

/// The colours and the width of text on stdout.
pub fn style() -> Style {
    let size = terminal_size::terminal_size_of(io::stdout());
    let width = size.map_or(Style::default().width, |(width, _)| usize::from(width.0).max(MIN_WIDTH));
    Style { colour: is_coloured(), width }
}

/// Prints one line to stdout, without colours.
pub fn line(text: impl Display) -> Result<(), CliError> {
    self::text(format_args!("{}\n", plain(text)))
}

/// Prints the lines of a report and a line end to stdout.
pub fn block(text: impl Display) -> Result<(), CliError> {
    self::text(format_args!("{text}\n"))
}

/// Prints the lines of a report, which ends with a line end, to stdout.
pub fn text(text: impl Display) -> Result<(), CliError> {
    let text = text.to_string();
    anstream::stdout().write_all(sanitized(&text, is_coloured()).as_bytes()).map_err(CliError::Output)
}

/// Prints lines whose fields may be separated by tabs, as shells expect them, to stdout.
pub fn fields(text: &str) -> Result<(), CliError> {
    let fields: Vec<_> = text.split('\t').map(|field| sanitized(field, false)).collect();
    anstream::stdout().write_all(fields.join("\t").as_bytes()).map_err(CliError::Output)
}

/// Prints JSON on one line to stdout.
pub fn json(value: &Value) -> Result<(), CliError> {
    line(escape(&value.to_string()))
}

/// Prints JSON with texts of programs on one line to stdout. Long texts are truncated.
pub fn bounded_json(value: Value) -> Result<(), CliError> {
    json(&bounded(value))
}

/// The most characters of a line on stderr. An error may quote a name, a move or a file of any length.
const MAX_LINE: usize = 4000;

/// The most characters of a line below an error, which may show a long VFEN and point at a place in it.
const MAX_CONTEXT: usize = 100_000;

/// Prints one line to stderr, without colours and shortened. A failure to print it cannot be reported anywhere.
pub fn note(text: impl Display) {
    error_text(&sanitise_within(&text.to_string(), MAX_LINE));
}

/// Prints an error and its context to stderr.
pub fn error(error: &CliError) {
    note(format_args!("error: {error}"));
    if let CliError::InputAt { context, .. } | CliError::UsageAt { context, .. } = error {
        context.iter().for_each(|line| error_text(&sanitise_within(line, MAX_CONTEXT)));
    }
}

/// Prints several lines and a line end to stderr, in colour if that is a terminal.
pub fn error_text(text: &str) {
    let _ = writeln!(anstream::stderr(), "{}", sanitized(text, is_stderr_coloured()));
}

/// The text on one line, with U+FFFD in place of every character that is not printable.
pub fn plain(text: impl Display) -> String {
    one_line(&text.to_string()).into_owned()
}

/// The text with U+FFFD in place of every character that is not printable, except line ends and, if allowed, colours.
fn sanitized(text: &str, is_coloured: bool) -> Cow<'_, str> {
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

/// The length of the colour sequence at the start of a text; 0 if there is none.
fn colour(text: &str) -> usize {
    let Some(numbers) = text.strip_prefix("\u{1b}[") else { return 0 };
    let end = numbers.find(|c: char| !(c.is_ascii_digit() || c == ';')).unwrap_or(numbers.len());
    if numbers[end..].starts_with('m') { "\u{1b}[".len() + end + 1 } else { 0 }
}

/// A writer that sanitises whole texts, each passed to one `write`.
pub struct Sanitized<W> {
    pub out: W,
    pub is_coloured: bool,
}

impl<W: io::Write> io::Write for Sanitized<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        self.out.write_all(sanitized(&text, self.is_coloured).as_bytes()).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The result, or `otherwise` if the reader of stdout has closed it, which is not an error.
pub fn unless_closed<T>(result: Result<T, CliError>, otherwise: T) -> Result<T, CliError> {
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
    fn only_colours_and_line_ends_pass() {
        for (text, plain, coloured) in [
            ("a\nb", "a\nb", "a\nb"),
            ("\u{1b}[1;38;5;16mK\u{1b}[0m", "\u{fffd}[1;38;5;16mK\u{fffd}[0m", "\u{1b}[1;38;5;16mK\u{1b}[0m"),
            ("\u{1b}[2J\r\u{1b}[", "\u{fffd}[2J\u{fffd}\u{fffd}[", "\u{fffd}[2J\u{fffd}\u{fffd}["),
            ("é\u{202e}\u{9b}1m", "é\u{fffd}\u{fffd}1m", "é\u{fffd}\u{fffd}1m"),
        ] {
            assert_eq!((&*sanitized(text, false), &*sanitized(text, true)), (plain, coloured), "{text:?}");
        }
    }
}
