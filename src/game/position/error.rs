//! The faults of a VFEN and their places.

use super::{Position, offset};
use crate::game::board::Square;
use crate::game::variant::Variant;
use crate::support::sanitise::sanitise;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The field of a VFEN that an error is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are those of the VFEN section of suites/RULES.md")]
#[non_exhaustive]
pub enum Field {
    Line,
    Board,
    Side,
    Unmoved,
    EnPassant,
    Halfmove,
    Fullmove,
    Extra,
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Line => "line",
            Self::Board => "board",
            Self::Side => "side to move",
            Self::Unmoved => "unmoved",
            Self::EnPassant => "en passant",
            Self::Halfmove => "halfmove clock",
            Self::Fullmove => "fullmove number",
            Self::Extra => "extra field",
        })
    }
}

/// The kind of fault. `rejects` checks expect its name, which is stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum VfenErrorKind {
    /// There are fewer than six fields, or they are not separated by single spaces.
    FieldCount,
    /// The number of ranks or of squares in a rank is wrong.
    BoardShape,
    /// A character, a brace or a run of empty squares on the board is malformed.
    BoardSyntax,
    /// The variant has no piece with this label.
    UnknownLabel,
    /// `-` is on a square that never closes.
    ClosedSquare,
    /// A square is empty and open that closes once it is empty (SBX-BROUHAHA).
    OpenBrouhaha,
    /// The side to move is neither `w` nor `b`.
    Side,
    /// The list of unmoved pieces is wrong.
    Unmoved,
    /// The en passant square is wrong.
    EnPassant,
    /// The halfmove clock or the fullmove number is malformed.
    Clock,
    /// A field after the sixth is unknown.
    ExtraField,
    /// The `ban` field is wrong (ROC-BAN).
    Ban,
    /// There are too many or too few pieces of a type.
    PieceCount,
    /// There is a Prince without a King, or a Princess without a Queen (VAN-VALID).
    Succession,
    /// A Pawn type is on a rank where it cannot be.
    PawnRank,
    /// The side not to move is in check.
    KingCapturable,
}

impl VfenErrorKind {
    /// The kind with this name; `None` if there is none.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        serde_json::from_value(name.into()).ok()
    }
}

/// Its name in the corpus files.
impl fmt::Display for VfenErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// A VFEN is malformed or its position is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field}{}: {problem} [{kind}]", after_comma(.place))]
pub struct VfenError {
    /// The kind of fault.
    pub kind: VfenErrorKind,
    /// The field.
    pub field: Field,
    /// The place in the field, such as `rank 7` or `square e4`. Empty if the error is about the whole field.
    pub place: String,
    /// The problem, and the valid value.
    pub problem: String,
    /// The byte offset of the fault in the VFEN.
    pub offset: usize,
}

/// A place as it follows the name of a field; nothing if it is empty.
fn after_comma(place: &str) -> String {
    if place.is_empty() { String::new() } else { format!(", {place}") }
}

impl VfenError {
    /// The King of the side not to move, on this square, could be captured (GEN-CHECK). Only the rules of a variant can detect this.
    #[must_use]
    pub fn king_capturable(vfen: &str, position: &Position, variant: &Variant, king: Square) -> Self {
        let waiting = !position.turn;
        Self {
            kind: VfenErrorKind::KingCapturable,
            field: Field::Board,
            place: format!("square {}", variant.labels.square(king)),
            problem: format!("the {} King could be captured, but it is not {0}'s turn", waiting.name()),
            offset: offset(vfen, position, king),
        }
    }

    /// Two lines: the VFEN, and a caret under the fault.
    #[must_use]
    pub fn pointer(&self, vfen: &str) -> String {
        let column = vfen.get(..self.offset).map_or(0, |before| before.chars().count());
        // A line break or a tab would misplace the caret.
        let vfen = sanitise(vfen);
        format!("{vfen}\n{}^", " ".repeat(column))
    }
}
