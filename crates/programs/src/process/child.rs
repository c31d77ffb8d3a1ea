//! A running program.

use super::PipeError;
#[cfg(target_os = "linux")]
use super::family;
use super::input::Input;
use super::output::{Output, Waited};
use super::tail::Tail;
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
use vperft::inner::backend::Limits;

/// The interval between checks whether a silent program is still running.
const POLL_INTERVAL: Duration = Duration::from_millis(100);
/// How long a program may take to end after it was killed or closed its stdout, and its stderr to arrive.
const EXIT_TIMEOUT: Duration = Duration::from_millis(500);

/// A program and its descendants.
struct Tree {
    child: Box<dyn ChildWrapper>,
    /// The mark of its descendants.
    #[cfg(target_os = "linux")]
    mark: family::Mark,
    /// The exit status once the program has ended. Its process id may then belong to another process and is not used.
    status: Option<ExitStatus>,
}

impl Tree {
    /// Checks whether the program has ended. If so, kills what it left behind.
    fn poll(&mut self) -> Option<ExitStatus> {
        // Only the program: waiting for its group would also wait for orphans that this process has adopted.
        #[cfg(target_os = "linux")]
        let child = self.child.inner_mut();
        #[cfg(not(target_os = "linux"))]
        let child = &mut self.child;
        if self.status.is_none()
            && let Ok(Some(status)) = child.try_wait()
        {
            self.status = Some(status);
            // It fails if nothing is left to kill.
            let _ = self.child.start_kill();
        }
        self.status
    }

    fn kill(&mut self) {
        if self.poll().is_none() {
            #[cfg(target_os = "linux")]
            let below = family::below(self.child.id());
            // It fails if the program has just ended.
            let _ = self.child.start_kill();
            #[cfg(target_os = "linux")]
            family::kill(&below);
        }
    }
}

/// The trees of all running programs.
struct RunningTrees {
    trees: Vec<Arc<Mutex<Tree>>>,
    /// Whether no program may be started any more.
    is_over: bool,
}

static RUNNING: Mutex<RunningTrees> = Mutex::new(RunningTrees { trees: Vec::new(), is_over: false });

/// Kills all running programs and prevents new ones. A harness calls it when it exits without dropping them.
pub fn kill_all() {
    let mut running_trees = lock(&RUNNING);
    running_trees.is_over = true;
    running_trees.trees.iter().for_each(|tree| lock(tree).kill());
    #[cfg(target_os = "linux")]
    family::kill_orphans(&family::Mark::all(), || leaders(&running_trees), EXIT_TIMEOUT);
}

/// The process ids of the programs that have not been waited for.
#[cfg(target_os = "linux")]
fn leaders(running_trees: &RunningTrees) -> Vec<u32> {
    let trees = running_trees.trees.iter().map(|tree| lock(tree));
    trees.filter(|tree| tree.status.is_none()).map(|tree| tree.child.id()).collect()
}

/// Makes this process adopt the orphans of its programs, if the system supports that. It has to be called before the first program
/// is started, and not by a process that starts children in another way.
pub fn adopt() {
    #[cfg(target_os = "linux")]
    family::adopt();
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills the program and its descendants when dropped.
struct Running(Arc<Mutex<Tree>>);

/// A running program. Dropping it kills the program and its descendants, once the farewell time of its limits has passed.
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
    /// Starts a program, given its name and arguments.
    ///
    /// # Errors
    /// If the program cannot be started.
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

        let mut running_trees = lock(&RUNNING);
        if running_trees.is_over {
            return Err(error("the harness is about to end".into()));
        }
        let mut child = command.spawn().map_err(|problem| error(problem.to_string()))?;
        let pipes = (child.stdin().take(), child.stdout().take(), child.stderr().take());
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else { unreachable!("all three are piped") };
        let tree = Tree {
            child,
            #[cfg(target_os = "linux")]
            mark,
            status: None,
        };
        let tree = Arc::new(Mutex::new(tree));
        running_trees.trees.push(Arc::clone(&tree));
        drop(running_trees);
        let running = Running(tree);
        let threadless =
            |problem: io::Error| error(format!("cannot start a thread to communicate with it: {problem}"));
        let output = Output::start(stdout, limits.max_line).map_err(threadless)?;
        let (input, errors) =
            (Input::start(stdin).map_err(threadless)?, Tail::start(stderr).map_err(threadless)?);
        Ok(Self { running, input, output, errors, farewell: limits.farewell })
    }

    /// The process id.
    #[must_use]
    pub fn id(&self) -> u32 {
        lock(&self.running.0).child.id()
    }

    /// Sends a line, or several separated by line feeds. A program that has closed its stdin is not an error here, because its
    /// last answers can still be received.
    ///
    /// # Errors
    /// If the deadline passes before the program reads.
    pub fn send(&mut self, line: &str, deadline: Instant) -> Result<(), PipeError> {
        let mut bytes = Vec::with_capacity(line.len() + 1);
        bytes.extend_from_slice(line.as_bytes());
        bytes.push(b'\n');
        self.input.send(&bytes, deadline)
    }

    /// Receives a line, without its line feed.
    ///
    /// # Errors
    /// If the deadline passes, the program ends, or the line is too long or not UTF-8.
    pub fn receive(&mut self, deadline: Instant) -> Result<String, PipeError> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.wait(left.min(POLL_INTERVAL))? {
                Waited::Line(line) => return Ok(line),
                Waited::End => return Err(self.closed(self.wait(EXIT_TIMEOUT))),
                Waited::Nothing => {}
            }
            // A child of an ended program can keep its stdout open.
            if let Some(status) = lock(&self.running.0).poll() {
                return match self.output.wait(POLL_INTERVAL)? {
                    Waited::Line(line) => Ok(line),
                    Waited::End | Waited::Nothing => Err(self.closed(Some(status))),
                };
            }
            if left <= POLL_INTERVAL && Instant::now() >= deadline {
                return Err(PipeError::Timeout);
            }
        }
    }

    /// Closes stdin once the program has read everything that was sent.
    pub fn close(&mut self) {
        self.input.close();
    }

    /// Waits for the program to end. `None` if it is still running after the timeout.
    #[must_use]
    pub fn wait(&self, timeout: Duration) -> Option<ExitStatus> {
        self.running.wait(timeout)
    }

    fn closed(&self, status: Option<ExitStatus>) -> PipeError {
        PipeError::Closed { status, stderr: self.errors.text(EXIT_TIMEOUT) }
    }
}

impl Running {
    fn wait(&self, timeout: Duration) -> Option<ExitStatus> {
        let start = Instant::now();
        let mut pause = Duration::from_micros(50);
        loop {
            let status = lock(&self.0).poll();
            if status.is_some() || start.elapsed() >= timeout {
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
        // Reaps the program.
        let _ = self.wait(EXIT_TIMEOUT);
        lock(&RUNNING).trees.retain(|tree| !Arc::ptr_eq(tree, &self.0));
        #[cfg(target_os = "linux")]
        {
            let mark = lock(&self.0).mark.clone();
            family::kill_orphans(&mark, || leaders(&lock(&RUNNING)), EXIT_TIMEOUT);
        }
    }
}
