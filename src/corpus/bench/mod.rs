//! Benchmarks of rules: positions to count from, with expected counts.
//!
//! The positions are data, one per line of `benches/positions.jsonl`: the start position of every variant,
//! and middlegames with different stress. Invariant: a benchmark with a wrong count fails. This module knows
//! no backend and no measuring tool: [`criterion_benches!`](crate::criterion_benches) and
//! [`gungraun_benches!`](crate::gungraun_benches) name `criterion` and `gungraun` only in the user's crate.

mod row;
mod unit;

pub use row::{Row, RowError, parse_rows, rows, rows_of};
#[doc(hidden)]
pub use unit::{Signature, Unit};

/// The signature of counting from these positions at their depths, as `vperft speed` prints it. Only speeds
/// with the same signature are comparable.
#[must_use]
pub fn signature(rows: &[Row]) -> String {
    let units: Vec<_> = rows.iter().filter_map(|row| Unit::for_depth(row, row.depth)).collect();
    Signature::from_units(&units).to_string()
}

/// Turns rules into benchmarks of [criterion](https://docs.rs/criterion), one per position of their variants.
/// Each measures perft in leaf nodes per second and asserts the count.
///
/// The macro call is the whole content of a file in `benches/`, declared in `Cargo.toml` as a `[[bench]]`
/// with `harness = false`. `criterion` must be a dev-dependency.
///
/// ```no_run
/// # use vperft::reference::{Reference, Ryugi};
/// # use vperft::variant::Standard;
/// vperft::criterion_benches!(Reference(Ryugi { book: Standard }), variants = ["ryugi"]);
/// ```
///
/// As with [`conformance!`](crate::conformance!), pass `|variant| MyRules::new(variant)` for several
/// variants.
#[macro_export]
macro_rules! criterion_benches {
    (|$id:ident| $rules:expr, variants = [$($variant:expr),+ $(,)?] $(,)?) => {
        fn main() -> ::std::process::ExitCode {
            let rows = match $crate::bench::rows_of(&[$($variant),+]) {
                Ok(rows) if rows.is_empty() => {
                    ::std::eprintln!("found no positions to count from for these variants");
                    return ::std::process::ExitCode::from(2);
                }
                Ok(rows) => rows,
                Err(error) => {
                    ::std::eprintln!("{error}");
                    return ::std::process::ExitCode::from(2);
                }
            };
            ::std::eprintln!("signature {}", $crate::bench::signature(&rows));
            let mut criterion = ::criterion::Criterion::default().configure_from_args();
            let mut group = criterion.benchmark_group(::std::env!("CARGO_PKG_NAME"));
            // A count takes long compared with the resolution of the clock, so a few samples are enough.
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
                group.bench_function(row.to_string(), |bencher| bencher.iter(|| row.assert_count(count())));
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

/// Turns rules into benchmarks of [gungraun](https://docs.rs/gungraun), one per position of their variants.
/// Each measures the instructions of perft under valgrind, without parsing, and asserts the count.
///
/// The macro call is the whole content of a file in `benches/`, declared in `Cargo.toml` as a `[[bench]]`
/// with `harness = false`. `gungraun` must be a dev-dependency, and `cargo install gungraun-runner` installs
/// the runner.
///
/// ```text
/// vperft::gungraun_benches!(my_rules::MyRyugi, variants = ["ryugi"]);
/// ```
///
/// As with [`conformance!`](crate::conformance!), pass `|variant| MyRules::new(variant)` for several
/// variants.
#[macro_export]
macro_rules! gungraun_benches {
    (|$id:ident| $rules:expr, variants = [$($variant:expr),+ $(,)?] $(,)?) => {
        fn rows() -> ::std::vec::Vec<$crate::bench::Row> {
            $crate::bench::rows_of(&[$($variant),+]).unwrap_or_else(|error| panic!("{error}"))
        }

        type Ready = ($crate::bench::Row, ::std::boxed::Box<dyn Fn() -> u128>);

        fn ready(row: $crate::bench::Row) -> Ready {
            let $id = row.variant;
            let count = row.ready($rules).unwrap_or_else(|error| panic!("{row}: {error}"));
            (row, ::std::boxed::Box::new(count))
        }

        #[::gungraun::library_benchmark]
        #[benches::position(iter = rows(), setup = ready)]
        fn perft((row, count): Ready) {
            row.assert_count(count());
        }

        ::gungraun::library_benchmark_group!(name = counts; benchmarks = perft);

        mod harness {
            use super::counts;
            ::gungraun::main!(library_benchmark_groups = counts);

            pub fn run() {
                main();
            }
        }

        fn main() {
            // The runner starts this program again under valgrind for each position.
            if ::std::env::args().all(|word| word != "--gungraun-run") {
                ::std::eprintln!("signature {}", $crate::bench::signature(&rows()));
                for (at, row) in rows().iter().enumerate() {
                    ::std::eprintln!("position_{at} is {row}");
                }
            }
            harness::run();
        }
    };
    ($rules:expr, variants = [$($variant:expr),+ $(,)?] $(,)?) => {
        $crate::gungraun_benches!(|_variant| $rules, variants = [$($variant),+]);
    };
}
