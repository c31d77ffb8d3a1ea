//! The dialect of Fairy-Stockfish, as `piece.cpp` and `bitboard.cpp` of version 14 and later read it.
//!
//! That reader never fails: it skips what it does not know. Here each such place is an error, and [`read_betza`] lists all of them. Its
//! differences of meaning are kept: `fK` has three moves, a range has one digit, the range of a hopper counts from its start, and `i`
//! means the double-step region, by default rank 2, where a piece has additional moves without capture.

use super::atom::{Atom, Class};
use super::canonical::Joined;
use super::direction::shortest;
use super::error::BetzaError;
use super::hops::Base;
use super::parse::Reader;
use super::tree::Range;
use crate::game::board::Step;
use crate::game::paths::{Area, Content, Contents, Lame, Leg, Program};

/// The letters that name atoms.
const ATOMS: &str = "an atom, one of A B C D F G H J K L N Q R W Z";

/// The lower-case letters that have a meaning.
const EXPECTED: &str = "a modifier, one of b c f g h i l m n p r s v";

/// A place at which Fairy-Stockfish does not do what the text seems to say.
pub type Hazard = BetzaError;

/// One atom with its modifiers.
#[derive(Default)]
struct Piece {
    column: usize,
    modes: Vec<(char, usize)>,
    directions: Vec<(String, usize)>,
}

impl Piece {
    fn column(&self, letter: char) -> Option<usize> {
        self.modes.iter().find(|(known, _)| *known == letter).map(|(_, column)| *column)
    }

    fn has(&self, letter: char) -> bool {
        self.column(letter).is_some()
    }
}

/// Compiles a text.
///
/// # Errors
/// At the first place that Fairy-Stockfish ignores.
pub fn compile(text: &str) -> Result<Program, BetzaError> {
    checked(text).map(|reading| reading.program)
}

/// The canonical text of a text.
///
/// # Errors
/// At the first place that Fairy-Stockfish ignores.
pub fn canonical(text: &str) -> Result<String, BetzaError> {
    checked(text).map(|reading| reading.canonical.text)
}

fn checked(text: &str) -> Result<Reading, BetzaError> {
    let reading = read_betza(text)?;
    match reading.hazards.iter().min_by_key(|hazard| hazard.column) {
        Some(hazard) => Err(hazard.clone()),
        None => Ok(reading),
    }
}

/// What Fairy-Stockfish makes of a text.
#[derive(Debug, Default)]
pub struct Reading {
    /// The moves it generates.
    pub program: Program,
    /// The places that it ignores.
    pub hazards: Vec<Hazard>,
    /// The text without these places.
    pub canonical: Joined,
}

/// What Fairy-Stockfish makes of a text, and the places that it ignores.
///
/// # Errors
/// If the text is empty or too long.
pub fn read_betza(text: &str) -> Result<Reading, BetzaError> {
    let mut reader = Reader::new(text)?;
    let mut reading = Reading::default();
    let mut piece = Piece::default();
    while let Some(letter) = reader.peek() {
        let column = reader.column();
        if piece.column == 0 {
            piece.column = column;
        }
        reader.next();
        match letter {
            'm' | 'c' | 'p' | 'g' | 'n' | 'i' => {
                if piece.has(letter) {
                    let found = format!("`{letter}` a second time");
                    reading.hazards.push(BetzaError::new(column, found, "each modifier once"));
                }
                piece.modes.push((letter, column));
            }
            'f' | 'b' | 'v' | 'h' | 'r' | 'l' | 's' => {
                let next = reader.peek().filter(|next| combines(letter, *next));
                if next.is_some() {
                    reader.next();
                }
                piece.directions.push((format!("{letter}{}", next.unwrap_or(letter)), column));
            }
            _ => match atom(letter) {
                Some((atom, slides)) => {
                    let finished = std::mem::take(&mut piece);
                    atom_of(&mut reader, &finished, letter, (atom, slides), &mut reading);
                }
                None => {
                    let found = match letter {
                        'e' => "`e`, which Fairy-Stockfish ignores: en passant is a setting of the variant"
                            .into(),
                        _ if letter.is_control() || letter.is_whitespace() => {
                            "a space or control character, which Fairy-Stockfish ignores".into()
                        }
                        _ => format!("`{letter}`, which Fairy-Stockfish ignores"),
                    };
                    let expected = if letter.is_ascii_lowercase() { EXPECTED } else { ATOMS };
                    reading.hazards.push(BetzaError::new(column, found, expected));
                }
            },
        }
    }
    if piece.column != 0 && (!piece.modes.is_empty() || !piece.directions.is_empty()) {
        reading.hazards.push(BetzaError::new(reader.column(), "the text ends after modifiers", ATOMS));
    }
    Ok(reading)
}

