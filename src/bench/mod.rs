//! Benchmarks of rules: positions to count from, and what the counts must come to.
//!
//! The positions are data, one a line of `benches/positions.jsonl`: the start position of every variant, and
//! middlegames that stress it differently. Invariant: a benchmark that counts wrong fails instead of being fast. This
//! module does not know what measures, nor a backend: [`criterion_benches!`](crate::criterion_benches) names
//! `criterion` in the crate of its user only.

mod row;

pub use row::{Row, RowError, read, rows, rows_of};

/// Makes rules into benchmarks of [criterion](https://docs.rs/criterion), one a position of their variants:
/// perft, in leaf nodes a second, with the count asserted.
///
/// It is all that stands in a file of `benches/`, which `Cargo.toml` calls a `[[bench]]` with `harness = false`;
/// `criterion` is a dev-dependency there.
///
/// ```no_run
/// # use vperft::reference::{Reference, Ryugi};
/// # use vperft::variant::Standard;
/// vperft::criterion_benches!(Reference(Ryugi { book: Standard }), variants = ["ryugi"]);
/// ```
///
/// As for [`conformance!`](crate::conformance!), `|variant| MyRules::new(variant)` makes rules of several variants.
#[macro_export]
macro_rules! criterion_benches {
    (|$id:ident| $rules:expr, variants = [$($variant:expr),+ $(,)?] $(,)?) => {
        fn main() -> ::std::process::ExitCode {
            let rows = match $crate::bench::rows_of(&[$($variant),+]) {
                Ok(rows) if rows.is_empty() => {
                    ::std::eprintln!("there are no positions to count from for these variants");
                    return ::std::process::ExitCode::from(2);
                }
                Ok(rows) => rows,
                Err(error) => {
                    ::std::eprintln!("{error}");
                    return ::std::process::ExitCode::from(2);
                }
            };
            let mut criterion = ::criterion::Criterion::default().configure_from_args();
            let mut group = criterion.benchmark_group(::std::env!("CARGO_PKG_NAME"));
            // A count takes long beside what a clock resolves; few samples are enough.
            group.sample_size(10);
            for row in rows {
                let $id = row.variant;
                let count = match row.ready($rules) {
                    Ok(count) => count,
                    Err(error) => {
                        ::std::eprintln!("{row}: {error}");
                        return ::std::process::ExitCode::from(1);
                    }
                };
                group.throughput(::criterion::Throughput::Elements(row.nodes()));
                group.bench_function(row.to_string(), |bencher| bencher.iter(|| row.check(count())));
            }
            group.finish();
            criterion.final_summary();
            ::std::process::ExitCode::SUCCESS
        }
    };
    ($rules:expr, variants = [$($variant:expr),+ $(,)?] $(,)?) => {
        $crate::criterion_benches!(|_variant| $rules, variants = [$($variant),+]);
    };
}
