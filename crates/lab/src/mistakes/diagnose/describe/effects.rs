//! In which way the answer about a move is wrong.

use crate::mistakes::diagnose::answers::FIELDS;
use crate::mistakes::known::{LegalMove, parse_unvalidated};
use vperft::inner::game::board::{Square, SquareSet};
use vperft::inner::game::notation::{Entry, Move};
use vperft::inner::game::position::{MAX_COUNTER, Position};
use vperft::inner::game::variant::{Variant, VariantId};

/// The beginning of the words for an en passant square that must not be there.
const SUPERFLUOUS: &str = "an en passant square is set";

/// The words for an en passant square on which the Pawn is that passed it.
const PASSER: &str = "the en passant square is that of the Pawn";

/// A way in which answers are wrong. Those of one way may have one cause.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Effect {
    Missing,
    /// The move is listed with other effects, in these words.
    Changed(String),
    /// An illegal move is listed. Its label and class are in the text, because nothing is known of the illegal moves
    /// that are not listed, so that a description of several kinds would claim too much.
    Extra(String),
    Duplicate,
    /// The moves of the position after the move are wrong, of a backend that does not show that position.
    Played,
    /// A field of the position after the move is wrong, in these words.
    Child(&'static str, String),
    /// A status in place of the right one.
    Status {
        expected: String,
        answered: String,
    },
    Refused,
    Accepted,
}

/// How a listed move differs from the right one between the same squares; `None` if it is another move.
pub(super) fn changed(variant: VariantId, right: &Move, listed: &str, position: &Position) -> Option<String> {
    let table = Variant::get(variant);
    let other = Entry::parse(table, listed).ok()?.to_move(table, position.shape)?;
    if (other.piece, other.from, other.to) != (right.piece, right.from, right.to) {
        return None;
    }
    let count = |mv: &Move| mv.removals.into_iter().count();
    Some(match (count(right), count(&other)) {
        (right, other) if right == other + 1 => "is made with one removal less".into(),
        (right, other) if right > other => "is made with fewer removals".into(),
        (right, other) if right < other => "is made with more removals".into(),
        _ if right.removals != other.removals => "is made with a removal on another square".into(),
        _ => match (right.placing, other.placing) {
            (Some(_), None) => "is made without the placing".into(),
            (None, Some(_)) => "is made with a placing".into(),
            _ => "is made with other effects".into(),
        },
    })
}

/// Describes a wrong field of the position after a move.
pub(super) fn manner(
    before: &Position,
    legal: &LegalMove,
    field: &'static str,
    expected: &str,
    answered: &str,
) -> String {
    match field {
        "clock" => counter("the clock", before.halfmove, expected, answered),
        "move number" => counter("the move number", before.fullmove, expected, answered),
        "side to move" => "the same side is to move again".into(),
        "en passant" => en_passant(before, &legal.mv, expected, answered),
        "extra field" if answered.is_empty() => "the ban is not recorded".into(),
        "extra field" if expected.is_empty() => "a ban stays or is invented".into(),
        "extra field" => "the ban is another".into(),
        _ => {
            let index = FIELDS.iter().position(|name| *name == field).unwrap_or_default();
            let mut fields: Vec<_> = legal.vfen.splitn(FIELDS.len(), ' ').collect();
            if let Some(own) = fields.get_mut(index) {
                *own = answered;
            }
            let [right, other] =
                [legal.vfen.as_str(), &fields.join(" ")].map(|vfen| parse_unvalidated(before.variant, vfen));
            match (right, other) {
                (Some(right), other) if field == "unmoved" => {
                    let other = other.map_or_else(|| listed(&right, answered), |other| Some(other.unmoved));
                    other.map_or_else(
                        || "the initial rights are not a list of squares".into(),
                        |other| rights(before, &legal.mv, &right, other),
                    )
                }
                (Some(right), Some(other)) => board(before, &legal.mv, &right, &other),
                _ => format!("the field `{field}` is malformed"),
            }
        }
    }
}

/// Whether an answer about a move could be wrong in this way. A right answer is evidence only if it could.
pub(super) fn could_show(before: &Position, legal: &LegalMove, field: &str, manner: &str) -> bool {
    let Some(right) = legal.child(before.variant) else { return true };
    match field {
        "clock" if manner.ends_with("is not reset") => right.halfmove == 0,
        "clock" if manner.ends_with("is reset") => right.halfmove > 0,
        "move number" if manner.ends_with("does not grow") => right.fullmove > before.fullmove,
        "en passant" if manner.ends_with("is kept") => {
            before.en_passant.is_some() && right.en_passant != before.en_passant
        }
        "en passant" if manner.ends_with("is not set") || manner == PASSER => right.en_passant.is_some(),
        "en passant" => right.en_passant.is_none() || !manner.starts_with(SUPERFLUOUS),
        "unmoved" if manner.ends_with("lost") => !right.unmoved.is_empty(),
        "unmoved" if manner.starts_with("the initial right") => !(before.unmoved - right.unmoved).is_empty(),
        _ => true,
    }
}

