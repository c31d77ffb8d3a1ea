//! Suites as their authors write them, by form, and the cases they become.

mod cases;
mod lines;
mod structured;

use super::{Entry, ForeignSuite, Form, OnInvalid, Settings, read_suite};
use crate::game::variant::{Variant, VariantId};
use pretty_assertions::assert_eq;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KINGS: &str = "8/8/8/8/8/8/8/K1k5 w - -";
const BARE: &str = "4k3/8/8/8/8/8/8/4K3 w - -";
const MATE: &str = "7k/5KQ1/8/8/8/8/8/8 b - -";
const TAKEN: Settings = Settings { variant: None, invalid: OnInvalid::Skip, unreachable: OnInvalid::Keep };

fn suite(text: &str) -> Option<ForeignSuite> {
    read_suite(text, Variant::get(VariantId::CHESS))
}

/// A position in a few words: `line id variant fen depth:count ...`.
fn shown(entry: &Entry) -> String {
    let words = [
        entry.line.to_string(),
        entry.id.clone().unwrap_or_default(),
        entry.variant.clone().unwrap_or_default(),
    ];
    let counts = entry.counts.iter().map(|(depth, count)| format!("{depth}:{count}"));
    let words = words.into_iter().filter(|word| !word.is_empty());
    words.chain([entry.fen.clone()]).chain(counts).collect::<Vec<_>>().join(" ")
}

/// Checks the form of a text, its positions and its refusals, each as `LINE REASON`.
#[track_caller]
fn check(text: &str, form: Form, positions: &[&str], refusals: &[&str]) {
    let suite = suite(text).unwrap_or_else(|| panic!("not a suite: {text}"));
    assert_eq!(suite.form, form, "{text}");
    assert_eq!(suite.entries.iter().map(shown).collect::<Vec<_>>(), positions, "{text}");
    let found: Vec<_> =
        suite.refusals.iter().map(|refusal| format!("{} {}", refusal.line, refusal.reason)).collect();
    assert_eq!(found, refusals, "{text}");
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
    ] {
        assert_eq!(suite(text), None, "{text}");
    }
}
