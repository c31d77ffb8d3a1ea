//! Changes of one field of one leg of a path program.

use super::{edit_each_leg, step_text, turn_text, with_leg};
use vperft::inner::game::paths::{Content, Contents, Finish, Lame, Leg, Program};

/// A changed program, and what was changed, such as `goes no further than 2`.
pub(crate) type Changed = (String, Program);

/// Every program that differs from this one in one field of one leg.
pub(crate) fn changes(program: &[Leg]) -> Vec<Changed> {
    let mut found = Vec::new();
    edit_each_leg(program, at_leg, &mut |title, program| found.push((title, program)));
    // Two fields may give the same program, and a change that cannot be walked is none.
    let mut kept: Vec<Changed> = Vec::new();
    for (title, changed) in found {
        let is_valid = vperft::inner::game::paths::check_program(&changed, "moves").is_ok();
        if is_valid && changed != program && !kept.iter().any(|(_, known)| *known == changed) {
            kept.push((title, changed));
        }
    }
    kept
}

/// Leaves a leg of a list out, or changes it.
fn at_leg(legs: &[Leg], index: usize, found: &mut dyn FnMut(String, Program)) {
    if legs.len() > 1 {
        let mut rest = legs.to_vec();
        rest.remove(index);
        found(format!("without leg {} of {}", index + 1, legs.len()), rest);
    }
    in_leg(&legs[index], &mut |title, leg| found(title, with_leg(legs, index, leg)));
}

/// Changes one field of a leg.
fn in_leg(leg: &Leg, found: &mut dyn FnMut(String, Leg)) {
    directions(leg, found);
    lengths(leg, found);
    contents(leg, found);
    conditions(leg, found);
}

fn directions(leg: &Leg, found: &mut dyn FnMut(String, Leg)) {
    for (index, step) in leg.steps.iter().enumerate() {
        let mut steps = leg.steps.clone();
        steps.remove(index);
        found(format!("without the step {}", step_text(*step)), Leg { steps, ..leg.clone() });
    }
    if let Some(turns) = &leg.turn {
        for index in 0..turns.len() {
            let mut turn = turns.clone();
            let gone = turn.remove(index);
            let title = format!("without the turn by {}", turn_text(gone));
            found(title, Leg { turn: Some(turn), ..leg.clone() });
        }
        found("with any turn".into(), Leg { turn: None, ..leg.clone() });
    }
}

fn lengths(leg: &Leg, found: &mut dyn FnMut(String, Leg)) {
    match leg.most {
        _ if leg.same => found("with any length".into(), Leg { same: false, ..leg.clone() }),
        None => {
            for most in [1, 2, 3] {
                found(format!("at most {most} long"), Leg { most: Some(most), ..leg.clone() });
            }
        }
        Some(most) => {
            found("1 longer".into(), Leg { most: Some(most + 1), ..leg.clone() });
            found("of any length".into(), Leg { most: None, ..leg.clone() });
            if most > leg.least.max(1) {
                found(format!("at most {} long", most - 1), Leg { most: Some(most - 1), ..leg.clone() });
            }
        }
    }
    if !leg.same && leg.least > 1 {
        found(format!("at least {} long", leg.least - 1), Leg { least: leg.least - 1, ..leg.clone() });
    }
    if !leg.same && leg.most.is_none_or(|most| most > leg.least) {
        found(format!("at least {} long", leg.least + 1), Leg { least: leg.least + 1, ..leg.clone() });
    }
    if leg.lame.is_some() {
        found("leaping over what is between".into(), Leg { lame: None, ..leg.clone() });
        for lame in [Lame::OrthogonalFirst, Lame::DiagonalFirst, Lame::Either, Lame::Both] {
            found(format!("lame {lame:?}"), Leg { lame: Some(lame), ..leg.clone() });
        }
    } else if leg.steps.iter().any(|step| step.files.abs().max(step.ranks.abs()) > 1) {
        for lame in [Lame::OrthogonalFirst, Lame::DiagonalFirst] {
            found(format!("lame {lame:?}"), Leg { lame: Some(lame), ..leg.clone() });
        }
    }
}

