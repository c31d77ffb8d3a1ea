//! The rules of a variant for other programs.
//!
//! A variant whose pieces move by data can be written as a section of `variants.ini` for Fairy-Stockfish, as the lines of an engine for
//! XBoard, or as an Interactive Diagram of the Chess Variant Pages.
//!
//! Invariant: a text never means something else than the data. Each text of Betza notation is compiled again and compared with the
//! moves of its kind on boards of the variant, and a rule that a format cannot express is refused by name.

mod candidates;
mod castling;
mod diagram;
mod game;
mod plain;
mod promotion;
mod proof;
mod refusals;
#[cfg(test)]
mod tests;
mod variants_ini;
mod xbetza;
mod xboard;

use game::Game;
use plain::Plain;
use refusals::Refusals;
use vperft::inner::game::variant::Variant;

/// A format of another program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RulesFormat {
    /// A section of `variants.ini`.
    VariantsIni,
    /// The lines of an engine for XBoard.
    XBoard,
    /// The definition of an Interactive Diagram.
    Diagram,
}

/// The rules in a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// The lines.
    pub text: String,
    /// Rules about the end of a game that the format does not have. They change no legal move.
    pub notes: Vec<String>,
}

impl RulesFormat {
    /// Its name in messages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::VariantsIni => "variants-ini",
            Self::XBoard => "xboard",
            Self::Diagram => "diagram",
        }
    }
}

/// Writes the rules of a variant. `name` is its name in the other program.
///
/// # Errors
/// Everything that the format cannot express, one reason each.
pub fn export(variant: &'static Variant, format: RulesFormat, name: &str) -> Result<Exported, Vec<String>> {
    let mut refusals = Refusals::default();
    let Some(game) = Game::from_variant(variant, &mut refusals) else { return Err(refusals.into_list()) };
    let exported = match format {
        RulesFormat::VariantsIni => Some(variants_ini::write(&game, name, &mut refusals)),
        RulesFormat::XBoard => {
            Plain::from_game(&game, &mut refusals).map(|plain| xboard::write(&plain, &mut refusals))
        }
        RulesFormat::Diagram => {
            Plain::from_game(&game, &mut refusals).map(|plain| diagram::write(&plain, name, &mut refusals))
        }
    };
    match (exported, refusals.into_list()) {
        (Some(exported), list) if list.is_empty() => Ok(exported),
        (_, list) => Err(list),
    }
}
