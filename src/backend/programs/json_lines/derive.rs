//! Counts by asking for moves and for what comes after them, where a program does not count itself.
//!
//! The tree is walked without recursion: what is still to be asked lies on a stack, the first of its level on top, so
//! that the stack holds no more than the moves of one sequence of positions and of those that are asked ahead; and of them only
//! so many bytes.

use super::hello::Native;
use super::message::{self, Request};
use super::program::Program;
use super::results;
use crate::backend::{BackendError, MemoryBudget};
use crate::game::perft;
use crate::game::perft::CountError;
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
    let tree = count_tree(program, vec![(first, Part { root: 0, left: depth })], 1, most);
    if tree.total > most {
        return Ok(None);
    }
    tree.outcome.map(|()| Some(tree.counts[0]))
}

/// The counts of every legal move's child, one ply shallower, as the program says them itself.
pub(super) fn native_divide(
    program: &mut Program,
    like: &Request,
    depth: u32,
) -> Result<Vec<(String, u128)>, BackendError> {
    let request = Request { ask: "divide", depth: Some(depth), ..like.clone() };
    let json = program.ask(&request)?;
    message::counts(&request, super::size::check(&request, &json, super::size::LIST)?)
}

/// The counts of these legal moves' children, one ply shallower; none for those that are not finished when the count is stopped,
/// which makes the program fail.
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

/// The request for where a move leads, from what a request is about.
fn after(from: &Request, text: &str) -> Request {
    let mut moves = from.moves.clone().unwrap_or_default();
    moves.push(text.to_owned());
    let (variant, vfen) = (from.variant, from.vfen.clone());
    Request { ask: "after", variant, vfen, moves: Some(moves), ..Request::default() }
}

/// The first request about what is below a move. One that plays moves before it answers is asked by all the moves that led there:
/// counted by positions, it would not show what it keeps while it plays.
fn below(native: Native, from: &Request, text: &str, left: u32) -> Request {
    let request = after(from, text);
    match native.played {
        true => count(native, request, left),
        false => request,
    }
}

/// The request that counts so many plies at a place, or lists the moves there.
fn count(native: Native, place: Request, left: u32) -> Request {
    let (ask, depth) = if native.perft { ("perft", Some(left)) } else { ("moves", None) };
    Request { ask, depth, ..place }
}

/// What was counted of a tree.
struct Tree {
    /// The count of each of the first moves, and how many requests about it are open.
    counts: Vec<u128>,
    open: Vec<usize>,
    total: u128,
    /// Whether nothing is left to be asked, or why it is not.
    outcome: Result<(), BackendError>,
}

/// What a request takes that is still to be asked. The position is shared by all requests about its moves.
fn size(request: &Request) -> usize {
    let moves = request.moves.iter().flatten().map(String::as_str);
    size_of::<(Request, Part)>() + MemoryBudget::size(moves)
}

/// Asks until nothing is left to be asked, and counts for each of the first moves. It is given up when their sum is known to be
/// more than `most`; as many positions on the way that lead to no sequence are an error, and so is more to be asked than there
/// is memory for.
fn count_tree(program: &mut Program, first: Vec<(Request, Part)>, roots: usize, most: u128) -> Tree {
    let native = program.hello().native;
    let mut counts = vec![0_u128; roots];
    let mut open = vec![0; roots];
    first.iter().for_each(|(_, part)| open[part.root] += 1);
    let asked = first.iter().map(|(request, _)| size(request)).sum();
    let (mut total, mut reached, mut held) = (0_u128, 0_u128, MemoryBudget::of(asked));
    let given_up =
        || BackendError::NotAsked(format!("the count was given up after {most} positions on the way"));
    let outcome = program.ask_ahead(first, &mut |request, part, reply, more| {
        let json = reply.map_err(|error| message::about(error, request))?;
        let before = more.len();
        held.remove(size(request));
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
                let place = Request { variant: request.variant, vfen, ..Request::default() };
                more.push((count(native, place, part.left), part));
            }
            "perft" => add(message::count(request, &json)?)?,
            _ => {
                let moves = results::move_texts(request, &json)?;
                reached += u128::from(native.played);
                if reached > most {
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
        held.add(more[before..].iter().map(|(request, _)| size(request)).sum())?;
        open[part.root] += more.len() - before;
        open[part.root] -= 1;
        Ok(())
    });
    Tree { counts, open, total, outcome }
}
