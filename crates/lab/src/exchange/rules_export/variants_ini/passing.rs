//! Double steps and captures en passant: regions and kinds of the whole variant.

use super::super::game::Game;
use super::super::promotion::Rule;
use super::super::refusals::Refusals;
use super::{Section, letters, region};
use vperft::inner::game::board::{Square, SquareSet, Step};
use vperft::inner::game::paths::Program;
use vperft::inner::game::variant::{Color, Piece, PieceEntry, PieceType};

/// The kinds with a double step, and those that capture en passant.
#[derive(Default)]
pub struct Passing {
    /// The double steps.
    pub doubles: Vec<Double>,
    /// The kinds that capture en passant, and the squares to which White and Black do so.
    pub captures: Vec<(PieceType, [SquareSet; 2])>,
    /// The kind that is the predefined Pawn.
    pub pawn: Option<PieceType>,
}

/// The double step of a kind.
pub struct Double {
    pub kind: PieceType,
    /// The squares from which White and Black make it.
    pub from: [SquareSet; 2],
    /// Whether it can be captured en passant.
    pub passes: bool,
}

impl Passing {
    /// Writes the regions and kinds.
    pub fn write(&self, game: &Game, section: &mut Section, refusals: &mut Refusals) {
        let Some(first) = self.doubles.first() else {
            section.set("doubleStep", false);
            section.set("enPassantTypes", "-");
            return;
        };
        section.set("doubleStep", true);
        by_side(game, section, "doubleStepRegion", first.from);
        let is_like = |double: &Double| (double.from, double.passes) == (first.from, first.passes);
        let has_pawn = |kinds: &[PieceType]| self.pawn.is_none_or(|pawn| kinds.contains(&pawn));
        let stepping: Vec<PieceType> = self.doubles.iter().map(|double| double.kind).collect();
        if !self.doubles.iter().all(is_like) || !has_pawn(&stepping) {
            let problem =
                "differ between kinds; the format has one region and one rule, also for its predefined Pawn";
            refusals.field("pieces", format_args!("double steps that {problem}"));
        }
        let captures = if first.passes { &self.captures[..] } else { &[] };
        let meets = |rule: &Rule, squares: [SquareSet; 2]| {
            let is_passed = |color: Color, square| {
                let from = game.shape().step(square, Step::new(0, color.forward()));
                from.is_some_and(|from| {
                    first.from[!color as usize].contains(from) && self.may_be_on(game, !color, from)
                })
            };
            let is_common = |color: Color| {
                let mut on = rule.on[color as usize].into_iter();
                on.any(|square| squares[color as usize].contains(square) && is_passed(color, square))
            };
            rule.leaving || Color::BOTH.into_iter().any(is_common)
        };
        let promotes =
            |rule: &&Rule| captures.iter().any(|(kind, on)| *kind == rule.kind && meets(rule, *on));
        if let Some(rule) = game.promotion.iter().find(promotes) {
            let name = rule.kind.name();
            refusals.field(
                "promotion",
                format_args!("`{name}` promotes by captures en passant too; in the format none does"),
            );
        }
        let kinds: Vec<PieceType> = captures.iter().map(|(kind, _)| *kind).collect();
        section.set("enPassantTypes", letters(game, &kinds));
        // The predefined Pawn captures en passant whatever its types are.
        let Some((_, squares)) = captures.first() else {
            section.set("enPassantRegion", "-");
            return;
        };
        let is_one = captures.iter().all(|(_, other)| other == squares);
        if !is_one || !has_pawn(&kinds) {
            let problem =
                "that differ between kinds; the format has one region, also for its predefined Pawn";
            refusals.field("en_passant", format_args!("captures {problem}"));
        }
        let all: SquareSet = game.shape().squares().collect();
        if *squares != [all; 2] {
            by_side(game, section, "enPassantRegion", *squares);
        }
    }

    /// Whether a piece with a double step may be on a square: not if all begin beyond it and only go forward.
    fn may_be_on(&self, game: &Game, color: Color, square: Square) -> bool {
        let ahead = |one: Square| (one.rank() as i8 - square.rank() as i8) * color.forward() > 0;
        self.doubles.iter().any(|double| {
            let starts = game.start.squares_of(Piece::new(color, double.kind));
            let is_forward = |(entry, program): &(&PieceEntry, Program)| {
                entry.kind == double.kind && game.goes_forward_only(double.kind, program)
            };
            !(game.kinds.iter().any(is_forward) && starts.into_iter().all(ahead))
        })
    }
}

fn by_side(game: &Game, section: &mut Section, key: &str, squares: [SquareSet; 2]) {
    for (color, squares) in Color::BOTH.into_iter().zip(squares) {
        section.set(&format!("{key}{}", color.name()), region(game.shape(), squares));
    }
}
