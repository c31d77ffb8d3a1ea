//! Finds the legal move that people mean by the usual notations: `e3e5`, `Nd3`, `Ne2-d4`, `Dg1xj7`, `e8=Q`, `O-O`.
//!
//! Only for people: programs must use canonical texts, or those that [`resolve()`](super::resolve()) accepts.

use super::entry::{Effect, Entry, NotationError};
use super::resolve::{only, resolve};
use crate::game::variant::{PieceType, Variant};

/// One possible meaning of a text. A part that is `None` fits every move.
#[derive(Default)]
struct Meaning<'a> {
    label: Option<&'a str>,
    /// The square, the file or the rank of the start.
    from: Option<&'a str>,
    to: &'a str,
    /// The label of the promoted piece.
    becomes: Option<&'a str>,
}

/// The index of the legal move that `text` means, given the canonical texts of all legal moves.
///
/// A text that [`resolve()`](super::resolve()) accepts means the same here. In other texts, capital letters before a square are a label;
/// lower-case letters and numbers are a file or rank of the start. A text with only an end square means the move of a Pawn, if there is
/// one. A move without effects takes precedence over a move with effects that are not written. `O-O` castles toward the nearer edge,
/// `O-O-O` toward the other. A King that goes to the square of its own Rook castles with it, as in Chess960, if no legal move goes there.
///
/// # Errors
/// The errors of [`resolve()`](super::resolve()).
pub fn typed(variant: &Variant, text: &str, legal: &[&str]) -> Result<usize, NotationError> {
    let refusal = match resolve(variant, text, legal) {
        Err(error @ (NotationError::Syntax { .. } | NotationError::Illegal(_))) => error,
        answer => return answer,
    };
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    let far_side = match text {
        "O-O" | "0-0" => Some(false),
        "O-O-O" | "0-0-0" => Some(true),
        _ => None,
    };
    let meanings = if far_side.is_some() { Vec::new() } else { meanings(variant, text) };
    if far_side.is_none() && meanings.is_empty() {
        return Err(refusal);
    }
    let mut best = Vec::new();
    let mut least = u8::MAX;
    for (index, canonical) in legal.iter().enumerate() {
        let Ok(entry) = Entry::parse(variant, canonical) else { continue };
        let cost = match far_side {
            Some(is_far) => castles(variant, &entry, is_far).then_some(0),
            None => meanings.iter().filter_map(|meaning| meaning.cost(variant, &entry)).min(),
        };
        let Some(cost) = cost.filter(|&cost| cost <= least) else { continue };
        if cost < least {
            best.clear();
            least = cost;
        }
        best.push(index);
    }
    if best.is_empty() {
        let takes_rook = |canonical: &str| {
            Entry::parse(variant, canonical).is_ok_and(|entry| takes_own_rook(variant, &meanings, &entry))
        };
        best.extend((0..legal.len()).filter(|&index| takes_rook(legal[index])));
    }
    only(text, legal, &best)
}

/// Whether one of the meanings is a King's move to the square of the Rook with which a legal move castles.
fn takes_own_rook(variant: &Variant, meanings: &[Meaning<'_>], legal: &Entry<'_>) -> bool {
    let [Effect::Travel(_, rook, _)] = legal.effects[..] else { return false };
    let plain = Entry { to: Some(rook), effects: Vec::new(), ..legal.clone() };
    mover(variant, legal) == variant.king()
        && meanings
            .iter()
            .any(|meaning| meaning.from == Some(legal.from) && meaning.cost(variant, &plain).is_some())
}

/// Whether a text is written as a move, legal or not, in one of the notations that [`typed()`] reads.
#[must_use]
pub fn is_typed(variant: &Variant, text: &str) -> bool {
    if Entry::parse(variant, text).is_ok() {
        return true;
    }
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    let is_known = |meaning: &Meaning<'_>| meaning.becomes.is_none_or(|label| variant.piece(label).is_some());
    matches!(text, "O-O" | "0-0" | "O-O-O" | "0-0-0") || meanings(variant, text).iter().any(is_known)
}

/// All possible meanings of a text: one for each way to divide it into parts.
fn meanings<'a>(variant: &Variant, text: &'a str) -> Vec<Meaning<'a>> {
    let (text, becomes) = match text.split_once('=') {
        Some((text, label)) => (text, Some(label.trim_matches(['(', ')']))),
        None => promoted(variant, text),
    };
    let places = |text: &'a str| (0..=text.len()).filter_map(move |at| text.split_at_checked(at));
    let mut meanings = Vec::new();
    for (before, to) in places(text) {
        if !variant.names_square(to) {
            continue;
        }
        // In Rococo `x` is a file and also the sign of a capture, so both are tried.
        let bare = before.trim_end().trim_end_matches(['-', ':', '\u{2013}']);
        for before in [Some(bare), bare.strip_suffix('x')].into_iter().flatten() {
            for (label, from) in places(before) {
                let from = from.trim();
                let is_label = label.is_empty()
                    || label.bytes().all(|byte| byte.is_ascii_uppercase()) && variant.piece(label).is_some();
                if is_label && (from.is_empty() || is_place(variant, from)) {
                    let given = |text: &'a str| (!text.is_empty()).then_some(text);
                    meanings.push(Meaning { label: given(label), from: given(from), to, becomes });
                }
            }
        }
    }
    meanings
}

