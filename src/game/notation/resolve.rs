//! Finds the legal move a text means.

use super::entry::{Effect, Entry, NotationError};
use crate::game::variant::Variant;

/// The index of the legal move that `text` means, given the canonical texts of all of them.
///
/// A canonical text means exactly its own move. Otherwise labels may be left out or be of either case,
/// effects may come in any order, and a multi-leg entry captures on the squares between its legs: a text means the move that has
/// the effects it names and no others. If there is none, effects may be left out if one legal move has all that are written.
///
/// # Errors
/// If the text cannot be read, means no legal move, or may mean several.
pub fn resolve(variant: &Variant, text: &str, legal: &[&str]) -> Result<usize, NotationError> {
    if let Some(index) = legal.iter().position(|canonical| *canonical == text) {
        return Ok(index);
    }
    let entry = Entry::parse(variant, text)?;
    let mut whole = Vec::new();
    let mut partial = Vec::new();
    for (index, canonical) in legal.iter().enumerate() {
        let Ok(candidate) = Entry::parse(variant, canonical) else { continue };
        match entry.covers(&candidate) {
            Some(0) => whole.push(index),
            Some(_) => partial.push(index),
            None => {}
        }
    }
    only(text, legal, if whole.is_empty() { &partial } else { &whole })
}

/// The one of these indices, of the legal moves that a text may mean.
pub(super) fn only(text: &str, legal: &[&str], found: &[usize]) -> Result<usize, NotationError> {
    match found {
        [index] => Ok(*index),
        [] => Err(NotationError::Illegal(text.to_owned())),
        _ => {
            let mut candidates: Vec<_> = found.iter().map(|&index| legal[index].to_owned()).collect();
            candidates.sort();
            Err(NotationError::Ambiguous { text: text.to_owned(), candidates })
        }
    }
}

impl Entry<'_> {
    /// How many effects of the legal move this entry leaves out, or none if it says something the move is
    /// not.
    fn covers(&self, legal: &Entry<'_>) -> Option<usize> {
        let label = match (self.label, legal.label) {
            (Some(written), Some(label)) => written.eq_ignore_ascii_case(label),
            _ => true,
        };
        if !label || self.from != legal.from || self.to != legal.to {
            return None;
        }
        let removed = self.via.iter().map(|square| Effect::Removal(square));
        let mut left: Vec<_> = legal.effects.iter().collect();
        for effect in self.effects.iter().copied().chain(removed) {
            let index = left.iter().position(|other| effect.matches(other))?;
            left.remove(index);
        }
        Some(left.len())
    }
}

impl Effect<'_> {
    /// Whether two effects say the same, labels in either case.
    fn matches(&self, other: &Effect<'_>) -> bool {
        match (self, other) {
            (Self::Travel(label, from, to), Effect::Travel(other_label, other_from, other_to)) => {
                label.eq_ignore_ascii_case(other_label) && from == other_from && to == other_to
            }
            (Self::Placing(label, square), Effect::Placing(other_label, other_square)) => {
                label.eq_ignore_ascii_case(other_label) && square == other_square
            }
            (Self::Removal(square), Effect::Removal(other_square)) => square == other_square,
            _ => false,
        }
    }
}
