//! Who counts which unit, so that workers on one folder do not count the same one.
//!
//! A claim is a file that its worker rewrites every few seconds. A claim that does not change for long enough, by the clock of the worker
//! that watches it, is abandoned and may be taken over. Claims save time only: two workers that count one unit write the same result. So
//! neither clocks nor the speed of a shared folder can make a count wrong.

use super::DeepError;
use super::files::listed;
use std::collections::BTreeMap;
use std::fs::{self, DirEntry, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use vperft::inner::support::files::read_file;
use vperft_run::aside::replace_unsynced;
use vperft_run::digest::digest;

/// How often a worker rewrites its claims.
pub(super) const BEAT: Duration = Duration::from_secs(3);

/// The most bytes of a claim that are read.
const MAX_BYTES: u64 = 1 << 10;

/// The claims of this process, and what it has seen of those of others.
pub(super) struct Claims {
    folder: PathBuf,
    /// A text that no other process writes.
    name: String,
    /// After how long without a change a claim is abandoned.
    patience: Duration,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The claimed units, each with how often the claim was rewritten.
    own: BTreeMap<u32, u64>,
    /// The text of each claim of others, and when it last changed.
    seen: BTreeMap<u32, (Vec<u8>, Instant)>,
}

impl Claims {
    /// The claims of this process in the folder of a plan.
    pub fn new(folder: &Path, patience: Duration) -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let mut random = [0; 16];
        // Without random numbers, process and time still tell workers apart.
        let _ = getrandom::fill(&mut random);
        let text = format!("{} {} {random:?}", process::id(), now.as_nanos());
        let name = digest(text.as_bytes())[..32].to_owned();
        Self { folder: folder.join("claims"), name, patience, state: Mutex::default() }
    }

    /// A number that other processes draw differently.
    pub fn draw(&self) -> u32 {
        u32::from_str_radix(&self.name[..8], 16).unwrap_or(0)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn path(&self, unit: u32) -> PathBuf {
        self.folder.join(format!("{unit:06}"))
    }

    /// Replaces a claim, so that nothing is written to what a link in its place points to.
    fn write(&self, unit: u32, beat: u64) -> io::Result<()> {
        replace_unsynced(&self.path(unit), format!("{} {beat}\n", self.name).as_bytes())
    }

    /// Claims a unit. `false` if another worker has it.
    ///
    /// # Errors
    /// If the folder cannot be written to.
    pub fn take(&self, unit: u32) -> Result<bool, DeepError> {
        let mut state = self.state();
        if state.own.contains_key(&unit) {
            return Ok(false);
        }
        let path = self.path(unit);
        match File::options().write(true).create_new(true).open(&path) {
            Ok(mut file) => {
                file.write_all(format!("{} 0\n", self.name).as_bytes()).map_err(DeepError::io(&path))?
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                let now = read_file(&path, MAX_BYTES).unwrap_or_default();
                let seen = state.seen.entry(unit).or_insert_with(|| (now.clone(), Instant::now()));
                if seen.0 != now {
                    *seen = (now, Instant::now());
                }
                if seen.1.elapsed() < self.patience {
                    return Ok(false);
                }
                self.write(unit, 0).map_err(DeepError::io(&path))?;
                state.seen.remove(&unit);
            }
            Err(error) => return Err(DeepError::Io { path, error }),
        }
        state.own.insert(unit, 0);
        Ok(true)
    }

    /// Whether this process has claimed a unit.
    pub fn has(&self, unit: u32) -> bool {
        self.state().own.contains_key(&unit)
    }

    /// Shows that the worker is alive. A claim that cannot be rewritten may be taken over, which costs time only.
    pub fn beat(&self) {
        let mut state = self.state();
        for (&unit, beat) in &mut state.own {
            *beat += 1;
            let _ = self.write(unit, *beat);
        }
    }

    /// Gives a unit back, finished or not.
    pub fn release(&self, unit: u32) {
        if self.state().own.remove(&unit).is_some() {
            let _ = fs::remove_file(self.path(unit));
        }
    }

    /// Removes the claims of all units for which `is_finished` returns `true`, including claims of other workers.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn remove(&self, is_finished: impl Fn(u32) -> bool) -> Result<(), DeepError> {
        for entry in listed(&self.folder)? {
            let unit = entry.file_name().to_string_lossy().parse();
            if unit.is_ok_and(&is_finished) {
                // Another worker may remove it too.
                let _ = fs::remove_file(entry.path());
            }
        }
        Ok(())
    }
}

/// The claimed units, each with the seconds since its claim last changed, by the clocks of the folder and of this machine. `None` if
/// they do not tell.
///
/// # Errors
/// If the folder cannot be read.
pub(super) fn ages(folder: &Path) -> Result<BTreeMap<u32, Option<f64>>, DeepError> {
    let entries = listed(&folder.join("claims"))?.into_iter();
    let age = |entry: &DirEntry| Some(entry.metadata().ok()?.modified().ok()?.elapsed().ok()?.as_secs_f64());
    let claim = |entry: DirEntry| Some((entry.file_name().to_string_lossy().parse().ok()?, age(&entry)));
    Ok(entries.filter_map(claim).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The clock of the folder, which may be that of another machine, decides nothing.
    #[test]
    fn the_time_of_a_claim_does_not_matter() {
        const YEAR: Duration = Duration::from_secs(365 * 24 * 3600);
        let folder = tempfile::tempdir().expect("a temporary folder");
        fs::create_dir(folder.path().join("claims")).expect("a new folder");
        let path = folder.path().join("claims/000001");
        for time in [SystemTime::now() - YEAR, SystemTime::now() + YEAR, UNIX_EPOCH] {
            fs::write(&path, "another worker 0\n").expect("the claim is written");
            let set_time = || File::options().append(true).open(&path)?.set_modified(time);
            set_time().expect("the time is set");
            let patience = Duration::from_millis(200);
            let waiting = Claims::new(folder.path(), patience);
            assert!(!waiting.take(1).expect("a claimed unit"), "taken over at once: {time:?}");
            std::thread::sleep(patience);
            // The other worker is alive, and its clock stands still.
            fs::write(&path, "another worker 1\n").expect("the claim is written");
            set_time().expect("the time is set");
            let watched = Instant::now();
            while !waiting.take(1).expect("a claimed unit") {
                assert!(watched.elapsed() < Duration::from_secs(20), "never taken over: {time:?}");
                std::thread::sleep(Duration::from_millis(20));
            }
            assert!(watched.elapsed() >= patience, "a living worker is robbed: {time:?}");
            waiting.release(1);
        }
    }

    #[test]
    fn only_a_silent_claim_is_taken_over() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        fs::create_dir(folder.path().join("claims")).expect("a new folder");
        let dead = Claims::new(folder.path(), Duration::from_secs(60));
        assert!(dead.take(1).expect("a free unit"));
        assert!(!dead.take(1).expect("the own unit"), "a thread must not count what another one does");
        let patience = Duration::from_millis(300);
        let other = Claims::new(folder.path(), patience);
        let watched = Instant::now();
        assert!(!other.take(1).expect("a claimed unit"));
        dead.beat();
        assert!(!other.take(1).expect("a claimed unit"));
        while !other.take(1).expect("a claimed unit") {
            assert!(watched.elapsed() < Duration::from_secs(20), "a silent claim is never taken over");
            std::thread::sleep(Duration::from_millis(20));
        }
        assert!(watched.elapsed() >= patience);
        other.release(1);
        assert!(dead.path(2) != dead.path(1) && !dead.path(1).exists());
    }
}
