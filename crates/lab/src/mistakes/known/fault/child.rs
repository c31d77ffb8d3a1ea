//! Faults in child positions: effects left out, or state left over.

use super::{MoveChange, spoilt};
use crate::mistakes::known::{LegalMove, PositionContext};
use vperft::inner::game::board::Step;
use vperft::inner::game::position::{MAX_COUNTER, Position};
use vperft::inner::game::variant::{Color, Piece, PieceType, Variant, VariantId};

/// The fault of a child position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChildFault {
    /// The victims that a piece of this type captures off its end square stay.
    VictimStays(PieceType),
    /// The last of several such victims stays.
    LastVictimStays(PieceType),
    /// The other travelling piece, such as the Rook in castling, stays.
    TravelForgotten,
    /// A piece of this type does not become what its move says, or its partner is lost.
    PlacingForgotten(PieceType),
    /// A piece of this type also stays on its start square.
    MoverStays(PieceType),
    /// Automatic changes to other pieces do not happen.
    AutomaticForgotten,
    /// A square that should close stays open.
    StaysOpen,
    /// The en passant square is never set.
    EnPassantForgotten,
    /// The en passant square of the previous position is kept.
    EnPassantKept,
    /// The rights of this type are kept although the piece moved or is gone.
    RightKept(PieceType),
    /// Every move loses the rights of this type.
    RightLost(PieceType),
    /// A ban is not recorded.
    BanForgotten,
    /// A ban is kept.
    BanKept,
    /// A capture does not reset the halfmove clock.
    ClockIgnoresCapture,
    /// A Pawn move without capture does not reset the halfmove clock.
    ClockIgnoresPawn,
    /// Every move resets the halfmove clock.
    ClockAlwaysReset,
    /// The halfmove clock is never reset.
    ClockNeverReset,
    /// The fullmove number does not grow.
    NumberStuck,
    /// The fullmove number grows after White's move too.
    NumberGrowsTwice,
    /// The counters grow beyond their limit.
    CountersUnlimited,
    /// The same side moves again.
    SideKept,
    /// A piece that cannot capture in passing takes the passed piece as well when it moves to the en passant square.
    PassedTaken,
    /// Whatever is chosen, a promoted piece becomes one of this type.
    PromotesTo(PieceType),
    /// The first move of a piece of this type, or castling if there is none, loses all rights of its own side (true) or of the other.
    RightsLostBy(Option<PieceType>, bool),
}

impl ChildFault {
    /// Every child fault that is possible in a variant.
    #[must_use]
    pub fn all(variant: VariantId) -> Vec<Self> {
        let table = Variant::get(variant);
        let mut all = vec![
            Self::ClockIgnoresCapture,
            Self::ClockIgnoresPawn,
            Self::ClockAlwaysReset,
            Self::ClockNeverReset,
            Self::NumberStuck,
            Self::NumberGrowsTwice,
            Self::CountersUnlimited,
            Self::SideKept,
        ];
        for (exists, faults) in [
            (table.castling.is_some(), &[Self::TravelForgotten][..]),
            (table.pieces.iter().any(|entry| entry.succeeds.is_some()), &[Self::AutomaticForgotten]),
            (table.closing.is_some(), &[Self::StaysOpen]),
            (table.has_en_passant(), &[Self::EnPassantForgotten, Self::EnPassantKept]),
            (table.ban.is_some(), &[Self::BanForgotten, Self::BanKept]),
        ] {
            all.extend(faults.iter().filter(|_| exists));
        }
        for entry in &table.pieces {
            let of_type =
                [Self::VictimStays, Self::LastVictimStays, Self::PlacingForgotten, Self::MoverStays];
            all.extend(of_type.map(|fault| fault(entry.kind)));
            if entry.initial_right {
                all.extend([Self::RightKept(entry.kind), Self::RightLost(entry.kind)]);
            }
        }
        all
    }

    /// Further child faults, which the audit does not count: a program makes them in the moves that it plays.
    #[must_use]
    pub fn of_play(variant: VariantId) -> Vec<Self> {
        let table = Variant::get(variant);
        let mut kinds: Vec<_> = table.promotion.iter().flat_map(|rule| rule.to.iter().copied()).collect();
        kinds.sort();
        kinds.dedup();
        let mut all: Vec<_> = kinds.into_iter().map(Self::PromotesTo).collect();
        let movers = table.pieces.iter().filter(|entry| entry.initial_right).map(|entry| Some(entry.kind));
        let movers = movers.chain(table.castling.is_some().then_some(None));
        all.extend(table.has_en_passant().then_some(Self::PassedTaken));
        all.extend(movers.flat_map(|mover| [true, false].map(|is_own| Self::RightsLostBy(mover, is_own))));
        all
    }

