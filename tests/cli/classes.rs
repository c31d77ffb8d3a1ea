//! `perft --classes`: tables, comparisons of two backends, and backends that report less.

use crate::tool::{PROGRAM, check, variants, vperft};
use pretty_assertions::assert_eq;
use vperft::inner::game::classes::LeafClass;

/// A capture en passant is the only capture.
const PASSING: &str = "5k4/10/10/10/10/3pP5/10/10/10/5K4 b - e4 0 1";

/// The words of each row of a table with these titles in its first line.
fn rows(output: &str, first: &str) -> Vec<Vec<String>> {
    let lines = output.lines().skip_while(|line| !line.trim_start().starts_with(first));
    let table = lines.take_while(|line| !line.is_empty());
    table.map(|line| line.split_whitespace().map(str::to_owned).collect()).collect()
}

#[test]
fn tables_have_the_columns_of_published_ones() {
    let outcome = vperft(&format!("perft ryugi 2 --classes --vfen '{PASSING}'")).ends(0).warns(&["nodes/s"]);
    let expected = [
        "depth nodes captures en passant castles promotions checks checkmates",
        "1 7 1 1 0 0 0 0",
        "2 41 0 0 0 0 0 0",
    ];
    let rows = rows(&outcome.stdout, "depth");
    assert_eq!(rows.iter().map(|row| row.join(" ")).collect::<Vec<_>>(), expected, "{outcome}");
}

#[test]
fn backends_agree() {
    for variant in variants() {
        check(
            &format!("perft {variant} 2 --classes --against reference"),
            0,
            &["fast@", " and reference@", " agree"],
            &["fast@", "reference@"],
        );
    }
    let program = format!("cmd:{PROGRAM} serve ryugi");
    let words = format!("perft ryugi 2 --classes --vfen '{PASSING}' --backend '{program}' --against fast");
    check(&words, 0, &["agree"], &[]);
}

#[test]
fn differences_are_named() {
    let words = "--classes --backend reference --without RYU-EP --against fast";
    check(
        &format!("perft ryugi 2 --vfen '{PASSING}' {words}"),
        1,
        &[
            "depth 1, nodes: 6 by reference@",
            "depth 1, captures: 0 by reference@",
            "depth 1, en passant: 0 by reference@",
            " without RYU-EP, 1 by fast@",
            "depth 2, nodes: 36 by reference@",
        ],
        &[],
    );
    // After this move nothing is captured en passant.
    check(&format!("perft ryugi 1 --vfen '{PASSING}' {words} --move d5d4"), 0, &["agree"], &[]);
}

#[test]
fn classes_that_a_backend_does_not_report_have_no_count() {
    let script = format!(r#"{PROGRAM} serve ryugi | sed -u 's/"status",//'"#);
    let program = format!("cmd:sh -c {}", shlex::try_quote(&script).expect("no NUL"));
    let program = shlex::try_quote(&program).expect("no NUL");
    let words = format!("perft ryugi 2 --classes --vfen '{PASSING}' --backend {program}");
    let notes = ["about every position, which is much slower", "does not report: draw-counter, draw-dead"];
    check(&words, 0, &["41"], &notes);
    let document = vperft(&format!("{words} --format json")).ends(0).json();
    assert_eq!(document["rows"][1]["classes"]["draw-dead"], serde_json::Value::Null, "{document}");
    // Mates are known from the moves and check.
    let mate = "'9k/R9/10/10/10/10/10/10/10/1R3K4 w - - 0 1'";
    let words = format!("perft ryugi 1 --classes --vfen {mate} --backend {program} --format json");
    let document = vperft(&words).ends(0).json();
    assert_eq!(document["rows"][0]["classes"]["checkmates"], 1, "{document}");
}

#[test]
fn every_class_is_in_the_schema() {
    let schema: serde_json::Value =
        serde_json::from_str(include_str!("../../docs/classes.schema.json")).expect("JSON");
    let names: Vec<_> = LeafClass::ALL.into_iter().map(LeafClass::name).collect();
    assert_eq!(schema["$defs"]["class"]["enum"], serde_json::json!(names));
}

#[test]
fn misuse_is_an_error() {
    for (words, message) in [
        ("perft ryugi 0 --classes", "expected a depth of 1 or more"),
        ("perft ryugi 2 --against fast", "--classes"),
        ("perft ryugi 2 --classes --hash 16", "--hash"),
    ] {
        check(words, 2, &[], &[message]);
    }
}
