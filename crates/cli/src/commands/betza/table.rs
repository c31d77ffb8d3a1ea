//! `vperft betza --table VARIANT`: the pieces of a variant with their moves in words.

use super::explain::program;
use crate::args::value::Format;
use crate::exit::{CliError, Exit};
use crate::output;
use serde_json::{Value, json};
use vperft::inner::game::betza::sentence;
use vperft::inner::game::drawing::wrap;
use vperft::inner::game::variant::{Variant, VariantId};

/// Prints the moves of each kind of piece.
pub fn run(id: VariantId, format: Format) -> Result<Exit, CliError> {
    let variant = Variant::get(id);
    if !variant.has_data() {
        return Err(CliError::Input(format!(
            "{id}: `variant.json` does not say how the pieces move; expected `moves` in `pieces`"
        )));
    }
    let pieces = || variant.pieces.iter();
    match format {
        Format::Human => {
            let width = output::style().width;
            for entry in pieces() {
                let moves = sentence(&entry.program);
                let moves = if moves.is_empty() { "does not move" } else { &moves };
                let line = format!("{} {}: {moves}", entry.label, entry.name);
                output::block(wrap(&line, width).join("\n"))?;
            }
        }
        Format::Json => {
            let entry = pieces().map(|entry| {
                let moves = program(&entry.program);
                json!({"label": entry.label, "name": entry.name, "sentence": sentence(&entry.program), "program": moves})
            });
            output::json(&Value::Array(entry.collect()))?;
        }
    }
    Ok(Exit::Success)
}
