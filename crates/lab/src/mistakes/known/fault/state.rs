//! Faults in state that no VFEN shows: a backend keeps the state while it plays and fails to restore it.
//!
//! Every VFEN that such a backend prints is correct. Only counts, or questions after moves, reveal the fault.

use super::super::position_context::parse_unvalidated;
use vperft::inner::backend::{BackendError, PositionPath, VariantBackend};
use vperft::inner::game::position;
use vperft::inner::game::position::Position;
use vperft::inner::game::variant::{PieceType, Rulings, Status, Variant, VariantId};

/// A fault in the state that a backend keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateFault {
    /// An en passant capture that was not made is still possible one move later.
    EnPassantKept,
    /// The rights of this type are kept although the piece moved or was replaced.
    RightKept(PieceType),
    /// The ban of the previous move still applies.
    BanKept,
    /// No move of the line resets the halfmove clock.
    ClockKept,
    /// Undoing a move does not restore the rights it cost.
    RightsNotRestored,
    /// Undoing a move does not restore victims off its end square.
    VictimsNotRestored,
}

impl StateFault {
    /// Every state fault that is possible in a variant.
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

    /// The title of the fault.
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

    /// The field of the VFEN that it is about, as a wrong answer names it.
    #[must_use]
    pub const fn field(self) -> Option<&'static str> {
        match self {
            Self::EnPassantKept => Some("en passant"),
            Self::RightKept(_) => Some("unmoved"),
            Self::ClockKept => Some("clock"),
            _ => None,
        }
    }

    /// Whether the fault is in undoing moves, which only counts reveal.
    #[must_use]
    pub const fn is_of_undo(self) -> bool {
        matches!(self, Self::RightsNotRestored | Self::VictimsNotRestored)
    }

    /// The position that the backend confuses the last of these positions with; `None` if there is no
    /// confusion. Each position follows from the previous one by a move.
    #[must_use]
    pub fn confused_position(self, variant: VariantId, path: &[String]) -> Option<String> {
        let (first, last) = (path.first()?, path.last()?);
        let right = parse_unvalidated(variant, last)?;
        let mut wrong = right.clone();
        // Two plies ago the same side was to move.
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

    /// The count of such a backend, derived from a correct one.
    ///
    /// # Errors
    /// Returns an error if the correct backend gives no answer.
    pub fn count(self, view: &mut dyn VariantBackend, vfen: &str, depth: u32) -> Result<u128, BackendError> {
        if depth < 2 {
            return view.perft(vfen.into(), depth);
        }
        let mut moves = view.moves(vfen.into())?;
        moves.sort();
        let (mut total, mut here) = (0, vfen.to_owned());
        for text in &moves {
            let place = |vfen| PositionPath { vfen, moves: std::slice::from_ref(text) };
            // A move that is illegal in the corrupted position is played from the correct one.
            let child = view.after(place(&here)).or_else(|_| view.after(place(vfen)))?;
            total += self.count(view, &child, depth - 1)?;
            here = self.taken_back(view.variant(), &here, &child).unwrap_or(here);
        }
        Ok(total)
    }

    /// The position after playing and undoing a move; `None` if it is unchanged.
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
                        // The victim of an en passant capture is gone.
                        wrong.en_passant = None;
                    }
                }
            }
            _ => {}
        }
        (wrong != right).then(|| position::print(&wrong, &Rulings::DEFAULT))
    }
}

/// Restores the rights of a type where an equal piece is on the square, and rights of other pieces that were
/// lost only because of it.
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
