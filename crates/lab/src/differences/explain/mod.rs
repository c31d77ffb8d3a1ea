//! Finds the clauses that allow or forbid a move, or that ended a game.
//!
//! A clause is found by its absence: the backend is asked again without it. If a legal move disappears, the clause
//! allows it; if an illegal move appears, the clause forbids it; if a game goes on, the clause ended it. If no single
//! clause has an effect, pairs of clauses are tried. A backend that cannot omit clauses yields no clauses.
//!
//! The clause that fits best comes first ([`ClauseOrder`](super::clause_order::ClauseOrder)).

mod explainer;
mod obstacle;
mod result;

pub use explainer::Explainer;
pub use result::{ClauseEffect, ExplainedMove, ExplainedSquare, ExplainedStatus, Obstacle};
