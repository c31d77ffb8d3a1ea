//! The moves of a path program in plain English.

use super::atom::compass;
use crate::game::board::{CAMEL, KNIGHT, Step, ZEBRA};
use crate::game::paths::{Content, Contents, Finish, Lame, Leg, Program, Turn};

/// The most legs of a path that are written out.
const MAX_LEGS: usize = 4;

/// The moves of a program in plain English: alternatives separated by semicolons. Empty if there are none.
#[must_use]
pub fn sentence(program: &Program) -> String {
    let mut clauses: Vec<String> = Vec::new();
    for clause in program.iter().map(|leg| clause(leg, 1)) {
        // Hoppers of a limited range and other alternatives may read the same.
        if !clauses.contains(&clause) {
            clauses.push(clause);
        }
    }
    clauses.join("; ")
}

/// One leg with those that follow.
fn clause(leg: &Leg, depth: usize) -> String {
    let mut text = String::new();
    if leg.unmoved {
        text.push_str("if it has not moved, ");
    }
    if let Some(areas) = &leg.from {
        text.push_str(&format!("from {}, ", listed(areas.iter().map(ToString::to_string))));
    }
    if let Some(hop) = hop(leg) {
        text.push_str(&hop);
        return text;
    }
    let place = path(leg);
    if !leg.end.is_none() {
        text.push_str(&format!("{} {place}{}", verb(leg), conditions(leg)));
    }
    if leg.then.is_empty() {
        return text;
    }
    if leg.end.is_none() {
        text.push_str(&format!("goes {place}{} to {}", conditions(leg), corner(leg)));
    } else {
        text.push_str(&format!(", or goes on from {} there", corner(leg)));
    }
    if depth == MAX_LEGS {
        text.push_str(", and so on");
        return text;
    }
    let after: Vec<String> = leg.then.iter().map(|leg| clause(leg, depth + 1)).collect();
    text.push_str(", then ");
    text.push_str(&after.join(", or "));
    text
}

/// A hopper, if the leg is one: a slide of 0 or more squares, the piece it hops over, and a slide behind it.
fn hop(leg: &Leg) -> Option<String> {
    let [hurdle] = &leg.then[..] else { return None };
    let [landing] = &hurdle.then[..] else { return None };
    let is_hop = leg.least == 0
        && leg.end.is_none()
        && !hurdle.takes_corner
        && !hurdle.corner.has(Content::Empty)
        && landing.then.is_empty();
    if !is_hop {
        return None;
    }
    let who = if hurdle.corner == Contents::PIECE { "the first piece" } else { "the first piece, a friend," };
    let place = match landing.most {
        Some(1) => "on the square directly behind it".to_owned(),
        _ => format!("{} behind it", amount(landing)),
    };
    let way = if leg.most.is_none() { String::new() } else { format!(" after {}", amount(leg)) };
    Some(format!("hops over {who} {}{way} and {} {place}", directions(&leg.steps), verb(landing)))
}

/// What the move does on its last square.
fn verb(leg: &Leg) -> String {
    let target = match (leg.end.has(Content::Enemy), leg.end.has(Content::Friend)) {
        (true, true) => "a piece",
        (false, true) => "a friend",
        _ => "an enemy",
    };
    let done = |does: &str| {
        if leg.end.has(Content::Empty) {
            format!("moves or {does} {target}")
        } else {
            format!("{does} {target}")
        }
    };
    match leg.finish {
        Finish::Swap => format!("exchanges places with {target}"),
        Finish::Shoot => done("captures, without moving,"),
        Finish::Send => "sends the piece of the leg before".into(),
        Finish::Leave => done("leaves the board and captures"),
        Finish::Move if leg.end == Contents::from(Content::Passed) => "captures en passant".into(),
        Finish::Move if leg.end == Contents::EMPTY => "moves without capture".into(),
        Finish::Move if leg.end == Contents::OPEN => "moves or captures".into(),
        Finish::Move if leg.end == Contents::from(Content::Enemy) => "captures".into(),
        Finish::Move => done("captures"),
    }
}

