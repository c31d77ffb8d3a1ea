//! Comparisons of two versions of one variant whose rules are data, and of backends that refuse to answer.

use crate::tool::{PROGRAM, vperft};
use pretty_assertions::assert_eq;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const GRIFFINS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/variants/griffins");

fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).expect("a new folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy(&entry.path(), &target),
            false => fs::copy(entry.path(), target).map(drop).expect("a copy"),
        }
    }
}

/// A copy of the example in a temporary folder, with an edit of one of its files.
fn edited(file: &str, old: &str, new: &str) -> (TempDir, String) {
    let parent = TempDir::new().expect("a folder");
    let folder = parent.path().join("griffins");
    copy(Path::new(GRIFFINS), &folder);
    let path = folder.join(file);
    let text = fs::read_to_string(&path).expect("a text");
    assert!(text.contains(old), "{file} has no {old}");
    fs::write(&path, text.replace(old, new)).expect("a file");
    (parent, folder.display().to_string())
}

/// The words that name a program.
fn quoted(program: &str) -> String {
    shlex::try_quote(program).expect("no NUL").into_owned()
}

/// A slip is found as one mistake, by its title.
#[track_caller]
fn check(old: &str, new: &str, title: &str) {
    let (_parent, folder) = edited("variant.json", old, new);
    let program = quoted(&format!("cmd:{PROGRAM} serve griffins --variant {folder}"));
    let words = format!("diagnose griffins --variant {GRIFFINS} --backend {program} --format json");
    let document = vperft(&words).ends(1).json();
    let mistakes = document["mistakes"].as_array().map_or(&[][..], Vec::as_slice);
    let named: Vec<_> = mistakes.iter().map(|one| one["mistake"].as_str().unwrap_or_default()).collect();
    assert_eq!(named, [title], "{document}");
    assert_eq!(document["unexplained"].as_array().map(Vec::len), Some(0), "{document}");
    let words =
        format!("fuzz griffins --variant {GRIFFINS} --b {program} --count 60 --causes 9 --format json");
    let document = vperft(&words).ends(1).json();
    let causes = document["variants"][0]["causes"].as_array().map_or(&[][..], Vec::as_slice);
    let named: Vec<_> = causes.iter().map(|one| one["limit"].as_str().unwrap_or_default()).collect();
    assert_eq!(named, [title], "{document}");
}

#[test]
fn one_slip_is_one_mistake() {
    check("WyafsW", "WyafrW", "Anchorite: after leg 2, without the turn by -45°");
    check("FyafsF", "yafsF", "Griffin: without leg 1 of 2");
    check(
        r#"{"steps": "knight", "clause""#,
        r#"{"steps": [[1, 2], [-1, 2], [2, 1], [-2, 1], [1, -2], [-1, -2], [2, -1], [-3, -1]], "clause""#,
        "Knight: the step (-2, -1) is (-3, -1)",
    );
    check(
        r#"{"steps": "orthogonal", "most": "any", "clause": "GRI-ROOK"}"#,
        r#"{"steps": [[0, 1], [1, 0], [0, -1], [-1, 0], [1, 1]], "most": "any", "clause": "GRI-ROOK"}"#,
        "Rook: also the step (1, 1)",
    );
}

#[test]
fn two_versions_are_told_apart() {
    let (_parent, folder) = edited("variant.json", "WyafsW", "WyafrW");
    let [right, program] =
        [GRIFFINS, &folder].map(|folder| format!("cmd:{PROGRAM} serve griffins --variant {folder}"));
    let name = format!("cmd-data@{} ({program})", env!("CARGO_PKG_VERSION"));
    let [right, program] = [right, program].map(|program| quoted(&program));
    let position = "--vfen '9k2/12/12/12/12/12/12/12/12/2A9/12/6K5 w - - 0 1'";
    for words in [
        format!("fuzz griffins --a {right} --b {program} --count 60"),
        format!("fuzz griffins --a {right} --b {program} --count 60 --causes 1"),
        format!("descend griffins --a {right} --b {program} --depth 1 {position}"),
        format!("shrink griffins --a {right} --b {program} {position}"),
        format!("moves griffins --backend {program} --against {right} {position}"),
        format!("perft griffins 1 --classes --backend {program} --against {right} {position}"),
    ] {
        vperft(&format!("{words} --variant {GRIFFINS}")).ends(1).says(&[&name]);
    }
    // Names that differ are not longer.
    let same = vperft("moves ryugi --backend reference --against fast").ends(0);
    assert!(!same.stdout.contains("(reference)"), "{same}");
}

#[test]
fn a_steady_refusal_is_reproduced_and_made_smaller() {
    for error in [r#"{"kind":"position","message":"no"}"#, r#"{"kind":"internal","message":"no"}"#] {
        let script = format!("{PROGRAM} serve ryugi | sed -u 's/\"result\":\"ongoing\"/\"error\":{error}/'");
        let program = quoted(&format!("cmd:sh -c {}", quoted(&script)));
        let words = format!("fuzz ryugi --a reference --b {program} --count 20 --causes 1");
        let outcome = vperft(&words).ends(1).says(&["no-answer", "smaller  ", "vperft fuzz ryugi"]);
        assert!(!outcome.stdout.contains("not reproduced"), "{outcome}");
    }
}

#[test]
fn a_backend_is_not_to_be_compared_with_itself() {
    let (_parent, folder) = edited("suites/start.json", "784", "785");
    let outcome = vperft(&format!("run griffins --variant {folder}")).ends(1).says(&["nothing but counts"]);
    assert!(!outcome.stdout.contains("vperft descend"), "{outcome}");
}
