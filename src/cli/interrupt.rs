//! Ctrl-C, and the other requests to end: SIGTERM and SIGHUP. Programs that were started as backends lead process groups of
//! their own and see none of these, so that they have to be killed. All three are one to the handler: where Ctrl-C stops a
//! count first, so do the others.

use super::Exit;
use crate::backend::process;
use std::fs;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether Ctrl-C is to stop something before it ends the program.
static IS_AWAITED: AtomicBool = AtomicBool::new(false);
/// Whether it was pressed then.
static IS_STOPPED: AtomicBool = AtomicBool::new(false);

/// Makes the first Ctrl-C stop a count and the second end the program.
pub(super) fn stop_first() {
    IS_AWAITED.store(true, Ordering::Relaxed);
    handle();
}

/// Whether Ctrl-C was pressed for the first time.
pub(super) fn is_stopped() -> bool {
    IS_STOPPED.load(Ordering::Relaxed)
}

/// Makes Ctrl-C, and every other request to end, kill all programs that are backends when it ends this one. Where the system
/// does not allow it, it ends this one only, as it does elsewhere.
pub(super) fn handle() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // A handler takes all the signals or none, and would end a run that was to go on without its terminal.
        if is_hangup_ignored() {
            return;
        }
        let _ = ctrlc::set_handler(|| {
            let is_awaited = IS_AWAITED.load(Ordering::Relaxed);
            if !is_awaited || IS_STOPPED.swap(true, Ordering::Relaxed) {
                process::kill_all();
                std::process::exit(Exit::Interrupted as i32);
            }
        });
    });
}

/// Whether this program was started with `nohup` or the like, as far as the system tells.
fn is_hangup_ignored() -> bool {
    // The ignored signals are a hexadecimal mask, SIGHUP its lowest bit. Other systems than Linux have no such file.
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 1 == 1)
}
