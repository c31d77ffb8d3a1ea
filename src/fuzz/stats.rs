//! What occurred in the positions that were compared, so that one can judge what the comparison is worth.

use super::Origin;
use crate::backend::{Survey, View};
use crate::notation::{Effect, Entry};
use crate::position::VfenErrorKind;
use crate::variant::{BoardItem, Variant, VariantId, board_item};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Numbers of positions and moves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Stats {
    /// Positions that were compared.
    pub positions: u64,
    /// Of these, positions of random games.
    pub games: u64,
    /// Of these, constructed positions and those played on to from them.
    pub constructed: u64,
    /// Constructed positions that both refused alike; they are not among the others.
    pub refused: u64,
    /// Legal moves, each with the position after it.
    pub moves: u64,
    /// Label to positions in which such a piece stands, of either colour.
    pub pieces: BTreeMap<&'static str, u64>,
    /// Positions in which the side to move is in check, or that hold one of the rarer things of a VFEN.
    pub features: BTreeMap<&'static str, u64>,
    /// Status to positions that have it, as far as both backends say.
    pub statuses: BTreeMap<String, u64>,
    /// Moves that do more than go somewhere and capture there, by what they do.
    pub effects: BTreeMap<&'static str, u64>,
}

impl Stats {
    /// Takes in a position. The backend is asked whether the side to move is in check.
    pub(super) fn add(&mut self, view: &mut dyn View, survey: &Survey, origin: Origin) {
        let variant = view.variant();
        self.positions += 1;
        match origin {
            Origin::Game { .. } => self.games += 1,
            Origin::Constructed { .. } => self.constructed += 1,
            Origin::Given => {}
        }
        let fields: Vec<_> = survey.vfen.split(' ').collect();
        for label in labels(variant, fields[0]) {
            *self.pieces.entry(label).or_default() += 1;
        }
        let features = [
            ("in check", is_in_check(view, &fields)),
            ("unmoved", fields.get(2).is_some_and(|field| *field != "-")),
            ("en passant", fields.get(3).is_some_and(|field| *field != "-")),
            ("closed", fields[0].contains('-')),
            ("ban", fields.get(6).is_some()),
        ];
        for (name, _) in features.into_iter().filter(|(_, holds)| *holds) {
            *self.features.entry(name).or_default() += 1;
        }
        if let Some(status) = survey.status {
            *self.statuses.entry(status.to_string()).or_default() += 1;
        }
        self.moves += survey.children.len() as u64;
        for child in &survey.children {
            for effect in effects(variant, &child.text) {
                *self.effects.entry(effect).or_default() += 1;
            }
        }
    }

    /// Adds the numbers of other statistics.
    pub fn merge(&mut self, other: Self) {
        self.positions += other.positions;
        self.games += other.games;
        self.constructed += other.constructed;
        self.refused += other.refused;
        self.moves += other.moves;
        sum(&mut self.pieces, other.pieces);
        sum(&mut self.features, other.features);
        sum(&mut self.statuses, other.statuses);
        sum(&mut self.effects, other.effects);
    }
}

fn sum<K: Ord>(total: &mut BTreeMap<K, u64>, other: BTreeMap<K, u64>) {
    for (key, number) in other {
        *total.entry(key).or_default() += number;
    }
}

/// The labels of White's pieces of the types that stand on a board.
fn labels(variant: VariantId, board: &str) -> BTreeSet<&'static str> {
    let table = Variant::get(variant);
    let mut found = BTreeSet::new();
    for mut rank in board.split('/') {
        while let Ok((length, item)) = board_item(table, rank) {
            if let BoardItem::Piece(piece) = item {
                found.extend(table.entry(piece.kind).map(|entry| entry.label.as_str()));
            }
            rank = &rank[length..];
        }
    }
    found
}

/// Whether the side to move is in check: if it were the other side's turn, the position would be refused for
/// that.
fn is_in_check(view: &mut dyn View, fields: &[&str]) -> bool {
    let side = if fields.get(1) == Some(&"w") { "b" } else { "w" };
    let unmoved = fields.get(2).copied().unwrap_or("-");
    let answer = view.read(&format!("{} {side} {unmoved} - 0 1", fields[0]));
    answer.is_err_and(|error| error.fault() == Some(VfenErrorKind::KingCapturable))
}

/// What a move does, by its canonical text, other than going somewhere and capturing there.
fn effects(variant: VariantId, text: &str) -> BTreeSet<&'static str> {
    let mut found = BTreeSet::new();
    let Ok(entry) = Entry::parse(Variant::get(variant), text) else { return found };
    match entry.to {
        None => found.insert("leaves the board"),
        Some(to) => to == entry.from && found.insert("stays"),
    };
    for effect in &entry.effects {
        let is_new = found.insert(match *effect {
            Effect::Removal(_) => "removes",
            Effect::Travel(..) => "castles",
            Effect::Placing(_, square) if square == entry.from => "exchanges",
            Effect::Placing(..) => "promotes",
        });
        if !is_new {
            found.insert("removes several");
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn effects_are_read_from_the_text() {
        for (variant, text, expected) in [
            (VariantId::RYUGI, "N b1-c3", &[][..]),
            (VariantId::RYUGI, "K f1-h1; R j1-g1", &["castles"]),
            (VariantId::CHESS, "P a7-a8; Q-a8", &["promotes"]),
            (VariantId::VANGUARD, "W f16-e15; N-f16", &["exchanges"]),
            (VariantId::RYUGI, "P e5-f6; @-f5", &["removes"]),
            (VariantId::VANGUARD, "BR c2-c2; @-b3; @-c3", &["removes", "removes several", "stays"]),
            (VariantId::ROCOCO, "S d4-; @-d5", &["leaves the board", "removes"]),
        ] {
            assert_eq!(effects(variant, text).into_iter().collect::<Vec<_>>(), expected, "{text}");
        }
    }

    #[test]
    fn labels_of_both_colours_count_once() {
        let found = labels(VariantId::VANGUARD, "h{nr}14/{NR}3K{sp}10");
        assert_eq!(found.into_iter().collect::<Vec<_>>(), ["H", "K", "NR", "SP"]);
    }
}
