//! Proofs from the numbers of pieces: a side has more than it starts with, or more promoted ones than it has lost Pawns.

use super::{Unreachable, all_legs};
use vperft::inner::game::board::{Shape, Square, SquareSet, Step};
use vperft::inner::game::drawing::is_dark;
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
    /// The start squares that such a piece leaves by one of a few squares alone, with these.
    exits: Vec<(Square, SquareSet)>,
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
        let mut arrays: Vec<Array> = Vec::new();
        let mut unequal = Vec::new();
        for one in variant.starts.iter().map(array) {
            match arrays.iter().find(|other| other.start.shape == one.start.shape) {
                // A side may begin with other pieces.
                Some(other) if other.numbers() != one.numbers() => unequal.push(one.start.shape),
                Some(_) => {}
                None => arrays.push(one),
            }
        }
        arrays.retain(|array| !unequal.contains(&array.start.shape));
        Self { variant, arrays, pawns_alone_promote }
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
        // A right elsewhere shows that the game began with another array.
        let is_of_array =
            position.unmoved.into_iter().all(|square| array.start.piece(square) == position.piece(square));
        let enclosed = |kind: &Kind| if is_of_array { kind.enclosed(held) } else { SquareSet::EMPTY };
        let made: Vec<_> =
            kinds.iter().zip(&here).flat_map(|(kind, here)| kind.promoted(*here, enclosed(kind))).collect();
        let promoted: u32 = made.iter().map(|(_, _, excess)| excess).sum();
        if promoted <= lost {
            return None;
        }
        let words: Vec<_> =
            made.into_iter().map(|(kind, enclosed, excess)| self.words(kind, enclosed, excess)).collect();
        let (promoted, lost) = (plural(promoted, "promoted piece"), plural(lost, "Pawn"));
        let reason = format!("{name} has at least {promoted} ({}) and has lost {lost}", words.join("; "));
        let clause = self.variant.promotion.iter().find_map(|rule| rule.clause.clone());
        Some(Unreachable { reason, clause })
    }

    /// Promoted pieces of a kind, and where those that started have not left.
    fn words(&self, kind: &Kind, enclosed: SquareSet, excess: u32) -> String {
        let names: Vec<_> = enclosed.into_iter().map(|square| self.variant.labels.square(square)).collect();
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
        let is_moved_alone = is_simple && !castles;
        let all: SquareSet = start.shape.squares().collect();
        let dark: SquareSet = all.into_iter().filter(|square| is_dark(*square)).collect();
        let is_even = |leg: &Leg| leg.steps.iter().all(|step| (step.files + step.ranks) % 2 == 0);
        let parts = match is_moved_alone && all_legs(&entry.program, &is_even) {
            true => vec![dark, all - dark],
            false => vec![all],
        };
        let home = start.squares_of(piece);
        let goes_forward = |leg: &Leg| leg.steps.iter().all(|step| step.ranks > 0);
        let rank = |square: &Square| piece.color.rank_on(start.shape, square.rank());
        let first = home.into_iter().map(|square| rank(&square)).min();
        let is_of_pawns =
            entry.pawn.is_some() && !entry.program.is_empty() && all_legs(&entry.program, &goes_forward);
        let held = home.into_iter().filter(|square| is_of_pawns && Some(rank(square)) == first).collect();
        let starts = home.into_iter().filter(|_| is_moved_alone);
        let exits = starts
            .filter_map(|square| Some((square, exits(&entry.program, piece.color, start.shape, square)?)))
            .collect();
        Self { entry, piece, home, parts, exits, held }
    }

    /// The start squares that such a piece cannot have left, because Pawns that have not moved are on every square to which it would go first.
    fn enclosed(&self, held: SquareSet) -> SquareSet {
        self.exits.iter().filter(|(_, exits)| (*exits - held).is_empty()).map(|(square, _)| *square).collect()
    }

    /// The pieces that only promotions can have made, for each part of the board to which the kind keeps: those in excess of the ones that
    /// started and may have left their squares. With the squares that these cannot have left.
    fn promoted(&self, here: SquareSet, enclosed: SquareSet) -> Vec<(&Self, SquareSet, u32)> {
        if self.entry.pawn.is_some() {
            return Vec::new();
        }
        let of_part = |part: &SquareSet| {
            let (here, home) = (here & *part, self.home & *part);
            let enclosed = (home & enclosed) - here;
            let excess = here.len().saturating_sub((home - enclosed).len());
            (excess > 0).then_some((self, enclosed, excess))
        };
        self.parts.iter().filter_map(of_part).collect()
    }
}

/// The squares to which a piece on a square goes first. `None` if it may stay, or go through or to a piece of its own side.
fn exits(program: &[Leg], color: Color, shape: Shape, square: Square) -> Option<SquareSet> {
    let leaves = |leg: &Leg| {
        let enters = [leg.through, leg.end, leg.corner].iter().any(|contents| contents.has(Content::Friend));
        !enters && leg.least > 0 && !leg.same && !leg.steps.contains(&Step::new(0, 0))
    };
    let steps = program.iter().flat_map(|leg| &leg.steps);
    let next = |step: &Step| shape.step(square, Step::new(step.files, step.ranks * color.forward()));
    program.iter().all(leaves).then(|| steps.filter_map(next).collect())
}
