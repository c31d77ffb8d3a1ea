//! Who is told of what happens in a run.

use super::Event;

/// Is told of every event of a run, by one thread: it needs no locks. While it takes its time, the workers go on.
pub trait Listener: Send {
    /// Takes in an event.
    fn event(&mut self, event: &Event<'_>);
}

/// Several listeners, each told of an event before the next event comes.
impl<L: Listener> Listener for Vec<L> {
    fn event(&mut self, event: &Event<'_>) {
        self.iter_mut().for_each(|listener| listener.event(event));
    }
}

impl Listener for Box<dyn Listener + '_> {
    fn event(&mut self, event: &Event<'_>) {
        self.as_mut().event(event);
    }
}
