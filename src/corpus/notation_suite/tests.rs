//! The suite of the checkout, and what differs in an answer.

use super::{Answer, Case, Outcome, Request, judge, own_reader, read_cases};
use pretty_assertions::assert_eq;
use std::path::Path;

#[test]
fn the_compiler_of_this_crate_passes_every_case() {
    let cases = read_cases(&Path::new(env!("CARGO_MANIFEST_DIR")).join("suites/betza")).unwrap();
    assert!(cases.len() >= 400, "{} cases", cases.len());
    let mut failures = Vec::new();
    for case in &cases {
        for &dialect in &case.dialects {
            let answer = own_reader(&Request::from_case(case, dialect).unwrap()).unwrap();
            let outcome = judge(case, &answer);
            if outcome != Outcome::Passed {
                failures.push(format!("{} ({}, {}): {outcome:?}", case.id, case.text, dialect.name()));
            }
        }
    }
    assert_eq!(failures, Vec::<String>::new());
}

#[test]
fn differences_are_named() {
    let case = |error, captures: &str| Case {
        id: "a/b".into(),
        text: "W".into(),
        dialects: Vec::new(),
        board: "8x8".into(),
        at: "d4".into(),
        friends: String::new(),
        enemies: String::new(),
        unmoved: false,
        moves: Some("d5".into()),
        captures: Some(captures.into()),
        error,
        source: "a page".into(),
        provenance: Vec::new(),
    };
    let answer = |moves: &[&str], captures: &[&str]| Answer {
        moves: Some(moves.iter().map(ToString::to_string).collect()),
        captures: Some(captures.iter().map(ToString::to_string).collect()),
        ..Answer::default()
    };
    for (case, answer, expected) in [
        (case(None, "e5xd5xc4"), answer(&["d5"], &["e5xc4xd5"]), Outcome::Passed),
        (
            case(None, ""),
            answer(&["d6"], &[]),
            Outcome::Failed("moves without d5; moves with d6 too many".into()),
        ),
        (case(Some(1), ""), answer(&[], &[]), Outcome::Failed("no error; expected one in column 1".into())),
        (
            case(None, ""),
            Answer { unsupported: Some("no board of this size".into()), ..Answer::default() },
            Outcome::Unsupported("no board of this size".into()),
        ),
    ] {
        assert_eq!(judge(&case, &answer), expected);
    }
}
