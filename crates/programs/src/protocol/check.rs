//! Runs all steps of a protocol check.

use super::Exchange;
use super::checker::Checker;
use super::{optional, required, whole};
use crate::json_lines::Hello;
use vperft::inner::backend::Limits;

/// Sends a program every kind of request for each of its variants, and ends it. Returns its `hello`, if it answers that, and all
/// exchanges.
#[must_use]
pub fn check_program(words: &[String], limits: &Limits) -> (Option<Hello>, Vec<Exchange>) {
    let (started, first) = whole::start(words, limits);
    let Some((session, hello)) = started else { return (None, vec![first]) };
    let mut checker = Checker::new(words, limits, session, first);
    whole::unknown_requests(&mut checker);
    for &variant in &hello.variants {
        let context = required::VariantContext::new(variant, &hello);
        let start = required::listing(&mut checker, &context);
        let child = required::children(&mut checker, &context, &start);
        required::refusals(&mut checker, &context);
        optional::counts(&mut checker, &hello, &context, &start);
        optional::played(&mut checker, &hello, &context, &start, child.as_deref());
        optional::status(&mut checker, &hello, &context, &start);
        required::concurrent(&mut checker, &context, &start);
    }
    whole::end(&mut checker);
    (Some(hello), checker.exchanges)
}
