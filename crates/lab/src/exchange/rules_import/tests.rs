use super::*;
use pretty_assertions::assert_eq;
use serde_json::{Value, json};
use vperft::inner::backend::engine_text;
use vperft::inner::game::position;
use vperft::inner::game::position::fen::FenError;
use vperft::inner::game::rules::{Rules as _, Status};
use vperft::inner::game::variant::{self, Standard, Variant};
use vperft::inner::generators::data::Data;

/// Imports the section `x` of a file.
fn import(text: &str) -> Result<Imported, Refused> {
    VariantsIni::parse(text)?.import("x", "mine", None)
}

/// The error about the section `x` of a file, or nothing if it is imported.
fn error(text: &str) -> Option<String> {
    import(text).err().map(|error| error.to_string())
}

/// The `variant.json` of the section `x` of a file.
fn table(text: &str) -> Value {
    let imported = import(text).unwrap();
    serde_json::from_str(&imported.files[0].text).unwrap()
}

#[test]
fn what_cannot_be_said_is_refused_by_key() {
    for (text, expected) in [
        ("[x:chess]\npieceDrops = true", "`pieceDrops` in line 2 asks for pieces in hand"),
        (
            "[x:wolf]\nenPassantTypes = -",
            "`customPiece1` of [wolf] asks for a second kind that can be captured en passant, next to the Pawn",
        ),
        ("[x:perfect]", "`castlingRookPieces` of [perfect] asks for castling of several kinds of pieces"),
        ("[x:berolina]", "`customPiece1` of [berolina] asks for first moves that can be captured en passant"),
        (
            "[x:chess]\ncustomPiece1 = a:KimD\nstartFen = 4k3/8/8/8/2p1p3/8/3A4/4K3 w - - 0 1",
            "`customPiece1` in line 2 asks for first moves that can be captured",
        ),
        (
            "[x:chess]\ncustomPiece1 = a:KimA\nstartFen = 4k3/8/8/8/2p1p3/8/3A4/4K3 w - - 0 1",
            "`customPiece1` in line 2 asks for first moves that can be captured",
        ),
        ("[x:crazyhouse]", "`capturesToHand` of [crazyhouse] asks for pieces in hand"),
        ("[y:chess]\nwallingRule = duck\n[x:y]", "`wallingRule` in line 2 asks for walls"),
        ("[x:chess]\nstartFen = 8/8/8/8/8/8/8/8[Pp] w", "`startFen` in line 2 asks for pieces in hand"),
        (
            "[x:chess]\nstartFen = rnbqkbnr/pppp1ppp/8/4pP2/8/8/PPPPP1PP/RNBQKBNR w KQkq e6 0 1",
            "`startFen` in line 2 asks for an en passant square",
        ),
        (
            "[x:chess]\ncastlingKingPiece = q",
            "`castlingKingPiece` in line 2 asks for castling of another piece than the King",
        ),
        ("\u{feff}[x:chess]\nmustCapture = true", "line 1: a byte order mark"),
        (" [x:chess]\nmustCapture = true", "line 1: `[x:chess]`: Fairy-Stockfish takes the blank"),
        ("[x:chess]\n mustCapture = true", "line 2: `mustCapture = true`: Fairy-Stockfish takes the blank"),
        ("[x:chess]\nmustCapture\t= true", "line 2: `mustCapture\t= true`: Fairy-Stockfish takes the blank"),
        ("[x:chess]\nmaxRank = 9", "a start position of 8 ranks on a board of 9"),
        ("[x:chess]\nflagPiece = k\nflagRegion = *8\nflagMove = true\nflagPieceSafe = true", "a last move"),
        (
            "[x:chess]\npromotionPieceTypes = -",
            "`pawn` of [x] asks for attacks on squares where it may not go",
        ),
        ("[x:chess]\npromotionLimit = q:3", "`promotionLimit` in line 2 asks for limits"),
        (
            "[x:chess]\nknight = -\ncustomPiece1 = n:NnN",
            "`customPiece1` in line 3 asks for two ranges in one direction",
        ),
        (
            "[x:chess]\nknight = -\ncustomPiece1 = n:R4fR1",
            "`customPiece1` in line 3 asks for two ranges in one direction",
        ),
        (
            "[x:chess]\npromotionPieceTypes = kq",
            "`promotionPieceTypes` in line 2 asks for promotion to a King",
        ),
        (
            "[x:chess]\npromotedPieceType = p:q",
            "`promotedPieceType` in line 2 asks for a second promotion to the Queen",
        ),
        (
            "[x:chess]\npromotionRegionBlack = *1 *3",
            "`promotionRegionBlack` in line 2 asks for captures en passant to promotion squares",
        ),
        (
            "[x:makruk]\ndoubleStep = true\ndoubleStepRegionWhite = *2 *3",
            "`promotionRegionBlack` of [makruk] asks for captures en passant",
        ),
        (
            "[x:chess]\ncustomPiece1 = c:N\nextinctionValue = loss\nextinctionPieceTypes = c",
            "`extinctionPieceTypes` in line 4 asks for the extinction of a kind that no game has: the game begins",
        ),
        (
            "[x:chess]\nflagPieceBlack = n\nflagRegionBlack = *8",
            "`startFen` of [x] asks for a start position that is decided: the game begins with the status lost",
        ),
        (
            "[x:chess]\nstartFen = 4k3/8/8/8/8/8/8/K3R3 w",
            "`startFen` in line 2 asks for a start position that is not valid: board, square e8: the Black King",
        ),
        (
            "[x:chess]\ncastlingRookPieces = k",
            "`castlingRookPieces` in line 2 asks for castling of a King with its own kind",
        ),
        (
            "[x:chess]\ncastlingQueensideFile = h",
            "`castlingQueensideFile` in line 2 asks for castling to files that the board does not have",
        ),
        ("[x:chess]\nflagPieceCount = 0\nflagRegion = *4", "`flagPieceCount` in line 2 asks for goals that"),
        (
            "[x:racingkings]\nflyingGeneral = true",
            "`flyingGeneral` in line 2 asks for Kings that face each other where no move may give check",
        ),
        (
            "[x:chess]\nextinctionPseudoRoyal = true\nextinctionPieceTypes = r",
            "`extinctionPseudoRoyal` in line 2 asks for castling with a piece that is royal",
        ),
    ] {
        let error = error(text).unwrap_or_default();
        assert!(error.contains(expected), "{text}: {error}");
    }
}

