//! An exchange with a program and its assessment.

use crate::json_lines::Reply;
use serde::Serialize;
use vperft::inner::backend::BackendError;
use vperft::inner::backend::engine_text::shorten;
use vperft::inner::game::variant::VariantId;

/// Requests and the assessment of their answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Exchange {
    /// The variant of the requests, if they name one.
    pub variant: Option<VariantId>,
    /// The name of the step.
    pub step: &'static str,
    /// The lines that were sent, numbered as if they followed a `hello`.
    pub requests: Vec<String>,
    /// The assessment of the answers.
    #[serde(flatten)]
    pub assessment: Assessment,
}

/// The assessment of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
pub enum Assessment {
    /// The answer follows the protocol.
    Ok,
    /// The program does not support the request, which the protocol allows.
    Unsupported {
        /// The reason that the program gives.
        reason: String,
    },
    /// The answer breaks the protocol.
    Wrong {
        /// The problem.
        problem: String,
        /// The valid answer.
        expected: String,
    },
}

/// The value of a reply, or the assessment that rejects it.
pub(super) type Assessed<T> = Result<T, Assessment>;

impl Exchange {
    /// Whether the answer breaks the protocol.
    #[must_use]
    pub const fn is_wrong(&self) -> bool {
        matches!(self.assessment, Assessment::Wrong { .. })
    }
}

/// The assessment of an answer that breaks the protocol.
pub(super) fn wrong(problem: impl ToString, expected: &str) -> Assessment {
    Assessment::Wrong { problem: problem.to_string(), expected: expected.to_owned() }
}

/// The result of a reply.
pub(super) fn result(reply: Reply, expected: &str) -> Assessed<String> {
    reply.map_err(|error| match error {
        BackendError::Unsupported(reason) => Assessment::Unsupported { reason },
        error => wrong(error, expected),
    })
}

/// The assessment of a reply that should have refused something.
pub(super) fn no_refusal(reply: Reply, expected: &str) -> Assessment {
    match reply {
        Ok(json) => wrong(format!("answered with the result {}", shorten(&json)), expected),
        Err(BackendError::Unsupported(reason)) => Assessment::Unsupported { reason },
        Err(error) => wrong(error, expected),
    }
}
