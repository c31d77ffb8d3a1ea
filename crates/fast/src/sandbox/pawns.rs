//! The moves of Pawns: those of all unpinned Pawns at once, by shifted sets.
//!
//! Promotions depend only on the rank of the end square, so that own moves and induced slides share their code.

use super::node::Node;
use super::packed_move::{Act, MoveSink, PackedMove};
use super::tables::{
    GIRAFFE, KNIGHT, LION, NOT_FIRST_FILE, NOT_LAST_FILE, PAWN, QUEEN, RANK, ROOK, Squares, VAO, rank,
};
use vperft::inner::game::variant::Color;

/// The own moves of the Pawns (SBX-PAWN-1, SBX-PAWN-2, SBX-PAWN-3).
#[inline(always)]
pub fn own(node: &Node<'_>, sink: &mut impl MoveSink) {
    let pawns = node.squares(PAWN);
    let mut pinned = pawns & node.landing.pinned;
    let (mut group, mut mask) = (pawns - pinned, node.landing.check_mask);
    loop {
        match node.us {
            Color::White => {
                let advance = |pawns: Squares| pawns.up(RANK);
                shift(node, group, mask, 10, advance, sink);
                let left = (group & NOT_FIRST_FILE).up(RANK - 1) & node.enemy & mask;
                arrive(node, left, |to| to - 9, sink);
                let right = (group & NOT_LAST_FILE).up(RANK + 1) & node.enemy & mask;
                arrive(node, right, |to| to - 11, sink);
            }
            Color::Black => {
                let advance = |pawns: Squares| pawns.down(RANK);
                shift(node, group, mask, -10, advance, sink);
                let left = (group & NOT_FIRST_FILE).down(RANK + 1) & node.enemy & mask;
                arrive(node, left, |to| to + 11, sink);
                let right = (group & NOT_LAST_FILE).down(RANK - 1) & node.enemy & mask;
                arrive(node, right, |to| to + 9, sink);
            }
        }
        let Some(pawn) = pinned.pop() else { break };
        (group, mask) = (Squares::single(pawn), node.pin_mask(pawn));
    }
    if let Some(passed) = node.board.passed {
        let to = usize::from(passed);
        let (capturers, captured) = node.capturers(to);
        sink.each(capturers, |from| PackedMove::new(from, to, Act::EnPassant, captured));
    }
}

/// Single and double steps, where `by` is the difference of square numbers of one step.
#[inline(always)]
fn shift(
    node: &Node<'_>,
    pawns: Squares,
    mask: Squares,
    by: isize,
    advance: impl Fn(Squares) -> Squares,
    sink: &mut impl MoveSink,
) {
    arrive(node, advance(pawns) & node.empty & mask, |to| to.wrapping_add_signed(-by), sink);
    let unmoved = advance(pawns & node.board.rights) & node.empty;
    let double = advance(unmoved) & node.empty & mask;
    sink.each(double, |to| PackedMove::new(to.wrapping_add_signed(-2 * by), to, Act::Double, 0));
}

/// The slides of an induced Pawn to these squares, without the double step, which is its own move (SBX-QUEEN-3).
#[inline(always)]
pub fn induced(node: &Node<'_>, pawn: usize, mut to: Squares, sink: &mut impl MoveSink) {
    if node.board.rights.contains(pawn) {
        to.remove(match node.us {
            Color::White => pawn + 20,
            Color::Black => pawn - 20,
        });
    }
    arrive(node, to & node.landing_mask(pawn), |_| pawn, sink);
}

/// One move to each of these squares, or one for every choice if the Pawn may promote (SBX-PROMOTE-1).
#[inline(always)]
fn arrive(node: &Node<'_>, to: Squares, origin: impl Fn(usize) -> usize, sink: &mut impl MoveSink) {
    // By colour: the last three ranks, then the last alone.
    const ZONES: [[Squares; 3]; 2] = [[rank(7), rank(8), rank(9)], [rank(2), rank(1), rank(0)]];
    let [eighth, ninth, tenth] = ZONES[node.us as usize];
    sink.each(to - tenth, |to| PackedMove::simple(origin(to), to));
    if to.meets(eighth | ninth | tenth) {
        let mut promote = |to: Squares, kind: usize| {
            sink.each(to, |to| PackedMove::new(origin(to), to, Act::Promote, kind));
        };
        let zone = to & (eighth | ninth | tenth);
        promote(zone, KNIGHT);
        promote(zone, VAO);
        // These types only replace lost pieces (SBX-PROMOTE-2, SBX-PROMOTE-3).
        for (kind, start, ranks) in
            [(ROOK, 2, ninth | tenth), (QUEEN, 2, tenth), (LION, 1, tenth), (GIRAFFE, 1, tenth)]
        {
            if node.squares(kind).len() < start {
                promote(to & ranks, kind);
            }
        }
    }
}
