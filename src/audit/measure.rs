//! Measures the corpus of one variant.

use super::amendment::{self, Action, Amendment};
use super::class::Class;
use super::explained;
use super::fault::{Fault, faults};
use super::sample::{Candidate, Occurring, Open, Progress, Sample, numbered};
use super::score::{self, Kill, Matrix};
use crate::backend::BackendError;
use crate::suite::{Check, Corpus, Tier, serialize_count};
use crate::variant::VariantId;
use serde::Serialize;
use std::collections::HashSet;

/// How many positions are searched for one at which a fault shows.
const WITNESSES: u64 = 20_480;
/// How many positions are searched for the ways in which a clause acts.
const ACTED: u64 = 1500;

/// Why a clause that all variants share is noticed by nothing in one of them.
const IDLE: &str = "what the clause is about does not occur in this variant";

/// What to measure with.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// How many random and constructed positions to look at for classes of moves.
    pub positions: u64,
    /// The seed they come from.
    pub seed: u64,
}

/// What the corpus of a variant is worth.
#[derive(Clone, Debug, Serialize)]
pub struct Audit {
    /// The variant.
    pub variant: VariantId,
    /// How many positions the corpus has.
    pub positions: usize,
    /// How many cases.
    pub cases: usize,
    /// How many cases are of the smoke tier, and what their checks of that tier count.
    pub smoke: Smoke,
    /// Every clause.
    pub clauses: Vec<ClauseRow>,
    /// The classes of moves.
    pub classes: ClassRow,
    /// Every mutant of the rulebook, then every generated one that shows somewhere.
    pub mutants: Vec<MutantRow>,
    /// Generated mutants that show nowhere.
    pub equivalent: Vec<String>,
    /// Explanations of mutants that are noticed after all, or are none.
    pub stale: Vec<&'static str>,
    /// What would fill the gaps.
    #[serde(skip)]
    pub gaps: Vec<Candidate>,
    /// Which cases notice which mutants; the numbers are those of `mutants`.
    #[serde(skip)]
    pub matrix: Matrix,
}

/// The smoke tier.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Smoke {
    /// Its cases.
    pub cases: usize,
    /// The leaf nodes its checks count.
    #[serde(serialize_with = "serialize_count")]
    pub nodes: u128,
}

/// A clause.
#[derive(Clone, Debug, Serialize)]
pub struct ClauseRow {
    /// Its id.
    pub clause: &'static str,
    /// The cases that cite and exercise it.
    pub cases: Vec<String>,
    /// How it acts in them.
    pub acts: Action,
    /// How it acts in constructed positions.
    pub can: Action,
    /// Whether all variants share it and what it is about does not occur in this one.
    pub is_idle: bool,
}

impl ClauseRow {
    /// Whether some case cites and exercises the clause, in every direction in which it can act on moves.
    #[must_use]
    pub fn is_covered(&self) -> bool {
        let shown = (self.acts.allows || !self.can.allows) && (self.acts.forbids || !self.can.forbids);
        self.is_idle || !self.cases.is_empty() && shown
    }
}

/// The classes of moves of a variant.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ClassRow {
    /// How many positions were looked at.
    pub positions: u64,
    /// The seed they come from.
    pub seed: u64,
    /// How many classes occurred in them.
    pub occurring: usize,
    /// How many of these are in a move list of the corpus.
    pub listed: usize,
    /// The others.
    pub missing: Vec<MissingClass>,
}

/// A class of moves that no list of the corpus holds.
#[derive(Clone, Debug, Serialize)]
pub struct MissingClass {
    /// Its text.
    pub class: String,
    /// How many moves of it occurred.
    pub moves: u64,
    /// A position that shows it.
    pub vfen: String,
}

/// What became of a mutant.
#[derive(Clone, Debug, Serialize)]
pub struct MutantRow {
    /// What it is.
    pub title: String,
    /// Its kind.
    pub kind: &'static str,
    /// The case and the check that notice it most cheaply; none if it is alive.
    pub killed: Option<KilledBy>,
    /// Why it need not be killed.
    pub explained: Option<&'static str>,
    /// A position at which it shows.
    pub vfen: Option<String>,
}

impl MutantRow {
    /// Whether nothing notices it and nobody says why.
    #[must_use]
    pub const fn is_alive(&self) -> bool {
        self.killed.is_none() && self.explained.is_none()
    }
}

/// What notices a mutant.
#[derive(Clone, Debug, Serialize)]
pub struct KilledBy {
    /// The case.
    pub case: String,
    /// The check.
    pub check: String,
    /// The lowest tier at which it is noticed.
    pub tier: Tier,
    /// How deep the check looks: 0 for a status or a refusal, 1 for lists and children, else the depth of a count.
    pub depth: u8,
    /// How many cases notice it.
    pub cases: usize,
}

