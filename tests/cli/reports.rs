//! The events of a run, and the reports made from them.

use crate::corpus::Tiny;
use crate::tool::{Outcome, PROGRAM, SMALL_CORPUS, failed, vperft_with};
use pretty_assertions::assert_eq;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus};
use serde_json::{Value, json};
use std::fs;
#[cfg(unix)]
use std::io::{BufRead as _, BufReader};
use std::process::Command;
#[cfg(unix)]
use std::process::Stdio;
use tempfile::{TempDir, tempdir};

/// A run in which 21 of 97 checks fail.
const RUN: [&str; 6] = ["run", "ryugi", "--tier", "smoke", "--without", "RYU-EP"];

fn run(words: &[&str]) -> Outcome {
    vperft_with(&[&RUN[..], words, &SMALL_CORPUS].concat())
}

/// The events of a run, one per line.
fn events(outcome: &Outcome) -> Vec<Value> {
    let read = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    outcome.stdout.lines().map(read).collect()
}

fn path(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).display().to_string()
}

#[test]
fn events_are_in_corpus_order_for_any_number_of_jobs() {
    let events_without_times = |jobs: &str| {
        let mut events = events(&run(&["--format", "jsonl", "--jobs", jobs]).ends(1));
        events.iter_mut().for_each(|event| drop(event.as_object_mut().expect("an object").remove("seconds")));
        events
    };
    let one = events_without_times("1");
    for jobs in ["2", "5"] {
        assert_eq!(events_without_times(jobs), one, "{jobs} jobs");
    }
    let names: Vec<_> = one.iter().map(|event| event["event"].as_str().expect("a name")).collect();
    assert_eq!((names[0], names[names.len() - 1]), ("run-begun", "run-done"));
    let mut case = Value::Null;
    let mut left = Vec::new();
    for event in &one[1..one.len() - 1] {
        match event["event"].as_str() {
            Some("case-begun") => {
                assert_eq!(case, Value::Null, "{event}");
                case = event["id"].clone();
                left = event["checks"].as_array().expect("the checks").clone();
            }
            Some("check-judged") => {
                assert_eq!((&event["id"], &event["check"]), (&case, &left.remove(0)), "{event}");
            }
            Some("case-done") => {
                assert_eq!((&event["id"], left.len()), (&case, 0), "{event}");
                case = Value::Null;
            }
            other => panic!("{other:?}: {event}"),
        }
    }
    assert_eq!(case, Value::Null);
}

#[test]
#[cfg(unix)]
fn a_failing_case_is_printed_during_the_run() {
    let folder = tempdir().expect("a folder");
    // After a few wrong answers, the backend does not answer for half a minute.
    let script = r#"n=0; while read -r line; do
        n=$((n + 1)); [ $n -lt 12 ] || sleep 30
        seq=${line#*:}; seq=${seq%%,*}
        case $line in
            *'"ask":"hello"'*) answer='{"protocol":1,"name":"slow","version":"1","variants":["ryugi"]}' ;;
            *) answer='[]' ;;
        esac
        printf '{"seq":%s,"result":%s}\n' "$seq" "$answer"
    done"#;
    let file = path(&folder, "slow.sh");
    fs::write(&file, script).expect("a file");
    for (format, prefix) in
        [("human", "ryugi/castle-black-all-four  "), ("jsonl", "{\"event\":\"case-done\",")]
    {
        let mut command = Command::new(PROGRAM);
        command.args(["run", "ryugi", "--jobs", "1", "--reruns", "0", "--format", format, "--backend"]);
        command.arg(format!("cmd:sh {file}")).args(SMALL_CORPUS).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines().map_while(Result::ok);
        let found = lines.any(|line| line.starts_with(prefix));
        let status = child.try_wait().expect("the child can be waited for");
        child.kill().and_then(|()| child.wait()).expect("the child is killed");
        assert!(found && status.is_none(), "{format}: {found}, {status:?}");
    }
}

