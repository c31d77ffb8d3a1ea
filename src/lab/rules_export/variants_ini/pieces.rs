//! The pieces of a section: predefined names, or notation.

use super::super::candidates::candidates;
use super::super::game::Game;
use super::super::proof::Comparison;
use super::super::refusals::Refusals;
use super::predefined::{MAX_CUSTOM, PAWN, PAWN_PASSED, PREDEFINED, SOLDIER};
use super::ranges::are_joined;
use super::region;
use super::split::Split;
use crate::game::betza::{Dialect, compile};
use crate::game::board::{Square, SquareSet, Step};
use crate::game::paths::{Leg, Program};
use crate::game::variant::{Color, Piece, PieceEntry, PieceType};

/// The pieces of a section, and what their moves say as settings of the variant.
#[derive(Default)]
pub struct Pieces {
    /// The keys and values, in the order of the kinds.
    pub lines: Vec<(String, String)>,
    /// The double step of the kind that is the predefined Pawn.
    pub double_step: Option<DoubleStep>,
    /// Whether royal pieces capture each other along lines.
    pub flying: bool,
    /// The rank from which the predefined Soldier moves sideways, from 1.
    pub soldier_rank: Option<u8>,
    /// The kind that is the predefined Rook.
    pub rook: Option<PieceType>,
    names: Vec<&'static str>,
    customs: usize,
}

/// The double step of a Pawn.
pub struct DoubleStep {
    /// The kind.
    pub kind: PieceType,
    /// The squares from which White and Black make it.
    pub from: [SquareSet; 2],
    /// Whether it can be captured en passant.
    pub is_passed: bool,
}

impl Pieces {
    /// The pieces of a variant.
    pub fn read(game: &Game, refusals: &mut Refusals) -> Self {
        let mut pieces = Self::default();
        for (entry, program) in &game.kinds {
            if let Err(problem) = pieces.add(game, entry, program) {
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
    fn add(&mut self, game: &Game, entry: &PieceEntry, program: &[Leg]) -> Result<(), String> {
        let split = Split::of(game, entry, program)?;
        let confined = |color| split.within.as_ref().map(|areas| game.squares(color, entry.kind, areas));
        let within = Color::BOTH.map(confined);
        let kind = Kind { game, entry, split: &split, within: within[0] };
        self.flying |= kind.flying(within)?;
        let letter = entry.label.to_lowercase();
        let (name, value) = if entry.royal {
            kind.no_pawn()?;
            ("king".to_owned(), if kind.is("K") { letter } else { format!("{letter}:{}", kind.text()?) })
        } else if let Some(double) = kind.pawn(self.is_free("pawn"))? {
            self.double_step = double;
            (self.take("pawn"), letter)
        } else if let Some(rank) = kind.soldier().filter(|_| self.is_free("soldier")) {
            self.soldier_rank = Some(rank);
            (self.take("soldier"), letter)
        } else {
            kind.no_pawn()?;
            match PREDEFINED.into_iter().find(|(name, text)| self.is_free(name) && kind.is(text)) {
                Some((name, _)) => {
                    self.rook = if name == "rook" { Some(entry.kind) } else { self.rook };
                    (self.take(name), letter)
                }
                None => {
                    let text = kind.text()?;
                    self.customs += 1;
                    (format!("customPiece{}", self.customs), format!("{letter}:{text}"))
                }
            }
        };
        let capitalised = name[..1].to_uppercase() + &name[1..];
        self.lines.push((name, value));
        for (color, squares) in Color::BOTH.into_iter().zip(within) {
            let Some(squares) = squares else { continue };
            let key = format!("mobilityRegion{}{capitalised}", color.name());
            self.lines.push((key, region(game.shape(), squares)));
        }
        Ok(())
    }

    fn is_free(&self, name: &str) -> bool {
        !self.names.contains(&name)
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
    /// The squares on which a white piece stays.
    within: Option<SquareSet>,
}

impl Kind<'_> {
    /// Whether the plain moves are those of a text of the dialect.
    fn is(&self, text: &str) -> bool {
        self.are(&self.split.plain, text)
    }

    fn are(&self, program: &[Leg], text: &str) -> bool {
        compile(text, Dialect::FairyStockfish).is_ok_and(|compiled| self.is_same(program, &compiled.program))
    }

    fn is_same(&self, program: &[Leg], other: &[Leg]) -> bool {
        let confined: Program = match &self.split.within {
            None => program.to_vec(),
            Some(areas) => program.iter().map(|leg| confine(leg, areas)).collect(),
        };
        let comparison = Comparison {
            game: self.game,
            kind: self.entry.kind,
            never_returns: false,
            within: self.within,
            squares: self.squares(),
        };
        comparison.is_same(&confined, other)
    }

    /// The squares where such a piece can be: those where it starts and stays, unless another piece can become one.
    fn squares(&self) -> Option<SquareSet> {
        let kind = self.entry.kind;
        let becomes = self.game.promotion.as_ref().is_some_and(|promotion| promotion.to.contains(&kind));
        let start = self.game.start.squares_of(Piece::new(Color::White, kind));
        self.within.filter(|_| !becomes).map(|within| within | start)
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
        let is_whole = self.split.within.is_none() && plain.len() == self.entry.program.len();
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

    /// The double step if this kind is the predefined Pawn. `None` if it is another piece.
    fn pawn(&self, is_free: bool) -> Result<Option<Option<DoubleStep>>, String> {
        let Split { plain, doubles, passed, .. } = self.split;
        let is_pawn = is_free && !plain.is_empty() && self.is(PAWN);
        if !is_pawn {
            return Ok(None);
        }
        if !passed.is_empty() && !self.are_passed(passed) {
            return Err("captures en passant in other directions than a Pawn".into());
        }
        let Some(first) = doubles.first() else { return Ok(Some(None)) };
        if doubles.iter().any(|leg| leg.passes != first.passes) {
            return Err("makes double steps of which only some can be captured en passant".into());
        }
        let from = Color::BOTH.map(|color| {
            let squares = |leg: &Leg| match &leg.from {
                Some(areas) => self.game.squares(color, self.entry.kind, areas),
                None => self.game.shape().squares().collect(),
            };
            doubles.iter().map(squares).fold(SquareSet::EMPTY, |all, squares| all | squares)
        });
        let is_passed = first.passes && !passed.is_empty();
        Ok(Some(Some(DoubleStep { kind: self.entry.kind, from, is_passed })))
    }

    /// Whether the captures en passant are those of a Pawn: the dialect has no letter for them.
    fn are_passed(&self, passed: &[Leg]) -> bool {
        compile(PAWN_PASSED, Dialect::XBetza).is_ok_and(|compiled| self.is_same(passed, &compiled.program))
    }

    /// Refuses double steps and captures en passant of a kind that is not the predefined Pawn.
    fn no_pawn(&self) -> Result<(), String> {
        let what = match (self.split.doubles.is_empty(), self.split.passed.is_empty()) {
            (true, true) => return Ok(()),
            (false, _) => "makes a double step",
            (true, false) => "captures en passant",
        };
        let reason = self.text().err().map(|problem| format!(": it {problem}")).unwrap_or_default();
        Err(format!("{what}, but does not move as the predefined Pawn{reason}"))
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
    fn flying(&self, within: [Option<SquareSet>; 2]) -> Result<bool, String> {
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
            within[color as usize].map(|squares| squares | start)
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
fn confine(leg: &Leg, areas: &[crate::game::paths::Area]) -> Leg {
    let then = leg.then.iter().map(|next| confine(next, areas)).collect();
    Leg { within: Some(areas.to_vec()), then, ..leg.clone() }
}
