//! Turns the corpus into tests of `cargo test` and `cargo nextest` for a type that implements
//! [`Rules`](crate::game::rules::Rules).
//!
//! Invariants: each test is one case, named by its id, or one file of cases. It passes only if all checks
//! pass. A failure prints what `vperft run` prints, and the command that repeats each case. This module knows
//! no variant, and leaves running the tests to `libtest_mimic`.
//!
//! [`conformance!`](crate::conformance!) is all that most need. The tests without a `main`:
//!
//! ```
//! use vperft::conformance::{ConformanceError, Environment, Settings, trials};
//! use vperft::variant::Standard;
//!
//! let settings = Settings::new("my-rules", "conformance", &["ryugi"]).with_tier("smoke");
//! let tests: Result<Vec<_>, ConformanceError> =
//!     trials(&settings, &Environment::default(), |_| vperft::reference::all(&Standard));
//! assert!(tests?.len() > 10);
//! # Ok::<(), ConformanceError>(())
//! ```

mod settings;
mod trials;

#[doc(hidden)]
pub use settings::Group;
pub use settings::{ConformanceError, Environment, GROUP, Settings, TIER};
pub use trials::{main, main_of_backend, trials};

/// Turns rules into one test per case of the corpus, as the `fn main` of a test target without the standard
/// harness.
///
/// The macro call is the whole content of a file in `tests/`, declared in `Cargo.toml` as a `[[test]]` with
/// `harness = false`:
///
/// ```
/// # use vperft::reference::{Reference, Ryugi};
/// # use vperft::variant::Standard;
/// vperft::conformance!(Reference(Ryugi { book: Standard }), variants = ["ryugi"], tier = "smoke");
/// ```
///
/// Every case gets newly created rules, so that cases cannot affect each other. Put tables that are slow to
/// build into a `LazyLock`. For several variants, pass a closure such as `|variant| MyRules::new(variant)`.
///
/// Checks run up to the tier in the environment variable `VPERFT_TIER` (`smoke`, `ci`, `deep` or `record`), or else the
/// argument `tier`, or else `ci`. `cargo test --test NAME -- 'ryugi/ep'` runs the cases whose id contains
/// that text.
///
/// `cargo nextest` starts a process per test, and each process reads the corpus. If that takes too long, set
/// the environment variable `VPERFT_GROUP` or the argument `group` to `file` instead of `case`. Then all
/// cases in one file of the corpus are one test, such as `ryugi/clauses`; a failure names the cases.
///
/// For a [`MoveGenerator`](crate::game::rules::MoveGenerator), which needs fewer methods, write `generator = MyGenerator`.
///
/// To test a backend of several variants, or one that does not implement
/// [`Rules`](crate::game::rules::Rules), pass `backend = |variant| ...`:
///
/// ```
/// vperft::conformance!(backend = |_variant| vperft_fast::all(), variants = ["ryugi", "rococo"], group = "file");
/// ```
#[macro_export]
macro_rules! conformance {
    (backend = |$id:ident| $backend:expr, variants = $variants:expr $(, tier = $tier:expr)? $(, group = $group:expr)? $(,)?) => {
        $crate::conformance!(@main main_of_backend, $id, $backend, $variants, [$($tier)?], [$($group)?]);
    };
    (generator = $generator:expr, variants = $variants:expr $(, tier = $tier:expr)? $(, group = $group:expr)? $(,)?) => {
        $crate::conformance!(
            backend = |_variant| $crate::backend::GeneratorBackend::new(::std::env!("CARGO_PKG_NAME"), $generator),
            variants = $variants $(, tier = $tier)? $(, group = $group)?
        );
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
