//! Sorts differences, one at a time.

use super::item::{Class, Item, classes};
use super::known::{KnownCause, SortedCause, exact_clauses, have_same_reason};
use super::reach::{Limit, Reach};
use super::slips::PossibleSlips;
use super::suspects::Suspects;
use crate::differences::clause_order::{ClauseOrder, Explained};
use crate::differences::clause_switch::ClauseSwitch;
use crate::differences::descend::{Cause, Descent, Detail, Kind, ReportedCounts, Side, descend};
use crate::differences::fuzz::FoundDifference;
use crate::differences::search::{SearchEnd, SearchObserver};
use crate::differences::shrink::{ShrinkResult, ShrinkSettings, confirm, shrink};
use std::collections::{BTreeMap, BTreeSet};
use vperft::inner::backend::{Backend, BackendError, PositionPath};
use vperft::inner::game::variant::{Clause, Rulings, Variant, VariantId};
use vperft_run::expect::Expectations;

/// The number of differences of the same classes that are checked against the clauses of a cause. Later ones are
/// assigned without a check.
const MAX_CLAUSE_CHECKS: u64 = 200;
/// The number of shrinks in a row that may lead to a known cause. After that, only differences of new classes are
/// shrunk.
const MAX_FRUITLESS_SHRINKS: u32 = 20;

/// The settings of a sorter.
pub struct SorterSettings<'s> {
    pub variant: VariantId,
    /// The readings of both sides.
    pub rulings: &'s Rulings,
    /// The most questions that both sides together may be asked to shrink a difference.
    pub max_requests: u64,
    /// The clauses that may explain a difference.
    pub clause_switch: &'s ClauseSwitch<'s>,
    /// The known failures of the tested side. The caller has removed the differences that they describe.
    pub known: Option<&'s Expectations>,
}

/// Sorts differences by their causes.
pub struct Sorter<'s, 'a, 'b> {
    sorting: &'s SorterSettings<'s>,
    /// The trusted side.
    pub a: Side<'a>,
    /// The tested side.
    pub b: Side<'b>,
    suspects: Suspects<'s>,
    causes: Vec<KnownCause>,
    /// The cause of all earlier differences with the same classes.
    settled: BTreeMap<BTreeSet<Class>, SettledClasses>,
    /// The rules without one clause of every cause that has clauses.
    all: Option<(Vec<Clause>, Box<dyn Backend>)>,
    fruitless: u32,
    /// The number of differences that were not assigned to a cause.
    pub unsorted: u64,
}

struct SettledClasses {
    cause: usize,
    /// The number of differences that were checked against the clauses.
    asked: u64,
    /// Whether later differences need no check.
    is_final: bool,
}

impl<'s, 'a, 'b> Sorter<'s, 'a, 'b> {
    /// A sorter for two sides. `believed` is another process of the trusted side.
    pub fn new(
        sorting: &'s SorterSettings<'s>,
        a: Side<'a>,
        mut b: Side<'b>,
        believed: Box<dyn Backend>,
    ) -> Self {
        let start = &Variant::get(sorting.variant).start(sorting.rulings).vfen;
        let supports_status = !matches!(b.status(start.into()), Err(BackendError::Unsupported(_)));
        let SorterSettings { variant, clause_switch, known, .. } = *sorting;
        let suspects = Suspects::new(variant, clause_switch, believed, supports_status, known);
        let settled = BTreeMap::new();
        Self { sorting, a, b, suspects, causes: Vec::new(), settled, all: None, fruitless: 0, unsorted: 0 }
    }

    /// The number of causes.
    #[must_use]
    pub fn count(&self) -> usize {
        self.causes.len()
    }

