//! Which moves an engine takes for legal that has no command to count.
//!
//! A UCI engine shows them when it searches one ply for as many best lines as it can, or takes one when it may search no other. An
//! XBoard engine refuses each illegal move. Invariant: an engine is asked so only if its answers in the known positions of the variant
//! are right. This module knows no rules: it tries every square that a piece could go to.

use super::backend::Engine;
use super::client::Client;
use super::count::{Counts, Notation};
use super::learn::is_refusal;
use super::played;
use crate::process::AnswerLines;
use std::collections::{BTreeMap, BTreeSet};
use vperft::inner::backend::BackendError;
use vperft::inner::backend::engine_text::notation::{coordinates, fen};
use vperft::inner::game::position::Position;
use vperft::inner::game::variant::{Color, Piece, Variant, VariantId};

/// The name of the setting that asks an engine so. It is not an option of the engine.
pub const PROBE: &str = "probe";

/// The option for the number of best lines, and the most that are asked for. Positions of chess have at most 218 moves.
const LINES: &str = "MultiPV";
const MAX_LINES: usize = 256;

/// A way to find out which moves are legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// The first moves of all best lines of a search, which shows at most this many.
    Lines(usize),
    /// A search that is limited to one move finds that move.
    Searches,
    /// The engine refuses to play it.
    Plays,
}

impl Way {
    fn words(self) -> &'static str {
        match self {
            Self::Lines(_) => "`go depth 1` with the option `MultiPV`",
            Self::Searches => "`go depth 1 searchmoves MOVE`",
            Self::Plays => "playing each move",
        }
    }
}

/// Whether an engine is asked for legal moves, and how once that is known.
#[derive(Clone, Debug, Default)]
pub(super) struct Legality {
    /// Whether it is asked so.
    pub is_asked: bool,
    /// The way of each variant, once that is known.
    pub ways: BTreeMap<VariantId, Result<Way, BackendError>>,
}

impl Engine {
    /// The legal moves of the current position, each with a count of 1.
    ///
    /// # Errors
    /// If the depth is not 1, if the engine cannot be asked so, or does not answer.
    pub(super) fn legal_moves(&mut self, depth: u32) -> Result<Counts, BackendError> {
        if depth > 1 {
            let reason = "an engine that is asked with --probe counts one ply";
            return Err(BackendError::Unsupported(reason.into()));
        }
        let placed = self.placed.clone().ok_or_else(unset)?;
        let way = match self.legality.ways.get(&placed.variant) {
            Some(way) => way.clone()?,
            None => {
                let way = self.prove(placed.variant);
                self.legality.ways.insert(placed.variant, way.clone());
                self.placed = Some(placed);
                self.restore()?;
                way?
            }
        };
        let moves = self.moves_by(way)?;
        let total = moves.len() as u128;
        Ok(Counts { moves: moves.into_iter().map(|text| (text, 1)).collect(), total })
    }

    /// The first way by which the engine answers rightly in all known positions of the variant.
    fn prove(&mut self, variant: VariantId) -> Result<Way, BackendError> {
        let probes = (self.probes)(variant);
        let mut problems = vec!["the engine cannot be asked with --probe".to_owned()];
        if probes.is_empty() {
            problems.push(format!("no positions of {variant} are known that could prove it"));
        }
        for way in self.ways()?.into_iter().filter(|_| !probes.is_empty()) {
            let (mut problem, mut shown) = (None, 0);
            for probe in &probes {
                match self.set_position(variant, &probe.vfen) {
                    Err(BackendError::Unsupported(_)) => continue,
                    set => set?,
                };
                problem = match self.moves_by(way) {
                    Ok(moves) if moves.len() as u128 == probe.count => {
                        shown += 1;
                        continue;
                    }
                    Ok(moves) => Some(format!(
                        "by {} it has {} moves in `{}`; expected {}",
                        way.words(),
                        moves.len(),
                        probe.vfen,
                        probe.count
                    )),
                    Err(error) => Some(format!("by {}: it {error}", way.words())),
                };
                break;
            }
            match problem {
                None if shown > 0 => return Ok(way),
                None => problems.push("it can be set to none of the known positions".into()),
                Some(problem) => problems.push(problem),
            }
        }
        Err(BackendError::Unsupported(problems.join("; ")))
    }

    /// The ways that the protocol has.
    fn ways(&mut self) -> Result<Vec<Way>, BackendError> {
        if self.client()?.plays() {
            return Ok(vec![Way::Plays]);
        }
        let lines = self.client()?.about.offer(LINES).map(|offer| offer.max.unwrap_or(MAX_LINES));
        Ok(lines.map(|most| Way::Lines(most.min(MAX_LINES))).into_iter().chain([Way::Searches]).collect())
    }

    /// The moves of the current position that the engine takes for legal, in coordinates.
    fn moves_by(&mut self, way: Way) -> Result<Vec<String>, BackendError> {
        let position = self.current()?;
        let notation = self.notation(position.variant);
        match way {
            Way::Lines(most) => self.exchange(|client| client.lines(most, notation)),
            Way::Searches => {
                let mut legal = Vec::new();
                for text in candidates(&position).into_iter().flatten() {
                    if self.exchange(|client| client.finds(&text, notation))? {
                        legal.push(text);
                    }
                }
                Ok(legal)
            }
            Way::Plays => {
                let mut legal = Vec::new();
                for of_piece in candidates(&position) {
                    legal.extend(self.exchange(|client| client.played(of_piece, notation))?);
                }
                Ok(legal)
            }
        }
    }

