//! Files of known failures: their errors.

use vperft::inner::corpus::suite::{Corpus, Source};
use vperft::inner::game::variant::VariantId;
use vperft_run::expect::Expectations;

/// The error of a text that is malformed or does not fit the corpus.
fn error(text: &str) -> String {
    let corpus = Corpus::load(&Source::of_variants(&[VariantId::RYUGI])).expect("the embedded corpus");
    let read = Expectations::parse("known.toml", text);
    let read = read.and_then(|file| file.validate("mine@1.0", &corpus));
    read.map_or_else(|error| error.to_string(), |()| format!("no error: {text}"))
}

#[test]
fn errors_name_the_place_and_what_was_expected() {
    for (text, parts) in [
        ("backend = \"other\"", &["known.toml:1:11: ", "for the backend `other`", "`mine`"][..]),
        ("backend = 1", &["known.toml:1:11: ", "expected a string"]),
        ("\nsurprise = 1", &["known.toml:2:1: ", "unknown field `surprise`", "`backend`", "`expect`"]),
        ("[[expect]]\ncase = \"x\"\nverdict = \"fail\"", &["known.toml:", "missing field `reason`"]),
        (
            "[[expect]]\ncase = \"ryugi/*\"\nverdict = \"odd\"\nreason = \"r\"",
            &["known.toml:3:11: ", "unknown variant `odd`", "`wrong-child`", "`unsupported`"],
        ),
        (
            "[[expect]]\ncase = \"ryugi/*\"\nwhen = 1\nverdict = \"fail\"\nreason = \"r\"",
            &["known.toml:3:1: ", "unknown field `when`", "`since`"],
        ),
        (
            "# ä\n[[expect]]\n  case = \"ryugi/none-*\"\nverdict = \"fail\"\nreason = \"r\"",
            &["known.toml:3:10: ", "`ryugi/none-*` matches no case"],
        ),
        (
            "[[expect]]\ncase = \"ryugi/*\"\nverdict = \"fail\"\nreason = \"r\"\ncheck = \"perft:77\"",
            &["known.toml:5:9: ", "`perft:77` matches no check of `ryugi/*`"],
        ),
        (
            "[[expect]]\ncase = \"ryugi/*\"\nverdict = \"fail\"\nreason = \" \"",
            &["known.toml:2:8: ", "expected a reason"],
        ),
        (
            "[[expect]]\ncase = \"ryugi/*\"\nverdict = \"crash\"\nmoves = [\"K *\"]\nreason = \"r\"",
            &["known.toml:4:9: ", "`missing`, `extra` or `duplicate` only, not with `crash`"],
        ),
        ("[[expect]\n", &["known.toml:1:"]),
    ] {
        let error = error(text);
        assert!(parts.iter().all(|part| error.contains(part)), "{text}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}
