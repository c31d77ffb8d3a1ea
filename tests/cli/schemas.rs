//! The JSON output of the commands conforms to the schemas in `docs/`.

use crate::corpus::Tiny;
use crate::tool::{Outcome, SMALL_CORPUS, miscounting, vperft, vperft_with};
use crate::validator::Validator;
use pretty_assertions::assert_eq;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;

const KINGS: &str = "5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 1";

/// A schema of `docs/`. It may refer to the schemas `run`, `bug`, `shrink`, `totals` and `partition`.
fn schema(name: &str) -> Validator {
    let read = |name: &str| -> Value {
        let path = format!("{}/docs/{name}.schema.json", concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        serde_json::from_str(&fs::read_to_string(&path).expect(&path)).expect(&path)
    };
    let address = |name: &str| format!("urn:vperft:{name}:1");
    Validator::new(
        &address(name),
        [name, "run", "bug", "shrink", "totals", "partition"].map(|name| (address(name), read(name))),
    )
}

#[track_caller]
fn check(schema: &Validator, document: &Value, what: &str) {
    assert_eq!(schema.faults(document), "", "{what}");
}

/// The output of a command that prints one document per line.
fn lines(outcome: &Outcome) -> Vec<Value> {
    outcome.stdout.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

/// Collects the string values of all fields with this name, at any depth.
fn values<'v>(document: &'v Value, name: &str, found: &mut BTreeSet<&'v str>) {
    match document {
        Value::Object(map) => {
            found.extend(map.get(name).and_then(Value::as_str));
            map.values().for_each(|value| values(value, name, found));
        }
        Value::Array(list) => list.iter().for_each(|value| values(value, name, found)),
        _ => {}
    }
}

/// A corpus with checks of every kind, all of which pass or all of which fail.
pub fn corpus(is_right: bool) -> Tiny {
    let moved = "5k4/10/10/10/10/10/10/10/5K4/10 b - - 1 1";
    Tiny::checking(match is_right {
        true => json!({
            "perft": { "1": 5 }, "moves_of": { "a1": [] }, "illegal": ["K f1-f3"], "after": { "K f1-f2": moved },
            "status": "draw-dead", "rejects": [{ "vfen": "x", "kind": "field-count" }],
        }),
        false => json!({
            "perft": { "1": "99999999999999999999" }, "moves": ["K f1-f9"], "illegal": ["K f1-f2"],
            "after": { "K f1-f2": KINGS, "K f1-f9": KINGS }, "status": "ongoing",
            "rejects": [{ "vfen": KINGS, "kind": "side" }, { "vfen": "x", "kind": "side" }],
        }),
    })
}

#[test]
fn descents() {
    let descend = schema("descend");
    let vfen = "5k4/10/4p5/10/10/3P6/10/10/10/5K4 w - - 0 1";
    for (words, code, kind) in [
        ("--depth 2 --b reference", 0, ""),
        ("--depth 5 --b reference --b-without RYU-EP", 1, "child"),
        ("--depth 3 --b reference --b-without RYU-PAWN-1", 1, "set"),
        ("--depth 2 --total 5", 1, "unknown"),
        ("--depth 2 --total 6", 1, "convention"),
    ] {
        let mut all = vec!["descend", "ryugi", "--vfen", vfen, "--format", "json"];
        all.extend(words.split(' '));
        let document = vperft_with(&all).ends(code).json();
        check(&descend, &document, words);
        let mut kinds = BTreeSet::new();
        values(&document["found"], "kind", &mut kinds);
        assert_eq!(kinds.into_iter().collect::<Vec<_>>().join(" "), kind, "{words}");
    }
    let table = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/reports/13_two_tables.txt");
    let words = ["descend", "chess", "--depth", "3", "--format", "json", "--divide", table];
    let mut document = vperft_with(&words).ends(1).json();
    check(&descend, &document, "two tables");
    document["found"]["columns"][1]["surprise"] = json!(1);
    assert!(!descend.is_valid(&document), "{document}");
}

#[test]
fn parts() {
    let words = |words: &str| format!("{words} --partition 2/3 --format json");
    let small: Vec<_> = SMALL_CORPUS.iter().map(|word| shlex::try_quote(word).expect("no NUL")).collect();
    let small = small.join(" ");
    let fuzz = "fuzz ryugi --a fast --b reference --count 1500 --b-without RYU-KNIGHT";
    for (name, command, code) in [
        ("run", format!("run ryugi --without RYU-EP {small}"), 1),
        ("fuzz", fuzz.to_owned(), 1),
        ("fuzz", format!("{fuzz} --causes 1"), 1),
        ("partition", format!("audit ryugi --sample 1024 {small}"), 1),
    ] {
        let mut document = vperft(&words(&command)).ends(code).json();
        let header = document["partition"].clone();
        let (schema, place) = (schema(name), if name == "partition" { &header } else { &document });
        check(&schema, place, &command);
        assert_eq!((&header["part"], &header["of"]), (&json!(2), &json!(3)), "{command}");
        document["partition"]["surprise"] = json!(1);
        let broken = if name == "partition" { &document["partition"] } else { &document };
        assert!(!schema.is_valid(broken), "{command}");
    }
}

#[test]
fn totals() {
    let (descend, diagnose) = (schema("descend"), schema("totals"));
    for (words, code, names) in [
        // Without RYU-ROOK, without check, and the count of the next ply.
        ("--depth 3 --total 43,605", 1, &["RYU-ROOK"][..]),
        ("--depth 3 --total 43886", 1, &["RYU-CHECK", "GEN-CHECK"]),
        ("--depth 2 --total 43878", 1, &["depth-3"]),
        ("--depth 3 --total 45067", 1, &["sum-1-to-3"]),
        (
            "--depth 3 --total 43877",
            1,
            &[
                "D: every capture of I is missing",
                "I: every capture is missing",
                "R: every capture is missing",
                "P: every capture of D is missing",
            ],
        ),
        ("--depth 3 --total 43000", 1, &[]),
        ("--depth 3 --total 43878", 0, &[]),
    ] {
        let document = vperft(&format!("diagnose ryugi {words} --format json")).ends(code).json();
        check(&diagnose, &document, words);
        let explanations = document["totals"]["explanations"].as_array().expect("a list");
        assert_eq!(explanations.iter().map(|one| &one["name"]).collect::<Vec<_>>(), names, "{words}");
        let mut broken = document.clone();
        broken["totals"]["surprise"] = json!(1);
        assert!(!diagnose.is_valid(&broken), "{words}");
        let walked = vperft(&format!("descend ryugi {words} --format json")).ends(code).json();
        check(&descend, &walked, words);
        let totals = walked.get("totals").map(|totals| &totals["explanations"]);
        assert_eq!(totals, (code == 1).then_some(&document["totals"]["explanations"]), "{words}");
    }
}

#[test]
fn diagnoses() {
    let diagnose = schema("diagnose");
    for (words, code, clauses) in [
        ("ryugi", 0, &[][..]),
        ("ryugi --without RYU-EP --without RYU-KIRIN", 1, &["RYU-EP", "RYU-KIRIN"]),
        ("ryugi --without RYU-EP --without RYU-KIRIN --causes 1", 1, &["RYU-KIRIN"]),
    ] {
        let words = format!("diagnose {words} --backend reference --count 60 --format json");
        let document = vperft(&words).ends(code).json();
        check(&diagnose, &document, &words);
        let found = document["mistakes"].as_array().expect("a list");
        assert_eq!(found.iter().map(|one| &one["clause"]).collect::<Vec<_>>(), clauses, "{words}");
        assert_eq!(
            document["unexplained"].as_array().expect("a list").is_empty(),
            !words.contains("--causes"),
            "{words}"
        );
        let mut broken = document.clone();
        broken["surprise"] = json!(1);
        assert!(!diagnose.is_valid(&broken), "{words}");
    }
}

#[test]
fn comparisons_of_one_answer() {
    let against = schema("against");
    let passing = "--vfen '5k4/10/10/10/10/3pP5/10/10/10/5K4 b - e4 0 1'";
    let quiet = "--vfen '5k4/10/4p5/10/10/3P6/10/10/10/5K4 w - - 127 70'";
    let invalid = "--vfen '5k4/5K4/10/10/10/10/10/10/10/10 w - - 0 1'";
    for (words, code, clause) in [
        (format!("moves ryugi {passing} --against fast"), 0, None),
        (format!("moves ryugi {passing} --without RYU-EP --against fast"), 1, Some("RYU-EP")),
        (format!("moves ryugi {passing} --without RYU-EP --against fast --square e1"), 0, None),
        (format!("after ryugi {quiet} --move f1e1 --without GEN-CLOCK --against fast"), 0, None),
        (format!("after ryugi {quiet} --move d5d6 --without GEN-CLOCK --against fast"), 1, Some("GEN-CLOCK")),
        (
            format!("status ryugi {quiet} --move f1e1 --without RYU-DRAW-64 --against fast"),
            1,
            Some("RYU-DRAW-64"),
        ),
        (format!("status ryugi {quiet} --against fast"), 0, None),
        (format!("moves ryugi {invalid} --without RYU-CHECK --against fast"), 1, None),
        (format!("moves ryugi {invalid} --against reference"), 0, None),
    ] {
        let document = vperft(&format!("{words} --format json")).ends(code).json();
        check(&against, &document, &words);
        let first = document["reason"]["clauses"].get(0).and_then(Value::as_str);
        assert_eq!(first, clause, "{words}: {document}");
        assert_eq!(document["difference"].is_null(), code == 0, "{words}");
        let mut broken = document.clone();
        broken["surprise"] = json!(1);
        assert!(!against.is_valid(&broken), "{words}");
    }
}

#[test]
fn counts_by_class() {
    let classes = schema("classes");
    for (words, code) in [
        ("perft rococo 2", 0),
        ("perft ryugi 2 --against reference", 0),
        ("perft ryugi 3 --backend reference --without RYU-PAWN-2 --against fast", 1),
    ] {
        let document = vperft(&format!("{words} --classes --format json")).ends(code).json();
        check(&classes, &document, words);
        let differs = document["against"]["differences"].get(0).is_some();
        assert_eq!(differs, code == 1, "{words}: {document}");
        let mut broken = document.clone();
        broken["rows"][0]["classes"]["surprise"] = json!(1);
        assert!(!classes.is_valid(&broken), "{words}");
    }
}

#[test]
fn shrunk_positions() {
    let shrink = schema("shrink");
    let vfen = "5k4/10/4p5/10/10/3P6/10/10/10/5K4 w - - 0 1";
    for (words, code, kind) in [
        ("--b reference", 0, ""),
        ("--depth 5 --b reference --b-without RYU-EP", 1, "child"),
        ("--b reference --b-without RYU-PAWN-1", 1, "set"),
        ("--b reference --b-without RYU-PAWN-1 --max-requests 5", 1, "set"),
        ("--b reference --b-without GEN-CLOCK", 1, "child"),
    ] {
        let mut all = vec!["shrink", "ryugi", "--vfen", vfen, "--format", "json"];
        all.extend(words.split(' '));
        let document = vperft_with(&all).ends(code).json();
        check(&shrink, &document, words);
        let kinds: Vec<_> =
            document["found"].as_array().into_iter().flatten().map(|found| &found["kind"]).collect();
        assert_eq!(kinds, if kind.is_empty() { vec![] } else { vec![kind] }, "{words}");
        let mut broken = document.clone();
        broken["surprise"] = json!(1);
        assert!(!shrink.is_valid(&broken), "{words}");
    }
}

#[test]
fn documents_about_implementations() {
    let conform = schema("conform");
    for (words, code) in
        [("--tier smoke", 0), ("--without RYU-EP --homepage https://example.org --language Rust", 1)]
    {
        let mut all = vec!["run", "ryugi", "--format", "conform"];
        all.extend(words.split(' '));
        let mut document = vperft_with(&[&all[..], &SMALL_CORPUS].concat()).ends(code).json();
        check(&conform, &document, words);
        document["variants"][0]["surprise"] = json!(1);
        assert!(!conform.is_valid(&document), "{words}");
    }
}

#[test]
fn speeds() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (history, bounds) = (path("history"), path("speed.toml"));
    let text = "[[bound]]\nvariant = \"rococo\"\nposition = \"start\"\nratio = 0.5\nreason = \"r\"\n";
    fs::write(&bounds, text).expect("a file");
    let start = "rococo --position start";
    for (name, words, code) in [
        ("speed", format!("speed measure {start} --samples 1 --format json"), 0),
        (
            "speed-compare",
            format!("speed compare {start} --a fast --b reference --rounds 8 --format json"),
            0,
        ),
        ("speed-gate", format!("speed gate {start} --bounds {bounds} --format json"), 1),
        (
            "speed-gate",
            format!("speed gate {start} --bounds {bounds} --against reference --rounds 8 --format json"),
            0,
        ),
    ] {
        let schema = schema(name);
        let document = vperft(&words).ends(code).json();
        check(&schema, &document, &words);
        let mut broken = document.clone();
        broken["surprise"] = json!(1);
        assert!(!schema.is_valid(&broken), "{words}");
    }
    vperft(&format!("speed record {start} --samples 1 --history {history} --commit a --date b")).ends(0);
    let line = fs::read_to_string(&history).expect("the file");
    check(&schema("speed"), &serde_json::from_str(&line).expect("a document"), "a line of a history");
}

