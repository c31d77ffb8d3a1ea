//! The clause that decides about what differs, if no clause explains the whole difference.
//!
//! A move is explained as `explain` does, a field by the clauses that change it after this move, a status by the
//! clauses that end the game. If rules in process change nothing of it, the clause whose words name it decides.

use super::field::{clause_of_field, clause_of_status, naming, wrong_fields};
use super::{LocatedDifference, Reason};
use crate::differences::clause_order::{ClauseOrder, Explained};
use crate::differences::clause_switch::ClauseSwitch;
use crate::differences::descend::{Detail, Kind, fields};
use crate::differences::explain::{ClauseEffect, Explainer};
use vperft::inner::backend::{PositionPath, VariantBackend};
use vperft::inner::game::rules::Status;
use vperft::inner::game::variant::{Clause, Variant};

/// The most differing moves that are explained.
const MAX_MOVES: usize = 3;

/// The reason of the first move, field or status that differs.
pub(super) fn reason(
    difference: LocatedDifference<'_>,
    clause_switch: &ClauseSwitch<'_>,
    order: &ClauseOrder<'_>,
) -> Option<Reason> {
    let near = Near { difference, clause_switch, order };
    let (clauses, words) = match (difference.kind, difference.detail) {
        (Kind::SumOnly, _) | (Kind::Convention, Detail::Moves { .. } | Detail::Count { .. }) => {
            (vec![Clause::GEN_PERFT], Vec::new())
        }
        (_, Detail::Moves { missing, extra, duplicate }) => near.of_moves(missing, extra, duplicate)?,
        (_, Detail::Child { text, a, b }) => near.of_child(text, a, b)?,
        (_, Detail::Status { a, b }) => near.of_status(*a, *b)?,
        _ => return None,
    };
    Some(Reason { clauses, exact: false, words })
}

struct Near<'n> {
    difference: LocatedDifference<'n>,
    clause_switch: &'n ClauseSwitch<'n>,
    order: &'n ClauseOrder<'n>,
}

