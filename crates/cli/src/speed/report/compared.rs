//! The result of comparing the speed of two backends.

use super::number::{MAX_ROWS, cell, percent};
use crate::speed::{Estimate, Finding, SpeedComparison};
use serde_json::{Value, json};
use std::fmt::Write as _;
use vperft::inner::support::plural::plural;
use vperft::inner::support::sanitise::sanitise;

/// A ratio in the style of chess engines: `speedup 3.1 % +/- 0.4 %`.
pub(crate) fn speedup(estimate: Estimate) -> String {
    if estimate.middle.exp() >= MIN_TIMES || estimate.middle.exp() <= 1.0 / MIN_TIMES {
        return times(estimate);
    }
    // The interval is nearly symmetric, since its ends are close to each other.
    let (least, greatest) = estimate.between();
    let half = (greatest.exp() - least.exp()) / 2.0 * 100.0;
    format!("speedup {} +/- {half:.1} %", percent(estimate.middle))
}

/// The ratio from which it is said how many times as fast one side is, instead of a percentage.
const MIN_TIMES: f64 = 2.0;

/// A large ratio: `15.6 times as fast (15.2 to 16.0)`, or the same the other way round.
fn times(estimate: Estimate) -> String {
    let (least, greatest) = estimate.between();
    let (word, [middle, least, greatest]) = if estimate.middle >= 0.0 {
        ("fast", [estimate.middle, least, greatest])
    } else {
        ("slow", [-estimate.middle, -greatest, -least])
    };
    let [middle, least, greatest] = [middle, least, greatest].map(f64::exp);
    format!("{middle:.1} times as {word} ({least:.1} to {greatest:.1})")
}

/// A comparison as text.
pub(crate) fn compared_speeds(compared: &SpeedComparison, names: [&str; 2]) -> String {
    let [a, b] = names.map(sanitise);
    let sure = compared.question.sure.percent();
    let mut text = format!("signature {}\n", compared.signature);
    let _ = writeln!(text, "A         {a} ({})", sanitise(&compared.identities[0]));
    let _ = writeln!(text, "B         {b} ({})\n", sanitise(&compared.identities[1]));
    let units: Vec<_> = compared.planned.iter().map(|planned| planned.unit.to_string()).collect();
    let width = units.iter().map(|unit| unit.chars().count()).max().unwrap_or_default();
    for (at, unit) in units.iter().enumerate() {
        let _ = writeln!(text, "{:width$}  {}", sanitise(unit), speedup(compared.ratio_at(at)));
    }
    let rounds = plural(compared.rounds.len(), "round");
    let _ = writeln!(text, "\nA {} ({sure} %), after {rounds}", speedup(compared.estimate));
    text += &words(compared);
    text
}

/// The conclusion in a sentence.
fn words(compared: &SpeedComparison) -> String {
    let resolution = compared.question.resolution * 100.0;
    match compared.finding {
        Finding::Faster(least) if least >= MIN_TIMES => {
            format!("A is at least {least:.1} times as fast as B.\n")
        }
        Finding::Slower(most) if most <= 1.0 / MIN_TIMES => {
            format!("B is at least {:.1} times as fast as A.\n", 1.0 / most)
        }
        Finding::Faster(least) => format!("A is faster than B by at least {}.\n", percent(least.ln())),
        Finding::Slower(most) => format!("A is slower than B by at least {}.\n", percent((2.0 - most).ln())),
        Finding::Same(least, greatest) => format!(
            "No difference above {resolution} % was found: A is between {} slower and {} faster than B.\n",
            percent((2.0 - least).ln()),
            percent(greatest.ln()),
        ),
        Finding::Unclear(rounds) => {
            let more = rounds - compared.rounds.len();
            format!(
                "Inconclusive: about {} more are needed to resolve {resolution} %.\n",
                plural(more, "round")
            )
        }
    }
}

/// A comparison in Markdown.
pub(crate) fn compared_speeds_in_markdown(compared: &SpeedComparison, names: [&str; 2]) -> String {
    let [a, b] = names.map(cell);
    let mut text = format!("### Speed of {a} relative to {b}\n\n{}\n", words(compared));
    text += "| position | depth | speed of A relative to B |\n| --- | --: | --: |\n";
    for (at, planned) in compared.planned.iter().enumerate().take(MAX_ROWS) {
        let name = cell(&format!("{}/{}", planned.unit.variant, planned.unit.position));
        let _ = writeln!(text, "| {name} | {} | {} |", planned.unit.depth, speedup(compared.ratio_at(at)));
    }
    let (rounds, sure) = (plural(compared.rounds.len(), "round"), compared.question.sure.percent());
    let _ = writeln!(text, "| **all** | | **{}** |\n", speedup(compared.estimate));
    let _ = writeln!(text, "{rounds} of A B B A, {sure} % confidence; signature `{}`", compared.signature);
    text
}

/// A comparison as JSON.
pub(crate) fn compared_speeds_as_json(compared: &SpeedComparison, names: [&str; 2]) -> Value {
    let ratio = |estimate: Estimate| {
        let (least, greatest) = estimate.between();
        json!({ "ratio": estimate.middle.exp(), "least": least.exp(), "greatest": greatest.exp() })
    };
    let (word, more) = match compared.finding {
        Finding::Faster(_) => ("faster", None),
        Finding::Slower(_) => ("slower", None),
        Finding::Same(..) => ("same", None),
        Finding::Unclear(rounds) => ("unclear", Some(rounds - compared.rounds.len())),
    };
    let positions = compared.planned.iter().enumerate().map(|(at, planned)| {
        let mut row = ratio(compared.ratio_at(at));
        row["variant"] = planned.unit.variant.name().into();
        row["position"] = planned.unit.position.as_str().into();
        row["depth"] = planned.unit.depth.into();
        row["leaves"] = planned.unit.leaves.into();
        row
    });
    json!({
        "a": { "backend": names[0], "identity": compared.identities[0] },
        "b": { "backend": names[1], "identity": compared.identities[1] },
        "signature": compared.signature, "sure_percent": compared.question.sure.percent(), "rounds": compared.rounds.len(),
        "speed_of_a": ratio(compared.estimate), "finding": word, "resolution": compared.question.resolution,
        "more_rounds": more, "positions": positions.collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn large_ratios_are_told_as_times() {
        for (ratio, expected) in [
            (1.031_f64, "speedup 3.1 % +/- 1.0 %"),
            (0.6, "speedup -40.0 % +/- 0.6 %"),
            (1.99, "speedup 99.0 % +/- 2.0 %"),
            (15.57, "15.6 times as fast (15.4 to 15.7)"),
            (0.1, "10.0 times as slow (9.9 to 10.1)"),
        ] {
            assert_eq!(speedup(Estimate { middle: ratio.ln(), half: 0.01 }), expected, "{ratio}");
        }
    }
}
