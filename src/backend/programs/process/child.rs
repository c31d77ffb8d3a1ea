//! A running program.

use super::PipeError;
#[cfg(target_os = "linux")]
use super::family;
use super::input::Input;
use super::output::{Output, Waited};
use super::tail::Tail;
use crate::backend::Limits;
#[cfg(windows)]
use process_wrap::std::JobObject;
#[cfg(unix)]
use process_wrap::std::ProcessGroup;
use process_wrap::std::{ChildWrapper, CommandWrap};
use std::io;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How often to look whether a program that says nothing still runs.
const LOOK: Duration = Duration::from_millis(100);
/// How long a program may take to end after it was killed or closed its stdout, and its last words to arrive.
const GRACE: Duration = Duration::from_millis(500);

/// A program and everything it started.
struct Tree {
    child: Box<dyn ChildWrapper>,
    /// By which its orphans are known.
    #[cfg(target_os = "linux")]
    mark: family::Mark,
    /// How the program ended. From then on its process id may be somebody else's and is not used any more.
    status: Option<ExitStatus>,
}

impl Tree {
    /// Looks whether the program has ended; if so, what it left behind is killed.
    fn look(&mut self) -> Option<ExitStatus> {
        // The program alone: of its group there may be orphans that have become children of this process, and they live on.
        #[cfg(target_os = "linux")]
        let child = self.child.inner_mut();
        #[cfg(not(target_os = "linux"))]
        let child = &mut self.child;
        if self.status.is_none()
            && let Ok(Some(status)) = child.try_wait()
        {
            self.status = Some(status);
            // If it fails there was nothing left to kill.
            let _ = self.child.start_kill();
        }
        self.status
    }

    fn kill(&mut self) {
        if self.look().is_none() {
            #[cfg(target_os = "linux")]
            let below = family::below(self.child.id());
            // It fails if the program has just ended, which is as good.
            let _ = self.child.start_kill();
            #[cfg(target_os = "linux")]
            family::kill(&below);
        }
    }
}

/// The trees of all programs that run, and whether it is over with them.
struct Living {
    trees: Vec<Arc<Mutex<Tree>>>,
    is_over: bool,
}

static LIVING: Mutex<Living> = Mutex::new(Living { trees: Vec::new(), is_over: false });

/// Kills every program that runs, for a harness that is about to end without dropping them. None can be started
/// any more.
pub fn kill_all() {
    let mut living = lock(&LIVING);
    living.is_over = true;
    living.trees.iter().for_each(|tree| lock(tree).kill());
    #[cfg(target_os = "linux")]
    family::kill_orphans(&family::Mark::all(), || leaders(&living), GRACE);
}

/// The process ids of the programs that have not been waited for.
#[cfg(target_os = "linux")]
fn leaders(living: &Living) -> Vec<u32> {
    let trees = living.trees.iter().map(|tree| lock(tree));
    trees.filter(|tree| tree.status.is_none()).map(|tree| tree.child.id()).collect()
}

/// Makes this process, which has run no program so far, the one that what programs leave behind is handed to, where the system
/// can do that. Whoever has children of its own that come and go must not.
pub fn adopt() {
    #[cfg(target_os = "linux")]
    family::adopt();
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A program that is killed with everything it started when this is dropped.
struct Running(Arc<Mutex<Tree>>);

/// A running program. Dropping it kills it with everything it started, after the farewell it may have.
pub struct Process {
    running: Running,
    input: Input,
    output: Output,
    errors: Tail,
    farewell: Duration,
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.farewell.is_zero() {
            self.input.close();
            let _ = self.running.wait(self.farewell);
        }
    }
}

