//! Faults in what the effect of a move leaves in a field of the VFEN other than the board.

use super::{MoveChange, spoilt};
use crate::mistakes::known::{Effect, LegalMove, PositionContext};
use std::fmt;
use vperft::inner::game::board::{Square, Step};
use vperft::inner::game::position::Position;
use vperft::inner::game::variant::{Color, Variant, VariantId};

/// A field, or the part of one that a program keeps apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Field {
    /// The initial right of the mover.
    OwnRight,
    /// The initial rights of other pieces: victims, partners, and those that can no longer be used.
    OtherRights,
    /// The en passant square.
    EnPassant,
    /// The ban.
    Ban,
    /// The closed squares.
    Closed,
    /// The halfmove clock.
    Clock,
    /// The fullmove number.
    Number,
}

/// What goes wrong with the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FieldError {
    /// The field stays as it was before the move.
    Forgotten,
    /// The field gets a value that another effect would give it.
    Wrong,
}

/// The fault that an effect of moves leaves a wrong value in a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FieldFault {
    /// The effect.
    pub effect: Effect,
    /// The field.
    pub field: Field,
    /// The side that moves; `None` for both.
    pub side: Option<Color>,
    /// The mistake.
    pub mistake: FieldError,
}

impl Field {
    /// The fields that the positions of a variant have.
    fn all(variant: VariantId) -> Vec<Self> {
        let table = Variant::get(variant);
        let has_rights = table.pieces.iter().any(|entry| entry.initial_right);
        let fields = [
            (has_rights, Self::OwnRight),
            (has_rights, Self::OtherRights),
            (table.has_en_passant(), Self::EnPassant),
            (table.ban.is_some(), Self::Ban),
            (table.closing.is_some(), Self::Closed),
            (true, Self::Clock),
            (true, Self::Number),
        ];
        fields.into_iter().filter_map(|(exists, field)| exists.then_some(field)).collect()
    }
}

impl FieldFault {
    /// Every combination of an effect, a field of the variant, a side and a mistake. Most have no effect
    /// anywhere: no move of the variant has the effect, or it does not touch the field.
    #[must_use]
    pub fn all(variant: VariantId) -> Vec<Self> {
        Self::of_sides(variant, &Color::BOTH.map(Some))
    }

    /// The same faults, each for both sides at once.
    #[must_use]
    pub fn of_both_sides(variant: VariantId) -> Vec<Self> {
        Self::of_sides(variant, &[None])
    }

    fn of_sides(variant: VariantId, sides: &[Option<Color>]) -> Vec<Self> {
        let mut all = Vec::new();
        for effect in Effect::ALL {
            for field in Field::all(variant) {
                for &side in sides {
                    let fault = |mistake| Self { effect, field, side, mistake };
                    all.extend([FieldError::Forgotten, FieldError::Wrong].map(fault));
                }
            }
        }
        all
    }

    /// The children that the fault changes.
    pub(super) fn changes(self, context: &PositionContext) -> Vec<MoveChange> {
        if self.side.is_some_and(|side| side != context.position.turn) {
            return Vec::new();
        }
        let wrong = |index: usize| Some(MoveChange::Child(index, self.child(context, index)?));
        (0..context.moves.len()).filter_map(wrong).collect()
    }

    /// The wrong child of a move; `None` if it is right.
    pub(super) fn child(self, context: &PositionContext, index: usize) -> Option<String> {
        let legal = &context.moves[index];
        let spoil = |child: &mut Position| self.spoil(&context.position, legal, child);
        if legal.effect == self.effect { spoilt(context, legal, spoil) } else { None }
    }