/// The least share of the classes of moves that is to be listed, in tenths of a percent.
const SHARE: usize = 995;

impl Audit {
    /// Whether every clause is covered, nearly every class of moves is listed, and every mutant is noticed or explained.
    #[must_use]
    pub fn is_good(&self) -> bool {
        let covered = self.clauses.iter().all(ClauseRow::is_covered);
        let listed = self.classes.listed * 1000 >= self.classes.occurring * SHARE;
        covered && listed && !self.mutants.iter().any(MutantRow::is_alive) && self.stale.is_empty()
    }
}

/// The kinds of mutants of the rulebook.
pub const RULEBOOK: [&str; 2] = ["clause off", "other reading"];

/// Measures the corpus of a variant. `open` opens a correct backend.
///
/// # Errors
/// If it gives no answer.
pub fn measure(
    corpus: &Corpus,
    variant: VariantId,
    plan: &Plan,
    open: Open<'_>,
    progress: Progress<'_>,
) -> Result<Audit, BackendError> {
    let (occurring, listed) = classes(corpus, variant, plan, open, progress)?;
    let numbers = numbered(&occurring.classes);
    let all = faults(variant, &occurring.classes);
    let sample = Sample { variant, seed: plan.seed, positions: plan.positions.min(WITNESSES) };
    let witnesses = sample.witnesses(open, &all, &occurring.classes, progress)?;
    let (faults, seen, equivalent) = shown(variant, all, witnesses, &occurring.classes);
    let amendments = Amendment::all(variant);
    let can = amendment::actions(variant, &amendments, (plan.positions / 16).min(ACTED), plan.seed, open)?;
    let mut matrix = amendment::matrix(corpus, variant, &amendments, progress)?;
    let generated = score::matrix(corpus, variant, &faults, &numbers, open, progress)?;
    let first = amendments.len() as u32;
    for ((_, kills), (_, more)) in matrix.iter_mut().zip(generated) {
        kills.extend(more.into_iter().map(|kill| Kill { mutant: kill.mutant + first, ..kill }));
    }
    let mut mutants: Vec<_> = amendments.iter().map(|amendment| row(variant, amendment)).collect();
    for (fault, vfen) in faults.iter().zip(seen) {
        let title = fault.title(variant, &occurring.classes);
        let explained = explained::reason(variant, &title);
        mutants.push(MutantRow { title, kind: fault.kind(), killed: None, explained, vfen });
    }
    let is_first_kind = |kind: &&str| RULEBOOK.contains(kind);
    debug_assert!(mutants.iter().take(amendments.len()).all(|row| is_first_kind(&row.kind)));
    kill(corpus, &matrix, &mut mutants);
    for ((amendment, row), can) in amendments.iter().zip(&mut mutants).zip(&can) {
        if row.is_alive() && amendment.is_shared() && *can == Action::default() {
            row.explained = Some(IDLE);
        }
    }
    // What shows the missing classes shows many of the mutants as well.
    let gaps = if occurring.candidates.is_empty() {
        let rows = mutants.iter().skip(amendments.len()).zip(&faults);
        let alive = rows.filter(|(row, _)| row.is_alive()).map(|(row, fault)| (fault, row.title.as_str()));
        sample.showing(open, &alive.collect::<Vec<_>>(), &occurring.classes, progress)?
    } else {
        occurring.candidates.clone()
    };
    Ok(Audit {
        variant,
        positions: corpus.positions.values().filter(|(of, _)| *of == variant).count(),
        cases: corpus.cases.iter().filter(|(of, _)| *of == variant).count(),
        smoke: smoke(corpus, variant),
        clauses: clauses(corpus, variant, &amendments, can, open)?,
        classes: class_row(plan, &occurring, &listed),
        stale: explained::stale(variant, &mutants),
        mutants,
        equivalent,
        gaps,
        matrix,
    })
}

/// The classes that occur, and those of them that the corpus lists, by text.
fn classes(
    corpus: &Corpus,
    variant: VariantId,
    plan: &Plan,
    open: Open<'_>,
    progress: Progress<'_>,
) -> Result<(Occurring, HashSet<String>), BackendError> {
    let mut numbers = super::class::Classes::default();
    let listed = score::listed(corpus, variant, open().as_mut(), &mut numbers)?;
    let listed = listed.into_iter().map(|class| numbers.list()[class as usize].text.clone()).collect();
    let sample = Sample { variant, seed: plan.seed, positions: plan.positions };
    let occurring = sample.classes(open, &listed, progress)?;
    Ok((occurring, listed))
}

