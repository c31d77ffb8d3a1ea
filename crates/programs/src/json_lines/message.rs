//! Requests and replies of the JSON-lines protocol, one JSON object a line.

use super::size;
use crate::process::{one_line, printable};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_with::rust::unwrap_or_skip as present;
use std::sync::Arc;
use vperft::inner::backend::BackendError;
use vperft::inner::backend::engine_text::shorten;
use vperft::inner::support::sanitise;

/// The protocol version of the harness.
pub const PROTOCOL: u32 = 1;

/// The maximum number of characters of a move or position that a message quotes. Valid ones are shorter.
const MAX_QUOTED: usize = 500;

/// The expected form of a reply.
const EXPECTED: &str =
    "expected a JSON object with `seq` and exactly one of `result`, `unsupported` and `error`";

/// A request, without its sequence number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Request {
    pub ask: &'static str,
    pub variant: Option<&'static str>,
    pub vfen: Option<Arc<str>>,
    pub moves: Option<Vec<String>>,
    pub depth: Option<u32>,
    /// Of a `hello`: the version of the protocol.
    pub protocol: Option<u32>,
}

impl Request {
    /// The request as a line of JSON.
    pub fn line(&self, seq: u64) -> String {
        #[derive(Serialize)]
        struct Line<'a> {
            seq: u64,
            ask: &'a str,
            #[serde(skip_serializing_if = "Option::is_none")]
            variant: Option<&'a str>,
            #[serde(skip_serializing_if = "Option::is_none")]
            vfen: Option<&'a str>,
            #[serde(skip_serializing_if = "Option::is_none")]
            moves: Option<&'a [String]>,
            #[serde(skip_serializing_if = "Option::is_none")]
            depth: Option<u32>,
            #[serde(skip_serializing_if = "Option::is_none")]
            protocol: Option<u32>,
            #[serde(skip_serializing_if = "Option::is_none")]
            harness: Option<&'a str>,
        }
        let line = Line {
            seq,
            ask: self.ask,
            variant: self.variant,
            vfen: self.vfen.as_deref(),
            moves: self.moves.as_deref(),
            depth: self.depth,
            protocol: self.protocol,
            harness: self.protocol.map(|_| concat!("vperft ", env!("CARGO_PKG_VERSION"))),
        };
        serde_json::to_string(&line).expect("strings and numbers are JSON")
    }

    /// The request without its position, for messages that name the position elsewhere.
    pub fn name(&self) -> String {
        match self.depth {
            Some(depth) => format!("`{}` to depth {depth}", self.ask),
            None => format!("`{}`", self.ask),
        }
    }

    /// The request with its position and moves.
    pub fn full_name(&self) -> String {
        let short = |text: &str| sanitise::shorten(text, MAX_QUOTED).into_owned();
        let moves = self.moves.iter().flatten().map(|text| format!(" `{}`", short(text)));
        let moves = moves.collect::<String>();
        format!("{}{moves} of {}", self.name(), short(self.vfen.as_deref().unwrap_or_default()))
    }
}

/// The reply to a request: the result as JSON text, or the error.
pub(crate) type Reply = Result<String, BackendError>;

/// Reads the reply to the request with this number.
///
/// # Errors
/// If the line breaks the protocol.
pub(super) fn parse_reply(line: &str, seq: u64) -> Result<Reply, BackendError> {
    let broken = |problem: String| BackendError::Protocol(format!("answered `{}`: {problem}", shorten(line)));
    let answer: ReplyLine<'_> = serde_json::from_str(line)
        .map_err(|error| broken(format!("{}; {EXPECTED}", shorten(&error.to_string()))))?;
    match answer.seq.map(RawValue::get) {
        None => return Err(broken(format!("there is no `seq`; expected {seq}, the number of the request"))),
        Some(text) if text.parse() != Ok(seq) => {
            return Err(broken(format!(
                "`seq` is {}; expected {seq}, the number of the request",
                shorten(text)
            )));
        }
        Some(_) => {}
    }
    match (answer.result, answer.unsupported, answer.error) {
        // A result that is `null` counts as a reply; reading it as a value fails later.
        (Some(result), None, None) => Ok(Ok(result.get().to_owned())),
        (result, Some(reason), None) if is_absent(result) => {
            Ok(Err(BackendError::Unsupported(one_line(&reason))))
        }
        (result, None, Some(fault)) if is_absent(result) => fault.error().map(Err).map_err(broken),
        _ => Err(broken(EXPECTED.into())),
    }
}

