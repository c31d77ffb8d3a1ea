//! The origins of cases, as users select them.

use super::{Case, Corpus, Origin};
use serde::Serialize;
use std::fmt;

/// The origin of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum OriginKind {
    /// Made by hand for what it shows.
    Hand,
    /// Reached by random play.
    Random,
    /// Assembled at random, and selected because it shows something that no other case shows.
    Generated,
    /// From a file `known.json`: counts on which several programs outside this crate agree.
    Known,
    /// Published in print.
    Published,
}

/// The stem of the files with known counts.
const KNOWN: &str = "known";

impl Corpus {
    /// The origin of a case of this corpus.
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
