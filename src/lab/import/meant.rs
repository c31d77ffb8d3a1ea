//! Finds the legal move that a text means, even if the text omits an effect or adds one.

use super::words::is_effect_word;
use crate::game::notation;
use crate::game::notation::{Effect, Entry, NotationError};
use crate::game::variant::Variant;

/// The most words that are tried as one move.
const MAX_WORDS: usize = 16;

/// Finds the first move of a text: returns the number of its words and the index of the legal move. The longest match
/// wins, since spaces separate effects from their move. If nothing matches, the error covers the words up to the next
/// possible move.
pub fn first(variant: &Variant, words: &[&str], legal: &[String]) -> (usize, Result<usize, NotationError>) {
    let texts: Vec<_> = legal.iter().map(String::as_str).collect();
    let find = |count: usize| notation::typed(variant, &words[..count].join(" "), &texts);
    let is_square = |index: usize| words.get(index).is_some_and(|word| variant.names_square(word));
    let mut refusal = None;
    for count in (1..=words.len().min(MAX_WORDS)).rev() {
        match find(count) {
            Ok(index) => return (count, Ok(index)),
            // An illegal or ambiguous move tells the user more than a syntax error. The next words may be another move, so the
            // shortest text counts, unless it ends between two squares as `e2 e4` does.
            Err(error @ (NotationError::Illegal(_) | NotationError::Ambiguous { .. }))
                if refusal.is_none() || !(is_square(count - 1) && is_square(count)) =>
            {
                refusal = Some((count, Err(error)));
            }
            Err(_) => {}
        }
    }
    // A label alone is not a move; the error is about the word after it.
    let count = if variant.piece(words[0]).is_some() { words.len().min(2) } else { 1 };
    refusal.unwrap_or_else(|| (count, find(count)))
}

/// Removes a move number from a word; `None` if nothing else is left, or if the word is a game result.
pub fn without_number(word: &str) -> Option<&str> {
    let bare = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let bare = if bare.is_empty() || bare.starts_with('.') { bare.trim_start_matches('.') } else { word };
    (!bare.is_empty() && !["*", "1-0", "0-1", "1/2-1/2"].contains(&bare)).then_some(bare)
}

/// A match: the number of its words, the index of the legal move, and how the text deviates from it.
pub(super) type MeantMove = (usize, usize, Option<String>);

/// Finds the first move of a text: an exact match, or else the only legal move between the same squares that fits best.
///
/// # Errors
/// If no move or several moves fit; with the number of words the error is about.
pub(super) fn meant(
    variant: &Variant,
    words: &[&str],
    legal: &[String],
) -> Result<MeantMove, (usize, NotationError)> {
    let (count, found) = first(variant, words, legal);
    let refusal = match found {
        Ok(index) => {
            let written = words[..count].join(" ");
            return Ok((count, index, difference(variant, &written, &legal[index])));
        }
        Err(error) => error,
    };
    let whole = one_move(variant, words);
    let written = words[..whole].join(" ");
    match closest_legal_move(variant, &written, legal) {
        Some(Ok((index, difference))) => Ok((whole, index, difference)),
        Some(Err(error)) => Err((whole, error)),
        None => Err((count, refusal)),
    }
}

/// The number of words that belong to one move: labels, `capture` and semicolons join what follows them.
fn one_move(variant: &Variant, words: &[&str]) -> usize {
    let mut count = 1;
    while count < words.len() {
        let (last, next) = (words[count - 1], words[count]);
        let is_open =
            last.ends_with([';', '-', '*']) && !is_removal(variant, last) || is_prefix(variant, last);
        if !is_open && !next.starts_with(';') {
            break;
        }
        count += 1;
    }
    count
}

/// Whether a word has the form `d6-`, which is complete.
fn is_removal(variant: &Variant, word: &str) -> bool {
    word.strip_suffix('-').is_some_and(|square| variant.names_square(square))
}

/// Whether a word is incomplete without the next.
fn is_prefix(variant: &Variant, word: &str) -> bool {
    let bare = word.trim_start_matches(';');
    bare.is_empty() || variant.piece(bare).is_some() || is_effect_word(bare)
}

