//! The moves of a kind, sorted by where `variants.ini` says them: in the notation, or in settings of the variant.

use crate::game::board::Step;
use crate::game::paths::{Area, Content, Contents, Finish, Leg, Program};
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
    pub fn of(entry: &PieceEntry, program: &[Leg]) -> Result<Self, String> {
        let mut split = Self::default();
        for leg in program {
            let list = match () {
                () if is_flying(entry, leg) => &mut split.flying,
                () if is_double(leg) => &mut split.doubles,
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
                "some of its moves are confined to an area, and others are not or to another one".into()
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

/// Whether a leg is the double step of a Pawn.
fn is_double(leg: &Leg) -> bool {
    let expected = Leg {
        least: 2,
        most: Some(2),
        end: Contents::EMPTY,
        from: leg.from.clone(),
        passes: leg.passes,
        clause: leg.clause.clone(),
        ..Leg::leap(&[Step::new(0, 1)])
    };
    *leg == expected
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
