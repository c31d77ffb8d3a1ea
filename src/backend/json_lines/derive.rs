//! Counts by asking for moves and for what comes after them, where a program does not count itself.
//!
//! The tree is walked without recursion: what is still to be asked lies on a stack, the first of its level on top, so
//! that the stack holds no more than the moves of one line of positions and of those that are asked ahead.

use super::client::{self, Client};
use super::message::{self, Request};
use crate::backend::{Backend as _, BackendError};
use crate::perft::{self, CountError};
use crate::variant::VariantId;
use std::sync::Arc;

/// What to count.
pub(super) struct Job {
    pub variant: VariantId,
    /// Any request about the position.
    pub request: Request,
    pub depth: u32,
}

/// What an answer is for: the place of the first move in the divide, and the plies to count from there, which for an `after`
/// is from the child.
#[derive(Clone, Copy)]
struct Part {
    root: usize,
    left: u32,
}

/// The number of legal move sequences; none if there are more than `most`.
pub(super) fn perft(client: &mut Client, job: &Job, most: u128) -> Result<Option<u128>, BackendError> {
    let vfen = job.request.vfen.as_deref().unwrap_or_default();
    if job.depth == 0 {
        // There is one sequence of no moves, if the position is one.
        client.read(job.variant, vfen)?;
        return Ok(Some(1));
    }
    if client.hello().native.divide {
        let rows = client.divide(job.variant, vfen, job.depth)?;
        let total = perft::total(rows.iter().map(|(_, count)| *count));
        return Ok(Some(total.ok_or(CountError::Overflow)?));
    }
    let first = Request { ask: "moves", ..job.request.clone() };
    let counts = walk(client, vec![(first, Part { root: 0, left: job.depth })], 1, most)?;
    Ok(counts.map(|counts| counts[0]))
}

/// The counts of every legal move's child, one ply shallower.
pub(super) fn divide(client: &mut Client, job: &Job) -> Result<Vec<(String, u128)>, BackendError> {
    let vfen = job.request.vfen.as_deref().unwrap_or_default();
    let moves = client.moves(job.variant, vfen)?;
    if job.depth <= 1 {
        return Ok(moves.into_iter().map(|text| (text, 1)).collect());
    }
    let first = moves.iter().enumerate().map(|(root, text)| {
        (after(&job.request, job.request.vfen.clone(), text), Part { root, left: job.depth - 1 })
    });
    let first = first.collect();
    let counts = walk(client, first, moves.len(), u128::MAX)?;
    let counts = counts.expect("no count is larger than the largest");
    Ok(moves.into_iter().zip(counts).collect())
}

fn after(like: &Request, vfen: Option<Arc<str>>, text: &str) -> Request {
    let moves = Some(vec![text.to_owned()]);
    Request { ask: "after", variant: like.variant, vfen, moves, ..Request::default() }
}

/// Asks until nothing is left to be asked, and counts for each of the first moves. It is given up, and there are no counts, when
/// their sum is known to be more than `most`; as many positions on the way that lead to no sequence are an error.
fn walk(
    client: &mut Client,
    first: Vec<(Request, Part)>,
    roots: usize,
    most: u128,
) -> Result<Option<Vec<u128>>, BackendError> {
    let has_perft = client.hello().native.perft;
    let mut counts = vec![0_u128; roots];
    let (mut total, mut reached) = (0_u128, 0_u128);
    let given_up =
        || BackendError::NotAsked(format!("the count was given up after {most} positions on the way"));
    let outcome = client.ask_ahead(first, &mut |request, part, reply, more| {
        let json = reply.map_err(|error| about(error, request))?;
        let mut add = |count: u128| -> Result<(), BackendError> {
            counts[part.root] = counts[part.root].checked_add(count).ok_or(CountError::Overflow)?;
            total = total.saturating_add(count);
            if total > most { Err(given_up()) } else { Ok(()) }
        };
        match request.ask {
            "after" => {
                reached += 1;
                if reached > most {
                    return Err(given_up());
                }
                let vfen = Some(Arc::from(client::vfen(request, &json)?));
                let (ask, depth) = if has_perft { ("perft", Some(part.left)) } else { ("moves", None) };
                more.push((
                    Request { ask, variant: request.variant, vfen, depth, ..Request::default() },
                    part,
                ));
            }
            "perft" => add(message::count(request, &json)?)?,
            _ => {
                let moves = client::move_texts(request, &json)?;
                if part.left <= 1 {
                    return add(moves.len() as u128);
                }
                let below = Part { left: part.left - 1, ..part };
                let children =
                    moves.iter().rev().map(|text| (after(request, request.vfen.clone(), text), below));
                more.extend(children);
            }
        }
        Ok(())
    });
    if total > most {
        return Ok(None);
    }
    outcome.map(|()| Some(counts))
}

/// An error in the answer to a request nobody but the harness knows of, with the request.
pub(super) fn about(error: BackendError, request: &Request) -> BackendError {
    let with = |text: String| format!("{text} (asked for {})", request.full_name());
    match error {
        BackendError::RefusedPosition { reason, message } => {
            BackendError::RefusedPosition { reason, message: with(message) }
        }
        BackendError::RefusedMove(message) => BackendError::RefusedMove(with(message)),
        BackendError::Protocol(problem) => BackendError::Protocol(with(problem)),
        BackendError::Crash(problem) => BackendError::Crash(with(problem)),
        BackendError::NotAsked(problem) => BackendError::NotAsked(with(problem)),
        BackendError::Timeout { after, .. } => BackendError::Timeout { request: request.full_name(), after },
        // What a program does not do it does not do anywhere: reports say each reason once.
        other @ (BackendError::Position(_)
        | BackendError::Move(_)
        | BackendError::Count(_)
        | BackendError::Unsupported(_)) => other,
    }
}
