//! The kinds of moves that a program leaves out, or makes although they are illegal, if it reports a count.
//!
//! A kind is a few facts about moves, such as castling, to the left, by White. Every kind of moves of the tree is tried: a program that
//! leaves one out counts no sequence with such a move, and one that makes illegal moves counts those sequences too. Few kinds can give
//! the reported difference by the number of their moves, and these alone are counted.

use super::search::{TotalsEvent, TotalsObserver};
use super::tree::{Lister, Occurrences, Tree};
use crate::mistakes::diagnose::describe::rules::Rows;
use crate::mistakes::diagnose::describe::words;
use crate::mistakes::known::facts::{Fact, complete};
use std::collections::HashMap;
use vperft::inner::game::notation;
use vperft::inner::game::position;
use vperft::inner::game::variant::{Rulings, Variant, VariantId};
use vperft::inner::generators::data::has_rules;

/// The most facts of a kind, its side excluded, and its highest price.
const MAX_FACTS: usize = 3;
const MAX_COST: usize = 14;
/// The most kinds to which Pawns are promoted of which several are left out together.
const MAX_PROMOTIONS: usize = 6;
/// The most kinds that are counted, the cheapest first.
const MAX_COUNTED: usize = 64 * 64;
/// The most kinds that are named, and how much more they may cost than the first.
const MAX_NAMED: usize = 4;
const MAX_EXTRA_COST: usize = 3;

/// A kind of moves that gives exactly the reported count.
pub(super) struct MoveKind {
    pub sentence: String,
    /// The position before a move of the kind.
    pub vfen: String,
    /// The text of this move.
    pub text: String,
}

/// The kinds of moves that were tried.
pub(super) struct Tried {
    /// Those that give exactly the reported count, the simplest first.
    pub found: Vec<MoveKind>,
    /// The number of other kinds that give it too.
    pub others: usize,
    /// The number of kinds, in so far as their moves differ.
    pub count: usize,
}

/// Some facts, all of which hold for the moves of these rows.
#[derive(Clone)]
struct Candidate {
    facts: Vec<Fact>,
    rows: Rows,
    cost: usize,
    /// The number of the last fact, so that each set of facts is made once.
    last: usize,
}

/// Finds the kinds of moves with which a program counts `total` sequences of `depth` plies in place of `right`; those of them that are
/// found before it is stopped. `None` if there are too many positions to look at, or the moves of the variant are no data.
pub(super) fn find(
    variant: VariantId,
    rulings: &Rulings,
    vfen: &str,
    depth: u32,
    [right, total]: [u128; 2],
    observer: &TotalsObserver<'_>,
) -> Option<Tried> {
    const BATCH: usize = 64;
    let trying = |done, of| observer.event(&TotalsEvent::Trying { what: "kinds of moves", done, of });
    trying(0, 1);
    if !has_rules(variant) {
        return None;
    }
    let of_illegal = total > right;
    let lister = Lister::new(variant, rulings, of_illegal);
    let root = lister.parse(vfen)?;
    let tree =
        Tree::new(&lister, root, depth, &|| observer.is_stopped()).filter(|tree| tree.total() == right)?;
    let candidates = candidates(&tree, of_illegal);
    let count = candidates.len();
    let difference = total.abs_diff(right);
    let occurrences = tree.occurrences();
    let mut possible: Vec<_> =
        candidates.into_iter().filter(|one| occurrences.may_be(&one.rows, difference, of_illegal)).collect();
    possible.sort_by(|one, other| (one.cost, &one.rows).cmp(&(other.cost, &other.rows)));
    possible.truncate(MAX_COUNTED);
    let mut exact = Vec::new();
    for (number, batch) in possible.chunks(BATCH).enumerate() {
        if observer.is_stopped() {
            break;
        }
        trying(number * BATCH, possible.len());
        let mut kinds = vec![0_u64; tree.rows.len()];
        for (number, one) in batch.iter().enumerate() {
            one.rows.iter().for_each(|row| kinds[row] |= 1 << number);
        }
        let counts = tree.sequences(&kinds, of_illegal);
        exact.extend(batch.iter().zip(counts).filter(|(_, count)| *count == difference).map(|(one, _)| one));
    }
    let highest = exact.first().map_or(0, |one| one.cost + MAX_EXTRA_COST);
    let named = exact.iter().filter(|one| one.cost <= highest).take(MAX_NAMED);
    let kind = |one: &&Candidate| {
        let (position, mv) = &tree.rows[one.rows.iter().next().unwrap_or_default()].example;
        let (vfen, text) = (position::print(position, rulings), notation::text(Variant::get(variant), mv));
        MoveKind { sentence: sentence(variant, &tree, one, of_illegal), vfen, text }
    };
    let mut found: Vec<_> = named.map(kind).collect();
    found.dedup_by(|one, other| one.sentence == other.sentence);
    Some(Tried { others: exact.len() - found.len(), found, count })
}

