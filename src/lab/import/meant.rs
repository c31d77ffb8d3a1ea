//! The legal move that somebody has written, perhaps with what it does beside left out or made up.

use crate::game::notation;
use crate::game::notation::{Effect, Entry, NotationError};
use crate::game::variant::Variant;

/// The most words of a text that are tried as one move.
const LONGEST: usize = 16;

/// How many words are the first move, and the index of the legal one it is. The longest text that means a move is it, since
/// effects follow a move after spaces. If none does, it is what is wrong with the words up to the next that could start a move.
pub fn first(variant: &Variant, words: &[&str], legal: &[String]) -> (usize, Result<usize, NotationError>) {
    let texts: Vec<_> = legal.iter().map(String::as_str).collect();
    let find = |count: usize| notation::typed(variant, &words[..count].join(" "), &texts);
    let mut refusal = None;
    for count in (1..=words.len().min(LONGEST)).rev() {
        match find(count) {
            Ok(index) => return (count, Ok(index)),
            // What can be read says more than what cannot.
            Err(error @ (NotationError::Illegal(_) | NotationError::Ambiguous { .. })) => {
                refusal = refusal.or(Some((count, Err(error))));
            }
            Err(_) => {}
        }
    }
    // A label alone is no move, and what stands behind it is what cannot be read.
    let count = if variant.piece(words[0]).is_some() { words.len().min(2) } else { 1 };
    refusal.unwrap_or_else(|| (count, find(count)))
}

/// The word without the number of a move; none if it is nothing else, or the result of a game.
pub fn without_number(word: &str) -> Option<&str> {
    let bare = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let bare = if bare.is_empty() || bare.starts_with('.') { bare.trim_start_matches('.') } else { word };
    (!bare.is_empty() && !["*", "1-0", "0-1", "1/2-1/2"].contains(&bare)).then_some(bare)
}

/// A legal move that is meant: how many words it takes, its index, and how it differs from what is written.
pub(super) type Meant = (usize, usize, Option<String>);

/// The first move of some words: as it is typed, or else the only legal move from and to these squares that fits best.
///
/// # Errors
/// If there is none, or several fit equally; with how many words that is about.
pub(super) fn meant(
    variant: &Variant,
    words: &[&str],
    legal: &[String],
) -> Result<Meant, (usize, NotationError)> {
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
    match deviating(variant, &written, legal) {
        Some(Ok((index, difference))) => Ok((whole, index, difference)),
        Some(Err(error)) => Err((whole, error)),
        None => Err((count, refusal)),
    }
}

/// How many words are one move by how they are joined: a label and `capture` belong to what follows, as does a semicolon.
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

/// Whether a word is of the form `d6-`, which is whole.
fn is_removal(variant: &Variant, word: &str) -> bool {
    word.strip_suffix('-').is_some_and(|square| variant.names_square(square))
}

/// Whether a word says nothing without the next.
fn is_prefix(variant: &Variant, word: &str) -> bool {
    let bare = word.trim_start_matches(';');
    bare.is_empty() || variant.piece(bare).is_some() || bare.eq_ignore_ascii_case("capture")
}

/// The only legal move from and to the squares of a text whose effects differ least from those that are written, and how they
/// differ; none if nothing in the text can be read as such.
fn deviating(
    variant: &Variant,
    text: &str,
    legal: &[String],
) -> Option<Result<(usize, Option<String>), NotationError>> {
    let parts: Vec<_> =
        text.split(';').map(|part| normal(variant, part)).filter(|part| !part.is_empty()).collect();
    for main in 0..parts.len() {
        let others =
            parts.iter().enumerate().filter(|(index, _)| *index != main).map(|(_, part)| part.as_str());
        let joined = std::iter::once(parts[main].as_str()).chain(others).collect::<Vec<_>>().join("; ");
        let Ok(written) = Entry::parse(variant, &joined) else { continue };
        let mut best: Vec<usize> = Vec::new();
        let mut least = usize::MAX;
        for (index, canonical) in legal.iter().enumerate() {
            let Ok(entry) = Entry::parse(variant, canonical) else { continue };
            if !goes_alike(&written, &entry) {
                continue;
            }
            let (left_out, added) = apart(&written, &entry);
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

/// A part of a move as the canonical text writes it: `capture d6`, `@*d6` and `d6-` are removals, `Q*a8` is a placing.
fn normal(variant: &Variant, part: &str) -> String {
    let part = part.trim();
    let captured =
        part.get(..8).filter(|word| word.eq_ignore_ascii_case("capture ")).map(|_| part[8..].trim());
    match captured {
        Some(square) if variant.names_square(square) => format!("@-{square}"),
        _ => part.replace('*', "-"),
    }
}

/// Whether a written move may be a legal one by its piece and its squares.
fn goes_alike(written: &Entry<'_>, legal: &Entry<'_>) -> bool {
    let label = match (written.label, legal.label) {
        (Some(written), Some(label)) => written.eq_ignore_ascii_case(label),
        _ => true,
    };
    label && written.from == legal.from && written.to == legal.to
}

/// The effects that are left out, and those that the legal move does not have.
fn apart(written: &Entry<'_>, legal: &Entry<'_>) -> (Vec<String>, Vec<String>) {
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

/// How a text differs from the legal move that it means; none if it only writes it in another way.
fn difference(variant: &Variant, written: &str, canonical: &str) -> Option<String> {
    let (Ok(written), Ok(legal)) = (Entry::parse(variant, written), Entry::parse(variant, canonical)) else {
        return None;
    };
    let (left_out, added) = apart(&written, &legal);
    let told = [("leaves out", left_out), ("adds", added)];
    let told = told.iter().filter(|(_, effects)| !effects.is_empty());
    let told: Vec<_> = told.map(|(verb, effects)| format!("{verb} {}", effects.join("; "))).collect();
    (!told.is_empty()).then(|| told.join(" and "))
}