/// Splits a text such as `b7b8q` before the label after its last square.
fn promoted<'a>(variant: &Variant, text: &'a str) -> (&'a str, Option<&'a str>) {
    let last = text.rfind(|c: char| c.is_ascii_digit()).map_or(text.len(), |at| at + 1);
    let (rest, label) = text.split_at(last);
    if variant.piece(label).is_some() { (rest, Some(label)) } else { (text, None) }
}

/// Whether a text names a square, a file or a rank.
fn is_place(variant: &Variant, text: &str) -> bool {
    let shape = variant.starts[0].shape;
    let is_file = || (0..shape.files()).any(|file| text.chars().eq([variant.labels.file(file)]));
    let is_rank = || (0..shape.ranks()).any(|rank| text == variant.labels.rank(rank).to_string());
    variant.names_square(text) || is_file() || is_rank()
}

impl Meaning<'_> {
    /// How far a legal move is from this meaning: 0 is the closest. `None` if the meaning does not fit the move.
    fn cost(&self, variant: &Variant, legal: &Entry<'_>) -> Option<u8> {
        let fits_label =
            self.label.is_none_or(|label| legal.label.is_some_and(|own| own.eq_ignore_ascii_case(label)));
        let digits = |name: &str| name.trim_start_matches(|letter: char| !letter.is_ascii_digit()).to_owned();
        let fits_from = self.from.is_none_or(|from| {
            legal.from == from
                || digits(legal.from) == from
                || legal.from.strip_prefix(from) == Some(&digits(legal.from))
        });
        let placed = |effect: &Effect<'_>| match *effect {
            Effect::Placing(label, _) => Some(label.to_ascii_uppercase()),
            _ => None,
        };
        let fits_promotion = self.becomes.is_none_or(|label| {
            legal.effects.iter().filter_map(placed).any(|placed| placed == label.to_ascii_uppercase())
        });
        if !fits_label || !fits_from || legal.to != Some(self.to) || !fits_promotion {
            return None;
        }
        let names_piece = self.label.is_some() || self.from.is_some_and(|from| variant.names_square(from));
        let is_pawn = names_piece || mover(variant, legal).is_some_and(|kind| variant.is_pawn(kind));
        let is_plain = self.becomes.is_some() || legal.is_plain();
        Some(2 * u8::from(!is_pawn) + u8::from(!is_plain))
    }
}

/// The type of the piece that moves.
fn mover(variant: &Variant, legal: &Entry<'_>) -> Option<PieceType> {
    legal.label.and_then(|label| variant.piece(label)).map(|piece| piece.kind)
}

