//! Finds the legal move that a text means, even if the text omits an effect or adds one.

use super::words::{is_effect_word, is_end, is_null_move};
use vperft::inner::game::notation;
use vperft::inner::game::notation::{Effect, Entry, NotationError};
use vperft::inner::game::variant::Variant;

/// The most words that are tried as one move.
const MAX_WORDS: usize = 16;

/// Finds the first move of a text: returns the number of its words and the index of the legal move. The longest match
/// wins, since spaces separate effects from their move. If nothing matches, the error covers the words up to the next
/// possible move.
pub fn first(variant: &Variant, words: &[&str], legal: &[String]) -> (usize, Result<usize, NotationError>) {
    let texts: Vec<_> = legal.iter().map(String::as_str).collect();
    let find = |count: usize| notation::typed(variant, &joined(variant, words, count), &texts);
    let is_square = |index: usize| words.get(index).is_some_and(|word| variant.names_square(word));
    if is_null_move(words[0]) {
        return (1, find(1));
    }
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

/// The first words as the text of one move: effects are separated by a semicolon, and removals are `@-d6`. A semicolon is at the end if
/// the next word is an effect too, and not if it is another move, as in `e2e4; e7e5`.
fn joined(variant: &Variant, words: &[&str], count: usize) -> String {
    let mut text = String::new();
    let mut sign = "";
    for word in &words[..count] {
        if is_effect_word(word) {
            sign = "@-";
            continue;
        }
        let word = format!("{sign}{}", word.replace('*', "-"));
        sign = "";
        let is_effect = word.starts_with('@') && !text.is_empty() && !text.ends_with(';');
        text.push_str(if is_effect { "; " } else { " " });
        text.push_str(&word);
    }
    text.push_str(sign);
    let is_open = words.get(count).is_some_and(|next| continues(variant, words[count - 1], next));
    let text = text.trim();
    let text = text.trim_end_matches([';', ' ']);
    if is_open { format!("{text};") } else { text.to_owned() }
}

/// Whether a word is an effect or a leg of the move before it, and not another move.
fn continues(variant: &Variant, last: &str, next: &str) -> bool {
    let is_more = |(from, to): (&str, &str)| {
        let meets = last.ends_with(';') && last.trim_end_matches(';').ends_with(from);
        variant.piece(from).is_some() || to.is_empty() && last.ends_with(';') || meets
    };
    is_effect_word(next)
        || next.starts_with(['@', ';'])
        || next.trim_end_matches(';').split_once('-').is_some_and(is_more)
}

/// The words of moves in a text of one game, without the numbers of moves and the result.
///
/// # Errors
/// If a move is behind a word that ends the game.
pub fn words_of_moves(text: &str) -> Result<Vec<&str>, String> {
    let (mut found, mut end) = (Vec::new(), None);
    for word in text.split_whitespace() {
        match (without_number(word), end) {
            (None, _) => end = end.or(Some(word).filter(|word| is_end(word))),
            (Some(word), None) => found.push(word),
            (Some(word), Some(end)) => {
                return Err(format!("`{word}` is behind `{end}`, which ends the game"));
            }
        }
    }
    Ok(found)
}

/// Removes a move number from a word; `None` if nothing else is left, or if the word ends the game.
pub(super) fn without_number(word: &str) -> Option<&str> {
    if is_null_move(word) {
        return Some(word);
    }
    let bare = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let bare = if bare.is_empty() || bare.starts_with('.') { bare.trim_start_matches('.') } else { word };
    (!bare.is_empty() && !is_end(bare)).then_some(bare)
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
            let written = joined(variant, words, count);
            return Ok((count, index, difference(variant, &written, &legal[index])));
        }
        Err(error) => error,
    };
    let is_open = |count: usize| {
        let last = words[count - 1];
        let is_prefix = last == ";" || is_effect_word(last) || variant.piece(last).is_some();
        // Effects may be written before their move.
        let has_no_move = last.ends_with(';') && joined(variant, words, count).starts_with('@');
        is_prefix || has_no_move || continues(variant, last, words[count])
    };
    let most = words.len().min(MAX_WORDS);
    let whole = (1..most).find(|&count| !is_open(count)).unwrap_or(most);
    match closest_legal_move(variant, &joined(variant, words, whole), legal) {
        Some(Ok((index, difference))) => Ok((whole, index, difference)),
        Some(Err(error)) => Err((whole, error)),
        None => Err((count, refusal)),
    }
}

/// The only legal move between the squares of a text whose effects differ least from the text, and how they differ;
/// `None` if no part of the text can be parsed as a move.
fn closest_legal_move(
    variant: &Variant,
    text: &str,
    legal: &[String],
) -> Option<Result<(usize, Option<String>), NotationError>> {
    let parts: Vec<_> = text.split(';').map(str::trim).filter(|part| !part.is_empty()).collect();
    for main in 0..parts.len() {
        let joined = [&parts[main..=main], &parts[..main], &parts[main + 1..]].concat().join("; ");
        let Ok(written) = Entry::parse(variant, &joined) else { continue };
        let cost = |canonical: &String| {
            let entry =
                Entry::parse(variant, canonical).ok().filter(|entry| has_same_squares(&written, entry))?;
            let (left_out, added) = effect_differences(&written, &entry);
            Some(left_out.len() + added.len())
        };
        let costs: Vec<_> = legal.iter().map(cost).collect();
        let Some(least) = costs.iter().flatten().min() else { continue };
        let best: Vec<_> = (0..legal.len()).filter(|&index| costs[index] == Some(*least)).collect();
        let [index] = best[..] else {
            let mut candidates: Vec<_> = best.iter().map(|&index| legal[index].clone()).collect();
            candidates.sort();
            return Some(Err(NotationError::Ambiguous { text: text.to_owned(), candidates }));
        };
        let reordered = (main > 0).then(|| "is written in another order".to_owned());
        return Some(Ok((index, difference(variant, &joined, &legal[index]).or(reordered))));
    }
    None
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
    if written.label.is_none() && written.emptied().is_some_and(|squares| legal.emptied() == Some(squares)) {
        return None;
    }
    let (left_out, added) = effect_differences(&written, &legal);
    let parts = [("leaves out", left_out), ("adds", added)];
    let parts = parts.iter().filter(|(_, effects)| !effects.is_empty());
    let parts: Vec<_> = parts.map(|(verb, effects)| format!("{verb} {}", effects.join("; "))).collect();
    (!parts.is_empty()).then(|| parts.join(" and "))
}
