//! Measures how small the positions are that `shrink` finds, with how many questions and in how many seconds.

use super::{Lab, Mistake, TestPosition, report_list};
use crate::Result;
use crate::table::{print_head, row};
use serde::Deserialize;
use std::env;

const MAX_PIECES: usize = 6;
const MAX_REQUESTS: u64 = 2_000;

/// The parts of the JSON of `vperft shrink` that count here.
#[derive(Deserialize)]
struct Shrunk {
    found: Vec<Found>,
    seconds: f64,
}

#[derive(Deserialize)]
struct Found {
    kind: String,
    men_before: usize,
    men: usize,
    moves: Vec<String>,
    requests: u64,
}

/// Fails if fewer than nine in ten mistakes that show end with at most [`MAX_PIECES`], or one exceeds another limit.
pub fn run(lab: &Lab) -> Result<bool> {
    print_head(&[
        "variant",
        "mistake",
        "position",
        "kind",
        ">pieces before",
        ">pieces",
        ">moves",
        ">questions",
        ">seconds",
    ]);
    let only = env::var("ONLY").unwrap_or_default();
    let (mut tried, mut shown, mut small, mut expensive) = (0, 0, 0, 0);
    let (mut unseen, mut large) = (Vec::new(), Vec::new());
    for (variant, mistake) in lab.mistakes()? {
        if !mistake.to_string().contains(&only) {
            continue;
        }
        tried += 1;
        let Some((position, shrunk)) = shrink(lab, variant, &mistake)? else {
            unseen.push(format!("{variant} {mistake}"));
            continue;
        };
        let found = shrunk.found.first().ok_or_else(|| format!("{variant} {mistake}: nothing found"))?;
        shown += 1;
        let seconds = format!("{:.1}", shrunk.seconds);
        let moves = found.moves.len();
        row!(
            variant,
            mistake,
            position,
            found.kind,
            found.men_before,
            found.men,
            moves,
            found.requests,
            seconds
        );
        if found.men <= MAX_PIECES {
            small += 1;
        } else {
            large.push(format!("{variant} {mistake} at {position}"));
        }
        if found.requests > MAX_REQUESTS {
            expensive += 1;
        }
    }
    eprintln!(
        "{shown} of {tried} mistakes show; {small} of these end with at most {MAX_PIECES} pieces; {expensive} ask more \
         than {MAX_REQUESTS} questions"
    );
    report_list("more pieces", &large);
    report_list("do not show", &unseen);
    Ok(shown > 0 && small * 10 >= shown * 9 && expensive == 0)
}

/// Shrinks in the first position in which the mistake shows; `None` if it shows in none of them.
fn shrink(lab: &Lab, variant: &str, mistake: &Mistake) -> Result<Option<(TestPosition, Shrunk)>> {
    let program = lab.program(variant, &[mistake])?;
    // Clauses can be switched off in process. Readings cannot: both sides would adopt them.
    let other = match mistake {
        Mistake::Without(clause) => vec!["--b", "reference", "--b-without", clause],
        Mistake::Reading { .. } => vec!["--b", &program],
    };
    for position in TestPosition::all(variant)? {
        let depth = position.depth.to_string();
        let mut arguments = vec!["shrink", variant, "--depth", &depth, "--format", "json"];
        arguments.extend(position.arguments());
        arguments.extend(&other);
        let answer =
            lab.vperft.run(&arguments)?.expect(&[0, 1], &format!("{variant} {mistake} at {position}"))?;
        if answer.code == 1 {
            return Ok(Some((position, answer.json()?)));
        }
    }
    Ok(None)
}
