//! What occurred in the positions that were compared, so that one can judge what the comparison is worth.

use super::Origin;
use crate::backend::{Backend, Survey};
use crate::position::VfenErrorKind;
use crate::variant::{Variant, VariantId};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Numbers of positions and moves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Census {
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
    pub men: BTreeMap<&'static str, u64>,
    /// Positions in which the side to move is in check, or that hold one of the rarer things of a VFEN.
    pub features: BTreeMap<&'static str, u64>,
    /// Status to positions that have it.
    pub statuses: BTreeMap<String, u64>,
    /// Moves that do more than go somewhere and capture there, by what they do.
    pub effects: BTreeMap<&'static str, u64>,
}

impl Census {
    /// Takes in a position. The backend is asked whether the side to move is in check.
    pub(super) fn add(
        &mut self,
        backend: &mut dyn Backend,
        variant: VariantId,
        survey: &Survey,
        origin: Origin,
    ) {
        self.positions += 1;
        match origin {
            Origin::Game { .. } => self.games += 1,
            Origin::Constructed { .. } => self.constructed += 1,
            Origin::Given => {}
        }
        let fields: Vec<_> = survey.vfen.split(' ').collect();
        for label in labels(variant, fields[0]) {
            *self.men.entry(label).or_default() += 1;
        }
        let features = [
            ("in check", is_in_check(backend, variant, &fields)),
            ("unmoved", fields.get(2).is_some_and(|field| *field != "-")),
            ("en passant", fields.get(3).is_some_and(|field| *field != "-")),
            ("closed", fields[0].contains('-')),
            ("ban", fields.get(6).is_some()),
        ];
        for (name, _) in features.into_iter().filter(|(_, holds)| *holds) {
            *self.features.entry(name).or_default() += 1;
        }
        *self.statuses.entry(survey.status.to_string()).or_default() += 1;
        self.moves += survey.children.len() as u64;
        for child in &survey.children {
            for effect in effects(&child.text) {
                *self.effects.entry(effect).or_default() += 1;
            }
        }
    }

    /// Adds the numbers of another census.
    pub(super) fn merge(&mut self, other: Self) {
        self.positions += other.positions;
        self.games += other.games;
        self.constructed += other.constructed;
        self.refused += other.refused;
        self.moves += other.moves;
        sum(&mut self.men, other.men);
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
    let upper = board.to_uppercase();
    let mut rest = upper.as_str();
    let mut found = BTreeSet::new();
    while let Some(first) = rest.chars().next() {
        let (label, length) = match rest.find('}') {
            Some(end) if first == '{' => (&rest[1..end], end + 1),
            _ => (&rest[..first.len_utf8()], first.len_utf8()),
        };
        let entry = table.piece(label).and_then(|piece| table.entry(piece.kind));
        found.extend(entry.map(|entry| entry.label.as_str()));
        rest = &rest[length..];
    }
    found
}

/// Whether the side to move is in check: if it were the other side's turn, the position would be refused for
/// that.
fn is_in_check(backend: &mut dyn Backend, variant: VariantId, fields: &[&str]) -> bool {
    let side = if fields.get(1) == Some(&"w") { "b" } else { "w" };
    let unmoved = fields.get(2).copied().unwrap_or("-");
    let answer = backend.read(variant, &format!("{} {side} {unmoved} - 0 1", fields[0]));
    answer.is_err_and(|error| error.fault() == Some(VfenErrorKind::KingCapturable))
}

/// What a move does, by its canonical text, other than going somewhere and capturing there.
fn effects(text: &str) -> BTreeSet<&'static str> {
    let mut parts = text.split("; ");
    let (from, to) = parts
        .next()
        .and_then(|mover| mover.split_once(' '))
        .and_then(|(_, squares)| squares.split_once('-'))
        .unwrap_or_default();
    let mut found = BTreeSet::new();
    if to.is_empty() {
        found.insert("leaves the board");
    } else if from == to {
        found.insert("stays");
    }
    for part in parts {
        let is_new = match part.split_once('-') {
            Some(("@", _)) => found.insert("removes"),
            Some((label, _)) if label.contains(' ') => found.insert("castles"),
            Some((_, square)) if square == from => found.insert("exchanges"),
            _ => found.insert("promotes"),
        };
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
        for (text, expected) in [
            ("N b1-c3", &[][..]),
            ("K f1-h1; R j1-g1", &["castles"]),
            ("P a7-a8; Q-a8", &["promotes"]),
            ("W f16-e15; N-f16", &["exchanges"]),
            ("P e5-f6; @-f5", &["removes"]),
            ("BR c2-c2; @-b3; @-c3", &["removes", "removes several", "stays"]),
            ("S d4-; @-d5", &["leaves the board", "removes"]),
        ] {
            assert_eq!(effects(text).into_iter().collect::<Vec<_>>(), expected, "{text}");
        }
    }

    #[test]
    fn labels_of_both_colours_count_once() {
        let found = labels(VariantId::Vanguard, "h{nr}14/{NR}3K{sp}10");
        assert_eq!(found.into_iter().collect::<Vec<_>>(), ["H", "K", "NR", "SP"]);
    }
}
