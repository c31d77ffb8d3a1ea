//! The dictionary of bugs.

use crate::corpus::Tiny;
use crate::tool::vperft;
use pretty_assertions::assert_eq;
use serde_json::json;

const VFEN: &str = "5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 1";

fn tiny() -> Tiny {
    Tiny::tagged(json!({ "status": "draw-dead" }))
}

#[test]
fn a_bug_is_explained_to_people() {
    for words in [&["bugs"][..], &["bugs", "ryugi"], &["bugs", "ryugi", "king-lazy"]] {
        tiny().vperft(words).snapshot("bugs", &[]);
    }
    assert_eq!(tiny().vperft(&["bugs", "rococo"]).ends(0).stdout, "");
}

#[test]
fn a_bug_is_an_entry_of_a_document() {
    tiny().vperft(&["bugs", "--format", "markdown"]).snapshot("bugs-markdown", &[]);
}

#[test]
fn a_bug_is_a_record() {
    let expected = json!({ "bugs": [{
        "variant": "ryugi", "id": "king-lazy", "title": "The King rests",
        "text": "A King does not step. It shows at once.", "case": "ryugi/king-walk", "seen": "a *lazy* program",
        "vfen": VFEN, "line": [], "cases": ["ryugi/king-walk"],
    }] });
    assert_eq!(tiny().vperft(&["bugs", "--format", "json"]).ends(0).json(), expected);
}

#[test]
fn a_bug_that_does_not_exist_is_named() {
    let problem = "ryugi has no bug `king-walk`; `vperft bugs ryugi` lists those it has";
    tiny().vperft(&["bugs", "ryugi", "king-walk"]).ends(2).warns(&[problem]);
    vperft("bugs shogi").ends(2).warns(&["shogi"]);
}

/// A case of one's own needs none; what is embedded is what the bugs are explained by.
#[test]
fn every_embedded_case_names_a_bug() {
    let answer = vperft("cases --tier deep --format json").ends(0).json();
    let cases = answer["cases"].as_array().expect("a list");
    let without: Vec<_> = cases.iter().filter(|case| case["bugs"] == serde_json::json!([])).collect();
    assert!(cases.len() > 3000 && without.is_empty(), "{without:?}");
}
