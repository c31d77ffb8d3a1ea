//! Whether a program can be walked on boards: no step, range or leg that makes no sense, and not too many walks.

use super::{Contents, Finish, Leg, Turn};
use crate::game::board::Step;

/// The most legs of one path.
pub const MAX_DEPTH: usize = 20;

/// The most walks of one piece from one square on the largest board.
pub const MAX_WALKS: u64 = 100_000;

/// The greatest number of steps on the largest board.
const LONGEST: u8 = 15;

/// A program makes no sense.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {problem}")]
pub struct ProgramError {
    /// The leg, such as `moves[0].then[1]`.
    pub place: String,
    /// What is wrong, and what was expected.
    pub problem: String,
}

/// Checks the legs of a program. `place` names the program in errors.
///
/// # Errors
/// If a leg makes no sense, or the program has more than [`MAX_WALKS`] walks.
pub fn check(program: &[Leg], place: &str) -> Result<(), ProgramError> {
    let error = |problem: String| Err(ProgramError { place: place.to_owned(), problem });
    if program.is_empty() {
        return error("no legs; expected at least one, because the piece could not move".into());
    }
    let walks = check_legs(program, place, None)?;
    if walks > MAX_WALKS {
        return error(format!(
            "up to {walks} walks from a square; expected at most {MAX_WALKS}: fewer legs, or shorter ones"
        ));
    }
    Ok(())
}

/// Checks legs that follow one another, and returns the greatest number of walks.
fn check_legs(legs: &[Leg], place: &str, before: Option<(&Leg, usize)>) -> Result<u64, ProgramError> {
    let mut walks = 0_u64;
    for (index, leg) in legs.iter().enumerate() {
        walks = walks.saturating_add(check_leg(leg, &format!("{place}[{index}]"), before)?);
    }
    Ok(walks)
}

/// Checks one leg and those after it, and returns the greatest number of walks.
fn check_leg(leg: &Leg, place: &str, before: Option<(&Leg, usize)>) -> Result<u64, ProgramError> {
    let depth = before.map_or(1, |(_, depth)| depth + 1);
    if let Some(problem) = problem(leg, before.is_some(), depth) {
        return Err(ProgramError { place: place.to_owned(), problem });
    }
    let directions = match (before, &leg.turn) {
        (Some((before, _)), Some(turns)) => {
            let ways = |from: &Step| {
                leg.steps.iter().filter(|&&to| turns.contains(&Turn::between(*from, to))).count()
            };
            before.steps.iter().map(ways).max().unwrap_or(0)
        }
        _ => leg.steps.len(),
    };
    if directions == 0 {
        let problem =
            "no step of the leg is at this turn from the leg before; expected another turn".to_owned();
        return Err(ProgramError { place: place.to_owned(), problem });
    }
    let longest = leg.steps.iter().map(|step| longest(*step)).max().unwrap_or(0);
    let lengths =
        if leg.same { 1 } else { leg.most.unwrap_or(longest).min(longest).saturating_sub(leg.least) + 1 };
    let after = check_legs(&leg.then, &format!("{place}.then"), Some((leg, depth)))?;
    Ok((directions as u64).saturating_mul(u64::from(lengths)).saturating_mul(after.saturating_add(1)))
}

/// The greatest number of these steps on the largest board.
fn longest(step: Step) -> u8 {
    LONGEST / step.files.unsigned_abs().max(step.ranks.unsigned_abs()).max(1)
}

