//! The known bugs as a Markdown document.

use super::BugEntry;
use vperft::inner::game::drawing::draw_unvalidated;
use vperft::inner::game::variant::Variant;
use vperft::inner::support::sanitise::sanitise;

/// The most cases that are named for each bug.
const MAX_NAMED: usize = 5;

/// The start of the document.
const HEAD: &str = "\
# Bugs

What can be wrong with rules code, and what the cases of the corpus catch. A case carries the ids of the bugs it catches; when it fails,
`vperft run` says their words. Below each bug stands the position of the case that shows it, as `vperft bugs VARIANT BUG` draws it.

`vperft bugs VARIANT --format markdown` prints this page.
";

/// A document with a section for every variant and an entry for every bug.
#[must_use]
pub fn bugs_in_markdown(entries: &[BugEntry<'_>]) -> String {
    let sections = entries.chunk_by(|one, other| one.variant == other.variant);
    let sections: Vec<_> = sections.map(section).collect();
    let contents: String = sections.iter().map(|(contents, _)| contents.as_str()).collect();
    let bodies: String = sections.iter().map(|(_, body)| body.as_str()).collect();
    let gap = if entries.is_empty() { "" } else { "\n" };
    format!("{HEAD}{gap}{contents}{bodies}")
}

/// The line of the table of contents, and the section of a variant.
fn section(entries: &[BugEntry<'_>]) -> (String, String) {
    let variant = entries[0].variant;
    let title = escaped(&Variant::get(variant).title);
    let bugs: String = entries.iter().map(entry).collect();
    let contents = format!("* [{title}](#{variant}), {} bugs\n", entries.len());
    (contents, format!("\n## <a id=\"{variant}\"></a>{title}\n{bugs}"))
}

fn entry(entry: &BugEntry<'_>) -> String {
    let BugEntry { variant, bug, vfen, moves, cases } = entry;
    let seen = bug.seen.as_ref().map_or_else(String::new, |seen| format!("Seen: {}.\n\n", escaped(seen)));
    let moves =
        if moves.is_empty() { String::new() } else { format!("moves    {}\n", sanitise(&moves.join(" | "))) };
    let others: Vec<_> = cases.iter().filter(|id| **id != bug.case).collect();
    let named: Vec<_> = others.iter().take(MAX_NAMED).map(|id| format!(", `{}`", sanitise(id))).collect();
    let more = match others.len().saturating_sub(MAX_NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!(
        "\n### <a id=\"{variant}-{id}\"></a>`{id}`\n\n**{title}.** {text}\n\n{seen}```text\nposition {vfen}\n{moves}{board}```\n\n\
         Caught by `{case}`{named}{more}.\n",
        id = sanitise(&bug.id),
        vfen = sanitise(vfen),
        title = escaped(&bug.title),
        text = escaped(&bug.text),
        board = draw_unvalidated(*variant, vfen, false),
        case = sanitise(&bug.case),
        named = named.concat(),
    )
}

/// Escapes a text for Markdown, except inside backquotes.
fn escaped(text: &str) -> String {
    let mut is_code = false;
    let mut escaped = String::new();
    for c in sanitise(text).chars() {
        is_code ^= c == '`';
        if !is_code && ['\\', '*', '_', '[', ']', '<', '>', '|'].contains(&c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}
