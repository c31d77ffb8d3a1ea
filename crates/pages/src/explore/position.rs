//! A position: its moves, where they lead, its status; and what the named backends answer differently.

use super::error::Refusal;
use super::line::{Line, may_repeat};
use super::place::At;
use super::sides::Sides;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use vperft::inner::backend::{BackendError, PositionPath, VariantBackend};
use vperft::inner::corpus::question::{Failure, compare_moves};
use vperft::inner::game::rules::Status;
use vperft::inner::support::sanitise::sanitise_within;

/// The most moves of a list of differences.
const MAX_LISTED: usize = 300;
/// The most characters of a move.
const MAX_MOVE: usize = 100;
/// The most characters of a VFEN.
const MAX_VFEN: usize = 1500;
/// The most characters of a message.
const MAX_MESSAGE: usize = 600;

/// What a side answers about a position; `None` for a question that it does not support.
struct Answers {
    moves: Vec<String>,
    /// The positions after the moves.
    children: Option<BTreeMap<String, String>>,
    status: Option<Status>,
}

impl Answers {
    /// Asks a side.
    fn ask(
        view: &mut dyn VariantBackend,
        path: PositionPath<'_>,
        status: PositionPath<'_>,
    ) -> Result<Self, BackendError> {
        let (moves, children) = match view.children(path) {
            Ok(children) => (
                children.iter().map(|(text, _)| text.clone()).collect(),
                Some(children.into_iter().collect()),
            ),
            // A side that prints no position may list moves.
            Err(_) => (view.moves(path)?, None),
        };
        let status = match view.status(status) {
            Err(BackendError::Unsupported(_)) => None,
            answer => Some(answer?),
        };
        Ok(Self { moves, children, status })
    }
}

/// What the rules answer about a position.
struct Right {
    /// The position without the moves that lead to it.
    here: At,
    answers: Answers,
}

impl Right {
    fn ask(at: &At, line: &mut Line, sides: &mut Sides) -> Result<Self, Refusal> {
        let vfens = line.reach(at, sides)?;
        let vfen = vfens.last().expect("a line has a root").clone();
        let here = At { root: vfen, moves: Vec::new(), ..at.clone() };
        // Only repetitions depend on the path, and playing a long one takes time.
        let whole = if may_repeat(vfens) { at.path() } else { here.path() };
        let answers = sides.believe(at, |view| Answers::ask(view, here.path(), whole))?;
        Ok(Self { here, answers })
    }
}

/// The position of a request.
pub(super) fn position(at: &At, line: &mut Line, sides: &mut Sides) -> Result<Value, Refusal> {
    let Right { here, answers } = Right::ask(at, line, sides)?;
    let is_check = sides.believe(&here, |view| view.is_check(here.path())).ok();
    let child = |text: &String| answers.children.as_ref().and_then(|children| children.get(text));
    let mut moves: Vec<_> = answers.moves.iter().map(|text| (text, child(text))).collect();
    moves.sort();
    Ok(json!({ "vfen": here.root, "status": answers.status, "check": is_check, "moves": moves }))
}

/// What each named backend answers differently about the position of a request. The backends may be slow.
pub(super) fn compare(at: &At, line: &mut Line, sides: &mut Sides) -> Result<Value, Refusal> {
    let Right { answers: right, .. } = Right::ask(at, line, sides)?;
    let believed = sides.not_compared(at);
    let compared: Vec<_> = (0..sides.len())
        .map(|index| match believed == Some(index) {
            true => json!({ "believed": true }),
            false => match sides.ask(index, at, |view| Answers::ask(view, at.path(), at.path())) {
                Ok(answers) => differences(&right, &answers),
                Err(error) => json!({ "error": sanitise_within(&error.to_string(), MAX_MESSAGE) }),
            },
        })
        .collect();
    Ok(json!({ "sides": compared }))
}

/// What a side answers differently.
fn differences(right: &Answers, answers: &Answers) -> Value {
    let (missing, extra, duplicate) = match compare_moves(&right.moves, answers.moves.clone()) {
        Some(Failure::Moves { missing, extra, duplicate, .. }) => (missing, extra, duplicate),
        _ => Default::default(),
    };
    let listed = |moves: &[String]| {
        let list: Vec<_> =
            moves.iter().take(MAX_LISTED).map(|text| sanitise_within(text, MAX_MOVE)).collect();
        json!({ "moves": list, "more": moves.len().saturating_sub(MAX_LISTED) })
    };
    let mut children = Vec::new();
    if let (Some(right), Some(answers)) = (&right.children, &answers.children) {
        for (text, vfen) in answers {
            if let Some(expected) = right.get(text).filter(|expected| *expected != vfen) {
                children.push([
                    sanitise_within(text, MAX_MOVE),
                    expected.clone(),
                    sanitise_within(vfen, MAX_VFEN),
                ]);
            }
        }
    }
    children.truncate(MAX_LISTED);
    let status = answers.status.filter(|status| right.status.is_some_and(|right| right != *status));
    json!({
        "count": answers.moves.len(), "missing": listed(&missing), "extra": listed(&extra), "duplicate": listed(&duplicate),
        "children": children, "status": status,
    })
}
