//! A lone King against few enemies. Their attacks are found piece by piece, which is cheaper than by sets of all types, most of which are
//! empty.

use super::board::Board;
use super::tables::{Set, Tables, kind};
use super::zone::aims;
use crate::rays::{DIAGONAL, ORTHOGONAL};

/// The greatest number of enemies that count as few.
const MAX_ENEMIES: u32 = 8;

/// A lone King and the few enemies that matter to it.
#[derive(Clone, Copy, Debug)]
pub struct Few {
    king: usize,
    /// The index of the enemy side.
    color: usize,
    /// The King's square and the squares around it.
    zone: Set,
    /// The enemies that could capture in the zone if all squares between were as they need them.
    pub threats: Set,
    /// Whether the King is the only piece of its side.
    pub is_bare: bool,
}

impl Few {
    /// The enemies of a lone King. `None` if they are more than a few, or if a Wizard may exchange places with the King.
    #[inline(always)]
    pub fn new(tables: &Tables, board: &Board, king: usize, color: usize) -> Option<Self> {
        let (own, enemies) = (board.colors[1 - color], board.colors[color]);
        let near = &tables.near[king];
        if enemies.len() > MAX_ENEMIES || near.wizard.meets(own & board.kinds[kind::WIZARD]) {
            return None;
        }
        let mut zone = near.king;
        zone.insert(king);
        let is_bare = own == Set::single(king);
        let mut few = Self { king, color, zone, threats: Set::EMPTY, is_bare };
        for from in enemies {
            if few.is_threat(tables, board.kind(from), from) {
                few.threats.insert(from);
            }
        }
        Some(few)
    }

    /// Whether a piece, or the piece that it becomes by succession, could capture in the zone.
    #[inline(always)]
    pub fn is_threat(&self, tables: &Tables, kind: usize, from: usize) -> bool {
        let near = &tables.near[from];
        let succeeded = match kind {
            kind::PRINCE => near.king,
            kind::PRINCESS => near.orthogonal_line,
            _ => Set::EMPTY,
        };
        (aims(near, kind, self.color) | succeeded).meets(self.zone)
    }

    /// The squares to which a bare King may go, given the enemies that threaten it, the type and square of an enemy that has just arrived,
    /// and all enemies. `None` if this simple method does not suffice.
    #[inline(always)]
    pub fn flights(
        &self,
        tables: &Tables,
        board: &Board,
        threats: Set,
        arrived: Option<(usize, usize)>,
        enemies: Set,
    ) -> Option<Set> {
        let mut safe = tables.near[self.king].king;
        // The capture of a King or a Queen may let another piece succeed.
        let of_enemies = |kind: usize| board.kinds[kind] & board.colors[self.color];
        if !(of_enemies(kind::PRINCE) | of_enemies(kind::PRINCESS)).is_empty() {
            let senior = arrived
                .is_some_and(|(kind, to)| matches!(kind, kind::KING | kind::QUEEN) && safe.contains(to));
            if senior || safe.meets(of_enemies(kind::KING) | of_enemies(kind::QUEEN)) {
                return None;
            }
        }
        for from in threats {
            safe -= self.attacks(tables, board.kind(from), from, enemies)?;
        }
        if let Some((kind, from)) = arrived {
            safe -= self.attacks(tables, kind, from, enemies)?;
        }
        Some(safe)
    }

    /// The squares of the zone on which a piece captures, given the occupied squares. `None` for a type with several kinds of captures.
    #[inline(always)]
    fn attacks(&self, tables: &Tables, kind: usize, from: usize, occupied: Set) -> Option<Set> {
        let (near, riders) = (&tables.near[from], &tables.riders);
        Some(match kind {
            kind::KING => near.king,
            kind::PRINCE => near.prince,
            kind::QUEEN => {
                self.slides(tables, ORTHOGONAL, from, occupied)
                    | self.slides(tables, DIAGONAL, from, occupied)
            }
            kind::PRINCESS => self.slides(tables, DIAGONAL, from, occupied) | near.knight,
            kind::CHANCELLOR => self.slides(tables, ORTHOGONAL, from, occupied) | near.knight,
            kind::ROOK => self.slides(tables, ORTHOGONAL, from, occupied),
            kind::BISHOP => self.slides(tables, DIAGONAL, from, occupied),
            kind::KNIGHT => near.teuton,
            kind::NIGHTRIDER => {
                riders.slides([0, 1, 2, 3], from, occupied) | riders.slides([4, 5, 6, 7], from, occupied)
            }
            kind::FALCONER => near.falconer,
            kind::GENERAL => {
                (self.slides(tables, ORTHOGONAL, from, occupied)
                    | self.slides(tables, DIAGONAL, from, occupied))
                    & near.general
            }
            kind::SPY => self.slides(tables, ORTHOGONAL, from, occupied) & near.orthogonal_two | near.knight,
            kind::PAWN | kind::SOLDIER => near.captures[self.color],
            _ => return None,
        })
    }

    /// The slides in those of these directions that lead to the zone.
    #[inline(always)]
    fn slides(&self, tables: &Tables, directions: [usize; 4], from: usize, occupied: Set) -> Set {
        let mut slides = Set::EMPTY;
        for direction in directions {
            if tables.rays.ray(direction, from).meets(self.zone) {
                slides |= tables.rays.slide(direction, from, occupied);
            }
        }
        slides
    }
}
