//! Counts every hypothesis about a reported count.

use super::convention::EndCounts;
use super::kinds;
use super::kinds::MoveKind;
use super::tree::of_check;
use crate::differences::clause_order::{ClauseOrder, Explained};
use crate::differences::clause_switch::ClauseSwitch;
use serde::{Serialize, Serializer};
use std::sync::atomic::{AtomicBool, Ordering};
use vperft::inner::backend::{Backend, BackendError};
use vperft::inner::game::perft::{CountObserver, ProgressUpdate, Resources, serialize_count};
use vperft::inner::game::variant::{Clause, ClauseSet, Ruling, Rulings, VariantId};
use vperft::inner::support::observer::Observer;

/// Opens the rules with these readings and without these clauses; `None` if there are none.
pub type OpenRules<'s> = &'s dyn Fn(&Rulings, ClauseSet) -> Option<Box<dyn Backend>>;

/// A reported count, and what is needed to explain it.
pub struct TotalsSettings<'s> {
    pub variant: VariantId,
    /// The readings by which the count is judged.
    pub rulings: &'s Rulings,
    /// The position.
    pub vfen: &'s str,
    /// The depth of the count, in plies; at least 1.
    pub depth: u32,
    /// The reported count.
    pub total: u128,
    /// The threads and the hash table of a count.
    pub resources: Resources,
    /// Opens the rules with these readings and without these clauses; `None` if there are none.
    pub open: OpenRules<'s>,
}

/// The kind of a hypothesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum HypothesisKind {
    /// The program counts by another convention.
    Convention,
    /// The program lacks a clause of the rules.
    Clause,
    /// The program takes another reading of a ruling.
    Reading,
    /// The program leaves out a kind of moves, or makes illegal ones.
    Moves,
}

/// A hypothesis about a reported count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Hypothesis {
    pub kind: HypothesisKind,
    /// The id of the clause, the ruling with its reading, the name of the convention, or the sentence about the moves.
    pub name: String,
    /// What it says.
    pub words: String,
    /// The count by it.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// Of a kind of moves, one of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub example: Option<MoveExample>,
}

impl Hypothesis {
    /// It in a few words.
    #[must_use]
    pub fn title(&self) -> String {
        match self.kind {
            HypothesisKind::Clause => format!("the rules without {}", self.name),
            HypothesisKind::Reading | HypothesisKind::Convention | HypothesisKind::Moves => {
                self.words.clone()
            }
        }
    }
}

/// A move that a kind of moves is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveExample {
    /// The position before the move.
    pub vfen: String,
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// The clause that allows the move, or forbids an illegal one.
    #[serde(serialize_with = "serialize_id")]
    pub clause: Option<Clause>,
}

fn serialize_id<S: Serializer>(clause: &Option<Clause>, serializer: S) -> Result<S::Ok, S::Error> {
    clause.map(Clause::id).serialize(serializer)
}

/// The count by a hypothesis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The count.
    Count(u128),
    /// The count exceeds the reported one, and was stopped there.
    More,
    /// It was not counted, for this reason.
    NotCounted(String),
}

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Fields<'f> {
            count: Option<vperft::inner::game::perft::Count>,
            #[serde(skip_serializing_if = "Option::is_none")]
            note: Option<&'f str>,
        }
        let (count, note) = match self {
            Self::Count(count) => (Some(vperft::inner::game::perft::Count(*count)), None),
            Self::More => (None, Some("more than the reported count")),
            Self::NotCounted(reason) => (None, Some(reason.as_str())),
        };
        Fields { count, note }.serialize(serializer)
    }
}

/// The result of a search.
#[derive(Clone, Debug, Serialize)]
pub struct Totals {
    /// The right count.
    #[serde(serialize_with = "serialize_count")]
    pub right: u128,
    /// The reported count.
    #[serde(serialize_with = "serialize_count")]
    pub total: u128,
    /// The hypotheses that give exactly the reported count, those of the variant's own clauses before shared ones.
    pub explanations: Vec<Hypothesis>,
    /// The number of kinds of moves that were tried.
    pub kinds: usize,
    /// The number of kinds that give the reported count and are not among the explanations, because there are simpler ones.
    pub more_kinds: usize,
    /// The other hypotheses, in the order in which they were tried.
    pub others: Vec<Hypothesis>,
    /// Whether the search was stopped before every hypothesis was tried.
    pub stopped: bool,
}

