//! The list of legal moves.

use super::board::{Board, NOWHERE};
use super::kinds::{BISHOP, DRAGON, KING, KIRIN, KNIGHT, MARSHALL, PAWN, PROMOTIONS, QUEEN, ROOK};
use super::node::{self, Node};
use super::pawns;
use super::sets::Sets;
use super::tables::Tables;
use crate::rays::{DIAGONAL, ORTHOGONAL};
use crate::set::Set;
use vperft::inner::game::variant::Color;

/// The effect of a move besides moving a piece and capturing on its end square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Special {
    /// Nothing.
    None,
    /// A Pawn's double step.
    Double,
    /// The capture of the Pawn next to the start square.
    EnPassant,
    /// The Rook goes to the inner side of the King.
    Castling,
}

/// A move.
#[derive(Clone, Copy, Debug)]
pub struct PackedMove {
    /// The start square.
    pub from: u8,
    /// The end square.
    pub to: u8,
    /// The type of the mover.
    pub mover: u8,
    /// The type of the piece on `to` afterwards.
    pub becomes: u8,
    /// The type of the enemy on `to`, or [`NOTHING`].
    pub captured: u8,
    /// Its other effect.
    pub special: Special,
}

/// No piece is captured on the end square.
pub const NOTHING: u8 = u8::MAX;

/// The target squares of a piece of the side to move, without regard to pins, checks and en passant. They may include squares of friends,
/// which the caller removes.
#[inline(always)]
pub fn targets(tables: &Tables, node: &Node, kind: usize, from: usize) -> Set<2> {
    let near = &tables.near[from & 127];
    match kind {
        KING => near.king,
        QUEEN => straight(tables, node, from) | diagonal(tables, node, from),
        MARSHALL => straight(tables, node, from) | near.knight,
        DRAGON => diagonal(tables, node, from) | tables.night.rides(from, node.occupied),
        ROOK => straight(tables, node, from),
        BISHOP => diagonal(tables, node, from),
        KNIGHT => near.knight,
        KIRIN => near.kirin,
        _ => {
            let steps = pawns::steps(node.us, Set::single(from), node.occupied, node.enemy);
            steps.single | steps.double | steps.left | steps.right
        }
    }
}

/// The slides along the rank and the file.
#[inline(always)]
fn straight(tables: &Tables, node: &Node, from: usize) -> Set<2> {
    tables.rays.slides(ORTHOGONAL, from, node.occupied)
}

/// The slides along the diagonals.
#[inline(always)]
fn diagonal(tables: &Tables, node: &Node, from: usize) -> Set<2> {
    tables.rays.slides(DIAGONAL, from, node.occupied)
}

/// Appends the legal moves, each once.
#[inline(always)]
pub fn moves(tables: &Tables, board: &Board, list: &mut Vec<PackedMove>) {
    let node = Node::new(tables, board);
    let mut list = List { pieces: &board.pieces, enemy: node.enemy, list };
    list.piece(KING, node.king, node.king_steps(tables, board));
    if node.checkers.is_many() {
        return;
    }
    let blocked = if node.checkers.is_empty() { node.own } else { !node.check_mask };
    let mut free = node.own;
    for (pinned, pin_mask) in node.pins(tables) {
        free.remove(pinned);
        let kind = board.pieces.kind(pinned);
        if kind == PAWN {
            list.pawns(node.us, Set::single(pinned), &node, blocked | !pin_mask);
        } else {
            list.piece(kind, pinned, (targets(tables, &node, kind, pinned) & pin_mask) - blocked);
        }
    }
    for kind in QUEEN..PAWN {
        for from in board.pieces.kinds[kind] & free {
            list.piece(kind, from, targets(tables, &node, kind, from) - blocked);
        }
    }
    list.pawns(node.us, board.pieces.kinds[PAWN] & free, &node, blocked);
    for (far, toward) in node.castling(tables, board).into_iter().zip([-1, 1]) {
        for distance in 2..=far {
            let to = node.king as isize + toward * distance as isize;
            list.push(KING, node.king, to as usize, KING, Special::Castling);
        }
    }
    if board.en_passant != NOWHERE {
        let to = usize::from(board.en_passant);
        for from in node::en_passant(tables, board, to) {
            list.push(PAWN, from, to, PAWN, Special::EnPassant);
        }
    }
}

/// The list of moves, and the pieces on the board.
struct List<'a> {
    pieces: &'a Sets,
    enemy: Set<2>,
    list: &'a mut Vec<PackedMove>,
}

impl List<'_> {
    #[inline(always)]
    fn push(&mut self, kind: usize, from: usize, to: usize, becomes: usize, special: Special) {
        let captured = if self.enemy.contains(to & 127) { self.pieces.kind(to) as u8 } else { NOTHING };
        let (mover, becomes) = (kind as u8, becomes as u8);
        self.list.push(PackedMove { from: from as u8, to: to as u8, mover, becomes, captured, special });
    }

    /// Adds the moves of a piece other than a Pawn.
    #[inline(always)]
    fn piece(&mut self, kind: usize, from: usize, targets: Set<2>) {
        for to in targets {
            self.push(kind, from, to, kind, Special::None);
        }
    }

    /// Adds the moves of these Pawns that do not end in `blocked`, without en passant captures.
    #[inline(always)]
    fn pawns(&mut self, us: Color, pawns: Set<2>, node: &Node, blocked: Set<2>) {
        let steps = pawns::steps(us, pawns, node.occupied, node.enemy);
        let forward = |squares: isize| if us == Color::White { squares } else { -squares };
        let (left, right) = if us == Color::White { (9, 11) } else { (-11, -9) };
        for (targets, by) in [(steps.single, forward(10)), (steps.left, left), (steps.right, right)] {
            for to in targets - blocked {
                let from = (to as isize - by) as usize;
                if pawns::LAST[us as usize].contains(to) {
                    for becomes in PROMOTIONS {
                        self.push(PAWN, from, to, becomes.into(), Special::None);
                    }
                } else {
                    self.push(PAWN, from, to, PAWN, Special::None);
                }
            }
        }
        for to in steps.double - blocked {
            self.push(PAWN, (to as isize - forward(20)) as usize, to, PAWN, Special::Double);
        }
    }
}
