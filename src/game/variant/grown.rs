//! A list for the whole program, which only grows.

use std::sync::{PoisonError, RwLock};

/// A list that only grows, so that its entries live as long as the program. It holds data of the variants that are loaded at run time: a
/// few entries for every folder on the command line.
pub(super) struct Grown<T: 'static>(RwLock<Vec<&'static T>>);

impl<T> Grown<T> {
    /// An empty list.
    pub const fn new() -> Self {
        Self(RwLock::new(Vec::new()))
    }

    /// The entry with this number, if there is one.
    pub fn get(&self, index: usize) -> Option<&'static T> {
        self.all().get(index).copied()
    }

    /// Every entry.
    pub fn all(&self) -> Vec<&'static T> {
        // A thread that panicked with the lock had not begun to change the list.
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Adds an entry, which `make` creates from its number and the other entries, and returns the number. Adds nothing if `make` fails.
    pub fn push<E>(&self, make: impl FnOnce(usize, &[&'static T]) -> Result<T, E>) -> Result<usize, E> {
        let mut entries = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let entry = make(entries.len(), &entries)?;
        entries.push(Box::leak(Box::new(entry)));
        Ok(entries.len() - 1)
    }
}
