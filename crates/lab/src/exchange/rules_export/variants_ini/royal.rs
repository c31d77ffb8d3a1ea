//! Royal kinds: the predefined King, and kinds that are royal while a side has few of them (`extinctionPseudoRoyal`).

use super::super::game::Game;
use super::super::refusals::Refusals;
use super::{Section, letters};
use vperft::inner::game::variant::{Color, PieceEntry, PieceType};

/// The royal kinds of a variant.
#[derive(Default)]
pub struct Royals {
    /// The kind that is the predefined King: a side never has two of it.
    pub king: Option<PieceType>,
    /// The other royal kinds.
    pub few: Vec<PieceType>,
    /// The most pieces of one of these kinds with which they are royal.
    most: usize,
}

impl Royals {
    /// The royal kinds of a variant.
    pub fn from_game(game: &Game, refusals: &mut Refusals) -> Self {
        if !game.variant.has_check && game.variant.pieces.iter().any(|entry| entry.royal) {
            refusals.field("check", "royal pieces that may be left capturable");
        }
        let king = game.royals().find(|entry| is_king(game, entry)).map(|entry| entry.kind);
        let few: Vec<&PieceEntry> = game.royals().filter(|entry| Some(entry.kind) != king).collect();
        let squares = usize::from(game.shape().files()) * usize::from(game.shape().ranks());
        let limits: Vec<usize> = few.iter().map(|entry| entry.royal_up_to.unwrap_or(squares)).collect();
        let most = limits.first().copied().unwrap_or(0);
        if limits.iter().any(|limit| *limit != most || most == 0) {
            let problem = "kinds that are royal in different numbers (`royal_up_to`); the format has one number \
                           of at least 1";
            refusals.field("pieces", problem);
        }
        for entry in few.iter().filter(|_| !is_closed(game, most)) {
            if game.promotion.iter().any(|rule| rule.kind == entry.kind) {
                refusals.kind(entry, "is royal, and promotes");
            }
            if game.promotion.iter().any(|rule| rule.leaving && rule.to.contains(&entry.kind)) {
                let problem = "is royal, and other kinds become it also when they leave squares (`leaving`)";
                refusals.kind(entry, problem);
            }
        }
        Self { king, few: few.iter().map(|entry| entry.kind).collect(), most }
    }

    /// Whether any kind is royal.
    pub const fn exist(&self) -> bool {
        self.king.is_some() || !self.few.is_empty()
    }

    /// Writes the kinds that are not the King.
    pub fn write(&self, game: &Game, section: &mut Section) {
        if self.few.is_empty() {
            return;
        }
        section.set("extinctionValue", "loss");
        section.set("extinctionPseudoRoyal", true);
        section.set("extinctionPieceTypes", letters(game, &self.few));
        section.set("extinctionPieceCount", self.most.saturating_sub(1));
    }
}

/// Whether a kind can be the predefined King, which never promotes.
fn is_king(game: &Game, entry: &PieceEntry) -> bool {
    let kind = entry.kind;
    let is_alone = || Color::BOTH.into_iter().all(|color| game.count(color, kind) <= 1);
    let promotes = game.promotion.iter().any(|rule| rule.kind == kind);
    let becomes = || game.promotion.iter().any(|rule| rule.to.contains(&kind));
    entry.royal_up_to.is_none() && !promotes && if becomes() { is_closed(game, 1) } else { is_alone() }
}

/// Whether royal pieces only become royal pieces, and no others become one, so that a side always has at most `most` and they never
/// cease to be royal.
fn is_closed(game: &Game, most: usize) -> bool {
    let royal: Vec<PieceType> = game.royals().map(|entry| entry.kind).collect();
    let count = |color| royal.iter().map(|kind| game.count(color, *kind) as usize).sum::<usize>();
    Color::BOTH.into_iter().all(|color| count(color) <= most)
        && game
            .promotion
            .iter()
            .all(|rule| rule.to.iter().all(|to| royal.contains(to) == royal.contains(&rule.kind)))
}
