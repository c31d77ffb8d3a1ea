//! The rules as `xboard` and `diagram` have them: one royal kind, one promotion rule, and ends as in chess.

use super::castling::Mirrored;
use super::game::Game;
use super::promotion::Promotion;
use super::refusals::Refusals;
use vperft::inner::game::variant::{Color, PieceEntry, PieceType};

/// The rules of a variant that go without what only `variants.ini` can say.
pub struct Plain<'a> {
    pub game: &'a Game,
    /// The one royal kind.
    pub royal: PieceType,
    pub promotion: Option<Promotion>,
    pub castling: Option<Mirrored>,
}

impl<'a> Plain<'a> {
    /// Reads the rules. `None` if there is not one royal kind.
    pub fn from_game(game: &'a Game, refusals: &mut Refusals) -> Option<Self> {
        ends(game, refusals);
        let royal = royal(game, refusals);
        let rights = game.start.vfen.split(' ').nth(2).unwrap_or_default();
        if !["*", "-"].contains(&rights) {
            refusals.field("starts", "only some of the pieces have their initial rights");
        }
        let promotion = Promotion::single(&game.promotion, refusals);
        let castling = game.castling.as_ref().and_then(|castling| match castling.mirrored() {
            Ok(mirrored) => Some(mirrored),
            Err(problem) => {
                refusals.field("castling", problem);
                None
            }
        });
        Some(Self { game, royal: royal?, promotion, castling })
    }
}

/// Refuses ends of a game that chess does not have.
fn ends(game: &Game, refusals: &mut Refusals) {
    let variant = game.variant;
    let results = &variant.results;
    let has_results =
        results.checkmate.is_some() || results.stalemate.is_some() || results.repetition.is_some();
    for (is_there, field, what) in [
        (!variant.has_check, "check", "royal pieces that may be left capturable"),
        (!variant.goals.is_empty(), "goals", "squares to reach"),
        (!variant.extinction.is_empty(), "extinction", "results of a side with few pieces of some kinds"),
        (variant.must_capture, "must_capture", "captures that are forced"),
        (!variant.may_check, "may_check", "moves that may not give check"),
        (has_results, "results", "other results of the ends of a game than those of chess"),
    ] {
        if is_there {
            refusals.field(field, what);
        }
    }
    for entry in &variant.pieces {
        if entry.immobile {
            refusals.kind(entry, "never moves (`immobile`)");
        }
        if entry.royal_up_to.is_some() {
            refusals.kind(entry, "is royal only while its side has few of them (`royal_up_to`)");
        }
    }
}

/// The one royal kind, of which each side has one piece.
fn royal(game: &Game, refusals: &mut Refusals) -> Option<PieceType> {
    let royal: Vec<&PieceEntry> = game.variant.pieces.iter().filter(|entry| entry.royal).collect();
    let [entry] = royal[..] else {
        refusals.field("pieces", format_args!("{} royal kinds; expected one", royal.len()));
        return None;
    };
    if Color::BOTH.into_iter().any(|color| game.count(color, entry.kind) != 1) {
        refusals.kind(entry, "is royal, and a side does not start with exactly one");
    }
    if game.promotion.iter().any(|rule| rule.kind == entry.kind || rule.to.contains(&entry.kind)) {
        refusals.kind(entry, "is royal, and promotes or is promoted to");
    }
    Some(entry.kind)
}
