//! `shrink`: its output, bug file and exit codes.

use crate::tool::{check, vperft};

const POSITION: &str = "5k4/10/4p5/10/10/3P6/10/10/10/R4K4 w - - 0 1";

#[test]
fn a_small_position_is_printed_with_its_replay() {
    let words = format!("shrink ryugi --vfen '{POSITION}' --b reference --b-without RYU-ROOK");
    let outcome = vperft(&words).ends(1).snapshot("shrink", &[]);
    let replay = outcome.stdout.lines().find_map(|line| line.trim_start().strip_prefix("replay   vperft "));
    let replayed = vperft(replay.expect("a replay")).ends(1);
    let missing = outcome.stdout.lines().find(|line| line.trim_start().starts_with("missing  "));
    assert!(replayed.stdout.contains(missing.expect("a move is missing")), "{replayed}");
}

#[test]
fn its_bug_file_reproduces_the_difference() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("bug.json").display().to_string();
    let words = format!("shrink ryugi --vfen '{POSITION}' --b reference --b-without RYU-ROOK --out '{path}'");
    vperft(&words).ends(1).warns(&["wrote ", "vperft repro"]);
    vperft(&format!("repro '{path}'")).ends(1).says(&["R "]);
}

#[test]
fn exit_codes() {
    check("shrink ryugi --b reference", 0, &["The backends agree."], &["a was asked"]);
    check("shrink ryugi --b reference --depth 2", 0, &["The backends agree."], &["a was asked"]);
    check("shrink ryugi", 2, &[], &["--b <NAME>"]);
    check("shrink ryugi --b none", 2, &[], &["unknown backend `none`"]);
    check("shrink ryugi --b reference --max-requests 0", 2, &[], &["from 1"]);
    check("shrink ryugi --b reference --b-without ROC-BAN", 2, &[], &["clause `ROC-BAN` belongs to rococo"]);
    check("shrink ryugi --b reference --vfen x", 3, &[], &["field"]);
    check(
        "shrink ryugi --b reference --b-without RYU-PAWN-1 --max-requests 9",
        1,
        &["the limit on questions was reached"],
        &["--max-requests"],
    );
}
