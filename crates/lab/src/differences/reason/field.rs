//! The fields in which two VFENs of the same position differ, in words, and the clauses about fields and statuses.

use vperft::inner::game::board::Square;
use vperft::inner::game::position;
use vperft::inner::game::position::Position;
use vperft::inner::game::rules::Status;
use vperft::inner::game::variant::{Clause, RuleName, Rulings, Unvalidated, Variant, VariantId};

/// The most squares that are named.
const MAX_SQUARES: usize = 3;

/// The fields after the board, in words.
const FIELDS: [&str; 5] =
    ["side to move", "list of unmoved pieces", "en passant square", "clock", "move number"];

/// The clause among these that decides about a field: the general one about the clock, or the one whose words name the field.
#[must_use]
pub fn clause_of_field(clauses: &[Clause], field: &str) -> Option<Clause> {
    match field {
        "clock" | "halfmove clock" => Some(Clause::GEN_CLOCK),
        "en passant" => naming(clauses, &["en passant:", "double move", "double step", "en passant"]),
        "unmoved" => naming(clauses, &["neither has moved", "unmoved", "initial"]),
        _ => None,
    }
}

/// The clause that the table of the variant gives for the status that is answered wrong, or the one among these whose words describe it.
#[must_use]
pub fn clause_of_status(
    variant: VariantId,
    clauses: &[Clause],
    right: Status,
    wrong: Status,
) -> Option<Clause> {
    let status = if right == Status::Ongoing { wrong } else { right };
    let (rules, words): (&[RuleName], &[&str]) = match status {
        Status::Checkmate => (&[RuleName::Checkmate], &["checkmate", "check"]),
        Status::Stalemate => (&[RuleName::Stalemate], &["stalemate"]),
        Status::DrawRepetition | Status::WonRepetition => {
            (&[RuleName::Repetition], &["third occurrence", "repeat"])
        }
        Status::DrawCounter => {
            (&[RuleName::Counter], &["plies) without", "plies without", "without capture"])
        }
        Status::DrawDead => (&[RuleName::Dead], &["ever checkmate", "neither side can", "dead"]),
        Status::DrawGoal => (&[RuleName::Goal], &["goal"]),
        Status::Lost | Status::Won => {
            (&[RuleName::Over, RuleName::Goal, RuleName::Extinction], &["royal", "lost", "wins"])
        }
        Status::Ongoing => (&[], &["game"]),
    };
    let named = &Variant::get(variant).rule_clauses;
    let of_table = rules.iter().find_map(|rule| named.get(rule)?.parse().ok());
    of_table.or_else(|| naming(clauses, words))
}

/// The first clause whose words contain one of these: the earliest word counts, and the clauses of the variant come
/// before the shared ones.
pub(super) fn naming(clauses: &[Clause], words: &[&str]) -> Option<Clause> {
    let (own, shared): (Vec<_>, Vec<_>) = clauses.iter().copied().partition(|one| one.variant().is_some());
    let names = |clause: &&Clause, word: &str| clause.text().to_lowercase().contains(word);
    let words = || words.iter().filter(|word| !word.is_empty());
    let of =
        |clauses: &[Clause]| words().find_map(|word| clauses.iter().find(|one| names(one, word)).copied());
    of(&own).or_else(|| of(&shared))
}

/// How each wrong field of a VFEN differs from the right one, such as `the clock is 1, expected 0`.
#[must_use]
pub fn wrong_fields(variant: VariantId, right: &str, wrong: &str) -> Vec<String> {
    let [rights, wrongs] = [right, wrong].map(|vfen| vfen.split(' ').collect::<Vec<_>>());
    let mut words = Vec::new();
    if rights.first() != wrongs.first() {
        words.extend(wrong_squares(variant, right, wrong));
    }
    for (index, name) in (1..).zip(FIELDS) {
        let (Some(right), Some(wrong)) = (rights.get(index), wrongs.get(index)) else { continue };
        if right != wrong {
            words.push(format!("the {name} is {wrong}, expected {right}"));
        }
    }
    let others = |fields: &[&str]| -> Vec<(String, String)> {
        let split =
            |field: &&str| field.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
        fields.iter().skip(FIELDS.len() + 1).filter_map(split).collect()
    };
    let (right, wrong) = (others(&rights), others(&wrongs));
    let value = |fields: &[(String, String)], name: &str| {
        let found = fields.iter().find(|(known, _)| known == name);
        found.map_or_else(|| "none".to_owned(), |(_, value)| value.clone())
    };
    let mut names: Vec<_> = right.iter().chain(&wrong).map(|(name, _)| name).collect();
    names.sort();
    names.dedup();
    for name in names {
        let (right, wrong) = (value(&right, name), value(&wrong, name));
        if right != wrong {
            words.push(format!("the field `{name}` is {wrong}, expected {right}"));
        }
    }
    words
}

/// The squares that differ.
fn wrong_squares(variant: VariantId, right: &str, wrong: &str) -> Vec<String> {
    let variant = Variant::get(variant);
    let read = |vfen| position::parse(vfen, variant, &Unvalidated(&Rulings::DEFAULT));
    let [Ok(right), Ok(wrong)] = [right, wrong].map(read) else {
        return vec!["the board differs".into()];
    };
    if right.shape != wrong.shape {
        return vec!["the board has another size".into()];
    }
    let content = |position: &Position, square: Square| match position.piece(square) {
        Some(piece) => variant.label(piece),
        None if position.closed.contains(square) => "a closed square",
        None => "nothing",
    };
    let differing =
        right.shape.squares().filter(|&square| content(&right, square) != content(&wrong, square));
    let mut words: Vec<_> = differing
        .map(|square| {
            let (right, wrong) = (content(&right, square), content(&wrong, square));
            format!("on {} is {wrong}, expected {right}", variant.labels.square(square))
        })
        .collect();
    if let Some(more) = words.len().checked_sub(MAX_SQUARES).filter(|more| *more > 0) {
        words.truncate(MAX_SQUARES);
        words.push(format!("and {more} more squares differ"));
    }
    words
}
