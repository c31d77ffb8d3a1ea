//! The engines: what is wrong in each, and the words in which it is to be named.

mod cetran3;
mod rococo;
mod ryugi;
mod sandbox;
mod vanguard;

use super::{Alter, Edit, Judge, More, Spoil};
use crate::mistakes::known::seen_by;
use vperft::inner::game::board::{Square, Step};
use vperft::inner::game::board::{between, direction};
use vperft::inner::game::notation::Move;
use vperft::inner::game::position::Position;
use vperft::inner::game::rules::{Rules as _, Status};
use vperft::inner::game::variant::{
    Clause, Color, ModifiedRulebook, PieceType, Rulebook, Rulings, Standard, Variant, VariantId,
};
use vperft::inner::generators::data::{Data, DataMove};

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
    /// Moves besides the legal ones.
    Extra(More),
    /// The positions after moves.
    Child(Spoil),
    /// The statuses.
    Status(Judge),
}

/// The label of a kind, as White has it.
fn label_of(variant: VariantId, kind: PieceType) -> &'static str {
    Variant::get(variant).entry(kind).map_or("", |entry| entry.label.as_str())
}

/// The label of the mover, as White has it.
pub(in crate::mistakes::diagnose) fn label(position: &Position, mv: &Move) -> &'static str {
    label_of(position.variant, mv.piece.kind)
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
    piece.map_or("", |piece| label_of(position.variant, piece.kind))
}

/// Whether a piece with this label is captured elsewhere than on the end square.
fn removes(position: &Position, mv: &Move, label: &str) -> bool {
    let removed = mv.removals.into_iter().filter_map(|square| position.piece(square));
    removed.into_iter().any(|piece| label_of(position.variant, piece.kind) == label)
}

/// Whether the partner of the mover lands on its start square.
fn is_exchange(mv: &Move) -> bool {
    mv.placing.is_some_and(|(at, _)| at == mv.from)
}

/// The label of the piece that a Pawn becomes.
fn becomes(position: &Position, mv: &Move) -> &'static str {
    let placed = mv.placing.filter(|(at, _)| Some(*at) == mv.to);
    placed.map_or("", |(_, piece)| label_of(position.variant, piece.kind))
}

/// The moves that are illegal because of the pieces with this label alone, which could capture the King.
fn exposing_to(position: &Position, label: &str) -> Vec<Move> {
    let off = [Clause::GEN_CHECK].into_iter().collect();
    let free = Data::new(position.variant, ModifiedRulebook::new(Rulings::default(), off));
    let mut without = position.clone();
    let attackers =
        position.pieces(!position.turn).filter(|(_, kind)| label_of(position.variant, *kind) == label);
    for (square, _) in attackers {
        without.take(square);
    }
    let rules = rules(position);
    let mut moves = legal(&free, position);
    moves.retain(|mv| rules.exposes_royal(position, mv) && !rules.exposes_royal(&without, mv));
    moves
}

/// The legal moves by some rules.
fn legal<B: Rulebook>(rules: &Data<B>, position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    rules.legal_moves(position, &mut moves);
    moves.into_iter().map(|DataMove { mv, .. }| mv).collect()
}

/// The move unless it is left out.
fn unless(is_left_out: bool, mv: &Move) -> Option<Move> {
    (!is_left_out).then_some(*mv)
}

/// All engines.
pub(super) fn engines() -> impl Iterator<Item = &'static Engine> + Clone {
    let of_variants =
        [ryugi::ENGINES, rococo::ENGINES, vanguard::ENGINES, sandbox::ENGINES, cetran3::ENGINES];
    of_variants.into_iter().flatten()
}

/// The engines of which the first sentence is not right yet, and why.
pub(super) const OPEN: [(&str, &str); 3] = [
    ("the clock stops at 100", "the sentence is about the highest clock alone"),
    ("Archers shoot no Kings", "no case of the corpus shows it"),
    ("Falconers do not leap three squares along diagonals", "their leaps are called slides"),
];

