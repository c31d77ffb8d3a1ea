//! A worker: finds a unit that has no result and that no worker is counting, counts it, writes the result.
//!
//! A thread counts a unit by itself, with backends of its own. All threads share one hash table.

use super::claim::{BEAT, Claims};
use super::count::{Backends, UnitCounter};
use super::files::{make_folders, remove_stale};
use super::manifest::Manifest;
use super::merge::ranges;
use super::result::{self, UnitResult};
use super::{DeepError, DeepEvent, Open, Share};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use vperft::inner::backend::Backend;
use vperft::inner::game::perft::parallel::{Memory, Table};
use vperft::inner::game::perft::{CountCache, CountError};
use vperft::inner::support::observer::Observer;
use vperft::inner::support::workers::{Work, join, spawn_all};

/// How often a thread without a unit looks whether another worker has finished one or given one up.
const WAIT: Duration = Duration::from_millis(500);

/// How often a busy worker looks for the results of others.
const LOOK: Duration = Duration::from_secs(5);

/// How many damaged units are noted as soon as they are found. The end of the work lists all.
const MAX_NOTED: usize = 20;

/// How to work.
pub struct WorkOptions<'a> {
    /// The folder of the plan.
    pub folder: PathBuf,
    /// The units to count; all if there are none.
    pub units: Vec<RangeInclusive<u32>>,
    /// How many units are counted at the same time.
    pub jobs: usize,
    /// The size of the hash table of all threads in bytes; 0 for none.
    pub hash_bytes: usize,
    /// Whether units that another backend has counted are counted again.
    pub is_double: bool,
    /// Whether the last moves are counted by class too; results without classes do not count then.
    pub is_classed: bool,
    /// The backend that counts a share again.
    pub verify: Option<(Share, Open<'a>)>,
    /// After how long without a sign of life the unit of another worker is taken over.
    pub patience: Duration,
}

impl WorkOptions<'_> {
    /// The units that are asked for.
    ///
    /// # Errors
    /// If the plan does not have one of them.
    pub(super) fn asked(&self, manifest: &Manifest) -> Result<BTreeSet<u32>, DeepError> {
        let last = manifest.units.len();
        // The last unit of a range decides, as ranges begin at 1 and may be too long to go through.
        if let Some(unknown) = self.units.iter().map(RangeInclusive::end).find(|unit| **unit as usize > last)
        {
            return Err(DeepError::Unfit(format!("unit {unknown}: expected one from 1 to {last}")));
        }
        Ok(match &self.units[..] {
            [] => manifest.numbers().collect(),
            ranges => ranges.iter().cloned().flatten().collect(),
        })
    }

    /// The memory of the hash table.
    ///
    /// # Errors
    /// If the system has not as much.
    pub(super) fn memory(&self) -> Result<Memory, DeepError> {
        let bytes = self.hash_bytes;
        let error = |error| CountError::Memory { bytes, reason: format!("{error}") };
        Memory::new(bytes).map_err(|reason| DeepError::Unfit(error(reason).to_string()))
    }

    /// What counts a unit, without a hash table and checkpoints.
    ///
    /// # Errors
    /// If the plan is by another version or by other rules.
    pub(super) fn counter<'a>(
        &'a self,
        open: Open<'_>,
        (manifest, plan): (Manifest, String),
        observer: &'a (dyn Observer<DeepEvent> + Sync),
    ) -> Result<UnitCounter<'a>, DeepError> {
        let variant = manifest.variant()?;
        manifest.check_version()?;
        Ok(UnitCounter {
            folder: &self.folder,
            manifest,
            plan,
            variant,
            identity: open().identity(),
            is_resumed: false,
            cache: None,
            is_classed: self.is_classed,
            observer,
        })
    }

    /// A second backend for a thread.
    pub(super) fn second(&self) -> Option<(Share, Box<dyn Backend>)> {
        self.verify.map(|(share, open)| (share, open()))
    }
}

