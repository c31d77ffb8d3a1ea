//! Counts by asking for moves and for what comes after them, where a program does not count itself.
//!
//! The tree is walked without recursion: what is still to be asked lies on a stack, the first of its level on top, so
//! that the stack holds no more than the moves of one sequence of positions and of those that are asked ahead.

use super::message::{self, Request};
use super::program::Program;
use super::{results, size};
use crate::backend::BackendError;
use crate::perft::{self, CountError};
use std::sync::Arc;

/// What an answer is for: the place of the first move in the divide, and the plies to count from there, which for an `after`
/// is from the child.
#[derive(Clone, Copy)]
struct Part {
    root: usize,
    left: u32,
}

/// The number of legal move sequences of a position, given any request about it; none if there are more than `most`.
pub(super) fn perft(
    program: &mut Program,
    like: &Request,
    depth: u32,
    most: u128,
) -> Result<Option<u128>, BackendError> {
    if depth == 0 {
        // There is one sequence of no moves, if the position is one.
        let read = Request { ask: "after", moves: Some(Vec::new()), ..like.clone() };
        results::vfen(&read, &program.ask(&read)?)?;
        return Ok(Some(1));
    }
    if program.hello().native.divide {
        let rows = native_divide(program, like, depth)?;
        let total = perft::total(rows.iter().map(|(_, count)| *count));
        return Ok(Some(total.ok_or(CountError::Overflow)?));
    }
    let first = Request { ask: "moves", ..like.clone() };
    let counts = count_tree(program, vec![(first, Part { root: 0, left: depth })], 1, most)?;
    Ok(counts.map(|counts| counts[0]))
}

/// The counts of every legal move's child, one ply shallower, as the program says them itself.
pub(super) fn native_divide(
    program: &mut Program,
    like: &Request,
    depth: u32,
) -> Result<Vec<(String, u128)>, BackendError> {
    let request = Request { ask: "divide", depth: Some(depth), ..like.clone() };
    let json = program.ask(&request)?;
    message::counts(&request, size::check(&request, &json, size::LIST)?)
}

/// The counts of every legal move's child, one ply shallower.
pub(super) fn divide(
    program: &mut Program,
    like: &Request,
    depth: u32,
) -> Result<Vec<(String, u128)>, BackendError> {
    let listing = Request { ask: "moves", ..like.clone() };
    let moves = results::move_texts(&listing, &program.ask(&listing)?)?;
    if depth <= 1 {
        return Ok(moves.into_iter().map(|text| (text, 1)).collect());
    }
    let first = moves
        .iter()
        .enumerate()
        .map(|(root, text)| (after(like, like.vfen.clone(), text), Part { root, left: depth - 1 }));
    let first = first.collect();
    let counts = count_tree(program, first, moves.len(), u128::MAX)?;
    let counts = counts.expect("no count is larger than the largest");
    Ok(moves.into_iter().zip(counts).collect())
}

fn after(like: &Request, vfen: Option<Arc<str>>, text: &str) -> Request {
    let moves = Some(vec![text.to_owned()]);
    Request { ask: "after", variant: like.variant, vfen, moves, ..Request::default() }
}

/// Asks until nothing is left to be asked, and counts for each of the first moves. It is given up, and there are no counts, when
/// their sum is known to be more than `most`; as many positions on the way that lead to no sequence are an error.
fn count_tree(
    program: &mut Program,
    first: Vec<(Request, Part)>,
    roots: usize,
    most: u128,
) -> Result<Option<Vec<u128>>, BackendError> {
    let has_perft = program.hello().native.perft;
    let mut counts = vec![0_u128; roots];
    let (mut total, mut reached) = (0_u128, 0_u128);
    let given_up =
        || BackendError::NotAsked(format!("the count was given up after {most} positions on the way"));
    let outcome = program.ask_ahead(first, &mut |request, part, reply, more| {
        let json = reply.map_err(|error| message::about(error, request))?;
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
                let vfen = Some(Arc::from(results::vfen(request, &json)?));
                let (ask, depth) = if has_perft { ("perft", Some(part.left)) } else { ("moves", None) };
                more.push((
                    Request { ask, variant: request.variant, vfen, depth, ..Request::default() },
                    part,
                ));
            }
            "perft" => add(message::count(request, &json)?)?,
            _ => {
                let moves = results::move_texts(request, &json)?;
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