#[test]
fn malformed_files_have_a_line() {
    for (text, expected) in [
        ("[x:chess]\nmustCaptur = true", "line 2: `mustCaptur` is not a key of the format"),
        ("[x:chess]\nmustCapture = yes", "line 2: `mustCapture = yes`; expected true or false"),
        ("[x:chess]\nmustCapture", "line 2: `mustCapture`; expected `key = value`"),
        (
            "[x:chess]\npromotionPieceTypes = nz",
            "line 2: `promotionPieceTypes = nz`; expected letters of its pieces, not `z`",
        ),
        ("[x:chess]\nflagRegion = *", "line 2: `flagRegion = *`; expected squares such as e4"),
        ("[x:chess]\nmustCaptur = true", "did you mean `mustCapture`, "),
        ("[x:chess]\ncustomPiece1 = q:xyzR", "line 2: `customPiece1 = q:xyzR`: column 1: `x`, which"),
        (
            "[x:chess]\ncustomPiece1 = a:N\nknight = a",
            "line 2: `customPiece1 = a:N` has the letter of `knight`",
        ),
        (
            "[x:chess]\nbad = 1\nstalemateValue = lose",
            "line 2: `bad` is not a key of the format; line 3: `stalemate",
        ),
        ("[x:ches]", "did you mean `chess`?"),
        ("[x\nmaxRank = 8", "line 1: `[x`; expected `[name]`"),
        ("[x:y]\n[y:chess]", "line 1: `[x:y]` is above `[y]`, so that Fairy-Stockfish ignores it"),
        ("[x:x]", "line 1: `[x:x]` is above `[x]`"),
        ("[x: chess]", "line 1: `[x: chess]`: Fairy-Stockfish takes the blanks"),
        (
            "[x:chess]\npromotionPawnTypes = *",
            "line 2: `promotionPawnTypes = *`; expected letters of its pieces, not `*`",
        ),
        (
            "[x:chess]\nextinctionPieceTypes = n*",
            "line 2: `extinctionPieceTypes = n*`; expected letters or `*`",
        ),
        ("[x:nochess]", "the parent `nochess` is neither a section nor"),
        ("[y:chess]", "no section `[x]`"),
        ("[x:chess]\n[x:chess]", "line 2: `[x]` is there twice, so that Fairy-Stockfish ignores it"),
        ("[y:chess]\n[y:chess]\n[x:y]", "line 2: `[y]` is there twice"),
        (
            "[shatranj:chess]\n[x:shatranj]",
            "line 1: `[shatranj]` has the name of a variant that Fairy-Stockfish",
        ),
        ("[x:chess]\ncustomPiece1 = c", "line 2: `customPiece1 = c` without moves"),
    ] {
        assert!(error(text).unwrap_or_default().contains(expected), "{text}: {:?}", error(text));
    }
}

