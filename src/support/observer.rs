//! The trait by which long-running work reports to its caller: counts, runs, searches and measurements.

/// Receives the events of long-running work, and may stop it.
///
/// Work on several threads takes `dyn Observer<E> + Sync`. `()` observes nothing.
pub trait Observer<E> {
    /// Receives an event, one at a time.
    fn event(&self, _: &E) {}

    /// Whether the work has to stop. It is called often, so it must be cheap.
    fn is_stopped(&self) -> bool {
        false
    }
}

impl<E> Observer<E> for () {}
