//! The edits that make a position smaller.
//!
//! Edits follow from the table of the variant. Both sides decide whether the result is valid.

use super::size::{plainness, spread};
use vperft::inner::game::board::{Square, Step};
use vperft::inner::game::position;
use vperft::inner::game::position::Position;
use vperft::inner::game::variant::{Color, Piece, Rulings, Symmetry, Unvalidated, Variant};

/// A position, and the moves from it to where the sides differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    pub position: Position,
    pub moves: Vec<String>,
}

/// The most squares that are tried for one piece at a time.
const MAX_SQUARES: usize = 10;

impl Candidate {
    /// Parses a VFEN without validating the position; `None` if it is malformed.
    pub fn parse(vfen: &str, variant: &Variant, rulings: &Rulings, moves: &[String]) -> Option<Self> {
        let position = position::parse(vfen, variant, &Unvalidated(rulings)).ok()?;
        Some(Self { position, moves: moves.to_vec() })
    }

    fn variant(&self) -> &'static Variant {
        Variant::get(self.position.variant)
    }

    /// The squares with their pieces, by file, then by rank.
    pub fn pieces(&self) -> Vec<(Square, Piece)> {
        let squares = self.position.shape.squares();
        squares.filter_map(|square| Some((square, self.position.piece(square)?))).collect()
    }

    /// The same moves from a changed position, made consistent with its pieces.
    fn changed(&self, change: impl FnOnce(&mut Position)) -> Self {
        let mut candidate = self.clone();
        change(&mut candidate.position);
        settle(&mut candidate.position, self.variant());
        candidate
    }

    /// Removes the pieces on these squares.
    pub fn without(&self, squares: &[Square]) -> Self {
        self.changed(|position| {
            for &square in squares {
                position.take(square);
            }
        })
    }

    /// Replaces a piece by a simpler one, the simplest first.
    pub fn with_plainer_piece(&self, square: Square) -> Vec<Self> {
        let Some(piece) = self.position.piece(square) else { return Vec::new() };
        let variant = self.variant();
        let rank = plainness(variant, piece.kind);
        let kinds = variant.pieces.iter().filter(|entry| !entry.royal && entry.most.is_none());
        let mut kinds: Vec<_> = kinds.map(|entry| (plainness(variant, entry.kind), entry.kind)).collect();
        kinds.retain(|(other, _)| *other < rank);
        kinds.sort();
        let put = |kind| {
            self.changed(|position| {
                position.take(square);
                position.put(square, Piece::new(piece.color, kind));
            })
        };
        kinds.into_iter().map(|(_, kind)| put(kind)).collect()
    }

    /// Moves a piece closer to the others, the closest squares first.
    pub fn with_piece_nearer(&self, square: Square) -> Vec<Self> {
        let Some(piece) = self.position.piece(square) else { return Vec::new() };
        let others: Vec<_> =
            self.pieces().iter().map(|(other, _)| *other).filter(|other| *other != square).collect();
        let measure = |target: Square| {
            let squares: Vec<_> = others.iter().copied().chain([target]).collect();
            (spread(&squares), u32::from(target.file() + target.rank()), target)
        };
        let here = measure(square);
        let targets = self.position.shape.squares().filter(|target| self.position.piece(*target).is_none());
        let mut targets: Vec<_> = targets.map(measure).filter(|target| *target < here).collect();
        targets.sort();
        // The closest squares, and those next to the piece.
        let is_next = |target: Square| {
            target.file().abs_diff(square.file()).max(target.rank().abs_diff(square.rank())) <= 2
        };
        let few =
            targets.iter().enumerate().filter(|(index, target)| *index < MAX_SQUARES || is_next(target.2));
        few.map(|(_, target)| {
            self.changed(|position| {
                position.take(square);
                position.put(target.2, piece);
            })
        })
        .collect()
    }

    /// Closes a gap between pieces, or moves all pieces towards the first square; whole gaps first.
    pub fn without_gaps(&self) -> Vec<Self> {
        let pieces = self.pieces();
        let mut found = Vec::new();
        for by_file in [true, false] {
            let line = |square: Square| if by_file { square.file() } else { square.rank() };
            let mut lines: Vec<_> = pieces.iter().map(|(square, _)| line(*square)).collect();
            lines.sort_unstable();
            lines.dedup();
            let first = lines.first().copied();
            let gaps = lines.windows(2).map(|pair| (pair[1], pair[1] - pair[0] - 1));
            let gaps: Vec<_> = first.map(|first| (first, first)).into_iter().chain(gaps).collect();
            for (from, gap) in gaps {
                let mut steps = vec![gap, gap / 2, 1];
                steps.dedup();
                for step in steps.into_iter().filter(|step| (1..=gap).contains(step)) {
                    let back = -(step as i8);
                    let back = if by_file { Step::new(back, 0) } else { Step::new(0, back) };
                    found.extend(self.mapped(false, &|square| {
                        if line(square) < from {
                            Some(square)
                        } else {
                            self.position.shape.step(square, back)
                        }
                    }));
                }
            }
        }
        found
    }

    /// Mirrors the files or swaps the colours, if the rules of the variant are symmetric.
    pub fn mirrored_or_swapped(&self) -> Vec<Self> {
        let shape = self.position.shape;
        let symmetries = &self.variant().symmetries;
        let mut found = Vec::new();
        if symmetries.contains(&Symmetry::Colors) {
            found.extend(self.mapped(true, &|square| Some(shape.flipped(square))));
        }
        if symmetries.contains(&Symmetry::Files) {
            found.extend(self.mapped(false, &|square| Some(shape.mirrored(square))));
        }
        found
    }

    /// Maps every square, and swaps the colours if `exchanged`; `None` if `other` has no square for one. A candidate
    /// with moves cannot be mapped, since their texts name squares.
    fn mapped(&self, exchanged: bool, other: &dyn Fn(Square) -> Option<Square>) -> Option<Self> {
        if !self.moves.is_empty() {
            return None;
        }
        let old = &self.position;
        let mut position = Position::empty(old.variant, old.shape);
        let color = |color: Color| if exchanged { !color } else { color };
        position.turn = color(old.turn);
        (position.halfmove, position.fullmove) = (old.halfmove, old.fullmove);
        for (square, piece) in self.pieces() {
            position.put(other(square)?, Piece::new(color(piece.color), piece.kind));
        }
        for square in old.unmoved {
            position.unmoved.insert(other(square)?);
        }
        position.en_passant = match old.en_passant {
            Some(square) => Some(other(square)?),
            None => None,
        };
        position.ban = match old.ban {
            Some((one, two)) => {
                let (one, two) = (other(one)?, other(two)?);
                Some((one.min(two), one.max(two)))
            }
            None => None,
        };
        settle(&mut position, self.variant());
        Some(Self { position, moves: Vec::new() })
    }

    /// Removes all rights, then one at a time.
    pub fn without_rights(&self) -> Vec<Self> {
        let position = &self.position;
        let mut found = Vec::new();
        if position.unmoved.len() > 1 {
            found.push(self.changed(|position| position.unmoved = Default::default()));
        }
        found.extend(
            position
                .unmoved
                .into_iter()
                .map(|square| self.changed(|position| position.unmoved.remove(square))),
        );
        if position.en_passant.is_some() {
            found.push(self.changed(|position| position.en_passant = None));
        }
        if position.ban.is_some() {
            found.push(self.changed(|position| position.ban = None));
        }
        found
    }

    /// Lowers a counter: the lowest values first, then those near the limit of the variant, half, and one less.
    pub fn with_lower_counters(&self) -> Vec<Self> {
        let Position { halfmove, fullmove, .. } = self.position;
        let limit = self.variant().counter_limit.unwrap_or(0);
        let mut clocks = vec![
            0,
            limit.saturating_sub(2),
            limit.saturating_sub(1),
            limit,
            halfmove / 2,
            halfmove.saturating_sub(1),
        ];
        clocks.retain(|clock| *clock < halfmove);
        clocks.dedup();
        let mut numbers = vec![1, fullmove / 2, fullmove.saturating_sub(1)];
        numbers.retain(|number| (1..fullmove).contains(number));
        numbers.dedup();
        let clocks = clocks.into_iter().map(|clock| self.changed(|position| position.halfmove = clock));
        let numbers = numbers.into_iter().map(|number| self.changed(|position| position.fullmove = number));
        clocks.chain(numbers).collect()
    }

    /// Removes a move, or two consecutive ones.
    pub fn with_fewer_moves(&self) -> Vec<Self> {
        let mut found = Vec::new();
        for length in [2, 1] {
            for start in 0..(self.moves.len() + 1).saturating_sub(length) {
                let mut candidate = self.clone();
                candidate.moves.drain(start..start + length);
                found.push(candidate);
            }
        }
        found
    }
}

