//! The tree of moves below a position, in which every move is a row of facts.
//!
//! Equal positions of a ply are one node. Invariants: a tree depends on the position and the depth alone; the moves of a row have the
//! same facts, and are all legal or all illegal. This module must not know which kinds of moves are tried.

use crate::mistakes::known::facts::{Class, Fact, of_move, of_position};
use rayon::prelude::*;
use std::collections::HashMap;
use vperft::inner::game::board::SquareSet;
use vperft::inner::game::notation::Move;
use vperft::inner::game::position::Position;
use vperft::inner::game::rules::Rules;
use vperft::inner::game::variant::{
    Clause, ClauseSet, ModifiedRulebook, RuleName, Rulings, Standard, Variant, VariantId,
};
use vperft::inner::generators::data::{Data, DataMove};

/// The most positions of a ply. Those of the last ply are not visited.
const MAX_POSITIONS: usize = 120_000;

/// The rules that list the moves of a tree.
pub(super) struct Lister {
    right: Data<ModifiedRulebook>,
    /// The rules by which a King may be left or go where it is attacked, if the illegal moves are wanted.
    loose: Option<Data<ModifiedRulebook>>,
    attacks: Data<Standard>,
}

/// A move of a node.
struct Branch {
    row: u32,
    /// The number of its node in the next ply, if that is visited.
    child: u32,
}

/// The moves of a position, and the number of sequences of legal moves below it.
struct Node {
    branches: Vec<Branch>,
    legal: u128,
    /// The same with the illegal moves.
    all: u128,
}

/// A row of facts.
pub(super) struct Row {
    pub facts: Vec<Fact>,
    pub is_legal: bool,
    /// A move of the row, and its position.
    pub example: (Position, Move),
}

/// The moves below a position.
pub(super) struct Tree {
    pub rows: Vec<Row>,
    /// The nodes of every ply but the last. The first ply has one.
    plies: Vec<Vec<Node>>,
}

/// In how many sequences of a tree a row occurs, by the ply of its move.
pub(super) struct Occurrences {
    /// Sequences whose other moves are legal.
    pub alone: Vec<Vec<u128>>,
    /// All sequences.
    pub any: Vec<Vec<u128>>,
}

/// Positions of a ply with an equal key have the same moves below them: the key of repetition, and the clock.
type Key = (u128, u32);

/// A move that was found, with its facts and, if the next ply is visited, the position after it.
struct Found {
    facts: Vec<Fact>,
    is_legal: bool,
    mv: Move,
    child: Option<(Key, Position)>,
}

/// The clauses that forbid to leave a King or go with it where it is attacked.
pub(super) fn of_check(variant: VariantId) -> Vec<Clause> {
    let clauses = &Variant::get(variant).rule_clauses;
    let rules = [RuleName::Check, RuleName::CastlingAttack];
    rules.iter().filter_map(|rule| clauses.get(rule)?.parse().ok()).collect()
}

impl Lister {
    /// The rules of a variant with these readings.
    pub fn new(variant: VariantId, rulings: &Rulings, has_illegal: bool) -> Self {
        let rules = |off: ClauseSet| Data::new(variant, ModifiedRulebook::unrecorded(rulings.clone(), off));
        Self {
            right: rules(ClauseSet::default()),
            loose: has_illegal.then(|| rules(of_check(variant).into_iter().collect())),
            attacks: Data::new(variant, Standard),
        }
    }

    /// Reads the position whose tree is listed; `None` if it is not one of the variant.
    pub fn parse(&self, vfen: &str) -> Option<Position> {
        self.reader().parse(vfen).ok()
    }

    /// The rules that say which positions there are. An en passant square is kept where a capture on it is one of the listed moves.
    fn reader(&self) -> &Data<ModifiedRulebook> {
        self.loose.as_ref().unwrap_or(&self.right)
    }

