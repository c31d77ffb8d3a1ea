//! Finds and kills the descendants of a program on Linux, in whatever process group or session they are.
//!
//! While its parent runs, a process is found in the tree below it. When the parent ends, the process becomes a child of the harness,
//! which [adopts](adopt) orphans. A mark in the environment tells which program an orphan comes from. An orphan without a mark is
//! killed only if no program is running. Children that the harness had before its first program are its companions: they and their
//! descendants are never killed, and a harness with companions leaves orphans without a mark alone.

use rustix::process::{
    Pid, PidfdFlags, Signal, WaitOptions, getpid, pidfd_open, pidfd_send_signal, set_child_subreaper, waitpid,
};
use std::fs;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The environment variable that holds the mark.
pub(super) const VARIABLE: &str = "VPERFT_PROGRAM";
/// The interval between checks whether killed processes are gone.
const POLL_INTERVAL: Duration = Duration::from_millis(1);

/// The children of this process when it began to adopt orphans.
static COMPANIONS: OnceLock<Vec<Pid>> = OnceLock::new();

/// Makes this process the parent of the orphans of its programs. It must not have started any program yet.
pub(super) fn adopt() {
    COMPANIONS.get_or_init(|| {
        let companions = children(getpid());
        // On failure, another process adopts the orphans as before.
        let _ = set_child_subreaper(Some(getpid()));
        companions
    });
}

/// The mark of a program in the environment of its descendants. A harness that is itself marked appends to its mark.
#[derive(Clone, Debug)]
pub(super) struct Mark {
    text: String,
    /// Whether it matches every program of this process.
    is_of_all: bool,
}

impl Mark {
    /// The mark of the next program.
    pub fn next() -> Self {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        Self { text: format!("{}/{number}", Self::all().text), is_of_all: false }
    }

    /// The prefix of the marks of all programs.
    pub fn all() -> Self {
        let own = std::env::var(VARIABLE).unwrap_or_default();
        Self { text: format!("{own}/{}", getpid().as_raw_nonzero()), is_of_all: true }
    }

    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether a process has the mark or one that extends it; `None` if it has no mark.
    fn is_of(&self, pid: Pid) -> Option<bool> {
        let environment = fs::read(proc(pid, "environ")).unwrap_or_default();
        let mut variables = environment.split(|byte| *byte == 0);
        let prefix = format!("{VARIABLE}=");
        let mark = variables.find_map(|variable| variable.strip_prefix(prefix.as_bytes()))?;
        let rest = mark.strip_prefix(self.text.as_bytes());
        Some(rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(b"/")))
    }
}

/// A process, identified by its id and its start time, so that a later process with the same id is not killed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    pid: Pid,
    /// The start time, in clock ticks since boot.
    started: u64,
}

impl Member {
    /// The process with this id, if it is running.
    fn find(pid: Pid) -> Option<Self> {
        let stat = fs::read_to_string(proc(pid, "stat")).ok()?;
        // The program name before the last parenthesis may itself contain parentheses.
        let (_, fields) = stat.rsplit_once(") ")?;
        let is_dead = fields.starts_with(['Z', 'X']);
        let started = fields.split(' ').nth(19)?.parse().ok()?;
        (!is_dead).then_some(Self { pid, started })
    }

    fn kill(self) {
        // The start time is checked after the handle is open, so the signal cannot reach another process.
        if let Ok(process) = pidfd_open(self.pid, PidfdFlags::empty())
            && Self::find(self.pid).is_some_and(|now| now.started == self.started)
        {
            let _ = pidfd_send_signal(process, Signal::KILL);
        }
    }
}

/// The descendants of a process whose parents are still running.
pub(super) fn below(id: u32) -> Vec<Member> {
    let mut found = Vec::new();
    let mut parents: Vec<_> = number(id).into_iter().collect();
    while let Some(parent) = parents.pop() {
        let members: Vec<_> = children(parent).into_iter().filter_map(Member::find).collect();
        parents.extend(members.iter().map(|member| member.pid));
        found.extend(members);
    }
    found
}

/// Kills processes.
pub(super) fn kill(members: &[Member]) {
    members.iter().for_each(|member| member.kill());
}

/// Kills the orphans with this mark, until none is left or the timeout has passed. `leaders` are the running programs.
///
/// It also kills orphans without a mark if the mark matches all programs or no program is running.
pub(super) fn kill_orphans(mark: &Mark, leaders: impl Fn() -> Vec<u32>, timeout: Duration) {
    let Some(companions) = COMPANIONS.get() else { return };
    let end = Instant::now() + timeout;
    loop {
        // Listed before the leaders, so that a program that is being started is not taken for an orphan.
        let children = children(getpid());
        let leaders: Vec<_> = leaders().into_iter().filter_map(number).collect();
        let is_orphan = |pid: &Pid| !leaders.contains(pid) && !companions.contains(pid);
        let is_alone = (mark.is_of_all || leaders.is_empty()) && companions.is_empty();
        let mut is_done = true;
        for pid in children.into_iter().filter(is_orphan) {
            let Some(orphan) = Member::find(pid) else {
                // It has ended, and no other process reaps it.
                let _ = waitpid(Some(pid), WaitOptions::NOHANG);
                continue;
            };
            if mark.is_of(pid).unwrap_or(is_alone) {
                is_done = false;
                let below = below(pid.as_raw_nonzero().get().unsigned_abs());
                orphan.kill();
                kill(&below);
            }
        }
        if is_done || Instant::now() >= end {
            return;
        }
        sleep(POLL_INTERVAL);
    }
}

/// The children of a process.
fn children(parent: Pid) -> Vec<Pid> {
    let threads = fs::read_dir(proc(parent, "task")).into_iter().flatten().flatten();
    let lists = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    let read = |list: String| -> Vec<Pid> {
        list.split_whitespace().filter_map(|word| number(word.parse().ok()?)).collect()
    };
    lists.flat_map(read).collect()
}

fn number(id: u32) -> Option<Pid> {
    i32::try_from(id).ok().and_then(Pid::from_raw)
}

fn proc(pid: Pid, file: &str) -> std::path::PathBuf {
    Path::new("/proc").join(pid.as_raw_nonzero().to_string()).join(file)
}