#[test]
fn explanations() {
    let explain = schema("explain");
    let castle = "--vfen '5k4/10/10/10/10/10/10/10/10/R4K3R w * - 0 1'";
    for (words, field) in [
        ("ryugi".to_owned(), "status"),
        ("ryugi --vfen '5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 1'".to_owned(), "status"),
        ("ryugi --square e2".to_owned(), "square"),
        ("ryugi --square e5".to_owned(), "square"),
        (format!("ryugi {castle} --move 'K f1-h1; R j1-g1'"), "move"),
        (format!("ryugi {castle} --move 'K f1-h3'"), "move"),
        (format!("ryugi {castle} --move 'K f1-h3' --backend fast"), "move"),
    ] {
        let document = vperft(&format!("explain {words} --format json")).ends(0).json();
        check(&explain, &document, &words);
        assert!(document[field].is_object(), "{words}: {document}");
        let mut broken = document.clone();
        broken[field]["surprise"] = json!(1);
        assert!(!explain.is_valid(&broken), "{words}");
    }
}

#[test]
fn records() {
    let record = schema("record");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("record").display().to_string();
    let mut kinds = BTreeSet::new();
    for words in [
        "run ryugi --tier smoke --filter ryugi/ep-*",
        "run cetran3 --tier smoke --filter cetran3/c* --ruling ranks=8",
        "fuzz ryugi --count 20 --b reference --b-without RYU-EP",
        "descend ryugi --depth 2 --b reference",
        "after ryugi --move e3-e9",
        "perft ryugi 0 --backend reference --without RYU-EP",
    ] {
        vperft(&format!("{words} --record {path}"));
        let text = fs::read_to_string(&path).expect("the file");
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
        lines.iter().for_each(|line| check(&record, line, &format!("{words}: {line}")));
        lines.iter().for_each(|line| {
            kinds.extend(line.as_object().expect("an object").keys().cloned());
            kinds.extend(line["ask"].as_str().map(str::to_owned));
        });
        for (field, value) in [("surprise", json!(1)), ("at", json!(-1)), ("ask", json!("tea"))] {
            let mut broken = lines[lines.len() - 2].clone();
            broken[field] = value;
            assert!(!record.is_valid(&broken), "{field}: {broken}");
        }
    }
    for kind in ["record", "open", "to", "from", "result", "readings", "without"] {
        assert!(kinds.contains(kind), "{kind} of {kinds:?}");
    }
    for ask in ["read", "moves", "after", "perft", "divide", "status", "survey"] {
        assert!(kinds.contains(ask), "{ask} of {kinds:?}");
    }
}

