//! Cetran Chess 3: the ruling that chooses the height of the board.

use super::Opening;

/// White has 24 Pawn moves and 9 leaps (C 1, A 2, N 2, M 2, Z 2), Black 24 and 8 (z 1, c 2, m 2, n 2, a 1). All other pieces are
/// blocked, Sissa, Gryphon and Aanca included. Each side's first move reaches at most the fourth rank on its own side, so that the
/// sides do not meet even on eight ranks. Only on ten ranks does a long diagonal connect pieces of both sides. Once either move of
/// the c-Pawn has opened it, the Archbishop on b1 pins the Pawn on j9 to the King on k10, which costs its two moves.
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
