//! Coordinates and canonical move texts.

use super::fen;
use crate::backend::engine_text::shorten;
use crate::game::board::{Square, SquareSet, Step};
use crate::game::notation;
use crate::game::notation::{Effect, Entry, Move, Travel};
use crate::game::position;
use crate::game::position::Position;
use crate::game::variant::{Castling, Piece, PieceType, Rulings, Unvalidated, Variant};

/// The canonical text of a move in coordinates, such as `e2e4`, `e7e8q` or, castling, `e1g1`; or why it is malformed. It does not check
/// whether the move is legal.
pub fn text(position: &Position, coordinates: &str) -> Result<String, String> {
    let variant = Variant::get(position.variant);
    let mv = read_move(position, variant, coordinates)
        .map_err(|problem| format!("the move `{}`: {problem}", shorten(coordinates)))?;
    Ok(notation::text(variant, &mv))
}

/// The canonical text of a move in any coordinates that [`plain`] reads; a text that is canonical is returned as it is.
pub fn canonical_text(position: &Position, written: &str) -> Result<String, String> {
    let variant = Variant::get(position.variant);
    if notation::is_canonical(variant, written) {
        return Ok(written.to_owned());
    }
    text(position, plain(variant, written).as_deref().unwrap_or(written))
}

/// The plain coordinates of a move as engines write it: `e2e4` for `e2-e4`, `Pe2e4` or `E2E4`, `e7e8Q` for `e7e8=Q`. `None` if the text is
/// not two squares with at most a label before and after them.
pub fn plain(variant: &Variant, text: &str) -> Option<String> {
    let text = text.trim_end_matches(['+', '#']);
    let read = |text: &str| {
        let ((from, rest), has_label) = match square_name(variant, text) {
            Some(split) => (split, false),
            None => {
                let end = text.find(|c: char| !c.is_ascii_uppercase()).filter(|end| *end > 0)?;
                variant.piece(&text[..end])?;
                (square_name(variant, &text[end..])?, true)
            }
        };
        let rest = rest.strip_prefix('-').unwrap_or(rest);
        let (to, rest) =
            square_name(variant, rest).or_else(|| square_name(variant, rest.strip_prefix('x')?))?;
        let becomes = rest.strip_prefix('=').unwrap_or(rest);
        let is_label = becomes.len() <= 2 && becomes.chars().all(|c| c.is_ascii_alphabetic());
        (is_label && !(has_label && from == to)).then(|| format!("{from}{to}{becomes}"))
    };
    read(text).or_else(|| {
        let is_upper = !text.contains(|c: char| c.is_lowercase());
        is_upper.then(|| read(&text.to_lowercase())).flatten()
    })
}

/// Whether plain coordinates move a Pawn to a rank where it cannot stay, but name no piece that it becomes.
pub fn lacks_promotion(position: &Position, coordinates: &str) -> bool {
    let variant = Variant::get(position.variant);
    let squares = fen::square(variant, position, coordinates)
        .and_then(|(from, rest)| Some((from, fen::square(variant, position, rest)?)));
    let Some((from, (to, ""))) = squares else { return false };
    let Some(mover) = position.piece(from) else { return false };
    let last = position.shape.ranks() - 1;
    let rank = match mover.color {
        crate::game::variant::Color::White => to.rank(),
        crate::game::variant::Color::Black => last - to.rank(),
    };
    variant.is_pawn(mover.kind) && variant.keeps_off(mover.kind, rank, last)
}

/// The name of a square at the start of a text, and the rest of the text.
fn square_name<'a>(variant: &Variant, text: &'a str) -> Option<(&'a str, &'a str)> {
    let digits = text.get(1..)?.bytes().take_while(u8::is_ascii_digit).count();
    let (name, rest) = text.split_at_checked(digits + 1)?;
    variant.names_square(name).then_some((name, rest))
}

/// The canonical VFEN of a position. It keeps the en passant square only if a legal move captures there, for which the legal moves are
/// asked, or if no double step can have passed it, so that it is a wrong answer.
pub fn canonical<E>(
    mut position: Position,
    texts: impl FnOnce(&Position) -> Result<Vec<String>, E>,
) -> Result<String, E> {
    if let Some(square) = position.en_passant {
        let variant = Variant::get(position.variant);
        let square = variant.labels.square(square);
        if is_passed(&position)
            && !texts(&position)?.iter().any(|text| captures_in_passing(variant, text, square.as_str()))
        {
            position.en_passant = None;
        }
    }
    Ok(print(&position))
}

