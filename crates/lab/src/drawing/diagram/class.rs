//! Kinds of effects of moves, each of which deserves a panel of its own.

use super::act::Act;
use super::lone::Lone;
use super::stage::Answer;
use vperft::inner::game::variant::Color;

/// Where the mover of a move ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    Goes,
    Stays,
    Leaves,
}

/// The effects of a move besides going to a square or capturing there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Class {
    end: End,
    captures: bool,
    /// The number of pieces that leave the board elsewhere, at most 2.
    removed: usize,
    exchange: Option<Color>,
    /// Whether other pieces have to be somewhere for the mover to reach its end square.
    needs_others: bool,
}

impl Class {
    /// The class of a move. `None` for a move that the first panel shows as it is.
    pub fn from_act(act: &Act, answer: &Answer, lone: &Lone) -> Option<Self> {
        let position = &answer.position;
        if !act.travels.is_empty() || act.promotion().is_some() {
            return None;
        }
        let end = match act.to {
            None => End::Leaves,
            Some(to) if to == act.from => End::Stays,
            Some(_) => End::Goes,
        };
        let exchange = act.exchanged().and_then(|on| position.piece(on)).map(|partner| partner.color);
        let captured = act.captured(position);
        let removed = act.removed.len().min(2);
        let needs_others = match (act.to, captured) {
            (Some(to), None) => end == End::Goes && exchange.is_none() && !lone.moves(to),
            (Some(to), Some(_)) => !lone.captures(to) && answer.count() > 2,
            (None, _) => false,
        };
        let is_plain = end == End::Goes && removed == 0 && exchange.is_none() && !needs_others;
        // A removal says why the end square could not be reached before.
        let needs_others = needs_others && removed == 0;
        (!is_plain).then_some(Self { end, captures: captured.is_some(), removed, exchange, needs_others })
    }

    /// The title of its panel.
    pub const fn title(self) -> &'static str {
        match self {
            Self { exchange: Some(Color::White), .. } => "Exchanges places with a friend",
            Self { exchange: Some(Color::Black), removed: 0, .. } => "Exchanges places with an enemy",
            Self { exchange: Some(Color::Black), .. } => "Captures and exchanges places",
            Self { end: End::Leaves, removed: 0, .. } => "Leaves the board",
            Self { end: End::Leaves, .. } => "Leaves the board with an enemy",
            Self { end: End::Stays, removed: 0, .. } => "Stays where it is",
            Self { end: End::Stays, .. } => "Captures without moving",
            Self { captures: true, removed: 1.., .. } => "Captures two or more pieces",
            Self { removed: 2.., .. } => "Captures several pieces",
            Self { removed: 1, .. } => "Captures where it does not land",
            Self { captures: true, .. } => "Captures with the help of another piece",
            Self { .. } => "Moves with the help of another piece",
        }
    }
}
