//! The list of legal moves.

use super::board::{Board, NOWHERE};
use super::kinds::{BISHOP, DRAGON, KING, KIRIN, KNIGHT, MARSHALL, PAWN, PROMOTIONS, QUEEN, ROOK};
use super::node::{self, Node};
use super::pawns;
use super::tables::Tables;
use crate::fast::rays::{DIAGONAL, ORTHOGONAL};
use crate::fast::set::Set;

/// What a move does besides moving one man and capturing where it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Special {
    /// Nothing.
    None,
    /// A Pawn's double step.
    Double,
    /// The captured Pawn stands beside.
    EnPassant,
    /// The Rook goes to the King's inner side.
    Castling,
}

/// A move.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Where it starts.
    pub from: u8,
    /// Where it ends.
    pub to: u8,
    /// The type of the mover.
    pub mover: u8,
    /// The type that then stands on `to`.
    pub becomes: u8,
    /// The type of the enemy on `to`, or [`NOTHING`].
    pub captured: u8,
    /// What else it does.
    pub special: Special,
}

/// No man is captured on the end square.
pub const NOTHING: u8 = u8::MAX;

/// Where a man of the side to move can go, pins and checks aside, its own men and en passant included or not:
/// the caller takes out what is blocked.
#[inline(always)]
pub fn targets(tables: &Tables, node: &Node, kind: usize, from: usize) -> Set<2> {
    let near = &tables.near[from & 127];
    let slides = |directions| tables.rays.slides(directions, from, node.occupied);
    match kind {
        KING => near.king,
        QUEEN => slides(ORTHOGONAL) | slides(DIAGONAL),
        MARSHALL => slides(ORTHOGONAL) | near.knight,
        DRAGON => slides(DIAGONAL) | tables.night.rides(from, node.occupied),
        ROOK => slides(ORTHOGONAL),
        BISHOP => slides(DIAGONAL),
        KNIGHT => near.knight,
        KIRIN => near.kirin,
        _ => {
            let steps = pawns::steps(node.us, Set::of(from), node.occupied, node.enemy);
            steps.single | steps.double | steps.left | steps.right
        }
    }
}

/// Appends the legal moves, each once.
#[inline(always)]
pub fn moves(tables: &Tables, board: &Board, list: &mut Vec<Step>) {
    let node = Node::new(tables, board);
    let mut list = List { board, list };
    list.all(KING, node.king, node.king_steps(tables, board));
    if node.checkers.is_many() {
        return;
    }
    let blocked = if node.checkers.is_empty() { node.own } else { !node.evasion };
    let mut pinned = Set::EMPTY;
    node.each_pin(tables, |square, line| {
        pinned.insert(square);
        if let Some(man) = board.men.get(square) {
            list.any(
                &node,
                man.kind(),
                square,
                (targets(tables, &node, man.kind(), square) & line) - blocked,
            );
        }
    });
    for kind in QUEEN..=PAWN {
        ((board.men.kinds[kind] & node.own) - pinned).each(|from| {
            list.any(&node, kind, from, targets(tables, &node, kind, from) - blocked);
        });
    }
    for (far, toward) in node.castling(tables, board).into_iter().zip([-1, 1]) {
        for distance in 2..=far {
            let to = node.king as isize + toward * distance as isize;
            list.push(KING, node.king, to as usize, KING as u8, Special::Castling);
        }
    }
    if board.en_passant != NOWHERE {
        let to = usize::from(board.en_passant);
        node::en_passant(tables, board, to).each(|from| {
            list.push(PAWN, from, to, PAWN as u8, Special::EnPassant);
        });
    }
}

/// The list, with the board it is of.
struct List<'a> {
    board: &'a Board,
    list: &'a mut Vec<Step>,
}

impl List<'_> {
    #[inline(always)]
    fn push(&mut self, kind: usize, from: usize, to: usize, becomes: u8, special: Special) {
        let captured = self.board.men.get(to).map_or(NOTHING, |man| man.kind() as u8);
        self.list.push(Step {
            from: from as u8,
            to: to as u8,
            mover: kind as u8,
            becomes,
            captured,
            special,
        });
    }

    /// The moves of a man that is no Pawn.
    #[inline(always)]
    fn all(&mut self, kind: usize, from: usize, targets: Set<2>) {
        targets.each(|to| self.push(kind, from, to, kind as u8, Special::None));
    }

    /// The moves of any man: a Pawn's double steps and promotions are told apart.
    #[inline(always)]
    fn any(&mut self, node: &Node, kind: usize, from: usize, targets: Set<2>) {
        if kind != PAWN {
            return self.all(kind, from, targets);
        }
        targets.each(|to| {
            if pawns::LAST[node.us as usize].contains(to) {
                for becomes in PROMOTIONS {
                    self.push(PAWN, from, to, becomes, Special::None);
                }
            } else {
                let special = if from.abs_diff(to) == 20 { Special::Double } else { Special::None };
                self.push(PAWN, from, to, PAWN as u8, special);
            }
        });
    }
}
