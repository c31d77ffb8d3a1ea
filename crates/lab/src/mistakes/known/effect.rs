//! Effects of moves: what a move does beyond the step of its piece, as far as boards show it.
//!
//! Every legal move has exactly one effect. The names say where victims are, not which piece takes them, so
//! that the same effect of two pieces is one effect. This module does not know how pieces move.

use std::fmt;
use vperft::inner::game::board::{Square, between};
use vperft::inner::game::classes::{self, LeafClass};
use vperft::inner::game::notation::Move;
use vperft::inner::game::position::Position;
use vperft::inner::game::variant::Variant;

/// The effect of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    /// A piece moves and does nothing else.
    Move,
    /// A Pawn moves and does nothing else.
    PawnMove,
    /// A Pawn moves several squares straight forward.
    PawnRun,
    /// A piece captures on its end square.
    Capture,
    /// A Pawn captures on its end square.
    PawnCapture,
    /// A Pawn captures in passing.
    InPassing,
    /// A piece goes two squares and captures on the square between.
    Over,
    /// A piece captures on its way of several squares, once or more.
    Swept,
    /// A piece captures next to its start square, off its line.
    Beside,
    /// A piece captures on the square behind its start square.
    Behind,
    /// A piece captures on the square beyond its end square.
    Beyond,
    /// A piece captures farther away, whether it moves or not.
    AtDistance,
    /// A move captures in more than one of these ways.
    Several,
    /// A piece exchanges places with a friend.
    Exchange,
    /// A piece exchanges places with a friend, which promotes by it.
    PromotingExchange,
    /// A piece exchanges places with an enemy.
    Swap,
    /// A friend on its line sends a piece away.
    Relocation,
    /// A friend on its line sends a Pawn away.
    PawnRelocation,
    /// A King castles.
    Castling,
    /// A Pawn promotes.
    Promotion,
    /// A Pawn captures and promotes.
    PromotingCapture,
    /// A piece leaves the board.
    Departure,
    /// A piece leaves the board with its victim.
    MutualDestruction,
}

impl Effect {
    /// Every effect.
    pub const ALL: [Self; 23] = [
        Self::Move,
        Self::PawnMove,
        Self::PawnRun,
        Self::Capture,
        Self::PawnCapture,
        Self::InPassing,
        Self::Over,
        Self::Swept,
        Self::Beside,
        Self::Behind,
        Self::Beyond,
        Self::AtDistance,
        Self::Several,
        Self::Exchange,
        Self::PromotingExchange,
        Self::Swap,
        Self::Relocation,
        Self::PawnRelocation,
        Self::Castling,
        Self::Promotion,
        Self::PromotingCapture,
        Self::Departure,
        Self::MutualDestruction,
    ];

    /// The effect of a legal move.
    #[must_use]
    pub fn from_move(position: &Position, mv: &Move) -> Self {
        let table = Variant::get(position.variant);
        let is_pawn = table.is_pawn(mv.piece.kind);
        let Some(to) = mv.to else {
            return if mv.removals.is_empty() { Self::Departure } else { Self::MutualDestruction };
        };
        if mv.travel.is_some() {
            return Self::Castling;
        }
        let partner = position.piece(to).filter(|_| mv.placing.is_some_and(|(at, _)| at == mv.from));
        let victim = position.piece(to).filter(|victim| victim.color != mv.piece.color && partner.is_none());
        let mut captures: Vec<_> =
            mv.removals.into_iter().map(|square| Self::capture(position, mv, to, square)).collect();
        captures.extend(victim.map(|_| if is_pawn { Self::PawnCapture } else { Self::Capture }));
        captures.sort_unstable();
        captures.dedup();
        match (partner, captures[..].split_first()) {
            (Some(_), Some(_)) => Self::Several,
            (Some(partner), None) if partner.color != mv.piece.color => Self::Swap,
            (Some(partner), None) if mv.placing.is_some_and(|(_, placed)| placed != partner) => {
                Self::PromotingExchange
            }
            (Some(_), None) => Self::Exchange,
            (None, Some((_, [_, ..]))) => Self::Several,
            (None, Some(_)) if mv.placing.is_some() => Self::PromotingCapture,
            (None, Some((capture, []))) => *capture,
            (None, None) if mv.placing.is_some() => Self::Promotion,
            (None, None) if classes::is_sent(position, mv, to) => {
                if is_pawn {
                    Self::PawnRelocation
                } else {
                    Self::Relocation
                }
            }
            (None, None) if is_pawn => {
                let step = between(mv.from, to);
                if step.files == 0 && step.ranks.abs() > 1 { Self::PawnRun } else { Self::PawnMove }
            }
            (None, None) => Self::Move,
        }
    }

    /// The capture of the piece on this square, which is not the end square.
    fn capture(position: &Position, mv: &Move, to: Square, square: Square) -> Self {
        match classes::capture(position, mv, to, square) {
            LeafClass::EnPassant => Self::InPassing,
            LeafClass::Over => Self::Over,
            LeafClass::Swept => Self::Swept,
            LeafClass::Behind => Self::Behind,
            LeafClass::Beyond => Self::Beyond,
            LeafClass::Beside => Self::Beside,
            _ => Self::AtDistance,
        }
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Move => "a move of a piece",
            Self::PawnMove => "a Pawn move",
            Self::PawnRun => "a Pawn move of several squares",
            Self::Capture => "a capture",
            Self::PawnCapture => "a capture by a Pawn",
            Self::InPassing => "a capture in passing",
            Self::Over => "a capture on the square between",
            Self::Swept => "a capture on the way",
            Self::Beside => "a capture beside the start",
            Self::Behind => "a capture behind the start",
            Self::Beyond => "a capture beyond the end",
            Self::AtDistance => "a capture at a distance",
            Self::Several => "captures in several ways",
            Self::Exchange => "an exchange with a friend",
            Self::PromotingExchange => "an exchange that promotes",
            Self::Swap => "an exchange with an enemy",
            Self::Relocation => "a move by the power of a friend",
            Self::PawnRelocation => "a Pawn move by the power of a friend",
            Self::Castling => "castling",
            Self::Promotion => "a promotion",
            Self::PromotingCapture => "a capture and promotion",
            Self::Departure => "a departure from the board",
            Self::MutualDestruction => "mutual destruction",
        })
    }
}
