//! The `RULES.md` of a new variant.

use super::VariantDraft;
use super::catalog::{KING, PIECES};
use std::fmt::Write as _;

/// The text of the file.
pub(super) fn text(draft: &VariantDraft) -> String {
    let array = &draft.array;
    let (files, ranks) = (array.files(), array.ranks);
    let last = array.file_letters().chars().last().unwrap_or('a');
    let mut labels: Vec<_> = array.kinds().map(|known| format!("{} {}", known.label, known.name)).collect();
    labels.push("P Pawn".into());
    let mut text = format!(
        "# {}\n\n{files} x {ranks}, files a-{last}, ranks 1-{ranks}. The rules that all variants share (GEN) are those of `vperft`.\n\n\
         ```\n{}```\n\nVFEN: `{}`\n\nLabels: {}.\n\n",
        draft.title,
        array.drawing(),
        array.vfen(),
        labels.join(", ")
    );
    for known in PIECES.iter().filter(|known| array.has(known.label)) {
        let _ = writeln!(text, "- **{}** {}", draft.clause(&known.kind.to_uppercase()), known.rule);
    }
    pawns(draft, &mut text);
    castling(draft, &mut text);
    let _ = writeln!(text, "- **{}** check, checkmate, stalemate (a draw).", draft.clause("CHECK"));
    let _ = writeln!(
        text,
        "- **{}** automatic draws: at the third occurrence of a position and at 100 plies without capture or Pawn move (GEN-REPEAT);\n  \
         and if neither side can ever checkmate, recognised: {}.\n  \
         Checkmate and stalemate come before these.",
        draft.clause("DRAW"),
        dead(draft)
    );
    text
}

fn pawns(draft: &VariantDraft, text: &mut String) {
    let array = &draft.array;
    let [step, double, passing, promote] =
        ["PAWN-1", "PAWN-2", "EP", "PROMOTE"].map(|rest| draft.clause(rest));
    let _ = writeln!(
        text,
        "- **{step}** without capture one square forward; captures one square diagonally forward."
    );
    let (from, before) = (array.ranks, array.ranks - 1);
    if array.has_double_step() {
        let _ = writeln!(
            text,
            "- **{double}** from the second rank of its side it may go two squares forward through and onto empty squares.\n\
             - **{passing}** a Pawn that has just made a double step may be captured by an enemy Pawn as if it had moved one square only; on the\n  \
             very next move. `P b{}-a{}; @-a{}`.",
            from - 3,
            from - 2,
            from - 3
        );
    }
    let to: Vec<_> =
        array.kinds().filter(|known| known.label != KING).map(|known| known.label.to_string()).collect();
    let _ = writeln!(
        text,
        "- **{promote}** on the last rank a Pawn must promote, to {}. `P a{before}-a{from}; {}-a{from}`.",
        or(&to),
        to[0]
    );
}

fn castling(draft: &VariantDraft, text: &mut String) {
    let array = &draft.array;
    let rooks = array.castling_rooks();
    if rooks.is_empty() {
        return;
    }
    let king = array.king();
    let distance = array.castling_distance();
    let number = if distance == 2 { "two" } else { "three" };
    let examples: Vec<_> = rooks
        .iter()
        .map(|&rook| {
            let (to, rook_to) = if rook > king {
                (king + distance, king + distance - 1)
            } else {
                (king - distance, king - distance + 1)
            };
            let square = |file| array.square(file, 0);
            format!("`K {}-{}; R {}-{}`", square(king), square(to), square(rook), square(rook_to))
        })
        .collect();
    let _ = writeln!(
        text,
        "- **{}** a King goes {number} squares toward a Rook, which lands next to it on the inner side: {}.\n  \
         **{}** neither has moved; all squares between the two are empty. **{}** the King's square, the squares it crosses and its\n  \
         end square are not attacked (a square that only the Rook crosses may be).",
        draft.clause("CASTLE-1"),
        examples.join(", "),
        draft.clause("CASTLE-2"),
        draft.clause("CASTLE-3")
    );
}

fn dead(draft: &VariantDraft) -> String {
    let mut cases = vec!["K v K"];
    if draft.array.has('N') {
        cases.push("K and N v K");
    }
    if draft.array.has('B') {
        cases.push("and all other men are Bishops on squares of one colour");
    }
    cases.join("; ")
}

/// The names with commas, and "or" before the last.
fn or(names: &[String]) -> String {
    match names {
        [front @ .., last] if !front.is_empty() => format!("{} or {last}", front.join(", ")),
        _ => names.concat(),
    }
}
