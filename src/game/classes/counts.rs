//! The numbers of moves by class.

use super::{ClassSet, LeafClass};

/// How many sequences of one length there are, and how many of their last moves are in each class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassCounts {
    nodes: u128,
    counts: [u128; LeafClass::COUNT],
}

impl ClassCounts {
    /// Adds a sequence whose last move is in these classes.
    #[inline]
    pub fn add(&mut self, classes: ClassSet) {
        self.nodes += 1;
        for class in classes {
            self.counts[class as usize] += 1;
        }
    }

    /// Adds other counts several times. `None` if a sum is 2^128 or more.
    #[must_use]
    pub fn plus(mut self, other: &Self, times: u128) -> Option<Self> {
        self.nodes = self.nodes.checked_add(other.nodes.checked_mul(times)?)?;
        for (sum, count) in self.counts.iter_mut().zip(other.counts) {
            *sum = sum.checked_add(count.checked_mul(times)?)?;
        }
        Some(self)
    }

    /// The number of sequences.
    #[must_use]
    pub const fn nodes(&self) -> u128 {
        self.nodes
    }

    /// The number of sequences whose last move is in the class.
    #[must_use]
    pub const fn get(&self, class: LeafClass) -> u128 {
        self.counts[class as usize]
    }
}

/// The counts of every length up to the depth of a count.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ClassTable {
    /// The counts of the sequences of one move, of two, and so on.
    pub rows: Vec<ClassCounts>,
    /// The classes that the backend does not report. Their counts are too small.
    pub unreported: ClassSet,
    /// The number of threads that counted.
    pub threads: usize,
}

impl ClassTable {
    /// A table of these counts, with every class reported, by one thread.
    #[must_use]
    pub const fn new(rows: Vec<ClassCounts>) -> Self {
        Self { rows, unreported: ClassSet::EMPTY, threads: 1 }
    }

    /// Where the counts differ from those of a trusted table. Classes that only one of both reports are not compared.
    #[must_use]
    pub fn differences(&self, trusted: &Self) -> Vec<ClassDifference> {
        let unreported = self.unreported | trusted.unreported;
        let mut differences = Vec::new();
        for (depth, (trusted, tested)) in (1..).zip(trusted.rows.iter().zip(&self.rows)) {
            let mut compare = |class, trusted, tested| {
                if trusted != tested {
                    differences.push(ClassDifference { depth, class, trusted, tested });
                }
            };
            compare(None, trusted.nodes(), tested.nodes());
            for class in LeafClass::ALL.into_iter().filter(|class| !unreported.contains(*class)) {
                compare(Some(class), trusted.get(class), tested.get(class));
            }
        }
        differences
    }
}

/// A count that two backends do not agree on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassDifference {
    /// The length of the sequences.
    pub depth: usize,
    /// The class; `None` for the number of sequences.
    pub class: Option<LeafClass>,
    /// The count of the trusted backend.
    pub trusted: u128,
    /// The count of the other one.
    pub tested: u128,
}
