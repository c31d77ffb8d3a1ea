//! Measures one backend: a row of figures for every position.

use super::instructions::instructions;
use super::plan::{Planned, plan};
use super::subject::{Running, Sample, Subject};
use super::{Machine, Signature, SpeedError, Unit};
use crate::backend::Registry;
use crate::corpus::bench::Row;
use crate::game::variant::VariantId;
use crate::support::observer::Observer;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The name of the format of results, and its version.
pub(crate) const FORMAT: &str = "vperft-speed";
/// The version that is written, and the highest that is read.
pub(crate) const VERSION: u32 = 1;

/// How long requests are counted.
const REQUESTS: Duration = Duration::from_millis(200);

/// What is to be measured besides the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MeasureOptions {
    /// How many samples of the time; none if the time is not wanted.
    pub samples: u32,
    /// Whether instructions are wanted.
    pub instructions: bool,
}

/// What was measured of a backend.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Measurement {
    /// What the backend is called.
    pub backend: String,
    /// What it calls itself, with its version.
    pub identity: String,
    /// What it was measured on.
    pub machine: Machine,
    /// A digest of all that was counted.
    pub signature: Signature,
    /// How long it takes from its start until it can be asked, in seconds.
    pub startup_seconds: f64,
    /// The most memory it has had, in bytes.
    pub peak_memory: Option<u64>,
    /// How many questions it answers a second, one at a time over its pipe.
    pub requests_per_second: Option<f64>,
    /// One a position.
    pub rows: Vec<Figures>,
}

/// What was measured of one position.
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
    /// A digest of what was counted.
    pub signature: Signature,
    /// How deep, in plies.
    pub depth: u32,
    /// How many leaves each count had.
    pub leaves: u64,
    /// How many leaves a second by the clock: the median of the samples.
    pub per_second: f64,
    /// How many leaves a second on the processors, the median of the samples, where the system tells it.
    pub per_processor_second: Option<f64>,
    /// The slowest and the fastest sample, in leaves a second on the processors, or else by the clock.
    pub between: (f64, f64),
    /// How many instructions a leaf takes by the counters of the processor, the median of the samples, where the system gives them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instructions_per_leaf: Option<f64>,
}

/// How many instructions were taken.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Instructions {
    /// A digest of what was counted.
    pub signature: Signature,
    /// How deep it was counted, in plies.
    pub depth: u32,
    /// How many leaves that has.
    pub leaves: u64,
    /// How many instructions it took.
    pub total: u64,
}

impl Instructions {
    /// How many instructions a leaf takes.
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

/// What is to be done with a position.
struct Work {
    timed: Option<Planned>,
    counted: Option<Unit>,
}

impl Work {
    fn units(&self) -> impl Iterator<Item = &Unit> {
        self.timed.iter().map(|planned| &planned.unit).chain(&self.counted)
    }
}

/// Measures a backend in these positions. `depths` says how deep to count from a position for the times, where that is settled.
/// What was measured before a fault is there beside it.
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
        signature: Signature::of([]),
        startup_seconds: running.started.as_secs_f64(),
        peak_memory: None,
        requests_per_second: None,
        rows: Vec::new(),
    };
    let mut go = || {
        let mut works = Vec::new();
        for row in rows {
            let is_timed = wanted.samples > 0;
            let timed = is_timed.then(|| plan(row, depths(row), &mut [&mut running])).transpose()?;
            works.push(Work { timed, counted: Unit::of(row, row.depth).filter(|_| wanted.instructions) });
            stop(observer)?;
        }
        measured.signature = Signature::of(works.iter().flat_map(Work::units));
        if let Some(unit) = works.iter().find_map(|work| work.units().next()).filter(|_| wanted.samples > 0) {
            measured.requests_per_second = running.requests_a_second(unit, REQUESTS)?;
        }
        observer.event(&MeasureEvent::Planned(&measured));
        for (row, work) in rows.iter().zip(works) {
            observer.event(&MeasureEvent::Begun(row));
            let is_stopped = || observer.is_stopped();
            let time = work.timed.map(|planned| times(&mut running, &planned, wanted.samples, &is_stopped));
            let count = |unit: Unit| {
                let total = instructions(subject, registry, row)?;
                Ok::<_, SpeedError>(Instructions {
                    signature: Signature::of([&unit]),
                    depth: unit.depth,
                    leaves: unit.leaves,
                    total,
                })
            };
            let (variant, position) = (row.variant, row.name.clone());
            let (time, instructions) = (time.transpose()?, work.counted.map(count).transpose()?);
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

/// Ends the measurement if the user wants it to end.
fn stop(observer: &MeasureObserver<'_>) -> Result<(), SpeedError> {
    if observer.is_stopped() { Err(SpeedError::Interrupted) } else { Ok(()) }
}

/// The times of so many samples.
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
        signature: Signature::of([&planned.unit]),
        depth: planned.unit.depth,
        leaves: planned.unit.leaves,
        per_second: median(taken.iter().map(|sample: &Sample| rate(sample.wall)).collect()),
        per_processor_second: processor.map(median),
        between: (rates[0], rates[rates.len() - 1]),
        instructions_per_leaf: instructions.map(median),
    })
}

/// The middle of some numbers, of which there is one at least; of two in the middle their mean.
pub(super) fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    let middle = numbers.len() / 2;
    if numbers.len() % 2 == 1 { numbers[middle] } else { f64::midpoint(numbers[middle - 1], numbers[middle]) }
}
