//! Doubtful data of a variant that loads: positions that its rules reach and refuse.

use super::{Arrival, Color, Obeys, Piece, PieceEntry, RankName, Variant};
use crate::game::board::SquareSet;
use crate::game::paths::{Area, Program};

impl Variant {
    /// Positions that the rules of the data reach and its demands on positions refuse, as sentences. Fuzzing would meet them
    /// without finding an engine at fault.
    #[must_use]
    #[doc(hidden)]
    pub fn doubts(&self) -> Vec<String> {
        let royals = Color::BOTH.into_iter().filter_map(|color| self.optional_royals(color));
        royals.chain(self.pieces.iter().flat_map(|entry| self.stranded(entry))).collect()
    }

    /// A side that must not leave a royal piece capturable, starts with one, and may be without any.
    fn optional_royals(&self, color: Color) -> Option<String> {
        let mut royals =
            self.pieces.iter().filter(|entry| entry.royal && entry.royal_up_to.is_none()).peekable();
        let first = royals.peek().copied()?;
        let starts_with = |entry: &PieceEntry| {
            let piece = Piece::new(color, entry.kind);
            self.starts.iter().all(|start| start.squares_of(piece) != SquareSet::EMPTY)
        };
        let is_demanded = |entry: &PieceEntry| entry.least.for_color(color) > 0;
        let is_doubtful = self.has_check
            && self.royalty.check == Obeys::Always
            && royals.clone().any(starts_with)
            && !royals.any(is_demanded)
            && self.extinction.is_empty();
        is_doubtful.then(|| {
            format!(
                "a position without a royal piece of {} is valid; expected `\"least\": 1` of the {}, \
                 whose capture the rules exclude",
                color.name(),
                first.name
            )
        })
    }

    /// The ranks where a Pawn type can go, must not be, and does not promote on every square.
    fn stranded(&self, entry: &PieceEntry) -> Vec<String> {
        let ranks = entry.pawn.as_ref().map_or(&[][..], |pawn| &pawn.absent);
        let doubt = |rank: &RankName| {
            let (name, number, direction) = match rank {
                RankName::First => ("first", 1, -1),
                RankName::Last => ("last", -1, 1),
            };
            let start = &self.starts[0];
            let piece = Piece::new(Color::White, entry.kind);
            let promotes = self
                .promotion
                .iter()
                .filter(|promotion| promotion.piece == entry.kind && promotion.forced)
                .filter(|promotion| promotion.by.contains(&Arrival::Move))
                .fold(SquareSet::EMPTY, |all, promotion| {
                    all | self.squares_of(&promotion.on.0, start, piece)
                });
            let mut rank = self.squares_of(&[Area::Rank(number)], start, piece).into_iter();
            let square = rank.find(|square| !promotes.contains(*square));
            let square = square.filter(|_| goes(&entry.program, direction))?;
            Some(format!(
                "the {} can go to {} of the {name} rank, where `pawn.absent` excludes it, and does not promote there",
                entry.name,
                self.labels.square(square),
            ))
        };
        ranks.iter().filter_map(doubt).collect()
    }
}

/// Whether a path goes forwards, or backwards, by a step.
fn goes(program: &Program, direction: i8) -> bool {
    program.iter().any(|leg| {
        leg.steps.iter().any(|step| step.ranks.signum() == direction) || goes(&leg.then, direction)
    })
}
