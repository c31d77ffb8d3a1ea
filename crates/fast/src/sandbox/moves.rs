//! The moves of every piece, as sets of squares.
//!
//! All moves are legal by construction: each set is restricted to the squares where its piece may land. Only four kinds of moves are tried
//! one by one: moves of the King, exchanges with the King, en passant captures, and double captures of a Lion next to a path to the King.

use super::super::rays::{DIAGONAL, ORTHOGONAL};
use super::node::Node;
use super::packed_move::{Act, MoveSink, PackedMove};
use super::pawns;
use super::tables::{GIRAFFE, KING, KNIGHT, LION, PAWN, QUEEN, ROOK, Squares, VAO};

/// Sends all moves into the sink.
#[inline(always)]
pub fn generate(node: &Node<'_>, sink: &mut impl MoveSink) {
    pawns::own(node, sink);
    for kind in [ROOK, VAO, GIRAFFE, LION, KNIGHT] {
        for from in node.squares(kind) {
            piece(node, kind, from, sink);
        }
    }
    let mut induced = Squares::EMPTY;
    for from in node.squares(QUEEN) {
        induced |= queen(node, from, sink);
    }
    king(node, induced, exchangers(node), sink);
}

/// The moves of a piece other than a Pawn or a King, without exchanges with the King. Returns the squares to which a Queen may induce the
/// King, safe or not.
#[inline(always)]
pub fn piece(node: &Node<'_>, kind: usize, from: usize, sink: &mut impl MoveSink) -> Squares {
    match kind {
        ROOK => rook(node, from, sink),
        VAO => vao(node, from, sink),
        GIRAFFE => giraffe(node, from, sink),
        LION => lion(node, from, sink),
        KNIGHT => knight(node, from, sink),
        _ => return queen(node, from, sink),
    }
    Squares::EMPTY
}

/// The moves of a piece to those of these squares where the King is safe.
#[inline(always)]
fn simple_moves(node: &Node<'_>, from: usize, to: Squares, sink: &mut impl MoveSink) {
    sink.each(to & node.landing_mask(from), |to| PackedMove::simple(from, to));
}

/// The squares up to and including the nearest pieces in all eight directions.
#[inline(always)]
pub fn lines(node: &Node<'_>, from: usize) -> Squares {
    let rays = &node.tables.rays;
    rays.slides(ORTHOGONAL, from, node.blocked) | rays.slides(DIAGONAL, from, node.blocked)
}

/// The moves of a Rook (SBX-ROOK).
#[inline(always)]
fn rook(node: &Node<'_>, from: usize, sink: &mut impl MoveSink) {
    let tables = node.tables;
    if node.landing_mask(from).meets(tables.orthogonal[from]) {
        simple_moves(node, from, tables.rays.slides(ORTHOGONAL, from, node.blocked) & node.open, sink);
    }
}

/// The moves of a Vao (SBX-VAO).
#[inline(always)]
fn vao(node: &Node<'_>, from: usize, sink: &mut impl MoveSink) {
    let rays = &node.tables.rays;
    if !node.landing_mask(from).meets(node.tables.diagonal[from]) {
        return;
    }
    let mut to = Squares::EMPTY;
    for direction in DIAGONAL {
        let slide = rays.slide(direction, from, node.blocked);
        let hurdle = slide & node.occupied;
        to |= slide & node.empty;
        if !hurdle.is_empty() {
            to |= rays.slide(direction, hurdle.first(), node.blocked) & node.enemy;
        }
    }
    simple_moves(node, from, to, sink);
}

/// The moves of a Giraffe.
#[inline(always)]
fn giraffe(node: &Node<'_>, from: usize, sink: &mut impl MoveSink) {
    let tables = node.tables;
    if node.landing_mask(from).meets(tables.bent[from] | tables.diagonal_step[from]) {
        simple_moves(node, from, bent(node, from) & node.open, sink);
    }
}

