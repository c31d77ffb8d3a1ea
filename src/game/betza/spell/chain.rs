//! Paths of several legs in one text: `afsW`, `yafsF`.

use super::super::Dialect;
use super::super::chain::default_turns;
use super::part::{ranged, turns};
use super::{MAX_PATHS, atoms, is_straight, modes, plain};
use crate::game::betza::atom::Atom;
use crate::game::board::Step;
use crate::game::paths::{Content, Contents, Finish, Leg, Turn};

/// The ways through a leg and those after it: each is a list of legs of which the last one ends the move.
///
/// # Errors
/// If there are too many.
pub fn paths(leg: &Leg) -> Result<Vec<Vec<Leg>>, String> {
    let mut found = Vec::new();
    collect(leg, &mut Vec::new(), &mut found);
    if found.len() > MAX_PATHS {
        return Err(format!("has {} ways through its legs; expected at most {MAX_PATHS}", found.len()));
    }
    Ok(found)
}

fn collect(leg: &Leg, before: &mut Vec<Leg>, found: &mut Vec<Vec<Leg>>) {
    before.push(Leg { then: Vec::new(), ..leg.clone() });
    if !leg.end.is_none() {
        found.push(before.clone());
    }
    for next in &leg.then {
        if found.len() <= MAX_PATHS {
            collect(next, before, found);
        }
    }
    before.pop();
}

/// The text of a path of several legs that share an atom.
///
/// # Errors
/// If the notation cannot say it.
pub fn text(legs: &[Leg], dialect: Dialect) -> Result<String, String> {
    if dialect == Dialect::FairyStockfish {
        return Err("has several legs, which the notation cannot say".into());
    }
    legs.iter().try_for_each(plain)?;
    let first = &legs[0];
    let alternatives = atoms(&first.steps)?.into_iter().map(|(atom, set)| one_atom(legs, atom, set));
    Ok(alternatives.collect::<Result<Vec<_>, _>>()?.concat())
}

/// The text of the paths that begin with an atom in a set of directions.
fn one_atom(legs: &[Leg], atom: Atom, set: u8) -> Result<String, String> {
    if !is_straight(atom) {
        return Err("has several legs that begin with an oblique step, which is not supported".into());
    }
    let first = &legs[0];
    let mut text = String::from(if first.unmoved || first.from.is_some() { "i" } else { "" });
    let mut steps = atom.steps(set);
    text.push_str(&super::super::direction::write(atom.class(), set, atom.all()));
    for (index, leg) in legs.iter().enumerate() {
        if index > 0 {
            let (chosen, next) = bends(leg, &steps)?;
            text.push('a');
            text.push_str(if leg.same { "i" } else { "" });
            text.push_str(&turns(chosen, default_turns(atom)));
            steps = next;
        }
        if leg.lame.is_some() || leg.least != 1 {
            return Err("has several legs, one of them lame or of at least two steps".into());
        }
        match legs.get(index + 1) {
            Some(next) => text.push_str(&corner(leg, next)?),
            None if leg.finish == Finish::Swap => {
                text.push_str(&format!("{}u", modes(leg.end)));
            }
            None => text.push_str(&modes(leg.end)),
        }
    }
    Ok(text + &ranged(atom, first.most))
}

/// The directions of a leg, seen from the leg before, as bits; and its steps.
fn bends(leg: &Leg, before: &[Step]) -> Result<(u8, Vec<Step>), String> {
    let mut chosen: Option<u8> = None;
    let mut steps = Vec::new();
    for from in before {
        let next: Vec<Step> = leg.steps.iter().copied().filter(|to| leg.follows(*from, *to)).collect();
        let longest = |step: &Step| step.files.abs().max(step.ranks.abs());
        if next.iter().any(|step| longest(step) != longest(from)) {
            return Err("has several legs with steps of different lengths".into());
        }
        let eighth = |to: &Step| Turn::between(*from, *to).0.rem_euclid(16) / 2;
        let set = next.iter().fold(0, |set, to| set | 1 << eighth(to));
        if *chosen.get_or_insert(set) != set {
            return Err("has several legs whose turns depend on the direction before".into());
        }
        steps.extend(next);
    }
    Ok((chosen.unwrap_or(0), steps))
}

/// The letters of a leg before another one.
fn corner(leg: &Leg, next: &Leg) -> Result<String, String> {
    let Contents(all) = leg.corner;
    let pieces = Contents(all & Contents::PIECE.0);
    let is_like = next.same || leg.most == next.most;
    let toggles = matches!((leg.most, next.most), (Some(1), None) | (None, Some(1)));
    if !is_like && !toggles {
        return Err("has several legs with different ranges".into());
    }
    let hops = |letter: &str| match pieces {
        Contents::PIECE => Ok(letter.to_owned()),
        friends if friends == Content::Friend.into() => Ok(format!("t{letter}")),
        _ => Err("leaps over enemies only, which no text says".to_owned()),
    };
    match (pieces.is_none(), is_like) {
        (true, true) => Ok(String::new()),
        (true, false) => Ok("y".into()),
        (false, true) if leg.takes_corner => Ok(modes_on_the_way(leg.corner)),
        (false, true) => {
            Ok(format!("{}{}", if leg.corner.has(Content::Empty) { "m" } else { "" }, hops("p")?))
        }
        (false, false) if leg.takes_corner || leg.corner.has(Content::Empty) => {
            Err("has several legs with different ranges".into())
        }
        (false, false) => hops("g"),
    }
}

/// The letters of a square on the way where pieces are captured.
fn modes_on_the_way(contents: Contents) -> String {
    let letters = [(Content::Empty, 'm'), (Content::Enemy, 'c'), (Content::Friend, 'd')];
    letters.into_iter().filter(|(content, _)| contents.has(*content)).map(|(_, letter)| letter).collect()
}