/// The only legal move between the squares of a text whose effects differ least from the text, and how they differ;
/// `None` if no part of the text can be parsed as a move.
fn closest_legal_move(
    variant: &Variant,
    text: &str,
    legal: &[String],
) -> Option<Result<(usize, Option<String>), NotationError>> {
    let parts: Vec<_> =
        text.split(';').map(|part| canonical_part(variant, part)).filter(|part| !part.is_empty()).collect();
    for main in 0..parts.len() {
        let others =
            parts.iter().enumerate().filter(|(index, _)| *index != main).map(|(_, part)| part.as_str());
        let joined = std::iter::once(parts[main].as_str()).chain(others).collect::<Vec<_>>().join("; ");
        let Ok(written) = Entry::parse(variant, &joined) else { continue };
        let mut best: Vec<usize> = Vec::new();
        let mut least = usize::MAX;
        for (index, canonical) in legal.iter().enumerate() {
            let Ok(entry) = Entry::parse(variant, canonical) else { continue };
            if !has_same_squares(&written, &entry) {
                continue;
            }
            let (left_out, added) = effect_differences(&written, &entry);
            let cost = left_out.len() + added.len();
            if cost < least {
                best.clear();
                least = cost;
            }
            if cost == least {
                best.push(index);
            }
        }
        match best[..] {
            [] => {}
            [index] => {
                let reordered = (main > 0).then(|| "is written in another order".to_owned());
                return Some(Ok((index, difference(variant, &joined, &legal[index]).or(reordered))));
            }
            _ => {
                let mut candidates: Vec<_> = best.iter().map(|&index| legal[index].clone()).collect();
                candidates.sort();
                return Some(Err(NotationError::Ambiguous { text: text.to_owned(), candidates }));
            }
        }
    }
    None
}

/// Converts a part of a move to canonical form: `capture d6`, `@ d6`, `@*d6` and `d6-` are removals, `Q*a8` is a placing.
fn canonical_part(variant: &Variant, part: &str) -> String {
    let part = part.trim();
    match part.split_once(' ').map(|(word, square)| (word, square.trim())) {
        Some((word, square)) if is_effect_word(word) && variant.names_square(square) => format!("@-{square}"),
        _ => part.replace('*', "-"),
    }
}

/// Whether a parsed text can mean a legal move, by its piece and its squares.
fn has_same_squares(written: &Entry<'_>, legal: &Entry<'_>) -> bool {
    let label = match (written.label, legal.label) {
        (Some(written), Some(label)) => written.eq_ignore_ascii_case(label),
        _ => true,
    };
    label && written.from == legal.from && written.to == legal.to
}

/// The effects that the text omits, and those that it adds.
fn effect_differences(written: &Entry<'_>, legal: &Entry<'_>) -> (Vec<String>, Vec<String>) {
    let text = |effect: &Effect<'_>| match effect {
        Effect::Travel(label, from, to) => format!("{} {from}-{to}", label.to_uppercase()),
        Effect::Placing(label, at) => format!("{}-{at}", label.to_uppercase()),
        Effect::Removal(at) => format!("@-{at}"),
    };
    let via = written.via.iter().map(|square| format!("@-{square}"));
    let mut added: Vec<_> = written.effects.iter().map(text).chain(via).collect();
    let mut left_out = Vec::new();
    for effect in legal.effects.iter().map(text) {
        match added.iter().position(|other| *other == effect) {
            Some(index) => drop(added.remove(index)),
            None => left_out.push(effect),
        }
    }
    (left_out, added)
}

/// How a text deviates from the legal move; `None` if only the notation differs.
fn difference(variant: &Variant, written: &str, canonical: &str) -> Option<String> {
    let (Ok(written), Ok(legal)) = (Entry::parse(variant, written), Entry::parse(variant, canonical)) else {
        return None;
    };
    let (left_out, added) = effect_differences(&written, &legal);
    let parts = [("leaves out", left_out), ("adds", added)];
    let parts = parts.iter().filter(|(_, effects)| !effects.is_empty());
    let parts: Vec<_> = parts.map(|(verb, effects)| format!("{verb} {}", effects.join("; "))).collect();
    (!parts.is_empty()).then(|| parts.join(" and "))
}
