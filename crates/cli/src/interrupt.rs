//! Ctrl-C, SIGTERM and SIGHUP, which do the same: users send one of them, and schedulers another.
//!
//! Backends that are programs lead process groups of their own and do not receive these signals, so this program kills them before
//! it ends. This module knows no commands: a command says whether the first signal stops its work or ends the program.

use super::exit::Exit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;
use vperft_programs::process;

/// Whether the first signal stops the work instead of the program.
static STOPS_WORK: AtomicBool = AtomicBool::new(false);
/// Whether the work was asked to stop.
static IS_STOPPED: AtomicBool = AtomicBool::new(false);
/// Whether the signal thread is ending the program.
static IS_EXITING: AtomicBool = AtomicBool::new(false);

/// The time in which the signal thread kills the backends and ends the program.
const EXIT_TIMEOUT: Duration = Duration::from_secs(5);

/// Waits until the signal thread ends the program, if it has begun to. Otherwise the command would report that a killed
/// backend gave no answer.
pub fn wait_for_exit() {
    if IS_EXITING.load(Ordering::SeqCst) {
        thread::sleep(EXIT_TIMEOUT);
    }
}

/// Lets the first signal stop the work: [`is_stopped`] becomes true and the backends are killed. The second ends the program.
pub fn stop_on_signal() {
    STOPS_WORK.store(true, Ordering::SeqCst);
}

/// Whether a signal has asked the work to stop.
pub fn is_stopped() -> bool {
    IS_STOPPED.load(Ordering::SeqCst)
}

/// Kills the backends and ends the program as interrupted.
pub fn exit() -> ! {
    IS_EXITING.store(true, Ordering::SeqCst);
    process::kill_all();
    std::process::exit(Exit::Interrupted as i32)
}

/// Handles a signal: stops the work, or ends the program.
fn handle() {
    if !STOPS_WORK.load(Ordering::SeqCst) || IS_STOPPED.swap(true, Ordering::SeqCst) {
        exit();
    }
    // After `IS_STOPPED` is set: the answer of a killed backend must not count.
    process::kill_all();
}

/// Installs the signal handlers of this process, which kill all backends before a signal ends the program. If the system refuses a
/// handler, the signal ends this program alone.
pub fn install() {
    let _ = ctrlc::set_handler(handle);
    #[cfg(unix)]
    termination::install();
}

/// SIGTERM and SIGHUP, which `ctrlc` handles only together with an ignored one.
#[cfg(unix)]
pub mod termination {
    use signal_hook::consts::{SIGHUP, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::Signals;
    use std::sync::{Arc, mpsc};
    use std::{fs, thread};

    /// Turns a write beyond the file size limit into an error of that write, like a full disk. By default the signal would end the
    /// program, and its results would be lost.
    pub fn ignore_file_size_limit() {
        let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());
    }

    pub(super) fn install() {
        // Under `nohup` the run must go on without its terminal.
        let signals: &[i32] = if is_hangup_ignored() { &[SIGTERM] } else { &[SIGTERM, SIGHUP] };
        let (ready, is_ready) = mpsc::channel();
        let listen = move || {
            // Registered by the listening thread: if it cannot start, the signals keep their default effect.
            let mut signals = Signals::new(signals);
            let _ = ready.send(());
            for _ in signals.iter_mut().flatten() {
                super::handle();
            }
        };
        if thread::Builder::new().spawn(listen).is_ok() {
            let _ = is_ready.recv();
        }
    }

    /// Whether SIGHUP is ignored, as under `nohup`. Known on Linux only.
    fn is_hangup_ignored() -> bool {
        // The ignored signals are a hexadecimal mask, SIGHUP its lowest bit.
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 1 == 1)
    }
}
