//! Reads FEN, as other programs and web sites write it, where a VFEN is expected.
//!
//! Invariants: whatever is assumed or left out is reported; a FEN of which something cannot be expressed (pieces in
//! hand, check counters, castling from other squares) is never read as another position. This module does not know
//! how pieces move.

use super::fen_rights::Rights;
use super::{Position, VfenErrorKind, parse, print};
use crate::game::variant::{Rulings, Unvalidated, Variant, board_item};
use crate::support::sanitise::shorten;
use std::borrow::Cow;

/// The maximum number of characters of an ignored part that a note quotes.
const MAX_QUOTED: usize = 160;

/// A FEN, read as a position of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fen {
    /// The position.
    pub position: Position,
    /// The parts that the FEN leaves open and how each was read, as clauses of a sentence.
    pub assumptions: Vec<String>,
    /// The castling rights of the FEN that no piece of the board can hold, each with the reason.
    pub impossible_rights: Vec<String>,
    /// The castling letters by the files of the Rooks, if the impossible ones may mean these.
    pub rights_by_file: Option<String>,
}

/// Why a text is not a FEN of a variant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FenError {
    /// It is a FEN with something that no VFEN of the variant expresses.
    #[error("{0} are not supported")]
    Unsupported(String),
    /// It is malformed, or not of this variant.
    #[error("{0}")]
    Malformed(String),
    /// It is a position of the variant that its rules exclude, such as one without a King.
    #[error("{0}")]
    Invalid(String),
}

/// How the letters `KQkq` are read in a variant whose Kings castle from any file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Letters {
    /// As those of Chess960, unless the two sides have their Kings or Rooks on different files.
    AnyFile,
    /// As those of a game that began at the start position: a King or a Rook on another square has moved.
    Home,
}

/// Reads a text that is a FEN and not a VFEN; `None` for every other text, which is left to the parser of VFEN.
///
/// A text with castling letters, pieces in hand or counters of checks is a FEN even if it cannot be read. Another one with
/// as many fields as a VFEN is none.
#[must_use]
pub fn read_foreign(variant: &Variant, rulings: &Rulings, text: &str) -> Option<Result<Fen, FenError>> {
    read_foreign_with(variant, rulings, text, Letters::AnyFile)
}

/// Like [`read_foreign`], with castling letters read in this way.
#[must_use]
pub fn read_foreign_with(
    variant: &Variant,
    rulings: &Rulings,
    text: &str,
    letters: Letters,
) -> Option<Result<Fen, FenError>> {
    let has_marks = has_marks(text);
    let has_all_fields = text.split_whitespace().count() > 5;
    if !has_marks && has_all_fields || parse(text, variant, &Unvalidated(rulings)).is_ok() {
        return None;
    }
    let read = read_with(variant, rulings, text, letters);
    (has_marks || read.is_ok()).then_some(read)
}

/// Whether a text has marks of a FEN that no VFEN has.
fn has_marks(text: &str) -> bool {
    let plain = unquoted(text);
    let fields: Vec<_> = plain.split_whitespace().collect();
    let Some(board) = fields.first().filter(|board| board.contains('/')) else { return false };
    let is_letters = |field: &&str| field.bytes().all(|byte| byte.is_ascii_alphabetic());
    let has_side = fields.get(1).is_some_and(|field| ["w", "b"].contains(&&*field.to_ascii_lowercase()));
    has_side && fields.get(2).is_some_and(is_letters)
        || board.contains(['[', '~'])
        || fields.iter().any(|field| counts_checks(field))
}

/// Reads a FEN. Fields may be missing at the end, and operations of EPD may follow. Castling rights are written as
/// `KQkq`, or as the files of the Rooks. An en passant square is kept even if no move captures there.
///
/// # Errors
/// If the text is not a FEN of this variant.
pub fn read_fen(variant: &Variant, rulings: &Rulings, text: &str) -> Result<Fen, FenError> {
    read_with(variant, rulings, text, Letters::AnyFile)
}

