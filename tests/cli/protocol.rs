//! The json-lines protocol: `vperft serve` follows docs/protocol.md and its schema.

use crate::tool::{PROGRAM, check, vperft};
use crate::validator::Validator;
use assert_cmd::Command;
use pretty_assertions::assert_eq;
use serde_json::{Value, json};
use std::time::Duration;

const SPECIFICATION: &str = include_str!("../../docs/protocol.md");
const SCHEMA: &str = include_str!("../../docs/protocol.schema.json");

/// An exchange on the page: requests with their answers.
type Transcript = Vec<(Value, Value)>;

fn parse(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"))
}

fn transcripts() -> Vec<Transcript> {
    let blocks = SPECIFICATION.split("```text\n").skip(1);
    let exchange = |block: &str| -> Transcript {
        let lines: Vec<_> = block.split("```").next().unwrap_or_default().lines().collect();
        let pairs = lines.chunks(2).map(|pair| match pair {
            [request, answer] => {
                let request = request.strip_prefix("> ").unwrap_or_else(|| panic!("{request}"));
                (parse(request), parse(answer.strip_prefix("< ").unwrap_or_else(|| panic!("{answer}"))))
            }
            _ => panic!("a request without its answer: {pair:?}"),
        });
        pairs.collect()
    };
    blocks.map(exchange).collect()
}

/// A part of the schema.
fn schema(pointer: &str) -> Validator {
    let mut document = parse(SCHEMA);
    document.as_object_mut().expect("a schema is an object").remove("oneOf");
    document["$ref"] = pointer.into();
    Validator::of(document)
}

#[track_caller]
fn assert_valid(pointer: &str, value: &Value) {
    assert_eq!(schema(pointer).faults(value), "", "{pointer}: {value}");
}

/// The answers of `vperft serve`.
fn serve(arguments: &str, requests: &str) -> Vec<Value> {
    let arguments = shlex::split(arguments).expect("balanced quotes");
    let mut command = Command::new(PROGRAM);
    command.arg("serve").args(arguments).write_stdin(requests).timeout(Duration::from_secs(60));
    let output = command.output().expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("answers are UTF-8").lines().map(parse).collect()
}

/// The answer with its list, if it is one, in a fixed order.
fn sorted(mut answer: Value) -> Value {
    if let Some(list) = answer.get_mut("result").and_then(Value::as_array_mut) {
        list.sort_by_key(Value::to_string);
    }
    answer
}

#[test]
fn the_examples_are_answered_as_shown() {
    let transcripts = transcripts();
    assert!(transcripts.len() >= 3, "{} transcripts", transcripts.len());
    for transcript in transcripts {
        let requests: String = transcript.iter().map(|(request, _)| format!("{request}\n")).collect();
        let shown: Vec<_> = transcript.into_iter().map(|(_, answer)| answer).collect();
        let answers = serve("ryugi --backend fast", &requests);
        assert_eq!(
            answers.into_iter().map(sorted).collect::<Vec<_>>(),
            shown.into_iter().map(sorted).collect::<Vec<_>>()
        );
    }
}

#[test]
fn the_examples_conform_to_the_schema() {
    Validator::of(parse(SCHEMA));
    for (request, answer) in transcripts().into_iter().flatten() {
        assert_valid("#/$defs/request", &request);
        assert_valid("#/$defs/answer", &answer);
        if let Some(result) = answer.get("result") {
            let ask = request["ask"].as_str().expect("a string");
            assert_valid(&format!("#/$defs/results/properties/{ask}"), result);
        }
        assert_eq!(request["seq"], answer["seq"]);
    }
}

#[test]
fn every_request_has_an_example() {
    let shown: Vec<_> =
        transcripts().into_iter().flatten().filter(|(_, answer)| answer.get("result").is_some()).collect();
    let schema = parse(SCHEMA);
    let results = schema["$defs"]["results"]["properties"].as_object().expect("an object");
    for ask in results.keys() {
        assert!(shown.iter().any(|(request, _)| request["ask"] == **ask), "{ask}");
    }
}

