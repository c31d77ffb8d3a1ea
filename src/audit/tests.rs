//! What moves and mistakes look like, on positions small enough to be seen through.

use super::class::Classes;
use super::fault::{Change, ChildFault, Fault, InputFault, StatusFault, StatusScene, faults};
use super::scene::Scene;
use crate::backend::{Backend, Options, Registry};
use crate::rules::Status;
use crate::suite::{Case, Check};
use crate::variant::{PieceType, VariantId};
use pretty_assertions::assert_eq;

fn backend() -> Box<dyn Backend> {
    let mut registry = Registry::default();
    crate::reference::register(&mut registry);
    registry.open("reference", &Options::default()).unwrap()
}

fn scene(variant: VariantId, vfen: &str, classes: &mut Classes) -> Scene {
    let survey = backend().survey(variant, vfen).unwrap().sorted();
    Scene::new(variant, &survey, classes).unwrap()
}

#[test]
fn classes_say_what_moves_are_like() {
    use VariantId::{Cetran3, Rococo, Ryugi, Sandbox, Vanguard};
    for (variant, vfen, text, expected) in [
        (Ryugi, "5k4/10/10/10/10/3pP5/10/10/10/5K4 b - e4 0 1", "p d5-e4; @-e5", "p +1+1 @+1+0"),
        (Ryugi, "5k4/10/10/10/10/3pP5/10/10/10/5K4 b - e4 0 1", "p d5-d4", "p +0+1"),
        (Ryugi, "r4k3r/10/10/10/10/10/10/10/10/R4K3R w * - 0 1", "K f1-i1; R j1-h1", "K +3+0 castles"),
        (Ryugi, "5k4/P9/10/10/10/10/10/10/10/5K4 w - - 0 1", "P a9-a10; D-a10", "P +0+1 =D"),
        (Rococo, "10/3k6/10/3p6/3P6/10/10/3W4K1/10/10 w - - 0 1", "W c2-c4", "W +0+2"),
        (Rococo, "10/3k6/10/10/3w6/3C6/10/10/8K1/10 w - - 0 1", "C c4-c3; @-c5", "C +0-1 behind | C behindW"),
        (Rococo, "10/3k6/10/10/3a6/10/3C6/10/8K1/10 w - - 0 1", "C c3-c4; @-c5", "C +0+1 beyond | C beyondA"),
        (
            Rococo,
            "10/3k6/10/10/3s6/10/3C6/10/8K1/10 w - - 0 1",
            "C c3-c5; s-c3",
            "C +0+2 swaps! | C swaps! S",
        ),
        (
            Rococo,
            "10/3k6/10/10/10/3l6/3C6/3w6/8K1/10 w - - 0 1",
            "C c3-c5; @-c2; @-c4",
            "C +0+2 combined | C behindW overL",
        ),
        (Rococo, "10/3k6/10/10/10/10/3S6/10/8K1/10 w - - 0 1", "S c3-b2", "S -1-1"),
        (Sandbox, "5k4/10/1-6-1/10/10/4L5/5p4/1-6-1/10/5K4 w - - 0 1", "L e5-g3; @-f4", "L +2-2 over"),
        (Sandbox, "5k4/10/1-6-1/10/10/4L5/5p4/1-6-1/10/5K4 w - - 0 1", "L e5-g3", "L +2-2 | L past e"),
        (
            Sandbox,
            "5k4/10/1-6-1/10/4P5/10/10/1-2N3-1/10/5K4 w - - 0 1",
            "N e3-e6; P-e3",
            "N +0+3 swaps | N swaps P",
        ),
        (
            Vanguard,
            "15k/16/16/16/16/16/16/16/16/5P10/16/16/16/4{BO}11/16/K15 w - - 0 1",
            "BO e3-f5",
            "BO +1+2 | BO by ds",
        ),
        (Cetran3, "11k/12/12/12/12/12/12/12/12/2S9/2KP8/12 w - - 0 1", "S c3-g5", "S +4+2 | S by ds"),
    ] {
        let mut classes = Classes::default();
        let survey = backend().survey(variant, vfen);
        let Ok(survey) = survey else { panic!("{vfen}: {survey:?}") };
        let scene = Scene::new(variant, &survey.sorted(), &mut classes).unwrap();
        let seen = scene.moves.iter().find(|seen| seen.text == text);
        let texts = seen.map_or_else(Vec::new, |seen| {
            seen.classes().map(|class| classes.list()[class as usize].text.as_str()).collect()
        });
        assert_eq!(texts.join(" | "), expected, "{text} at {vfen}");
    }
}

