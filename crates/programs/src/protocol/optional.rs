//! The optional requests about a variant, if the program declares them: `perft`, `divide`, `status`, and `moves` after played moves.

use super::checker::Checker;
use super::exchange::{Assessed, result, wrong};
use super::required::{Listing, VariantContext};
use crate::json_lines;
use crate::json_lines::{Hello, Reply, Request};
use vperft::inner::game::perft;
use vperft::inner::game::rules::Status;

/// Asks for counts, which have to agree with the listed moves.
pub(super) fn counts(checker: &mut Checker<'_>, hello: &Hello, context: &VariantContext, start: &Listing) {
    if hello.native.perft {
        let listed = start.moves.as_ref().map(|moves| moves.len() as u128);
        for (step, depth, count) in [("perft to depth 0", 0, Some(1)), ("perft to depth 1", 1, listed)] {
            let request = Request { depth: Some(depth), ..context.about("perft", &start.vfen) };
            let expected = count.map_or_else(|| "a count".to_owned(), |count| format!("the count {count}"));
            checker.step(Some(context.id), step, &request, &expected, |reply| {
                let json = result(reply, &expected)?;
                match json_lines::count(&request, &json) {
                    Ok(actual) if count.is_none_or(|count| count == actual) => Ok(()),
                    Ok(actual) => Err(wrong(format!("answered with {actual}"), &expected)),
                    Err(error) => Err(wrong(error, &expected)),
                }
            });
        }
    }
    if hello.native.divide {
        let request = Request { depth: Some(1), ..context.about("divide", &start.vfen) };
        let expected = "each of the moves that `moves` lists, with the count 1";
        checker.step(Some(context.id), "divide to depth 1", &request, expected, |reply| {
            read_divide(&request, reply, start.moves.as_deref(), expected)
        });
    }
    if hello.native.perft && hello.native.divide {
        let [perft, divide] =
            ["perft", "divide"].map(|ask| Request { depth: Some(2), ..context.about(ask, &start.vfen) });
        let expected = "a count";
        let total = checker.step(Some(context.id), "perft to depth 2", &perft, expected, |reply| {
            json_lines::count(&perft, &result(reply, expected)?).map_err(|error| wrong(error, expected))
        });
        let Some(total) = total else { return };
        let expected = format!("counts that add up to {total}, the perft");
        checker.step(Some(context.id), "divide to depth 2", &divide, &expected, |reply| {
            let rows = json_lines::counts(&divide, &result(reply, &expected)?);
            let rows = rows.map_err(|error| wrong(error, &expected))?;
            match perft::total(rows.iter().map(|(_, count)| *count)) {
                Some(sum) if sum == total => Ok(()),
                Some(sum) => Err(wrong(format!("they add up to {sum}"), &expected)),
                None => Err(wrong("they add up to more than 2^128 - 1", &expected)),
            }
        });
    }
}

/// Reads the answer to `divide` at depth 1. It has to list `moves`, if those are known.
fn read_divide(request: &Request, reply: Reply, moves: Option<&[String]>, expected: &str) -> Assessed<()> {
    let json = result(reply, expected)?;
    let mut rows = json_lines::counts(request, &json).map_err(|error| wrong(error, expected))?;
    rows.sort();
    let Some(moves) = moves else { return Ok(()) };
    let mut wanted: Vec<_> = moves.iter().map(|text| (text.clone(), 1)).collect();
    wanted.sort();
    if rows == wanted {
        return Ok(());
    }
    let extra = rows.iter().find(|row| !wanted.contains(row));
    let other = extra.or_else(|| wanted.iter().find(|row| !rows.contains(row)));
    let (text, count) = other.unwrap_or(&rows[0]);
    Err(wrong(format!("they differ in `{text}`: {count}"), expected))
}

/// Asks for the moves after a move, which have to be the moves of its child.
pub(super) fn played(
    checker: &mut Checker<'_>,
    hello: &Hello,
    context: &VariantContext,
    start: &Listing,
    child: Option<&str>,
) {
    let first = start.moves.as_ref().and_then(|moves| moves.first());
    let (true, Some(first), Some(child)) = (hello.native.played, first, child) else { return };
    let listed = |request: &Request, reply, expected: &str| {
        let json = result(reply, expected)?;
        let mut moves = json_lines::move_texts(request, &json).map_err(|error| wrong(error, expected))?;
        moves.sort();
        Ok(moves)
    };
    let (of, request) = (Some(context.id), context.about("moves", child));
    let expected = "an array of move texts";
    let due =
        checker.step(of, "moves of a child", &request, expected, |reply| listed(&request, reply, expected));
    let Some(due) = due else { return };
    let request = Request { moves: Some(vec![first.clone()]), ..context.about("moves", &start.vfen) };
    let expected = format!("the moves of {child}, where it leads");
    checker.step(of, "moves after a move", &request, &expected, |reply| {
        match listed(&request, reply, &expected)? {
            moves if moves == due => Ok(()),
            moves => {
                Err(wrong(format!("answered with {} moves: {}", moves.len(), moves.join(", ")), &expected))
            }
        }
    });
}

/// Asks for the status of the start position.
pub(super) fn status(checker: &mut Checker<'_>, hello: &Hello, context: &VariantContext, start: &Listing) {
    if !hello.native.status {
        return;
    }
    let request = Request { moves: Some(Vec::new()), ..context.about("status", &start.vfen) };
    let expected = "the status word `ongoing`";
    checker.step(Some(context.id), "status", &request, expected, |reply| {
        let json = result(reply, expected)?;
        match json_lines::status(&request, &json) {
            Ok(Status::Ongoing) => Ok(()),
            Ok(other) => Err(wrong(format!("answered with `{other}`"), expected)),
            Err(error) => Err(wrong(error, expected)),
        }
    });
}
