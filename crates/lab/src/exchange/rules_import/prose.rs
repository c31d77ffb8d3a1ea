//! The `RULES.md` of a section.

use super::table::Draft;
use std::fmt::Write as _;

/// The text of the file.
pub(super) fn text(draft: &Draft) -> String {
    let settings = &draft.settings;
    let (files, ranks) = (settings.files, settings.ranks);
    let last = super::region::file_letter(files);
    let labels: Vec<_> = settings
        .pieces
        .iter()
        .rev()
        .map(|(slot, piece)| format!("{} {}", piece.letter, draft.piece_name(*slot)))
        .collect();
    let mut text = format!(
        "# {}\n\n{files} x {ranks}, files a-{last}, ranks 1-{ranks}. Imported from the section `[{}]` of a `variants.ini` of Fairy-Stockfish.\n\
         The rules that all variants share (GEN) are those of `vperft`.\n\nVFEN: `{}`\n\nLabels: {}.\n\n",
        draft.title,
        draft.section,
        draft.start.vfen,
        labels.join(", ")
    );
    for (id, rule) in &draft.clauses {
        let _ = writeln!(text, "- **{id}** {rule}");
    }
    text
}
