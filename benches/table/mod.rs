//! The counts of the benchmarks: every built-in backend in all positions of [`vperft::bench`].

use vperft::backend::Backend as _;
use vperft::bench::{self, Row};
use vperft::inner::game::variant::Standard;
use vperft::inner::generators::reference::{self, Reference};
use vperft_fast::{self as fast, Fast};

/// A prepared count: the position is parsed and the tables are built.
pub type Count = Box<dyn Fn() -> u128>;

/// The name of a backend, and a function that prepares a count with it.
pub type Backend = (&'static str, fn(&Row) -> Count);

/// The backends, in the order of the reports.
pub const BACKENDS: [Backend; 2] = [("reference", with_reference), ("fast", with_fast)];

/// The positions of the variants that these backends play.
pub fn rows() -> Vec<Row> {
    let variants = reference::all(&Standard).variants();
    bench::rows().into_iter().filter(|row| variants.contains(&row.variant)).collect()
}

/// Prepares a count with the `reference` backend.
fn with_reference(row: &Row) -> Count {
    reference::visit(row.variant, Prepare(row)).unwrap_or_else(|| no_rules(row))
}

/// Prepares a count with the `fast` backend.
fn with_fast(row: &Row) -> Count {
    fast::visit(row.variant, Prepare(row)).unwrap_or_else(|| no_rules(row))
}

/// Fails for a variant that the built-in backends do not play.
fn no_rules(row: &Row) -> Count {
    panic!("benches/positions.jsonl: the built-in backends do not play {}", row.variant)
}

/// Prepares a count with typed rules.
struct Prepare<'r>(&'r Row);

impl reference::Visitor for Prepare<'_> {
    type Output = Count;

    fn visit<G: reference::Game + 'static>(self, rules: Reference<G>) -> Count {
        Box::new(self.0.ready(rules).expect("the row has a position of its variant"))
    }
}

impl fast::Visitor for Prepare<'_> {
    type Output = Count;

    fn visit<G: fast::Game + 'static>(self, rules: Fast<G>) -> Count {
        Box::new(self.0.ready(rules).expect("the row has a position of its variant"))
    }
}
