//! Audits in parts: which mutants a part tries, and the mutants of all parts in place of trying them.
//!
//! A part tries every N-th mutant on all cases. The sample of positions, and with it the list of mutants, is the same in
//! every part and in a merge.

use super::results::KilledBy;
use serde::Deserialize;
use std::collections::VecDeque;
use vperft::inner::backend::BackendError;
use vperft::inner::game::variant::VariantId;
use vperft_run::partition::{Part, PartError, Parts};

/// Which mutants an audit tries.
#[derive(Debug)]
pub enum Share<'p> {
    /// All of them.
    All,
    /// Those of a part.
    Part(Part),
    /// None: all were tried in parts.
    Recorded(RecordedMutants<'p>),
}

/// Why an audit failed.
#[derive(Debug, thiserror::Error)]
pub enum AuditError {
    /// The backend gave no answer.
    #[error("{0}")]
    Backend(#[from] BackendError),
    /// A part does not hold its mutants.
    #[error("{0}")]
    Part(#[from] PartError),
}

/// The mutants of a variant that the parts have tried and that are left to take.
#[derive(Debug)]
pub struct RecordedMutants<'p> {
    parts: &'p Parts,
    left: Vec<VecDeque<RecordedMutant>>,
}

/// A mutant in a part file.
#[derive(Debug, Deserialize)]
pub(super) struct RecordedMutant {
    title: String,
    pub killed: Option<KilledBy>,
    pub vfen: Option<String>,
}

/// The audit of a variant in a part file.
#[derive(Deserialize)]
struct Entry {
    mutants: VecDeque<RecordedMutant>,
}

impl Share<'_> {
    /// The items of a list that are tried, in order.
    pub(super) fn own<T>(&self, list: Vec<T>) -> Vec<T> {
        let Self::Part(part) = self else { return list };
        (0..).zip(list).filter(|(index, _)| part.has(*index)).map(|(_, item)| item).collect()
    }
}

impl<'p> RecordedMutants<'p> {
    /// Reads the mutants of a variant from all parts.
    ///
    /// # Errors
    /// If a part has no audit of the variant.
    pub fn from_parts(parts: &'p Parts, variant: VariantId) -> Result<Self, PartError> {
        let mut left = Vec::new();
        for file in parts.files() {
            let entry: Option<Entry> = file.entry("audit", variant.name())?;
            let entry = entry.ok_or_else(|| file.error(format!("expected an audit of {variant}")))?;
            left.push(entry.mutants);
        }
        Ok(Self { parts, left })
    }

    /// Takes the next mutant of a list, given its index and title; `None` if its part has left it out because it has no
    /// effect.
    pub(super) fn take(&mut self, index: usize, title: &str) -> Option<RecordedMutant> {
        let part = index % self.left.len();
        let is_next = self.left[part].front().is_some_and(|mutant| mutant.title == title);
        is_next.then(|| self.left[part].pop_front()).flatten()
    }

    /// The error that the part of this index lacks a mutant.
    pub(super) fn missing(&self, index: usize, title: &str) -> PartError {
        self.parts.files()[index % self.left.len()].error(format!("expected the mutant `{title}`"))
    }

    /// Checks that every mutant was taken.
    ///
    /// # Errors
    /// If a part holds others than its own.
    pub(super) fn check_empty(&self) -> Result<(), PartError> {
        for (file, left) in self.parts.files().iter().zip(&self.left) {
            if let Some(mutant) = left.front() {
                return Err(file.error(format!("the mutant `{}` is not one of this part", mutant.title)));
            }
        }
        Ok(())
    }
}