    /// The moves of a position; `visits` says whether the positions after them are wanted.
    fn find(&self, position: &Position, visits: bool) -> Vec<Found> {
        let list = |rules: &Data<ModifiedRulebook>| {
            let mut moves = Vec::new();
            rules.legal_moves(position, &mut moves);
            moves
        };
        let mut moves: Vec<_> = list(&self.right).into_iter().map(|mv| (mv, true)).collect();
        if let Some(loose) = &self.loose {
            let is_legal = |mv: &Move| moves.iter().any(|(legal, _)| legal.mv == *mv);
            let illegal: Vec<_> = list(loose).into_iter().filter(|mv| !is_legal(&mv.mv)).collect();
            moves.extend(illegal.into_iter().map(|mv| (mv, false)));
        }
        let here = of_position(&self.attacks, position, false);
        let is_checked = here.contains(&Fact::InCheck(true));
        let found = |(mv, is_legal): (DataMove, bool)| {
            let mut facts = of_move(&self.attacks, position, SquareSet::EMPTY, is_checked, &mv.mv, is_legal);
            facts.extend(&here);
            let castles = facts.contains(&Fact::Class(Class::Castling));
            facts.retain(|fact| is_of_kind(fact) || castles && matches!(fact, Fact::BoardDirection(_)));
            let child = visits.then(|| {
                let child = self.reader().play(position, &mv);
                ((self.right.key(&child), child.halfmove), child)
            });
            Found { facts, is_legal, mv: mv.mv, child }
        };
        moves.into_iter().map(found).collect()
    }
}

/// Whether a fact says of which kind a move is. Squares and neighbours tell moves apart that programs do not.
fn is_of_kind(fact: &Fact) -> bool {
    !matches!(
        fact,
        Fact::Direction(_)
            | Fact::BoardDirection(_)
            | Fact::FromRank(_)
            | Fact::ToRank(_)
            | Fact::FromRim(_)
            | Fact::ToRim(_)
            | Fact::ToCorner
            | Fact::AtMost(_)
            | Fact::BesideEnemy(_)
            | Fact::UnmovedSinceGiven
            | Fact::ClockAtMost
            | Fact::NumberAtMost
            | Fact::CanTakeEnPassant
            | Fact::UnderBan
    )
}