/// The squares that a Giraffe passes or ends on, up to and including the nearest pieces (SBX-GIRAFFE).
#[inline(always)]
pub fn bent(node: &Node<'_>, from: usize) -> Squares {
    let rays = &node.tables.rays;
    let corners = node.tables.diagonal_step[from];
    let open = corners & node.empty;
    let mut to = corners;
    // The offset of a corner, then the two directions outward.
    for (offset, one, other) in [(9, 4, 2), (11, 0, 2), (-9, 0, 6), (-11, 4, 6)] {
        let corner = from.wrapping_add_signed(offset) % 128;
        if open.contains(corner) {
            to |= rays.slide(one, corner, node.blocked) | rays.slide(other, corner, node.blocked);
        }
    }
    to
}

/// The moves of a Lion. A leap of two and a slide of two are one move (SBX-LION-1, SBX-LION-2, SBX-LION-3).
#[inline(always)]
fn lion(node: &Node<'_>, from: usize, sink: &mut impl MoveSink) {
    let tables = node.tables;
    let mask = node.landing_mask(from);
    let mut to = tables.near[from] & node.open & mask;
    for third in tables.third[from] & node.open & mask {
        if !tables.path(third, from).meets(node.blocked) {
            to.insert(third);
        }
    }
    sink.each(to, |to| PackedMove::simple(from, to));
    let second = tables.second[from] & node.open;
    for over in tables.king[from] & node.enemy {
        let to = (2 * over).wrapping_sub(from) % 128;
        if !second.contains(to) {
            continue;
        }
        let safe = if node.landing.pinned.contains(from) || node.landing.delicate.contains(over) {
            node.is_safe(from, to, over)
        } else {
            mask.contains(to)
        };
        if safe {
            sink.each(Squares::single(to), |to| PackedMove::new(from, to, Act::Leap, over));
        }
    }
}

/// The moves of a Knight, without exchanges with the King (SBX-KNIGHT-1, SBX-KNIGHT-2).
///
/// After an exchange, the same squares are occupied by the same sides. Unless the King takes part, an exchange therefore neither gives nor
/// answers check.
#[inline(always)]
fn knight(node: &Node<'_>, from: usize, sink: &mut impl MoveSink) {
    simple_moves(node, from, node.tables.knight[from] & node.open, sink);
    if !node.landing.check {
        let mut friends = lines(node, from) & node.own;
        friends.remove(node.king);
        sink.each(friends, |to| PackedMove::new(from, to, Act::Exchange, 0));
    }
}

/// The Knights that can exchange places with the King, safe or not.
#[inline(always)]
pub fn exchangers(node: &Node<'_>) -> Squares {
    let (tables, king) = (node.tables, node.king);
    let mut exchangers = (tables.orthogonal[king] | tables.diagonal[king]) & node.squares(KNIGHT);
    for knight in exchangers {
        if tables.path(king, knight).meets(node.blocked) {
            exchangers.remove(knight);
        }
    }
    exchangers
}

/// The moves of a Queen, and the slides that she induces, except those of the King. Returns the squares to which the King may be induced,
/// safe or not (SBX-QUEEN-1, SBX-QUEEN-2).
///
/// At most one Queen induces a piece in a direction, so no two of these slides are the same. Slides that are also moves of the piece itself
/// are left out (SBX-QUEEN-3).
#[inline(always)]
fn queen(node: &Node<'_>, from: usize, sink: &mut impl MoveSink) -> Squares {
    let mut of_king = Squares::EMPTY;
    let seen = lines(node, from);
    simple_moves(node, from, seen & node.open, sink);
    for square in seen & node.own {
        of_king |= induce(node, square, induced_to(node, from, square), sink);
    }
    of_king
}

/// The squares to which a Queen may induce a piece on her line: orthogonally any distance, diagonally her distance from it.
#[inline(always)]
fn induced_to(node: &Node<'_>, queen: usize, square: usize) -> Squares {
    if node.tables.orthogonal[square].contains(queen) {
        return induced_slide(node, queen, square) & node.empty;
    }
    match mirrored(node, queen, square) {
        Some(to) if node.empty.contains(to) && !node.tables.path(to, square).meets(node.blocked) => {
            Squares::single(to)
        }
        _ => Squares::EMPTY,
    }
}

