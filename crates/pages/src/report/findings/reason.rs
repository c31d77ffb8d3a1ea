//! The clauses behind a difference, with their words and what they say about it.

use vperft::inner::game::drawing::Style;
use vperft::inner::game::drawing::{words, wrap};
use vperft::inner::game::variant::Clause;
use vperft_lab::differences::reason::Reason;

/// The clauses with their words, and a line for every sentence. A clause that only decides about what differs is
/// `about` it; one without which the rules give the same wrong answer is the `clause`.
pub(super) fn reason(reason: &Reason, style: Style) -> Vec<String> {
    let first = if reason.exact { "clause  " } else { "about   " };
    let mut lines = clauses(first, &reason.clauses, style);
    for (index, sentence) in reason.words.iter().enumerate() {
        let name = if index == 0 { "because " } else { "        " };
        lines.extend(wrap(&format!("{name} {sentence}"), style.indented()));
    }
    lines
}

/// Clauses with their words, of which any one is enough.
pub(super) fn clauses(first: &str, clauses: &[Clause], style: Style) -> Vec<String> {
    let line = |(index, clause): (usize, &Clause)| {
        let name = if index == 0 { first } else { "or      " };
        wrap(&format!("{name} {}: {}", clause.id(), words(*clause)), style.indented())
    };
    clauses.iter().enumerate().flat_map(line).collect()
}
