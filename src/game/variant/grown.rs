//! A list that grows while the program runs.

use std::sync::{PoisonError, RwLock};

/// A list that only ever grows, so that what it holds can be handed out for good. It holds what variants bring that
/// are loaded at run time: a few entries for every folder that is named on a command line.
pub(super) struct Grown<T: 'static>(RwLock<Vec<&'static T>>);

impl<T> Grown<T> {
    /// A list without entries.
    pub const fn new() -> Self {
        Self(RwLock::new(Vec::new()))
    }

    /// The entry with this number, if there is one.
    pub fn get(&self, index: usize) -> Option<&'static T> {
        self.all().get(index).copied()
    }

    /// Every entry.
    pub fn all(&self) -> Vec<&'static T> {
        // Whoever panicked while it held the lock had not begun to change the list.
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Adds the entry that `make` makes of its number, unless `make` fails or the list already holds as many as it may.
    pub fn push<E>(&self, make: impl FnOnce(usize, &[&'static T]) -> Result<T, E>) -> Result<usize, E> {
        let mut entries = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let entry = make(entries.len(), &entries)?;
        entries.push(Box::leak(Box::new(entry)));
        Ok(entries.len() - 1)
    }
}
