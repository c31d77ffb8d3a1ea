//! Measures one backend: a row of figures for each position.

use super::instructions::instructions;
use super::plan::{Planned, plan};
use super::subject::{Running, Sample, Subject};
use super::{Machine, Signature, SpeedError, Unit};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use vperft::inner::backend::Registry;
use vperft::inner::corpus::bench::Row;
use vperft::inner::game::variant::VariantId;
use vperft::inner::support::observer::Observer;

/// The name of the format of results, and its version.
pub(crate) const FORMAT: &str = "vperft-speed";
/// The version that is written, and the highest version that can be read.
pub(crate) const VERSION: u32 = 1;

/// How long to count requests.
const REQUEST_TIME: Duration = Duration::from_millis(200);

/// What to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MeasureOptions {
    /// The number of time samples; 0 to measure no time.
    pub samples: u32,
    /// Whether to count instructions.
    pub instructions: bool,
}

/// The figures of a backend.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Measurement {
    /// The name of the backend on the command line.
    pub backend: String,
    /// The name and version the backend reports.
    pub identity: String,
    /// The machine it was measured on.
    pub machine: Machine,
    /// A digest of everything that was counted.
    pub signature: Signature,
    /// The time from its start until it answers questions, in seconds.
    pub startup_seconds: f64,
    /// Its peak memory, in bytes.
    pub peak_memory: Option<u64>,
    /// The questions it answers per second, one at a time over its pipe.
    pub requests_per_second: Option<f64>,
    /// One for each position.
    pub rows: Vec<Figures>,
}

/// The figures of one position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Figures {
    /// The variant.
    pub variant: VariantId,
    /// The name of the position.
    pub position: String,
    /// The times.
    pub time: Option<Times>,
    /// The instructions.
    pub instructions: Option<Instructions>,
}

/// How fast leaves were counted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Times {
    /// A digest of the work.
    pub signature: Signature,
    /// The depth, in plies.
    pub depth: u32,
    /// The leaves of each count.
    pub leaves: u64,
    /// Leaves per second of wall time: the median of the samples.
    pub per_second: f64,
    /// Leaves per second of processor time: the median of the samples, on systems that report it.
    pub per_processor_second: Option<f64>,
    /// The slowest and the fastest sample, in leaves per second of processor time, or of wall time on other systems.
    pub between: (f64, f64),
    /// Instructions per leaf by the counters of the processor: the median of the samples, on systems that provide them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instructions_per_leaf: Option<f64>,
}

/// The instructions of a count.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Instructions {
    /// A digest of the work.
    pub signature: Signature,
    /// The depth of the count, in plies.
    pub depth: u32,
    /// The leaves of the count.
    pub leaves: u64,
    /// All its instructions.
    pub total: u64,
}

impl Instructions {
    /// Instructions per leaf.
    pub fn per_leaf(&self) -> f64 {
        self.total as f64 / self.leaves as f64
    }
}

