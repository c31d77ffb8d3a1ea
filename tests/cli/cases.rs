//! The selection of cases and checks, as listed by `cases`, and errors for arguments that select nothing.

use crate::tool::{check, strings, vperft};
use pretty_assertions::assert_eq;
use serde_json::Value;

/// The selected cases, as JSON.
#[track_caller]
fn cases(words: &str) -> Vec<Value> {
    let mut answer = vperft(&format!("cases {words} --format json")).ends(0).json();
    answer["cases"].as_array_mut().map(std::mem::take).expect("a list")
}

/// Checks that `expected` holds for every selected case, and not for all cases.
#[track_caller]
fn selects(words: &str, expected: impl Fn(&Value) -> bool) {
    let (all, selected) = (cases("--tier record"), cases(words));
    assert!(!selected.is_empty() && selected.iter().all(&expected), "{words}: {selected:?}");
    assert!(!all.iter().all(&expected), "{words}: the condition holds for all cases");
}

fn id(case: &Value) -> &str {
    case["id"].as_str().expect("an id")
}

#[test]
fn cases_are_selected_by_their_properties() {
    selects("ryugi --clause RYU-EP", |case| strings(&case["clauses"]).contains(&"RYU-EP"));
    selects("--clause 'ROC-*' --clause RYU-EP", |case| {
        strings(&case["clauses"]).iter().any(|clause| clause.starts_with("ROC-") || *clause == "RYU-EP")
    });
    selects("--bug ep-missing", |case| strings(&case["bugs"]).contains(&"ep-missing"));
    for origin in ["hand", "random", "generated", "known", "published"] {
        selects(&format!("--origin {origin}"), |case| case["origin"] == origin);
    }
    selects("--origin random --origin known", |case| {
        ["random", "known"].contains(&case["origin"].as_str().unwrap())
    });
    selects("--filter 'ryugi/ep-*' --filter 'rococo/ban*'", |case| {
        id(case).starts_with("ryugi/ep-") || id(case).starts_with("rococo/ban")
    });
    selects("ryugi --exclude 'ryugi/c*' --exclude 'ryugi/ep-*'", |case| {
        !id(case).starts_with("ryugi/c") && !id(case).starts_with("ryugi/ep-") && case["variant"] == "ryugi"
    });
    selects("ryugi --clause RYU-EP --origin hand --exclude '*white*'", |case| {
        strings(&case["clauses"]).contains(&"RYU-EP")
            && case["origin"] == "hand"
            && !id(case).contains("white")
    });
}

#[test]
fn cases_without_other_pieces_are_selected() {
    let boards = vperft("run ryugi --only-pieces k,q --format json").ends(0).json();
    let boards = boards["cases"].as_array().expect("a list").clone();
    assert!(boards.len() > 5, "{}", boards.len());
    for case in &boards {
        let board = case["vfen"].as_str().and_then(|vfen| vfen.split(' ').next()).expect("a board");
        assert!(board.chars().all(|c| "KkQq/".contains(c) || c.is_ascii_digit()), "{board}");
    }
    let error = "no piece of ryugi has the label `X`; expected B, D, I, K, M, N, P, Q, R";
    check("cases ryugi --only-pieces K,X", 2, &[], &[error]);
}

#[test]
fn the_documented_orders_are_those_of_the_smoke_cases() {
    let page = include_str!("../../docs/write-a-backend.md");
    for variant in ["vanguard", "ryugi", "cetran3", "rococo", "sandbox", "chess"] {
        let answer = vperft(&format!("cases {variant} --tier smoke --order --format json")).ends(0).json();
        let steps = answer["order"].as_array().expect("a list");
        let needs: Vec<_> = steps.iter().flat_map(|step| strings(&step["needs"])).collect();
        let row = format!("| `{variant}` | {} |", needs.join(", "));
        assert!(page.contains(&row), "{row}");
    }
}

/// The distinct names of the selected checks.
fn checks(words: &str) -> Vec<String> {
    let mut names: Vec<String> = cases(words)
        .iter()
        .flat_map(|case| case["checks"].as_array().expect("a list"))
        .map(|check| check["check"].as_str().expect("a name").to_owned())
        .collect();
    names.sort();
    names.dedup();
    names
}

