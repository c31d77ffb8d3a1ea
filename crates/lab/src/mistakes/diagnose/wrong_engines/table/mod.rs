//! The engines: what is wrong in each, and the words in which it is to be named.

mod others;
mod ryugi;

use super::{Alter, Judge, Spoil};
use crate::mistakes::known::seen_by;
use vperft::inner::game::board::Step;
use vperft::inner::game::board::{between, direction};
use vperft::inner::game::notation::Move;
use vperft::inner::game::position::Position;
use vperft::inner::game::rules::Status;
use vperft::inner::game::variant::{Color, PieceType, Standard, Variant, VariantId};
use vperft::inner::generators::data::Data;

/// An engine with one mistake.
pub(super) struct Engine {
    pub name: &'static str,
    pub variant: VariantId,
    pub wrong: Wrong,
    /// The words of the first mistake named: all words of one of these lists.
    pub named: &'static [&'static [&'static str]],
    /// Further mistakes that may be named because they are true as well.
    pub true_too: &'static [&'static [&'static str]],
}

/// The edited part.
pub(super) enum Wrong {
    /// The pseudo-legal moves, and so attacks.
    Generator(Alter),
    /// The list of legal moves.
    List(Alter),
    /// The positions after moves.
    Child(Spoil),
    /// The statuses.
    Status(Judge),
}

/// The label of the mover, as White has it.
pub(in crate::mistakes::diagnose) fn label(position: &Position, mv: &Move) -> &'static str {
    Variant::get(position.variant).entry(mv.piece.kind).map_or("", |entry| entry.label.as_str())
}

/// The displacement as the mover's side sees it.
fn step(mv: &Move) -> Step {
    mv.to.map_or(Step::new(0, 0), |to| seen_by(mv.piece.color, between(mv.from, to)))
}

/// The number of shortest steps in the direction of a move.
pub(in crate::mistakes::diagnose) fn steps(mv: &Move) -> i8 {
    direction(step(mv)).map_or(0, |(_, steps)| steps)
}

fn is_orthogonal(mv: &Move) -> bool {
    step(mv).files == 0 || step(mv).ranks == 0
}

fn is_oblique(mv: &Move) -> bool {
    !is_orthogonal(mv) && step(mv).files.abs() != step(mv).ranks.abs()
}

fn rules(position: &Position) -> Data<Standard> {
    Data::new(position.variant, Standard)
}

fn removals(mv: &Move) -> usize {
    mv.removals.into_iter().count()
}

/// The label of the piece that is captured on the end square.
fn victim(position: &Position, mv: &Move) -> &'static str {
    let piece = mv.to.and_then(|to| position.piece(to)).filter(|piece| piece.color != mv.piece.color);
    let entry = piece.and_then(|piece| Variant::get(position.variant).entry(piece.kind));
    entry.map_or("", |entry| entry.label.as_str())
}

/// The move unless it is left out.
fn unless(is_left_out: bool, mv: &Move) -> Option<Move> {
    (!is_left_out).then_some(*mv)
}

/// All engines.
pub(super) fn engines() -> impl Iterator<Item = &'static Engine> {
    ryugi::ENGINES.iter().chain(others::ENGINES)
}

const RYUGI: VariantId = VariantId::RYUGI;
const ROCOCO: VariantId = VariantId::ROCOCO;
const VANGUARD: VariantId = VariantId::VANGUARD;
const SANDBOX: VariantId = VariantId::SANDBOX;
const CETRAN3: VariantId = VariantId::CETRAN3;