#[test]
fn the_events_contain_the_whole_document() {
    for words in [&[][..], &["--fail-fast"], &["--filter", "ryugi/castle-*"]] {
        let document = run(&[words, &["--format", "json"]].concat()).json();
        let mut rebuilt = json!({});
        let mut cases = Vec::new();
        let mut judged = Vec::new();
        for mut event in events(&run(&[words, &["--format", "jsonl"]].concat())) {
            let map = event.as_object_mut().expect("an object");
            match map.remove("event").as_ref().and_then(Value::as_str) {
                Some("run-begun" | "run-done") => {
                    rebuilt.as_object_mut().expect("an object").extend(map.clone());
                }
                Some("case-done") => {
                    let checks = map["checks"].as_array().expect("the checks");
                    let checks: Vec<_> =
                        checks.iter().map(|check| (map["id"].clone(), check.clone())).collect();
                    assert_eq!(std::mem::take(&mut judged), checks, "{words:?}");
                    cases.push(event);
                }
                Some("check-judged") => {
                    assert!(map.remove("seconds").is_some_and(|time| time.is_f64()), "{words:?}");
                    judged.push((map.remove("id").expect("an id"), event));
                }
                _ => {}
            }
        }
        rebuilt["cases"] = cases.into();
        assert_eq!(rebuilt, document, "{words:?}");
    }
}

#[test]
fn the_signature_depends_on_the_answers_only() {
    let signature = |words: &[&str]| {
        let answer =
            vperft_with(&[words, &["--tier", "smoke", "--format", "json"], &SMALL_CORPUS].concat()).json();
        answer["signature"].as_str().expect("a digest").to_owned()
    };
    let right = signature(&["run", "ryugi"]);
    for words in [&["run", "ryugi", "--jobs", "1"][..], &["run", "ryugi", "--backend", "fast", "--jobs", "4"]]
    {
        assert_eq!(signature(words), right, "{words:?}");
    }
    let others = [&["run", "ryugi", "--without", "RYU-EP"][..], &["run", "ryugi", "--filter", "ryugi/ep-*"]];
    for words in others {
        assert_ne!(signature(words), right, "{words:?}");
    }
}

#[test]
fn a_report_in_a_file_equals_the_printed_one() {
    let folder = tempdir().expect("a folder");
    let paths = ["json", "human"].map(|kind| (kind, path(&folder, kind)));
    let reports = paths.each_ref().map(|(kind, path)| format!("{kind}={path}"));
    let flags: Vec<_> = reports.iter().flat_map(|report| ["--report", report]).collect();
    let printed = run(&[&flags[..], &["--format", "jsonl"]].concat()).ends(1);
    assert_eq!(events(&printed).len(), 1 + 15 + 97 + 15 + 1, "{printed}");
    for (kind, path) in paths {
        let text = fs::read_to_string(&path).expect("the report");
        let without_table = |text: &str| text.split("\n variant ").next().map(str::to_owned);
        assert_eq!(without_table(&text), without_table(&run(&["--format", kind]).ends(1).stdout), "{kind}");
        assert!(!text.contains('\u{1b}'), "{kind}: escape codes");
    }
}

/// The tests of a JUnit report.
fn tests(report: &Report) -> Vec<&TestCase> {
    report.test_suites.iter().flat_map(|suite| &suite.test_cases).collect()
}

