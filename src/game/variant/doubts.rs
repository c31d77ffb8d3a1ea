//! Doubtful data of a variant that loads: positions that its rules reach and refuse, and goals that no piece reaches.

use super::data_check::uses;
use super::{Arrival, Color, Goal, Obeys, Piece, PieceEntry, RankName, Variant};
use crate::game::board::{Shape, SquareSet, Step};
use crate::game::paths::{Area, Finish, Leg, Program};
use crate::support::plural::plural;

impl Variant {
    /// Positions that the rules of the data reach and its demands on positions refuse, as sentences. Fuzzing would meet them
    /// without finding an engine at fault.
    #[must_use]
    #[doc(hidden)]
    pub fn doubts(&self) -> Vec<String> {
        let royals = Color::BOTH.into_iter().filter_map(|color| self.optional_royals(color));
        royals.chain(self.pieces.iter().flat_map(|entry| self.stranded(entry))).collect()
    }

    /// Goals that a side never reaches, as sentences.
    #[must_use]
    #[doc(hidden)]
    pub fn unreachable_goals(&self) -> Vec<String> {
        let mut doubts = Vec::new();
        for (index, goal) in self.goals.iter().enumerate() {
            for color in Color::BOTH.into_iter().filter(|color| self.never_reaches(goal, *color)) {
                let pieces = plural(goal.count, "such piece");
                doubts.push(format!("goals[{index}]: {} never has {pieces} there", color.name()));
            }
        }
        doubts
    }

    /// Whether a side has squares of a goal and never enough pieces there. Nothing is in the way of its pieces here. Those that get
    /// elsewhere by other means than steps may be anywhere.
    fn never_reaches(&self, goal: &Goal, color: Color) -> bool {
        let is_sent = |leg: &Leg| matches!(leg.finish, Finish::Swap | Finish::Send);
        let is_elsewhere = |entry: &PieceEntry| {
            entry.code.is_some()
                || entry.succeeds.is_some()
                || entry.program.iter().any(|leg| uses(leg, &is_sent))
        };
        let is_made = |entry: &PieceEntry| {
            let castles = self.castling.iter().any(|own| [own.king, own.rook].contains(&entry.kind));
            castles || self.promotion.iter().any(|rule| rule.to.contains(&entry.kind))
        };
        let counts = |entry: &&PieceEntry| goal.pieces.is_empty() || goal.pieces.contains(&entry.kind);
        let entries: Vec<_> = self.pieces.iter().filter(counts).collect();
        let is_anywhere = self.pieces.iter().any(is_elsewhere) || entries.iter().any(|entry| is_made(entry));
        let mut has_squares = false;
        for start in &self.starts {
            let (mut on, mut reached, mut pieces) = (SquareSet::EMPTY, SquareSet::EMPTY, 0);
            for entry in &entries {
                let piece = Piece::new(color, entry.kind);
                let from = start.squares_of(piece);
                pieces += from.len();
                on = on | self.squares_of(&goal.on.0, start, piece);
                reached = reached | reach(&entry.program, start.shape, from, color);
            }
            let there = on.into_iter().filter(|square| reached.contains(*square)).count();
            if !on.is_empty() && (is_anywhere || there.min(pieces as usize) >= goal.count) {
                return false;
            }
            has_squares |= !on.is_empty();
        }
        has_squares
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

/// The squares to which the steps of a path lead from these.
fn reach(program: &Program, shape: Shape, from: SquareSet, color: Color) -> SquareSet {
    let (mut steps, mut legs) = (Vec::new(), program.iter().collect::<Vec<_>>());
    while let Some(leg) = legs.pop() {
        steps.extend(leg.steps.iter().map(|step| Step::new(step.files, step.ranks * color.forward())));
        legs.extend(&leg.then);
    }
    let (mut reached, mut open) = (from, from.into_iter().collect::<Vec<_>>());
    while let Some(square) = open.pop() {
        for next in steps.iter().filter_map(|step| shape.step(square, *step)) {
            if !reached.contains(next) {
                reached.insert(next);
                open.push(next);
            }
        }
    }
    reached
}

/// Whether a path goes forwards, or backwards, by a step.
fn goes(program: &Program, direction: i8) -> bool {
    program.iter().any(|leg| {
        leg.steps.iter().any(|step| step.ranks.signum() == direction) || goes(&leg.then, direction)
    })
}