/// Whether a double step can have passed the en passant square.
fn is_passed(position: &Position) -> bool {
    let mut bare = position.clone();
    bare.unmoved = SquareSet::EMPTY;
    let rulebook = Unvalidated(&Rulings::DEFAULT);
    position::parse(&print(&bare), Variant::get(position.variant), &rulebook).is_ok()
}

/// Whether a move with this canonical text captures en passant on a square.
pub fn captures_in_passing(variant: &Variant, text: &str, square: &str) -> bool {
    Entry::parse(variant, text).is_ok_and(|entry| {
        let removes = entry.effects.iter().any(|effect| matches!(effect, Effect::Removal(_)));
        removes && entry.to == Some(square)
    })
}

/// The VFEN of a position, unchanged.
pub fn print(position: &Position) -> String {
    position::print(position, &Rulings::DEFAULT)
}

fn read_move(position: &Position, variant: &Variant, coordinates: &str) -> Result<Move, String> {
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
    if let Some(kinds) = variant.castling.filter(|kinds| mover.kind == kinds.king)
        && from.rank() == to.rank()
    {
        if let Some(castling) = castling_onto_rook(position, variant, kinds, from, to) {
            return Ok(castling);
        }
        let files = to.file() as i8 - from.file() as i8;
        if files.abs() > 1
            || files != 0 && castles_to(variant, kinds, from, to) && !steps_aside(variant, mover, files)
        {
            return castling(position, mover, kinds.rook, from, to);
        }
    }
    let is_diagonal = from.file() != to.file();
    let passes = variant.en_passant.as_ref().is_some_and(|passing| passing.piece == mover.kind);
    let victim = Square::new(to.file(), from.rank());
    if passes && is_diagonal && position.piece(to).is_none() && position.is_of(!mover.color, victim) {
        return Ok(mv.removing(victim));
    }
    Ok(mv)
}

/// Whether a King ends on this square if it castles in its direction.
fn castles_to(variant: &Variant, kinds: Castling, from: Square, to: Square) -> bool {
    match kinds.any_file.or(kinds.files) {
        Some(files) => {
            let [king, _] = if to.file() < from.file() { files.lower } else { files.higher };
            variant.labels.file_named(king) == Some(to.file())
        }
        None => kinds
            .distances
            .unwrap_or_default()
            .iter()
            .any(|one| one.unsigned_abs() == from.file().abs_diff(to.file())),
    }
}

/// Whether a piece may go this many files along its rank by its own moves.
fn steps_aside(variant: &Variant, piece: Piece, files: i8) -> bool {
    variant.entry(piece.kind).is_none_or(|entry| {
        entry.program.is_empty()
            || entry.program.iter().any(|leg| {
                let reaches = |step: &Step| {
                    let count = if step.files == 0 { 0 } else { files / step.files };
                    let may_be_as_many =
                        count >= leg.least as i8 && leg.most.is_none_or(|most| count <= most as i8);
                    step.ranks == 0 && count > 0 && count * step.files == files && may_be_as_many
                };
                !leg.then.is_empty() || leg.steps.iter().any(reaches)
            })
    })
}

/// Castling as Chess960 writes it: the King moves onto its own Rook. `None` if the variant lets the King choose how far it goes.
fn castling_onto_rook(
    position: &Position,
    variant: &Variant,
    kinds: Castling,
    from: Square,
    to: Square,
) -> Option<Move> {
    let (king, rook) = (position.piece(from)?, position.piece(to)?);
    if rook != Piece::new(king.color, kinds.rook) {
        return None;
    }
    let is_lower = to.file() < from.file();
    let [king_to, rook_to] = match kinds.any_file.or(kinds.files) {
        Some(files) => {
            let names = if is_lower { files.lower } else { files.higher };
            names.map(|name| Some(Square::new(variant.labels.file_named(name)?, from.rank())))
        }
        None => {
            let distances: Vec<_> = kinds.distances.unwrap_or_default().iter().collect();
            let [distance] = distances[..] else { return None };
            let toward = if is_lower { -1 } else { 1 };
            [distance, distance - 1].map(|files| position.shape.step(from, Step::new(toward * files, 0)))
        }
    };
    let travel = Travel { piece: rook, from: to, to: rook_to? };
    Some(Move::new(king, from, king_to?).with_travel(travel))
}

