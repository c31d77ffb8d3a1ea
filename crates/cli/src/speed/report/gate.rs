//! The verdicts on speed bounds.

use super::compared::speedup;
use super::number::{MAX_ROWS, cell, per_leaf};
use crate::speed::{JudgedBound, Judgement};
use serde_json::{Value, json};
use vperft::inner::support::plural::plural;
use vperft::inner::support::sanitise::{sanitise, sanitise_within};

/// The most characters of a reason to print.
const MAX_REASON: usize = 500;

/// One bound on a line, with its reason below if it is exceeded.
pub(crate) fn judged(judged: &JudgedBound) -> String {
    let JudgedBound { bound, backend, judgement, .. } = judged;
    let about = about(judged);
    let (word, text) = verdict(judged);
    let mut line = format!("{word:<5} {:<24} {:<12} {text}\n", sanitise(&about), sanitise(backend));
    if judgement.is_failure() {
        let reason = sanitise_within(&bound.reason, MAX_REASON);
        line += &format!("      the bound's reason: {reason}\n");
    }
    line
}

/// The positions of the bound.
fn about(judged: &JudgedBound) -> String {
    let one = |name: &String| format!("{}/{name}", judged.bound.variant);
    judged.position.as_ref().map_or_else(|| judged.bound.about(), one)
}

/// The verdict in a word, and the measured value.
fn verdict(judged: &JudgedBound) -> (&'static str, String) {
    let most = judged.bound.instructions.map_or_else(String::new, per_leaf);
    let least = judged
        .bound
        .ratio
        .map_or_else(String::new, |ratio| format!("; at least {ratio} times its speed is required"));
    match &judged.judgement {
        Judgement::Held { per_leaf: found } => {
            ("ok", format!("{} instructions/leaf of {most}", per_leaf(*found)))
        }
        Judgement::Exceeded { per_leaf: found } => {
            let more = judged.bound.instructions.map_or(0.0, |most| (found / most - 1.0) * 100.0);
            ("SLOW", format!("{} instructions/leaf of {most}: {more:.2} % more", per_leaf(*found)))
        }
        Judgement::NotExact { least, greatest } => (
            "?",
            format!(
                "{} to {} instructions/leaf of {most}: varies between runs, so only the speed relative to a base can decide",
                per_leaf(*least),
                per_leaf(*greatest)
            ),
        ),
        Judgement::NotSlower(compared) => {
            ("ok", format!("{} relative to the base{least}", speedup(compared.estimate)))
        }
        Judgement::Slower(compared) => (
            "SLOW",
            format!("{} relative to the base, in two comparisons{least}", speedup(compared.estimate)),
        ),
        Judgement::NoBase => {
            ("?", "not judged: no base to compare with; name one with `--against` or `--base`".into())
        }
    }
}

/// The totals.
pub(crate) fn gate_end(all: &[JudgedBound]) -> String {
    let failed = all.iter().filter(|judged| judged.judgement.is_failure()).count();
    let open = all.iter().filter(|judged| judged.judgement.is_undecided()).count();
    let mut text = format!("\n{}: {failed} exceeded", plural(all.len(), "bound"));
    if open > 0 {
        text += &format!(", {open} not judged");
    }
    text + "\n"
}

/// All bounds in Markdown, the exceeded ones first.
pub(crate) fn gate_in_markdown(all: &[JudgedBound], error: Option<&str>) -> String {
    let mut text = format!("### Speed\n\n{}\n", gate_end(all).trim());
    if let Some(error) = error {
        text += &format!("\nEnded early: {}\n", cell(error));
    }
    text += "\n| | position | backend | found | the bound's reason |\n| --- | --- | --- | --- | --- |\n";
    let (exceeded, others): (Vec<_>, Vec<_>) = all.iter().partition(|judged| judged.judgement.is_failure());
    for judged in exceeded.into_iter().chain(others).take(MAX_ROWS) {
        let (word, found) = verdict(judged);
        let cells = [word, &about(judged), &judged.backend, &found, &judged.bound.reason].map(cell);
        text += &format!("| {} |\n", cells.join(" | "));
    }
    text
}

/// All bounds as JSON.
pub(crate) fn gate_as_json(all: &[JudgedBound], error: Option<&str>) -> Value {
    let rows = all.iter().map(|judged| {
        let (word, found) = match &judged.judgement {
            Judgement::Held { per_leaf } => ("held", json!({ "instructions_per_leaf": per_leaf })),
            Judgement::Exceeded { per_leaf } => ("exceeded", json!({ "instructions_per_leaf": per_leaf })),
            Judgement::NotExact { least, greatest } => ("not-exact", json!({ "between": [least, greatest] })),
            Judgement::NotSlower(compared) => ("held", json!({ "ratio": compared.estimate.middle.exp() })),
            Judgement::Slower(compared) => ("exceeded", json!({ "ratio": compared.estimate.middle.exp() })),
            Judgement::NoBase => ("not-judged", json!({})),
        };
        json!({
            "backend": judged.backend, "variant": judged.bound.variant, "position": judged.position,
            "most_instructions": judged.bound.instructions, "least_ratio": judged.bound.ratio,
            "reason": judged.bound.reason, "verdict": word, "found": found,
        })
    });
    let failed = all.iter().filter(|judged| judged.judgement.is_failure()).count();
    let mut document = json!({ "bounds": rows.collect::<Vec<_>>(), "exceeded": failed });
    if let Some(error) = error {
        document["error"] = error.into();
    }
    document
}
