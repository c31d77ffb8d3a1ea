//! Counts of the corpus from `docs/records.md` are those that `vperft deep merge` printed, and that page names them.

use pretty_assertions::assert_eq;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn json(path: &str) -> Value {
    serde_json::from_str(&text(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// A count with separated thousands, as the page writes it.
fn separated(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The counts of the cases that have the source `record`, by variant and depth.
fn records() -> BTreeMap<(String, String), u64> {
    let mut found = BTreeMap::new();
    for folder in fs::read_dir(root().join("suites")).expect("the suites") {
        let name = folder.expect("a suite").file_name().into_string().expect("a name in UTF-8");
        let path = format!("suites/{name}/records.json");
        if !root().join(&path).exists() {
            continue;
        }
        for case in json(&path)["cases"].as_array().expect("cases") {
            assert!(case["provenance"]["perft"].to_string().contains("\"record\""), "{case}");
            for (depth, count) in case["checks"]["perft"].as_object().expect("counts") {
                found.insert((name.clone(), depth.clone()), count.as_u64().expect("a count"));
            }
        }
    }
    found
}

#[test]
fn every_record_has_its_evidence() {
    let page = text("docs/records.md");
    let records = records();
    assert!(!records.is_empty());
    for ((variant, depth), count) in records {
        let name = format!("docs/records/{variant}-{depth}.json");
        let merged = json(&name);
        let start = json(&format!("suites/{variant}/variant.json"));
        assert!(start.to_string().contains(&merged["vfen"].to_string()), "{name}: another position");
        assert_eq!(merged["depth"].to_string(), depth, "{name}");
        assert_eq!(merged["count"].as_u64(), Some(count), "{name}");
        let moves = merged["moves"].as_object().expect("the counts of the first moves");
        let sum: u64 = moves.values().map(|count| count.as_u64().expect("a count")).sum();
        assert_eq!(sum, count, "{name}: the sum of the first moves");
        assert_eq!(merged["problems"].as_array().map(Vec::len), Some(0), "{name}");
        assert!(merged["verified"].as_u64() > Some(0), "{name}: no position was counted twice");
        assert!(page.contains(&separated(count)), "docs/records.md does not have {}", separated(count));
    }
}
