//! The dictionary of bugs.

use crate::corpus::Tiny;
use crate::tool::vperft;
use pretty_assertions::assert_eq;
use serde_json::json;
use std::collections::BTreeSet;
use vperft::backend::Question;
use vperft::inner::corpus::question::{Expected, Query};
use vperft::inner::corpus::suite::{Case, Corpus, Source};
use vperft::inner::game::variant::VariantId;

const VFEN: &str = "5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 1";

fn tiny() -> Tiny {
    Tiny::tagged(json!({ "status": "draw-dead" }))
}

#[test]
fn a_bug_is_printed_as_text() {
    for words in [&["bugs"][..], &["bugs", "ryugi"], &["bugs", "ryugi", "king-lazy"]] {
        tiny().vperft(words).snapshot("bugs", &[]);
    }
    assert_eq!(tiny().vperft(&["bugs", "rococo"]).ends(0).stdout, "");
}

#[test]
fn a_bug_is_printed_as_markdown() {
    tiny().vperft(&["bugs", "--format", "markdown"]).snapshot("bugs-markdown", &[]);
}

#[test]
fn a_bug_is_printed_as_json() {
    let expected = json!({ "bugs": [{
        "variant": "ryugi", "id": "king-lazy", "title": "The King rests",
        "text": "A King does not step. It shows at once.", "case": "ryugi/king-walk", "seen": "a *lazy* program",
        "vfen": VFEN, "line": [], "cases": ["ryugi/king-walk"],
    }] });
    assert_eq!(tiny().vperft(&["bugs", "--format", "json"]).ends(0).json(), expected);
}

#[test]
fn a_bug_is_a_part_of_a_page_that_loads_nothing() {
    let page = tiny().vperft(&["bugs", "--format", "html"]).ends(0).stdout;
    for part in [
        "id=\"ryugi-king-lazy\"",
        "The King rests",
        "A King does not step. It shows at once.",
        "Seen: a *lazy* program.",
        "Caught by ryugi&#x2f;king-walk.",
        "vperft run ryugi --bug king-lazy",
        "Content-Security-Policy",
        "default-src &#x27;none&#x27;",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(!page.contains("src=\"http") && !page.contains("href=\"http"), "{page}");
    let whole = vperft("bugs --format html").ends(0).stdout;
    assert!((200_000..1_500_000).contains(&whole.len()), "{} bytes", whole.len());
}

#[test]
fn an_unknown_bug_is_an_error() {
    let problem = "ryugi has no bug `king-walk`; `vperft bugs ryugi` lists those it has";
    tiny().vperft(&["bugs", "ryugi", "king-walk"]).ends(2).warns(&[problem]);
    vperft("bugs shogi").ends(2).warns(&["shogi"]);
}

/// User cases need no bug, but the embedded cases illustrate the dictionary.
#[test]
fn every_embedded_case_names_a_bug() {
    let answer = vperft("cases --tier record --format json").ends(0).json();
    let cases = answer["cases"].as_array().expect("a list");
    let without: Vec<_> = cases.iter().filter(|case| case["bugs"] == serde_json::json!([])).collect();
    assert!(cases.len() > 3000 && without.is_empty(), "{without:?}");
}

/// The labels of the pieces whose moves a case lists, plays or refuses.
fn movers(case: &Case) -> BTreeSet<String> {
    let mut texts = Vec::new();
    for check in case.list() {
        match (&check.question, &check.expected) {
            (Query::Ask(Question::After { text }), _) => texts.push(text),
            (_, Expected::Moves(moves)) => texts.extend(moves),
            _ => {}
        }
    }
    texts.iter().filter_map(|text| text.split_once(' ')).map(|(label, _)| label.to_uppercase()).collect()
}

#[test]
fn a_bug_is_a_likely_cause_of_failures_of_its_own_case() {
    let corpus = Corpus::load(&Source::default()).expect("the embedded corpus");
    let mut seen = 0;
    for variant in VariantId::BUILT_IN {
        for bug in corpus.bugs.of_variant(variant) {
            let Some(shows) = bug.shows.as_ref().filter(|shows| !shows.pieces.is_empty()) else { continue };
            let movers = movers(corpus.case(&bug.case).expect("the case exists"));
            let is_shown = movers.is_empty() || shows.pieces.iter().any(|piece| movers.contains(piece));
            assert!(
                is_shown,
                "{variant} {}: expected moves by {:?}, but in {} there are moves by {movers:?}",
                bug.id, shows.pieces, bug.case
            );
            seen += 1;
        }
    }
    assert!(seen > 50, "{seen} bugs with pieces");
}