#[test]
fn bug_files_and_reproductions() {
    let (bug, repro) = (schema("bug"), schema("repro"));
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("bug.json").display().to_string();
    let vfen = "5k4/10/4p5/10/10/3P6/10/10/10/5K4 w - - 0 1";
    let mut asks = BTreeSet::new();
    for words in [
        "descend --depth 5 --b reference --b-without RYU-EP",
        "descend --depth 3 --b reference --b-without RYU-PAWN-1",
        "descend --depth 2 --total 5",
        "descend --depth 2 --b cmd:false --total 6",
    ] {
        let words = words.replacen(
            "descend",
            &format!("descend ryugi --vfen '{vfen}' --record {path}l --out {path}"),
            1,
        );
        if vperft(&words).code != 1 {
            continue;
        }
        let document = serde_json::from_str(&fs::read_to_string(&path).expect("the file")).expect("JSON");
        check(&bug, &document, &words);
        let mut leaking = document.clone();
        leaking["before"] = json!([{ "moves": [], "question": document["question"] }]);
        check(&bug, &leaking, &words);
        asks.insert(document["question"]["ask"].as_str().expect("a word").to_owned());
        for backend in ["fast", "reference", "cmd:false"] {
            let words = format!("repro {path} --backend {backend} --format json");
            let outcome = vperft(&words);
            if backend == "cmd:false" {
                assert_eq!((outcome.code, outcome.stdout.as_str()), (125, ""), "{outcome}");
            } else {
                assert!(outcome.code < 2, "{outcome}");
                check(&repro, &outcome.json(), &words);
            }
        }
        for (place, value) in
            [("/format", json!(2)), ("/a/answer", json!({})), ("/question/ask", json!("tea"))]
        {
            let mut broken = document.clone();
            *broken.pointer_mut(place).unwrap_or_else(|| panic!("no {place}")) = value;
            assert!(!bug.is_valid(&broken), "{place}");
        }
    }
    assert_eq!(asks.into_iter().collect::<Vec<_>>(), ["after", "moves", "perft"]);
    let program = miscounting("ryugi");
    let words = ["fuzz", "ryugi", "--relations", "--backend", &program, "--vfen", KINGS, "--out", &path];
    vperft_with(&words).ends(1);
    let document = serde_json::from_str(&fs::read_to_string(&path).expect("the file")).expect("JSON");
    check(&bug, &document, "relation");
    let words = ["repro", &path, "--backend", &program, "--format", "json"];
    check(&repro, &vperft_with(&words).ends(1).json(), "relation");
}

