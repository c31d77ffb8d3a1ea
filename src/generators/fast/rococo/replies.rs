//! The last two plies at once: all replies to all moves.
//!
//! What a piece can do depends on few squares, its region, and on whether it is frozen. The replies are counted once,
//! piece by piece, as if the move before them changed nothing; then, for every move, only the pieces are counted
//! again in whose region the move changes a square, or that it freezes or frees.

use super::super::set::Set;
use super::board::{
    ADVANCER, Board, CANNON_PAWN, CHAMELEON, ENEMY, IMMOBILIZER, KING, LONG_LEAPER, OWN, SWAPPER, WITHDRAWER,
};
use super::count::{Scene, count};
use super::packed_move::PackedMove;
use super::squares::{ALL, NOWHERE};
use super::tables::{Tables, pop};

/// How many pieces of a side besides King and Pawns have a bit of their own. A board with more of them, which no game
/// leads to, is counted move by move.
const SLOTS: usize = 32;

/// The replies on the board before the move.
struct Before {
    /// The squares of the pieces but King and Pawns, their types, and how many replies each has.
    slots: [(u8, u8, u8); SLOTS],
    /// For every square, the slots of the pieces in whose region it is.
    dependent: [u32; 128],
    frozen: Set<2>,
    /// King and Pawns.
    plain: Set<2>,
    /// How many replies they have.
    by_plain: u64,
    /// How many replies there are.
    total: u64,
}

impl Before {
    /// The replies of the side to move.
    #[inline(always)]
    fn new(scene: &Scene<'_>) -> Self {
        let rows = &scene.board.rows;
        let (own, frozen) = (rows[OWN], scene.frozen());
        let by_plain = by_plain(scene);
        let plain = own & (rows[KING] | rows[CANNON_PAWN]);
        let (slots, dependent) = ([(0, 0, 0); SLOTS], [0; 128]);
        let mut before = Self { slots, dependent, frozen, plain, by_plain, total: by_plain };
        let mut slot = 0;
        for kind in ADVANCER..CANNON_PAWN {
            let mut pieces = scene.board.rows[kind] & own;
            while let Some(from) = pop(&mut pieces) {
                let count = officer(scene, kind, from);
                before.slots[slot % SLOTS] = (from as u8, kind as u8, count as u8);
                before.total += count;
                for square in region(scene, kind, from) {
                    before.dependent[square & 127] |= 1 << (slot % SLOTS);
                }
                slot += 1;
            }
        }
        before
    }

    /// The replies after a move that changed these squares and exchanged no pieces.
    #[inline(always)]
    fn after(&self, scene: &Scene<'_>, stale: u32, near: bool) -> u64 {
        let own = scene.board.rows[OWN];
        let (mut stale, mut total) = (stale, self.total);
        let mut changed = self.frozen ^ scene.frozen();
        if near || changed.meets(self.plain) {
            total = total - self.by_plain + by_plain(scene);
        }
        while let Some(square) = pop(&mut changed) {
            stale |= self.dependent[square];
        }
        while stale != 0 {
            let (from, kind, known) = self.slots[stale.trailing_zeros() as usize];
            stale &= stale - 1;
            total -= u64::from(known);
            if own.contains(usize::from(from) & 127) {
                total += officer(scene, kind.into(), from.into());
            }
        }
        total
    }
}

/// The moves of King and Pawns.
#[inline(always)]
fn by_plain(scene: &Scene<'_>) -> u64 {
    let suicides = scene.frozen() & scene.board.rows[CANNON_PAWN];
    scene.king() + scene.pawns() + u64::from(suicides.len())
}

/// How many moves a piece other than King and Pawn has.
#[inline(always)]
fn officer(scene: &Scene<'_>, kind: usize, from: usize) -> u64 {
    let tables = scene.tables;
    if !scene.active.contains(from) {
        return 1;
    }
    let mut count = u64::from(tables.inner_slides(from, !scene.quiet).count_ones());
    let (behind, edge) = (scene.enemies(WITHDRAWER), from >= 64);
    match kind {
        LONG_LEAPER => {
            for direction in 0..8 {
                let (blocker, _) = tables.slide(from, direction, scene.occupied);
                if scene.enemy.contains(blocker) {
                    count += scene.landings(blocker, direction, scene.enemy, Set::EMPTY).0;
                }
            }
        }
        SWAPPER => count += scene.swapper(from),
        WITHDRAWER => count += scene.withdrawals(from, scene.enemy),
        CHAMELEON => {
            count += scene.chameleon(from);
            if edge {
                count += scene.approaches(from, scene.enemies(ADVANCER), behind);
            }
        }
        ADVANCER if edge => count += scene.approaches(from, scene.enemy, Set::EMPTY),
        _ => {}
    }
    count
}

/// The squares on which it depends how many moves a piece other than King and Pawn has.
#[inline(always)]
fn region(scene: &Scene<'_>, kind: usize, from: usize) -> Set<2> {
    let tables = scene.tables;
    let mut region = tables.alone[from] | tables.near[from];
    let leapt = match kind {
        LONG_LEAPER => scene.enemy,
        CHAMELEON => scene.enemies(LONG_LEAPER),
        _ => Set::EMPTY,
    };
    if kind == CHAMELEON {
        region |= tables.two[from];
    }
    let begun = (ALL - scene.occupied) | leapt;
    for direction in 0..8 {
        if !begun.contains(tables.step(from, direction)) {
            continue;
        }
        let (mut blocker, run) = tables.slide(from, direction, scene.occupied);
        region |= run | tables.alone[blocker];
        while leapt.contains(blocker) {
            let landing = tables.step(blocker, direction);
            region |= tables.alone[landing];
            if landing == usize::from(NOWHERE) || scene.occupied.contains(landing) {
                break;
            }
            let (next, run) = tables.slide(landing, direction, scene.occupied);
            region |= run | tables.alone[next];
            blocker = next;
        }
    }
    region
}

/// The number of replies to all these legal moves.
#[inline(always)]
pub(super) fn replies(tables: &Tables, board: &Board, packed_moves: &[PackedMove]) -> u64 {
    let mut turned = *board;
    turned.rows.swap(OWN, ENEMY);
    turned.turn = !board.turn;
    turned.ban = super::board::NO_BAN;
    let scene = Scene::new(tables, &turned);
    let (own, kings) = (turned.rows[OWN], turned.rows[KING]);
    let is_roomy = (own - turned.rows[CANNON_PAWN]).len() <= SLOTS as u32;
    let before = Before::new(&scene);
    let mut total = 0;
    for &packed in packed_moves {
        let emptied = packed.emptied();
        if packed.exchanges() || !is_roomy {
            total += count(tables, &packed.play(tables, board));
            continue;
        }
        // A side without King has no moves.
        let captured = emptied & own;
        if captured.meets(kings) {
            continue;
        }
        let (mut stale, mut near) = (0, captured);
        let mut changed = emptied | tables.alone[packed.end()];
        while let Some(square) = pop(&mut changed) {
            stale |= before.dependent[square];
            near |= tables.near[square] | tables.two[square];
        }
        let near = near.meets(before.plain) || !captured.is_empty();
        // Only these freeze other pieces.
        let freezes = matches!(packed.becomes(), IMMOBILIZER | CHAMELEON);
        if stale == 0 && !near && !freezes {
            total += before.total;
        } else {
            let child = packed.play(tables, board);
            total += before.after(&Scene::new(tables, &child), stale, near);
        }
    }
    total
}