fn read_with(variant: &Variant, rulings: &Rulings, text: &str, letters: Letters) -> Result<Fen, FenError> {
    let plain = unquoted(text);
    let mut fields: Vec<_> = plain.split_whitespace().collect();
    let mut assumptions = Vec::new();
    if let Some(counter) = fields.iter().find(|field| counts_checks(field)) {
        return Err(FenError::Unsupported(format!("counters of checks (`{counter}`)")));
    }
    let Some(board) = fields.first() else { return Err(FenError::Malformed("it is empty".into())) };
    let board = board_field(variant, board)?;
    if let Some(at) = (4..fields.len()).find(|&at| is_operation(fields[at])) {
        let ignored = fields[at..].join(" ");
        assumptions.push(format!("`{}` is ignored", shorten(&ignored, MAX_QUOTED)));
        fields.truncate(at);
    }
    if let Some(extra) = fields.get(6) {
        return Err(FenError::Malformed(format!("`{extra}` after the sixth field")));
    }
    let defaults = ["w", "-", "-", "0", "1"];
    let given = fields.len() - 1;
    if given < defaults.len() {
        assumptions.push(format!("`{}` is added", defaults[given..].join(" ")));
    }
    let [side, rights, en_passant, halfmove, fullmove] =
        std::array::from_fn(|index| fields.get(index + 1).copied().unwrap_or(defaults[index]));
    let side = side.to_ascii_lowercase();
    let halfmove = if halfmove == "-" { "0" } else { halfmove };
    let fullmove = if ["-", "0"].contains(&fullmove) {
        assumptions.push("the number of the first move is 1".into());
        "1"
    } else {
        fullmove
    };
    let parsed = |unmoved: &str, en_passant: &str| {
        let vfen = [&board, &side, unmoved, en_passant, halfmove, fullmove].join(" ");
        parse(&vfen, variant, &Unvalidated(rulings)).map_err(|error| match error.kind {
            VfenErrorKind::PieceCount | VfenErrorKind::Succession | VfenErrorKind::PawnRank => {
                FenError::Invalid(error.to_string())
            }
            _ => FenError::Malformed(error.to_string()),
        })
    };
    if rights.contains(|c: char| !c.is_ascii_alphabetic()) {
        // `-`, or the third field of a VFEN.
        let position = parsed(rights, en_passant)?;
        return Ok(Fen { position, assumptions, impossible_rights: Vec::new(), rights_by_file: None });
    }
    let bare = parsed("-", "-")?;
    let Rights { squares, impossible, by_file, other, is_anywhere } =
        Rights::parse(variant, rulings, &bare, rights, letters)?;
    if is_anywhere {
        assumptions.push("castling is that of Chess960".into());
    }
    if other {
        assumptions.push("pieces other than King and Rook that are where they start have not moved".into());
    }
    let names: Vec<_> = squares.iter().map(|square| variant.labels.square(*square)).collect();
    let unmoved = if names.is_empty() { "-".to_owned() } else { names.join(",") };
    let position = parsed(&unmoved, en_passant)?;
    Ok(Fen { position, assumptions, impossible_rights: impossible, rights_by_file: by_file })
}

impl Fen {
    /// The VFEN of the position.
    #[must_use]
    pub fn vfen(&self, rulings: &Rulings) -> String {
        print(&self.position, rulings)
    }
}

/// A text without the words and the quotes around it, as in `[FEN "..."]` and `position fen ...`, and with spaces for the
/// underscores of web addresses.
fn unquoted(text: &str) -> Cow<'_, str> {
    let is_quote = |c: char| "\"'`[]".contains(c) || c.is_whitespace();
    let outside = text.trim_matches(is_quote);
    let outside = outside.strip_prefix("position ").unwrap_or(outside).trim_start();
    let inside = match outside.get(..3).filter(|word| word.eq_ignore_ascii_case("fen")) {
        Some(_) if outside[3..].starts_with([':', ' ', '=']) => &outside[4..],
        _ => outside,
    };
    let bare = inside.trim_matches(is_quote);
    if bare.contains('_') && !bare.contains(char::is_whitespace) {
        return Cow::Owned(bare.replace('_', " "));
    }
    Cow::Borrowed(bare)
}

/// Whether a field counts checks, as `3+3` or `+0+2`.
fn counts_checks(field: &str) -> bool {
    let counts = field.strip_prefix('+').unwrap_or(field).split_once('+');
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    counts.is_some_and(|(white, black)| is_number(white) && is_number(black))
}

/// Whether a field begins an operation of EPD, such as `bm Nf3;`.
fn is_operation(field: &str) -> bool {
    // A field of a VFEN, such as `ban=d4+d7`, is never left out.
    field.starts_with(|c: char| c.is_ascii_alphabetic() || c == ';') && !field.contains('=')
}

/// The board field, with runs of empty squares as VFEN has them.
fn board_field(variant: &Variant, text: &str) -> Result<String, FenError> {
    let in_hand = |hand: &str| FenError::Unsupported(format!("pieces in hand (`{hand}`)"));
    let (board, hand) = text.find('[').map_or((text, ""), |at| text.split_at(at));
    if !["", "[]", "[-]"].contains(&hand) {
        return Err(in_hand(hand));
    }
    if let Some(at) = board.find('~') {
        let label = board[..at].chars().next_back().unwrap_or_default();
        return Err(FenError::Unsupported(format!("pieces that lose their rank in hand (`{label}~`)")));
    }
    let mut rows: Vec<_> = board.split('/').collect();
    let heights = || variant.starts.iter().map(|start| usize::from(start.shape.ranks()));
    if !heights().any(|height| height == rows.len()) && heights().any(|height| height + 1 == rows.len()) {
        // Some web sites write the hands as one more rank.
        match rows.pop() {
            Some(hand) if !hand.is_empty() && hand.bytes().all(|byte| byte.is_ascii_alphabetic()) => {
                return Err(in_hand(hand));
            }
            Some("") | None => {}
            Some(row) => rows.push(row),
        }
    }
    Ok(rows.into_iter().map(|row| rank(variant, row)).collect::<Vec<_>>().join("/"))
}

