//! Positions that show mutants: small ones, found among constructed positions and made smaller.

use super::{DataMutant, castling};
use crate::differences::fuzz;
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use vperft::inner::backend::{BackendError, InProcess};
use vperft::inner::game::position::Position;
use vperft::inner::game::rules::Rules as _;
use vperft::inner::game::variant::{Color, Piece, PieceType, Rulings, Standard, Status, Variant, VariantId};
use vperft::inner::generators::data::Data;

/// The greatest number of positions searched for mutants that no position has shown yet.
const MAX_POSITIONS: u64 = 3000;

/// A position that shows mutants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The position.
    pub vfen: String,
    /// The number of pieces.
    pub pieces: usize,
    /// The numbers of the mutants that it shows.
    pub shows: Vec<u32>,
}

/// What the rules answer about a position, as a case would ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Answers {
    /// The texts of the legal moves, sorted.
    pub moves: Vec<String>,
    pub status: Status,
    /// The children, in the order of the moves.
    pub children: Vec<String>,
}

impl Answers {
    pub fn new(rules: &Data<Standard>, position: &Position) -> Self {
        let mut moves = Vec::new();
        rules.legal_moves(position, &mut moves);
        let child = |mv| (rules.move_text(position, mv), rules.print(&rules.play(position, mv)));
        let mut all: Vec<_> = moves.iter().map(child).collect();
        all.sort();
        let (moves, children) = all.into_iter().unzip();
        Self { moves, status: rules.status(position, 1), children }
    }
}

/// Whether a mutant answers differently, or refuses the position.
fn is_shown(mutant: &DataMutant, vfen: &str, right: &Answers) -> bool {
    mutant.rules.parse(vfen).map_or(true, |position| Answers::new(&mutant.rules, &position) != *right)
}

/// Positions that together show every mutant for which one was found. They are sorted by their pieces.
///
/// # Errors
/// If the backend fails.
pub fn witnesses(
    variant: VariantId,
    mutants: &[DataMutant],
    seed: u64,
) -> Result<Vec<Witness>, BackendError> {
    let right = Data::new(variant, Standard);
    let hidden = (0..mutants.len()).filter(|index| !mutants[*index].is_of_games).collect();
    let mut search = Search { right: &right, mutants, hidden, found: BTreeSet::new() };
    let mut backend = InProcess::new("data".to_owned(), right.clone());
    fuzz::constructed(&mut backend, &Rulings::DEFAULT, seed, MAX_POSITIONS, &mut |survey| {
        search.look_at(&survey.vfen);
        if search.hidden.is_empty() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    // A mutant of no kind of piece changes a rule, perhaps one of castling.
    if search.hidden.iter().any(|index| mutants[*index].kind.is_none()) {
        for position in castling::positions(Variant::get(variant), &Rulings::DEFAULT) {
            search.look_at(&right.print(&position));
        }
    }
    let found: Vec<String> = search.found.into_iter().collect();
    let mut all: Vec<Witness> =
        found.into_par_iter().filter_map(|vfen| witness(&right, mutants, vfen)).collect();
    all.sort_by(|one, other| (one.pieces, &one.vfen).cmp(&(other.pieces, &other.vfen)));
    Ok(all)
}

/// A search for positions that show mutants.
struct Search<'s> {
    right: &'s Data<Standard>,
    mutants: &'s [DataMutant],
    /// The mutants that no position has shown yet.
    hidden: BTreeSet<usize>,
    /// The positions, made smaller.
    found: BTreeSet<String>,
}

impl Search<'_> {
    /// Tries the hidden mutants at a position. The rules may refuse it.
    fn look_at(&mut self, vfen: &str) {
        let Self { right, mutants, hidden, found } = self;
        let Ok(position) = right.parse(vfen) else { return };
        let answers = Answers::new(right, &position);
        let kinds = kinds_of(&position);
        let is_possible = |index: &&usize| mutants[**index].kind.is_none_or(|kind| kinds.contains(&kind));
        let candidates: Vec<usize> = hidden.iter().filter(is_possible).copied().collect();
        let shown: Vec<usize> =
            candidates.into_par_iter().filter(|&index| is_shown(&mutants[index], vfen, &answers)).collect();
        let smaller: Vec<String> = shown
            .par_iter()
            .map(|&index| shrunk(right, &position, &|vfen, right| is_shown(&mutants[index], vfen, right)))
            .collect();
        found.extend(smaller);
        shown.iter().for_each(|index| {
            hidden.remove(index);
        });
    }
}

/// The mutants that a position shows.
fn witness(right: &Data<Standard>, mutants: &[DataMutant], vfen: String) -> Option<Witness> {
    let position = right.parse(&vfen).ok()?;
    let answers = Answers::new(right, &position);
    let kinds = kinds_of(&position);
    let shows = mutants.iter().enumerate().filter(|(_, mutant)| {
        mutant.kind.is_none_or(|kind| kinds.contains(&kind)) && is_shown(mutant, &vfen, &answers)
    });
    let shows = shows.map(|(index, _)| index as u32).collect();
    let pieces = Color::BOTH.into_iter().map(|color| position.pieces(color).count()).sum();
    Some(Witness { vfen, pieces, shows })
}

/// The kinds on the board.
fn kinds_of(position: &Position) -> BTreeSet<PieceType> {
    Color::BOTH.into_iter().flat_map(|color| position.pieces(color)).map(|(_, kind)| kind).collect()
}

/// The position with as few pieces as still show the mutant: each is taken away if that changes nothing.
fn shrunk(right: &Data<Standard>, position: &Position, shows: &dyn Fn(&str, &Answers) -> bool) -> String {
    let variant = Variant::get(position.variant);
    let mut smallest = position.clone();
    smallest.halfmove = 0;
    smallest.fullmove = 1;
    let still_shows = |position: &Position| {
        let vfen = right.print(position);
        let read = right.parse(&vfen).ok()?;
        shows(&vfen, &Answers::new(right, &read)).then(|| right.print(&read))
    };
    let mut vfen = match still_shows(&smallest) {
        Some(vfen) => vfen,
        None => {
            smallest = position.clone();
            right.print(position)
        }
    };
    let is_needed =
        |piece: Piece| variant.entry(piece.kind).is_some_and(|entry| entry.least.for_color(piece.color) > 0);
    loop {
        let pieces_of =
            |color| smallest.pieces(color).map(move |(square, kind)| (square, Piece::new(color, kind)));
        let pieces: Vec<_> = Color::BOTH.into_iter().flat_map(pieces_of).collect();
        let mut is_smaller = false;
        for (square, _) in pieces.into_iter().filter(|(_, piece)| !is_needed(*piece)) {
            let mut fewer = smallest.clone();
            fewer.take(square);
            vperft::inner::game::position::drop_unusable(&mut fewer, variant);
            if variant.closing_squares().contains(&square) {
                fewer.closed.insert(square);
            }
            if let Some(text) = still_shows(&fewer) {
                (smallest, vfen, is_smaller) = (fewer, text, true);
            }
        }
        if !is_smaller {
            return vfen;
        }
    }
}