/// Whether two letters are read as one direction.
fn combines(one: char, other: char) -> bool {
    let (along, across) = ("fbvh", "rlsh");
    one == other
        || (along.contains(one) && across.contains(other))
        || (across.contains(one) && along.contains(other))
}

/// The atom of a letter, and whether it slides.
fn atom(letter: char) -> Option<(Atom, bool)> {
    match letter {
        'R' => Some((Atom::WAZIR, true)),
        'B' => Some((Atom::FERZ, true)),
        'Q' => Some((Atom::Royal, true)),
        'K' => Some((Atom::Royal, false)),
        _ => Atom::leap(letter).map(|atom| (atom, false)),
    }
}

/// Reads the range after an atom and adds its legs.
fn atom_of(
    reader: &mut Reader,
    piece: &Piece,
    letter: char,
    (atom, slides): (Atom, bool),
    reading: &mut Reading,
) {
    let Reading { program, hazards, canonical } = reading;
    let mut hazard =
        |column, found: String, expected: &str| hazards.push(BetzaError::new(column, found, expected));
    let (mut rides, mut limit) = (slides, u8::from(piece.has('g')));
    let range_column = reader.column();
    let mut has_range = false;
    match reader.peek() {
        Some(digit) if digit.is_ascii_digit() => {
            reader.next();
            (rides, has_range) = (true, true);
            limit = digit.to_digit(10).unwrap_or(0) as u8;
            if let Some(second) = reader.peek().filter(char::is_ascii_digit) {
                let found = format!("`{second}`, which Fairy-Stockfish ignores: it reads a range of {limit}");
                hazard(reader.column(), found, "a range of one digit");
                while reader.peek().is_some_and(|digit| digit.is_ascii_digit()) {
                    reader.next();
                }
            }
        }
        Some(next) if next == letter => {
            reader.next();
            rides = true;
            if slides {
                hazard(range_column, format!("`{letter}` is doubled, without effect"), "another atom");
            }
        }
        _ => {}
    }
    let hops = piece.has('p') || piece.has('g');
    let is_near = atom.is_near();
    let is_knight = atom == Atom::Leap { small: 1, large: 2 };
    if hops && !is_near {
        let column = piece.column('p').or(piece.column('g')).unwrap_or(piece.column);
        hazard(
            column,
            format!("a hopper of {letter}, which does not move"),
            "a hopper of R, B, Q, W, F or K",
        );
    } else if !hops && rides && !is_near && !is_knight {
        hazard(range_column, format!("a rider of {letter}, which does not move"), "a rider of W, F, K or N");
    }
    if let (Some(column), true) = (piece.column('g'), has_range && hops) {
        hazard(column, "`g` with a range, which replaces it".into(), "`g` without a range, or `p`");
    }
    if hops && has_range && limit == 1 {
        hazard(range_column, "a hopper of range 1, which is read as `g`".into(), "another range, or `g`");
    }
    if let (Some(column), true) = (piece.column('g'), piece.has('p')) {
        hazard(column, "`g` together with `p`".into(), "one of them");
    }
    if let Some(column) = piece.column('n') {
        let lames = matches!(atom, Atom::Leap { small: 0 | 2, large: 2 } | Atom::Leap { small: 1, large: 2 })
            || atom == Atom::Leap { small: 2, large: 3 };
        if rides || hops {
            hazard(
                column,
                "`n` on a rider or hopper, where it is ignored".into(),
                "`n` on a leap of N, A, Z or D",
            );
        } else if !lames {
            hazard(column, format!("a lame {letter}, which does not move"), "`n` on N, A, Z or D");
        }
    }
    if let Some(column) = piece.column('i').filter(|_| piece.has('c') || !piece.has('m')) {
        hazard(
            column,
            "`i` on a capture, where it does not move".into(),
            "`im`, because initial moves capture nothing",
        );
    }
    let directions = piece.directions.iter().filter_map(|(pair, column)| {
        let selected = select(atom, pair);
        if selected.is_none() {
            hazard(
                *column,
                format!("the direction `{pair}`, which selects no move of {letter}"),
                "another direction",
            );
        }
        selected
    });
    let chosen = directions.fold(0, |set, selected| set | selected);
    let chosen = if piece.directions.is_empty() { atom.all() } else { chosen };
    let modes = "imcpgn".chars().filter(|mode| piece.has(*mode));
    let both = piece.has('m') && piece.has('c');
    let mut text: String = modes.filter(|mode| !(both && "mc".contains(*mode))).collect();
    text.push_str(&written_directions(atom, chosen));
    text.push_str(&written(atom, rides, if hops && piece.has('g') { 0 } else { limit }));
    canonical.add(text);
    add(program, piece, atom, chosen, rides, limit);
}

