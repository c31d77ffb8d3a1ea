//! Tests of the dialects as tables, and of random texts.

mod atoms;
mod directions;
mod sentences;

use super::*;
use crate::game::paths::LegFile;
use pretty_assertions::assert_eq;
use proptest::prelude::*;

/// The program of a text in JSON.
fn json(text: &str, dialect: Dialect) -> String {
    let compiled = compile(text, dialect).unwrap_or_else(|error| panic!("{text}: {error}"));
    let files: Vec<_> = compiled.program.iter().map(LegFile::write).collect();
    serde_json::to_string(&files).unwrap()
}

#[test]
fn xbetza_compiles_to_path_programs() {
    for (text, expected) in [
        ("N", r#"[{"steps":"knight"}]"#),
        ("R", r#"[{"steps":"orthogonal","most":"any"}]"#),
        ("R4", r#"[{"steps":"orthogonal","most":4}]"#),
        ("NN", r#"[{"steps":"knight","most":"any"}]"#),
        ("fK", r#"[{"steps":[[0,1]]}]"#),
        ("fsW", r#"[{"steps":[[0,1],[1,0],[-1,0]]}]"#),
        ("mdW", r#"[{"steps":"orthogonal","end":["empty","friend"]}]"#),
        ("udK", r#"[{"steps":"queen","end":["friend"],"finish":"swap"}]"#),
        ("fceF", r#"[{"steps":[[1,1],[-1,1]],"end":["enemy"]},{"steps":[[1,1],[-1,1]],"end":["passed"]}]"#),
        ("ifmnD", r#"[{"steps":[[0,2]],"lame":"straight","end":["empty"],"unmoved":true,"passes":true}]"#),
        (
            "ifmW3",
            r#"[{"steps":[[0,1]],"end":["empty"],"unmoved":true},{"steps":[[0,1]],"least":2,"most":3,"end":["empty"],"unmoved":true,"passes":true}]"#,
        ),
        ("nN", r#"[{"steps":"knight","lame":"orthogonal-first"}]"#),
        ("nA", r#"[{"steps":"alfil","lame":"straight"}]"#),
        (
            "jD",
            r#"[{"steps":"orthogonal","corner":["enemy","friend"],"then":[{"steps":"orthogonal","turn":[0]}]}]"#,
        ),
        (
            "jR4",
            r#"[{"steps":"orthogonal","corner":["empty","enemy","friend"],"then":[{"steps":"orthogonal","turn":[0],"most":3}]}]"#,
        ),
        (
            "pR",
            r#"[{"steps":"orthogonal","least":0,"most":"any","then":[{"steps":"orthogonal","turn":[0],"corner":["enemy","friend"],"then":[{"steps":"orthogonal","turn":[0],"most":"any"}]}]}]"#,
        ),
        (
            "caK",
            r#"[{"steps":"queen","corner":["enemy"],"takes":["corner"],"then":[{"steps":"queen","turn":[0,45,90,135,-135,-90,-45]}]}]"#,
        ),
        (
            "mcabK",
            r#"[{"steps":"queen","corner":["empty","enemy"],"takes":["corner"],"then":[{"steps":"queen","turn":[180]}]}]"#,
        ),
        ("afsW", r#"[{"steps":"orthogonal","then":[{"steps":"queen","turn":[45,-45]}]}]"#),
        ("yafsF", r#"[{"steps":"diagonal","then":[{"steps":"queen","turn":[45,-45],"most":"any"}]}]"#),
        (
            "[F?R]",
            r#"[{"steps":"diagonal","end":["empty","enemy"],"then":[{"steps":"orthogonal","turn":[-45,45],"most":"any"}]}]"#,
        ),
        (
            "[W-sR]",
            r#"[{"steps":"orthogonal","then":[{"steps":"orthogonal","turn":[-90,90],"most":"any"}]}]"#,
        ),
        ("[W-R]", r#"[{"steps":"orthogonal","then":[{"steps":"orthogonal","turn":[0],"most":"any"}]}]"#),
        ("fr[W?B]", r#"[{"steps":[[1,0]],"end":["empty","enemy"],"then":[{"steps":[[1,1]],"most":"any"}]}]"#),
    ] {
        assert_eq!(json(text, Dialect::XBetza), expected, "{text}");
    }
}

#[test]
fn fairy_stockfish_has_its_own_meanings() {
    for (text, expected) in [
        ("fK", r#"[{"steps":[[0,1],[1,1],[-1,1]]}]"#),
        ("fsW", r#"[{"steps":[[0,1],[1,0],[-1,0]]}]"#),
        ("R3", r#"[{"steps":"orthogonal","most":3}]"#),
        ("N0", r#"[{"steps":"knight","most":"any"}]"#),
        ("nZ", r#"[{"steps":"zebra","lame":"orthogonal-first"}]"#),
        ("imW2", r#"[{"steps":"orthogonal","most":2,"end":["empty"],"from":"rank 2"}]"#),
        ("hrN", r#"[{"steps":[[1,2],[2,-1],[-1,-2],[-2,1]]}]"#),
        ("lvN", r#"[{"steps":[[-1,-2],[-1,2]]}]"#),
    ] {
        assert_eq!(json(text, Dialect::FairyStockfish), expected, "{text}");
    }
}

#[test]
fn errors_have_a_column() {
    use Dialect::{FairyStockfish as Fairy, XBetza};
    for (text, dialect, column, found) in [
        ("", XBetza, 1, "the text is empty"),
        ("fm", XBetza, 2, "the text ends"),
        ("WE", XBetza, 2, "unexpected `E`"),
        ("oR", XBetza, 1, "`o`, a board that is a cylinder"),
        ("wR", XBetza, 1, "`w` is not a modifier"),
        ("kK", XBetza, 1, "`k`, a capture of royal pieces only"),
        ("R W", XBetza, 2, "a space or control character"),
        ("R16", XBetza, 2, "the range 16"),
        ("W03", XBetza, 2, "the range 03"),
        ("RR", XBetza, 2, "`R` is doubled"),
        ("WY", XBetza, 2, "`WY` is not an atom"),
        ("mmR", XBetza, 2, "`m` a second time"),
        ("hW", XBetza, 1, "`h` on an atom without oblique steps"),
        ("nR", XBetza, 1, "`n` on steps that nothing can block"),
        ("nC", XBetza, 1, "`n` on a leap whose way is not defined"),
        ("pN", XBetza, 1, "`p` on a single step"),
        ("jC", XBetza, 1, "`j` on this atom"),
        ("tR", XBetza, 1, "`t` without `p` or `g`"),
        ("uK", XBetza, 1, "`u` on a move to an empty square"),
        ("yR", XBetza, 1, "`y` on a path of one leg"),
        ("pjR", XBetza, 2, "`j` together with `p`"),
        ("eapK", XBetza, 1, "`e` on a leg before `a`"),
        ("zafW", XBetza, 1, "`z` on a first leg"),
        ("afazW", XBetza, 4, "`z` after legs that do not turn"),
        ("[F?R", XBetza, 4, "the text ends"),
        ("[F]", XBetza, 3, "unexpected `]`"),
        ("[vW?B]", XBetza, 2, "a direction of the first leg"),
        ("[F?sR]", XBetza, 4, "a turn that no step"),
        ("(FW)", XBetza, 1, "parentheses"),
        ("O", XBetza, 1, "castling without a number"),
        ("cO2", XBetza, 1, "`c` on castling"),
        ("U3", XBetza, 2, "a range of U"),
        ("Ka", XBetza, 2, "the text ends"),
        ("zR", XBetza, 1, "`z` on a rider of more turns"),
        ("R10", Fairy, 3, "`0`, which Fairy-Stockfish ignores: it reads a range of 1"),
        ("xR", Fairy, 1, "`x`, which Fairy-Stockfish ignores"),
        ("[F?R]", Fairy, 1, "`[`, which Fairy-Stockfish ignores"),
        ("fmWfceF", Fairy, 6, "`e`, which Fairy-Stockfish ignores"),
        ("DD", Fairy, 2, "a rider of D, which does not move"),
        ("pN", Fairy, 1, "a hopper of N, which does not move"),
        ("gR3", Fairy, 1, "`g` with a range"),
        ("nW", Fairy, 1, "a lame W, which does not move"),
        ("nR", Fairy, 1, "`n` on a rider or hopper"),
        ("iN", Fairy, 1, "`i` on a capture"),
        ("vsN", Fairy, 1, "the direction `vs`, which selects no move"),
        ("fm", Fairy, 2, "the text ends after modifiers"),
    ] {
        let error = compile(text, dialect).expect_err(text);
        assert_eq!((error.column, error.found.contains(found)), (column, true), "{text}: {error}");
    }
    let long = "W".repeat(MAX_TEXT + 1);
    assert_eq!(compile(&long, XBetza).unwrap_err().column, MAX_TEXT + 1);
    // Two ways to go on from each of twenty legs.
    let legs = compile(&format!("{}K", "cpa".repeat(19)), XBetza).unwrap_err();
    assert!(legs.found.contains("legs, because each goes on in several ways"), "{legs}");
    let walks = compile("KaKaKaKaaaaaaK", XBetza).unwrap_err();
    assert!(walks.found.contains("walks from one square"), "{walks}");
    assert_eq!(walks.marked("KaKaKaKaaaaaaK"), "KaKaKaKaaaaaaK\n       ^");
}

#[test]
fn castling_is_apart() {
    for (text, left, right) in [("KisO2", true, true), ("KO3", true, true), ("KilO2", true, false)] {
        let castling = compile(text, Dialect::XBetza).unwrap().castling;
        let squares = text.chars().last().and_then(|digit| digit.to_digit(10)).unwrap() as u8;
        assert_eq!(castling, [Castling { squares, left, right }], "{text}");
    }
}

#[test]
fn canonical_texts_are_short() {
    for (text, expected) in [
        ("W0", "R"),
        ("FF", "B"),
        ("R4", "W4"),
        ("Q3", "K3"),
        ("J", "Z"),
        ("N0", "NN"),
        ("mcN", "N"),
        ("mfW", "fmW"),
        ("flfrF", "fF"),
        ("lrK", "sK"),
        ("maafsK", "aafsK"),
        ("mafsW", "afsW"),
        ("caKmcabK", "caKmcabK"),
        ("qN", "qNN"),
        ("KisO2", "KiO2"),
        ("asfW", "aW"),
        ("[F?R]", "[F?R]"),
        ("FXFX", "FX"),
        ("FX0", "FX0"),
        ("JZmcJ", "Z"),
        ("N1NN", "NmcNN"),
        ("vNNNN", "vNNNN"),
        ("vNNN1N3", "vNNNmcN3"),
        ("KO2O2", "KO2"),
        ("NNX", "NmcNX"),
        ("W1W3", "WmcW3"),
        ("afR0R", "afRmcR"),
    ] {
        assert_eq!(canonical(text, Dialect::XBetza).as_deref(), Ok(expected), "{text}");
    }
}

#[test]
fn dialects_differ() {
    for (text, expected) in [
        (
            "R10",
            &["fairy-stockfish, column 3: `0`, which Fairy-Stockfish ignores: it reads a range of 1"][..],
        ),
        ("fK", &["fairy-stockfish reads `fK` as 3 directions instead of 1"]),
        ("NfKR", &["fairy-stockfish reads `fK` as 3 directions instead of 1"]),
        ("R", &[]),
        ("fsWcpRmR", &[]),
        ("J", &["XBoard, column 1: reads `J` as Camel (1,3)"]),
        (
            "ifmW2",
            &[
                "fairy-stockfish reads `ifmW2` as a move from the double-step region (rank 2), instead of a first move",
            ],
        ),
    ] {
        assert_eq!(differences(text), expected, "{text}");
    }
}

/// Checks what must hold for every text.
fn check_any(text: &str) {
    super::assert_consistent(text);
}

proptest! {
    #[test]
    fn no_text_panics(text in "\\PC{0,12}") {
        check_any(&text);
    }

    #[test]
    fn no_text_of_letters_panics(text in "[a-z]{0,5}[A-Z]{1,2}[0-9]{0,2}[a-z]{0,4}[A-Z]") {
        check_any(&text);
    }

    #[test]
    fn likely_texts_hold(text in "(i?(f|b|fr|fs|rf|lv|hr|v|s|ff|)(m|c|mc|d|p|g|cp|n|j|y|z|q|ud|e|)(a(f|fs|s|b|l|fz|q|)(m|c|p|g|i|)){0,2}(W|F|N|D|A|K|Q|R|B|C|H|FX|R4|NN|K2|N1|W1|L|J|R0)){1,3}") {
        check_any(&text);
    }

    #[test]
    fn brackets_hold(text in "(i|v|s|f|fr|rf|){1}\\[(m|c|p|)(W|F|N|D|K|R|B)(\\?|-)(s|fs|bs|b|)(m|c|p|)(R|B|W|F|Q|N|NN|W3)((\\?|-)(s|fs|)(R|B|F))?\\]") {
        check_any(&text);
    }
}
