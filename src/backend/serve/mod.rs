//! The program's side of the JSON-lines protocol, which answers requests with any backend. `docs/protocol.md` specifies it.
//!
//! Invariant: every line gets one line as its answer, in order. This module shares no code with the harness's side of the protocol, so
//! that each side checks the other.
//!
//! ```
//! use vperft::serve::{OPTIONAL, ServeError, Server};
//! use vperft::variant::{Rulings, Standard, VariantId};
//!
//! let mut backend = vperft::reference::all(&Standard);
//! let (variants, rulings) = (vec![VariantId::RYUGI], Rulings::default());
//! let identity = "my-rules@1.0".to_owned();
//! let mut server = Server { backend: &mut backend, identity, variants, rulings, native: OPTIONAL };
//! let request = r#"{"seq": 0, "ask": "hello", "protocol": 1, "harness": "vperft"}"#;
//! let mut answers = Vec::new();
//! let served: Result<(), ServeError> = server.run(request.as_bytes(), &mut answers);
//! served?;
//! assert!(String::from_utf8_lossy(&answers).contains(r#""name":"my-rules","version":"1.0""#));
//! # Ok::<(), ServeError>(())
//! ```

mod answer;
mod request;

use crate::backend::Backend;
use crate::game::variant::{Rulings, VariantId};
use crate::support::request_lines::next_request;
use answer::answer;
use std::io::{self, BufReader, Read, Write};

/// The protocol version of this side.
const PROTOCOL: u32 = 1;
/// The maximum depth of a count. Counting takes stack for every ply.
pub(crate) const MAX_DEPTH: u32 = 99;
/// The maximum length of a request, in bytes.
const MAX_LINE: usize = 16 << 20;

/// A backend that answers requests.
pub struct Server<'a> {
    /// The backend.
    pub backend: &'a mut dyn Backend,
    /// The name and version to give: `my-engine@1.2`.
    pub identity: String,
    /// The variants to answer for.
    pub variants: Vec<VariantId>,
    /// The readings that it declares.
    pub rulings: Rulings,
    /// The optional requests that it declares.
    pub native: &'static [&'static str],
}

/// Why a server stops.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Reading failed, or a request is too long.
    #[error("the requests: {0}")]
    Requests(io::Error),
    /// Writing an answer failed.
    #[error("the answers: {0}")]
    Answers(io::Error),
}

/// The optional parts of the protocol: requests, and `played`, moves before `moves`, `perft` and `divide`.
pub const OPTIONAL: &[&str] = &["perft", "divide", "status", "played"];

impl Server<'_> {
    /// Answers requests until their end.
    ///
    /// # Errors
    /// If reading or writing fails.
    pub fn run(&mut self, requests: impl Read, mut answers: impl Write) -> Result<(), ServeError> {
        let mut requests = BufReader::new(requests);
        let mut line = Vec::new();
        loop {
            if !next_request(&mut requests, MAX_LINE, &mut line).map_err(ServeError::Requests)? {
                return answers.flush().map_err(ServeError::Answers);
            }
            let answer = format!("{}\n", answer(self, &line));
            answers.write_all(answer.as_bytes()).map_err(ServeError::Answers)?;
            // Pipelined requests get their answers together.
            if requests.buffer().is_empty() {
                answers.flush().map_err(ServeError::Answers)?;
            }
        }
    }
}
