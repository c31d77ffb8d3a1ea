//! What a backend says where a value is missing.

use crate::backend::{Backend, BackendError, reached};
use crate::notation;
use crate::perft::{Plan, Unwatched};
use crate::suite::{Case, Count, Wanted};
use crate::variant::VariantId;
use serde_json::{Value, json};

/// The value as a suite file holds it; counts are made with these means.
pub(super) fn answer(
    backend: &mut dyn Backend,
    variant: VariantId,
    vfen: &str,
    case: &Case,
    wanted: &Wanted,
    means: &Plan,
) -> Result<Value, BackendError> {
    let reached = reached(backend, variant, vfen, &case.line)?;
    Ok(match wanted {
        Wanted::Perft(depth) => {
            json!(Count(backend.count(variant, &reached, *depth, means, &Unwatched)?.total))
        }
        Wanted::Moves => sorted(backend.moves(variant, &reached)?),
        Wanted::MovesOf(square) => {
            let mut moves = backend.moves(variant, &reached)?;
            moves.retain(|text| notation::starts_on(text, square));
            sorted(moves)
        }
        Wanted::After(text) => json!(backend.after(variant, &reached, std::slice::from_ref(text))?),
        Wanted::Status => json!(backend.status(variant, vfen, &case.line)?),
    })
}

fn sorted(mut moves: Vec<String>) -> Value {
    moves.sort();
    json!(moves)
}
