//! A written move, before it is matched with the legal moves.

use super::{Move, Travel};
use crate::game::board::Shape;
use crate::game::variant::Variant;

/// The parts of a written move. Labels are as written; squares are names of squares of the variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry<'a> {
    /// The label of the mover, if it is written.
    pub label: Option<&'a str>,
    /// The start square of the mover.
    pub from: &'a str,
    /// The end square. `None` if the mover leaves the board.
    pub to: Option<&'a str>,
    /// The effects, in the order of the text.
    pub effects: Vec<Effect<'a>>,
    /// The squares between the legs of a move with several legs, on which it captures.
    pub via: Vec<&'a str>,
}

/// One effect of a written move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect<'a> {
    /// `R j1-g1`: another piece moves too. Its label, its start square and its end square.
    Travel(&'a str, &'a str, &'a str),
    /// `Q-a8`: this piece is on this square now.
    Placing(&'a str, &'a str),
    /// `@-f5` or `f5-`: the piece on this square is removed.
    Removal(&'a str),
}

/// A text does not mean a legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotationError {
    /// The text cannot be read as a move.
    #[error("{}: expected {expected}", unreadable(.text, .whole))]
    Syntax {
        /// The whole text.
        whole: String,
        /// The part that cannot be read.
        text: String,
        /// The text that is valid there.
        expected: &'static str,
    },
    /// The text means no legal move.
    #[error("`{0}` is not a legal move")]
    Illegal(String),
    /// The text may mean several legal moves.
    #[error("`{text}` is ambiguous: it may mean {}", candidates.join(" or "))]
    Ambiguous {
        /// The whole text.
        text: String,
        /// The canonical texts of these moves, sorted.
        candidates: Vec<String>,
    },
}

/// The text that cannot be read. There is no part to quote if a move or a part of it is missing.
fn unreadable(text: &str, whole: &str) -> String {
    match (text.is_empty(), whole.is_empty()) {
        (false, _) => format!("cannot read `{text}` in the move `{whole}`"),
        (true, false) => format!("a part of the move `{whole}` is missing"),
        (true, true) => "the move is missing".into(),
    }
}

/// One part of a move text between semicolons.
struct Leg<'a> {
    label: Option<&'a str>,
    from: &'a str,
    to: &'a str,
}

impl<'a> Entry<'a> {
    /// Parses a move, in canonical notation or as Game Courier accepts it.
    ///
    /// # Errors
    /// If a part of the text is not a leg, a placing or a removal in this variant.
    pub fn parse(variant: &Variant, text: &'a str) -> Result<Self, NotationError> {
        let mut parts = text.split(';').map(str::trim);
        let first = parts.next().unwrap_or_default();
        let syntax = |part: &str, expected| NotationError::Syntax {
            whole: text.to_owned(),
            text: part.to_owned(),
            expected,
        };
        let mover = leg(variant, first).ok_or_else(|| syntax(first, "a move such as `N b1-c3`"))?;
        let mut entry = Self {
            label: mover.label,
            from: mover.from,
            to: (!mover.to.is_empty()).then_some(mover.to),
            effects: Vec::new(),
            via: Vec::new(),
        };
        for part in parts {
            if let Some(effect) = effect(variant, part) {
                entry.effects.push(effect);
                continue;
            }
            let next = leg(variant, part).filter(|next| !next.to.is_empty());
            let next = next.ok_or_else(|| syntax(part, "an effect such as `R j1-g1`, `Q-a8` or `@-f5`"))?;
            let same_mover = match (next.label, entry.label) {
                (Some(next), Some(label)) => next.eq_ignore_ascii_case(label),
                _ => next.label.is_none(),
            };
            if same_mover && entry.to == Some(next.from) {
                entry.via.push(next.from);
                entry.to = Some(next.to);
            } else {
                let label =
                    next.label.ok_or_else(|| syntax(part, "a label before the piece that travels"))?;
                entry.effects.push(Effect::Travel(label, next.from, next.to));
            }
        }
        Ok(entry)
    }

    /// The squares that the move empties, sorted, if nothing else changes: the mover leaves the board, or stays and shoots.
    #[must_use]
    pub fn emptied(&self) -> Option<Vec<&'a str>> {
        let removed = self.effects.iter().map(|effect| match *effect {
            Effect::Removal(square) => Some(square),
            _ => None,
        });
        let mut squares = removed.collect::<Option<Vec<_>>>()?;
        match self.to {
            None => squares.push(self.from),
            Some(to) if to == self.from && self.via.is_empty() => {}
            Some(_) => return None,
        }
        squares.sort_unstable();
        Some(squares)
    }

    /// Whether the move only goes to a square, and perhaps captures there.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.to.is_some() && self.effects.is_empty() && self.via.is_empty()
    }

    /// The move of a canonical text on a board of this size, legal or not. `None` if the label is missing or a square is not on the board.
    #[must_use]
    pub fn to_move(&self, variant: &Variant, shape: Shape) -> Option<Move> {
        let square = |name: &str| variant.labels.parse(shape, name);
        let (piece, from) = (variant.piece(self.label?)?, square(self.from)?);
        let mut mv = match self.to {
            Some(to) => Move::new(piece, from, square(to)?),
            None => Move::leaving(piece, from),
        };
        for effect in &self.effects {
            mv = match *effect {
                Effect::Travel(label, from, to) => mv.with_travel(Travel {
                    piece: variant.piece(label)?,
                    from: square(from)?,
                    to: square(to)?,
                }),
                Effect::Placing(label, at) => mv.placing(square(at)?, variant.piece(label)?),
                Effect::Removal(at) => mv.removing(square(at)?),
            };
        }
        for at in &self.via {
            mv = mv.removing(square(at)?);
        }
        Some(mv)
    }
}

/// Parses a leg, `label from-to`. The label and the end square are optional; `@-from` is a leg without both.
fn leg<'a>(variant: &Variant, part: &'a str) -> Option<Leg<'a>> {
    if let Some(from) = part.strip_prefix("@-").filter(|from| variant.names_square(from)) {
        return Some(Leg { label: None, from, to: "" });
    }
    let (label, squares) = match part.split_once(' ') {
        Some((label, squares)) => (Some(label), squares.trim_start()),
        None => (None, part),
    };
    let (from, to) = squares.split_once('-')?;
    let known = label.is_none_or(|label| variant.piece(label).is_some());
    let squares = variant.names_square(from) && (to.is_empty() || variant.names_square(to));
    (known && squares).then_some(Leg { label, from, to })
}

/// Parses a placing or a removal.
fn effect<'a>(variant: &Variant, part: &'a str) -> Option<Effect<'a>> {
    let (left, right) = part.split_once('-')?;
    if left == "@" && variant.names_square(right) {
        return Some(Effect::Removal(right));
    }
    if right.is_empty() && variant.names_square(left) {
        return Some(Effect::Removal(left));
    }
    let placed = variant.piece(left).is_some() && variant.names_square(right);
    placed.then_some(Effect::Placing(left, right))
}
