//! One expectation of a case.

use super::{Case, Kind, Tier};
use crate::position::VfenErrorKind;
use crate::rules::Status;
use std::fmt;

/// One thing that is expected of a backend. Its text, such as `perft:3` or `moves_of:e4`, names it within its
/// case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check<'a> {
    /// So many legal move sequences of this length.
    Perft {
        /// Their length.
        depth: u32,
        /// Their number.
        count: u128,
        /// The nodes of this and all shallower perft checks of the case.
        nodes: u128,
    },
    /// Exactly these legal moves.
    Moves(&'a [String]),
    /// Exactly these legal moves of the piece on a square.
    MovesOf(&'a str, &'a [String]),
    /// This text is refused as a move.
    Illegal(&'a str),
    /// This move leads to this position.
    After(&'a str, &'a str),
    /// This status.
    Status(Status),
    /// This VFEN is refused, with this kind of error.
    Rejects(&'a str, VfenErrorKind),
}

impl Check<'_> {
    /// Its kind.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        match self {
            Self::Perft { .. } => Kind::Perft,
            Self::Moves(_) => Kind::Moves,
            Self::MovesOf(..) => Kind::MovesOf,
            Self::Illegal(_) => Kind::Illegal,
            Self::After(..) => Kind::After,
            Self::Status(_) => Kind::Status,
            Self::Rejects(..) => Kind::Rejects,
        }
    }

    /// The lowest tier that it is cheap enough for.
    #[must_use]
    pub const fn tier(&self) -> Tier {
        match self {
            Self::Perft { nodes, .. } => Tier::of(*nodes),
            _ => Tier::Smoke,
        }
    }

    /// The leaf nodes a backend counts for it.
    #[must_use]
    pub const fn nodes(&self) -> u128 {
        match self {
            Self::Perft { count, .. } => *count,
            _ => 0,
        }
    }
}

impl fmt::Display for Check<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Perft { depth, .. } => write!(f, "perft:{depth}"),
            Self::Moves(_) => write!(f, "moves"),
            Self::MovesOf(square, _) => write!(f, "moves_of:{square}"),
            Self::Illegal(text) => write!(f, "illegal:{text}"),
            Self::After(text, _) => write!(f, "after:{text}"),
            Self::Status(_) => write!(f, "status"),
            Self::Rejects(vfen, _) => write!(f, "rejects:{vfen}"),
        }
    }
}

impl Case {
    /// The tier of one of its checks. A cheap check of a case that is not chosen for the smoke tier is of the next one.
    #[must_use]
    pub fn tier(&self, check: &Check<'_>) -> Tier {
        if self.smoke { check.tier() } else { check.tier().max(Tier::Ci) }
    }

    /// The checks of the case, by kind, cheap ones first.
    pub fn list(&self) -> impl Iterator<Item = Check<'_>> {
        let checks = &self.checks;
        let mut nodes = 0_u128;
        let perft = checks.perft.iter().map(move |(&depth, count)| {
            nodes = count.0.saturating_add(nodes);
            Check::Perft { depth: depth.into(), count: count.0, nodes }
        });
        let moves = checks.moves.iter().map(|moves| Check::Moves(moves));
        let moves_of = checks.moves_of.iter().map(|(square, moves)| Check::MovesOf(square, moves));
        let illegal = checks.illegal.iter().map(|text| Check::Illegal(text));
        let after = checks.after.iter().map(|(text, vfen)| Check::After(text, vfen));
        let status = checks.status.map(Check::Status);
        let rejects = checks.rejects.iter().map(|reject| Check::Rejects(&reject.vfen, reject.kind));
        moves.chain(moves_of).chain(illegal).chain(after).chain(status).chain(rejects).chain(perft)
    }
}
