//! The events and the ends that descents and shrinks have in common.

use serde::{Serialize, Serializer};
use vperft::inner::support::observer::Observer;

/// An event of a search for causes.
#[derive(Clone, Copy, Debug)]
pub enum SearchEvent<'e> {
    /// The search examines a position: the moves that lead to it from the root.
    Position(&'e [String]),
    /// The search found a smaller position.
    Smaller {
        /// The number of pieces on its board.
        pieces: usize,
        /// The number of questions asked so far.
        requests: u64,
    },
}

/// The observer of a search. A search that it stops returns what was found so far.
pub type SearchObserver<'o> = dyn for<'e> Observer<SearchEvent<'e>> + 'o;

/// Stops a search when the function says so.
pub struct StopIf<F>(pub F);

impl<F: Fn() -> bool> Observer<SearchEvent<'_>> for StopIf<F> {
    fn is_stopped(&self) -> bool {
        (self.0)()
    }
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SearchEnd {
    /// Everything was tried; a shrink found nothing smaller.
    #[serde(rename = "smallest")]
    Complete,
    /// The limit on questions was reached.
    MaxRequests,
    /// The observer stopped the search.
    Stopped,
    /// The position does not show the difference when it is asked about separately, or only sometimes.
    #[serde(rename = "not-shown")]
    NotReproduced,
}

impl SearchEnd {
    /// Serializes whether the search was stopped, for documents that say no more.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize_is_stopped<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (*self == Self::Stopped).serialize(serializer)
    }
}
