//! Measures two programs in turn.
//!
//! Every round starts new processes, because the memory layout of a process can make it faster or slower for its whole life. Within
//! a round, every position is counted in the order A B B A, so that a change on the machine affects both.

use super::finding::{MAX_ROUNDS, is_look};
use super::{Confidence, Estimate, Finding, found};
use crate::speed::plan::{Planned, plan};
use crate::speed::subject::{Running, Sample, Subject};
use crate::speed::{Signature, SpeedError, Unit};
use vperft::inner::backend::Registry;
use vperft::inner::corpus::bench::Row;
use vperft::inner::support::observer::Observer;

/// The logarithm of the speed of A divided by that of B, for each position.
pub(crate) type Round = Vec<f64>;

/// The question of a comparison.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CompareSettings {
    /// The confidence.
    pub sure: Confidence,
    /// The ratio to compare the speed of A divided by that of B with.
    pub than: f64,
    /// The smallest difference of interest, such as 0.01.
    pub resolution: f64,
    /// The most rounds.
    pub most: usize,
}

/// The result of a comparison.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SpeedComparison {
    /// The names and versions that the two report.
    pub identities: [String; 2],
    /// A digest of their common work.
    pub signature: Signature,
    /// The sample of every position.
    pub planned: Vec<Planned>,
    /// The rounds.
    pub rounds: Vec<Round>,
    /// The question.
    pub question: CompareSettings,
    /// The logarithm of the ratio over all positions.
    pub estimate: Estimate,
    /// The answer, relative to the ratio of the question.
    pub finding: Finding,
}

impl SpeedComparison {
    /// The logarithm of the ratio of one position.
    pub fn ratio_at(&self, position: usize) -> Estimate {
        let logarithms: Vec<_> = self.rounds.iter().map(|round| round[position]).collect();
        found(&logarithms, &CompareSettings { than: 1.0, ..self.question }).0
    }
}

/// The event of a comparison: a round has ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RoundEnd {
    /// The number of the round, from 1.
    pub round: usize,
    /// How many rounds there are at most.
    pub max_rounds: usize,
    /// The result so far, in rounds after which it is computed.
    pub known: Option<(Estimate, Finding)>,
}

/// The observer of a comparison.
pub(crate) type CompareObserver<'o> = dyn Observer<RoundEnd> + 'o;

/// Compares two programs in these positions until the answer is clear, the maximum of rounds is reached, or the observer stops it.
/// An error comes with the result so far, if there are enough rounds for one.
///
/// # Errors
/// If a program cannot be started or counts wrong before there are enough rounds.
pub(crate) fn compare(
    subjects: [&Subject; 2],
    registry: &Registry,
    rows: &[Row],
    question: CompareSettings,
    observer: &CompareObserver<'_>,
) -> Result<(SpeedComparison, Option<SpeedError>), SpeedError> {
    let start = |at: usize| subjects[at].start(registry);
    let (mut a, mut b) = (start(0)?, start(1)?);
    let identities = [a.identity(), b.identity()];
    let planned: Vec<Planned> =
        rows.iter().map(|row| plan(row, None, &mut [&mut a, &mut b])).collect::<Result<_, _>>()?;
    drop((a, b));
    let signature = Signature::from_units(planned.iter().map(|planned| &planned.unit));
    let most = question.most.min(MAX_ROUNDS);
    let mut rounds: Vec<Round> = Vec::new();
    let mut known = None;
    let mut fault = None;
    while rounds.len() < most {
        // The program that comes first alternates between rounds.
        let first = rounds.len() % 2;
        match self::round(&start, first, &planned, rows) {
            Ok(round) => rounds.push(round),
            Err(error) => {
                fault = Some(error);
                break;
            }
        }
        let is_last = rounds.len() == most || observer.is_stopped();
        let is_looked_at = rounds.len() > 1 && (is_look(rounds.len()) || is_last);
        if is_looked_at {
            let means: Vec<_> = rounds.iter().map(|round| mean(round)).collect();
            known = Some(found(&means, &question));
        }
        observer.event(&RoundEnd {
            round: rounds.len(),
            max_rounds: most,
            known: known.filter(|_| is_looked_at),
        });
        let is_clear = is_looked_at && !matches!(known, Some((_, Finding::Unclear(_))));
        if observer.is_stopped() {
            fault = Some(SpeedError::Interrupted);
        }
        if is_clear || is_last {
            break;
        }
    }
    match (known, fault) {
        (Some((estimate, finding)), fault) => Ok((
            SpeedComparison { identities, signature, planned, rounds, question, estimate, finding },
            fault,
        )),
        (None, fault) => Err(fault.unwrap_or(SpeedError::Interrupted)),
    }
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

/// One round.
fn round(
    start: &dyn Fn(usize) -> Result<Running, SpeedError>,
    first: usize,
    planned: &[Planned],
    rows: &[Row],
) -> Result<Round, SpeedError> {
    let mut one = start(first)?;
    let mut other = start(1 - first)?;
    let mut round = Vec::new();
    for (planned, row) in planned.iter().zip(rows) {
        // Build the tables that are made on first use outside the measured time.
        if let Some(warm) = Unit::for_depth(row, (planned.unit.depth - 1).max(1)) {
            one.count(&warm, 1)?;
            other.count(&warm, 1)?;
        }
        let sample = |program: &mut Running| program.count(&planned.unit, planned.times);
        let samples = [sample(&mut one)?, sample(&mut other)?, sample(&mut other)?, sample(&mut one)?];
        let ones = seconds([samples[0], samples[3]]);
        let others = seconds([samples[1], samples[2]]);
        let logarithm = (others / ones).ln();
        round.push(if first == 0 { logarithm } else { -logarithm });
    }
    Ok(round)
}

/// The time of two samples, in seconds.
fn seconds(samples: [Sample; 2]) -> f64 {
    samples.iter().map(|sample| sample.time().as_secs_f64()).sum::<f64>().max(1e-9)
}
