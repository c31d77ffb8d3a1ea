//! Holds a backend to a bound.

use super::Bound;
use crate::backend::Registry;
use crate::corpus::bench::Row;
use crate::speed::instructions::instructions;
use crate::speed::pairs::{CompareObserver, CompareSettings, Finding, SpeedComparison, compare};
use crate::speed::{SpeedError, Subject};

/// How often instructions are counted before they are called more than a bound allows.
const TIMES: usize = 3;

/// What came of a bound.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct JudgedBound {
    /// The bound.
    pub bound: Bound,
    /// The backend.
    pub backend: String,
    /// The position, if one was looked at by itself.
    pub position: Option<String>,
    /// What came of it.
    pub judgement: Judgement,
}

/// Whether a bound is kept to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Judgement {
    /// A leaf takes so many instructions, and may.
    Held {
        /// The instructions a leaf takes.
        per_leaf: f64,
    },
    /// A leaf takes so many instructions each time, and may not.
    Exceeded {
        /// The instructions a leaf takes.
        per_leaf: f64,
    },
    /// A leaf takes more instructions than it may, but not the same number each time, so that nothing is shown.
    NotExact {
        /// The fewest.
        least: f64,
        /// The most.
        greatest: f64,
    },
    /// The speed beside the base is not shown to be below the bound.
    NotSlower(Box<SpeedComparison>),
    /// Two comparisons have shown that it is; the second is here.
    Slower(Box<SpeedComparison>),
    /// There is no base to compare with.
    NoBase,
}

impl Judgement {
    /// Whether the bound is shown to be exceeded.
    pub const fn is_failure(&self) -> bool {
        matches!(self, Self::Exceeded { .. } | Self::Slower(_))
    }
}

/// Holds a backend to a bound of instructions in one position.
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
    for _ in 0..TIMES {
        let per_leaf = instructions(subject, registry, row)? as f64 / row.nodes() as f64;
        if per_leaf <= most {
            // It took no more this time; a program that does not always take the same is at the bound, not above.
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

/// Holds a backend to a bound of its speed beside a base, in all positions that the bound is about.
///
/// # Errors
/// If one of the two cannot be started, or counts wrong.
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