#[test]
fn junit_has_a_test_for_every_check() {
    let folder = tempdir().expect("a folder");
    let (file, known) = (path(&folder, "junit.xml"), path(&folder, "known.toml"));
    let entry =
        "[[expect]]\ncase = \"ryugi/ep-white-takes\"\nverdict = \"fail\"\nreason = \"no <en> passant\"\n";
    fs::write(&known, entry).expect("a file");
    let report = format!("junit={file}");
    let answer = run(&["--expect", &known, "--report", &report, "--format", "json"]).ends(1).json();
    let text = fs::read_to_string(&file).expect("the report");
    let report = Report::deserialize_from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let number = |field: &str| answer["total"][field].as_u64().expect("a number") as usize;
    assert_eq!(
        (report.tests, report.failures + report.errors),
        (number("checks"), number("failed")),
        "{text}"
    );
    let failures = failed(&answer);
    let mut skipped = 0;
    for test in tests(&report) {
        let name = (test.classname.as_ref().expect("a case").as_str(), test.name.as_str());
        let found =
            failures.iter().find(|(id, one)| (*id, &one["check"]) == (&json!(name.0), &json!(name.1)));
        let expected = found.map(|(_, one)| (&one["result"]["verdict"], one["expected"] == true));
        match &test.status {
            TestCaseStatus::Success { .. } => assert_eq!(expected, None, "{name:?}"),
            TestCaseStatus::Skipped { message, .. } => {
                let message = message.as_ref().expect("a reason").as_str();
                assert_eq!(message, "known to fail: no <en> passant", "{name:?}");
                assert_eq!(expected.map(|(_, is_known)| is_known), Some(true), "{name:?}");
                skipped += 1;
            }
            TestCaseStatus::NonSuccess { kind, description, .. } => {
                // Viewers show this text first: it has to say what is wrong and how to see it again.
                let text = description.as_ref().expect("a description").as_str();
                for part in
                    ["\nrule     RYU-", "\nposition ", "┌───", "\nreplay   vperft run ryugi --filter "]
                {
                    assert!(text.contains(part), "{name:?}: no `{part}` in {text}");
                }
                let word = if *kind == NonSuccessKind::Error { "error" } else { "fail" };
                assert_eq!(expected, Some((&json!(word), false)), "{name:?}");
                let output = test.system_out.as_ref().expect("the replay").as_str();
                assert!(output.contains("replay   vperft run ryugi --filter "), "{name:?}: {output}");
            }
        }
    }
    assert_eq!((skipped, skipped > 0), (number("expected"), true), "{text}");
}

/// A backend that lists no moves in any position, and gives hostile answers to other requests.
#[cfg(unix)]
fn wrong_program(folder: &TempDir) -> String {
    let script = r#"#!/bin/sh
while read -r line; do
    seq=${line#*:}; seq=${seq%%,*}
    case $line in
        *'"ask":"hello"'*) answer='{"protocol":1,"name":"wrong`<b>","version":"1","variants":["ryugi"]}' ;;
        *'"ask":"moves"'*) answer='[]' ;;
        *) answer='"```\n::error::forged"' ;;
    esac
    printf '{"seq":%s,"result":%s}\n' "$seq" "$answer"
done
"#;
    let file = path(folder, "wrong.sh");
    fs::write(&file, script).expect("a file");
    format!("cmd:sh {file}")
}

#[test]
#[cfg(unix)]
fn a_job_summary_keeps_the_limits_of_github() {
    let folder = tempdir().expect("a folder");
    let (backend, summary, other) =
        (wrong_program(&folder), path(&folder, "summary.md"), path(&folder, "other.md"));
    let before = "# Output of another command of the step\n".repeat(1000);
    fs::write(&summary, &before).expect("a file");
    let output = Command::new(PROGRAM)
        .args(["run", "ryugi", "--tier", "smoke", "--backend", &backend, "--reruns", "0", "--format", "json"])
        .args(["--report", "github", "--report", &format!("github={other}")])
        .env("GITHUB_STEP_SUMMARY", &summary)
        .output()
        .expect("the program starts");
    let stderr = String::from_utf8(output.stderr).expect("output is UTF-8");
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let failed = answer["total"]["failed"].as_u64().expect("a number");
    assert!(failed > 500, "{answer}");

    // Both reports write annotations.
    let annotations: Vec<_> = stderr.lines().filter(|line| line.starts_with("::")).collect();
    assert_eq!(annotations.len(), 20, "{stderr}");
    for ten in annotations.chunks(10) {
        assert!(ten.iter().all(|line| line.starts_with("::error title=")), "{ten:?}");
        assert!(ten[9].contains(" more::"), "{ten:?}");
        let titles: std::collections::BTreeSet<_> = ten.iter().map(|line| line.split("::").nth(1)).collect();
        assert_eq!(titles.len(), 10, "{ten:?}");
    }
    assert!(!stderr.contains("::error::forged"), "{stderr}");

    for (path, before) in [(&summary, &*before), (&other, "")] {
        let text = fs::read_to_string(path).expect("the summary");
        let own = text.strip_prefix(before).unwrap_or_else(|| panic!("{path}: the earlier content is gone"));
        assert!(text.len() <= 900_000, "{path}: {} bytes", text.len());
        assert!(own.starts_with("## ❌ vperft: "), "{path}");
        assert!(own.contains("Backend `` wrong`<b>@1 ``"), "{path}: {}", &own[..200]);
        // Every failing case is shown or counted as omitted.
        let shown = own.lines().filter(|line| line.starts_with("ryugi/")).count();
        let left = own
            .lines()
            .filter_map(|line| line.strip_suffix(" of these cases are omitted: the summary is full."));
        let left: usize = left.map(|count| count.parse::<usize>().expect("a number")).sum();
        let cases = answer["cases"].as_array().expect("the cases").iter();
        let is_wrong = |case: &&Value| {
            case["checks"].as_array().expect("the checks").iter().any(|one| !one["replay"].is_null())
        };
        assert_eq!(shown + left, cases.filter(is_wrong).count(), "{path}");
        // Code fences are closed, although answers of the backend contain one.
        assert_eq!(own.lines().filter(|line| line.starts_with("````")).count() % 2, 0, "{path}");
    }
}

