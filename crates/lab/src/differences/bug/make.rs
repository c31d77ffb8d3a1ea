//! Makes bug files from the findings of a comparison.

use super::answered::{Answered, ask, ask_trusted};
use super::file::{Bug, BugSide, EarlierQuery};
use crate::differences::descend::{Cause, Detail, Kind, Side};
use crate::differences::shrink::ShrinkResult;
use vperft::inner::backend::{BackendError, PositionPath, Question};
use vperft::inner::corpus::question::Query;
use vperft::inner::corpus::relation::Broken;
use vperft::inner::game::perft::Count;
use vperft::inner::game::variant::{Rulings, VariantId};

/// The context of a failure.
#[derive(Clone, Debug)]
pub struct ReproContext<'s> {
    /// The variant.
    pub variant: VariantId,
    /// The readings of its rulings.
    pub rulings: &'s Rulings,
    /// The version of the suite.
    pub suite: Option<String>,
    /// The trusted side, as it was opened.
    pub a: OpenedSide,
    /// The other side.
    pub b: OpenedSide,
    /// The name of a record of both sides.
    pub record: Option<String>,
}

/// A side as it was opened, with the fields of a [`Side`] but its answer.
#[derive(Clone, Debug, Default)]
pub struct OpenedSide {
    /// The name that opened it; `None` for counts from elsewhere.
    pub backend: Option<String>,
    /// Its name and version.
    pub identity: String,
    /// The ids of the clauses that were switched off.
    pub without: Vec<String>,
    /// The engine options that were set.
    pub options: Vec<(String, String)>,
}

/// How often a flaky side is asked to find its wrong answer.
const FLAKY_TRIES: u32 = 20;

impl OpenedSide {
    fn answering(&self, answer: Answered) -> BugSide {
        let Self { backend, identity, without, options } = self.clone();
        BugSide { backend, identity, without, options, answer }
    }
}

impl ReproContext<'_> {
    /// The file about a cause found below a root that was counted to this depth. `None` if the other side now answers correctly.
    /// The trusted side is asked for its answer, and the other side too unless the cause holds it.
    ///
    /// # Errors
    /// If the trusted side does not answer.
    pub fn of_cause(
        &self,
        cause: &Cause,
        root: PositionPath<'_>,
        depth: u32,
        a: &mut Side<'_>,
        b: Option<&mut Side<'_>>,
    ) -> Result<Option<Bug>, BackendError> {
        let steps = cause.path.iter().map(|stage| &stage.text);
        let moves: Vec<_> = root.moves.iter().chain(steps).cloned().collect();
        let path = PositionPath { moves: &moves, ..root };
        let left = depth.saturating_sub(u32::try_from(cause.path.len()).unwrap_or(u32::MAX)).max(1);
        let known = match &cause.detail {
            // The list is right, but a count below it is wrong.
            Detail::Moves { .. } if cause.kind == Kind::SumOnly => {
                (vec![Query::Ask(Question::Divide { depth: left })], None)
            }
            // Either the list or a count below it was wrong.
            Detail::Moves { .. } if matches!(cause.kind, Kind::Flaky | Kind::StateLeak) => {
                (vec![Query::Ask(Question::Moves), Query::Ask(Question::Divide { depth: left })], None)
            }
            Detail::Moves { missing, extra, duplicate } => {
                let right = a.moves(path)?;
                (
                    vec![Query::Ask(Question::Moves)],
                    Some(Answered::Moves(differing(&right, missing, extra, duplicate))),
                )
            }
            Detail::Child { text, b, .. } => {
                (vec![Query::Ask(Question::After { text: text.clone() })], Some(Answered::Vfen(b.clone())))
            }
            Detail::Status { b, .. } => (vec![Query::Ask(Question::Status)], Some(Answered::Status(*b))),
            // A count is wrong in a divide, but right when the position is asked about alone.
            Detail::Count { depth, .. } if cause.kind != Kind::Unknown && *depth < left => {
                (vec![Query::Ask(Question::Divide { depth: left })], None)
            }
            Detail::Count { depth, b, .. } => {
                (vec![Query::Ask(Question::Perft { depth: *depth })], Some(Answered::Count(Count(*b))))
            }
            Detail::Relation { relation, about, rows } => {
                let broken = Broken { relation: *relation, what: about.clone(), rows: rows.clone() };
                (vec![Query::Relation(*relation)], Some(Answered::Relation(Some(broken))))
            }
            Detail::NoAnswer { .. } => {
                let after = a.moves(path)?.into_iter().map(|text| Query::Ask(Question::After { text }));
                let mut probes =
                    vec![Query::Ask(Question::Moves), Query::Ask(Question::Divide { depth: left })];
                probes.extend([Query::Ask(Question::Perft { depth: left }), Query::Ask(Question::Read)]);
                probes.extend(after);
                (probes, None)
            }
        };
        let mut before = Vec::new();
        let known = match (known, b) {
            ((probes, None), Some(b)) if cause.kind == Kind::StateLeak => {
                match leaking(&probes, path, a, b)? {
                    Some((asked, question, answer)) => {
                        before = asked;
                        Some((question, answer))
                    }
                    None => find_wrong_answer(cause.kind, probes, path, a, b)?,
                }
            }
            ((mut probes, Some(answer)), _) => Some((probes.swap_remove(0), answer)),
            ((probes, None), Some(b)) => find_wrong_answer(cause.kind, probes, path, a, b)?,
            ((_, None), None) => None,
        };
        let Some((question, answer)) = known else { return Ok(None) };
        let right = ask_trusted(&question, a, path)?;
        // A flaky trusted side may give the same wrong answer.
        if right.is_same(&answer) {
            return Ok(None);
        }
        let (vfen, kind) = (cause.vfen.clone(), cause.kind);
        let bug = self.bug(root.vfen, moves.clone(), vfen, kind, question, [right, answer]);
        Ok(Some(Bug { before, ..bug }))
    }

    /// The file about a shrunk cause that was counted to this depth.
    ///
    /// # Errors
    /// If the trusted side does not answer.
    pub fn of_shrunk(
        &self,
        shrunk: &ShrinkResult,
        depth: u32,
        a: &mut Side<'_>,
        b: &mut Side<'_>,
    ) -> Result<Option<Bug>, BackendError> {
        let root = PositionPath { vfen: &shrunk.vfen, moves: &shrunk.moves };
        let bug = self.of_cause(&shrunk.cause(), root, depth, a, Some(b))?;
        // Clauses that explain the difference exactly, or else those that decide about it.
        let near = shrunk.reason.iter().flat_map(|reason| &reason.clauses).map(|clause| clause.id());
        let clauses: Vec<_> = match shrunk.clauses.is_empty() {
            true => near.map(str::to_owned).collect(),
            false => shrunk.clauses.iter().map(|id| (*id).to_owned()).collect(),
        };
        let vfen = a.after(root)?;
        Ok(bug.map(|bug| Bug { clauses, vfen, ..bug }))
    }

    /// The file about the first of these queries that both sides answer differently at a position. `None` if there is none.
    pub fn of_position(
        &self,
        path: PositionPath<'_>,
        kind: Kind,
        probes: &[Query],
        a: &mut Side<'_>,
        b: &mut Side<'_>,
    ) -> Option<Bug> {
        for probe in probes {
            let answers = [ask_trusted(probe, a, path), ask(probe, b, path)];
            if let [Ok(right), Ok(answer)] = answers
                && !right.is_same(&answer)
            {
                let vfen = a.after(path).unwrap_or_else(|_| path.vfen.to_owned());
                let moves = path.moves.to_vec();
                return Some(self.bug(path.vfen, moves, vfen, kind, probe.clone(), [right, answer]));
            }
        }
        None
    }

    pub(super) fn bug(
        &self,
        root: &str,
        moves: Vec<String>,
        vfen: String,
        kind: Kind,
        question: Query,
        [right, wrong]: [Answered; 2],
    ) -> Bug {
        // No side is asked whether a relation holds.
        let a = match question {
            Query::Relation(_) => &OpenedSide { identity: "any backend".into(), ..OpenedSide::default() },
            _ => &self.a,
        };
        Bug {
            vperft: env!("CARGO_PKG_VERSION").to_owned(),
            suite: self.suite.clone(),
            variant: self.variant,
            rulings: self.rulings.clone(),
            root: root.to_owned(),
            moves,
            vfen,
            kind,
            clauses: Vec::new(),
            before: Vec::new(),
            question,
            a: a.answering(right),
            b: self.b.answering(wrong),
            record: self.record.clone(),
        }
    }
}

