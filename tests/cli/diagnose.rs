//! The mistakes that `diagnose` finds.

use crate::tool::vperft;
use pretty_assertions::assert_eq;
use std::collections::BTreeSet;

/// `diagnose` finds exactly the clauses that are switched off, and leaves nothing unexplained.
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
fn missing_clauses_are_named() {
    check("ryugi", &["RYU-EP"]);
    check("ryugi", &["RYU-KIRIN", "RYU-PROMOTE", "RYU-BISHOP"]);
    check("rococo", &["ROC-CHAMELEON-2"]);
    // The first clause hides the effect of the second.
    check("rococo", &["ROC-IMMOBILIZER-1", "ROC-CHAMELEON-2", "ROC-STALEMATE"]);
    check("cetran3", &["CET-SISSA"]);
}
