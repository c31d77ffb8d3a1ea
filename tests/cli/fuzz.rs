//! `fuzz`: the differences it finds, and its output.

use crate::tool::{Outcome, PROGRAM, check, miscounting, vperft, vperft_with};
use pretty_assertions::assert_eq;
use serde_json::{Value, json};

const KINGS: &str = "5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 1";

/// Runs `fuzz` with `reference` as backend B and these arguments.
fn fuzz(words: &str) -> Outcome {
    vperft(&format!("fuzz --b reference --seed 7 {words}"))
}

/// The difference of the first variant.
#[track_caller]
fn difference(outcome: &Outcome) -> Value {
    outcome.json()["variants"][0]["difference"].clone()
}

#[test]
fn fuzz_finds_clauses_that_are_switched_off() {
    for (variant, clauses) in [
        (
            "vanguard",
            &["VAN-SUCCESSION", "VAN-LAST", "VAN-WIZARD-2", "VAN-HELEPOLIS-3", "VAN-BERSERKER-3"][..],
        ),
        ("ryugi", &["RYU-EP", "RYU-CASTLE-3", "RYU-DRAW-DEAD", "RYU-ORDER", "RYU-DRAW-REPEAT"]),
        ("cetran3", &["CET-PAWN-2", "CET-SISSA", "CET-CHECK", "CET-DRAW"]),
        ("rococo", &["ROC-BAN", "ROC-CHAMELEON-7", "ROC-EDGE-2", "ROC-SUICIDE", "ROC-REPEAT"]),
        ("sandbox", &["SBX-BROUHAHA", "SBX-KNIGHT-2", "SBX-QUEEN-3", "SBX-LION-3", "SBX-PROMOTE-3"]),
    ] {
        for clause in clauses {
            let words = format!("{variant} --count 6000 --b-without {clause} --format json");
            let outcome = fuzz(&words).ends(1);
            let found = difference(&outcome);
            assert!(found["differences"].as_array().is_some_and(|list| !list.is_empty()), "{outcome}");
            let replay = found["replay"].as_str().expect("a command").replacen("vperft ", "", 1);
            let replayed = difference(&vperft(&format!("{replay} --format json")).ends(1));
            assert_eq!(replayed["vfen"], found["vfen"], "{clause}");
            assert!(replayed["differences"].as_array().is_some_and(|list| !list.is_empty()), "{clause}");
        }
    }
}

#[test]
fn the_number_of_jobs_does_not_change_the_result() {
    for words in ["ryugi --count 3000", "sandbox --positions 3000 --b-without SBX-PROMOTE-2"] {
        let [one, three] = [1, 3].map(|jobs| fuzz(&format!("{words} --jobs {jobs} --format json")).json());
        assert_eq!(one, three, "{words}");
    }
    let [one, other] = [1, 2].map(|seed| {
        vperft(&format!("fuzz ryugi --b reference --count 50 --seed {seed} --format json")).json()
    });
    assert_ne!(one["variants"][0]["stats"]["moves"], other["variants"][0]["stats"]["moves"]);
}

#[test]
fn half_of_the_positions_are_constructed_with_rare_features() {
    for (variant, features, effects) in [
        (
            "vanguard",
            &["in check", "unmoved"][..],
            &["exchanges", "promotes", "removes", "removes several", "stays"][..],
        ),
        ("ryugi", &["in check", "unmoved", "en passant"], &["castles", "promotes", "removes"]),
        ("cetran3", &["in check", "en passant"], &["promotes", "removes"]),
        ("rococo", &["ban"], &["exchanges", "leaves the board", "promotes", "removes several"]),
        (
            "sandbox",
            &["in check", "unmoved", "en passant", "closed"],
            &["castles", "exchanges", "promotes", "removes"],
        ),
    ] {
        let answer = fuzz(&format!("{variant} --count 2001 --format json")).ends(0).json();
        let stats = &answer["variants"][0]["stats"];
        assert_eq!((&stats["positions"], &stats["games"]), (&json!(2001), &json!(1001)), "{variant}");
        assert_eq!(stats["constructed"], 1000, "{variant}");
        // Most constructed positions are valid, but not all.
        let refused = stats["refused"].as_u64().expect("a number");
        assert!((1..1000).contains(&refused), "{variant}: {refused} refused");
        for (kind, names) in [("features", features), ("effects", effects)] {
            for name in names {
                let number = stats[kind][name].as_u64().unwrap_or_default();
                assert!(number >= 10, "{variant}: {name}: {number} in {stats}");
            }
        }
        for (label, number) in stats["pieces"].as_object().expect("labels") {
            assert!(number.as_u64().is_some_and(|number| number > 500), "{variant}: {label} {number}");
        }
    }
}

