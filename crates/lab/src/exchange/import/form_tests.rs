//! The forms in which games are found: the words that are read of them, and the moves that are played.

use super::{Script, import};
use pretty_assertions::assert_eq;
use vperft::inner::backend::Backend as _;
use vperft::inner::game::variant::{Rulings, Standard, Variant, VariantId};

/// Compares the words of a text, a line each, and the notes after them.
#[track_caller]
fn reads(text: &str, expected: &[&str]) {
    let script = Script::parse(text);
    let words = script.lines.iter().map(|(line, words)| format!("{line}: {}", words.join(" ")));
    let root = script.root.iter().map(|(line, text)| format!("{line}: from {text}"));
    let found: Vec<_> = root.chain(words).chain(script.notes.iter().cloned()).collect();
    assert_eq!(found, expected, "{text}");
}

/// Plays a text and compares the moves, the problem at which it stops, and the notes.
#[track_caller]
fn plays(variant: VariantId, start: Option<&str>, text: &str, expected: &[&str]) {
    let script = Script::parse(text);
    let start = start.unwrap_or(&Variant::get(variant).starts[0].vfen);
    let mut backend = vperft::inner::generators::reference::all(&Standard);
    let view = backend.of(variant).expect("it is built in");
    let game = import(view, &Rulings::DEFAULT, &script, start).expect(text);
    let mut found: Vec<_> = game.plies.iter().map(|ply| ply.text.clone()).collect();
    found.extend(game.stop.iter().map(|stop| format!("stop: {}", stop.problem)));
    found.extend(script.notes.iter().chain(&game.notes).cloned());
    assert_eq!(found, expected, "{text}");
}

#[test]
fn games_of_users_are_read() {
    reads(
        include_str!("../../../../../tests/reports/60_sf2784_pylist.txt"),
        &[
            "2: b1c3 e7e6 g2g3 f8d6 h2h3 e6e5 c3a4 f7f5 a1b1 a7a5 d2d3 d6a3 c1d2 e8e7",
            "line 1 has no move: `moves:`",
        ],
    );
    reads(
        include_str!("../../../../../tests/reports/66_fics_oldmoves.txt"),
        &[
            "6: d4 Nf6",
            "7: Nf3 g6",
            "8: Bg5 Bg7",
            "9: e3 O-O",
            "10: Bd3 d6",
            "11: Bxf6 Bxf6",
            "12: h4 Bg4",
            "line 1 has no move, nor have 3 others: `PlayerA (1714) vs. PlayerB (1757) --- Sun Sep 29,  1:06 CDT 1996`",
        ],
    );
    reads(
        include_str!("../../../../../tests/reports/62_rpb86.pgn"),
        &["2: from 1r4k1/b2b1Rpr/p2P3p/1ppB4/8/2B5/PP1q1PPP/2R3K1 w Qq - 0 1", "4: Rxg7+ Kh8 Rg8#"],
    );
    let chat = "alice - today\n1. e4\nbob - today\n1... e5\n";
    reads(chat, &["2: e4", "4: e5", "line 1 has no move, nor has 1 other: `alice - today`"]);
    // The first game has no tags.
    reads(
        "1. e4 e5\n\n[Event \"x\"]\n\n1. d4\n",
        &["1: e4 e5", "another game begins on line 3; only the first is imported"],
    );
    reads(
        "Hi!\n\nMy game from last night:\n[PGNVersion \"1\"]\n[White \"a\"]\n\n1. e4 {a} {b} e5\n",
        &["7: e4 e5"],
    );
    reads(
        include_str!("../../../../../tests/reports/51_xiangqi_iccs_upper.txt"),
        &["1: h2-e2 h9-g7 h0-g2 i9-h9"],
    );
    let shuffled = Script::parse(include_str!("../../../../../tests/reports/11_cutechess15_960.pgn"));
    assert_eq!(shuffled.lines.iter().map(|(_, words)| words.len()).sum::<usize>(), 29);
    let note = "line 20: a comment says `+0.20/14 0.12s, Black makes an illegal move: g8h8`";
    assert_eq!((&shuffled.notes[..], shuffled.claim), (&[note.to_owned()][..], Some((20, "g8h8".into()))));
}

