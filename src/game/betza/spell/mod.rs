//! From a path program to a text: the reverse of `compile`.
//!
//! [`spell`] finds a text that should compile to the same moves. It does not check that: the caller compiles the text and compares
//! the moves, because a text may also be equal by facts that only the caller knows, such as where a piece starts.

mod chain;
mod hop;
mod part;

use super::Dialect;
use super::atom::{Atom, Class};
use crate::game::board::Step;
use crate::game::paths::{Content, Contents, Finish, Leg};
use part::{Manner, Part, Single, joined};

/// The most paths of a program that are spelt.
const MAX_PATHS: usize = 60;

/// A text of a dialect that describes the moves of a program. A leg with `from` or `unmoved` becomes a first move.
///
/// # Errors
/// If the piece does something that the notation cannot say: a verb with its objects, without the subject.
pub fn spell(program: &[Leg], dialect: Dialect) -> Result<String, String> {
    let mut parts = Vec::new();
    for leg in program {
        match hop::find_hop(leg) {
            Some(hop) => add(&hop.leg, hop.manner, dialect, &mut parts)?,
            None => {
                for path in chain::paths(leg)? {
                    match &path[..] {
                        [single] => add(single, None, dialect, &mut parts)?,
                        legs => parts.push(Part::Chain(chain::text(legs, dialect)?)),
                    }
                }
            }
        }
    }
    joined(parts, dialect)
}

/// Adds the alternatives of a leg that is a whole path: one for each atom.
fn add(leg: &Leg, hop: Option<Manner>, dialect: Dialect, parts: &mut Vec<Part>) -> Result<(), String> {
    plain(leg)?;
    let manner = match (hop, manner(leg)?) {
        (Some(_), Some(_)) => return Err("hops and can be blocked, which no text says".into()),
        (hop, own) => hop.or(own),
    };
    let (times, most) = match (leg.least, leg.most) {
        (1, most) => (1, most),
        (least, Some(most)) if least == most && manner == Some(Manner::Lame) => (least as i8, Some(1)),
        (least, _) => return Err(format!("makes at least {least} steps, which no text says")),
    };
    let steps: Vec<Step> = leg.steps.iter().map(|step| step.times(times)).collect();
    let initial = leg.unmoved || leg.from.is_some();
    for (atom, set) in atoms(&steps)? {
        if dialect == Dialect::FairyStockfish && (initial || atom.letters().len() > 1) {
            return Err(match initial {
                true => "is a first move, which the notation cannot say".into(),
                false => format!("has the atom {}, which the notation does not have", atom.letters()),
            });
        }
        parts.push(Part::Single(Single { atom, set, ends: leg.end, manner, initial, most }));
    }
    Ok(())
}

/// Checks the properties of a leg that no text says.
fn plain(leg: &Leg) -> Result<(), String> {
    // Without `..`: a new property must be refused or spelt.
    let Leg {
        steps: _,
        turn: _,
        least: _,
        most,
        same: _,
        lame: _,
        through,
        end: _,
        corner: _,
        only,
        takes_passed,
        takes_corner: _,
        also,
        finish,
        unmoved: _,
        from: _,
        within,
        passes: _,
        clause: _,
        then: _,
    } = leg;
    Err(match () {
        () if only.is_some() => "ends only on certain kinds of pieces (`only`)",
        () if *takes_passed => "captures the pieces on its way (`takes`: `passed`)",
        () if !also.is_empty() => "captures next to its path (`also`)",
        () if within.is_some() => "is confined to an area (`within`)",
        () if *most != Some(1) && *through != Contents::EMPTY => "passes over pieces on its way (`through`)",
        () => match finish {
            Finish::Move | Finish::Swap => return Ok(()),
            Finish::Shoot => "captures without moving (`finish`: `shoot`)",
            Finish::Send => "sends another piece (`finish`: `send`)",
            Finish::Leave => "leaves the board (`finish`: `leave`)",
        },
    }
    .into())
}

/// The way of moving of a leg that is a whole path, if it does not just slide or leap.
fn manner(leg: &Leg) -> Result<Option<Manner>, String> {
    let is_long = leg.least > 1;
    match (leg.finish, leg.lame.is_some() || is_long) {
        (Finish::Swap, true) => Err("exchanges places and can be blocked, which no text says".into()),
        (Finish::Swap, false) => Ok(Some(Manner::Swap)),
        (_, false) => Ok(None),
        (_, true) => Ok(Some(Manner::Lame)),
    }
}

/// The atoms that have these steps, each with the directions of the steps, by the order of the first step of each.
fn atoms(steps: &[Step]) -> Result<Vec<(Atom, u8)>, String> {
    let mut found: Vec<(Atom, u8)> = Vec::new();
    for step in steps {
        let (files, ranks) = (step.files.abs(), step.ranks.abs());
        let atom = Atom::Leap { small: files.min(ranks), large: files.max(ranks) };
        if atom.letters().is_empty() {
            return Err(format!("has the step [{}, {}], for which there is no atom", step.files, step.ranks));
        }
        let bit = (0..8).find(|bit| atom.all() & (1 << bit) != 0 && atom.step(*bit) == *step);
        let Some(bit) = bit else { continue };
        match found.iter_mut().find(|(known, _)| *known == atom) {
            Some((_, set)) => *set |= 1 << bit,
            None => found.push((atom, 1 << bit)),
        }
    }
    Ok(found)
}

/// The letters of what a last square may hold. Nothing if that is the default.
fn modes(ends: Contents) -> String {
    if ends == Contents::OPEN {
        return String::new();
    }
    let letters =
        [(Content::Empty, 'm'), (Content::Enemy, 'c'), (Content::Friend, 'd'), (Content::Passed, 'e')];
    letters.into_iter().filter(|(content, _)| ends.has(*content)).map(|(_, letter)| letter).collect()
}

/// Whether later legs of a path can share this atom: those of four steps along lines of the Queen.
fn is_straight(atom: Atom) -> bool {
    matches!(atom.class(), Class::Orthogonal | Class::Diagonal)
}
