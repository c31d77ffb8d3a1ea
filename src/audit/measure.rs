//! Measures the corpus of one variant.

use super::amendment::{self, Action, Amendment};
use super::class::Class;
use super::explained;
use super::fault::{Fault, faults};
use super::sample::{Candidate, Occurring, Open, Progress, Sample, numbered};
use super::score::{self, Kill, Matrix};
use super::worth::{Audit, ClassRow, ClauseRow, KilledBy, MissingClass, MutantRow, RULEBOOK, Smoke};
use crate::backend::BackendError;
use crate::suite::{Check, Corpus, Tier};
use crate::variant::VariantId;
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
        cases: corpus.of(variant).count(),
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
    for (_, case) in corpus.of(variant) {
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
    let coverage = super::coverage(corpus, &[variant]);
    let mut backend = open();
    let mut rows = Vec::new();
    for (amendment, can) in amendments.iter().zip(can) {
        let Amendment::Off(clause) = amendment else { continue };
        let cases = coverage.clauses.get(clause.id()).cloned().unwrap_or_default();
        let mut acts = Action::default();
        let mut changed = amendment.backend();
        for id in &cases {
            if acts.allows && acts.forbids {
                break;
            }
            let found = corpus.of(variant).find(|(_, case)| case.id == *id);
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
