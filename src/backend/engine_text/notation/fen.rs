//! VFEN and the FEN of engines.

use crate::backend::BackendError;
use crate::game::board::{Square, SquareSet};
use crate::game::position;
use crate::game::position::Position;
use crate::game::position::fen::FenError;
use crate::game::variant::{Color, Piece, Rulings, Variant, VariantId};

/// Engines may overflow from this number on.
const LAST_MOVE: u32 = 99_999;

/// Checks that FEN can express the positions of the variant.
///
/// # Errors
/// `Unsupported`, if it cannot.
pub fn translates(variant: VariantId) -> Result<(), BackendError> {
    let variant = Variant::get(variant);
    let long = variant.pieces.iter().find(|entry| entry.label.len() > 1);
    match (&variant.uci.unsupported, long) {
        (Some(reason), _) => Err(BackendError::Unsupported(reason.clone())),
        (None, Some(entry)) => {
            let reason = format!("an engine reads labels of one letter, not `{}`", entry.label);
            Err(BackendError::Unsupported(reason))
        }
        (None, None) => Ok(()),
    }
}

/// The FEN of a position, as engines read it.
///
/// # Errors
/// `Unsupported`, if FEN cannot express it.
pub fn write(position: &Position) -> Result<String, BackendError> {
    translates(position.variant)?;
    let unsupported = |reason: String| Err(BackendError::Unsupported(reason));
    if position.halfmove > LAST_MOVE || position.fullmove > LAST_MOVE {
        return unsupported(format!("counters beyond {LAST_MOVE}"));
    }
    let variant = Variant::get(position.variant);
    let vfen = position::print(position, &Rulings::DEFAULT);
    let [board, side, _, en_passant, halfmove, fullmove] = vfen.split(' ').collect::<Vec<_>>()[..] else {
        return unsupported("fields FEN does not have".into());
    };
    if variant.uci.rights.is_empty() && !position.unmoved.is_empty() {
        return unsupported(format!(
            "the castling rights of {} cannot be written in a form that engines read: its variant.json names no \
             `rights` in `uci`",
            variant.id
        ));
    }
    let rights = rights(position, variant);
    Ok([board, side, &rights, en_passant, halfmove, fullmove].join(" "))
}

/// Whether a position has rights of Kings and Rooks that are not where they start, as in Chess960.
pub fn castles_from_any_file(position: &Position) -> bool {
    let variant = Variant::get(position.variant);
    let names = variant.uci.rights.iter().flat_map(|right| [&right.king, &right.rook]);
    let standard: SquareSet = names.filter_map(|name| variant.labels.parse(position.shape, name)).collect();
    variant.castling.is_some_and(|castling| castling.any_file.is_some())
        && !(position.unmoved - standard).is_empty()
}

/// The rights as the files of the Rooks, as Chess960 writes them.
fn rook_files(position: &Position, variant: &Variant) -> String {
    let Some(castling) = variant.castling else { return "-".into() };
    let letter = |color: Color| {
        let rooks = position
            .unmoved
            .into_iter()
            .filter(move |square| position.piece(*square) == Some(Piece::new(color, castling.rook)));
        let mut files: Vec<_> = rooks.map(Square::file).collect();
        files.sort_unstable_by(|one, other| other.cmp(one));
        files.into_iter().map(move |file| match color {
            Color::White => variant.labels.file(file).to_ascii_uppercase(),
            Color::Black => variant.labels.file(file),
        })
    };
    Color::BOTH.into_iter().flat_map(letter).collect()
}

fn rights(position: &Position, variant: &Variant) -> String {
    if castles_from_any_file(position) {
        return rook_files(position, variant);
    }
    let holds = |name: &str| {
        let square = variant.labels.parse(position.shape, name);
        square.is_some_and(|square| position.unmoved.contains(square))
    };
    let held = variant.uci.rights.iter().filter(|right| holds(&right.king) && holds(&right.rook));
    let held: String = held.map(|right| right.letter).collect();
    if held.is_empty() { "-".into() } else { held }
}

/// Reads the FEN of an engine. The en passant square is kept even if no move captures there.
pub fn read_fen(variant: &Variant, fen: &str) -> Result<Position, FenError> {
    let read = position::fen::read_fen(variant, &Rulings::DEFAULT, fen)?;
    match read.impossible_rights.first() {
        Some(right) => Err(FenError::Malformed(format!("castling rights: {right}"))),
        None => Ok(read.position),
    }
}

/// Reads the FEN that a program shows after a move. Unlike [`read_fen`], it keeps an en passant square that no double step can have passed,
/// and the castling rights of pieces that are gone: they are wrong answers in a FEN that is well-formed.
pub fn read_shown(variant: &Variant, fen: &str) -> Result<Position, FenError> {
    let fields: Vec<_> = fen.split_whitespace().collect();
    // Of Makruk, Fairy-Stockfish shows a limit of moves, and how many of them were made.
    if let [_, _, _, limit, made, _] = fields[..]
        && variant.en_passant.is_none()
        && limit.bytes().all(|byte| byte.is_ascii_digit())
    {
        return Err(FenError::Unsupported(format!("counts of moves to a draw (`{limit} {made}`)")));
    }
    read_fen(variant, fen).or_else(|error| {
        let [board, side, letters, passed, halfmove, fullmove] = fields[..] else { return Err(error) };
        let read = |letters: &str, passed: &str| {
            read_fen(variant, &[board, side, letters, passed, halfmove, fullmove].join(" "))
        };
        let Ok(bare) = read("-", "-") else { return Err(error) };
        let square = |name: &str| variant.labels.parse(bare.shape, name);
        let with_rights = || {
            let mut shown = bare.clone();
            for letter in letters.chars() {
                let right = variant.uci.rights.iter().find(|right| right.letter == letter)?;
                shown.unmoved = shown.unmoved.with(square(&right.king)?).with(square(&right.rook)?);
            }
            Some(shown)
        };
        let possible = read(letters, "-").ok();
        let mut shown = possible.or_else(with_rights).ok_or_else(|| error.clone())?;
        if passed != "-" {
            shown.en_passant = Some(square(passed).ok_or(error)?);
        }
        Ok(shown)
    })
}

