//! Vanguard Chess: movers in or near a corner, far from the Kings.

use super::{Child, Row, child, row};

/// An Archer on a1 with an enemy at the end of a slide, c3, and one at the end of a rifle shot, b3.
const ARCHER: &str = "15k/16/16/16/16/16/16/16/16/16/16/16/16/1pp13/16/A14K w - - 0 1";

/// A Bowman on b4 behind friends on b5 and c5. They occupy both squares on the way to c6, the orthogonal one on the way to a6, and
/// the diagonal one on the way to d5.
const BOWMAN_PATH: &str = "15k/16/16/16/16/16/16/16/16/16/16/1PP13/1{BO}14/16/16/15K w - - 0 1";

/// A Bowman on a1 with an enemy at the end of one of its two steps.
const BOWMAN_LANDING: &str = "15k/16/16/16/16/16/16/16/16/16/16/16/16/1p14/16/{BO}14K w - - 0 1";

/// A Bowman on a1 that steps to b3, with one enemy in the same direction and one in another.
const BOWMAN_SHOT: &str = "15k/16/16/16/16/16/16/16/16/16/16/p1p13/16/16/16/{BO}14K w - - 0 1";

/// A Berserker on a1 whose steps are blocked by its own pieces, so that it can only leap.
const BERSERKER_LEAP: &str = "15k/16/16/16/16/16/16/16/16/16/16/16/16/16/PP14/{BR}P13K w - - 0 1";

/// A Berserker on a1 whose only step captures on a2.
const BERSERKER_RETURN: &str = "15k/16/16/16/16/16/16/16/16/16/16/16/16/16/pP14/{BR}P13K w - - 0 1";

/// A Berserker on a1 with an enemy on a2 and an empty square on b1.
const BERSERKER_TWO_WAYS: &str = "15k/16/16/16/16/16/16/16/16/16/16/16/16/16/pP14/{BR}14K w - - 0 1";

/// A Bowman on a1 that steps to b3; both squares on the path of its shot from b3 to c5 are occupied.
const BOWMAN_SHOT_PATH: &str = "15k/16/16/16/16/16/16/16/16/16/16/2p13/1PP13/16/16/{BO}14K w - - 0 1";

/// A Berserker on e3 that shields its lone King from a Rook, near both royal pieces of Black.
const LAST_ROYAL: &str = "16/16/16/16/16/16/4r11/16/16/16/16/16/5k{pr}9/4{BR}11/16/4K11 w - - 0 1";

/// A Lancer on a1 whose first leap can only be to b3.
const LANCER_SECOND: &str = "15k/16/16/16/16/16/16/16/16/16/16/16/16/16/2P13/L14K w - - 0 1";

/// A Lancer on a1 with enemies one leap away (b3), two leaps away (e3) and on a Queen line (c3).
const LANCER_LEAP: &str = "15k/16/16/16/16/16/16/16/16/16/16/16/16/1pp1p11/16/L14K w - - 0 1";

/// A Pawn and a Soldier that have moved but are on start squares of their types.
const MOVED: &str = "15k/16/16/16/16/16/16/16/16/16/16/16/16/P4{SL}10/16/15K w - - 0 1";

/// A Wizard in the corner that can only exchange with the Pawn in front of it.
const WIZARD: &str = "W14k/1P14/16/16/16/16/16/16/16/16/16/16/16/16/16/15K w - - 0 1";

