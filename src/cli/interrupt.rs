//! Ctrl-C, and the other requests to end: SIGTERM and SIGHUP. Programs that were started as backends lead process groups of
//! their own and see none of these, so that they have to be killed.

use crate::backend::programs::process;
use crate::cli::exit::Exit;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// Whether a request to end is to stop something before it ends the program.
static IS_AWAITED: AtomicBool = AtomicBool::new(false);
/// Whether that is a run, which SIGTERM and SIGHUP stop as well.
static IS_RUN: AtomicBool = AtomicBool::new(false);
/// Whether there was such a request.
static IS_STOPPED: AtomicBool = AtomicBool::new(false);

/// Whether the program is being ended by a thread of its own, which kills what it asks first.
static IS_ENDING: AtomicBool = AtomicBool::new(false);

/// How long that may take.
const END: Duration = Duration::from_secs(5);

/// Waits for the end, if it has begun: that a program which was killed gave no answer is not what the command ends with.
pub(crate) fn let_end() {
    if IS_ENDING.load(Ordering::SeqCst) {
        thread::sleep(END);
    }
}

/// Makes the first Ctrl-C stop a count, for which it kills the programs that are asked, and the second end the program.
pub(crate) fn stop_first() {
    IS_AWAITED.store(true, Ordering::SeqCst);
    handle();
}

/// Makes the first request to end stop a run in the same way.
pub(crate) fn stop_run() {
    IS_RUN.store(true, Ordering::SeqCst);
    stop_first();
}

/// Whether there was a first request to end.
pub(crate) fn is_stopped() -> bool {
    IS_STOPPED.load(Ordering::SeqCst)
}

/// Kills what is asked, before the program ends.
fn begin_end() {
    IS_ENDING.store(true, Ordering::SeqCst);
    process::kill_all();
}

/// Ends the program as one that was interrupted.
pub(crate) fn leave() -> ! {
    begin_end();
    std::process::exit(Exit::Interrupted as i32)
}

/// Takes in a request to end a run. Returns whether there is a run that it stops.
#[cfg(unix)]
fn stops_run() -> bool {
    IS_RUN.load(Ordering::SeqCst) && stops()
}

/// Takes in a request to end. Returns whether it only stops something.
fn stops() -> bool {
    let stops = IS_AWAITED.load(Ordering::SeqCst) && !IS_STOPPED.swap(true, Ordering::SeqCst);
    // Only now: what a program says that is killed must not count.
    if stops {
        process::kill_all();
    }
    stops
}

/// Makes Ctrl-C, and every other request to end, kill all programs that are backends when it ends this one. Where the system
/// does not allow it, it ends this one only, as it does elsewhere.
pub(crate) fn handle() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let _ = ctrlc::set_handler(|| {
            if !stops() {
                leave();
            }
        });
        #[cfg(unix)]
        termination::handle();
    });
}

/// SIGTERM and SIGHUP. Unless they stop a run, they end this program at once, by the signal itself: whoever sent it
/// sees that it did.
#[cfg(unix)]
pub(crate) mod termination {
    use signal_hook::consts::{SIGHUP, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;
    use std::sync::{Arc, mpsc};
    use std::{fs, thread};

    /// Makes a file that would become longer than the system allows an error of whoever writes it, as a full disk is. Otherwise that
    /// ends the program, and what was found is lost.
    pub(crate) fn outlast_file_limit() {
        // Where it cannot be taken in, it ends the program as it did.
        let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());
    }

    pub(crate) fn handle() {
        // Where the hangup is ignored, the run is to go on without its terminal.
        let signals: &[i32] = if is_hangup_ignored() { &[SIGTERM] } else { &[SIGTERM, SIGHUP] };
        let (ready, is_ready) = mpsc::channel();
        let listen = move || {
            // Without a thread that listens no signal must be taken in, so it is this one that asks for them.
            let mut signals = Signals::new(signals);
            let _ = ready.send(());
            for signal in signals.iter_mut().flatten() {
                if !super::stops_run() {
                    super::begin_end();
                    let _ = emulate_default_handler(signal);
                }
            }
        };
        if thread::Builder::new().spawn(listen).is_ok() {
            let _ = is_ready.recv();
        }
    }

    /// Whether this program was started with `nohup` or the like, as far as the system tells.
    fn is_hangup_ignored() -> bool {
        // The ignored signals are a hexadecimal mask, SIGHUP its lowest bit. Other systems than Linux have no such file.
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 1 == 1)
    }
}
