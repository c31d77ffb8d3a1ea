//! What is hostile, and what is not a suite. The forms are tested with the rules, in `suites`.

use super::{Hints, Options, read_suite};

fn options() -> Options<'static> {
    Options { hints: Hints::default(), is_move: &|word| word.len() == 4, is_variant: &|_| false }
}

#[test]
fn other_texts_are_not_suites() {
    for text in [
        "",
        "1. e4 e5\n2. Nf3\n",
        "position fen 8/8/8/8/8/8/8/K1k5 w - - moves a1a2\n",
        "id x\nepd 8/8/8 w\n",
        "{\"format\": 1}\n",
        "[Event \"x\"]\n\n1. e4 *\n",
        "see crates/lab/src/suite/text/fen/rs and 8902 nodes\n",
    ] {
        assert!(!read_suite(text, &options()).expect(text).is_suite(), "{text}");
    }
}

#[test]
fn hostile_texts_end_soon() {
    let fen = "8/8/8/8/8/8/8/K1k5 w - -";
    for (text, is_refused) in [
        ("[".repeat(100_000), true),
        (format!("{{\"fen\": \"{fen}\", \"x\": {}", "{\"a\": ".repeat(100_000)), true),
        (format!("fen: \"{fen}\"\nx: {}", "[".repeat(1000)), true),
        ("x".repeat(2 << 20), true),
        (format!("fen{}\n{fen}{}\n", ",d1".repeat(50_000), ",3".repeat(50_000)), false),
        ("(\"\n".repeat(50_000), true),
        (format!("perft(\"{fen}\", 1)\n").repeat(10_000), false),
        (format!("const A: &str = \"{fen}\";\n").repeat(2_000), false),
        ("'\n".repeat(100_000), false),
    ] {
        let began = std::time::Instant::now();
        assert_eq!(read_suite(&text, &options()).is_err(), is_refused, "{}", &text[..40.min(text.len())]);
        assert!(began.elapsed().as_secs() < 20, "{}", &text[..40.min(text.len())]);
    }
}