#[test]
fn lists_of_programs_are_played() {
    let moves = ["P e3-e5", "p e8-e6", "P f3-f5"];
    for text in [
        "['e3e5', 'e8e6', 'f3f5']",
        "e3e5, e8e6, f3f5",
        "moves = (\"e3e5\", \"e8e6\", \"f3f5\")",
        "[Move.from_uci('e3e5'), Move.from_uci('e8e6'), Move.from_uci('f3f5')]",
        "[\"P e3-e5\",\n \"p e8-e6\",\n \"P f3-f5\"]\n",
        "let moves = vec![\"e3e5\", \"e8e6\", \"f3f5\"];\n",
        "List<String> moves = List.of(\"e3e5\", \"e8e6\", \"f3f5\");\n",
        "const char *moves[] = {\n    \"e3e5\", \"e8e6\",\n    \"f3f5\",\n};\n",
        "moves := []string{\"e3e5\", \"e8e6\", \"f3f5\"}",
        "MOVES='e3e5 e8e6 f3f5'",
        "game.move('e3e5'); game.move('e8e6');\ngame.move('f3f5');",
        "moves:\n  - e3e5\n  - e8e6\n  - f3f5\n",
        "| 1 | e5 | e6 |\n| 2 | f5 | |\n",
        "White: e3-e5 Black: e8-e6\nWhite: f3-f5\n",
        "{\"variant\": \"ryugi\", \"moves\": [\"e3-e5\", \"e8-e6\", \"f3-f5\"]}",
        "1. E3-E5 E8-E6 2. F3-F5",
        "E3E5\nE8E6\nF3F5\n",
        "[Format \"ICCS\"]\n\n1. E3-E5 E8-E6 2. F3-F5 *",
    ] {
        let script = Script::parse(text);
        let played: Vec<_> = moves.into_iter().chain(script.notes.iter().map(String::as_str)).collect();
        plays(VariantId::RYUGI, None, text, &played);
    }
    plays(
        VariantId::RYUGI,
        None,
        "['e3e5', 'hello']",
        &["P e3-e5", "stop: cannot read `hello` in the move `hello`: expected a move such as `N b1-c3`"],
    );
}

#[test]
fn logs_of_servers_are_played() {
    let moves = ["P e3-e5", "p e8-e6"];
    for (text, notes) in [
        ("[12:00:01] alice: e3e5\n[12:00:09] bob: e8e6\n", &[][..]),
        (
            "2026-01-31T12:00:01Z INFO game 17: white moves e3-e5\n2026-01-31T12:00:05Z INFO game 17: black moves e8-e6\n\
             server: the game is over\n",
            &["line 3 has no move: `server: the game is over`"],
        ),
        (
            "{\"at\": \"12:00\", \"by\": \"alice\", \"move\": \"e3e5\"}\n{\"at\": \"12:01\", \"by\": \"bob\", \"move\": \"e8e6\"}\n",
            &[],
        ),
        ("12:00 (alice) e3e5 (1:59)\n12:01 (bob) e8e6 (1:58)\n12:02 bob resigns\n", &[]),
        ("bestmove e3e5 ponder e8e6\nbestmove e8e6\n", &[]),
    ] {
        let expected = [&moves[..], notes].concat();
        plays(VariantId::RYUGI, None, text, &expected);
    }
}

#[test]
fn lists_with_times_are_played() {
    let table = "Move  White   Black\n----  ------  ------\n  1.  e5   (0:06.123)   e6   (0:03.001)\n";
    let header = "g4mer (1500) vs. bob (1600)\n";
    let ends = ["", "      {Black resigns} 1-0\n", "      {Still in progress} *\n"];
    for end in ends {
        let text = format!("{header}{table}{end}");
        let skipped = if end.is_empty() { 2 } else { 3 };
        let note = format!("line 1 has no move, nor have {skipped} others: `{}`", header.trim());
        plays(VariantId::RYUGI, None, &text, &["P e3-e5", "p e8-e6", &note]);
    }
}

