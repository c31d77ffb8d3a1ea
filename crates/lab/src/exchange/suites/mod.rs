//! Makes a corpus of suites that were not written for this program.
//!
//! [`suite_text`] reads the text; here the rules come in. `position` reads a FEN as a position of a variant,
//! `convert` makes cases, whose moves it matches with the legal ones, `write` writes them as files, and `check_entry` asks a backend for the
//! counts of a suite without a corpus. `suggest` says after a run which convention of counting the wrong counts may have.

mod check;
mod convert;
mod position;
mod suggest;
#[cfg(test)]
mod tests;
mod write;

pub use check::{Checked, check_entry, vfen};
pub use convert::{Converted, OnInvalid, Settings, convert};
pub use position::read_position;
pub use suggest::{contradicted, suggestion};

use crate::exchange::rules_import;
use crate::exchange::suite_text::{self, Hints, Options, Refusal, SuiteText};
use vperft::inner::backend::engine_text::notation::coordinates;
use vperft::inner::game::notation;
use vperft::inner::game::variant::{Variant, VariantId};

/// Reads a text as a suite. Moves and names of variants are recognised by how they are written.
///
/// # Errors
/// If the whole text is refused.
pub fn read_suite(text: &str, variant: &Variant, hints: Hints<'_>) -> Result<SuiteText, Refusal> {
    let is_move =
        |word: &str| notation::is_typed(variant, word) || coordinates::plain(variant, word).is_some();
    let is_variant = |name: &str| name.parse::<VariantId>().is_ok() || rules_import::is_built_in(name);
    suite_text::read_suite(text, &Options { hints, is_move: &is_move, is_variant: &is_variant })
}
