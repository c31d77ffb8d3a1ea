//! Counts the last two plies together: all replies to all moves.
//!
//! The moves of a piece depend on few squares, its region. The replies are first counted piece by piece on the board before the move. For
//! every move, only the pieces whose region has a changed square are counted again, and, for a side with a lone King, the pieces that may
//! not make all their moves.

use super::attack::Attackers;
use super::board::Board;
use super::few::Few;
use super::legality::{LegalMoves, LegalityMask};
use super::moves::{self, Count, MoveSink, View};
use super::play::{Effect, PackedMove, promoted};
use super::tables::{Set, kind};
use super::zone::{self, Zone};
use super::{Game as _, Vanguard};
use std::cell::OnceCell;

/// The greatest number of pieces of a side that have a slot. A board with more of them, which no game reaches, is counted move by move.
const SLOTS: usize = 64;

/// The pseudo-legal replies on the board before the move.
struct Before<'a> {
    /// The squares of the pieces.
    squares: [u8; SLOTS],
    /// The slots in use.
    slots: u64,
    /// The number of replies of each.
    counts: [u16; SLOTS],
    /// The slot of the piece on every occupied square.
    slot_of: [u8; 256],
    /// The number of all replies.
    total: u64,
    /// For every square, the slots of the pieces whose region includes it, as bits. A separate array: together with the other fields it
    /// would be longer than 2,048 bytes, above which clearing memory is much slower.
    dependent: &'a mut [u64; 256],
}

impl Before<'_> {
    /// Counts the replies. In place, because the struct is large.
    #[inline(always)]
    fn fill(&mut self, view: &View<'_>, board: &Board, leapt: Set) {
        for (slot, from) in view.own.into_iter().enumerate() {
            let kind = board.kind(from);
            let mut count = Count::default();
            moves::piece(view, kind, from, &mut count);
            self.squares[slot % SLOTS] = from as u8;
            self.counts[slot % SLOTS] = count.0 as u16;
            self.slot_of[from] = slot as u8;
            self.total += count.0;
            let bit = 1 << (slot % SLOTS);
            self.slots |= bit;
            moves::region(view, kind, from, leapt).each(|square| self.dependent[square] |= bit);
        }
    }

    /// The slots of the pieces whose region has a square that the move changes.
    #[inline(always)]
    fn stale(&self, packed: PackedMove, captures: Set) -> u64 {
        if packed.effect == Effect::Exchange {
            return 0;
        }
        let mut stale = self.dependent[usize::from(packed.from)] | self.dependent[usize::from(packed.to)];
        captures.each(|square| stale |= self.dependent[square]);
        stale
    }

    /// The slot of the piece on a square, as a bit.
    #[inline(always)]
    fn slot(&self, square: usize) -> u64 {
        1 << (self.slot_of[square] % SLOTS as u8)
    }

    /// The slots of the pieces whose region includes one of these squares.
    #[inline(always)]
    fn slots_around(&self, squares: Set) -> u64 {
        let mut slots = 0;
        squares.each(|square| slots |= self.dependent[square]);
        slots
    }

    /// Sends the current moves of the pieces with these slots to a sink. Returns the number of replies of the other pieces.
    #[inline(always)]
    fn update(&self, view: &View<'_>, board: &Board, stale: u64, sink: &mut impl MoveSink) -> u64 {
        let (mut others, mut stale) = (self.total, stale);
        while stale != 0 {
            let slot = stale.trailing_zeros() as usize;
            stale &= stale - 1;
            others -= u64::from(self.counts[slot]);
            let from = usize::from(self.squares[slot]);
            if view.own.contains(from) {
                moves::piece(view, board.kind(from), from, sink);
            }
        }
        others
    }
}

/// The slots of the pieces that may not make all their moves, on a side with a lone King that is not in check.
#[inline(always)]
fn restricted(before: &Before<'_>, mask: &LegalityMask<'_>, view: &View<'_>, board: &Board) -> u64 {
    // Whether a Wizard may exchange places with the King depends on the safety of its square.
    let wizards = board.kinds[kind::WIZARD] & view.near(mask.king).wizard;
    let mut restricted = mask.screens | Set::single(mask.king) | wizards;
    if !mask.lines.is_empty() {
        let several = [kind::BOWMAN, kind::BERSERKER, kind::HELEPOLIS];
        restricted |= several.iter().fold(Set::EMPTY, |set, &kind| set | board.kinds[kind]);
    }
    let mut slots = before.slots_around(mask.screens & view.enemy | mask.seniors);
    for from in restricted & view.own {
        slots |= before.slot(from);
    }
    slots
}