/// What must be there for the leg, and what follows from it.
fn conditions(leg: &Leg) -> String {
    let mut text = String::new();
    text.push_str(match leg.lame {
        None => "",
        Some(Lame::Straight) => " if every square between is empty",
        Some(Lame::OrthogonalFirst) => " if the orthogonal steps at the start of its way are free",
        Some(Lame::DiagonalFirst) => " if the diagonal steps at the start of its way are free",
        Some(Lame::Either) => " if the orthogonal or the diagonal start of its way is free",
        Some(Lame::Both) => " if the orthogonal and the diagonal start of its way are free",
    });
    if leg.most != Some(1) && leg.through != Contents::EMPTY {
        text.push_str(&format!(" through {}", contents(leg.through)));
        text.push_str(if leg.takes_passed { ", which it captures" } else { "" });
    }
    if leg.passes {
        text.push_str(", and may be captured en passant");
    }
    for also in &leg.also {
        let must = if also.must { "must capture" } else { "also captures" };
        text.push_str(&format!(", and {must} an enemy {} of it", degrees(also.turn)));
    }
    if let Some(areas) = &leg.within {
        text.push_str(&format!(", within {}", listed(areas.iter().map(ToString::to_string))));
    }
    text
}

/// The squares from which a path goes on.
fn corner(leg: &Leg) -> String {
    let has_piece = leg.corner.has(Content::Enemy) || leg.corner.has(Content::Friend);
    let what = contents(leg.corner);
    match (has_piece, leg.takes_corner) {
        (false, _) => what,
        (true, true) => format!("{what}, which it captures"),
        (true, false) if leg.corner == Contents::ANY => "any square".into(),
        (true, false) => format!("{what}, which it leaves there"),
    }
}

fn contents(set: Contents) -> String {
    let mut words = Vec::new();
    if set.has(Content::Empty) {
        words.push("an empty square");
    }
    match (set.has(Content::Enemy), set.has(Content::Friend)) {
        (true, true) => words.push("a piece"),
        (true, false) => words.push("an enemy"),
        (false, true) => words.push("a friend"),
        (false, false) => {}
    }
    listed(words.into_iter().map(ToOwned::to_owned))
}

/// How far and where a leg goes.
fn path(leg: &Leg) -> String {
    let far = amount(leg);
    match &leg.turn {
        None => format!("{far} {}", directions(&leg.steps)).trim_end().to_owned(),
        Some(turns) => format!("{far} {}", turned(turns)),
    }
}

/// How many squares or leaps.
fn amount(leg: &Leg) -> String {
    let step = leg.steps.first().copied().unwrap_or(Step::new(0, 1));
    if leg.steps.len() > 16 {
        return "to any other square".into();
    }
    let size = step.files.unsigned_abs().max(step.ranks.unsigned_abs());
    let is_straight = step.files == 0 || step.ranks == 0 || step.files.abs() == step.ranks.abs();
    let (one, many) = match (is_straight, size) {
        (true, 1) => ("square".to_owned(), "squares".to_owned()),
        (true, size) => (format!("leap of {size} squares"), format!("leaps of {size} squares")),
        _ => {
            let name = leap(step);
            (format!("{name} leap"), format!("{name} leaps"))
        }
    };
    if leg.same {
        return format!("as many {many} as before");
    }
    match (leg.least, leg.most) {
        (_, Some(1)) if leg.least == 1 => format!("one {one}"),
        (0, Some(most)) => format!("at most {most} {many}"),
        (least, Some(most)) if least == most => format!("exactly {most} {many}"),
        (least, Some(most)) => format!("{least} to {most} {many}"),
        (0 | 1, None) => format!("any number of {many}"),
        (least, None) => format!("{least} or more {many}"),
    }
}

/// The name of an oblique leap.
fn leap(step: Step) -> String {
    for (steps, name) in [(&KNIGHT, "Knight"), (&CAMEL, "Camel"), (&ZEBRA, "Zebra")] {
        if steps.contains(&step) {
            return name.into();
        }
    }
    let (files, ranks) = (step.files.unsigned_abs(), step.ranks.unsigned_abs());
    format!("({},{})", files.min(ranks), files.max(ranks))
}

