//! The movements of the pieces, attacks, legal moves, and how a move changes the board.

use crate::board::{Board, CORNERS, EMPTY, Step, is_white, king_home, step};
use vperft::position::MAX_COUNTER;

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The start square.
    pub from: usize,
    /// The end square.
    pub to: usize,
    /// Its other effects.
    pub extra: Extra,
}

/// The effect of a move other than moving one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extra {
    /// Nothing.
    None,
    /// The Pawn becomes the piece with this letter.
    Promotion(u8),
    /// The Pawn on this square is captured.
    EnPassant(usize),
    /// A Rook moves from the first square to the second.
    Castling(usize, usize),
}

const STRAIGHT: [Step; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [Step; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const TWO_STRAIGHT: [Step; 4] = [(0, 2), (2, 0), (0, -2), (-2, 0)];
const KNIGHT: [Step; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The steps of a piece, and whether it repeats a step across empty squares.
type Movement = (&'static [Step], bool);

/// The movements of every piece but the Pawn, with and without capture.
const PIECES: [(u8, &[Movement]); 8] = [
    (b'K', &[(&STRAIGHT, false), (&DIAGONAL, false)]),
    (b'Q', &[(&STRAIGHT, true), (&DIAGONAL, true)]),
    (b'M', &[(&STRAIGHT, true), (&KNIGHT, false)]),
    (b'D', &[(&DIAGONAL, true), (&KNIGHT, true)]),
    (b'R', &[(&STRAIGHT, true)]),
    (b'B', &[(&DIAGONAL, true)]),
    (b'N', &[(&KNIGHT, false)]),
    (b'I', &[(&DIAGONAL, false), (&TWO_STRAIGHT, false)]),
];

const PROMOTIONS: [u8; 7] = *b"QDMRNBI";

/// Whether the square is a start square of this side's Pawns, which may advance two squares from it.
fn is_pawn_start(white: bool, square: usize) -> bool {
    let (file, rank) = (square % 10, if white { square / 10 } else { 9 - square / 10 });
    rank == if file == 4 || file == 5 { 2 } else { 1 }
}

impl Board {
    /// Calls `visit` with every square that these movements reach: empty ones, and the first occupied one in each
    /// direction.
    fn walk(&self, from: usize, movements: &[Movement], mut visit: impl FnMut(usize)) {
        for &(steps, is_slide) in movements {
            for &direction in steps {
                let mut at = from;
                while let Some(to) = step(at, direction) {
                    visit(to);
                    if !is_slide || self.pieces[to] != EMPTY {
                        break;
                    }
                    at = to;
                }
            }
        }
    }

    /// Whether a piece of this side could capture on the square. The movements of every piece but the Pawn are symmetric,
    /// so they lead from the square to its attackers.
    pub fn is_attacked(&self, square: usize, by_white: bool) -> bool {
        let back = if by_white { -1 } else { 1 };
        let pawn = Self::letter(by_white, b'P');
        if [-1, 1].into_iter().filter_map(|file| step(square, (file, back))).any(|at| self.pieces[at] == pawn)
        {
            return true;
        }
        PIECES.iter().any(|&(letter, movements)| {
            let letter = Self::letter(by_white, letter);
            let mut found = false;
            self.walk(square, movements, |at| found |= self.pieces[at] == letter);
            found
        })
    }

    /// Whether the side's King could be captured.
    pub fn is_in_check(&self, white: bool) -> bool {
        self.king(white).is_some_and(|king| self.is_attacked(king, !white))
    }

    /// Appends the legal moves.
    pub fn legal_moves(&self, moves: &mut Vec<Move>) {
        let base = moves.len();
        for from in 0..100 {
            if is_white(self.pieces[from]) == Some(self.white) {
                self.moves_of(from, moves);
            }
        }
        self.castling(moves);
        let mut end = base;
        for index in base..moves.len() {
            if self.is_legal(moves[index]) {
                moves[end] = moves[index];
                end += 1;
            }
        }
        moves.truncate(end);
    }

    /// Whether a move leaves the King safe.
    fn is_legal(&self, mv: Move) -> bool {
        !self.after(mv).is_in_check(self.white)
    }

    /// The moves of one piece, including those that expose its King.
    fn moves_of(&self, from: usize, moves: &mut Vec<Move>) {
        let letter = self.pieces[from].to_ascii_uppercase();
        let Some((_, movements)) = PIECES.iter().find(|(piece, _)| *piece == letter) else {
            return self.pawn_moves(from, moves);
        };
        self.walk(from, movements, |to| {
            if is_white(self.pieces[to]) != Some(self.white) {
                moves.push(Move { from, to, extra: Extra::None });
            }
        });
    }

    fn pawn_moves(&self, from: usize, moves: &mut Vec<Move>) {
        let up = if self.white { 1 } else { -1 };
        let mut arrive = |to: usize| {
            if to / 10 == if self.white { 9 } else { 0 } {
                moves.extend(PROMOTIONS.map(|piece| Move { from, to, extra: Extra::Promotion(piece) }));
            } else {
                moves.push(Move { from, to, extra: Extra::None });
            }
        };
        let free = |from| step(from, (0, up)).filter(|&to| self.pieces[to] == EMPTY);
        if let Some(one) = free(from) {
            arrive(one);
            if is_pawn_start(self.white, from) {
                free(one).into_iter().for_each(&mut arrive);
            }
        }
        for aside in [-1, 1] {
            let Some(to) = step(from, (aside, up)) else { continue };
            if is_white(self.pieces[to]) == Some(!self.white) {
                arrive(to);
            }
        }
        // The Pawn to capture is one square behind the square it passed over.
        if let Some(to) = self.passed
            && [-1, 1].into_iter().any(|aside| step(from, (aside, up)) == Some(to))
            && let Some(passer) = step(to, (0, -up))
        {
            moves.push(Move { from, to, extra: Extra::EnPassant(passer) });
        }
    }

    fn castling(&self, moves: &mut Vec<Move>) {
        for (corner, right) in CORNERS.into_iter().zip(self.rights) {
            let king = king_home(corner);
            if !right || (corner < 50) != self.white {
                continue;
            }
            let between = if corner < king { corner + 1..king } else { king + 1..corner };
            if between.into_iter().any(|square| self.pieces[square] != EMPTY) {
                continue;
            }
            let toward = |distance: usize| if corner < king { king - distance } else { king + distance };
            // The King does not shield the squares behind it.
            let mut without_king = self.clone();
            without_king.pieces[king] = EMPTY;
            for distance in [2, 3] {
                if (0..=distance).all(|n| !without_king.is_attacked(toward(n), !self.white)) {
                    let extra = Extra::Castling(corner, toward(distance - 1));
                    moves.push(Move { from: king, to: toward(distance), extra });
                }
            }
        }
    }

    /// The board after a move, whether or not it is legal.
    fn after(&self, mv: Move) -> Self {
        let mut child = self.clone();
        let piece = self.pieces[mv.from];
        let is_pawn = piece.eq_ignore_ascii_case(&b'P');
        child.pieces[mv.from] = EMPTY;
        child.pieces[mv.to] = piece;
        match mv.extra {
            Extra::None => {}
            Extra::Promotion(letter) => child.pieces[mv.to] = Self::letter(self.white, letter),
            Extra::EnPassant(passer) => child.pieces[passer] = EMPTY,
            Extra::Castling(from, to) => {
                child.pieces[to] = child.pieces[from];
                child.pieces[from] = EMPTY;
            }
        }
        for (right, corner) in child.rights.iter_mut().zip(CORNERS) {
            // A Rook loses the right when it leaves its corner or is captured there.
            *right &= ![mv.from, mv.to].contains(&corner) && mv.from != king_home(corner);
        }
        child.passed = (is_pawn && mv.from.abs_diff(mv.to) == 20).then_some(mv.from.midpoint(mv.to));
        child.clock =
            if is_pawn || self.pieces[mv.to] != EMPTY { 0 } else { (self.clock + 1).min(MAX_COUNTER) };
        child.number = (self.number + u32::from(!self.white)).min(MAX_COUNTER);
        child.white = !self.white;
        child
    }

    /// The position after a legal move.
    pub fn play(&self, mv: Move) -> Self {
        let mut child = self.after(mv);
        child.drop_useless_passed();
        child
    }

    /// Clears the en passant square unless a legal move captures there.
    pub fn drop_useless_passed(&mut self) {
        let Some(passed) = self.passed else { return };
        let back = if self.white { -1 } else { 1 };
        let mut moves = Vec::new();
        for from in [-1, 1].into_iter().filter_map(|file| step(passed, (file, back))) {
            if self.pieces[from] == Self::letter(self.white, b'P') {
                self.pawn_moves(from, &mut moves);
            }
        }
        let captures = |mv: &Move| matches!(mv.extra, Extra::EnPassant(_)) && self.is_legal(*mv);
        if !moves.iter().any(captures) {
            self.passed = None;
        }
    }
}
