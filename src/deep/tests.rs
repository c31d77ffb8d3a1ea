//! What a merge refuses although every file is whole: results that were made for something else.

use super::files::{put, sealed};
use super::manifest::Manifest;
use super::result::{self, UnitResult};
use super::{DeepError, PlanOptions, WorkOptions, merge, plan, work};
use crate::backend::Backend;
use crate::game::perft::{Count, Resources};
use crate::game::variant::{Standard, Variant, VariantId};
use std::path::{Path, PathBuf};
use std::time::Duration;

const DEPTH: u32 = 3;

fn reference() -> Box<dyn Backend> {
    Box::new(crate::generators::reference::all(&Standard))
}

fn options(folder: &Path, units: u32) -> PlanOptions {
    let variant: VariantId = "ryugi".parse().expect("a built-in variant");
    let vfen = Variant::get(variant).starts[0].vfen.clone();
    PlanOptions {
        variant,
        readings: Vec::new(),
        vfen,
        depth: DEPTH,
        split: 1,
        units,
        jobs: 2,
        folder: folder.to_owned(),
    }
}

fn working(folder: &Path) -> WorkOptions<'static> {
    WorkOptions {
        folder: folder.to_owned(),
        units: Vec::new(),
        jobs: 2,
        resources: Resources::default(),
        is_double: false,
        verify: None,
        patience: Duration::from_secs(60),
    }
}

/// A counted plan in a temporary folder.
fn counted() -> (tempfile::TempDir, PathBuf) {
    let temporary = tempfile::tempdir().expect("a temporary folder");
    let folder = temporary.path().join("plan");
    plan(&reference, &options(&folder, 4), &()).expect("the plan is made");
    let worked = work(&reference, &working(&folder), &()).expect("the units are counted");
    assert_eq!((worked.counted, worked.finished), (worked.units, worked.units));
    (temporary, folder)
}

/// Writes the first result with a change, whole and with a right digest, and returns what the merge finds.
fn merged_with(change: impl FnOnce(&mut UnitResult)) -> Vec<String> {
    let (_temporary, folder) = counted();
    let (manifest, id) = Manifest::read(&folder).expect("the manifest");
    let found = result::all(&folder).expect("the results");
    let mut result = result::read(&found[0], &id, &manifest).expect("a result");
    change(&mut result);
    put(&found[0].path, sealed(&result).as_bytes()).expect("the result is written");
    let merged = merge(&folder).expect("the folder is read");
    assert_eq!(merged.count.is_none(), !merged.problems.is_empty());
    merged.problems.iter().map(ToString::to_string).collect()
}

#[test]
fn a_result_of_something_else_is_refused() {
    type Change = fn(&mut UnitResult);
    let changes: [(Change, &str); 7] = [
        (|result| result.vperft = "0.0.1".into(), "it is by vperft 0.0.1"),
        (|result| result.plan = "0".into(), "it is of another plan"),
        (|result| result.text = "0".into(), "another text of the unit"),
        (|result| result.positions -= 1, "positions"),
        (|result| result.unit = 2, "another text of the unit"),
        (|result| result.unit = 99, "it is of unit 99"),
        (|result| result.counts.extend([("K a1-a2".into(), Count(1))]), "`K a1-a2` is no move of the root"),
    ];
    for (change, expected) in changes {
        let problems = merged_with(change);
        assert!(problems.iter().any(|problem| problem.contains(expected)), "no `{expected}`: {problems:?}");
    }
    assert_eq!(merged_with(|_| ()), Vec::<String>::new());
}

#[test]
fn a_plan_that_is_changed_under_way_ends_the_work() {
    let temporary = tempfile::tempdir().expect("a temporary folder");
    let (folder, other) = (temporary.path().join("plan"), temporary.path().join("other"));
    plan(&reference, &options(&folder, 4), &()).expect("the plan is made");
    plan(&reference, &options(&other, 9), &()).expect("the plan is made");
    let replace = || {
        // The first backend is opened after the manifest was read.
        std::fs::copy(other.join("manifest.json"), folder.join("manifest.json"))
            .expect("the manifest is replaced");
        reference()
    };
    match work(&replace, &working(&folder), &()) {
        Err(DeepError::Unfit(problem)) => assert!(problem.contains("the plan was changed"), "{problem}"),
        other => panic!("expected an error about the plan: {other:?}"),
    }
    assert!(result::all(&folder).expect("the results").is_empty());
}

#[test]
fn plans_do_not_depend_on_the_threads() {
    let temporary = tempfile::tempdir().expect("a temporary folder");
    let made = [1, 3].map(|jobs| {
        let folder = temporary.path().join(jobs.to_string());
        plan(&reference, &PlanOptions { split: 2, jobs, ..options(&folder, 5) }, &())
            .expect("the plan is made")
    });
    pretty_assertions::assert_eq!(made[0], made[1]);
}