#[test]
fn a_difference_is_printed_with_position_and_replay() {
    let vfen = "5k4/10/10/10/10/3pP5/10/10/10/5K4 b - e4 0 1";
    let command = format!("fuzz ryugi --a reference --b reference --b-without RYU-EP --vfen '{vfen}'");
    vperft(&command).snapshot("fuzz-difference", &[]);
    let outcome = vperft(&format!("{command} --format json")).ends(1);
    let answer = outcome.json();
    assert_eq!(answer["a"], "reference@0.1.0", "{answer}");
    assert_eq!(answer["b"], "reference@0.1.0 without RYU-EP", "{answer}");
    let found = difference(&outcome);
    assert_eq!(found["origin"], json!({ "kind": "given" }));
    let moves = json!({
        "kind": "moves", "only_a": ["p d5-e4; @-e5"], "only_b": [], "duplicate_a": [], "duplicate_b": [],
    });
    assert!(found["differences"].as_array().is_some_and(|list| list.contains(&moves)), "{found}");
}

#[test]
fn without_a_difference_a_table_is_printed() {
    check(
        "fuzz ryugi rococo --b reference --count 200",
        0,
        &["ryugi\n  pieces    B ", "\n  positions ", "\n  status    ", "\n  moves     ", "\n rococo "],
        &[],
    );
    let note = "note: `reference` is compared with itself";
    check(&format!("fuzz ryugi --b reference --vfen '{KINGS}'"), 0, &["ryugi"], &[note]);
    // Both backends refuse the position for the same reason, which is not a difference.
    check("fuzz ryugi --b reference --vfen 'nonsense'", 0, &["ryugi"], &[]);
}

#[test]
fn rulings_apply_to_both_backends() {
    let words = "cetran3 sandbox --ruling ranks=8 --count 300 --b-without SBX-LION-3 --format json";
    let answer = fuzz(words).ends(1).json();
    assert_eq!(answer["variants"][0]["difference"], Value::Null, "{answer}");
    let replay = answer["variants"][1]["difference"]["replay"].as_str().expect("a command");
    assert!(!replay.contains("ranks") && replay.contains("--b-without SBX-LION-3"), "{replay}");
}

#[test]
fn a_correct_program_does_not_differ() {
    for variant in ["ryugi", "sandbox"] {
        // The program refuses many constructed positions, with its own messages.
        let program = format!("'cmd:{PROGRAM} serve {variant}'");
        for pair in [format!("--b {program}"), format!("--a {program} --b reference")] {
            let words = format!("fuzz {variant} {pair} --count 300 --seed 7 --format json");
            let answer = vperft(&words).ends(0).json();
            assert!(answer["variants"][0]["stats"]["refused"].as_u64() > Some(0), "{answer}");
        }
    }
}

#[test]
fn wrong_arguments_are_refused() {
    for (words, stderr) in [
        ("fuzz shogi", "invalid value 'shogi'"),
        ("fuzz ryugi --b none", "unknown backend `none`"),
        ("fuzz ryugi --a none --b reference", "unknown backend `none`"),
        ("fuzz --b reference --vfen x", "--vfen needs exactly one variant"),
        ("fuzz ryugi rococo --b reference --vfen x", "--vfen needs exactly one variant"),
        ("fuzz ryugi --b reference --vfen x --count 3", "cannot be used with"),
        ("fuzz ryugi --b reference --b-without ROC-BAN", "clause `ROC-BAN` belongs to rococo"),
        ("fuzz ryugi --b reference --ruling ranks=8", "ruling `ranks` belongs to cetran3"),
        ("fuzz ryugi --b reference --jobs 0", "--jobs"),
        ("fuzz ryugi --b reference --causes 0", "from 1"),
        ("fuzz ryugi --b reference --causes 1 --vfen x", "cannot be used with"),
        ("fuzz ryugi --b reference --count many", "--count"),
        ("fuzz ryugi --b reference --count 0", "from 1"),
    ] {
        let outcome = vperft(words).ends(2).warns(&[stderr, "error: "]);
        assert_eq!(outcome.stdout, "", "{outcome}");
    }
}

/// Compares two backends. Returns the difference, and the outcome of its replay.
#[cfg(target_os = "linux")]
fn fuzz_and_replay(a: &str, b: &str) -> (Value, Outcome) {
    let words = ["fuzz", "ryugi", "--a", a, "--b", b, "--positions", "300", "--jobs", "1", "--timeout", "30"];
    let found = difference(&vperft_with(&[&words[..], &["--format", "json"]].concat()).ends(1));
    let replay = found["replay"].as_str().and_then(shlex::split).expect("a command");
    assert!(replay.windows(2).any(|pair| pair == ["--timeout", "30"]), "{replay:?}");
    let words: Vec<_> = replay[1..].iter().map(String::as_str).collect();
    (found, vperft_with(&words))
}

