//! The corpus as the only test of the rules that stand beside this file: all checks but the counts that take
//! long, up to the first that does not pass.
//!
//! The lists come before the counts, which are slow and seldom find more. `VARIANT` narrows the test to one variant.

#![allow(dead_code, unused_imports, unused_variables, reason = "what is changed may leave anything unused")]

mod reference;

use std::process::ExitCode;
use vperft::backend::{Options, Registry};
use vperft::internals::check::{Selection, judge_check};
use vperft::internals::question::Verdict;
use vperft::internals::suite::{Check, Corpus, Source, Tier};
use vperft::variant::VariantId;
// The rules say `crate::` to what is of the library here.
use vperft::{backend, board, notation, position, rules, variant};

/// The most nodes of a count, those of the smaller depths of its case included: no mutant needs more.
const NODES: u128 = 20_000;

fn main() -> ExitCode {
    let mut registry = Registry::default();
    reference::register(&mut registry);
    let Ok(mut backend) = registry.open("reference", &Options::default()) else {
        println!("killed by its registration");
        return ExitCode::FAILURE;
    };
    let only: Option<VariantId> =
        std::env::var("VARIANT").ok().map(|name| name.parse().expect("VARIANT is a variant"));
    // No backend of the crate plays chess.
    let played =
        |variant: &VariantId| *variant != VariantId::Chess && only.is_none_or(|only| only == *variant);
    let variants: Vec<VariantId> = VariantId::ALL.into_iter().filter(played).collect();
    let selection = Selection { variants, tier: Tier::Deep, filter: None, check: None };
    let corpus = Corpus::load(&Source::default()).expect("the corpus of the library is whole");
    let mut passed = 0;
    for counts in [false, true] {
        for item in selection.of(&corpus) {
            let of_pass = |check: &&Check<'_>| match check {
                Check::Perft { nodes, .. } => counts && *nodes <= NODES,
                _ => !counts,
            };
            for check in item.checks.iter().filter(of_pass) {
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