#[test]
fn a_summary_counts_what_does_not_fit() {
    let folder = tempdir().expect("a folder");
    // The bytes that the summary has already, and whether the report is truncated.
    for (taken, is_truncated) in [(0, false), (845_000, true), (899_990, true), (2_000_000, true)] {
        let summary = path(&folder, &format!("{taken}.md"));
        fs::write(&summary, "x".repeat(taken)).expect("a file");
        let output = Command::new(PROGRAM)
            .args(RUN)
            .args(SMALL_CORPUS)
            .args(["--report", "github"])
            .env("GITHUB_STEP_SUMMARY", &summary)
            .output()
            .expect("the program starts");
        assert_eq!(output.status.code(), Some(1), "{taken}");
        let text = fs::read_to_string(&summary).expect("the summary");
        assert!(text.len() <= taken.max(900_000), "{taken}: {} bytes", text.len());
        let left: Vec<_> =
            text.lines().filter(|line| line.ends_with(" omitted: the summary is full.")).collect();
        let is_whole = text[taken..].matches("\n  check ").count() == 21;
        assert_eq!(!is_whole, is_truncated, "{taken}: {left:?}");
        assert_eq!(!left.is_empty(), taken == 845_000, "{taken}: {left:?}");
    }
}

#[test]
fn wrong_reports_are_refused_before_the_run() {
    let folder = tempdir().expect("a folder");
    let (here, file) = (path(&folder, ""), path(&folder, "a"));
    let corpus = Tiny::checking(json!({ "perft": { "1": 5 } }));
    for (reports, code, part) in [
        (&["xml=a"][..], 2, "expected KIND=FILE, KIND one of human, json, jsonl, junit, github, html"),
        (&["junit"], 2, "expected junit=FILE"),
        (&["junit="], 2, "expected junit=FILE"),
        (&["github="], 2, "expected github=FILE"),
        (&["github"], 2, "--report github: expected github=FILE, or $GITHUB_STEP_SUMMARY to name a file"),
        (&[&format!("json={file}"), &format!("junit={file}")], 2, "two reports go to "),
        (&[&format!("junit={here}")], 5, &here),
    ] {
        let mut command = Command::new(PROGRAM);
        command.env_remove("GITHUB_STEP_SUMMARY").args(["run", "ryugi"]).args(corpus.folders());
        command.args(reports.iter().flat_map(|report| ["--report", report]));
        let output = command.output().expect("the program starts");
        let stderr = String::from_utf8(output.stderr).expect("output is UTF-8");
        assert_eq!(
            (output.status.code(), &output.stdout[..]),
            (Some(code), &b""[..]),
            "{reports:?}: {stderr}"
        );
        assert!(stderr.contains("error: ") && stderr.contains(part), "{reports:?}: {stderr}");
    }
}

