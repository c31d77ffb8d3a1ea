//! Reads the FEN of a foreign suite as a position of a variant.

use crate::unreachable::Reachability;
use vperft::inner::backend::{Backend, BackendError};
use vperft::inner::game::position::fen::FenError;
use vperft::inner::game::position::{self, Position};
use vperft::inner::game::variant::{Rulings, Standard, Unvalidated, Variant};
use vperft::inner::generators;

/// The FEN of a suite, read as a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadPosition {
    /// The canonical VFEN.
    pub vfen: String,
    /// The parts that the FEN leaves open, and how they were read.
    pub assumptions: Vec<String>,
    /// Why the position is invalid, if it is.
    pub invalid: Option<String>,
    /// Why no game can reach the position, if that was asked and can be proved.
    pub unreachable: Option<String>,
    /// The position.
    pub position: Position,
}

impl ReadPosition {
    /// Asks the rules whether the position is valid, and why no game can reach it. Reading its text shows all faults but those of check.
    pub(super) fn judge(&mut self, rules: &mut dyn Backend, reachability: &Reachability) {
        if self.invalid.is_none()
            && let Ok(rules) = rules.of(self.position.variant)
            && let Err(BackendError::Position(error)) = rules.read(&self.vfen)
        {
            self.invalid = Some(error.to_string());
        }
        self.unreachable = reachability.disproof(&self.position).map(|disproof| disproof.reason);
    }

    /// The legal moves by the built-in rules. `None` if the position is invalid.
    pub(super) fn legal_moves(&self) -> Option<Vec<String>> {
        let mut rules = generators::oracle(&Standard);
        rules.of(self.position.variant).ok()?.moves(self.vfen.as_str().into()).ok()
    }
}

/// Reads a VFEN or a FEN.
///
/// # Errors
/// If the text is neither, or has something that no VFEN expresses.
pub fn read_position(variant: &Variant, text: &str) -> Result<ReadPosition, FenError> {
    let rulings = &Rulings::DEFAULT;
    let read = |vfen: String, position: Position, assumptions, invalid| ReadPosition {
        vfen,
        assumptions,
        invalid,
        unreachable: None,
        position,
    };
    if text == "startpos" {
        let vfen = variant.start(rulings).vfen.clone();
        let position = position::parse(&vfen, variant, &Standard)
            .map_err(|error| FenError::Invalid(error.to_string()))?;
        return Ok(read(vfen, position, Vec::new(), None));
    }
    // A VFEN has no letters of rights.
    let is_letter = |c: char| c.is_ascii_alphabetic();
    let may_be_vfen = text.split_whitespace().nth(2).is_some_and(|rights| !rights.chars().all(is_letter));
    if may_be_vfen && let Ok(position) = position::parse(text, variant, &Standard) {
        return Ok(read(position::print(&position, rulings), position, Vec::new(), None));
    }
    let unvalidated = || position::parse(text, variant, &Unvalidated(rulings)).ok();
    let fen = match may_be_vfen.then(unvalidated).flatten() {
        Some(position) => {
            let (assumptions, impossible_rights) = (Vec::new(), Vec::new());
            position::fen::Fen { position, assumptions, impossible_rights, rights_by_file: None }
        }
        None => position::fen::read_fen(variant, rulings, text)?,
    };
    let vfen = fen.vfen(rulings);
    let invalid = match fen.impossible_rights.first() {
        Some(right) => Some(format!("castling rights {right}")),
        None => position::parse(&vfen, variant, &Standard).err().map(|error| error.to_string()),
    };
    Ok(read(vfen, fen.position, fen.assumptions, invalid))
}
