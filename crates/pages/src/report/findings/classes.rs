//! Counts by class as tables and as JSON.

use crate::report::table;
use serde_json::{Map, Value, json};
use vperft::inner::game::classes::{ClassCounts, ClassDifference, ClassTable, LeafClass};
use vperft::inner::game::perft::Count;
use vperft::inner::game::variant::Variant;

/// The counts of every depth: the columns of published tables and the ends of games in one table, further effects in a second. Classes
/// that the backend does not report have no column, nor have ends and effects that do not occur.
#[must_use]
pub fn class_tables(variant: &Variant, counts: &ClassTable, width: usize) -> String {
    let occurs = |class: LeafClass| counts.rows.iter().any(|row| row.get(class) > 0);
    let is_shown = |class: &LeafClass| {
        class.is_in(variant)
            && !counts.unreported.contains(*class)
            && (class.is_published() || occurs(*class))
    };
    let (first, mut effects): (Vec<_>, Vec<_>) =
        LeafClass::ALL.into_iter().filter(is_shown).partition(|class| class.is_published() || class.is_end());
    // If all captures but those in passing are made on the end square, the first table already has their number.
    effects.retain(|class| *class != LeafClass::EndSquare || has_other_captures(counts));
    let mut text = columns(counts, true, &first, width);
    if !effects.is_empty() {
        text += "\n\n";
        text += &columns(counts, false, &effects, width);
    }
    text + "\n"
}

/// Whether pieces are captured neither on the end square nor in passing.
fn has_other_captures(counts: &ClassTable) -> bool {
    let simple = [LeafClass::EndSquare, LeafClass::EnPassant];
    counts
        .rows
        .iter()
        .any(|row| row.get(LeafClass::Capture) > simple.map(|class| row.get(class)).iter().sum())
}

/// A table of these classes with a row for every depth.
fn columns(counts: &ClassTable, has_nodes: bool, classes: &[LeafClass], width: usize) -> String {
    let titles: Vec<_> = classes.iter().map(LeafClass::to_string).collect();
    let head = ["depth"].into_iter().chain(has_nodes.then_some("nodes"));
    let head: Vec<_> = head.chain(titles.iter().map(String::as_str)).collect();
    let mut table = table::table(&[], &head);
    for (depth, row) in (1_u128..).zip(&counts.rows) {
        let numbers = [depth].into_iter().chain(has_nodes.then_some(row.nodes()));
        table.add_row(
            numbers.chain(classes.iter().map(|class| row.get(*class))).map(|count| count.to_string()),
        );
    }
    table::fitted(table, width)
}

/// The counts of every depth as JSON, with all classes that the variant has; those that the backend does not report are null.
#[must_use]
pub fn class_rows(variant: &Variant, counts: &ClassTable) -> Value {
    let row = |(depth, row): (usize, &ClassCounts)| {
        let classes = LeafClass::ALL.into_iter().filter(|class| class.is_in(variant));
        let count = |class: LeafClass| {
            let count = (!counts.unreported.contains(class)).then(|| Count(row.get(class)));
            (class.name().to_owned(), json!(count))
        };
        let classes: Map<_, _> = classes.map(count).collect();
        json!({ "depth": depth, "nodes": Count(row.nodes()), "classes": classes })
    };
    (1..).zip(&counts.rows).map(row).collect()
}

/// The differences between the counts of two backends in words. `trusted` and `tested` are their names.
#[must_use]
pub fn class_differences(differences: &[ClassDifference], trusted: &str, tested: &str) -> Vec<String> {
    let words = |difference: &ClassDifference| {
        let ClassDifference { depth, class, trusted: right, tested: found } = difference;
        let class = class.map_or_else(|| "nodes".to_owned(), |class| class.to_string());
        format!("depth {depth}, {class}: {found} by {tested}, {right} by {trusted}")
    };
    differences.iter().map(words).collect()
}

/// The differences as JSON.
#[must_use]
pub fn class_differences_json(differences: &[ClassDifference]) -> Value {
    let json = |difference: &ClassDifference| {
        json!({
            "depth": difference.depth,
            "class": difference.class.map_or("nodes", LeafClass::name),
            "a": Count(difference.trusted),
            "b": Count(difference.tested),
        })
    };
    differences.iter().map(json).collect()
}
