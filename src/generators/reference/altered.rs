//! Rules that leave out or change some of their pseudo-legal moves, for programs with a known mistake.
//!
//! Invariant: a change acts on every pseudo-legal move, so that it also changes which squares are attacked. This module
//! does not know which mistakes there are.

use super::{Cetran3, Game, MoveSink, Mover, Reference, Rococo, Ryugi, Sandbox, Vanguard};
use crate::backend::Dispatch;
use crate::game::board::{Square, Step};
use crate::game::notation::Move;
use crate::game::position::Position;
use crate::game::rules::Status;
use crate::game::variant::{Clause, Color, PieceType, Rulebook, Sealed, VariantId};
use crate::generators::Alteration;
use std::sync::Arc;

/// A variant with altered moves.
#[derive(Clone)]
struct Altered<G> {
    game: G,
    alteration: Alteration,
}

/// Passes altered moves to another sink.
struct AlteringSink<'s, S> {
    position: &'s Position,
    alteration: &'s Alteration,
    sink: &'s mut S,
}

impl<S: MoveSink> MoveSink for AlteringSink<'_, S> {
    fn push(&mut self, mv: Move) {
        if let Some(mv) = (self.alteration)(self.position, &mv) {
            self.sink.push(mv);
        }
    }

    fn is_full(&self) -> bool {
        self.sink.is_full()
    }

    fn is_within(&self, from: Square, reach: u8) -> bool {
        self.sink.is_within(from, reach)
    }

    fn wants(&self, from: Square, step: Step) -> bool {
        self.sink.wants(from, step)
    }
}

impl<G> Sealed for Altered<G> {}

impl<G: Game> Game for Altered<G> {
    const VARIANT: VariantId = G::VARIANT;
    const COUNTER_LIMIT: u32 = G::COUNTER_LIMIT;
    const CHECK: Clause = G::CHECK;

    fn book(&self) -> &impl Rulebook {
        self.game.book()
    }

    fn piece_moves<B: Rulebook, S: MoveSink>(&self, mover: &mut Mover<'_, B, S>) {
        let (position, alteration) = (mover.position, &self.alteration);
        let mut sink = AlteringSink { position, alteration, sink: &mut *mover.sink };
        self.game.piece_moves(&mut Mover::new(position, mover.piece, mover.from, mover.book, &mut sink));
    }

    fn reach(kind: PieceType) -> u8 {
        G::reach(kind)
    }

    fn special_moves(&self, position: &Position, moves: &mut Vec<Move>) {
        let mut special = Vec::new();
        self.game.special_moves(position, &mut special);
        moves.extend(special.iter().filter_map(|mv| (self.alteration)(position, mv)));
    }

    fn obeys_check(&self, position: &Position, color: Color) -> bool {
        self.game.obeys_check(position, color)
    }

    fn consequences(&self, parent: &Position, mv: &Move, child: &mut Position) {
        self.game.consequences(parent, mv, child);
    }

    fn is_over(&self, position: &Position) -> bool {
        self.game.is_over(position)
    }

    fn counts_plies(&self) -> bool {
        self.game.counts_plies()
    }

    fn has_run_out(&self, position: &Position) -> bool {
        self.game.has_run_out(position)
    }

    fn status(&self, position: &Position, can_move: bool, occurrences: u32) -> Status {
        self.game.status(position, can_move, occurrences)
    }
}

/// The rules of all variants under one rulebook, with altered moves.
pub fn altered<B: Rulebook + Clone + 'static>(book: &B, alteration: &Alteration) -> Dispatch {
    macro_rules! under {
        ($game:ident) => {{
            let (book, alteration) = (book.clone(), Arc::clone(alteration));
            move || {
                let (game, alteration) = ($game { book: book.clone() }, Arc::clone(&alteration));
                Reference(Altered { game, alteration })
            }
        }};
    }
    Dispatch::new(super::IDENTITY.to_owned())
        .with(VariantId::VANGUARD, under!(Vanguard))
        .with(VariantId::RYUGI, under!(Ryugi))
        .with(VariantId::CETRAN3, under!(Cetran3))
        .with(VariantId::ROCOCO, under!(Rococo))
        .with(VariantId::SANDBOX, under!(Sandbox))
}
