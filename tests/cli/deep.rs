//! `deep`: plans, workers that are killed, and results that are not to be trusted.

use crate::tool::{PROGRAM, check, vperft};
use pretty_assertions::assert_eq;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

/// A plan in a temporary folder.
struct Plan {
    _temporary: TempDir,
    folder: PathBuf,
    /// The number of its units.
    units: usize,
}

impl Plan {
    /// Plans a count from the start position.
    fn new(variant: &str, depth: u32, split: u32, units: u32) -> Self {
        let temporary = tempfile::tempdir().expect("a temporary folder");
        let folder = temporary.path().join("plan");
        let words = format!(
            "deep plan {variant} {} --depth {depth} --split {split} --units {units} --format json",
            folder.display()
        );
        let planned = vperft(&words).ends(0).json();
        let units = planned["units"].as_array().expect("units").len();
        assert!(units > 2, "{planned}");
        Self { _temporary: temporary, folder, units }
    }

    /// A command about the plan.
    fn words(&self, command: &str, more: &str) -> String {
        format!("deep {command} {} {more}", self.folder.display())
    }

    fn work(&self, more: &str, code: i32, stdout: &[&str], stderr: &[&str]) {
        check(&self.words("work", more), code, stdout, stderr);
    }

    fn merge(&self, code: i32, stdout: &[&str]) {
        check(&self.words("merge", ""), code, stdout, &[]);
    }

    /// The files of a folder of the plan, sorted.
    fn files(&self, folder: &str) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.folder.join(folder)).expect("a folder of the plan");
        let mut files: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
        files.sort();
        files
    }
}

/// The count by `vperft perft`, which shares no code with plans.
fn count(variant: &str, depth: u32) -> String {
    vperft(&format!("perft {variant} {depth}")).ends(0).stdout.trim().to_owned()
}

/// Replaces a part of a file, which must occur.
fn doctor(path: &Path, part: &str, other: &str) {
    let text = fs::read_to_string(path).expect("the file");
    assert!(text.contains(part), "{text}");
    fs::write(path, text.replacen(part, other, 1)).expect("the file is written");
}

#[test]
fn merged_results_are_the_count_and_its_divide() {
    for variant in ["ryugi", "rococo", "cetran3", "sandbox", "vanguard"] {
        let depth = if variant == "vanguard" { 3 } else { 4 };
        let plan = Plan::new(variant, depth, 2, 6);
        plan.merge(1, &["no result: units 1 to ", "repair: vperft deep work "]);
        plan.work("--verify 10%", 0, &[&format!("{0} of {0} have a result", plan.units)], &[]);
        let merged = vperft(&plan.words("merge", "--divide")).ends(0).stdout;
        assert!(
            merged.contains(&format!("perft {depth} of {variant}: {}\n", count(variant, depth))),
            "{merged}"
        );
        let divide = vperft(&format!("divide {variant} {depth}")).ends(0).stdout;
        for line in divide.lines().filter(|line| !line.starts_with("total")) {
            assert!(merged.lines().any(|merged| merged == line), "no `{line}`: {merged}");
        }
        assert!(!merged.contains("\n0.0 % of"), "nothing was verified: {merged}");
    }
}

#[test]
fn a_position_counts_once_whatever_its_counters_are() {
    let plan = Plan::new("rococo", 4, 3, 3);
    let manifest = fs::read_to_string(plan.folder.join("manifest.json")).expect("the manifest");
    let manifest: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
    for ply in manifest["plies"].as_array().expect("plies") {
        let depth = ply["ply"].as_u64().expect("a ply");
        assert_eq!(ply["sequences"].to_string(), count("rococo", depth as u32), "{ply}");
    }
    let positions = |ply: usize| manifest["plies"][ply]["positions"].as_u64().expect("a number");
    let sequences = manifest["plies"][2]["sequences"].as_u64().expect("a number");
    assert!(
        positions(0) < positions(1) && positions(2) * 3 < sequences * 2,
        "few transpositions: {manifest}"
    );
}

#[test]
fn a_killed_worker_loses_no_result_and_makes_no_wrong_one() {
    let plan = Plan::new("ryugi", 5, 3, 60);
    // Times that differ from kill to kill, the same in every run.
    let mut delay = 7_u64;
    for _ in 0..20 {
        let words = ["deep", "work", &plan.folder.display().to_string(), "--threads", "2", "--patience", "1"]
            .map(str::to_owned);
        let worker = Command::new(PROGRAM).args(words).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let mut worker = worker.expect("the program starts");
        delay = (delay * 37 + 11) % 150;
        thread::sleep(Duration::from_millis(10 + delay));
        worker.kill().expect("the worker is killed");
        worker.wait().expect("the worker ends");
    }
    plan.work("--patience 1", 0, &["have a result"], &[]);
    plan.merge(0, &[&format!("perft 5 of ryugi: {}\n", count("ryugi", 5))]);
    assert_eq!(plan.files("claims"), Vec::<PathBuf>::new());
}

