//! `--budget-nodes` and `--budget-seconds`.

use crate::tool::vperft_with;
use pretty_assertions::assert_eq;
use serde_json::Value;
use std::collections::BTreeSet;

/// The names of the checks that were made, and of those left out.
fn checks(answer: &Value) -> (BTreeSet<String>, BTreeSet<String>) {
    let name = |case: &Value, check: &Value| format!("{case} {check}");
    let cases = answer["cases"].as_array().expect("the cases").iter();
    let made = cases.flat_map(|case| {
        let checks = case["checks"].as_array().expect("the checks").iter();
        checks.map(move |check| name(&case["id"], &check["check"]))
    });
    let left = answer["left_out"].as_array().into_iter().flatten();
    (made.collect(), left.map(|one| name(&one["case"], &one["check"])).collect())
}

#[test]
fn a_budget_of_nodes_is_kept_and_what_it_leaves_out_is_listed() {
    let run = |words: &[&str]| {
        vperft_with(&[&["run", "chess", "--tier", "smoke", "--format", "json"], words].concat())
            .ends(0)
            .json()
    };
    let (all, none) = checks(&run(&[]));
    assert!(none.is_empty());
    for budget in [1, 500, 20_000] {
        let answer = run(&["--budget-nodes", &budget.to_string()]);
        let (made, left) = checks(&answer);
        let nodes = answer["total"]["nodes"].as_u64().expect("a number");
        assert!(!made.is_empty() && made.is_disjoint(&left) && nodes <= budget, "{budget}: {answer}");
        assert_eq!(made.union(&left).cloned().collect::<BTreeSet<_>>(), all, "{budget}");
        assert_eq!(answer["complete"], true, "{budget}");
    }
    let outcome = vperft_with(&["run", "chess", "--budget-nodes", "500"]).ends(0);
    outcome.says(&[" cases or checks: beyond the 500 nodes of `--budget-nodes`"]);
}

#[test]
fn a_small_budget_finds_what_is_wrong() {
    let budget = ["--tier", "smoke", "--budget-nodes", "1000"];
    for (variant, clause) in [
        ("ryugi", "RYU-EP"),
        ("ryugi", "RYU-CASTLE-3"),
        ("cetran3", "CET-PROMOTE"),
        ("rococo", "ROC-SWAPPER-2"),
        ("sandbox", "SBX-CASTLE"),
        ("vanguard", "VAN-STALEMATE"),
    ] {
        vperft_with(&[&["run", variant, "--without", clause], &budget[..]].concat()).ends(1);
    }
}

#[test]
fn a_run_ends_when_its_time_is_up() {
    let words = ["run", "--tier", "ci", "--max-nodes", "100000", "--backend", "data", "--jobs", "1"];
    let words = [&words[..], &["--budget-seconds", "1"]].concat();
    let answer = vperft_with(&[&words[..], &["--format", "json"]].concat()).ends(0).json();
    assert_eq!((&answer["complete"], &answer["out_of_time"]), (&false.into(), &true.into()));
    let outcome = vperft_with(&words).ends(0);
    outcome.says(&["the time was up: "]).warns(&["the time of --budget-seconds was up: "]);
}

#[test]
fn the_two_budgets_exclude_each_other() {
    let outcome = vperft_with(&["run", "--budget-seconds", "1", "--budget-nodes", "1"]).ends(2);
    outcome.warns(&["cannot be used with"]);
}
