//! What `identify` prints.

use crate::tool::{PROGRAM, check, strings, vperft, vperft_with};
use pretty_assertions::assert_eq;
use serde_json::json;

#[test]
fn a_reading_is_shown_with_the_position_that_decides_it() {
    let outcome = vperft("identify rococo --backend reference --ruling mutual-own=yes").ends(0);
    outcome.says(&[
        "mutual-own: yes, not no\n  position ",
        " to move",
        "  asked    which of these moves are legal: ",
        "    no: none of them\n",
        "edge: nearest, the default\n",
        "fits: ",
        "vperft run rococo --ruling 'mutual-own=yes'\n",
    ]);
}

#[test]
fn the_command_it_ends_with_passes() {
    let words = "identify sandbox --ruling king-file=e --format json";
    let answer = vperft(words).ends(0).json();
    let command = answer["variants"][0]["run"].as_str().expect("a command");
    let command = command.replacen("vperft ", "", 1);
    vperft(&format!("{command} --tier smoke --filter '*start*'")).ends(0);
}

#[test]
fn json_holds_every_answer() {
    let answer = vperft("identify rococo --backend fast --format json").ends(0).json();
    assert_eq!(answer["backend"], format!("fast@{}", env!("CARGO_PKG_VERSION")));
    let variant = &answer["variants"][0];
    assert_eq!(variant["variant"], "rococo");
    assert_eq!(variant["joint"]["misfits"], json!([]));
    assert_eq!(variant["run"], "vperft run rococo --backend fast");
    for ruling in variant["rulings"].as_array().expect("an array") {
        assert_eq!(ruling["outcome"], "reading", "{ruling}");
        assert_eq!(ruling["reading"], strings(&ruling["readings"])[0], "{ruling}");
        assert_eq!(ruling["by"]["answers"][0], ruling["answer"], "{ruling}");
    }
}

#[test]
fn what_does_not_fit_is_told() {
    let words = "identify rococo --without ROC-BAN --without ROC-SWAPPER-2";
    let outcome = vperft(words).ends(1).says(&["does not fit: ", "  missing  "]);
    let replay = outcome.stdout.lines().find_map(|line| line.trim().strip_prefix("replay   vperft "));
    vperft(replay.unwrap_or_else(|| panic!("no replay: {outcome}"))).ends(0);
}

#[test]
fn a_variant_without_a_choice_says_so() {
    check("identify ryugi", 0, &["ryugi: no ruling has more than one reading"], &[]);
    check("identify none", 2, &[], &["unknown variant `none`"]);
}

#[test]
fn a_backend_is_checked_under_the_readings_it_declares() {
    let backend = format!("cmd:{PROGRAM} serve rococo --ruling mutual-own=yes");
    let words = ["run", "rococo", "--tier", "smoke", "--format", "json", "--backend", &backend];
    let answer = vperft_with(&words).ends(0).json();
    assert_eq!(strings(&answer["readings"]), ["mutual-own=yes"]);
    let outcome = vperft_with(&["identify", "rococo", "--backend", &backend]).ends(0);
    outcome.says(&[
        "mutual-own: yes, not no\n  declared yes\n",
        "edge: nearest, the default\n  declared nearest\n",
    ]);
}
