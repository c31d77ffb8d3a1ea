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
    let wrong = format!("--backend 'cmd:{PROGRAM} serve ryugi --backend reference --without RYU-KIRIN'");
    plan.work(&format!("{wrong} --verify 100% --verify-by fast"), 1, &[], &["by reference@", "by fast@"]);
    plan.work("--backend reference --without RYU-KIRIN", 2, &[], &["a plan is counted by the whole rules"]);
    plan.work("--verify 1% --verify-by fast", 2, &[], &["expected another backend than --backend"]);
    plan.work("", 0, &[], &[]);
    plan.work("--verify 2%", 0, &["0 units counted here"], &["nothing was verified", "--again '5%'"]);
    plan.work(&format!("2 --double {wrong}"), 0, &["1 unit counted here"], &[]);
    let merged = vperft(&plan.words("merge", "")).ends(1);
    let merged =
        merged.says(&["unit 2: the results differ below ", "by fast@", "by reference@", "no count: "]);
    let checked = vperft(&command(&merged.stdout, "to find the wrong results: ")).ends(1);
    let wrong = checked.says(&["by fast@0.1.0 now, ", "counted again by fast@", "1 of 2 results right"]);
    let file = command(&wrong.stdout, " is right: move ");
    fs::remove_file(file.trim_end_matches(" away")).expect("the wrong result is removed");
    plan.work("2 --double --backend reference", 0, &["1 unit counted here"], &[]);
    plan.merge(0, &["perft 4 of ryugi: ", "1 by more than one backend"]);
    plan.work("1-2 --again 100%", 0, &["2 units of 2 with results", "3 of 3 results right"], &[]);
}

#[test]
fn the_command_after_a_failed_verification_finds_the_move() {
    let plan = Plan::new("ryugi", 4, 2, 6);
    let served = format!("{PROGRAM} serve ryugi --backend reference --without RYU-KIRIN");
    let options = format!("--backend 'cmd:{served}' --verify 100% --verify-by fast");
    let failed = vperft(&plan.words("work", &options)).ends(1);
    vperft(&command(&failed.stderr, "to find the move: ")).ends(1).says(&["RYU-KIRIN"]);
    let failed = vperft(&plan.words("work", &format!("{options} --classes"))).ends(1);
    vperft(&command(&failed.stderr, "to find the move: ")).ends(1);
}

/// The rest of the line behind these words, without the name of the program.
fn command(printed: &str, words: &str) -> String {
    let rest = printed.lines().find_map(|line| line.split_once(words)).expect("the words are printed").1;
    rest.strip_prefix("vperft ").unwrap_or(rest).to_owned()
}

#[test]
fn other_rules_in_a_variant_file_are_refused() {
    let temporary = tempfile::tempdir().expect("a temporary folder");
    let (variant, plan) = (temporary.path().join("tiny"), temporary.path().join("plan"));
    let (variant, plan) = (variant.display(), plan.display());
    let parent = temporary.path().display();
    check(&format!("new variant tiny --dir {parent} --files 5 --ranks 6 --pieces RNKCR"), 0, &[], &[]);
    let planned = format!("deep plan tiny {plan} --depth 3 --split 1 --units 3 --variant {variant}");
    let planned = vperft(&planned).ends(0);
    let work = command(&planned.stdout, "count them with: ");
    check(&format!("{work} 1"), 0, &["1 unit counted here"], &[]);
    check(&format!("{work} --verify 2%"), 2, &[], &["data", "the only built-in backend with rules of tiny"]);
    let table = temporary.path().join("tiny/variant.json");
    let text = fs::read_to_string(&table).expect("the table");
    // Other white space is the same data.
    fs::write(&table, text.replace("\n", "\n ")).expect("the table is written");
    check(&format!("{work} 2"), 0, &["1 unit counted here"], &[]);
    doctor(&table, "\"counter_limit\": ", "\"counter_limit\": 1");
    for command in [work, format!("deep merge {plan} --variant {variant}")] {
        check(&command, 3, &[], &["the plan was made by other rules of tiny"]);
    }
}

#[test]
fn a_worker_says_for_whom_it_waits() {
    let plan = Plan::new("ryugi", 3, 1, 4);
    fs::write(plan.folder.join("claims/000002"), "another worker 0\n").expect("the claim is written");
    check(
        &plan.words("status", ""),
        0,
        &["plan ", "unit 2 is claimed; its worker gave a sign of life "],
        &[],
    );
    plan.work(
        "--patience 1",
        0,
        &["have a result"],
        &["another worker has claimed unit 2; a unit is taken over if its worker gives no sign of life for 1 s"],
    );
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
