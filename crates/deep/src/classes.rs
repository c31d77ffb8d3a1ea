//! The classes of the last moves of a unit's sequences, by name.
//!
//! A unit's positions are without counters, so `draw-counter` is never among them.

use std::collections::BTreeMap;
use vperft::inner::game::classes::{ClassTable, LeafClass};
use vperft::inner::game::perft::Count;
use vperft::inner::game::variant::{Variant, VariantId};

/// How many sequences end with a move of each class.
pub(super) type ClassSums = BTreeMap<String, Count>;

/// The classes of the longest sequences of a table, as far as the backend reports them.
pub(super) fn longest(variant: VariantId, table: &ClassTable) -> ClassSums {
    let variant = Variant::get(variant);
    let is_kept = |class: &LeafClass| {
        class.is_in(variant) && !table.unreported.contains(*class) && *class != LeafClass::DrawCounter
    };
    let count = |class: LeafClass| Some((class.name().to_owned(), Count(table.rows.last()?.get(class))));
    LeafClass::ALL.into_iter().filter(is_kept).filter_map(count).collect()
}

/// Adds counts several times to a sum, which then has the classes that both have. `None` if a sum is 2^128 or more.
pub(super) fn add(sum: Option<ClassSums>, counts: &ClassSums, times: u128) -> Option<ClassSums> {
    let mut added = BTreeMap::new();
    for (name, count) in counts {
        let before = match &sum {
            None => 0,
            Some(sum) => match sum.get(name) {
                Some(count) => count.0,
                None => continue,
            },
        };
        added.insert(name.clone(), Count(count.0.checked_mul(times)?.checked_add(before)?));
    }
    Some(added)
}

/// The name of the first class that both have with different counts.
pub(super) fn difference<'a>(one: &'a ClassSums, other: &ClassSums) -> Option<&'a str> {
    let mut names = one.iter().filter(|(name, count)| other.get(*name).is_some_and(|other| other != *count));
    names.next().map(|(name, _)| name.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    fn sums(counts: &[(&str, u128)]) -> ClassSums {
        counts.iter().map(|&(name, count)| (name.to_owned(), Count(count))).collect()
    }

    #[test]
    fn sums_have_the_classes_that_all_parts_have() {
        let one = sums(&[("captures", 3), ("checks", 1)]);
        let other = sums(&[("captures", 4), ("lost", 9)]);
        assert_eq!(add(None, &one, 2), Some(sums(&[("captures", 6), ("checks", 2)])));
        assert_eq!(add(Some(one.clone()), &other, 10), Some(sums(&[("captures", 43)])));
        assert_eq!(add(Some(one.clone()), &one, u128::MAX), None);
        assert_eq!(difference(&one, &other), Some("captures"));
        assert_eq!(difference(&one, &sums(&[("captures", 3), ("lost", 1)])), None);
    }
}