fn contents(leg: &Leg, found: &mut dyn FnMut(String, Leg)) {
    const ALL: [(Content, &str); 3] =
        [(Content::Empty, "an empty square"), (Content::Enemy, "an enemy"), (Content::Friend, "a friend")];
    let is_capture_of_passed = leg.end.has(Content::Passed);
    for (content, what) in ALL {
        let flipped = |set: Contents| Contents(set.0 ^ content as u8);
        let verb = |set: Contents| if set.has(content) { "not" } else { "also" };
        if !leg.end.is_none() && !is_capture_of_passed {
            found(
                format!("{} ending on {what}", verb(leg.end)),
                Leg { end: flipped(leg.end), ..leg.clone() },
            );
        }
        if !leg.then.is_empty() {
            let title = format!("{} going on from {what}", verb(leg.corner));
            found(title, Leg { corner: flipped(leg.corner), ..leg.clone() });
        }
        if leg.most != Some(1) {
            let title = format!("{} passing {what}", verb(leg.through));
            found(title, Leg { through: flipped(leg.through), ..leg.clone() });
        }
    }
    if !leg.then.is_empty() {
        let end = if leg.end.is_none() { Contents::OPEN } else { Contents::NONE };
        let title = if leg.end.is_none() { "ending there too" } else { "not ending there" };
        found(title.into(), Leg { end, ..leg.clone() });
        found(
            "capturing on the corner or not".into(),
            Leg { takes_corner: !leg.takes_corner, ..leg.clone() },
        );
    }
    if leg.through != Contents::EMPTY {
        found("capturing on the way or not".into(), Leg { takes_passed: !leg.takes_passed, ..leg.clone() });
    }
    for index in 0..leg.also.len() {
        let mut also = leg.also.clone();
        also.remove(index);
        found("without a capture next to the path".into(), Leg { also, ..leg.clone() });
        let mut also = leg.also.clone();
        also[index].must = !also[index].must;
        found(
            "with a capture next to the path that may be left out, or not".into(),
            Leg { also, ..leg.clone() },
        );
    }
    if leg.finish != Finish::Move {
        found("moving there instead".into(), Leg { finish: Finish::Move, ..leg.clone() });
    }
}

fn conditions(leg: &Leg, found: &mut dyn FnMut(String, Leg)) {
    if leg.unmoved {
        found("also once it has moved".into(), Leg { unmoved: false, ..leg.clone() });
    }
    if leg.from.is_some() {
        found("from everywhere".into(), Leg { from: None, ..leg.clone() });
    }
    if leg.within.is_some() {
        found("beyond its region".into(), Leg { within: None, ..leg.clone() });
    }
    if leg.only.is_some() {
        found("whatever kind is there".into(), Leg { only: None, ..leg.clone() });
    }
    if leg.passes {
        found("without en passant".into(), Leg { passes: false, ..leg.clone() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;
    use vperft::inner::game::board::{DIAGONAL, KNIGHT, ORTHOGONAL, Step};

    #[test]
    fn each_change_is_a_program_of_its_own() {
        let gryphon = Leg { end: Contents::OPEN, then: vec![Leg::ride(&ORTHOGONAL)], ..Leg::leap(&DIAGONAL) };
        for program in
            [vec![Leg::leap(&KNIGHT)], vec![Leg::ride(&ORTHOGONAL), Leg::leap(&KNIGHT)], vec![gryphon]]
        {
            let changes = changes(&program);
            for (index, (title, changed)) in changes.iter().enumerate() {
                assert_ne!(*changed, program, "{title}");
                assert!(changes[..index].iter().all(|(_, other)| other != changed), "{title}");
            }
            let steps: usize = changes.iter().filter(|(title, _)| title.contains("without the step")).count();
            assert!(steps >= 4, "{changes:?}");
        }
    }

    #[test]
    fn changes_say_what_they_change() {
        let program =
            vec![Leg { from: Some(vec!["rank 2".parse().unwrap()]), ..Leg::leap(&[Step::new(0, 1)]) }];
        let titles: Vec<_> = changes(&program).into_iter().map(|(title, _)| title).collect();
        let expected = [
            "1 longer",
            "of any length",
            "not ending on an empty square",
            "not ending on an enemy",
            "also ending on a friend",
            "from everywhere",
        ];
        assert_eq!(titles, expected);
    }
}
