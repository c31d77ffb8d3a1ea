//! Tests classes and faults on small positions.

use super::fault::{InputFault, StatusFault};
use super::{
    ChildFault, Classes, Effect, Fault, FieldFault, MoveChange, PositionContext, StatusContext, faults,
};
use pretty_assertions::assert_eq;
use vperft::inner::backend::PositionPath;
use vperft::inner::backend::{Backend, Options, Registry};
use vperft::inner::game::rules::Status;
use vperft::inner::game::variant::{PieceType, VariantId};

fn backend() -> Box<dyn Backend> {
    let mut registry = Registry::default();
    vperft::inner::generators::reference::register(&mut registry);
    registry.open("reference", &Options::default()).unwrap()
}

fn audit_position(variant: VariantId, vfen: &str, classes: &mut Classes) -> PositionContext {
    let survey = backend().of(variant).and_then(|view| view.survey(vfen)).unwrap().sorted();
    PositionContext::new(variant, &survey, classes).unwrap()
}

#[test]
fn moves_have_the_expected_classes() {
    for (variant, vfen, text, expected) in [
        (VariantId::RYUGI, "5k4/10/10/10/10/3pP5/10/10/10/5K4 b - e4 0 1", "p d5-e4; @-e5", "p +1+1 @+1+0"),
        (VariantId::RYUGI, "5k4/10/10/10/10/3pP5/10/10/10/5K4 b - e4 0 1", "p d5-d4", "p +0+1"),
        (
            VariantId::RYUGI,
            "r4k3r/10/10/10/10/10/10/10/10/R4K3R w * - 0 1",
            "K f1-i1; R j1-h1",
            "K +3+0 castles",
        ),
        (VariantId::RYUGI, "5k4/P9/10/10/10/10/10/10/10/5K4 w - - 0 1", "P a9-a10; D-a10", "P +0+1 =D"),
        (VariantId::ROCOCO, "10/3k6/10/3p6/3P6/10/10/3W4K1/10/10 w - - 0 1", "W c2-c4", "W +0+2"),
        (
            VariantId::ROCOCO,
            "10/3k6/10/10/3w6/3C6/10/10/8K1/10 w - - 0 1",
            "C c4-c3; @-c5",
            "C +0-1 behind | C behindW",
        ),
        (
            VariantId::ROCOCO,
            "10/3k6/10/10/3a6/10/3C6/10/8K1/10 w - - 0 1",
            "C c3-c4; @-c5",
            "C +0+1 beyond | C beyondA",
        ),
        (
            VariantId::ROCOCO,
            "10/3k6/10/10/3s6/10/3C6/10/8K1/10 w - - 0 1",
            "C c3-c5; s-c3",
            "C +0+2 swaps! | C swaps! S",
        ),
        (
            VariantId::ROCOCO,
            "10/3k6/10/10/10/3l6/3C6/3w6/8K1/10 w - - 0 1",
            "C c3-c5; @-c2; @-c4",
            "C +0+2 combined | C behindW overL",
        ),
        (VariantId::ROCOCO, "10/3k6/10/10/10/10/3S6/10/8K1/10 w - - 0 1", "S c3-b2", "S -1-1"),
        (
            VariantId::SANDBOX,
            "5k4/10/1-6-1/10/10/4L5/5p4/1-6-1/10/5K4 w - - 0 1",
            "L e5-g3; @-f4",
            "L +2-2 over",
        ),
        (
            VariantId::SANDBOX,
            "5k4/10/1-6-1/10/10/4L5/5p4/1-6-1/10/5K4 w - - 0 1",
            "L e5-g3",
            "L +2-2 | L past e",
        ),
        (
            VariantId::SANDBOX,
            "5k4/10/1-6-1/10/4P5/10/10/1-2N3-1/10/5K4 w - - 0 1",
            "N e3-e6; P-e3",
            "N +0+3 swaps | N swaps P",
        ),
        (
            VariantId::VANGUARD,
            "15k/16/16/16/16/16/16/16/16/5P10/16/16/16/4{BO}11/16/K15 w - - 0 1",
            "BO e3-f5",
            "BO +1+2 | BO by ds",
        ),
        (
            VariantId::CETRAN3,
            "11k/12/12/12/12/12/12/12/12/2S9/2KP8/12 w - - 0 1",
            "S c3-g5",
            "S +4+2 | S by ds",
        ),
    ] {
        let mut classes = Classes::default();
        let survey = backend().of(variant).and_then(|view| view.survey(vfen));
        let Ok(survey) = survey else { panic!("{vfen}: {survey:?}") };
        let context = PositionContext::new(variant, &survey.sorted(), &mut classes).unwrap();
        let legal = context.moves.iter().find(|legal| legal.text == text);
        let texts = legal.map_or_else(Vec::new, |legal| {
            legal.classes().map(|class| classes.list()[class as usize].text.as_str()).collect()
        });
        assert_eq!(texts.join(" | "), expected, "{text} at {vfen}");
    }
}