/// Numbers beyond every board are errors, and no text panics.
#[test]
fn extreme_values_are_refused_or_taken() {
    for (line, expected) in [
        ("maxRank = 255", Some("a rank from 1 to 16")),
        ("maxFile = 300", Some("a file such as 8 or h")),
        ("castlingRank = 99", Some("a rank from 1 to 8")),
        ("castlingKingsideFile = 0", Some("a file such as 8 or h")),
        (
            "extinctionPieceCount = 18446744073709551615\nextinctionPseudoRoyal = true\nextinctionPieceTypes = q",
            None,
        ),
        ("startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 99999999999 0", None),
        ("startFen =", Some("a start position of 1 ranks")),
        ("flagPiece =", None),
        ("flagRegion = é4", Some("expected squares such as e4")),
        ("king = ké", Some("`king = ké`; expected a letter")),
        ("knight = n:NN", Some("ignores the moves of a piece with a name")),
        ("promotedPieceType = p:", Some("letters of its pieces")),
        ("nMoveRule = 4294967295", None),
        ("customPiece1 = q:", None),
    ] {
        let found = error(&format!("[x:chess]\n{line}"));
        match expected {
            None => assert_eq!(found, None, "{line}"),
            Some(part) => {
                assert!(found.as_ref().is_some_and(|error| error.contains(part)), "{line}: {found:?}")
            }
        }
    }
}

#[test]
fn a_refused_key_with_its_default_is_no_refusal() {
    for text in [
        "[x:chess]\npieceDrops = false",
        "[x:crazyhouse]\npieceDrops = false\ncapturesToHand = false",
        "[x:chaturanga]",
        "[x:xiangqi]",
        "[x:grand]",
        "[x:shatranj]",
    ] {
        assert_eq!(error(text), None, "{text}");
    }
}