#[test]
fn games() {
    let schema = schema("import");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game").display().to_string();
    let mut documents = Vec::new();
    for (text, code) in [
        ("1. e3-e5 e8-e6\n", 0),
        ("e3-e5\ne8-e7\ne5-e7\n", 3),
        ("position startpos moves e3e5\nposition startpos\n", 0),
        ("[Variant \"chess\"]\n\n1. e5 {so} e6 *\n", 0),
    ] {
        fs::write(&path, text).expect("a file");
        let document = vperft(&format!("import ryugi {path} --format json")).ends(code).json();
        check(&schema, &document, text);
        documents.push(document);
    }
    let mut broken = documents.swap_remove(1);
    broken["game"]["stop"]["line"] = json!(0);
    assert!(!schema.is_valid(&broken), "{broken}");
}

#[test]
fn suites_of_counts() {
    let schema = schema("import");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("suite.epd").display().to_string();
    let right = "5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 1 ;D1 5 ;D2 25\n";
    let wrong = "5k4/10/4p5/10/10/3P6/10/10/10/5K4 w - - 0 1 ;D1 6 ;D2 41\n";
    let invalid = "5k4/10/10/10/10/10/10/10/10/10 w - - 0 1 ;D1 5\n";
    for (text, code, outcomes) in [
        (right.to_owned(), 0, &["right"][..]),
        (format!("{right}{wrong}{invalid}"), 1, &["right", "wrong", "unchecked"]),
        (invalid.to_owned(), 1, &["unchecked"]),
    ] {
        fs::write(&path, &text).expect("a file");
        let document = vperft(&format!("import ryugi {path} --format json")).ends(code).json();
        check(&schema, &document, &text);
        let positions = document["positions"].as_array().expect("a list");
        let found: Vec<_> = positions.iter().map(|one| one["outcome"].as_str().expect("a word")).collect();
        assert_eq!(found, outcomes, "{document}");
        if let Some(wrong) = positions.get(1) {
            assert_eq!(
                (&wrong["line"], &wrong["depth"], &wrong["expected"], &wrong["actual"]),
                (&json!(2), &json!(2), &json!(41), &json!(42))
            );
        }
    }
}

