//! Workers that are killed, disks that are full, and files that are not to be trusted.

use super::{Plan, doctor, merged};
use crate::tool::{PROGRAM, check, vperft};
use pretty_assertions::assert_eq;
use std::fs;
use std::path::{Path, PathBuf};
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
        check(&plan.words("status", ""), 0, &["does not count: ", &name(0)], &[]);
        let merged = vperft(&plan.words("merge", "")).ends(1);
        let merged = merged.says(&[&name(0), "no count: ", "repair: vperft deep work ", " 1\n"]);
        assert!(!merged.stdout.contains("perft 4 of"), "{what}: {merged}");
        plan.work("1", 0, &["1 unit counted here; 1 of 1 have a result"], &["does not count"]);
        plan.merge(0, &[&right]);
    }
    // A damaged file of a unit that has another result is only moved away.
    let copy = plan.folder.join("copy");
    fs::create_dir_all(copy.join("results")).expect("a folder");
    fs::write(copy.join("results").join(name(1)), "{}").expect("the file is written");
    let merged = vperft(&plan.words("merge", &copy.display().to_string())).ends(1);
    merged.says(&["move ", " away, then\nrepair: vperft deep merge "]);
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
fn a_damaged_unit_does_not_keep_the_others_from_being_counted() {
    let plan = Plan::new("ryugi", 4, 2, 8);
    let units = plan.files("units");
    let whole = fs::read(&units[1]).expect("the unit");
    fs::write(&units[1], "no zstd").expect("the file is written");
    let (others, damaged) = (plan.units - 1, "damaged, and not counted: units 2\n");
    plan.work(
        "",
        3,
        &[&format!("{others} units counted here; {others} of {} have a result", plan.units), damaged],
        &["unit 2 is not counted\n", "error: ", "000002.zst", "repair: vperft deep plan ryugi NEW "],
    );
    assert_eq!(plan.files("claims"), Vec::<PathBuf>::new());
    let answer = vperft(&plan.words("work", "--format json")).ends(3).json();
    assert_eq!(
        (&answer["damaged"], &answer["finished"]),
        (&serde_json::json!([2]), &others.into()),
        "{answer}"
    );
    fs::write(&units[1], &whole).expect("the file is written");
    plan.work("", 0, &["1 unit counted here"], &[]);
    plan.merge(0, &[&merged("ryugi", 4)]);
    fs::remove_file(&units[1]).expect("the file is removed");
    let again = format!("{others} units of {} with results counted again", plan.units);
    plan.work("--again 100%", 5, &[&again, damaged], &["000002.zst", "repair: "]);
}

