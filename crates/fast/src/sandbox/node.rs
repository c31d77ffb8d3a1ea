//! The data about a position that all its moves need: the pieces from the point of view of the side to move, and the squares where each
//! piece may land with the King safe.
//!
//! A piece that is not pinned may land on the squares of [`Landing::check_mask`]. Only the nearest piece on each rank and file through the
//! King, and the nearest two on each diagonal, can be pinned. Twelve entries are therefore enough for the pinned pieces.

use super::board::Board;
use super::king::{Attackers, Landing};
use super::tables::{BOARD, BROUHAHA, KING, PAWN, Squares, Tables};
use vperft::inner::game::variant::Color;

/// The greatest number of pinned pieces.
const MAX_PINS: usize = 12;

/// A position from the point of view of the side to move.
pub struct Node<'a> {
    /// The tables.
    pub tables: &'static Tables,
    /// The position.
    pub board: &'a Board,
    /// The side to move.
    pub us: Color,
    /// Its pieces.
    pub own: Squares,
    /// The other side's pieces.
    pub enemy: Squares,
    /// Both sides' pieces.
    pub occupied: Squares,
    /// The squares that stop a slide: pieces and closed squares.
    pub blocked: Squares,
    /// Open squares without a piece.
    pub empty: Squares,
    /// The open squares without a friend, to which a piece may go.
    pub open: Squares,
    /// The King of the side to move.
    pub king: usize,
    /// The squares where the other pieces may land.
    pub landing: Landing,
    pins: [Squares; MAX_PINS],
}

impl<'a> Node<'a> {
    /// The node of a position. Finds all pins.
    #[inline(always)]
    pub fn new(tables: &'static Tables, board: &'a Board) -> Self {
        let us = board.turn;
        let pieces = &board.pieces;
        let (own, enemy) = (pieces.colors[us as usize], pieces.colors[1 - us as usize]);
        let occupied = own | enemy;
        let blocked = occupied | BROUHAHA;
        let king = (own & pieces.kinds[KING]).first();
        let attackers = Attackers { tables, kinds: &pieces.kinds, color: !us, pieces: enemy };
        let landing = attackers.landing(king, own, occupied);
        let empty = BOARD - blocked;
        let open = empty | enemy;
        let pins = [Squares::EMPTY; MAX_PINS];
        let mut node =
            Self { tables, board, us, own, enemy, occupied, blocked, empty, open, king, landing, pins };
        for (pin, square) in landing.pinned.into_iter().enumerate().take(MAX_PINS) {
            node.pins[pin] = attackers.landing_without(king, own, occupied, square);
        }
        node
    }

    /// The squares of the side's pieces of one type.
    #[inline(always)]
    pub fn squares(&self, kind: usize) -> Squares {
        self.own & self.board.pieces.kinds[kind]
    }

    /// The squares where a piece other than the King may land.
    #[inline(always)]
    pub fn landing_mask(&self, square: usize) -> Squares {
        if self.landing.pinned.contains(square) { self.pin_mask(square) } else { self.landing.check_mask }
    }

    /// The squares where a pinned piece may land.
    #[inline(always)]
    pub fn pin_mask(&self, square: usize) -> Squares {
        let before = self.landing.pinned.into_iter().take_while(|&pinned| pinned < square);
        self.pins[before.count() % MAX_PINS]
    }

    /// The other side, without the pieces on some squares.
    #[inline(always)]
    pub fn attackers(&self, without: Squares) -> Attackers<'_> {
        Attackers {
            tables: self.tables,
            kinds: &self.board.pieces.kinds,
            color: !self.us,
            pieces: self.enemy - without,
        }
    }

    /// Whether the King is safe after a piece moves from `from` to `to`, with a capture on `captured`.
    #[inline(always)]
    pub fn is_safe(&self, from: usize, to: usize, captured: usize) -> bool {
        let mut gone = Squares::single(captured);
        gone.insert(to);
        let mut occupied = self.occupied - gone;
        occupied.remove(from);
        occupied.insert(to);
        !self.attackers(gone).attack(self.king, occupied)
    }

    /// The Pawns that may capture en passant on a square, and the square of the Pawn that they capture (SBX-PAWN-3).
    #[inline(always)]
    pub fn capturers(&self, passed: usize) -> (Squares, usize) {
        let captured = match self.us {
            Color::White => passed - 10,
            Color::Black => passed + 10,
        };
        let mut capturers = Squares::EMPTY;
        for from in self.tables.pawn_sources[self.us as usize][passed] & self.squares(PAWN) {
            if self.is_safe(from, passed, captured) {
                capturers.insert(from);
            }
        }
        (capturers, captured)
    }
}
