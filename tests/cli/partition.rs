//! `--partition` and `merge`: parts, merged in any order, give what the whole gives, or are refused.

use crate::corpus::Tiny;
use crate::tool::{Outcome, PROGRAM, SMALL_CORPUS, vperft_with};
use pretty_assertions::assert_eq;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use std::fs;
use std::slice::from_ref;
use tempfile::TempDir;

/// A folder with part files.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(TempDir::new().expect("a folder"))
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    /// Makes one part of a command. Returns the path of its file.
    fn part(&self, words: &[&str], number: u32, of: u32) -> String {
        let path = self.path(&format!("{number}-of-{of}.json"));
        let part = format!("{number}/{of}");
        let made = vperft_with(&[words, &["--partition", &part, "--format", "json"]].concat());
        assert!(matches!(made.code, 0 | 1 | 4), "{made}");
        fs::write(&path, made.stdout).expect("a file");
        path
    }

    /// Makes all parts of a command. Returns the paths of their files, the last part first.
    fn parts(&self, words: &[&str], of: u32) -> Vec<String> {
        (1..=of).rev().map(|number| self.part(words, number, of)).collect()
    }

    /// Copies a part file with a change, and with the digest that it then needs.
    fn doctored(&self, path: &str, change: impl FnOnce(&mut Value)) -> String {
        let mut document: Value =
            serde_json::from_str(&fs::read_to_string(path).expect("a file")).expect("JSON");
        change(&mut document);
        let header = document["partition"].as_object_mut().expect("a header");
        header.shift_remove("digest");
        let digest = Sha256::digest(document.to_string());
        let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        document["partition"]["digest"] = digest.into();
        let copies = fs::read_dir(self.0.path()).expect("a folder").count();
        let copy = format!("{path}.{copies}");
        fs::write(&copy, document.to_string()).expect("a file");
        copy
    }
}

/// Merges parts.
fn merge(parts: &[String], words: &[&str]) -> Outcome {
    let parts = parts.iter().map(String::as_str);
    let words: Vec<_> = ["merge"].into_iter().chain(parts).chain(words.iter().copied()).collect();
    vperft_with(&words)
}

/// An output without what differs between any two runs: the times.
fn timeless(text: &str) -> String {
    let is_time = |c: char| c.is_ascii_digit() || ".e-".contains(c);
    let without = |line: &str, mark: &str| -> String {
        let parts = line.split(mark).enumerate();
        parts.map(|(index, part)| if index == 0 { part } else { part.trim_start_matches(is_time) }).collect()
    };
    let line = |line: &str| {
        let line = line.strip_suffix(" s").map_or(line, |line| line.trim_end_matches(is_time).trim_end());
        without(&without(line, "time=\""), "\"seconds\":") + "\n"
    };
    // A slow run reports its progress.
    text.lines().filter(|line| !line.ends_with(" left")).map(line).collect()
}

/// Asserts that a command gives the same output and exit code, whole and merged from 1, 3 and 7 parts, in each format.
#[track_caller]
fn check(words: &[&str], formats: &[&str], code: i32) {
    let whole = |format: &str| vperft_with(&[words, &["--format", format]].concat()).ends(code);
    let whole: Vec<_> = formats.iter().map(|format| whole(format)).collect();
    for of in [1, 3, 7] {
        let folder = Folder::new();
        let parts = folder.parts(words, of);
        for (format, whole) in formats.iter().zip(&whole) {
            let merged = merge(&parts, &["--format", format]).ends(code);
            assert_eq!(timeless(&merged.stdout), timeless(&whole.stdout), "{of} parts as {format}");
            assert_eq!(timeless(&merged.stderr), timeless(&whole.stderr), "{of} parts as {format}");
        }
    }
}

/// The command whose parts most tests merge.
fn small() -> Vec<&'static str> {
    [&["run", "ryugi", "--tier", "smoke", "--without", "RYU-EP"][..], &SMALL_CORPUS].concat()
}

#[test]
fn parts_of_a_run_give_the_whole_run() {
    let formats = ["human", "json", "jsonl", "junit", "github"];
    check(&small(), &formats, 1);
    check(&[&["run", "ryugi"][..], &SMALL_CORPUS].concat(), &["human", "json"], 0);
    for words in [&["--max-failures", "3"][..], &["--fail-fast"], &["--relations", "--strict"]] {
        check(&[&small(), words].concat(), &["human", "json"], 1);
    }
}

