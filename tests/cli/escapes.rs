//! Hostile texts from files, arguments and backends: no control or formatting character and no forged line reaches the output.

use crate::corpus::Tiny;
use crate::tool::{Outcome, PROGRAM, vperft_with};
use pretty_assertions::assert_eq;
use serde_json::{Value, json};
use std::fs;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// Escape codes, line breaks, formatting and bidirectional characters, and shell code.
const HOSTILE: &str = "\u{1b}[31m\u{1b}[2J\u{1b}]0;t\u{7}\r\nFORGED\u{2028}FORGED\u{85}FORGED\u{202e}\u{2066}\u{200b}\u{9b}1m\u{feff}\u{ad}\t$(echo FORGED)`'\"";

/// Whether a character must not occur in output. Line breaks are allowed.
fn is_hostile(c: char) -> bool {
    c.is_control() && c != '\n'
        || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// Checks that the output has no hostile character and no forged line.
#[track_caller]
fn check_harmless(outcome: &Outcome) {
    for (stream, text) in [("stdout", &outcome.stdout), ("stderr", &outcome.stderr)] {
        if let Some(found) = text.chars().find(|c| is_hostile(*c)) {
            panic!("{found:?} on {stream} of {}: {text:?}", outcome.command);
        }
        let forged = text.lines().find(|line| line.trim_start().starts_with("FORGED"));
        assert_eq!(forged, None, "{stream} of {}: {text}", outcome.command);
    }
}

/// Positions, a suite and bugs with hostile text in every free-text field. Every check fails.
fn documents() -> (Value, Value, Value) {
    let id = |name: &str| format!("ryugi/{name}{HOSTILE}");
    let positions = json!({ "format": 1, "variant": "ryugi", "positions": [{
        "id": id("kings"), "title": HOSTILE, "origin": { "kind": "constructed" },
        "vfen": "5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 1",
    }] });
    let suite = json!({ "format": 1, "variant": "ryugi", "cases": [{
        "id": id("walk"), "title": HOSTILE, "position": id("kings"), "clauses": ["RYU-KING", "GEN-PERFT"],
        "bugs": [HOSTILE], "checks": {
            "perft": { "1": 6 }, "moves": ["K f1-f2", HOSTILE], "illegal": ["K f1-f2", HOSTILE],
            "after": { "K f1-f2": HOSTILE, HOSTILE: HOSTILE }, "status": "checkmate",
            "rejects": [{ "vfen": HOSTILE, "kind": "side" }],
        },
        "provenance": { "perft": ["hand", HOSTILE] },
    }] });
    let bugs = json!({ "format": 1, "variant": "ryugi", "bugs": [{
        "id": HOSTILE, "title": HOSTILE, "text": HOSTILE, "case": id("walk"), "seen": HOSTILE,
    }] });
    (positions, suite, bugs)
}

fn corpus(edit: impl FnOnce(&mut Value, &mut Value)) -> Tiny {
    let (mut positions, mut suite, bugs) = documents();
    edit(&mut positions, &mut suite);
    let corpus = Tiny::of(&positions, &suite);
    corpus.add("ryugi/bugs.json", &bugs.to_string());
    corpus
}

/// The commands that print texts of a corpus.
const COMMANDS: &[&str] = &[
    "run ryugi",
    "run ryugi --all",
    "run ryugi --format json",
    "run ryugi --format jsonl",
    "run ryugi --format junit",
    "run ryugi --format github",
    "run ryugi --without RYU-KING --jobs 1",
    "lint",
    "lint --format json",
    "bugs ryugi",
    "bugs ryugi --format json",
    "bugs ryugi --format markdown",
    "bugs ryugi nothing",
    "cases",
    "cases --format json",
    "export --format json",
    "export --format csv",
    "export --format epd",
    "export --format sh",
    "identify ryugi",
    "identify ryugi --format json",
    "bless ryugi --all --dry-run",
    "bless ryugi --all --dry-run --format json",
    "audit ryugi --sample 1",
    "audit ryugi --sample 1 --format json",
    "audit ryugi --sample 1 --format html",
    "run ryugi --filter nothing",
    "run ryugi --bug nothing",
    "show ryugi --id nothing",
];

#[test]
fn texts_of_a_corpus_are_escaped() {
    let whole = corpus(|_, _| ());
    for words in COMMANDS {
        let words: Vec<_> = words.split(' ').collect();
        let outcome = whole.vperft(&words);
        check_harmless(&outcome);
        assert_ne!(outcome.stdout.len() + outcome.stderr.len(), 0, "{outcome}");
        if words.contains(&"json") {
            outcome.json();
        }
    }
    // Positions selected by id, and reports in files.
    for command in ["show", "status", "moves", "perft", "divide"] {
        let depth: &[&str] = if ["perft", "divide"].contains(&command) { &["1"] } else { &[] };
        let id = format!("ryugi/kings{HOSTILE}");
        let outcome = whole.vperft(&[&[command, "ryugi"], depth, &["--id", &id]].concat()).ends(0);
        check_harmless(&outcome);
    }
    let folder = TempDir::new().expect("a folder");
    let expect = folder.path().join("known.toml").display().to_string();
    for format in ["human", "json"] {
        let words = ["expect", "update", "ryugi", "--moves", "--format", format, "--expect", &expect];
        check_harmless(&whole.vperft(&words).ends(0));
        check_harmless(&whole.vperft(&[
            "run",
            "ryugi",
            "--filter",
            "*",
            "--without",
            "RYU-KING",
            "--expect",
            &expect,
        ]));
    }
    for kind in ["human", "json", "jsonl", "junit", "github"] {
        let file = folder.path().join(kind);
        let report = format!("{kind}={}", file.display());
        let mut outcome = whole.vperft(&["run", "ryugi", "--report", &report]).ends(1);
        outcome.stdout = fs::read_to_string(&file).expect("a report");
        check_harmless(&outcome);
    }
}

#[test]
fn errors_about_a_corpus_are_escaped() {
    for (place, value) in [
        ("/cases/0/clauses/0", json!(HOSTILE)),
        ("/cases/0/position", json!(HOSTILE)),
        ("/cases/0/bugs/0", json!(format!("other {HOSTILE}"))),
        ("/cases/0/checks/status", json!(HOSTILE)),
        ("/cases/0/checks/perft", json!({ HOSTILE: 1 })),
        ("/cases/0/checks/moves_of", json!({ HOSTILE: [HOSTILE] })),
        ("/cases/0/line", json!([HOSTILE])),
        ("/cases/0/provenance", json!({ HOSTILE: [HOSTILE] })),
        ("/cases/0/checks/perft/2", Value::Null),
        ("/variant", json!(HOSTILE)),
        (&format!("/cases/0/{}", HOSTILE.replace('~', "~0")), json!(1)),
        ("/positions/0/vfen", json!(HOSTILE)),
        ("/positions/0/vfen", json!(format!("5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 {HOSTILE}"))),
        ("/positions/0/origin/kind", json!(HOSTILE)),
    ] {
        let changed = corpus(|positions, suite| {
            let document = if place.starts_with("/positions") { positions } else { suite };
            let (object, field) = place.rsplit_once('/').expect("a place");
            let object = document.pointer_mut(object).expect("a place");
            match object.as_array_mut() {
                Some(list) => list[0] = value.clone(),
                None => object[field] = value.clone(),
            }
        });
        for words in
            ["run ryugi", "lint", "cases", "bless ryugi --dry-run", "identify ryugi", "export --format sh"]
        {
            check_harmless(&changed.vperft(&words.split(' ').collect::<Vec<_>>()));
        }
    }
}

#[test]
fn texts_of_a_variant_are_escaped() {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/variants/capablanca");
    let table = fs::read_to_string(format!("{source}/variant.json")).expect("a variant");
    let rules = fs::read_to_string(format!("{source}/RULES.md")).expect("its rules");
    let table: Value = serde_json::from_str(&table).expect("JSON");
    for place in ["/title", "/pieces/0/name", "/starts/0/vfen", "/files", "/pieces/0/label"] {
        let folder = TempDir::new().expect("a folder");
        let folder = folder.path().join("hostile");
        fs::create_dir(&folder).expect("a folder");
        let mut table = table.clone();
        if let Some(value) = table.pointer_mut(place) {
            *value = HOSTILE.into();
        }
        fs::write(folder.join("variant.json"), table.to_string()).expect("a file");
        fs::write(folder.join("RULES.md"), &rules).expect("a file");
        let folder = folder.display().to_string();
        for words in
            ["variants", "variants --format json", "show hostile", "bugs hostile --format markdown", "lint"]
        {
            let words: Vec<_> = words.split(' ').chain(["--variant", &folder]).collect();
            check_harmless(&vperft_with(&words));
        }
    }
}

/// Runs a command in a folder, with hostile text in place of `{}`, and checks its output.
#[track_caller]
fn run_and_check_harmless(folder: &TempDir, words: &str) {
    let words = shlex::split(words).expect("balanced quotes");
    let words: Vec<_> = words.iter().map(|word| word.replace("{}", HOSTILE)).collect();
    let output = Command::new(PROGRAM).args(&words).current_dir(folder).stdin(Stdio::null()).output();
    let output = output.expect("the program starts");
    let [stdout, stderr] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("UTF-8"));
    let outcome =
        Outcome { command: words.join(" "), code: output.status.code().unwrap_or(-1), stdout, stderr };
    assert_ne!(outcome.stdout.len() + outcome.stderr.len(), 0, "{outcome}");
    check_harmless(&outcome);
}

