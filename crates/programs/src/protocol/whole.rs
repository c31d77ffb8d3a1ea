//! The steps without a variant: the start, unknown requests and the end.

use super::checker::Checker;
use super::exchange::{Assessment, Exchange, wrong};
use crate::json_lines::{Hello, Reply, Request, Session};
use std::sync::Arc;
use vperft::inner::backend::engine_text::shorten;
use vperft::inner::backend::{BackendError, Limits};
use vperft::inner::game::variant::VariantId;

/// Starts the program.
pub(super) fn start(words: &[String], limits: &Limits) -> (Option<(Session, Hello)>, Exchange) {
    let expected = "an answer to `hello` as the protocol defines it, within the time limit";
    let started = Session::start(words, limits);
    let assessment = match &started {
        Ok((_, hello)) if hello.variants.is_empty() => {
            let known = VariantId::all().into_iter().map(VariantId::name).collect::<Vec<_>>().join(", ");
            wrong("`variants` names none that vperft knows", &format!("at least one of {known}"))
        }
        Ok(_) => Assessment::Ok,
        Err(error) => wrong(error, expected),
    };
    let requests = vec![Hello::request().line(0)];
    (started.ok(), Exchange { variant: None, step: "hello", requests, assessment })
}

/// Sends requests that no program supports.
pub(super) fn unknown_requests(checker: &mut Checker<'_>) {
    let expected = "`unsupported` with a reason";
    let refused = |reply: Reply| match reply {
        Err(BackendError::Unsupported(_)) => Ok(()),
        Ok(result) => Err(wrong(format!("answered with the result {}", shorten(&result)), expected)),
        Err(error) => Err(wrong(error, expected)),
    };
    let unknown = Request { ask: "unknown-request", ..Request::default() };
    checker.step(None, "an unknown request", &unknown, expected, refused);
    let vfen = Some(Arc::from("8/8/8/8/8/8/8/8 w - - 0 1"));
    let variant = Some("unknown-variant");
    let unknown = Request { ask: "moves", variant, vfen, ..Request::default() };
    checker.step(None, "an unknown variant", &unknown, expected, refused);
}

/// Closes stdin.
pub(super) fn end(checker: &mut Checker<'_>) {
    let expected = "the program exits when its stdin ends";
    let timeout = checker.limits().timeout;
    let assessment = match checker.session() {
        Err(error) => wrong(error, expected),
        Ok(session) => match session.end(timeout) {
            Some(_) => Assessment::Ok,
            None => wrong(format!("it still runs after {timeout:?}"), expected),
        },
    };
    checker.record(None, "the end of stdin", &[], assessment);
}