    /// Adds a difference. Returns its cause with the number of causes before it, if it is a new one or replaces one that
    /// no backend could be asked about.
    pub fn add(
        &mut self,
        found: &FoundDifference,
        observer: &SearchObserver<'_>,
    ) -> Option<(usize, SortedCause)> {
        if let Some(limit) =
            self.causes.iter_mut().find_map(|known| known.is_limit_of(found).then_some(known))
        {
            limit.cause.seen += 1;
            return None;
        }
        let items: Vec<_> = found.differences.iter().map(Item::from_difference).collect();
        let all: BTreeSet<_> = items.iter().flat_map(Item::classes).collect();
        if let Some(settled) =
            self.settled.get(&all).filter(|one| one.is_final || one.asked >= MAX_CLAUSE_CHECKS)
        {
            self.causes[settled.cause].cause.seen += 1;
            return None;
        }
        if let Some(cause) = self.explained_cause(found, &all) {
            let settled =
                self.settled.entry(all).or_insert(SettledClasses { cause, asked: 0, is_final: false });
            settled.asked += 1;
            return None;
        }
        if let Some(cause) = self.matching_cause(&items) {
            self.causes[cause].cause.seen += 1;
            self.settled.insert(all, SettledClasses { cause, asked: 0, is_final: true });
            return None;
        }
        let known: BTreeSet<_> = self.causes.iter().flat_map(KnownCause::classes).collect();
        if self.fruitless >= MAX_FRUITLESS_SHRINKS && !known.is_disjoint(&all) {
            self.unsorted += 1;
            return None;
        }
        // Prefer a difference of a new class, and one that can be asked about.
        let rank = |item: &&Item| (!known.is_disjoint(&item.classes()), item.kind == Kind::Unknown);
        let item = items.iter().min_by_key(rank)?;
        let (shrunk, depth) = self.shrink(item, found, observer);
        // A program that was killed meanwhile gives no answer, which is not a difference.
        if observer.is_stopped() && shrunk.kind != item.kind {
            self.unsorted += 1;
            return None;
        }
        let mut slips = PossibleSlips::find(self.sorting.variant, self.sorting.rulings, &shrunk);
        slips.explain(&mut self.suspects, found);
        let limit = if slips.is_empty() { self.limit(&shrunk) } else { None };
        let known = self.known_cause(&shrunk, limit.as_ref());
        if let Some(cause) = known {
            self.causes[cause].cause.seen += 1;
            if let (Some(limit), Detail::Moves { missing, .. }) =
                (&mut self.causes[cause].limit, &shrunk.detail)
            {
                limit.add(missing, &shrunk.vfen);
                return None;
            }
            self.settled.insert(all, SettledClasses { cause, asked: 0, is_final: true });
            let replaces =
                self.causes[cause].cause.shrunk.kind == Kind::Unknown && shrunk.kind != Kind::Unknown;
            if !replaces {
                self.fruitless += 1;
                return None;
            }
        } else if shrunk.clauses.is_empty() && limit.is_none() && slips.is_empty() {
            self.settled.insert(all, SettledClasses { cause: self.causes.len(), asked: 0, is_final: true });
        }
        self.fruitless = 0;
        let clauses = shrunk.clauses.iter().filter_map(|id| id.parse().ok());
        let suspects =
            clauses.filter_map(|clause| Some((clause, self.suspects.without(&[clause])?, 1))).collect();
        let seen = known.map_or(1, |known| self.causes[known].cause.seen);
        let cause = SortedCause { seen, limit: None, first: found.clone(), shrunk, depth };
        let index = known.unwrap_or(self.causes.len());
        let known = KnownCause { cause: cause.clone(), limit, suspects, slips };
        match self.causes.get_mut(index) {
            Some(replaced) => *replaced = known,
            None => self.causes.push(known),
        }
        self.all = None;
        Some((index, cause))
    }

    /// The causes in the order in which they were found. If several clauses may explain a cause, it has those that
    /// explain the most differences; a slip that explains more takes their place.
    #[must_use]
    pub fn causes(&self) -> Vec<SortedCause> {
        let with_best_clauses = |known: &KnownCause| {
            let most = known.suspects.iter().map(|(_, _, explained)| *explained).max().unwrap_or(0);
            let best = known.suspects.iter().filter(|(_, _, explained)| *explained == most);
            let mut clauses: Vec<_> = best.map(|(clause, _, _)| *clause).collect();
            ClauseOrder::at(self.sorting.clause_switch, &known.cause.first.vfen).sort(
                &mut clauses,
                Explained::Other,
                std::slice::from_ref,
            );
            let mut cause = known.cause.clone();
            cause.limit = known.limit.as_ref().map(Limit::words);
            cause.shrunk.clauses = clauses.into_iter().map(Clause::id).collect();
            if known.slips.explained > most {
                cause.limit = known.slips.title();
                cause.shrunk.clauses.clear();
            }
            cause
        };
        self.causes.iter().map(with_best_clauses).collect()
    }