/// The kinds of the legal or illegal moves of a tree, in so far as their moves differ, each by its cheapest facts.
fn candidates(tree: &Tree, of_illegal: bool) -> Vec<Candidate> {
    let mut facts = Vec::<(Vec<Fact>, Rows)>::new();
    let mut numbers = HashMap::<Fact, usize>::new();
    let mut all = Rows::none(tree.rows.len());
    for (number, row) in tree.rows.iter().enumerate().filter(|(_, row)| row.is_legal != of_illegal) {
        all.insert(number);
        for fact in &row.facts {
            let known = *numbers.entry(*fact).or_insert_with(|| {
                facts.push((vec![*fact], Rows::none(tree.rows.len())));
                facts.len() - 1
            });
            facts[known].1.insert(number);
        }
    }
    facts.extend(promotions_to_several(&facts, tree.rows.len()));
    let is_side = |facts: &[Fact]| matches!(facts, [Fact::Side(_)]);
    let (sides, facts): (Vec<_>, Vec<_>) = facts.into_iter().partition(|(facts, _)| is_side(facts));
    let whole = Candidate { facts: Vec::new(), rows: all, cost: 0, last: 0 };
    let mut known = HashMap::<Rows, Candidate>::new();
    let mut level = vec![whole];
    for _ in 0..MAX_FACTS {
        let mut next = Vec::new();
        for one in &level {
            let more = facts.iter().enumerate().skip(one.last);
            next.extend(more.filter_map(|(number, more)| one.with(more, number + 1)));
        }
        next.iter().cloned().for_each(|one| keep_cheapest(&mut known, one));
        level = next;
    }
    let with_each = |one: &Candidate| sides.iter().filter_map(|side| one.with(side, 0)).collect::<Vec<_>>();
    let of_sides: Vec<_> = known.values().flat_map(with_each).collect();
    of_sides.into_iter().for_each(|one| keep_cheapest(&mut known, one));
    known.into_values().collect()
}

/// Adds a candidate unless one of the same moves costs no more.
fn keep_cheapest(known: &mut HashMap<Rows, Candidate>, one: Candidate) {
    if known.get(&one.rows).is_none_or(|known| known.cost > one.cost) {
        known.insert(one.rows.clone(), one);
    }
}

impl Candidate {
    /// The candidate with one more fact, or promotions to several kinds. `None` if that leaves all its moves or none, or costs too much.
    fn with(&self, (more, rows): &(Vec<Fact>, Rows), last: usize) -> Option<Self> {
        let promotes = |facts: &[Fact]| facts.iter().any(|fact| fact.is_promotion());
        let cost = self.cost + more.iter().map(|fact| fact.cost()).max().unwrap_or_default();
        // Kinds to which Pawns are promoted are alternatives.
        if cost > MAX_COST || promotes(more) && promotes(&self.facts) {
            return None;
        }
        let rows = self.rows.and(rows);
        let facts = || self.facts.iter().chain(more).copied().collect();
        (rows != self.rows && !rows.is_empty()).then(|| Self { facts: facts(), rows, cost, last })
    }
}

/// The promotions to several kinds, but not to all, as of programs that promote to few.
fn promotions_to_several(facts: &[(Vec<Fact>, Rows)], count: usize) -> Vec<(Vec<Fact>, Rows)> {
    let kinds: Vec<_> = facts.iter().filter(|(facts, _)| facts[0].is_promotion()).collect();
    let kinds = &kinds[..kinds.len().min(MAX_PROMOTIONS)];
    let of = |set: usize| {
        let (mut facts, mut rows) = (Vec::new(), Rows::none(count));
        for (_, (fact, own)) in kinds.iter().enumerate().filter(|(number, _)| set >> number & 1 == 1) {
            facts.extend(fact);
            own.iter().for_each(|row| rows.insert(row));
        }
        (facts, rows)
    };
    let is_several = |set: &usize| (2..kinds.len()).contains(&(set.count_ones() as usize));
    (0..1 << kinds.len()).filter(is_several).map(of).collect()
}

/// A kind in words.
fn sentence(variant: VariantId, tree: &Tree, one: &Candidate, of_illegal: bool) -> String {
    let rows: Vec<_> = one.rows.iter().map(|row| tree.rows[row].facts.as_slice()).collect();
    let facts = complete(&one.facts, &rows);
    match of_illegal {
        false => words::missing(variant, &facts),
        true => words::illegal(variant, &facts),
    }
}

impl Occurrences {
    /// Whether the moves of these rows may change the count by this difference: no fewer sequences have them, and no more.
    fn may_be(&self, rows: &Rows, difference: u128, of_illegal: bool) -> bool {
        let sum = |ply: &Vec<u128>| rows.iter().map(|row| ply[row]).sum::<u128>();
        let least = match of_illegal {
            // Sequences with one illegal move.
            true => self.alone.iter().map(sum).sum(),
            // A sequence may have several moves of the kind, but one at a ply.
            false => self.alone.iter().map(sum).max().unwrap_or_default(),
        };
        let plies = if of_illegal { &self.any } else { &self.alone };
        least <= difference && difference <= plies.iter().map(sum).sum()
    }
}
