//! Canonical text: one spelling of the same moves.
//!
//! The order of the alternatives stays, and so does the program. Within a leg come `i`, the directions in the shortest spelling, what the
//! move may do (m c d e u), and how it moves (t p g j n y z q). Defaults are left out.

use super::atom::{Atom, Class};
use super::direction::{Letter, select, write};
use super::error::BetzaError;
use super::parse::parse;
use super::tree::{Leg, Part, Path, Range};
use super::{Dialect, chain, compile, fairy};

/// The modes in their canonical order.
const ORDER: &str = "mcdeutpgjnyzq";

/// The canonical text of a text.
///
/// # Errors
/// If the text is not valid in the dialect.
pub fn canonical(text: &str, dialect: Dialect) -> Result<String, BetzaError> {
    // A text that does not compile has no canonical text.
    compile(text, dialect)?;
    if dialect == Dialect::FairyStockfish {
        return fairy::canonical(text);
    }
    let mut written = Joined::default();
    for part in &parse(text)?.parts {
        let mut text = String::new();
        match part {
            Part::Path(path) => path_text(path, &mut text)?,
            Part::Castling { squares, letters, .. } => castling(*squares, letters, &mut text),
        }
        written.add(text);
    }
    Ok(written.text)
}

/// Alternatives one after another, each once.
#[derive(Debug, Default)]
pub(super) struct Joined {
    /// The alternatives so far.
    pub text: String,
    known: Vec<String>,
}

impl Joined {
    /// Adds an alternative. If its letter would double the one before, it says its default modes.
    pub fn add(&mut self, part: String) {
        if self.known.contains(&part) {
            return;
        }
        let mut before = self.known.last().map_or("", String::as_str).chars().rev();
        let (last, second) = (before.next(), before.next());
        // A letter that is doubled already takes no third one.
        if last.is_some_and(|last| part.starts_with(last) && second != Some(last)) {
            self.text.push_str("mc");
        }
        self.text.push_str(&part);
        self.known.push(part);
    }
}

/// Writes one path.
fn path_text(path: &Path, text: &mut String) -> Result<(), BetzaError> {
    if path.bracket {
        // The meaning of directions depends on the paths, so they stay as they are.
        text.extend(path.prefix.iter().map(|letter| letter.letter));
        text.push('[');
    }
    let last = path.legs.len() - 1;
    for (index, leg) in path.legs.iter().enumerate() {
        letters(path, leg, index, text)?;
        if path.bracket {
            atom(leg, false, text);
            text.push(if index == last {
                ']'
            } else if leg.may_end {
                '?'
            } else {
                '-'
            });
        } else if index < last {
            text.push('a');
        } else {
            atom(leg, last == 0, text);
        }
    }
    Ok(())
}

/// Writes the lower-case letters of a leg.
fn letters(path: &Path, leg: &Leg, index: usize, text: &mut String) -> Result<(), BetzaError> {
    let has = |wanted: char| leg.letters.iter().any(|letter| letter.letter == wanted);
    let is_last = index + 1 == path.legs.len();
    let bends = index > 0 && !path.bracket;
    if index > 0 && (leg.atom.class() == Class::Oblique || has('z') || has('q')) {
        // Pairs of such directions depend on the legs before, so they stay as they are.
        text.extend(leg.letters.iter().map(|letter| letter.letter));
        return Ok(());
    }
    if has('i') {
        text.push('i');
    }
    let directions = match index {
        0 => match select(leg.atom.class(), &leg.letters)? {
            Some(set) => write(leg.atom.class(), set, leg.atom.all()),
            None => String::new(),
        },
        _ => match select(Class::Compass, &leg.letters)? {
            // In brackets the default depends on the leg before, so that every explicit direction stays.
            Some(set) => write(Class::Compass, set, if bends { chain::default_turns(leg.atom) } else { 0 }),
            None => String::new(),
        },
    };
    text.push_str(&directions);
    let modes: String = ORDER.chars().filter(|mode| has(*mode)).collect();
    let targets: String = modes.chars().filter(|mode| "mcdepgy".contains(*mode)).collect();
    let default = if is_last { "mc" } else { "m" };
    // Before `?` the default is to move or capture.
    let is_default =
        !leg.may_end && (targets == default || (is_last && targets.trim_end_matches(['p', 'g']) == "mc"));
    text.extend(modes.chars().filter(|mode| !(is_default && default.contains(*mode))));
    Ok(())
}

/// Writes the atom and the range of a leg. Alone with `q` it is a rider, whether it says so or not.
fn atom(leg: &Leg, is_alone: bool, text: &mut String) {
    let is_circular = is_alone && leg.letters.iter().any(|letter| letter.letter == 'q') && leg.range.is_one();
    let range = if is_circular { Range::Unlimited } else { leg.range };
    match (leg.atom, range) {
        (Atom::WAZIR, Range::Unlimited) => text.push('R'),
        (Atom::FERZ, Range::Unlimited) => text.push('B'),
        (Atom::Royal, Range::Unlimited) => text.push('Q'),
        (atom, Range::Upto(1)) => text.push_str(&atom.letters()),
        (atom, Range::Upto(range)) => text.push_str(&format!("{}{range}", atom.letters())),
        (atom, Range::Unlimited) => {
            let letters = atom.letters();
            text.push_str(&letters);
            // A suffix cannot be doubled.
            text.push_str(if letters.len() == 1 { &letters } else { "0" });
        }
    }
}

/// Writes castling.
fn castling(squares: u8, letters: &[Letter], text: &mut String) {
    let has = |wanted: &str| letters.iter().any(|letter| wanted.contains(letter.letter));
    if has("i") {
        text.push('i');
    }
    match (has("sl"), has("sr")) {
        (true, false) => text.push('l'),
        (false, true) => text.push('r'),
        _ => {}
    }
    text.push_str(&format!("O{squares}"));
}