    /// The known cause whose clause explains a difference: the rules without the clause show exactly the same.
    /// If no single clause does, all clauses of the known causes are switched off together.
    fn explained_cause(&mut self, found: &FoundDifference, all: &BTreeSet<Class>) -> Option<usize> {
        let mut explained = None;
        for (index, known) in self.causes.iter_mut().enumerate() {
            for (_, suspect, count) in &mut known.suspects {
                if self.suspects.reproduces(suspect.as_mut(), &found.vfen, &found.differences) {
                    *count += 1;
                    explained.get_or_insert(index);
                }
            }
            for rules in known.limit.iter_mut().flat_map(Limit::rules) {
                if explained.is_none()
                    && self.suspects.reproduces(rules.as_mut(), &found.vfen, &found.differences)
                {
                    explained = Some(index);
                }
            }
            if known.slips.explain(&mut self.suspects, found) {
                explained.get_or_insert(index);
            }
            if explained.is_some() {
                known.cause.seen += 1;
                return explained;
            }
        }
        let best = |known: &KnownCause| {
            known.suspects.iter().rev().max_by_key(|(_, _, count)| *count).map(|(clause, _, _)| *clause)
        };
        let clauses: Vec<_> = self.causes.iter().filter_map(best).collect();
        if clauses.len() < 2 {
            return None;
        }
        if self.all.as_ref().is_none_or(|(known, _)| *known != clauses) {
            self.all = Some((clauses.clone(), self.suspects.without(&clauses)?));
        }
        let (_, suspect) = self.all.as_mut()?;
        if !self.suspects.reproduces(suspect.as_mut(), &found.vfen, &found.differences) {
            return None;
        }
        // It counts for every cause that shares a class with it.
        for (index, known) in self.causes.iter_mut().enumerate() {
            if !known.suspects.is_empty() && !known.classes().is_disjoint(all) {
                known.cause.seen += 1;
                explained.get_or_insert(index);
            }
        }
        explained.or_else(|| {
            let first = self.causes.iter().position(|known| !known.suspects.is_empty())?;
            self.causes[first].cause.seen += 1;
            Some(first)
        })
    }

    /// A cause without clauses, if all differences have the classes of such causes.
    fn matching_cause(&self, items: &[Item]) -> Option<usize> {
        let is_open =
            |known: &KnownCause| known.suspects.is_empty() && known.limit.is_none() && known.slips.is_empty();
        let unexplained = || self.causes.iter().enumerate().filter(|(_, known)| is_open(known));
        let classes: BTreeSet<_> = unexplained().flat_map(|(_, known)| known.classes()).collect();
        let is_known = |item: &Item| item.classes().is_subset(&classes);
        let first = items.first().filter(|_| items.iter().all(is_known))?.classes();
        unexplained().find(|(_, known)| !known.classes().is_disjoint(&first)).map(|(index, _)| index)
    }

    /// The limit of reach that a shrunk difference shows.
    fn limit(&mut self, shrunk: &ShrinkResult) -> Option<Limit> {
        let Detail::Moves { missing, extra, duplicate } = &shrunk.detail else { return None };
        let is_plain =
            shrunk.kind == Kind::Set && shrunk.moves.is_empty() && exact_clauses(shrunk).is_empty();
        if !is_plain || !extra.is_empty() || !duplicate.is_empty() || !self.sorting.clause_switch.can_switch()
        {
            return None;
        }
        let SorterSettings { variant, rulings, .. } = *self.sorting;
        let legal = self.a.moves(shrunk.vfen.as_str().into()).ok()?;
        let reach = Reach::from_missing(variant, &shrunk.vfen, missing, &legal)?;
        Some(Limit::new(reach, variant, rulings, missing, &shrunk.vfen))
    }

