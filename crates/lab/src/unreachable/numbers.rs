//! Proofs from the numbers of pieces: a side has more than it starts with, or more promoted ones than it has lost Pawns.

use super::{Unreachable, all_legs, moves_are_simple};
use vperft::inner::game::board::{Square, SquareSet, Step};
use vperft::inner::game::paths::{Content, Leg};
use vperft::inner::game::position::Position;
use vperft::inner::game::variant::{Color, Piece, PieceEntry, Start, Variant};
use vperft::inner::support::plural::plural;

/// Why no game can reach a position, as far as the numbers of its pieces show.
pub(super) fn disproof(variant: &Variant, position: &Position) -> Option<Unreachable> {
    let starts: Vec<_> = variant.starts.iter().filter(|start| start.shape == position.shape).collect();
    // A side may begin with other pieces, or get some from elsewhere.
    let [start, others @ ..] = &starts[..] else { return None };
    let numbers = |start: &Start| {
        let count = |piece| start.squares_of(piece).len();
        let kinds = variant.pieces.iter().map(|entry| entry.kind);
        kinds.map(|kind| Color::BOTH.map(|color| count(Piece::new(color, kind)))).collect::<Vec<_>>()
    };
    if others.iter().any(|other| numbers(other) != numbers(start)) {
        return None;
    }
    Color::BOTH.into_iter().find_map(|color| Side { variant, start, position, color }.disproof())
}

/// The pieces of a side, and those with which it starts.
struct Side<'p> {
    variant: &'p Variant,
    start: &'p Start,
    position: &'p Position,
    color: Color,
}

