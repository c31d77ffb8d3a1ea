//! Castling in `variant.json`.

use super::kinds::{self, KING};
use super::moves::Moves;
use super::region::file_letter;
use super::start::{Right, castling_kinds};
use super::table::{Draft, Problem};
use serde_json::{Value, json};

/// Writes the fields about castling, if any piece has a right, and how engines call the variant.
///
/// # Errors
/// If several kinds castle, another one than the King beside a King, one with itself, or beyond the board.
pub(super) fn write(draft: &mut Draft) -> Result<(), Problem> {
    let [kings, rooks] = castling_kinds(&draft.start);
    let (Some(&king), Some(&rook)) = (kings.first(), rooks.first()) else {
        draft.field("uci", json!({"name": draft.section}));
        return Ok(());
    };
    for (kinds, key) in [(&kings, "castlingKingPiece"), (&rooks, "castlingRookPieces")] {
        if kinds.len() > 1 {
            return Err((key.into(), "castling of several kinds of pieces".into()));
        }
    }
    if king != KING && draft.start.pieces.values().any(|(_, slot)| *slot == KING) {
        let what =
            "castling of another piece than the King; in Fairy-Stockfish the King castles where there is one";
        return Err(("castlingKingPiece".into(), what.into()));
    }
    if king == rook {
        let what = format!("castling of a {} with its own kind", draft.piece_name(king));
        return Err(("castlingRookPieces".into(), what));
    }
    let (high, low) = draft.settings.castling_files;
    let rights = draft.start.rights.clone();
    let end = |right: &Right| if right.rook.0 > right.king.0 { high } else { low };
    let distances: Vec<u8> = rights.iter().map(|right| end(right).abs_diff(right.king.0)).collect();
    let goes_toward_rook = |right: &Right| {
        let (from, to, rook) = (right.king.0, end(right), right.rook.0);
        if rook > from { from < to && to <= rook } else { rook <= to && to < from }
    };
    let mut field = json!({"king": kinds::kind(king), "rook": kinds::kind(rook)});
    let is_even = distances.iter().all(|distance| *distance == distances[0])
        && rights.iter().all(|right| goes_toward_rook(right) && end(right) != right.rook.0);
    if is_even {
        field["distances"] = json!([distances[0]]);
    } else {
        for (files, key) in
            [([low, low + 1], "castlingQueensideFile"), ([high, high - 1], "castlingKingsideFile")]
        {
            if files.iter().any(|file| !(1..=draft.settings.files).contains(file)) {
                return Err((key.into(), "castling to files that the board does not have".into()));
            }
        }
        let [lower, higher] = [[low, low + 1], [high, high - 1]].map(|files| json!(files.map(file_letter)));
        field["files"] = json!({"lower": lower, "higher": higher});
    }
    let square = |(file, rank): (u8, u8)| format!("{}{rank}", file_letter(file));
    let letters: Vec<Value> = rights
        .iter()
        .map(|right| json!({"letter": right.letter, "king": square(right.king), "rook": square(right.rook)}))
        .collect();
    draft.field("castling", field);
    let mut uci = json!({"name": draft.section, "rights": letters});
    // Engines write such castling as the King onto its Rook, and may mean either by two squares along the rank.
    if Moves::new(draft, king).is_ok_and(|moves| moves.goes_along_rank()) {
        let reason =
            format!("a {} that castles also moves two squares along its rank", draft.piece_name(king));
        draft
            .settings
            .notes
            .push(format!("engines are not asked: {reason}, which coordinates do not tell apart"));
        uci["unsupported"] = json!(reason);
    }
    draft.field("uci", uci);
    let name = draft.piece_name(king);
    let ends: Vec<_> =
        rights.iter().map(|right| format!("{} to {}", square(right.king), file_letter(end(right)))).collect();
    let is_royal = draft.is_royal(king);
    let attack = if is_royal {
        format!("the square of the {name}, those that it crosses and its end square are not attacked")
    } else {
        format!("the {name} is not royal, so that attacks do not matter")
    };
    let rules = [
        (
            "castling",
            "CASTLE-1",
            format!(
                "the {name} goes toward a {} on its rank ({}), which lands next to it on the inner side.",
                draft.piece_name(rook),
                ends.join(", ")
            ),
        ),
        (
            "castling-path",
            "CASTLE-2",
            "neither has moved, and all squares between the four are empty.".into(),
        ),
        ("castling-attack", "CASTLE-3", format!("{attack}.")),
    ];
    for (rule, rest, text) in rules {
        draft.rule(rule, rest, text);
    }
    Ok(())
}
