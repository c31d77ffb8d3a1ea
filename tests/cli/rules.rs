//! The texts of the rules.

use crate::tool::{check, vperft};
use pretty_assertions::assert_eq;

#[test]
fn a_rules_text_is_the_file_without_its_pictures() {
    for (words, file) in [
        ("rules", include_str!("../../suites/RULES.md")),
        ("rules Ryugi", include_str!("../../suites/ryugi/RULES.md")),
        ("rules vanguard", include_str!("../../suites/vanguard/RULES.md")),
        (
            "rules capablanca --variant examples/variants/capablanca",
            include_str!("../../examples/variants/capablanca/RULES.md"),
        ),
    ] {
        let is_text = |line: &&str| !line.trim_start().starts_with("![");
        let expected: String = file.split_inclusive('\n').filter(is_text).collect();
        assert_eq!(vperft(words).ends(0).stdout, expected, "{words}");
    }
}

#[test]
fn single_clauses_are_printed_with_their_words() {
    check(
        "rules ryugi ryu-ep",
        0,
        &["RYU-EP: ", "on the very next", "vperft cases ryugi --clause RYU-EP"],
        &[],
    );
    check("rules ryu-ep", 0, &["RYU-EP: ", "vperft cases ryugi --clause RYU-EP"], &[]);
    check("rules RYU-PE", 2, &[], &["no variant or clause `RYU-PE`", "did you mean `RYU-EP`"]);
    check("rules ryugi 'RYU-CASTLE-*'", 0, &["RYU-CASTLE-1: ", "RYU-CASTLE-2: ", "RYU-CASTLE-3: "], &[]);
    check("rules sandbox GEN-CHECK", 0, &["GEN-CHECK: ", "vperft cases sandbox --clause GEN-CHECK"], &[]);
    check("rules --format json", 0, &["\"clause\":\"GEN-CHECK\"", "\"variant\":null"], &[]);
    check(
        "rules ryugi RYU-EP --format json",
        0,
        &["\"clause\":\"RYU-EP\"", "\"pieces\":[\"pawn\"]", "\"cases\":[\"ryugi/"],
        &[],
    );
}

#[test]
fn a_clause_that_is_not_there_is_an_error_with_a_suggestion() {
    check("rules ryugi RYU-PE", 2, &[], &["ryugi: no clause matches `RYU-PE`", "did you mean `RYU-EP`"]);
    check("rules ryugi SBX-PAWN", 2, &[], &["ryugi: no clause matches `SBX-PAWN`"]);
    check("rules nosuch", 2, &[], &["nosuch"]);
}