fn class_row(plan: &Plan, occurring: &Occurring, listed: &HashSet<String>) -> ClassRow {
    let example = |class: &Class| {
        let shows = |one: &&Candidate| one.shows.contains(&class.text);
        // The smallest is the easiest to look at.
        let found = occurring.candidates.iter().filter(shows).min_by_key(|one| one.moves);
        found.map_or_else(String::new, |one| one.vfen.clone())
    };
    let unlisted = |(class, _): &(&Class, &u64)| !listed.contains(&class.text);
    let mut missing: Vec<_> = occurring
        .classes
        .iter()
        .zip(&occurring.moves)
        .filter(unlisted)
        .map(|(class, &moves)| MissingClass { class: class.text.clone(), moves, vfen: example(class) })
        .collect();
    missing.sort_by(|one, other| one.class.cmp(&other.class));
    ClassRow {
        positions: occurring.positions,
        seed: plan.seed,
        occurring: occurring.classes.len(),
        listed: occurring.classes.len() - missing.len(),
        missing,
    }
}

/// The faults that show somewhere, each with a position, and the titles of the others.
fn shown(
    variant: VariantId,
    all: Vec<Fault>,
    witnesses: Vec<Option<String>>,
    classes: &[Class],
) -> (Vec<Fault>, Vec<Option<String>>, Vec<String>) {
    let (mut faults, mut seen, mut equivalent) = (Vec::new(), Vec::new(), Vec::new());
    for (fault, vfen) in all.into_iter().zip(witnesses) {
        // That a class occurred is enough, and where it shows the class itself says; statuses and inputs show in no list
        // of moves.
        let of_class = matches!(fault, Fault::Forget(_) | Fault::Double(_));
        if of_class || vfen.is_some() || matches!(fault, Fault::Status(_) | Fault::Input(_)) {
            seen.push(vfen.filter(|_| !of_class));
            faults.push(fault);
        } else {
            equivalent.push(fault.title(variant, classes));
        }
    }
    (faults, seen, equivalent)
}

fn row(variant: VariantId, amendment: &Amendment) -> MutantRow {
    let title = amendment.to_string();
    let kind = RULEBOOK[usize::from(matches!(amendment, Amendment::Reading(..)))];
    MutantRow { explained: explained::reason(variant, &title), title, kind, killed: None, vfen: None }
}

/// Enters for every mutant what notices it.
fn kill(corpus: &Corpus, matrix: &Matrix, mutants: &mut [MutantRow]) {
    for (number, kills) in matrix {
        let case = &corpus.cases[*number].1;
        let checks: Vec<Check<'_>> = case.list().collect();
        for kill in kills {
            let mutant = &mut mutants[kill.mutant as usize];
            let check = &checks[usize::from(kill.check)];
            let tier = case.tier(check);
            match &mut mutant.killed {
                Some(by) if (by.tier, by.depth) <= (tier, kill.depth) => by.cases += 1,
                killed => {
                    let cases = killed.as_ref().map_or(0, |by| by.cases) + 1;
                    let (case, check) = (case.id.clone(), check.to_string());
                    *killed = Some(KilledBy { case, check, tier, depth: kill.depth, cases });
                }
            }
        }
    }
}

fn smoke(corpus: &Corpus, variant: VariantId) -> Smoke {
    let mut smoke = Smoke::default();
    for (_, case) in corpus.cases.iter().filter(|(of, _)| *of == variant) {
        let checks: Vec<_> = case.list().filter(|check| case.tier(check) == Tier::Smoke).collect();
        smoke.cases += usize::from(!checks.is_empty());
        smoke.nodes += checks.iter().map(Check::nodes).sum::<u128>();
    }
    smoke
}

/// Every clause with the cases that cite and exercise it, and how it acts in them.
fn clauses(
    corpus: &Corpus,
    variant: VariantId,
    amendments: &[Amendment],
    can: Vec<Action>,
    open: Open<'_>,
) -> Result<Vec<ClauseRow>, BackendError> {
    let coverage = super::coverage(corpus);
    let mut backend = open();
    let mut rows = Vec::new();
    for (amendment, can) in amendments.iter().zip(can) {
        let Amendment::Off(clause) = amendment else { continue };
        let cases = coverage.clauses.get(clause.id()).cloned().unwrap_or_default();
        let of_variant = |id: &String| id.split('/').next() == Some(variant.name());
        let cases: Vec<_> = cases.into_iter().filter(of_variant).collect();
        let mut acts = Action::default();
        let mut changed = amendment.backend();
        for id in &cases {
            if acts.allows && acts.forbids {
                break;
            }
            let found = corpus.cases.iter().find(|(_, case)| case.id == *id);
            let Some((_, case)) = found else { continue };
            let start = &corpus.position(case).vfen;
            let vfen = backend.after(variant, start, &case.line)?;
            let survey = backend.survey(variant, &vfen)?.sorted();
            acts = acts.and(amendment.action(changed.as_mut(), variant, &survey));
        }
        let is_idle = amendment.is_shared() && can == Action::default() && acts == Action::default();
        rows.push(ClauseRow { clause: clause.id(), cases, acts, can, is_idle });
    }
    Ok(rows)
}