#[test]
fn parts_of_a_run_by_a_program_give_the_whole_run() {
    let backend = crate::tool::miscounting("ryugi");
    let words = [&["run", "ryugi", "--check", "perft:*", "--backend", &backend][..], &SMALL_CORPUS].concat();
    check(&words, &["human", "json"], 1);
}

#[test]
fn failures_of_every_kind_are_merged() {
    let corpus = crate::schemas::corpus(false);
    check(&[&["run", "ryugi"][..], &corpus.folders()].concat(), &["human", "json"], 1);
}

#[test]
fn a_backend_that_answers_nothing_is_given_up_in_the_merge_too() {
    let script = format!("head -n 1 | {PROGRAM} serve ryugi");
    let backend = format!("cmd:sh -c {}", shlex::try_quote(&script).expect("no NUL"));
    let words = [&["run", "ryugi", "--restarts", "0", "--backend", &backend][..], &SMALL_CORPUS].concat();
    let whole = vperft_with(&[&words[..], &["--format", "json"]].concat()).ends(4).json();
    for of in [1, 3, 20] {
        let folder = Folder::new();
        let merged = merge(&folder.parts(&words, of), &["--format", "json"]).ends(4).json();
        // The signature differs: each part starts a program that fails at another check.
        for field in ["unanswered", "complete", "planned", "total"] {
            assert_eq!(merged[field], whole[field], "{field}, {of} parts");
        }
    }
}

#[test]
fn every_check_is_in_one_part() {
    let folder = Folder::new();
    let whole = vperft_with(&[&small()[..], &["--format", "json"]].concat()).json();
    let mut total = 0;
    for path in folder.parts(&small(), 4) {
        let part: Value = serde_json::from_str(&fs::read_to_string(path).expect("a file")).expect("JSON");
        let checks = part["planned"]["checks"].as_u64().expect("a number");
        total += checks;
        let share = checks.abs_diff(whole["planned"]["checks"].as_u64().expect("a number") / 4);
        assert!(share <= 1, "{}", part["partition"]);
    }
    assert_eq!(json!(total), whole["planned"]["checks"]);
}

#[test]
fn reports_of_a_merge_go_to_files() {
    let folder = Folder::new();
    let parts = folder.parts(&small(), 2);
    let (report, bugs) = (folder.path("report.json"), folder.path("bugs"));
    fs::create_dir(&bugs).expect("a folder");
    merge(&parts, &["--report", &format!("json={report}"), "--out", &bugs, "--all"]).ends(1);
    let whole = vperft_with(&[&small()[..], &["--format", "json"]].concat()).stdout;
    assert_eq!(fs::read_to_string(report).expect("a report"), whole);
    assert!(fs::read_dir(bugs).expect("a folder").count() > 0);
    merge(&parts, &["--report", &format!("json={}", parts[0])]).ends(2).warns(&["it is one of the parts"]);
}

#[test]
fn known_failures_are_those_of_the_whole() {
    let folder = Folder::new();
    let known = folder.path("known.toml");
    let expected =
        |text: &str| fs::write(&known, format!("backend = \"reference\"\n\n{text}")).expect("a file");
    expected("[[expect]]\ncase = \"ryugi/ep-*\"\nverdict = \"missing\"\nreason = \"no en passant\"\n");
    let words = [&small()[..], &["--expect", &known]].concat();
    check(&words, &["human", "json"], 1);
    // The entry holds for some checks of each case only. That fixes nothing in any part.
    for path in folder.parts(&words, 7) {
        let part: Value = serde_json::from_str(&fs::read_to_string(path).expect("a file")).expect("JSON");
        assert_eq!(part["fixed"], json!([]));
    }
    let parts = folder.parts(&words, 2);
    expected("");
    merge(&parts, &[]).ends(3).warns(&["expected values here are not those of the parts", "--expect"]);
}

