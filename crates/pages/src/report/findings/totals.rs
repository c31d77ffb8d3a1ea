//! The mistakes, readings and conventions that give exactly a reported count.

use vperft::inner::corpus::failure::indented;
use vperft::inner::game::drawing::Style;
use vperft::inner::game::drawing::{words, wrap};
use vperft::inner::game::variant::{Clause, VariantId};
use vperft::inner::support::list;
use vperft::inner::support::plural::verb;
use vperft::inner::support::sanitise::sanitise;
use vperft_lab::mistakes::totals::{Hypothesis, MoveExample, Outcome, Totals};

/// A difference below this fits some of thousands of kinds of moves by chance.
const LEAST_EVIDENCE: u128 = 16;

/// Both counts, and the hypotheses that give exactly the reported one. `compare` is the command that prints the counts
/// of the first moves by a hypothesis; `next` the command that compares them with a table of the program.
#[must_use]
pub fn totals(
    variant: VariantId,
    depth: u32,
    totals: &Totals,
    compare: &dyn Fn(&Hypothesis) -> Option<String>,
    next: &str,
    style: Style,
) -> String {
    let Totals { right, total, explanations, stopped, .. } = totals;
    let difference = match right.cmp(total) {
        std::cmp::Ordering::Equal => ", which is right".to_owned(),
        std::cmp::Ordering::Less => format!(", {} more", total - right),
        std::cmp::Ordering::Greater => format!(", {} fewer", right - total),
    };
    let mut text = format!("{variant}, perft {depth}\n  right    {right}\n  reported {total}{difference}\n");
    if right == total {
        return text;
    }
    let count = explanations.len();
    let kinds = match totals.kinds {
        0 => String::new(),
        kinds => format!(" and {}", kinds_of_moves(kinds)),
    };
    let known = format!("of {} known mistakes, readings and conventions{kinds}", totals.tried());
    text.push_str(&indented(&match count {
        0 => format!("none {known} gives exactly this count"),
        _ => format!("{count} {known} {} exactly this count", verb(count, "gives", "give")),
    }));
    if *stopped {
        text.push_str("  stopped before all were tried\n");
    }
    if count > 0 && right.abs_diff(*total) < LEAST_EVIDENCE {
        text.push_str("  a small difference is weak evidence: many mistakes make it\n");
    }
    for (number, hypothesis) in (1..).zip(explanations) {
        text.push_str(&format!("\n{number}. {}\n", hypothesis.title()));
        if let Some(MoveExample { vfen, text: mv, clause }) = &hypothesis.example {
            let clause = clause.map_or_else(String::new, |clause| format!(" ({})", clause.id()));
            text.push_str(&indented(&sanitise(&format!("such as `{mv}` at {vfen}{clause}"))));
        }
        if let Ok(clause) = hypothesis.name.parse::<Clause>() {
            let lines = wrap(words(clause), style.indented());
            text.extend(lines.iter().map(|line| indented(&sanitise(line))));
        }
        if let Some(command) = compare(hypothesis) {
            text.push_str(&indented(&sanitise(&format!("its counts of the first moves: {command}"))));
        }
    }
    if totals.more_kinds > 0 {
        let more = kinds_of_moves(totals.more_kinds);
        let gives = verb(totals.more_kinds, "gives", "give");
        text.push_str(&format!("\n{more} that are less simple {gives} it too\n"));
    }
    let skipped: Vec<_> = totals.others.iter().filter_map(not_counted).collect();
    if !skipped.is_empty() && !stopped {
        text.push_str(&format!("\nnot tried: {}\n", list::line(&skipped)));
    }
    let why = match count {
        0 => {
            "To find the cause, write the program's count of every first move to a file, such as `e2e4: 20`:"
        }
        _ => "To make sure, write the program's count of every first move to a file, such as `e2e4: 20`:",
    };
    text.push_str(&format!("\n{why}\n  {}\n", sanitise(next)));
    text
}

fn kinds_of_moves(count: usize) -> String {
    format!("{count} {} of moves", if count == 1 { "kind" } else { "kinds" })
}

/// A hypothesis that was not counted, with the reason.
fn not_counted(hypothesis: &Hypothesis) -> Option<String> {
    match &hypothesis.outcome {
        Outcome::NotCounted(reason) => Some(format!("{} ({reason})", hypothesis.words)),
        Outcome::Count(_) | Outcome::More => None,
    }
}
