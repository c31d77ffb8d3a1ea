//! `vperft run --stdin` and `vperft explore --stdin`: answers to lines of stdin.

use crate::tool::PROGRAM;
use pretty_assertions::assert_eq;
use serde_json::{Value, json};
use std::io::Write as _;
use std::process::{Command, Stdio};

/// The exit code, the lines of stdout and stderr of a command that reads these lines.
fn answers(words: &str, lines: &[&str]) -> (i32, Vec<Value>, String) {
    let words = shlex::split(words).expect("words");
    let mut command = Command::new(PROGRAM);
    let mut child = command
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let input = lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    // A program that ends early does not read everything.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the program ends");
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    let stdout = text(output.stdout).lines().map(|line| line.parse().expect("JSON")).collect();
    (output.status.code().expect("an exit code"), stdout, text(output.stderr))
}

#[test]
fn cases_are_judged_as_their_ids_come() {
    let wrong = "run ryugi --stdin --backend reference --without RYU-EP";
    let lines = ["ryugi/ep-black-takes", "ryugi/classes-001", "ryugi/ep-black-takes"];
    let (code, verdicts, stderr) = answers(wrong, &lines);
    assert_eq!((code, stderr.as_str()), (0, ""));
    let short: Vec<_> = verdicts.iter().map(|one| [&one["id"], &one["verdict"]]).collect();
    let failing = [json!("ryugi/ep-black-takes"), json!("fail")];
    let passing = [json!("ryugi/classes-001"), json!("pass")];
    assert_eq!(json!(short), json!([failing, passing, failing]));
    let text = verdicts[0]["text"].as_str().expect("a text");
    for part in ["rule     RYU-EP: ", " p  P ", "missing  p d5-e4; @-e5", "replay   "] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(verdicts[1]["text"], Value::Null);

    let (code, verdicts, stderr) =
        answers("run ryugi --stdin", &["ryugi/classes-001", "ryugi/nosuch", "ryugi/classes-001"]);
    assert_eq!((code, verdicts.len()), (3, 1), "{stderr}");
    assert!(stderr.contains("stdin, line 2: no case `ryugi/nosuch` is selected"), "{stderr}");
}

#[test]
fn requests_of_the_page_are_answered_on_one_line_each() {
    let count = r#"{"ask": "count", "at": {"variant": "ryugi"}, "depth": 2, "moves": ["P e3-e4"]}"#;
    let (code, replies, _) = answers("explore --stdin", &[count, "nonsense", count]);
    let counted = json!({ "ok": { "counts": ["34"] } });
    assert_eq!((code, &replies[0], &replies[2]), (0, &counted, &counted));
    assert!(replies[1]["error"]["message"].as_str().is_some_and(|text| text.starts_with("the request: ")));
}