#[test]
fn what_is_not_all_parts_of_one_run_is_refused() {
    let folder = Folder::new();
    let parts = folder.parts(&small(), 3);
    let [last, middle, first] = [0, 1, 2].map(|index| parts[index].clone());
    let of_two = folder.part(&small(), 2, 2);
    let other = Folder::new();
    let other_words = [&["run", "ryugi", "--without", "RYU-EP", "--tier", "ci"][..], &SMALL_CORPUS].concat();
    let other_selection = other.part(&other_words, 2, 3);
    let whole = folder.path("whole.json");
    fs::write(&whole, vperft_with(&[&small()[..], &["--format", "json"]].concat()).stdout).expect("a file");
    let copy = folder.path("copy.json");
    fs::copy(&middle, &copy).expect("a file");
    let text = fs::read_to_string(&middle).expect("a file");
    let truncated = folder.path("truncated.json");
    fs::write(&truncated, &text[..text.len() / 2]).expect("a file");
    let changed = folder.path("changed.json");
    fs::write(&changed, text.replacen("\"verdict\":\"pass\"", "\"verdict\":\"fail\"", 1)).expect("a file");
    let newer = folder.path("newer.json");
    let version = concat!("\"vperft\":\"", env!("CARGO_PKG_VERSION"), "\"");
    fs::write(&newer, text.replacen(version, "\"vperft\":\"99.0.0\"", 1)).expect("a file");
    let backend = folder.doctored(&middle, |part| part["partition"]["backends"] = json!(["other@1"]));
    let plan = folder.doctored(&middle, |part| part["partition"]["plan"] = json!("00"));
    let range = folder.doctored(&middle, |part| part["partition"]["part"] = json!(4));
    let foreign = folder.doctored(&middle, |part| part["cases"][0]["checks"][0]["check"] = json!("perft:9"));
    let short = folder.doctored(&middle, |part| {
        part["cases"].as_array_mut().expect("a list").pop();
    });
    let long = folder.doctored(&last, |part| {
        let case = part["cases"][0].clone();
        part["cases"].as_array_mut().expect("a list").push(case);
    });
    let interrupted = folder.doctored(&first, |part| part["interrupted"] = json!(true));
    let commands =
        folder.doctored(&middle, |part| part["partition"]["command"] = json!(["run", "--out", "x"]));
    let again = "--without RYU-EP";
    let none: &[String] = &[];
    for (middle, says) in [
        (
            none,
            &["part 2/3 is missing", "to repair: vperft run ryugi", again, "--partition 2/3", "> part2.json"]
                [..],
        ),
        (&[middle.clone(), copy], &["are both part 2/3"]),
        (&[of_two], &["number of parts: `2`; expected `3`", "--partition 2/3"]),
        (&[other_selection], &["its arguments: `run ryugi --tier ci", "expected `run ryugi ", "to repair: "]),
        (&[whole], &["whole.json: expected a part"]),
        (&[truncated], &["truncated.json: expected the JSON document of a part"]),
        (&[changed], &["changed.json: its digest is of another text"]),
        (&[newer], &["newer.json: made by vperft 99.0.0"]),
        (&[backend], &["its backend: `other@1`; expected `reference@", "--partition 2/3"]),
        (&[plan], &["its positions, rules or expected values: `00`"]),
        (&[range], &["there is no part 4/3"]),
        (&[foreign], &["perft:9; expected that of ryugi/"]),
        (&[short], &["no result of ryugi/", "to repair: "]),
        (&[commands], &["its arguments: `run --out x`"]),
    ] {
        let parts = [from_ref(&first), middle, from_ref(&last)].concat();
        let refused = merge(&parts, &[]).ends(3).warns(says);
        assert_eq!(refused.stdout, "", "{says:?}");
    }
    for (parts, says) in [
        ([&first, &middle, &long], "is more than the checks of this part"),
        ([&interrupted, &middle, &last], "the run of this part was interrupted"),
    ] {
        merge(&parts.map(Clone::clone), &[]).ends(3).warns(&[says, "to repair: vperft run ryugi"]);
    }
    // All parts may say the same wrong thing: nothing but the work of a part is done, and on this corpus only.
    let all = parts.iter().map(|path| {
        folder.doctored(path, |part| part["partition"]["command"] = json!(["run", "--record", "x"]))
    });
    merge(&all.collect::<Vec<_>>(), &[]).ends(3).warns(&["expected the file of a part as `vperft` wrote it"]);
    let plans =
        parts.iter().map(|path| folder.doctored(path, |part| part["partition"]["plan"] = json!("00")));
    merge(&plans.collect::<Vec<_>>(), &[]).ends(3).warns(&["here are not those of the parts"]);
    merge(&parts, &["--format", "xml"]).ends(2).warns(&["invalid value 'xml'"]);
}