/// The changes of the fault of a title, as text.
fn changes(variant: VariantId, vfen: &str, title: &str) -> Vec<String> {
    let mut classes = Classes::default();
    let scene = scene(variant, vfen, &mut classes);
    let list = faults(variant, classes.list());
    let fault = list.iter().find(|fault| fault.title(variant, classes.list()) == title);
    let fault = fault.unwrap_or_else(|| panic!("no fault `{title}` at {vfen}"));
    let text = |index: usize| scene.moves[index].text.as_str();
    let changes = fault.changes(&scene, classes.list());
    let told = changes.iter().map(|change| match change {
        Change::Missing(index) => format!("-{}", text(*index)),
        Change::Doubled(index) => format!("2{}", text(*index)),
        Change::Extra(extra) => format!("+{extra}"),
        Change::Child(index, vfen) => format!("{} to {vfen}", text(*index)),
    });
    told.collect()
}

#[test]
fn faults_change_the_moves_they_are_about() {
    use VariantId::{Rococo, Ryugi};
    // A Rook in the corner, stopped by a friend to the right and by an enemy above.
    let corner = "5k4/10/10/10/p9/10/10/10/10/R2N1K4 w - - 3 9";
    // A Rook with a friend at its left.
    let beside = "5k4/10/10/10/10/10/10/10/10/2NR2K3 w - - 0 1";
    // Two Knights, one of them on the last file.
    let knights = "5k4/10/10/10/10/10/10/3N5N/10/5K4 w - - 0 1";
    let advancer = "10/3k6/10/10/10/10/3A6/10/8K1/10 w - - 0 1";
    for (variant, vfen, title, expected) in [
        (Ryugi, corner, "move class forgotten: R +0+2", &["-R a1-a3"][..]),
        (Ryugi, corner, "move doubled: R +0+2", &["2R a1-a3"]),
        (Ryugi, corner, "direction forgotten: R +1+0", &["-R a1-b1", "-R a1-c1"]),
        (Ryugi, corner, "range one too short: R +1+0 times 2", &["-R a1-c1"]),
        (Ryugi, corner, "range one too long: R +1+0 times 2", &[]),
        (Ryugi, corner, "blocker ignored: R +1+0, a friend", &["+R a1-e1"]),
        (Ryugi, corner, "blocker ignored: R +0+1, an enemy", &["+R a1-a7"]),
        (Ryugi, beside, "mirror image invented: R +2+0", &["+R d1-b1"]),
        (Ryugi, beside, "mirror image invented: R +1+0", &[]),
        (Ryugi, knights, "wrapped around the edge: N +1+2", &["+N j3-a6"]),
        (Rococo, advancer, "range one too long: A +1+0 times 5", &["+A c3-z3"]),
    ] {
        assert_eq!(changes(variant, vfen, title), expected, "{title} at {vfen}");
    }
}

