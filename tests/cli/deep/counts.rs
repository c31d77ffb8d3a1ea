//! A plan counts the same as `perft`.

use super::{Plan, count, merged};
use crate::tool::{check, vperft};
use pretty_assertions::assert_eq;
use std::fs;

#[test]
fn merged_results_are_the_count_and_its_divide() {
    for variant in ["ryugi", "rococo", "cetran3", "sandbox", "vanguard"] {
        let depth = if variant == "vanguard" { 3 } else { 4 };
        let plan = Plan::new(variant, depth, 2, 6);
        plan.merge(1, &["no result: units 1-", "repair: vperft deep work "]);
        let hash = if variant == "rococo" { "" } else { "--hash 8" };
        plan.work(
            &format!("--verify 10% {hash}"),
            0,
            &[&format!("{0} of {0} have a result", plan.units)],
            &[],
        );
        let merged = vperft(&plan.words("merge", "--divide")).ends(0).stdout;
        assert!(merged.contains(&super::merged(variant, depth)), "{merged}");
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
fn workers_on_one_folder_share_the_units() {
    let plan = Plan::new("ryugi", 5, 3, 40);
    let workers = ["", "", "--backend reference"].map(|more| plan.start(&format!("--threads 1 {more}")));
    let mut counted = 0;
    for worker in workers {
        let output = worker.wait_with_output().expect("the worker ends");
        let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(answer["finished"], plan.units, "{answer}");
        counted += answer["counted"].as_u64().expect("a number") as usize;
    }
    // A worker that ends removes its claim a moment after its result is there, so no unit is counted twice.
    assert_eq!(counted, plan.units);
    plan.merge(0, &[&merged("ryugi", 5)]);
}

#[test]
fn results_of_copies_are_merged() {
    let plan = Plan::new("ryugi", 4, 2, 6);
    let temporary = tempfile::tempdir().expect("a temporary folder");
    let copies = ["one", "two"].map(|name| temporary.path().join(name));
    for (copy, units) in copies.iter().zip(["1-2", &format!("2-{}", plan.units)]) {
        for folder in ["", "units", "results", "claims", "checkpoints"] {
            fs::create_dir(copy.join(folder)).expect("a new folder");
        }
        for file in plan.files("units").into_iter().chain([plan.folder.join("manifest.json")]) {
            let name = file.strip_prefix(&plan.folder).expect("a file of the plan");
            fs::copy(&file, copy.join(name)).expect("the file is copied");
        }
        check(&format!("deep work {} {units}", copy.display()), 0, &["have a result"], &[]);
    }
    plan.merge(1, &["no result: units 1-"]);
    let [one, two] = copies.map(|copy| copy.display().to_string());
    check(
        &plan.words("merge", &one),
        1,
        &[
            "no result: units 3-",
            "repair: vperft deep work ",
            " 3-",
            "or, if a copy of the plan has results of them: ",
        ],
        &[],
    );
    // Unit 2 was counted twice by the same backend.
    let by = format!("{} units, counted by fast@0.1.0 ({})", plan.units, plan.units);
    check(&plan.words("merge", &format!("{one} {two}")), 0, &[&merged("ryugi", 4), &by], &[]);
    check(&plan.words("merge", &format!("{one}-not")), 5, &[], &["one-not"]);
    let other = Plan::new("ryugi", 3, 1, 4);
    check(&other.words("merge", &one), 3, &[], &["one is of another plan; leave it out"]);
}

#[test]
fn wrong_arguments_are_told() {
    let plan = Plan::new("ryugi", 3, 1, 4);
    let folder = plan.folder.display();
    plan.work("9999", 3, &[], &["unit 9999: expected one from 1 to "]);
    plan.work("1-4294967295", 3, &[], &["unit 4294967295: expected one from 1 to "]);
    for units in ["0", "3-2", "x", "1-"] {
        plan.work(units, 2, &[], &["expected a unit such as 3, or a range such as 1-10"]);
    }
    plan.work("--again 5%", 3, &[], &["nothing to count again: no unit has a result"]);
    plan.work("--again 5% 1-2", 3, &[], &["no result to compare: units 1-2"]);
    plan.work("--verify 200%", 2, &[], &["expected a share from 0.0001% to 100%"]);
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
fn a_finished_game_leaves_nothing_to_count() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path().join("plan").display().to_string();
    let mate = "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1";
    let planned = vperft(&format!("deep plan chess {folder} --depth 3 --split 1 --units 4 --vfen '{mate}'"));
    planned.ends(0).says(&[&format!("the result: vperft deep merge {folder}\n")]);
    check(&format!("deep status {folder}"), 0, &["0 of 0 units finished, 100.0 % of the work\n"], &[]);
    let merged = vperft(&format!("deep merge {folder}")).ends(0).stdout;
    assert_eq!(merged, "perft 3 of chess: 0\nno units, since every game ends before they begin\n");
}
