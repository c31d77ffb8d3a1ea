//! Counts units: finds one that nobody has counted or is counting, counts it, writes the result.
//!
//! A thread counts a unit by itself, with backends of its own. Every so often it notes how far it is, so that a killed worker
//! loses little.

use super::claim::{BEAT, Claims};
use super::entry::Entry;
use super::expand::entries;
use super::files::{compressed, digest, open_sealed, put, sealed};
use super::manifest::Manifest;
use super::result::{self, UnitResult, Verified};
use super::{DeepError, DeepEvent, Open};
use crate::backend::{Backend, BackendError};
use crate::game::perft::{Count, Resources};
use crate::game::variant::VariantId;
use crate::support::observer::Observer;
use crate::support::workers::{Work, join, spawn_all};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How often a thread notes how far it is in a unit.
const CHECKPOINT: Duration = Duration::from_secs(20);

/// How often a thread without a unit looks whether another worker has given one up.
const WAIT: Duration = Duration::from_millis(500);

/// The share of the positions that a second backend counts again, in parts of a million.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Share(u32);

impl Share {
    /// A share in per cent.
    ///
    /// # Errors
    /// If it is no number from 0 to 100, with or without `%`.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let number: Option<f64> = text.trim_end_matches('%').parse().ok();
        let number = number.filter(|number| (0.0..=100.0).contains(number));
        number
            .map(|number| Self((number * 1e4).round() as u32))
            .ok_or_else(|| "expected a share from 0% to 100%".into())
    }

    /// Whether a position is in the share. It depends on the plan and the position alone.
    fn takes(self, plan: &str, vfen: &str) -> bool {
        let hash = digest(format!("{plan} {vfen}").as_bytes());
        let number = u64::from_str_radix(&hash[..12], 16).unwrap_or(0);
        number % 1_000_000 < u64::from(self.0)
    }
}

/// How to work.
pub(crate) struct WorkOptions<'a> {
    /// The folder of the plan.
    pub folder: PathBuf,
    /// The units to count; all if there are none.
    pub units: Vec<u32>,
    /// How many units are counted at the same time.
    pub jobs: usize,
    /// The resources of each count.
    pub resources: Resources,
    /// Whether units that another backend has counted are counted again.
    pub is_double: bool,
    /// The backend that counts a share again.
    pub verify: Option<(Share, Open<'a>)>,
    /// After how long without a sign of life the unit of another worker is taken over.
    pub patience: Duration,
}

/// What was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Worked {
    /// How many units this worker counted.
    pub counted: usize,
    /// How many units of those asked for have a result now.
    pub finished: usize,
    /// How many units were asked for.
    pub units: usize,
}

