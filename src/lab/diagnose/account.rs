//! What somebody says otherwise than the rules, place by place, and how near two such accounts are.

use super::answers::Difference;
use std::collections::{BTreeMap, BTreeSet};

/// The differences at each probe that has any, by the number of the probe.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Account(pub BTreeMap<usize, BTreeSet<Difference>>);

impl Account {
    /// Enters what is said at a probe, in the place of what was there.
    pub fn enter(&mut self, number: usize, differences: BTreeSet<Difference>) {
        if differences.is_empty() {
            self.0.remove(&number);
        } else {
            self.0.insert(number, differences);
        }
    }

    /// What it says at these probes alone.
    pub fn at(&self, numbers: &[usize]) -> Self {
        Self(numbers.iter().filter_map(|number| Some((*number, self.0.get(number)?.clone()))).collect())
    }

    /// The probes at which the two do not say the same, in their order.
    pub fn apart<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = usize> + 'a {
        let numbers: BTreeSet<_> = self.0.keys().chain(other.0.keys()).copied().collect();
        numbers.into_iter().filter(|number| self.0.get(number) != other.0.get(number))
    }

    /// By how many differences the two differ.
    pub fn distance(&self, other: &Self) -> usize {
        let nothing = BTreeSet::new();
        let differing = |number: usize| {
            let [one, other] = [self, other].map(|account| account.0.get(&number).unwrap_or(&nothing));
            one.symmetric_difference(other).count()
        };
        self.apart(other).map(differing).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    fn account(probes: &[(usize, &[&str])]) -> Account {
        let set = |texts: &&[&str]| {
            texts.iter().map(|text| Difference::Missing { text: (*text).to_owned() }).collect()
        };
        Account(probes.iter().map(|(number, texts)| (*number, set(texts))).collect())
    }

    #[test]
    fn what_only_one_says_sets_them_apart() {
        let backend = account(&[(0, &["a", "b"]), (2, &["c"])]);
        for (other, distance, apart) in [
            (account(&[]), 3, &[0, 2][..]),
            (account(&[(0, &["a"])]), 2, &[0, 2]),
            (account(&[(0, &["a", "b"]), (2, &["c"])]), 0, &[]),
            (account(&[(0, &["a", "b"]), (1, &["a"]), (2, &["c"])]), 1, &[1]),
            (account(&[(0, &["d"]), (2, &["c"])]), 3, &[0]),
        ] {
            assert_eq!(backend.distance(&other), distance, "{other:?}");
            assert_eq!(other.distance(&backend), distance, "{other:?}");
            assert_eq!(backend.apart(&other).collect::<Vec<_>>(), apart, "{other:?}");
        }
    }
}
