//! The last two plies at once: all replies to all moves.
//!
//! What a piece can do depends on few squares, its region. The replies are counted once, piece by piece, as
//! if the move before them changed nothing; then, for every move, only the pieces are counted again in
//! whose region the move changes a square. For a lone King the guard names a few more: those that may not
//! make all their moves.

use super::attack::Foes;
use super::board::Board;
use super::guard::{Guard, Guarded};
use super::moves::{self, Count, View};
use super::play::{Effect, PackedMove};
use super::tables::{Set, kind};
use super::zone::{self, Zone};
use super::{Game as _, Vanguard};

/// The pseudo-legal replies on the board before the move.
struct Before {
    /// How many each piece has, by its square.
    counts: [u16; 256],
    /// How many there are.
    total: u64,
    /// For every square, the pieces in whose region it is.
    dependent: [Set; 256],
}

impl Before {
    #[inline(always)]
    fn new(view: &View<'_>, board: &Board, leapt: Set) -> Self {
        let mut before = Self { counts: [0; 256], total: 0, dependent: [Set::EMPTY; 256] };
        for from in view.own {
            let kind = board.kind(from);
            let mut count = Count::default();
            moves::piece(view, kind, from, &mut count);
            before.counts[from] = count.0 as u16;
            before.total += count.0;
            moves::region(view, kind, from, leapt).each(|square| before.dependent[square].insert(from));
        }
        before
    }

    /// The King's guard and the safety around it.
    #[inline(always)]
    fn king<'a>(view: &View<'_>, king: usize, foes: &'a Foes) -> (Guard<'a>, Zone) {
        (Guard::new(view, king, foes), Zone::new(view.tables, foes, king, view.own))
    }

    /// The pieces in whose region the move changes a square.
    #[inline(always)]
    fn stale(&self, packed: PackedMove, captures: Set) -> Set {
        if packed.effect == Effect::Exchange {
            return Set::EMPTY;
        }
        let mut stale = self.dependent[usize::from(packed.from)] | self.dependent[usize::from(packed.to)];
        captures.each(|square| stale |= self.dependent[square]);
        stale
    }

    /// How many replies the pieces have that need not be counted again.
    #[inline(always)]
    fn known(&self, stale: Set) -> u64 {
        let mut known = self.total;
        stale.each(|from| known -= u64::from(self.counts[from]));
        known
    }
}

/// The pieces of a side with a lone King, not in check, that may not make all their moves.
#[inline(always)]
fn restricted(before: &Before, guard: &Guard<'_>, view: &View<'_>, board: &Board) -> Set {
    // A Wizard may change places with the King whenever its square is safe.
    let wizards = board.kinds[kind::WIZARD] & view.near(guard.king).wizard;
    let mut restricted = guard.screens | board.kinds[kind::KING] | wizards;
    (guard.screens & view.foe | guard.seniors).each(|square| restricted |= before.dependent[square]);
    if !guard.lines.is_empty() {
        let several = [kind::BOWMAN, kind::BERSERKER, kind::HELEPOLIS];
        restricted |= several.iter().fold(Set::EMPTY, |set, &kind| set | board.kinds[kind]);
    }
    restricted
}

/// The number of replies to all these legal moves of the side to move, of which there is at least one.
#[inline(always)]
pub fn replies(game: &Vanguard, board: &Board, packed_moves: &[PackedMove]) -> u64 {
    let tables = game.tables;
    let them = 1 - board.turn;
    let view = View::new(tables, board, them);
    let lone = board.lone_king(them);
    let leapt = if lone.is_some() { !Set::EMPTY } else { view.own };
    let before = Before::new(&view, board, leapt);
    let vital = board.kinds[kind::KING] | board.kinds[kind::PRINCE] | board.kinds[kind::QUEEN];
    let vital = vital & view.own;
    let foes = Foes::new(board, board.turn);
    let known = lone.map(|king| Before::king(&view, king, &foes));
    let mut total = 0;
    for &packed in packed_moves {
        let captures = (packed.removals(tables, board) | Set::of(usize::from(packed.to))) & view.own;
        if captures.meets(vital) {
            total += game.count_apart(&game.play(board, packed));
            continue;
        }
        let mut stale = before.stale(packed, captures);
        let own = view.own - captures;
        let mut foe = view.foe;
        if packed.effect != Effect::Exchange {
            foe.remove(usize::from(packed.from));
            foe.insert(usize::from(packed.to));
        }
        let view = View { own, foe, occupied: own | foe, ..view };
        let mut count = Count::default();
        if let Some((calm, zone)) = &known {
            let foes = foes.moved(tables, board, packed);
            let disturbed = zone.disturbed(tables, board, packed, captures);
            let guard = if disturbed & zone::KING == 0 {
                calm.undisturbed(&foes)
            } else {
                Guard::new(&view, calm.king, &foes)
            };
            let guard = guard.knowing(zone.safe, zone.of(disturbed));
            if guard.in_check() {
                stale = view.own;
            } else {
                stale |= restricted(&before, &guard, &view, board) & view.own;
                total += before.known(stale);
            }
            let mut guarded = Guarded { view: &view, guard: &guard, sink: &mut count };
            for from in stale & own {
                moves::piece(&view, board.kind(from), from, &mut guarded);
            }
        } else {
            total += before.known(stale);
            for from in stale & own {
                moves::piece(&view, board.kind(from), from, &mut count);
            }
        }
        total += count.0;
    }
    total
}
