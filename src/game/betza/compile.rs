//! From text to a path program.

use super::atom::{Atom, Class};
use super::direction::{Letter, select};
use super::error::BetzaError;
use super::hops::Base;
use super::modes::Modes;
use super::parse::parse;
use super::single::{Last, initial};
use super::tree::{Part, Path};
use super::{Dialect, bracket, chain, fairy};
use crate::game::paths::{Program, check_program};

/// A text as the moves of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiled {
    /// The legs. Empty if the text says only castling.
    pub program: Program,
    /// Castling, which the rules of a variant say elsewhere.
    pub castling: Vec<Castling>,
}

/// A castling move: `O2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Castling {
    /// The squares that the King goes.
    pub squares: u8,
    /// Whether it may go to the left.
    pub left: bool,
    /// Whether it may go to the right.
    pub right: bool,
}

/// Compiles a text of a dialect.
///
/// # Errors
/// At the first character that is not valid in the dialect, or says what a path program cannot express.
pub fn compile(text: &str, dialect: Dialect) -> Result<Compiled, BetzaError> {
    let mut compiled = match dialect {
        Dialect::FairyStockfish => Compiled { program: fairy::compile(text)?, castling: Vec::new() },
        Dialect::XBetza => xbetza(text)?,
    };
    // The same move said twice is one alternative.
    let program = std::mem::take(&mut compiled.program);
    for leg in program {
        if !compiled.program.contains(&leg) {
            compiled.program.push(leg);
        }
    }
    let columns = text.chars().count();
    if !compiled.program.is_empty() {
        check_program(&compiled.program, "moves").map_err(|error| {
            BetzaError::new(columns.min(1), error.problem, "moves that a path program can express")
        })?;
    }
    Ok(compiled)
}

fn xbetza(text: &str) -> Result<Compiled, BetzaError> {
    let mut compiled = Compiled { program: Vec::new(), castling: Vec::new() };
    for part in &parse(text)?.parts {
        match part {
            Part::Path(path) => {
                let program = compile_path(path)?;
                // Of a path that is too long for the whole program, the error has the column.
                check_program(&program, "moves").map_err(|error| {
                    BetzaError::new(path.column, error.problem, "moves that a path program can express")
                })?;
                compiled.program.extend(program);
            }
            Part::Castling { squares, letters, .. } => {
                let castling = castling(*squares, letters)?;
                if !compiled.castling.contains(&castling) {
                    compiled.castling.push(castling);
                }
            }
        }
    }
    Ok(compiled)
}

/// The legs of one path of XBetza.
pub(super) fn compile_path(path: &Path) -> Result<Program, BetzaError> {
    let first = &path.legs[0];
    let first_letters = if path.bracket { &path.prefix } else { &first.letters };
    let is_initial = first_letters.iter().any(|letter| letter.letter == 'i');
    let (program, is_forward) = if path.bracket {
        (bracket::compile(path)?, false)
    } else if path.legs.len() > 1 {
        (chain::compile(path)?, false)
    } else {
        let modes = Modes::parse(&first.letters, "")?;
        modes.only("mcdeijnpgtuzq", "on a path of one leg")?;
        let directions = select(first.atom.class(), &first.letters)?;
        if let (Atom::Universal, Some(letter)) =
            (first.atom, first.letters.iter().find(|_| directions.is_some()))
        {
            return Err(BetzaError::new(
                letter.column,
                "a direction of U",
                "no direction: U goes everywhere",
            ));
        }
        let steps = first.atom.steps(directions.unwrap_or(first.atom.all()));
        let base = Base { steps, turn: None, range: first.range };
        let last = Last { atom: first.atom, modes: &modes, base };
        let is_forward = first.atom.class() == Class::Orthogonal && directions == Some(0x01);
        (last.compile()?, is_forward)
    };
    Ok(if is_initial { initial(program, is_forward) } else { program })
}

/// The castling that the letters before an `O` select.
fn castling(squares: u8, letters: &[Letter]) -> Result<Castling, BetzaError> {
    let has = |wanted: &str| letters.iter().any(|letter| wanted.contains(letter.letter));
    match letters.iter().find(|letter| !"islr".contains(letter.letter)) {
        Some(letter) => {
            let found = format!("`{}` on castling", letter.letter);
            Err(BetzaError::new(letter.column, found, "i, s, l or r"))
        }
        None if has("slr") => Ok(Castling { squares, left: has("sl"), right: has("sr") }),
        None => Ok(Castling { squares, left: true, right: true }),
    }
}
