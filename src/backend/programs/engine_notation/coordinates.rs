//! Coordinates and canonical move texts.

use super::fen;
use crate::backend::programs::process::shorten;
use crate::game::board::{Square, Step};
use crate::game::notation;
use crate::game::notation::{Effect, Entry, Move, Travel};
use crate::game::position;
use crate::game::position::Position;
use crate::game::variant::{Piece, PieceType, Rulings, Variant};

/// The canonical text of a move in coordinates, such as `e2e4`, `e7e8q` or, castling, `e1g1`; or why it is malformed. It does not check
/// whether the move is legal.
pub fn text(position: &Position, coordinates: &str) -> Result<String, String> {
    let variant = Variant::get(position.variant);
    let mv = read(position, variant, coordinates)
        .map_err(|problem| format!("the move `{}`: {problem}", shorten(coordinates)))?;
    Ok(notation::text(variant, &mv))
}

/// The canonical VFEN of a position. It keeps the en passant square only if a legal move captures there; the legal moves are asked for
/// only in that case.
pub fn canonical<E>(
    mut position: Position,
    texts: impl FnOnce(&Position) -> Result<Vec<String>, E>,
) -> Result<String, E> {
    if let Some(square) = position.en_passant {
        let variant = Variant::get(position.variant);
        let square = variant.labels.square(square);
        let captures_there = |text: &String| {
            Entry::parse(variant, text).is_ok_and(|entry| {
                let removes = entry.effects.iter().any(|effect| matches!(effect, Effect::Removal(_)));
                removes && entry.to == Some(square.as_str())
            })
        };
        if !texts(&position)?.iter().any(captures_there) {
            position.en_passant = None;
        }
    }
    Ok(print(&position))
}

/// The VFEN of a position, unchanged.
pub fn print(position: &Position) -> String {
    position::print(position, &Rulings::DEFAULT)
}

fn read(position: &Position, variant: &Variant, coordinates: &str) -> Result<Move, String> {
    let malformed = || "expected two squares of the board, such as e2e4".to_owned();
    let (from, rest) = fen::square(variant, position, coordinates).ok_or_else(malformed)?;
    let (to, rest) = fen::square(variant, position, rest).ok_or_else(malformed)?;
    let mover = position.piece(from).ok_or("there is no piece on its start square")?;
    let mv = Move::new(mover, from, to);
    if !rest.is_empty() {
        let label = if mover.color == crate::game::variant::Color::White {
            rest.to_uppercase()
        } else {
            rest.to_lowercase()
        };
        let piece = variant
            .piece(&label)
            .ok_or_else(|| format!("`{}` is not a piece of {}", shorten(rest), variant.title))?;
        return Ok(mv.placing(to, piece));
    }
    if let Some(kinds) = variant.castling
        && mover.kind == kinds.king
        && let Some(castling) = castling(position, mover, kinds.rook, from, to)
    {
        return castling;
    }
    let is_diagonal = from.file() != to.file();
    let passes = variant.en_passant.as_ref().is_some_and(|passing| passing.piece == mover.kind);
    if passes && is_diagonal && position.piece(to).is_none() {
        return Ok(mv.removing(Square::new(to.file(), from.rank())));
    }
    Ok(mv)
}

/// Castling: a King that moves two or more squares along its rank castles with the next Rook in that direction, which lands next to it.
fn castling(
    position: &Position,
    king: Piece,
    rook: PieceType,
    from: Square,
    to: Square,
) -> Option<Result<Move, String>> {
    let files = to.file() as i8 - from.file() as i8;
    if files.abs() < 2 || from.rank() != to.rank() {
        return None;
    }
    let aside = |square, files| position.shape.step(square, Step::new(files, 0));
    let mut square = to;
    let rook = Piece::new(king.color, rook);
    while position.piece(square) != Some(rook) {
        match aside(square, files.signum()) {
            Some(next) => square = next,
            None => {
                return Some(Err(
                    "the King moves two or more squares, but there is no Rook to castle with".into()
                ));
            }
        }
    }
    let travel = Travel { piece: rook, from: square, to: aside(to, -files.signum())? };
    if square == to {
        return Some(Err("castling is written as the King's move".into()));
    }
    Some(Ok(Move::new(king, from, to).with_travel(travel)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::variant::{Standard, VariantId};
    use pretty_assertions::assert_eq;

    const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w * - 0 1";
    const PAWNS: &str = "4k3/1P6/8/2pP4/8/8/p7/1N2K3 w - c6 0 1";
    const RYUGI: &str = "r4k3r/P8p/10/4p5/3P1P4/4p1p3/5P4/10/p8P/R4K3R w * - 0 1";

    const PROMOTING: &str = "5k4/1P8/10/10/10/10/10/10/10/5K4 w - - 0 1";

    #[test]
    fn coordinates_become_canonical() {
        for (variant, vfen, coordinates, expected) in [
            (VariantId::CHESS, CASTLING, "e1g1", Ok("K e1-g1; R h1-f1")),
            (VariantId::CHESS, CASTLING, "e1c1", Ok("K e1-c1; R a1-d1")),
            (VariantId::CHESS, CASTLING, "e8c8", Ok("k e8-c8; r a8-d8")),
            (VariantId::CHESS, CASTLING, "h1h8", Ok("R h1-h8")),
            (VariantId::CHESS, CASTLING, "e1e2", Ok("K e1-e2")),
            (VariantId::CHESS, CASTLING, "e1h1", Err("castling is written as the King's move")),
            (VariantId::CHESS, PAWNS, "d5c6", Ok("P d5-c6; @-c5")),
            (VariantId::CHESS, PAWNS, "b7b8q", Ok("P b7-b8; Q-b8")),
            (VariantId::CHESS, PAWNS, "a2b1n", Ok("p a2-b1; n-b1")),
            (VariantId::CHESS, PAWNS, "b7b8x", Err("`x` is not a piece of Chess")),
            (VariantId::CHESS, PAWNS, "b7b9", Err("expected two squares of the board")),
            (
                VariantId::CHESS,
                PAWNS,
                "e1g1",
                Err("the King moves two or more squares, but there is no Rook"),
            ),
            (VariantId::CHESS, PAWNS, "d4d5", Err("there is no piece on its start square")),
            (VariantId::CHESS, PAWNS, "P@d4", Err("expected two squares")),
            (VariantId::CHESS, PAWNS, "", Err("expected two squares")),
            (VariantId::CHESS, PAWNS, "é4d5", Err("expected two squares")),
            (VariantId::RYUGI, PROMOTING, "b9b10d", Ok("P b9-b10; D-b10")),
            (VariantId::RYUGI, RYUGI, "f1i1", Ok("K f1-i1; R j1-h1")),
            (VariantId::RYUGI, RYUGI, "f1d1", Ok("K f1-d1; R a1-e1")),
            (VariantId::RYUGI, RYUGI, "j2j3", Ok("P j2-j3")),
        ] {
            let position = crate::game::position::parse(vfen, Variant::get(variant), &Standard).expect(vfen);
            match (text(&position, coordinates), expected) {
                (Ok(text), Ok(expected)) => assert_eq!(text, expected, "{coordinates}"),
                (Err(error), Err(expected)) => {
                    let expected = format!("the move `{coordinates}`: {expected}");
                    assert!(error.starts_with(&expected), "{error}");
                }
                (answer, _) => panic!("{coordinates}: {answer:?}"),
            }
        }
    }
}