/// The directions of steps in words.
fn directions(steps: &[Step]) -> String {
    if steps.len() > 16 {
        return String::new();
    }
    let along = |direction: usize| {
        steps.iter().any(|step| {
            (step.files.signum(), step.ranks.signum()) == sign(compass(direction)) && is_line(*step)
        })
    };
    let mut words: Vec<String> = Vec::new();
    let oblique: Vec<&Step> = steps.iter().filter(|step| !is_line(**step)).collect();
    if !oblique.is_empty() && oblique.len() < 8 {
        let offsets = oblique.iter().map(|step| format!("({},{})", step.files, step.ranks));
        words.push(format!("by (files, ranks) of {}", listed(offsets)));
    }
    let (orthogonal, diagonal) = ([0, 2, 4, 6].map(along), [1, 3, 5, 7].map(along));
    match (orthogonal, diagonal) {
        ([true, true, true, true], [true, true, true, true]) => words.push("in any direction".into()),
        _ => {
            words.extend(lines(orthogonal));
            words.extend(diagonals(diagonal));
        }
    }
    listed(words)
}

fn sign(step: Step) -> (i8, i8) {
    (step.files, step.ranks)
}

/// Whether a step is along a Queen line.
fn is_line(step: Step) -> bool {
    step.files == 0 || step.ranks == 0 || step.files.abs() == step.ranks.abs()
}

/// Words for forward, right, backward and left.
fn lines([forward, right, backward, left]: [bool; 4]) -> Vec<String> {
    let words: &[&str] = match (forward, right, backward, left) {
        (true, true, true, true) => &["orthogonally"],
        (_, true, _, true) => &["sideways"],
        (_, true, _, _) => &["to the right"],
        (_, _, _, true) => &["to the left"],
        _ => &[],
    };
    let mut listed: Vec<String> = Vec::new();
    let is_all = forward && right && backward && left;
    listed.extend((forward && !is_all).then(|| "straight forward".into()));
    listed.extend((backward && !is_all).then(|| "straight backward".into()));
    listed.extend(words.iter().map(|word| (*word).to_owned()));
    listed
}

/// Words for the diagonals, clockwise from forward to the right.
fn diagonals(set: [bool; 4]) -> Vec<String> {
    let words: &[&str] = match set {
        [true, true, true, true] => &["diagonally"],
        [true, false, false, true] => &["diagonally forward"],
        [false, true, true, false] => &["diagonally backward"],
        [true, true, false, false] => &["diagonally to the right"],
        [false, false, true, true] => &["diagonally to the left"],
        _ => {
            const WORDS: [&str; 4] = ["forward right", "backward right", "backward left", "forward left"];
            let chosen = WORDS.iter().zip(set).filter(|(_, is_there)| *is_there);
            return chosen.map(|(word, _)| format!("diagonally {word}")).collect();
        }
    };
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// Turns in words.
fn turned(turns: &[Turn]) -> String {
    let mut words = Vec::new();
    for turn in turns {
        let is_paired = turn.0 != 0 && turns.contains(&Turn(-turn.0));
        match (turn.0, is_paired) {
            (sixteenths, true) if sixteenths < 0 => {}
            (sixteenths, true) => {
                words.push(format!("turned {} degrees left or right", 22.5 * f32::from(sixteenths)))
            }
            _ => words.push(degrees(*turn)),
        }
    }
    listed(words)
}

/// One turn in words.
fn degrees(turn: Turn) -> String {
    match turn.0 {
        0 => "straight on".into(),
        8 => "back".into(),
        left if left < 0 => format!("turned {} degrees left", -22.5 * f32::from(left)),
        right => format!("turned {} degrees right", 22.5 * f32::from(right)),
    }
}

/// "a, b or c".
fn listed(words: impl IntoIterator<Item = String>) -> String {
    let words: Vec<String> = words.into_iter().collect();
    match &words[..] {
        [] => String::new(),
        [one] => one.clone(),
        [before @ .., last] => format!("{} or {last}", before.join(", ")),
    }
}