/// The changes of the fault with this title, as text.
fn changes(variant: VariantId, vfen: &str, title: &str) -> Vec<String> {
    let mut classes = Classes::default();
    let context = audit_position(variant, vfen, &mut classes);
    let list = faults(variant, classes.list());
    let fault = list.iter().find(|fault| fault.title(variant, classes.list()) == title);
    let fault = fault.unwrap_or_else(|| panic!("no fault `{title}` at {vfen}"));
    let text = |index: usize| context.moves[index].text.as_str();
    let changes = fault.changes(&context, classes.list());
    let texts = changes.iter().map(|change| match change {
        MoveChange::Missing(index) => format!("-{}", text(*index)),
        MoveChange::Duplicate(index) => format!("2{}", text(*index)),
        MoveChange::Extra(extra) => format!("+{extra}"),
        MoveChange::Child(index, vfen) => format!("{} to {vfen}", text(*index)),
    });
    texts.collect()
}

#[test]
fn faults_change_moves() {
    // A Rook in the corner, with a friend on its right and an enemy above.
    let corner = "5k4/10/10/10/p9/10/10/10/10/R2N1K4 w - - 3 9";
    // A Rook with a friend on its left.
    let beside = "5k4/10/10/10/10/10/10/10/10/2NR2K3 w - - 0 1";
    // Two Knights, one of them on the last file.
    let knights = "5k4/10/10/10/10/10/10/3N5N/10/5K4 w - - 0 1";
    let advancer = "10/3k6/10/10/10/10/3A6/10/8K1/10 w - - 0 1";
    for (variant, vfen, title, expected) in [
        (VariantId::RYUGI, corner, "move class forgotten: R +0+2", &["-R a1-a3"][..]),
        (VariantId::RYUGI, corner, "duplicate move: R +0+2", &["2R a1-a3"]),
        (VariantId::RYUGI, corner, "direction forgotten: R +1+0", &["-R a1-b1", "-R a1-c1"]),
        (VariantId::RYUGI, corner, "range one too short: R +1+0 times 2", &["-R a1-c1"]),
        (VariantId::RYUGI, corner, "range one too long: R +1+0 times 2", &[]),
        (VariantId::RYUGI, corner, "blocker ignored: R +1+0, a friend", &["+R a1-e1"]),
        (VariantId::RYUGI, corner, "blocker ignored: R +0+1, an enemy", &["+R a1-a7"]),
        (VariantId::RYUGI, beside, "mirror image invented: R +2+0", &["+R d1-b1"]),
        (VariantId::RYUGI, beside, "mirror image invented: R +1+0", &[]),
        (VariantId::RYUGI, knights, "wrapped around the edge: N +1+2", &["+N j3-a6"]),
        (VariantId::ROCOCO, advancer, "range one too long: A +1+0 times 5", &["+A c3-z3"]),
    ] {
        assert_eq!(changes(variant, vfen, title), expected, "{title} at {vfen}");
    }
}

