//! The rules for valid boards that do not depend on how pieces move.

use super::Position;
use super::error::{Field, VfenError, VfenErrorKind as Kind};
use super::parse::{Part, Reader};
use crate::game::board::Square;
use crate::game::variant::{Ban, Color, Covered, Piece, PieceType, Rulebook, Variant};

/// Whether a ban may name these two squares: they are on one Queen line, and their pieces may exchange places.
#[must_use]
pub fn can_be_banned(position: &Position, ban: &Ban, (first, second): (Square, Square)) -> bool {
    let files = first.file().abs_diff(second.file());
    let ranks = first.rank().abs_diff(second.rank());
    let on_line = files == 0 || ranks == 0 || files == ranks;
    let (Some(one), Some(other)) = (position.piece(first), position.piece(second)) else { return false };
    let exchanges = |one: Piece, other: Piece| one.kind == ban.of && ban.with.contains(&other.kind);
    on_line && one.color != other.color && (exchanges(one, other) || exchanges(other, one))
}

/// Checks the pieces on the board.
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
    let variant = reader.variant;
    for color in Color::BOTH {
        if let Some((kind, problem)) = numbers(position, variant, rulebook, color) {
            return error_of(Kind::PieceCount, Piece::new(color, kind), problem);
        }
        if let Some((heir, problem)) = succession(position, variant, rulebook, color) {
            return error_of(Kind::Succession, Piece::new(color, heir), problem);
        }
        for (square, kind) in position.pieces(color) {
            if is_misplaced(position, variant, color, square, kind)
                && variant.demands(Covered::PawnRanks, rulebook)
            {
                let problem = format!("a {} Pawn type cannot be on this rank", color.name());
                return error_at(Kind::PawnRank, square, problem);
            }
        }
    }
    let open = variant.closing_squares().iter().find(|&&square| position.is_empty(square));
    if let (Some(&square), Some(closing)) = (open, &variant.closing)
        && rulebook.applies_by_id(&closing.clause)
    {
        let problem = "is empty and open, but an empty brouhaha square is closed; write `-`";
        return error_at(Kind::OpenBrouhaha, square, problem.into());
    }
    Ok(())
}

/// The type of which a side has too many or too few pieces, if there is one, and the problem.
fn numbers(
    position: &Position,
    variant: &Variant,
    rulebook: &impl Rulebook,
    color: Color,
) -> Option<(PieceType, String)> {
    let (entry, count) =
        variant.pieces.iter().map(|entry| (entry, position.count(Piece::new(color, entry.kind)))).find(
            |(entry, count)| {
                *count < usize::from(entry.least.for_color(color))
                    || entry.most.is_some_and(|most| *count > usize::from(most))
            },
        )?;
    variant.demands(Covered::Counts, rulebook).then_some(())?;
    let number = match count {
        0 => "no".to_owned(),
        2 => "two".to_owned(),
        n => n.to_string(),
    };
    let expected = match (entry.least.for_color(color), entry.most) {
        (1, Some(1)) => "exactly one".to_owned(),
        (0, Some(1)) => "at most one".to_owned(),
        (0, Some(most)) => format!("at most {most}"),
        (least, None) => format!("at least {least}"),
        (least, Some(most)) => format!("{least} to {most}"),
    };
    let plural = if count == 1 { "" } else { "s" };
    let color = color.name().to_lowercase();
    Some((entry.kind, format!("{number} {color} {:?}{plural}; expected {expected}", entry.kind)))
}

/// The type that should have succeeded a missing piece, if there is one, and the problem.
fn succession(
    position: &Position,
    variant: &Variant,
    rulebook: &impl Rulebook,
    color: Color,
) -> Option<(PieceType, String)> {
    let has = |kind| position.count(Piece::new(color, kind)) > 0;
    let pairs = variant.pieces.iter().filter_map(|entry| Some((entry.kind, entry.succeeds?)));
    let (heir, senior) = pairs.into_iter().find(|&(heir, senior)| has(heir) && !has(senior))?;
    let problem = format!("{heir:?} without a {senior:?} would have succeeded");
    variant.demands(Covered::Succession, rulebook).then_some((heir, problem))
}

/// Whether a Pawn type is on a rank where it cannot be: it would have promoted, or could not have come there.
fn is_misplaced(
    position: &Position,
    variant: &Variant,
    color: Color,
    square: Square,
    kind: PieceType,
) -> bool {
    variant.keeps_off(kind, position.rank_for(color, square), position.shape.ranks() - 1)
}
