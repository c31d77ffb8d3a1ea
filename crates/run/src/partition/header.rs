//! What a part file says about the work and the part, and its digest.

use super::{Part, PartError};
use crate::digest::digest;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The member of a document that holds the header.
const MEMBER: &str = "partition";

/// The version of the format of part files.
const FORMAT: u32 = 1;

/// The work, and the part of it that a document holds the results of.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Header {
    /// The version of the format.
    format: u32,
    /// The version of `vperft`.
    vperft: String,
    /// The number of the part, from 1.
    part: u32,
    /// The number of parts.
    of: u32,
    /// The words of the command that decide the results, without the name of the program.
    pub command: Vec<String>,
    /// What the whole work consists of.
    #[serde(flatten)]
    pub work: Work,
}

/// What the whole work consists of. It is the same in all parts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Work {
    /// The identities of the backends, `name@version`.
    pub backends: Vec<String>,
    /// The names of the variants.
    pub variants: Vec<String>,
    /// The readings that are not the defaults, each `NAME=VALUE`.
    pub readings: Vec<String>,
    /// The digest of everything that is to be done.
    pub plan: String,
}

impl Header {
    /// The header of a part, for this version.
    pub fn new(part: Part, command: Vec<String>, work: Work) -> Self {
        let vperft = env!("CARGO_PKG_VERSION").to_owned();
        Self { format: FORMAT, vperft, part: part.number, of: part.of, command, work }
    }

    /// The part.
    pub const fn part(&self) -> Part {
        Part { number: self.part, of: self.of }
    }

    /// Takes the header out of the document of a part file.
    ///
    /// # Errors
    /// If the document is not that of a part, is of another version, or was changed since it was written.
    pub(super) fn take(file: &str, document: &mut Value) -> Result<Self, PartError> {
        let error = |problem: &str| PartError::new(format!("{file}: {problem}"));
        let fields = document.as_object_mut().and_then(|fields| fields.get_mut(MEMBER)?.as_object_mut());
        let fields = fields.ok_or_else(|| {
            error("expected a part, the JSON document of `run`, `fuzz`, `exhaust` or `audit` with --partition K/N")
        })?;
        let said = fields.shift_remove("digest");
        let version = fields.get("vperft").and_then(Value::as_str).unwrap_or("?").to_owned();
        let format = fields.get("format").and_then(Value::as_u64);
        let own = env!("CARGO_PKG_VERSION");
        if version != own || format != Some(FORMAT.into()) {
            return Err(error(&format!(
                "made by vperft {version}, and this is vperft {own}; make and merge parts with one version"
            )));
        }
        if said.as_ref().and_then(Value::as_str) != Some(&*digest(document.to_string().as_bytes())) {
            return Err(error("its digest is of another text: the file was changed; make the part again"));
        }
        let header =
            document.as_object_mut().and_then(|fields| fields.shift_remove(MEMBER)).unwrap_or_default();
        let header: Self = serde_json::from_value(header).map_err(|problem| error(&problem.to_string()))?;
        if Part::new(header.part, header.of).is_none() {
            return Err(error(&format!("there is no part {}", header.part())));
        }
        Ok(header)
    }
}

/// Puts the header into the document of a part, with the digest of both.
///
/// # Panics
/// If the document is not an object.
pub fn seal(document: &mut Value, header: &Header) {
    document[MEMBER] = serde_json::to_value(header).expect("a header is texts and numbers");
    let digest = digest(document.to_string().as_bytes());
    document[MEMBER]["digest"] = digest.into();
}