/// The first of these queries that the other side, or a fresh process of it, answers wrongly, with its answer. `None` if it answers
/// all of them correctly.
fn find_wrong_answer(
    kind: Kind,
    probes: Vec<Query>,
    path: PositionPath<'_>,
    a: &mut Side<'_>,
    b: &mut Side<'_>,
) -> Result<Option<(Query, Answered)>, BackendError> {
    let tries = if kind == Kind::Flaky { FLAKY_TRIES } else { 2 };
    for probe in probes {
        let right = ask_trusted(&probe, a, path)?;
        for number in 0..tries {
            let ask = |side: &mut Side<'_>| ask(&probe, side, path);
            let answer = if number % 2 == 0 { ask(b) } else { b.ask_fresh(ask) };
            // An unsupported query is not a wrong answer.
            let Ok(answer) = answer else { break };
            if !right.is_same(&answer) {
                return Ok(Some((probe, answer)));
            }
        }
    }
    Ok(None)
}

/// The queries that make a fresh process answer one of these queries wrongly, that query, and its answer. It tries the same query
/// twice, and then all queries along the path. `None` if neither is enough.
fn leaking(
    probes: &[Query],
    path: PositionPath<'_>,
    a: &mut Side<'_>,
    b: &mut Side<'_>,
) -> Result<Option<(Vec<EarlierQuery>, Query, Answered)>, BackendError> {
    for probe in probes {
        let right = ask_trusted(probe, a, path)?;
        let same = vec![EarlierQuery { moves: path.moves.to_vec(), question: probe.clone() }];
        for before in [same, EarlierQuery::on_the_way(path.moves)] {
            let answer = b.ask_fresh(|b| {
                before.iter().for_each(|earlier| earlier.ask(b, path.vfen));
                ask(probe, b, path)
            });
            if let Ok(answer) = answer
                && !answer.is_same(&right)
            {
                return Ok(Some((before, probe.clone(), answer)));
            }
        }
    }
    Ok(None)
}

/// The right list of moves with these differences, sorted.
pub(super) fn differing(
    right: &[String],
    missing: &[String],
    extra: &[String],
    duplicate: &[String],
) -> Vec<String> {
    let kept = right.iter().filter(|text| !missing.contains(text));
    let mut moves: Vec<_> = kept.chain(extra).chain(duplicate).cloned().collect();
    moves.sort();
    moves
}
