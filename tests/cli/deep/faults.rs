//! Workers that are killed, disks that are full, and files that are not to be trusted.

use super::{Plan, doctor, merged};
use crate::tool::{PROGRAM, check, vperft};
use pretty_assertions::assert_eq;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::thread;
use std::time::Duration;

#[test]
fn a_killed_worker_loses_no_result_and_makes_no_wrong_one() {
    let plan = Plan::new("ryugi", 5, 3, 60);
    // Times that differ from kill to kill, the same in every run.
    let mut delay = 7_u64;
    let mut finished = 0;
    for kill in 1..=20 {
        let mut worker = plan.start("--threads 2 --patience 1");
        delay = (delay * 37 + 11) % 150;
        thread::sleep(Duration::from_millis(10 + delay));
        worker.kill().expect("the worker is killed");
        worker.wait().expect("the worker ends");
        // Every result so far is whole, and each thread left at most one unit that it had begun.
        let merged = vperft(&plan.words("merge", "--format json"));
        let problems = &merged.json()["problems"];
        let missing = problems[0]["units"].as_array().map_or(0, Vec::len);
        assert!(problems.as_array().is_some_and(|all| all.len() <= 1), "{problems}");
        assert!(plan.units - missing >= finished, "a result is lost: {problems}");
        finished = plan.units - missing;
        assert!(plan.files("claims").len() <= 2 * kill, "kill {kill}: {:?}", plan.files("claims"));
    }
    plan.work("--patience 1", 0, &["have a result"], &[]);
    plan.merge(0, &[&merged("ryugi", 5)]);
    assert_eq!(plan.files("claims"), Vec::<PathBuf>::new());
}

#[test]
fn a_doctored_file_is_refused_and_repaired() {
    let right = merged("ryugi", 4);
    let plan = Plan::new("ryugi", 4, 2, 8);
    plan.work("", 0, &[], &[]);
    let results = plan.files("results");
    let name = |index: usize| results[index].file_name().expect("a name").to_string_lossy().into_owned();
    let doctored: [(&str, &dyn Fn()); 4] = [
        ("a digit", &|| doctor(&results[0], "\"positions\": 1", "\"positions\": 2")),
        ("half a file", &|| {
            let text = fs::read(&results[0]).expect("the result");
            fs::write(&results[0], &text[..text.len() / 2]).expect("the file is written");
        }),
        ("an empty file", &|| fs::write(&results[0], "").expect("the file is written")),
        ("the result of another unit", &|| {
            fs::copy(&results[1], &results[0]).expect("the file is copied");
        }),
    ];
    for (what, damage) in doctored {
        damage();
        let merged = vperft(&plan.words("merge", "")).ends(1);
        let merged = merged.says(&[&name(0), "no count: ", "repair: vperft deep work ", " 1\n"]);
        assert!(!merged.stdout.contains("perft 4 of"), "{what}: {merged}");
        plan.work("1", 0, &["1 unit counted here; 1 of 1 have a result"], &["does not count"]);
        plan.merge(0, &[&right]);
    }
    // Units are held against the manifest before they are counted.
    let unit = &plan.files("units")[2];
    let whole = fs::read(unit).expect("the unit");
    fs::copy(&plan.files("units")[3], unit).expect("the file is copied");
    fs::remove_file(&results[2]).expect("the file is removed");
    plan.work("3", 3, &[], &["000003.zst", "another digest than the manifest says"]);
    fs::write(unit, "no zstd").expect("the file is written");
    plan.work("3", 3, &[], &["000003.zst", "expected the unit that the plan wrote"]);
    fs::write(unit, &whole[..whole.len() / 2]).expect("the file is written");
    plan.work(
        "3",
        3,
        &[],
        &["000003.zst", "repair: vperft deep plan ryugi NEW ", "--depth 4 --split 2 --units 8 --vfen "],
    );
    plan.merge(
        1,
        &["no result: units 3\n", &format!("repair: vperft deep work {} 3", plan.folder.display())],
    );
    doctor(&plan.folder.join("manifest.json"), "\"depth\": 4", "\"depth\": 5");
    for command in ["merge", "work", "status"] {
        check(&plan.words(command, ""), 3, &[], &["manifest.json", "the file was changed or cut; copy it"]);
    }
}

