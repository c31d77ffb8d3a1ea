//! `audit`: its report on a corpus, and the cases it writes.

use crate::corpus::Tiny;
use crate::tool::{ROOT, check};
use serde_json::{Value, json};
use std::fs;

/// Audits Ryugi on few positions.
fn audit(corpus: &Tiny, words: &[&str], code: i32) -> Value {
    let words = [&["audit", "ryugi", "--sample", "1024", "--format", "json"], words].concat();
    let document = corpus.vperft(&words).ends(code).json();
    document["audit"][0].clone()
}

fn number(audit: &Value, place: &str) -> u64 {
    audit.pointer(place).and_then(Value::as_u64).unwrap_or_else(|| panic!("a number at {place}"))
}

#[test]
fn checks_kill_the_mutants_that_they_notice() {
    let corpus = Tiny::tagged(json!({
        "moves": ["K f1-e1", "K f1-e2", "K f1-f2", "K f1-g1", "K f1-g2"], "status": "draw-dead",
    }));
    let found = audit(&corpus, &[], 1);
    assert_eq!((number(&found, "/cases"), number(&found, "/positions")), (1, 1));
    // The corpus lists five of the King's eight steps and no other move.
    assert_eq!(number(&found, "/classes/listed"), 5);
    let missing: Vec<_> = found["classes"]["missing"].as_array().expect("a list").iter().collect();
    assert!(missing.len() > 100, "{} classes are missing", missing.len());
    assert!(missing.iter().all(|one| one["vfen"].as_str().is_some_and(|vfen| vfen.contains('/'))));
    let mutants = found["mutants"].as_array().expect("a list");
    for (title, check, depth) in [
        ("without RYU-KING", Some("status"), 0),
        ("without RYU-DRAW-DEAD", Some("status"), 0),
        ("without RYU-EP", None, 0),
        ("move class forgotten: K +1+0", Some("moves"), 1),
        ("move class forgotten: K +0-1", None, 0),
        ("direction forgotten: K -1+1", Some("moves"), 1),
        ("wrong status: draw-dead is called ongoing", Some("status"), 0),
        ("wrong status: checkmate is called ongoing", None, 0),
    ] {
        let row = mutants.iter().find(|row| row["title"] == title);
        let killed = &row.unwrap_or_else(|| panic!("no mutant `{title}`"))["killed"];
        match check {
            Some(check) => {
                assert_eq!(killed["check"], check, "{title}");
                assert_eq!(killed["case"], "ryugi/king-walk", "{title}");
                assert_eq!(killed["depth"], depth, "{title}");
                assert_eq!(killed["tier"], "smoke", "{title}");
            }
            None => assert!(killed.is_null(), "{title}: {killed}"),
        }
    }
    let clause = |id: &str| {
        let mut rows = found["clauses"].as_array().expect("a list").iter();
        rows.find(|row| row["clause"] == id).unwrap_or_else(|| panic!("no clause {id}")).clone()
    };
    assert_eq!(clause("RYU-KING")["acts"]["allows"], true);
    assert_eq!(clause("RYU-EP")["cases"], json!([]));
}

#[test]
fn add_fills_gaps_and_smoke_selects_few_cases() {
    let corpus = Tiny::tagged(json!({"moves": null}));
    corpus.vperft(&["bless", "ryugi"]).ends(0);
    let before = audit(&corpus, &["--add"], 1);
    let written =
        fs::read_to_string(format!("{}/ryugi/classes.json", corpus.suites)).expect("cases were added");
    let file: Value = serde_json::from_str(&written).expect("the file is JSON");
    assert!(file["cases"].as_array().is_some_and(|cases| cases.len() > 10), "{written}");
    corpus.vperft(&["bless", "ryugi"]).ends(0);
    let after = audit(&corpus, &["--smoke"], 1);
    assert_eq!(number(&after, "/classes/occurring"), number(&before, "/classes/occurring"));
    assert_eq!(
        number(&after, "/classes/listed"),
        number(&after, "/classes/occurring"),
        "all gaps are filled"
    );
    let written =
        fs::read_to_string(format!("{}/ryugi/smoke.json", corpus.suites)).expect("a tier was chosen");
    let chosen: Value = serde_json::from_str(&written).expect("the file is JSON");
    let chosen = chosen["cases"].as_array().expect("a list").len() as u64;
    assert!(chosen > 0 && chosen < number(&after, "/cases"), "{chosen} of {}", after["cases"]);
    let run = corpus.vperft(&["run", "ryugi", "--tier", "smoke", "--format", "json"]).ends(0).json();
    assert_eq!(run["total"]["cases"], chosen);
}

#[test]
fn add_writes_every_variant_once_and_to_both_folders() {
    let corpus = Tiny::checking(json!({"perft": {"1": 5}}));
    // Sandbox has no cases yet. It is named twice and audited once.
    let words = ["audit", "sandbox", "ryugi", "sandbox", "--sample", "1", "--add"];
    corpus.vperft(&words).ends(1);
    let outcome = corpus.vperft(&["bless", "ryugi", "sandbox"]).ends(0);
    outcome.says(&["sandbox/classes.json", "ryugi/classes.json", " 0 values not confirmed"]);
}

#[test]
fn text_and_html_report_the_same_gaps() {
    let corpus = Tiny::checking(json!({"perft": {"1": 5}}));
    let words = ["audit", "ryugi", "--sample", "1024"];
    corpus.vperft(&words).ends(1).says(&[
        "move class forgotten",
        "alive: without RYU-EP",
        "ryugi  class in no list: ",
    ]);
    let page = corpus.vperft(&[&words[..], &["--format", "html"]].concat()).ends(1);
    page.says(&["<!doctype html>", "<h2>ryugi</h2>", "without RYU-EP"]);
}

#[test]
fn variants_with_data_are_audited_by_changed_rules() {
    check("audit chess", 0, &["chess: the cases notice 128 of 128 changed rules (100.0 %)"], &[]);
    check(
        &format!("audit capablanca --variant {ROOT}/examples/variants/capablanca"),
        1,
        &[
            "no case notices: there is no draw by the counter\n  10/",
            "no case notices: results.repetition.times: 2\n  rnabqkbcnr/",
            "capablanca: not changed, so not measured: `starts`, ",
            "capablanca: the cases notice 172 of 184 changed rules",
        ],
        &[],
    );
    check("audit chess --add", 2, &[], &["`vperft suite propose` adds cases"]);
    check(
        "audit chess ryugi",
        2,
        &[],
        &[
            "chess has its rules in its data alone: it is measured whole and by itself, as in `vperft audit chess`",
        ],
    );
    check("audit chess --partition 1/2", 2, &[], &["chess has its rules in its data alone: "]);
    check("audit ryugi --smoke --add", 2, &[], &["--add"]);
    check("audit ryugi --sample 0", 2, &[], &["--sample"]);
}