    /// The position that the engine is set to.
    fn current(&self) -> Result<Position, BackendError> {
        let placed = self.placed.as_ref().ok_or_else(unset)?;
        let variant = Variant::get(placed.variant);
        let read = fen::read_fen(variant, &placed.fen);
        let mut position = read.map_err(|error| BackendError::NotAsked(error.to_string()))?;
        for plain in &placed.moves {
            let text = coordinates::text(&position, plain).map_err(BackendError::Protocol)?;
            position = played::after(&position, &text)?;
        }
        Ok(position)
    }
}

/// The error if the engine is set to no position.
fn unset() -> BackendError {
    BackendError::NotAsked("it is set to no position".into())
}

/// The texts of all moves that pieces of the side to move could make, by piece: to any square without a piece of theirs.
fn candidates(position: &Position) -> Vec<Vec<String>> {
    let variant = Variant::get(position.variant);
    let promoted: BTreeSet<_> = variant.promotion.iter().flat_map(|rule| &rule.to).collect();
    let letters: Vec<_> =
        promoted.into_iter().map(|kind| variant.label(Piece::new(Color::Black, *kind))).collect();
    let is_own = |square| position.piece(square).is_some_and(|piece| piece.color == position.turn);
    let squares = || position.shape.squares();
    let of_piece = |from| {
        let mut texts = Vec::new();
        for to in squares().filter(|to| !is_own(*to)) {
            let plain = format!("{}{}", variant.labels.square(from), variant.labels.square(to));
            match coordinates::lacks_promotion(position, &plain) {
                true => texts.extend(letters.iter().map(|letter| format!("{plain}{letter}"))),
                false => texts.push(plain),
            }
        }
        texts
    };
    squares().filter(|square| is_own(*square)).map(of_piece).collect()
}

impl Client {
    /// The first moves of the best lines of a search of one ply.
    fn lines(&mut self, most: usize, notation: Notation) -> Result<Vec<String>, BackendError> {
        self.set(LINES, &most.to_string())?;
        let (lines, best) = self.search("go depth 1")?;
        let first = |line: &String| {
            line.split_once(" pv ").and_then(|(_, pv)| Some(pv.split_whitespace().next()?.to_owned()))
        };
        let moves: BTreeSet<_> = lines.iter().filter_map(first).collect();
        let problem = match best {
            Some(best) if moves.is_empty() => format!("it shows no lines, and `bestmove {best}`"),
            Some(best) if !moves.contains(&best) => format!("`bestmove {best}` is in none of its lines"),
            _ if moves.len() >= most => format!("it shows at most {most} moves"),
            _ => return Ok(moves.into_iter().map(|text| notation.line(&text)).collect()),
        };
        Err(BackendError::Unsupported(problem))
    }

    /// Whether a search that is limited to one move finds it.
    fn finds(&mut self, text: &str, notation: Notation) -> Result<bool, BackendError> {
        let written = notation.written(text);
        Ok(self.search(&format!("go depth 1 searchmoves {written}"))?.1 == Some(written))
    }

    /// Searches, and returns what is printed before the best move, and that move. An engine without a move prints none, or `0000`.
    fn search(&mut self, request: &str) -> Result<(Vec<String>, Option<String>), BackendError> {
        let deadline = self.deadline();
        self.send(request, request, deadline)?;
        let mut answer = AnswerLines::until(deadline);
        let mut lines = Vec::new();
        loop {
            let line = self.line(&mut answer, request)?;
            let Some(best) = line.trim().strip_prefix("bestmove") else {
                lines.push(line);
                continue;
            };
            let best = best.split_whitespace().next().unwrap_or_default();
            let is_move = best != "0000" && best.contains(|c: char| c.is_ascii_digit());
            self.ready(request, deadline)?;
            return Ok((lines, is_move.then(|| best.to_owned())));
        }
    }

    /// Those of these moves that the engine plays. The position is set again after each.
    fn played(&mut self, texts: Vec<String>, notation: Notation) -> Result<Vec<String>, BackendError> {
        let play = |text: &String| {
            Some(format!("{}\n{}", self.protocol.play(&self.about, &notation.written(text))?, self.placed_by))
        };
        let commands = texts.iter().filter_map(play).collect::<Vec<_>>().join("\n");
        let (first, deadline) = (texts.first().map_or("", String::as_str), self.deadline());
        let request = format!("{first} and other moves from there");
        self.send(&commands, &request, deadline)?;
        let answer = self.ready(&request, deadline)?;
        let refused: BTreeSet<_> = answer
            .iter()
            .filter(|line| is_refusal(line))
            .flat_map(|line| line.split(|c: char| !c.is_ascii_alphanumeric()))
            .collect();
        Ok(texts.into_iter().filter(|text| !refused.contains(notation.written(text).as_str())).collect())
    }
}
