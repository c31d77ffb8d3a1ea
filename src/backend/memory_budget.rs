//! Limits the total memory for the answers of a backend. A single answer is never long, but some tools keep
//! many of them: to survey all moves of a position, to derive a count, or to compare them at the end.

use super::BackendError;

/// The limit in bytes, about a hundred times the memory for a position with a thousand moves.
const MAX_BYTES: usize = 64 << 20;
/// The memory a text takes besides its characters, in bytes.
const TEXT_OVERHEAD: usize = 48;

/// The number of bytes that are kept.
#[derive(Clone, Copy, Debug, Default)]
#[doc(hidden)]
pub struct MemoryBudget(usize);

impl MemoryBudget {
    /// The size of some texts, in bytes.
    pub fn size<'t>(texts: impl IntoIterator<Item = &'t str>) -> usize {
        texts.into_iter().map(|text| TEXT_OVERHEAD + text.len()).sum()
    }

    /// A budget of which this many bytes are already spent.
    pub const fn spent(bytes: usize) -> Self {
        Self(bytes)
    }

    /// Spends more bytes.
    ///
    /// # Errors
    /// If that exceeds the limit.
    pub fn add(&mut self, bytes: usize) -> Result<(), BackendError> {
        self.0 = self.0.saturating_add(bytes);
        if self.0 <= MAX_BYTES {
            return Ok(());
        }
        let limit = MAX_BYTES >> 20;
        Err(BackendError::NotAsked(format!("its answers would take more than {limit} MiB of memory")))
    }

    /// Returns bytes that are no longer kept.
    pub fn remove(&mut self, bytes: usize) {
        self.0 = self.0.saturating_sub(bytes);
    }
}