#[test]
fn runs() {
    let (run, events) = (schema("run"), schema("events"));
    let folder = tempfile::tempdir().expect("a folder");
    let known = folder.path().join("known.toml").display().to_string();
    let entry = |verdict: &str| {
        format!("[[expect]]\ncase = \"ryugi/king-*\"\nverdict = \"{verdict}\"\nreason = \"r\"\n")
    };
    fs::write(&known, entry("fail") + &entry("crash")).expect("a file");
    let (right, wrong) = (corpus(true), corpus(false));
    let on = |corpus: &Tiny, words: &[&str]| {
        let folders = corpus.folders().map(str::to_owned);
        let words = ["run", "ryugi", "--tier", "record"].iter().chain(words).map(|word| (*word).to_owned());
        words.chain(folders).collect::<Vec<_>>()
    };
    let on_small_corpus =
        |words: &[&str]| words.iter().chain(&SMALL_CORPUS).map(|word| (*word).to_owned()).collect::<Vec<_>>();
    let uci = "cmd:sh -c 'exec 3<&0; while read -r line <&3; do s=${line#*:}; case $line in *hello*) r='\"'\"'\"result\":{\"protocol\":1,\"name\":\"n\",\"version\":\"1\",\"variants\":[\"ryugi\"]}'\"'\"';; *) r='\"'\"'\"unsupported\":\"not yet\"'\"'\"';; esac; echo \"{\\\"seq\\\":${s%%,*},$r}\"; done'";
    let mut documents = Vec::new();
    for (words, exit) in [
        (on(&right, &[]), 0),
        (on(&wrong, &[]), 1),
        (on(&wrong, &["--fail-fast"]), 1),
        (on(&wrong, &["--expect", &known]), 1),
        (on(&right, &["--expect", &known]), 1),
        (on_small_corpus(&["run", "ryugi", "--tier", "smoke", "--without", "RYU-EP"]), 1),
        (
            on_small_corpus(&[
                "run",
                "ryugi",
                "--check",
                "relation:count",
                "--backend",
                &miscounting("ryugi"),
            ]),
            1,
        ),
        (on_small_corpus(&["run", "ryugi", "--tier", "smoke", "--backend", uci]), 1),
        (
            on_small_corpus(&[
                "run",
                "ryugi",
                "--tier",
                "smoke",
                "--backend",
                "cmd:sh -c 'read -r l; echo \"{\\\"seq\\\":0,\\\"result\\\":{\\\"protocol\\\":1,\\\"name\\\":\\\"n\\\",\\\"version\\\":\\\"1\\\",\\\"variants\\\":[\\\"ryugi\\\"]}}\"; read -r l'",
                "--restarts",
                "1",
            ]),
            4,
        ),
        (
            ["run", "cetran3", "--tier", "smoke", "--ruling", "ranks=8", "--filter", "cetran3/c*"]
                .map(str::to_owned)
                .to_vec(),
            0,
        ),
    ] {
        let words: Vec<_> = words.iter().map(String::as_str).collect();
        let printed = vperft_with(&[&words[..], &["--format", "json"]].concat()).ends(exit).json();
        check(&run, &printed, &format!("{words:?}"));
        for event in lines(&vperft_with(&[&words[..], &["--format", "jsonl"]].concat()).ends(exit)) {
            check(&events, &event, &format!("{words:?}: {event}"));
        }
        documents.push(printed);
    }
    // The runs above have to cover every verdict, kind and optional field.
    let (mut verdicts, mut kinds) = (BTreeSet::new(), BTreeSet::new());
    for document in &documents {
        values(document, "verdict", &mut verdicts);
        values(document, "kind", &mut kinds);
    }
    for verdict in ["pass", "other-reason", "fail", "error", "unsupported"] {
        assert!(verdicts.contains(verdict), "{verdict} of {verdicts:?}");
    }
    for kind in [
        "moves",
        "wrong-count",
        "wrong-child",
        "wrong-status",
        "illegal-move-accepted",
        "invalid-position-accepted",
        "broken-relation",
        "refused",
        "crash",
        "not-asked",
    ] {
        assert!(kinds.contains(kind), "{kind} of {kinds:?}");
    }
    for field in ["max_failures", "fixed", "readings", "left_out"] {
        assert!(documents.iter().any(|document| !document[field].is_null()), "{field}");
    }
}

