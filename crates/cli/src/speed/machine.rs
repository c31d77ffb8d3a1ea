//! The machine of a measurement.

use serde::{Deserialize, Serialize};
use std::num::NonZeroUsize;
use std::thread;
use sysinfo::{CpuRefreshKind, RefreshKind, System};
use vperft::inner::support::digest::Digest;

/// A machine and its software. Times of different machines must not be compared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Machine {
    /// The model of the processor.
    pub processor: String,
    /// The number of usable cores.
    pub cores: usize,
    /// The architecture and the operating system.
    pub system: String,
    /// The load average over one minute when the measurement began.
    pub load: f64,
    /// The version of this program.
    pub vperft: String,
    /// The version of valgrind, if it is installed.
    pub valgrind: Option<String>,
}

impl Machine {
    /// The machine this runs on.
    pub fn here() -> Self {
        let system = System::new_with_specifics(RefreshKind::nothing().with_cpu(CpuRefreshKind::nothing()));
        let processor = system.cpus().first().map_or("", |cpu| cpu.brand()).trim();
        Self {
            processor: if processor.is_empty() { "unknown" } else { processor }.to_owned(),
            cores: thread::available_parallelism().map_or(1, NonZeroUsize::get),
            system: format!("{} {}", std::env::consts::ARCH, std::env::consts::OS),
            load: System::load_average().one,
            vperft: env!("CARGO_PKG_VERSION").to_owned(),
            valgrind: super::tool(),
        }
    }

    /// Whether times of the two machines can be compared: processor, number of cores and system are the same. Load and installed
    /// tools may differ.
    pub fn is_like(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }

    /// A short name of all machines like this one.
    pub fn identity(&self) -> String {
        let mut digest = Digest::default();
        [&self.processor, &self.cores.to_string(), &self.system]
            .into_iter()
            .for_each(|text| digest.text(text));
        format!("{:08x}", digest.number() as u32)
    }
}
