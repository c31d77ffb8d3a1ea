//! Which clauses make a move possible or forbid it, and which ended a game.
//!
//! A clause is found by its absence: the rules are asked again without it. A legal move that is gone then is made possible by it; an
//! illegal one that is there then is forbidden by it; a game that goes on then was ended by it. Where no clause alone is enough,
//! pairs are tried. This says nothing that the rules do not: whoever cannot do without a clause tells no clause.

use super::descend::fields;
use crate::backend::{BackendError, PositionPath, VariantBackend};
use crate::game::notation;
use crate::game::notation::{Entry, NotationError};
use crate::game::rules::Status;
use crate::game::variant::{Clause, Variant, VariantId};
use crate::lab::clause_switch::ClauseSwitch;
use crate::support::suggest::nearest;
use serde::{Serialize, Serializer};

/// How many legal moves are named beside one that is not.
const NEAREST: usize = 8;

/// A clause on which something rests, or two that only both together decide it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClauseEffect<T> {
    /// The clauses.
    #[serde(serialize_with = "ids")]
    pub clauses: Vec<Clause>,
    /// What there is instead without them.
    pub without: T,
}

fn ids<S: Serializer>(clauses: &[Clause], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(clauses.iter().map(|clause| clause.id()))
}

/// A move and the clauses it rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ExplainedMove {
    /// Its canonical text; of one that is not legal, what somebody wrote.
    #[serde(rename = "move")]
    pub text: String,
    /// Whether it is legal.
    pub legal: bool,
    /// The position after it, if it is legal.
    pub vfen: Option<String>,
    /// Clauses without which a legal move is none, with the moves between the same squares that there are then. Of two, either
    /// alone makes it possible.
    pub possible_by: Vec<ClauseEffect<Vec<String>>>,
    /// Clauses without which a legal move leads elsewhere, with the fields of the position that are others then.
    pub shaped_by: Vec<ClauseEffect<Vec<&'static str>>>,
    /// Clauses without which an illegal move is legal, with its texts then.
    pub forbidden_by: Vec<ClauseEffect<Vec<String>>>,
    /// The legal moves that a text may mean which says too little to be one.
    pub may_mean: Vec<String>,
    /// The legal moves that are nearest to an illegal one.
    pub nearest: Vec<String>,
}

/// The moves of a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ExplainedSquare {
    /// The square on which it stands.
    pub square: String,
    /// Its legal moves, sorted.
    pub moves: Vec<ExplainedMove>,
    /// Clauses without which it has more of them, with those moves.
    pub forbidden_by: Vec<ClauseEffect<Vec<String>>>,
}

/// How a game stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ExplainedStatus {
    /// Its status.
    pub status: Status,
    /// How many legal moves there are.
    pub legal_moves: usize,
    /// If the game is over, clauses without which it stands otherwise, and how; those without which it goes on come first.
    pub ended_by: Vec<ClauseEffect<Status>>,
}

/// Where something is to be explained.
pub struct Explainer<'e> {
    /// The variant.
    pub variant: VariantId,
    /// The position before the moves to it, and these.
    pub place: PositionPath<'e>,
    /// The position itself.
    pub vfen: &'e str,
    /// The rules without some of their clauses; none if the backend cannot do without any.
    pub clause_switch: Option<&'e ClauseSwitch<'e>>,
}

