//! Places the piece of a diagram, and parks the pieces that make its position valid.

use super::act::Act;
use super::probe::{Prober, distance};
use std::cmp::Reverse;
use std::collections::BTreeSet;
use vperft::inner::backend::BackendError;
use vperft::inner::game::board::Square;
use vperft::inner::game::position::Position;
use vperft::inner::game::variant::{Color, Piece};

/// The most arrangements of parked pieces. A move counts if it is legal in one of them, so that a probe in which a parked King is in check
/// or a piece is pinned hides nothing.
const MAX_STAGES: usize = 2;

/// The most squares with which a search for parked pieces begins.
const MAX_TRIES: usize = 4;

/// Pieces on their squares.
pub(super) type Pieces = Vec<(Square, Piece)>;

/// The piece on its square, and arrangements of parked pieces.
#[derive(Clone, Debug)]
pub(super) struct Stages {
    pub piece: Piece,
    pub at: Square,
    /// Whether the piece holds its initial right.
    pub is_unmoved: bool,
    /// At least one, the best one first.
    pub parked: Vec<Pieces>,
}

/// An answer about a probe board.
pub(super) struct Answer {
    pub position: Position,
    pub parked: Vec<Square>,
    /// The moves of either side that leave the parked pieces alone.
    pub acts: Vec<Act>,
}

impl Answer {
    /// The number of pieces that are not parked.
    pub fn count(&self) -> usize {
        let position = &self.position;
        position.shape.squares().filter(|on| position.piece(*on).is_some()).count() - self.parked.len()
    }
}

impl Stages {
    /// The stages of a piece on the most central square that gives it the most moves.
    pub fn in_the_middle(prober: &mut Prober<'_>, piece: Piece) -> Result<Option<Self>, BackendError> {
        let (files, ranks) = (prober.shape.files(), prober.shape.ranks());
        let squares = [(files - 1) / 2, files / 2]
            .into_iter()
            .flat_map(|file| [(ranks - 1) / 2, ranks / 2].map(|rank| Square::new(file, rank)));
        let mut best: Option<(usize, Self)> = None;
        for at in squares {
            let Some((score, stages)) = Self::park(prober, piece, at, &[], false)? else { continue };
            if best.as_ref().is_none_or(|(most, _)| score > *most) {
                best = Some((score, stages));
            }
        }
        Ok(best.map(|(_, stages)| stages))
    }

    /// Parks the pieces that the position needs besides the given ones, and returns the number of the piece's moves too. `None` if no
    /// position is valid.
    pub fn park(
        prober: &mut Prober<'_>,
        piece: Piece,
        at: Square,
        others: &[(Square, Piece)],
        is_unmoved: bool,
    ) -> Result<Option<(usize, Self)>, BackendError> {
        let mut stages = Self { piece, at, is_unmoved, parked: Vec::new() };
        let given: BTreeSet<_> = others.iter().map(|(_, piece)| *piece).chain([piece]).collect();
        let needed: Vec<_> = needed(prober, piece).into_iter().filter(|one| !given.contains(one)).collect();
        let mut rim: Vec<_> = prober.shape.squares().filter(|square| prober.shape.is_rim(*square)).collect();
        rim.retain(|square| *square != at && others.iter().all(|(on, _)| on != square));
        rim.sort_by_key(|square| {
            (Reverse(distance(*square, at)), Reverse(steps(*square, at)), square.rank(), square.file())
        });
        let mut most = 0;
        for _ in 0..MAX_STAGES {
            let Some((score, parked)) = stages.place(prober, &needed, &rim, others)? else { break };
            if score < most || stages.parked.contains(&parked) {
                break;
            }
            most = score;
            // The next arrangement is far from this one.
            rim.retain(|square| {
                parked.iter().all(|(on, _)| distance(*square, *on) > prober.shape.files() / 3)
            });
            stages.parked.push(parked);
        }
        Ok((!stages.parked.is_empty()).then_some((most, stages)))
    }