/// An event of a measurement.
#[derive(Clone, Copy, Debug)]
pub(crate) enum MeasureEvent<'e> {
    /// Every count has been made once and was right; no time is measured yet.
    Planned(&'e Measurement),
    /// A position is about to be measured.
    Begun(&'e Row),
    /// The figures of a position are known.
    Done(&'e Figures),
}

/// The observer of a measurement.
pub(crate) type MeasureObserver<'o> = dyn for<'e> Observer<MeasureEvent<'e>> + 'o;

/// The work on a position.
struct WorkItem {
    timed: Option<Planned>,
    counted: Option<Unit>,
}

impl WorkItem {
    fn units(&self) -> impl Iterator<Item = &Unit> {
        self.timed.iter().map(|planned| &planned.unit).chain(&self.counted)
    }
}

/// Measures a backend in these positions. `depths` returns the depth of a position for the times, or `None` to choose one.
/// An error during the measurement comes with the figures measured before it.
///
/// # Errors
/// If the backend cannot be started at all.
pub(crate) fn measure(
    subject: &Subject,
    registry: &Registry,
    rows: &[Row],
    depths: impl Fn(&Row) -> Option<u32>,
    wanted: MeasureOptions,
    observer: &MeasureObserver<'_>,
) -> Result<(Measurement, Option<SpeedError>), SpeedError> {
    let machine = Machine::here();
    let mut running = subject.start(registry)?;
    running.count_instructions();
    let mut measured = Measurement {
        backend: subject.name.clone(),
        identity: running.identity(),
        machine,
        signature: Signature::from_units([]),
        startup_seconds: running.started.as_secs_f64(),
        peak_memory: None,
        requests_per_second: None,
        rows: Vec::new(),
    };
    let mut go = || {
        let mut items = Vec::new();
        for row in rows {
            let is_timed = wanted.samples > 0;
            let timed = is_timed.then(|| plan(row, depths(row), &mut [&mut running])).transpose()?;
            items.push(WorkItem {
                timed,
                counted: Unit::for_depth(row, row.depth).filter(|_| wanted.instructions),
            });
            stop(observer)?;
        }
        measured.signature = Signature::from_units(items.iter().flat_map(WorkItem::units));
        if let Some(unit) = items.iter().find_map(|item| item.units().next()).filter(|_| wanted.samples > 0) {
            measured.requests_per_second = running.requests_a_second(unit, REQUEST_TIME)?;
        }
        observer.event(&MeasureEvent::Planned(&measured));
        for (row, item) in rows.iter().zip(items) {
            observer.event(&MeasureEvent::Begun(row));
            let is_stopped = || observer.is_stopped();
            let time = item.timed.map(|planned| times(&mut running, &planned, wanted.samples, &is_stopped));
            let count = |unit: Unit| {
                let total = instructions(subject, registry, row)?;
                Ok::<_, SpeedError>(Instructions {
                    signature: Signature::from_units([&unit]),
                    depth: unit.depth,
                    leaves: unit.leaves,
                    total,
                })
            };
            let (variant, position) = (row.variant, row.name.clone());
            let (time, instructions) = (time.transpose()?, item.counted.map(count).transpose()?);
            measured.rows.push(Figures { variant, position, time, instructions });
            measured.peak_memory = running.peak_memory().max(measured.peak_memory);
            observer.event(&MeasureEvent::Done(&measured.rows[measured.rows.len() - 1]));
            stop(observer)?;
        }
        Ok(())
    };
    let fault = go().err();
    Ok((measured, fault))
}

/// Returns an error if the observer asks to stop.
fn stop(observer: &MeasureObserver<'_>) -> Result<(), SpeedError> {
    if observer.is_stopped() { Err(SpeedError::Interrupted) } else { Ok(()) }
}

/// Takes samples of the time.
fn times(
    running: &mut Running,
    planned: &Planned,
    samples: u32,
    is_stopped: &dyn Fn() -> bool,
) -> Result<Times, SpeedError> {
    let mut taken = Vec::new();
    for _ in 0..samples {
        taken.push(running.count(&planned.unit, planned.times)?);
        if is_stopped() {
            return Err(SpeedError::Interrupted);
        }
    }
    let leaves = planned.leaves() as f64;
    let rate = |time: Duration| leaves / time.as_secs_f64().max(1e-9);
    let mut rates: Vec<_> = taken.iter().map(|sample| rate(sample.time())).collect();
    rates.sort_by(f64::total_cmp);
    let processor: Option<Vec<_>> = taken.iter().map(|sample| sample.processor.map(rate)).collect();
    let instructions: Option<Vec<_>> =
        taken.iter().map(|sample| sample.instructions.map(|counted| counted as f64 / leaves)).collect();
    Ok(Times {
        signature: Signature::from_units([&planned.unit]),
        depth: planned.unit.depth,
        leaves: planned.unit.leaves,
        per_second: median(taken.iter().map(|sample: &Sample| rate(sample.wall)).collect()),
        per_processor_second: processor.map(median),
        between: (rates[0], rates[rates.len() - 1]),
        instructions_per_leaf: instructions.map(median),
    })
}

/// The median of one number or more.
pub(super) fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    let middle = numbers.len() / 2;
    if numbers.len() % 2 == 1 { numbers[middle] } else { f64::midpoint(numbers[middle - 1], numbers[middle]) }
}
