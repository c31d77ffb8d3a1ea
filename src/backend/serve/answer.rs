//! Answers one request.

use super::request::Request;
use super::{MAX_DEPTH, PROTOCOL, Server};
use crate::backend::{Answer, BackendError, CountPlan, PositionPath, Question, VariantBackend};
use crate::game::perft::Count;
use crate::game::variant::{Ruling, Variant, VariantId};
use serde_json::{Map, Value, json};

/// Why a request has no result.
enum Refusal {
    Backend(BackendError),
    Unsupported(String),
    /// The request is malformed.
    Request(String),
}

impl From<BackendError> for Refusal {
    fn from(error: BackendError) -> Self {
        Self::Backend(error)
    }
}

impl From<String> for Refusal {
    fn from(problem: String) -> Self {
        Self::Request(problem)
    }
}

/// Answers a line.
pub(super) fn answer(server: &mut Server<'_>, line: &[u8]) -> Value {
    let (seq, result) = match Request::parse(line) {
        Ok(request) => (request.seq(), result(server, &request)),
        Err(problem) => (Value::Null, Err(problem.into())),
    };
    match result {
        Ok(result) => json!({ "seq": seq, "result": result }),
        Err(Refusal::Backend(BackendError::Unsupported(reason)) | Refusal::Unsupported(reason)) => {
            json!({ "seq": seq, "unsupported": reason })
        }
        Err(Refusal::Backend(error)) => json!({ "seq": seq, "error": fault(error) }),
        Err(Refusal::Request(message)) => {
            json!({ "seq": seq, "error": { "kind": "internal", "message": message } })
        }
    }
}

fn fault(error: BackendError) -> Value {
    let position = |message: String, reason| match reason {
        Some(reason) => json!({ "kind": "position", "message": message, "reason": reason }),
        None => json!({ "kind": "position", "message": message }),
    };
    match error {
        BackendError::Position(error) => position(error.to_string(), Some(error.kind.to_string())),
        BackendError::RefusedPosition { reason, message } => position(message, reason),
        BackendError::Move(error) => json!({ "kind": "move", "message": error.to_string() }),
        BackendError::RefusedMove(message) => json!({ "kind": "move", "message": message }),
        error => json!({ "kind": "internal", "message": error.to_string() }),
    }
}

fn result(server: &mut Server<'_>, request: &Request) -> Result<Value, Refusal> {
    let ask: String = request.field("ask", "what is asked for")?;
    if ask == "hello" {
        return hello(server, request);
    }
    if !["moves", "after", "perft", "divide", "status"].contains(&ask.as_str()) {
        return Err(Refusal::Unsupported(format!("unknown request `{ask}`")));
    }
    let name: String = request.field("variant", "the name of a variant")?;
    let variant = name.parse::<VariantId>().ok().filter(|variant| server.variants.contains(variant));
    let variant = variant.ok_or_else(|| Refusal::Unsupported(format!("no rules of `{name}`")))?;
    let vfen: String = request.field("vfen", "a VFEN")?;
    // The moves are optional where the question does not depend on them.
    let may_be_absent = ["moves", "perft", "divide"].contains(&ask.as_str()) && !request.has("moves");
    let moves: Vec<String> =
        if may_be_absent { Vec::new() } else { request.field("moves", "an array of move texts")? };
    let path = PositionPath { vfen: &vfen, moves: &moves };
    let depth = |least: u32| match request.field::<u32>("depth", "a number of plies")? {
        depth if (least..=MAX_DEPTH).contains(&depth) => Ok(depth),
        depth => Err(format!("`depth` is {depth}; expected {least} to {MAX_DEPTH}")),
    };
    // Loads the tables of the variant first, so that the time of the count does not include it.
    let _ = Variant::get(variant);
    let question = match ask.as_str() {
        "moves" => Question::Moves,
        "after" => Question::Read,
        "perft" => Question::Perft { depth: depth(0)? },
        "divide" => Question::Divide { depth: depth(1)? },
        _ => Question::Status,
    };
    let backend = server.backend.of(variant)?;
    let answer = match question {
        Question::Perft { .. } => counted(backend, path, &question),
        _ => backend.ask(path, &question, &CountPlan::default()),
    }?;
    Ok(match answer {
        Answer::Vfen(vfen) => json!(vfen),
        Answer::Moves(moves) => json!(moves),
        Answer::Status(status) => json!(status),
        Answer::Count(count) => json!(Count(count)),
        Answer::Divide { rows, .. } => {
            rows.into_iter().map(|(text, count)| json!([text, count.map(Count)])).collect()
        }
        other => return Err(other.mismatch(&question).into()),
    })
}

/// Counts. `speed` measures the instructions of this function by its name, so it is never inlined.
#[inline(never)]
fn counted(
    backend: &mut dyn VariantBackend,
    path: PositionPath<'_>,
    question: &Question,
) -> Result<Answer, BackendError> {
    backend.ask(path, question, &CountPlan::default())
}

fn hello(server: &Server<'_>, request: &Request) -> Result<Value, Refusal> {
    let highest: u32 = request.field("protocol", "the highest version that the harness speaks")?;
    if highest < PROTOCOL {
        let reason = format!("version {highest} of the protocol; expected {PROTOCOL} or higher");
        return Err(Refusal::Unsupported(reason));
    }
    let (name, version) = server.identity.split_once('@').unwrap_or((&server.identity, "0"));
    let owned = Ruling::all().into_iter().filter(|ruling| server.variants.contains(&ruling.variant));
    let rulings: Map<_, _> =
        owned.map(|ruling| (ruling.name.to_owned(), json!(server.rulings.get(ruling.name)))).collect();
    Ok(json!({
        "protocol": PROTOCOL, "name": name, "version": version, "variants": server.variants, "rulings": rulings,
        "native": server.native,
    }))
}
