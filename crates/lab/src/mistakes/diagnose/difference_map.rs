//! Differences from the rules by probe, and the distance between two such maps.

use super::answers::WrongAnswer;
use std::collections::{BTreeMap, BTreeSet};

/// The differences of each probe that has any, by the index of the probe.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct DifferenceMap(pub BTreeMap<usize, BTreeSet<WrongAnswer>>);

impl DifferenceMap {
    /// Replaces the differences of a probe.
    pub fn set(&mut self, number: usize, differences: BTreeSet<WrongAnswer>) {
        if differences.is_empty() {
            self.0.remove(&number);
        } else {
            self.0.insert(number, differences);
        }
    }

    /// The differences of these probes only.
    pub fn restricted_to(&self, numbers: &[usize]) -> Self {
        Self(numbers.iter().filter_map(|number| Some((*number, self.0.get(number)?.clone()))).collect())
    }

    /// The number of differences.
    pub fn count(&self) -> usize {
        self.0.values().map(BTreeSet::len).sum()
    }

    /// The differences that the other map lacks.
    pub fn without(&self, other: &Self) -> Self {
        self.combined(other, |own, other| own.difference(other).cloned().collect())
    }

    /// The differences that both maps have.
    pub fn intersection(&self, other: &Self) -> Self {
        self.combined(other, |own, other| own.intersection(other).cloned().collect())
    }

    /// The differences with a property.
    pub fn filtered(&self, has_property: impl Fn(&WrongAnswer) -> bool) -> Self {
        self.combined(self, |own, _| own.iter().filter(|one| has_property(one)).cloned().collect())
    }

    fn combined(
        &self,
        other: &Self,
        combine: impl Fn(&BTreeSet<WrongAnswer>, &BTreeSet<WrongAnswer>) -> BTreeSet<WrongAnswer>,
    ) -> Self {
        let nothing = BTreeSet::new();
        let mut found = Self::default();
        for (number, own) in &self.0 {
            found.set(*number, combine(own, other.0.get(number).unwrap_or(&nothing)));
        }
        found
    }

    /// Adds the differences of the other map.
    pub fn extend(&mut self, other: &Self) {
        for (number, differences) in &other.0 {
            self.0.entry(*number).or_default().extend(differences.iter().cloned());
        }
    }

    /// The probes with unequal differences, in order.
    pub fn differing_probes<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = usize> + 'a {
        let numbers: BTreeSet<_> = self.0.keys().chain(other.0.keys()).copied().collect();
        numbers.into_iter().filter(|number| self.0.get(number) != other.0.get(number))
    }

    /// The number of differences that only one of the maps contains.
    pub fn distance(&self, other: &Self) -> usize {
        let nothing = BTreeSet::new();
        let differing = |number: usize| {
            let [one, other] =
                [self, other].map(|differences| differences.0.get(&number).unwrap_or(&nothing));
            one.symmetric_difference(other).count()
        };
        self.differing_probes(other).map(differing).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    fn differences(probes: &[(usize, &[&str])]) -> DifferenceMap {
        let set = |texts: &&[&str]| {
            texts.iter().map(|text| WrongAnswer::Missing { text: (*text).to_owned() }).collect()
        };
        DifferenceMap(probes.iter().map(|(number, texts)| (*number, set(texts))).collect())
    }

    #[test]
    fn distance_counts_differences_of_one_side() {
        let backend = differences(&[(0, &["a", "b"]), (2, &["c"])]);
        for (other, distance, apart) in [
            (differences(&[]), 3, &[0, 2][..]),
            (differences(&[(0, &["a"])]), 2, &[0, 2]),
            (differences(&[(0, &["a", "b"]), (2, &["c"])]), 0, &[]),
            (differences(&[(0, &["a", "b"]), (1, &["a"]), (2, &["c"])]), 1, &[1]),
            (differences(&[(0, &["d"]), (2, &["c"])]), 3, &[0]),
        ] {
            assert_eq!(backend.distance(&other), distance, "{other:?}");
            assert_eq!(other.distance(&backend), distance, "{other:?}");
            assert_eq!(backend.differing_probes(&other).collect::<Vec<_>>(), apart, "{other:?}");
        }
    }
}