    /// Puts the needed pieces where they leave the piece the most moves, the farthest squares first.
    fn place(
        &self,
        prober: &mut Prober<'_>,
        needed: &[Piece],
        rim: &[Square],
        others: &[(Square, Piece)],
    ) -> Result<Option<(usize, Pieces)>, BackendError> {
        if needed.is_empty() {
            return Ok(self.score(prober, &[], others)?.map(|score| (score, Pieces::new())));
        }
        // The pieces may disturb each other on the first squares, so others follow.
        for skip in (0..rim.len().saturating_sub(needed.len())).step_by(2).take(MAX_TRIES) {
            let mut parked: Pieces = rim[skip..].iter().copied().zip(needed.iter().copied()).collect();
            let mut most = None;
            for index in (0..parked.len()).rev() {
                let is_free = |square: &Square| parked.iter().all(|(on, _)| on != square);
                let squares: Vec<_> = rim.iter().filter(|square| is_free(square)).copied().collect();
                let mut best = parked.clone();
                for square in std::iter::once(parked[index].0).chain(squares) {
                    parked[index].0 = square;
                    let score = self.score(prober, &parked, others)?;
                    if score > most {
                        most = score;
                        best.clone_from(&parked);
                    }
                }
                parked = best;
            }
            if let Some(most) = most {
                return Ok(Some((most, parked)));
            }
        }
        Ok(None)
    }

    /// The number of the piece's moves with these parked pieces. `None` if the position is refused.
    fn score(
        &self,
        prober: &mut Prober<'_>,
        parked: &[(Square, Piece)],
        others: &[(Square, Piece)],
    ) -> Result<Option<usize>, BackendError> {
        let answer = self.answer(prober, self.piece, parked, others, Color::White)?;
        Ok(answer.map(|answer| answer.acts.iter().filter(|act| act.from == self.at).count()))
    }

    /// The answers with these pieces besides, one for each arrangement in which the position is valid.
    pub fn ask(
        &self,
        prober: &mut Prober<'_>,
        others: &[(Square, Piece)],
        turn: Color,
    ) -> Result<Vec<Answer>, BackendError> {
        self.ask_with(prober, self.piece, others, turn)
    }

    /// The same with another piece in the place of the piece.
    pub fn ask_with(
        &self,
        prober: &mut Prober<'_>,
        piece: Piece,
        others: &[(Square, Piece)],
        turn: Color,
    ) -> Result<Vec<Answer>, BackendError> {
        let answers = self.parked.iter().map(|parked| self.answer(prober, piece, parked, others, turn));
        Ok(answers.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
    }

    fn answer(
        &self,
        prober: &mut Prober<'_>,
        piece: Piece,
        parked: &[(Square, Piece)],
        others: &[(Square, Piece)],
        turn: Color,
    ) -> Result<Option<Answer>, BackendError> {
        // A parked piece that is tried out itself is on the square where it is tried out.
        let royal = |piece: Piece| prober.variant.king() == Some(piece.kind);
        let is_tried = |one: Piece| royal(one) && others.iter().any(|(_, other)| *other == one);
        let parked: Pieces = parked.iter().filter(|(_, one)| !is_tried(*one)).copied().collect();
        if parked.iter().any(|(on, _)| others.iter().any(|(other, _)| other == on)) {
            return Ok(None);
        }
        let mut position = prober.position([(self.at, piece)].iter().chain(&parked).chain(others));
        position.turn = turn;
        if self.is_unmoved {
            position.unmoved.insert(self.at);
        }
        let Some(mut acts) = prober.acts(&position)? else { return Ok(None) };
        let parked: Vec<_> = parked.into_iter().map(|(square, _)| square).collect();
        acts.retain(|act| !act.touched().chain([act.from]).any(|square| parked.contains(&square)));
        Ok(Some(Answer { position, parked, acts }))
    }
}

/// The pieces without which a position with the piece is not valid: both Kings, and the senior that the piece would succeed.
fn needed(prober: &Prober<'_>, piece: Piece) -> Vec<Piece> {
    let Some(king) = prober.variant.king() else { return Vec::new() };
    let senior = prober.variant.entry(piece.kind).and_then(|entry| entry.succeeds);
    let own = [Some(king), senior.filter(|kind| *kind != king)].into_iter().flatten();
    let own = own.map(|kind| Piece::new(piece.color, kind));
    own.chain([Piece::new(!piece.color, king)]).collect()
}

/// The number of Rook steps between two squares.
fn steps(one: Square, other: Square) -> u8 {
    one.file().abs_diff(other.file()) + one.rank().abs_diff(other.rank())
}