impl Totals {
    /// The number of hypotheses that were counted, at least up to the reported count.
    #[must_use]
    pub fn tried(&self) -> usize {
        let counted = |one: &&Hypothesis| {
            !matches!(one.outcome, Outcome::NotCounted(_)) && one.kind != HypothesisKind::Moves
        };
        self.explanations.iter().chain(&self.others).filter(counted).count()
    }
}

/// The progress of a search.
#[derive(Debug)]
pub enum TotalsEvent<'e> {
    /// The next hypothesis or stage, and how much of how much is done: of the hypotheses, and then of the kinds of moves.
    Trying { what: &'e str, done: usize, of: usize },
    /// A hypothesis gives exactly the reported count.
    Explained(&'e Hypothesis),
}

/// The observer of a search.
pub type TotalsObserver<'o> = dyn for<'e> Observer<TotalsEvent<'e>> + Sync + 'o;

/// Tries every hypothesis about a reported count. `right` is the trusted backend. If the reported count is right, no
/// hypothesis is tried.
///
/// # Errors
/// If the trusted backend does not count below the position.
pub fn search(
    settings: &TotalsSettings<'_>,
    right: &mut dyn Backend,
    observer: &TotalsObserver<'_>,
) -> Result<Totals, BackendError> {
    let (kinds, more_kinds, limit) = (0, 0, u128::MAX);
    let all = hypotheses(settings.variant);
    let mut search = Search { settings, observer, limit, all, tried: Vec::new(), kinds, more_kinds };
    search.trying("the right count");
    let count = match search.count(right, settings.depth, None)? {
        Outcome::Count(count) => count,
        Outcome::More => return Err(BackendError::NotAsked("the count was stopped".into())),
        Outcome::NotCounted(reason) => return Err(BackendError::NotAsked(reason)),
    };
    if count != settings.total {
        search.limit = settings.total.max(count);
        search.clauses();
        search.readings();
        search.conventions(right, count)?;
        search.move_kinds(count);
    }
    let Search { tried, kinds, more_kinds, .. } = search;
    let is_exact = |one: &Hypothesis| one.outcome == Outcome::Count(settings.total);
    let (mut explanations, others): (Vec<_>, Vec<_>) = tried.into_iter().partition(is_exact);
    explanations.sort_by_key(|one| (one.kind, is_shared(one)));
    let (total, stopped) = (settings.total, observer.is_stopped());
    Ok(Totals { right: count, total, explanations, kinds, more_kinds, others, stopped })
}

/// The number of hypotheses about the rules and the depth of a count.
fn hypotheses(variant: VariantId) -> usize {
    const OF_DEPTH: usize = 3;
    let clauses = Clause::all().filter(|clause| clause.governs(variant)).count();
    clauses + Ruling::of_variant(variant).map(|ruling| ruling.readings.len() - 1).sum::<usize>() + OF_DEPTH
}

/// Whether a hypothesis is about a clause that all variants share.
fn is_shared(hypothesis: &Hypothesis) -> bool {
    hypothesis.name.parse::<Clause>().is_ok_and(|clause| clause.variant().is_none())
}

/// Stops a count that exceeds the reported one.
struct UpTo<'o> {
    limit: Option<u128>,
    exceeded: AtomicBool,
    observer: &'o TotalsObserver<'o>,
}

impl Observer<ProgressUpdate> for UpTo<'_> {
    fn event(&self, progress: &ProgressUpdate) {
        if self.limit.is_some_and(|limit| progress.nodes > limit) {
            self.exceeded.store(true, Ordering::Relaxed);
        }
    }

    fn is_stopped(&self) -> bool {
        self.exceeded.load(Ordering::Relaxed) || self.observer.is_stopped()
    }
}

