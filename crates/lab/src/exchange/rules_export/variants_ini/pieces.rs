//! The pieces of a section: predefined names, or notation.

use super::super::candidates::candidates;
use super::super::game::Game;
use super::super::proof::Comparison;
use super::super::refusals::Refusals;
use super::passing::{Double, Passing};
use super::predefined::{DOUBLE, IMMOBILE, SOLDIER, predefined};
use super::ranges::are_joined;
use super::royal::Royals;
use super::split::Split;
use super::{promotion, region, sides};
use vperft::inner::game::betza::{Dialect, MAX_CUSTOM, NAMED_PAWN, compile};
use vperft::inner::game::board::{Square, SquareSet, Step};
use vperft::inner::game::paths::{Area, Content, Leg, Program};
use vperft::inner::game::variant::{Color, Piece, PieceEntry, PieceType};

/// The pieces of a section, and what their moves say as settings of the variant.
#[derive(Default)]
pub struct Pieces {
    /// The keys and values, in the order of the kinds.
    pub lines: Vec<(String, String)>,
    /// Double steps and captures en passant.
    pub passing: Passing,
    /// Whether royal pieces capture each other along lines.
    pub flying: bool,
    /// The rank from which the predefined Soldier moves sideways, from 1.
    pub soldier_rank: Option<u8>,
    /// The kind that is the predefined Rook.
    pub rook: Option<PieceType>,
    names: Vec<&'static str>,
    customs: usize,
}

impl Pieces {
    /// The pieces of a variant.
    pub fn from_game(game: &Game, royals: &Royals, refusals: &mut Refusals) -> Self {
        let mut pieces = Self::default();
        for (entry, program) in &game.kinds {
            if let Err(problem) = pieces.add(game, royals, entry, program) {
                refusals.kind(entry, problem);
            }
        }
        if pieces.customs > MAX_CUSTOM {
            let problem =
                format!("{} that are not predefined; the format has at most {MAX_CUSTOM}", pieces.customs);
            refusals.field("pieces", problem);
        }
        pieces
    }

    /// Adds a kind.
    fn add(
        &mut self,
        game: &Game,
        royals: &Royals,
        entry: &PieceEntry,
        program: &[Leg],
    ) -> Result<(), String> {
        let program = sides::common(game, entry, program)?;
        let split = Split::from_program(game, entry, &program)?;
        let confined = |color| split.within.as_ref().map(|areas| game.squares(color, entry.kind, areas));
        let within = Color::BOTH.map(confined);
        let kind = Kind { game, entry, split: &split, within };
        let is_king = royals.king == Some(entry.kind);
        if !split.flying.is_empty() && !is_king {
            return Err("captures its like along lines, and is not the King (`flyingGeneral`)".into());
        }
        self.flying |= kind.flying()?;
        let may_be_pawn = self.is_free("pawn") && promotion::may_be_pawn(game, entry.kind);
        let passes = !(split.doubles.is_empty() && split.passed.is_empty());
        let letter = entry.label.to_lowercase();
        let (name, value) = if entry.immobile {
            let name = if self.is_free(IMMOBILE) { self.take(IMMOBILE) } else { self.custom() };
            let value = if name == IMMOBILE { letter } else { letter + ":" };
            (name, value)
        } else if is_king {
            kind.no_passing("is the King")?;
            ("king".to_owned(), if kind.is("K") { letter } else { format!("{letter}:{}", kind.text()?) })
        } else if may_be_pawn && !split.plain.is_empty() && kind.is(NAMED_PAWN) {
            self.passing.pawn = Some(entry.kind);
            kind.pass(NAMED_PAWN, &mut self.passing)?;
            (self.take("pawn"), letter)
        } else if let Some(rank) = kind.soldier().filter(|_| self.is_free("soldier") && !passes) {
            self.soldier_rank = Some(rank);
            (self.take("soldier"), letter)
        } else {
            let known = |(name, text): &(&str, &str)| !passes && self.is_free(name) && kind.is(text);
            match predefined().find(known) {
                Some((name, _)) => {
                    self.rook = if name == "rook" { Some(entry.kind) } else { self.rook };
                    (self.take(name), letter)
                }
                None => {
                    let text = kind.text()?;
                    kind.pass(&text, &mut self.passing)?;
                    let double = if split.doubles.is_empty() { "" } else { DOUBLE };
                    (self.custom(), format!("{letter}:{text}{double}"))
                }
            }
        };
        let capitalised = name[..1].to_uppercase() + &name[1..];
        self.lines.push((name.clone(), value));
        for (color, squares) in Color::BOTH.into_iter().zip(within) {
            let Some(squares) = squares else { continue };
            let passed = self.passing.captures.iter().find(|(kind, _)| *kind == entry.kind);
            let goes_beyond = |on: &SquareSet| on.into_iter().any(|square| !squares.contains(square));
            if name != "pawn" && passed.is_some_and(|(_, on)| goes_beyond(&on[color as usize])) {
                return Err("captures en passant beyond the area to which it is confined".into());
            }
            let key = format!("mobilityRegion{}{capitalised}", color.name());
            self.lines.push((key, region(game.shape(), squares)));
        }
        Ok(())
    }

