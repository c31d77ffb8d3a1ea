//! Paths in brackets: `[F?R]`, `[W-sR]`, `v[F?R]`. Each leg has an atom of its own.
//!
//! A later leg without directions goes on in the outward direction: with the smallest turn that its atom has. Directions before the
//! bracket select whole paths by the square that they reach at their longest, as if that were one oblique, orthogonal or diagonal leap.

use super::atom::{Atom, Class};
use super::chain::turn;
use super::direction::{DIRECTIONS, Letter, select};
use super::error::BetzaError;
use super::hops::Base;
use super::modes::{LegCount, Modes};
use super::single::Last;
use super::tree::{Leg as Text, Path, Range};
use crate::game::board::Step;
use crate::game::paths::{Content, Contents, Leg, Program, Turn};

/// The legs of a path in brackets.
///
/// # Errors
/// If a modifier makes no sense on its leg or before the bracket.
pub fn compile(path: &Path) -> Result<Program, BetzaError> {
    if let Some(leg) = path.legs.iter().find(|leg| leg.atom == Atom::Universal) {
        return Err(BetzaError::new(leg.atom_column, "U in a path of several legs", "another atom"));
    }
    Modes::parse(&path.prefix, "")?.only("i", "before a bracket")?;
    let first = &path.legs[0];
    if let Some(letter) = first.letters.iter().find(|letter| DIRECTIONS.contains(letter.letter)) {
        let expected = "directions before the bracket, which select whole paths";
        return Err(BetzaError::new(letter.column, "a direction of the first leg in a bracket", expected));
    }
    let steps = first.atom.steps(first.atom.all());
    let Some(prefix) = path.prefix.iter().find(|letter| letter.letter != 'i') else {
        return walk(&path.legs, &Base { steps, turn: None, range: first.range }, None);
    };
    let [first, last] = &path.legs[..] else {
        let found = "a direction before a bracket of more than two legs";
        return Err(BetzaError::new(prefix.column, found, "no direction, or a bracket of two legs"));
    };
    let mut program = Vec::new();
    let turns = turns(&steps, last)?;
    for (start, ends) in selected(path, &steps, &turns)? {
        let base = Base { steps: vec![start], turn: None, range: first.range };
        program.extend(walk(&path.legs, &base, Some(&ends))?);
    }
    Ok(program)
}

/// The legs from the first of `legs` on. `ends` are the steps of the last leg, if they are selected already.
fn walk(legs: &[Text], base: &Base, ends: Option<&[Step]>) -> Result<Program, BetzaError> {
    let leg = &legs[0];
    let modes = Modes::parse(&leg.letters, "")?;
    let Some(next) = legs.get(1) else {
        modes.only("mcdept", "on the last leg in a bracket")?;
        return Last { atom: leg.atom, modes: &modes, base: base.clone() }.compile();
    };
    let next_base = match ends {
        Some(ends) => Base { steps: ends.to_vec(), turn: None, range: next.range },
        None => {
            let steps = next.atom.steps(next.atom.all());
            Base { turn: Some(turns(&base.steps, next)?), steps, range: next.range }
        }
    };
    let then = walk(&legs[1..], &next_base, ends)?;
    let on = |corner: Contents, takes_corner: bool, end: Contents| {
        let through = base.leg(Contents::NONE).then(then.clone());
        Leg { corner, takes_corner, end, ..through }
    };
    if leg.may_end {
        modes.only("m", "on a leg before `?`")?;
        let end = if modes.has('m') { Contents::EMPTY } else { Contents::OPEN };
        return Ok(vec![on(Contents::EMPTY, false, end)]);
    }
    modes.only("mcdpt", "on a leg before `-`")?;
    if let (Some(column), false) = (modes.column('t'), modes.has('p')) {
        return Err(BetzaError::new(column, "`t` without `p`", "`t` on a leg that hops"));
    }
    let plain = modes.targets();
    let hops = if modes.has('p') { modes.platform() } else { Contents::NONE };
    let takes = plain.has(Content::Enemy) || plain.has(Content::Friend);
    let ways = match (plain.is_none(), hops.is_none()) {
        (true, true) => vec![(Contents::EMPTY, false)],
        _ if takes => vec![(plain, true), (hops, false)],
        _ => vec![(Contents(plain.0 | hops.0), false)],
    };
    let ways = ways.into_iter().filter(|(corner, _)| !corner.is_none());
    // The legs after this one are written once for each way to go on.
    LegCount::default().add(2 * legs_of(&then), leg.column)?;
    Ok(ways.map(|(corner, takes)| on(corner, takes, Contents::NONE)).collect())
}

/// The number of legs of a program.
fn legs_of(program: &Program) -> usize {
    program.iter().map(|leg| 1 + legs_of(&leg.then)).sum()
}

