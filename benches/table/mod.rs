//! What the benchmarks count with: every backend counts the same nodes in all positions of [`vperft::bench`].

use vperft::backend::Backend as _;
use vperft::bench::{self, Row};
use vperft::fast::{self, Fast};
use vperft::reference::{self, Reference};
use vperft::variant::Standard;

/// A count that is ready to start: the position is read, the tables are built.
pub type Count = Box<dyn Fn() -> u128>;

/// A backend by its name, and how to make a count ready with it.
pub type Backend = (&'static str, fn(&Row) -> Count);

/// The backends, in the order of the reports.
pub const BACKENDS: [Backend; 2] = [("reference", with_reference), ("fast", with_fast)];

/// The positions of the variants that these backends have rules of.
pub fn rows() -> Vec<Row> {
    let variants = reference::all(&Standard).variants();
    bench::rows().into_iter().filter(|row| variants.contains(&row.variant)).collect()
}

/// Makes a count with the `reference` backend ready.
fn with_reference(row: &Row) -> Count {
    reference::visit(row.variant, Ready(row)).unwrap_or_else(|| no_rules(row))
}

/// Makes a count with the `fast` backend ready.
fn with_fast(row: &Row) -> Count {
    fast::visit(row.variant, Ready(row)).unwrap_or_else(|| no_rules(row))
}

/// No built-in backend has rules of every variant.
fn no_rules(row: &Row) -> Count {
    panic!("benches/positions.jsonl: no built-in backend has rules of {}", row.variant)
}

/// Makes a count ready with the typed rules.
struct Ready<'r>(&'r Row);

impl reference::Visitor for Ready<'_> {
    type Output = Count;

    fn visit<G: reference::Game + 'static>(self, rules: Reference<G>) -> Count {
        Box::new(self.0.ready(rules).expect("the row holds a position of its variant"))
    }
}

impl fast::Visitor for Ready<'_> {
    type Output = Count;

    fn visit<G: fast::Game + 'static>(self, rules: Fast<G>) -> Count {
        Box::new(self.0.ready(rules).expect("the row holds a position of its variant"))
    }
}
