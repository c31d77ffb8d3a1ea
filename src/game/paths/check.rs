//! Whether a program can be walked on boards: no step, range or leg that makes no sense, and not too many walks.

use super::{Contents, Finish, Leg};
use crate::game::board::{Shape, Square, Step};

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
    /// The problem, and what was expected.
    pub problem: String,
}

/// Checks the legs of a program. `place` names the program in errors.
///
/// # Errors
/// If a leg makes no sense, or the program has more than [`MAX_WALKS`] walks.
pub fn check_program(program: &[Leg], place: &str) -> Result<(), ProgramError> {
    let places: Vec<_> = (0..program.len()).map(|index| format!("{place}[{index}]")).collect();
    check_at(program, place, &places)
}

/// Checks the legs of a program that are in these places. `place` names the program.
///
/// # Errors
/// As [`check_program`].
pub(crate) fn check_at(program: &[Leg], place: &str, places: &[String]) -> Result<(), ProgramError> {
    let error = |problem: String| Err(ProgramError { place: place.to_owned(), problem });
    if program.is_empty() {
        return error("no legs; expected at least one, because the piece could not move".into());
    }
    program.iter().zip(places).try_for_each(|(leg, place)| check_leg(leg, place, None))?;
    let board = Shape::new(LONGEST + 1, LONGEST + 1);
    let middle = LONGEST / 2;
    let starts =
        [(0, 0), (0, LONGEST), (LONGEST, 0), (LONGEST, LONGEST), (middle, middle), (0, middle), (middle, 0)];
    for (file, rank) in starts {
        let mut left = MAX_WALKS;
        for leg in program {
            walk(board, leg, &leg.steps, Square::new(file, rank), 1, &mut left);
        }
        if left == 0 {
            return error(format!(
                "more than {MAX_WALKS} walks from one square, because its legs multiply; expected fewer or shorter legs"
            ));
        }
    }
    Ok(())
}

/// Walks a leg by some of its steps on an empty board, and all legs after it, until no walks are left.
fn walk(board: Shape, leg: &Leg, steps: &[Step], at: Square, before: u8, left: &mut u64) {
    let (least, most) = if leg.same { (before, before) } else { (leg.least, leg.most.unwrap_or(LONGEST)) };
    for step in steps {
        let mut square = at;
        for count in 0..=most {
            if count > 0 {
                let Some(next) = board.step(square, *step) else { break };
                square = next;
            }
            if count < least {
                continue;
            }
            if *left == 0 {
                return;
            }
            *left -= 1;
            for next in &leg.then {
                let steps: Vec<_> =
                    next.steps.iter().copied().filter(|to| next.follows(*step, *to)).collect();
                walk(board, next, &steps, square, count, left);
            }
        }
    }
}

/// Checks one leg and those after it.
fn check_leg(leg: &Leg, place: &str, before: Option<(&Leg, usize)>) -> Result<(), ProgramError> {
    let depth = before.map_or(1, |(_, depth)| depth + 1);
    let follows = |from: &Step| leg.steps.iter().any(|to| leg.follows(*from, *to));
    let problem = problem(leg, before.is_some(), depth).or_else(|| {
        let is_stuck = before.is_some_and(|(before, _)| !before.steps.iter().any(follows));
        is_stuck.then(|| {
            "no step of the leg is at this turn from the leg before; expected the turn between two of their steps".to_owned()
        })
    });
    match problem {
        Some(problem) => Err(ProgramError { place: place.to_owned(), problem }),
        None => {
            let mut then = leg.then.iter().enumerate();
            then.try_for_each(|(index, next)| {
                check_leg(next, &format!("{place}.then[{index}]"), Some((leg, depth)))
            })
        }
    }
}

/// The problem with a leg, apart from those after it.
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
        let most = leg.most.unwrap_or_default();
        format!(
            "at least {} and at most {most} steps; expected `most` not below `least`, and not 0",
            leg.least
        )
    } else if leg.least == 0 && !leg.end.is_none() {
        "a leg of no steps cannot end a move; expected `least` of 1 or more, or no `end`".into()
    } else if leg.then.is_empty() && leg.end.is_none() {
        "the move never ends; expected an `end`, or legs in `then`".into()
    } else if !leg.then.is_empty() && leg.corner.is_none() {
        "nothing may be on the corner; expected at least one content in `corner`".into()
    } else if leg.then.is_empty() && leg.takes_corner {
        "`takes` the corner, but no leg follows; expected legs in `then`".into()
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
    use crate::game::paths::Turn;

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
            (vec![Leg { least: 3, most: Some(2), ..rook() }], "moves[0]: at least 3 and at most 2 steps"),
            (vec![rook(), Leg { end: Contents::NONE, ..rook() }], "moves[1]: the move never ends"),
            (vec![sharp.clone()], "moves[0]: `turn` and `same` compare with a leg before"),
            (vec![rook().then(vec![sharp])], "moves[0].then[0]: no step of the leg is at this turn"),
            (vec![deep], "21 legs after one another"),
            (vec![many], "more than 100000 walks from one square"),
        ] {
            let error = check_program(&program, "moves").unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn bent_sliders_are_accepted() {
        let turn = Some(vec![Turn(2), Turn(-2)]);
        let gryphon = Leg::leap(&DIAGONAL).then(vec![Leg { turn, ..Leg::ride(&ORTHOGONAL) }]);
        assert_eq!(check_program(&[gryphon], "moves"), Ok(()));
    }
}
