//! Proofs from the numbers of pieces: a side has more than it starts with, or more promoted ones than it has lost Pawns.

use super::{Unreachable, all_legs};
use vperft::inner::game::board::{Square, SquareSet, Step};
use vperft::inner::game::paths::{Content, Leg};
use vperft::inner::game::position::Position;
use vperft::inner::game::variant::{Color, Piece, PieceEntry, Start, Variant};
use vperft::inner::support::plural::plural;

/// What the numbers of pieces prove in a variant.
pub(super) struct Numbers {
    variant: &'static Variant,
    /// The start positions, for each size of the board on which all have the same numbers.
    arrays: Vec<Array>,
    /// Whether nothing but a Pawn becomes another piece, and no Pawn is made.
    pawns_alone_promote: bool,
    /// Whether a move moves one piece.
    is_simple: bool,
}

/// A start position.
struct Array {
    start: &'static Start,
    kinds: [Vec<Kind>; 2],
}

/// The pieces of a kind of one side.
struct Kind {
    entry: &'static PieceEntry,
    piece: Piece,
    /// Where they start.
    home: SquareSet,
    /// The squares of each colour, if the kind keeps to it, or else all.
    parts: Vec<SquareSet>,
    /// Whether a piece that starts behind Pawns leaves by moving alone.
    may_be_enclosed: bool,
    /// Of Pawns that only go forward, the start squares on their first rank: they cannot come there again.
    held: SquareSet,
}

impl Numbers {
    pub fn new(variant: &'static Variant, is_simple: bool) -> Self {
        let is_pawn = |kind| variant.is_pawn(kind);
        let pawns_alone_promote = variant.pieces.iter().all(|entry| entry.succeeds.is_none())
            && variant
                .promotion
                .iter()
                .all(|rule| is_pawn(rule.piece) && !rule.to.iter().any(|kind| is_pawn(*kind)));
        let array = |start| {
            let kinds = Color::BOTH.map(|color| {
                variant
                    .pieces
                    .iter()
                    .map(|entry| Kind::new(variant, start, is_simple, Piece::new(color, entry.kind), entry))
                    .collect()
            });
            Array { start, kinds }
        };
        let all: Vec<_> = variant.starts.iter().map(array).collect();
        let mut arrays: Vec<Array> = Vec::new();
        let mut unequal = Vec::new();
        for one in all {
            match arrays.iter().find(|other| other.start.shape == one.start.shape) {
                // A side may begin with other pieces.
                Some(other) if other.numbers() != one.numbers() => unequal.push(one.start.shape),
                Some(_) => {}
                None => arrays.push(one),
            }
        }
        arrays.retain(|array| !unequal.contains(&array.start.shape));
        Self { variant, arrays, pawns_alone_promote, is_simple }
    }

    /// Why no game can reach a position, as far as the numbers of its pieces show.
    pub fn disproof(&self, position: &Position) -> Option<Unreachable> {
        let array = self.arrays.iter().find(|array| array.start.shape == position.shape)?;
        Color::BOTH.into_iter().find_map(|color| self.of_side(array, position, color))
    }

    fn of_side(&self, array: &Array, position: &Position, color: Color) -> Option<Unreachable> {
        let kinds = &array.kinds[color as usize];
        let here: Vec<SquareSet> =
            kinds.iter().map(|kind| position.squares_of(kind.piece).collect()).collect();
        let total = |is_one: &dyn Fn(&Kind) -> bool| {
            let of_kind =
                |(kind, here): (&Kind, &SquareSet)| is_one(kind).then(|| [here.len(), kind.home.len()]);
            let counts = kinds.iter().zip(&here).filter_map(of_kind);
            counts.fold([0; 2], |all, one| [all[0] + one[0], all[1] + one[1]])
        };
        let name = color.name();
        let [pawns, first_pawns] = total(&|kind| kind.entry.pawn.is_some());
        let [all, first] = total(&|_| true);
        let of_start = |reason: String| Some(Unreachable { reason, clause: None });
        if pawns > first_pawns && self.pawns_alone_promote {
            return of_start(format!("{name} has {pawns} Pawns and starts with {first_pawns}"));
        }
        if all > first {
            return of_start(format!("{name} has {all} pieces and starts with {first}"));
        }
        let lost = first_pawns.checked_sub(pawns).filter(|_| self.pawns_alone_promote)?;
        // Pawns that cannot have moved.
        let held =
            kinds.iter().zip(&here).fold(SquareSet::EMPTY, |held, (kind, here)| held | kind.held & *here);
        let can_enclose = self.is_simple
            && position.unmoved.into_iter().all(|square| array.start.piece(square) == position.piece(square));
        let enclosed =
            |kind: &Kind, square: &Square| can_enclose && kind.is_enclosed(position, *square, held);
        let made: Vec<_> =
            kinds.iter().zip(&here).flat_map(|(kind, here)| kind.promoted(*here, &enclosed)).collect();
        let promoted: u32 = made.iter().map(|(_, _, excess)| excess).sum();
        if promoted <= lost {
            return None;
        }
        let words: Vec<_> =
            made.into_iter().map(|(kind, enclosed, excess)| self.words(kind, &enclosed, excess)).collect();
        let (promoted, lost) = (plural(promoted, "promoted piece"), plural(lost, "Pawn"));
        let reason = format!("{name} has at least {promoted} ({}) and has lost {lost}", words.join("; "));
        let clause = self.variant.promotion.iter().find_map(|rule| rule.clause.clone());
        Some(Unreachable { reason, clause })
    }