#[test]
fn faults_change_children() {
    let passing = "5k4/10/10/10/10/3pP5/10/10/10/5K4 b - e4 0 1";
    let castling = "r4k3r/10/10/10/10/10/10/10/10/R4K3R w * - 0 1";
    let brouhaha = "5k4/10/1-6-1/10/10/10/10/1N6-1/10/5K4 w - - 0 1";
    let heirs = "15k/16/16/16/16/16/16/16/16/16/16/16/16/r15/16/K14{PR} b - - 0 1";
    for (variant, vfen, fault, text, expected) in [
        (
            VariantId::RYUGI,
            passing,
            ChildFault::VictimStays(PieceType::PAWN),
            "p d5-e4; @-e5",
            "5k4/10/10/10/10/4P5/4p5/10/10/5K4 w - - 0 2",
        ),
        (
            VariantId::RYUGI,
            passing,
            ChildFault::ClockAlwaysReset,
            "k f10-e10",
            "4k5/10/10/10/10/3pP5/10/10/10/5K4 w - - 0 2",
        ),
        (
            VariantId::RYUGI,
            passing,
            ChildFault::MoverStays(PieceType::PAWN),
            "p d5-d4",
            "5k4/10/10/10/10/3pP5/3p6/10/10/5K4 w - - 0 2",
        ),
        (
            VariantId::RYUGI,
            passing,
            ChildFault::SideKept,
            "p d5-d4",
            "5k4/10/10/10/10/4P5/3p6/10/10/5K4 b - - 0 2",
        ),
        (
            VariantId::RYUGI,
            castling,
            ChildFault::TravelForgotten,
            "K f1-i1; R j1-h1",
            "r4k3r/10/10/10/10/10/10/10/10/R7KR b * - 1 1",
        ),
        (
            VariantId::RYUGI,
            castling,
            ChildFault::RightLost(PieceType::KING),
            "R a1-a2",
            "r4k3r/10/10/10/10/10/10/10/R9/5K3R b a10,j1,j10 - 1 1",
        ),
        (
            VariantId::SANDBOX,
            brouhaha,
            ChildFault::StaysOpen,
            "N b3-c5",
            "5k4/10/1-6-1/10/10/2N7/10/8-1/10/5K4 b - - 1 1",
        ),
        (
            VariantId::VANGUARD,
            heirs,
            ChildFault::AutomaticForgotten,
            "r a3-a1",
            "15k/16/16/16/16/16/16/16/16/16/16/16/16/16/16/r14{PR} w - - 0 2",
        ),
    ] {
        let mut classes = Classes::default();
        let context = audit_position(variant, vfen, &mut classes);
        let changes = Fault::Child(fault).changes(&context, classes.list());
        let found = changes.iter().find_map(|change| match change {
            MoveChange::Child(index, vfen) if context.moves[*index].text == text => Some(vfen.as_str()),
            _ => None,
        });
        assert_eq!(found, Some(expected), "{fault:?}: {text} at {vfen}");
    }
}

#[test]
fn moves_have_the_expected_effects() {
    let castling = "r4k3r/10/10/10/10/10/10/10/10/R4K3R w * - 0 1";
    let passing = "5k4/10/10/10/10/3pP5/10/10/10/5K4 b - e4 0 1";
    let rococo = "10/3k6/10/10/3w6/3C6/10/10/8K1/10 w - - 0 1";
    let swapper = "10/10/10/3S6/10/3s4k1/10/10/8K1/10 w - - 0 1";
    let frozen = "10/3k6/10/10/10/3iC5/10/10/8K1/10 w - - 0 1";
    let brouhaha = "5k4/10/1-6-1/10/4P5/10/10/1N2N3-1/4Q5/5K4 w - - 0 1";
    let berserker = "15k/16/16/16/16/16/16/16/16/16/16/16/4p11/4{BR}11/16/K15 w - - 0 1";
    let archer = "15k/16/16/16/16/16/16/16/16/16/16/5p10/16/4A11/3W12/K15 w - - 0 1";
    let tower = "15k/16/16/16/16/16/16/16/16/16/16/16/16/4Hpp9/16/K15 w - - 0 1";
    for (variant, vfen, text, expected) in [
        (VariantId::RYUGI, castling, "K f1-i1; R j1-h1", Effect::Castling),
        (VariantId::RYUGI, castling, "R a1-a10", Effect::Capture),
        (VariantId::RYUGI, castling, "R a1-a2", Effect::Move),
        (VariantId::RYUGI, passing, "p d5-e4; @-e5", Effect::InPassing),
        (VariantId::RYUGI, passing, "p d5-d4", Effect::PawnMove),
        (VariantId::ROCOCO, rococo, "C c4-c3; @-c5", Effect::Behind),
        (VariantId::ROCOCO, swapper, "S c6-c4; s-c6", Effect::Swap),
        (VariantId::ROCOCO, frozen, "C d4-", Effect::Departure),
        (VariantId::SANDBOX, brouhaha, "N e3-e6; P-e3", Effect::Exchange),
        (VariantId::SANDBOX, brouhaha, "N e3-e5", Effect::Relocation),
        (VariantId::SANDBOX, brouhaha, "P e6-e7", Effect::PawnMove),
        (VariantId::VANGUARD, berserker, "BR e3-e5; @-e4", Effect::Over),
        (VariantId::VANGUARD, berserker, "BR e3-d5; @-e4", Effect::Beside),
        (VariantId::VANGUARD, berserker, "BR e3-d4; @-e4", Effect::Beside),
        (VariantId::VANGUARD, berserker, "BR e3-e3; @-e4", Effect::Beside),
        (VariantId::VANGUARD, archer, "A e3-e3; @-f5", Effect::AtDistance),
        (VariantId::VANGUARD, tower, "H e3-h3; @-f3; @-g3", Effect::Swept),
        (VariantId::VANGUARD, tower, "H e3-g3; @-f3", Effect::Several),
    ] {
        let mut classes = Classes::default();
        let context = audit_position(variant, vfen, &mut classes);
        let legal = context.moves.iter().find(|legal| legal.text == text);
        let texts: Vec<_> = context.moves.iter().map(|legal| legal.text.as_str()).collect();
        let legal = legal.unwrap_or_else(|| panic!("{text} at {vfen}: {texts:?}"));
        assert_eq!(legal.effect, expected, "{text} at {vfen}");
    }
}

