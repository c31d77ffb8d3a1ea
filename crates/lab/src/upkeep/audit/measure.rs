//! Audits the corpus of one variant.

use super::explained;
use super::mutants::{self, Generated, Mutants};
use super::results::{Audit, ClassRow, ClauseRow, MissingClass, Smoke};
use super::rulebook::{self, Action};
use super::sample::{Candidate, OccurringClasses, OnProgress, Sample};
use super::score;
use super::share::{AuditError, Share};
use crate::mistakes::known::{Class, Classes, RulebookMutant};
use std::collections::HashSet;
use vperft::inner::backend::BackendError;
use vperft::inner::corpus::check::OpenBackend;
use vperft::inner::corpus::suite::{Corpus, Tier};
use vperft::inner::game::variant::VariantId;

/// The maximum number of positions searched for an effect of each fault.
const MAX_WITNESS_POSITIONS: u64 = 20_480;
/// The maximum number of positions searched for the effects of clauses.
const MAX_ACTION_POSITIONS: u64 = 1500;

/// The settings of an audit.
#[derive(Clone, Copy, Debug)]
pub struct AuditSettings {
    /// The number of random and constructed positions searched for classes of moves.
    pub positions: u64,
    /// The seed of these positions.
    pub seed: u64,
}

/// Audits the corpus of a variant. `open` opens a correct backend.
///
/// A part of an audit is an audit with fewer mutants, which says nothing about stale explanations and gaps. An audit
/// with recorded mutants knows neither the gaps nor which case notices which mutant.
///
/// # Errors
/// Returns an error if the backend gives no answer, or if the parts do not hold the mutants.
pub fn measure(
    corpus: &Corpus,
    variant: VariantId,
    settings: &AuditSettings,
    share: &mut Share<'_>,
    open: OpenBackend<'_>,
    progress: OnProgress<'_>,
) -> Result<Audit, AuditError> {
    let (occurring, listed) = classes(corpus, variant, settings, open, progress)?;
    let kinds = &occurring.classes;
    let mutants = share.own(RulebookMutant::all(variant));
    let can = rulebook::actions(
        variant,
        &mutants,
        (settings.positions / 16).min(MAX_ACTION_POSITIONS),
        settings.seed,
        open,
    )?;
    let rulebook = mutants::of_rulebook(corpus, variant, &mutants, share, progress)?;
    let sample =
        Sample { variant, seed: settings.seed, positions: settings.positions.min(MAX_WITNESS_POSITIONS) };
    let all = mutants::all(variant, kinds);
    let (mistakes, generated) = if let Share::Recorded(recorded) = share {
        Generated::recorded(variant, all, kinds, recorded)?
    } else {
        let mistakes = Generated::find(corpus, &sample, share.own(all), kinds, open, progress)?;
        let generated = mistakes.mutants(corpus, variant, kinds, open, progress)?;
        (mistakes, generated)
    };
    // Positions with missing classes also show many of the living mutants.
    let gaps = if !matches!(share, Share::All) {
        Vec::new()
    } else if occurring.candidates.is_empty() {
        mistakes.showing_alive(&generated.rows, &sample, kinds, open, progress)?
    } else {
        occurring.candidates.clone()
    };
    let fields = mistakes.fields(&generated.rows);
    let Mutants { rows, matrix } = rulebook.join(generated);
    let clauses = clauses(corpus, variant, &mutants, can, open)?;
    Ok(Audit {
        variant,
        positions: corpus.positions.values().filter(|(of, _)| *of == variant).count(),
        cases: corpus.of_variant(variant).count(),
        smoke: smoke(corpus, variant),
        classes: class_row(settings, &occurring, &listed),
        stale: match share {
            Share::Part(_) => Vec::new(),
            _ => explained::stale(variant, &rows, &clauses),
        },
        clauses,
        fields,
        mutants: rows,
        equivalent: mistakes.equivalent,
        gaps,
        matrix,
    })
}

/// The classes that occur, and the texts of those that the corpus lists.
fn classes(
    corpus: &Corpus,
    variant: VariantId,
    settings: &AuditSettings,
    open: OpenBackend<'_>,
    progress: OnProgress<'_>,
) -> Result<(OccurringClasses, HashSet<String>), BackendError> {
    let mut numbers = Classes::default();
    let listed = score::listed(corpus, open().of(variant)?, &mut numbers)?;
    let listed = listed.into_iter().map(|class| numbers.list()[class as usize].text.clone()).collect();
    let sample = Sample { variant, seed: settings.seed, positions: settings.positions };
    let occurring = sample.classes(open, &listed, progress)?;
    Ok((occurring, listed))
}

fn class_row(settings: &AuditSettings, occurring: &OccurringClasses, listed: &HashSet<String>) -> ClassRow {
    let example = |class: &Class| {
        let shows = |one: &&Candidate| one.shows.contains(&class.text);
        // The example with the fewest moves is the easiest to read.
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
        seed: settings.seed,
        occurring: occurring.classes.len(),
        listed: occurring.classes.len() - missing.len(),
        missing,
    }
}

fn smoke(corpus: &Corpus, variant: VariantId) -> Smoke {
    let mut smoke = Smoke::default();
    for (_, case) in corpus.of_variant(variant) {
        let checks: Vec<_> = case.list().filter(|check| case.tier(check) == Tier::Smoke).collect();
        smoke.cases += usize::from(!checks.is_empty());
        smoke.nodes += checks.iter().map(|check| check.nodes()).sum::<u128>();
    }
    smoke
}

/// Every clause with the cases that cite and exercise it, and its effects there.
fn clauses(
    corpus: &Corpus,
    variant: VariantId,
    mutants: &[RulebookMutant],
    can: Vec<Action>,
    open: OpenBackend<'_>,
) -> Result<Vec<ClauseRow>, BackendError> {
    let coverage = super::coverage(corpus, &[variant]);
    let mut backend = open();
    let view = backend.of(variant)?;
    let mut rows = Vec::new();
    for (mutant, can) in mutants.iter().zip(can) {
        let RulebookMutant::Off(clause) = mutant else { continue };
        let cases = coverage.clauses.get(clause.id()).cloned().unwrap_or_default();
        let mut acts = Action::default();
        let mut changed = mutant.backend();
        for id in &cases {
            if acts.is_full() {
                break;
            }
            let Some(case) = corpus.case(id) else { continue };
            let start = &corpus.position(case).vfen;
            let vfen = case.path(start).reached(view)?;
            let survey = view.survey(&vfen)?.sorted();
            acts = acts.union(rulebook::action(changed.as_mut(), variant, &survey));
        }
        let explained = explained::reason(variant, &mutant.to_string());
        rows.push(ClauseRow { clause: clause.id(), cases, acts, can, explained });
    }
    Ok(rows)
}
