//! What can be wrong with a VFEN, and where.

use super::{Position, offset};
use crate::game::board::Square;
use crate::game::variant::Variant;
use crate::support::sanitise::sanitise;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The part of a VFEN an error is about.
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

/// The kind of fault, stable names that `rejects` checks expect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum VfenErrorKind {
    /// Not at least six fields with single spaces between them.
    FieldCount,
    /// A wrong number of ranks, or of squares in a rank.
    BoardShape,
    /// A character, brace or run in the board that cannot be read.
    BoardSyntax,
    /// A label the variant does not have.
    UnknownLabel,
    /// `-` on a square that cannot be closed.
    ClosedSquare,
    /// An empty square that would have closed (SBX-BROUHAHA).
    OpenBrouhaha,
    /// The side to move is neither `w` nor `b`.
    Side,
    /// The list of unmoved pieces.
    Unmoved,
    /// The en passant square.
    EnPassant,
    /// The halfmove clock or the fullmove number.
    Clock,
    /// A field after the sixth.
    ExtraField,
    /// The `ban` field (ROC-BAN).
    Ban,
    /// Too many or too few royal pieces.
    PieceCount,
    /// A Prince without a King, or a Princess without a Queen (VAN-VALID).
    Succession,
    /// A Pawn type on a rank where it cannot stand.
    PawnRank,
    /// The side not to move stands in check.
    KingCapturable,
}

/// Its name in the files.
impl fmt::Display for VfenErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// A malformed VFEN: which field, where in it, what is wrong and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field}, {place}: {problem} [{kind}]")]
pub struct VfenError {
    /// The kind of fault.
    pub kind: VfenErrorKind,
    /// The field.
    pub field: Field,
    /// The place in the field, in words: `rank 7`, `square e4`.
    pub place: String,
    /// What is wrong and what was expected.
    pub problem: String,
    /// Where in the VFEN, as a byte offset from its start.
    pub offset: usize,
}

impl VfenError {
    /// The King of the side not to move, on this square, could be captured (GEN-CHECK). Only a rules backend can
    /// tell.
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

    /// The VFEN with a caret under the offending place, on two lines.
    #[must_use]
    pub fn pointer(&self, vfen: &str) -> String {
        let column = vfen.get(..self.offset).map_or(0, |before| before.chars().count());
        // A line break or a tab would move the caret away from its place.
        let plain = sanitise(vfen);
        format!("{plain}\n{}^", " ".repeat(column))
    }
}
