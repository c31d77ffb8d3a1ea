//! Asks the backend again without each clause.

use super::obstacle::IllegalMove;
use super::result::{ClauseEffect, ExplainedMove, ExplainedSquare, ExplainedStatus};
use crate::differences::clause_order::{ClauseOrder, Explained};
use crate::differences::clause_switch::ClauseSwitch;
use crate::differences::descend::fields;
use crate::differences::mover::Mover;
use vperft::inner::backend::{BackendError, PositionPath, VariantBackend};
use vperft::inner::game::notation;
use vperft::inner::game::notation::{Entry, NotationError};
use vperft::inner::game::rules::Status;
use vperft::inner::game::variant::{Clause, Variant, VariantId};
use vperft::inner::support::suggest::nearest;

/// The most legal moves that are named as similar to an illegal one.
const MAX_NEAREST: usize = 8;

/// A position, and what is needed to explain it.
pub struct Explainer<'e> {
    pub variant: VariantId,
    /// The position as a root and the moves played from it.
    pub path: PositionPath<'e>,
    /// The same position as a VFEN.
    pub vfen: &'e str,
    /// Opens the rules without some clauses; `None` if the backend cannot omit clauses.
    pub clause_switch: Option<&'e ClauseSwitch<'e>>,
}

impl Explainer<'_> {
    /// Explains a move, which may be written in any form that users type.
    ///
    /// # Errors
    /// If the backend fails, the text cannot be parsed, or it may mean several legal moves.
    pub fn explain_move(
        &self,
        view: &mut dyn VariantBackend,
        text: &str,
    ) -> Result<ExplainedMove, BackendError> {
        let legal = view.moves(self.path)?;
        match self.find(text, &legal) {
            Ok(found) => {
                let text = found.clone();
                let vfen =
                    view.after(PositionPath { vfen: self.vfen, moves: std::slice::from_ref(&text) })?;
                let mut possible_by = self.effects(2, &mut |view| self.moves_instead(view, &text));
                self.sort(&mut possible_by, Explained::Other);
                let mut shaped_by = self.effects(1, &mut |view| self.changed_fields(view, &text, &vfen));
                self.sort(&mut shaped_by, Explained::Other);
                Ok(ExplainedMove { possible_by, shaped_by, ..ExplainedMove::new(text, Some(vfen)) })
            }
            Err(error @ (NotationError::Illegal(_) | NotationError::Ambiguous { .. })) => {
                let may_mean = match error {
                    // A text that does not name both squares cannot be explained further.
                    NotationError::Ambiguous { .. }
                        if Entry::parse(Variant::get(self.variant), text).is_err() =>
                    {
                        return Err(error.into());
                    }
                    NotationError::Ambiguous { candidates, .. } => candidates,
                    _ => Vec::new(),
                };
                let forbidden_by = self.forbidding(&mut |view| {
                    let moves = self.moves_like(view, text)?;
                    match self.find(text, &moves) {
                        Ok(found) => Some(vec![found.clone()]),
                        // A text that is ambiguous under all clauses is also ambiguous without most of them.
                        Err(NotationError::Ambiguous { candidates, .. }) if may_mean.is_empty() => {
                            Some(candidates)
                        }
                        Err(_) => None,
                    }
                });
                let mut completed = forbidden_by.iter().flat_map(|effect| &effect.without);
                let first = completed.next().filter(|first| *first != text).cloned();
                let completed = first.filter(|first| completed.all(|other| other == first));
                let nearest = if may_mean.is_empty() { self.nearest(text, &legal) } else { Vec::new() };
                let is_undescribed = forbidden_by.is_empty() && may_mean.is_empty();
                let variant = Variant::get(self.variant);
                let mover = || Mover::of_move(variant, self.vfen, text);
                let Mover { start, rules } = is_undescribed.then(mover).unwrap_or_default();
                let canonical = completed.as_deref().unwrap_or(text);
                let obstacles = match forbidden_by.is_empty() || !notation::is_canonical(variant, canonical) {
                    true => Vec::new(),
                    false => {
                        let (vfen, text, forbidden_by) = (self.vfen, canonical, &forbidden_by[..]);
                        IllegalMove { variant, vfen, text, forbidden_by }.obstacles(view)
                    }
                };
                let illegal = ExplainedMove::new(text.to_owned(), None);
                Ok(ExplainedMove {
                    forbidden_by,
                    obstacles,
                    completed,
                    may_mean,
                    nearest,
                    start,
                    rules,
                    ..illegal
                })
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Explains all moves of the piece on a square.
    ///
    /// # Errors
    /// If the backend fails.
    pub fn explain_square(
        &self,
        view: &mut dyn VariantBackend,
        square: &str,
    ) -> Result<ExplainedSquare, BackendError> {
        let mut legal = view.moves(self.path)?;
        legal.retain(|text| notation::starts_on(text, square));
        legal.sort();
        let mut moves = Vec::new();
        for text in &legal {
            let vfen = view.after(PositionPath { vfen: self.vfen, moves: std::slice::from_ref(text) })?;
            moves.push(ExplainedMove::new(text.clone(), Some(vfen)));
        }
        let lists =
            |group: usize| self.without_each(group, &mut |view| view.moves_of(self.vfen.into(), square).ok());
        let alone = lists(1);
        self.record_enabling_clauses(&mut moves, &alone, &legal);
        if moves.iter().any(|explained| explained.possible_by.is_empty()) && self.clause_switch.is_some() {
            let mut left: Vec<_> =
                moves.iter().filter(|explained| explained.possible_by.is_empty()).cloned().collect();
            self.record_enabling_clauses(&mut left, &lists(2), &legal);
            for explained in left {
                let enabled = moves.iter_mut().find(|known| known.text == explained.text);
                enabled.expect("it is one of them").possible_by = explained.possible_by;
            }
        }
        let mut forbidden_by = Vec::new();
        for ClauseEffect { clauses, without } in alone {
            let mut more: Vec<_> = without.iter().filter(|text| !legal.contains(text)).cloned().collect();
            more.sort();
            if !more.is_empty() {
                forbidden_by.push(ClauseEffect { clauses, without: more });
            }
        }
        self.sort(&mut forbidden_by, Explained::Forbidden);
        for explained in &mut moves {
            self.sort(&mut explained.possible_by, Explained::Other);
        }
        let start = Mover::of_square(Variant::get(self.variant), self.vfen, square).start;
        Ok(ExplainedSquare { square: square.to_owned(), start, moves, forbidden_by })
    }

    /// Explains the status of the position.
    ///
    /// # Errors
    /// If the backend fails.
    pub fn explain_status(&self, view: &mut dyn VariantBackend) -> Result<ExplainedStatus, BackendError> {
        let status = view.status(self.path)?;
        let legal_moves = view.moves(self.path)?.len();
        let mut ended_by = if status == Status::Ongoing {
            Vec::new()
        } else {
            self.effects(2, &mut |view| {
                // Without a clause, a move of the path may be illegal; then the VFEN is asked about instead.
                let other = view.status(self.path).or_else(|_| view.status(self.vfen.into())).ok()?;
                (other != status).then_some(other)
            })
        };
        self.sort(&mut ended_by, Explained::Other);
        ended_by.sort_by_key(|effect| effect.without != Status::Ongoing);
        Ok(ExplainedStatus { status, legal_moves, ended_by })
    }

    /// Finds the move in a list that a text means.
    fn find<'m>(&self, text: &str, moves: &'m [String]) -> Result<&'m String, NotationError> {
        let variant = Variant::get(self.variant);
        let texts: Vec<_> = moves.iter().map(String::as_str).collect();
        // A canonical text means its own move, legal or not.
        let find = if notation::is_canonical(variant, text) { notation::resolve } else { notation::typed };
        find(variant, text, &texts).map(|index| &moves[index])
    }

    /// The legal moves that a text may mean: those from its start square, or all if it names no start square.
    fn moves_like(&self, view: &mut dyn VariantBackend, text: &str) -> Option<Vec<String>> {
        let moves = match Entry::parse(Variant::get(self.variant), text) {
            Ok(entry) => view.moves_of(self.vfen.into(), entry.from),
            Err(_) => view.moves(self.vfen.into()),
        };
        moves.ok()
    }

    /// Returns the moves between the same squares if the move itself is not legal.
    fn moves_instead(&self, view: &mut dyn VariantBackend, text: &String) -> Option<Vec<String>> {
        let moves = self.moves_like(view, text)?;
        (!moves.contains(text)).then(|| self.between(text, &moves, &[]))
    }

    /// The moves of `moves` between the squares of a move, without those in `but`.
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

    /// The fields of the position after a move that differ from those of `vfen`.
    fn changed_fields(
        &self,
        view: &mut dyn VariantBackend,
        text: &String,
        vfen: &str,
    ) -> Option<Vec<&'static str>> {
        let other = view.after(PositionPath { vfen: self.vfen, moves: std::slice::from_ref(text) }).ok()?;
        (other != vfen).then(|| fields(vfen, &other))
    }

    /// Adds to each move the clauses without which it disappears, given the legal moves without each group of clauses.
    fn record_enabling_clauses(
        &self,
        moves: &mut [ExplainedMove],
        lists: &[ClauseEffect<Vec<String>>],
        legal: &[String],
    ) {
        for ClauseEffect { clauses, without } in lists {
            for explained in moves.iter_mut().filter(|explained| !without.contains(&explained.text)) {
                let between = self.between(&explained.text, without, legal);
                explained.possible_by.push(ClauseEffect { clauses: clauses.clone(), without: between });
            }
        }
    }

    /// The clauses without which `ask` returns a result. If no single clause does and `most` is 2, pairs are tried.
    fn effects<T>(
        &self,
        most: usize,
        ask: &mut dyn FnMut(&mut dyn VariantBackend) -> Option<T>,
    ) -> Vec<ClauseEffect<T>> {
        let alone = self.without_each(1, ask);
        if alone.is_empty() && most > 1 { self.without_each(2, ask) } else { alone }
    }

    /// The clauses without which the rules have an illegal move. A clause that gives a piece its moves forbids only by an
    /// attack; if no other clause alone forbids the move, pairs of other clauses do.
    fn forbidding(
        &self,
        ask: &mut dyn FnMut(&mut dyn VariantBackend) -> Option<Vec<String>>,
    ) -> Vec<ClauseEffect<Vec<String>>> {
        let Some(clause_switch) = self.clause_switch else { return Vec::new() };
        let mut found = self.without_each(1, ask);
        let order = ClauseOrder::at(clause_switch, self.vfen);
        if found.iter().all(|effect| order.gives_moves(&effect.clauses)) {
            let mut pairs = self.without_each(2, ask);
            // A pair of which one clause alone has the effect says nothing new.
            pairs.retain(|pair| {
                !pair.clauses.iter().any(|one| found.iter().any(|effect| effect.clauses == [*one]))
            });
            if !found.is_empty() {
                pairs.retain(|pair| !order.gives_moves(&pair.clauses));
            }
            order.sort(&mut pairs, Explained::Forbidden, |effect| &effect.clauses);
            // Shared clauses that say the same as one of the variant are named only if it has none.
            if let Some(least) = pairs.iter().map(|pair| shared(&pair.clauses)).min() {
                pairs.retain(|pair| shared(&pair.clauses) == least);
            }
            found.extend(pairs);
        }
        order.sort(&mut found, Explained::Forbidden, |effect| &effect.clauses);
        found
    }

    /// Puts the clauses that fit best first.
    fn sort<T>(&self, effects: &mut [ClauseEffect<T>], explained: Explained) {
        if let Some(clause_switch) = self.clause_switch.filter(|_| effects.len() > 1) {
            ClauseOrder::at(clause_switch, self.vfen).sort(effects, explained, |effect| &effect.clauses);
        }
    }

    /// Asks without every single clause, or without every pair of clauses.
    fn without_each<T>(
        &self,
        group: usize,
        ask: &mut dyn FnMut(&mut dyn VariantBackend) -> Option<T>,
    ) -> Vec<ClauseEffect<T>> {
        let Some(clause_switch) = self.clause_switch else { return Vec::new() };
        let clauses = clause_switch.clauses();
        let mut ask_without = |off: &[Clause]| {
            let mut backend = clause_switch.without(off)?;
            let without = backend.of(self.variant).ok().and_then(&mut *ask)?;
            Some(ClauseEffect { clauses: off.to_vec(), without })
        };
        if group == 1 {
            return clauses.iter().filter_map(|clause| ask_without(&[*clause])).collect();
        }
        let others = |index: usize| clauses[index + 1..].iter().map(move |other| (index, *other));
        let pairs = (0..clauses.len()).flat_map(others);
        pairs.filter_map(|(index, other)| ask_without(&[clauses[index], other])).collect()
    }

    /// The legal moves that are most similar to `text`: those with a similar text, the same origin, or the same
    /// destination.
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
            if found.len() < MAX_NEAREST && !found.iter().any(|known| known == mv) {
                found.push(mv.to_owned());
            }
        }
        found
    }
}

/// The number of clauses that all variants share.
fn shared(clauses: &[Clause]) -> usize {
    clauses.iter().filter(|clause| clause.variant().is_none()).count()
}
