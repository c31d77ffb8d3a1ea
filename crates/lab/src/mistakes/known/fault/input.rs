//! Faults that accept invalid input.

use crate::mistakes::known::PositionContext;
use std::fmt;
use vperft::inner::game::position::VfenErrorKind;
use vperft::inner::game::variant::{Variant, VariantId};

/// The kind of invalid input that is accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputFault {
    /// Positions with this kind of error.
    Position(VfenErrorKind),
    /// Moves that begin like a legal one but have wrong or missing effects.
    Effects,
    /// Moves that are legal except for the label.
    Label,
}

impl InputFault {
    /// Every input fault that is possible in a variant.
    #[must_use]
    pub fn all(variant: VariantId) -> Vec<Self> {
        let table = Variant::get(variant);
        use VfenErrorKind as Kind;
        let kinds = [
            Kind::FieldCount,
            Kind::BoardShape,
            Kind::BoardSyntax,
            Kind::UnknownLabel,
            Kind::ClosedSquare,
            Kind::OpenBrouhaha,
            Kind::Side,
            Kind::Unmoved,
            Kind::EnPassant,
            Kind::Clock,
            Kind::ExtraField,
            Kind::Ban,
            Kind::PieceCount,
            Kind::Succession,
            Kind::PawnRank,
            Kind::KingCapturable,
        ];
        let exists = |kind: &Kind| match kind {
            Kind::OpenBrouhaha => table.closing.is_some(),
            Kind::Ban => table.ban.is_some(),
            Kind::Succession => table.pieces.iter().any(|entry| entry.succeeds.is_some()),
            Kind::PawnRank => table
                .pieces
                .iter()
                .any(|entry| entry.pawn.as_ref().is_some_and(|pawn| !pawn.absent.is_empty())),
            Kind::KingCapturable => table.has_check,
            _ => true,
        };
        let positions = kinds.into_iter().filter(exists).map(Self::Position);
        positions.chain([Self::Effects, Self::Label]).collect()
    }

    /// Whether a position with this kind of error is accepted.
    #[must_use]
    pub fn accepts_position(self, kind: VfenErrorKind) -> bool {
        self == Self::Position(kind)
    }

    /// Whether this text is accepted as a move.
    #[must_use]
    pub fn accepts_move(self, text: &str, context: &PositionContext) -> bool {
        let is_like = |part: fn(&str) -> Option<&str>| {
            context.moves.iter().any(|legal| legal.text != text && part(&legal.text) == part(text))
        };
        match self {
            Self::Position(_) => false,
            Self::Effects => is_like(|text| text.split(';').next()),
            Self::Label => is_like(|text| text.split_once(' ').map(|(_, rest)| rest)),
        }
    }
}

impl fmt::Display for InputFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position(kind) => write!(f, "positions: {kind}"),
            Self::Effects => f.write_str("moves with other effects than a legal one"),
            Self::Label => f.write_str("moves with another label than a legal one"),
        }
    }
}