/// A bug file about the question, with hostile texts.
fn bug(question: Value, a: &Value, b: &Value) -> Value {
    json!({
        "format": 1, "vperft": HOSTILE, "suite": HOSTILE, "variant": "ryugi", "readings": {},
        "root": "5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 1", "moves": [],
        "vfen": HOSTILE, "kind": "set", "question": question,
        "a": { "backend": "fast", "identity": HOSTILE, "answer": a },
        "b": { "backend": HOSTILE, "identity": HOSTILE, "options": [[HOSTILE, HOSTILE]], "answer": b },
        "record": HOSTILE,
    })
}

#[test]
fn texts_of_a_bug_file_are_escaped() {
    let error = json!({ "error": { "kind": "crash", "message": HOSTILE } });
    for (name, bug) in [
        (
            "moves",
            bug(json!({ "ask": "moves" }), &json!({ "moves": ["K f1-f2"] }), &json!({ "moves": [HOSTILE] })),
        ),
        ("after", bug(json!({ "ask": "after", "move": HOSTILE }), &error, &json!({ "vfen": HOSTILE }))),
        ("divide", bug(json!({ "ask": "divide", "depth": 1 }), &json!({ "divide": [[HOSTILE, 1]] }), &error)),
        ("of", bug(json!({ "ask": "moves-of", "square": HOSTILE }), &json!({ "moves": [] }), &error)),
        ("wrong", json!({ "format": 1, HOSTILE: HOSTILE })),
        ("variant", json!({ "format": 1, "variant": HOSTILE, "kind": HOSTILE })),
    ] {
        let folder = TempDir::new().expect("a folder");
        fs::write(folder.path().join("bug.json"), bug.to_string()).expect("a file");
        for words in [
            "repro bug.json --backend fast",
            "repro bug.json --backend fast --format json",
            "repro bug.json --backend 'cmd:{}'",
            "repro bug.json",
            "repro bug.json --markdown",
            "repro bug.json --case . --id ryugi/x",
        ] {
            run_and_check_harmless(&folder, words);
        }
        assert!(!name.is_empty());
    }
}