#[test]
fn the_schema_refuses_malformed_messages() {
    for (pointer, value) in [
        ("#/$defs/request", json!({"seq": 0})),
        ("#/$defs/request", json!({"seq": 0, "ask": "moves", "variant": "ryugi"})),
        ("#/$defs/request", json!({"seq": -1, "ask": "x"})),
        ("#/$defs/answer", json!({"result": 1})),
        ("#/$defs/answer", json!({"seq": 0})),
        ("#/$defs/answer", json!({"seq": 0, "result": 1, "unsupported": "why"})),
        ("#/$defs/answer", json!({"seq": 0, "result": null, "unsupported": null, "error": null})),
        ("#/$defs/answer", json!({"seq": 0, "result": 1, "unsupported": "why", "error": null})),
        ("#/$defs/answer", json!({"seq": 0, "error": {"kind": "other", "message": "why"}})),
        ("#/$defs/answer", json!({"seq": 0, "error": {"kind": "position", "message": "why", "reason": "?"}})),
        ("#/$defs/results/properties/perft", json!("1e3")),
        ("#/$defs/results/properties/divide", json!([["K a1-a2"]])),
        ("#/$defs/results/properties/status", json!("over")),
        (
            "#/$defs/results/properties/hello",
            json!({"protocol": 1, "name": "a@b", "version": "1", "variants": []}),
        ),
    ] {
        assert!(!schema(pointer).is_valid(&value), "{pointer}: {value}");
    }
    let schemas = [
        parse(SCHEMA)["$defs"]["error"]["properties"]["reason"]["enum"].clone(),
        parse(SCHEMA)["$defs"]["results"]["properties"]["status"]["enum"].clone(),
    ];
    let suite: Value = parse(include_str!("../../suites/suite.schema.json"));
    for (words, place) in schemas.iter().zip(["fault", "status"]) {
        let named = suite["$defs"][place]["oneOf"].as_array().expect("an array").iter();
        assert_eq!(*words, named.map(|item| item["const"].clone()).collect::<Value>(), "{place}");
    }
}

#[test]
fn the_schema_accepts_null_for_missing_fields() {
    for answer in [
        json!({"seq": 0, "result": 1, "unsupported": null, "error": null}),
        json!({"seq": 0, "result": null, "unsupported": "why", "error": null}),
        json!({"seq": 0, "unsupported": null, "error": {"kind": "move", "message": "why"}}),
    ] {
        assert_valid("#/$defs/answer", &answer);
    }
}

#[test]
fn malformed_requests_are_answered_with_an_error() {
    let answers = serve(
        "ryugi",
        "nonsense\n[]\n{}\n{\"seq\":3}\n{\"seq\":4,\"ask\":\"moves\"}\n\n{\"seq\":6,\"ask\":5}",
    );
    let seqs: Vec<_> = answers.iter().map(|answer| answer["seq"].clone()).collect();
    assert_eq!(json!(seqs), json!([null, null, null, 3, 4, null, 6]));
    for answer in answers {
        assert_eq!(answer["error"]["kind"], "internal", "{answer}");
        assert_valid("#/$defs/answer", &answer);
    }
}

/// The argument that makes `vperft serve` the backend.
fn serve_backend(arguments: &str) -> String {
    format!("--backend 'cmd:{PROGRAM} serve {arguments}'")
}

#[test]
fn a_backend_behind_a_pipe_gives_the_same_results() {
    let own = vperft("run ryugi sandbox --tier smoke --backend fast --format json");
    let piped =
        vperft(&format!("run ryugi sandbox --tier smoke {} --format json", serve_backend("--backend fast")));
    let total = |outcome: &crate::tool::Outcome| parse(&outcome.stdout)["total"].clone();
    assert_eq!(total(&piped), total(&own));
    assert_eq!(piped.code, 0);
}

