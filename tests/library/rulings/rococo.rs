//! Rococo: most movers are on an edge square and have few moves, because a move may end on another edge square only if it has to
//! (ROC-EDGE-1).

use super::{Row, StatusRow, row, status_row};
use vperft::inner::game::rules::Status;

/// A Swapper on x0 next to a friend on a1 and an enemy on x1. It swaps with both; the mutual capture of the enemy is legal in
/// either reading.
const SWAPPER: &str = "10/10/8k1/10/10/10/10/8K1/pP8/S9 w - - 0 1";

/// A Chameleon on x0, a friendly Swapper on a1 and an enemy Swapper on x3.
const TWO_SWAPPERS: &str = "10/10/8k1/10/10/10/s9/8K1/1S8/C9 w - - 0 1";

/// A Chameleon on x0 with an Advancer beyond each of its destinations: behind the King on a1, behind the Pawn on b0 that it reaches
/// over the mount on a0, and behind the Swapper on x3.
const APPROACHING: &str = "10/10/10/10/10/a9/s9/2a5K1/1k8/CPpa6 w - - 0 1";

/// A Chameleon on x1 that leaps over its own Pawn onto the Pawn on x3, away from the Withdrawer on x0. Its own pieces block its
/// other moves.
const WITHDRAWING: &str = "10/10/8k1/10/10/10/p9/PP6K1/CP8/wP8 w - - 0 1";

/// A Pawn on x9 that can only go to a8. White still has its Advancer and one of two Long Leapers; its other pieces were captured.
const STOCK: &str = "P9/10/8k1/10/10/5AL3/10/8K1/10/10 w - - 0 1";

/// A Long Leaper on x6 with three victims. Over a7 it reaches an inner square, b8, before the edge square c9; over x8 only x9; over
/// x3 one of x2, x1 and x0.
const EDGE: &str = "10/p9/1p6k1/LP8/1P8/10/p9/8K1/10/10 w - - 0 1";

/// A Chameleon on x0, with a Long Leaper on x2 and a Swapper on x4, each between empty squares.
const LEAP_AND_SWAP: &str = "10/10/8k1/10/10/s9/10/l7K1/1P8/CP8 w - - 0 1";

/// The hundredth ply without a capture or Pawn move, and the ply before.
const HUNDRED: &str = "10/10/8k1/10/3W6/10/10/8K1/10/10 w - - 100 80";
const NINETY_NINE: &str = "10/10/8k1/10/3W6/10/10/8K1/10/10 b - - 99 79";

/// A lost position with a full counter: Black has no legal move, because its King is frozen and may not leave the board.
const STUCK: &str = "10/1k8/1I8/10/10/10/10/8K1/10/10 b - - 100 80";

pub const STATUS_ROWS: &[StatusRow] = &[
    status_row("rococo-draws-none", ("rococo-draws", "none"), HUNDRED, Status::Ongoing),
    status_row("rococo-draws-fifty-moves", ("rococo-draws", "fifty-moves"), HUNDRED, Status::DrawCounter),
    status_row(
        "rococo-draws-fifty-moves-not-yet",
        ("rococo-draws", "fifty-moves"),
        NINETY_NINE,
        Status::Ongoing,
    ),
    // The counter is checked last (ROC-ORDER).
    status_row("rococo-draws-fifty-moves-lost", ("rococo-draws", "fifty-moves"), STUCK, Status::Lost),
];

pub const ROWS: &[Row] = &[
    row(
        "chameleon-leap-swap-yes",
        ("chameleon-leap-swap", "yes"),
        LEAP_AND_SWAP,
        "x0",
        &["C x0-x3; @-x2", "C x0-x4; s-x0; @-x2"],
    ),
    row("chameleon-leap-swap-no", ("chameleon-leap-swap", "no"), LEAP_AND_SWAP, "x0", &["C x0-x3; @-x2"]),
    // The ruling does not concern swaps without a leap.
    row(
        "chameleon-leap-swap-no-without-a-leap",
        ("chameleon-leap-swap", "no"),
        TWO_SWAPPERS,
        "x0",
        &["C x0-x3; s-x0"],
    ),
    row(
        "mutual-own-no",
        ("mutual-own", "no"),
        SWAPPER,
        "x0",
        &["S x0-; @-x1", "S x0-a1; P-x0", "S x0-x1; p-x0"],
    ),
    row(
        "mutual-own-yes",
        ("mutual-own", "yes"),
        SWAPPER,
        "x0",
        &["S x0-; @-a1", "S x0-; @-x1", "S x0-a1; P-x0", "S x0-x1; p-x0"],
    ),
    row("chameleon-swap-enemy", ("chameleon-swap", "enemy"), TWO_SWAPPERS, "x0", &["C x0-x3; s-x0"]),
    row(
        "chameleon-swap-either",
        ("chameleon-swap", "either"),
        TWO_SWAPPERS,
        "x0",
        &["C x0-a1; S-x0", "C x0-x3; s-x0"],
    ),
    row(
        "chameleon-combine-all",
        ("chameleon-combine", "all"),
        APPROACHING,
        "x0",
        &["C x0-a1; @-b2", "C x0-b0; @-c0", "C x0-x3; s-x0; @-x4"],
    ),
    row(
        "chameleon-combine-slides-and-leaps",
        ("chameleon-combine", "slides-and-leaps"),
        APPROACHING,
        "x0",
        &["C x0-a1", "C x0-b0", "C x0-x3; s-x0"],
    ),
    row(
        "chameleon-combine-all-withdrawing",
        ("chameleon-combine", "all"),
        WITHDRAWING,
        "x1",
        &["C x1-x3; @-x0"],
    ),
    row(
        "chameleon-combine-slides-and-leaps-withdrawing",
        ("chameleon-combine", "slides-and-leaps"),
        WITHDRAWING,
        "x1",
        &["C x1-x3"],
    ),
    row(
        "stock-all-removed",
        ("stock", "all-removed"),
        STOCK,
        "x9",
        &["P x9-a8", "P x9-a8; C-a8", "P x9-a8; I-a8", "P x9-a8; L-a8", "P x9-a8; S-a8", "P x9-a8; W-a8"],
    ),
    row(
        "edge-nearest",
        ("edge", "nearest"),
        EDGE,
        "x6",
        &["L x6-b8; @-a7", "L x6-x2; @-x3", "L x6-x9; @-x8"],
    ),
    // An edge square is needed because no inner square captures the same; any of them may be chosen.
    row(
        "edge-any-if-needed",
        ("edge", "any-if-needed"),
        EDGE,
        "x6",
        &["L x6-b8; @-a7", "L x6-x0; @-x3", "L x6-x1; @-x3", "L x6-x2; @-x3", "L x6-x9; @-x8"],
    ),
    // Only if no other square at all captures the same.
    row("edge-sole", ("edge", "sole"), EDGE, "x6", &["L x6-b8; @-a7", "L x6-x9; @-x8"]),
];