impl Near<'_> {
    fn explainer(&self) -> Explainer<'_> {
        let LocatedDifference { vfen, .. } = self.difference;
        let clause_switch = Some(self.clause_switch);
        Explainer { variant: self.clause_switch.variant(), path: vfen.into(), vfen, clause_switch }
    }

    /// The clauses behind the most of the differing moves, and a sentence about the first move that is about them.
    fn of_moves(
        &self,
        missing: &[String],
        extra: &[String],
        duplicate: &[String],
    ) -> Option<(Vec<Clause>, Vec<String>)> {
        let mut right = self.clause_switch.without(&[])?;
        let view = right.of(self.clause_switch.variant()).ok()?;
        let mut found: Vec<(Vec<Clause>, String, usize)> = Vec::new();
        for text in missing.iter().chain(extra).take(MAX_MOVES) {
            let Some((clauses, words)) = self.of_move(view, text) else { continue };
            match found.iter_mut().find(|(known, ..)| *known == clauses) {
                Some((.., count)) => *count += 1,
                None => found.push((clauses, words, 1)),
            }
        }
        if let (true, Some(text)) = (found.is_empty(), duplicate.first()) {
            let words = format!("`{text}` is one move, however many ways lead to it (GEN-MOVE)");
            return Some((vec![Clause::GEN_MOVE], vec![words]));
        }
        let most = found.iter().map(|(.., count)| *count).max()?;
        let (clauses, words, _) = found.into_iter().find(|(.., count)| *count == most)?;
        Some((clauses, vec![words]))
    }

    /// The clauses that allow or forbid a move, with a sentence.
    fn of_move(&self, view: &mut dyn VariantBackend, text: &str) -> Option<(Vec<Clause>, String)> {
        let explained = self.explainer().explain_move(view, text).ok()?;
        let effects = if explained.legal { explained.possible_by } else { explained.forbidden_by };
        match effects.into_iter().next() {
            Some(ClauseEffect { clauses, .. }) => {
                let (verb, and) = if explained.legal { ("possible", " or ") } else { ("forbidden", " and ") };
                let ids: Vec<_> = clauses.iter().map(|clause| clause.id()).collect();
                Some((clauses, format!("`{text}` is {verb} by {}", ids.join(and))))
            }
            None => {
                let clauses = self.of_piece(text.split(' ').next()?);
                Some((clauses, format!("no rule makes `{text}`")))
            }
        }
    }

    /// The clauses about the pieces with this label.
    fn of_piece(&self, label: &str) -> Vec<Clause> {
        let variant = Variant::get(self.clause_switch.variant());
        variant.piece(label).map_or_else(Vec::new, |piece| variant.clauses_of(piece.kind))
    }

    /// The clauses that decide about the wrong fields of a position after a move, with a sentence about each field.
    fn of_child(&self, text: &String, a: &str, b: &str) -> Option<(Vec<Clause>, Vec<String>)> {
        let variant = self.clause_switch.variant();
        let wrong = fields(a, b);
        let moves = if text.is_empty() { &[][..] } else { std::slice::from_ref(text) };
        let path = PositionPath { vfen: self.difference.vfen, moves };
        let mut found = Vec::new();
        for clause in self.clause_switch.clauses() {
            let mut backend = self.clause_switch.without(&[clause])?;
            let Ok(other) = backend.of(variant).and_then(|view| view.after(path)) else { continue };
            let changed = fields(a, &other);
            if changed.iter().any(|field| wrong.contains(field)) {
                let beside = changed.iter().filter(|field| !wrong.contains(field)).count();
                found.push((clause, beside));
            }
        }
        let least = found.iter().map(|(_, beside)| *beside).min();
        let mut clauses: Vec<_> = found
            .into_iter()
            .filter(|(_, beside)| Some(*beside) == least)
            .map(|(clause, _)| clause)
            .collect();
        self.order.sort(&mut clauses, Explained::Other, std::slice::from_ref);
        if clauses.is_empty() {
            clauses.extend(wrong.iter().find_map(|field| self.of_field(field, text, b)));
        }
        let by = clauses.first().map_or_else(String::new, |clause| format!(": {}", clause.id()));
        let place = if text.is_empty() { "in the position as printed" } else { "after this move" };
        let words = wrong_fields(variant, a, b);
        Some((clauses, words.iter().map(|words| format!("{place} {words}{by}")).collect()))
    }

    /// The clause whose words name a field, or the general one about it.
    fn of_field(&self, field: &str, text: &str, wrong: &str) -> Option<Clause> {
        let clauses = self.clause_switch.clauses();
        match field {
            "halfmove clock" | "en passant" | "unmoved" => clause_of_field(&clauses, field),
            "board" => {
                let by_piece =
                    || self.of_piece(text.split(' ').next().unwrap_or_default()).into_iter().next();
                by_piece().or(Some(Clause::GEN_MOVE))
            }
            // The rules text has no clause about the number of moves and the side to move.
            "fullmove number" | "side to move" => None,
            _ => {
                let names = wrong.split(' ').filter_map(|field| field.split_once('=')).map(|(name, _)| name);
                naming(&clauses, &names.collect::<Vec<_>>())
            }
        }
    }

    /// The clauses that decide the status, with a sentence.
    fn of_status(&self, right: Status, wrong: Status) -> Option<(Vec<Clause>, Vec<String>)> {
        let mut backend = self.clause_switch.without(&[])?;
        let view = backend.of(self.clause_switch.variant()).ok()?;
        let explainer = Explainer { path: self.difference.path, ..self.explainer() };
        let mut effects = explainer.explain_status(view).map_or_else(|_| Vec::new(), |found| found.ended_by);
        effects.sort_by_key(|effect| effect.without != wrong);
        let clauses = match effects.into_iter().next() {
            Some(effect) => effect.clauses,
            None => {
                clause_of_status(self.clause_switch.variant(), &self.clause_switch.clauses(), right, wrong)
                    .into_iter()
                    .collect()
            }
        };
        Some((clauses, vec![format!("the status is {wrong}, expected {right}")]))
    }
}