pub const ROWS: &[Row] = &[
    row(
        "archer-slide-both",
        ("archer-slide", "both"),
        ARCHER,
        "a1",
        &["A a1-a1; @-b3", "A a1-b2", "A a1-c3"],
    ),
    row("archer-slide-move-only", ("archer-slide", "move-only"), ARCHER, "a1", &["A a1-a1; @-b3", "A a1-b2"]),
    row(
        "bowman-path-either",
        ("bowman-path", "either"),
        BOWMAN_PATH,
        "b4",
        &["BO b4-a2", "BO b4-a6", "BO b4-c2", "BO b4-d3", "BO b4-d5"],
    ),
    row(
        "bowman-path-orthogonal-first",
        ("bowman-path", "orthogonal-first"),
        BOWMAN_PATH,
        "b4",
        &["BO b4-a2", "BO b4-c2", "BO b4-d3", "BO b4-d5"],
    ),
    row(
        "bowman-path-diagonal-first",
        ("bowman-path", "diagonal-first"),
        BOWMAN_PATH,
        "b4",
        &["BO b4-a2", "BO b4-a6", "BO b4-c2", "BO b4-d3"],
    ),
    row(
        "bowman-path-both",
        ("bowman-path", "both"),
        BOWMAN_PATH,
        "b4",
        &["BO b4-a2", "BO b4-c2", "BO b4-d3"],
    ),
    row("bowman-landing-empty", ("bowman-landing", "empty"), BOWMAN_LANDING, "a1", &["BO a1-c2"]),
    row(
        "bowman-landing-capture",
        ("bowman-landing", "capture"),
        BOWMAN_LANDING,
        "a1",
        &["BO a1-b3", "BO a1-c2"],
    ),
    row(
        "bowman-shot-same-direction",
        ("bowman-shot", "same-direction"),
        BOWMAN_SHOT,
        "a1",
        &["BO a1-b3", "BO a1-b3; @-c5", "BO a1-c2"],
    ),
    row(
        "bowman-shot-any-direction",
        ("bowman-shot", "any-direction"),
        BOWMAN_SHOT,
        "a1",
        &["BO a1-b3", "BO a1-b3; @-a5", "BO a1-b3; @-c5", "BO a1-c2"],
    ),
    row(
        "berserker-leap-queenwise",
        ("berserker-leap", "queenwise"),
        BERSERKER_LEAP,
        "a1",
        &["BR a1-a3", "BR a1-c1", "BR a1-c3"],
    ),
    row(
        "berserker-leap-ring",
        ("berserker-leap", "ring"),
        BERSERKER_LEAP,
        "a1",
        &["BR a1-a3", "BR a1-b3", "BR a1-c1", "BR a1-c2", "BR a1-c3"],
    ),
    row(
        "berserker-return-after-capture",
        ("berserker-return", "after-capture"),
        BERSERKER_RETURN,
        "a1",
        &[
            "BR a1-a1; @-a2",
            "BR a1-a2",
            "BR a1-a3",
            "BR a1-a3; @-a2",
            "BR a1-b3; @-a2",
            "BR a1-c1",
            "BR a1-c3",
        ],
    ),
    row(
        "berserker-return-never",
        ("berserker-return", "never"),
        BERSERKER_RETURN,
        "a1",
        &["BR a1-a2", "BR a1-a3", "BR a1-a3; @-a2", "BR a1-b3; @-a2", "BR a1-c1", "BR a1-c3"],
    ),
    row(
        "berserker-return-after-capture-of-two-ways",
        ("berserker-return", "after-capture"),
        BERSERKER_TWO_WAYS,
        "a1",
        &[
            "BR a1-a1; @-a2",
            "BR a1-a2",
            "BR a1-a3",
            "BR a1-a3; @-a2",
            "BR a1-b1",
            "BR a1-b1; @-a2",
            "BR a1-b3; @-a2",
            "BR a1-c1",
            "BR a1-c2",
            "BR a1-c3",
        ],
    ),
    row(
        "berserker-return-never-of-two-ways",
        ("berserker-return", "never"),
        BERSERKER_TWO_WAYS,
        "a1",
        &[
            "BR a1-a2",
            "BR a1-a3",
            "BR a1-a3; @-a2",
            "BR a1-b1",
            "BR a1-b1; @-a2",
            "BR a1-b3; @-a2",
            "BR a1-c1",
            "BR a1-c2",
            "BR a1-c3",
        ],
    ),
    row(
        "berserker-return-always",
        ("berserker-return", "always"),
        BERSERKER_TWO_WAYS,
        "a1",
        &[
            "BR a1-a1",
            "BR a1-a1; @-a2",
            "BR a1-a2",
            "BR a1-a3",
            "BR a1-a3; @-a2",
            "BR a1-b1",
            "BR a1-b1; @-a2",
            "BR a1-b3; @-a2",
            "BR a1-c1",
            "BR a1-c2",
            "BR a1-c3",
        ],
    ),
    row(
        "bowman-shot-path-any",
        ("bowman-shot-path", "any"),
        BOWMAN_SHOT_PATH,
        "a1",
        &["BO a1-b3", "BO a1-b3; @-c5", "BO a1-c2"],
    ),
    row(
        "bowman-shot-path-lame",
        ("bowman-shot-path", "lame"),
        BOWMAN_SHOT_PATH,
        "a1",
        &["BO a1-b3", "BO a1-c2"],
    ),
    // One empty square on the path of the shot is enough.
    row(
        "bowman-shot-path-lame-and-open",
        ("bowman-shot-path", "lame"),
        BOWMAN_SHOT,
        "a1",
        &["BO a1-b3", "BO a1-b3; @-c5", "BO a1-c2"],
    ),
    row(
        "last-royal-must-stay",
        ("last-royal", "must-stay"),
        LAST_ROYAL,
        "e3",
        &["BR e3-e2", "BR e3-e3; @-f4", "BR e3-e4", "BR e3-e4; @-f4", "BR e3-e5", "BR e3-e5; @-f4"],
    ),
    // Capturing one of the two royal pieces is not enough: the other then succeeds as King.
    row(
        "last-royal-capture-wins",
        ("last-royal", "capture-wins"),
        LAST_ROYAL,
        "e3",
        &[
            "BR e3-e2",
            "BR e3-e3; @-f4",
            "BR e3-e4",
            "BR e3-e4; @-f4",
            "BR e3-e5",
            "BR e3-e5; @-f4",
            "BR e3-g4; @-f4",
        ],
    ),
    row(
        "lancer-second-same-direction",
        ("lancer-second", "same-direction"),
        LANCER_SECOND,
        "a1",
        &["L a1-b3", "L a1-c5"],
    ),
    // Returning to a1 would change nothing (GEN-NULL).
    row(
        "lancer-second-any-direction",
        ("lancer-second", "any-direction"),
        LANCER_SECOND,
        "a1",
        &["L a1-a5", "L a1-b3", "L a1-c1", "L a1-c5", "L a1-d2", "L a1-d4"],
    ),
    row(
        "lancer-leap-both",
        ("lancer-leap", "both"),
        LANCER_LEAP,
        "a1",
        &["L a1-b3", "L a1-c2", "L a1-c3", "L a1-e3"],
    ),
    // The capture on the Queen line is not a leap (VAN-LANCER-2).
    row("lancer-leap-move-only", ("lancer-leap", "move-only"), LANCER_LEAP, "a1", &["L a1-c2", "L a1-c3"]),
    row("initial-unmoved-pawn", ("initial", "unmoved"), MOVED, "a3", &["P a3-a4"]),
    row(
        "initial-start-square-pawn",
        ("initial", "start-square"),
        MOVED,
        "a3",
        &["P a3-a4", "P a3-a5", "P a3-a6", "P a3-a7"],
    ),
    row(
        "initial-unmoved-soldier",
        ("initial", "unmoved"),
        MOVED,
        "f3",
        &["SL f3-e3", "SL f3-f4", "SL f3-g3"],
    ),
    row(
        "initial-start-square-soldier",
        ("initial", "start-square"),
        MOVED,
        "f3",
        &["SL f3-e3", "SL f3-f4", "SL f3-f5", "SL f3-f6", "SL f3-f7", "SL f3-g3"],
    ),
    row("promote-by-exchange-yes", ("promote-by-exchange", "yes"), WIZARD, "a16", &["W a16-b15; N-a16"]),
    row("promote-by-exchange-no", ("promote-by-exchange", "no"), WIZARD, "a16", &["W a16-b15; P-a16"]),
];