#[test]
fn workers_on_one_folder_share_the_units() {
    let plan = Plan::new("ryugi", 5, 3, 40);
    let words = ["deep", "work", &plan.folder.display().to_string(), "--threads", "1", "--format", "json"]
        .map(str::to_owned);
    let start = || Command::new(PROGRAM).args(&words).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let workers = [start(), start(), start()].map(|worker| worker.expect("the program starts"));
    let mut counted = 0;
    for worker in workers {
        let output = worker.wait_with_output().expect("the worker ends");
        let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(answer["finished"], plan.units, "{answer}");
        counted += answer["counted"].as_u64().expect("a number") as usize;
    }
    // A worker that ends removes its claim a moment after its result is there, so no unit is counted twice.
    assert_eq!(counted, plan.units);
    plan.merge(0, &[&format!("perft 5 of ryugi: {}\n", count("ryugi", 5))]);
}

#[test]
fn a_doctored_file_is_refused_and_repaired() {
    let right = format!("perft 4 of ryugi: {}\n", count("ryugi", 4));
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
    fs::copy(&plan.files("units")[3], unit).expect("the file is copied");
    fs::remove_file(&results[2]).expect("the file is removed");
    plan.work("3", 3, &[], &["000003.zst", "another digest than the manifest says"]);
    fs::write(unit, "no zstd").expect("the file is written");
    plan.work("3", 3, &[], &["000003.zst", "expected the unit that the plan wrote"]);
    plan.merge(
        1,
        &["no result: units 3\n", &format!("repair: vperft deep work {} 3", plan.folder.display())],
    );
    doctor(&plan.folder.join("manifest.json"), "\"depth\": 4", "\"depth\": 5");
    for command in ["merge", "work", "status"] {
        check(&plan.words(command, ""), 3, &[], &["manifest.json", "the file was changed or cut"]);
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
fn a_full_disk_leaves_no_part_of_a_result() {
    let plan = Plan::new("ryugi", 4, 2, 6);
    // A limit of the size of files stands for a full disk: the write fails half way. `ulimit` counts in 512 bytes.
    let script = format!("ulimit -f 1; exec {PROGRAM} deep work {}", plan.folder.display());
    let output = Command::new("sh").args(["-c", &script]).output().expect("the shell starts");
    assert_eq!(output.status.code(), Some(5), "{output:?}");
    assert!(plan.files("results").is_empty(), "{:?}", plan.files("results"));
    plan.work("", 0, &["have a result"], &[]);
    plan.merge(0, &[&format!("perft 4 of ryugi: {}\n", count("ryugi", 4))]);
}

#[test]
fn wrong_arguments_are_told() {
    let plan = Plan::new("ryugi", 3, 1, 4);
    let folder = plan.folder.display();
    plan.work("9999", 3, &[], &["unit 9999: expected one from 1 to "]);
    plan.work("--verify 200%", 2, &[], &["expected a share from 0% to 100%"]);
    check(
        &format!("deep plan ryugi {folder} --depth 3 --split 2"),
        3,
        &[],
        &["expected a folder that is new or empty"],
    );
    check(
        &format!("deep plan ryugi {folder}-2 --depth 3 --split 3"),
        2,
        &[],
        &["--split 3: expected fewer plies than --depth 3"],
    );
    check(&format!("deep plan ryugi {folder}-3 --depth 3 --split 1 --without RYU-EP"), 2, &[], &["RYU-EP"]);
    check(&format!("deep merge {folder}-4"), 5, &[], &["manifest.json"]);
    check(&format!("deep plan ryugi {folder}-5 --depth 3 --split 1 --vfen x"), 3, &[], &["x"]);
}

#[test]
fn the_commands_of_the_page_work() {
    let temporary = tempfile::tempdir().expect("a temporary folder");
    let page = include_str!("../../docs/deep-perft.md");
    let commands: Vec<_> = page.lines().filter_map(|line| line.strip_prefix("$ vperft ")).collect();
    assert!(commands.len() >= 7, "{commands:?}");
    for command in commands {
        let words = shlex::split(command).expect("the page quotes as a shell does");
        let output = Command::new(PROGRAM).args(words).current_dir(temporary.path()).output();
        let output = output.expect("the program starts");
        // The page shows what a merge says of units that nobody has counted.
        let expected = i32::from(command == "deep merge lost");
        assert_eq!(output.status.code(), Some(expected), "{command}: {output:?}");
    }
}