impl Side<'_> {
    fn disproof(&self) -> Option<Unreachable> {
        let name = self.color.name();
        let [pawns, first_pawns] = self.total(&|entry| entry.pawn.is_some());
        let [all, first] = self.total(&|_| true);
        let of_promotion = |reason: String| {
            let mut rules = self.variant.promotion.iter();
            let clause = rules.find_map(|rule| rule.clause.clone());
            Some(Unreachable { reason, clause })
        };
        let of_start = |reason: String| Some(Unreachable { reason, clause: None });
        if pawns > first_pawns && self.pawns_alone_promote() {
            return of_start(format!("{name} has {pawns} Pawns and starts with {first_pawns}"));
        }
        if all > first {
            return of_start(format!("{name} has {all} pieces and starts with {first}"));
        }
        let lost = first_pawns.checked_sub(pawns).filter(|_| self.pawns_alone_promote())?;
        let made: Vec<_> = self.variant.pieces.iter().flat_map(|entry| self.promoted(entry)).collect();
        let promoted = made.iter().map(|(count, _)| count).sum::<usize>();
        let words: Vec<_> = made.into_iter().map(|(_, words)| words).collect();
        let reason = || {
            let (promoted, lost) = (plural(promoted, "promoted piece"), plural(lost, "Pawn"));
            format!("{name} has at least {promoted} ({}) and has lost {lost}", words.join("; "))
        };
        (promoted > lost).then(reason).and_then(of_promotion)
    }

    /// The number of pieces of some kinds, now and at the start.
    fn total(&self, is_one: &dyn Fn(&PieceEntry) -> bool) -> [usize; 2] {
        let pieces = self.variant.pieces.iter().filter(|entry| is_one(entry));
        let counts = pieces
            .map(|entry| Piece::new(self.color, entry.kind))
            .map(|piece| [self.position.count(piece), self.start.squares_of(piece).len() as usize]);
        counts.fold([0; 2], |all, one| [all[0] + one[0], all[1] + one[1]])
    }

    /// Whether nothing but a Pawn becomes another piece, and no Pawn is made.
    fn pawns_alone_promote(&self) -> bool {
        let is_pawn = |kind| self.variant.is_pawn(kind);
        self.variant.pieces.iter().all(|entry| entry.succeeds.is_none())
            && self
                .variant
                .promotion
                .iter()
                .all(|rule| is_pawn(rule.piece) && !rule.to.iter().any(|kind| is_pawn(*kind)))
    }

    /// The pieces of a kind that only promotions can have made, on squares of each colour if the kind keeps to it: those in excess of the
    /// ones that started and may have left their squares. In words, too.
    fn promoted(&self, entry: &PieceEntry) -> Vec<(usize, String)> {
        if entry.pawn.is_some() {
            return Vec::new();
        }
        let piece = Piece::new(self.color, entry.kind);
        let (here, first) =
            (self.position.squares_of(piece).collect::<SquareSet>(), self.start.squares_of(piece));
        let shade = |wanted: u8| {
            let squares = self.position.shape.squares();
            squares.filter(move |square| (square.file() + square.rank()) % 2 == wanted).collect::<SquareSet>()
        };
        let parts = match self.keeps_its_shade(entry) {
            true => vec![shade(0), shade(1)],
            false => vec![shade(0) | shade(1)],
        };
        let of_part = |part: SquareSet| {
            let is_enclosed = |square: &Square| {
                self.position.piece(*square) != Some(piece) && self.is_enclosed(piece, *square)
            };
            let enclosed: Vec<_> = (first & part).into_iter().filter(is_enclosed).collect();
            let may_have_left = (first & part).len() as usize - enclosed.len();
            let excess = ((here & part).len() as usize).saturating_sub(may_have_left);
            let names: Vec<_> = enclosed.iter().map(|square| self.variant.labels.square(*square)).collect();
            let count = plural(excess, &entry.name);
            let words = match names.is_empty() {
                true => count,
                false => format!("{count}, since that of {} cannot have moved", names.join(" and ")),
            };
            (excess > 0).then_some((excess, words))
        };
        parts.into_iter().filter_map(of_part).collect()
    }

    /// Whether the moves of a kind all end on squares of the colour on which they begin.
    fn keeps_its_shade(&self, entry: &PieceEntry) -> bool {
        let castles = self.variant.castling.is_some_and(|rule| [rule.king, rule.rook].contains(&entry.kind));
        let is_even = |leg: &Leg| leg.steps.iter().all(|step| (step.files + step.ranks) % 2 == 0);
        !castles && moves_are_simple(self.variant) && all_legs(&entry.program, &is_even)
    }

    /// Whether the piece that starts on a square cannot have left it, because Pawns that have not moved are on every square to which it
    /// would go first.
    fn is_enclosed(&self, piece: Piece, square: Square) -> bool {
        let castles = self.variant.castling.is_some_and(|rule| [rule.king, rule.rook].contains(&piece.kind));
        let Some(entry) = self.variant.entry(piece.kind) else { return false };
        if castles || self.is_of_other_array() || !moves_are_simple(self.variant) {
            return false;
        }
        let held = self.unmoved_pawns();
        entry.program.iter().all(|leg| {
            let enters =
                [leg.through, leg.end, leg.corner].iter().any(|contents| contents.has(Content::Friend));
            let is_held = |step: &Step| {
                let ranks = if self.color == Color::White { step.ranks } else { -step.ranks };
                let next = self.position.shape.step(square, Step::new(step.files, ranks));
                *step != Step::new(0, 0) && next.is_none_or(|next| held.contains(next))
            };
            !enters && leg.least > 0 && !leg.same && leg.steps.iter().all(is_held)
        })
    }

    /// Whether a piece has an initial right elsewhere than where such a piece starts: the game began with another array.
    fn is_of_other_array(&self) -> bool {
        let unmoved = self.position.unmoved.into_iter();
        unmoved.into_iter().any(|square| self.start.piece(square) != self.position.piece(square))
    }

    /// The squares of the Pawns that cannot have moved: they are where such a Pawn starts, on the first such rank, and Pawns only go
    /// forward.
    fn unmoved_pawns(&self) -> SquareSet {
        let goes_forward = |leg: &Leg| leg.steps.iter().all(|step| step.ranks > 0);
        let pawns = self.variant.pieces.iter().filter(|entry| entry.pawn.is_some());
        let forward =
            pawns.filter(|entry| !entry.program.is_empty() && all_legs(&entry.program, &goes_forward));
        let of_kind = |entry: &PieceEntry| {
            let pawn = Piece::new(self.color, entry.kind);
            let starts = self.start.squares_of(pawn);
            let rank = |square: &Square| self.position.rank_for(self.color, *square);
            let first = starts.into_iter().map(|square| rank(&square)).min();
            let is_held = move |square: &Square| {
                Some(rank(square)) == first && self.position.piece(*square) == Some(pawn)
            };
            starts.into_iter().filter(is_held).collect::<SquareSet>()
        };
        forward.map(of_kind).fold(SquareSet::EMPTY, |all, one| all | one)
    }
}
