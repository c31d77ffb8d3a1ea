//! What makes a board invalid, as far as it needs no movement.

use super::Position;
use super::error::{Field, VfenError, VfenErrorKind as Kind};
use super::parse::{Part, Reader};
use crate::board::Square;
use crate::variant::{Clause, Color, Piece, PieceType, PromoteByExchange, Rulebook, VariantId};

/// The squares of Sandbox that close for good once they are empty (SBX-BROUHAHA): b3, b8, i3, i8.
pub const BROUHAHA: [Square; 4] =
    [Square::new(1, 2), Square::new(1, 7), Square::new(8, 2), Square::new(8, 7)];

/// Whether the square may be closed in this variant.
pub(super) fn can_close(position: &Position, square: Square) -> bool {
    position.variant == VariantId::Sandbox && BROUHAHA.contains(&square)
}

/// Whether a ban may name these two squares (ROC-BAN).
pub(super) fn can_be_banned(position: &Position, (first, second): (Square, Square)) -> bool {
    let files = first.file().abs_diff(second.file());
    let ranks = first.rank().abs_diff(second.rank());
    let on_line = files == 0 || ranks == 0 || files == ranks;
    let (Some(one), Some(other)) = (position.piece(first), position.piece(second)) else { return false };
    let exchanges = |piece: Piece| matches!(piece.kind, PieceType::Swapper | PieceType::Chameleon);
    let swapper = one.kind == PieceType::Swapper || other.kind == PieceType::Swapper;
    on_line && one.color != other.color && swapper && exchanges(one) && exchanges(other)
}

/// Checks what stands on the board.
pub(super) fn board(
    reader: &Reader<'_>,
    field: Part<'_>,
    position: &Position,
    rulebook: &impl Rulebook,
) -> Result<(), VfenError> {
    let error_of = |kind, piece: Piece, problem: String| {
        let part =
            position.squares_of(piece).last().map_or(field, |square| reader.find(field, position, square));
        let place = format!("{} {:?}", piece.color.name(), piece.kind);
        Err(reader.error(kind, Field::Board, part, place, problem))
    };
    let error_at = |kind, square, problem: String| {
        let part = reader.find(field, position, square);
        Err(reader.error(kind, Field::Board, part, format!("square {}", reader.name(square)), problem))
    };
    for color in Color::BOTH {
        if let Some((royal, problem)) = royals(position, rulebook, color) {
            return error_of(Kind::PieceCount, Piece::new(color, royal), problem);
        }
        if let Some((heir, problem)) = succession(position, rulebook, color) {
            return error_of(Kind::Succession, Piece::new(color, heir), problem);
        }
        for (square, kind) in position.pieces(color) {
            if misplaced_pawn(position, rulebook, color, square, kind) {
                let problem = format!("a {} Pawn type cannot stand on this rank", color.name());
                return error_at(Kind::PawnRank, square, problem);
            }
        }
    }
    for square in BROUHAHA {
        let open = can_close(position, square) && position.is_empty(square);
        if open && rulebook.applies(Clause::SbxBrouhaha) {
            let problem = "is empty and open, but an empty brouhaha square is closed; write `-`";
            return error_at(Kind::OpenBrouhaha, square, problem.into());
        }
    }
    Ok(())
}

/// Too many or too few royals of one colour: which, and the problem.
fn royals(position: &Position, rulebook: &impl Rulebook, color: Color) -> Option<(PieceType, String)> {
    let count = |kind| position.count(Piece::new(color, kind));
    let problem = |kind: PieceType, count: usize, expected: &str| {
        let plural = if count == 1 { "" } else { "s" };
        let number = match count {
            0 => "no".to_owned(),
            2 => "two".to_owned(),
            n => n.to_string(),
        };
        let color = color.name().to_lowercase();
        Some((kind, format!("{number} {color} {kind:?}{plural}; expected {expected}")))
    };
    let kings = count(PieceType::King);
    match position.variant {
        VariantId::Vanguard => {
            use PieceType::{King, Prince, Princess, Queen};
            let kind = [King, Prince, Queen, Princess].into_iter().find(|&kind| count(kind) > 1)?;
            rulebook.applies(Clause::VanValid).then_some(())?;
            problem(kind, count(kind), "at most one")
        }
        VariantId::Rococo => {
            (kings > 1 && rulebook.applies(Clause::RocValid)).then_some(())?;
            problem(PieceType::King, kings, "at most one")
        }
        VariantId::Ryugi | VariantId::Cetran3 | VariantId::Sandbox | VariantId::Chess => {
            (kings != 1).then_some(())?;
            problem(PieceType::King, kings, "exactly one")
        }
    }
}

/// A Prince or Princess that would have succeeded (VAN-VALID).
fn succession(position: &Position, rulebook: &impl Rulebook, color: Color) -> Option<(PieceType, String)> {
    if position.variant != VariantId::Vanguard {
        return None;
    }
    let has = |kind| position.count(Piece::new(color, kind)) > 0;
    let pairs = [(PieceType::Prince, PieceType::King), (PieceType::Princess, PieceType::Queen)];
    let (heir, senior) = pairs.into_iter().find(|&(heir, senior)| has(heir) && !has(senior))?;
    let problem = format!("{heir:?} without a {senior:?} would have succeeded");
    rulebook.applies(Clause::VanValid).then_some((heir, problem))
}

/// Whether a Pawn type stands where it cannot: it would have promoted, or could not have come there.
fn misplaced_pawn(
    position: &Position,
    rulebook: &impl Rulebook,
    color: Color,
    square: Square,
    kind: PieceType,
) -> bool {
    let last = position.is_last_rank(color, square);
    let first = position.rank_for(color, square) == 0;
    match position.variant {
        VariantId::Vanguard => {
            // In the other reading a Wizard's exchange can bring one there without promotion.
            let promotes = rulebook.rulings().promote_by_exchange == PromoteByExchange::Yes;
            kind.is_pawn() && last && promotes && rulebook.applies(Clause::VanValid)
        }
        VariantId::Ryugi | VariantId::Cetran3 | VariantId::Chess => kind.is_pawn() && (first || last),
        VariantId::Rococo | VariantId::Sandbox => false,
    }
}
