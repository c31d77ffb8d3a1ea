//! `vperft diagrams`: pictures of the moves of pieces, which show the answers of a backend.

use crate::tool::{check, vperft};
use std::fs;
use std::path::Path;
use vperft::inner::game::variant::{Variant, VariantId};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The folder of the committed pictures of a variant.
fn folder(variant: &str) -> String {
    format!("{ROOT}/suites/{variant}/diagrams")
}

/// `ci/diagrams` compares all variants.
#[test]
fn the_committed_pictures_are_what_both_backends_answer() {
    for backend in ["fast", "reference"] {
        let words = format!("diagrams ryugi --check --out {} --backend {backend}", folder("ryugi"));
        check(&words, 0, &["9 pictures as the backend answers"], &[]);
    }
}

#[test]
fn a_wrong_backend_is_drawn_differently() {
    for (variant, clause, piece, panel) in [
        ("ryugi", "RYU-KIRIN", "kirin", "Moves and captures"),
        ("ryugi", "RYU-DRAGON", "dragon", "Moves and captures"),
        ("ryugi", "RYU-CASTLE-1", "king", "Castling"),
        ("ryugi", "RYU-EP", "pawn", "En passant"),
        ("ryugi", "RYU-PROMOTE", "pawn", "Promotion"),
        ("sandbox", "SBX-QUEEN-2", "queen", "Moves and captures"),
        ("sandbox", "SBX-LION-3", "lion", "Moves and captures"),
        ("rococo", "ROC-PAWN-2", "cannon-pawn", "Captures with the help"),
        ("rococo", "ROC-CHAMELEON-4", "chameleon", "Against King"),
        ("rococo", "ROC-IMMOBILIZER-2", "immobilizer", "Moves and captures"),
        ("vanguard", "VAN-HELEPOLIS-3", "helepolis", "First move over a friend"),
        ("vanguard", "VAN-WIZARD-2", "wizard", "Moves and captures"),
    ] {
        let id: VariantId = variant.parse().expect(variant);
        let entry = Variant::get(id).pieces.iter().find(|entry| entry.kind.name() == piece).expect(piece);
        let words = format!(
            "diagrams {variant} --check --out {} --without {clause} --piece {}",
            folder(variant),
            entry.label
        );
        let expected = format!("{piece}.svg: the panel `{panel}");
        check(&words, 1, &[&expected, &entry.name, "is not what the backend answers"], &[]);
    }
}

#[test]
fn pictures_are_written_and_small() {
    let out = tempfile::tempdir().expect("a folder");
    let to = out.path().display();
    vperft(&format!("diagrams Ryugi --out {to} --piece n --piece K")).ends(0);
    let mut names: Vec<_> = fs::read_dir(out.path())
        .expect("it is there")
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    names.sort();
    assert_eq!(names, ["king.svg", "knight.svg"]);
    for name in ["king.svg", "knight.svg"] {
        let [drawn, committed] = [out.path().to_owned(), folder("ryugi").into()]
            .map(|folder| fs::read_to_string(folder.join(name)).expect(name));
        assert_eq!(drawn, committed, "{name}");
    }
    let empty = format!("diagrams ryugi --check --out {to} --piece Q");
    check(&empty, 1, &["queen.svg: the panel `Moves and captures` of the Queen"], &[]);
}

#[test]
fn every_piece_has_its_picture_in_the_rules_text() {
    let drawn = VariantId::BUILT_IN.into_iter().filter(|id| Path::new(&folder(id.name())).is_dir());
    let mut count = 0;
    for id in drawn {
        let text = fs::read_to_string(format!("{ROOT}/suites/{id}/RULES.md")).expect("every variant has one");
        for entry in &Variant::get(id).pieces {
            let (name, kind) = (&entry.name, entry.kind.name());
            let line = format!("  ![The moves of the {name}](diagrams/{kind}.svg)");
            assert_eq!(text.lines().filter(|one| *one == line).count(), 1, "{id}: `{line}`");
            let size =
                fs::metadata(Path::new(&folder(id.name())).join(format!("{kind}.svg"))).expect(kind).len();
            assert!(size <= 30_000, "{id}: the picture of the {name} has {size} bytes");
            count += 1;
        }
    }
    assert!(count > 50, "only {count} pictures");
}

#[test]
fn wrong_arguments_are_errors() {
    let out = folder("ryugi");
    check(
        &format!("diagrams ryugi --out {out} --piece X"),
        2,
        &[],
        &["no piece has the label `X`", "K, Q, M"],
    );
    check(
        &format!("diagrams chess --out {out} --backend fast"),
        4,
        &[],
        &["no rules of chess; the backend `data` has them"],
    );
    check("diagrams ryugi --out no-such-folder", 5, &[], &["no-such-folder", "make it first"]);
}
