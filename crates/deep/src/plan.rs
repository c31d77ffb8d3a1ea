//! Makes a plan: the unique positions ply by ply, then the units, then the manifest.

use super::cut::cut;
use super::expand::{Bucketed, Expansion, children};
use super::files::{FORMAT, make_folders, put, sealed};
use super::manifest::{Manifest, rules};
use super::order::sorted;
use super::{DeepError, DeepEvent, Open, Ply};
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use vperft::inner::game::perft::{Count, Resources};
use vperft::inner::game::position::without_counters;
use vperft::inner::game::variant::VariantId;
use vperft::inner::support::observer::Observer;

/// What to plan.
#[derive(Clone, Debug)]
pub struct PlanOptions {
    /// The variant.
    pub variant: VariantId,
    /// The readings that are not the defaults, each `NAME=VALUE`.
    pub readings: Vec<String>,
    /// The root position.
    pub vfen: String,
    /// The depth of the whole count, in plies.
    pub depth: u32,
    /// The depth of the unique positions, in plies; less than `depth`, and at least 1.
    pub split: u32,
    /// About how many units to cut.
    pub units: u32,
    /// How many threads find the positions.
    pub jobs: usize,
    /// The folder, which is new or empty.
    pub folder: PathBuf,
}

/// Makes a plan in its folder. The manifest is written last, so that a folder with one is whole.
///
/// # Errors
/// If the folder is not empty, the backend gives no answer, its positions contradict its count, or a file cannot be written.
pub fn plan(
    open: Open<'_>,
    options: &PlanOptions,
    observer: &(dyn Observer<DeepEvent> + Sync),
) -> Result<Manifest, DeepError> {
    let folder = &options.folder;
    fs::create_dir_all(folder).map_err(DeepError::io(folder))?;
    if fs::read_dir(folder).map_err(DeepError::io(folder))?.next().is_some() {
        let is_cut_short = folder.join("buckets").exists() && !Manifest::path(folder).exists();
        let hint = if is_cut_short { "; a `vperft` that was killed left a part of a plan here" } else { "" };
        return Err(DeepError::Unfit(format!(
            "{}: expected a folder that is new or empty{hint}",
            folder.display()
        )));
    }
    let buckets = folder.join("buckets");
    let planned = make(open, options, &buckets, observer);
    // What a failed plan leaves would keep the folder from being used again.
    let _ = fs::remove_dir_all(&buckets);
    if planned.is_err() {
        let _ = fs::remove_dir_all(folder.join("units"));
    }
    planned
}

fn make(
    open: Open<'_>,
    options: &PlanOptions,
    buckets: &Path,
    observer: &(dyn Observer<DeepEvent> + Sync),
) -> Result<Manifest, DeepError> {
    let expansion = Expansion { open, variant: options.variant, jobs: options.jobs, observer };
    let mut backend = open();
    let asked = backend.of(options.variant).and_then(|view| view.read(&options.vfen));
    let failed = |identity: String, error| DeepError::Backend { identity, vfen: options.vfen.clone(), error };
    let vfen = asked.map_err(|error| failed(backend.identity(), error))?;
    let root = without_counters(&vfen).unwrap_or_else(|| vfen.clone());
    let mut first = children(backend.as_mut(), options.variant, &root)?;
    first.sort_unstable();
    let mut last = expansion.bucketed(&buckets.join("1"), 0, |add| {
        (0..).zip(&first).try_for_each(|(number, (_, child))| add(child, &[(number, 1)]))
    })?;
    let mut plies = vec![found(1, &last, observer)];
    for ply in 2..=options.split {
        let next = expansion.next(&buckets.join(ply.to_string()), &last)?;
        // The last ply but one is not needed any more, and may be large.
        let _ = fs::remove_dir_all(buckets.join((ply - 1).to_string()));
        last = next;
        plies.push(found(ply, &last, observer));
    }
    let resources = Resources {
        threads: NonZeroUsize::new(options.jobs).unwrap_or(NonZeroUsize::MIN),
        ..Resources::default()
    };
    let counted = backend
        .of(options.variant)
        .and_then(|view| view.count((&root).into(), options.split, &resources, &()));
    let counted = counted.map_err(|error| failed(backend.identity(), error))?.total;
    if counted != last.sequences {
        return Err(DeepError::Wrong(format!(
            "{} sequences lead to the positions after {} plies, but {} counts {counted}",
            last.sequences,
            options.split,
            backend.identity(),
        )));
    }
    let last = sorted(&expansion, &buckets.join("sorted"), &last)?;
    let units = cut(&expansion, &options.folder, &last, options.units)?;
    make_folders(&options.folder)?;
    let manifest = Manifest {
        format: FORMAT,
        vperft: env!("CARGO_PKG_VERSION").to_owned(),
        backend: backend.identity(),
        variant: options.variant.name().to_owned(),
        rules: rules(options.variant, &options.readings),
        readings: options.readings.clone(),
        vfen,
        depth: options.depth,
        split: options.split,
        moves: first.into_iter().map(|(text, _)| text).collect(),
        plies,
        asked: Some(options.units),
        units,
    };
    put(&Manifest::path(&options.folder), sealed(&manifest).as_bytes())?;
    Ok(manifest)
}

/// Tells of a finished ply.
fn found(ply: u32, bucketed: &Bucketed, observer: &(dyn Observer<DeepEvent> + Sync)) -> Ply {
    let ply = Ply { ply, positions: bucketed.positions, sequences: Count(bucketed.sequences) };
    observer.event(&DeepEvent::Ply(ply));
    ply
}
