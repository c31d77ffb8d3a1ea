//! `identify`: the readings it finds, and its output.

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
fn the_suggested_command_passes() {
    let words = "identify sandbox --ruling king-file=e --format json";
    let answer = vperft(words).ends(0).json();
    let command = answer["variants"][0]["run"].as_str().expect("a command");
    let command = command.replacen("vperft ", "", 1);
    vperft(&format!("{command} --tier smoke --filter '*start*'")).ends(0);
}

#[test]
fn json_has_every_ruling_with_its_answer() {
    let answer = vperft("identify rococo --backend fast --format json").ends(0).json();
    assert_eq!(answer["backend"], format!("fast@{}", env!("CARGO_PKG_VERSION")));
    let variant = &answer["variants"][0];
    assert_eq!(variant["variant"], "rococo");
    assert_eq!(variant["joint"]["misfits"], json!([]));
    assert_eq!(variant["run"], "vperft run rococo");
    for ruling in variant["rulings"].as_array().expect("an array") {
        assert_eq!(ruling["outcome"], "reading", "{ruling}");
        assert_eq!(ruling["reading"], strings(&ruling["readings"])[0], "{ruling}");
        assert_eq!(ruling["by"]["answers"][0], ruling["answer"], "{ruling}");
    }
}

#[test]
fn answers_that_fit_no_reading_are_reported() {
    let words = "identify rococo --without ROC-BAN --without ROC-SWAPPER-2";
    let outcome = vperft(words).ends(1).says(&["does not fit: ", "  missing  "]);
    let replay = outcome.stdout.lines().find_map(|line| line.trim().strip_prefix("replay   vperft "));
    vperft(replay.unwrap_or_else(|| panic!("no replay: {outcome}"))).ends(0);
}

#[test]
fn a_variant_without_a_choice_of_readings_is_reported() {
    check("identify ryugi", 0, &["ryugi: no ruling has more than one reading"], &[]);
    check("identify none", 2, &[], &["invalid value 'none'"]);
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

/// A backend with two non-default readings, whose output passes through a sed filter that changes the readings in its `hello`.
#[cfg(target_os = "linux")]
fn with_hello(filter: &str) -> String {
    let readings = "--ruling archer-slide=move-only --ruling bowman-path=both";
    let script = format!("{PROGRAM} serve vanguard {readings} | sed -u '{filter}'");
    format!("cmd:sh -c {}", shlex::try_quote(&script).expect("no NUL"))
}

#[test]
#[cfg(target_os = "linux")]
fn the_suggested_command_passes_for_any_declared_readings() {
    let [archer, bowman] = ["archer-slide=move-only", "bowman-path=both"];
    // Declared readings, the filter, the readings in the suggested command, and the declared values in the notes of the run.
    for (name, filter, readings, notes) in [
        ("nothing", "s/\"rulings\":{[^}]*},//", &[archer, bowman][..], &[][..]),
        ("the truth", "", &[], &[]),
        (
            "the default of one",
            "s/\"archer-slide\":\"move-only\"/\"archer-slide\":\"both\"/",
            &[archer],
            &["both"],
        ),
        ("one of two", "s/\"bowman-path\":\"both\",\\{0,1\\}//", &[bowman], &["either"]),
    ] {
        let backend = with_hello(filter);
        let words = ["identify", "vanguard", "--format", "json", "--backend", &backend];
        let outcome = vperft_with(&words);
        let answer = outcome.json();
        let command = answer["variants"][0]["run"].as_str().expect("a command");
        let words = shlex::split(command).expect("balanced quotes");
        let requested: Vec<_> =
            words.iter().filter(|word| [archer, bowman].contains(&word.as_str())).collect();
        assert_eq!(requested, readings, "{name}: {outcome}");
        let more = ["--tier", "smoke", "--format", "json"];
        let words: Vec<_> = words[1..].iter().map(String::as_str).chain(more).collect();
        let run = vperft_with(&words).ends(0);
        assert_eq!(strings(&run.json()["readings"]), [archer, bowman], "{name}: {run}");
        // stderr has the plan of the run and the notes.
        assert_eq!(run.stderr.lines().count(), 1 + notes.len(), "{name}: {run}");
        for declared in notes {
            assert!(run.stderr.contains(&format!("={declared}, but is judged by ")), "{name}: {run}");
        }
    }
}

#[test]
fn the_suggested_command_repeats_requested_readings() {
    let answer = vperft("identify cetran3 --ruling ranks=8 --format json").json();
    assert_eq!(answer["variants"][0]["run"], "vperft run cetran3 --ruling 'ranks=8'");
}
