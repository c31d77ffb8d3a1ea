//! Where cases come from, as people select them.

use super::{Case, Corpus, Origin};
use serde::Serialize;
use std::fmt;

/// Where a case comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum OriginKind {
    /// Made by hand for what it shows.
    Hand,
    /// A position of random play.
    Random,
    /// Chosen by a program from positions put together by chance, for what no other case shows.
    Generated,
    /// In a file `known.json`: counts that programs other than those of this crate are known to agree on.
    Known,
    /// A position that is in print.
    Published,
}

/// The file of the cases with known counts.
const KNOWN: &str = "known";

impl Corpus {
    /// Where a case of this corpus comes from.
    #[must_use]
    pub fn origin(&self, case: &Case) -> OriginKind {
        match self.position(case).origin {
            _ if case.file == KNOWN => OriginKind::Known,
            Origin::Constructed => OriginKind::Hand,
            Origin::Random { .. } => OriginKind::Random,
            Origin::Chance { .. } => OriginKind::Generated,
            Origin::Published { .. } => OriginKind::Published,
        }
    }
}

/// Its name.
impl fmt::Display for OriginKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}
