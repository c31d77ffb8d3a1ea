//! `vperft new`: the folders that it writes work at once, and nothing is overwritten.

use crate::tool::{check, vperft};
use pretty_assertions::assert_eq;
use std::fs;
use tempfile::TempDir;

/// A new variant in a temporary folder, and its folder.
fn new_variant(name: &str, words: &str) -> (TempDir, String) {
    let parent = TempDir::new().expect("a folder");
    let dir = parent.path().display().to_string();
    vperft(&format!("new variant {name} --dir {dir} {words}")).ends(0).says(&[
        "wrote ",
        "suites/start.json",
        "next:",
    ]);
    let folder = format!("{dir}/{name}");
    (parent, folder)
}

#[test]
fn a_new_variant_works_at_once_on_boards_of_many_sizes() {
    for (words, perft) in [
        ("--files 5 --ranks 5", [7, 53, 506]),
        ("--files 6 --ranks 6", [8, 64, 681]),
        ("--files 7 --ranks 7 --pieces RNGBKNR", [18, 317, 6006]),
        // Chess, as it is published.
        ("", [20, 400, 8902]),
        // Capablanca Chess, as it is published.
        ("--files 10 --pieces RNABQKBMNR", [28, 784, 25_228]),
        ("--files 9 --ranks 10", [24, 576, 15_096]),
        ("--files 16 --ranks 5", [28, 781, 23_547]),
        ("--files 5 --ranks 16", [12, 144, 1944]),
        ("--files 16 --ranks 16", [44, 1936, 94_200]),
        ("--files 11 --ranks 11 --pieces RNBCHKMAGQL", [39, 1443, 59_804]),
    ] {
        let (_parent, folder) = new_variant("mine", words);
        let run = |command: &str| vperft(&format!("{command} --variant {folder}"));
        run("run mine --strict").ends(0);
        run("lint").ends(0).says(&["0 findings", "marked `alone`: 2 expected values"]);
        for (depth, count) in (1..).zip(perft) {
            assert_eq!(run(&format!("perft mine {depth}")).ends(0).stdout, format!("{count}\n"), "{words}");
        }
        run("status mine").ends(0).says(&["ongoing"]);
        run("divide mine 1").ends(0).says(&[&format!("total: {}", perft[0])]);
        run("fuzz mine --relations --count 30").ends(0);
        run("show mine").ends(0);
        run("sample mine --seed 1 --ply 9").ends(0);
    }
}

#[test]
fn a_clause_of_a_new_variant_can_be_switched_off() {
    let (_parent, folder) = new_variant("mine", "");
    for (clause, count) in [("MIN-KNIGHT", 16), ("MIN-PAWN-2", 12), ("MIN-PAWN-1", 12)] {
        let words = format!("perft mine 1 --without {clause} --variant {folder}");
        assert_eq!(vperft(&words).ends(0).stdout, format!("{count}\n"), "{clause}");
    }
}

#[test]
fn values_that_rest_on_one_source_say_so() {
    let (_parent, folder) = new_variant("mine", "");
    let suite = format!("{folder}/suites/start.json");
    let with = |from: &str, to: &str| {
        let text = fs::read_to_string(&suite).expect("the suite");
        assert!(text.contains(from), "no `{from}` in {text}");
        fs::write(&suite, text.replace(from, to)).expect("a file");
    };
    let lint = |code, parts: &[&str]| {
        vperft(&format!("lint --variant {folder}")).ends(code).says(parts);
    };
    with(", \"alone\"", "");
    lint(1, &["`perft` is unconfirmed: its one source is data@", "2 findings"]);
    with("\"perft\": [", "\"perft\": [\"hand\", \"alone\", ");
    lint(1, &["`perft` is marked `alone`, but its sources confirm it; expected no `alone`"]);
    vperft(&format!("bless mine --all --variant {folder}")).ends(0).warns(&["only `data` was asked"]);
    lint(0, &["marked `alone`: 1 expected value that no second source confirms", "0 findings"]);
    // The same rules behind a pipe are no second source.
    let serve = format!("'cmd:{} serve mine --backend data --variant {folder}'", crate::tool::PROGRAM);
    vperft(&format!("bless mine --all --b {serve} --variant {folder}")).ends(0);
    lint(0, &["marked `alone`: 1 expected value that"]);
}

#[test]
fn wrong_requests_are_refused_and_nothing_is_left() {
    let parent = TempDir::new().expect("a folder");
    let dir = parent.path().display().to_string();
    fs::create_dir(parent.path().join("there")).expect("a folder");
    for (words, code, part) in [
        ("there", 2, "there` is there already; expected a new name; nothing was written"),
        ("Mine", 2, "`Mine` cannot be the name of a variant; expected lower-case letters"),
        ("ryugi", 2, "there is already a variant `ryugi`"),
        ("mine --files 4", 2, "expected a whole number from 5 to 16"),
        ("mine --pieces RNBQKBN", 2, "7 pieces for 8 files; expected one for each file"),
        ("mine --pieces RNBQXBNR", 2, "`X` is not a piece; expected one of K King, Q Queen"),
        ("mine --pieces RNBQQBNR", 2, "0 Kings (K); expected one"),
        ("mine --files 6 --ranks 5 --pieces HKHHHH", 2, "the Black King could be captured"),
        ("mine --dir nowhere", 5, "there is no folder `nowhere`"),
    ] {
        let dir = if words.contains("--dir") { String::new() } else { format!("--dir {dir}") };
        check(&format!("new variant {words} {dir}"), code, &[], &[part]);
    }
    let left: Vec<_> = fs::read_dir(parent.path()).expect("the folder").collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

#[test]
fn the_help_of_new() {
    vperft("new --help").snapshot("help-new", &[]);
    vperft("new variant --help").snapshot("help-new-variant", &[]);
}