#[test]
fn a_wrong_backend_is_told_apart() {
    let plan = Plan::new("ryugi", 4, 2, 6);
    let wrong = format!("--backend 'cmd:{PROGRAM} serve ryugi --backend reference --without RYU-KIRIN'");
    plan.work(&format!("{wrong} --verify 100% --verify-by fast"), 1, &[], &["by cmd-reference@", "by fast@"]);
    plan.work("--backend reference --without RYU-KIRIN", 2, &[], &["a plan is counted by the whole rules"]);
    let served = format!("'cmd:{PROGRAM} serve ryugi --backend fast'");
    for same in ["fast", &served] {
        let problem = "expected another backend than --backend";
        plan.work(&format!("--verify 1% --verify-by {same}"), 2, &[], &[problem]);
    }
    plan.work("", 0, &[], &[]);
    plan.work("--verify 2%", 0, &["0 units counted here"], &["nothing was verified", "--again '5%'"]);
    plan.work(&format!("2 --double {wrong}"), 0, &["1 unit counted here"], &[]);
    let merged = vperft(&plan.words("merge", "")).ends(1);
    let merged =
        merged.says(&["unit 2: the results differ below ", "by fast@", "by cmd-reference@", "no count: "]);
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
fn a_backend_of_other_readings_counts_no_unit() {
    let (plain, reading) = ("vanguard --depth 3 --split 1 --units 4", "berserker-return=always");
    let served = |more: &str| format!("'cmd:{PROGRAM} serve vanguard --backend reference {more}'");
    let other = served(&format!("--ruling {reading}"));
    // A program that declares nothing follows the default readings, unless the user gives others.
    let filter = r#"s/"rulings":{[^}]*},//"#;
    let script =
        format!("{PROGRAM} serve vanguard --backend reference --ruling {reading} | sed -u '{filter}'");
    let silent = format!("cmd:sh -c {}", shlex::try_quote(&script).expect("no null byte"));
    let silent = shlex::try_quote(&silent).expect("no null byte").into_owned();
    let says = |planned: &str, own: &str| {
        format!(
            "the plan is of berserker-return={planned}, and cmd-reference@0.1.0 follows berserker-return={own}"
        )
    };
    let plan = Plan::with(plain);
    plan.work(&format!("--backend {other}"), 2, &[], &[&says("after-capture", "always")]);
    plan.work(&format!("--verify 1% --verify-by {other}"), 2, &[], &[&says("after-capture", "always")]);
    assert!(plan.files("results").is_empty());
    let right = vperft(&format!("perft vanguard 3 --ruling {reading}")).ends(0).stdout;
    let right = format!("perft 3 of vanguard: {right}");
    assert_ne!(right, merged("vanguard", 3));
    // A plan that such a backend finds is one of its readings, as if the user had given them.
    let found = Plan::with(&format!("{plain} --backend {other}"));
    let given = Plan::with(&format!("{plain} --ruling {reading}"));
    for plan in [found, given] {
        for backend in [&served(""), &silent] {
            plan.work(&format!("--backend {backend}"), 2, &[], &[&says("always", "after-capture")]);
        }
        // A reading that the user gives is never ignored, also if it is the default one.
        let default = "--ruling berserker-return=after-capture";
        for backend in ["", &format!("--backend {silent}")] {
            let other = format!("{default}: the plan is of {reading}, and is counted by that");
            plan.work(&format!("{backend} {default}"), 2, &[], &[&other]);
        }
        plan.work(
            "1 --ruling archer-slide=both --ruling bowman-path=both",
            2,
            &[],
            &["--ruling bowman-path=both: "],
        );
        assert!(plan.files("results").is_empty());
        plan.work(&format!("1 --backend {silent} --ruling {reading}"), 0, &["1 of 1 have a result"], &[]);
        fs::remove_file(&plan.files("results")[0]).expect("the result is removed");
        plan.work(&format!("1 --backend {other}"), 0, &["1 of 1 have a result"], &[]);
        // Without a backend, one that follows the readings of the plan counts.
        plan.work("", 0, &["have a result"], &[]);
        plan.merge(0, &[&right]);
    }
    let folder = plan.folder.with_extension("other");
    check(
        &format!(
            "deep plan {plain} {} --backend {other} --ruling berserker-return=after-capture",
            folder.display()
        ),
        2,
        &[],
        &["--ruling berserker-return=after-capture: cmd-reference@0.1.0 declares berserker-return=always"],
    );
}

#[test]
fn a_program_that_calls_itself_fast_is_not_fast() {
    let plan = Plan::new("ryugi", 4, 2, 6);
    let served = format!("'cmd:{PROGRAM} serve ryugi'");
    plan.work(&format!("--backend {served}"), 0, &["have a result"], &[]);
    plan.merge(0, &[&format!("counted by cmd-fast@0.1.0 ({})", plan.units)]);
    plan.work("--double", 0, &[&format!("{} units counted here", plan.units)], &[]);
    plan.merge(
        0,
        &["cmd-fast@0.1.0 (", " fast@0.1.0 (", &format!("{} by more than one backend", plan.units)],
    );
}

#[cfg(unix)]
#[test]
fn a_file_that_is_none_is_not_waited_for() {
    let make_pipe = |path: &Path| {
        let made = Command::new("mkfifo").arg(path).status().expect("mkfifo starts");
        assert!(made.success(), "{}: {made}", path.display());
    };
    let plan = Plan::new("ryugi", 4, 2, 6);
    plan.work("", 0, &[], &[]);
    let replace = |path: &Path| {
        fs::remove_file(path).expect("the file is removed");
        make_pipe(path);
    };
    let result = &plan.files("results")[0];
    replace(result);
    plan.merge(1, &["not a file", "no count: "]);
    check(&plan.words("status", ""), 0, &["units finished"], &[]);
    plan.work("1 --again 100%", 3, &[], &["not a file; this result does not count"]);
    // Nor is a claim.
    make_pipe(&plan.folder.join("claims/000001"));
    plan.work("--patience 1", 0, &["1 unit counted here"], &["not a file; this result does not count"]);
    plan.merge(0, &[&merged("ryugi", 4)]);
    fs::remove_file(&plan.files("results")[2]).expect("the file is removed");
    replace(&plan.files("units")[2]);
    plan.work(
        "3",
        5,
        &[],
        &["000003.zst: not a file", " away, then\n", "repair: vperft deep plan ryugi NEW "],
    );
    replace(&plan.folder.join("manifest.json"));
    for command in ["merge", "work", "status"] {
        check(&plan.words(command, ""), 5, &[], &["manifest.json: not a file"]);
    }
}

#[cfg(unix)]
#[test]
fn nothing_is_written_through_a_link() {
    let plan = Plan::new("ryugi", 3, 1, 4);
    let precious = plan.folder.with_extension("precious");
    fs::write(&precious, "precious").expect("the file is written");
    for folder in ["claims/000001", "claims/000002"] {
        std::os::unix::fs::symlink(&precious, plan.folder.join(folder)).expect("a link is made");
    }
    plan.work("--patience 1", 0, &["have a result"], &[]);
    assert_eq!(fs::read_to_string(&precious).expect("the file"), "precious");
    assert_eq!(plan.files("claims"), Vec::<PathBuf>::new());
}

#[test]
fn folders_that_are_missing_are_empty() {
    let plan = Plan::new("ryugi", 4, 2, 6);
    let folders = ["results", "claims", "checkpoints"];
    let remove = || folders.map(|name| fs::remove_dir_all(plan.folder.join(name)).expect("a folder"));
    remove();
    plan.merge(1, &["no result: units 1-"]);
    check(&plan.words("status", ""), 0, &["0 of "], &[]);
    plan.work("--again 5%", 3, &[], &["no unit has a result"]);
    plan.work("", 0, &["have a result"], &[]);
    plan.merge(0, &[&merged("ryugi", 4)]);
    remove();
    check(&plan.words("merge", &plan.folder.display().to_string()), 1, &["no result: units 1-"], &[]);
}

#[test]
fn a_worker_without_a_terminal_prints_few_lines() {
    let plan = Plan::new("ryugi", 4, 2, 200);
    let worked = vperft(&plan.words("work", "")).ends(0);
    let lines = worked.stderr.lines().filter(|line| line.contains(" finished")).count();
    assert!(plan.units > 100 && (1..=plan.units / 20).contains(&lines), "{} units: {worked}", plan.units);
}

#[cfg(unix)]
#[test]
fn a_signal_ends_a_worker_with_its_work_noted() {
    use rustix::process::{Pid, Signal, kill_process};
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        // Units of minutes.
        let plan = Plan::new("ryugi", 7, 3, 4);
        let worker = plan.start("2 3 --threads 2 --backend reference");
        while plan.files("claims").len() < 2 {
            thread::sleep(Duration::from_millis(20));
        }
        thread::sleep(Duration::from_secs(2));
        kill_process(Pid::from_child(&worker), signal).expect("the worker runs");
        let output = worker.wait_with_output().expect("the worker ends");
        assert_eq!(output.status.code(), Some(130), "{signal:?}: {output:?}");
        let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!((&answer["finished"], &answer["interrupted"]), (&0.into(), &true.into()), "{answer}");
        assert_eq!(plan.files("claims"), Vec::<PathBuf>::new());
        let noted = plan.files("checkpoints");
        assert_eq!(noted.len(), 2, "{noted:?}");
        let noted = fs::read_to_string(&noted[0]).expect("the checkpoint");
        let noted: serde_json::Value = serde_json::from_str(&noted).expect("JSON");
        assert!(noted["positions"].as_u64() > Some(0), "{noted}");
    }
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
    let planned = "archer-slide=move-only: the plan is of archer-slide=both, and is counted by that";
    plan.work(reading, 2, &[], &[planned]);
}
