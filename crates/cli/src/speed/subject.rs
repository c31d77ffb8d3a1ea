//! A backend to measure. It is always a process of its own, so that the work of the harness is not measured and
//! two compared backends do not share caches or tables.

use super::meter::Meter;
use super::{SpeedError, Unit};
use std::time::{Duration, Instant};
use vperft::inner::backend::{Backend, OpenError, Options, Registry};

/// A backend to measure, and how to start it.
#[derive(Clone, Debug)]
pub(crate) struct Subject {
    /// Its name on the command line.
    pub name: String,
    /// Its name in the registry: a scheme and a command line. Built-in backends are started by `vperft serve`.
    pub program: String,
    /// Whether the program is `vperft serve`, whose counting function is known.
    pub is_served: bool,
    /// Its options. A failed program is not restarted.
    pub options: Options,
}

/// A running subject.
pub(crate) struct Running {
    name: String,
    is_served: bool,
    backend: Box<dyn Backend>,
    meter: Meter,
    /// The time from its start until it could answer.
    pub started: Duration,
}

/// The cost of a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sample {
    /// The wall time from the question to the answer.
    pub wall: Duration,
    /// The processor time of the program and everything it started, on systems that report it.
    pub processor: Option<Duration>,
    /// The instructions by the counters of the processor, on systems that provide them.
    pub instructions: Option<u64>,
}

impl Sample {
    /// The time by which programs are compared: processor time, which other load disturbs less, or wall time on other systems.
    pub fn time(&self) -> Duration {
        self.processor.filter(|time| !time.is_zero()).unwrap_or(self.wall)
    }
}

impl Subject {
    /// Starts the program.
    ///
    /// # Errors
    /// If the program cannot be started.
    pub fn start(&self, registry: &Registry) -> Result<Running, SpeedError> {
        let mut meter = Meter::new();
        let begun = Instant::now();
        let backend = registry.open(&self.program, &self.options)?;
        let started = begun.elapsed();
        meter.begin();
        Ok(Running { name: self.name.clone(), is_served: self.is_served, backend, meter, started })
    }

    /// Opens the backend with its command line after these words, such as those of a tool that observes it.
    ///
    /// # Errors
    /// If the program cannot be started.
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
    /// The name and version it reports.
    pub fn identity(&self) -> String {
        let identity = self.backend.identity();
        // `vperft serve` is started by this program, for the backend of this name.
        let own = identity.strip_prefix("cmd-").filter(|_| self.is_served);
        own.map_or_else(|| identity.clone(), str::to_owned)
    }

    /// Adds instructions to its samples, if the system can count them.
    pub fn count_instructions(&mut self) {
        self.meter.count_instructions();
    }

    /// Counts a unit `times` times in a row and returns the total cost.
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

    /// The questions for legal moves that it answers per second, one at a time, measured for `span`. `None` if it only counts.
    ///
    /// # Errors
    /// If it does not answer.
    pub fn requests_a_second(&mut self, unit: &Unit, span: Duration) -> Result<Option<f64>, SpeedError> {
        let fault =
            |error| SpeedError::Backend { unit: Box::new(unit.clone()), name: self.name.clone(), error };
        let view = self.backend.of(unit.variant).map_err(fault)?;
        let begun = Instant::now();
        let mut asked = 0_u32;
        while begun.elapsed() < span {
            match view.moves(unit.vfen.as_str().into()) {
                Ok(_) => asked += 1,
                Err(vperft::inner::backend::BackendError::Unsupported(_)) => return Ok(None),
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

    /// The peak memory of it and its running children, in bytes, on systems that report it.
    pub fn peak_memory(&self) -> Option<u64> {
        self.meter.peak_memory()
    }
}

/// Counts a unit once and verifies the count.
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
