//! Rules about moves and VFENs: their order, and whether a backend accepts them.

use super::files::{Entry, Files, linted};
use super::{Report, Subject};
use vperft::inner::backend::{Backend, BackendError, Question};
use vperft::inner::corpus::question::{Expected, Query};
use vperft::inner::corpus::suite::{Case, Kind, PositionEntry};
use vperft::inner::game::board::Shape;
use vperft::inner::game::notation::starts_on;
use vperft::inner::game::position;
use vperft::inner::game::variant::{Rulings, Standard, Variant, VariantId};

/// Checks every position, and all move lists, VFENs and lines of cases.
pub(super) fn check(files: &Files, backend: &mut dyn Backend, report: &mut Report) {
    for (file, position) in linted(&files.positions) {
        let found = canonical(backend, file.variant, &position.vfen);
        add_all(report, &file.name, position.subject(), found);
    }
    let positions = files.by_id();
    for (file, case) in linted(&files.suites) {
        // Without its position, the line and the squares of a case cannot be checked. Another rule reports
        // the missing position.
        let position = positions.get(case.position.as_str()).filter(|(owner, _)| *owner == file.variant);
        let position = position.map(|(_, position)| *position);
        let mut found = lists(case);
        found.extend(squares(file.variant, position, case));
        found.extend(rejects(case));
        found.extend(unconfirmed_line(case));
        for check in case.list() {
            if let Expected::Position(vfen) = &check.expected {
                let wrong = canonical(backend, file.variant, vfen);
                found.extend(wrong.map(|(problem, due)| (format!("{check}: {problem}"), due)));
            }
        }
        found.extend(position.and_then(|position| line(backend, file.variant, position, case)));
        add_all(report, &file.name, case.subject(), found);
    }
}

/// The problem, and what was expected.
type Problem = (String, String);

fn add_all(report: &mut Report, file: &str, subject: Subject, found: impl IntoIterator<Item = Problem>) {
    for (problem, expected) in found {
        report.add(file, subject.clone(), problem, expected);
    }
}

/// Checks that move lists are sorted and name each move once.
fn lists(case: &Case) -> Vec<Problem> {
    case.list()
        .filter_map(|check| {
            let Expected::Moves(moves) = &check.expected else { return None };
            let pair = moves.windows(2).find(|pair| pair[0] >= pair[1])?;
            let of = check.question.subject().map(|subject| format!(" `{subject}`")).unwrap_or_default();
            let fault = match pair[0] == pair[1] {
                true => "is listed twice".to_owned(),
                false => format!("comes after `{}`", pair[0]),
            };
            let problem = format!("{}{of}: `{}` {fault}", check.kind(), pair[1]);
            Some((problem, "the moves sorted bytewise, each once".into()))
        })
        .collect()
}

/// Checks that the squares of `moves_of` are on the board, and that the listed moves start there.
fn squares(variant: VariantId, position: Option<&PositionEntry>, case: &Case) -> Vec<Problem> {
    let table = Variant::get(variant);
    let shape = shape(table, position);
    let mut found = Vec::new();
    for check in case.list() {
        let (Query::Ask(Question::MovesOf { square }), Expected::Moves(moves)) =
            (&check.question, &check.expected)
        else {
            continue;
        };
        if table.labels.parse(shape, square).is_none() {
            let expected = format!("a square of the board, {} x {}", shape.files(), shape.ranks());
            found.push((format!("moves_of: there is no square `{square}`"), expected));
        }
        for text in moves.iter().filter(|text| !starts_on(text, square)) {
            let problem = format!("moves_of `{square}`: `{text}` does not start there");
            found.push((problem, format!("moves from `{square}`")));
        }
    }
    found
}

/// The board shape of the position; that of the first start position if the variant has no board of that
/// height.
fn shape(table: &Variant, position: Option<&PositionEntry>) -> Shape {
    let board = position.and_then(|position| position.vfen.split(' ').next());
    let ranks = board.and_then(|board| u8::try_from(board.split('/').count()).ok());
    let start = ranks.and_then(|ranks| table.start_of_height(ranks, &Rulings::DEFAULT));
    start.unwrap_or(&table.starts[0]).shape
}

/// Checks that no VFEN is rejected for two reasons. The schema reports the same reason twice.
fn rejects(case: &Case) -> Vec<Problem> {
    let rejects: Vec<_> = case
        .list()
        .filter_map(|check| match (&check.question, &check.expected) {
            (Query::Input(vfen), Expected::InvalidPosition(kind)) => Some((vfen, kind)),
            _ => None,
        })
        .collect();
    let mut found = Vec::new();
    for (index, (vfen, kind)) in rejects.iter().enumerate() {
        let earlier = rejects[..index].iter().find(|(other, _)| other == vfen);
        if let Some((_, other)) = earlier.filter(|(_, other)| other != kind) {
            let problem = format!("rejects `{vfen}` as {other} and as {kind}");
            found.push((problem, "one kind of fault".into()));
        }
    }
    found
}

/// Checks that a case with a line and refused moves has the position after the line. Otherwise a backend that plays the line wrongly
/// would pass.
fn unconfirmed_line(case: &Case) -> Option<Problem> {
    let questions = case.list().map(|check| &check.question).chain(&case.checks.missing);
    let has_position = questions.into_iter().any(|question| *question == Query::Ask(Question::Read));
    let refuses = case.list().any(|check| check.kind() == Kind::Illegal);
    let is_unconfirmed = refuses && !case.moves.is_empty() && !has_position;
    is_unconfirmed.then(|| {
        ("the case has a line and `illegal`, but no `position`".into(), "the VFEN after the line".into())
    })
}

/// Checks that the backend reads a VFEN and prints it unchanged. Without a backend for the variant, the
/// harness reads it, which ignores king safety and useless en passant squares.
fn canonical(backend: &mut dyn Backend, variant: VariantId, vfen: &str) -> Option<Problem> {
    let read = if backend.variants().contains(&variant) {
        backend.of(variant).and_then(|view| view.read(vfen))
    } else {
        let position = position::parse(vfen, Variant::get(variant), &Standard);
        position.map(|position| position::print(&position, &Rulings::DEFAULT)).map_err(BackendError::from)
    };
    match read {
        Ok(printed) if printed == vfen => None,
        Ok(printed) => Some((format!("the VFEN `{vfen}` is not canonical"), format!("`{printed}`"))),
        Err(error) => Some((format!("the VFEN `{vfen}`: {error}"), "a VFEN the backend reads".into())),
    }
}

/// Checks that the backend can play the line.
fn line(
    backend: &mut dyn Backend,
    variant: VariantId,
    position: &PositionEntry,
    case: &Case,
) -> Option<Problem> {
    if case.moves.is_empty() {
        return None;
    }
    match backend.of(variant).and_then(|view| view.after(case.path(&position.vfen))) {
        // A refused position is reported once, as a finding about the position. A backend without rules of
        // the variant cannot check the line.
        Ok(_) | Err(BackendError::Position(_) | BackendError::Unsupported(_)) => None,
        Err(error) => Some((format!("the line: {error}"), "moves that are legal one after the other".into())),
    }
}