#[test]
fn a_wrong_backend_is_told_apart() {
    let plan = Plan::new("ryugi", 4, 2, 6);
    plan.work(
        "--backend reference --without RYU-KIRIN --verify 100% --verify-by fast",
        1,
        &[],
        &["by reference@", "by fast@", "`vperft descend ryugi --depth 2 --vfen "],
    );
    plan.work("--verify 1% --verify-by fast", 2, &[], &["expected another backend than --backend"]);
    plan.work("", 0, &[], &[]);
    plan.work("", 0, &["0 units counted here"], &[]);
    plan.work("2 --double --backend reference --without RYU-KIRIN", 0, &["1 unit counted here"], &[]);
    plan.merge(1, &["unit 2: the results differ: ", "by fast@", "by reference@", "no count: "]);
    fs::remove_file(&plan.files("results")[2]).expect("the wrong result is removed");
    plan.work("2 --double --backend reference", 0, &["1 unit counted here"], &[]);
    plan.merge(0, &["perft 4 of ryugi: ", "1 by more than one backend"]);
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_no_part_of_a_plan() {
    let temporary = tempfile::tempdir().expect("a temporary folder");
    let folder = temporary.path().join("plan");
    let script =
        format!("ulimit -f 1; exec {PROGRAM} deep plan ryugi {} --depth 5 --split 3", folder.display());
    let output = Command::new("sh").args(["-c", &script]).output().expect("the shell starts");
    assert_eq!(output.status.code(), Some(5), "{output:?}");
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 0);
    // The same folder serves once there is room.
    check(&format!("deep plan ryugi {} --depth 4 --split 2 --units 5", folder.display()), 0, &["units"], &[]);
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_no_part_of_a_result() {
    let plan = Plan::new("ryugi", 4, 2, 6);
    // A limit of the size of files stands for a full disk: the write fails half way. `ulimit` counts in 512 bytes,
    // and the result of unit 1 is longer; workers begin at units of their own, of which some have shorter results.
    let script = format!("ulimit -f 1; exec {PROGRAM} deep work {} 1", plan.folder.display());
    let output = Command::new("sh").args(["-c", &script]).output().expect("the shell starts");
    assert_eq!(output.status.code(), Some(5), "{output:?}");
    assert!(plan.files("results").is_empty(), "{:?}", plan.files("results"));
    plan.work("", 0, &["have a result"], &[]);
    plan.merge(0, &[&merged("ryugi", 4)]);
}

#[test]
fn a_result_of_another_plan_is_refused() {
    let plan = Plan::new("vanguard", 2, 1, 4);
    plan.work("", 0, &[], &[]);
    let reading = "--ruling archer-slide=move-only";
    for other in [
        &format!("vanguard --depth 2 --split 1 --units 4 --backend reference {reading}"),
        "vanguard --depth 3 --split 1 --units 4",
        "ryugi --depth 2 --split 1 --units 4",
    ] {
        let other = Plan::with(other);
        other.work("1 --backend reference", 0, &[], &[]);
        let (from, to) = (&other.files("results")[0], &plan.files("results")[0]);
        let original = fs::read(to).expect("the result");
        fs::copy(from, to).expect("the result is copied");
        plan.merge(1, &["it is of another plan", "no count: ", "repair: vperft deep work "]);
        fs::write(to, original).expect("the result is restored");
        plan.merge(0, &["perft 2 of vanguard: "]);
    }
    plan.work(reading, 2, &[], &["--ruling: the plan has other readings"]);
}