/// A backend whose requests pass through a filter.
#[cfg(target_os = "linux")]
fn through(filter: &str) -> String {
    let script = format!("{filter} | {PROGRAM} serve ryugi");
    format!("cmd:sh -c {}", shlex::try_quote(&script).expect("no NUL"))
}

#[test]
#[cfg(target_os = "linux")]
fn a_refusal_by_both_backends_is_replayed() {
    // Both refuse the positions with fullmove number 2.
    let program = through("sed -u 's/\"vfen\":\"[^\"]* 2\"/\"vfen\":\"nonsense\"/'");
    let (found, replay) = fuzz_and_replay(&program, &program);
    assert_eq!(found["differences"][0]["kind"], "both-refuse", "{found}");
    assert_eq!(found["flaky"], false, "{found}");
    replay.ends(1).says(&["the answer, though the position occurs in games", "--reached"]);
}

#[test]
#[cfg(target_os = "linux")]
fn a_difference_that_is_not_reproducible_is_flaky() {
    let (found, replay) = fuzz_and_replay("reference", &through("sed -u 300q"));
    assert_eq!(found["flaky"], true, "{found}");
    replay.ends(0);
    let program = through("sed -u 300q");
    let words = ["fuzz", "ryugi", "--a", "reference", "--b", &program, "--positions", "300", "--jobs", "1"];
    vperft_with(&words).ends(1).says(&["flaky: fresh processes of both agree here\n"]);
}

#[test]
fn a_status_that_a_backend_does_not_support_is_not_compared() {
    let plain = format!("fuzz ryugi --b 'cmd:{PROGRAM} serve ryugi --backend fast --plain' --count 200");
    check(&plain, 0, &["status    not compared: one of the backends does not support statuses\n"], &[]);
    let answer = vperft(&format!("{plain} --format json")).ends(0).json();
    assert_eq!(answer["variants"][0]["stats"]["statuses"], json!({}));
}

#[test]
fn a_backend_that_does_not_answer_is_an_error() {
    check("fuzz ryugi --b 'cmd:sleep 60' --timeout 0.5", 4, &[], &["gave no answer to `hello` within 500ms"]);
}

#[test]
fn count_has_its_old_name_as_a_hidden_alias() {
    let words = "fuzz ryugi --b reference --seed 3 --format json";
    let counted = |flag: &str| vperft(&format!("{words} {flag} 20")).json()["variants"][0]["stats"].clone();
    assert_eq!(counted("--positions"), counted("--count"));
    assert!(!vperft("fuzz --help").ends(0).stdout.contains("--positions"));
}

/// Compares Ryugi with the reference without these clauses on a few positions, up to five causes.
fn causes(clauses: &[&str], words: &str) -> Outcome {
    let off: String = clauses.iter().map(|clause| format!(" --b-without {clause}")).collect();
    fuzz(&format!("ryugi --count 250 --causes 5{off} {words}"))
}

#[test]
fn distinct_causes_are_listed_and_replayed() {
    let outcome = causes(&["RYU-KIRIN", "RYU-EP"], "").ends(1);
    outcome.clone().says(&["ryugi  2 distinct causes; ", " RYU-KIRIN, -I\n", " RYU-EP, -P+@\n"]);
    let replays: Vec<_> = outcome
        .stdout
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("replay   vperft "))
        .collect();
    assert_eq!(replays.len(), 2, "{outcome}");
    for (replay, clause) in replays.into_iter().zip(["clause   RYU-KIRIN: ", "clause   RYU-EP: "]) {
        vperft(replay).ends(1).says(&["  missing  ", clause]);
    }
    // `--causes 1` stops at the first cause.
    let one =
        fuzz("ryugi --count 250 --causes 1 --b-without RYU-KIRIN --b-without RYU-EP --format json").ends(1);
    let one = &one.json()["variants"][0];
    assert_eq!((one["causes"].as_array().map(Vec::len), &one["end"]), (Some(1), &json!("causes")), "{one}");
    check(
        "fuzz ryugi --b reference --count 100 --causes 3",
        0,
        &["ryugi  no cause; 0 of 100 positions"],
        &[],
    );
}

#[test]
fn the_number_of_jobs_does_not_change_the_causes() {
    let [one, three] = [1, 3].map(|jobs| {
        fuzz(&format!("ryugi --count 2100 --causes 3 --b-without RYU-EP --format json --jobs {jobs}"))
            .ends(1)
            .json()
    });
    assert_eq!(one, three);
}

