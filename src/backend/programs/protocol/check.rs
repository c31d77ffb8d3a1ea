//! Checks a program from its start to its end.

use super::Exchange;
use super::checker::Checker;
use super::{optional, required, whole};
use crate::backend::Limits;
use crate::backend::programs::json_lines::Hello;

/// Asks a program every request, for every variant it has, and ends it. Returns what it says of itself, if it says hello, and
/// what came of every request.
#[must_use]
pub fn check(words: &[String], limits: &Limits) -> (Option<Hello>, Vec<Exchange>) {
    let (started, first) = whole::start(words, limits);
    let Some((session, hello)) = started else { return (None, vec![first]) };
    let mut checker = Checker::new(words, limits, session, first);
    whole::strangers(&mut checker);
    for &variant in &hello.variants {
        let scene = required::Scene::new(variant, &hello);
        let start = required::listing(&mut checker, &scene);
        let child = required::children(&mut checker, &scene, &start);
        required::refusals(&mut checker, &scene);
        optional::counts(&mut checker, &hello, &scene, &start);
        optional::played(&mut checker, &hello, &scene, &start, child.as_deref());
        optional::status(&mut checker, &hello, &scene, &start);
        required::together(&mut checker, &scene, &start);
    }
    whole::end(&mut checker);
    (Some(hello), checker.exchanges)
}
