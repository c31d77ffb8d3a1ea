//! Names in any case, and what is proposed for a name that is not known.

use crate::tool::{check, vperft};
use pretty_assertions::assert_eq;

#[test]
fn names_are_read_in_any_case() {
    for (typed, written) in [
        ("perft Ryugi 1", "perft ryugi 1"),
        ("explain RYUGI --square a2", "explain ryugi --square a2"),
        (
            "moves ryugi --without ryu-pawn-2 --format lines",
            "moves ryugi --without RYU-PAWN-2 --format lines",
        ),
        (
            "cases ryugi --clause 'ryu-castle-*' --format json",
            "cases ryugi --clause 'RYU-CASTLE-*' --format json",
        ),
        (
            "cases ryugi --filter 'Ryugi/EP-*' --format json",
            "cases ryugi --filter 'ryugi/ep-*' --format json",
        ),
        ("bugs ryugi EP-missing", "bugs ryugi ep-missing"),
        (
            "moves vanguard --ruling Initial=Start-Square --format lines",
            "moves vanguard --ruling initial=start-square --format lines",
        ),
        ("variants Rococo", "variants rococo"),
    ] {
        let [typed, written] = [typed, written].map(vperft);
        assert_eq!((&typed.code, &typed.stdout), (&written.code, &written.stdout), "{typed}");
        assert!(!written.stdout.is_empty(), "{written}");
    }
    check("perft Ryugy 1", 2, &[], &["invalid value 'Ryugy'", "'ryugi'"]);
}

#[test]
fn what_was_meant_is_proposed() {
    for (words, expected) in [
        (
            "run ryugi --filter ryugi/ep-",
            "no case of ryugi has an id that matches `ryugi/ep-`; did you mean `ryugi/ep-*`?",
        ),
        ("run ryugi --clause RYU-CASTLE", "did you mean `RYU-CASTLE*`?"),
        ("run ryugi --check perft", "did you mean `perft*`?"),
        ("bugs ryugi ep", "`ep-missing`"),
        ("perft ryugi 1 --ruling x=y", "unknown ruling `x`; ryugi has none"),
        ("perft cetran3 1 --ruling x=y", "unknown ruling `x`; cetran3 has ranks"),
        (
            "perft cetran3 1 --ruling rank=8",
            "unknown ruling `rank`; cetran3 has ranks; did you mean `ranks`?",
        ),
        (
            "perft cetran3 1 --ruling ranks=8 --ruling ranks=10",
            "two readings of a ruling, `ranks=10` and `ranks=8`; expected one",
        ),
        ("run chess --backend fast", "no rules of chess; the backend `data` has them"),
    ] {
        let outcome = vperft(words);
        assert!([2, 4].contains(&outcome.code), "{outcome}");
        outcome.warns(&[expected]);
    }
}

#[test]
fn no_tip_proposes_to_escape_a_flag() {
    for words in ["perft ryugi 1 -j", "run ryugi --nosuch", "moves --x ryugi"] {
        let outcome = vperft(words).ends(2);
        assert!(!outcome.stderr.contains("as a value"), "{outcome}");
    }
    check(
        "run ryugi --filtr x",
        2,
        &[],
        &["unexpected argument '--filtr'", "a similar argument exists: '--filter'"],
    );
}

#[test]
fn a_program_that_cannot_be_started_did_not_crash() {
    for (words, named) in [
        ("run ryugi --backend cmd:/no/such", "the backend `cmd:/no/such` cannot be started: /no/such: "),
        ("run ryugi --backend uci:/no/such", "the backend `uci:/no/such` cannot be started: /no/such: "),
        ("perft ryugi 1 --backend script:/no/such", "the backend cannot be started: /no/such: "),
    ] {
        let outcome = vperft(words).ends(4).warns(&[named]);
        assert!(!outcome.stderr.contains("crashed") && !outcome.stderr.contains("asked for"), "{outcome}");
    }
}

#[test]
fn an_empty_square_is_called_empty() {
    for words in ["explain ryugi --square e5", "moves ryugi --square e5", "explain ryugi --move e5-e6"] {
        check(words, 0, &["  e5 is empty\n"], &[]);
    }
    check(
        "explain ryugi --move e8-e7",
        0,
        &["  the piece on e8 is a Black Pawn, and it is the turn of White\n"],
        &[],
    );
}

#[test]
fn one_variant_is_described_in_full() {
    let outcome =
        vperft("variants ryugi").ends(0).says(&["ryugi starts from ribmqkdbir/", "\nRYU-KIRIN: leaps "]);
    assert!(!outcome.stdout.contains("rococo") && !outcome.stdout.contains("readings"), "{outcome}");
    let answer = vperft("variants ryugi chess --format json").ends(0).json();
    assert_eq!(answer.as_array().map(Vec::len), Some(2), "{answer}");
}

#[test]
fn a_tier_and_a_number_of_nodes_both_limit_a_run() {
    let count = |words: &str| {
        let answer = vperft(&format!("cases ryugi {words} --format json")).ends(0).json();
        let cases = answer["cases"].as_array().cloned().unwrap_or_default();
        cases.iter().flat_map(|case| case["checks"].as_array().cloned().unwrap_or_default()).count()
    };
    let both = count("--tier smoke --max-nodes 100");
    let alone = [count("--tier smoke"), count("--max-nodes 100")];
    assert!(0 < both && alone.iter().all(|alone| both < *alone), "{both} {alone:?}");
    let error = "every check that matches the other arguments is above the tier smoke";
    let large = "run ryugi --filter ryugi/start-perft --check perft:4 --tier smoke --max-nodes 0";
    check(large, 2, &[], &["counts more than 0 nodes"]);
    check("run ryugi --filter ryugi/rooks-and-kings --check 'perft:5*' --tier smoke", 2, &[], &[error]);
}
