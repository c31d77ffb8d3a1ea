use super::{Form, Script, import};
use pretty_assertions::assert_eq;
use vperft::inner::backend::Backend;
use vperft::inner::game::variant::{Rulings, Standard, Variant, VariantId};

/// Imports a text and compares the moves, their deviations, and the problem at which it stops.
#[track_caller]
fn check(variant: VariantId, start: Option<&str>, text: &str, form: Form, expected: &[&str]) {
    let script = Script::parse(text);
    assert_eq!(script.form, form, "{text}");
    let start = start.unwrap_or(&Variant::get(variant).starts[0].vfen);
    let mut backend = vperft::inner::generators::reference::all(&Standard);
    let game =
        import(backend.of(variant).expect("it is built in"), &Rulings::DEFAULT, &script, start).expect(text);
    let mut lines = Vec::new();
    for ply in &game.plies {
        lines.push(match &ply.deviation {
            Some(deviation) => format!("{}: {}, which {deviation}", ply.line, ply.text),
            None => format!("{}: {}", ply.line, ply.text),
        });
    }
    if let Some(stop) = &game.stop {
        lines.push(format!("{}: {}; {}", stop.line, stop.problem, stop.nearest.join(", ")));
    }
    lines.extend(game.squares.meaning().map(str::to_owned));
    assert_eq!(lines, expected, "{text}");
}

const ROCOCO: &str = "10/1k8/10/3p6/10/10/10/3A6/1K8/10 w - - 0 1";

#[test]
fn move_lists_are_imported() {
    for (text, expected) in [
        ("e3e5\ne8-e6\n", &["1: P e3-e5", "2: p e8-e6"][..]),
        ("1. P e3-e5\n1... p e8-e6 // a comment; P e5-e6\n", &["1: P e3-e5", "2: p e8-e6"]),
        (
            "1. e3-e5 e8-e6 2. Nd5\nresigns\n",
            &[
                "1: P e3-e5",
                "1: p e8-e6",
                "1: `Nd5` is not a legal move; N e2-c3, N e2-d4, N e2-f4, N e2-g3, N f2-d3, N f2-e4, N f2-g4, N f2-h3",
            ],
        ),
        ("\n1 e3-e5 1-0", &["2: P e3-e5"]),
        ("e3-e6\n", &["1: `e3-e6` is not a legal move; P e3-e4, P e3-e5"]),
        (
            "e3e5 hello",
            &[
                "1: P e3-e5",
                "1: cannot read `hello` in the move `hello`: expected a move such as `N b1-c3`; ",
            ],
        ),
        // Ranks count from 0: White's Pawns are on rank 2.
        ("e2e4\ne7e5\n", &["1: P e3-e5", "2: p e8-e6", "ranks are counted from 0"]),
    ] {
        check(VariantId::RYUGI, None, text, Form::Moves, expected);
    }
}

#[test]
fn omitted_or_added_side_effects_are_reported() {
    let approach = "10/1k8/10/10/3p6/10/10/3A6/1K8/10 w - - 0 1";
    for (start, text, expected) in [
        (approach, "A c2-c4; @-c5", "1: A c2-c4; @-c5"),
        (approach, "a c2-c4; capture c5", "1: A c2-c4; @-c5"),
        (approach, "A c2-c4; c5-", "1: A c2-c4; @-c5"),
        (approach, "A c2-c4;\n@*c5", "1: A c2-c4; @-c5"),
        (approach, "c2-c4", "1: A c2-c4; @-c5, which leaves out @-c5"),
        (approach, "c2-c4; @-c6", "1: A c2-c4; @-c5, which leaves out @-c5 and adds @-c6"),
        (approach, "@-c5; A c2-c4", "1: A c2-c4; @-c5, which is written in another order"),
        (ROCOCO, "A c2-c4; @-c5", "1: A c2-c4, which adds @-c5"),
    ] {
        check(VariantId::ROCOCO, Some(start), text, Form::Moves, &[expected]);
    }
}

#[test]
fn engine_logs_are_imported() {
    let fen = "5k4/10/4p5/10/10/3P6/10/10/10/5K4 w - - 0 1";
    for (text, expected) in [
        (format!("position fen {fen} moves d5d6 e8e7"), &["1: P d5-d6", "1: p e8-e7"][..]),
        (
            format!("info x\n12:01 >engine(1): position fen {fen} moves d5d6\n<engine(1): bestmove e8e7"),
            &["2: P d5-d6"],
        ),
        (format!("position fen {fen}\nposition fen {fen} moves d5d6\n"), &["2: P d5-d6"]),
        (
            format!("-> position fen {} moves d5d6 d6d8", fen.trim_end_matches(" - - 0 1")),
            &["1: P d5-d6", "1: `d6d8` is not a legal move; k f10-e10, p e8-e6, p e8-e7"],
        ),
        ("position startpos moves e3e5".to_owned(), &["1: P e3-e5"]),
    ] {
        check(VariantId::RYUGI, None, &text, Form::Log, expected);
    }
}

#[test]
fn pgn_is_imported() {
    let text = "[Event \"a \\\"game\\\"\"]\n[Variant \"ryugi\"]\n[FEN \"5k4/10/4p5/10/10/3P6/10/10/10/5K4 w - - 0 1\"]\n\n\
                1. d6! {a comment\n of two lines} (1. Ke2 e7) e7 $1 2. Ke2 ; the rest\n*\n\n[Event \"another\"]\n1. d6\n";
    check(VariantId::RYUGI, None, text, Form::Pgn, &["5: P d5-d6", "6: p e8-e7", "6: K f1-e2"]);
    let script = Script::parse(text);
    assert_eq!(script.variant.as_deref(), Some("ryugi"));
    assert_eq!(script.notes, ["another game begins on line 9; only the first is imported"]);
}

#[test]
fn a_tag_of_another_variant_is_noted() {
    let atomic = "the text names the variant `Atomic Chess`; it is read as chess";
    for (variant, tag, text, expected) in [
        (VariantId::CHESS, "Chess960", "e2e4", &[][..]),
        (VariantId::RYUGI, "Ryugi Chess", "e3e5", &[]),
        (VariantId::CHESS, "Atomic Chess", "e2e4", &[atomic]),
    ] {
        let script = Script::parse(&format!("[Variant \"{tag}\"]\n\n{text}\n"));
        let mut backend = vperft::inner::generators::data::all(&Standard);
        let view = backend.of(variant).expect("it has data");
        let start = &Variant::get(variant).starts[0].vfen;
        let game = import(view, &Rulings::DEFAULT, &script, start);
        assert_eq!(game.expect(tag).notes, expected, "{tag}");
    }
}

#[test]
fn the_square_names_of_game_courier_are_recognized() {
    // Game Courier calls the left edge file z.
    let start = "10/1k8/10/10/10/10/10/p9/L9/4K5 w - - 0 1";
    let expected = ["1: L x1-x3; @-x2", "the outermost files are swapped, and rank 00 is the last"];
    check(VariantId::ROCOCO, Some(start), "L z1-z3; @-z2\n", Form::Moves, &expected);
}