#[test]
fn texts_of_games_tables_and_arguments_are_escaped() {
    let folder = TempDir::new().expect("a folder");
    let start = "position startpos moves";
    for (name, text) in [
        ("list", format!("1. P e3-e4 {HOSTILE} 2. {HOSTILE}")),
        ("log", format!("{start} e3e4 {HOSTILE}")),
        ("pgn", format!("[Event \"{HOSTILE}\"]\n[Variant \"{HOSTILE}\"]\n\n1. e4 {HOSTILE}\n")),
        ("table", format!("P e3-e4: 34\n{HOSTILE}: 1\n")),
        ("record", format!("{}\n{HOSTILE}\n", json!({ "record": 1, "vperft": HOSTILE }))),
    ] {
        fs::write(folder.path().join(name), text).expect("a file");
    }
    for words in [
        "import ryugi list",
        "import ryugi list --format json",
        "import ryugi log",
        "import ryugi pgn",
        "import ryugi pgn --format json",
        "import ryugi list --vfen '{}'",
        "import ryugi '{}'",
        "descend ryugi --depth 2 --divide table",
        "descend ryugi --depth 2 --divide table --format json",
        "descend ryugi --depth 2 --total '{}'",
        "descend ryugi --depth 2 --b 'cmd:{}'",
        "descend ryugi --depth 2 --id '{}' --total 1",
        "shrink ryugi --b fast --vfen '{}'",
        "shrink ryugi --b 'replay:record'",
        "diagnose ryugi --backend 'replay:record'",
        "diagnose ryugi --backend '{}'",
        "explain ryugi --move '{}'",
        "explain ryugi --move '{}' --format json",
        "explain ryugi --square '{}'",
        "explain ryugi --vfen '{}'",
        "explain ryugi --without '{}'",
        "moves ryugi --backend 'uci:{}'",
        "run ryugi --backend 'script:{}'",
        "run ryugi --report 'json={}/x'",
        "run ryugi --record '{}/x'",
        "show ryugi --svg '{}/x'",
        "perft ryugi 1 --move '{}'",
        "fuzz ryugi --positions 1 --b 'cmd:{}'",
        "protocol check 'cmd:{}'",
        "repro '{}'",
    ] {
        run_and_check_harmless(&folder, words);
    }
}

