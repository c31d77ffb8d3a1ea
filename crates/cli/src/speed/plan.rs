//! Chooses the depth and the repetitions of a sample, so that it takes long enough for a clock and not much longer.

use super::subject::Running;
use super::{SpeedError, Unit};
use std::time::Duration;
use vperft::inner::corpus::bench::Row;

/// The shortest time of a sample. The cost of a question over a pipe is a small part of it.
const MIN_TIME: Duration = Duration::from_millis(40);
/// The longest expected time of a count.
const MAX_TIME: Duration = Duration::from_millis(400);
/// The most repetitions of a count in a sample.
const MAX_REPETITIONS: u32 = 1000;

/// The work of a sample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Planned {
    /// The count.
    pub unit: Unit,
    /// How often it is repeated.
    pub times: u32,
}

impl Planned {
    /// The leaves of a sample.
    pub fn leaves(&self) -> u128 {
        u128::from(self.unit.leaves) * u128::from(self.times)
    }
}

/// Chooses the sample of a row: the deepest count that does not take the slowest of these programs too long, or the count at
/// `depth` if it is given.
///
/// # Errors
/// If a program does not count, or counts wrong.
pub(crate) fn plan(
    row: &Row,
    depth: Option<u32>,
    programs: &mut [&mut Running],
) -> Result<Planned, SpeedError> {
    let mut planned = None;
    // The first question builds tables that are made on first use.
    if let Some(first) = Unit::for_depth(row, 1) {
        programs.iter_mut().try_for_each(|program| program.count(&first, 1).map(drop))?;
    }
    let last = u32::try_from(row.counts.len()).unwrap_or(u32::MAX);
    for depth in depth.map_or(1..=last, |depth| depth..=depth) {
        let Some(unit) = Unit::for_depth(row, depth) else { break };
        if let Some((Unit { leaves, .. }, took)) = &planned
            && expected(*took, *leaves, unit.leaves) > MAX_TIME
        {
            break;
        }
        let mut slowest = Duration::ZERO;
        for program in &mut *programs {
            slowest = slowest.max(program.count(&unit, 1)?.time());
        }
        planned = Some((unit, slowest));
    }
    let (unit, took) = planned.expect("a row has a count at least, and the depth asked for is one of it");
    let times = MIN_TIME.as_secs_f64() / took.as_secs_f64().max(1e-9);
    Ok(Planned { unit, times: (times.ceil() as u32).clamp(1, MAX_REPETITIONS) })
}

/// The expected time of `next` leaves if `leaves` took `took`.
fn expected(took: Duration, leaves: u64, next: u64) -> Duration {
    let factor = next as f64 / leaves.max(1) as f64;
    Duration::try_from_secs_f64(took.as_secs_f64() * factor).unwrap_or(Duration::MAX)
}
