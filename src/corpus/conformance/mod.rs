//! Makes the corpus into tests of `cargo test` and `cargo nextest` for a type that implements
//! [`Rules`](crate::game::rules::Rules).
//!
//! Invariant: one test a case, named by the id of the case, or one a file of cases; it passes only if every check of
//! its cases passes; a failure says what `vperft run` would say, and for every case the command that repeats it. This module knows no variant, and nothing of
//! how tests are run beyond what `libtest_mimic` is asked to do.

mod settings;
mod trials;

pub use settings::{ConformanceError, Environment, GROUP, Group, Settings, TIER};
pub use trials::{main, main_of_backend, trials};

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
///
/// `cargo nextest` starts a process for every test, and each reads the corpus. Where that takes too long, the environment
/// variable `VPERFT_GROUP` or the argument `group`, with `file` for `case`, makes all cases of a file of the corpus one
/// test, such as `ryugi/clauses`; a failure names the cases.
///
/// A backend of several variants, or one that is no [`Rules`](crate::game::rules::Rules), is opened by `backend = |variant| ...`:
///
/// ```
/// vperft::conformance!(backend = |_variant| vperft::fast::all(), variants = ["ryugi", "rococo"], group = "file");
/// ```
#[macro_export]
macro_rules! conformance {
    (backend = |$id:ident| $backend:expr, variants = $variants:expr $(, tier = $tier:expr)? $(, group = $group:expr)? $(,)?) => {
        $crate::conformance!(@main main_of_backend, $id, $backend, $variants, [$($tier)?], [$($group)?]);
    };
    (|$id:ident| $rules:expr, variants = $variants:expr $(, tier = $tier:expr)? $(, group = $group:expr)? $(,)?) => {
        $crate::conformance!(@main main, $id, $rules, $variants, [$($tier)?], [$($group)?]);
    };
    (@main $main:ident, $id:ident, $made:expr, $variants:expr, [$($tier:expr)?], [$($group:expr)?]) => {
        fn main() -> ::std::process::ExitCode {
            let variants = $variants;
            let settings = $crate::conformance::Settings::new(
                ::std::env!("CARGO_PKG_NAME"),
                ::std::env!("CARGO_CRATE_NAME"),
                &variants,
            );
            $(let settings = settings.with_tier($tier);)?
            $(let settings = settings.with_group($group);)?
            $crate::conformance::$main(&settings, |$id: $crate::variant::VariantId| $made)
        }
    };
    ($rules:expr, variants = $variants:expr $(, tier = $tier:expr)? $(, group = $group:expr)? $(,)?) => {
        $crate::conformance!(|_variant| $rules, variants = $variants $(, tier = $tier)? $(, group = $group)?);
    };
}
