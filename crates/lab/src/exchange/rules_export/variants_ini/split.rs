//! The moves of a kind, sorted by where `variants.ini` says them: in the notation, or in settings of the variant.

use super::super::game::Game;
use vperft::inner::game::board::Step;
use vperft::inner::game::paths::{Area, Content, Contents, Finish, Lame, Leg, Program};
use vperft::inner::game::variant::PieceEntry;

/// The moves of a kind.
#[derive(Default)]
pub struct Split {
    /// The moves that the notation says. They are confined to `within`, and do not say so themselves.
    pub plain: Program,
    /// The areas in which the kind stays. `None` if it is not confined.
    pub within: Option<Vec<Area>>,
    /// Two squares forward from an area.
    pub doubles: Program,
    /// Captures en passant, confined to `passed_within`.
    pub passed: Program,
    /// The areas where captures en passant end. `None` for all.
    pub passed_within: Option<Vec<Area>>,
    /// Captures of the same kind along lines.
    pub flying: Program,
}

impl Split {
    /// Sorts the moves of a kind.
    ///
    /// # Errors
    /// If only some of its moves are confined to an area.
    pub fn from_program(game: &Game, entry: &PieceEntry, program: &[Leg]) -> Result<Self, String> {
        let mut split = Self::default();
        let starts_unmoved =
            game.all_are_unmoved() && entry.initial_right && game.goes_forward_only(entry.kind, program);
        let is_confined_alike =
            |legs: &[&Leg]| legs.iter().all(|leg| is_confined(leg, legs[0].within.as_ref()));
        let (mut own, mut passed) = (Vec::new(), Vec::new());
        for leg in program {
            let free = released(leg);
            if let Some(double) = double(&free, starts_unmoved) {
                own.push(leg);
                split.doubles.push(double);
            } else if is_flying(entry, leg) {
                split.flying.push(leg.clone());
            } else if leg.then.is_empty() && leg.end == Content::Passed.into() {
                passed.push(leg);
                split.passed.push(free);
            } else {
                own.push(leg);
                split.plain.push(free);
            }
        }
        if !is_confined_alike(&own) || !is_confined_alike(&passed) {
            return Err(
                "has some moves that are confined to an area, and others that are not or to another one"
                    .into(),
            );
        }
        split.within = own.first().and_then(|leg| leg.within.clone());
        split.passed_within = passed.first().and_then(|leg| leg.within.clone());
        Ok(split)
    }
}

/// Whether a leg and all after it are confined to the same areas.
fn is_confined(leg: &Leg, within: Option<&Vec<Area>>) -> bool {
    leg.within.as_ref() == within && leg.then.iter().all(|next| is_confined(next, within))
}

/// The leg without its areas.
fn released(leg: &Leg) -> Leg {
    Leg { within: None, then: leg.then.iter().map(released).collect(), ..leg.clone() }
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
