//! What something was measured on.

use crate::support::digest::Digest;
use serde::{Deserialize, Serialize};
use std::num::NonZeroUsize;
use std::thread;
use sysinfo::{CpuRefreshKind, RefreshKind, System};

/// A machine and what was on it. Times of two machines are not to be compared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Machine {
    /// The model of the processor.
    pub processor: String,
    /// How many cores may be used.
    pub cores: usize,
    /// The architecture and the operating system.
    pub system: String,
    /// How many programs wanted a core, over the last minute, when the measurement began.
    pub load: f64,
    /// The version of this program.
    pub vperft: String,
    /// The version of valgrind, if it is there.
    pub valgrind: Option<String>,
}

impl Machine {
    /// The one this runs on.
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

    /// Whether times of the other machine may stand beside those of this one: the same processor and system, as many cores. Its
    /// load and what is installed may change.
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
