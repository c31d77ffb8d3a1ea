//! Sandbox: the King's file, exchanges of two Knights, and moves induced by a Queen.

use super::{Opening, Row, row};

/// A King on e1 that may castle only if `*` treats e1 as its start square.
const KING_ON_E: &str = "4k5/10/1-6-1/10/10/10/10/1-6-1/3PPP4/R3K4R w * - 0 1";

/// A Knight on a1 that can only exchange: its leaps end on the closed square b3 and on a friend. Its twin, its King and a Pawn are next
/// to it.
const TWINS: &str = "5k4/10/1-6-1/10/10/10/10/1-6-1/NPP7/NK8 w - - 0 1";

/// A moved Pawn two squares diagonally from its Queen.
const DIAGONAL: &str = "5k4/10/1-6-1/10/10/10/10/1-P5-1/9K/Q9 w - - 0 1";

/// A King that may castle to i1, and that the Queen behind it may also induce to slide there.
const CASTLE: &str = "5k4/10/1-6-1/10/10/10/10/1-6-1/4PPP3/4QK3R w f1,j1 - 0 1";

/// `CASTLE` without the right to castle.
const NO_CASTLE: &str = "5k4/10/1-6-1/10/10/10/10/1-6-1/4PPP3/4QK3R w - - 0 1";

/// A Knight on a10 that can only exchange with the Pawn on a9. White has lost every piece to which a Pawn promotes.
const EXCHANGED_PAWN: &str = "N8k/P1P7/1-6-1/10/10/10/10/1-6-1/10/5K4 w - - 0 1";

/// A Queen on a9 that induces the Pawn next to it to move to c9, one square along the rank. The white King ends the line.
const INDUCED_ASIDE: &str = "10/QP1K6/1-6-1/10/10/10/10/1-6-1/10/9k w - - 0 1";

pub const ROWS: &[Row] = &[
    row(
        "knight-exchange-promotes-no",
        ("knight-exchange-promotes", "no"),
        EXCHANGED_PAWN,
        "a10",
        &["N a10-a9; P-a10"],
    ),
    row(
        "knight-exchange-promotes-yes",
        ("knight-exchange-promotes", "yes"),
        EXCHANGED_PAWN,
        "a10",
        &[
            "N a10-a9; J-a10",
            "N a10-a9; L-a10",
            "N a10-a9; N-a10",
            "N a10-a9; Q-a10",
            "N a10-a9; R-a10",
            "N a10-a9; V-a10",
        ],
    ),
    row(
        "promote-inside-yes",
        ("promote-inside", "yes"),
        INDUCED_ASIDE,
        "b9",
        &[
            "P b9-b10; J-b10",
            "P b9-b10; L-b10",
            "P b9-b10; N-b10",
            "P b9-b10; Q-b10",
            "P b9-b10; R-b10",
            "P b9-b10; V-b10",
            "P b9-c9",
            "P b9-c9; N-c9",
            "P b9-c9; R-c9",
            "P b9-c9; V-c9",
        ],
    ),
    row(
        "promote-inside-on-entering",
        ("promote-inside", "on-entering"),
        INDUCED_ASIDE,
        "b9",
        &[
            "P b9-b10; J-b10",
            "P b9-b10; L-b10",
            "P b9-b10; N-b10",
            "P b9-b10; Q-b10",
            "P b9-b10; R-b10",
            "P b9-b10; V-b10",
            "P b9-c9",
        ],
    ),
    row("king-file-f", ("king-file", "f"), KING_ON_E, "e1", &["K e1-d1", "K e1-f1"]),
    row(
        "king-file-e",
        ("king-file", "e"),
        KING_ON_E,
        "e1",
        &["K e1-b1; R a1-c1", "K e1-d1", "K e1-f1", "K e1-h1; R j1-g1"],
    ),
    row(
        "knight-exchange-twin-yes",
        ("knight-exchange-twin", "yes"),
        TWINS,
        "a1",
        &["N a1-a2; N-a1", "N a1-b1; K-a1", "N a1-b2; P-a1"],
    ),
    row(
        "knight-exchange-twin-no",
        ("knight-exchange-twin", "no"),
        TWINS,
        "a1",
        &["N a1-b1; K-a1", "N a1-b2; P-a1"],
    ),
    // The Pawn is two squares from the Queen, so it moves two squares: not to d4 or f6.
    row("induced-diagonal-exact", ("induced-diagonal", "exact"), DIAGONAL, "c3", &["P c3-c4", "P c3-e5"]),
    row(
        "castle-and-induce-both",
        ("castle-and-induce", "both"),
        CASTLE,
        "f1",
        &["K f1-g1", "K f1-h1", "K f1-i1", "K f1-i1; R j1-h1"],
    ),
    row(
        "castle-and-induce-castling-wins",
        ("castle-and-induce", "castling-wins"),
        CASTLE,
        "f1",
        &["K f1-g1", "K f1-h1", "K f1-i1; R j1-h1"],
    ),
    // Without the right to castle, castling does not replace the induced slide to i1.
    row(
        "castle-and-induce-castling-wins-without-right",
        ("castle-and-induce", "castling-wins"),
        NO_CASTLE,
        "f1",
        &["K f1-g1", "K f1-h1", "K f1-i1"],
    ),
];

/// White's first moves: 20 by Pawns, 10 induced by the Queens, Q 6, R 9, K 4 (two of them castling), N 16, V 5, L 5, and J 7. With
/// the King on e1, J 3, because the King blocks one of its two ways out.
///
/// Black has as many moves, so perft 2 is the square minus the replies that a first move prevents, 29 in either reading:
///
/// - The first moves of the a- and j-Pawns each prevent a capture by a Vao: four times 1.
/// - On the c- and h-files, moves block the induced slide of the opposite Pawn: P 1 and 2 and, induced, 3 and 2 on each file (on the
///   seventh rank two Pawns may capture in return), N 1 on each file, L 1 on c4.
/// - A capture by a Vao on a8 or j8 costs 3: two steps of the captured Pawn, the Knight's exchange with it and the attacked castling,
///   minus the Rook's capture.
pub const OPENINGS: &[Opening] = &[
    opening(
        "king-file-f-start",
        "f",
        "r4k3r/1nqvljvqn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NQVLJVQN1/R4K3R w * - 0 1",
        [82, 82 * 82 - 29],
    ),
    opening(
        "king-file-e-start",
        "e",
        "r3k4r/1nqvljvqn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NQVLJVQN1/R3K4R w * - 0 1",
        [78, 78 * 78 - 29],
    ),
];

const fn opening(id: &'static str, reading: &'static str, vfen: &'static str, perft: [u128; 2]) -> Opening {
    Opening { id, ruling: "king-file", reading, vfen, perft }
}
