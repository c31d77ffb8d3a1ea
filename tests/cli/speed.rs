//! `vperft speed`: its output, and that it draws no unsupported conclusion. ci/speed tests counts of instructions, which need
//! valgrind.

use crate::tool::{PROGRAM, check, vperft, vperft_with};
use pretty_assertions::assert_eq;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// A file of two positions that take no time to count. The second has these counts.
fn positions(counts: &str) -> (TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("positions.jsonl").display().to_string();
    let kings = "5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 1";
    let row = |name: &str, counts: &str| {
        format!(r#"{{"variant":"ryugi","name":"{name}","counts":{counts},"vfen":"{kings}"}}"#)
    };
    fs::write(&path, format!("{}\n{}\n", row("first", "[5, 25]"), row("second", counts))).expect("a file");
    (folder, path)
}

#[test]
fn every_position_has_figures() {
    let (_folder, file) = positions("[5]");
    let measure = format!("speed measure ryugi --file {file} --samples 2 --backend fast");
    let outcome =
        vperft(&measure).ends(0).says(&["signature ", "ryugi/first ", "ryugi/second ", "start-up "]);
    let lines: Vec<_> = outcome.stdout.lines().collect();
    assert!(lines[0].starts_with("signature "), "the signature is not the first line: {outcome}");
    let document = vperft(&format!("{measure} --format json")).ends(0).json();
    assert_eq!(document["rows"].as_array().map(Vec::len), Some(2), "{document}");
    for row in document["rows"].as_array().expect("a list") {
        assert!(row["time"]["per_second"].as_f64().is_some_and(|rate| rate > 0.0), "{row}");
    }
}

#[test]
fn a_wrong_count_stops_a_measurement() {
    let (_folder, file) = positions("[5, 26]");
    let words = format!("speed measure ryugi --file {file} --backend fast");
    let outcome = vperft(&words).ends(1).warns(&["ryugi/second/perft-2: fast counts 25; expected 26"]);
    assert_eq!(outcome.stdout, "");
    let compare = format!("speed compare ryugi --file {file} --a fast --b reference");
    vperft(&compare).ends(1).warns(&["fast counts 25; expected 26"]);
}

/// A backend that answers this number of requests and then exits.
fn exiting_backend(requests: u32) -> String {
    let pass = format!("i=0; while [ $i -lt {requests} ] && read -r l; do echo \"$l\"; i=$((i+1)); done");
    let script = format!("{pass} | exec {PROGRAM} serve --backend fast");
    format!("'cmd:sh -c '\"'\"'{script}'\"'\"''")
}

#[test]
fn measurements_before_a_crash_are_written() {
    let (_folder, file) = positions("[5]");
    let words =
        |requests| format!("speed measure --file {file} --samples 1 --backend {}", exiting_backend(requests));
    vperft(&words(2)).ends(4).warns(&["ryugi/first/perft-1: ", "crashed"]);
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("r.json").display().to_string();
    vperft(&format!("{} --out {out}", words(6))).ends(4);
    let document: Value = serde_json::from_str(&fs::read_to_string(&out).expect("a file")).expect("JSON");
    assert!(document["error"].as_str().is_some_and(|error| error.contains("crashed")), "{document}");
}

#[test]
fn a_comparison_states_its_conclusion() {
    let words = "speed compare rococo --position start --rounds 8";
    let faster = vperft(&format!("{words} --a fast --b reference")).ends(0);
    let faster =
        faster.says(&["times as fast (", "(95 %), after 8 rounds", "A is at least ", "times as fast as B."]);
    assert!(faster.stdout.starts_with("signature "), "{faster}");
    let slower = vperft(&format!("{words} --a reference --b fast --format json")).ends(0).json();
    assert_eq!(slower["finding"], "slower", "{slower}");
    assert!(slower["speed_of_a"]["greatest"].as_f64().is_some_and(|ratio| ratio < 1.0), "{slower}");
}

#[test]
fn a_bound_fails_only_if_the_slowdown_is_certain() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("speed.toml");
    let bound = |backend: &str, ratio: &str| {
        // An editor may have put a byte order mark before the text.
        let text = format!(
            "\u{feff}[[bound]]\nbackend = \"{backend}\"\nvariant = \"rococo\"\nposition = \"start\"\nratio = {ratio}\n\
             reason = \"the reference is not faster\"\n"
        );
        fs::write(&path, text).expect("a file");
    };
    let gate = |words: &str, code| {
        let words = format!("speed gate --bounds {} --rounds 8 {words}", path.display());
        vperft(&words).ends(code)
    };
    bound("fast", "0.9");
    gate("--against reference", 0).says(&["ok ", "rococo/start", "1 bound: 0 exceeded"]);
    bound("reference", "0.9");
    gate("--against fast", 1).says(&[
        "SLOW ",
        "the bound's reason: the reference is not faster",
        "1 exceeded",
    ]);
    gate("", 1)
        .says(&["not judged: no base to compare with"])
        .warns(&["no bound was judged; a ratio needs --against or --base"]);
    gate("ryugi", 2).warns(&["no bound is about the selected backend and positions"]);
    bound("reference", "-1.0");
    gate("", 3).warns(&["bound 1 (rococo/start): expected numbers above 0"]);
    fs::remove_file(&path).expect("the file can be removed");
    gate("", 3).warns(&["there is no such file; `--update` creates it"]);
}