#[test]
fn settings_that_are_probably_not_meant_are_noted() {
    let notes = |text: &str| import(text).map(|imported| imported.notes).unwrap_or_default();
    let start = "startFen = rnbqkb/pppppp/6/6/PPPPPP/RNBQKB w - - 0 1\nmaxRank = 6\nmaxFile = 6";
    let text = format!("[x:chess]\n{start}\nflagRegionWhite = a6 b9");
    assert_eq!(
        notes(&text),
        [
            "line 5: `flagRegionWhite` names squares that the board does not have",
            "White has no squares to promote on: the board has none of `promotionRegionWhite`",
        ]
    );
    for (text, expected) in [
        (&*format!("[x:chess]\n{start}\npromotionRegionWhite = *6"), &[][..]),
        (
            "[x:chess]\ncastling = false",
            &["the castling rights `KQkq` of `startFen` are dropped: `castling` is false"],
        ),
        (
            "[x:chess]\nrook = -\nchancellor = r",
            &[
                "the castling rights `KQkq` of `startFen` are dropped: expected a King and a Rook, as `castlingKingPiece` and `castlingRookPieces` name them",
            ],
        ),
        ("[x:chess]\ndoubleStepRegionWhite = *3", &["no White Pawn starts in `doubleStepRegionWhite`"]),
        (
            "[x:chess]\nflagPiece = k\nflagPieceCount = 2\nflagRegion = e4",
            &["the goal can never be reached: no side has the pieces of `flagPieceCount`"],
        ),
        (
            "[x:chess]\nchancellor = c\nflagPieceWhite = c\nflagRegion = e4",
            &["White's goal can never be reached: no side has the pieces of `flagPiece`"],
        ),
        (
            "[x:makruk]",
            &["`countingRule`, counting moves to a draw, is left to the game: no count depends on it"],
        ),
        (
            "[x:chess]\nperpetualCheckIllegal = true\n",
            &["`perpetualCheckIllegal`, perpetual check, is left to the game: no count depends on it"],
        ),
        ("[y:chess]\nperpetualCheckIllegal = true\n[x:y]\nperpetualCheckIllegal = false", &[]),
        (
            "[x:chess]\nmustCapture = true\nchecking = true\nmustCapture = false\nchecking = true",
            &["line 2: `mustCapture` does not count, since the section gives it again"],
        ),
        (
            "# rules\nmustCapture = true\n[x:chess]",
            &["line 2 is above the first section, where Fairy-Stockfish ignores it"],
        ),
    ] {
        assert_eq!(notes(text), expected, "{text}");
    }
}

#[test]
fn settings_are_those_of_the_parents_and_the_last_key() {
    let table = table(
        "[y:capablanca]\nmustCapture = true\n[x:y]\nstalemateValue = win\nnMoveRule = 0\nnMoveRule = 20\n",
    );
    assert_eq!(table["must_capture"], true);
    assert_eq!(table["results"], json!({"stalemate": "won"}));
    assert_eq!(table["counter_limit"], 40);
    assert_eq!(table["castling"]["distances"], json!([3]));
}

/// What Fairy-Stockfish writes about variants that are not chess is read as it means it.
#[test]
fn words_of_engines_are_read_by_the_rules_of_the_section() {
    let tried = |text: &str| variant::try_out(&import(text).unwrap().files[0].text).unwrap();
    for (text, vfen, coordinates, expected) in [
        // A King that moves as a Knight goes one square along its rank only if it castles.
        (
            "[x:knightmate]\ncastlingKingsideFile = f",
            "4k2r/8/8/8/8/8/8/K7 b * - 0 1",
            "e8f8",
            "k e8-f8; r h8-e8",
        ),
        ("[x:chess]\nchess960 = true", "4k2r/8/2K5/8/8/8/8/8 b * - 0 1", "e8h8", "k e8-g8; r h8-f8"),
        ("[x:chess]\ncastlingKingsideFile = f", "4k2r/8/8/8/8/8/8/K7 b * - 0 1", "e8f8", "k e8-f8"),
    ] {
        let position = position::parse(vfen, Variant::get(tried(text)), &Standard).unwrap();
        let read = engine_text::notation::coordinates::text(&position, coordinates);
        assert_eq!(read.as_deref(), Ok(expected), "{text}");
    }
    for (text, statuses) in [
        ("[x:chess]", [Some(Status::Stalemate), Some(Status::Checkmate)]),
        ("[x:chess]\nstalemateValue = win\ncheckmateValue = win", [Some(Status::Won); 2]),
        ("[x:kingofthehill]", [None; 2]),
        ("[x:giveaway]", [None; 2]),
    ] {
        let variant = Variant::get(tried(text));
        assert_eq!([false, true].map(|is_check| variant.status_without_moves(is_check)), statuses, "{text}");
    }
    // A variant of Chess960 has the files of the Rooks as its rights.
    let shuffled = Variant::get(tried("[x:chess]\nchess960 = true"));
    for (rights, expected) in [("HAha", true), ("KQkq", true), ("GAha", false)] {
        let fen = format!("r3k2r/8/8/8/8/8/8/R3K2R w {rights} - 0 1");
        assert_eq!(engine_text::notation::fen::read_fen(shuffled, &fen).is_ok(), expected, "{fen}");
    }
    let makruk = Variant::get(tried("[x:makruk]"));
    let shown = engine_text::notation::fen::read_shown(makruk, "2k5/8/3m4/8/8/8/3K4/8 w - 128 6 136");
    assert!(matches!(shown, Err(FenError::Unsupported(_))), "{shown:?}");
}