    fn is_free(&self, name: &str) -> bool {
        !self.names.contains(&name)
    }

    /// The name of the next custom piece.
    fn custom(&mut self) -> String {
        self.customs += 1;
        format!("customPiece{}", self.customs)
    }

    fn take(&mut self, name: &'static str) -> String {
        self.names.push(name);
        name.into()
    }
}

/// A kind whose moves are compared with texts.
struct Kind<'a> {
    game: &'a Game,
    entry: &'a PieceEntry,
    split: &'a Split,
    /// The squares on which a piece of each side stays.
    within: [Option<SquareSet>; 2],
}

impl Kind<'_> {
    /// Whether the plain moves are those of a text of the dialect.
    fn is(&self, text: &str) -> bool {
        self.are(&self.split.plain, text)
    }

    fn are(&self, program: &[Leg], text: &str) -> bool {
        compile(text, Dialect::FairyStockfish).is_ok_and(|compiled| self.is_same(program, &compiled.program))
    }

    /// Whether the moves are the same for each side that has such pieces, within its area.
    fn is_same(&self, program: &[Leg], other: &[Leg]) -> bool {
        if self.within == [None, None] {
            return self.compare(None, None, program, other);
        }
        let has = |color: &Color| self.game.can_have(*color, self.entry.kind);
        Color::BOTH.into_iter().filter(has).all(|color| {
            let within = self.within[color as usize].map(|squares| self.seen(color, squares));
            let confined: Program = match within {
                None => program.to_vec(),
                Some(squares) => {
                    let areas = self.areas(squares);
                    program.iter().map(|leg| confine(leg, &areas)).collect()
                }
            };
            self.compare(within, self.squares(color), &confined, other)
        })
    }

    fn compare(
        &self,
        within: Option<SquareSet>,
        squares: Option<SquareSet>,
        program: &[Leg],
        other: &[Leg],
    ) -> bool {
        let (game, kind) = (self.game, self.entry.kind);
        Comparison { game, kind, never_returns: false, within, squares }.is_same(program, other)
    }

    /// Squares of a side as White would see them.
    fn seen(&self, color: Color, squares: SquareSet) -> SquareSet {
        match color {
            Color::White => squares,
            Color::Black => squares.into_iter().map(|square| self.game.shape().flipped(square)).collect(),
        }
    }

    /// The areas of squares, one for each.
    fn areas(&self, squares: SquareSet) -> Vec<Area> {
        let names = squares.into_iter().map(|square| self.game.variant.labels.square(square));
        names.map(|name| Area::Rectangle(name.clone(), name)).collect()
    }

    /// The squares where a piece of a side can be, as White would see them: those where it starts, stays and is promoted to.
    fn squares(&self, color: Color) -> Option<SquareSet> {
        let kind = self.entry.kind;
        let start = self.game.start.squares_of(Piece::new(color, kind));
        let arrives = self.game.arrivals(color, kind)?;
        self.within[color as usize].map(|within| self.seen(color, within | start | arrives))
    }

    /// The text of the plain moves.
    fn text(&self) -> Result<String, String> {
        let plain = &self.split.plain;
        if plain.is_empty() {
            return Err("has no moves but those of special rules".into());
        }
        if plain.iter().any(|leg| leg.from.is_some()) {
            return Err("begins some of its moves only on certain squares (`from`)".into());
        }
        let is_whole = self.within == [None, None] && plain.len() == self.entry.program.len();
        let found = candidates(is_whole.then_some(self.entry), plain, Dialect::FairyStockfish);
        // The letters `i` and `e` would change settings of the variant.
        let fits = |text: &&String| {
            !text.contains(['i', 'e'])
                && compile(text, Dialect::FairyStockfish).is_ok_and(|compiled| {
                    !are_joined(&compiled.program) && self.is_same(plain, &compiled.program)
                })
        };
        match found.texts.iter().find(fits) {
            Some(text) => Ok(text.clone()),
            None => {
                let joins = found.texts.iter().any(|text| {
                    compile(text, Dialect::FairyStockfish).is_ok_and(|compiled| are_joined(&compiled.program))
                });
                Err(match joins {
                    true => "moves in one direction with two ranges, which the program joins".into(),
                    false => found.refusal(),
                })
            }
        }
    }

    /// Adds the double steps and captures en passant of this kind, whose other moves are those of the text.
    fn pass(&self, text: &str, passing: &mut Passing) -> Result<(), String> {
        let Split { doubles, passed, passed_within, .. } = self.split;
        let (kind, board) = (self.entry.kind, || self.game.shape().squares().collect::<SquareSet>());
        let squares = |areas: &Option<Vec<Area>>| {
            Color::BOTH
                .map(|color| areas.as_ref().map_or_else(board, |areas| self.game.squares(color, kind, areas)))
        };
        if !passed.is_empty() {
            if !self.are_passed(passed, text) {
                return Err(
                    "captures en passant in other directions than those in which it only captures".into()
                );
            }
            passing.captures.push((kind, squares(passed_within)));
        }
        let Some(first) = doubles.first() else { return Ok(()) };
        if doubles.iter().any(|leg| leg.passes != first.passes) {
            return Err("makes double steps of which only some can be captured en passant".into());
        }
        let all = doubles.iter().map(|leg| squares(&leg.from));
        let from = all.fold([SquareSet::EMPTY; 2], |[white, black], from| [white | from[0], black | from[1]]);
        passing.doubles.push(Double { kind, from, passes: first.passes });
        Ok(())
    }

    /// Whether the captures en passant are those of a piece that moves as the text: wherever it captures but does not go otherwise.
    fn are_passed(&self, passed: &[Leg], text: &str) -> bool {
        let Ok(compiled) = compile(text, Dialect::FairyStockfish) else { return false };
        let ends = |leg: &Leg, content| leg.end.has(content) || !leg.then.is_empty();
        let (quiet, captures): (Program, Program) =
            compiled.program.into_iter().partition(|leg| ends(leg, Content::Empty));
        let is_free = |step: &Step| !quiet.iter().any(|leg| leg.steps.contains(step));
        let unit = |leg: &Leg| leg.most == Some(1) && leg.steps.iter().all(is_free);
        // As captures of pieces that are there, both are compared on all boards.
        let passed: Program =
            passed.iter().map(|leg| Leg { end: Content::Enemy.into(), ..leg.clone() }).collect();
        captures.iter().all(unit) && self.compare(None, None, &passed, &captures)
    }

    /// Refuses double steps and captures en passant.
    fn no_passing(&self, reason: &str) -> Result<(), String> {
        match (self.split.doubles.is_empty(), self.split.passed.is_empty()) {
            (true, true) => Ok(()),
            (false, _) => Err(format!("makes a double step, and {reason}")),
            (true, false) => Err(format!("captures en passant, and {reason}")),
        }
    }

    /// The rank from which a Soldier moves sideways, if this kind is one.
    fn soldier(&self) -> Option<u8> {
        let (rest, sideways): (Vec<Leg>, Vec<Leg>) =
            self.split.plain.iter().cloned().partition(|leg| leg.from.is_none());
        let areas = &sideways.first()?.from;
        let free: Program = sideways.iter().map(|leg| Leg { from: None, ..leg.clone() }).collect();
        let [whole, forward] = SOLDIER;
        let all: Program = rest.iter().cloned().chain(free).collect();
        let is_one_area = sideways.iter().all(|leg| leg.from == *areas);
        if !is_one_area || rest.is_empty() || !self.are(&rest, forward) || !self.are(&all, whole) {
            return None;
        }
        let ranks = self.game.shape().ranks();
        let squares = |color| self.game.squares(color, self.entry.kind, areas.as_deref().unwrap_or_default());
        let [white, black] = Color::BOTH.map(squares);
        let board = || self.game.shape().squares();
        (1..ranks)
            .find(|first| {
                white == board().filter(|square| square.rank() >= *first).collect()
                    && black == board().filter(|square| square.rank() < ranks - first).collect()
            })
            .map(|first| first + 1)
    }

    /// Whether pieces of this royal kind capture each other along files and ranks, as `flyingGeneral` says.
    fn flying(&self) -> Result<bool, String> {
        let flying = &self.split.flying;
        if flying.is_empty() {
            return Ok(false);
        }
        let has = |files, ranks| flying.iter().any(|leg| leg.steps.contains(&Step::new(files, ranks)));
        let are_lines =
            flying.iter().flat_map(|leg| &leg.steps).all(|step| step.files == 0 || step.ranks == 0);
        let is_unit =
            flying.iter().flat_map(|leg| &leg.steps).all(|step| (step.files + step.ranks).abs() == 1);
        // If each side stays on its own ranks, they only ever meet along a file, with White below.
        let [white, black] = Color::BOTH.map(|color| {
            let start = self.game.start.squares_of(Piece::new(color, self.entry.kind));
            self.within[color as usize].map(|squares| squares | start)
        });
        let top = white.and_then(|squares| squares.into_iter().map(Square::rank).max());
        let bottom = black.and_then(|squares| squares.into_iter().map(Square::rank).min());
        let is_apart = top.zip(bottom).is_some_and(|(top, bottom)| top < bottom);
        let is_everywhere = has(0, 1) && has(0, -1) && has(1, 0) && has(-1, 0);
        if are_lines && is_unit && (is_everywhere || (is_apart && has(0, 1))) {
            return Ok(true);
        }
        Err("captures its like along lines other than all files and ranks (`flyingGeneral`)".into())
    }
}

/// A leg and those after it, confined to areas.
fn confine(leg: &Leg, areas: &[Area]) -> Leg {
    let then = leg.then.iter().map(|next| confine(next, areas)).collect();
    Leg { within: Some(areas.to_vec()), then, ..leg.clone() }
}
