//! Rules about moves and VFENs: their order, and what a backend says to them.

use super::files::{Entry, Files, linted};
use super::{Report, Subject};
use crate::backend::{Backend, BackendError};
use crate::corpus::question::{Expected, Question};
use crate::corpus::suite::{Case, PositionEntry};
use crate::game::board::Shape;
use crate::game::notation::starts_on;
use crate::game::position;
use crate::game::variant::{Rulings, Standard, Variant, VariantId};

/// Checks every position, and every move list, VFEN and line of every case.
pub(super) fn check(files: &Files, backend: &mut dyn Backend, report: &mut Report) {
    for (file, position) in linted(&files.positions) {
        let found = canonical(backend, file.variant, &position.vfen);
        tell(report, &file.name, position.subject(), found);
    }
    let positions = files.by_id();
    for (file, case) in linted(&files.suites) {
        // Without its position a case's line and squares cannot be judged, and that it is missing is another
        // rule's finding.
        let position = positions.get(case.position.as_str()).filter(|(owner, _)| *owner == file.variant);
        let position = position.map(|(_, position)| *position);
        let mut found = lists(case);
        found.extend(squares(file.variant, position, case));
        found.extend(rejects(case));
        for check in case.list() {
            if let (Question::After(text), Expected::Position(vfen)) = (&check.question, &check.expected) {
                let after = canonical(backend, file.variant, vfen);
                found.extend(after.map(|(problem, due)| (format!("after `{text}`: {problem}"), due)));
            }
        }
        found.extend(position.and_then(|position| line(backend, file.variant, position, case)));
        tell(report, &file.name, case.subject(), found);
    }
}

/// What is wrong, and what was expected.
type Found = (String, String);

fn tell(report: &mut Report, file: &str, subject: Subject, found: impl IntoIterator<Item = Found>) {
    for (problem, expected) in found {
        report.add(file, subject.clone(), problem, expected);
    }
}

/// Move lists are sorted.
fn lists(case: &Case) -> Vec<Found> {
    case.list()
        .filter_map(|check| {
            let Expected::Moves(moves) = &check.expected else { return None };
            let pair = moves.windows(2).find(|pair| pair[0] > pair[1])?;
            let of = check.question.subject().map(|subject| format!(" `{subject}`")).unwrap_or_default();
            let problem = format!("{}{of}: `{}` stands after `{}`", check.kind(), pair[1], pair[0]);
            Some((problem, "the moves sorted bytewise".into()))
        })
        .collect()
}

/// The squares of `moves_of` are on the board, and what is listed for one starts there.
fn squares(variant: VariantId, position: Option<&PositionEntry>, case: &Case) -> Vec<Found> {
    let table = Variant::get(variant);
    let shape = shape(table, position);
    let mut found = Vec::new();
    for check in case.list() {
        let (Question::MovesOf(square), Expected::Moves(moves)) = (&check.question, &check.expected) else {
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

/// The shape of the position's board; that of the start position if it has none the variant is played on.
fn shape(table: &Variant, position: Option<&PositionEntry>) -> Shape {
    let board = position.and_then(|position| position.vfen.split(' ').next());
    let ranks = board.and_then(|board| u8::try_from(board.split('/').count()).ok());
    let start = ranks.and_then(|ranks| table.start_of_height(ranks, &Rulings::DEFAULT));
    start.unwrap_or(&table.starts[0]).shape
}

/// No VFEN is refused for two reasons. The same reason twice is the schema's finding.
fn rejects(case: &Case) -> Vec<Found> {
    let rejects: Vec<_> = case
        .list()
        .filter_map(|check| match (&check.question, &check.expected) {
            (Question::Read(vfen), Expected::InvalidPosition(kind)) => Some((vfen, kind)),
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

/// The backend reads the VFEN and prints it as it is. Where it has no rules of the variant, the harness itself reads
/// it, which can tell everything but whether the King is safe and the en passant square of use.
fn canonical(backend: &mut dyn Backend, variant: VariantId, vfen: &str) -> Option<Found> {
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

/// The backend plays the line.
fn line(
    backend: &mut dyn Backend,
    variant: VariantId,
    position: &PositionEntry,
    case: &Case,
) -> Option<Found> {
    if case.moves.is_empty() {
        return None;
    }
    match backend.of(variant).and_then(|view| view.after(case.path(&position.vfen))) {
        // A refused position is a finding about the position, not about every case that uses it; and a backend
        // without rules of the variant has nothing to say.
        Ok(_) | Err(BackendError::Position(_) | BackendError::Unsupported(_)) => None,
        Err(error) => Some((format!("the line: {error}"), "moves that are legal one after the other".into())),
    }
}