/// The positions after each number of plies from the start of the section `x`, up to 3.
fn counts(text: &str) -> [usize; 3] {
    let imported = import(text).unwrap();
    let rules = Data::new(variant::try_out(&imported.files[0].text).unwrap(), Standard);
    let mut positions = vec![rules.parse(&imported.vfen).unwrap()];
    [(); 3].map(|()| {
        let moves = |position| {
            let mut moves = Vec::new();
            rules.legal_moves(position, &mut moves);
            moves
        };
        let children =
            |position| moves(position).iter().map(|mv| rules.play(position, mv)).collect::<Vec<_>>();
        positions = positions.iter().flat_map(children).collect();
        positions.len()
    })
}

/// The counts are those of pyffish 0.0.90.
#[test]
fn sections_are_played_as_fairy_stockfish_plays_them() {
    let off = "[y:chess]\ndoubleStep = false\n[x:y]\ndoubleStep = true";
    let kings = "startFen = 4k3/8/8/8/8/8";
    let pawns = "startFen = 4k3/1p6/8/P7/8/8/8/4K3 b";
    for (text, expected) in [
        // A region of double steps is empty below a section without double steps, and double steps are off below one without a region.
        (off.to_owned(), [12, 144, 2124]),
        (format!("{off}\ndoubleStepRegionWhite = *2"), [20, 240, 5340]),
        ("[x:shatranj]\ndoubleStep = true".into(), [16, 256, 4176]),
        ("[x:losalamos]\ndoubleStep = true\nstartFen = 3k2/6/6/6/PPPPPP/3K2 w".into(), [8, 40, 335]),
        ("[y:chess]\ndoubleStepRegionWhite = -\n[x:y]\ndoubleStepRegionWhite = *2".into(), [20, 400, 8902]),
        (
            "[x:chess]\ndoubleStepRank = 3\ndoubleStepRankMin = 3\nstartFen = 4k3/8/8/8/8/P7/1P6/4K3 w".into(),
            [9, 45, 435],
        ),
        // Regions limit where a move ends, not what it crosses, and an empty one is none.
        (
            "[x:chess]\nmobilityRegionWhiteRook = *1 *2 *3 *4\npromotionPieceTypes = r\nstartFen = 4k3/P7/8/8/8/8/8/4K3 w"
                .into(),
            [6, 30, 240],
        ),
        (
            "[x:chess]\nmobilityRegionWhiteRook = *4\nmobilityRegionBlackRook = *5\ncastling = false\n\
             startFen = r3k2r/8/8/8/8/8/8/R3K2R w"
                .into(),
            [7, 49, 490],
        ),
        (
            "[x:chess]\nmobilityRegionWhiteCannon = *4 *6\ncannon = c\n\
             startFen = 4k3/8/2p5/8/2p5/8/2P5/C1C1K3 w"
                .into(),
            [9, 61, 594],
        ),
        (format!("[x:chess]\nmobilityRegionWhiteQueen = *1 a* h8\n{kings}/8/Q3K3 w"), [16, 80, 1126]),
        (format!("[x:chess]\nmobilityRegionWhiteRook = -\n{kings}/8/R3K3 w"), [15, 68, 1242]),
        (format!("[x:chess]\nmobilityRegionWhitePawn = *2 *3 *4 *5\n{pawns}"), [7, 36, 290]),
        (
            format!(
                "[x:chess]\npawn = -\ncustomPiece1 = p:fmWfceFifmnD\npromotionPawnTypes = p\n\
                 mobilityRegionWhiteCustomPiece1 = *2 *3 *4 *5\nenPassantRegion = *6 *3\n{pawns}"
            ),
            [7, 35, 285],
        ),
    ] {
        assert_eq!(counts(&text), expected, "{text}");
    }
}

