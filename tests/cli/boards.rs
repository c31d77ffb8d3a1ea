//! `show`, `variants` and `sample`.

use crate::tool::{variants, vperft};
use pretty_assertions::assert_eq;
use std::fs;
use tempfile::tempdir;

#[test]
fn boards_are_plain_when_not_on_a_terminal() {
    for (words, parts) in [
        ("ryugi", &["a  b  c", "┌───", "r  i  b  m  q  k  d  b  i  r", "White to move", "unmoved"][..]),
        ("ryugi --vfen '5k4/10/10/10/10/10/10/10/10/5K4 b - - 7 31'", &["Black to move", "move 31, clock 7"]),
        ("cetran3 --ruling ranks=8", &["White to move"]),
        ("rococo", &["White to move"]),
    ] {
        let outcome = vperft(&format!("show {words}")).ends(0).says(parts);
        assert!(!outcome.stdout.contains('\u{1b}'), "escape codes: {outcome}");
        assert!(outcome.stderr.is_empty(), "{outcome}");
    }
}

#[test]
fn svg_writes_a_picture_and_prints_nothing() {
    let folder = tempdir().expect("a folder");
    let path = folder.path().join("a board.svg");
    for (words, title) in [
        ("ryugi", "Ryugi, White to move"),
        ("ryugi --vfen '5k4/10/10/10/10/10/10/10/10/5K4 b - - 0 1'", "Ryugi, Black to move"),
        ("cetran3", "Cetran Chess 3, White to move"),
    ] {
        let outcome = vperft(&format!("show {words} --svg '{}'", path.display())).ends(0);
        assert_eq!(outcome.stdout, "", "{words}");
        let picture = fs::read_to_string(&path).expect("the picture");
        assert!(picture.starts_with("<svg "), "{words}: {picture:.60}");
        assert!(picture.trim_end().ends_with("</svg>"), "{words}");
        assert!(picture.contains(title), "{words}");
        assert_eq!(vperft(&format!("show {words} --svg -")).ends(0).stdout, picture, "{words}");
    }
}

#[test]
fn pictures_show_what_a_command_is_about() {
    let folder = tempdir().expect("a folder");
    let game = folder.path().join("game.txt");
    fs::write(&game, "1. P e3-e5 P e8-e6\n2. K f1-f4\n").expect("a game");
    let game = game.display();
    // The class of an element, and how often it occurs.
    for (words, code, expected) in [
        ("show ryugi --svg -".to_owned(), 0, &[("piece white", 22), ("last", 0), ("arrow", 0)][..]),
        ("show ryugi --move 'P e3-e5' --svg -".into(), 0, &[("last", 2)]),
        (
            "show ryugi --svg - --mark e4,d5 --arrow e2-e4 --arrow d7-d5".into(),
            0,
            &[("mark", 2), ("arrow", 2)],
        ),
        ("show ryugi --svg - --legend".into(), 0, &[("piece white", 31)]),
        ("show ryugi --svg - --pieces letters".into(), 0, &[("disc", 44)]),
        ("moves ryugi --square e2 --svg -".into(), 0, &[("mark", 1), ("dot", 4), ("take", 0)]),
        ("explain ryugi --square e2 --svg -".into(), 0, &[("mark", 1), ("dot", 4)]),
        ("explain ryugi --move 'P a2-a3' --svg -".into(), 0, &[("arrow good", 1), ("arrow bad", 0)]),
        ("explain ryugi --move 'P a2-a5' --svg -".into(), 0, &[("arrow good", 0), ("arrow bad", 1)]),
        (format!("import ryugi '{game}' --svg -"), 3, &[("last", 2), ("arrow bad", 1)]),
        (format!("import ryugi '{game}' --ply 1 --svg -"), 3, &[("last", 2), ("arrow bad", 0)]),
    ] {
        let picture = vperft(&words).ends(code).stdout;
        let count = |class: &str| picture.matches(&format!("class=\"{class}\"")).count();
        let found: Vec<_> = expected.iter().map(|(class, _)| (*class, count(class))).collect();
        assert_eq!(found, expected, "{words}");
    }
}

#[test]
fn kinds_without_a_symbol_get_a_shield_with_their_label() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/variants/xiangqi");
    let picture = vperft(&format!("show xiangqi --variant '{folder}' --svg -")).ends(0).stdout;
    for (part, expected) in [("href=\"#shield\"", 20), ("href=\"#soldier\"", 10), ("\nN\n", 2), ("\nn\n", 2)]
    {
        assert_eq!(picture.matches(part).count(), expected, "{part}");
    }
}

#[test]
fn wrong_squares_of_pictures_are_errors() {
    for (words, code, message) in [
        ("show ryugi --svg - --mark k9", 3, "there is no square `k9`; expected one from a1 to j10"),
        ("show ryugi --svg - --arrow e2", 3, "--arrow: cannot read `e2`"),
        ("show ryugi --flip", 2, "--svg"),
        ("show ryugi --svg - --format json", 2, "cannot be used with"),
        ("moves ryugi --svg - --against fast", 2, "cannot be used with --against"),
    ] {
        let outcome = vperft(words).ends(code);
        assert!(outcome.stderr.contains(message), "{words}: {outcome}");
    }
}

#[test]
fn variants_lists_every_variant_and_ruling() {
    let outcome =
        vperft("variants").ends(0).says(&variants()).says(&["16 x 16", "archer-slide", "both, move-only"]);
    let header = outcome.stdout.lines().next().unwrap_or_default();
    let columns: Vec<_> = header.split_whitespace().collect();
    assert_eq!(columns, ["variant", "title", "board", "clauses", "rulings", "cases"]);
}

#[test]
fn samples_are_reproducible_and_valid() {
    for variant in variants() {
        let words = format!("sample {variant} --seed 7 --ply 12");
        let games = vperft(&format!("{words} --count 3")).lines();
        assert_eq!(games.len(), 3, "{variant}");
        assert_eq!(vperft(&format!("{words} --count 3")).lines(), games, "{variant}");
        assert_eq!(vperft(&words).lines(), games[..1], "{variant}");
        assert_eq!(vperft(&format!("sample {variant} --seed 9 --ply 12")).lines(), games[2..], "{variant}");
        assert!(games[0] != games[1], "{variant}: the seed does nothing");
        for vfen in &games {
            let answer = vperft(&format!("moves {variant} --format json --vfen '{vfen}'")).ends(0).json();
            assert_eq!(answer["vfen"], **vfen, "{variant}");
            assert!(answer["moves"].as_array().is_some_and(|moves| !moves.is_empty()), "{variant}: {vfen}");
        }
    }
}

#[test]
fn samples_of_ply_0_are_the_start_position() {
    for (words, shown) in [("ryugi", "ryugi"), ("cetran3 --ruling ranks=10", "cetran3 --ruling ranks=10")] {
        let start = vperft(&format!("moves {shown} --format json")).ends(0).json();
        assert_eq!(
            vperft(&format!("sample {words} --seed 0 --ply 0")).lines(),
            [start["vfen"].as_str().unwrap()]
        );
    }
    assert!(vperft("sample ryugi --seed 0 --ply 3 --count 0").lines().is_empty());
    assert_eq!(vperft(&format!("sample ryugi --seed {} --ply 3", u64::MAX)).lines().len(), 1);
}

#[test]
fn samples_end_early_without_legal_moves() {
    // Without this clause White has no move in the start position.
    let words = "cetran3 --without GEN-PATH";
    assert!(vperft(&format!("moves {words} --format lines")).lines().is_empty());
    assert_eq!(vperft(&format!("sample {words} --seed 1 --ply 12")).lines().len(), 1);
}
