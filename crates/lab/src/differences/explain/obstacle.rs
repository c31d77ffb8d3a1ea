//! The piece because of which a move is illegal: without it on the board, the move would be legal.

use super::result::{ClauseEffect, Obstacle};
use vperft::inner::backend::VariantBackend;
use vperft::inner::game::board::Square;
use vperft::inner::game::notation::Entry;
use vperft::inner::game::position::{self, Position};
use vperft::inner::game::variant::{Clause, PieceType, RuleName, Rulings, Unvalidated, Variant};

/// The most obstacles that are named.
const MAX_NAMED: usize = 4;

/// An illegal move of a position.
pub(super) struct IllegalMove<'m> {
    pub variant: &'static Variant,
    pub vfen: &'m str,
    /// The canonical text.
    pub text: &'m str,
    /// The clauses that forbid it.
    pub forbidden_by: &'m [ClauseEffect<Vec<String>>],
}

impl IllegalMove<'_> {
    /// The pieces of which each alone makes the move illegal.
    pub fn obstacles(&self, view: &mut dyn VariantBackend) -> Vec<Obstacle> {
        let Self { variant, vfen, text, .. } = *self;
        let unvalidated = Unvalidated(&Rulings::DEFAULT);
        let (Ok(position), Ok(entry)) =
            (position::parse(vfen, variant, &unvalidated), Entry::parse(variant, text))
        else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for square in position.shape.squares() {
            if found.len() == MAX_NAMED {
                break;
            }
            let Some(piece) = position.piece(square) else { continue };
            let name = variant.labels.square(square);
            if variant.is_royal(piece.kind) || name == entry.from || Some(name.as_str()) == entry.to {
                continue;
            }
            let without = written(&without(&position, square));
            if view
                .moves_of(without.as_str().into(), entry.from)
                .is_ok_and(|moves| moves.iter().any(|mv| mv == text))
            {
                let attacked = if piece.color == position.turn {
                    None
                } else {
                    self.attacked(view, &position, &entry, square)
                };
                found.push(Obstacle {
                    square: name.to_string(),
                    piece: variant.entry(piece.kind).map(|entry| entry.name.clone()).unwrap_or_default(),
                    attacks: attacked.map(|square| variant.labels.square(square).to_string()),
                    clause: self.clause_of(piece.kind),
                });
            }
        }
        found
    }

    /// The square that an enemy attacks, because of which the move is illegal: one that the King enters or crosses, or his own.
    fn attacked(
        &self,
        view: &mut dyn VariantBackend,
        position: &Position,
        entry: &Entry<'_>,
        enemy: Square,
    ) -> Option<Square> {
        let named = |name: &str| self.variant.labels.parse(position.shape, name);
        let (from, to) = (named(entry.from)?, named(entry.to?)?);
        if !self.variant.is_royal(position.piece(from)?.kind) {
            let mut royals = position.pieces(position.turn).filter(|(_, kind)| self.variant.is_royal(*kind));
            let royal = royals.next().filter(|_| royals.next().is_none())?;
            return self.is_by_check().then_some(royal.0);
        }
        let crossed = position.shape.squares().filter(|square| {
            let files = [from.file().min(to.file()), from.file().max(to.file())];
            !entry.effects.is_empty()
                && square.rank() == from.rank()
                && (files[0]..=files[1]).contains(&square.file())
        });
        let mut is_check =
            |position: &Position| view.is_check(written(position).as_str().into()).unwrap_or(false);
        crossed.chain([to]).find(|square| {
            let mut moved = position.clone();
            if let Some(king) = moved.take(from) {
                moved.take(*square);
                moved.put(*square, king);
            }
            *square != enemy && is_check(&moved) && !is_check(&without(&moved, enemy))
        })
    }

    /// Whether a clause about check forbids the move.
    fn is_by_check(&self) -> bool {
        let rule = self.variant.rule_clauses.get(&RuleName::Check);
        let is_check =
            |clause: &Clause| *clause == Clause::GEN_CHECK || rule.is_some_and(|rule| rule == clause.id());
        self.forbidden_by.iter().flat_map(|effect| &effect.clauses).any(is_check)
    }

    /// The clause about a kind that forbids the move.
    fn clause_of(&self, kind: PieceType) -> Option<Clause> {
        let own = self.variant.clauses_of(kind);
        let mut all = self.forbidden_by.iter().flat_map(|effect| &effect.clauses);
        all.find(|clause| own.contains(clause)).copied()
    }
}

fn without(position: &Position, square: Square) -> Position {
    let mut without = position.clone();
    without.take(square);
    without
}

fn written(position: &Position) -> String {
    position::print(position, &Rulings::DEFAULT)
}
