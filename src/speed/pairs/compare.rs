//! Measures two programs in turn. A round starts both anew, since where a process happens to lie in memory can make it faster or
//! slower for as long as it lives, and has them count every position in the order A B B A, so that what changes on the machine
//! meanwhile falls on both.

use super::finding::{MOST_ROUNDS, is_look};
use super::{Confidence, Estimate, Finding, found};
use crate::backend::Registry;
use crate::corpus::bench::Row;
use crate::speed::plan::{Planned, plan};
use crate::speed::subject::{Running, Sample, Subject};
use crate::speed::{Signature, SpeedError, Unit};
use crate::support::observer::Observer;

/// The logarithms of the speed of A divided by that of B, one a position.
pub(crate) type Round = Vec<f64>;

/// What a comparison is to show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CompareSettings {
    /// How sure it is to be.
    pub sure: Confidence,
    /// The ratio that the speed of A, divided by that of B, is held against.
    pub than: f64,
    /// The smallest difference from it that is of interest, such as 0.01.
    pub resolution: f64,
    /// The most rounds.
    pub most: usize,
}

/// What a comparison came to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SpeedComparison {
    /// What the two call themselves.
    pub identities: [String; 2],
    /// A digest of the work they had in common.
    pub signature: Signature,
    /// What was counted from every position.
    pub planned: Vec<Planned>,
    /// The rounds.
    pub rounds: Vec<Round>,
    /// What was asked.
    pub question: CompareSettings,
    /// The logarithm of the ratio over all positions.
    pub estimate: Estimate,
    /// What can be said of it beside the ratio that was asked about.
    pub finding: Finding,
}

impl SpeedComparison {
    /// The logarithm of the ratio of one position.
    pub fn of(&self, position: usize) -> Estimate {
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

/// Compares two programs in these positions, until the answer is clear, the most rounds are made, or the observer stops it. What was
/// compared before a fault is there beside it, if it is enough to say something.
///
/// # Errors
/// If one of them cannot be started or counts wrong, before enough is known.
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
    let signature = Signature::of(planned.iter().map(|planned| &planned.unit));
    let most = question.most.min(MOST_ROUNDS);
    let mut rounds: Vec<Round> = Vec::new();
    let mut known = None;
    let mut fault = None;
    while rounds.len() < most {
        // Who comes first changes from round to round.
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
        // Tables that are built on first use are no part of the speed.
        if let Some(warm) = Unit::of(row, (planned.unit.depth - 1).max(1)) {
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

/// The time of two samples.
fn seconds(samples: [Sample; 2]) -> f64 {
    samples.iter().map(|sample| sample.time().as_secs_f64()).sum::<f64>().max(1e-9)
}
