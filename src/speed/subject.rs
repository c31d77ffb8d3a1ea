//! A backend that is measured. It is always a process of its own: what the harness does is not measured with it, and of two that
//! are compared neither lives in the caches and tables of the other.

use super::meter::Meter;
use super::{SpeedError, Unit};
use crate::backend::{Backend, OpenError, Options, Registry};
use std::time::{Duration, Instant};

/// What is measured, and how it is started.
#[derive(Clone, Debug)]
pub(crate) struct Subject {
    /// How people name it.
    pub name: String,
    /// How the registry knows it: a scheme and a command line. What the harness has built in is started by its command `serve`.
    pub program: String,
    /// Whether it is this program that serves: then its counts can be told from all else it does.
    pub is_served: bool,
    /// How it is set up. It is not started again when it fails.
    pub options: Options,
}

/// A subject that runs.
pub(crate) struct Running {
    name: String,
    backend: Box<dyn Backend>,
    meter: Meter,
    /// How long it took from its start until it could be asked.
    pub started: Duration,
}

/// What a count took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sample {
    /// By the clock, from the question to the answer.
    pub wall: Duration,
    /// On the processors, of the program and everything it started, where the system tells it.
    pub processor: Option<Duration>,
    /// Instructions by the counters of the processor, where the system gives them.
    pub instructions: Option<u64>,
}

impl Sample {
    /// The time by which two programs are compared: that on the processors, which neighbours disturb less, or by the clock where
    /// the system does not tell it.
    pub fn time(&self) -> Duration {
        self.processor.filter(|time| !time.is_zero()).unwrap_or(self.wall)
    }
}

impl Subject {
    /// Starts it.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(&self, registry: &Registry) -> Result<Running, SpeedError> {
        let mut meter = Meter::new();
        let begun = Instant::now();
        let backend = registry.open(&self.program, &self.options)?;
        let started = begun.elapsed();
        meter.begin();
        Ok(Running { name: self.name.clone(), backend, meter, started })
    }

    /// The backend as it is opened behind these words, such as those of a tool that looks on.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn open_behind(
        &self,
        registry: &Registry,
        words: &[String],
        options: &Options,
    ) -> Result<Box<dyn Backend>, SpeedError> {
        let (scheme, command) = self.program.split_once(':').unwrap_or(("cmd", &self.program));
        let words = shlex::try_join(words.iter().map(String::as_str));
        let words = words.map_err(|_| OpenError::Words {
            name: self.program.clone(),
            expected: format!("{scheme}:PROGRAM without NUL"),
        })?;
        Ok(registry.open(&format!("{scheme}:{words} {command}"), options)?)
    }
}

impl Running {
    /// What it calls itself, with its version.
    pub fn identity(&self) -> String {
        self.backend.identity()
    }

    /// Has its samples hold instructions too, where the system can count them.
    pub fn count_instructions(&mut self) {
        self.meter.count_instructions();
    }

    /// Counts a unit so often, one time after the other, and says what that took in all.
    ///
    /// # Errors
    /// If there is no count, or a wrong one.
    pub fn count(&mut self, unit: &Unit, times: u32) -> Result<Sample, SpeedError> {
        let (before, instructions) = (self.meter.processor(), self.meter.instructions());
        let begun = Instant::now();
        for _ in 0..times {
            count(self.backend.as_mut(), &self.name, unit)?;
        }
        let wall = begun.elapsed();
        let after = self.meter.processor();
        let processor = before.zip(after).map(|(before, after)| after.saturating_sub(before));
        let instructions = instructions.zip(self.meter.instructions());
        let instructions = instructions.map(|(before, after)| after.saturating_sub(before));
        Ok(Sample { wall, processor, instructions })
    }

    /// How many questions a second it answers, one at a time: for the legal moves of a position, so long.
    ///
    /// # Errors
    /// If it does not answer. One that only counts has no moves to tell, of which there is none then.
    pub fn requests_a_second(&mut self, unit: &Unit, patience: Duration) -> Result<Option<f64>, SpeedError> {
        let fault =
            |error| SpeedError::Backend { unit: Box::new(unit.clone()), name: self.name.clone(), error };
        let view = self.backend.of(unit.variant).map_err(fault)?;
        let begun = Instant::now();
        let mut asked = 0_u32;
        while begun.elapsed() < patience {
            match view.moves(unit.vfen.as_str().into()) {
                Ok(_) => asked += 1,
                Err(crate::backend::BackendError::Unsupported(_)) => return Ok(None),
                Err(error) => {
                    return Err(SpeedError::Backend {
                        unit: Box::new(unit.clone()),
                        name: self.name.clone(),
                        error,
                    });
                }
            }
        }
        Ok(Some(f64::from(asked) / begun.elapsed().as_secs_f64()))
    }

    /// The most memory it has had so far, in bytes, with all it has started and what runs still, where the system tells it.
    pub fn peak_memory(&self) -> Option<u64> {
        self.meter.peak_memory()
    }
}

/// Counts a unit once, and demands that the count is right.
pub(super) fn count(backend: &mut dyn Backend, name: &str, unit: &Unit) -> Result<(), SpeedError> {
    let view = backend.of(unit.variant);
    let counted = view.and_then(|view| view.perft(unit.vfen.as_str().into(), unit.depth));
    let (unit, name) = (|| Box::new(unit.clone()), || name.to_owned());
    match counted {
        Ok(counted) if counted == u128::from(unit().leaves) => Ok(()),
        Ok(counted) => Err(SpeedError::Wrong { unit: unit(), name: name(), counted }),
        Err(error) => Err(SpeedError::Backend { unit: unit(), name: name(), error }),
    }
}