/// The turns of a later leg after one of these steps.
fn turns(before: &[Step], leg: &Text) -> Result<Vec<Turn>, BetzaError> {
    let all = leg.atom.steps(leg.atom.all());
    let between = |from: &Step| all.iter().map(|to| Turn::between(*from, *to)).collect::<Vec<_>>();
    let mut turns: Vec<Turn> = match select(Class::Compass, &leg.letters)? {
        Some(set) => {
            let chosen: Vec<_> = (0..8).filter(|eighths| set & (1 << eighths) != 0).map(turn).collect();
            if !before.iter().any(|from| between(from).iter().any(|turn| chosen.contains(turn))) {
                let column = leg.letters.first().map_or(leg.column, |letter| letter.column);
                let found = "a turn that no step of this atom makes after the leg before";
                return Err(BetzaError::new(
                    column,
                    found,
                    "another direction: fs or bs between files and diagonals",
                ));
            }
            chosen
        }
        None => {
            let least = |from: &Step| {
                let turns = between(from);
                let least = turns.iter().map(|turn| turn.0.unsigned_abs()).min();
                turns.into_iter().filter(move |turn| Some(turn.0.unsigned_abs()) == least)
            };
            before.iter().flat_map(least).collect()
        }
    };
    turns.sort_unstable();
    turns.dedup();
    Ok(turns)
}

/// The paths that the directions before a bracket select: each first step with the steps that may follow it.
fn selected(path: &Path, steps: &[Step], turns: &[Turn]) -> Result<Vec<(Step, Vec<Step>)>, BetzaError> {
    let [first, last] = &path.legs[..] else { return Ok(Vec::new()) };
    let column = path.prefix.first().map_or(path.column, |letter: &Letter| letter.column);
    let after = last.atom.steps(last.atom.all());
    let mut paths = Vec::new();
    for start in steps {
        for end in after.iter().filter(|end| turns.contains(&Turn::between(*start, **end))) {
            let (one, other) = (farthest(*start, first.range), farthest(*end, last.range));
            paths.push((*start, *end, Step::new(one.files + other.files, one.ranks + other.ranks)));
        }
    }
    let classes: Vec<Class> = paths.iter().map(|(.., far)| class(*far)).collect();
    let Some(class) = classes.first().copied().filter(|one| classes.iter().all(|other| other == one)) else {
        let found = "a direction before a bracket whose paths are not symmetric to one another";
        return Err(BetzaError::new(column, found, "no direction"));
    };
    let set = select(class, &path.prefix)?.unwrap_or(0xFF);
    let mut chosen: Vec<(Step, Vec<Step>)> = Vec::new();
    for (start, end, far) in paths {
        if set & (1 << direction(far)) == 0 {
            continue;
        }
        match chosen.iter_mut().find(|(known, _)| *known == start) {
            Some((_, ends)) => ends.push(end),
            None => chosen.push((start, vec![end])),
        }
    }
    if chosen.is_empty() {
        return Err(BetzaError::new(column, "a direction that no path has", "another direction"));
    }
    Ok(chosen)
}

/// Where a step ends that is repeated as often as possible.
fn farthest(step: Step, range: Range) -> Step {
    // Longer than every leg of a limited range, and within the numbers that a step can hold.
    let times = range.most().map_or(15, |most| most as i8);
    let limit = |distance: i8| (i32::from(distance) * i32::from(times)).clamp(-60, 60) as i8;
    Step::new(limit(step.files), limit(step.ranks))
}

/// The class of an atom with this step.
fn class(step: Step) -> Class {
    match (step.files.unsigned_abs(), step.ranks.unsigned_abs()) {
        (0, _) | (_, 0) => Class::Orthogonal,
        (files, ranks) if files == ranks => Class::Diagonal,
        _ => Class::Oblique,
    }
}

/// The direction of a step within its class, clockwise.
fn direction(step: Step) -> usize {
    let (files, ranks) = (step.files, step.ranks);
    let is_narrow = ranks.unsigned_abs() > files.unsigned_abs();
    match class(step) {
        Class::Oblique => match (files > 0, ranks > 0, is_narrow) {
            (true, true, true) => 0,
            (true, true, false) => 1,
            (true, false, false) => 2,
            (true, false, true) => 3,
            (false, false, true) => 4,
            (false, false, false) => 5,
            (false, true, false) => 6,
            (false, true, true) => 7,
        },
        _ => match (files.signum(), ranks.signum()) {
            (0, 1) => 0,
            (1, 1) => 1,
            (1, 0) => 2,
            (1, -1) => 3,
            (0, -1) => 4,
            (-1, -1) => 5,
            (-1, 0) => 6,
            _ => 7,
        },
    }
}
