//! Finds what the rows of one kind have in common and no other row has: a search over conjunctions of facts.
//!
//! Invariant: the result depends only on the order of the rows.

use crate::mistakes::known::facts::Fact;
use std::cmp::Reverse;
use std::collections::HashMap;

/// The most facts of a description, and the number of conjunctions that each step of the search keeps.
const MAX_FACTS: usize = 5;
const BEAM: usize = 24;
/// A description may hold for one other row in this many of its own.
const ROWS_PER_EXCEPTION: usize = 25;
/// The price of such a row: two say that a fact is missing.
const COST_OF_EXCEPTION: usize = 3;

/// A set of rows.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::mistakes) struct Rows(Vec<u64>);

impl Rows {
    /// No row of this number of rows.
    pub fn none(count: usize) -> Self {
        Self(vec![0; count.div_ceil(64)])
    }

    pub fn insert(&mut self, row: usize) {
        self.0[row / 64] |= 1 << (row % 64);
    }

    pub fn contains(&self, row: usize) -> bool {
        self.0[row / 64] >> (row % 64) & 1 == 1
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// The rows in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        let bits = |word: u64| (0..64).filter(move |bit| word >> bit & 1 == 1);
        self.0.iter().enumerate().flat_map(move |(index, word)| bits(*word).map(move |bit| 64 * index + bit))
    }

    /// The rows that both have.
    pub fn and(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(one, other)| one & other).collect())
    }

    fn shared(&self, other: &Self) -> usize {
        self.0.iter().zip(&other.0).map(|(one, other)| (one & other).count_ones() as usize).sum()
    }
}

/// A conjunction of facts, the rows for which it holds, and how many are of the kind and how many are not.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub facts: Vec<Fact>,
    pub rows: Rows,
    pub hits: usize,
    pub exceptions: usize,
}

impl Rule {
    /// The price of the facts.
    pub fn cost(&self) -> usize {
        self.facts.iter().map(|fact| fact.cost()).sum()
    }

    /// The price of the facts and of the rows that they do not tell apart.
    fn price(&self) -> usize {
        self.cost() + COST_OF_EXCEPTION * self.exceptions
    }

    const fn is_precise(&self) -> bool {
        self.exceptions * ROWS_PER_EXCEPTION <= self.hits
    }
}

/// The rows with their facts, and which of them are of the kind.
pub(super) struct Search {
    facts: Vec<(Fact, Rows)>,
    wanted: Rows,
    others: Rows,
    all: Rows,
}

