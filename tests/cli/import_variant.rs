//! `vperft import variant`: sections of a `variants.ini` become folders that work.

use crate::tool::vperft;
use pretty_assertions::assert_eq;
use tempfile::TempDir;

const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/cli/variants_ini/sample.ini");

/// Imports a section of the sample, and returns the folder.
fn import(section: &str) -> (TempDir, String) {
    let parent = TempDir::new().expect("a folder");
    let dir = parent.path().display().to_string();
    vperft(&format!("import variant {SAMPLE} --name {section} --as mine --dir {dir}")).ends(0).says(&[
        "wrote ",
        "suites/start.json",
        "next:",
    ]);
    let folder = format!("{dir}/mine");
    (parent, folder)
}

/// The counts are those of pyffish 0.0.90 for the same file, which `ci/variants-ini` asks again.
#[test]
fn sections_have_the_counts_of_fairy_stockfish() {
    for (section, perft) in [
        ("hill-leapers", [26, 676, 19478]),
        ("must-take", [3, 5, 35]),
        ("no-check", [26, 106, 2997]),
        ("wide", [31, 961, 29272]),
        ("lost-queens", [20, 299, 6005]),
        ("two-monarchs", [17, 334, 5434]),
        ("generals", [13, 215, 2613]),
        ("left-handed", [11, 121, 1357]),
        ("in-sight", [9, 118, 1651]),
        ("fenced", [45, 1935, 83726]),
        ("jumpers", [11, 117, 1039]),
        ("safe-corner", [6, 36, 318]),
        ("half-army", [15, 210, 2525]),
    ] {
        let (_parent, folder) = import(section);
        let run = |command: &str| vperft(&format!("{command} --variant {folder}"));
        for (depth, count) in (1..).zip(perft) {
            assert_eq!(run(&format!("perft mine {depth}")).ends(0).stdout, format!("{count}\n"), "{section}");
        }
        run("run mine --strict").ends(0);
        run("lint").ends(0).says(&["0 findings"]);
        run("fuzz mine --count 30").ends(0);
        run("explain mine").ends(0);
    }
}

#[test]
fn refusals_name_the_key_and_its_line() {
    let parent = TempDir::new().expect("a folder");
    let dir = parent.path().display();
    for (section, expected) in [
        ("dropping", "`pieceDrops` in line 135 asks for pieces in hand"),
        ("exploding", "`blastOnCapture` of [nocheckatomic] asks for explosions"),
        ("odd-key", "line 144: `mustCaptur` is not a key of the format"),
        ("odd-moves", "`customPiece1 = x:xyzR`: column 1: `x`, which Fairy-Stockfish ignores"),
        ("must-tak", "did you mean `must-take`?"),
        ("crazyhouse", "a section such as `[my-crazyhouse:crazyhouse]` imports it"),
    ] {
        vperft(&format!("import variant {SAMPLE} --name {section} --dir {dir}")).ends(3).warns(&[expected]);
        assert!(!parent.path().join(section).exists(), "{section}");
    }
    vperft(&format!("import variant {SAMPLE} --name wide --as chess --dir {dir}"))
        .ends(2)
        .warns(&["--as: there is already a variant `chess`"]);
}

#[test]
fn without_a_name_all_sections_are_listed() {
    vperft(&format!("import variant {SAMPLE}")).ends(0).says(&[
        "imported: hill-leapers, must-take, no-check, wide, ",
        "ducks: not imported: `wallingRule` in line 141 asks for walls",
        "13 of 18 sections can be imported",
    ]);
    let listed = vperft(&format!("import variant {SAMPLE} --format json")).ends(0).stdout;
    let document: serde_json::Value = serde_json::from_str(&listed).expect("JSON");
    assert_eq!(document["able"], 13);
    assert_eq!(
        document["sections"][0],
        serde_json::json!({"name": "hill-leapers", "imported": true, "reason": null})
    );
}

/// Chance brings about no such position for the only side that castles.
#[test]
fn the_castling_of_one_side_gets_cases() {
    let parent = TempDir::new().expect("a folder");
    let dir = parent.path().display().to_string();
    let file = parent.path().join("variants.ini");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1";
    std::fs::write(&file, format!("[whites:chess]\nstartFen = {start}\n")).expect("a file");
    let words = format!("import variant {} --name whites --dir {dir}/new", file.display());
    vperft(&words).ends(0).says(&["wrote "]);
    let outcome = vperft(&format!("suite propose whites --variant {dir}/new/whites")).ends(0);
    assert!(!outcome.stdout.contains("shows: castling"), "{outcome}");
    let alone = format!("suite propose whites --variant {dir}/new/whites --b data");
    vperft(&alone).ends(2).warns(&["expected another backend than `data`"]);
}

/// A drawn goal leaves no move, and a repetition that loses leaves some.
#[test]
fn ends_on_the_board_have_no_moves() {
    let parent = TempDir::new().expect("a folder");
    let dir = parent.path().display().to_string();
    let file = parent.path().join("variants.ini");
    std::fs::write(&file, "[races:racingkings]\n[loses:chess]\nnFoldValue = loss\n").expect("a file");
    for name in ["races", "loses"] {
        vperft(&format!("import variant {} --name {name} --dir {dir}", file.display())).ends(0);
        let words = format!("fuzz {name} --variant {dir}/{name} --relations --count 400 --seed 3");
        vperft(&words).ends(0);
    }
}
