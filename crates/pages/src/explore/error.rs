//! Why a request has no answer, as the page shows it.

use serde_json::{Value, json};
use vperft::inner::backend::BackendError;
use vperft::inner::support::sanitise::sanitise_within;

/// The most characters of a message and of a line below it. A VFEN of 16 x 16 squares has about 1,100.
const MAX_TEXT: usize = 1500;

/// Why a request has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    /// The problem, and the valid value.
    pub message: String,
    /// Lines that show where.
    pub context: Vec<String>,
    /// The index of the move that is not legal.
    pub index: Option<usize>,
}

impl Refusal {
    /// A refusal with this message.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), context: Vec::new(), index: None }
    }

    /// What a backend says about a VFEN.
    pub fn answer(error: &BackendError, vfen: &str) -> Self {
        let context = match error {
            BackendError::Position(error) => error.pointer(vfen).lines().map(str::to_owned).collect(),
            _ => Vec::new(),
        };
        let message = match error {
            BackendError::Position(error) => error.to_string(),
            BackendError::Move(error) => error.to_string(),
            error => format!("the backend {error}"),
        };
        Self { context, ..Self::new(message) }
    }

    /// The reply.
    pub fn reply(&self) -> Value {
        let context: Vec<_> = self.context.iter().map(|line| sanitise_within(line, MAX_TEXT)).collect();
        json!({ "error": { "message": sanitise_within(&self.message, MAX_TEXT), "context": context, "index": self.index } })
    }
}

impl From<BackendError> for Refusal {
    fn from(error: BackendError) -> Self {
        Self::answer(&error, "")
    }
}