fn counter(name: &str, before: u32, expected: &str, answered: &str) -> String {
    let (Ok(expected), Ok(answered)) = (expected.parse::<i64>(), answered.parse::<i64>()) else {
        return format!("{name} is not a number");
    };
    let before = i64::from(before);
    if answered > i64::from(MAX_COUNTER) {
        format!("{name} passes 999,999,999")
    } else if expected == 0 {
        format!("{name} is not reset")
    } else if answered == 0 {
        format!("{name} is reset")
    } else if answered == before {
        format!("{name} does not grow")
    } else if answered > expected {
        format!("{name} is {} too high", answered - expected)
    } else {
        format!("{name} is {} too low", expected - answered)
    }
}

fn en_passant(before: &Position, mv: &Move, expected: &str, answered: &str) -> String {
    let labels = &Variant::get(before.variant).labels;
    let [kept, arrived] =
        [before.en_passant, mv.to].map(|square| square.map(|square| labels.square(square).to_string()));
    match (expected, answered) {
        (_, answered) if kept.as_deref() == Some(answered) => "the en passant square is kept".into(),
        (_, answered) if arrived.as_deref() == Some(answered) => PASSER.into(),
        (_, "-") => "the en passant square is not set".into(),
        ("-", _) => format!("{SUPERFLUOUS}, although no capture on it is legal"),
        _ => "the en passant square is another".into(),
    }
}

/// The squares of a list of initial rights, whichever pieces are there.
fn listed(right: &Position, list: &str) -> Option<SquareSet> {
    let labels = &Variant::get(right.variant).labels;
    list.split(',').map(|text| labels.parse(right.shape, text)).collect()
}

/// Which pieces keep or lose their rights.
fn rights(before: &Position, mv: &Move, right: &Position, other: SquareSet) -> String {
    let table = Variant::get(right.variant);
    let kinds = |squares: Vec<Square>| {
        let mut labels: Vec<_> = squares
            .into_iter()
            .filter_map(|square| right.piece(square).or_else(|| before.piece(square)))
            .map(|piece| table.entry(piece.kind).map_or("", |entry| entry.label.as_str()))
            .collect();
        labels.sort_unstable();
        labels.dedup();
        labels.join(" and ")
    };
    let kept: Vec<_> = (other - right.unmoved).into_iter().collect();
    let lost: Vec<_> = (right.unmoved - other).into_iter().collect();
    let is_captured = |square: &Square| {
        let victim = before.piece(*square).filter(|piece| piece.color != mv.piece.color);
        victim.is_some() && Some(*square) == mv.to && before.unmoved.contains(*square)
    };
    let is_promotion = mv.placing.is_some_and(|(square, _)| square != mv.from);
    match (&kept[..], lost.is_empty()) {
        ([_, ..], true) if kept.iter().any(is_captured) => {
            // That of the captured piece, or one that a promoted piece gets.
            "the initial right on the square of the capture is kept".into()
        }
        ([square], true) if is_promotion && Some(*square) == mv.to => {
            "the promoted piece keeps an initial right".into()
        }
        ([], true) => "the initial rights are written in another form".into(),
        ([], false) if other.is_empty() && lost.len() > 1 => "all initial rights are lost".into(),
        ([_, ..], true) => format!("the initial right of {} is kept", kinds(kept)),
        ([], false) => format!("the initial right of {} is lost", kinds(lost)),
        ([_, ..], false) => "other initial rights are kept".into(),
    }
}

/// Describes a wrong board, by the part of each square in the move.
fn board(before: &Position, mv: &Move, right: &Position, other: &Position) -> String {
    let table = Variant::get(before.variant);
    let mut words = Vec::new();
    for square in right.shape.squares() {
        let (expected, answered) = (right.piece(square), other.piece(square));
        let is_closing = right.closed.contains(square) != other.closed.contains(square);
        if expected == answered && !is_closing {
            continue;
        }
        let label = |piece: Option<vperft::inner::game::variant::Piece>| {
            piece.map_or("nothing", |piece| table.entry(piece.kind).map_or("", |entry| entry.label.as_str()))
        };
        let word = if is_closing && expected == answered {
            if right.closed.contains(square) { "a square does not close" } else { "a square closes" }
                .to_owned()
        } else if mv.removals.contains(square) && answered == before.piece(square) {
            "a captured piece stays".into()
        } else if mv.travel.is_some_and(|travel| travel.from == square || travel.to == square) {
            "the other travelling piece is on the wrong square".into()
        } else if square == mv.from && answered == Some(mv.piece) && expected.is_none() {
            "the mover stays on its start square".into()
        } else if Some(square) == mv.to || mv.placing.is_some_and(|(at, _)| at == square) {
            format!("{} is on the end square instead of {}", label(answered), label(expected))
        } else {
            format!("{} is on another square instead of {}", label(answered), label(expected))
        };
        if !words.contains(&word) {
            words.push(word);
        }
    }
    if words.is_empty() { "the board is written in another form".into() } else { words.join(", ") }
}
