//! Makes the corpus into tests of `cargo test` and `cargo nextest` for a type that implements
//! [`Rules`](crate::rules::Rules).
//!
//! Invariant: one test a case, named by the id of the case, and it passes only if every check of the case passes; a
//! failure says what `vperft run` would say and the command that repeats it. This room knows no variant, and nothing of
//! how tests are run beyond what `libtest_mimic` is asked to do.

mod settings;
mod trials;

pub use settings::{ConformanceError, Settings, TIER};
pub use trials::{main, trials};

/// Makes rules into one test per case of the corpus, as `fn main` of a test without the usual harness.
///
/// It is all that stands in a file of `tests/`, which `Cargo.toml` calls a `[[test]]` with `harness = false`:
///
/// ```
/// # use vperft::reference::{Reference, Ryugi};
/// # use vperft::variant::Standard;
/// vperft::conformance!(Reference(Ryugi { book: Standard }), variants = ["ryugi"], tier = "smoke");
/// ```
///
/// The rules are made anew for every case, so that no case can spoil another one; tables that take long to build belong
/// into a `LazyLock`. Rules of several variants are made by `|variant| MyRules::new(variant)`, which is asked for every
/// variant in turn.
///
/// Checks are run up to a tier: that of the environment variable `VPERFT_TIER` (`smoke`, `ci` or `deep`), or else of the
/// argument `tier`, or else `ci`. `cargo test --test NAME -- 'ryugi/ep'` runs the cases whose id holds that text.
#[macro_export]
macro_rules! conformance {
    (|$id:ident| $rules:expr, variants = [$($variant:expr),+ $(,)?] $(, tier = $tier:expr)? $(,)?) => {
        fn main() -> ::std::process::ExitCode {
            let settings = $crate::conformance::Settings::new(
                ::std::env!("CARGO_PKG_NAME"),
                ::std::env!("CARGO_CRATE_NAME"),
                &[$($variant),+],
            );
            $(let settings = settings.with_tier($tier);)?
            $crate::conformance::main(&settings, |$id: $crate::variant::VariantId| $rules)
        }
    };
    ($rules:expr, variants = [$($variant:expr),+ $(,)?] $(, tier = $tier:expr)? $(,)?) => {
        $crate::conformance!(|_variant| $rules, variants = [$($variant),+] $(, tier = $tier)?);
    };
}
