//! The json-lines protocol is what docs/protocol.md says, and `vperft serve` speaks it.

use crate::tool::{PROGRAM, check, vperft};
use crate::validator::Validator;
use assert_cmd::Command;
use pretty_assertions::assert_eq;
use serde_json::{Value, json};
use std::time::Duration;

const SPECIFICATION: &str = include_str!("../../docs/protocol.md");
const SCHEMA: &str = include_str!("../../docs/protocol.schema.json");

/// What is shown of an exchange: the requests, each with its answer.
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

/// What `vperft serve` answers.
fn serve(arguments: &str, requests: &str) -> Vec<Value> {
    let arguments = shlex::split(arguments).expect("balanced quotes");
    let mut command = Command::new(PROGRAM);
    command.arg("serve").args(arguments).write_stdin(requests).timeout(Duration::from_secs(60));
    let output = command.output().expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("answers are UTF-8").lines().map(parse).collect()
}

/// The answer, with a list that may have any order in one.
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
        let given = serve("ryugi --backend fast", &requests);
        assert_eq!(
            given.into_iter().map(sorted).collect::<Vec<_>>(),
            shown.into_iter().map(sorted).collect::<Vec<_>>()
        );
    }
}

#[test]
fn the_examples_are_as_the_schema_says() {
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
fn the_schema_refuses_what_is_no_message() {
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
fn the_schema_takes_null_for_what_is_left_out() {
    for answer in [
        json!({"seq": 0, "result": 1, "unsupported": null, "error": null}),
        json!({"seq": 0, "result": null, "unsupported": "why", "error": null}),
        json!({"seq": 0, "unsupported": null, "error": {"kind": "move", "message": "why"}}),
    ] {
        assert_valid("#/$defs/answer", &answer);
    }
}

#[test]
fn requests_that_are_none_are_answered() {
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

/// The program as a backend of itself.
fn itself(arguments: &str) -> String {
    format!("--backend 'cmd:{PROGRAM} serve {arguments}'")
}

#[test]
fn a_backend_behind_a_pipe_passes_what_it_passes_itself() {
    let own = vperft("run ryugi sandbox --tier smoke --backend fast --format json");
    let piped = vperft(&format!("run ryugi sandbox --tier smoke {} --format json", itself("--backend fast")));
    let total = |outcome: &crate::tool::Outcome| parse(&outcome.stdout)["total"].clone();
    assert_eq!(total(&piped), total(&own));
    assert_eq!(piped.code, 0);
}

#[test]
fn counts_that_are_derived_are_those_the_backend_counts() {
    for (command, variant, depth) in
        [("perft", "ryugi", 3), ("perft", "rococo", 0), ("divide", "sandbox", 2), ("divide", "rococo", 1)]
    {
        let count = |backend: &str| {
            let outcome = vperft(&format!("{command} {variant} {depth} {backend}"));
            assert_eq!(outcome.code, 0, "{outcome}");
            outcome.stdout
        };
        assert_eq!(count(&itself("--backend fast --plain")), count("--backend fast"), "{command} {variant}");
    }
    let status = format!("status ryugi {}", itself("ryugi --plain"));
    check(&status, 4, &[], &["does not support this: it does not answer `status`"]);
}

#[test]
fn variants_are_those_the_program_has() {
    let outcome = vperft(&format!(
        "run --filter '*/start-perft' --check perft:1 {} --format json",
        itself("ryugi rococo")
    ));
    let variants = parse(&outcome.stdout)["variants"].clone();
    let names: Vec<_> = variants.as_object().expect("an object").keys().cloned().collect();
    assert_eq!(names, ["ryugi", "rococo"]);
    check(
        &format!("moves sandbox {}", itself("ryugi")),
        4,
        &[],
        &["does not support this: sandbox; it has ryugi"],
    );
}

#[test]
fn readings_the_program_follows_are_told() {
    let other = itself("vanguard --ruling archer-slide=move-only");
    let asked = "--ruling archer-slide=move-only";
    // It is checked under the reading it declares, whether or not somebody asks for that one.
    for words in [&other, &format!("{other} {asked}")] {
        let said = "reference under archer-slide=move-only";
        check(&format!("run vanguard --filter vanguard/archer-slide* {words}"), 0, &[said], &[]);
    }
    // What is asked for wins over what it declares, which is told; it follows another reading, and so it fails.
    let told = "declares archer-slide=both; it is taken to follow move-only, as asked";
    let words = format!("run vanguard --filter vanguard/archer-slide* {} {asked}", itself("vanguard"));
    check(&words, 1, &[], &[told, "checks failed"]);
    check(
        &format!("run ryugi {} --without RYU-EP", itself("ryugi")),
        4,
        &[],
        &["clause RYU-EP cannot be switched off"],
    );
}

#[test]
fn programs_that_do_not_start_are_named() {
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
fn a_good_program_is_walked_through_without_a_word() {
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
fn what_is_wrong_with_a_program_is_told() {
    for (script, expected) in [
        ("exit 3", "WRONG: crashed: asked for `hello`, it ended (exit status: 3)"),
        ("echo nonsense", "WRONG: broke the protocol: answered `nonsense`"),
        (
            r#"while read -r l; do s=${l#*:}; s=${s%%,*}; case $l in
                *hello*) echo "{\"seq\":$s,\"result\":{\"protocol\":1,\"name\":\"a\",\"version\":\"1\",\"variants\":[\"ryugi\"]}}" ;;
                *) echo "{\"seq\":$s,\"result\":[\"P e2-e4\",\"P e2-e4\"]}" ;;
            esac; done"#,
            "WRONG: `P e2-e4` is there twice",
        ),
    ] {
        let program = format!("cmd:sh -c {}", shlex::try_quote(script).expect("no NUL"));
        let outcome = crate::tool::vperft_with(&["protocol", "check", &program]);
        assert_eq!(outcome.code, 1, "{outcome}");
        assert!(outcome.stdout.contains(expected), "{outcome}");
        assert!(outcome.stdout.contains("replay:   printf"), "{outcome}");
    }
    // It ends whatever it is asked, and may be started again once.
    let dies = r#"read -r l; echo '{"seq":0,"result":{"protocol":1,"name":"a","version":"1","variants":["ryugi"]}}'; read -r l; exit 3"#;
    let program = format!("cmd:sh -c {}", shlex::try_quote(dies).expect("no NUL"));
    let outcome = crate::tool::vperft_with(&["protocol", "check", &program, "--restarts", "1"]);
    assert_eq!(outcome.code, 1, "{outcome}");
    assert_eq!(outcome.stdout.matches("WRONG: crashed: ").count(), 2, "{outcome}");
    let refused = "WRONG: was not asked: it is started again 1 times at most; last it crashed: ";
    assert!(outcome.stdout.contains(refused), "{outcome}");
    check("protocol check fast", 2, &[], &["expected cmd:PROGRAM"]);
}

/// The script that docs/write-a-backend.md shows, as a backend: nothing is held against it that it does not say.
#[test]
#[cfg(unix)]
fn a_script_that_counts_right_fails_nothing() {
    const GUIDE: &str = include_str!("../../docs/write-a-backend.md");
    let shown = GUIDE.split("$ cat my_script.sh\n").nth(1).expect("the guide shows a script");
    let lines: Vec<_> = shown.lines().take_while(|line| !line.starts_with('$')).collect();
    let file = tempfile::NamedTempFile::new().expect("a file");
    let text = lines.join("\n").replace("vperft divide", &format!("'{PROGRAM}' divide"));
    std::fs::write(file.path(), text).expect("the file takes a script");
    let backend = format!("--backend 'script:sh {}'", file.path().display());
    let outcome = vperft(&format!("run ryugi --tier smoke --filter 'ryugi/re*' {backend} --format json"));
    assert_eq!(outcome.code, 0, "{outcome}");
    let total = &parse(&outcome.stdout)["total"];
    assert_eq!(total["failed"], 0, "{outcome}");
    assert!(total["passed"].as_u64() > Some(0), "{outcome}");
    let reason = "a script does not say whether a position is valid";
    assert!(outcome.stdout.contains(reason), "{outcome}");
}
