//! Checks a backend against a bound.

use super::Bound;
use crate::speed::instructions::instructions;
use crate::speed::pairs::{CompareObserver, CompareSettings, Finding, SpeedComparison, compare};
use crate::speed::{SpeedError, Subject};
use vperft::inner::backend::Registry;
use vperft::inner::corpus::bench::Row;

/// How often instructions are counted before the bound counts as exceeded.
const REPETITIONS: usize = 3;

/// A bound with its judgement.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct JudgedBound {
    /// The bound.
    pub bound: Bound,
    /// The backend.
    pub backend: String,
    /// The position, if it was judged alone.
    pub position: Option<String>,
    /// The judgement.
    pub judgement: Judgement,
}

/// Whether a bound is kept.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Judgement {
    /// The instructions per leaf are within the bound.
    Held {
        /// Instructions per leaf.
        per_leaf: f64,
    },
    /// The instructions per leaf exceed the bound and are the same each time.
    Exceeded {
        /// Instructions per leaf.
        per_leaf: f64,
    },
    /// The instructions per leaf exceed the bound but vary, so nothing is proven.
    NotExact {
        /// The fewest.
        least: f64,
        /// The most.
        greatest: f64,
    },
    /// The speed relative to the base is not proven to be below the bound.
    NotSlower(Box<SpeedComparison>),
    /// Two comparisons have proven that the speed is below the bound; this is the second.
    Slower(Box<SpeedComparison>),
    /// There is no base to compare with.
    NoBase,
}

impl Judgement {
    /// Whether the bound is proven to be exceeded.
    pub const fn is_failure(&self) -> bool {
        matches!(self, Self::Exceeded { .. } | Self::Slower(_))
    }

    /// Whether nothing is proven either way.
    pub const fn is_undecided(&self) -> bool {
        matches!(self, Self::NotExact { .. } | Self::NoBase)
    }
}

/// Checks a bound on the instructions of one position.
///
/// # Errors
/// If instructions cannot be counted, or the count is wrong.
pub(crate) fn hold_instructions(
    subject: &Subject,
    registry: &Registry,
    row: &Row,
    most: f64,
) -> Result<Judgement, SpeedError> {
    let mut counted = Vec::new();
    for _ in 0..REPETITIONS {
        let per_leaf = instructions(subject, registry, row)? as f64 / row.nodes() as f64;
        if per_leaf <= most {
            // A program whose counts vary keeps the bound if one of them does.
            return Ok(Judgement::Held { per_leaf });
        }
        counted.push(per_leaf);
    }
    counted.sort_by(f64::total_cmp);
    let (least, greatest) = (counted[0], counted[counted.len() - 1]);
    let is_exact = least.to_bits() == greatest.to_bits();
    Ok(if is_exact {
        Judgement::Exceeded { per_leaf: least }
    } else {
        Judgement::NotExact { least, greatest }
    })
}

/// Checks a bound on the speed relative to a base, over all positions of the bound.
///
/// # Errors
/// If a program cannot be started or counts wrong.
pub(crate) fn hold_ratio(
    subjects: [&Subject; 2],
    registry: &Registry,
    rows: &[Row],
    question: CompareSettings,
    observer: &CompareObserver<'_>,
) -> Result<Judgement, SpeedError> {
    let once = || match compare(subjects, registry, rows, question, observer)? {
        (_, Some(fault)) => Err(fault),
        (compared, None) => Ok(Box::new(compared)),
    };
    let is_slower = |compared: &SpeedComparison| matches!(compared.finding, Finding::Slower(_));
    let first = once()?;
    if !is_slower(&first) {
        return Ok(Judgement::NotSlower(first));
    }
    let second = once()?;
    Ok(if is_slower(&second) { Judgement::Slower(second) } else { Judgement::NotSlower(second) })
}