#[test]
fn a_part_that_ended_before_a_needed_check_is_refused() {
    let folder = Folder::new();
    let words = [&small()[..], &["--fail-fast"]].concat();
    let parts = folder.parts(&words, 2);
    let ended = parts.iter().map(|path| {
        folder.doctored(path, |part| {
            part["cases"] = json!([]);
            part["complete"] = json!(false);
        })
    });
    merge(&ended.collect::<Vec<_>>(), &[])
        .ends(3)
        .warns(&["ended before a check that is needed", "to repair: "]);
}

#[test]
fn parts_of_a_comparison_give_the_whole_comparison() {
    let fuzz = ["fuzz", "ryugi", "--a", "fast", "--b", "reference", "--count", "3500"];
    let formats = ["human", "json"];
    check(&fuzz, &formats, 0);
    check(&[&fuzz[..], &["--b-without", "RYU-EP"]].concat(), &formats, 1);
    let without = ["--b-without", "RYU-EP", "--b-without", "RYU-DRAW-64"];
    check(&[&fuzz[..], &without, &["--causes", "9"]].concat(), &formats, 1);
}

#[test]
fn parts_of_a_comparison_are_checked() {
    let folder = Folder::new();
    let fuzz = ["fuzz", "ryugi", "--a", "fast", "--b", "fast", "--count", "3000"];
    let parts = folder.parts(&fuzz, 2);
    merge(&parts[..1], &[])
        .ends(3)
        .warns(&["part 1/2 is missing", "--count 3000 --partition 1/2 --format json"]);
    for (what, change, says) in [
        ("record", json!({ "segments": [], "complete": true }), "has batches of another part"),
        ("record", json!({ "segments": [], "complete": false }), "ended before a position that is needed"),
        ("variant", json!("rococo"), "ended before a position that is needed"),
    ] {
        let doctored = folder.doctored(&parts[0], |part| part["variants"][0][what] = change);
        merge(&[doctored, parts[1].clone()], &[]).ends(3).warns(&[says, "to repair: vperft fuzz ryugi"]);
    }
    let words = [&fuzz[..], &["--partition", "1/2", "--vfen", "x"]].concat();
    vperft_with(&words).ends(2).warns(&["cannot be used with"]);
}

#[test]
fn parts_of_an_audit_give_the_whole_audit() {
    let corpus = Tiny::checking(json!({ "perft": { "1": 5 }, "moves": [
        "K f1-e1", "K f1-e2", "K f1-f2", "K f1-g1", "K f1-g2",
    ], "status": "draw-dead" }));
    let words = [&["audit", "ryugi", "--sample", "1024"][..], &corpus.folders()].concat();
    check(&words, &["human", "html"], 1);
    let folder = Folder::new();
    let parts = folder.parts(&words, 2);
    let without = folder.doctored(&parts[0], |part| {
        part["audit"][0]["mutants"].as_array_mut().expect("a list").remove(0);
    });
    merge(&[without, parts[1].clone()], &[]).ends(3).warns(&["expected the mutant `without ", "to repair: "]);
    corpus.add("ryugi/tiny.json", &crate::corpus::suite(json!({ "perft": { "1": 5 } })).to_string());
    merge(&parts, &[]).ends(3).warns(&["here are not those of the parts"]);
}

#[test]
fn the_commands_of_the_page_work() {
    let folder = Folder::new();
    let page = include_str!("../../docs/partition.md");
    let commands: Vec<_> = page.lines().filter_map(|line| line.strip_prefix("$ vperft ")).collect();
    assert!(commands.len() >= 6, "{commands:?}");
    for command in commands {
        let words = shlex::split(command).expect("the page quotes as a shell does");
        let output = std::process::Command::new(PROGRAM).args(words).current_dir(folder.0.path()).output();
        let output = output.expect("the program starts");
        // The page shows what is refused.
        let expected = if command == "merge part2.json" { 3 } else { 0 };
        assert_eq!(output.status.code(), Some(expected), "{command}: {output:?}");
    }
}

#[test]
fn a_partition_is_k_of_n() {
    for value in ["0/4", "5/4", "4", "count:1/4", "1/0", "1/20000"] {
        let words = ["run", "ryugi", "--partition", value];
        vperft_with(&words).ends(2).warns(&["expected K/N, such as 2/4"]);
    }
}