#[test]
fn the_run_schemas_refuse_broken_documents() {
    let (run, events) = (schema("run"), schema("events"));
    let words = ["run", "ryugi", "--filter", "ryugi/ep-white-takes", "--without", "RYU-EP", "--format"];
    let document = vperft_with(&[&words[..], &["json"], &SMALL_CORPUS].concat()).ends(1).json();
    check(&run, &document, "unchanged");
    for (place, value) in [
        ("/signature", json!("0")),
        ("/complete", json!(false)),
        ("/total/passed", json!(-1)),
        ("/total/nodes", json!(9_007_199_254_740_992_u64)),
        ("/cases/0/checks", json!([])),
        ("/cases/0/checks/0/result", json!({ "verdict": "pass", "reason": "none" })),
        ("/cases/0/checks/0/result", json!({ "verdict": "fail" })),
        ("/cases/0", json!({ "id": "ryugi/x" })),
        ("/planned", json!({ "cases": 1 })),
    ] {
        let mut broken = document.clone();
        *broken.pointer_mut(place).unwrap_or_else(|| panic!("no {place}")) = value;
        assert!(!run.is_valid(&broken), "{place}");
    }
    for event in lines(&vperft_with(&[&words[..], &["jsonl"], &SMALL_CORPUS].concat()).ends(1)) {
        for (field, value) in [("event", json!("case-gone")), ("surprise", json!(1))] {
            let mut broken = event.clone();
            broken[field] = value;
            assert!(!events.is_valid(&broken), "{field}: {broken}");
        }
    }
}

