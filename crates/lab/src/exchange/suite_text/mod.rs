//! Reads suites that were not written for this program: positions with their perft counts, in the forms of docs/forms.md.
//!
//! Invariants: what a text means depends on the text and the options alone. A number with a label is kept or its line is refused; it is
//! never dropped and never chosen among others. Every line with a position becomes an [`Entry`], part of one, or a [`Refusal`]; other
//! lines of a text are counted as skipped. This module must not know rules, backends or legal moves.
//!
//! `vocabulary` says what a word beside a number means; it is the only list of words. `number` and `fen` find counts and positions.
//! `value` reads JSON, TOML and YAML, `exported` the JSON of `vperft export`, `table` cells below a header, and `text` everything else,
//! line by line: `epd` the text behind a FEN, `call` calls in scripts, `source` positions in quotes, with `tokens` and `statement`, and
//! `divide` tables of moves. `counts` says what numbers without a label mean.

mod call;
mod counts;
mod divide;
mod entry;
mod epd;
mod exported;
mod fen;
mod named_check;
mod number;
mod source;
mod statement;
mod table;
#[cfg(test)]
mod tests;
mod text;
mod tokens;
mod value;
mod vocabulary;

pub use counts::{Bare, Counts};
pub use entry::{Entry, Place, Refusal, SuiteText};

use entry::Collector;
use vperft::inner::support::sanitise::without_escapes;

/// The most bytes of a line, and the deepest nesting of brackets. `cli::output::read` limits the bytes of a file.
const MAX_LINE: usize = 1 << 20;
const MAX_NESTING: usize = 128;

/// What a text cannot say about itself, and the user does.
#[derive(Clone, Copy, Default)]
pub struct Hints<'h> {
    /// The meaning of the counts.
    pub counts: Counts,
    /// The position of counts above which the text names none.
    pub fen: Option<&'h str>,
    /// The functions that count, besides those named after perft.
    pub functions: &'h [String],
}

/// What is known in front of a text.
#[derive(Clone, Copy)]
pub struct Options<'o> {
    /// What the user says.
    pub hints: Hints<'o>,
    /// Says whether a word is written as a move of the variant, legal or not.
    pub is_move: &'o dyn Fn(&str) -> bool,
    /// Says whether a word is the name of a variant, known or not.
    pub is_variant: &'o dyn Fn(&str) -> bool,
}

/// Reads a text as a suite.
///
/// # Errors
/// If the whole text is refused: it is too deep, or a line is too long.
pub fn read_suite(text: &str, options: &Options<'_>) -> Result<SuiteText, Refusal> {
    let text = &*without_escapes(text.trim_start_matches('\u{feff}'));
    refuse_hostile(text)?;
    let mut collector = Collector::new(options);
    if !(exported::read_export(text, &mut collector)
        || value::read_documents(text, &mut collector)
        || table::read_table(text, &mut collector))
    {
        text::read_text(text, &mut collector);
    }
    Ok(collector.finish())
}

/// The first line with a position, from 1.
#[must_use]
pub fn first_position(text: &str) -> Option<usize> {
    text.lines().position(|line| fen::find(line).is_some()).map(|index| index + 1)
}

/// Refuses texts that would take too much time or stack.
fn refuse_hostile(text: &str) -> Result<(), Refusal> {
    let mut depth = 0_usize;
    for (line, text) in (1..).zip(text.lines()) {
        let refuse = |reason: String| Err(Refusal::new(Place::line(line), text, reason));
        if text.len() > MAX_LINE {
            return refuse(format!("a line of {} bytes; expected at most {MAX_LINE}", text.len()));
        }
        for byte in text.bytes() {
            match byte {
                b'[' | b'{' | b'(' => depth += 1,
                b']' | b'}' | b')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth > MAX_NESTING {
                return refuse(format!("brackets are nested deeper than {MAX_NESTING}"));
            }
        }
    }
    Ok(())
}
