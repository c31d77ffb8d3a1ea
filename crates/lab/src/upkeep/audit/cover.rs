//! Chooses a few sets that together cover nearly everything that all sets cover, and orders sets by what they cover.

use std::collections::BTreeSet;

/// Returns the indices of the chosen sets in order, which leave at most `spare` elements uncovered. Sets in `kept` are taken first if they
/// cover anything new.
#[must_use]
pub fn cover(sets: &[(Vec<u32>, u64)], kept: &BTreeSet<usize>, spare: usize) -> Vec<usize> {
    let mut chosen = best_first(sets, kept, spare);
    chosen.sort_unstable();
    chosen
}

/// Returns the indices of all sets in the order of their worth: first those that cover all elements of the first kind, each step the one
/// that covers most for its cost, then those that cover the next kind, and last those that cover nothing new. Each set has its elements of
/// every kind.
#[must_use]
pub fn by_worth(kinds: &[Vec<(Vec<u32>, u64)>]) -> Vec<usize> {
    let mut order = Vec::new();
    let mut taken = BTreeSet::new();
    for sets in kinds {
        let covering = best_first(sets, &taken, 0);
        order.extend(covering.into_iter().filter(|index| taken.insert(*index)));
    }
    let all = kinds.first().map_or(0, Vec::len);
    order.extend((0..all).filter(|index| !taken.contains(index)));
    order
}

/// Returns the indices of sets that leave at most `spare` elements uncovered. Each step takes the set with the most uncovered elements
/// for its cost, or the first of several equal ones, and of those in `kept` as long as one covers anything new.
fn best_first(sets: &[(Vec<u32>, u64)], kept: &BTreeSet<usize>, spare: usize) -> Vec<usize> {
    let highest = sets.iter().flat_map(|(elements, _)| elements).max().map_or(0, |&last| last as usize + 1);
    let mut covered = vec![true; highest];
    sets.iter().flat_map(|(elements, _)| elements).for_each(|&element| covered[element as usize] = false);
    let mut left: BTreeSet<usize> = (0..sets.len()).collect();
    let mut chosen = Vec::new();
    let fresh = |covered: &[bool], index: usize| {
        sets[index].0.iter().filter(|&&element| !covered[element as usize]).count() as u64
    };
    while covered.iter().filter(|&&is_covered| !is_covered).count() > spare {
        // Products instead of quotients: exact, and the same on every machine.
        let better = |one: (u64, usize), other: (u64, usize)| {
            one.0 * sets[other.1].1.max(1) > other.0 * sets[one.1].1.max(1)
        };
        let mut best: Option<(u64, usize)> = None;
        let pool: Vec<_> = {
            let wanted: Vec<_> = left.iter().copied().filter(|index| kept.contains(index)).collect();
            let useful = wanted.iter().any(|&index| fresh(&covered, index) > 0);
            if useful { wanted } else { left.iter().copied().collect() }
        };
        for index in pool {
            let gain = (fresh(&covered, index), index);
            if gain.0 == 0 {
                left.remove(&index);
            } else if best.is_none_or(|best| better(gain, best)) {
                best = Some(gain);
            }
        }
        let Some((_, index)) = best else { break };
        left.remove(&index);
        sets[index].0.iter().for_each(|&element| covered[element as usize] = true);
        chosen.push(index);
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_element_is_covered_by_few_and_cheap_sets() {
        let sets = [
            (vec![0, 1, 2], 1),
            (vec![0, 1, 2, 3], 1),
            (vec![3, 4], 1),
            (vec![4], 1),
            (vec![5], 9),
            (vec![5], 1),
            (vec![], 1),
        ];
        for (kept, spare, expected) in
            [(vec![], 0, vec![1, 2, 5]), (vec![], 2, vec![1]), (vec![0, 3, 6], 0, vec![0, 1, 3, 5])]
        {
            let kept: BTreeSet<_> = kept.into_iter().collect();
            assert_eq!(cover(&sets, &kept, spare), expected, "keeping {kept:?}, sparing {spare}");
        }
        let others = sets.iter().map(|(elements, cost)| (elements.clone(), cost + 1)).rev().collect();
        assert_eq!(by_worth(&[sets.into(), others]), [1, 2, 5, 3, 0, 4, 6]);
    }
}