#[test]
fn comparisons_of_backends() {
    let schema = schema("fuzz");
    let miscounting = miscounting("ryugi");
    let miscounting = shlex::try_quote(&miscounting).expect("no NUL");
    let mut kinds = Vec::new();
    for (words, exit) in [
        ("fuzz ryugi rococo --count 200", 0),
        ("fuzz ryugi --b reference --b-without RYU-EP --count 20000", 1),
        ("fuzz vanguard --b reference --b-without GEN-CLOCK --count 20000", 1),
        (&format!("fuzz ryugi --b reference --vfen '{KINGS}'"), 0),
        ("fuzz ryugi --b reference --causes 2 --count 100", 0),
        ("fuzz ryugi --b reference --b-without RYU-KIRIN --b-without RYU-EP --causes 2 --count 400", 1),
        ("fuzz ryugi --b reference --vfen nonsense --reached", 1),
        (&format!("fuzz ryugi --relations --backend {miscounting} --vfen '{KINGS}'"), 1),
        (&format!("fuzz ryugi --relations --backend {miscounting} --causes 1 --count 20 --jobs 1"), 1),
    ] {
        let document = vperft(&format!("{words} --format json")).ends(exit).json();
        check(&schema, &document, words);
        kinds.push(document);
    }
    let mut found = BTreeSet::new();
    kinds.iter().for_each(|document| values(document, "kind", &mut found));
    for kind in ["game", "given", "moves", "both-refuse", "set", "relation"] {
        assert!(
            found.contains(kind) || kind == "game" && found.contains("constructed"),
            "{kind} of {found:?}"
        );
    }
    for (index, place) in
        [(0, "/variants/0/stats"), (5, "/variants/0/causes/0"), (5, "/variants/0/causes/0/first")]
    {
        let mut broken = kinds[index].clone();
        broken.pointer_mut(place).expect(place)["surprise"] = json!(1);
        assert!(!schema.is_valid(&broken), "{broken}");
    }
}

