//! Paths of several legs that share an atom: `afsW`, `caKmcabK`, `yafsF`.
//!
//! A later leg is seen from the direction of the leg before. Its directions are those of the compass, and a turn by half a right angle
//! converts orthogonal steps into diagonal ones of the same length.

use super::atom::{Atom, Class};
use super::direction::{Letter, select};
use super::error::BetzaError;
use super::hops::Base;
use super::modes::{LegCount, Modes};
use super::single::{Last, toggled};
use super::tree::{Leg as Text, Path, Range};
use crate::game::paths::{Content, Contents, Leg, Program, Turn};

/// The turns of a later leg without directions: all but back, and only right angles for atoms of four steps.
pub(super) fn default_turns(atom: Atom) -> u8 {
    if matches!(atom.class(), Class::Orthogonal | Class::Diagonal) { 0x45 } else { 0xEF }
}

/// A turn from the number of eighths of a circle, clockwise.
pub fn turn(eighths: usize) -> Turn {
    let sixteenths = 2 * (eighths % 8) as i8;
    Turn(if sixteenths > 8 { sixteenths - 16 } else { sixteenths })
}

/// The legs of a path of several legs.
///
/// # Errors
/// If a modifier makes no sense on its leg.
pub fn compile(path: &Path) -> Result<Program, BetzaError> {
    let first = &path.legs[0];
    if first.atom == Atom::Universal {
        return Err(BetzaError::new(first.atom_column, "U in a path of several legs", "another atom"));
    }
    if let Some(bend) = first.letters.iter().find(|letter| "zq".contains(letter.letter)) {
        let found = format!("`{}` on a first leg, which has no bend before it", bend.letter);
        return Err(BetzaError::new(
            bend.column,
            found,
            "z or q on a leg after one that turns left or right",
        ));
    }
    let directions = select(first.atom.class(), &first.letters)?.unwrap_or(first.atom.all());
    let base = Base { steps: first.atom.steps(directions), turn: None, range: first.range };
    walk(&path.legs, base, None, &mut LegCount::default())
}

/// The legs from the first of `legs` on. `bend` is the side of the last turn.
fn walk(legs: &[Text], base: Base, bend: Option<bool>, count: &mut LegCount) -> Result<Program, BetzaError> {
    let leg = &legs[0];
    count.add(1, leg.column)?;
    let modes = Modes::parse(&leg.letters, if base.turn.is_none() { "" } else { "zq" })?;
    let same = modes.column('i').filter(|_| base.turn.is_some());
    if let Some(column) = same.filter(|_| base.range.is_one()) {
        return Err(BetzaError::new(
            column,
            "`i` on a later leg of a single step",
            "a slide as long as the one before",
        ));
    }
    let Some(next) = legs.get(1) else {
        modes.only("mcdeipgt", "on the last of several legs")?;
        let last = Last { atom: leg.atom, modes: &modes, base };
        if let (Some(column), Some(_)) = (same, modes.first_of("pg")) {
            return Err(BetzaError::new(column, "`i` on a later leg that hops", "one of them"));
        }
        let program = last.compile()?.into_iter();
        return Ok(program.map(|leg| as_long(leg, same.is_some())).collect());
    };
    modes.only("mcdipgty", "on a leg before `a`")?;
    let mut program = Vec::new();
    for corner in corners(&modes, leg.range)? {
        let range = if corner.toggles { toggled(base.range) } else { base.range };
        for (turns, after) in bends(next, bend, &legs[2..])? {
            let steps = (0..8).map(|direction| next.atom.step(direction)).collect();
            let next_base = Base { steps, turn: Some(turns.clone()), range };
            let then = walk(&legs[1..], next_base, after, count)?;
            let through = base.leg(Contents::NONE).then(then);
            let leg = Leg { corner: corner.contents, takes_corner: corner.takes, ..through };
            program.push(as_long(leg, same.is_some()));
        }
    }
    Ok(program)
}