/// A rank, whose digits are added up if that fills the board and reading them as one number does not.
fn rank<'r>(variant: &Variant, row: &'r str) -> Cow<'r, str> {
    let files = usize::from(variant.labels.files());
    if squares(variant, row) == Some(files) {
        return Cow::Borrowed(row);
    }
    let mut added = String::new();
    let mut run = 0;
    for c in row.chars() {
        match c.to_digit(10) {
            Some(digit) => run += digit,
            None => {
                push_run(&mut added, &mut run);
                added.push(c);
            }
        }
    }
    push_run(&mut added, &mut run);
    if squares(variant, &added) == Some(files) { Cow::Owned(added) } else { Cow::Borrowed(row) }
}

fn push_run(row: &mut String, run: &mut u32) {
    if *run > 0 {
        row.push_str(&run.to_string());
    }
    *run = 0;
}

/// The number of squares of a rank; `None` if it is malformed.
fn squares(variant: &Variant, row: &str) -> Option<usize> {
    let (mut count, mut rest) = (0_usize, row);
    while !rest.is_empty() {
        let (length, item) = board_item(variant, rest).ok()?;
        count = count.saturating_add(item.squares());
        rest = &rest[length..];
    }
    Some(count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::variant::VariantId;
    use pretty_assertions::assert_eq;

    const BARE: &str = "r3k2r/8/8/8/8/8/8/R3K2R";

    /// Reads a text where a VFEN is expected: the VFEN and everything that is told about it, or the error.
    #[track_caller]
    fn check(variant: VariantId, text: &str, expected: Option<Result<&str, &str>>) {
        let rulings = Rulings::DEFAULT;
        let found = read_foreign(Variant::get(variant), &rulings, text).map(|read| {
            let fen = read.map_err(|error| error.to_string())?;
            let told = fen.impossible_rights.iter().chain(&fen.assumptions).cloned();
            Ok([fen.vfen(&rulings)].into_iter().chain(told).collect::<Vec<_>>().join("; "))
        });
        let expected = expected.map(|expected| expected.map(str::to_owned).map_err(str::to_owned));
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn fens_of_chess_are_read() {
        const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        for (text, expected) in [
            (format!("{START} w KQkq - 0 1"), format!("{START} w * - 0 1")),
            (format!("{START} w HAha - 0 1"), format!("{START} w * - 0 1")),
            (format!("  \"{START} w KQkq - 0 1\"\n"), format!("{START} w * - 0 1")),
            (format!("{START}_w_KQkq_-_0_1"), format!("{START} w * - 0 1")),
            (format!("[FEN \"{START} w KQkq - 0 1\"]"), format!("{START} w * - 0 1")),
            (format!("position fen {START} w KQkq - 0 1"), format!("{START} w * - 0 1")),
            (format!("FEN: {START} w KQkq - 0 1"), format!("{START} w * - 0 1")),
            (format!("{START} w KQkq -"), format!("{START} w * - 0 1; `0 1` is added")),
            (format!("{START}[] W KQkq -"), format!("{START} w * - 0 1; `0 1` is added")),
            (START.to_owned(), format!("{START} w - - 0 1; `w - - 0 1` is added")),
            (
                format!("{START} w KQkq - bm e4; id \"x\";"),
                format!("{START} w * - 0 1; `bm e4; id \"x\";` is ignored; `0 1` is added"),
            ),
            (format!("{BARE} b Qk - 3 17"), format!("{BARE} b a1,e1,e8,h8 - 3 17")),
            (format!("{BARE} w K - - 0"), format!("{BARE} w e1,h1 - 0 1; the number of the first move is 1")),
            ("4k3/8/8/8/2pP4/8/8/4K3_b_-_d3_0_7".to_owned(), "4k3/8/8/8/2pP4/8/8/4K3 b - d3 0 7".to_owned()),
            (
                "4k3/44/11111111/8/2pP4/8/8/4K3 b - d3 0".to_owned(),
                "4k3/8/8/8/2pP4/8/8/4K3 b - d3 0 1; `1` is added".to_owned(),
            ),
        ] {
            check(VariantId::CHESS, &text, Some(Ok(&expected)));
        }
    }

    #[test]
    fn impossible_rights_say_which_piece_is_away() {
        for (text, expected) in [
            (
                "rnbqBk1r/1p1Pb1pp/2p5/p7/8/8/PPP1NnPP/RNBQK2R b KQk - 1 9",
                "rnbqBk1r/1p1Pb1pp/2p5/p7/8/8/PPP1NnPP/RNBQK2R b * - 1 9; \
                 `k`: the Black King is on f8 and castles only from e8; \
                 in Chess960 the files of the Rooks say which: `HAh`",
            ),
            (
                "r1k4r/8/8/8/8/8/8/R2K2R1 w KQkq - 0 1",
                "r1k4r/8/8/8/8/8/8/R2K2R1 w - - 0 1; `KQ`: the White King is on d1 and castles only from e1; \
                 `kq`: the Black King is on c8 and castles only from e8; \
                 in Chess960 the files of the Rooks say which: `GAha`",
            ),
            (
                // In Chess960 the Rooks start on the same files too.
                "1r4k1/8/8/8/8/8/8/2R3K1 w Qq - 0 1",
                "1r4k1/8/8/8/8/8/8/2R3K1 w - - 0 1; `Q`: the White King is on g1 and castles only from e1; \
                 `q`: the Black King is on g8 and castles only from e8",
            ),
            (
                "4k3/8/8/8/8/8/8/R3K3 w KQ - 0 1",
                "4k3/8/8/8/8/8/8/R3K3 w * - 0 1; `K`: there is no White Rook on h1",
            ),
            (
                "4k3/8/8/8/8/8/8/1R2K3 w BC - 0 1",
                "4k3/8/8/8/8/8/8/1R2K3 w b1,e1 - 0 1; `C`: no White Rook that castles starts on c1; castling is that of Chess960",
            ),
        ] {
            check(VariantId::CHESS, text, Some(Ok(expected)));
        }
    }

    #[test]
    fn fens_of_larger_boards_are_read() {
        let start = &Variant::get(VariantId::RYUGI).starts[0].vfen;
        for rights in ["KQkq", "JAja"] {
            check(VariantId::RYUGI, &start.replace('*', rights), Some(Ok(start)));
        }
        let half = start.replace('*', "Kq");
        let vfen = start.replace('*', "a10,f1,f10,j1");
        check(VariantId::RYUGI, &half, Some(Ok(&vfen)));
        let bare = ["5k4/10/10/10/10/10/10/10/10/5K4 w - -", "5k4/55/82/91/10/10/10/10/10/5K4 w - -"];
        for text in bare {
            let vfen = "5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 1; `0 1` is added";
            check(VariantId::RYUGI, text, Some(Ok(vfen)));
        }
        let kings = "k9/10/10/10/10/10/10/10/10/K9 w KQkq - 0 1";
        let problem = "castling rights `KQkq`: Rococo with mirror arrays has no castling; expected -";
        check(VariantId::ROCOCO, kings, Some(Err(problem)));
    }

    #[test]
    fn what_a_vfen_cannot_express_is_unsupported() {
        for (text, expected) in [
            (format!("{BARE}[Pp] w KQkq - 0 1"), "pieces in hand (`[Pp]`) are not supported"),
            (format!("{BARE}/Pp w KQkq - 0 1"), "pieces in hand (`Pp`) are not supported"),
            (format!("{BARE} w KQkq - 3+3 0 1"), "counters of checks (`3+3`) are not supported"),
            (format!("{BARE} w KQkq - 0 1 +0+2"), "counters of checks (`+0+2`) are not supported"),
            (
                BARE.replace("8/8/8", "8/Q~7/8") + " w KQkq - 0 1",
                "pieces that lose their rank in hand (`Q~`) are not supported",
            ),
            ("8/8 w KQkq - 0 1".into(), "board: has 2 ranks; expected 8 [board-shape]"),
            (
                format!("{BARE} w KXkq - 0 1"),
                "castling rights `KXkq`: `X` is not a right; expected KQkq or -",
            ),
            (format!("{BARE} w KQkq - 0 1 2"), "`2` after the sixth field"),
            (format!("{BARE}[] x KQkq - 0 1"), "side to move: `x`; expected w or b [side]"),
        ] {
            check(VariantId::CHESS, &text, Some(Err(expected)));
        }
    }

    #[test]
    fn vfens_and_other_texts_are_left_alone() {
        for text in [
            "r3k2r/8/8/8/8/8/8/R3K2R w * - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w e1,h9 - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w - - 01 1",
            "r3k2r/8/8/8/8/8/8/R3K2R  w - - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 0",
            "r3k2r/8/8\t/8/8/8/8/R3K2R w - - 0 1",
            "hello",
            "",
        ] {
            check(VariantId::CHESS, text, None);
        }
    }
}