#[test]
fn identified_readings() {
    let schema = schema("identify");
    let mut outcomes = BTreeSet::new();
    let documents = [
        ("identify ryugi", 0),
        ("identify rococo --backend reference --ruling mutual-own=yes", 0),
        ("identify rococo --without ROC-BAN --without ROC-SWAPPER-2", 1),
        ("identify sandbox --ruling king-file=e", 0),
    ]
    .map(|(words, exit)| {
        let document = vperft(&format!("{words} --format json")).ends(exit).json();
        check(&schema, &document, words);
        document
    });
    documents.iter().for_each(|document| values(document, "outcome", &mut outcomes));
    assert!(outcomes.contains("reading"), "{outcomes:?}");
    assert!(documents.iter().any(|document| document["variants"][0]["joint"]["misfits"] != json!([])));
    let mut broken = documents[1].clone();
    broken["variants"][0]["rulings"][0]["outcome"] = json!("odd");
    assert!(!schema.is_valid(&broken), "{broken}");
}

#[test]
fn lists_of_cases() {
    let schema = schema("cases");
    let folders = Tiny::checking(json!({ "perft": { "1": 5, "90": "99999999999999999999" } }));
    let mut documents =
        vec![folders.vperft(&["cases", "--tier", "record", "--format", "json"]).ends(0).json()];
    for words in [
        "cases",
        "cases rococo --tier deep",
        "cases ryugi chess --origin published",
        "cases --origin hand --max-nodes 100",
    ] {
        documents.push(vperft(&format!("{words} --format json")).ends(0).json());
    }
    for document in &documents {
        check(&schema, document, "a list of cases");
    }
    let (mut origins, mut tiers) = (BTreeSet::new(), BTreeSet::new());
    for document in &documents {
        values(document, "origin", &mut origins);
        values(document, "tier", &mut tiers);
    }
    assert_eq!(origins, BTreeSet::from(["generated", "hand", "known", "published", "random"]));
    assert_eq!(tiers, BTreeSet::from(["ci", "deep", "record", "smoke"]));
    for (place, value) in [
        ("/cases/0/origin", json!("found")),
        ("/cases/0/tiers", json!([])),
        ("/cases/0/checks/0/tier", json!("dear")),
        ("/cases/0/checks", json!([])),
        ("/cases/0", json!({ "id": "ryugi/x" })),
        ("/suite_version", json!(1)),
    ] {
        let mut broken = documents[0].clone();
        *broken.pointer_mut(place).unwrap_or_else(|| panic!("no {place}")) = value;
        assert!(!schema.is_valid(&broken), "{place}");
    }
}