struct Search<'s> {
    settings: &'s TotalsSettings<'s>,
    observer: &'s TotalsObserver<'s>,
    /// The reported count or the right one, whichever is more: counts beyond it are stopped. A slow machine stops them sooner, so that
    /// nothing may depend on how far they came.
    limit: u128,
    /// The number of hypotheses to try, without those about the ends of games.
    all: usize,
    tried: Vec<Hypothesis>,
    kinds: usize,
    more_kinds: usize,
}

impl Search<'_> {
    /// The count of a backend at a depth, stopped beyond the limit.
    fn count(
        &self,
        backend: &mut dyn Backend,
        depth: u32,
        limit: Option<u128>,
    ) -> Result<Outcome, BackendError> {
        if depth == 0 {
            return Ok(Outcome::Count(1));
        }
        let observer = UpTo { limit, exceeded: AtomicBool::new(false), observer: self.observer };
        let observed: &CountObserver<'_> = &observer;
        let view = backend.of(self.settings.variant)?;
        let counted = view.count(self.settings.vfen.into(), depth, &self.settings.resources, observed);
        if self.observer.is_stopped() {
            return Ok(Outcome::NotCounted("stopped".into()));
        }
        if observer.exceeded.into_inner() {
            return Ok(Outcome::More);
        }
        Ok(Outcome::Count(counted?.total))
    }

    /// Tells what is tried next.
    fn trying(&self, what: &str) {
        let done = self.tried.len();
        self.observer.event(&TotalsEvent::Trying { what, done, of: self.all.max(done + 1) });
    }

    /// Keeps a hypothesis that was tried.
    fn keep(&mut self, hypothesis: Hypothesis) {
        if hypothesis.outcome == Outcome::Count(self.settings.total) {
            self.observer.event(&TotalsEvent::Explained(&hypothesis));
        }
        self.tried.push(hypothesis);
    }

    /// Adds a hypothesis. An error means that it could not be counted.
    fn add(
        &mut self,
        kind: HypothesisKind,
        name: String,
        words: String,
        count: impl FnOnce(&Self) -> Result<Outcome, BackendError>,
    ) {
        self.trying(&name);
        let outcome = match self.observer.is_stopped() {
            true => Outcome::NotCounted("stopped".into()),
            false => count(self).unwrap_or_else(|error| Outcome::NotCounted(error.to_string())),
        };
        self.keep(Hypothesis { kind, name, words, outcome, example: None });
    }

    /// Tries the conventions of counting.
    fn conventions(&mut self, right: &mut dyn Backend, right_count: u128) -> Result<(), BackendError> {
        let TotalsSettings { depth, variant, vfen, rulings, open, .. } = *self.settings;
        let kind = HypothesisKind::Convention;
        for other in [depth - 1, depth + 1] {
            let words = format!(
                "one ply {}: the count at depth {other}",
                if other < depth { "less" } else { "more" }
            );
            self.add(kind, format!("depth-{other}"), words, |search| {
                search.count(right, other, Some(search.limit))
            });
        }
        let words = format!("the sum of the counts at depths 1 to {depth}");
        self.add(kind, format!("sum-1-to-{depth}"), words, |search| {
            let mut sum = 0_u128;
            for depth in 1..=depth {
                match search.count(right, depth, Some(search.limit))? {
                    Outcome::Count(count) => sum = sum.saturating_add(count),
                    outcome => return Ok(outcome),
                }
            }
            Ok(Outcome::Count(sum))
        });
        self.trying("conventions about the ends of games");
        let is_stopped = || self.observer.is_stopped();
        // Without the clause, every ply lists a move once for each way of making it. If that changes no count, no
        // move of the tree has several.
        let has_duplicates = self
            .tried
            .iter()
            .any(|one| one.name == Clause::GEN_MOVE.id() && one.outcome != Outcome::Count(right_count));
        let mut lister = open(rulings, [Clause::GEN_MOVE].into_iter().collect()).filter(|_| has_duplicates);
        let lister = lister.as_mut().and_then(|lister| lister.of(variant).ok());
        let sums = EndCounts::collect(right.of(variant)?, lister, vfen, depth, &is_stopped);
        match sums {
            Ok(Some(sums)) => {
                for (name, words, count) in sums.conventions() {
                    self.add(kind, name.into(), words.into(), |_| Ok(Outcome::Count(count)));
                }
            }
            Ok(None) => self.add(kind, "ends".into(), "conventions about the ends of games".into(), |_| {
                Ok(Outcome::NotCounted("too many positions at this depth".into()))
            }),
            Err(error) => {
                self.add(kind, "ends".into(), "conventions about the ends of games".into(), |_| Err(error));
            }
        }
        Ok(())
    }

    /// Tries the kinds of moves.
    fn move_kinds(&mut self, right_count: u128) {
        let (settings, observer) = (self.settings, self.observer);
        let TotalsSettings { variant, rulings, vfen, depth, total, .. } = *settings;
        let Some(tried) = kinds::find(variant, rulings, vfen, depth, [right_count, total], observer) else {
            let words = "kinds of moves that are missing or illegal";
            self.add(HypothesisKind::Moves, "moves".into(), words.into(), |_| {
                Ok(Outcome::NotCounted("too many positions at this depth".into()))
            });
            return;
        };
        (self.kinds, self.more_kinds) = (tried.count, tried.others);
        let is_exact = |one: &&Hypothesis| one.outcome == Outcome::Count(total);
        let known: Vec<_> =
            self.tried.iter().filter(is_exact).filter_map(|one| one.name.parse().ok()).collect();
        for kind in tried.found {
            let clause = self.clause_of(&kind, total > right_count);
            // That the clause is missing says the same in other words.
            if clause.is_some_and(|clause| known.contains(&clause)) {
                continue;
            }
            let example = Some(MoveExample { vfen: kind.vfen, text: kind.text, clause });
            let (name, words, outcome) = (kind.sentence.clone(), kind.sentence, Outcome::Count(total));
            self.keep(Hypothesis { kind: HypothesisKind::Moves, name, words, outcome, example });
        }
    }

    /// The clause that fits best of those that allow the move of a kind, or forbid an illegal one.
    fn clause_of(&self, kind: &MoveKind, is_illegal: bool) -> Option<Clause> {
        let TotalsSettings { variant, rulings, open, .. } = *self.settings;
        let without = |off: ClauseSet| open(rulings, off);
        let switch = ClauseSwitch::new(variant, &without);
        let decides = |clause: &Clause| {
            let mut rules = switch.without(&[*clause])?;
            let moves = rules.of(variant).ok()?.moves(kind.vfen.as_str().into()).ok()?;
            Some(moves.contains(&kind.text) == is_illegal)
        };
        let clauses = if is_illegal { of_check(variant) } else { switch.clauses() };
        let mut deciding: Vec<_> =
            clauses.into_iter().filter(|clause| decides(clause) == Some(true)).collect();
        ClauseOrder::at(&switch, &kind.vfen).sort(&mut deciding, Explained::Other, std::slice::from_ref);
        deciding.first().copied()
    }

    /// Tries the rules without each clause.
    fn clauses(&mut self) {
        let TotalsSettings { variant, rulings, open, depth, .. } = *self.settings;
        for clause in Clause::all().filter(|clause| clause.governs(variant)) {
            let Some(mut without) = open(rulings, [clause].into_iter().collect()) else { return };
            if without.of(variant).is_err() {
                return;
            }
            self.add(HypothesisKind::Clause, clause.id().into(), clause.text().into(), |search| {
                search.count(without.as_mut(), depth, Some(search.limit))
            });
        }
    }

    /// Tries each other reading of each ruling.
    fn readings(&mut self) {
        let TotalsSettings { variant, rulings, open, depth, .. } = *self.settings;
        for ruling in Ruling::of_variant(variant) {
            for reading in ruling.readings {
                let mut other = rulings.clone();
                if rulings.get(ruling.name) == Some(reading) || other.set(ruling.name, reading).is_err() {
                    continue;
                }
                let Some(mut backend) = open(&other, ClauseSet::default()) else { return };
                if backend.of(variant).is_err() {
                    return;
                }
                let words = format!("the reading `{reading}` of the ruling `{}`", ruling.name);
                self.add(HypothesisKind::Reading, format!("{}={reading}", ruling.name), words, |search| {
                    search.count(backend.as_mut(), depth, Some(search.limit))
                });
            }
        }
    }
}
