//! One example for each class of moves: the simplest one that was found.

use super::act::Act;
use super::class::Class;
use super::lone::Lone;
use super::probe::distance;
use super::stage::Answer;
use super::{Marks, Panel};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use vperft::inner::game::board::Square;
use vperft::inner::game::position::Position;

/// A simpler example has fewer pieces, then a shorter way, then a way further up the board.
type Score = (usize, u8, Reverse<u32>, String);

/// The order in which moves of one class are preferred.
pub(super) fn order(act: &Act) -> (u8, Reverse<u32>, String) {
    let reach = act.touched().map(|square| distance(square, act.from)).max().unwrap_or_default();
    let height = act.touched().map(|square| u32::from(square.rank())).sum();
    (reach, Reverse(height), act.text.clone())
}

/// The examples by class, and one of a friend that moves on.
#[derive(Debug, Default)]
pub(super) struct Examples {
    by_class: BTreeMap<Class, Example>,
    sent: Option<Example>,
}

/// A move in its position.
#[derive(Debug)]
struct Example {
    score: Score,
    position: Position,
    parked: Vec<Square>,
    act: Act,
}

impl Example {
    fn new(answer: &Answer, act: &Act) -> Self {
        let (reach, height, text) = order(act);
        let score = (answer.count(), reach, height, text);
        Self { score, position: answer.position.clone(), parked: answer.parked.clone(), act: act.clone() }
    }

    fn panel(&self, title: &str) -> Panel {
        Panel {
            title: title.to_owned(),
            position: self.position.clone(),
            parked: self.parked.clone(),
            marks: Marks::new(),
            moves: vec![self.act.text.clone()],
            caption: vec![self.act.text.clone()],
        }
    }
}

impl Examples {
    /// Keeps a move if it is the simplest one of its class so far.
    pub fn offer(&mut self, lone: &Lone, answer: &Answer, act: &Act) {
        let Some(class) = Class::from_act(act, answer, lone) else { return };
        let example = Example::new(answer, act);
        match self.by_class.get(&class) {
            Some(best) if best.score <= example.score => {}
            _ => {
                self.by_class.insert(class, example);
            }
        }
    }

    /// Keeps a move of a friend that it has because of the piece, if it is the simplest one so far.
    pub fn offer_sent(&mut self, answer: &Answer, act: &Act) {
        let example = Example::new(answer, act);
        if self.sent.as_ref().is_none_or(|best| example.score < best.score) {
            self.sent = Some(example);
        }
    }

    /// Whether there is an example of the class.
    pub fn has(&self, class: Class) -> bool {
        self.by_class.contains_key(&class)
    }

    /// A panel for each class, the simplest first, at most `most`.
    pub fn panels(self, most: usize) -> Vec<Panel> {
        let sent = self.sent.iter().map(|example| ("Lets a friend move on", example));
        let mut all: Vec<_> =
            self.by_class.iter().map(|(class, example)| (class.title(), example)).chain(sent).collect();
        all.sort_by(|one, other| one.1.score.cmp(&other.1.score));
        // One panel for each title first.
        let mut seen = std::collections::BTreeSet::new();
        let (first, rest): (Vec<_>, Vec<_>) = all.into_iter().partition(|(title, _)| seen.insert(*title));
        first.into_iter().chain(rest).take(most).map(|(title, example)| example.panel(title)).collect()
    }
}