#[test]
fn the_error_names_a_missing_valgrind() {
    let words = ["speed", "measure", "rococo", "--instructions"];
    let mut command = assert_cmd::Command::new(PROGRAM);
    let output = command.args(words).env("PATH", "").timeout(Duration::from_secs(60)).output();
    let output = output.expect("the program starts");
    assert_eq!(output.status.code(), Some(5));
    let stderr = String::from_utf8(output.stderr).expect("text");
    assert!(
        stderr.contains("cannot start valgrind, which counts the instructions")
            && stderr.contains("apt install valgrind"),
        "{stderr}"
    );
}

#[test]
fn a_history_is_recorded_and_exported() {
    let (folder, file) = positions("[5]");
    let history = folder.path().join("history.jsonl").display().to_string();
    for commit in ["0123456789abcdef", "fedcba9876543210"] {
        let words = format!(
            "speed record ryugi --file {file} --samples 1 --backend fast --history {history} --commit {commit} \
             --date 2026-11-23T00:00:00+00:00"
        );
        vperft(&words).ends(0).warns(&["appended a line to "]);
    }
    let (svg, html) = (folder.path().join("h.svg"), folder.path().join("h.html"));
    let words = format!("speed history {history} --svg {} --html {}", svg.display(), html.display());
    vperft(&words).ends(0).says(&["fast ryugi/first", "leaves/s", "2 points"]);
    assert!(
        fs::read_to_string(&svg).is_ok_and(|text| text.starts_with("<svg") && text.contains("fedcba987654"))
    );
    let page = fs::read_to_string(&html).expect("a page");
    assert!(page.contains("fedcba9876543210") && !page.contains("/*DATA*/"), "{page}");
    let csv = vperft(&format!("speed history {history} --format csv")).ends(0).stdout;
    assert!(csv.starts_with("time,commit,speed/fast/ryugi/first/") && csv.lines().count() == 3, "{csv}");
    let otava = folder.path().join("points");
    vperft(&format!("speed history {history} --otava {}", otava.display()))
        .ends(0)
        .warns(&["history.csv", "otava.yaml"]);
    assert!(fs::read_to_string(otava.join("history.csv")).is_ok_and(|text| text.lines().count() == 3));
    let config = fs::read_to_string(otava.join("otava.yaml")).expect("a configuration");
    assert!(
        config.contains("fast ryugi/first leaves/s") && config.contains("points/history.csv"),
        "{config}"
    );
    for format in ["json", "bencher", "github-action-benchmark"] {
        vperft(&format!("speed history {history} --format {format}")).ends(0).json();
    }
    check(&format!("speed history {history} vanguard"), 3, &[], &["no measurement of the selected variants"]);
    let text = fs::read_to_string(&history).expect("a file").replace("\"version\":1", "\"version\":9");
    fs::write(&history, text).expect("a file");
    check(&format!("speed history {history}"), 3, &[], &["line 1: version 9 of the format"]);
}