#[test]
fn no_report_replaces_what_the_command_reads_or_writes() {
    let folder = tempdir().expect("a folder");
    let [suite, known, record] = ["suite.epd", "known.toml", "record.jsonl"].map(|name| path(&folder, name));
    fs::write(&suite, "startpos ;D1 20\n").expect("a suite");
    fs::write(&known, "").expect("a file");
    let kept = |file: &str| fs::read_to_string(file).expect("the file");
    let run = |words: &[&str], code: i32, part: &str| {
        vperft_with(&[&["run", "chess", "--suite", &suite], words].concat()).ends(code).warns(&[part]);
    };
    run(&["--report", &format!("json={suite}")], 5, "this command reads it");
    run(&["--expect", &known, "--report", &format!("json={known}")], 5, "");
    run(&["--record", &record, "--report", &format!("json={record}")], 5, "`--record` writes to it");
    fs::write(&record, "mine").expect("a file");
    run(
        &["--report", &format!("human={record}"), "--report", &format!("json={record}")],
        2,
        "two reports go to",
    );
    assert_eq!([&suite, &known, &record].map(|file| kept(file)), ["startpos ;D1 20\n", "", "mine"]);
}

#[test]
#[cfg(target_os = "linux")]
fn a_report_that_cannot_be_written_is_an_error_after_the_run() {
    for kind in ["json", "jsonl", "junit", "human", "github", "html"] {
        let outcome = run(&["--report", &format!("{kind}=/dev/full")]).ends(5);
        outcome.says(&["\n total "]).warns(&["error: cannot write `/dev/full`: No space left"]);
    }
}

#[test]
#[cfg(unix)]
fn a_repeated_error_is_reported_in_full_once() {
    let folder = tempdir().expect("a folder");
    let script = path(&folder, "perft.sh");
    // The script answers at depth 1 and fails at every other depth.
    let text = "[ $1 = 1 ] && { printf 'K f1-f2 1\\n\\n1\\n'; exit; }; echo it is too deep >&2; exit 3";
    fs::write(&script, text).expect("a file");
    let (junit, summary) = (path(&folder, "junit.xml"), path(&folder, "summary.md"));
    let backend = format!("script:sh {script}");
    let words = ["run", "ryugi", "--tier", "smoke", "--backend", &backend, "--reruns", "0"];
    let reports = [format!("--report=junit={junit}"), format!("--report=github={summary}")];
    let words = [&words[..], &[&reports[0], &reports[1]], &SMALL_CORPUS].concat();
    vperft_with(&words).ends(1);

    let text = fs::read_to_string(&junit).expect("the report");
    let report = Report::deserialize_from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let messages = tests(&report).into_iter().filter_map(|test| match &test.status {
        TestCaseStatus::NonSuccess { message, .. } => message.as_ref().map(|message| message.as_str()),
        _ => None,
    });
    let crashes = messages.filter(|message| message.contains("it is too deep") || message.contains("crash"));
    let crashes: Vec<_> = crashes.collect();
    assert!(crashes.len() > 2 && crashes[0].contains("it is too deep"), "{crashes:?}");
    assert!(crashes[1..].iter().all(|message| message.contains("crash, as in ryugi/")), "{crashes:?}");
    let count = format!("{} checks in ", crashes.len());
    let errors = report.test_suites[0].system_err.as_ref().expect("the errors").as_str();
    let line = errors.lines().find(|line| line.contains("it is too deep"));
    assert!(line.is_some_and(|line| line.starts_with(&count)), "{count}: {errors}");

    let text = fs::read_to_string(&summary).expect("the summary");
    let full: Vec<_> = text.lines().filter(|line| line.contains("it is too deep")).collect();
    assert!(full.len() == 2 && full[0].starts_with(&count), "once at the top, once at its case: {text}");
    assert_eq!(text.matches("error    crash, as in ryugi/").count(), crashes.len() - 1, "{text}");
}