#[derive(Deserialize)]
struct ReplyLine<'a> {
    #[serde(borrow)]
    seq: Option<&'a RawValue>,
    // A `null` result differs from a missing one, so that the message about a lone `null` names it.
    #[serde(borrow, default, deserialize_with = "present::deserialize")]
    result: Option<&'a RawValue>,
    unsupported: Option<String>,
    error: Option<Fault>,
}

/// Whether there is no result. Many JSON libraries write absent fields as `null`.
fn is_absent(result: Option<&RawValue>) -> bool {
    result.is_none_or(|result| result.get() == "null")
}

/// An error in a reply.
#[derive(Deserialize)]
struct Fault {
    kind: String,
    message: String,
    reason: Option<String>,
}

impl Fault {
    /// The error as a backend error, or why it is malformed.
    fn error(self) -> Result<BackendError, String> {
        let message = one_line(&self.message);
        match self.kind.as_str() {
            "position" => {
                let reason = self.reason.map(|word| one_line(&word));
                Ok(BackendError::RefusedPosition { reason, message })
            }
            "move" => Ok(BackendError::RefusedMove(message)),
            "internal" => Ok(BackendError::Crash(format!("reported an error of its own: {message}"))),
            other => {
                let shown = shorten(other);
                Err(format!("the kind of the error is `{shown}`; expected `position`, `move` or `internal`"))
            }
        }
    }
}

/// Adds the request to an error, for a request that the harness derived itself.
pub(super) fn about(error: BackendError, request: &Request) -> BackendError {
    let with = |text: String| format!("{text} (asked for {})", request.full_name());
    match error {
        BackendError::RefusedPosition { reason, message } => {
            BackendError::RefusedPosition { reason, message: with(message) }
        }
        BackendError::RefusedMove(message) => BackendError::RefusedMove(with(message)),
        BackendError::Protocol(problem) => BackendError::Protocol(with(problem)),
        BackendError::Crash(problem) => BackendError::Crash(with(problem)),
        BackendError::NotAsked(problem) => BackendError::NotAsked(with(problem)),
        BackendError::Timeout { after, .. } => BackendError::Timeout { request: request.full_name(), after },
        // These do not depend on the request, so that reports print each reason once.
        other @ (BackendError::Position(_)
        | BackendError::Move(_)
        | BackendError::Count(_)
        | BackendError::NotStarted(_)
        | BackendError::Unsupported(_)) => other,
    }
}

/// Reads the result of a request.
///
/// # Errors
/// If the result has another shape.
pub(super) fn result<T: DeserializeOwned>(
    request: &Request,
    json: &str,
    expected: &str,
) -> Result<T, BackendError> {
    serde_json::from_str(json).map_err(|_| wrong(request, json, expected))
}

/// The error that a result has another shape.
fn wrong(request: &Request, json: &str, expected: &str) -> BackendError {
    let shown = shorten(json);
    BackendError::Protocol(format!(
        "answered {} with the result `{shown}`; expected {expected}",
        request.name()
    ))
}

/// Refuses a move or position with control or format characters.
pub(super) fn clean(request: &Request, text: &str) -> Result<(), BackendError> {
    printable(text)
        .map_err(|problem| BackendError::Protocol(format!("answered {} with {problem}", request.name())))
}

const COUNT: &str = "a count from 0 to 2^128 - 1: an integer, or a string of decimal digits";

/// Reads the result of a `perft`.
pub(crate) fn count(request: &Request, json: &str) -> Result<u128, BackendError> {
    digits(json).ok_or_else(|| wrong(request, json, COUNT))
}

/// Reads the result of a `divide`.
pub(crate) fn counts(request: &Request, json: &str) -> Result<Vec<(String, u128)>, BackendError> {
    let rows: Option<Vec<(String, Box<RawValue>)>> = serde_json::from_str(json).ok();
    let rows = rows.and_then(|rows| {
        rows.into_iter().map(|(text, raw)| digits(raw.get()).map(|count| (text, count))).collect()
    });
    let expected = || wrong(request, json, &format!("an array of pairs [move text, count], each {COUNT}"));
    let rows: Vec<(String, u128)> = size::check_number(request, rows.ok_or_else(expected)?)?;
    rows.iter().try_for_each(|(text, _)| clean(request, text))?;
    Ok(rows)
}

/// Reads a count, which is a JSON integer or a string of digits.
fn digits(json: &str) -> Option<u128> {
    let text = json.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(json);
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}
