//! How deep to count from each position, and how often, so that it takes long enough for a clock and not much longer.

use super::subject::Running;
use super::{SpeedError, Unit};
use crate::corpus::bench::Row;
use std::time::Duration;

/// How long a sample takes at least, if counting it more often makes it so: what a question over a pipe costs is a small part
/// of it.
const LEAST: Duration = Duration::from_millis(40);
/// How long the next depth may take, as far as the one before it tells.
const MOST: Duration = Duration::from_millis(400);
/// The most counts of a sample.
const MOST_TIMES: u32 = 1000;

/// What a sample counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Planned {
    /// The work.
    pub unit: Unit,
    /// How often it is done for one sample.
    pub times: u32,
}

impl Planned {
    /// How many leaves a sample counts.
    pub fn leaves(&self) -> u128 {
        u128::from(self.unit.leaves) * u128::from(self.times)
    }
}

/// Finds out what a sample of a row is to be for the slowest of these programs: the deepest count that does not take too long.
/// If `depth` is given it is that one.
///
/// # Errors
/// If there is no count, or a wrong one.
pub(crate) fn plan(
    row: &Row,
    depth: Option<u32>,
    programs: &mut [&mut Running],
) -> Result<Planned, SpeedError> {
    let mut planned = None;
    // Whatever is built on first use is built now.
    if let Some(first) = Unit::of(row, 1) {
        programs.iter_mut().try_for_each(|program| program.count(&first, 1).map(drop))?;
    }
    let last = u32::try_from(row.counts.len()).unwrap_or(u32::MAX);
    for depth in depth.map_or(1..=last, |depth| depth..=depth) {
        let Some(unit) = Unit::of(row, depth) else { break };
        if let Some((Unit { leaves, .. }, took)) = &planned
            && expected(*took, *leaves, unit.leaves) > MOST
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
    let times = LEAST.as_secs_f64() / took.as_secs_f64().max(1e-9);
    Ok(Planned { unit, times: (times.ceil() as u32).clamp(1, MOST_TIMES) })
}

/// How long so many leaves take if the others took so long.
fn expected(took: Duration, leaves: u64, next: u64) -> Duration {
    let factor = next as f64 / leaves.max(1) as f64;
    Duration::try_from_secs_f64(took.as_secs_f64() * factor).unwrap_or(Duration::MAX)
}
