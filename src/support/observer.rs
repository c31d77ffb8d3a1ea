//! How long work reports to its caller: one trait for counts, runs, searches and measurements.

/// Receives the events of long work, and may ask it to stop.
///
/// Work on several threads takes `dyn Observer<E> + Sync`. `()` observes nothing.
pub trait Observer<E> {
    /// Receives an event, one at a time.
    fn event(&self, _: &E) {}

    /// Whether the work is to stop. It is asked often, so the answer must be cheap.
    fn is_stopped(&self) -> bool {
        false
    }
}

impl<E> Observer<E> for () {}
