//! The arguments of a long count: the number of threads and the size of the hash table.

use super::value::number;
use crate::exit::CliError;
use std::num::NonZeroUsize;
use std::thread;
use sysinfo::{MemoryRefreshKind, RefreshKind, System};
use vperft::inner::game::perft::Resources;

/// The largest accepted number of threads. A larger number is a typing error, which the system would reject
/// without a clear message.
const MAX_THREADS: u64 = 1024;

/// The bytes of a megabyte on the command line.
pub const MEGABYTE: usize = 1 << 20;

/// How to make a long count.
#[derive(Debug, clap::Args)]
pub struct CountArgs {
    /// Count on N threads, at most 1024 [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = number::<u16>(1, MAX_THREADS))]
    threads: Option<u16>,
    /// Keep counts in a hash table of at most this size (1 MB is 2^20 bytes) [default: no table]
    #[arg(long, value_name = "MB", value_parser = number::<u64>(1, u64::MAX))]
    pub hash: Option<u64>,
}

impl CountArgs {
    /// The threads and the memory for a count.
    ///
    /// # Errors
    /// If the hash table is larger than the free memory.
    pub fn resources(&self) -> Result<Resources, CliError> {
        let cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get).min(MAX_THREADS as usize);
        let threads = self.threads.map_or_else(cores, usize::from);
        let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
        Ok(Resources { threads, hash_bytes: self.hash.map_or(Ok(0), hash_bytes)? })
    }
}

/// The size of a hash table in bytes.
///
/// # Errors
/// If that is more than the free memory. The system would grant it, and end the program when the table fills up.
pub fn hash_bytes(megabytes: u64) -> Result<usize, CliError> {
    let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(memory);
    // A container frees the files that it caches when it needs the memory, so only the resident set counts.
    let limit = system.cgroup_limits();
    let limit = limit.map_or(u64::MAX, |limit| limit.total_memory.saturating_sub(limit.rss));
    let free = system.available_memory().min(limit);
    let bytes = usize::try_from(megabytes).ok().and_then(|megabytes| megabytes.checked_mul(MEGABYTE));
    bytes.filter(|&bytes| bytes as u64 <= free).ok_or_else(|| {
        let free = free / MEGABYTE as u64;
        CliError::Usage(format!("--hash {megabytes}: only {free} MB of memory are free"))
    })
}
