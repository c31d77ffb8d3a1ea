//! State that no VFEN shows: what a backend keeps for itself while it plays, and what it forgets to take back.
//!
//! Every VFEN such a backend prints is right. It is noticed where moves are played before the question, or by counts.

use super::super::position_context::parse_unvalidated;
use crate::backend::{BackendError, PositionPath, VariantBackend};
use crate::game::position;
use crate::game::position::Position;
use crate::game::variant::{PieceType, Rulings, Status, Variant, VariantId};

/// A mistake in what a backend keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateFault {
    /// A capture in passing that was not made is still there on the next move.
    EnPassantKept,
    /// The rights of this type are kept although the piece moved or was replaced.
    RightKept(PieceType),
    /// The ban of the move before is still there.
    BanKept,
    /// No move on the way has reset the halfmove clock.
    ClockKept,
    /// Taking back a move does not give back the rights it cost.
    RightsNotRestored,
    /// Taking back a move does not put back what it captured off its end square.
    VictimsNotRestored,
}

impl StateFault {
    /// Every such fault that can be told of a variant.
    #[must_use]
    pub fn all(variant: VariantId) -> Vec<Self> {
        let table = Variant::get(variant);
        let rights = || table.pieces.iter().filter(|entry| entry.initial_right);
        let mut all: Vec<_> = rights().map(|entry| Self::RightKept(entry.kind)).collect();
        for (exists, fault) in [
            (table.has_en_passant(), Self::EnPassantKept),
            (table.ban.is_some(), Self::BanKept),
            (table.statuses.contains(&Status::DrawCounter), Self::ClockKept),
            (rights().next().is_some(), Self::RightsNotRestored),
            (true, Self::VictimsNotRestored),
        ] {
            all.extend(exists.then_some(fault));
        }
        all
    }

    /// What it is, in words.
    pub(super) fn text(self, variant: VariantId) -> String {
        match self {
            Self::EnPassantKept => "en passant square kept for another move".into(),
            Self::RightKept(kind) => {
                let label = Variant::get(variant).entry(kind).map_or("", |entry| entry.label.as_str());
                format!("initial right kept ({label})")
            }
            Self::BanKept => "ban kept for another move".into(),
            Self::ClockKept => "clock not reset on the way".into(),
            Self::RightsNotRestored => "rights not given back with a move".into(),
            Self::VictimsNotRestored => "victims not put back with a move".into(),
        }
    }

    /// Whether it is a mistake in taking moves back, which only counts show.
    #[must_use]
    pub const fn is_of_undo(self) -> bool {
        matches!(self, Self::RightsNotRestored | Self::VictimsNotRestored)
    }

    /// The position that such a backend takes the last of these for, each of which follows from the one before by a move; none
    /// if it is the right one.
    #[must_use]
    pub fn kept(self, variant: VariantId, path: &[String]) -> Option<String> {
        let (first, last) = (path.first()?, path.last()?);
        let right = parse_unvalidated(variant, last)?;
        let mut wrong = right.clone();
        // Two plies ago it was the turn of the same side.
        let before = |plies: usize| parse_unvalidated(variant, path.get(path.len().checked_sub(plies + 1)?)?);
        match self {
            Self::EnPassantKept => wrong.en_passant = right.en_passant.or(before(2)?.en_passant),
            Self::BanKept => wrong.ban = right.ban.or(before(1)?.ban),
            Self::RightKept(kind) => keep_rights(variant, path, kind, &mut wrong)?,
            Self::ClockKept => {
                wrong.halfmove = parse_unvalidated(variant, first)?.halfmove + path.len() as u32 - 1
            }
            Self::RightsNotRestored | Self::VictimsNotRestored => {}
        }
        (wrong != right).then(|| position::print(&wrong, &Rulings::DEFAULT))
    }

    /// What such a backend counts, given a correct one.
    ///
    /// # Errors
    /// If that gives no answer.
    pub fn count(self, view: &mut dyn VariantBackend, vfen: &str, depth: u32) -> Result<u128, BackendError> {
        if depth < 2 {
            return view.perft(vfen.into(), depth);
        }
        let mut moves = view.moves(vfen.into())?;
        moves.sort();
        let (mut total, mut here) = (0, vfen.to_owned());
        for text in &moves {
            let place = |vfen| PositionPath { vfen, moves: std::slice::from_ref(text) };
            // A move that what was taken back wrongly no longer allows is played all the same, and rightly.
            let child = view.after(place(&here)).or_else(|_| view.after(place(vfen)))?;
            total += self.count(view, &child, depth - 1)?;
            here = self.taken_back(view.variant(), &here, &child).unwrap_or(here);
        }
        Ok(total)
    }

    /// The position that is left when a move is played and taken back; none if it is the same.
    fn taken_back(self, variant: VariantId, before: &str, child: &str) -> Option<String> {
        let (right, child) = (parse_unvalidated(variant, before)?, parse_unvalidated(variant, child)?);
        let mut wrong = right.clone();
        match self {
            Self::RightsNotRestored => {
                for square in right.unmoved {
                    if !child.unmoved.contains(square) {
                        wrong.unmoved.remove(square);
                    }
                }
            }
            Self::VictimsNotRestored => {
                for square in right.shape.squares() {
                    if right.piece(square).is_some_and(|piece| piece.color != right.turn)
                        && child.piece(square).is_none()
                    {
                        wrong.take(square);
                        wrong.unmoved.remove(square);
                        // There is nothing left to be taken in passing.
                        wrong.en_passant = None;
                    }
                }
            }
            _ => {}
        }
        (wrong != right).then(|| position::print(&wrong, &Rulings::DEFAULT))
    }
}

/// Gives the pieces of a type their rights back, wherever an equal piece stands, and so those of other pieces that have only
/// become useless without them.
fn keep_rights(variant: VariantId, path: &[String], kind: PieceType, position: &mut Position) -> Option<()> {
    let path = path.iter().map(|vfen| parse_unvalidated(variant, vfen)).collect::<Option<Vec<_>>>()?;
    let (first, later) = path.split_first()?;
    for square in first.unmoved {
        let piece = first.piece(square)?;
        let is_same = |position: &Position| position.piece(square) == Some(piece);
        if is_same(position) && (piece.kind == kind || later.iter().all(is_same)) {
            position.unmoved.insert(square);
        }
    }
    Some(())
}