/// Castling as the King's move along its rank: with the next Rook in that direction that holds its right, or with the next one if none
/// does. The Rook lands next to the King.
fn castling(
    position: &Position,
    king: Piece,
    rook: PieceType,
    from: Square,
    to: Square,
) -> Result<Move, String> {
    let toward = (to.file() as i8 - from.file() as i8).signum();
    let aside = |square, files| position.shape.step(square, Step::new(files, 0));
    let rook = Piece::new(king.color, rook);
    let ahead = std::iter::successors(Some(to), |square| aside(*square, toward));
    let rooks = ahead.filter(|square| position.piece(*square) == Some(rook));
    let Some(square) =
        rooks.clone().find(|square| position.unmoved.contains(*square)).or_else(|| rooks.clone().next())
    else {
        return Err("the King moves as in castling, but there is no Rook to castle with".into());
    };
    let beside = aside(to, -toward).filter(|_| square != to);
    let rook_to = beside.ok_or("castling is written as the King's move")?;
    let travel = Travel { piece: rook, from: square, to: rook_to };
    Ok(Move::new(king, from, to).with_travel(travel))
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
    fn coordinates_have_many_forms() {
        for (text, expected) in [
            ("e2e4", Some("e2e4")),
            ("e2-e4", Some("e2e4")),
            ("e2xe4", Some("e2e4")),
            ("Pe2e4", Some("e2e4")),
            ("Nb1-c3+", Some("b1c3")),
            ("E2E4", Some("e2e4")),
            ("H2-E2", Some("h2e2")),
            ("e7e8Q", Some("e7e8Q")),
            ("e7e8=q#", Some("e7e8q")),
            ("e4", None),
            ("Nc3", None),
            ("P e2-e4", None),
            ("e2e9", None),
            ("Nodes", None),
            ("", None),
            ("éé", None),
        ] {
            assert_eq!(plain(Variant::get(VariantId::CHESS), text).as_deref(), expected, "{text}");
        }
        let pawns = position::parse(PAWNS, Variant::get(VariantId::CHESS), &Standard).expect(PAWNS);
        for (coordinates, lacks) in
            [("b7b8", true), ("a2b1", true), ("b7b8q", false), ("d5c6", false), ("b1b8", false), ("x", false)]
        {
            assert_eq!(lacks_promotion(&pawns, coordinates), lacks, "{coordinates}");
        }
    }

    #[test]
    fn coordinates_become_canonical() {
        for (variant, vfen, coordinates, expected) in [
            (VariantId::CHESS, CASTLING, "e1g1", Ok("K e1-g1; R h1-f1")),
            (VariantId::CHESS, CASTLING, "e1c1", Ok("K e1-c1; R a1-d1")),
            (VariantId::CHESS, CASTLING, "e8c8", Ok("k e8-c8; r a8-d8")),
            (VariantId::CHESS, CASTLING, "h1h8", Ok("R h1-h8")),
            (VariantId::CHESS, CASTLING, "e1e2", Ok("K e1-e2")),
            (VariantId::CHESS, "4k3/8/8/8/8/8/8/RR2K3 w * - 0 1", "e1c1", Ok("K e1-c1; R a1-d1")),
            (VariantId::CHESS, CASTLING, "e1h1", Ok("K e1-g1; R h1-f1")),
            (VariantId::CHESS, "4k3/8/8/8/8/8/8/RK5R w a1,b1,h1 - 0 1", "b1a1", Ok("K b1-c1; R a1-d1")),
            (VariantId::CHESS, "4k3/8/8/8/8/8/8/5RKR w f1,g1,h1 - 0 1", "g1h1", Ok("K g1-g1; R h1-f1")),
            (VariantId::RYUGI, RYUGI, "f1j1", Err("castling is written as the King's move")),
            (VariantId::CHESS, PAWNS, "d5c6", Ok("P d5-c6; @-c5")),
            (VariantId::CHESS, PAWNS, "d5e6", Ok("P d5-e6")),
            (VariantId::CHESS, PAWNS, "b7b8q", Ok("P b7-b8; Q-b8")),
            (VariantId::CHESS, PAWNS, "a2b1n", Ok("p a2-b1; n-b1")),
            (VariantId::CHESS, PAWNS, "b7b8x", Err("`x` is not a piece of Chess")),
            (VariantId::CHESS, PAWNS, "b7b9", Err("expected two squares of the board")),
            (VariantId::CHESS, PAWNS, "e1g1", Err("the King moves as in castling, but there is no Rook")),
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