/// An engine with several mistakes, each of which is to be named.
pub(super) struct Combined {
    pub name: &'static str,
    pub variant: VariantId,
    /// The clauses that it does not know.
    pub off: &'static [Clause],
    pub edit: Edit,
    /// The words of each mistake: all words of one of these lists.
    pub named: &'static [&'static [&'static [&'static str]]],
}

/// All engines with several mistakes.
pub(super) const COMBINED: &[Combined] = &[
    Combined {
        name: "castling through attacks, a kept en passant square, and Queens that stop early",
        variant: RYUGI,
        off: &[Clause::RYU_CASTLE_3],
        edit: Edit {
            alter: |position, mv| unless(label(position, mv) == "Q" && steps(mv) > 4, mv),
            spoil: |before, _, child| child.en_passant = child.en_passant.or(before.en_passant),
            ..Edit::NONE
        },
        named: &[
            &[&["RYU-CASTLE-3"]],
            &[&["en passant square", "kept"]],
            &[&["Q:", "more than 4"], &["Q:", "five"]],
        ],
    },
    Combined {
        name: "Swappers that stop early, and Withdrawers that do not withdraw backward",
        variant: ROCOCO,
        off: &[],
        edit: Edit {
            alter: |position, mv| {
                let is_slide = mv.placing.is_none() && removals(mv) == 0;
                let stops = label(position, mv) == "S" && is_slide && steps(mv) > 5;
                let stays = label(position, mv) == "W" && removals(mv) > 0 && step(mv).ranks < 0;
                unless(stops || stays, mv)
            },
            ..Edit::NONE
        },
        named: &[
            &[&["S: no slide of more than 5"], &["S: every", "six squares or more", "missing"]],
            &[&["W: every capture backward", "missing"]],
        ],
    },
    Combined {
        name: "Bowmen that shoot only forward, and a clock that shots do not reset",
        variant: VANGUARD,
        off: &[],
        edit: Edit {
            alter: |position, mv| {
                unless(label(position, mv) == "BO" && removals(mv) > 0 && step(mv).ranks < 0, mv)
            },
            spoil: |before, mv, child| {
                if mv.to == Some(mv.from) && removals(mv) > 0 {
                    child.halfmove = before.halfmove + 1;
                }
            },
            ..Edit::NONE
        },
        named: &[&[&["BO: every capture backward", "missing"]], &[&["the clock is not reset", "GEN-CLOCK"]]],
    },
    Combined {
        name: "no promotion to a Vao, and castling that resets the clock",
        variant: SANDBOX,
        off: &[],
        edit: Edit {
            alter: |position, mv| unless(becomes(position, mv) == "V", mv),
            spoil: |_, mv, child| {
                if mv.travel.is_some() {
                    child.halfmove = 0;
                }
            },
            ..Edit::NONE
        },
        named: &[
            &[&["P: every promotion to V", "missing"]],
            &[&["K: after every castling move the clock is reset"]],
        ],
    },
    Combined {
        name: "Sissas that stop early, no en passant by Black, and promotions that reset no clock",
        variant: CETRAN3,
        off: &[],
        edit: Edit {
            alter: |position, mv| {
                let is_passing = label(position, mv) == "P" && removals(mv) > 0;
                let is_far = label(position, mv) == "S" && steps(mv) > 3;
                unless(is_far || is_passing && mv.piece.color == Color::Black, mv)
            },
            spoil: |before, mv, child| {
                if !becomes(before, mv).is_empty() {
                    child.halfmove = before.halfmove + 1;
                }
            },
            ..Edit::NONE
        },
        named: &[
            &[&["S: no ride of more than 3"], &["S: every", "four", "or more", "missing"]],
            &[&["P: every en passant capture by Black", "missing"], &["forgotten: p", "CET-PAWN-2"]],
            &[&["P: after every promotion", "the clock is not reset"]],
        ],
    },
];

const RYUGI: VariantId = VariantId::RYUGI;
const ROCOCO: VariantId = VariantId::ROCOCO;
const VANGUARD: VariantId = VariantId::VANGUARD;
const SANDBOX: VariantId = VariantId::SANDBOX;
const CETRAN3: VariantId = VariantId::CETRAN3;
