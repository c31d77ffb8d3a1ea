//! Positions that people paste: VFEN and FEN.

use super::error::Refusal;
use super::place::At;
use super::sides::Sides;
use serde_json::{Value, json};
use vperft::inner::game::position::fen;
use vperft::inner::game::variant::Variant;

/// The canonical VFEN of a text, and how a FEN was read.
pub(super) fn read_position(at: &At, sides: &mut Sides) -> Result<Value, Refusal> {
    let text = at.root.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut notes = Vec::new();
    let vfen = match fen::read_foreign(Variant::get(at.variant), &at.rulings, &text) {
        None => text,
        Some(Err(error)) => return Err(Refusal::new(format!("the FEN: {error}"))),
        Some(Ok(fen)) if !fen.impossible_rights.is_empty() => {
            return Err(Refusal::new(format!(
                "the FEN: castling rights: {}",
                fen.impossible_rights.join("; ")
            )));
        }
        Some(Ok(fen)) => {
            notes.push("the FEN is read as a VFEN".to_owned());
            let vfen = fen.vfen(&at.rulings);
            notes.extend(fen.assumptions);
            vfen
        }
    };
    let root = At { root: vfen, moves: Vec::new(), ..at.clone() };
    let vfen = sides.believe(&root, |view| view.after(root.path()))?;
    Ok(json!({ "vfen": vfen, "notes": notes }))
}
