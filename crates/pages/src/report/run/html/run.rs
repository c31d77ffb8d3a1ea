//! The results of a run as the JSON document holds them (`docs/run.schema.json`).
//!
//! The page reads the document even of the run that it belongs to, so that a run made earlier gives the same page.
//! Fields that the page does not show are not read.

use serde::{Deserialize, Deserializer};
use vperft::inner::game::perft::Count;
use vperft::inner::game::variant::VariantId;
use vperft_run::Tally;

/// A run.
#[derive(Debug, Deserialize)]
pub struct Run {
    pub(super) backend: String,
    pub(super) identity: String,
    pub(super) suite_version: Option<String>,
    pub(super) planned: Planned,
    pub(super) cases: Vec<Case>,
    #[serde(deserialize_with = "in_order")]
    pub(super) variants: Vec<(VariantId, Tally)>,
    pub(super) total: Tally,
    pub(super) complete: bool,
    pub(super) signature: String,
    pub(super) causes: Causes,
    #[serde(default)]
    pub(super) explanations: Vec<Explanation>,
    #[serde(default)]
    pub(super) interrupted: bool,
    #[serde(default)]
    pub(super) unanswered: bool,
    #[serde(default)]
    pub(super) readings: Vec<String>,
    #[serde(default)]
    pub(super) left_out: Vec<LeftOut>,
    #[serde(default)]
    pub(super) fixed: Vec<Fixed>,
}

impl Run {
    /// The variants of the run.
    #[must_use]
    pub fn variants(&self) -> Vec<VariantId> {
        self.variants.iter().map(|(id, _)| *id).collect()
    }
}

/// The variants in the order of the document.
fn in_order<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<(VariantId, Tally)>, D::Error> {
    let all = serde_json::Map::deserialize(deserializer)?;
    let read = |(name, tally): (String, serde_json::Value)| {
        let id = name.parse().map_err(serde::de::Error::custom)?;
        Ok((id, serde_json::from_value(tally).map_err(serde::de::Error::custom)?))
    };
    all.into_iter().map(read).collect()
}

/// The planned work.
#[derive(Debug, Deserialize)]
pub(super) struct Planned {
    pub checks: usize,
}

/// A case with its checks.
#[derive(Debug, Deserialize)]
pub(super) struct Case {
    pub id: String,
    pub title: String,
    pub clauses: Vec<String>,
    pub bugs: Vec<String>,
    pub vfen: String,
    pub checks: Vec<Check>,
}

impl Case {
    /// The variant, which the id begins with.
    pub fn variant(&self) -> Option<VariantId> {
        self.id.split_once('/')?.0.parse().ok()
    }
}

/// A check and its verdict.
#[derive(Debug, Deserialize)]
pub(super) struct Check {
    pub check: String,
    pub result: Verdict,
    pub replay: Option<String>,
    pub basis: Option<String>,
    /// The reason of a known failure.
    pub reason: Option<String>,
    pub rerun: Option<Verdict>,
}

/// A verdict. Unlike that of a check, it takes every name, so that runs of other versions have a page too.
#[derive(Debug, Deserialize)]
#[serde(tag = "verdict", rename_all = "kebab-case")]
pub(super) enum Verdict {
    Pass,
    Fail { failure: Failure },
    OtherReason { expected: String, actual: String },
    Error { kind: String, message: String },
    Unsupported { reason: String },
}

impl Verdict {
    /// Whether the check failed or had no answer.
    pub const fn is_failure(&self) -> bool {
        matches!(self, Self::Fail { .. } | Self::Error { .. })
    }
}

/// A wrong answer.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(super) enum Failure {
    Moves {
        missing: Vec<String>,
        extra: Vec<String>,
        duplicate: Vec<String>,
        more: Option<More>,
    },
    WrongCount {
        expected: Count,
        actual: Count,
        #[serde(default)]
        is_more: bool,
    },
    WrongChild {
        expected: String,
        actual: String,
    },
    WrongStatus {
        expected: String,
        actual: String,
    },
    IllegalMoveAccepted {
        child: String,
    },
    InvalidPositionAccepted {
        vfen: String,
        expected: String,
    },
    BrokenRelation {
        relation: String,
        what: String,
        rows: Vec<Row>,
    },
    WrongAnswer {
        expected: String,
        actual: String,
    },
}

/// The numbers of moves that a list leaves out.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub(super) struct More {
    pub extra: usize,
    pub duplicate: usize,
}

/// One way of asking, and its answer.
#[derive(Debug, Deserialize)]
pub(super) struct Row {
    pub name: String,
    pub texts: Vec<String>,
}

/// Properties that the failures share.
#[derive(Debug, Deserialize)]
pub(super) struct Causes {
    pub clauses: Vec<Share>,
    pub bugs: Vec<Share>,
    pub moves: Vec<Moves>,
    pub errors: Vec<Error>,
}

/// The failing cases of a clause or a bug.
#[derive(Debug, Deserialize)]
pub(super) struct Share {
    pub variant: VariantId,
    pub id: String,
    pub failed: usize,
    pub cases: usize,
}

/// Moves that differ in the same way.
#[derive(Debug, Deserialize)]
pub(super) struct Moves {
    pub variant: VariantId,
    pub kind: String,
    pub count: usize,
    pub pieces: Vec<(String, usize)>,
}

/// Checks with the same error.
#[derive(Debug, Deserialize)]
pub(super) struct Error {
    pub kind: String,
    pub message: String,
    pub first: String,
    pub checks: usize,
    pub cases: usize,
}

/// The mistakes that explain the failures of a variant.
#[derive(Debug, Deserialize)]
pub(super) struct Explanation {
    pub variant: VariantId,
    pub wrong: usize,
    pub explained: usize,
    pub mistakes: Vec<Mistake>,
    pub only_counts: usize,
    pub descend: Option<String>,
    pub diagnose: String,
}

/// A mistake.
#[derive(Debug, Deserialize)]
pub(super) struct Mistake {
    pub mistake: String,
    pub known: Option<String>,
    pub clause: Option<String>,
    pub explained: usize,
    pub cases: Vec<String>,
}

/// A case or a check without a meaning under the readings of the run.
#[derive(Debug, Deserialize)]
pub(super) struct LeftOut {
    pub reason: String,
}

/// A known failure that no longer occurs.
#[derive(Debug, Deserialize)]
pub(super) struct Fixed {
    pub case: String,
    pub check: Option<String>,
}
