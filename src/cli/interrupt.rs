//! Ctrl-C. Programs that were started as backends do not see it, so that they have to be killed.

use super::Exit;
use crate::backend::process;
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

/// Makes Ctrl-C kill all programs that are backends when it ends this one. Where the system does not allow it, it ends this
/// one only, as it does elsewhere.
pub(super) fn handle() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let _ = ctrlc::set_handler(|| {
            let is_awaited = IS_AWAITED.load(Ordering::Relaxed);
            if !is_awaited || IS_STOPPED.swap(true, Ordering::Relaxed) {
                process::kill_all();
                std::process::exit(Exit::Interrupted as i32);
            }
        });
    });
}
