//! What the benchmarks count with: every backend counts the same nodes in all positions of [`vperft::bench`].

use vperft::bench::Row;
use vperft::fast::{self, Fast};
use vperft::reference::{self, Reference};
use vperft::rules::Rules;
use vperft::variant::{Standard, VariantId};

/// A count that is ready to start: the position is read, the tables are built.
pub type Count = Box<dyn Fn() -> u128>;

/// A backend by its name, and how to make a count ready with it.
pub type Backend = (&'static str, fn(&Row) -> Count);

/// The backends, in the order of the reports. Not every benchmark names them by way of this table.
#[allow(dead_code)]
pub const BACKENDS: [Backend; 2] = [("reference", with_reference), ("fast", with_fast)];

/// Makes a count with the `reference` backend ready.
pub fn with_reference(row: &Row) -> Count {
    let book = Standard;
    match row.variant {
        VariantId::VANGUARD => ready(Reference(reference::Vanguard { book }), row),
        VariantId::RYUGI => ready(Reference(reference::Ryugi { book }), row),
        VariantId::CETRAN3 => ready(Reference(reference::Cetran3 { book }), row),
        VariantId::ROCOCO => ready(Reference(reference::Rococo { book }), row),
        VariantId::SANDBOX => ready(Reference(reference::Sandbox { book }), row),
        _ => no_rules(row),
    }
}

/// Makes a count with the `fast` backend ready.
pub fn with_fast(row: &Row) -> Count {
    match row.variant {
        VariantId::VANGUARD => ready(Fast::new(fast::Vanguard::default()), row),
        VariantId::RYUGI => ready(Fast::new(fast::Ryugi::default()), row),
        VariantId::CETRAN3 => ready(Fast::new(fast::Cetran3::default()), row),
        VariantId::ROCOCO => ready(Fast::new(fast::Rococo::default()), row),
        VariantId::SANDBOX => ready(Fast::new(fast::Sandbox::default()), row),
        _ => no_rules(row),
    }
}

/// No built-in backend has rules of every variant.
fn no_rules(row: &Row) -> Count {
    panic!("benches/positions.jsonl: no built-in backend has rules of {}", row.variant)
}

/// Makes a count ready with the typed rules.
fn ready<R>(rules: R, row: &Row) -> Count
where
    R: Rules + 'static,
    R::Position: 'static,
{
    Box::new(row.ready(rules).expect("the row holds a position of its variant"))
}
