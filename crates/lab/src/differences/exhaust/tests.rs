use super::folding::Folding;
use super::plan::Plan;
use super::states::each;
use super::{Exhaustion, Run, folding, run};
use pretty_assertions::assert_eq;
use std::ops::ControlFlow;
use vperft::inner::backend::Pair;
use vperft::inner::game::position;
use vperft::inner::game::variant::{Color, PieceType, Rulings, Standard, Unvalidated, Variant, VariantId};
use vperft::inner::generators::{data, reference};

fn kind(variant: VariantId, label: &str) -> PieceType {
    Variant::get(variant).piece(label).expect(label).kind
}

fn plan(variant: VariantId, max_pieces: usize, labels: &[&str]) -> Plan {
    let kinds: Vec<_> = labels.iter().map(|label| kind(variant, label)).collect();
    Plan::new(variant, &Rulings::DEFAULT, max_pieces, Some(&kinds)).expect("there are two Kings")
}

/// The states of a placement, each as the fields after the board.
#[track_caller]
fn check_states(variant: VariantId, vfen: &str, expected: &[&str]) {
    let plan = plan(variant, 2, &[]);
    let placed = position::parse(vfen, plan.variant, &Unvalidated(&Rulings::DEFAULT)).expect(vfen);
    let mut found = Vec::new();
    let _ = each(&plan, &Color::BOTH, &placed, &mut |position| {
        let text = position::print(position, &Rulings::DEFAULT);
        found.push(text.split_once(' ').expect("there are fields").1.replace(" 0 1", ""));
        ControlFlow::Continue(())
    });
    assert_eq!(found, expected, "{vfen}");
}

#[test]
fn positions_have_every_right_and_square_that_they_can_have() {
    check_states(VariantId::CHESS, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", &["w - -", "w * -", "b - -", "b * -"]);
    check_states(VariantId::CHESS, "4k3/8/8/8/8/8/8/1R2K3 w - - 0 1", &["w - -", "b - -"]);
    check_states(VariantId::CHESS, "4k3/8/8/8/P7/8/8/4K3 w - - 0 1", &["w - -", "b - -", "b - a3"]);
    check_states(VariantId::CHESS, "4k3/8/8/8/P7/8/N7/4K3 w - - 0 1", &["w - -", "b - -"]);
    check_states(
        VariantId::ROCOCO,
        "10/10/10/10/3s6/10/3S6/10/K8k/10 w - - 0 1",
        &["w - -", "w - - ban=c3+c5", "b - -", "b - - ban=c3+c5"],
    );
}

#[test]
fn empty_squares_that_close_are_closed() {
    let plan = plan(VariantId::SANDBOX, 2, &[]);
    let mut boards = Vec::new();
    let vfen = "5k4/10/10/10/10/10/10/1N8/10/5K4 w - - 0 1";
    let placed = position::parse(vfen, plan.variant, &Unvalidated(&Rulings::DEFAULT)).expect(vfen);
    let _ = each(&plan, &[Color::White], &placed, &mut |position| {
        boards.push(position::print(position, &Rulings::DEFAULT));
        ControlFlow::Continue(())
    });
    assert_eq!(boards, ["5k4/10/1-6-1/10/10/10/10/1N6-1/10/5K4 w - - 0 1"]);
}

/// The numbers of positions that are asked about, and that these stand for.
fn sizes(plan: &Plan, folding: &Folding) -> [u64; 2] {
    let (mut asked, mut covered) = (0, 0);
    for unit in 0..plan.units() {
        let _ = plan.placements(unit, &mut |placed| {
            each(plan, folding.turns(), placed, &mut |position| {
                let images = folding.images(plan, position, plan.first(unit));
                asked += u64::from(images > 0);
                covered += images;
                ControlFlow::Continue(())
            })
        });
    }
    [asked, covered]
}

#[test]
fn folded_positions_stand_for_all() {
    let folded = Folding { files: true, colors: true, ..Folding::default() };
    // The Kings, and a Queen of either side on the other squares, for both sides to move.
    let queens = 64 * 63 * (1 + 2 * 62) * 2;
    let chess = plan(VariantId::CHESS, 3, &["Q"]);
    assert_eq!(sizes(&chess, &Folding::default()), [queens; 2]);
    assert_eq!(sizes(&chess, &folded), [queens / 4, queens]);
    // White castles on two sides, with the black King on any square but the two taken; so does Black.
    let castling = 2 * 2 * 62 * 2;
    let chess = plan(VariantId::CHESS, 3, &["R"]);
    assert_eq!(sizes(&chess, &Folding::default()), [queens + castling; 2]);
    assert_eq!(sizes(&chess, &folded), [queens / 4 + castling / 2, queens + castling]);
}

#[test]
fn a_material_has_seniors_and_not_too_many_pieces() {
    // A Prince needs a King, which is there; a Princess needs a Queen.
    let of = |labels: &[&str], max_pieces| plan(VariantId::VANGUARD, max_pieces, labels).units() / 256;
    assert_eq!([of(&["PR"], 3), of(&["PC"], 3), of(&["Q"], 4), of(&["N"], 4)], [3, 1, 4, 6]);
}

/// Compares `reference` with `data`, which may lack a clause.
fn compared(plan: &Plan, folding: &Folding, open: &(dyn Fn() -> Pair + Sync), jobs: usize) -> Exhaustion {
    let how = Run { plan, folding, rulings: &Rulings::DEFAULT, part: None, jobs };
    run(&how, Exhaustion::default(), open, &|| false, &mut |_| {}).expect("both answer")
}

#[test]
fn backends_agree_on_all_positions_with_two_pieces() {
    let open = || Pair { a: Box::new(reference::all(&Standard)), b: Box::new(data::all(&Standard)) };
    let plan = plan(VariantId::RYUGI, 2, &[]);
    let folded = folding(&plan, &Rulings::DEFAULT, &mut open(), &|| false).expect("both answer");
    assert!(folded.files && folded.colors && folded.tested > 150, "{folded:?}");
    let all = compared(&plan, &folded, &open, 2);
    assert_eq!((all.units, all.asked, all.covered, all.found), (100, 4950, 19_800, None));
    // Kings that touch: the pairs of neighbours on the board, in both orders and for both sides to move.
    let touching = 4 * (2 * 9 * 10 + 2 * 9 * 9);
    assert_eq!(all.refused * 4, touching);
}