#[test]
fn faults_change_the_children_they_are_about() {
    use VariantId::{Ryugi, Sandbox, Vanguard};
    let passing = "5k4/10/10/10/10/3pP5/10/10/10/5K4 b - e4 0 1";
    let castling = "r4k3r/10/10/10/10/10/10/10/10/R4K3R w * - 0 1";
    let brouhaha = "5k4/10/1-6-1/10/10/10/10/1N6-1/10/5K4 w - - 0 1";
    let heirs = "15k/16/16/16/16/16/16/16/16/16/16/16/16/r15/16/K14{PR} b - - 0 1";
    for (variant, vfen, fault, text, expected) in [
        (
            Ryugi,
            passing,
            ChildFault::VictimStays(PieceType::Pawn),
            "p d5-e4; @-e5",
            "5k4/10/10/10/10/4P5/4p5/10/10/5K4 w - - 0 2",
        ),
        (
            Ryugi,
            passing,
            ChildFault::ClockAlwaysReset,
            "k f10-e10",
            "4k5/10/10/10/10/3pP5/10/10/10/5K4 w - - 0 2",
        ),
        (
            Ryugi,
            passing,
            ChildFault::MoverStays(PieceType::Pawn),
            "p d5-d4",
            "5k4/10/10/10/10/3pP5/3p6/10/10/5K4 w - - 0 2",
        ),
        (Ryugi, passing, ChildFault::SideKept, "p d5-d4", "5k4/10/10/10/10/4P5/3p6/10/10/5K4 b - - 0 2"),
        (
            Ryugi,
            castling,
            ChildFault::TravelForgotten,
            "K f1-i1; R j1-h1",
            "r4k3r/10/10/10/10/10/10/10/10/R7KR b * - 1 1",
        ),
        (
            Ryugi,
            castling,
            ChildFault::RightLost(PieceType::King),
            "R a1-a2",
            "r4k3r/10/10/10/10/10/10/10/R9/5K3R b a10,j1,j10 - 1 1",
        ),
        (
            Sandbox,
            brouhaha,
            ChildFault::StaysOpen,
            "N b3-c5",
            "5k4/10/1-6-1/10/10/2N7/10/8-1/10/5K4 b - - 1 1",
        ),
        (
            Vanguard,
            heirs,
            ChildFault::AutomaticForgotten,
            "r a3-a1",
            "15k/16/16/16/16/16/16/16/16/16/16/16/16/16/16/r14{PR} w - - 0 2",
        ),
    ] {
        let mut classes = Classes::default();
        let scene = scene(variant, vfen, &mut classes);
        let changes = Fault::Child(fault).changes(&scene, classes.list());
        let found = changes.iter().find_map(|change| match change {
            Change::Child(index, vfen) if scene.moves[*index].text == text => Some(vfen.as_str()),
            _ => None,
        });
        assert_eq!(found, Some(expected), "{fault:?}: {text} at {vfen}");
    }
}

#[test]
fn faults_change_the_statuses_and_inputs_they_are_about() {
    let start = "5k4/10/10/10/10/10/10/10/10/R4K4 w - - 0 1";
    let late = "5k4/10/10/10/10/10/10/10/10/R4K4 w - - 127 90";
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
    ] {
        let case: Case = serde_json::from_value(serde_json::json!({
            "id": "ryugi/a", "title": "A", "position": "ryugi/a", "clauses": [], "provenance": {},
            "line": there_and_back.repeat(rounds), "checks": {},
        }))
        .unwrap();
        let mut backend = backend();
        let status = backend.status(VariantId::Ryugi, vfen, &case.line).unwrap();
        assert_eq!(status.to_string(), right, "{rounds} rounds from {vfen}");
        let scene = StatusScene::new(backend.as_mut(), VariantId::Ryugi, vfen, &case).unwrap();
        let all = StatusFault::all(VariantId::Ryugi).into_iter();
        let found: Vec<_> = all.filter(|fault| fault.fails(&scene)).map(|fault| fault.to_string()).collect();
        assert_eq!(found, noticed, "{rounds} rounds from {vfen}");
    }
    let mut classes = Classes::default();
    let scene = scene(VariantId::Ryugi, start, &mut classes);
    for (fault, text, fails) in [
        (InputFault::Effects, "R a1-a2; @-b5", true),
        (InputFault::Effects, "R a1-b2", false),
        (InputFault::Label, "Q a1-a2", true),
        (InputFault::Label, "Q a1-b2", false),
    ] {
        assert_eq!(fault.fails(&Check::Illegal(text), &scene), fails, "{fault}: {text}");
    }
    assert_eq!(backend().status(VariantId::Ryugi, start, &[]).unwrap(), Status::Ongoing);
}
