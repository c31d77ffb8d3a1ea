//! Which mistakes `diagnose` names.

use crate::tool::vperft;
use pretty_assertions::assert_eq;
use std::collections::BTreeSet;

/// Rules without these clauses are told to be just that, and nothing is left unexplained.
#[track_caller]
fn check(variant: &str, off: &[&str]) {
    let without = off.iter().map(|clause| format!("--without {clause}")).collect::<Vec<_>>().join(" ");
    let words = format!("diagnose {variant} --backend reference {without} --count 150 --format json");
    let document = vperft(&words).ends(1).json();
    let named = document["mistakes"].as_array().into_iter().flatten();
    let named: BTreeSet<_> = named.map(|one| one["clause"].as_str().unwrap_or_default()).collect();
    assert_eq!(named, off.iter().copied().collect(), "{words}");
    assert_eq!(document["unexplained"].as_array().map(Vec::len), Some(0), "{words}");
}

#[test]
fn clauses_that_are_missing_are_named() {
    check("ryugi", &["RYU-EP"]);
    check("ryugi", &["RYU-KIRIN", "RYU-PROMOTE", "RYU-BISHOP"]);
    check("rococo", &["ROC-CHAMELEON-2"]);
    // The second shows nowhere by itself, because the first is in its way.
    check("rococo", &["ROC-IMMOBILIZER-1", "ROC-CHAMELEON-2", "ROC-STALEMATE"]);
    check("cetran3", &["CET-SISSA"]);
}
