//! The processor time and memory of a program and everything it has started. Only Linux reports them.
//!
//! Invariant: the measured program is not touched; all system calls happen outside the measured span.

use super::counters::Counters;
use std::time::Duration;

/// Measures the programs that this process has started since the meter was created.
pub(super) struct Meter {
    /// Children that existed before.
    others: Vec<i32>,
    /// The measured children.
    children: Vec<i32>,
    /// The counters of their instructions.
    counters: Option<Counters>,
}

impl Meter {
    /// Creates a meter that ignores the present children.
    pub fn new() -> Self {
        Self { others: system::children(), children: Vec::new(), counters: None }
    }

    /// Begins to measure the children started since.
    pub fn begin(&mut self) {
        self.children = system::children();
        self.children.retain(|child| !self.others.contains(child));
    }

    /// The processor time so far: of the running processes, and of all children that have exited.
    pub fn processor(&self) -> Option<Duration> {
        system::processor(&self.children)
    }

    /// Begins to count their instructions too, if the system can. It slows them a little whenever they wait.
    pub fn count_instructions(&mut self) {
        self.counters = Counters::start(&system::with_descendants(&self.children));
    }

    /// The instructions so far outside the kernel, by the counters of the processor.
    pub fn instructions(&mut self) -> Option<u64> {
        self.counters.as_mut()?.total()
    }

    /// The peak memory so far, in bytes: the sum over the running processes.
    pub fn peak_memory(&self) -> Option<u64> {
        system::peak_memory(&self.children)
    }
}

#[cfg(target_os = "linux")]
mod system {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeVal;
    use nix::time::{clock_getcpuclockid, clock_gettime};
    use nix::unistd::Pid;
    use std::time::Duration;
    use std::{fs, process};

    /// The ticks per second in `/proc/PID/stat`, the same on every Linux.
    const TICKS: f64 = 100.0;

    /// The process ids of the children of this process.
    pub fn children() -> Vec<i32> {
        let own = i32::try_from(process::id()).unwrap_or(0);
        processes().into_iter().filter(|(_, parent)| *parent == own).map(|(id, _)| id).collect()
    }

    /// Every process with its parent.
    fn processes() -> Vec<(i32, i32)> {
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        let ids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
        ids.filter_map(|id| Some((id, fields(id)?.get(PARENT)?.parse().ok()?))).collect()
    }

    /// The fields after the name of a process that hold its parent and the times of its exited children.
    const PARENT: usize = 1;
    const CHILDREN_USER: usize = 13;
    const CHILDREN_SYSTEM: usize = 14;

    /// The fields of `/proc/PID/stat` after the name, which may hold any character.
    fn fields(id: i32) -> Option<Vec<String>> {
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        Some(stat.rsplit_once(')')?.1.split_whitespace().map(str::to_owned).collect())
    }

    /// These processes and all their descendants.
    pub fn with_descendants(roots: &[i32]) -> Vec<i32> {
        let all = processes();
        let mut found = roots.to_vec();
        let mut next = 0;
        while next < found.len() {
            let parent = found[next];
            found.extend(all.iter().filter(|(_, of)| *of == parent).map(|(id, _)| *id));
            next += 1;
        }
        found
    }

    pub fn processor(children: &[i32]) -> Option<Duration> {
        let ended = getrusage(UsageWho::RUSAGE_CHILDREN).ok()?;
        let mut sum = span(ended.user_time()) + span(ended.system_time());
        for id in with_descendants(children) {
            // A process that has exited meanwhile is counted with its parent.
            let Some(clock) = clock_getcpuclockid(Pid::from_raw(id)).ok() else { continue };
            let Ok(time) = clock_gettime(clock) else { continue };
            sum += Duration::from(time);
            let ticks =
                |fields: &[String], at: usize| fields.get(at).and_then(|text| text.parse::<f64>().ok());
            if let Some(fields) = fields(id)
                && let Some((user, system)) =
                    ticks(&fields, CHILDREN_USER).zip(ticks(&fields, CHILDREN_SYSTEM))
            {
                sum += Duration::from_secs_f64((user + system) / TICKS);
            }
        }
        Some(sum)
    }

    fn span(time: TimeVal) -> Duration {
        let microseconds = u64::try_from(time.tv_sec() * 1_000_000 + time.tv_usec()).unwrap_or(0);
        Duration::from_micros(microseconds)
    }

    pub fn peak_memory(children: &[i32]) -> Option<u64> {
        let peak = |id: i32| {
            let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
            let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
            line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok()
        };
        let peaks: Vec<_> = with_descendants(children).into_iter().filter_map(peak).collect();
        (!peaks.is_empty()).then(|| peaks.iter().sum::<u64>() * 1024)
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use std::time::Duration;

    pub fn children() -> Vec<i32> {
        Vec::new()
    }

    pub fn with_descendants(roots: &[i32]) -> Vec<i32> {
        roots.to_vec()
    }

    pub fn processor(_: &[i32]) -> Option<Duration> {
        None
    }

    pub fn peak_memory(_: &[i32]) -> Option<u64> {
        None
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};
    use std::time::Instant;

    /// The meter sees the time of a busy child of a sleeping child.
    #[test]
    fn the_time_of_a_child_and_of_its_children_is_measured() {
        let mut meter = Meter::new();
        let busy = "sh -c 'while :; do :; done' & wait";
        let mut child =
            Command::new("sh").args(["-c", busy]).stdin(Stdio::null()).spawn().expect("it starts");
        meter.begin();
        let before = meter.processor().expect("Linux reports it");
        let begun = Instant::now();
        while meter.processor().expect("Linux reports it") < before + Duration::from_millis(50) {
            assert!(begun.elapsed() < Duration::from_secs(30), "no time was reported");
        }
        assert!(meter.peak_memory().is_some_and(|bytes| bytes > 100 << 10));
        let group = meter.children.clone();
        assert_eq!(group, [i32::try_from(child.id()).unwrap()]);
        // Kill the grandchild as well, which would go on without its parent.
        let _ = Command::new("pkill").args(["-P", &child.id().to_string()]).status();
        child.kill().expect("it runs");
        child.wait().expect("it ends");
    }
}