/// What is wrong with a leg, apart from those after it.
fn problem(leg: &Leg, follows: bool, depth: usize) -> Option<String> {
    let is_far = |step: &&Step| step.files.unsigned_abs().max(step.ranks.unsigned_abs()) > LONGEST;
    let null = Step::new(0, 0);
    Some(if depth > MAX_DEPTH {
        format!("{depth} legs after one another; expected at most {MAX_DEPTH}")
    } else if leg.steps.is_empty() {
        "no steps; expected at least one, because the piece could not move".into()
    } else if leg.steps.contains(&null) {
        "the step [0, 0] goes nowhere; expected a step to another square".into()
    } else if let Some(step) = leg.steps.iter().find(is_far) {
        let (files, ranks) = (step.files, step.ranks);
        format!("the step [{files}, {ranks}] leaves every board; expected at most {LONGEST} files and ranks")
    } else if leg.least > LONGEST || leg.most.is_some_and(|most| most > LONGEST) {
        format!("a range beyond the largest board; expected at most {LONGEST}, or \"any\"")
    } else if leg.most.is_some_and(|most| most < leg.least.max(1)) {
        format!("at least {} steps, and at most {}", leg.least, leg.most.unwrap_or_default())
    } else if leg.least == 0 && !leg.end.is_none() {
        "a leg of no steps cannot end a move; expected `least` of 1 or more, or no `end`".into()
    } else if leg.then.is_empty() && leg.end.is_none() {
        "the move never ends; expected an `end`, or legs in `then`".into()
    } else if !leg.then.is_empty() && leg.corner.is_none() {
        "nothing may be on the corner; expected at least one content in `corner`".into()
    } else if !follows && (leg.turn.is_some() || leg.same) {
        "`turn` and `same` compare with a leg before; expected neither in a first leg".into()
    } else if leg.finish == Finish::Send && !follows {
        "only a leg after another one can send the piece on its corner".into()
    } else if leg.finish == Finish::Swap && leg.end.has(super::Content::Empty) {
        "exchanges with an empty square; expected `end` to be enemy or friend".into()
    } else if leg.through.is_none() && leg.most != Some(1) {
        "nothing may be on the way of several steps; expected at least one content in `through`".into()
    } else if leg.end.has(super::Content::Passed) && leg.end != Contents::from(super::Content::Passed) {
        "an en passant capture is a leg of its own; expected no other content in `end`".into()
    } else {
        return None;
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::board::{DIAGONAL, ORTHOGONAL, QUEEN};

    #[test]
    fn senseless_programs_are_refused() {
        let rook = || Leg::ride(&ORTHOGONAL);
        let deep = (0..MAX_DEPTH).fold(rook(), |leg, _| Leg::leap(&ORTHOGONAL).then(vec![leg]));
        let many = Leg::ride(&QUEEN).then(vec![Leg::ride(&QUEEN).then(vec![Leg::ride(&QUEEN)])]);
        let sharp = Leg { turn: Some(vec![Turn(4)]), ..Leg::ride(&DIAGONAL) };
        for (program, expected) in [
            (vec![], "moves: no legs"),
            (vec![Leg::leap(&[])], "moves[0]: no steps"),
            (vec![Leg::leap(&[Step::new(0, 0)])], "moves[0]: the step [0, 0] goes nowhere"),
            (vec![Leg::leap(&[Step::new(16, 0)])], "moves[0]: the step [16, 0] leaves every board"),
            (vec![Leg { most: Some(16), ..rook() }], "moves[0]: a range beyond the largest board"),
            (vec![Leg { least: 3, most: Some(2), ..rook() }], "moves[0]: at least 3 steps, and at most 2"),
            (vec![rook(), Leg { end: Contents::NONE, ..rook() }], "moves[1]: the move never ends"),
            (vec![sharp.clone()], "moves[0]: `turn` and `same` compare with a leg before"),
            (vec![rook().then(vec![sharp])], "moves[0].then[0]: no step of the leg is at this turn"),
            (vec![deep], "21 legs after one another"),
            (vec![many], "walks from a square; expected at most 100000"),
        ] {
            let error = check(&program, "moves").unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn bent_sliders_are_accepted() {
        let turn = Some(vec![Turn(2), Turn(-2)]);
        let gryphon = Leg::leap(&DIAGONAL).then(vec![Leg { turn, ..Leg::ride(&ORTHOGONAL) }]);
        assert_eq!(check(&[gryphon], "moves"), Ok(()));
    }
}
