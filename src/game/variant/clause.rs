//! The numbered clauses of the rules texts, and sets of clauses. The build script generates the clauses of the built-in variants.

use super::VariantId;
use super::grown::Grown;
use super::prose;
use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};

/// A clause: a rule with a bold id in a rules text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Clause(u16);

include!(concat!(env!("OUT_DIR"), "/clauses.rs"));

/// The clauses of loaded variants.
static LOADED: Grown<ClauseText> = Grown::new();

/// A clause as its rules text states it.
struct ClauseText {
    /// The number of the variant of the rules text. `None` for the shared text.
    source: Option<usize>,
    id: &'static str,
    text: &'static str,
}

impl Clause {
    /// The greatest number of clauses, including those of loaded variants.
    pub const LIMIT: usize = 1024;

    /// All clauses: first the shared ones, then those of each variant, in the order of the rules texts.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..CLAUSES.len() + LOADED.all().len()).map(|index| Self(index as u16))
    }

    fn entry(self) -> &'static ClauseText {
        match CLAUSES.get(usize::from(self.0)) {
            Some(entry) => entry,
            None => {
                LOADED.get(usize::from(self.0) - CLAUSES.len()).expect("clauses are numbered by this list")
            }
        }
    }

    /// The id in the rules text, such as `RYU-EP`.
    #[must_use]
    pub fn id(self) -> &'static str {
        self.entry().id
    }

    /// The words of the clause.
    #[must_use]
    pub fn text(self) -> &'static str {
        self.entry().text
    }

    /// The variant whose rules text has the clause. `None` for the shared clauses.
    #[must_use]
    pub fn variant(self) -> Option<VariantId> {
        let source = self.entry().source?;
        VariantId::all().into_iter().find(|id| id.index() == source)
    }

    /// Whether the clause is a rule of the variant: a shared clause, or one of its own.
    #[must_use]
    pub fn governs(self, variant: VariantId) -> bool {
        self.entry().source.is_none_or(|source| source == variant.index())
    }

    /// Adds the clauses of a loaded variant's rules text, which the caller has checked.
    pub(super) fn load(variant: usize, clauses: Vec<prose::ProseClause>) {
        for prose::ProseClause { id, text } in clauses {
            let (id, text) = (&*Box::leak(id.into_boxed_str()), &*Box::leak(text.into_boxed_str()));
            let entry = ClauseText { source: Some(variant), id, text };
            let Ok(_) = LOADED.push(|_, _| Ok::<_, std::convert::Infallible>(entry));
        }
    }
}

impl fmt::Debug for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// No rules text has this clause.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown clause `{0}`: it is in no RULES.md")]
pub struct UnknownClause(String);

impl FromStr for Clause {
    type Err = UnknownClause;

    fn from_str(id: &str) -> Result<Self, UnknownClause> {
        Self::all().find(|clause| clause.id() == id).ok_or_else(|| UnknownClause(id.to_owned()))
    }
}

/// A set of clauses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClauseSet([u64; Clause::LIMIT / 64]);

impl ClauseSet {
    /// Adds a clause.
    #[inline]
    pub const fn insert(&mut self, clause: Clause) {
        self.0[clause.0 as usize >> 6] |= 1 << (clause.0 as usize & 63);
    }

    /// Whether the clause is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, clause: Clause) -> bool {
        self.0[clause.0 as usize >> 6] >> (clause.0 as usize & 63) & 1 == 1
    }

    /// Whether a clause is in both sets.
    #[inline]
    #[must_use]
    pub fn intersects(self, other: Self) -> bool {
        self.0.iter().zip(other.0).any(|(own, other)| own & other != 0)
    }

    /// The clauses of the set, in the order of [`Clause::all`].
    pub fn iter(self) -> impl Iterator<Item = Clause> {
        Clause::all().filter(move |clause| self.contains(*clause))
    }

    /// The clauses of either set.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        self.iter().chain(other.iter()).collect()
    }
}

/// A set of clauses that several threads add to at the same time.
#[derive(Debug, Default)]
pub struct ClauseRecord([AtomicU64; Clause::LIMIT / 64]);

impl ClauseRecord {
    /// Adds a clause.
    #[inline]
    pub fn insert(&self, clause: Clause) {
        let word = &self.0[clause.0 as usize >> 6];
        let bit = 1 << (clause.0 as usize & 63);
        // A read first: threads that write known clauses again would invalidate the cache line of the others.
        if word.load(Ordering::Relaxed) & bit == 0 {
            word.fetch_or(bit, Ordering::Relaxed);
        }
    }

    /// Empties the record and returns its clauses.
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
        for variant in VariantId::BUILT_IN {
            let path = format!("{}/suites/{variant}/RULES.md", env!("CARGO_MANIFEST_DIR"));
            let prose = std::fs::read_to_string(path).expect("every variant has its RULES.md");
            let bold =
                prose.split("**").filter(|part| part.contains('-') && part.parse::<Clause>().is_ok()).count();
            let own = Clause::all().filter(|clause| clause.variant() == Some(variant)).count();
            assert_eq!(bold, own, "{variant}");
        }
    }
}