/// Counts units until all those asked for have a result.
///
/// # Errors
/// If a unit or the manifest is not what the plan wrote, a backend gives no answer, the second backend counts something else, or a
/// result cannot be written.
pub(crate) fn work(
    open: Open<'_>,
    options: &WorkOptions<'_>,
    observer: &(dyn Observer<DeepEvent> + Sync),
) -> Result<Worked, DeepError> {
    let (manifest, plan) = Manifest::read(&options.folder)?;
    let variant = manifest.variant()?;
    if let Some(unknown) = options.units.iter().find(|unit| manifest.unit(**unit).is_none()) {
        return Err(DeepError::Unfit(format!(
            "unit {unknown}: expected one from 1 to {}",
            manifest.units.len()
        )));
    }
    let units: BTreeSet<u32> = if options.units.is_empty() {
        manifest.numbers().collect()
    } else {
        options.units.iter().copied().collect()
    };
    let identity = open().identity();
    let worker = Worker {
        manifest,
        plan,
        variant,
        identity,
        open,
        options,
        observer,
        claims: Claims::new(&options.folder, options.patience),
        progress: Mutex::new(Progress { left: BTreeSet::new(), counted: 0, failure: None }),
    };
    let total = units.len();
    let left = worker.unfinished(units)?;
    let finished = total - left.len();
    worker.progress().left = left;
    let is_done = Mutex::new(false);
    thread::scope(|scope| {
        let beat = || {
            while !*is_done.lock().unwrap_or_else(PoisonError::into_inner) {
                // Short steps, so that the end of the work is noticed soon.
                let next = Instant::now() + BEAT;
                while Instant::now() < next && !*is_done.lock().unwrap_or_else(PoisonError::into_inner) {
                    thread::sleep(Duration::from_millis(50));
                }
                worker.claims.beat();
            }
        };
        let beating = spawn_all(scope, vec![Box::new(beat) as Work<'_, ()>])?;
        let threads: Vec<Work<'_, ()>> = (0..options.jobs.clamp(1, total.max(1)))
            .map(|_| Box::new(|| worker.run(finished, total)) as Work<'_, ()>)
            .collect();
        let threads = spawn_all(scope, threads);
        let threads = threads.map(|threads| threads.into_iter().for_each(join));
        *is_done.lock().unwrap_or_else(PoisonError::into_inner) = true;
        beating.into_iter().for_each(join);
        threads
    })?;
    let mut progress = worker.progress();
    // What killed workers left of units that are finished.
    worker.claims.remove(|unit| !progress.left.contains(&unit))?;
    match progress.failure.take() {
        Some(failure) => Err(failure),
        None => Ok(Worked { counted: progress.counted, finished: total - progress.left.len(), units: total }),
    }
}

/// What the threads of a worker share.
struct Worker<'a> {
    manifest: Manifest,
    plan: String,
    variant: VariantId,
    identity: String,
    open: Open<'a>,
    options: &'a WorkOptions<'a>,
    observer: &'a (dyn Observer<DeepEvent> + Sync),
    claims: Claims,
    progress: Mutex<Progress>,
}

struct Progress {
    /// The units without a result.
    left: BTreeSet<u32>,
    counted: usize,
    failure: Option<DeepError>,
}

impl Worker<'_> {
    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The units that have no result yet. A damaged result by this backend is counted again, and is then replaced.
    fn unfinished(&self, mut units: BTreeSet<u32>) -> Result<BTreeSet<u32>, DeepError> {
        for found in result::all(&self.options.folder)? {
            if !units.contains(&found.unit) {
                continue;
            }
            match result::read(&found, &self.plan, &self.manifest) {
                Ok(result) if result.backend == self.identity || !self.options.is_double => {
                    units.remove(&found.unit);
                }
                Ok(_) => {}
                Err(error) => {
                    self.observer.event(&DeepEvent::Note(format!("{error}; this result does not count")))
                }
            }
        }
        Ok(units)
    }

    /// Whether the unit has a result by now.
    fn is_finished(&self, unit: u32) -> Result<bool, DeepError> {
        Ok(self.unfinished_one(unit)?.is_empty())
    }

    fn unfinished_one(&self, unit: u32) -> Result<BTreeSet<u32>, DeepError> {
        // One name to look at instead of the whole folder, which may have a hundred thousand.
        let own = result::Found { path: result::path(&self.options.folder, unit, &self.identity), unit };
        if own.path.exists() && result::read(&own, &self.plan, &self.manifest).is_ok() {
            return Ok(BTreeSet::new());
        }
        if self.options.is_double {
            Ok(BTreeSet::from([unit]))
        } else {
            self.unfinished(BTreeSet::from([unit]))
        }
    }

    /// Counts units until none is left, this thread fails, or another one has failed.
    fn run(&self, finished: usize, total: usize) {
        let mut backends = Backends {
            main: (self.open)(),
            second: self.options.verify.map(|(share, open)| (share, open())),
        };
        loop {
            match self.step(&mut backends) {
                Ok(step @ (Step::Counted(unit) | Step::Found(unit))) => {
                    let done = {
                        let mut progress = self.progress();
                        progress.counted += usize::from(matches!(step, Step::Counted(_)));
                        progress.left.remove(&unit);
                        total - progress.left.len()
                    };
                    self.observer.event(&DeepEvent::Unit(unit, done.max(finished), total));
                }
                Ok(Step::Waited) => {}
                Ok(Step::Done) => return,
                Err(error) => {
                    self.progress().failure.get_or_insert(error);
                    return;
                }
            }
        }
    }

    /// Counts one unit, or waits for other workers.
    fn step(&self, backends: &mut Backends) -> Result<Step, DeepError> {
        let left: Vec<u32> = {
            let progress = self.progress();
            if progress.failure.is_some() || progress.left.is_empty() {
                return Ok(Step::Done);
            }
            progress.left.iter().copied().collect()
        };
        if self.observer.is_stopped() {
            return Err(DeepError::Interrupted);
        }
        for &unit in &left {
            if !self.claims.take(unit)? {
                continue;
            }
            // Another worker may have finished it in the meantime.
            let step = match self.is_finished(unit) {
                Ok(false) => self.count(unit, backends).map(|()| Step::Counted(unit)),
                Ok(true) => Ok(Step::Found(unit)),
                Err(error) => Err(error),
            };
            self.claims.release(unit);
            return step;
        }
        // All units are being counted. Some may be finished, others be given up.
        thread::sleep(WAIT);
        for unit in left {
            if !self.claims.is_own(unit) && self.is_finished(unit)? {
                self.progress().left.remove(&unit);
            }
        }
        Ok(Step::Waited)
    }

    /// Counts a unit and writes the result.
    fn count(&self, unit: u32, backends: &mut Backends) -> Result<(), DeepError> {
        let Some(entry) = self.manifest.unit(unit) else { return Ok(()) };
        let path = Manifest::unit_path(&self.options.folder, unit);
        let text = compressed(&path, &entry.digest)?;
        let checkpoint = self.checkpoint_path(unit);
        let mut result = self
            .checkpoint(&checkpoint, unit)
            .unwrap_or_else(|| UnitResult::empty(&self.plan, unit, entry, &self.identity));
        let (begun, before, mut noted) = (Instant::now(), result.milliseconds, Instant::now());
        let done = usize::try_from(result.positions).unwrap_or(usize::MAX);
        for entry in entries(&path, &text).skip(done) {
            self.add(&entry?, &mut result, backends)?;
            result.milliseconds =
                before + u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX - before);
            if noted.elapsed() >= CHECKPOINT {
                put(&checkpoint, sealed(&result).as_bytes())?;
                noted = Instant::now();
            }
        }
        if Manifest::read(&self.options.folder)?.1 != self.plan {
            return Err(DeepError::Unfit("the plan was changed while its units were counted".into()));
        }
        result.write(&self.options.folder)?;
        let _ = fs::remove_file(checkpoint);
        Ok(())
    }

    /// Counts below a position and adds it to the result.
    fn add(
        &self,
        entry: &Entry<'_>,
        result: &mut UnitResult,
        backends: &mut Backends,
    ) -> Result<(), DeepError> {
        let below = self.count_below(backends.main.as_mut(), entry.vfen)?;
        if let Some((share, second)) = &mut backends.second
            && share.takes(&self.plan, entry.vfen)
        {
            let other = self.count_below(second.as_mut(), entry.vfen)?;
            let (one, identity) = (&self.identity, second.identity());
            if other != below {
                let (variant, depth) = (self.variant, self.manifest.depth - self.manifest.split);
                return Err(DeepError::Wrong(format!(
                    "perft {depth} of `{}` is {below} by {one} and {other} by {identity}; `vperft descend {variant} --depth {depth} --vfen '{}'` finds where they differ",
                    entry.vfen, entry.vfen,
                )));
            }
            result.verified.get_or_insert(Verified { backend: identity, positions: 0 }).positions += 1;
        }
        for &(first, ways) in &entry.ways {
            let text = usize::try_from(first).ok().and_then(|first| self.manifest.moves.get(first));
            let text = text.ok_or_else(|| {
                DeepError::Unfit(format!("unit {}: no move {first} in the plan", result.unit))
            })?;
            let count = result.counts.entry(text.clone()).or_insert(Count(0));
            let sum = ways.checked_mul(below).and_then(|below| count.0.checked_add(below));
            count.0 = sum.ok_or_else(|| DeepError::Unfit("more than 2^128 move sequences".into()))?;
        }
        result.positions += 1;
        Ok(())
    }

    fn count_below(&self, backend: &mut dyn Backend, vfen: &str) -> Result<u128, DeepError> {
        let depth = self.manifest.depth - self.manifest.split;
        let stop = Stop(self.observer);
        let resources = &self.options.resources;
        let counted = backend.of(self.variant).and_then(|view| {
            if resources.hash_bytes == 0 {
                return view.perft_until_stopped(vfen.into(), depth, &stop);
            }
            let tally = view.count(vfen.into(), depth, resources, &stop)?;
            if tally.is_complete() {
                Ok(tally.total)
            } else {
                Err(BackendError::NotAsked("the count was ended".into()))
            }
        });
        counted.map_err(|error| match error {
            _ if self.observer.is_stopped() => DeepError::Interrupted,
            error => DeepError::Backend { identity: backend.identity(), vfen: vfen.to_owned(), error },
        })
    }

    fn checkpoint_path(&self, unit: u32) -> PathBuf {
        let name = result::path(Path::new(""), unit, &self.identity);
        self.options.folder.join("checkpoints").join(name.file_name().unwrap_or_default())
    }

    /// The part of the unit that a worker with this backend counted before it was killed.
    fn checkpoint(&self, path: &Path, unit: u32) -> Option<UnitResult> {
        let (result, _): (UnitResult, String) = open_sealed(path).ok()?;
        let whole = UnitResult { positions: self.manifest.unit(unit)?.positions, ..result.clone() };
        let is_of_this =
            result.unit == unit && result.backend == self.identity && result.positions <= whole.positions;
        (is_of_this && whole.fault(&self.plan, &self.manifest).is_none()).then_some(result)
    }
}

/// The backends of a thread.
struct Backends {
    main: Box<dyn Backend>,
    second: Option<(Share, Box<dyn Backend>)>,
}

/// What a thread did.
#[derive(Clone, Copy)]
enum Step {
    /// It counted this unit.
    Counted(u32),
    /// Another worker had finished this unit.
    Found(u32),
    /// It waited for other workers.
    Waited,
    /// There is nothing left to do.
    Done,
}

/// Stops a count when the work is to stop.
struct Stop<'a>(&'a (dyn Observer<DeepEvent> + Sync));

impl Observer<crate::game::perft::ProgressUpdate> for Stop<'_> {
    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}