/// The leg, as long as the one before if `same`.
fn as_long(leg: Leg, same: bool) -> Leg {
    if same { Leg { same, most: None, ..leg } } else { leg }
}

/// The contents of a square where a path goes on, and what happens there.
struct Corner {
    contents: Contents,
    takes: bool,
    toggles: bool,
}

/// The ways in which a path may go on from the end of a leg.
fn corners(modes: &Modes, range: Range) -> Result<Vec<Corner>, BetzaError> {
    if let (Some(column), None) = (modes.column('t'), modes.first_of("pg")) {
        return Err(BetzaError::new(column, "`t` without `p` or `g`", "`t` on a leg that hops"));
    }
    let toggle = modes.first_of("gy");
    if let Some(toggle) = toggle.filter(|_| !matches!(range, Range::Upto(1) | Range::Unlimited)) {
        let found = format!("`{}` on a leg with a range", toggle.letter);
        return Err(BetzaError::new(toggle.column, found, "a single step or an unlimited slide"));
    }
    let hops = |letter| if modes.has(letter) { modes.platform() } else { Contents::NONE };
    let mut plain = modes.targets();
    let passed = hops('p');
    if plain.is_none() && passed.is_none() && toggle.is_none() {
        plain = Contents::EMPTY;
    }
    let takes = plain.has(Content::Enemy) || plain.has(Content::Friend);
    let empty = if modes.has('y') { Contents::EMPTY } else { Contents::NONE };
    let ways = if takes {
        vec![(plain, true, false), (passed, false, false)]
    } else {
        vec![(Contents(plain.0 | passed.0), false, false)]
    };
    let ways = ways.into_iter().chain([(Contents(hops('g').0 | empty.0), false, true)]);
    let corner = |(contents, takes, toggles)| Corner { contents, takes, toggles };
    Ok(ways.filter(|(contents, ..)| !contents.is_none()).map(corner).collect())
}

/// Turns, and whether all of them go left, if a later leg asks.
type TurnChoice = (Vec<Turn>, Option<bool>);

/// The turns of a leg. If a later leg says `z` or `q`, which means the other or the same side, the turns to each side are separate.
fn bends(leg: &Text, bend: Option<bool>, later: &[Text]) -> Result<Vec<TurnChoice>, BetzaError> {
    let letters = leg.letters.iter().map(|&Letter { letter, column }| match (letter, bend) {
        ('z' | 'q', None) => {
            let found = format!("`{letter}` after legs that do not turn left or right");
            Err(BetzaError::new(column, found, "z or q on a leg after one that turns left or right"))
        }
        ('z' | 'q', Some(left)) => {
            Ok(Letter { letter: if left == (letter == 'q') { 'l' } else { 'r' }, column })
        }
        _ => Ok(Letter { letter, column }),
    });
    let letters = letters.collect::<Result<Vec<_>, _>>()?;
    let side = leg.letters.iter().find(|letter| "lr".contains(letter.letter));
    if let Some(side) = side.filter(|_| leg.atom.class() == Class::Oblique) {
        let found = format!("`{}` after an oblique step, which is not symmetric", side.letter);
        return Err(BetzaError::new(side.column, found, "f, b, s, v, fs or bs"));
    }
    let set = select(Class::Compass, &letters)?.unwrap_or_else(|| default_turns(leg.atom));
    let is_asked = later.iter().any(|leg| leg.letters.iter().any(|letter| "zq".contains(letter.letter)));
    let side = |eighths: usize| match eighths {
        _ if !is_asked => None,
        0 | 4 => bend,
        _ => Some(eighths > 4),
    };
    let chosen: Vec<usize> = (0..8).filter(|eighths| set & (1 << eighths) != 0).collect();
    let mut groups: Vec<TurnChoice> = Vec::new();
    for eighths in chosen {
        match groups.iter_mut().find(|(_, known)| *known == side(eighths)) {
            Some((turns, _)) => turns.push(turn(eighths)),
            None => groups.push((vec![turn(eighths)], side(eighths))),
        }
    }
    Ok(groups)
}