    /// The field of the VFEN, as a wrong answer names it; `None` if it is the board.
    pub const fn name(self) -> Option<&'static str> {
        Some(match self.field {
            Field::OwnRight | Field::OtherRights => "unmoved",
            Field::EnPassant => "en passant",
            Field::Ban => "extra field",
            Field::Closed => return None,
            Field::Clock => "clock",
            Field::Number => "move number",
        })
    }

    /// Applies the fault to the child of a move.
    fn spoil(self, before: &Position, legal: &LegalMove, child: &mut Position) {
        let mv = &legal.mv;
        match (self.field, self.mistake) {
            (Field::OwnRight, FieldError::Forgotten) => {
                if before.unmoved.contains(mv.from) {
                    child.unmoved.insert(mv.from);
                }
            }
            (Field::OwnRight, FieldError::Wrong) => grant(child, mv.to),
            (Field::OtherRights, FieldError::Forgotten) => {
                for square in before.unmoved {
                    if square != mv.from {
                        child.unmoved.insert(square);
                    }
                }
            }
            (Field::OtherRights, FieldError::Wrong) => match (mv.travel, mv.placing) {
                (Some(travel), _) => grant(child, Some(travel.to)),
                (None, Some((at, _))) if at == mv.from => grant(child, Some(at)),
                _ => child.unmoved = Default::default(),
            },
            (Field::EnPassant, FieldError::Forgotten) => child.en_passant = before.en_passant,
            (Field::EnPassant, FieldError::Wrong) if child.en_passant.is_some() => child.en_passant = mv.to,
            (Field::EnPassant, FieldError::Wrong) => child.en_passant = passed(before, legal, child),
            (Field::Ban, FieldError::Forgotten) => child.ban = before.ban,
            (Field::Ban, FieldError::Wrong) => {
                if let (Some(to), Some((at, _)), None) = (mv.to, mv.placing, child.ban)
                    && at == mv.from
                {
                    child.ban = Some((to.min(at), to.max(at)));
                }
            }
            (Field::Closed, FieldError::Forgotten) => child.closed = before.closed,
            (Field::Closed, FieldError::Wrong) => {
                for &square in Variant::get(before.variant).closing_squares() {
                    if square == mv.from || Some(square) == mv.to || mv.removals.contains(square) {
                        child.take(square);
                        child.unmoved.remove(square);
                        child.closed.insert(square);
                    }
                }
            }
            (Field::Clock, FieldError::Forgotten) => child.halfmove = before.halfmove,
            (Field::Clock, FieldError::Wrong) => {
                child.halfmove = if child.halfmove == 0 { before.halfmove + 1 } else { 0 };
            }
            (Field::Number, FieldError::Forgotten) => child.fullmove = before.fullmove,
            (Field::Number, FieldError::Wrong) => {
                if before.turn == Color::White {
                    child.fullmove = before.fullmove + 1;
                }
            }
        }
    }
}

/// Gives the piece on this square the right of its type, if its type has one.
fn grant(child: &mut Position, square: Option<Square>) {
    let table = Variant::get(child.variant);
    if let Some(square) = square
        && let Some(piece) = child.piece(square)
        && table.entry(piece.kind).is_some_and(|entry| entry.initial_right)
    {
        child.unmoved.insert(square);
    }
}

/// The square between the start and the end of a Pawn that the move brought two squares forward, if an enemy Pawn is
/// next to it. It does not matter which side moved the Pawn, nor whether it may be captured in passing.
fn passed(before: &Position, legal: &LegalMove, child: &Position) -> Option<Square> {
    let mv = &legal.mv;
    let to = mv.to?;
    let kind = Variant::get(before.variant).en_passant.as_ref()?.piece;
    [(mv.from, to), (to, mv.from)].into_iter().find_map(|(start, end)| {
        let pawn = before.piece(start).filter(|piece| piece.kind == kind)?;
        let forward = Step::new(0, pawn.color.forward());
        let middle = child.shape.step(start, forward)?;
        let is_run = child.shape.step(middle, forward) == Some(end) && child.piece(end) == Some(pawn);
        let is_enemy = |side: i8| {
            let beside = child.shape.step(end, Step::new(side, 0)).and_then(|square| child.piece(square));
            beside.is_some_and(|piece| piece.kind == kind && piece.color != pawn.color)
        };
        (is_run && child.is_empty(middle) && [1, -1].into_iter().any(is_enemy)).then_some(middle)
    })
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OwnRight => "right of the mover",
            Self::OtherRights => "other rights",
            Self::EnPassant => "en passant square",
            Self::Ban => "ban",
            Self::Closed => "closed squares",
            Self::Clock => "clock",
            Self::Number => "move number",
        })
    }
}

impl FieldError {
    /// The kind of the mutants, by which the audit counts.
    #[must_use]
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Forgotten => "field forgotten by a move",
            Self::Wrong => "field set wrongly by a move",
        }
    }
}

impl fmt::Display for FieldFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} after {}", self.field, self.effect)?;
        self.side.map_or(Ok(()), |side| write!(f, " by {}", side.name()))
    }
}