    /// The field of the VFEN that is wrong or decides, as a wrong answer names it; `None` if it is the board.
    pub const fn field(self) -> Option<&'static str> {
        Some(match self {
            Self::EnPassantForgotten | Self::EnPassantKept | Self::PassedTaken => "en passant",
            Self::RightKept(_) | Self::RightLost(_) | Self::RightsLostBy(..) => "unmoved",
            Self::BanForgotten | Self::BanKept => "extra field",
            Self::ClockIgnoresCapture
            | Self::ClockIgnoresPawn
            | Self::ClockAlwaysReset
            | Self::ClockNeverReset => "clock",
            Self::NumberStuck | Self::NumberGrowsTwice | Self::CountersUnlimited => "move number",
            Self::SideKept => "side to move",
            _ => return None,
        })
    }

    /// The kind, by which the audit counts.
    pub(super) const fn kind(self) -> &'static str {
        match self {
            Self::EnPassantForgotten
            | Self::EnPassantKept
            | Self::RightKept(_)
            | Self::RightLost(_)
            | Self::BanForgotten
            | Self::BanKept
            | Self::ClockIgnoresCapture
            | Self::ClockIgnoresPawn
            | Self::ClockAlwaysReset
            | Self::ClockNeverReset
            | Self::NumberStuck
            | Self::NumberGrowsTwice
            | Self::CountersUnlimited
            | Self::SideKept
            | Self::RightsLostBy(..)
            | Self::StaysOpen => "stale state in the child",
            _ => "wrong child for an effect",
        }
    }

    /// The title of the fault.
    pub(super) fn text(self, variant: VariantId) -> String {
        let of = |what: &str, kind: PieceType| {
            let label = Variant::get(variant).entry(kind).map_or("", |entry| entry.label.as_str());
            format!("{what} ({label})")
        };
        match self {
            Self::VictimStays(kind) => of("victims off the end square stay on the board", kind),
            Self::LastVictimStays(kind) => of("one of several victims stays on the board", kind),
            Self::PlacingForgotten(kind) => of("promotion or partner forgotten", kind),
            Self::MoverStays(kind) => of("the mover also stays where it was", kind),
            Self::RightKept(kind) => of("initial right kept", kind),
            Self::RightLost(kind) => of("initial right lost by any move", kind),
            Self::TravelForgotten => "the other piece that travels stays where it was".into(),
            Self::AutomaticForgotten => "automatic change forgotten".into(),
            Self::StaysOpen => "a square that closes stays open".into(),
            Self::EnPassantForgotten => "en passant square never set".into(),
            Self::EnPassantKept => "en passant square kept".into(),
            Self::BanForgotten => "ban never recorded".into(),
            Self::BanKept => "ban kept".into(),
            Self::ClockIgnoresCapture => "clock not reset by a capture".into(),
            Self::ClockIgnoresPawn => "clock not reset by a Pawn move".into(),
            Self::ClockAlwaysReset => "clock reset by every move".into(),
            Self::ClockNeverReset => "clock never reset".into(),
            Self::NumberStuck => "move number does not grow".into(),
            Self::NumberGrowsTwice => "move number grows after White too".into(),
            Self::CountersUnlimited => "counters grow beyond 999,999,999".into(),
            Self::SideKept => "the same side moves again".into(),
            Self::PassedTaken => "any piece that moves to the en passant square captures in passing".into(),
            Self::PromotesTo(kind) => of("every promotion is to the same piece", kind),
            Self::RightsLostBy(mover, is_own) => {
                let side = if is_own { "its own side" } else { "the other side" };
                match mover {
                    Some(kind) => of(&format!("all rights of {side} lost by a first move"), kind),
                    None => format!("all rights of {side} lost by castling"),
                }
            }
        }
    }

    /// The children that the fault changes.
    pub(super) fn changes(self, context: &PositionContext) -> Vec<MoveChange> {
        let wrong = |index: usize| Some(MoveChange::Child(index, self.child(context, index)?));
        (0..context.moves.len()).filter_map(wrong).collect()
    }

    /// The wrong child of a move; `None` if it is right.
    pub(super) fn child(self, context: &PositionContext, index: usize) -> Option<String> {
        let legal = &context.moves[index];
        let spoil = |child: &mut Position| self.spoil(&context.position, legal, child);
        if self.concerns(context, legal) { spoilt(context, legal, spoil) } else { None }
    }

    /// Whether the fault may change the child of this move.
    fn concerns(self, context: &PositionContext, legal: &LegalMove) -> bool {
        let (mv, before) = (&legal.mv, &context.position);
        match self {
            Self::VictimStays(kind) => mv.piece.kind == kind && !mv.removals.is_empty(),
            Self::LastVictimStays(kind) => mv.piece.kind == kind && mv.removals.len() > 1,
            Self::PlacingForgotten(kind) => mv.piece.kind == kind && mv.placing.is_some(),
            Self::MoverStays(kind) => {
                mv.piece.kind == kind
                    && mv.to != Some(mv.from)
                    && mv.placing.is_none_or(|(at, _)| at != mv.from)
            }
            Self::TravelForgotten => mv.travel.is_some(),
            Self::EnPassantKept => before.en_passant.is_some(),
            Self::BanKept => before.ban.is_some(),
            Self::BanForgotten => mv.placing.is_some(),
            Self::RightKept(_) | Self::RightLost(_) => !before.unmoved.is_empty(),
            Self::PassedTaken => mv.to.is_some() && mv.to == before.en_passant,
            Self::PromotesTo(_) => mv.placing.is_some_and(|(square, _)| square != mv.from),
            Self::RightsLostBy(Some(kind), _) => {
                mv.piece.kind == kind && mv.travel.is_none() && before.unmoved.contains(mv.from)
            }
            Self::RightsLostBy(None, _) => mv.travel.is_some(),
            Self::EnPassantForgotten => Variant::get(before.variant).is_pawn(mv.piece.kind),
            _ => true,
        }
    }

    /// Applies the fault to the child of a move.
    fn spoil(self, before: &Position, legal: &LegalMove, child: &mut Position) {
        let mv = &legal.mv;
        match self {
            Self::VictimStays(_) => mv.removals.into_iter().for_each(|square| restore(before, square, child)),
            Self::LastVictimStays(_) => {
                if let Some(square) = mv.removals.into_iter().last() {
                    restore(before, square, child);
                }
            }
            Self::TravelForgotten => {
                if let Some(travel) = mv.travel {
                    child.take(travel.to);
                    child.put(travel.from, travel.piece);
                }
            }
            Self::PlacingForgotten(_) => match mv.placing {
                Some((at, _)) if at == mv.from => drop(child.take(at)),
                Some((at, _)) => child.put(at, mv.piece),
                None => {}
            },
            Self::MoverStays(_) => child.put(mv.from, mv.piece),
            Self::AutomaticForgotten => automatic(before, legal, child),
            Self::StaysOpen => child.closed = before.closed,
            Self::EnPassantForgotten => child.en_passant = None,
            Self::EnPassantKept => child.en_passant = child.en_passant.or(before.en_passant),
            Self::RightKept(kind) => {
                for square in before.unmoved {
                    let stands = child.piece(square).map(|piece| piece.kind);
                    if before.piece(square).is_some_and(|piece| piece.kind == kind) && stands.is_some() {
                        child.unmoved.insert(square);
                    }
                }
            }
            Self::RightLost(kind) => {
                for square in child.unmoved {
                    if child.piece(square).is_some_and(|piece| piece.kind == kind) {
                        child.unmoved.remove(square);
                    }
                }
            }
            Self::BanForgotten => child.ban = None,
            Self::BanKept => child.ban = child.ban.or(before.ban),
            Self::ClockIgnoresCapture if !Variant::get(before.variant).is_pawn(mv.piece.kind) => {
                child.halfmove = before.halfmove + 1
            }
            Self::ClockIgnoresPawn
                if Variant::get(before.variant).is_pawn(mv.piece.kind)
                    && piece_count(child) == piece_count(before) =>
            {
                child.halfmove = before.halfmove + 1;
            }
            Self::ClockAlwaysReset => child.halfmove = 0,
            Self::ClockNeverReset => child.halfmove = before.halfmove + 1,
            Self::NumberStuck => child.fullmove = before.fullmove,
            Self::NumberGrowsTwice => child.fullmove = before.fullmove + 1,
            Self::CountersUnlimited => {
                if before.halfmove == MAX_COUNTER && child.halfmove > 0 {
                    child.halfmove = MAX_COUNTER + 1;
                }
                if before.fullmove == MAX_COUNTER && before.turn == Color::Black {
                    child.fullmove = MAX_COUNTER + 1;
                }
            }
            Self::SideKept => child.turn = before.turn,
            Self::PassedTaken => {
                let beyond = Step::new(0, (!before.turn).forward());
                let passed = before.en_passant.and_then(|square| before.shape.step(square, beyond));
                passed.and_then(|square| child.take(square));
            }
            Self::PromotesTo(kind) => {
                if let Some((square, piece)) = mv.placing {
                    child.take(square);
                    child.put(square, Piece::new(piece.color, kind));
                }
            }
            Self::RightsLostBy(_, is_own) => {
                for square in child.unmoved {
                    if child.is_of(mv.piece.color, square) == is_own {
                        child.unmoved.remove(square);
                    }
                }
            }
            Self::ClockIgnoresCapture | Self::ClockIgnoresPawn => {}
        }
    }
}

/// Puts a captured piece back.
fn restore(before: &Position, square: vperft::inner::game::board::Square, child: &mut Position) {
    if let Some(victim) = before.piece(square) {
        child.put(square, victim);
    }
}

/// The number of pieces on the board.
fn piece_count(position: &Position) -> u32 {
    Color::BOTH.into_iter().map(|color| position.occupied(color).len()).sum()
}

/// Undoes changes to pieces that neither moved nor were placed.
fn automatic(before: &Position, legal: &LegalMove, child: &mut Position) {
    let mv = &legal.mv;
    let placed = mv.placing.map(|(at, _)| at);
    for square in before.shape.squares() {
        let (was, is) = (before.piece(square), child.piece(square));
        let untouched = Some(square) != mv.to && square != mv.from && Some(square) != placed;
        if let (Some(was), Some(is)) = (was, is)
            && untouched
            && was != is
        {
            child.put(square, was);
        }
    }
    // The moving piece may also be succeeded.
    if let Some(to) = mv.to.filter(|&to| Some(to) != placed && to != mv.from) {
        let mover: Piece = mv.piece;
        child.put(to, mover);
    }
}
