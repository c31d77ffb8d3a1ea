//! Inputs that are to be refused and are let through.

use crate::audit::scene::Scene;
use crate::position::VfenErrorKind;
use crate::suite::Check;
use crate::variant::VariantId;
use std::fmt;

/// What is let through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputFault {
    /// Positions with this kind of fault.
    Position(VfenErrorKind),
    /// Moves that begin as a legal one and have wrong effects, or lack some.
    Effects,
    /// Moves that are legal but for the label.
    Label,
}

impl InputFault {
    /// Every such fault that can be told of a variant.
    #[must_use]
    pub fn all(variant: VariantId) -> Vec<Self> {
        use VariantId::{Cetran3, Chess, Rococo, Ryugi, Sandbox, Vanguard};
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
            Kind::OpenBrouhaha => variant == Sandbox,
            Kind::Ban => variant == Rococo,
            Kind::Succession => variant == Vanguard,
            Kind::PawnRank => matches!(variant, Vanguard | Ryugi | Cetran3 | Chess),
            Kind::KingCapturable => variant != Rococo,
            _ => true,
        };
        let positions = kinds.into_iter().filter(exists).map(Self::Position);
        positions.chain([Self::Effects, Self::Label]).collect()
    }

    /// Whether a check fails with it.
    #[must_use]
    pub fn fails(self, check: &Check<'_>, scene: &Scene) -> bool {
        match (self, check) {
            (Self::Position(kind), Check::Rejects(_, expected)) => kind == *expected,
            (Self::Effects, Check::Illegal(text)) => {
                let mover = |text: &str| text.split(';').next().map(str::to_owned);
                scene.moves.iter().any(|seen| seen.text != *text && mover(&seen.text) == mover(text))
            }
            (Self::Label, Check::Illegal(text)) => {
                let rest = |text: &str| text.split_once(' ').map(|(_, rest)| rest.to_owned());
                scene.moves.iter().any(|seen| seen.text != *text && rest(&seen.text) == rest(text))
            }
            _ => false,
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