#[test]
fn texts_of_speed_files_are_escaped() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("positions.jsonl");
    let row = json!({
        "variant": "ryugi", "name": "kings", "counts": [5], "vfen": "5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 1",
    });
    fs::write(&file, format!("{row}\n")).expect("a file");
    let words = "speed record ryugi --file positions.jsonl --samples 1 --backend fast --history h --commit abc --date d";
    let output = Command::new(PROGRAM)
        .args(words.split(' '))
        .current_dir(&folder)
        .output()
        .expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let history = folder.path().join("h");
    let entry: Value = serde_json::from_str(&fs::read_to_string(&history).expect("a file")).expect("JSON");
    for place in [
        "/commit",
        "/date",
        "/backend",
        "/identity",
        "/machine/processor",
        "/machine/vperft",
        "/rows/0/position",
        "/rows/0/variant",
    ] {
        let mut entry = entry.clone();
        *entry.pointer_mut(place).expect(place) = HOSTILE.into();
        fs::write(&history, format!("{entry}\n")).expect("a file");
        for format in ["human", "json", "csv", "bencher", "github-action-benchmark"] {
            run_and_check_harmless(
                &folder,
                &format!("speed history h --format {format} --svg h.svg --html h.html --otava ot"),
            );
        }
        for name in ["h.svg", "h.html", "ot/history.csv", "ot/otava.yaml"] {
            let Ok(text) = fs::read_to_string(folder.path().join(name)) else { continue };
            assert_eq!(text.chars().find(|c| is_hostile(*c)), None, "{name}, {place}");
            assert!(
                !text.lines().any(|line| line.trim_start().starts_with("FORGED")),
                "{name}, {place}: {text}"
            );
        }
        run_and_check_harmless(
            &folder,
            "speed record ryugi --file positions.jsonl --samples 1 --backend fast --history h --commit abc --date d",
        );
    }
    for (name, value) in [("name", json!(HOSTILE)), ("vfen", json!(HOSTILE)), ("variant", json!(HOSTILE))] {
        let mut row = row.clone();
        row[name] = value;
        fs::write(&file, format!("{row}\n")).expect("a file");
        for words in [
            "speed measure ryugi --samples 1 --backend fast --file",
            "speed compare ryugi --a fast --b reference --rounds 8 --file",
        ] {
            run_and_check_harmless(&folder, &format!("{words} positions.jsonl"));
        }
    }
    for bounds in [
        format!(
            "[[bound]]\nposition = {}\ninstructions = 1.0\n",
            json!(HOSTILE).to_string().replace("\\u001b", "\\u001B")
        ),
        HOSTILE.to_owned(),
    ] {
        fs::write(folder.path().join("speed.toml"), bounds).expect("a file");
        run_and_check_harmless(&folder, "speed gate ryugi --file positions.jsonl --bounds speed.toml");
    }
}

/// The backend puts hostile text into every field that is free text.
#[test]
fn texts_of_a_backend_are_escaped() {
    let folder = TempDir::new().expect("a folder");
    // It answers `hello`, and gives the same answer to every other request.
    let hello = json!({ "protocol": 1, "name": "mine", "version": "1", "variants": ["ryugi"] });
    let script = format!(
        "n=0; while read -r line; do \
         if [ $n = 0 ]; then echo '{{\"seq\":0,\"result\":{hello}}}'; \
         elif [ $1 = stderr ]; then cat words >&2; exit 1; \
         else echo \"{{\\\"seq\\\":$n,$(cat $1)}}\"; fi; n=$((n+1)); done"
    );
    fs::write(folder.path().join("mine.sh"), script).expect("a file");
    fs::write(folder.path().join("words"), HOSTILE).expect("a file");
    fs::write(folder.path().join("unsupported"), format!("\"unsupported\":{}", json!(HOSTILE)))
        .expect("a file");
    for kind in ["move", "position", "internal"] {
        let error = json!({ "kind": kind, "message": HOSTILE });
        fs::write(folder.path().join(kind), format!("\"error\":{error}")).expect("a file");
    }
    for how in ["unsupported", "stderr", "move", "position", "internal"] {
        for words in [
            "run ryugi --tier smoke --filter 'ryugi/ep-*' --backend",
            "run ryugi --tier smoke --filter 'ryugi/ep-*' --format jsonl --backend",
            "run ryugi --tier smoke --filter 'ryugi/ep-*' --format junit --backend",
            "run ryugi --tier smoke --filter 'ryugi/ep-*' --format github --backend",
            "moves ryugi --backend",
            "identify ryugi --backend",
            "explain ryugi --move 'P e3-e4' --backend",
            "diagnose ryugi --backend",
            "diagnose ryugi --format json --backend",
            "protocol check",
            "fuzz ryugi --positions 1 --b",
            "descend ryugi --depth 1 --b",
            "descend ryugi --depth 1 --format json --b",
            "shrink ryugi --b",
            "shrink ryugi --format json --b",
        ] {
            // The report wraps the stderr of the backend, so that any word may start a line.
            if how == "stderr" && words.starts_with("run ") && !words.contains("jsonl") {
                continue;
            }
            run_and_check_harmless(&folder, &format!("{words} 'cmd:sh mine.sh {how}'"));
        }
    }
}

