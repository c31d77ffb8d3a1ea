//! The mutants of a variant, each with what notices it first.
//!
//! Those of the rulebook come before the generated ones, and a mutant's number is that of its row.

use super::class::Class;
use super::explained;
use super::fault::{Fault, faults};
use super::rulebook_mutant::{self, RulebookMutant};
use super::sample::{Candidate, OnProgress, Sample, numbered};
use super::score::{self, Kill, Matrix};
use super::worth::{KilledBy, MutantRow, RULEBOOK};
use crate::backend::BackendError;
use crate::corpus::check::OpenBackend;
use crate::corpus::suite::{Check, Corpus};
use crate::game::variant::VariantId;

/// Mutants of one origin, or of both.
#[derive(Clone, Debug, Default)]
pub struct Mutants {
    /// Each with what became of it.
    pub rows: Vec<MutantRow>,
    /// Which cases notice which.
    pub matrix: Matrix,
}

impl Mutants {
    /// These and others after them; both were tried on the same cases.
    #[must_use]
    pub fn join(mut self, others: Self) -> Self {
        let first = self.rows.len() as u32;
        for ((_, kills), (_, more)) in self.matrix.iter_mut().zip(others.matrix) {
            kills.extend(more.into_iter().map(|kill| Kill { mutant: kill.mutant + first, ..kill }));
        }
        self.rows.extend(others.rows);
        self
    }

    /// Enters in every row what notices its mutant.
    fn killed(mut self, corpus: &Corpus) -> Self {
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
/// If the backend gives no answer.
pub fn of_rulebook(
    corpus: &Corpus,
    variant: VariantId,
    mutants: &[RulebookMutant],
    progress: OnProgress<'_>,
) -> Result<Mutants, BackendError> {
    let row = |mutant: &RulebookMutant| {
        let title = mutant.to_string();
        let kind = RULEBOOK[usize::from(matches!(mutant, RulebookMutant::Reading(..)))];
        MutantRow { explained: explained::reason(variant, &title), title, kind, killed: None, vfen: None }
    };
    let rows = mutants.iter().map(row).collect();
    let matrix = rulebook_mutant::matrix(corpus, variant, mutants, progress)?;
    Ok(Mutants { rows, matrix }.killed(corpus))
}

/// The mistakes that can be generated from the classes of moves, as far as they show.
#[derive(Clone, Debug, Default)]
pub struct Generated {
    /// Those that show somewhere.
    faults: Vec<Fault>,
    /// A position at which each shows; none if its title says so.
    witnesses: Vec<Option<String>>,
    /// The titles of the others.
    pub equivalent: Vec<String>,
}

impl Generated {
    /// Looks in a sample for the mistakes that show.
    ///
    /// # Errors
    /// If the backend gives no answer.
    pub fn find(
        sample: &Sample,
        classes: &[Class],
        open: OpenBackend<'_>,
        progress: OnProgress<'_>,
    ) -> Result<Self, BackendError> {
        let all = faults(sample.variant, classes);
        let witnesses = sample.witnesses(open, &all, classes, progress)?;
        let mut found = Self::default();
        for (fault, vfen) in all.into_iter().zip(witnesses) {
            // That a class occurred is enough, and where it shows the class itself says; states, statuses and inputs show
            // in no list of moves of a position.
            let of_class = matches!(fault, Fault::Forget(_) | Fault::Duplicate(_));
            let shows_elsewhere = matches!(fault, Fault::State(_) | Fault::Status(_) | Fault::Input(_));
            if of_class || vfen.is_some() || shows_elsewhere {
                found.witnesses.push(vfen.filter(|_| !of_class));
                found.faults.push(fault);
            } else {
                found.equivalent.push(fault.title(sample.variant, classes));
            }
        }
        Ok(found)
    }

    /// Tries each on the cases of a variant.
    ///
    /// # Errors
    /// If the backend gives no answer.
    pub fn mutants(
        &self,
        corpus: &Corpus,
        variant: VariantId,
        classes: &[Class],
        open: OpenBackend<'_>,
        progress: OnProgress<'_>,
    ) -> Result<Mutants, BackendError> {
        let row = |(fault, vfen): (&Fault, &Option<String>)| {
            let title = fault.title(variant, classes);
            let explained = explained::reason(variant, &title);
            MutantRow { title, kind: fault.kind(), killed: None, explained, vfen: vfen.clone() }
        };
        let rows = self.faults.iter().zip(&self.witnesses).map(row).collect();
        let matrix = score::matrix(corpus, variant, &self.faults, &numbered(classes), open, progress)?;
        Ok(Mutants { rows, matrix }.killed(corpus))
    }

    /// Positions of a sample that show those of the mistakes that are alive by their rows.
    ///
    /// # Errors
    /// If the backend gives no answer.
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