    /// The known cause that a shrunk difference belongs to.
    fn known_cause(&self, shrunk: &ShrinkResult, limit: Option<&Limit>) -> Option<usize> {
        let classes = classes(shrunk.kind, &shrunk.detail);
        self.causes.iter().position(|known| {
            if let Some(known) = &known.limit {
                return limit.is_some_and(|limit| limit.reach == known.reach);
            }
            let other = &known.cause.shrunk;
            let (clauses, others) = (exact_clauses(shrunk), exact_clauses(other));
            match (clauses.is_empty(), others.is_empty()) {
                (true, true) => classes.is_subset(&known.classes()) || have_same_reason(shrunk, other),
                (false, false) => clauses.iter().any(|clause| others.contains(clause)),
                _ => false,
            }
        })
    }

    /// Shrinks one of the differences at a position. Also returns the number of plies counted to show it.
    fn shrink(
        &mut self,
        item: &Item,
        found: &FoundDifference,
        observer: &SearchObserver<'_>,
    ) -> (ShrinkResult, u32) {
        let path = PositionPath { vfen: &found.vfen, moves: &item.moves };
        let depth = match item.detail {
            Detail::Count { depth, .. } => depth,
            _ => 1,
        };
        let cause = self.cause(item, path, depth, observer);
        let plies = depth.saturating_sub(u32::try_from(cause.path.len()).unwrap_or(depth)).max(1);
        let shrinking = ShrinkSettings {
            variant: self.sorting.variant,
            rulings: self.sorting.rulings,
            root: path,
            depth: plies,
            max_requests: self.sorting.max_requests,
            clause_switch: Some(self.sorting.clause_switch),
            accepts: None,
        };
        let mut shrunk = shrink(&shrinking, &cause, &mut self.a, &mut self.b, observer)
            .unwrap_or_else(|_| ShrinkResult::not_reproduced(&shrinking, &cause, path));
        if shrunk.clauses.is_empty() && !observer.is_stopped() {
            shrunk.clauses = self.clauses(&shrunk, found);
        }
        (shrunk, plies)
    }

    /// One of the differences at a position, with the kind that further questions determine.
    fn cause(
        &mut self,
        item: &Item,
        path: PositionPath<'_>,
        depth: u32,
        observer: &SearchObserver<'_>,
    ) -> Cause {
        let vfen = self.a.after(path).unwrap_or_else(|_| path.vfen.to_owned());
        let cause_of = |kind, detail| Cause { kind, detail, vfen, path: Vec::new() };
        if matches!(item.kind, Kind::Unknown) {
            return cause_of(Kind::Unknown, item.detail.clone());
        }
        if matches!(item.detail, Detail::Count { .. }) {
            let descent = Descent { root: path, depth, causes: 1 };
            let walked =
                descend(&descent, &mut self.a, Some(&mut self.b), &ReportedCounts::default(), observer);
            let first = walked.ok().and_then(|found| found.causes.into_iter().next());
            return first.unwrap_or_else(|| cause_of(Kind::Unknown, item.detail.clone()));
        }
        match confirm(self.sorting.variant, path, &item.detail, &mut self.a, &mut self.b, observer) {
            Some((kind, detail)) => cause_of(kind, detail),
            None if item.kind == Kind::NoAnswer => cause_of(Kind::NoAnswer, item.detail.clone()),
            None => cause_of(Kind::Flaky, item.detail.clone()),
        }
    }

    /// The clauses that explain a difference that was shrunk without clauses: at its smallest position or, if
    /// it was not reproduced there, where it was found.
    fn clauses(&mut self, shrunk: &ShrinkResult, found: &FoundDifference) -> Vec<&'static str> {
        let observed = match shrunk.end {
            _ if matches!(shrunk.kind, Kind::Route | Kind::StateLeak | Kind::Flaky) => return Vec::new(),
            SearchEnd::NotReproduced => Some((found.vfen.clone(), found.differences.clone())),
            _ if shrunk.moves.is_empty() => {
                let deep = shrunk.kind == Kind::SumOnly;
                self.suspects
                    .differences(self.b.backend(), &shrunk.vfen, deep)
                    .map(|differences| (shrunk.vfen.clone(), differences))
            }
            _ => None,
        };
        let Some((vfen, differences)) = observed else { return Vec::new() };
        self.suspects.explaining_clauses(&vfen, &differences).into_iter().map(Clause::id).collect()
    }
}