/// The position with the other side to move, and without the rights of the side to move.
pub fn flipped(position: &Position) -> Position {
    let mut other = position.clone();
    other.turn = !other.turn;
    other.en_passant = None;
    other.unmoved = SquareSet::EMPTY;
    other
}

/// The square of a coordinate at the start of a text, and the rest of the text.
pub(super) fn square<'a>(variant: &Variant, position: &Position, text: &'a str) -> Option<(Square, &'a str)> {
    let digits = text.get(1..)?.bytes().take_while(u8::is_ascii_digit).count();
    let square = variant.labels.parse(position.shape, text.get(..=digits)?)?;
    Some((square, &text[digits + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::variant::Standard;
    use pretty_assertions::assert_eq;

    fn parse(variant: VariantId, vfen: &str) -> Position {
        position::parse(vfen, Variant::get(variant), &Standard).expect(vfen)
    }

    #[test]
    fn chess_and_ryugi_translate_both_ways() {
        for (variant, vfen, fen) in [
            (
                VariantId::CHESS,
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w * - 0 1",
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            ),
            (
                VariantId::CHESS,
                "r3k2r/8/8/8/8/8/8/R3K2R b a1,e1,e8,h8 - 3 17",
                "r3k2r/8/8/8/8/8/8/R3K2R b Qk - 3 17",
            ),
            (
                VariantId::CHESS,
                "r3k2r/8/8/8/8/8/8/R3K2R b e8,h8 - 3 17",
                "r3k2r/8/8/8/8/8/8/R3K2R b k - 3 17",
            ),
            (VariantId::CHESS, "8/5k2/8/2Pp4/2B5/1K6/8/8 w - d6 0 1", "8/5k2/8/2Pp4/2B5/1K6/8/8 w - d6 0 1"),
            (
                VariantId::RYUGI,
                "5k4/10/10/10/10/3pP5/10/10/10/5K4 b - e4 0 1",
                "5k4/10/10/10/10/3pP5/10/10/10/5K4 b - e4 0 1",
            ),
        ] {
            let position = parse(variant, vfen);
            assert_eq!(write(&position).as_deref(), Ok(fen), "{vfen}");
            assert_eq!(read_fen(Variant::get(variant), fen), Ok(position), "{fen}");
        }
    }

    #[test]
    fn positions_without_a_fen_are_refused() {
        let start = |variant: VariantId| Variant::get(variant).starts[0].vfen.as_str();
        for (variant, vfen, expected) in [
            (
                VariantId::RYUGI,
                start(VariantId::RYUGI),
                "the castling rights of ryugi cannot be written in a form",
            ),
            (VariantId::ROCOCO, start(VariantId::ROCOCO), "moves of rococo have effects"),
            (VariantId::CHESS, "4k3/8/8/8/8/8/8/4K3 w - - 0 100000", "counters beyond 99999"),
        ] {
            let error = write(&parse(variant, vfen)).expect_err(vfen);
            assert!(error.to_string().contains(expected), "{vfen}: {error}");
        }
    }

    #[test]
    fn fields_that_contradict_the_board_are_kept_as_they_are_shown() {
        let chess = Variant::get(VariantId::CHESS);
        for (fen, expected) in [
            ("4k3/8/8/3PpP2/8/3K4/8/8 w - e5 0 2", "4k3/8/8/3PpP2/8/3K4/8/8 w - e5 0 2"),
            ("B3k2r/8/8/8/8/8/8/4K3 b kq - 0 20", "B3k2r/8/8/8/8/8/8/4K3 b a8,e8,h8 - 0 20"),
            ("B3k2r/8/8/8/8/8/8/4K3 b k - 0 20", "B3k2r/8/8/8/8/8/8/4K3 b * - 0 20"),
        ] {
            let shown = read_shown(chess, fen).expect(fen);
            assert_eq!(position::print(&shown, &Rulings::DEFAULT), expected, "{fen}");
        }
        for fen in ["4k3/8/8/8/8/8/8/4K3 w - 3 0 1", "4k3/8/8/8/8/8/8/4K3 w X - 0 1", "4k3/8 w - e5 0 1"] {
            assert_eq!(read_shown(chess, fen), read_fen(chess, fen), "{fen}");
            assert!(read_fen(chess, fen).is_err(), "{fen}");
        }
    }

    #[test]
    fn invalid_fens_are_refused() {
        for (fen, expected) in [
            ("", "it is empty"),
            ("4k3/8/8/8/8/8/8/4K3 w HAha - 0 1", "castling rights: `H`: there is no White Rook on h1"),
            ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling rights: `K`: there is no White Rook on h1"),
            ("4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1", "pieces in hand (`[Q]`) are not supported"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1", "counters of checks (`3+3`) are not supported"),
            ("10/8/8/8/8/8/8/4K3 w - - 0 1", "board, rank 8"),
        ] {
            let error = read_fen(Variant::get(VariantId::CHESS), fen).expect_err(fen);
            assert!(error.to_string().starts_with(expected), "{fen}: {error}");
        }
    }
}