#[test]
fn faults_in_fields_change_children() {
    let castling = "r4k3r/10/10/10/10/10/10/10/10/R4K3R w * - 7 12";
    let swapper = "10/10/10/3S6/10/3s4k1/10/10/8K1/10 w - - 7 12";
    for (variant, vfen, title, text, expected) in [
        (
            VariantId::RYUGI,
            castling,
            "field forgotten by a move: clock after castling by White",
            "K f1-i1; R j1-h1",
            "r4k3r/10/10/10/10/10/10/10/10/R6RK1 b * - 7 12",
        ),
        (
            VariantId::RYUGI,
            castling,
            "field forgotten by a move: other rights after a capture by White",
            "R a1-a10",
            "R4k3r/10/10/10/10/10/10/10/10/5K3R b a10,f1,f10,j1,j10 - 0 12",
        ),
        (
            VariantId::ROCOCO,
            swapper,
            "field forgotten by a move: ban after an exchange with an enemy by White",
            "S c6-c4; s-c6",
            "10/10/10/3s6/10/3S4k1/10/10/8K1/10 b - - 8 12",
        ),
        (
            VariantId::ROCOCO,
            swapper,
            "field set wrongly by a move: move number after an exchange with an enemy by White",
            "S c6-c4; s-c6",
            "10/10/10/3s6/10/3S4k1/10/10/8K1/10 b - - 8 13 ban=c4+c6",
        ),
    ] {
        let mut classes = Classes::default();
        let context = audit_position(variant, vfen, &mut classes);
        let all = FieldFault::all(variant).into_iter().map(Fault::Field);
        let mut named = all.filter(|fault| fault.title(variant, &[]) == title);
        let fault = named.next().unwrap_or_else(|| panic!("no fault `{title}`"));
        let changes = fault.changes(&context, &[]);
        let found = changes.iter().find_map(|change| match change {
            MoveChange::Child(index, vfen) if context.moves[*index].text == text => Some(vfen.as_str()),
            _ => None,
        });
        assert_eq!(found, Some(expected), "{title}: {text} at {vfen}");
    }
}

#[test]
fn faults_change_statuses_and_inputs() {
    let start = "5k4/10/10/10/10/10/10/10/10/R4K4 w - - 0 1";
    let late = "5k4/10/10/10/10/10/10/10/10/R4K4 w - - 127 90";
    let full = "5k4/10/10/10/10/10/10/10/10/5K4 w - - 128 90";
    let there_and_back = ["R a1-a2", "k f10-f9", "R a2-a1", "k f9-f10"];
    for (vfen, rounds, right, noticed) in [
        (start, 0, "ongoing", vec![]),
        (start, 1, "ongoing", vec!["repetition at occurrence 2"]),
        (
            start,
            2,
            "draw-repetition",
            vec![
                "draw-repetition is called ongoing",
                "repetition at occurrence 4",
                "repetition does not count the first position",
            ],
        ),
        (late, 0, "ongoing", vec!["the counter runs out a ply early"]),
        (full, 0, "draw-counter", vec!["the counter never runs out", "the counter runs out a ply late"]),
    ] {
        let moves: Vec<_> = there_and_back.repeat(rounds).into_iter().map(str::to_owned).collect();
        let place = PositionPath { vfen, moves: &moves };
        let mut backend = backend();
        let view = backend.of(VariantId::RYUGI).unwrap();
        let status = view.status(place).unwrap();
        assert_eq!(status.to_string(), right, "{rounds} rounds from {vfen}");
        let context = StatusContext::new(view, place).unwrap();
        let all = StatusFault::all(VariantId::RYUGI).into_iter();
        let found: Vec<_> =
            all.filter(|fault| fault.status(&context) != status).map(|fault| fault.to_string()).collect();
        assert_eq!(found, noticed, "{rounds} rounds from {vfen}");
    }
    let mut classes = Classes::default();
    let context = audit_position(VariantId::RYUGI, start, &mut classes);
    for (fault, text, fails) in [
        (InputFault::Effects, "R a1-a2; @-b5", true),
        (InputFault::Effects, "R a1-b2", false),
        (InputFault::Label, "Q a1-a2", true),
        (InputFault::Label, "Q a1-b2", false),
    ] {
        assert_eq!(fault.accepts_move(text, &context), fails, "{fault}: {text}");
    }
    assert_eq!(
        backend().of(VariantId::RYUGI).and_then(|view| view.status(start.into())).unwrap(),
        Status::Ongoing
    );
}