#[test]
fn concurrent_appends_to_a_history_lose_nothing() {
    let (folder, file) = positions("[5]");
    let history = folder.path().join("history.jsonl");
    let start = |commit: &str| {
        let mut command = Command::new(PROGRAM);
        command.args(["speed", "record", "ryugi", "--file", &file, "--samples", "1", "--backend", "fast"]);
        command.args(["--commit", commit, "--date", "2026-11-23T00:00:00+00:00", "--history"]).arg(&history);
        command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the program starts")
    };
    let children: Vec<_> = ["a", "b", "c"].into_iter().map(start).collect();
    for child in children {
        let output = child.wait_with_output().expect("the program ends");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let text = fs::read_to_string(&history).expect("a history");
    assert_eq!(text.lines().count(), 3, "{text}");
}

#[test]
fn options_apply_to_whichever_backend_is_an_engine() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = folder.path().join("game").display().to_string();
    fs::write(&game, "1. P e3-e4\n").expect("a file");
    for words in [
        "speed compare ryugi --a fast --b uci:/nowhere/x --option A=b",
        "speed compare ryugi --a uci:/nowhere/x --b fast --option A=b",
        "fuzz ryugi --a fast --b uci:/nowhere/x --option A=b",
        "descend ryugi --depth 1 --a fast --b uci:/nowhere/x --option A=b",
        "shrink ryugi --a fast --b uci:/nowhere/x --option A=b",
        &format!("import ryugi {game} --backend fast --b uci:/nowhere/x --option A=b"),
    ] {
        check(words, 4, &[], &["/nowhere/x"]);
    }
    check("speed compare ryugi --a fast --b reference --option A=b", 2, &[], &["--option is for engines"]);
}