impl Process {
    /// Starts a program, given its name and its arguments.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn spawn(words: &[String], limits: &Limits) -> Result<Self, PipeError> {
        let (program, arguments) = words.split_first().ok_or_else(|| PipeError::Spawn {
            program: String::new(),
            reason: "no program is named".into(),
        })?;
        let error = |reason: String| PipeError::Spawn { program: program.clone(), reason };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(target_os = "linux")]
        let mark = family::Mark::next();
        #[cfg(target_os = "linux")]
        command.env(family::VARIABLE, mark.as_str());
        let mut command = CommandWrap::from(command);
        #[cfg(unix)]
        command.wrap(ProcessGroup::leader());
        #[cfg(windows)]
        command.wrap(JobObject);

        let mut living = lock(&LIVING);
        if living.is_over {
            return Err(error("the harness is about to end".into()));
        }
        let mut child = command.spawn().map_err(|problem| error(problem.to_string()))?;
        let pipes = (child.stdin().take(), child.stdout().take(), child.stderr().take());
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            unreachable!("all three were asked for")
        };
        let tree = Tree {
            child,
            #[cfg(target_os = "linux")]
            mark,
            status: None,
        };
        let tree = Arc::new(Mutex::new(tree));
        living.trees.push(Arc::clone(&tree));
        drop(living);
        let running = Running(tree);
        let threadless = |problem: io::Error| error(format!("no thread to talk to it: {problem}"));
        let output = Output::of(stdout, limits.max_line).map_err(threadless)?;
        let (input, errors) = (Input::of(stdin).map_err(threadless)?, Tail::of(stderr).map_err(threadless)?);
        Ok(Self { running, input, output, errors, farewell: limits.farewell })
    }

    /// Its process id.
    #[must_use]
    pub fn id(&self) -> u32 {
        lock(&self.running.0).child.id()
    }

    /// Sends a line, or several with newlines between them. That the program does not read any more is not an error
    /// here: what it has answered is still to be received.
    ///
    /// # Errors
    /// If the program does not read, and the deadline passes.
    pub fn send(&mut self, line: &str, deadline: Instant) -> Result<(), PipeError> {
        let mut bytes = Vec::with_capacity(line.len() + 1);
        bytes.extend_from_slice(line.as_bytes());
        bytes.push(b'\n');
        self.input.send(&bytes, deadline)
    }

    /// Receives a line, without its end.
    ///
    /// # Errors
    /// If none comes before the deadline, or none ever, or it is too long or not UTF-8.
    pub fn receive(&mut self, deadline: Instant) -> Result<String, PipeError> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.wait(left.min(LOOK))? {
                Waited::Line(line) => return Ok(line),
                Waited::End => return Err(self.closed(self.wait(GRACE))),
                Waited::Nothing => {}
            }
            // It may have ended and left a child that keeps its stdout open.
            if let Some(status) = lock(&self.running.0).look() {
                return match self.output.wait(LOOK)? {
                    Waited::Line(line) => Ok(line),
                    Waited::End | Waited::Nothing => Err(self.closed(Some(status))),
                };
            }
            if left <= LOOK && Instant::now() >= deadline {
                return Err(PipeError::Timeout);
            }
        }
    }

    /// Ends its stdin, once everything that was sent has been read.
    pub fn close(&mut self) {
        self.input.close();
    }

    /// Waits for it to end, at most so long.
    #[must_use]
    pub fn wait(&self, patience: Duration) -> Option<ExitStatus> {
        self.running.wait(patience)
    }

    fn closed(&self, status: Option<ExitStatus>) -> PipeError {
        PipeError::Closed { status, stderr: self.errors.text(GRACE) }
    }
}

impl Running {
    fn wait(&self, patience: Duration) -> Option<ExitStatus> {
        let start = Instant::now();
        let mut pause = Duration::from_micros(50);
        loop {
            let status = lock(&self.0).look();
            if status.is_some() || start.elapsed() >= patience {
                return status;
            }
            thread::sleep(pause);
            pause = (2 * pause).min(Duration::from_millis(20));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        lock(&self.0).kill();
        // Reaps it. Whatever does not die of being killed is left to the operating system.
        let _ = self.wait(GRACE);
        lock(&LIVING).trees.retain(|tree| !Arc::ptr_eq(tree, &self.0));
        #[cfg(target_os = "linux")]
        {
            let mark = lock(&self.0).mark.clone();
            family::kill_orphans(&mark, || leaders(&lock(&LIVING)), GRACE);
        }
    }
}
