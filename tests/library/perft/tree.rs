//! Rules of an artificial game with a given tree.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use vperft::inner::game::position::VfenError;
use vperft::inner::game::rules::{Rules, Status};
use vperft::inner::game::variant::VariantId;

/// A node: its ply, and its number within the ply.
pub type Node = (u32, u64);

/// The shape of a tree, and a hook in the count of its last two plies.
pub struct Tree<C, W> {
    /// The number of children of a node.
    pub children: C,
    /// Called for every node with two plies left; the result is added to the count.
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

    // Nodes with at most two plies left bypass the table, so that `work` is always called.
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

/// The root of every tree.
pub const ROOT: Node = (0, 0);
