//! Rules of a made-up game: any tree.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use vperft::position::VfenError;
use vperft::rules::{Rules, Status};
use vperft::variant::VariantId;

/// A node: how deep it is, and which one of its ply.
pub type Node = (u32, u64);

/// How a tree branches, and what happens where its last two plies are counted.
pub struct Tree<C, W> {
    /// How many children a node has.
    pub children: C,
    /// Called with every node that has two plies left; what it returns is added.
    pub work: W,
}

impl<C, W> Rules for Tree<C, W>
where
    C: Fn(Node) -> u64 + Sync,
    W: Fn(Node) -> u128 + Sync,
{
    type Position = Node;
    type Move = u64;

    fn variant(&self) -> VariantId {
        VariantId::RYUGI
    }

    fn parse(&self, _: &str) -> Result<Node, VfenError> {
        Ok(ROOT)
    }

    fn print(&self, (ply, id): &Node) -> String {
        format!("{ply}:{id}")
    }

    fn legal_moves(&self, node: &Node, moves: &mut Vec<u64>) {
        moves.extend(0..(self.children)(*node));
    }

    fn play(&self, &(ply, id): &Node, mv: &u64) -> Node {
        (ply + 1, id.wrapping_mul(1000).wrapping_add(*mv))
    }

    fn move_text(&self, _: &Node, mv: &u64) -> String {
        mv.to_string()
    }

    fn status(&self, _: &Node, _: u32) -> Status {
        Status::Ongoing
    }

    fn key(&self, node: &Node) -> u128 {
        let half = |salt: u8| {
            let mut hasher = DefaultHasher::new();
            (salt, node).hash(&mut hasher);
            u128::from(hasher.finish())
        };
        half(0) << 64 | half(1)
    }

    // Nodes with fewer plies left are all counted, so that the work is done.
    fn min_hash_depth(&self) -> u32 {
        2
    }

    fn perft(&self, node: &Node, depth: u32, _: &mut Vec<u64>) -> u128 {
        let children = (0..(self.children)(*node)).map(|mv| self.play(node, &mv));
        match depth {
            0 => 1,
            1 => children.count() as u128,
            2 => (self.work)(*node) + children.map(|child| u128::from((self.children)(child))).sum::<u128>(),
            _ => children.map(|child| self.perft(&child, depth - 1, &mut Vec::new())).sum(),
        }
    }
}

/// Where every tree begins.
pub const ROOT: Node = (0, 0);
