//! The `variant.json` of a new variant.

use super::VariantDraft;
use super::catalog::{KING, Known};
use std::fmt::Write as _;

/// The text of the file.
pub(super) fn text(draft: &VariantDraft) -> String {
    let array = &draft.array;
    let castles = !array.castling_rooks().is_empty();
    let mut pieces: Vec<_> = array.kinds().map(|known| piece(draft, known, castles)).collect();
    pieces.push(pawn(draft));
    let mut text = String::from("{\n  \"format\": 1,\n");
    let _ = writeln!(text, "  \"title\": \"{}\",", draft.title);
    let _ = writeln!(text, "  \"files\": \"{}\",\n  \"first_rank\": 1,", array.file_letters());
    let _ = writeln!(text, "  \"pieces\": [\n    {}\n  ],", pieces.join(",\n    "));
    if castles {
        let distance = array.castling_distance();
        let _ = writeln!(
            text,
            "  \"castling\": {{\"king\": \"king\", \"rook\": \"rook\", \"distances\": [{distance}]}},"
        );
    }
    if array.has_double_step() {
        text.push_str("  \"en_passant\": {\"piece\": \"pawn\"},\n");
    }
    text.push_str("  \"counter_limit\": 100,\n");
    text.push_str(
        "  \"statuses\": [\"checkmate\", \"stalemate\", \"draw-repetition\", \"draw-counter\", \"draw-dead\"],\n",
    );
    let _ = writeln!(text, "  \"promotion\": [\n    {}\n  ],", promotion(draft));
    let _ = writeln!(text, "  \"dead\": [{}],", dead(draft));
    let _ = writeln!(text, "  \"clauses\": {{{}}},", clauses(draft, castles));
    text.push_str("  \"symmetries\": [\"files\", \"colors\"],\n");
    if castles {
        let _ = writeln!(text, "  \"uci\": {{\"rights\": [{}]}},", rights(draft));
    }
    let _ = writeln!(text, "  \"starts\": [{{\"vfen\": \"{}\"}}]\n}}", array.vfen());
    text
}

/// The row of a piece of the first rank.
fn piece(draft: &VariantDraft, known: &Known, castles: bool) -> String {
    let Known { label, kind, name, legs, .. } = known;
    let clause = draft.clause(&kind.to_uppercase());
    let legs: Vec<_> = legs.iter().map(|fields| format!("{{{fields}, \"clause\": \"{clause}\"}}")).collect();
    let moves = match &legs[..] {
        [leg] => leg.clone(),
        _ => format!("[\n      {}\n    ]", legs.join(",\n      ")),
    };
    let mut roles = String::new();
    if *label == KING {
        roles.push_str(", \"royal\": true, \"least\": 1, \"most\": 1, \"keep\": true");
    }
    if castles && [KING, 'R'].contains(label) {
        roles.push_str(", \"initial_right\": true");
    }
    format!(
        "{{\"kind\": \"{kind}\", \"label\": \"{label}\", \"name\": \"{name}\"{roles}, \"moves\": {moves}}}"
    )
}

fn pawn(draft: &VariantDraft) -> String {
    let [step, double, passing] = ["PAWN-1", "PAWN-2", "EP"].map(|rest| draft.clause(rest));
    let mut legs = vec![
        format!("{{\"steps\": [[0, 1]], \"end\": [\"empty\"], \"clause\": \"{step}\"}}"),
        format!("{{\"steps\": [[-1, 1], [1, 1]], \"end\": [\"enemy\"], \"clause\": \"{step}\"}}"),
    ];
    if draft.array.has_double_step() {
        legs.push(format!(
            "{{\"steps\": [[0, 1]], \"least\": 2, \"end\": [\"empty\"], \"from\": \"rank 2\", \"passes\": true, \"clause\": \"{double}\"}}"
        ));
        legs.push(format!(
            "{{\"steps\": [[-1, 1], [1, 1]], \"end\": [\"passed\"], \"clause\": \"{passing}\"}}"
        ));
    }
    format!(
        "{{\"kind\": \"pawn\", \"label\": \"P\", \"name\": \"Pawn\", \"pawn\": {{\"absent\": [\"first\", \"last\"]}}, \
         \"directed\": true, \"moves\": [\n      {}\n    ]}}",
        legs.join(",\n      ")
    )
}

fn promotion(draft: &VariantDraft) -> String {
    let kinds = draft.array.kinds().filter(|known| known.label != KING);
    let to: Vec<_> = kinds.map(|known| format!("\"{}\"", known.kind)).collect();
    let clause = draft.clause("PROMOTE");
    format!(
        "{{\"piece\": \"pawn\", \"on\": \"rank -1\", \"to\": [{}], \"clause\": \"{clause}\"}}",
        to.join(", ")
    )
}

/// The positions that neither side can win: bare Kings, with a Knight or with Bishops on squares of one colour.
fn dead(draft: &VariantDraft) -> String {
    let mut entries = Vec::new();
    if draft.array.has('N') {
        entries.push("{\"kinds\": [\"knight\"], \"most\": 1}");
    }
    if draft.array.has('B') {
        entries.push("{\"kinds\": [\"bishop\"], \"one_color\": true}");
    }
    if entries.is_empty() {
        entries.push("{\"kinds\": []}");
    }
    entries.join(", ")
}

/// The clauses about the rules that are not moves of pieces.
fn clauses(draft: &VariantDraft, castles: bool) -> String {
    let castling = [("castling", "CASTLE-1"), ("castling-path", "CASTLE-2"), ("castling-attack", "CASTLE-3")];
    let others = [
        ("check", "CHECK"),
        ("checkmate", "CHECK"),
        ("stalemate", "CHECK"),
        ("repetition", "DRAW"),
        ("counter", "DRAW"),
        ("dead", "DRAW"),
    ];
    let all = castling.into_iter().filter(|_| castles).chain(others);
    let named: Vec<_> = all.map(|(rule, rest)| format!("\"{rule}\": \"{}\"", draft.clause(rest))).collect();
    named.join(", ")
}

/// The letters of the castling rights in FEN.
fn rights(draft: &VariantDraft) -> String {
    let array = &draft.array;
    let rooks = array.castling_rooks();
    let of_side = |rank: u8, letters: [char; 2]| {
        let pairs = rooks.iter().zip(letters);
        let entries = pairs.map(move |(rook, letter)| {
            let (king, rook) = (array.square(array.king(), rank), array.square(*rook, rank));
            format!("{{\"letter\": \"{letter}\", \"king\": \"{king}\", \"rook\": \"{rook}\"}}")
        });
        entries.collect::<Vec<_>>()
    };
    [of_side(0, ['K', 'Q']), of_side(array.ranks - 1, ['k', 'q'])].concat().join(", ")
}