#[test]
fn expected_failures_are_skipped() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("known.toml").display().to_string();
    let text = "[[expect]]\ncase = \"ryugi/*\"\nverdict = \"fail\"\nreason = \"no Kirin\"\n\
                [[expect]]\ncase = \"ryugi/ep-*\"\nverdict = \"crash\"\nreason = \"of cases\"\n";
    std::fs::write(&path, text).expect("a file");
    let outcome = causes(&["RYU-KIRIN"], &format!("--expect {path}")).ends(0);
    outcome.says(&["ryugi  no cause; 0 of 250 positions differ", "positions: no Kirin"]);
    // The entry covers missing moves of Kirins, but neither their consequences nor RYU-EP.
    let text = "[[expect]]\ncase = \"ryugi/fuzz\"\nverdict = \"missing\"\nmoves = [\"I *\", \"i *\"]\nreason = \"no Kirin\"\n";
    std::fs::write(&path, text).expect("a file");
    let words = format!("--expect {path} --format json");
    let row = causes(&["RYU-KIRIN", "RYU-EP"], &words).ends(1).json()["variants"][0].clone();
    assert!(row["known"][0]["positions"].as_u64() > Some(50), "{row}");
    let clauses: Vec<_> =
        row["causes"].as_array().expect("a list").iter().map(|one| &one["clauses"]).collect();
    assert!(clauses.contains(&&json!(["RYU-EP"])), "{row}");
    // `run` accepts the same file. A file for another backend is refused.
    vperft(&format!("run ryugi --filter ryugi/ep-* --expect {path}")).ends(0);
    std::fs::write(&path, format!("backend = \"other\"\n{text}")).expect("a file");
    causes(&[], &words).ends(3).warns(&["these are for the backend `other`"]);
}

#[test]
fn each_cause_has_a_bug_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    causes(&["RYU-KIRIN", "RYU-EP"], &format!("--out {}", path.display()))
        .ends(1)
        .warns(&["wrote 2 bug files"]);
    let mut names: Vec<_> = std::fs::read_dir(path)
        .expect("the folder of bug files")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    names.sort();
    for (name, clause) in names.iter().zip(["RYU-KIRIN", "RYU-EP"]) {
        let name = name.display().to_string();
        vperft(&format!("repro {name}")).ends(1).says(&["the same failure: ryugi"]);
        vperft(&format!("repro {name} --backend fast")).ends(0);
        assert!(names.iter().any(|name| name.display().to_string().contains(clause)), "{names:?}");
    }
    assert_eq!(names.len(), 2);
}

#[test]
#[cfg(target_os = "linux")]
fn relations_find_contradictions_without_a_second_backend() {
    let program = miscounting("ryugi");
    let words = ["fuzz", "ryugi", "--relations", "--backend", &program, "--count", "40", "--jobs", "1"];
    let outcome = vperft_with(&words).ends(1).says(&[
        "relation count is broken: perft 2",
        "  by moves ",
        "--relations --vfen",
    ]);
    let replay = outcome.stdout.lines().find_map(|line| line.trim_start().strip_prefix("replay   vperft "));
    vperft(replay.expect("a replay")).ends(1).says(&["relation count is broken: perft 2"]);
    let causes = vperft_with(&[&words[..], &["--causes", "3"]].concat()).ends(1);
    let (_, rest) = causes.stdout.split_once("ryugi  1 distinct cause; ").expect("one cause");
    let (differing, _) = rest.split_once(" of 40 positions differ").expect("a number of positions");
    assert!(differing.parse::<u32>().is_ok_and(|differing| differing > 30), "{causes}");
    let seen = format!("seen {differing} times");
    causes.says(&[&seen, "relation count is broken"]);
    let words = ["fuzz", "ryugi", "--backend", "reference", "--a", "fast"];
    vperft_with(&words).ends(2).warns(&["cannot be used with"]);
}

#[test]
fn the_built_in_backends_satisfy_all_relations() {
    for backend in ["reference", "fast"] {
        check(
            &format!("fuzz ryugi rococo --relations --backend {backend} --count 12"),
            0,
            &["\n rococo "],
            &[],
        );
        check(
            &format!("run --tier smoke --filter '*/*pawn*-a*' --check 'relation:*' --backend {backend}"),
            0,
            &[" total "],
            &[],
        );
    }
}

#[test]
fn agreement_and_empty_parts_are_told() {
    let words = "fuzz ryugi --count 100";
    check(words, 0, &["\nno difference found\n"], &[]);
    let empty = vperft(&format!("{words} --partition 2/2 --format json")).ends(0);
    assert!(empty.stderr.contains("this part has no position of ryugi"), "{empty}");
}