#[test]
fn derived_counts_equal_those_of_the_backend() {
    for (command, variant, depth) in
        [("perft", "ryugi", 3), ("perft", "rococo", 0), ("divide", "sandbox", 2), ("divide", "rococo", 1)]
    {
        let count = |backend: &str| {
            let outcome = vperft(&format!("{command} {variant} {depth} {backend}"));
            assert_eq!(outcome.code, 0, "{outcome}");
            outcome.stdout
        };
        assert_eq!(
            count(&serve_backend("--backend fast --plain")),
            count("--backend fast"),
            "{command} {variant}"
        );
    }
    let status = format!("status ryugi {}", serve_backend("ryugi --plain"));
    check(&status, 4, &[], &["does not support this: it does not answer `status`"]);
}

#[test]
fn a_run_covers_the_variants_of_the_program() {
    let outcome = vperft(&format!(
        "run --filter '*/start-perft' --check perft:1 {} --format json",
        serve_backend("ryugi rococo")
    ));
    let variants = parse(&outcome.stdout)["variants"].clone();
    let names: Vec<_> = variants.as_object().expect("an object").keys().cloned().collect();
    assert_eq!(names, ["ryugi", "rococo"]);
    check(
        &format!("moves sandbox {}", serve_backend("ryugi")),
        4,
        &[],
        &["does not support this: sandbox; it has ryugi"],
    );
}

#[test]
fn declared_readings_are_used_and_reported() {
    let other = serve_backend("vanguard --ruling archer-slide=move-only");
    let requested = "--ruling archer-slide=move-only";
    // The declared reading is used, whether or not the command line requests it too.
    for words in [&other, &format!("{other} {requested}")] {
        let basis = "reference under archer-slide=move-only";
        check(&format!("run vanguard --filter vanguard/archer-slide* {words}"), 0, &[basis], &[]);
    }
    // A requested reading overrides the declared one, with a note. The run fails, because the backend follows another reading.
    let note = "declares archer-slide=both, but is judged by move-only, as given";
    let words =
        format!("run vanguard --filter vanguard/archer-slide* {} {requested}", serve_backend("vanguard"));
    check(&words, 1, &[], &[note, "checks failed"]);
    check(
        &format!("run ryugi {} --without RYU-EP", serve_backend("ryugi")),
        4,
        &[],
        &["cannot switch off clause RYU-EP"],
    );
}

#[test]
fn the_error_names_a_program_that_does_not_start() {
    check(
        "run --backend cmd:/no/such/program",
        4,
        &[],
        &["`cmd:/no/such/program`", "cannot be started: /no/such/program"],
    );
    check("run --backend cmd:", 2, &[], &["expected cmd:PROGRAM"]);
    check("run --backend \"cmd:'\"", 2, &[], &["expected cmd:PROGRAM"]);
}

#[test]
fn protocol_check_passes_for_a_correct_program() {
    let outcome = vperft(&format!("protocol check 'cmd:{PROGRAM} serve --backend fast' --format json"));
    assert_eq!(outcome.code, 0, "{outcome}");
    let found = parse(&outcome.stdout);
    assert_eq!(found["wrong"], 0);
    let steps = found["steps"].as_array().expect("an array");
    assert!(steps.len() > 5 * 10, "{} steps", steps.len());
    assert!(steps.iter().all(|step| step["outcome"] == "ok"), "{outcome}");
}