/// The units that a worker counted and found.
#[derive(Debug, Default)]
pub struct Worked {
    /// How many units this worker counted.
    pub counted: usize,
    /// How many units of those asked for have a result now.
    pub finished: usize,
    /// How many units were asked for.
    pub units: usize,
    /// Whether the backend kept counts in the hash table.
    pub is_hashed: bool,
    /// The units whose files are not what the plan wrote, and why. They were not counted.
    pub damaged: BTreeMap<u32, DeepError>,
    /// Whether the user ended the work early.
    pub is_interrupted: bool,
}

/// Counts units until all those asked for have a result or are damaged, or the user ends the work.
///
/// # Errors
/// If the manifest is not what the plan wrote, a backend gives no answer, the second backend counts something else, or a
/// result cannot be written.
pub fn work(
    open: Open<'_>,
    options: &WorkOptions<'_>,
    observer: &(dyn Observer<DeepEvent> + Sync),
) -> Result<Worked, DeepError> {
    let fingerprint = Manifest::fingerprint(&options.folder)?;
    let read = Manifest::load(&options.folder)?;
    let left = options.asked(&read.0)?;
    make_folders(&options.folder)?;
    let mut memory = options.memory()?;
    let shared = Table::new(&mut memory).map(SharedTable::new);
    let total = left.len();
    let worker = Worker {
        counter: UnitCounter {
            is_resumed: true,
            cache: shared.as_ref().map(|table| table as &dyn CountCache),
            ..options.counter(open, read, observer)?
        },
        fingerprint,
        total,
        open,
        options,
        claims: Claims::new(&options.folder, options.patience),
        progress: Mutex::new(Progress {
            left,
            looked: Instant::now(),
            refused: BTreeSet::new(),
            waited_for: BTreeSet::new(),
            counted: 0,
            damaged: BTreeMap::new(),
            failure: None,
        }),
    };
    worker.look()?;
    let is_done = AtomicBool::new(false);
    thread::scope(|scope| {
        let beat = || {
            while !is_done.load(Relaxed) {
                // Short steps, so that the end of the work is noticed soon.
                let next = Instant::now() + BEAT;
                while Instant::now() < next && !is_done.load(Relaxed) {
                    thread::sleep(Duration::from_millis(50));
                }
                worker.claims.beat();
            }
        };
        let beating = spawn_all(scope, vec![Box::new(beat) as Work<'_, ()>])?;
        let threads: Vec<Work<'_, ()>> = (0..options.jobs.clamp(1, total.max(1)))
            .map(|_| Box::new(|| worker.run()) as Work<'_, ()>)
            .collect();
        let threads = spawn_all(scope, threads);
        let threads = threads.map(|threads| threads.into_iter().for_each(join));
        is_done.store(true, Relaxed);
        beating.into_iter().for_each(join);
        threads
    })?;
    let mut progress = worker.progress();
    // Killed workers left claims of units that are finished.
    worker.claims.remove(|unit| !progress.left.contains(&unit) && !progress.damaged.contains_key(&unit))?;
    remove_stale(&options.folder)?;
    let failure = progress.failure.take();
    let is_interrupted = matches!(failure, Some(DeepError::Interrupted));
    match failure {
        Some(failure) if !is_interrupted => Err(failure),
        _ => Ok(Worked {
            counted: progress.counted,
            finished: progress.finished(total),
            units: total,
            is_hashed: shared.as_ref().is_some_and(|table| table.is_used.load(Relaxed)),
            damaged: std::mem::take(&mut progress.damaged),
            is_interrupted,
        }),
    }
}

/// What the threads of a worker share.
struct Worker<'a> {
    counter: UnitCounter<'a>,
    /// The digest of the manifest's file.
    fingerprint: String,
    /// How many units were asked for.
    total: usize,
    open: Open<'a>,
    options: &'a WorkOptions<'a>,
    claims: Claims,
    progress: Mutex<Progress>,
}

struct Progress {
    /// The units without a result.
    left: BTreeSet<u32>,
    /// When the folder of results was last listed, which takes a while with a hundred thousand.
    looked: Instant,
    /// The damaged results that were reported.
    refused: BTreeSet<PathBuf>,
    /// The units of other workers that this one was said to wait for.
    waited_for: BTreeSet<u32>,
    counted: usize,
    /// The units that cannot be counted, because their files are damaged.
    damaged: BTreeMap<u32, DeepError>,
    failure: Option<DeepError>,
}

impl Progress {
    /// How many of the units asked for have a result.
    fn finished(&self, total: usize) -> usize {
        total - self.left.len() - self.damaged.len()
    }
}

impl Worker<'_> {
    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Drops the units that have a result by now. A damaged result by this backend is counted again, and is then replaced.
    fn look(&self) -> Result<(), DeepError> {
        let UnitCounter { folder, manifest, plan, identity, observer, .. } = &self.counter;
        let left = self.progress().left.clone();
        let mut finished = BTreeSet::new();
        for found in result::all(folder)? {
            let is_own = || found.path == result::path(folder, found.unit, identity);
            let is_wanted = left.contains(&found.unit) && !finished.contains(&found.unit);
            if !is_wanted || (self.options.is_double && !is_own()) {
                continue;
            }
            match result::load_result(&found, plan, manifest) {
                Ok(result) => finished.extend(self.counter.is_complete(&result).then_some(found.unit)),
                Err(error) if self.progress().refused.insert(found.path) => {
                    observer.event(&DeepEvent::Note(format!("{error}; this result does not count")));
                }
                Err(_) => {}
            }
        }
        let done = {
            let mut progress = self.progress();
            progress.left.retain(|unit| !finished.contains(unit));
            progress.looked = Instant::now();
            progress.finished(self.total)
        };
        observer.event(&DeepEvent::Part(done, self.total));
        Ok(())
    }

    /// The result of this backend for a unit, if there is a whole one.
    fn own_result(&self, unit: u32) -> Option<UnitResult> {
        let UnitCounter { folder, manifest, plan, identity, .. } = &self.counter;
        let own = result::Found { path: result::path(folder, unit, identity), unit };
        if own.path.exists() { result::load_result(&own, plan, manifest).ok() } else { None }
    }

    /// Whether the unit has a result by now that counts.
    fn is_finished(&self, unit: u32) -> Result<bool, DeepError> {
        let UnitCounter { folder, manifest, plan, .. } = &self.counter;
        let is_complete = |result: UnitResult| self.counter.is_complete(&result);
        if self.options.is_double {
            return Ok(self.own_result(unit).is_some_and(is_complete));
        }
        let mut found = result::all(folder)?.into_iter().filter(|found| found.unit == unit);
        Ok(found.any(|found| result::load_result(&found, plan, manifest).is_ok_and(is_complete)))
    }

    /// Counts units until none is left, this thread fails, or another one has failed.
    fn run(&self) {
        let mut backends = Backends { main: (self.open)(), second: self.options.second() };
        loop {
            match self.step(&mut backends) {
                Ok(true) => {}
                Ok(false) => return,
                Err(error) => {
                    self.progress().failure.get_or_insert(error);
                    return;
                }
            }
        }
    }

    /// Counts one unit, or waits for other workers. `false` if there is nothing left to do.
    fn step(&self, backends: &mut Backends) -> Result<bool, DeepError> {
        let (left, is_late) = {
            let progress = self.progress();
            if progress.failure.is_some() || progress.left.is_empty() {
                return Ok(false);
            }
            // Many workers begin at different units, so that they seldom try to claim the same one.
            let first =
                self.claims.draw() % u32::try_from(self.counter.manifest.units.len()).unwrap_or(1).max(1);
            let left: Vec<u32> =
                progress.left.range(first..).chain(progress.left.range(..first)).copied().collect();
            (left, progress.looked.elapsed() >= LOOK)
        };
        if self.counter.observer.is_stopped() {
            return Err(DeepError::Interrupted);
        }
        if is_late {
            self.look()?;
            return Ok(true);
        }
        for &unit in &left {
            if self.claims.take(unit)? {
                let counted = self.finish(unit, backends);
                self.claims.release(unit);
                return counted.or_else(|error| self.set_aside(unit, error)).map(|()| true);
            }
        }
        // All units are being counted. Some may be finished, others be given up.
        self.note_wait(&left);
        thread::sleep(WAIT);
        self.look()?;
        Ok(true)
    }

    /// Notes that the file of a unit is damaged, so that the others are counted. Other errors end the work.
    fn set_aside(&self, unit: u32, error: DeepError) -> Result<(), DeepError> {
        if !self.counter.is_damage(unit, &error) {
            return Err(error);
        }
        let mut progress = self.progress();
        if progress.damaged.len() < MAX_NOTED {
            let note = format!("{error}; unit {unit} is not counted");
            self.counter.observer.event(&DeepEvent::Note(note));
        }
        progress.left.remove(&unit);
        progress.damaged.insert(unit, error);
        Ok(())
    }

    /// Says once which units of other workers this one waits for.
    fn note_wait(&self, left: &[u32]) {
        let units: Vec<u32> = {
            let mut progress = self.progress();
            let others = left.iter().filter(|unit| !self.claims.has(**unit)).copied();
            let new: BTreeSet<u32> = others.filter(|unit| progress.waited_for.insert(*unit)).collect();
            new.into_iter().collect()
        };
        if !units.is_empty() {
            self.counter.observer.event(&DeepEvent::Note(format!(
                "another worker has claimed {} {}; a unit is taken over if its worker gives no sign of life for {} s",
                if units.len() == 1 { "unit" } else { "units" },
                ranges(&units),
                self.options.patience.as_secs(),
            )));
        }
    }

    /// Counts a claimed unit, unless another worker has finished it in the meantime.
    fn finish(&self, unit: u32, backends: &mut Backends) -> Result<(), DeepError> {
        let is_found = self.is_finished(unit)?;
        if !is_found {
            let mut result = self.counter.count(unit, backends)?;
            // A result without classes is replaced by one with them.
            if let Some(earlier) = self.own_result(unit) {
                if earlier.counts != result.counts {
                    let path = result::path(self.counter.folder, unit, &self.counter.identity);
                    let problem =
                        "this backend counts something else now; if it is right now, move this file away";
                    return Err(DeepError::Wrong(format!("{}: {problem}", path.display())));
                }
                result.verified = result.verified.or(earlier.verified);
            }
            if Manifest::fingerprint(self.counter.folder)? != self.fingerprint {
                return Err(DeepError::Unfit("the plan was changed while its units were counted".into()));
            }
            result.write(self.counter.folder)?;
            self.counter.forget(unit);
        }
        let done = {
            let mut progress = self.progress();
            progress.counted += usize::from(!is_found);
            progress.left.remove(&unit);
            progress.finished(self.total)
        };
        self.counter.observer.event(&DeepEvent::Unit(unit, done, self.total));
        Ok(())
    }
}

/// The hash table of all threads, which notices whether the backend uses it.
pub(super) struct SharedTable<'m> {
    table: Table<'m>,
    pub is_used: AtomicBool,
}

impl<'m> SharedTable<'m> {
    pub const fn new(table: Table<'m>) -> Self {
        Self { table, is_used: AtomicBool::new(false) }
    }
}

impl CountCache for SharedTable<'_> {
    fn get(&self, key: u128, depth: u32) -> Option<u64> {
        self.table.get(key, depth)
    }

    fn put(&self, key: u128, depth: u32, count: u128) {
        if !self.is_used.load(Relaxed) {
            self.is_used.store(true, Relaxed);
        }
        self.table.put(key, depth, count);
    }
}