/// An atom with its range.
pub(super) fn written(atom: Atom, rides: bool, limit: u8) -> String {
    match (atom, rides, limit) {
        (Atom::Royal, true, 0) => "Q".into(),
        (Atom::WAZIR, true, 0) => "R".into(),
        (Atom::FERZ, true, 0) => "B".into(),
        (_, true, 0) => atom.letters().repeat(2),
        (_, true, 2..) => format!("{}{limit}", atom.letters()),
        _ => atom.letters(),
    }
}

/// The shortest letters that select directions of an atom. Empty for all of them.
pub(super) fn written_directions(atom: Atom, chosen: u8) -> String {
    if chosen == atom.all() { String::new() } else { shortest(chosen, &|text| read_directions(atom, text)) }
}

/// The directions that letters select, read in pairs.
fn read_directions(atom: Atom, text: &str) -> Option<u8> {
    let letters: Vec<char> = text.chars().collect();
    let (mut set, mut index) = (0, 0);
    while let Some(&letter) = letters.get(index) {
        let next = letters.get(index + 1).copied().filter(|next| combines(letter, *next));
        index += 1 + usize::from(next.is_some());
        set |= select(atom, &format!("{letter}{}", next.unwrap_or(letter)))?;
    }
    Some(set)
}

/// Adds the legs of an atom.
fn add(program: &mut Program, piece: &Piece, atom: Atom, chosen: u8, rides: bool, limit: u8) {
    let steps: Vec<Step> = atom.steps(chosen);
    if steps.is_empty() {
        return;
    }
    let end = match (piece.has('m'), piece.has('c')) {
        (true, false) => Contents::EMPTY,
        (false, true) => Content::Enemy.into(),
        _ => Contents::OPEN,
    };
    let end = if piece.has('i') { Contents::EMPTY } else { end };
    let hops = piece.has('p') || piece.has('g');
    let range = match (rides || hops, limit) {
        (false, _) => Range::Upto(1),
        (true, 0) => Range::Unlimited,
        (true, limit) => Range::Upto(limit),
    };
    let legs = if hops {
        let lands = limit == 1;
        let range = if lands { Range::Unlimited } else { range };
        Base { steps, turn: None, range }.hop(Contents::PIECE, lands, end)
    } else {
        let straight = atom.class() != Class::Oblique;
        let lame = if straight { Lame::Straight } else { Lame::OrthogonalFirst };
        let lame = (piece.has('n') && !rides).then_some(lame);
        vec![Leg { lame, ..Base { steps, turn: None, range }.leg(end) }]
    };
    let from = || Some(vec![Area::Rank(2)]);
    let ranks = |leg: &Leg| leg.steps.first().map_or(0, |step| step.ranks);
    program.extend(legs.into_iter().map(|leg| match piece.has('i') {
        true => Leg { from: from(), passes: chosen == 0x01 && ranks(&leg) == 2, ..leg },
        false => leg,
    }));
}

/// The directions that a pair of letters selects, `None` if it selects none. `KK` and sliders of two atoms join both.
fn select(atom: Atom, pair: &str) -> Option<u8> {
    let set = match atom {
        Atom::Royal => vectors(Atom::WAZIR, pair) | vectors(Atom::FERZ, pair),
        _ if atom.class() == Class::Orthogonal => {
            let mut letters = pair.chars().map(|letter| vectors(atom, &format!("{letter}{letter}")));
            let (one, other) = (letters.next().unwrap_or(0), letters.next().unwrap_or(0));
            if one == 0 || other == 0 { 0 } else { one | other }
        }
        _ => vectors(atom, pair),
    };
    (set != 0).then_some(set)
}

/// The directions of an atom that a pair selects: for each of the eight vectors, the pairs that select it.
fn vectors(atom: Atom, pair: &str) -> u8 {
    const VECTORS: [(&str, i8, i8, bool); 8] = [
        ("ff vv rf rv fh rh hr", 1, 1, true),
        ("bb vv lb lv bh lh hr", -1, -1, true),
        ("rr ss br bs bh rh hr", 1, -1, false),
        ("ll ss fl fs fh lh hr", -1, 1, false),
        ("rr ss fr fs fh rh hl", 1, 1, false),
        ("ll ss bl bs bh lh hl", -1, -1, false),
        ("bb vv rb rv bh rh hl", 1, -1, true),
        ("ff vv lf lv fh lh hl", -1, 1, true),
    ];
    let Atom::Leap { small, large } = atom else { return 0 };
    let mut set = 0;
    for (pairs, files, ranks, is_narrow) in VECTORS {
        if !pairs.split(' ').any(|known| known == pair) {
            continue;
        }
        let (wide, high) = if is_narrow { (small, large) } else { (large, small) };
        let wanted = Step::new(files * wide, ranks * high);
        let directions = (0..8).filter(|bit| atom.all() & (1 << bit) != 0);
        set |= directions.filter(|bit| atom.step(*bit) == wanted).fold(0, |set, bit| set | (1 << bit));
    }
    set
}
