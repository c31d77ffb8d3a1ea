//! The known bugs on a terminal.

use super::BugEntry;
use vperft::inner::game::drawing::Style;
use vperft::inner::game::drawing::draw_unvalidated;
use vperft::inner::game::drawing::wrap;
use vperft::inner::support::sanitise::sanitise;

/// Each bug with its text, its board and the cases that catch it, separated by empty lines.
#[must_use]
pub fn bugs_for_people(entries: &[BugEntry<'_>], style: Style) -> String {
    entries.iter().map(|entry| one(entry, style)).collect::<Vec<_>>().join("\n")
}

fn one(entry: &BugEntry<'_>, style: Style) -> String {
    let BugEntry { variant, bug, vfen, moves, cases } = entry;
    let mut lines = vec![sanitise(&format!("{variant} {}  {}", bug.id, bug.title)).into_owned()];
    let mut add = |label: &str, text: &str| {
        let words = wrap(&format!("{label:<9}{text}"), style.indented());
        lines.extend(words.into_iter().map(|words| format!("  {words}")));
    };
    add("text", &bug.text);
    if let Some(seen) = &bug.seen {
        add("seen", seen);
    }
    add("case", &bug.case);
    // Not wrapped, so that they can be copied.
    lines.push(format!("  position {}", sanitise(vfen)));
    if !moves.is_empty() {
        lines.push(format!("  moves    {}", sanitise(&moves.join(" | "))));
    }
    lines.extend(draw_unvalidated(*variant, vfen, style.colour).lines().map(|line| format!("  {line}")));
    let words = wrap(&format!("caught by {}", cases.join(" ")), style.indented());
    lines.extend(words.into_iter().map(|words| format!("  {words}")));
    lines.into_iter().map(|line| line + "\n").collect()
}
