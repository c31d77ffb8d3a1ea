//! How work is cut into parts.

use pretty_assertions::assert_eq;
use vperft_run::partition::{Part, balanced};

#[test]
fn parts_are_written_as_k_of_n() {
    for (text, expected) in
        [("1/1", Some((1, 1))), ("2/4", Some((2, 4))), ("10000/10000", Some((10_000, 10_000)))]
    {
        let part = text.parse::<Part>().ok();
        assert_eq!(part.map(|part| (part.number, part.of)), expected, "{text}");
        assert_eq!(part.map(|part| part.to_string()).as_deref(), Some(text));
    }
    for text in ["", "2", "0/4", "5/4", "1/0", "1/10001", "count:1/4", "1/4/4", "-1/4", "1/4294967296"] {
        assert!(text.parse::<Part>().is_err(), "{text}");
    }
}

#[test]
fn every_item_is_in_one_part() {
    for of in [1, 3, 7] {
        for index in 0..50 {
            assert_eq!(Part::all(of).filter(|part| part.has(index)).count(), 1, "{index} of {of}");
        }
    }
}

#[test]
fn numbers_and_costs_are_balanced() {
    // (costs, parts, the most cost of a part that is expected)
    for (costs, of, most) in [
        (vec![], 3, 0),
        (vec![5], 3, 5),
        (vec![1; 12], 4, 3),
        (vec![8, 7, 6, 5, 4, 3, 2, 1], 2, 18),
        (vec![100, 1, 1, 1, 1, 1], 3, 101),
        ((0..100).map(|n| n * n).collect(), 7, 48_000),
    ] {
        let parts = balanced(&costs, of);
        let sum = |number| -> u64 {
            costs.iter().zip(&parts).filter(|(_, part)| **part == number).map(|(cost, _)| cost).sum()
        };
        let number = |number| parts.iter().filter(|part| **part == number).count();
        let numbers: Vec<_> = (1..=of).map(number).collect();
        let spread = numbers.iter().max().unwrap() - numbers.iter().min().unwrap();
        assert!(spread <= 1, "{costs:?}: {numbers:?}");
        assert_eq!(numbers.iter().sum::<usize>(), costs.len());
        let load = (1..=of).map(sum).max().unwrap();
        assert!(load <= most, "{costs:?} in {of}: {load}, expected at most {most}");
    }
}
