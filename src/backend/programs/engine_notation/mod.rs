//! How engines write positions and moves: FEN and coordinates. Shared by every backend that talks to one.
//!
//! Invariant: what the two notations cannot say is refused with the reason, never guessed. This module knows no rule
//! but what translating takes, and no program.

pub(super) mod coordinates;
pub(super) mod fen;
