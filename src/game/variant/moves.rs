//! The moves of a kind of piece in `variant.json`: notation, path programs, or both.

use crate::game::betza;
use crate::game::betza::Dialect;
use crate::game::paths::{Area, Areas, Leg, LegFile, Program, check};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

/// One entry of `moves`. Every way to move of any entry is a move of the piece.
#[derive(Clone, Debug)]
pub(super) enum MovesEntry {
    /// Notation with conditions.
    Notation(Notation),
    /// A leg of a path program.
    Leg(Box<LegFile>),
}

/// Notation in an entry of `moves`, and conditions for all of its moves.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Notation {
    betza: String,
    #[serde(default)]
    dialect: Option<Dialect>,
    #[serde(default)]
    unmoved: bool,
    #[serde(default)]
    from: Option<Areas>,
    #[serde(default)]
    within: Option<Areas>,
    #[serde(default)]
    clause: Option<String>,
}

/// Reads `moves`: a text, an object, or a list of both.
pub(super) fn entries<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<MovesEntry>, D::Error> {
    let list = match Value::deserialize(deserializer)? {
        Value::Array(list) => list,
        one => vec![one],
    };
    list.into_iter().enumerate().map(|(index, value)| entry(value, index)).collect()
}

fn entry<E: serde::de::Error>(value: Value, index: usize) -> Result<MovesEntry, E> {
    let wrong = |problem: String| E::custom(format!("moves[{index}]: {problem}"));
    match value {
        Value::String(betza) => Ok(MovesEntry::Notation(Notation { betza, ..Notation::default() })),
        Value::Object(object) if object.contains_key("betza") => {
            let read = serde_json::from_value(Value::Object(object));
            read.map(MovesEntry::Notation).map_err(|error| wrong(error.to_string()))
        }
        Value::Object(object) => {
            let read = serde_json::from_value(Value::Object(object));
            read.map(|leg| MovesEntry::Leg(Box::new(leg))).map_err(|error| wrong(error.to_string()))
        }
        other => Err(wrong(format!("{other}; expected notation such as \"RN\", or a leg"))),
    }
}

/// The program of these entries, checked. `dialect` is the notation of the entries that name none.
pub(super) fn program(entries: &[MovesEntry], dialect: Dialect) -> Result<Program, String> {
    let mut program = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        let place = format!("moves[{index}]");
        match entry {
            MovesEntry::Leg(leg) => program.push(leg.read(&place, None)?),
            MovesEntry::Notation(notation) => {
                let legs = notation.read(dialect).map_err(|problem| format!("{place}: {problem}"))?;
                program.extend(legs);
            }
        }
    }
    check(&program, "moves").map_err(|error| error.to_string())?;
    Ok(program)
}

impl Notation {
    /// The legs of the notation under the conditions.
    fn read(&self, dialect: Dialect) -> Result<Program, String> {
        let mut legs = read_betza(&self.betza, self.dialect.unwrap_or(dialect))?;
        for leg in &mut legs {
            leg.unmoved |= self.unmoved;
            leg.clause.clone_from(&self.clause);
            if let Some(from) = &self.from {
                leg.from = Some(from.0.clone());
            }
            if let Some(within) = &self.within {
                confine(leg, &within.0);
            }
        }
        Ok(legs)
    }
}

/// The legs that the text means in a dialect of the notation.
fn read_betza(text: &str, dialect: Dialect) -> Result<Program, String> {
    let compiled = betza::compile(text, dialect).map_err(|error| format!("`{text}`: {error}"))?;
    if compiled.castling.is_empty() {
        Ok(compiled.program)
    } else {
        Err(format!("`{text}` has castling; expected it in the field `castling` of the variant"))
    }
}

/// Confines a leg and all that follow to an area.
fn confine(leg: &mut Leg, within: &[Area]) {
    leg.within = Some(within.to_vec());
    leg.then.iter_mut().for_each(|next| confine(next, within));
}
