//! Hoppers: paths over one piece, written as several legs, that one letter says.

use super::part::Manner;
use crate::game::paths::{Content, Contents, Leg, Turn};

/// A hopper as one leg that goes on over the hurdle.
pub struct Hop {
    /// The leg: its steps, range and end.
    pub leg: Leg,
    /// How it hops.
    pub manner: Option<Manner>,
}

/// The hopper that a leg with those after it describes. `None` if it describes something else.
pub fn find_hop(leg: &Leg) -> Option<Hop> {
    // The approach is a slide to the hurdle, or a slide of any length before a step onto it.
    let [next] = &leg.then[..] else { return None };
    let (hurdle, last) = match &next.then[..] {
        [] if leg.least <= 1 => (leg.corner, next),
        [last] if leg.least == 0 && leg.corner == Contents::EMPTY && is_step(next) && is_silent(next) => {
            (next.corner, last)
        }
        _ => return None,
    };
    let goes_on = leg.most.is_none() && leg.end.is_none() && is_silent(leg);
    let is_straight = |leg: &Leg| leg.turn.as_deref() == Some(&[Turn::STRAIGHT]) && !leg.same;
    if !goes_on || !is_straight(next) || !is_straight(last) || !last.then.is_empty() || last.least != 1 {
        return None;
    }
    let friends = if hurdle == Contents::PIECE {
        false
    } else if hurdle == Content::Friend.into() {
        true
    } else {
        return None;
    };
    let lands = match last.most {
        None => false,
        Some(1) => true,
        Some(_) => return None,
    };
    let first =
        Leg { unmoved: leg.unmoved, from: leg.from.clone(), steps: leg.steps.clone(), ..last.clone() };
    let leg = Leg { most: None, turn: None, ..first };
    Some(Hop { leg, manner: Some(Manner::Hop { lands, friends }) })
}

/// Whether a leg is one step.
fn is_step(leg: &Leg) -> bool {
    leg.least == 1 && leg.most == Some(1)
}

/// Whether a leg only passes: it captures nothing and has no condition.
fn is_silent(leg: &Leg) -> bool {
    leg.end.is_none()
        && !leg.takes_corner
        && !leg.takes_passed
        && leg.through == Contents::EMPTY
        && leg.only.is_none()
        && leg.also.is_empty()
        && leg.within.is_none()
        && leg.lame.is_none()
}
