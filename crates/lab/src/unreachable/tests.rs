//! Positions that no game reaches have their reason, and positions of games have none.

use super::Reachability;
use pretty_assertions::assert_eq;
use vperft::inner::backend::Backend as _;
use vperft::inner::game::position::{self, Position};
use vperft::inner::game::variant::{Standard, Variant, VariantId};
use vperft::inner::generators;

fn parse(variant: VariantId, vfen: &str) -> Position {
    position::parse(vfen, Variant::get(variant), &Standard).unwrap_or_else(|error| panic!("{vfen}: {error}"))
}

#[test]
fn positions_that_no_game_reaches_have_a_reason() {
    let chess = Reachability::new(VariantId::CHESS);
    for (vfen, expected) in [
        // Numbers.
        ("4k3/8/8/8/P7/8/PPPPPPPP/4K3 w - - 0 1", Some(("White has 9 Pawns and starts with 8", None))),
        (
            "rnbqkbnr/pppppppp/8/8/8/3Q4/PPPPPPPP/RNBQKBN1 w - - 0 1",
            Some(("White has at least 1 promoted piece (1 Queen) and has lost 0 Pawns", Some("CHS-PROMOTE"))),
        ),
        // A Bishop that never left c1 is not on f4; one of the other colour may be anywhere.
        (
            "rnbqkbnr/pppppppp/8/8/5B2/8/PPPPPPPP/RN1QKBNR w - - 0 1",
            Some((
                "White has at least 1 promoted piece (1 Bishop, since that of c1 cannot have moved) and has lost 0 Pawns",
                Some("CHS-PROMOTE"),
            )),
        ),
        ("rnbqkbnr/pppppppp/8/8/5B2/8/PPP1PPPP/RN1QKBNR w - - 0 1", None),
        ("rnbqkbnr/pppppppp/8/8/5B2/3P4/PPP1PPPP/RN1QKBNR w - - 0 1", None),
        (
            "rnbqkbnr/pppppppp/8/8/5B2/3P4/PPP1PPPP/RNBQK1NR w - - 0 1",
            Some((
                "White has at least 1 promoted piece (1 Bishop) and has lost 0 Pawns",
                Some("CHS-PROMOTE"),
            )),
        ),
        // The last move: a Queen that came from nowhere, two Knights, a Pawn that has not moved.
        ("4k3/8/8/8/8/8/4Q3/4K3 b - - 0 1", None),
        ("k7/QR6/R7/8/8/8/8/K7 b - - 0 1", None),
        (
            "4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1",
            Some((
                "no last move of White can give check by the Knight on d6 and the Knight on f6 at once",
                Some("CHS-CHECK"),
            )),
        ),
        ("4k3/8/3N4/8/8/8/8/4RK2 b - - 0 1", None),
        (
            "8/8/8/8/8/3k4/4P3/4K3 b - - 0 1",
            Some(("no last move of White can give check by the Pawn on e2", Some("CHS-CHECK"))),
        ),
        // En passant: the Pawn has passed, but a check of a Rook far from it was there before.
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", None),
        ("4k2R/8/8/8/3pP3/8/8/4K3 b - e3 0 1", None),
    ] {
        let found = chess.disproof(&parse(VariantId::CHESS, vfen));
        let found = found.as_ref().map(|found| (found.reason.as_str(), found.clause.as_deref()));
        assert_eq!(found, expected, "{vfen}");
    }
}

#[test]
fn positions_of_games_have_no_reason() {
    const GAMES: u64 = 6;
    const PLIES: u64 = 160;
    let mut rules = generators::oracle(&Standard);
    let mut random = 1_u64;
    for variant in VariantId::all() {
        let reach = Reachability::new(variant);
        let Ok(view) = rules.of(variant) else { panic!("no rules of {variant}") };
        for start in &Variant::get(variant).starts {
            for _ in 0..GAMES {
                let mut vfen = start.vfen.clone();
                for _ in 0..PLIES {
                    assert_eq!(reach.disproof(&parse(variant, &vfen)), None, "{variant}: {vfen}");
                    let mut children = view.children(vfen.as_str().into()).expect("the position is valid");
                    random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    if children.is_empty() {
                        break;
                    }
                    vfen = children.swap_remove((random >> 33) as usize % children.len()).1;
                }
            }
        }
    }
}