#[test]
fn colour_codes_are_the_only_escape_codes() {
    let whole = corpus(|_, _| ());
    for words in ["run ryugi", "bugs ryugi", "show ryugi", "cases"] {
        let output = Command::new(PROGRAM)
            .args(words.split(' '))
            .args(whole.folders())
            .env("CLICOLOR_FORCE", "1")
            .output()
            .expect("the program starts");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        let colours = text.matches('\u{1b}').count();
        assert_eq!(colours == 0, words == "cases", "{words}: {text}");
        // Every escape code has the form of a colour change.
        for rest in text.split('\u{1b}').skip(1) {
            let end = rest.find(|c: char| !c.is_ascii_digit() && c != ';' && c != '[');
            assert!(
                rest.starts_with('[') && end.is_some_and(|at| rest[at..].starts_with('m')),
                "{words}: {rest}"
            );
        }
        assert!(!text.contains("\u{1b}[31m"), "{words}: {text}");
        assert_eq!(text.chars().find(|c| is_hostile(*c) && *c != '\u{1b}'), None, "{words}: {text}");
    }
}

#[test]
fn an_exported_script_runs_only_the_program() {
    let corpus = corpus(|positions, suite| {
        positions["positions"][0]["vfen"] = HOSTILE.into();
        suite["cases"][0]["checks"] = json!({ "perft": { "1": 6 } });
    });
    let script = corpus.vperft(&["export", "--format", "sh"]).ends(0).stdout;
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("counts.sh");
    fs::write(&path, script).expect("a file");
    let program = folder.path().join("a program $(echo FORGED)");
    fs::write(&program, "#!/bin/sh\nprintf 'asked %s\\n7\\n' \"$#\" >&1\n").expect("a file");
    let output =
        Command::new("sh").args([&path.display().to_string(), "sh"]).arg(&program).arg("it's").output();
    let output = output.expect("a shell");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!((output.status.code(), &*String::from_utf8_lossy(&output.stderr)), (Some(1), ""), "{text}");
    assert!(text.contains("expected 6, got 7"), "{text}");
    assert_eq!(text.lines().find(|line| line.starts_with("FORGED")), None, "{text}");
    // The printed command repeats the call.
    let call = text.lines().find(|line| line.starts_with("    VPERFT_VARIANT=ryugi ")).expect("a call");
    let output = Command::new("sh").args(["-c", call]).stdin(Stdio::null()).output().expect("a shell");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "asked 3\n7\n", "{call}");
}

#[test]
fn long_texts_are_cut_on_stderr() {
    let folder = TempDir::new().expect("a folder");
    let long = "x".repeat(5_000_000);
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("a file");
        path.display().to_string()
    };
    let game = file("game.txt", &long);
    let log = file("log.txt", &format!("position fen {long} moves e3-e4"));
    let bound =
        format!("[[bound]]\nbackend = \"{long}\"\nvariant = \"ryugi\"\nratio = 0.9\nreason = \"r\"\n");
    let bounds = file("speed.toml", &bound);
    let known = file("known.toml", &long);
    for (words, code) in [
        (&["import", "ryugi", &game][..], 3),
        (&["import", "ryugi", &log], 3),
        (&["speed", "gate", "--bounds", &bounds], 2),
        (&["run", "ryugi", "--expect", &known], 3),
        (&["descend", "ryugi", "--divide", &game, "--depth", "2"], 3),
        (&["repro", &game], 125),
    ] {
        let outcome = vperft_with(words).ends(code);
        assert!(outcome.stderr.len() < 5000, "{words:?}: {} bytes", outcome.stderr.len());
        assert!(outcome.stdout.len() < 5000, "{words:?}: {} bytes", outcome.stdout.len());
    }
}
