//! The mutants of a variant, each with the check that notices it.
//!
//! Rulebook mutants come before generated ones. The number of a mutant is the index of its row.

use super::explained;
use super::fields::FieldRow;
use super::results::{KilledBy, MutantRow, RULEBOOK};
use super::rulebook;
use super::sample::{Candidate, OnProgress, Sample, numbered};
use super::score::{self, Kill, Matrix};
use super::share::{AuditError, RecordedMutants, Share};
use crate::mistakes::known::{Class, Fault, FieldFault, PositionContext, RulebookMutant, faults};
use vperft::inner::backend::BackendError;
use vperft::inner::corpus::check::OpenBackend;
use vperft::inner::corpus::suite::{Check, Corpus};
use vperft::inner::game::variant::VariantId;
use vperft_run::partition::PartError;

/// Mutants with the results of trying them.
#[derive(Clone, Debug, Default)]
pub struct Mutants {
    /// The mutants.
    pub rows: Vec<MutantRow>,
    /// The mutants that each case notices.
    pub matrix: Matrix,
}

impl Mutants {
    /// Appends other mutants that were tried on the same cases.
    #[must_use]
    pub fn join(mut self, others: Self) -> Self {
        let first = self.rows.len() as u32;
        for ((_, kills), (_, more)) in self.matrix.iter_mut().zip(others.matrix) {
            kills.extend(more.into_iter().map(|kill| Kill { mutant: kill.mutant + first, ..kill }));
        }
        self.rows.extend(others.rows);
        self
    }

    /// Records in each row the check that notices its mutant.
    fn record_kills(mut self, corpus: &Corpus) -> Self {
        for (number, kills) in &self.matrix {
            let case = &corpus.cases[*number].1;
            let checks: Vec<&Check> = case.list().collect();
            for kill in kills {
                let row = &mut self.rows[kill.mutant as usize];
                let check = checks[usize::from(kill.check)];
                let tier = case.tier(check);
                match &mut row.killed {
                    Some(by) if (by.tier, by.depth) <= (tier, kill.depth) => by.cases += 1,
                    killed => {
                        let cases = killed.as_ref().map_or(0, |by| by.cases) + 1;
                        let (case, check) = (case.id.clone(), check.to_string());
                        *killed = Some(KilledBy { case, check, tier, depth: kill.depth, cases });
                    }
                }
            }
        }
        self
    }
}

/// Tries the mutants of the rulebook.
///
/// # Errors
/// Returns an error if the backend gives no answer, or if the parts do not hold the mutants.
pub fn of_rulebook(
    corpus: &Corpus,
    variant: VariantId,
    mutants: &[RulebookMutant],
    share: &mut Share<'_>,
    progress: OnProgress<'_>,
) -> Result<Mutants, AuditError> {
    let row = |mutant: &RulebookMutant| {
        let title = mutant.to_string();
        let kind = RULEBOOK[usize::from(matches!(mutant, RulebookMutant::Reading(..)))];
        MutantRow { explained: explained::reason(variant, &title), title, kind, killed: None, vfen: None }
    };
    let mut rows: Vec<_> = mutants.iter().map(row).collect();
    if let Share::Recorded(recorded) = share {
        for (index, row) in rows.iter_mut().enumerate() {
            let tried = recorded.take(index, &row.title);
            row.killed = tried.ok_or_else(|| recorded.missing(index, &row.title))?.killed;
        }
        return Ok(Mutants { rows, matrix: Matrix::new() });
    }
    let matrix = rulebook::matrix(corpus, variant, mutants, progress)?;
    Ok(Mutants { rows, matrix }.record_kills(corpus))
}

/// The faults of a variant in which these classes of moves occur.
#[must_use]
pub fn all(variant: VariantId, classes: &[Class]) -> Vec<Fault> {
    let mut all = faults(variant, classes);
    all.extend(FieldFault::all(variant).into_iter().map(Fault::Field));
    all
}

/// Whether a fault is one of a class, and has an effect wherever the class occurs.
const fn is_of_class(fault: &Fault) -> bool {
    matches!(fault, Fault::Forget(_) | Fault::Duplicate(_))
}

/// Whether a fault counts without a position that shows it. States, statuses and inputs never show in the move list of
/// one position.
const fn needs_no_witness(fault: &Fault) -> bool {
    is_of_class(fault) || matches!(fault, Fault::State(_) | Fault::Status(_) | Fault::Input(_))
}

/// The mutants generated from the classes of moves.
#[derive(Clone, Debug, Default)]
pub struct Generated {
    /// The faults that have an effect somewhere.
    faults: Vec<Fault>,
    /// A position where each fault has an effect; `None` if its title says where.
    witnesses: Vec<Option<String>>,
    /// The titles of the faults without any effect.
    pub equivalent: Vec<String>,
}