/// The squares that decide to which squares a Queen may induce a piece on her line.
#[inline(always)]
pub fn induced_way(node: &Node<'_>, queen: usize, square: usize) -> Squares {
    if node.tables.orthogonal[square].contains(queen) {
        return induced_slide(node, queen, square);
    }
    match mirrored(node, queen, square) {
        Some(to) => node.tables.path(to, square) | Squares::single(to),
        None => Squares::EMPTY,
    }
}

/// The squares beyond a piece on a rank or file with the Queen, up to and including the nearest piece.
#[inline(always)]
fn induced_slide(node: &Node<'_>, queen: usize, square: usize) -> Squares {
    let direction = match (square > queen, square.abs_diff(queen) < 10) {
        (true, true) => 0,
        (true, false) => 2,
        (false, true) => 4,
        (false, false) => 6,
    };
    node.tables.rays.slide(direction, square, node.blocked)
}

/// The square beyond a piece on a diagonal of the Queen, at the same distance as the Queen.
#[inline(always)]
fn mirrored(node: &Node<'_>, queen: usize, square: usize) -> Option<usize> {
    let to = (2 * square).wrapping_sub(queen);
    (to < 100 && node.tables.diagonal[square].contains(to)).then_some(to)
}

/// Sends the slides of the induced piece on `square` to the squares `to`, except those that are also its own moves. If the piece is the
/// King, sends nothing and returns these squares; the caller checks whether they are attacked.
#[inline(always)]
fn induce(node: &Node<'_>, square: usize, to: Squares, sink: &mut impl MoveSink) -> Squares {
    let Some(who) = node.board.pieces.get(square) else { return Squares::EMPTY };
    let to = to - node.tables.own[who.index()][square];
    if to.is_empty() {
        return to;
    }
    match who.kind() {
        KING => return to,
        PAWN => pawns::induced(node, square, to, sink),
        _ => simple_moves(node, square, to, sink),
    }
    Squares::EMPTY
}

/// The King's moves: steps and induced slides, exchanges with these Knights, castling (SBX-KING, SBX-CASTLE).
#[inline(always)]
pub fn king(node: &Node<'_>, induced: Squares, exchanged: Squares, sink: &mut impl MoveSink) {
    let from = node.king;
    let mut left = node.occupied;
    left.remove(from);
    let slides = node.tables.king[from] & node.open | induced;
    let ways = castling_ways(node);
    let mut safe = Squares::EMPTY;
    let attackers = node.attackers(Squares::EMPTY);
    for to in (slides | exchanged | ways[0] | ways[1]) - attackers.leaped() {
        // After an exchange both squares are occupied; otherwise the square of the King is empty. An enemy that is captured
        // on `to` does not attack it.
        let occupied = if exchanged.contains(to) { node.occupied } else { left };
        if !attackers.attack_along(to, occupied) {
            safe.insert(to);
        }
    }
    sink.each(safe & slides, |to| PackedMove::simple(from, to));
    sink.each(safe & exchanged, |knight| PackedMove::new(knight, from, Act::Exchange, 0));
    for (way, to) in [(ways[0], from.wrapping_sub(3)), (ways[1], from + 3)] {
        if !way.is_empty() && (way - safe).is_empty() {
            let rook = if to < from { from - from % 10 } else { from - from % 10 + 9 };
            sink.each(Squares::single(to), |to| PackedMove::new(from, to, Act::Castle, rook));
        }
    }
}

/// The three squares that the King crosses or ends on by castling toward the a-file and toward the j-file. Empty if it may not castle
/// there, whatever squares are attacked. The Rooks that may take part are in the corners of its rank.
#[inline(always)]
fn castling_ways(node: &Node<'_>) -> [Squares; 2] {
    let mut ways = [Squares::EMPTY; 2];
    let (tables, from) = (node.tables, node.king);
    if !node.landing.check && node.board.rights.contains(from) {
        for rook in node.squares(ROOK) & node.board.rights {
            let between = tables.path(from, rook);
            if !between.meets(node.blocked) {
                ways[usize::from(rook > from)] = between & (tables.near[from] | tables.third[from]);
            }
        }
    }
    ways
}