impl Tree {
    /// The moves of all plies below a position. `None` if there are too many positions, or it is stopped.
    pub fn new(
        lister: &Lister,
        root: Position,
        depth: u32,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Option<Self> {
        let mut tree = Self { rows: Vec::new(), plies: Vec::new() };
        let mut numbers = HashMap::<(bool, Vec<Fact>), u32>::new();
        let mut positions = vec![root];
        for ply in 1..=depth {
            let visits = ply < depth;
            let find = |position: &Position| (!is_stopped()).then(|| lister.find(position, visits));
            let found: Vec<_> = positions.par_iter().map(find).collect::<Option<_>>()?;
            let mut next = Vec::new();
            let mut children = HashMap::<Key, u32>::new();
            let mut nodes = Vec::with_capacity(found.len());
            for (position, found) in positions.iter().zip(found) {
                let mut node = Node { branches: Vec::with_capacity(found.len()), legal: 0, all: 0 };
                for Found { facts, is_legal, mv, child } in found {
                    let new = u32::try_from(tree.rows.len()).ok()?;
                    let row = *numbers.entry((is_legal, facts)).or_insert_with_key(|(_, facts)| {
                        let example = (position.clone(), mv);
                        tree.rows.push(Row { facts: facts.clone(), is_legal, example });
                        new
                    });
                    let mut number = 0;
                    if let Some((key, child)) = child {
                        let new = u32::try_from(next.len()).ok()?;
                        number = *children.entry(key).or_insert_with(|| {
                            next.push(child);
                            new
                        });
                    }
                    node.branches.push(Branch { row, child: number });
                }
                nodes.push(node);
            }
            tree.plies.push(nodes);
            if next.len() > MAX_POSITIONS {
                return None;
            }
            positions = next;
        }
        tree.count();
        Some(tree)
    }

    /// Counts the sequences below each node.
    fn count(&mut self) {
        for ply in (0..self.plies.len()).rev() {
            let (above, below) = self.plies.split_at_mut(ply + 1);
            for node in &mut above[ply] {
                for branch in &node.branches {
                    let child = below.first().map(|below| &below[branch.child as usize]);
                    let (legal, all) = child.map_or((1, 1), |child| (child.legal, child.all));
                    node.legal += if self.rows[branch.row as usize].is_legal { legal } else { 0 };
                    node.all += all;
                }
            }
        }
    }

    /// The number of legal sequences.
    pub fn total(&self) -> u128 {
        self.plies.first().and_then(|nodes| nodes.first()).map_or(1, |root| root.legal)
    }

    /// In how many sequences each row occurs. Legal rows count in sequences of legal moves alone.
    pub fn occurrences(&self) -> Occurrences {
        let none = || vec![vec![0_u128; self.rows.len()]; self.plies.len()];
        let mut found = Occurrences { alone: none(), any: none() };
        let mut reached = vec![(1_u128, 1_u128)];
        for (ply, nodes) in self.plies.iter().enumerate() {
            let below = self.plies.get(ply + 1);
            let mut next = vec![(0_u128, 0_u128); below.map_or(0, Vec::len)];
            for (node, (legally, anyhow)) in nodes.iter().zip(reached) {
                for branch in &node.branches {
                    let row = branch.row as usize;
                    let child = below.map(|below| &below[branch.child as usize]);
                    let (legal, all) = child.map_or((1, 1), |child| (child.legal, child.all));
                    found.alone[ply][row] += legally * legal;
                    found.any[ply][row] += anyhow * all;
                    if let Some(next) = next.get_mut(branch.child as usize) {
                        next.0 += if self.rows[row].is_legal { legally } else { 0 };
                        next.1 += anyhow;
                    }
                }
            }
            reached = next;
        }
        found
    }

    /// For each of up to 64 kinds, the number of sequences with a move of the kind, or, of kinds of illegal moves, of those whose illegal
    /// moves are all of the kind. `kinds` holds a bit for each kind that a row is of.
    pub fn sequences(&self, kinds: &[u64], of_illegal: bool) -> [u128; 64] {
        let mut counts = [0; 64];
        match of_illegal {
            false => self.add_left_out(0, 0, u64::MAX, kinds, &mut counts),
            true => self.add_illegal(0, 0, None, kinds, &mut counts),
        }
        counts
    }

    /// Adds the sequences from a node on that have a move of one of the `open` kinds.
    fn add_left_out(&self, ply: usize, node: usize, open: u64, kinds: &[u64], counts: &mut [u128; 64]) {
        let below = self.plies.get(ply + 1);
        for branch in &self.plies[ply][node].branches {
            let of_row = kinds[branch.row as usize];
            let child = below.map(|below| &below[branch.child as usize]);
            add(counts, of_row & open, child.map_or(1, |child| child.legal));
            if child.is_some() && open & !of_row != 0 {
                self.add_left_out(ply + 1, branch.child as usize, open & !of_row, kinds, counts);
            }
        }
    }

    /// Adds the sequences from a node on that have an illegal move, and only such of one of the kinds. `open` are the kinds of the illegal
    /// moves so far, if there are any.
    fn add_illegal(
        &self,
        ply: usize,
        node: usize,
        open: Option<u64>,
        kinds: &[u64],
        counts: &mut [u128; 64],
    ) {
        for branch in &self.plies[ply][node].branches {
            let open = match self.rows[branch.row as usize].is_legal {
                true => open,
                false => Some(open.unwrap_or(u64::MAX) & kinds[branch.row as usize]),
            };
            if open == Some(0) {
                continue;
            }
            match self.plies.get(ply + 1) {
                Some(_) => self.add_illegal(ply + 1, branch.child as usize, open, kinds, counts),
                None => add(counts, open.unwrap_or_default(), 1),
            }
        }
    }
}

/// Adds to the count of each kind whose bit is set.
fn add(counts: &mut [u128; 64], mut kinds: u64, count: u128) {
    while kinds != 0 {
        counts[kinds.trailing_zeros() as usize] += count;
        kinds &= kinds - 1;
    }
}
