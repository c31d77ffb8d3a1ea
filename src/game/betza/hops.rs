//! Legs that become several: hoppers, sliders that skip their first square, and riders that turn after each step.

use super::atom::{Atom, Class};
use super::tree::Range;
use crate::game::board::Step;
use crate::game::paths::{Contents, Leg, MAX_DEPTH, Program, Turn};

/// A leg before its modifiers are applied.
#[derive(Clone, Debug)]
pub struct Base {
    /// The steps to choose from.
    pub steps: Vec<Step>,
    /// The turns from the leg before, if there is one.
    pub turn: Option<Vec<Turn>>,
    /// How often the step may be repeated.
    pub range: Range,
}

impl Base {
    /// The leg that may end on `end`.
    pub fn leg(&self, end: Contents) -> Leg {
        Leg { turn: self.turn.clone(), most: self.range.most(), end, ..Leg::leap(&self.steps) }
    }

    /// The same steps straight on, from `least` to `most` times.
    fn straight(&self, least: u8, most: Option<u8>, end: Contents) -> Leg {
        Leg { turn: Some(vec![Turn::STRAIGHT]), least, most, end, ..Leg::leap(&self.steps) }
    }

    /// Hops over exactly one piece of `platform` and goes on as far as the range allows, or lands behind it if `lands`.
    pub fn hop(&self, platform: Contents, lands: bool, end: Contents) -> Program {
        let limit = self.range.most();
        let landing = |most: Option<u8>| self.straight(1, if lands { Some(1) } else { most }, end);
        let hurdle = |first: bool, most| Leg {
            turn: if first { self.turn.clone() } else { Some(vec![Turn::STRAIGHT]) },
            corner: platform,
            ..self.straight(1, Some(1), Contents::NONE).then(vec![landing(most)])
        };
        let approach = |least, most, after| Leg {
            turn: self.turn.clone(),
            ..self.straight(least, most, Contents::NONE).then(vec![hurdle(false, after)])
        };
        match limit {
            // A leg of no steps is only well defined where the path begins.
            None if self.turn.is_none() => vec![approach(0, None, None)],
            None => vec![hurdle(true, None), approach(1, None, None)],
            Some(limit) => {
                let mut program = vec![hurdle(true, Some(limit.saturating_sub(1)))];
                if lands && limit > 2 {
                    program.push(approach(1, Some(limit - 2), None));
                } else {
                    let far = 1..=limit.saturating_sub(2);
                    program.extend(far.map(|steps| approach(steps, Some(steps), Some(limit - 1 - steps))));
                }
                program
            }
        }
    }

    /// Passes over the first square, whatever is on it.
    pub fn skip(&self, end: Contents) -> Program {
        let rest = self.range.most().map(|most| most.saturating_sub(1));
        let first = Leg {
            turn: self.turn.clone(),
            corner: Contents::ANY,
            ..self.straight(1, Some(1), Contents::NONE)
        };
        vec![first.then(vec![self.straight(1, rest, end)])]
    }

    /// Leaps in two steps of half the length over a piece in the middle.
    pub fn jump(&self, end: Contents) -> Program {
        let half = |step: &Step| Step::new(step.files / 2, step.ranks / 2);
        let base = Self { steps: self.steps.iter().map(half).collect(), ..self.clone() };
        let first = Leg {
            turn: self.turn.clone(),
            corner: Contents::PIECE,
            ..base.straight(1, Some(1), Contents::NONE)
        };
        vec![first.then(vec![base.straight(1, Some(1), end)])]
    }

    /// Turns after each step: to one side and the other alternately, or always to the same side. `all` are the steps of the atom.
    pub fn winding(
        &self,
        all: &[Step],
        turn: Turn,
        alternates: bool,
        steps: usize,
        end: Contents,
    ) -> Program {
        let one = |turn: Option<Turn>, then: Program| Leg {
            turn: turn.map(|turn| vec![turn]),
            most: Some(1),
            end,
            then,
            ..Leg::leap(if turn.is_some() { all } else { &self.steps })
        };
        let other = Turn(-turn.0);
        let side = |first: Turn| {
            (2..=steps).rev().fold(Vec::new(), |then, step| {
                let turns_first = !alternates || step % 2 == 0;
                vec![one(Some(if turns_first { first } else { Turn(-first.0) }), then)]
            })
        };
        let then = side(turn).into_iter().chain(side(other)).collect();
        vec![one(None, then)]
    }
}

/// The most steps of a rider that turns after each step by a right angle, `None` if that is more than a path program can have.
pub fn crooked_steps(atom: Atom, range: Range) -> Option<usize> {
    let Atom::Leap { large, .. } = atom else { return None };
    let across = 15 / usize::from(large.unsigned_abs().max(1));
    let longest = if atom.class() == Class::Orthogonal { 2 * across } else { across };
    let steps = range.most().map_or(longest, |most| longest.min(usize::from(most)));
    (steps <= MAX_DEPTH).then_some(steps)
}
