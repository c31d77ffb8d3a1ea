//! On Linux: what a program has started and what was started by that, whatever process group or session it is in now.
//!
//! As long as its parents live, a process is found below them. One whose parent has ended becomes a child of this process, if that
//! has said that it [adopts](adopt) such orphans; a mark in its environment says which program it comes from. One that has no mark
//! any more is killed when no program runs. What was a child of this process before it ran any program is never touched, and
//! neither is what such a child has started; of a program that has such companions, orphans without a mark are left alone.

use rustix::process::{
    Pid, PidfdFlags, Signal, WaitOptions, getpid, pidfd_open, pidfd_send_signal, set_child_subreaper, waitpid,
};
use std::fs;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The variable of the environment that holds the mark.
pub(super) const VARIABLE: &str = "VPERFT_PROGRAM";
/// How often to look whether what was killed is gone.
const LOOK: Duration = Duration::from_millis(1);

/// The children that this process had when it began to adopt orphans.
static COMPANIONS: OnceLock<Vec<Pid>> = OnceLock::new();

/// Makes this process, which has run no program so far, the parent of every orphan that its programs leave.
pub(super) fn adopt() {
    COMPANIONS.get_or_init(|| {
        let companions = children(getpid());
        // Where the system cannot, orphans are whoever's they were.
        let _ = set_child_subreaper(Some(getpid()));
        companions
    });
}

/// What all that one program has started is known by. A program that runs programs itself adds to the mark it has.
#[derive(Clone, Debug)]
pub(super) struct Mark {
    text: String,
    /// Whether it is that of all programs of this process.
    is_of_all: bool,
}

impl Mark {
    /// The mark of the next program.
    pub fn next() -> Self {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        Self { text: format!("{}/{number}", Self::all().text), is_of_all: false }
    }

    /// The beginning of the marks of all programs.
    pub fn all() -> Self {
        let own = std::env::var(VARIABLE).unwrap_or_default();
        Self { text: format!("{own}/{}", getpid().as_raw_nonzero()), is_of_all: true }
    }

    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether a process has the mark, or one that was made of it; none if it has no mark at all.
    fn is_of(&self, pid: Pid) -> Option<bool> {
        let environment = fs::read(proc(pid, "environ")).unwrap_or_default();
        let mut variables = environment.split(|byte| *byte == 0);
        let prefix = format!("{VARIABLE}=");
        let mark = variables.find_map(|variable| variable.strip_prefix(prefix.as_bytes()))?;
        let rest = mark.strip_prefix(self.text.as_bytes());
        Some(rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(b"/")))
    }
}

/// A process, which is not mistaken for another that has its number later.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    pid: Pid,
    /// When it was started, in the units of the system.
    started: u64,
}

impl Member {
    /// The process of this number, if it runs.
    fn of(pid: Pid) -> Option<Self> {
        let stat = fs::read_to_string(proc(pid, "stat")).ok()?;
        // The name of the program may hold anything, closing parentheses too.
        let (_, fields) = stat.rsplit_once(") ")?;
        let is_dead = fields.starts_with(['Z', 'X']);
        let started = fields.split(' ').nth(19)?.parse().ok()?;
        (!is_dead).then_some(Self { pid, started })
    }

    fn kill(self) {
        // If another process has the number by now, it is found out before that is sent a signal.
        if let Ok(process) = pidfd_open(self.pid, PidfdFlags::empty())
            && Self::of(self.pid).is_some_and(|now| now.started == self.started)
        {
            let _ = pidfd_send_signal(process, Signal::KILL);
        }
    }
}

/// All that a process has started, and that was started by them, as far as their parents live.
pub(super) fn below(id: u32) -> Vec<Member> {
    let mut found = Vec::new();
    let mut parents: Vec<_> = number(id).into_iter().collect();
    while let Some(parent) = parents.pop() {
        let members: Vec<_> = children(parent).into_iter().filter_map(Member::of).collect();
        parents.extend(members.iter().map(|member| member.pid));
        found.extend(members);
    }
    found
}

/// Kills processes.
pub(super) fn kill(members: &[Member]) {
    members.iter().for_each(|member| member.kill());
}

/// Kills the orphans with this mark; those that have no mark only if it is that of all programs, or no program runs. It ends when
/// there is none any more, or its time is over. `leaders` are the programs that run.
pub(super) fn kill_orphans(mark: &Mark, leaders: impl Fn() -> Vec<u32>, patience: Duration) {
    let Some(companions) = COMPANIONS.get() else { return };
    let end = Instant::now() + patience;
    loop {
        // In this order, so that a program that is just being started is none of them.
        let children = children(getpid());
        let leaders: Vec<_> = leaders().into_iter().filter_map(number).collect();
        let is_orphan = |pid: &Pid| !leaders.contains(pid) && !companions.contains(pid);
        let is_alone = (mark.is_of_all || leaders.is_empty()) && companions.is_empty();
        let mut is_done = true;
        for pid in children.into_iter().filter(is_orphan) {
            let Some(orphan) = Member::of(pid) else {
                // Nobody else waits for it.
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
        sleep(LOOK);
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
