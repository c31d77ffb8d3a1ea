//! A line of a history: the figures of a commit.

use crate::speed::{FORMAT, Measurement, VERSION};
use serde::{Deserialize, Serialize};

/// The figures of a commit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Entry {
    format: String,
    version: u32,
    /// The commit.
    pub commit: String,
    /// The date of the commit in RFC 3339.
    pub date: String,
    /// The figures.
    #[serde(flatten)]
    pub measured: Measurement,
}

impl Entry {
    /// The entry of a commit.
    pub fn new(commit: String, date: String, measured: Measurement) -> Self {
        Self { format: FORMAT.to_owned(), version: VERSION, commit, date, measured }
    }

    /// The entry as a line, without the line end.
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("an entry can be serialized")
    }

    /// The lines of a file.
    ///
    /// # Errors
    /// If a line is malformed or of a later version; the error names the line.
    pub fn parse_lines(text: &str) -> Result<Vec<Self>, String> {
        /// The fields that every version has.
        #[derive(Deserialize)]
        struct Head {
            format: String,
            version: u32,
        }
        let read = |line: &str| {
            let head: Head = serde_json::from_str(line).map_err(|error| error.to_string())?;
            if head.format != FORMAT {
                return Err(format!("the format `{}`; expected `{FORMAT}`", head.format));
            }
            if head.version > VERSION {
                return Err(format!(
                    "version {} of the format; the highest that this program reads is {VERSION}",
                    head.version
                ));
            }
            serde_json::from_str::<Self>(line).map_err(|error| error.to_string())
        };
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        lines.map(|(at, line)| read(line).map_err(|error| format!("line {}: {error}", at + 1))).collect()
    }
}