#[test]
fn royal_pieces_that_cannot_be_captured_are_needed() {
    for (text, kind, expected) in [
        ("[x:chess]", "king", json!(1)),
        ("[x:horde]", "king", json!({"white": 0, "black": 1})),
        ("[x:coregal]", "queen", json!(1)),
        ("[x:extinction]\nextinctionPieceTypes = k\nextinctionPseudoRoyal = true", "commoner", json!(1)),
        ("[x:extinction]", "commoner", Value::Null),
    ] {
        let table = table(text);
        let mut pieces = table["pieces"].as_array().unwrap().iter();
        assert_eq!(pieces.find(|piece| piece["kind"] == kind).unwrap()["least"], expected, "{text}");
    }
}

#[test]
fn variants_differ_from_their_parents_as_they_do_in_fairy_stockfish() {
    for (text, field, expected) in [
        ("[x:asean]", "counter_limit", json!(100)),
        ("[x:makruk]", "counter_limit", Value::Null),
        ("[x:courier]", "results", json!({"stalemate": "lost"})),
        ("[x:chaturanga]", "extinction", Value::Null),
        (
            "[x:racingkings]",
            "goals",
            json!([{"pieces": ["king"], "on": {"white": "rank -1", "black": "rank -1"}, "wins": "after-black"}]),
        ),
    ] {
        assert_eq!(table(text)[field], expected, "{text}");
    }
    let notes = |text: &str| import(text).unwrap().notes.concat();
    assert!(notes("[x:xiangqi]").contains("chasingRule") && !notes("[x:manchu]").contains("chasingRule"));
}

#[test]
fn steps_beside_ranges_are_imported() {
    for betza in ["BK", "RF", "WD", "R1fR4", "mNcD", "fsmWfcF", "nDmD"] {
        let text = format!("[x:chess]\nknight = -\ncustomPiece1 = n:{betza}\npromotionPieceTypes = q");
        assert_eq!(error(&text), None, "{betza}");
    }
    let notes = import("[x:chess]\nnMoveRuleTypes = pn").unwrap().notes.concat();
    assert!(notes.contains("`nMoveRuleTypes`: every move of a Knight sets the counter to 0"), "{notes}");
}

#[test]
fn castling_that_coordinates_do_not_tell_from_a_move_is_noted() {
    for (betza, is_noted) in [("K", false), ("KN", false), ("KD", true)] {
        let imported = import(&format!("[x:chess]\nking = k:{betza}")).unwrap();
        let notes = imported.notes.concat();
        assert_eq!(notes.contains("which coordinates do not tell apart"), is_noted, "{betza}: {notes}");
    }
}

#[test]
fn rights_of_the_start_that_nothing_holds_are_noted() {
    let start = |board: &str| {
        format!("[x:chess]\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/{board} w KQkq - 0 1")
    };
    for (board, lost) in [("RNBQKBN1", "`K`"), ("1NBQKBNR", "`Q`"), ("1NBQKBN1", "`KQ`")] {
        let notes = import(&start(board)).unwrap().notes;
        assert!(notes.concat().contains(&format!("the castling rights {lost} of")), "{board}: {notes:?}");
    }
}

