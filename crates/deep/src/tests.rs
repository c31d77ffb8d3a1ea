//! Results that a merge refuses although every file is whole, because they were made for another plan.

use super::classes;
use super::files::{put, sealed};
use super::manifest::Manifest;
use super::result::{self, UnitResult, Verified};
use super::{DeepError, PlanOptions, Share, WorkOptions, again, merge, plan, work};
use std::path::{Path, PathBuf};
use std::time::Duration;
use vperft::inner::backend::Backend;
use vperft::inner::game::perft::{Count, Resources};
use vperft::inner::game::variant::{Standard, Variant, VariantId};

const DEPTH: u32 = 3;

fn reference() -> Box<dyn Backend> {
    Box::new(vperft::inner::generators::reference::all(&Standard))
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
        hash_bytes: 0,
        is_double: false,
        is_classed: false,
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
    let (manifest, id) = Manifest::load(&folder).expect("the manifest");
    let found = result::all(&folder).expect("the results");
    let mut result = result::load_result(&found[0], &id, &manifest).expect("a result");
    change(&mut result);
    put(&found[0].path, sealed(&result).as_bytes()).expect("the result is written");
    let merged = merge(&folder, &[]).expect("the folder is read");
    assert_eq!(merged.count.is_none(), !merged.problems.is_empty());
    merged.problems.iter().map(ToString::to_string).collect()
}

#[test]
fn a_result_of_something_else_is_refused() {
    type Change = fn(&mut UnitResult);
    fn verified(backend: &str, positions: u64) -> Option<Verified> {
        Some(Verified { backend: backend.to_owned(), positions })
    }
    let changes: [(Change, &str); 12] = [
        (|result| result.vperft = "0.0.1".into(), "it is by vperft 0.0.1"),
        (|result| result.plan = "0".into(), "it is of another plan"),
        (|result| result.text = "0".into(), "another text of the unit"),
        (|result| result.positions -= 1, "positions"),
        (|result| result.positions += 1, "positions; the unit has"),
        (|result| result.counts.clear(), "it has counts of 0 first moves; the unit has "),
        (|result| drop(result.counts.pop_first()), "first moves; the unit has "),
        (|result| result.unit = 2, "another text of the unit"),
        (|result| result.unit = 99, "it is of unit 99"),
        (|result| result.verified = verified("other@1", result.positions + 1), "another backend verified"),
        (|result| result.verified = verified(&result.backend, 1), "another backend verified"),
        (
            |result| result.counts.extend([("K a1-a2".into(), Count(1))]),
            "`K a1-a2` is not a move of the root",
        ),
    ];
    for (change, expected) in changes {
        let problems = merged_with(change);
        assert!(problems.iter().any(|problem| problem.contains(expected)), "no `{expected}`: {problems:?}");
    }
    assert_eq!(merged_with(|_| ()), Vec::<String>::new());
}

/// No digest shows that a result is falsified, so a merge cannot tell.
#[test]
fn a_falsified_result_is_found_by_counting_again() {
    let (_temporary, folder) = counted();
    let all = Share::parse("100%").expect("a share");
    let right = again(&reference, &working(&folder), all, &()).expect("the units are counted");
    assert_eq!((right.units, right.finished, &right.wrong), (right.results, right.results, &Vec::new()));
    let (manifest, id) = Manifest::load(&folder).expect("the manifest");
    let found = &result::all(&folder).expect("the results")[1];
    let mut result = result::load_result(found, &id, &manifest).expect("a result");
    let (first, count) = result.counts.iter_mut().next().expect("a move");
    let first = first.clone();
    count.0 += 1;
    result.write(&folder).expect("the result is written");
    let before = std::fs::read(&found.path).expect("the result");
    assert_eq!(merge(&folder, &[]).expect("the folder is read").problems, Vec::new());
    let checked = again(&reference, &working(&folder), all, &()).expect("the units are counted");
    let wrong = &checked.wrong[0];
    assert_eq!((checked.wrong.len(), wrong.unit, &wrong.moves), (1, 2, &vec![first]));
    assert_eq!(wrong.found.0, wrong.expected.0 + 1);
    assert_eq!(std::fs::read(&found.path).expect("the result"), before, "nothing is written");
    let one = Share::parse("1%").expect("a share");
    let few = again(&reference, &working(&folder), one, &()).expect("the unit is counted");
    assert_eq!((few.units, few.results), (1, 1));
}

