//! The smallest position that shows a difference.

use super::descent::{COUNTS_ONLY, details, no_cause};
use super::difference::SideNames;
use vperft::inner::corpus::failure::indented;
use vperft::inner::game::drawing::Style;
use vperft::inner::game::drawing::draw_unvalidated_marked;
use vperft::inner::game::variant::VariantId;
use vperft::inner::support::list;
use vperft::inner::support::list::shortened;
use vperft::inner::support::plural::plural;
use vperft::inner::support::sanitise::sanitise;
use vperft_lab::differences::descend::Kind;
use vperft_lab::differences::reason::Reason;
use vperft_lab::differences::search::SearchEnd;
use vperft_lab::differences::shrink::ShrinkResult;

/// The names of both backends, and the number of causes or a note that there is none. A walk compares counts only.
#[must_use]
pub fn compared(
    variant: VariantId,
    causes: usize,
    is_walk: bool,
    is_stopped: bool,
    sides: &SideNames,
) -> String {
    let mut text =
        format!("{variant}\n  a        {}\n  b        {}\n", sanitise(&sides.a), sanitise(&sides.b));
    text.push_str(&match causes {
        0 if is_walk && !is_stopped => format!("{}{COUNTS_ONLY}", no_cause(is_stopped)),
        0 => no_cause(is_stopped).to_owned(),
        causes => format!("  {}\n\n", plural(causes, "cause")),
    });
    text
}

/// A cause: its kind, the difference, its clauses, the position with its board, how much smaller it is, the replay
/// command, and other differences.
#[must_use]
pub fn shrunk(
    variant: VariantId,
    number: usize,
    shrunk: &ShrinkResult,
    replay: &str,
    style: Style,
) -> String {
    let mut text = format!("{number}. {}: {}\n", shrunk.kind, shrunk.kind.meaning());
    let mut line = |line: &str| text.push_str(&indented(&sanitise(line)));
    details(&shrunk.detail).iter().for_each(|detail| line(detail));
    let known: Vec<_> = shrunk.clauses.iter().filter_map(|id| id.parse().ok()).collect();
    match &shrunk.reason {
        Some(Reason { words, .. }) if !known.is_empty() => {
            let reason = Reason { clauses: known, exact: true, words: words.clone() };
            super::reason::reason(&reason, style).iter().for_each(|text| line(text));
        }
        Some(reason) => super::reason::reason(reason, style).iter().for_each(|text| line(text)),
        None => super::reason::clauses("clause  ", &known, style).iter().for_each(|text| line(text)),
    }
    line(&format!("position {}", shrunk.vfen));
    for (index, text) in shrunk.moves.iter().enumerate() {
        let name = if index == 0 { "after   " } else { "        " };
        line(&format!("{name} {text}"));
    }
    text.push_str(&indented(&draw_unvalidated_marked(variant, &shrunk.vfen, &marked(shrunk), style.colour)));
    let mut line = |line: &str| text.push_str(&indented(&sanitise(line)));
    line(&smaller(shrunk));
    if !shrunk.left_out.is_empty() {
        line(&format!("dropped  {}, which differed at the start", list::line(&shrunk.left_out)));
    }
    line(&format!("replay   {replay}"));
    for (index, other) in shrunk.others.iter().enumerate() {
        if index == 0 {
            line("other differences found, not shrunk:");
        }
        let moves: String = other.moves.iter().map(|text| format!(" | {text}")).collect();
        line(&format!(
            "  {} {}, at {}{moves}",
            other.kind,
            shortened(&other.detail.gist()),
            shortened(&other.vfen)
        ));
    }
    text
}

/// The moves whose squares are marked on the board.
fn marked(shrunk: &ShrinkResult) -> Vec<String> {
    if shrunk.moves.is_empty() { shrunk.detail.moves().cloned().collect() } else { shrunk.moves.clone() }
}

/// How much smaller the position is, and why the search ended.
fn smaller(shrunk: &ShrinkResult) -> String {
    let asked = plural(shrunk.requests, "question");
    let why = match shrunk.end {
        SearchEnd::Complete => "",
        SearchEnd::MaxRequests => "; the limit on questions was reached",
        SearchEnd::Stopped => "; stopped",
        // An unknown difference is not asked about.
        SearchEnd::NotReproduced if shrunk.kind == Kind::Unknown => {
            return format!("unchanged: {} pieces", shrunk.pieces);
        }
        SearchEnd::NotReproduced if shrunk.kind == Kind::NoAnswer => {
            return format!("unchanged: {} pieces, {asked}; those asked again were answered", shrunk.pieces);
        }
        SearchEnd::NotReproduced => {
            return format!("unchanged: {} pieces, {asked}; not reproduced every time", shrunk.pieces);
        }
    };
    let moves = match (shrunk.moves_before, shrunk.moves.len()) {
        (0, _) => String::new(),
        (before, 0) => format!(", no moves instead of {before}"),
        (before, now) => format!(", {} instead of {before}", plural(now, "move")),
    };
    format!("smaller  {} pieces instead of {}{moves}; {asked}{why}", shrunk.pieces, shrunk.pieces_before)
}
