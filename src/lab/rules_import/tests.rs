use super::*;
use pretty_assertions::assert_eq;
use serde_json::Value;

/// The error about the section `x` of a file, or nothing if it is imported.
fn error(text: &str) -> Option<String> {
    import(text, "x", "mine").err().map(|error| error.to_string())
}

/// The `variant.json` of the section `x` of a file.
fn table(text: &str) -> Value {
    let imported = import(text, "x", "mine").unwrap();
    serde_json::from_str(&imported.files[0].text).unwrap()
}

#[test]
fn what_cannot_be_said_is_refused_by_key() {
    for (text, expected) in [
        ("[x:chess]\npieceDrops = true", "`pieceDrops` in line 2 asks for pieces in hand"),
        ("[x:crazyhouse]", "`capturesToHand` of [crazyhouse] asks for pieces in hand"),
        ("[y:chess]\nwallingRule = duck\n[x:y]", "`wallingRule` in line 2 asks for walls"),
        ("[x:chess]\nstartFen = 8/8/8/8/8/8/8/8[Pp] w", "`startFen` of [x] asks for pieces in hand"),
        ("[x:chess]\nmaxRank = 9", "a start position of 8 ranks on a board of 9"),
        ("[x:chess]\ncustomPiece1 = q:xyzR", "column 1: `x`, which Fairy-Stockfish ignores"),
        ("[x:chess]\nflagPiece = k\nflagRegion = *8\nflagMove = true\nflagPieceSafe = true", "a last move"),
        (
            "[x:chess]\npromotionPieceTypes = -",
            "`pawn` of [x] asks for attacks on squares where it may not go",
        ),
        ("[x:chess]\npromotionLimit = q:3", "`promotionLimit` of [x] asks for limits"),
    ] {
        let error = error(text).unwrap_or_default();
        assert!(error.contains(expected), "{text}: {error}");
    }
}

#[test]
fn malformed_files_have_a_line() {
    for (text, expected) in [
        ("[x:chess]\nmustCaptur = true", "line 2: `mustCaptur` is not a key of the format"),
        ("[x:chess]\nmustCapture = yes", "line 2: `mustCapture = yes` has no meaning"),
        ("[x:chess]\nmustCapture", "line 2: `mustCapture`; expected `key = value`"),
        ("[x:chess]\npromotionPieceTypes = nz", "line 2: `promotionPieceTypes = nz` has no meaning"),
        ("[x:chess]\nflagRegion = *", "line 2: `flagRegion = *` has no meaning"),
        ("[x\nmaxRank = 8", "line 1: `[x`; expected `[name]`"),
        ("[x:y]\n[y:x]", "`[x]` is among its own parents"),
        ("[x:nochess]", "the parent `nochess` is neither a section nor"),
        ("[y:chess]", "no section `[x]`"),
        ("[x:chess]\ncustomPiece1 = c", "line 2: `customPiece1 = c` without moves"),
    ] {
        assert!(error(text).unwrap_or_default().contains(expected), "{text}: {:?}", error(text));
    }
}

#[test]
fn a_refused_key_with_its_default_is_no_refusal() {
    for text in [
        "[x:chess]\npieceDrops = false",
        "[x:crazyhouse]\npieceDrops = false\ncapturesToHand = false",
        "[x:chaturanga]",
    ] {
        assert_eq!(error(text), None, "{text}");
    }
}

#[test]
fn settings_are_those_of_the_parents_and_the_last_key() {
    let table = table(
        "[y:capablanca]\nmustCapture = true\n[x:y]\nstalemateValue = win\nnMoveRule = 0\nnMoveRule = 20\n",
    );
    assert_eq!(table["must_capture"], true);
    assert_eq!(table["results"], serde_json::json!({"stalemate": "won"}));
    assert_eq!(table["counter_limit"], 40);
    assert_eq!(table["castling"]["distances"], serde_json::json!([3]));
}

#[test]
fn sides_are_said_apart_only_where_they_differ() {
    let table = table("[x:chess]\nflagPiece = k\nflagRegionWhite = *8\nflagRegionBlack = a1");
    assert_eq!(table["promotion"][0]["on"], "rank -1");
    assert_eq!(table["goals"][0]["on"], serde_json::json!({"white": "rank -1", "black": "a1"}));
}

#[test]
fn every_built_in_variant_is_imported_or_refused_by_a_key() {
    for section in sections(BUILT_IN).unwrap() {
        if let Err(error) = import("[y:chess]", &section.name, "mine") {
            assert!(matches!(error, Refused::Rules(_)), "{}: {error}", section.name);
        }
    }
}
