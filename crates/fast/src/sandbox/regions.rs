//! Regions: the squares on which the moves of a piece depend.

use super::super::rays::{DIAGONAL, ORTHOGONAL};
use super::moves::{bent, induced_way, lines};
use super::node::Node;
use super::tables::{BROUHAHA, GIRAFFE, KNIGHT, LION, ROOK, Squares, VAO};

/// The squares whose contents decide how many moves a piece other than a Pawn or King has, and where it may induce the King. This is
/// exact only while the squares on which the piece, and the pieces that it induces, may land stay the same.
#[inline(always)]
pub fn region(node: &Node<'_>, kind: usize, from: usize) -> Squares {
    let tables = node.tables;
    let mut region = match kind {
        ROOK => tables.rays.slides(ORTHOGONAL, from, node.blocked),
        VAO => vao(node, from),
        GIRAFFE => bent(node, from),
        LION => tables.near[from] | tables.third[from],
        // A brouhaha square closes when its piece leaves.
        KNIGHT => lines(node, from) | tables.knight[from] & (node.own | BROUHAHA),
        _ => queen(node, from),
    };
    region.insert(from);
    region
}

/// The diagonals up to the hurdle, and beyond it up to the next piece.
#[inline(always)]
fn vao(node: &Node<'_>, from: usize) -> Squares {
    let rays = &node.tables.rays;
    let mut region = Squares::EMPTY;
    for direction in DIAGONAL {
        let slide = rays.slide(direction, from, node.blocked);
        let hurdle = slide & node.occupied;
        region |= slide;
        if !hurdle.is_empty() {
            region |= rays.slide(direction, hurdle.first(), node.blocked);
        }
    }
    region
}

/// The lines of the Queen, and the lines along which she induces the friends on them.
#[inline(always)]
fn queen(node: &Node<'_>, from: usize) -> Squares {
    let seen = lines(node, from);
    let mut region = seen;
    for square in seen & node.own {
        region |= induced_way(node, from, square);
    }
    region
}