#[test]
fn games_between_shortcodes_are_played() {
    for text in [
        "I played this:\n[pgn]1. e5 e6 2. f5#1-0[/pgn]\nWas 2. f4 better?",
        "[pgn height=300]\n[Variant \"ryugi\"]\n\n1. e5 e6 2. f5 1-0\n[/pgn]",
        "[PGN]1.e5 e6 {a comment} 2.f5[/PGN]",
    ] {
        plays(VariantId::RYUGI, None, text, &["P e3-e5", "p e8-e6", "P f3-f5"]);
    }
}

#[test]
fn effects_are_written_in_several_ways() {
    let start = "10/1k8/10/10/3p6/10/10/3A6/1K8/10 w - - 0 1";
    for text in [
        "a c2-c4, @-c5",
        "A c2-c4; @ c5",
        "A c2-c4 @-c5",
        "c2-c4, empty c5",
        "a c2-c4; empty c5 // gone",
        "A c2-c4 capture c5",
        "empty c5; A c2-c4",
    ] {
        plays(VariantId::ROCOCO, Some(start), text, &["A c2-c4; @-c5"]);
    }
}

#[test]
fn ambiguous_moves_are_called_ambiguous() {
    let start = "5k4/10/10/10/10/10/10/10/1N3N4/5K4 w - - 0 1";
    for (text, written) in [("1. Nd3 Ke9", "Nd3"), ("Nd3", "Nd3"), ("1. N d3 k f10-e9", "N d3")] {
        let problem = format!("stop: `{written}` is ambiguous: it may mean N b2-d3 or N f2-d3");
        plays(VariantId::RYUGI, Some(start), text, &[&problem]);
    }
    plays(VariantId::RYUGI, Some(start), "1. Nd4 Ke9", &["stop: `Nd4` is not a legal move"]);
}

#[test]
fn impossible_rights_and_claims_are_noted() {
    let fen = "5k4/10/4p5/10/10/3P6/10/10/10/5K4";
    let right = |letter, color, square| {
        format!("line 1: castling `{letter}`: there is no {color} Rook on {square}; left out")
    };
    plays(
        VariantId::RYUGI,
        None,
        &format!("[FEN \"{fen} w Qk - 0 1\"]\n\n1. d6 e7 1-0\n"),
        &["P d5-d6", "p e8-e7", &right('Q', "White", "a1"), &right('k', "Black", "j10")],
    );
    for (claim, legal) in [("e7-e5", "is not legal there"), ("Kf9", "is legal there: k f10-f9")] {
        let text = format!("[FEN \"{fen} w - - 0 1\"]\n\n1. d6 {{Black's illegal move: {claim}}} 1-0\n");
        let says = format!("line 3: a comment says `Black's illegal move: {claim}`");
        plays(VariantId::RYUGI, None, &text, &["P d5-d6", &says, &format!("line 3: `{claim}` {legal}")]);
    }
}

#[test]
fn no_error_quotes_nothing() {
    for text in ["; @-c5", "e3-e5;", ";", "e3-e5; ; @-c5", "@"] {
        let script = Script::parse(text);
        let mut backend = vperft::inner::generators::reference::all(&Standard);
        let view = backend.of(VariantId::RYUGI).expect("it is built in");
        let start = &Variant::get(VariantId::RYUGI).starts[0].vfen;
        let problem = match import(view, &Rulings::DEFAULT, &script, start) {
            Ok(game) => game.stop.map_or(String::new(), |stop| stop.problem),
            Err(error) => error.to_string(),
        };
        assert!(!problem.contains("``"), "{text}: {problem}");
    }
}

/// A minute would not do if the time grew with the square of the length.
#[test]
fn long_lines_are_read_in_time() {
    for word in ["e3e5;", "@-c5; ", "; ", "(e3 ", "12:00 ", "a: ", "'e3e5', ", "capture ", "moves "] {
        let texts = [
            word.repeat(50_000),
            format!("position startpos {}", word.repeat(50_000)),
            format!("{word}\n").repeat(50_000),
        ];
        for text in texts {
            let script = Script::parse(&text);
            let mut backend = vperft::inner::generators::reference::all(&Standard);
            let view = backend.of(VariantId::RYUGI).expect("it is built in");
            let start = &Variant::get(VariantId::RYUGI).starts[0].vfen;
            if let Ok(game) = import(view, &Rulings::DEFAULT, &script, start) {
                assert!(game.plies.len() < 2, "{word}");
            }
        }
    }
}