#[test]
#[cfg(target_os = "linux")]
fn builds_need_utf_8_paths() {
    use std::ffi::OsString;
    use std::os::unix::ffi::OsStringExt as _;

    let outer = tempfile::tempdir().expect("a folder");
    let odd = outer.path().join(OsString::from_vec(b"caf\xe9".to_vec()));
    fs::rename(repository().keep(), &odd).expect("the folder can be moved");
    let compare = |folder: &Path, temporary: &Path| {
        let words = "speed compare rococo --base HEAD --build true --program";
        let mut command = Command::new(PROGRAM);
        command.args(words.split(' ')).arg("cmd:sh engine.sh").current_dir(folder).env("TMPDIR", temporary);
        let output = command.stdin(Stdio::null()).output().expect("the program starts");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let repository = repository();
    for (folder, temporary) in [(&*odd, outer.path()), (repository.path(), &*odd)] {
        let (code, stderr) = compare(folder, temporary);
        assert!(matches!(code, Some(2 | 5)), "{code:?}: {stderr}");
        assert!(stderr.contains("not UTF-8"), "{stderr}");
        assert!(!folder.join(".git/worktrees").exists(), "a work tree is left");
    }
    let names: Vec<_> = fs::read_dir(outer.path()).expect("a folder").collect();
    assert_eq!(names.len(), 1, "other files were created: {names:?}");
}

#[test]
fn wrong_arguments_are_refused() {
    let cases = [
        ("speed measure rococo --position strat", 2, "there is no position `strat`; did you mean `start`?"),
        ("speed measure rococo --samples 0", 2, "nothing to measure"),
        ("speed measure rococo --backend none", 2, "unknown backend `none`"),
        ("speed measure rococo --depth 9 --instructions", 2, "has counts of 5 plies"),
        ("speed measure rococo --backend 'cmd:/nowhere/x'", 4, "/nowhere/x"),
        ("speed measure rococo --file /nowhere/x", 5, "/nowhere/x"),
        ("speed measure rococo --backend 'replay:/nowhere'", 2, "a record has no speed"),
        ("speed compare rococo --a fast", 2, "--b <NAME>"),
        ("speed compare rococo --a fast --b fast --resolution 0", 2, "expected a percentage"),
        ("speed compare rococo --base HEAD", 2, "--build <COMMAND>"),
        ("speed history /nowhere/x", 5, "/nowhere/x"),
    ];
    for (words, code, expected) in cases {
        check(words, code, &[], &[expected]);
    }
}

/// Runs git in a folder.
fn git(folder: &Path, words: &[&str]) -> String {
    let own = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"];
    let output = Command::new("git").current_dir(folder).args(own).args(words).output().expect("git starts");
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// A repository with a fast program in its last commit and a slow one in its work tree.
fn repository() -> TempDir {
    let repository = tempfile::tempdir().expect("a folder");
    let folder = repository.path();
    git(folder, &["init", "--quiet"]);
    let engine = |backend: &str| {
        fs::write(folder.join("engine.sh"), format!("exec {PROGRAM} serve --backend {backend}\n"))
            .expect("a file");
    };
    engine("fast");
    git(folder, &["add", "."]);
    git(folder, &["commit", "--quiet", "-m", "fast"]);
    engine("reference");
    repository
}

/// The page about speed in CI.
const PAGE: &str = include_str!("../../docs/speed-in-ci.md");

#[test]
fn the_script_on_the_page_fails_for_a_slower_tree() {
    let repository = repository();
    let folder = repository.path();
    let script = PAGE.split("```").find(|block| block.starts_with("sh\n#!/bin/sh")).expect("a script");
    fs::write(folder.join("speed.sh"), script.trim_start_matches("sh\n")).expect("a file");
    let bound = "[[bound]]\nvariant = \"rococo\"\nposition = \"start\"\nratio = 0.9\nreason = \"ours\"\n";
    fs::write(folder.join("speed.toml"), bound).expect("a file");
    let own = Path::new(PROGRAM).parent().expect("a folder").display().to_string();
    let path = format!("{own}:{}", std::env::var("PATH").expect("PATH is set"));
    let summary = folder.join("summary.md");
    let output = assert_cmd::Command::new("sh")
        .arg("speed.sh")
        .current_dir(folder)
        .envs([("PATH", path.as_str()), ("BASE", "HEAD"), ("BUILD", "cp engine.sh built.sh")])
        .envs([("PROGRAM", "cmd:sh built.sh"), ("GITHUB_STEP_SUMMARY", summary.to_str().expect("text"))])
        .timeout(Duration::from_secs(100))
        .output()
        .expect("the program starts");
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{stdout}{stderr}");
    assert!(stdout.contains("### Speed") && stdout.contains("| SLOW | rococo/start |"), "{stdout}{stderr}");
    assert_eq!(fs::read_to_string(summary).expect("a summary"), stdout);
}

#[test]
fn every_flag_on_the_page_exists() {
    let lines = PAGE.replace("\\\n", " ");
    let mut flags = 0;
    for line in lines.lines() {
        for call in line.split("vperft speed ").skip(1) {
            let name = call.split(|c: char| !c.is_ascii_lowercase()).next().unwrap_or_default();
            let help = vperft(&format!("speed {name} --help")).ends(0).stdout;
            // Quoted words are commands of the user, with flags of their own.
            let unquoted: String = call.split('\'').step_by(2).collect();
            let words = unquoted.split_whitespace().take_while(|word| *word != "|");
            for word in words.filter(|word| word.starts_with("--")) {
                let flag = word.trim_end_matches(|c: char| !c.is_ascii_lowercase());
                assert!(help.contains(flag), "{line}: {flag}");
                flags += 1;
            }
        }
    }
    assert!(flags > 15, "{flags}");
}

#[test]
fn a_commit_is_built_in_a_temporary_work_tree() {
    let repository = repository();
    let folder = repository.path();
    let run = |build: &str, base: &str| {
        let words = [
            "speed",
            "compare",
            "rococo",
            "--position",
            "start",
            "--rounds",
            "8",
            "--base",
            base,
            "--build",
            build,
            "--program",
            "cmd:sh built.sh",
        ];
        let mut command = assert_cmd::Command::new(PROGRAM);
        let output = command.args(words).current_dir(folder).timeout(Duration::from_secs(100)).output();
        let output = output.expect("the program starts");
        let text = |bytes| String::from_utf8(bytes).expect("text");
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let (code, stdout, stderr) = run("cp engine.sh built.sh", "HEAD");
    assert_eq!(code, Some(0), "{stdout}{stderr}");
    assert!(stdout.contains("times as fast as A."), "{stdout}{stderr}");
    for (build, base, code, expected) in [
        ("exit 3", "HEAD", 5, "the build of the tree failed"),
        ("true", "none", 2, "--base none: there is no such commit"),
        ("rm -f built.sh", "HEAD", 3, "the build of the tree did not create this file"),
    ] {
        let (found, stdout, stderr) = run(build, base);
        assert_eq!(found, Some(code), "{build}: {stdout}{stderr}");
        assert!(stderr.contains(expected), "{build}: {stderr}");
    }
    assert_eq!(git(folder, &["worktree", "list"]).lines().count(), 1);
    assert_eq!(git(folder, &["status", "--short"]).trim(), "M engine.sh");
    vperft_with(&["speed"]).ends(2);
}