#[test]
fn checks_are_selected_by_patterns_and_by_their_nodes() {
    let perft = checks("ryugi --check 'perft:*'");
    assert!(perft.len() > 3 && perft.iter().all(|name| name.starts_with("perft:")), "{perft:?}");
    assert_eq!(checks("ryugi --check status --check perft:1"), ["perft:1", "status"]);
    // A check selected by name ignores the tier; a check selected by a pattern does not.
    let start = "--filter ryugi/start-perft --tier smoke --check";
    assert_eq!(checks(&format!("{start} perft:4")), ["perft:4"]);
    let rooks = "--filter ryugi/rooks-and-kings --check";
    assert_eq!(checks(&format!("{rooks} perft:5")), ["perft:5"]);
    assert_eq!(checks(&format!("{rooks} 'perft:*'")), ["perft:1", "perft:2", "perft:3", "perft:4"]);
    assert!(checks(&format!("{rooks} 'perft:*' --tier deep")).contains(&"perft:5".to_owned()));

    let nodes = |case: &Value| -> Vec<u64> {
        let checks = case["checks"].as_array().expect("a list");
        checks.iter().filter_map(|check| check["nodes"].as_u64()).collect()
    };
    for most in [0, 34, 1155, 100_000] {
        let selected = cases(&format!("--max-nodes {most}"));
        assert!(selected.iter().flat_map(&nodes).all(|count| count <= most), "{most}");
    }
    let start = checks("--filter ryugi/start-perft --max-nodes 43877");
    assert_eq!(start, ["perft:1", "perft:2"]);
    assert!(cases("--max-nodes 1000").len() > cases("--tier smoke").len());
    check("run ryugi --filter ryugi/start-perft --max-nodes 1155", 0, &["       2       2       0"], &[]);
}

#[test]
fn a_list_has_titles_clauses_and_tiers() {
    let outcome = vperft("cases ryugi --filter ryugi/start-perft --filter ryugi/ep-black-takes").ends(0);
    outcome.clone().says(&[
        "ryugi/ep-black-takes  The Pawn on d5 may take the Pawn on e5 as if it stood on e4\n  clauses  RYU-EP RYU-PAWN-1 RYU-KING\n  tiers    ",
        "ryugi/start-perft  ",
        "\n2 cases, ",
    ]);
    check("cases ryugi --filter ryugi/start-perft --check perft:2", 0, &["\n1 case, 1 check\n"], &[]);
    // `run` selects the same cases.
    let words = "ryugi --clause RYU-EP --tier smoke --format json";
    let run = vperft(&format!("run {words}")).ends(0).json();
    let listed = vperft(&format!("cases {words}")).ends(0).json();
    assert_eq!(run["planned"]["cases"], listed["cases"].as_array().expect("a list").len());
}

#[test]
fn an_argument_that_selects_nothing_is_an_error_with_a_suggestion() {
    for (words, stderr) in [
        (
            "ryugi --filter ryugi/ep-blak-takes",
            &[
                "no case of ryugi has an id that matches `ryugi/ep-blak-takes`; did you mean `ryugi/ep-black-takes`",
            ][..],
        ),
        ("ryugi --filter ep-black-takes", &["matches `ep-black-takes`; did you mean `ryugi/ep-black-takes`"]),
        ("ryugi --filter 'ryugi/*' --filter ryugi/nothing", &["has an id that matches `ryugi/nothing`"]),
        (
            "ryugi --filter 'cetran3/*'",
            &["no case of ryugi has an id that matches `cetran3/*`; matching cases are in cetran3"],
        ),
        (
            "--exclude ryugi/start-perf",
            &[
                "no case to exclude has an id that matches `ryugi/start-perf`; did you mean `ryugi/start-perft`",
            ],
        ),
        ("ryugi --clause RYU-EPP", &["no case of ryugi cites the clause `RYU-EPP`; did you mean `RYU-EP`"]),
        (
            "rococo --clause RYU-EP",
            &["no case of rococo cites the clause `RYU-EP`; matching cases are in ryugi"],
        ),
        (
            "ryugi --bug ep-misssing",
            &["no case of ryugi catches the bug `ep-misssing`; did you mean `ep-missing`"],
        ),
        ("ryugi --check pertf:3", &["no case of ryugi has the check `pertf:3`; did you mean `perft:3`"]),
        ("--filter ryugi/start-perft --exclude 'ryugi/s*'", &["no case matches all arguments"]),
        ("--filter ryugi/start-perft --check status", &["no matching case has such a check"]),
        (
            "--filter ryugi/start-perft-billion --check 'perft:*' --tier smoke",
            &["above the tier smoke", "`ryugi/start-perft-billion` has checks"],
        ),
        (
            "--filter ryugi/start-perft --max-nodes 3",
            &["every check that matches the other arguments counts more than 3 nodes"],
        ),
    ] {
        for command in ["cases", "run", "export --format csv"] {
            let outcome = vperft(&format!("{command} {words}")).ends(2);
            let prefix = "error: no check of the corpus matches the arguments: ";
            let outcome = outcome.warns(&[prefix]).warns(stderr);
            assert_eq!((outcome.stderr.lines().count(), &*outcome.stdout), (1, ""), "{outcome}");
        }
    }
    check("cases chess --origin generated", 2, &[], &["no case of chess has the origin `generated`"]);
    check("run ryugi --origin found", 2, &[], &["hand, random, generated, known, published"]);
    check("status ryugi --id ryugi/start-move", 2, &[], &["did you mean `ryugi/start-moves`"]);
    check(
        "bugs ryugi ep-misssing",
        2,
        &[],
        &["`vperft bugs ryugi` lists those it has; did you mean `ep-missing`"],
    );
}
