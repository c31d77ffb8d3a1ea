//! A section of `variants.ini` for Fairy-Stockfish.
//!
//! The section has no parent, so that it inherits nothing. It says every rule for which the template without a parent has another
//! default. Source: the comments of `variants.ini`, and `parser.cpp`, `position.cpp` and `movegen.cpp` of Fairy-Stockfish.

mod pieces;
mod predefined;
mod ranges;
mod split;

use super::Exported;
use super::game::Game;
use super::refusals::Refusals;
use crate::game::board::{Shape, SquareSet};
use crate::game::variant::{Color, Piece, PieceType, Status};
use pieces::Pieces;

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
    let pieces = Pieces::read(game, refusals);
    let mut section = Section::default();
    section.set("maxRank", shape.ranks());
    section.set("maxFile", shape.files());
    for (key, value) in &pieces.lines {
        section.set(key, value);
    }
    section.set("startFen", game.fen());
    promotion(game, &mut section, refusals);
    double_step(game, &pieces, &mut section);
    castling(game, &pieces, &mut section);
    ends(game, &mut section, refusals);
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

fn promotion(game: &Game, section: &mut Section, refusals: &mut Refusals) {
    let Some(promotion) = &game.promotion else {
        section.set("promotionRegionWhite", "-");
        section.set("promotionRegionBlack", "-");
        section.set("promotionPawnTypes", "-");
        return;
    };
    for (color, squares) in Color::BOTH.into_iter().zip(promotion.on) {
        section.set(&format!("promotionRegion{}", color.name()), region(game.shape(), squares));
    }
    section.set("promotionPawnTypes", letters(game, &promotion.kinds));
    section.set("promotionPieceTypes", letters(game, &promotion.to));
    section.set("mandatoryPawnPromotion", promotion.forced);
    if promotion.stock {
        let count = |color, kind| game.start.squares_of(Piece::new(color, kind)).len();
        let limits = promotion.to.iter().map(|&kind| {
            let [white, black] = Color::BOTH.map(|color| count(color, kind));
            if white != black || white == 0 {
                let problem = format!(
                    "`{}` can be chosen up to the number at the start, {white} and {black}; the format has one limit \
                     for both sides, of at least 1",
                    kind.name()
                );
                refusals.field("promotion", problem);
            }
            format!("{}:{white}", game.letter(kind).to_lowercase())
        });
        let limits = limits.collect::<Vec<_>>().join(" ");
        section.set("promotionLimit", limits);
    }
}

fn double_step(game: &Game, pieces: &Pieces, section: &mut Section) {
    match &pieces.double_step {
        None => section.set("doubleStep", false),
        Some(double) => {
            section.set("doubleStep", true);
            for (color, squares) in Color::BOTH.into_iter().zip(double.from) {
                section.set(&format!("doubleStepRegion{}", color.name()), region(game.shape(), squares));
            }
        }
    }
    let passes: Vec<PieceType> =
        pieces.double_step.iter().filter(|double| double.is_passed).map(|double| double.kind).collect();
    section.set("enPassantTypes", letters(game, &passes));
    if pieces.flying {
        section.set("flyingGeneral", true);
    }
    if let Some(rank) = pieces.soldier_rank {
        section.set("soldierPromotionRank", rank);
    }
}

fn castling(game: &Game, pieces: &Pieces, section: &mut Section) {
    let Some(castling) = &game.castling else {
        section.set("castling", false);
        return;
    };
    let file = |file: u8| char::from(b'a' + file);
    section.set("castling", true);
    section.set("castlingRank", castling.rank + 1);
    section.set("castlingKingFile", file(castling.king_file));
    if castling.king != game.royal {
        section.set("castlingKingPiece", letters(game, &[castling.king]));
    }
    if pieces.rook != Some(castling.rook) {
        section.set("castlingRookPieces", letters(game, &[castling.rook]));
    }
    if let Some(side) = castling.higher {
        section.set("castlingKingsideFile", file(side.king_to));
        section.set("castlingRookKingsideFile", file(side.rook_from));
    }
    if let Some(side) = castling.lower {
        section.set("castlingQueensideFile", file(side.king_to));
        section.set("castlingRookQueensideFile", file(side.rook_from));
    }
}

/// The ends of a game.
fn ends(game: &Game, section: &mut Section, refusals: &mut Refusals) {
    let limit = game.variant.counter_limit.unwrap_or(0);
    if limit % 2 == 1 {
        let problem =
            format!("{limit} plies; the format counts moves of both sides, so that it must be even");
        refusals.field("counter_limit", problem);
    }
    section.set("nMoveRule", limit / 2);
    let resets = game.kinds.iter().filter(|(entry, _)| entry.pawn.is_some());
    let resets: Vec<PieceType> = resets
        .map(|(entry, program)| {
            // The other program does not reset the counter if the piece could go back.
            if limit > 0 && !program.iter().all(|leg| leg.steps.iter().all(|step| step.ranks > 0)) {
                refusals.kind(entry, "resets `counter_limit` with moves that it could take back");
            }
            entry.kind
        })
        .collect();
    section.set("nMoveRuleTypes", letters(game, &resets));
    let (fold, value) = match () {
        () if game.can_be(Status::DrawRepetition) => (3, "draw"),
        () if game.can_be(Status::WonRepetition) => (3, "win"),
        () => (0, "draw"),
    };
    section.set("nFoldRule", fold);
    section.set("nFoldValue", value);
    section.set("stalemateValue", if game.can_be(Status::Stalemate) { "draw" } else { "loss" });
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