#[test]
fn pieces_promote_where_they_could_never_move() {
    let promotion = |text: &str| table(text)["promotion"].clone();
    let immobile = "immobilityIllegal = true\nmandatoryPawnPromotion = false\npromotionRegionWhite = *7 *8\npromotionRegionBlack = *1 *2";
    let divided = promotion(&format!("[x:chess]\n{immobile}"));
    let on = |index: usize| (divided[index]["on"].clone(), divided[index]["forced"].clone());
    assert_eq!((on(0), on(1)), (("rank 7".into(), false.into()), ("rank -1".into(), Value::Null)));
    let refused = error(&format!("[x:chess]\n{immobile}\ncustomPiece1 = q:fR")).unwrap_or_default();
    assert!(
        refused.contains("`immobilityIllegal` in line 2 asks for squares from which a Piece Q can"),
        "{refused}"
    );
}

#[test]
fn sides_are_said_apart_only_where_they_differ() {
    let table = table("[x:chess]\nflagPiece = k\nflagRegionWhite = *8\nflagRegionBlack = a1");
    assert_eq!(table["promotion"][0]["on"], "rank -1");
    assert_eq!(table["goals"][0]["on"], json!({"white": "rank -1", "black": "a1"}));
}

#[test]
fn every_built_in_variant_is_imported_or_refused_by_a_key() {
    for section in sections(BUILT_IN).unwrap() {
        if let Err(error) = import(&format!("[x:{}]", section.name)) {
            assert!(matches!(error, Refused::Rules(_)), "{}: {error}", section.name);
        }
    }
}

/// Whatever such a section turns off, the rules of its parent are not those of chess.
#[test]
fn no_section_builds_on_a_variant_that_is_not_described() {
    let off: String = keys::all()
        .filter_map(|key| match keys::use_of(key) {
            keys::Use::Refused { unless, .. } => Some(format!("{key} = {unless}\n")),
            _ => None,
        })
        .collect();
    let named: Vec<_> = sections(BUILT_IN).unwrap();
    let named: Vec<_> = named.iter().filter(|section| section.keys.contains_key(UNDESCRIBED)).collect();
    assert!(named.iter().any(|section| section.name == "shogi"));
    for section in named {
        let name = &section.name;
        let expected = format!("vperft does not describe the built-in variant `{name}`: ");
        for text in [format!("[x:{name}]\n{off}"), format!("[y:{name}]\n[x:y]\nstartFen = 8/8\n{off}")] {
            let error = error(&text).unwrap_or_default();
            assert!(error.starts_with(&expected), "{text}: {error}");
        }
    }
    let error = error("[x:chess]\nundescribed = nothing").unwrap_or_default();
    assert!(error.starts_with("line 2: `undescribed` is not a key of the format"), "{error}");
}

#[test]
fn all_errors_of_a_section_are_reported_at_once() {
    for (text, expected) in [
        (
            "[x:nochess]\ncustomPiece1 = z:P\npromotionPieceTypes = zy\nstartFen = 9/9\nmaxRank = 17",
            &["the parent `nochess`", "; line 2: `customPiece1 = z:P`", "; line 5: `maxRank = 17`"][..],
        ),
        ("[y:chess]\nbad = 1\n[x:y]\nworse = 2", &["line 2: `bad`", "; line 4: `worse`"]),
        (
            "[x:chess]\nbad = 1\npieceDrops = true",
            &["line 2: `bad`", "; line 3: `pieceDrops` asks for pieces"],
        ),
        ("[x:y]\nbad = 1\n[y:x]", &["line 1: `[x:y]` is above `[y]`", "; line 2: `bad`"]),
        ("[x:shogi]\nbad = 1", &["does not describe the built-in variant `shogi`", "; line 2: `bad`"]),
    ] {
        let error = error(text).unwrap_or_default();
        assert!(expected.iter().all(|part| error.contains(part)), "{text}: {error}");
    }
}
