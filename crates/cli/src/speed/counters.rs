//! Counts the instructions of running programs, their threads and their children by the counters of the processor, on systems
//! that provide them.
//!
//! Invariant: either everything they do from now on is counted, or there is no figure.

#[cfg(target_os = "linux")]
pub(super) use linux::Counters;
#[cfg(not(target_os = "linux"))]
pub(super) use none::Counters;

#[cfg(target_os = "linux")]
mod linux {
    use perf_event::events::{Event, Hardware};
    use perf_event::{Builder, Counter};
    use std::{fs, io};

    /// The counters of some processes: one for each of their threads.
    pub struct Counters(Vec<Counter>);

    impl Counters {
        /// Counts the instructions of these processes from now on; `None` if the system does not allow it.
        pub fn start(processes: &[i32]) -> Option<Self> {
            Self::of_event(&Hardware::INSTRUCTIONS, processes).ok().filter(|counters| !counters.0.is_empty())
        }

        /// Counts an event in these processes.
        pub(super) fn of_event(event: &(impl Event + Clone), processes: &[i32]) -> io::Result<Self> {
            let mut counters = Vec::new();
            for process in processes {
                for thread in fs::read_dir(format!("/proc/{process}/task"))? {
                    let Some(id) = thread?.file_name().to_str().and_then(|name| name.parse().ok()) else {
                        continue;
                    };
                    let mut counter = Builder::new(event.clone())
                        .observe_pid(id)
                        .any_cpu()
                        .inherit(true)
                        // An event that shares its counter is counted only part of the time.
                        .pinned(true)
                        .build()?;
                    counter.enable()?;
                    counters.push(counter);
                }
            }
            Ok(Self(counters))
        }

        /// The events so far.
        pub fn total(&mut self) -> Option<u64> {
            self.0.iter_mut().map(|counter| counter.read().ok()).sum()
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod none {
    /// There are no counters on this system.
    pub enum Counters {}

    impl Counters {
        pub fn start(_: &[i32]) -> Option<Self> {
            None
        }

        pub fn total(&mut self) -> Option<u64> {
            match *self {}
        }
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::Counters;
    use perf_event::events::Software;
    use std::io::{Read as _, Write as _};
    use std::process::{Command, Stdio};

    /// The test counts processor time, which every system provides, in the way instructions are counted.
    #[test]
    fn a_program_and_its_children_are_counted() {
        // The script waits, works itself, and then works in a child.
        let script =
            "echo; read x; i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; sh -c \"$WORK\"; echo; read x";
        let work = "i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done";
        let mut child = Command::new("sh")
            .args(["-c", script])
            .env("WORK", work)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell");
        let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let mut line = [0];
        stdout.read_exact(&mut line).expect("it begins");
        let id = i32::try_from(child.id()).unwrap();
        let counters = Counters::of_event(&Software::TASK_CLOCK, &[id]);
        let is_silent = Counters::start(&[id]).is_none();
        let counted = counters.map(|mut counters| {
            let before = counters.total().expect("it counts");
            stdin.write_all(b"\n").expect("it reads");
            stdout.read_exact(&mut line).expect("it ends");
            (before, counters.total().expect("it counts") - before)
        });
        drop(stdin);
        child.wait().expect("it ends");
        match counted {
            // The processor time of both in nanoseconds; the child takes the greater part.
            Ok((before, after)) => {
                assert!(before < 1_000_000 && after > 10_000_000, "{before}, then {after}");
            }
            // A system that forbids counting returns an error, and then there are no figures of instructions either.
            Err(error) => assert!(is_silent, "{error}"),
        }
    }
}
