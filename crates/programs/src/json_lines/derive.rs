//! Derives counts from lists of moves, for a program that does not count itself.
//!
//! The walk of the tree is iterative and depth first. The stack of open requests holds the moves along one path and those that are
//! pipelined, and its memory is limited.

use super::hello::Native;
use super::message::{self, Request};
use super::program::Program;
use super::results;
use std::sync::Arc;
use vperft::inner::backend::{BackendError, MemoryBudget};
use vperft::inner::game::perft;
use vperft::inner::game::perft::CountError;

/// The part of the count that a request belongs to: the index of the first move, and the plies left to count. For an `after`
/// these are the plies below the child.
#[derive(Clone, Copy)]
struct Part {
    root: usize,
    left: u32,
}

/// The perft of the position that `like` is about; `None` if it exceeds `limit`.
pub(super) fn perft(
    program: &mut Program,
    like: &Request,
    depth: u32,
    limit: u128,
) -> Result<Option<u128>, BackendError> {
    if depth == 0 {
        // A valid position has one sequence of no moves.
        let moves = Some(like.moves.clone().unwrap_or_default());
        let read = Request { ask: "after", moves, ..like.clone() };
        results::vfen(&read, &program.ask(&read)?)?;
        return Ok(Some(1));
    }
    if program.hello().native.divide {
        let rows = native_divide(program, like, depth)?;
        let total = perft::total(rows.iter().map(|(_, count)| *count));
        return Ok(Some(total.ok_or(CountError::Overflow)?));
    }
    let first = Request { ask: "moves", ..like.clone() };
    let tree = count_tree(program, vec![(first, Part { root: 0, left: depth })], 1, limit);
    if tree.total > limit {
        return Ok(None);
    }
    tree.outcome.map(|()| Some(tree.counts[0]))
}

/// The divide that the program itself answers.
pub(super) fn native_divide(
    program: &mut Program,
    like: &Request,
    depth: u32,
) -> Result<Vec<(String, u128)>, BackendError> {
    let request = Request { ask: "divide", depth: Some(depth), ..like.clone() };
    let json = program.ask(&request)?;
    let rows = message::counts(&request, super::size::check_size(&request, &json, super::size::LIST)?)?;
    match rows.iter().find(|(_, count)| depth == 1 && *count != 1) {
        Some((text, count)) => Err(BackendError::Protocol(format!(
            "answered {} with the count {count} of `{text}`; expected 1 for each legal move",
            request.name()
        ))),
        None => Ok(rows),
    }
}

/// The perft below each of these moves; `None` if the count was stopped before. Stopping a count kills the program.
pub(super) fn divide_until(
    program: &mut Program,
    like: &Request,
    depth: u32,
    moves: Vec<String>,
    is_stopped: &dyn Fn() -> bool,
) -> Result<Vec<(String, Option<u128>)>, BackendError> {
    if depth <= 1 {
        return Ok(moves.into_iter().map(|text| (text, Some(1))).collect());
    }
    let first = moves.iter().enumerate().map(|(root, text)| (text, Part { root, left: depth - 1 }));
    let native = program.hello().native;
    let first = first.map(|(text, part)| (below(native, like, text, part.left), part)).collect();
    let Tree { counts, open, outcome, .. } = count_tree(program, first, moves.len(), u128::MAX);
    match outcome {
        Err(_) if is_stopped() => {}
        outcome => outcome?,
    }
    let counts = counts.into_iter().zip(open).map(|(count, open)| (open == 0).then_some(count));
    Ok(moves.into_iter().zip(counts).collect())
}

/// The request for the position after one more move.
fn after(from: &Request, text: &str) -> Request {
    let mut moves = from.moves.clone().unwrap_or_default();
    moves.push(text.to_owned());
    let (variant, vfen) = (from.variant, from.vfen.clone());
    Request { ask: "after", variant, vfen, moves: Some(moves), ..Request::default() }
}

/// The first request below a move. A program that plays moves is asked by root and moves, which exposes bugs in its own state.
fn below(native: Native, from: &Request, text: &str, left: u32) -> Request {
    let request = after(from, text);
    match native.played {
        true => count(native, request, left),
        false => request,
    }
}

/// The request that counts at a position, or else lists its moves.
fn count(native: Native, position: Request, left: u32) -> Request {
    let (ask, depth) = if native.perft { ("perft", Some(left)) } else { ("moves", None) };
    Request { ask, depth, ..position }
}

/// The state of a derived count.
struct Tree {
    /// The count below each first move, and the number of its open requests.
    counts: Vec<u128>,
    open: Vec<usize>,
    total: u128,
    /// Whether all requests were answered.
    outcome: Result<(), BackendError>,
}

/// The memory of an open request. Requests about the moves of one position share its text.
fn size(request: &Request) -> usize {
    let moves = request.moves.iter().flatten().map(String::as_str);
    size_of::<(Request, Part)>() + MemoryBudget::size(moves)
}

/// Asks until no request is open, and counts below each first move. It gives up when the total exceeds `limit`, when it has visited
/// that many inner positions, or when the open requests take too much memory.
fn count_tree(program: &mut Program, first: Vec<(Request, Part)>, roots: usize, limit: u128) -> Tree {
    let native = program.hello().native;
    let mut counts = vec![0_u128; roots];
    let mut open = vec![0; roots];
    first.iter().for_each(|(_, part)| open[part.root] += 1);
    let asked = first.iter().map(|(request, _)| size(request)).sum();
    let (mut total, mut reached, mut budget) = (0_u128, 0_u128, MemoryBudget::spent(asked));
    let given_up =
        || BackendError::NotAsked(format!("the count was given up after {limit} positions on the way"));
    let outcome = program.ask_ahead(first, &mut |request, part, reply, more| {
        let json = reply.map_err(|error| message::about(error, request))?;
        let before = more.len();
        budget.remove(size(request));
        let mut add = |count: u128| -> Result<(), BackendError> {
            counts[part.root] = counts[part.root].checked_add(count).ok_or(CountError::Overflow)?;
            total = total.saturating_add(count);
            if total > limit { Err(given_up()) } else { Ok(()) }
        };
        match request.ask {
            "after" => {
                reached += 1;
                if reached > limit {
                    return Err(given_up());
                }
                let vfen = Some(Arc::from(results::vfen(request, &json)?));
                let position = Request { variant: request.variant, vfen, ..Request::default() };
                more.push((count(native, position, part.left), part));
            }
            "perft" => add(message::count(request, &json)?)?,
            _ => {
                let moves = results::move_texts(request, &json)?;
                reached += u128::from(native.played);
                if reached > limit {
                    return Err(given_up());
                }
                if part.left <= 1 {
                    add(moves.len() as u128)?;
                } else {
                    let next = Part { left: part.left - 1, ..part };
                    let requests =
                        moves.iter().rev().map(|text| (below(native, request, text, next.left), next));
                    more.extend(requests);
                }
            }
        }
        budget.add(more[before..].iter().map(|(request, _)| size(request)).sum())?;
        open[part.root] += more.len() - before;
        open[part.root] -= 1;
        Ok(())
    });
    Tree { counts, open, total, outcome }
}