    /// Promoted pieces of a kind, and where those that started have not left.
    fn words(&self, kind: &Kind, enclosed: &[Square], excess: u32) -> String {
        let names: Vec<_> = enclosed.iter().map(|square| self.variant.labels.square(*square)).collect();
        let count = plural(excess, &kind.entry.name);
        match names.is_empty() {
            true => count,
            false => format!("{count}, since that of {} cannot have moved", names.join(" and ")),
        }
    }
}

impl Array {
    fn numbers(&self) -> [Vec<u32>; 2] {
        self.kinds.each_ref().map(|kinds| kinds.iter().map(|kind| kind.home.len()).collect())
    }
}

impl Kind {
    fn new(
        variant: &Variant,
        start: &Start,
        is_simple: bool,
        piece: Piece,
        entry: &'static PieceEntry,
    ) -> Self {
        let castles = variant.castling.is_some_and(|rule| [rule.king, rule.rook].contains(&entry.kind));
        let may_be_enclosed = is_simple && !castles;
        let shade = |wanted: u8| {
            let squares = start.shape.squares();
            squares.filter(move |square| (square.file() + square.rank()) % 2 == wanted).collect::<SquareSet>()
        };
        let is_even = |leg: &Leg| leg.steps.iter().all(|step| (step.files + step.ranks) % 2 == 0);
        let parts = match may_be_enclosed && all_legs(&entry.program, &is_even) {
            true => vec![shade(0), shade(1)],
            false => vec![shade(0) | shade(1)],
        };
        let home = start.squares_of(piece);
        let goes_forward = |leg: &Leg| leg.steps.iter().all(|step| step.ranks > 0);
        let rank = |square: &Square| match piece.color {
            Color::White => square.rank(),
            Color::Black => start.shape.ranks() - 1 - square.rank(),
        };
        let first = home.into_iter().map(|square| rank(&square)).min();
        let is_of_pawns =
            entry.pawn.is_some() && !entry.program.is_empty() && all_legs(&entry.program, &goes_forward);
        let held = home.into_iter().filter(|square| is_of_pawns && Some(rank(square)) == first).collect();
        Self { entry, piece, home, parts, may_be_enclosed, held }
    }

    /// The pieces that only promotions can have made, for each part of the board to which the kind keeps: those in excess of the ones that
    /// started and may have left their squares. With the squares that these cannot have left.
    fn promoted(
        &self,
        here: SquareSet,
        is_enclosed: &dyn Fn(&Self, &Square) -> bool,
    ) -> Vec<(&Self, Vec<Square>, u32)> {
        if self.entry.pawn.is_some() {
            return Vec::new();
        }
        let of_part = |part: &SquareSet| {
            let (here, home) = (here & *part, self.home & *part);
            let enclosed: Vec<_> =
                (home - here).into_iter().filter(|square| is_enclosed(self, square)).collect();
            let may_have_left = home.len() - enclosed.len() as u32;
            let excess = here.len().saturating_sub(may_have_left);
            (excess > 0).then_some((self, enclosed, excess))
        };
        self.parts.iter().filter_map(of_part).collect()
    }

    /// Whether a piece that starts on a square cannot have left it, because Pawns that have not moved are on every square to which it would
    /// go first.
    fn is_enclosed(&self, position: &Position, square: Square, held: SquareSet) -> bool {
        self.may_be_enclosed
            && self.entry.program.iter().all(|leg| {
                let enters =
                    [leg.through, leg.end, leg.corner].iter().any(|contents| contents.has(Content::Friend));
                let is_held = |step: &Step| {
                    let ranks = if self.piece.color == Color::White { step.ranks } else { -step.ranks };
                    let next = position.shape.step(square, Step::new(step.files, ranks));
                    *step != Step::new(0, 0) && next.is_none_or(|next| held.contains(next))
                };
                !enters && leg.least > 0 && !leg.same && leg.steps.iter().all(is_held)
            })
    }
}