/// Whether a legal move castles toward the edge of the board that is farther from the King (`is_far`) or toward the nearer one.
fn castles(variant: &Variant, legal: &Entry<'_>, is_far: bool) -> bool {
    let shape = variant.starts[0].shape;
    let [Effect::Travel(_, rook, _)] = legal.effects[..] else { return false };
    let file = |name: &str| variant.labels.parse(shape, name).map(|square| square.file());
    let (Some(king), Some(rook)) = (file(legal.from), file(rook)) else { return false };
    // Chess960 castles toward the same files wherever the King starts.
    let is_right_nearer = match variant.castling.and_then(|castling| castling.any_file) {
        Some(_) => true,
        None => shape.files() - 1 - king < king,
    };
    mover(variant, legal) == variant.king() && ((rook > king) == is_right_nearer) != is_far
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::variant::VariantId;

    #[track_caller]
    fn check(variant: VariantId, legal: &[&str], text: &str, means: Result<&str, &str>) {
        let found = typed(Variant::get(variant), text, legal);
        let found = found.map(|index| legal[index]).map_err(|error| error.to_string());
        assert_eq!(found.as_deref().map_err(String::as_str), means, "{text}");
    }

    #[test]
    fn moves_as_people_type_them() {
        let legal = [
            "P e3-e4",
            "P e3-e5",
            "N b1-d3",
            "N f2-d3",
            "N e2-d4",
            "D g1-j7",
            "D g1-e5",
            "K f1-h1; R j1-g1",
            "K f1-d1; R a1-e1",
        ];
        for (text, means) in [
            ("e3e5", Ok("P e3-e5")),
            ("e3-e5", Ok("P e3-e5")),
            ("e5", Ok("P e3-e5")),
            ("D e5", Ok("D g1-e5")),
            ("De5!?", Ok("D g1-e5")),
            ("Ne2-d4", Ok("N e2-d4")),
            ("Nd4+", Ok("N e2-d4")),
            ("Nbd3", Ok("N b1-d3")),
            ("N2d3", Ok("N f2-d3")),
            ("Dg1xj7", Ok("D g1-j7")),
            ("Dxj7", Ok("D g1-j7")),
            ("O-O", Ok("K f1-h1; R j1-g1")),
            ("0-0-0", Ok("K f1-d1; R a1-e1")),
            ("Nd3", Err("`Nd3` is ambiguous: it may mean N b1-d3 or N f2-d3")),
            ("Nd5", Err("`Nd5` is not a legal move")),
            ("e6", Err("`e6` is not a legal move")),
        ] {
            check(VariantId::RYUGI, &legal, text, means);
        }
    }

    #[test]
    fn a_king_that_takes_its_own_rook_castles() {
        let legal = [
            "K f1-h1; R j1-g1",
            "K f1-d1; R a1-e1",
            "K f1-c1; R a1-d1",
            "R e1-f1",
            "K g1-a1",
            "K g1-c1; R a1-d1",
        ];
        for (text, means) in [
            ("f1j1", Ok("K f1-h1; R j1-g1")),
            ("f1-j1", Ok("K f1-h1; R j1-g1")),
            ("Kf1xj1", Ok("K f1-h1; R j1-g1")),
            ("K f1-j1", Ok("K f1-h1; R j1-g1")),
            // A legal move to the square goes there.
            ("g1a1", Ok("K g1-a1")),
            ("f1a1", Err("`f1a1` is ambiguous: it may mean K f1-c1; R a1-d1 or K f1-d1; R a1-e1")),
            ("Kj1", Err("`Kj1` is not a legal move")),
            ("R f1-j1", Err("`R f1-j1` is not a legal move")),
            ("f1j1q", Err("`f1j1q` is not a legal move")),
        ] {
            check(VariantId::RYUGI, &legal, text, means);
        }
    }

    #[test]
    fn promotions_and_a_file_called_x() {
        let legal = ["P d9-d10; Q-d10", "P d9-d10; D-d10"];
        for text in ["d10=D", "d9-d10=D", "d9d10d", "d9-d10D"] {
            check(VariantId::RYUGI, &legal, text, Ok("P d9-d10; D-d10"));
        }
        check(
            VariantId::RYUGI,
            &legal,
            "d9d10",
            Err("`d9d10` is ambiguous: it may mean P d9-d10; D-d10 or P d9-d10; Q-d10"),
        );
        let legal = ["L x4-a4", "L a4-x4", "W c3-a4"];
        check(VariantId::ROCOCO, &legal, "Lx4a4", Ok("L x4-a4"));
        check(VariantId::ROCOCO, &legal, "a4x4", Ok("L a4-x4"));
        check(VariantId::ROCOCO, &legal, "Wc3xa4", Ok("W c3-a4"));
    }

    #[test]
    fn an_unreadable_text_says_what_was_expected() {
        for text in ["", "hello", "N", "e0", "--"] {
            let variant = Variant::get(VariantId::RYUGI);
            let error = typed(variant, text, &["P e3-e4"]).expect_err("no move");
            assert!(matches!(error, NotationError::Syntax { .. }), "{text}: {error}");
            assert!(!is_typed(variant, text), "{text}");
        }
        for text in ["e3e4", "P e3-e4", "e4", "Nd3+", "O-O", "d9d10d", "b1b9", "K f1-h1; R j1-g1"] {
            assert!(is_typed(Variant::get(VariantId::RYUGI), text), "{text}");
        }
    }
}
