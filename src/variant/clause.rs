//! The numbered rules, made from the rules texts when the crate is built, and sets of them.

use super::VariantId;
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};

include!(concat!(env!("OUT_DIR"), "/clauses.rs"));

/// A clause as its rules text states it.
struct ClauseText {
    clause: Clause,
    /// The folder of its rules text under `suites/`; empty for the text every variant shares.
    source: &'static str,
    id: &'static str,
    text: &'static str,
}

impl Clause {
    /// Every clause: the shared ones first, then variant by variant, each in the order of its rules text.
    pub fn all() -> impl Iterator<Item = Self> {
        CLAUSES.iter().map(|entry| entry.clause)
    }

    /// The id in the rules text, such as `RYU-EP`.
    #[must_use]
    pub const fn id(self) -> &'static str {
        CLAUSES[self as usize].id
    }

    /// The words of the clause.
    #[must_use]
    pub const fn text(self) -> &'static str {
        CLAUSES[self as usize].text
    }

    /// The variant whose rules text holds the clause; none for the clauses every variant shares.
    #[must_use]
    pub fn variant(self) -> Option<VariantId> {
        CLAUSES[self as usize].source.parse().ok()
    }

    /// Whether the clause governs the variant: it is shared or the variant's own.
    #[must_use]
    pub fn governs(self, variant: VariantId) -> bool {
        self.variant().is_none_or(|owner| owner == variant)
    }
}

/// No rules text holds this clause.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown clause `{0}`: no RULES.md holds it")]
pub struct UnknownClause(String);

impl FromStr for Clause {
    type Err = UnknownClause;

    fn from_str(id: &str) -> Result<Self, UnknownClause> {
        Self::all().find(|clause| clause.id() == id).ok_or_else(|| UnknownClause(id.to_owned()))
    }
}

/// A set of clauses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClauseSet([u64; 4]);

impl ClauseSet {
    /// Adds a clause.
    #[inline]
    pub const fn insert(&mut self, clause: Clause) {
        self.0[clause as usize >> 6] |= 1 << (clause as usize & 63);
    }

    /// Whether the clause is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, clause: Clause) -> bool {
        self.0[clause as usize >> 6] >> (clause as usize & 63) & 1 == 1
    }
}

/// A set of clauses that several threads add to.
#[derive(Debug, Default)]
pub struct ClauseRecord([AtomicU64; 4]);

impl ClauseRecord {
    /// Adds a clause.
    #[inline]
    pub fn insert(&self, clause: Clause) {
        let word = &self.0[clause as usize >> 6];
        let bit = 1 << (clause as usize & 63);
        // Looking first keeps the threads from taking the line from each other for what is long known.
        if word.load(Ordering::Relaxed) & bit == 0 {
            word.fetch_or(bit, Ordering::Relaxed);
        }
    }

    /// Empties the record and returns what it held.
    #[must_use]
    pub fn take(&self) -> ClauseSet {
        ClauseSet(self.0.each_ref().map(|word| word.swap(0, Ordering::Relaxed)))
    }
}

impl FromIterator<Clause> for ClauseSet {
    fn from_iter<I: IntoIterator<Item = Clause>>(clauses: I) -> Self {
        let mut set = Self::default();
        clauses.into_iter().for_each(|clause| set.insert(clause));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_unique_and_read_back() {
        for clause in Clause::all() {
            assert_eq!(clause.id().parse(), Ok(clause));
            assert!(!clause.text().is_empty(), "{} has no words", clause.id());
        }
        assert!("RYU-NONE".parse::<Clause>().is_err());
    }

    #[test]
    fn every_bold_id_of_the_prose_is_a_clause() {
        for variant in VariantId::ALL {
            let path = format!("{}/suites/{variant}/RULES.md", env!("CARGO_MANIFEST_DIR"));
            let prose = std::fs::read_to_string(path).expect("every variant has its RULES.md");
            let bold =
                prose.split("**").filter(|part| part.contains('-') && part.parse::<Clause>().is_ok()).count();
            let own = Clause::all().filter(|clause| clause.variant() == Some(variant)).count();
            assert_eq!(bold, own, "{variant}");
        }
    }
}
