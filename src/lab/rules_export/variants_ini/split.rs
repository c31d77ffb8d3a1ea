//! The moves of a kind, sorted by where `variants.ini` says them: in the notation, or in settings of the variant.

use super::super::game::Game;
use crate::game::board::Step;
use crate::game::paths::{Area, Content, Contents, Finish, Lame, Leg, Program};
use crate::game::variant::PieceEntry;

/// The moves of a kind.
#[derive(Default)]
pub struct Split {
    /// The moves that the notation says. They are confined to `within`, and do not say so themselves.
    pub plain: Program,
    /// The areas in which the kind stays. `None` if it is not confined.
    pub within: Option<Vec<Area>>,
    /// Two squares forward from an area.
    pub doubles: Program,
    /// Captures en passant.
    pub passed: Program,
    /// Captures of the same kind along lines.
    pub flying: Program,
}

impl Split {
    /// Sorts the moves of a kind.
    ///
    /// # Errors
    /// If only some of its moves are confined to an area.
    pub fn of(game: &Game, entry: &PieceEntry, program: &[Leg]) -> Result<Self, String> {
        let mut split = Self::default();
        let starts_unmoved =
            game.all_are_unmoved() && entry.initial_right && game.goes_forward_only(entry.kind, program);
        for leg in program {
            if let Some(double) = double(leg, starts_unmoved) {
                split.doubles.push(double);
                continue;
            }
            let list = match () {
                () if is_flying(entry, leg) => &mut split.flying,
                () if leg.then.is_empty() && leg.end == Content::Passed.into() => &mut split.passed,
                () => &mut split.plain,
            };
            list.push(leg.clone());
        }
        let confined = split.doubles.iter().chain(&split.passed).any(|leg| leg.within.is_some());
        let Some(first) = split.plain.first() else { return Ok(split) };
        let within = first.within.clone();
        if confined || split.plain.iter().any(|leg| !is_confined(leg, within.as_ref())) {
            return Err(
                "has some moves that are confined to an area, and others that are not or to another one"
                    .into(),
            );
        }
        split.within = within;
        for leg in &mut split.plain {
            release(leg);
        }
        Ok(split)
    }
}

/// Whether a leg and all after it are confined to the same areas.
fn is_confined(leg: &Leg, within: Option<&Vec<Area>>) -> bool {
    leg.within.as_ref() == within && leg.then.iter().all(|next| is_confined(next, within))
}

fn release(leg: &mut Leg) {
    leg.within = None;
    leg.then.iter_mut().for_each(release);
}

/// The double step of a Pawn, with the squares from which it is made. `None` if the leg is something else.
///
/// If pieces on their start squares have never moved, a first move is one from these squares.
fn double(leg: &Leg, starts_unmoved: bool) -> Option<Leg> {
    let forward = [Step::new(0, 1)];
    let is_leap = leg.steps[..] == [Step::new(0, 2)] && leg.lame == Some(Lame::Straight);
    let steps = if is_leap && (leg.least, leg.most) == (1, Some(1)) {
        Leg { steps: forward.to_vec(), least: 2, most: Some(2), lame: None, ..leg.clone() }
    } else {
        leg.clone()
    };
    let double = if steps.unmoved && steps.from.is_none() && starts_unmoved {
        Leg { unmoved: false, from: Some(vec![Area::Start]), ..steps }
    } else {
        steps
    };
    let expected = Leg {
        least: 2,
        most: Some(2),
        end: Contents::EMPTY,
        from: double.from.clone(),
        passes: double.passes,
        clause: double.clause.clone(),
        ..Leg::leap(&forward)
    };
    (double == expected).then_some(double)
}

/// Whether a leg captures a piece of its own kind along lines, as the General of Xiangqi.
fn is_flying(entry: &PieceEntry, leg: &Leg) -> bool {
    let is_own = leg.only.as_ref().is_some_and(|only| only[..] == [entry.kind.name().to_owned()]);
    let expected = Leg {
        end: Content::Enemy.into(),
        only: leg.only.clone(),
        clause: leg.clause.clone(),
        ..Leg::ride(&leg.steps)
    };
    entry.royal && is_own && leg.finish == Finish::Move && *leg == expected
}
