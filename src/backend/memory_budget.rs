//! How much is held of what a backend says. One answer is never long, but many of them belong together: those about the moves of
//! a position, those a count is worked out from, those that are compared at the end.

use super::BackendError;

/// The most, in bytes. All that is said about any position with a thousand moves takes a hundredth of it.
const MOST: usize = 64 << 20;
/// What a text takes beside its characters.
const TEXT: usize = 48;

/// How much is held, in bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MemoryBudget(usize);

impl MemoryBudget {
    /// What some texts take.
    pub fn size<'t>(texts: impl IntoIterator<Item = &'t str>) -> usize {
        texts.into_iter().map(|text| TEXT + text.len()).sum()
    }

    /// So many bytes to begin with.
    pub const fn of(bytes: usize) -> Self {
        Self(bytes)
    }

    /// Takes in so many bytes more.
    ///
    /// # Errors
    /// If that is too much.
    pub fn add(&mut self, bytes: usize) -> Result<(), BackendError> {
        self.0 = self.0.saturating_add(bytes);
        if self.0 <= MOST {
            return Ok(());
        }
        let most = MOST >> 20;
        Err(BackendError::NotAsked(format!("its answers would take more than {most} MiB of memory")))
    }

    /// Lets go of so many.
    pub fn remove(&mut self, bytes: usize) {
        self.0 = self.0.saturating_sub(bytes);
    }
}