impl Generated {
    /// Finds those of the faults that have an effect in a sample. Some effects are too rare for any
    /// sample, so a fault in a field also counts if it has an effect in a case of the corpus.
    ///
    /// # Errors
    /// Returns an error if the backend gives no answer.
    pub fn find(
        corpus: &Corpus,
        sample: &Sample,
        all: Vec<Fault>,
        classes: &[Class],
        open: OpenBackend<'_>,
        progress: OnProgress<'_>,
    ) -> Result<Self, BackendError> {
        let mut witnesses = sample.witnesses(open, &all, classes, progress)?;
        search_corpus(corpus, sample.variant, open, &all, classes, &mut witnesses)?;
        let mut found = Self::default();
        for (fault, vfen) in all.into_iter().zip(witnesses) {
            if needs_no_witness(&fault) || vfen.is_some() {
                found.witnesses.push(vfen.filter(|_| !is_of_class(&fault)));
                found.faults.push(fault);
            } else {
                found.leave_out(sample.variant, &fault, classes);
            }
        }
        Ok(found)
    }

    /// The faults that have an effect, with the mutants that were tried in parts.
    ///
    /// # Errors
    /// If the parts do not hold the mutants of these faults.
    pub fn recorded(
        variant: VariantId,
        all: Vec<Fault>,
        classes: &[Class],
        recorded: &mut RecordedMutants<'_>,
    ) -> Result<(Self, Mutants), PartError> {
        let mut found = Self::default();
        let mut killed = Vec::new();
        for (index, fault) in all.into_iter().enumerate() {
            let title = fault.title(variant, classes);
            match recorded.take(index, &title) {
                Some(tried) => {
                    found.witnesses.push(tried.vfen);
                    found.faults.push(fault);
                    killed.push(tried.killed);
                }
                None if needs_no_witness(&fault) => return Err(recorded.missing(index, &title)),
                None => found.leave_out(variant, &fault, classes),
            }
        }
        recorded.check_empty()?;
        let mut rows = found.rows(variant, classes);
        rows.iter_mut().zip(killed).for_each(|(row, killed)| row.killed = killed);
        Ok((found, Mutants { rows, matrix: Matrix::new() }))
    }

    /// Counts a fault without an effect.
    fn leave_out(&mut self, variant: VariantId, fault: &Fault, classes: &[Class]) {
        // Most combinations of an effect and a field do not exist, and are not worth a count.
        if !matches!(fault, Fault::Field(_)) {
            self.equivalent.push(fault.title(variant, classes));
        }
    }

    /// The mutants, before they are tried.
    fn rows(&self, variant: VariantId, classes: &[Class]) -> Vec<MutantRow> {
        let row = |(fault, vfen): (&Fault, &Option<String>)| {
            let title = fault.title(variant, classes);
            let explained = explained::reason(variant, &title);
            MutantRow { title, kind: fault.kind(), killed: None, explained, vfen: vfen.clone() }
        };
        self.faults.iter().zip(&self.witnesses).map(row).collect()
    }

    /// Tries the faults on the cases of a variant.
    ///
    /// # Errors
    /// Returns an error if the backend gives no answer.
    pub fn mutants(
        &self,
        corpus: &Corpus,
        variant: VariantId,
        classes: &[Class],
        open: OpenBackend<'_>,
        progress: OnProgress<'_>,
    ) -> Result<Mutants, BackendError> {
        let rows = self.rows(variant, classes);
        let matrix = score::matrix(corpus, variant, &self.faults, &numbered(classes), open, progress)?;
        Ok(Mutants { rows, matrix }.record_kills(corpus))
    }

    /// The combinations of an effect, a field and a side that occur, given the rows of the mutants.
    #[must_use]
    pub fn fields(&self, rows: &[MutantRow]) -> Vec<FieldRow> {
        FieldRow::all(self.faults.iter().zip(rows))
    }

    /// Finds positions of a sample where the living mutants have an effect.
    ///
    /// # Errors
    /// Returns an error if the backend gives no answer.
    pub fn showing_alive(
        &self,
        rows: &[MutantRow],
        sample: &Sample,
        classes: &[Class],
        open: OpenBackend<'_>,
        progress: OnProgress<'_>,
    ) -> Result<Vec<Candidate>, BackendError> {
        let alive = self.faults.iter().zip(rows).filter(|(_, row)| row.is_alive());
        let alive: Vec<_> = alive.map(|(fault, row)| (fault, row.title.as_str())).collect();
        sample.showing(open, &alive, classes, progress)
    }
}

/// Finds positions of the corpus where faults in fields have an effect that no sampled position shows.
fn search_corpus(
    corpus: &Corpus,
    variant: VariantId,
    open: OpenBackend<'_>,
    faults: &[Fault],
    classes: &[Class],
    witnesses: &mut [Option<String>],
) -> Result<(), BackendError> {
    let mut unseen: Vec<_> = faults.iter().zip(witnesses).filter(|(_, found)| found.is_none()).collect();
    unseen.retain(|(fault, _)| matches!(fault, Fault::Field(_)));
    let mut backend = open();
    let view = backend.of(variant)?;
    let mut numbers = numbered(classes);
    for (_, case) in corpus.of_variant(variant) {
        let vfen = case.path(&corpus.position(case).vfen).reached(view)?;
        let survey = view.survey(&vfen)?.sorted();
        let Some(context) = PositionContext::new(variant, &survey, &mut numbers) else { continue };
        unseen.retain_mut(|(fault, found)| {
            if fault.changes(&context, numbers.list()).is_empty() {
                return true;
            }
            **found = Some(context.vfen.clone());
            false
        });
    }
    Ok(())
}
