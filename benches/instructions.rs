//! Perft with every backend, in instructions: exact, so that a limit on them can be hard.
//!
//! Only counting is measured; reading the position and building tables belong to the setup. The benchmark
//! `<backend>_<i>` counts from the line `i` of `benches/positions.jsonl`, the first being 0;
//! `ci/instructions` runs it, divides by the nodes and checks the limits.

// What the macros of gungraun make is public, but nobody's to read.
#![allow(missing_docs)]

mod table;

use gungraun::{Callgrind, LibraryBenchmarkConfig, library_benchmark, library_benchmark_group, main};
use table::Count;
use vperft::bench::{Row, rows};

/// A count that is ready to start, and what it must come to.
type Task = (Count, Row);

fn with_reference(row: Row) -> Task {
    (table::with_reference(&row), row)
}

fn with_fast(row: Row) -> Task {
    (table::with_fast(&row), row)
}

fn check((count, row): (u128, Row)) {
    row.check(count);
}

#[library_benchmark(teardown = check)]
#[benches::reference(iter = rows(), setup = with_reference)]
#[benches::fast(iter = rows(), setup = with_fast)]
fn perft((count, row): Task) -> (u128, Row) {
    (count(), row)
}

library_benchmark_group!(name = counting, benchmarks = perft);

// Caches are not what is measured; simulating them would double the time.
main!(
    config = LibraryBenchmarkConfig::default().tool(Callgrind::with_args(["--cache-sim=no"])),
    library_benchmark_groups = counting
);