/// A Soldier that has not moved, and the position after it steps sideways onto another Soldier's start square.
const SOLDIER: &str = "15k/16/16/16/16/16/16/16/16/16/16/16/16/4{SL}11/16/15K w * - 0 1";
const SOLDIER_ASIDE: &str = "15k/16/16/16/16/16/16/16/16/16/16/16/16/5{SL}10/16/15K b - - 0 1";

/// The third field lists unmoved pieces in every reading, even in the one that ignores it for Pawns and Soldiers. An exchange is not a
/// capture, and an exchange by the Wizard is not a Pawn move, so the clock advances (GEN-CLOCK).
pub const CHILDREN: &[Child] = &[
    // White's King is attacked by the Rook, which is legal because Black has no royal piece left.
    child(
        "last-royal-capture-wins-child",
        ("last-royal", "capture-wins"),
        LAST_ROYAL,
        "BR e3-g4; @-f4",
        "16/16/16/16/16/16/4r11/16/16/16/16/16/6{BR}9/16/16/4K11 b - - 0 1",
    ),
    child(
        "berserker-return-always-child",
        ("berserker-return", "always"),
        BERSERKER_TWO_WAYS,
        "BR a1-a1",
        "15k/16/16/16/16/16/16/16/16/16/16/16/16/16/pP14/{BR}14K b - - 1 1",
    ),
    child("initial-unmoved-child", ("initial", "unmoved"), SOLDIER, "SL e3-f3", SOLDIER_ASIDE),
    child("initial-start-square-child", ("initial", "start-square"), SOLDIER, "SL e3-f3", SOLDIER_ASIDE),
    child(
        "initial-start-square-long-child",
        ("initial", "start-square"),
        MOVED,
        "P a3-a7",
        "15k/16/16/16/16/16/16/16/16/P15/16/16/16/5{SL}10/16/15K b - - 0 1",
    ),
    child(
        "promote-by-exchange-yes-child",
        ("promote-by-exchange", "yes"),
        WIZARD,
        "W a16-b15; N-a16",
        "N14k/1W14/16/16/16/16/16/16/16/16/16/16/16/16/16/15K b - - 1 1",
    ),
    child(
        "promote-by-exchange-no-child",
        ("promote-by-exchange", "no"),
        WIZARD,
        "W a16-b15; P-a16",
        "P14k/1W14/16/16/16/16/16/16/16/16/16/16/16/16/16/15K b - - 1 1",
    ),
];