impl Explainer<'_> {
    /// Explains a move, which may be written as people type it.
    ///
    /// # Errors
    /// If the backend gives no answer, the text cannot be read, or it may mean several legal moves.
    pub fn explain_move(
        &self,
        view: &mut dyn VariantBackend,
        text: &str,
    ) -> Result<ExplainedMove, BackendError> {
        let legal = view.moves(self.place)?;
        match self.find(text, &legal) {
            Ok(found) => {
                let text = found.clone();
                let vfen =
                    view.after(PositionPath { vfen: self.vfen, moves: std::slice::from_ref(&text) })?;
                let possible_by = self.grounds(2, &mut |view| self.gone(view, &text));
                let shaped_by = self.grounds(1, &mut |view| self.elsewhere(view, &text, &vfen));
                Ok(ExplainedMove { possible_by, shaped_by, ..ExplainedMove::new(text, Some(vfen)) })
            }
            Err(error @ (NotationError::Illegal(_) | NotationError::Ambiguous { .. })) => {
                let may_mean = match error {
                    // Of a text without both squares there is nothing more to tell.
                    NotationError::Ambiguous { .. } if !self.is_whole(text) => return Err(error.into()),
                    NotationError::Ambiguous { candidates, .. } => candidates,
                    _ => Vec::new(),
                };
                let forbidden_by = self.grounds(2, &mut |view| {
                    let moves = view.moves(self.vfen.into()).ok()?;
                    match self.find(text, &moves) {
                        Ok(found) => Some(vec![found.clone()]),
                        // What is ambiguous with all clauses is so without most of them.
                        Err(NotationError::Ambiguous { candidates, .. }) if may_mean.is_empty() => {
                            Some(candidates)
                        }
                        Err(_) => None,
                    }
                });
                let nearest = if may_mean.is_empty() { self.nearest(text, &legal) } else { Vec::new() };
                let illegal = ExplainedMove::new(text.to_owned(), None);
                Ok(ExplainedMove { forbidden_by, may_mean, nearest, ..illegal })
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Explains all moves of the piece on a square.
    ///
    /// # Errors
    /// If the backend gives no answer.
    pub fn explain_square(
        &self,
        view: &mut dyn VariantBackend,
        square: &str,
    ) -> Result<ExplainedSquare, BackendError> {
        let mut legal = view.moves(self.place)?;
        legal.retain(|text| notation::starts_on(text, square));
        legal.sort();
        let mut moves = Vec::new();
        for text in &legal {
            let vfen = view.after(PositionPath { vfen: self.vfen, moves: std::slice::from_ref(text) })?;
            moves.push(ExplainedMove::new(text.clone(), Some(vfen)));
        }
        let lists = |group: usize| self.tried(group, &mut |view| view.moves(self.vfen.into()).ok());
        let alone = lists(1);
        self.allow(&mut moves, &alone, &legal);
        if moves.iter().any(|explained| explained.possible_by.is_empty()) && self.clause_switch.is_some() {
            let mut left: Vec<_> =
                moves.iter().filter(|explained| explained.possible_by.is_empty()).cloned().collect();
            self.allow(&mut left, &lists(2), &legal);
            for explained in left {
                let place = moves.iter_mut().find(|known| known.text == explained.text);
                place.expect("it is one of them").possible_by = explained.possible_by;
            }
        }
        let mut forbidden_by = Vec::new();
        for ClauseEffect { clauses, without } in alone {
            let is_more = |text: &&String| notation::starts_on(text, square) && !legal.contains(text);
            let mut more: Vec<_> = without.iter().filter(is_more).cloned().collect();
            more.sort();
            if !more.is_empty() {
                forbidden_by.push(ClauseEffect { clauses, without: more });
            }
        }
        Ok(ExplainedSquare { square: square.to_owned(), moves, forbidden_by })
    }

    /// Explains how the game stands.
    ///
    /// # Errors
    /// If the backend gives no answer.
    pub fn explain_status(&self, view: &mut dyn VariantBackend) -> Result<ExplainedStatus, BackendError> {
        let status = view.status(self.place)?;
        let legal_moves = view.moves(self.place)?.len();
        let mut ended_by = if status == Status::Ongoing {
            Vec::new()
        } else {
            self.grounds(2, &mut |view| {
                // Without a clause a move on the way may be none; the position is there all the same.
                let other = view.status(self.place).or_else(|_| view.status(self.vfen.into())).ok()?;
                (other != status).then_some(other)
            })
        };
        ended_by.sort_by_key(|ground| ground.without != Status::Ongoing);
        Ok(ExplainedStatus { status, legal_moves, ended_by })
    }

    /// The move of a list that a text means.
    fn find<'m>(&self, text: &str, moves: &'m [String]) -> Result<&'m String, NotationError> {
        let variant = Variant::get(self.variant);
        let texts: Vec<_> = moves.iter().map(String::as_str).collect();
        let find = if self.is_whole(text) { notation::resolve } else { notation::typed };
        find(variant, text, &texts).map(|index| &moves[index])
    }

    /// Whether a text names both squares of a move, so that it means none between others.
    fn is_whole(&self, text: &str) -> bool {
        Entry::parse(Variant::get(self.variant), text).is_ok()
    }

    /// Whether a move is gone without a clause, and what there is between its squares.
    fn gone(&self, view: &mut dyn VariantBackend, text: &String) -> Option<Vec<String>> {
        let moves = view.moves(self.vfen.into()).ok()?;
        (!moves.contains(text)).then(|| self.between(text, &moves, &[]))
    }

    /// The moves of a list between the squares of a move, but for those of another list.
    fn between(&self, text: &str, moves: &[String], but: &[String]) -> Vec<String> {
        let ends = |text: &str| {
            let entry = Entry::parse(Variant::get(self.variant), text).ok()?;
            Some((entry.from.to_owned(), entry.to.map(str::to_owned)))
        };
        let wanted = ends(text);
        let mut moves: Vec<_> =
            moves.iter().filter(|other| ends(other) == wanted && !but.contains(other)).cloned().collect();
        moves.sort();
        moves
    }

    /// The fields of the position after a move that are others without a clause.
    fn elsewhere(
        &self,
        view: &mut dyn VariantBackend,
        text: &String,
        vfen: &str,
    ) -> Option<Vec<&'static str>> {
        let other = view.after(PositionPath { vfen: self.vfen, moves: std::slice::from_ref(text) }).ok()?;
        (other != vfen).then(|| fields(vfen, &other))
    }

    /// Notes with each move the groups of clauses without which it is gone, given the moves there are then.
    fn allow(&self, moves: &mut [ExplainedMove], lists: &[ClauseEffect<Vec<String>>], legal: &[String]) {
        for ClauseEffect { clauses, without } in lists {
            for explained in moves.iter_mut().filter(|explained| !without.contains(&explained.text)) {
                let between = self.between(&explained.text, without, legal);
                explained.possible_by.push(ClauseEffect { clauses: clauses.clone(), without: between });
            }
        }
    }

    /// The clauses without which an answer is of interest; if no clause alone is enough and there may be pairs, those.
    fn grounds<T>(
        &self,
        most: usize,
        ask: &mut dyn FnMut(&mut dyn VariantBackend) -> Option<T>,
    ) -> Vec<ClauseEffect<T>> {
        let alone = self.tried(1, ask);
        if alone.is_empty() && most > 1 { self.tried(2, ask) } else { alone }
    }

    /// Asks without every clause, or without every pair of clauses.
    fn tried<T>(
        &self,
        group: usize,
        ask: &mut dyn FnMut(&mut dyn VariantBackend) -> Option<T>,
    ) -> Vec<ClauseEffect<T>> {
        let Some(clause_switch) = self.clause_switch else { return Vec::new() };
        let clauses = clause_switch.clauses();
        let mut tell = |off: &[Clause]| {
            let mut backend = clause_switch.without(off)?;
            let without = backend.of(self.variant).ok().and_then(&mut *ask)?;
            Some(ClauseEffect { clauses: off.to_vec(), without })
        };
        if group == 1 {
            return clauses.iter().filter_map(|clause| tell(&[*clause])).collect();
        }
        let others = |index: usize| clauses[index + 1..].iter().map(move |other| (index, *other));
        let pairs = (0..clauses.len()).flat_map(others);
        pairs.filter_map(|(index, other)| tell(&[clauses[index], other])).collect()
    }

    /// The legal moves that somebody may have meant: those of a like text, of the same piece, and to the same square.
    fn nearest(&self, text: &str, legal: &[String]) -> Vec<String> {
        let variant = Variant::get(self.variant);
        let mut sorted: Vec<&str> = legal.iter().map(String::as_str).collect();
        sorted.sort_unstable();
        let shape = variant.starts[0].shape;
        let names: Vec<_> =
            notation::squares(variant, shape, text).map(|square| variant.labels.square(square)).collect();
        let from = names.first();
        let to = names.get(1).or(from);
        let starts = |mv: &&&str| from.is_some_and(|square| notation::starts_on(mv, square));
        let ends = |mv: &&&str| {
            let entry = Entry::parse(variant, mv).ok();
            entry.and_then(|entry| entry.to.map(str::to_owned)).is_some_and(|end| Some(&end) == to)
        };
        let mut found: Vec<String> = Vec::new();
        let like = nearest(text, sorted.iter().copied());
        let others = sorted.iter().filter(starts).chain(sorted.iter().filter(ends)).copied();
        for mv in like.into_iter().chain(others) {
            if found.len() < NEAREST && !found.iter().any(|known| known == mv) {
                found.push(mv.to_owned());
            }
        }
        found
    }
}

impl ExplainedMove {
    /// A move that leads to a position if it is legal, about which nothing is known yet.
    fn new(text: String, vfen: Option<String>) -> Self {
        let (possible_by, shaped_by, forbidden_by) = (Vec::new(), Vec::new(), Vec::new());
        let (legal, may_mean, nearest) = (vfen.is_some(), Vec::new(), Vec::new());
        Self { text, legal, vfen, possible_by, shaped_by, forbidden_by, may_mean, nearest }
    }
}