#[test]
fn classes_are_added_up_and_compared() {
    let (_temporary, folder) = counted();
    let merged = merge(&folder, &[]).expect("the folder is read");
    assert_eq!((merged.classed, merged.classes), (0, None));
    let classed = WorkOptions { is_classed: true, ..working(&folder) };
    let worked = work(&reference, &classed, &()).expect("the units are counted");
    assert_eq!(worked.counted, worked.units, "results without classes are counted again");

    let mut backend = reference();
    let view = backend.of(VariantId::RYUGI).expect("it has Ryugi");
    let start = &Variant::get(VariantId::RYUGI).starts[0].vfen;
    let table = view.classes(start.into(), DEPTH, &Resources::default(), &()).expect("it answers");
    let expected = classes::longest(VariantId::RYUGI, &table);
    let merged = merge(&folder, &[]).expect("the folder is read");
    assert_eq!(merged.classes, Some(expected));

    let (manifest, id) = Manifest::load(&folder).expect("the manifest");
    let found = result::all(&folder).expect("the results");
    let mut other = result::load_result(&found[0], &id, &manifest).expect("a result");
    other.backend = "other@1".into();
    let counts = other.classes.as_mut().expect("a result with classes");
    counts.get_mut("captures").expect("the class").0 += 1;
    other.write(&folder).expect("the result is written");
    let merged = merge(&folder, &[]).expect("the folder is read");
    let problems: Vec<_> = merged.problems.iter().map(ToString::to_string).collect();
    assert!(problems[0].starts_with("unit 1: the results differ in captures: "), "{problems:?}");
    assert_eq!((problems.len(), merged.count, merged.classes), (1, None, None));
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
fn two_workers_on_one_unit_write_the_same_counts() {
    let temporary = tempfile::tempdir().expect("a temporary folder");
    let folder = temporary.path().join("plan");
    let planned = plan(&reference, &options(&folder, 4), &()).expect("the plan is made");
    // Without patience, a worker takes every unit of the other.
    let robbing = WorkOptions { patience: Duration::ZERO, jobs: 1, ..working(&folder) };
    let counted: usize = std::thread::scope(|scope| {
        let workers = [(); 3].map(|()| scope.spawn(|| work(&reference, &robbing, &())));
        workers.map(|worker| worker.join().expect("no panic").expect("the units are counted").counted)
    })
    .iter()
    .sum();
    assert!(counted >= planned.units.len(), "{counted} counts of {} units", planned.units.len());
    let merged = merge(&folder, &[]).expect("the folder is read");
    assert_eq!((merged.count, merged.problems), (Some(Count(43_878)), Vec::new()));
}

#[test]
fn a_worker_of_another_version_ends_at_once() {
    let temporary = tempfile::tempdir().expect("a temporary folder");
    let folder = temporary.path().join("plan");
    plan(&reference, &options(&folder, 4), &()).expect("the plan is made");
    let (mut manifest, _) = Manifest::load(&folder).expect("the manifest");
    manifest.vperft = "0.0.1".into();
    put(&Manifest::path(&folder), sealed(&manifest).as_bytes()).expect("the manifest is written");
    match work(&reference, &working(&folder), &()) {
        Err(DeepError::Unfit(problem)) => {
            assert!(problem.starts_with("the plan is by vperft 0.0.1, and this is vperft"), "{problem}");
        }
        other => panic!("expected an error about the version: {other:?}"),
    }
    assert!(result::all(&folder).expect("the results").is_empty());
}

#[test]
fn other_rules_of_the_same_version_are_named() {
    let temporary = tempfile::tempdir().expect("a temporary folder");
    let folder = temporary.path().join("plan");
    plan(&reference, &options(&folder, 4), &()).expect("the plan is made");
    let (made, _) = Manifest::load(&folder).expect("the manifest");
    let there = "0123456789abcdef";
    let build = format!("both are vperft {}, but its build has other clauses or another", made.vperft);
    let digests = format!("their digest is {there} there and {} here", &made.rules[..16]);
    for (version, expected) in
        [("0.0.1", &["it is by vperft 0.0.1, and this is "][..]), (&made.vperft, &[&build, &digests])]
    {
        let other = Manifest { vperft: version.into(), rules: there.repeat(4), ..made.clone() };
        put(&Manifest::path(&folder), sealed(&other).as_bytes()).expect("the manifest is written");
        let error = merge(&folder, &[]).expect_err("other rules").to_string();
        assert!(expected.iter().all(|part| error.contains(part)), "no {expected:?}: {error}");
    }
}

#[test]
fn temporary_files_are_removed_once_they_are_stale() {
    let (_temporary, folder) = counted();
    let hour = Duration::from_secs(3700);
    let files = [
        ("results/.000001.json.vperft-abcdefghijkl", true, false),
        ("claims/.000001.vperft-abcdefghijkl", true, false),
        ("checkpoints/.000001.json.vperft-abcdefghijkl", true, false),
        ("results/.000002.json.vperft-abcdefghijkl", false, true),
        ("results/mine.vperft-abcdefghijkl", true, true),
        ("results/.mine", true, true),
    ];
    for (name, is_old, _) in files {
        let file = std::fs::File::create(folder.join(name)).expect("a new file");
        let time = std::time::SystemTime::now() - if is_old { hour } else { Duration::ZERO };
        file.set_modified(time).expect("the time is set");
    }
    work(&reference, &working(&folder), &()).expect("nothing is left to count");
    for (name, _, is_kept) in files {
        assert_eq!(folder.join(name).exists(), is_kept, "{name}");
    }
}

#[test]
fn a_checkpoint_goes_on_or_is_ignored() {
    let temporary = tempfile::tempdir().expect("a temporary folder");
    let folder = temporary.path().join("plan");
    plan(&reference, &options(&folder, 3), &()).expect("the plan is made");
    work(&reference, &working(&folder), &()).expect("the units are counted");
    let (manifest, id) = Manifest::load(&folder).expect("the manifest");
    let found = &result::all(&folder).expect("the results")[0];
    let whole = result::load_result(found, &id, &manifest).expect("a result");
    let name = found.path.file_name().expect("a name");
    let checkpoint = folder.join("checkpoints").join(name);
    // A unit whose first position is counted already, with a count that shows whether the worker believes it.
    let part = UnitResult {
        positions: 1,
        counts: whole.counts.keys().map(|text| (text.clone(), Count(7))).collect(),
        ..whole.clone()
    };
    let damaged = sealed(&part).replace(": 1,", ": 2,");
    let foreign = sealed(&UnitResult { plan: "0".into(), ..part.clone() });
    for (text, is_believed) in
        [(damaged, false), (foreign, false), (String::new(), false), (sealed(&part), true)]
    {
        std::fs::remove_file(&found.path).expect("the result is removed");
        put(&checkpoint, text.as_bytes()).expect("the checkpoint is written");
        work(&reference, &working(&folder), &()).expect("the unit is counted");
        let again = result::load_result(found, &id, &manifest).expect("a result");
        assert_eq!(again.counts != whole.counts, is_believed, "{text}");
        assert!(!checkpoint.exists());
    }
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