/// Makes a position consistent with its pieces: removes heirs without a senior, closes empty squares that must be
/// closed, and removes an en passant square or ban whose pieces are gone.
fn settle(position: &mut Position, variant: &Variant) {
    for color in Color::BOTH {
        for (heir, senior) in variant.pieces.iter().filter_map(|entry| Some((entry.kind, entry.succeeds?))) {
            if position.count(Piece::new(color, senior)) == 0 {
                let heirs: Vec<_> = position.squares_of(Piece::new(color, heir)).collect();
                heirs.into_iter().for_each(|square| {
                    position.take(square);
                });
            }
        }
    }
    let empty = variant.closing_squares().iter().filter(|&&square| position.piece(square).is_none());
    position.closed = empty.copied().collect();
    let passer = !position.turn;
    let gone = position.en_passant.is_some_and(|square| {
        let beyond = position.shape.step(square, Step::new(0, passer.forward()));
        let pawn = variant.en_passant.as_ref().map(|passing| Piece::new(passer, passing.piece));
        pawn.is_none() || beyond.and_then(|square| position.piece(square)) != pawn
    });
    if gone {
        position.en_passant = None;
    }
    if position.ban.is_some_and(|(one, two)| position.piece(one).is_none() || position.piece(two).is_none()) {
        position.ban = None;
    }
}
