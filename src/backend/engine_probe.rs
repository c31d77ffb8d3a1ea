//! Positions that show whether an engine knows the pieces of a variant. This module does not know which variants have such positions.

use crate::game::variant::VariantId;

/// A position in which one piece, or nearly only one, can move. An engine may misread the definition of a piece without any
/// message; its number of moves here shows that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineProbe {
    /// The piece that moves.
    pub title: String,
    /// The position.
    pub vfen: String,
    /// The number of legal moves.
    pub count: u128,
}

/// Returns the probes of a variant.
pub type ProbeSource = fn(VariantId) -> Vec<EngineProbe>;
