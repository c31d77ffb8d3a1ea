//! Cetran Chess 3: the ruling that chooses the height of the board.

use super::Opening;

/// White has 24 Pawn moves and 9 leaps (C 1, A 2, N 2, M 2, Z 2), Black 24 and 8 (z 1, c 2, m 2, n 2, a 1).
/// Everything else is shut in, Sissa, Gryphon and Aanca included. White comes to the fourth rank at most and
/// Black, after it, to the fourth from its own side, so that on eight ranks too nothing meets. Only on ten
/// ranks does one long diagonal join two pieces of the first ranks: once the c-Pawn has left it by either of
/// its moves, the Archbishop on b1 pins the Pawn on j9 to the King on k10 and takes its two moves.
pub const OPENINGS: &[Opening] = &[
    opening(
        "ranks-12",
        "12",
        "zcxmbqysrnka/pppppppppppp/12/12/12/12/12/12/12/12/PPPPPPPPPPPP/CANKMZQYXSBR w - - 0 1",
        [33, 33 * 32],
    ),
    opening(
        "ranks-10",
        "10",
        "zcxmbqysrnka/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/CANKMZQYXSBR w - - 0 1",
        [33, 33 * 32 - 4],
    ),
    opening(
        "ranks-8",
        "8",
        "zcxmbqysrnka/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/CANKMZQYXSBR w - - 0 1",
        [33, 33 * 32],
    ),
];

const fn opening(id: &'static str, reading: &'static str, vfen: &'static str, perft: [u128; 2]) -> Opening {
    Opening { id, ruling: "ranks", reading, vfen, perft }
}
