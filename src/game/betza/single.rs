//! The last or only leg of a path: what its modifiers mean together with its atom.

use super::atom::{Atom, Class};
use super::error::BetzaError;
use super::hops::{Base, crooked_steps};
use super::modes::Modes;
use super::tree::Range;
use crate::game::paths::{Content, Contents, Finish, Lame, Leg, Program, Turn};

/// The modifiers of which a leg has at most one.
const MANNERS: &str = "pgjnzq";

/// A leg that ends the path: its atom, its letters, and its steps as far as directions select them.
pub struct Last<'t> {
    /// The atom, after any conversion by a turn.
    pub atom: Atom,
    /// The letters that are not directions.
    pub modes: &'t Modes,
    /// The steps, turns and range.
    pub base: Base,
}

impl Last<'_> {
    /// The legs of the program.
    ///
    /// # Errors
    /// If a modifier makes no sense with the atom or with another modifier.
    pub fn compile(&self) -> Result<Program, BetzaError> {
        let modes = self.modes;
        modes.at_most_one(MANNERS)?;
        let targets = modes.targets();
        let passed = modes.has('e').then_some(Contents::from(Content::Passed));
        let plain = match (targets.is_none(), passed) {
            (true, None) => Some(Contents::OPEN),
            (true, Some(_)) => None,
            (false, _) => Some(targets),
        };
        if let (Some(column), Some(other)) = (modes.column('e'), modes.first_of("pgjzqud")) {
            let found = format!("`e` together with `{}`", other.letter);
            return Err(BetzaError::new(column, found, "an en passant capture by a plain move"));
        }
        if let (Some(column), None) = (modes.column('t'), modes.first_of("pg")) {
            return Err(BetzaError::new(column, "`t` without `p` or `g`", "`t` on a hopper"));
        }
        let mut program = Vec::new();
        for end in plain.into_iter().chain(passed) {
            program.extend(self.ending(end)?);
        }
        Ok(program)
    }

    /// The legs that end on a square with these contents.
    fn ending(&self, end: Contents) -> Result<Program, BetzaError> {
        let Self { atom, modes, base, .. } = self;
        let Some(manner) = modes.first_of(MANNERS) else { return self.plain(end) };
        let range = base.range;
        let error = |found: &str, expected: &str| {
            Err(BetzaError::new(manner.column, format_args!("`{}` {found}", manner.letter), expected))
        };
        if *atom == Atom::Universal {
            return error("on U", "no modifier but m, c, d or i");
        }
        if modes.has('u') {
            return error("together with `u`", "one of them");
        }
        match manner.letter {
            'p' | 'g' if range.is_one() => {
                error("on a single step", "a slider or rider, which can hop over a piece")
            }
            'p' | 'g' => Ok(base.hop(modes.platform(), manner.letter == 'g', end)),
            'j' if atom.is_near() && range.is_one() => {
                error("on a single step", "a slider, which skips its first square, or D or A")
            }
            'j' if atom.is_near() => Ok(base.skip(end)),
            'j' if matches!(atom, Atom::Leap { large: 2, small: 0 | 2 }) && range.is_one() => {
                Ok(base.jump(end))
            }
            'j' => error(
                "on this atom, which has no single square in the middle",
                "D, A, or a slider of W, F or K",
            ),
            'n' => match lame(*atom) {
                Some(lame) => Ok(vec![Leg { lame: Some(lame), ..base.leg(end) }]),
                None if atom.is_near() => {
                    error("on steps that nothing can block", "a leap of two squares or more")
                }
                None => error(
                    "on a leap whose way is not defined",
                    "N, an orthogonal or diagonal leap, or the way in legs such as afsW",
                ),
            },
            'z' if matches!(atom.class(), Class::Orthogonal | Class::Diagonal) && !range.is_one() => {
                match crooked_steps(*atom, range) {
                    Some(steps) => Ok(base.winding(&atom.steps(atom.all()), Turn(4), true, steps, end)),
                    None => error(
                        "on a rider of more turns than a path program can have",
                        "a range of at most 20",
                    ),
                }
            }
            'z' => error("on this atom", "a rider along files, ranks or diagonals, such as zB"),
            'q' if atom.class() == Class::Oblique => {
                let most = range.most().filter(|most| *most > 1).unwrap_or(7).min(7);
                Ok(base.winding(&atom.steps(atom.all()), Turn(2), false, usize::from(most), end))
            }
            _ => error("on this atom", "an oblique rider, such as qNN"),
        }
    }

    /// A leg without a manner.
    fn plain(&self, end: Contents) -> Result<Program, BetzaError> {
        let leg = self.base.leg(end);
        match self.modes.column('u') {
            None => Ok(vec![leg]),
            Some(_) if !end.has(Content::Empty) => Ok(vec![Leg { finish: Finish::Swap, ..leg }]),
            Some(column) => Err(BetzaError::new(
                column,
                "`u` on a move to an empty square",
                "`u` with c or d, and without m",
            )),
        }
    }
}

/// The squares on which a lame leap can be blocked, if that is defined.
fn lame(atom: Atom) -> Option<Lame> {
    match (atom, atom.class()) {
        (Atom::Leap { large: 1, .. }, _) => None,
        (_, Class::Orthogonal | Class::Diagonal) => Some(Lame::Straight),
        (Atom::Leap { small: 1, large: 2 }, _) => Some(Lame::OrthogonalFirst),
        _ => None,
    }
}

/// Marks first legs as moves of a piece that has not moved, and double steps forward as such.
pub fn initial(program: Program, is_forward: bool) -> Program {
    let is_double = |leg: &Leg| {
        is_forward && leg.then.is_empty() && leg.end == Contents::EMPTY && leg.finish == Finish::Move
    };
    let mut legs = Vec::new();
    for leg in program {
        let leg = Leg { unmoved: true, ..leg };
        let ranks = leg.steps.first().map_or(0, |step| step.ranks);
        if !is_double(&leg) || (ranks == 1 && leg.most == Some(1)) {
            legs.push(leg);
        } else if ranks == 1 {
            legs.push(Leg { most: Some(1), ..leg.clone() });
            legs.push(Leg { least: 2, passes: true, ..leg });
        } else {
            legs.push(Leg { passes: true, ..leg });
        }
    }
    legs
}

/// The range of the next leg after one that exchanges a slide and a single step.
pub fn toggled(range: Range) -> Range {
    if range.is_one() { Range::Unlimited } else { Range::Upto(1) }
}