impl Search {
    /// The rows, each with whether it is of the kind.
    pub fn new<'r>(rows: impl ExactSizeIterator<Item = (bool, &'r [Fact])> + Clone) -> Self {
        let count = rows.len();
        let [mut wanted, mut others, mut all] = [0; 3].map(|_| Rows::none(count));
        let mut numbers = HashMap::<Fact, usize>::new();
        let mut facts = Vec::<(Fact, Rows)>::new();
        // Only facts of wanted rows can describe them.
        for fact in rows.clone().filter(|(is_wanted, _)| *is_wanted).flat_map(|(_, facts)| facts) {
            numbers.entry(*fact).or_insert_with(|| {
                facts.push((*fact, Rows::none(count)));
                facts.len() - 1
            });
        }
        for (row, (is_wanted, of_row)) in rows.enumerate() {
            all.insert(row);
            if is_wanted { &mut wanted } else { &mut others }.insert(row);
            for fact in of_row {
                if let Some(&number) = numbers.get(fact) {
                    facts[number].1.insert(row);
                }
            }
        }
        Self { facts, wanted, others, all }
    }

    /// Descriptions that hold for wanted rows and nearly no others, each of the most rows that the earlier ones leave. Those
    /// found before `is_stopped` says so.
    pub fn rules(mut self, most: usize, is_stopped: &dyn Fn() -> bool) -> Vec<Rule> {
        let mut rules = Vec::new();
        while rules.len() < most {
            let Some(rule) = self.best(is_stopped) else { break };
            for (word, covered) in self.wanted.0.iter_mut().zip(&rule.rows.0) {
                *word &= !covered;
            }
            rules.push(rule);
        }
        rules
    }

    /// The cheapest precise conjunction that holds for the most wanted rows; `None` if there is none or it is stopped.
    fn best(&self, is_stopped: &dyn Fn() -> bool) -> Option<Rule> {
        let whole = self.rule(Vec::new(), self.all.clone());
        if whole.hits == 0 {
            return None;
        }
        let mut best = Some(whole.clone()).filter(Rule::is_precise);
        let mut beam = vec![whole];
        for _ in 0..MAX_FACTS {
            let mut next = HashMap::<Rows, Rule>::new();
            for rule in beam.iter().filter(|rule| rule.exceptions > 0) {
                if is_stopped() {
                    return None;
                }
                for (fact, rows) in self.facts.iter().filter(|(fact, _)| !rule.facts.contains(fact)) {
                    let rows = rule.rows.and(rows);
                    if rows == rule.rows {
                        continue;
                    }
                    let facts = rule.facts.iter().copied().chain([*fact]).collect();
                    let other = self.rule(facts, rows);
                    if other.hits == 0 || other.exceptions == rule.exceptions {
                        continue;
                    }
                    match next.get(&other.rows) {
                        Some(known) if known.cost() <= other.cost() => {}
                        _ => {
                            next.insert(other.rows.clone(), other);
                        }
                    }
                }
            }
            beam = next.into_values().collect();
            beam.sort_by_cached_key(|rule| {
                let share = 1000 * rule.hits / (rule.hits + 2 * rule.exceptions);
                (Reverse(rule.hits * share), rule.cost(), self.numbers(&rule.facts))
            });
            beam.truncate(BEAM);
            for rule in beam.iter().filter(|rule| rule.is_precise()) {
                let key = |rule: &Rule| (Reverse(rule.hits), rule.price(), self.numbers(&rule.facts));
                if best.as_ref().is_none_or(|best| key(rule) < key(best)) {
                    best = Some(rule.clone());
                }
            }
        }
        best
    }

    fn rule(&self, facts: Vec<Fact>, rows: Rows) -> Rule {
        let (hits, exceptions) = (rows.shared(&self.wanted), rows.shared(&self.others));
        Rule { facts, rows, hits, exceptions }
    }

    /// The numbers of facts, for an order that does not depend on the search.
    fn numbers(&self, facts: &[Fact]) -> Vec<usize> {
        let number = |fact: &Fact| self.facts.iter().position(|(own, _)| own == fact).unwrap_or_default();
        let mut numbers: Vec<_> = facts.iter().map(number).collect();
        numbers.sort_unstable();
        numbers
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;
    use vperft::inner::game::variant::PieceType;

    /// The facts of the descriptions of rows. `wanted` rows come first.
    fn described(wanted: &[&[Fact]], others: &[&[Fact]]) -> Vec<Vec<Fact>> {
        let rows: Vec<_> =
            wanted.iter().map(|row| (true, *row)).chain(others.iter().map(|row| (false, *row))).collect();
        Search::new(rows.iter().copied()).rules(8, &|| false).into_iter().map(|rule| rule.facts).collect()
    }

    #[test]
    fn a_description_holds_for_no_other_row() {
        let (queen, rook) = (Fact::Kind(PieceType::QUEEN), Fact::Kind(PieceType::ROOK));
        let far = Fact::AtLeast(6);
        for (wanted, others, expected) in [
            (
                &[&[queen, far][..], &[queen, far]][..],
                &[&[queen][..], &[rook, far]][..],
                vec![vec![queen, far]],
            ),
            (&[&[queen]], &[&[rook]], vec![vec![queen]]),
            // Two causes are two descriptions.
            (&[&[queen], &[queen], &[rook, far]], &[&[rook]], vec![vec![queen], vec![far]]),
            // Nothing tells them apart.
            (&[&[queen]], &[&[queen]], vec![]),
        ] {
            let mut found = described(wanted, others);
            found.iter_mut().for_each(|facts| facts.sort_by_key(|fact| fact.cost()));
            assert_eq!(found, expected, "{wanted:?} and not {others:?}");
        }
    }
}