/// The number of replies to all legal moves of the side to move together. There is at least one move.
#[inline(always)]
pub fn replies(game: &Vanguard, board: &Board, packed_moves: &[PackedMove]) -> u64 {
    let tables = game.tables;
    let them = 1 - board.turn;
    let view = View::new(tables, board, them);
    let lone = board.lone_king(them);
    let few = lone.and_then(|king| Few::new(tables, board, king, board.turn));
    if let Some(few) = few.filter(|few| few.is_bare) {
        return replies_of_bare_king(game, board, &few, packed_moves);
    }
    let leapt = if lone.is_some() { !Set::EMPTY } else { view.own };
    let (squares, counts) = ([0; SLOTS], [0; SLOTS]);
    let mut dependent = [0; 256];
    let mut before =
        Before { squares, slots: 0, counts, slot_of: [0; 256], total: 0, dependent: &mut dependent };
    before.fill(&view, board, leapt);
    let is_roomy = view.own.len() <= SLOTS as u32;
    let vital = board.kinds[kind::KING] | board.kinds[kind::PRINCE] | board.kinds[kind::QUEEN];
    let vital = vital & view.own;
    // Computed only if needed: not if there are few enemies and they are far away.
    let (all_enemies, king_state_before) = (OnceCell::new(), OnceCell::new());
    let mut total = 0;
    for &packed in packed_moves {
        let (from, to) = (usize::from(packed.from), usize::from(packed.to));
        let captures = (packed.removals(tables, board) | Set::single(to)) & view.own;
        if captures.meets(vital) || !is_roomy {
            total += game.count(&game.play(board, packed));
            continue;
        }
        let stale = before.stale(packed, captures);
        let own = view.own - captures;
        let mut enemy = view.enemy;
        if packed.effect != Effect::Exchange {
            enemy.remove(from);
            enemy.insert(to);
        }
        let view = View { own, enemy, occupied: own | enemy, ..view };
        let mut count = Count::default();
        let mut is_free = lone.is_none();
        if let Some(few) = &few
            && packed.effect != Effect::Exchange
        {
            let mover = promoted(tables, board.turn, board.kind(from), to);
            is_free = (few.threats - Set::single(from)).is_empty() && !few.is_threat(tables, mover, to);
        }
        if is_free {
            total += before.update(&view, board, stale, &mut count) + count.0;
            continue;
        }
        let Some(king) = lone else { continue };
        let (calm, zone) = king_state_before.get_or_init(|| {
            let enemies = all_enemies.get_or_init(|| Attackers::new(board, board.turn));
            king_state(&View::new(tables, board, them), king, enemies)
        });
        let enemies =
            all_enemies.get_or_init(|| Attackers::new(board, board.turn)).moved(tables, board, packed);
        let disturbed = zone.disturbed(tables, board, packed, captures);
        let mask = if disturbed & zone::KING == 0 {
            calm.undisturbed(&enemies)
        } else {
            LegalityMask::new(&view, calm.king, &enemies)
        };
        let mask = mask.knowing(zone.safe, zone.squares(disturbed));
        let mut legal = LegalMoves { view: &view, mask: &mask, sink: &mut count };
        // In check all pieces are counted again.
        let stale =
            if mask.in_check() { before.slots } else { stale | restricted(&before, &mask, &view, board) };
        total += before.update(&view, board, stale, &mut legal);
        total += count.0;
    }
    total
}

/// The number of replies of a bare King to these moves of its few enemies.
#[inline(always)]
fn replies_of_bare_king(game: &Vanguard, board: &Board, few: &Few, packed_moves: &[PackedMove]) -> u64 {
    let tables = game.tables;
    let mut total = 0;
    for &packed in packed_moves {
        let (from, to) = (usize::from(packed.from), usize::from(packed.to));
        let mover = promoted(tables, board.turn, board.kind(from), to);
        let mut threats = few.threats;
        threats.remove(from);
        let mut enemies = board.colors[board.turn];
        enemies.remove(from);
        enemies.insert(to);
        let arrived = few.is_threat(tables, mover, to).then_some((mover, to));
        let flights = if packed.effect == Effect::Exchange {
            None
        } else {
            few.flights(tables, board, threats, arrived, enemies)
        };
        total += match flights {
            Some(flights) => u64::from(flights.len()),
            None => game.count(&game.play(board, packed)),
        };
    }
    total
}

/// The attacks on the King and the safety of the squares around it, on the board before the move.
#[inline(always)]
fn king_state<'a>(view: &View<'_>, king: usize, enemies: &'a Attackers) -> (LegalityMask<'a>, Zone) {
    (LegalityMask::new(view, king, enemies), Zone::new(view.tables, enemies, king, view.own))
}
