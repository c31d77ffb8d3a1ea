//! Converts a difference of a comparison into the terms of a cause.

use crate::differences::descend::{Detail, Kind, fields};
use crate::differences::fuzz::Difference;
use std::collections::BTreeSet;
use vperft::inner::corpus::relation::Relation;

/// One difference: its kind as far as it is known without further questions, the detail, and the moves to its position.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub kind: Kind,
    pub detail: Detail,
    pub moves: Vec<String>,
}

/// A kind, and a class of differences.
pub(super) type Class = (Kind, String);

impl Item {
    pub fn from_difference(difference: &Difference) -> Self {
        let here = |kind, detail| Self { kind, detail, moves: Vec::new() };
        match difference {
            Difference::Answer { b, error: Some(_), .. } => {
                here(Kind::NoAnswer, Detail::NoAnswer { error: b.clone(), depth: None })
            }
            Difference::Answer { a, error: None, .. } => {
                here(Kind::Unknown, Detail::NoAnswer { error: format!("accepted, where a {a}"), depth: None })
            }
            Difference::BothRefuse { b, .. } => {
                here(Kind::Unknown, Detail::NoAnswer { error: b.clone(), depth: None })
            }
            // The canonical VFENs differ. The text that was read is not asked about again.
            Difference::Vfen { a, b } => {
                here(Kind::Unknown, Detail::Child { text: String::new(), a: a.clone(), b: b.clone() })
            }
            Difference::Status { a, b } => here(Kind::Status, Detail::Status { a: *a, b: *b }),
            Difference::Moves { only_a, only_b, duplicate_b, .. } => {
                let (missing, extra) = (only_a.clone(), only_b.clone());
                here(Kind::Set, Detail::Moves { missing, extra, duplicate: duplicate_b.clone() })
            }
            Difference::Child { text, a, b } => {
                here(Kind::Child, Detail::Child { text: text.clone(), a: a.clone(), b: b.clone() })
            }
            Difference::ChildStatus { text, a, b } => {
                Self { moves: vec![text.clone()], ..here(Kind::Status, Detail::Status { a: *a, b: *b }) }
            }
            Difference::LineStatus { moves, a, b } => {
                Self { moves: moves.clone(), ..here(Kind::Status, Detail::Status { a: *a, b: *b }) }
            }
            Difference::Count { depth, a, b } => {
                here(Kind::SumOnly, Detail::Count { depth: *depth, a: *a, b: *b, note: None })
            }
            Difference::Relation(broken) => here(Kind::Relation, broken.clone().into()),
            // The trusted side contradicts itself, which no question to the tested side explains.
            Difference::Inconsistent { backend: 'a', listed, counted } => {
                let (a, b) = (*listed as u128, *counted);
                here(Kind::Unknown, Detail::Count { depth: 1, a, b, note: None })
            }
            Difference::Inconsistent { listed, counted, .. } => {
                here(Kind::Relation, Relation::unlike(*listed, *counted).into())
            }
        }
    }

    /// The classes of the difference.
    pub fn classes(&self) -> BTreeSet<Class> {
        classes(self.kind, &self.detail)
    }
}

/// The classes of a difference, each with its kind. A wrong field other than the board is one class, whichever piece moves.
pub(super) fn classes(kind: Kind, detail: &Detail) -> BTreeSet<Class> {
    let classes = match (kind, detail) {
        (_, Detail::Child { a, b, text }) if !text.is_empty() && !fields(a, b).contains(&"board") => {
            fields(a, b).into_iter().map(str::to_owned).collect()
        }
        _ => detail.classes(),
    };
    classes.into_iter().map(|class| (kind, class)).collect()
}
