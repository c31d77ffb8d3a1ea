//! The captures, castles, promotions, checks and mates by depth, against the tables of the Chess Programming Wiki ("Perft Results").
//!
//! Two columns of these tables are not compared because vperft does not count them: discovered and double checks, on which published
//! programs disagree.

use vperft::backend::{Backend as _, GeneratorBackend};
use vperft::classes::LeafClass::{self, Capture, Castle, Check, Checkmate, EnPassant, Promotion};
use vperft::perft::Resources;
use vperft::variant::VariantId;
use vperft_cozy_chess::CozyChess;

/// The columns of the tables after the number of nodes.
const COLUMNS: [LeafClass; 6] = [Capture, EnPassant, Castle, Promotion, Check, Checkmate];

/// Checks the rows of a table: nodes, captures, en passant, castles, promotions, checks, checkmates at depth 1, 2, and so on.
fn check(vfen: &str, table: &[[u128; 7]]) {
    let mut backend = GeneratorBackend::new("cozy-chess", CozyChess);
    let view = backend.of(VariantId::CHESS).expect("it knows chess");
    let depth = u32::try_from(table.len()).expect("a small depth");
    let counted = view.classes(vfen.into(), depth, &Resources::default(), &()).expect("it counts");
    for ((row, expected), depth) in counted.rows.iter().zip(table).zip(1..) {
        let found: Vec<_> = [row.nodes()].into_iter().chain(COLUMNS.map(|class| row.get(class))).collect();
        assert_eq!(found, expected, "{vfen}, depth {depth}");
    }
    assert_eq!(counted.rows.len(), table.len(), "{vfen}");
}

#[test]
fn the_start_position() {
    check(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w * - 0 1",
        &[
            [20, 0, 0, 0, 0, 0, 0],
            [400, 0, 0, 0, 0, 0, 0],
            [8_902, 34, 0, 0, 0, 12, 0],
            [197_281, 1_576, 0, 0, 0, 469, 8],
        ],
    );
}

#[test]
fn kiwipete() {
    check(
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w * - 0 1",
        &[[48, 8, 0, 2, 0, 0, 0], [2_039, 351, 1, 91, 0, 3, 0], [97_862, 17_102, 45, 3_162, 0, 993, 1]],
    );
}

#[test]
fn position_3() {
    check(
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        &[
            [14, 1, 0, 0, 0, 2, 0],
            [191, 14, 0, 0, 0, 10, 0],
            [2_812, 209, 2, 0, 0, 267, 0],
            [43_238, 3_348, 123, 0, 0, 1_680, 17],
            [674_624, 52_051, 1_165, 0, 0, 52_950, 0],
        ],
    );
}

#[test]
fn position_4() {
    check(
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w a8,e8,h8 - 0 1",
        &[
            [6, 0, 0, 0, 0, 0, 0],
            [264, 87, 0, 6, 48, 10, 0],
            [9_467, 1_021, 4, 0, 120, 38, 22],
            [422_333, 131_393, 0, 7_795, 60_032, 15_492, 5],
        ],
    );
}