#[test]
#[cfg(unix)]
fn protocol_check_reports_errors_of_a_program() {
    for (script, expected) in [
        ("exit 3", "WRONG: crashed: asked for `hello`, it ended (exit status: 3)"),
        ("echo nonsense", "WRONG: broke the protocol: answered `nonsense`"),
        (
            r#"while read -r l; do s=${l#*:}; s=${s%%,*}; case $l in
                *hello*) echo "{\"seq\":$s,\"result\":{\"protocol\":1,\"name\":\"a\",\"version\":\"1\",\"variants\":[\"ryugi\"]}}" ;;
                *) echo "{\"seq\":$s,\"result\":[\"P e2-e4\",\"P e2-e4\"]}" ;;
            esac; done"#,
            "WRONG: `P e2-e4` occurs twice",
        ),
    ] {
        let program = format!("cmd:sh -c {}", shlex::try_quote(script).expect("no NUL"));
        let outcome = crate::tool::vperft_with(&["protocol", "check", &program]);
        assert_eq!(outcome.code, 1, "{outcome}");
        assert!(outcome.stdout.contains(expected), "{outcome}");
        assert!(outcome.stdout.contains("replay:   printf"), "{outcome}");
    }
    // The program exits at every request, and may be restarted once.
    let exiting = r#"read -r l; echo '{"seq":0,"result":{"protocol":1,"name":"a","version":"1","variants":["ryugi"]}}'; read -r l; exit 3"#;
    let program = format!("cmd:sh -c {}", shlex::try_quote(exiting).expect("no NUL"));
    let outcome = crate::tool::vperft_with(&["protocol", "check", &program, "--restarts", "1"]);
    assert_eq!(outcome.code, 1, "{outcome}");
    assert_eq!(outcome.stdout.matches("WRONG: crashed: ").count(), 2, "{outcome}");
    let not_asked = "WRONG: was not asked: it reached the limit of 1 restarts; its last error: crashed: ";
    assert!(outcome.stdout.contains(not_asked), "{outcome}");
    check("protocol check fast", 2, &[], &["expected cmd:PROGRAM"]);
}

/// The script of docs/write-a-backend.md passes: checks that a script cannot answer are unsupported, not failures.
#[test]
#[cfg(unix)]
fn a_correct_script_fails_no_check() {
    const GUIDE: &str = include_str!("../../docs/write-a-backend.md");
    let shown = GUIDE.split("$ cat my_script.sh\n").nth(1).expect("the guide shows a script");
    let lines: Vec<_> = shown.lines().take_while(|line| !line.starts_with('$')).collect();
    let file = tempfile::NamedTempFile::new().expect("a file");
    let text = lines.join("\n").replace("vperft divide", &format!("'{PROGRAM}' divide"));
    std::fs::write(file.path(), text).expect("a file");
    let backend = format!("--backend 'script:sh {}'", file.path().display());
    let outcome = vperft(&format!("run ryugi --tier smoke --filter 'ryugi/re*' {backend} --format json"));
    assert_eq!(outcome.code, 0, "{outcome}");
    let total = &parse(&outcome.stdout)["total"];
    assert_eq!(total["failed"], 0, "{outcome}");
    assert!(total["passed"].as_u64() > Some(0), "{outcome}");
    let reason = "a script cannot report whether a position is valid";
    assert!(outcome.stdout.contains(reason), "{outcome}");
}

/// A program that answers `hello` and nothing else is given up, instead of waiting for every request.
#[test]
fn a_silent_program_is_given_up() {
    let hello = r#"{"seq":0,"result":{"protocol":1,"name":"silent","version":"1","variants":["ryugi","rococo","sandbox"],"rulings":{},"native":["perft","divide","status"]}}"#;
    let script = format!("read line; echo '{hello}'; exec sleep 1000");
    let program = format!("cmd:sh -c {}", shlex::try_quote(&script).expect("no NUL"));
    let began = std::time::Instant::now();
    let outcome = crate::tool::vperft_with(&["protocol", "check", &program, "--timeout", "0.2"]).ends(1);
    let outcome =
        outcome.says(&["the other requests", "no answer to 10 requests in a row; the check was given up"]);
    let unanswered = outcome.stdout.lines().filter(|line| line.contains("gave no answer")).count();
    assert_eq!(unanswered, 10, "{outcome}");
    assert!(began.elapsed() < Duration::from_secs(30));
}
