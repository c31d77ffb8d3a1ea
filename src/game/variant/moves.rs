//! The moves of a kind of piece in `variant.json`: notation, path programs, or both.

use super::PieceEntry;
use crate::game::betza;
use crate::game::betza::Dialect;
use crate::game::paths::{Area, Areas, Leg, LegFile, Program, check_at};
use serde::Deserialize;
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

/// Reads an entry: a text, or an object.
fn entry(value: &Value) -> Result<MovesEntry, String> {
    match value {
        Value::String(betza) => {
            Ok(MovesEntry::Notation(Notation { betza: betza.clone(), ..Notation::default() }))
        }
        Value::Object(object) if object.contains_key("betza") => {
            Notation::deserialize(value).map(MovesEntry::Notation).map_err(in_words)
        }
        Value::Object(_) => {
            LegFile::deserialize(value).map(|leg| MovesEntry::Leg(Box::new(leg))).map_err(in_words)
        }
        other => Err(format!(
            "`{other}` is neither notation nor a leg; expected a text such as \"RN\", or an object"
        )),
    }
}

/// The error of a field, in the words of the file rather than of Rust.
fn in_words(error: serde_json::Error) -> String {
    const WORDS: [(&str, &str); 6] = [
        ("unknown variant", "unknown word"),
        ("expected u8", "expected a number of steps"),
        ("expected f32", "expected a number of degrees"),
        ("expected a sequence", "expected a list, in brackets"),
        ("expected fewer elements in array", "expected [files, ranks]"),
        ("expected an array of length 2", "expected [files, ranks]"),
    ];
    WORDS.iter().fold(error.to_string(), |text, (rust, plain)| text.replace(rust, plain))
}

/// The program of `moves`, checked, and the place of each of its legs: a text, an object, or a list of both. `dialect` is the notation of
/// the entries that name none.
pub(super) fn program(moves: &Value, dialect: Dialect) -> Result<(Program, Vec<String>), String> {
    let (list, is_list) = match moves {
        Value::Array(list) => (&list[..], true),
        one => (std::slice::from_ref(one), false),
    };
    let (mut program, mut places) = (Vec::new(), Vec::new());
    for (index, value) in list.iter().enumerate() {
        let place = if is_list { format!("moves[{index}]") } else { "moves".to_owned() };
        match entry(value).map_err(|problem| format!("{place}: {problem}"))? {
            MovesEntry::Leg(leg) => program.push(leg.to_leg(&place, None)?),
            MovesEntry::Notation(notation) => {
                let legs = notation.to_program(dialect).map_err(|problem| format!("{place}: {problem}"))?;
                program.extend(legs);
            }
        }
        places.resize(program.len(), place);
    }
    check_at(&program, "moves", &places).map_err(|error| error.to_string())?;
    Ok((program, places))
}

impl PieceEntry {
    /// The notation of its moves, each text with its dialect if it names one. `None` if a leg or a condition is among them.
    #[doc(hidden)]
    pub fn notation(&self) -> Option<Vec<(String, Option<Dialect>)>> {
        let list = match &self.moves {
            Value::Array(list) => list,
            one => std::slice::from_ref(one),
        };
        let text = |value: &Value| match entry(value) {
            Ok(MovesEntry::Notation(Notation {
                betza,
                dialect,
                unmoved: false,
                from: None,
                within: None,
                clause: _,
            })) => Some((betza, dialect)),
            _ => None,
        };
        list.iter().map(text).collect()
    }
}

impl Notation {
    /// The legs of the notation under the conditions.
    fn to_program(&self, dialect: Dialect) -> Result<Program, String> {
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
