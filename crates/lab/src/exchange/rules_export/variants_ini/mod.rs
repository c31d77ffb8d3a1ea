//! A section of `variants.ini` for Fairy-Stockfish.
//!
//! The section has no parent, so that it inherits nothing. It says every rule for which the template without a parent has another
//! default. Source: the comments of `variants.ini`, and `parser.cpp`, `position.cpp` and `movegen.cpp` of Fairy-Stockfish.

mod ends;
mod passing;
mod pieces;
mod predefined;
mod promotion;
mod ranges;
mod royal;
mod sides;
mod split;

use super::Exported;
use super::castling::Side;
use super::game::Game;
use super::refusals::Refusals;
use pieces::Pieces;
use royal::Royals;
use vperft::inner::game::board::{Shape, Square, SquareSet};
use vperft::inner::game::variant::{Color, Piece, PieceType};

/// The largest board.
const MAX_FILES: u8 = 12;
const MAX_RANKS: u8 = 10;

/// Writes the section `[name]`.
pub fn write(game: &Game, name: &str, refusals: &mut Refusals) -> Exported {
    let shape = game.shape();
    if shape.files() > MAX_FILES || shape.ranks() > MAX_RANKS {
        let (files, ranks) = (shape.files(), shape.ranks());
        let limit = format!("the format has at most {MAX_FILES} files and {MAX_RANKS} ranks");
        refusals.field("board", format_args!("{files} files and {ranks} ranks; {limit}"));
    }
    let royals = Royals::from_game(game, refusals);
    let pieces = Pieces::from_game(game, &royals, refusals);
    let mut section = Section::default();
    section.set("maxRank", shape.ranks());
    section.set("maxFile", shape.files());
    for (key, value) in &pieces.lines {
        section.set(key, value);
    }
    section.set("startFen", game.fen());
    promotion::write(game, &mut section, refusals);
    pieces.passing.write(game, &mut section, refusals);
    soldiers(&pieces, &mut section);
    castling(game, &royals, &pieces, &mut section, refusals);
    ends::write(game, &royals, &mut section, refusals);
    let dead = (!game.variant.dead.is_empty()).then(|| {
        "left out, because the format has no words for it: `dead`, positions that neither side can win".into()
    });
    Exported { text: format!("[{name}]\n{}", section.0), notes: dead.into_iter().collect() }
}

/// The lines of a section.
#[derive(Default)]
struct Section(String);

impl Section {
    fn set(&mut self, key: &str, value: impl std::fmt::Display) {
        self.0.push_str(&format!("{key} = {value}\n"));
    }
}

/// The letters of kinds, or `-` for none.
fn letters(game: &Game, kinds: &[PieceType]) -> String {
    if kinds.is_empty() { "-".into() } else { game.letters(kinds).to_lowercase() }
}

/// Settings about two predefined pieces.
fn soldiers(pieces: &Pieces, section: &mut Section) {
    if pieces.flying {
        section.set("flyingGeneral", true);
    }
    if let Some(rank) = pieces.soldier_rank {
        section.set("soldierPromotionRank", rank);
    }
}

fn castling(game: &Game, royals: &Royals, pieces: &Pieces, section: &mut Section, refusals: &mut Refusals) {
    let Some(castling) = &game.castling else {
        section.set("castling", false);
        return;
    };
    let file = |file: u8| char::from(b'a' + file);
    section.set("castling", true);
    section.set("castlingRank", castling.rank + 1);
    let kings: Vec<u8> = castling.kings.iter().flatten().copied().collect();
    let rank_of = |color: Color| color.rank_on(game.shape(), castling.rank);
    let is_alone = |color: &Color| {
        let kings = game.start.squares_of(Piece::new(*color, castling.king));
        kings.into_iter().filter(|square| square.rank() == rank_of(*color)).count() == 1
    };
    if kings.iter().any(|file| *file != kings[0]) && !Color::BOTH.iter().all(is_alone) {
        refusals.field("castling", "Kings on different files, with others on their ranks");
    }
    section.set("castlingKingFile", file(kings[0]));
    if Some(castling.king) != royals.king {
        section.set("castlingKingPiece", letters(game, &[castling.king]));
        let castles = |color: Color| castling.kings[color as usize].is_some();
        let has_king = |color| royals.king.is_some_and(|king| game.count(color, king) > 0);
        if Color::BOTH.into_iter().any(|color| castles(color) && has_king(color)) {
            refusals.field("castling", "of a kind that is not the King of its side");
        }
    }
    if pieces.rook != Some(castling.rook) {
        section.set("castlingRookPieces", letters(game, &[castling.rook]));
    }
    for (name, sides, is_higher) in
        [("Kingside", castling.higher, true), ("Queenside", castling.lower, false)]
    {
        let own: Vec<Side> = sides.iter().flatten().copied().collect();
        let Some(first) = own.first() else { continue };
        if own.iter().any(|side| side.king_to != first.king_to) {
            refusals.field("castling", "Kings of the two sides that end on different files");
        }
        // Rooks are looked for from this file on, toward the King.
        let files = own.iter().map(|side| side.rook_from);
        let outer = if is_higher { files.max() } else { files.min() }.unwrap_or(first.rook_from);
        let is_between = |color: Color, side: Side, square: Square| {
            let (low, high) = (outer.min(side.rook_from), outer.max(side.rook_from));
            square.rank() == rank_of(color)
                && (low..=high).contains(&square.file())
                && square.file() != side.rook_from
        };
        let is_hidden = |color: Color| {
            let rooks = game.start.squares_of(Piece::new(color, castling.rook));
            let side = sides[color as usize];
            side.is_some_and(|side| rooks.into_iter().any(|square| is_between(color, side, square)))
        };
        if Color::BOTH.into_iter().any(is_hidden) {
            refusals
                .field("castling", "Rooks of the two sides on different files, with others outside of them");
        }
        section.set(&format!("castling{name}File"), file(first.king_to));
        section.set(&format!("castlingRook{name}File"), file(outer));
    }
}

/// Squares as the format lists them: whole ranks such as `*8`, and the other squares one by one.
fn region(shape: Shape, squares: SquareSet) -> String {
    let mut words = Vec::new();
    for rank in 0..shape.ranks() {
        let files: Vec<u8> =
            squares.into_iter().filter(|square| square.rank() == rank).map(|square| square.file()).collect();
        if files.len() == usize::from(shape.files()) {
            words.push(format!("*{}", rank + 1));
        } else {
            words.extend(files.iter().map(|file| format!("{}{}", char::from(b'a' + file), rank + 1)));
        }
    }
    if words.is_empty() { "-".into() } else { words.join(" ") }
}
