//! What was said to a program, and what is to be thought of its answer.

use crate::backend::BackendError;
use crate::backend::programs::json_lines::Reply;
use crate::backend::programs::process::shorten;
use crate::game::variant::VariantId;
use serde::Serialize;

/// Requests and what came of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Exchange {
    /// The variant they are about, if they are about one.
    pub variant: Option<VariantId>,
    /// What was tried.
    pub step: &'static str,
    /// The lines that were sent, numbered as after a `hello`.
    pub requests: Vec<String>,
    /// What came of them.
    #[serde(flatten)]
    pub assessment: Assessment,
}

/// What is to be thought of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Assessment {
    /// The answer is one.
    Ok,
    /// The program says that it does not support the request, which is its right.
    Unsupported {
        /// Why, in its words.
        reason: String,
    },
    /// The answer is none.
    Wrong {
        /// What is wrong.
        problem: String,
        /// What was expected.
        expected: String,
    },
}

/// What a reply says; or why it is not what it should be, which it may be if the program does not support the request.
pub(super) type Assessed<T> = Result<T, Assessment>;

impl Exchange {
    /// Whether the answer is none.
    #[must_use]
    pub const fn is_wrong(&self) -> bool {
        matches!(self.assessment, Assessment::Wrong { .. })
    }
}

/// An answer that is none.
pub(super) fn wrong(problem: impl ToString, expected: &str) -> Assessment {
    Assessment::Wrong { problem: problem.to_string(), expected: expected.to_owned() }
}

/// The result of a reply that may be `unsupported`.
pub(super) fn result(reply: Reply, expected: &str) -> Assessed<String> {
    reply.map_err(|error| match error {
        BackendError::Unsupported(reason) => Assessment::Unsupported { reason },
        error => wrong(error, expected),
    })
}

/// What a reply is that should refuse something and does not, or not so.
pub(super) fn no_refusal(reply: Reply, expected: &str) -> Assessment {
    match reply {
        Ok(json) => wrong(format!("answered with the result {}", shorten(&json)), expected),
        Err(BackendError::Unsupported(reason)) => Assessment::Unsupported { reason },
        Err(error) => wrong(error, expected),
    }
}
