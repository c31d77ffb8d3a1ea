//! The mistakes that `diagnose` finds.

use crate::tool::vperft;
use pretty_assertions::assert_eq;
use std::collections::BTreeSet;

/// `diagnose` finds exactly the clauses that are switched off, and leaves nothing unexplained.
#[track_caller]
fn check(variant: &str, off: &[&str]) {
    let without = off.iter().map(|clause| format!("--without {clause}")).collect::<Vec<_>>().join(" ");
    let words = format!("diagnose {variant} --backend reference {without} --count 150 --format json");
    let document = vperft(&words).ends(1).json();
    let named = document["mistakes"].as_array().into_iter().flatten();
    let named: BTreeSet<_> = named.map(|one| one["clause"].as_str().unwrap_or_default()).collect();
    assert_eq!(named, off.iter().copied().collect(), "{words}");
    assert_eq!(document["unexplained"].as_array().map(Vec::len), Some(0), "{words}");
}

#[test]
fn missing_clauses_are_named() {
    check("ryugi", &["RYU-EP"]);
    check("ryugi", &["RYU-KIRIN", "RYU-PROMOTE", "RYU-BISHOP"]);
    check("rococo", &["ROC-CHAMELEON-2"]);
    // The first clause hides the effect of the second.
    check("rococo", &["ROC-IMMOBILIZER-1", "ROC-CHAMELEON-2", "ROC-STALEMATE"]);
    check("cetran3", &["CET-SISSA"]);
}

/// The mistakes in the explanation of a run, with the number of wrong answers and of those that are explained.
fn explanation(words: &str) -> (BTreeSet<String>, u64, u64) {
    let document = vperft(&format!("{words} --format json")).ends(1).json();
    let one = &document["explanations"][0];
    let clauses = one["mistakes"].as_array().into_iter().flatten();
    let clauses = clauses.map(|one| one["clause"].as_str().unwrap_or_default().to_owned()).collect();
    let number = |name: &str| one[name].as_u64().expect(name);
    (clauses, number("wrong"), number("explained"))
}

#[test]
fn every_failing_run_ends_with_its_mistakes() {
    // Each is one that the run itself shows, alone or with another.
    for off in
        [&["RYU-EP", "RYU-KIRIN"][..], &["RYU-CASTLE-1"], &["RYU-PROMOTE"], &["RYU-PAWN-2"], &["GEN-CLOCK"]]
    {
        let without = off.iter().map(|clause| format!("--without {clause}")).collect::<Vec<_>>().join(" ");
        let (clauses, wrong, explained) = explanation(&format!("run ryugi --tier smoke {without}"));
        assert!(off.iter().all(|clause| clauses.contains(*clause)), "without {off:?}: {clauses:?}");
        assert!(wrong > 0 && explained * 10 >= wrong * 9, "without {off:?}: {explained} of {wrong}");
    }
}

#[test]
fn every_report_of_a_run_has_its_mistakes() {
    for (format, expected) in [
        ("human", "without RYU-KIRIN: leaps (1,1) or (0,2)."),
        ("junit", "<property name=\"explanation\" value=\"1 mistake explains"),
        ("github", "Likely causes:"),
        ("jsonl", "\"explanations\":[{\"variant\":\"ryugi\""),
    ] {
        let words = format!("run ryugi --tier smoke --without RYU-KIRIN --format {format}");
        let outcome = vperft(&words).ends(1);
        assert!(outcome.stdout.contains(expected), "{format}: {outcome}");
        assert!(outcome.stdout.contains("vperft diagnose ryugi --without RYU-KIRIN"), "{format}: {outcome}");
    }
    let passed = vperft("run ryugi --tier smoke --filter 'ryugi/ep-*' --format json").ends(0).json();
    assert_eq!(passed["explanations"], serde_json::Value::Null);
}

#[test]
fn a_diagnosis_fits_a_screen() {
    let off = ["RYU-EP", "RYU-KIRIN", "RYU-ROOK", "RYU-CASTLE-3", "RYU-PROMOTE", "RYU-PAWN-2", "GEN-CLOCK"];
    let without = off.iter().map(|clause| format!("--without {clause}")).collect::<Vec<_>>().join(" ");
    let outcome = vperft(&format!("diagnose ryugi --backend reference {without}")).ends(1);
    let lines = outcome.stdout.lines().count();
    assert!(lines <= 60, "{lines} lines: {outcome}");
    let all = vperft(&format!("diagnose ryugi --backend reference {without} --all")).ends(1);
    assert!(all.stdout.lines().count() > 60, "{all}");
}
