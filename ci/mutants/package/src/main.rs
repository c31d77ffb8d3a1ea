//! Runs the corpus as the only test of the copy of `reference` next to this file. Stops at the first check that
//! fails.
//!
//! Lists are checked before counts, which are slow and seldom find more; counts that take long are left out. `VARIANT` narrows
//! the test to one variant.

#![allow(dead_code, unused_imports, unused_variables, reason = "a change may leave anything unused")]

/// The modules that `reference` names by their path in the crate. They replace private items.
mod game {
    pub use vperft::{board, classes, notation, position, rules};
    pub mod variant {
        pub use vperft::inner::game::variant::*;
        pub trait Sealed {}
    }
}
mod backend {
    pub use vperft::backend::*;
    /// Opens the backend that is added.
    #[derive(Default)]
    pub struct Registry(pub Option<Box<dyn Backend>>);
    impl Registry {
        pub fn add_built_in(
            &mut self,
            _name: &str,
            open: impl Fn(&Options) -> Result<Box<dyn Backend>, String>,
        ) {
            self.0 = open(&Options::default()).ok();
        }
    }
}
mod generators {
    pub mod reference;
}

use generators::reference;
use std::process::ExitCode;
use vperft::inner::corpus::check::{Selection, judge_check};
use vperft::inner::corpus::question::Verdict;
use vperft::inner::corpus::suite::{Corpus, Source};
use vperft::inner::game::variant::VariantId;

/// Counts with more leaves are left out: no mutant needs them.
const MAX_LEAVES: u128 = 20_000;

fn main() -> ExitCode {
    let mut registry = backend::Registry::default();
    reference::register(&mut registry);
    let Some(mut backend) = registry.0 else {
        println!("killed by its registration");
        return ExitCode::FAILURE;
    };
    let variants = match std::env::var("VARIANT") {
        Ok(name) => vec![name.parse().expect("VARIANT is a variant")],
        // `reference` has no rules of chess.
        Err(_) => VariantId::all().into_iter().filter(|variant| *variant != VariantId::CHESS).collect(),
    };
    let selection = Selection { variants, max_nodes: Some(MAX_LEAVES), ..Selection::default() };
    let corpus = Corpus::load(&Source::default()).expect("the embedded corpus is valid");
    let mut passed = 0;
    for is_count in [false, true] {
        for item in selection.select(&corpus) {
            for check in item.checks.iter().filter(|check| (check.nodes() > 0) == is_count) {
                let verdict = judge_check(&mut *backend, item.variant, item.vfen, item.case, check);
                if verdict != Verdict::Pass {
                    println!("killed by {} {check}", item.case.id);
                    return ExitCode::FAILURE;
                }
                passed += 1;
            }
        }
    }
    println!("{passed} checks pass");
    ExitCode::SUCCESS
}
