//! Programs that have more, or that have one thing in place of another.

use super::changes::Changed;
use super::{Edit, edit_each_leg, step_text, turn_text, with_leg};
use vperft::inner::game::board::{DIAGONAL, KNIGHT, ORTHOGONAL, Step};
use vperft::inner::game::paths::{Leg, Turn};

/// How far the steps go that are added.
const REACH: i8 = 3;

/// The turns of later legs, in sixteenths of a circle.
const TURNS: [i8; 8] = [0, 2, -2, 4, -4, 6, -6, 8];

/// Every program that has one step, turn or leg more than this one, or another one in its place.
pub(super) fn additions(program: &[Leg]) -> Vec<Changed> {
    let mut found = Vec::new();
    let at_leg: Edit = |legs, index, found| {
        in_leg(&legs[index], &mut |title, leg| found(title, with_leg(legs, index, leg)));
    };
    edit_each_leg(program, at_leg, &mut |title, program| found.push((title, program)));
    for (name, steps) in atoms() {
        for (verb, leg) in [("leap", Leg::leap(&steps)), ("ride", Leg::ride(&steps))] {
            let clause = program.first().and_then(|first| first.clause.clone());
            let leg = Leg { clause, ..leg };
            found.push((format!("also the {verb} {name}"), program.iter().cloned().chain([leg]).collect()));
        }
    }
    found.retain(|(_, changed)| vperft::inner::game::paths::check_program(changed, "moves").is_ok());
    found
}

fn in_leg(leg: &Leg, found: &mut dyn FnMut(String, Leg)) {
    let others: Vec<_> = near().filter(|step| !leg.steps.contains(step)).collect();
    for other in &others {
        let steps = leg.steps.iter().copied().chain([*other]).collect();
        found(format!("also the step {}", step_text(*other)), Leg { steps, ..leg.clone() });
    }
    for (index, step) in leg.steps.iter().enumerate() {
        for other in others.iter().filter(|other| is_similar(*step, **other)) {
            let mut steps = leg.steps.clone();
            steps[index] = *other;
            found(
                format!("the step {} is {}", step_text(*step), step_text(*other)),
                Leg { steps, ..leg.clone() },
            );
        }
    }
    for (name, steps) in atoms().into_iter().filter(|_| leg.steps.len() > 1) {
        found(format!("the steps are {name}"), Leg { steps, ..leg.clone() });
    }
    if let Some(turns) = &leg.turn {
        for other in TURNS.map(Turn).into_iter().filter(|other| !turns.contains(other)) {
            let added = turns.iter().copied().chain([other]).collect();
            found(format!("also the turn by {}", turn_text(other)), Leg { turn: Some(added), ..leg.clone() });
            for (index, turn) in turns.iter().enumerate() {
                let mut turns = turns.clone();
                turns[index] = other;
                let title = format!("the turn by {} is {}", turn_text(*turn), turn_text(other));
                found(title, Leg { turn: Some(turns), ..leg.clone() });
            }
        }
    }
}

/// All steps up to `REACH`.
fn near() -> impl Iterator<Item = Step> {
    let all = (-REACH..=REACH).flat_map(|files| (-REACH..=REACH).map(move |ranks| Step::new(files, ranks)));
    all.filter(|step| *step != Step::new(0, 0))
}

/// Whether an author may write one step for the other: it differs by one square, or by a sign, or its numbers are exchanged.
fn is_similar(one: Step, other: Step) -> bool {
    let distance = |one: i8, other: i8| one.abs_diff(other);
    let is_near = distance(one.files, other.files) + distance(one.ranks, other.ranks) == 1;
    let sizes = |step: Step| [step.files.abs(), step.ranks.abs()];
    let [files, ranks] = sizes(one);
    is_near || sizes(other) == [files, ranks] || sizes(other) == [ranks, files]
}

/// The steps of the common atoms of Betza notation, each named by one of its steps.
fn atoms() -> Vec<(String, Vec<Step>)> {
    let oblique = |files: i8, ranks: i8| -> Vec<Step> {
        let all = [(files, ranks), (ranks, files)].into_iter();
        let signed = all.flat_map(|(files, ranks)| {
            [(1, 1), (1, -1), (-1, 1), (-1, -1)].map(|(x, y)| Step::new(files * x, ranks * y))
        });
        let mut steps: Vec<_> = signed.collect();
        steps.sort_by_key(|step| (step.files, step.ranks));
        steps.dedup();
        steps
    };
    let common = [ORTHOGONAL.to_vec(), DIAGONAL.to_vec(), KNIGHT.to_vec()];
    let others = [(0, 2), (2, 2), (0, 3), (1, 3), (2, 3), (3, 3)].map(|(files, ranks)| oblique(files, ranks));
    let named = |steps: Vec<Step>| {
        let first = steps.iter().map(|step| (step.files.abs(), step.ranks.abs())).min().unwrap_or_default();
        (format!("({}, {}) and its mirror images", first.0, first.1), steps)
    };
    common.into_iter().chain(others).map(named).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn additions_say_what_there_is_too_much() {
        let gryphon = Leg {
            then: vec![Leg { turn: Some(vec![Turn(2)]), ..Leg::ride(&ORTHOGONAL) }],
            ..Leg::leap(&DIAGONAL)
        };
        let found = additions(&[gryphon]);
        for expected in [
            "also the step (0, 1)",
            "the step (1, 1) is (2, 1)",
            "the steps are (2, 2) and its mirror images",
            "after leg 1, also the turn by -45°",
            "after leg 1, the turn by 45° is -45°",
            "also the leap (1, 2) and its mirror images",
        ] {
            assert!(found.iter().any(|(title, _)| title == expected), "{expected}: {found:?}");
        }
    }
}
