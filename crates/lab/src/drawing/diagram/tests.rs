use super::*;
use pretty_assertions::assert_eq;
use vperft::inner::backend::Backend as _;
use vperft::inner::game::variant::{ModifiedRulebook, VariantId};

/// The titles of the panels of a piece.
fn titles(id: VariantId, label: &str) -> Vec<String> {
    drawn(id, label).panels.into_iter().map(|panel| panel.title).collect()
}

fn drawn(id: VariantId, label: &str) -> Diagram {
    let mut backend = vperft::inner::generators::reference::all(&ModifiedRulebook::default());
    let variant = Variant::get(id);
    let piece = variant.piece(label).expect(label);
    let view = backend.of(id).expect("the backend has rules of the variant");
    diagram(view, variant, piece.kind).expect("the backend answers").expect("a position is valid")
}

/// Checks where the first panel has a mark.
fn check(id: VariantId, label: &str, mark: Mark, expected: &str) {
    let diagram = drawn(id, label);
    let labels = &Variant::get(id).labels;
    let marked = diagram.panels[0].marks.iter().filter(|(_, marks)| marks.contains(&mark));
    let squares: Vec<_> = marked.map(|(square, _)| labels.square(*square)).collect();
    assert_eq!(squares.join(" "), expected, "{label}: {mark:?}");
}

#[test]
fn the_first_panel_shows_moves_and_what_happens_to_one_other_piece() {
    let (ryugi, rococo) = (VariantId::RYUGI, VariantId::ROCOCO);
    check(ryugi, "N", Mark::Move, "c4 c6 d3 d7 f3 f7 g4 g6");
    check(ryugi, "P", Mark::Move, "e6");
    check(ryugi, "P", Mark::Capture, "d6 f6");
    check(rococo, "W", Mark::Removal, "c3 c4 c5 d3 d5 e3 e4 e5");
    check(rococo, "I", Mark::Freeze, "c3 c4 c5 d3 d5 e3 e4 e5");
    check(VariantId::VANGUARD, "A", Mark::Removal, "f7 f9 g6 g10 i6 i10 j7 j9");
    check(VariantId::SANDBOX, "K", Mark::Send, "");
}

#[test]
fn every_effect_has_a_panel() {
    for (id, label, expected) in [
        (VariantId::RYUGI, "K", "Moves and captures, Castling"),
        (VariantId::RYUGI, "P", "Moves and captures, From its start square, En passant, Promotion"),
        (
            VariantId::SANDBOX,
            "V",
            "Moves and captures, With friends around it, With enemies around it, Captures with the help of another piece",
        ),
    ] {
        assert_eq!(titles(id, label).join(", "), expected, "{label}");
    }
    let against = titles(VariantId::ROCOCO, "C").into_iter().filter(|title| title.starts_with("Against"));
    assert_eq!(against.count(), 6);
}

/// The square of the parked King gets marks while the King is parked elsewhere.
#[test]
fn no_mark_is_on_a_parked_friend() {
    for panel in drawn(VariantId::ROCOCO, "A").panels {
        for square in panel.parked {
            let is_friend = panel.position.is_of(vperft::inner::game::variant::Color::White, square);
            assert!(!is_friend || !panel.marks.contains_key(&square), "{}", panel.title);
        }
    }
}

#[test]
fn the_same_answers_give_the_same_diagram() {
    assert_eq!(drawn(VariantId::SANDBOX, "L"), drawn(VariantId::SANDBOX, "L"));
}
