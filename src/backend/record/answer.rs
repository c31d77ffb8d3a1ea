//! Answers in the lines of a record.

use crate::backend::{Answer, BackendError, Child, CountPlan, Question, Survey};
use crate::game::perft::{self, Count, CountError};
use crate::game::rules::Status;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::time::Duration;

/// The outcome of a question.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Outcome {
    /// An answer, of a shape that depends on the question.
    Result(Value),
    /// The count was given up; it is larger than this number.
    MoreThan(Count),
    /// The observer stopped the count.
    Stopped(bool),
    /// The question failed.
    Error(Failed),
}

/// The error of a question.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Failed {
    kind: FailedKind,
    message: String,
    /// The word for the fault of a refused position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// The timeout, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
}

#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
enum FailedKind {
    /// The backend refused the position.
    Position,
    /// The backend refused a move.
    Move,
    /// The count is too large.
    Overflow,
    Unsupported,
    Timeout,
    Protocol,
    Crash,
    NotAsked,
}

impl From<&BackendError> for Failed {
    fn from(error: &BackendError) -> Self {
        let failed = |kind, message: &dyn ToString| Self {
            kind,
            message: message.to_string(),
            reason: None,
            seconds: None,
        };
        match error {
            BackendError::Position(fault) => {
                Self { reason: Some(fault.kind.to_string()), ..failed(FailedKind::Position, fault) }
            }
            BackendError::RefusedPosition { reason, message } => {
                Self { reason: reason.clone(), ..failed(FailedKind::Position, message) }
            }
            BackendError::Move(error) => failed(FailedKind::Move, error),
            BackendError::RefusedMove(message) => failed(FailedKind::Move, message),
            BackendError::Count(error @ CountError::Overflow) => failed(FailedKind::Overflow, error),
            // An error of this machine need not occur on the machine of the replay.
            BackendError::Count(error) => failed(FailedKind::NotAsked, error),
            BackendError::Unsupported(reason) => failed(FailedKind::Unsupported, reason),
            BackendError::Timeout { request, after } => {
                Self { seconds: Some(after.as_secs_f64()), ..failed(FailedKind::Timeout, request) }
            }
            BackendError::Protocol(problem) => failed(FailedKind::Protocol, problem),
            BackendError::Crash(problem) => failed(FailedKind::Crash, problem),
            error @ BackendError::NotStarted(_) => failed(FailedKind::Crash, error),
            BackendError::NotAsked(problem) => failed(FailedKind::NotAsked, problem),
        }
    }
}

impl From<Failed> for BackendError {
    fn from(Failed { kind, message, reason, seconds }: Failed) -> Self {
        match kind {
            FailedKind::Position => Self::RefusedPosition { reason, message },
            FailedKind::Move => Self::RefusedMove(message),
            FailedKind::Overflow => CountError::Overflow.into(),
            FailedKind::Unsupported => Self::Unsupported(message),
            FailedKind::Timeout => {
                let after = Duration::try_from_secs_f64(seconds.unwrap_or_default()).unwrap_or_default();
                Self::Timeout { request: message, after }
            }
            FailedKind::Protocol => Self::Protocol(message),
            FailedKind::Crash => Self::Crash(message),
            FailedKind::NotAsked => Self::NotAsked(message),
        }
    }
}

/// The recorded form of an answer. For a count that was stopped, only the stop is recorded.
pub(super) fn outcome(
    question: &Question,
    answer: &Result<Answer, BackendError>,
    plan: &CountPlan<'_>,
) -> Outcome {
    Outcome::Result(match answer {
        Ok(Answer::Vfen(vfen)) => json!(vfen),
        Ok(Answer::Moves(moves)) => json!(moves),
        Ok(Answer::Status(status)) => json!(status),
        Ok(Answer::Count(count)) => json!(Count(*count)),
        Ok(Answer::MoreThan(limit)) => return Outcome::MoreThan(Count(*limit)),
        Ok(Answer::Divide { rows, .. }) => {
            let row = |(text, count): &(String, Option<u128>)| Some((text.clone(), Count((*count)?)));
            match rows.iter().map(row).collect::<Option<Vec<_>>>() {
                Some(rows) if matches!(question, Question::Perft { .. }) => {
                    json!(perft::total(rows.into_iter().map(|(_, Count(count))| count)).map(Count))
                }
                Some(rows) => json!(rows),
                None => return Outcome::Stopped(true),
            }
        }
        Ok(Answer::Survey(survey)) => json!(Surveyed::from(survey)),
        Ok(Answer::Children(children)) => json!(children),
        Ok(Answer::Key(key)) => json!(key.to_string()),
        // These are derived from recorded answers.
        Ok(Answer::Check(_) | Answer::Classes(_)) => json!(null),
        Err(_) if matches!(question, Question::Perft { .. }) && plan.is_stopped() => {
            return Outcome::Stopped(true);
        }
        Err(error) => return Outcome::Error(Failed::from(error)),
    })
}

/// Reads the answer to a question. `None` if a record holds none of its kind.
///
/// # Errors
/// If the answer has another shape.
pub(super) fn parse_answer(question: &Question, json: &str) -> Result<Option<Answer>, serde_json::Error> {
    Ok(Some(match question {
        Question::Read => Answer::Vfen(serde_json::from_str(json)?),
        Question::Moves => Answer::Moves(serde_json::from_str(json)?),
        Question::Status => Answer::Status(serde_json::from_str(json)?),
        Question::Perft { .. } => Answer::Count(serde_json::from_str::<Count>(json)?.0),
        Question::Divide { .. } => {
            let rows: Vec<(String, Count)> = serde_json::from_str(json)?;
            Answer::divide(rows.into_iter().map(|(text, count)| (text, count.0)))
        }
        Question::Survey => Answer::Survey(serde_json::from_str::<Surveyed>(json)?.into()),
        _ => return Ok(None),
    }))
}

/// A survey in JSON.
#[derive(Deserialize, Serialize)]
pub(super) struct Surveyed {
    vfen: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    status: Option<Status>,
    count: Count,
    children: Vec<SurveyedChild>,
}

#[derive(Deserialize, Serialize)]
struct SurveyedChild {
    #[serde(rename = "move")]
    text: String,
    vfen: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    status: Option<Status>,
}

impl From<&Survey> for Surveyed {
    fn from(survey: &Survey) -> Self {
        let child = |child: &Child| SurveyedChild {
            text: child.text.clone(),
            vfen: child.vfen.clone(),
            status: child.status,
        };
        Self {
            vfen: survey.vfen.clone(),
            status: survey.status,
            count: Count(survey.count),
            children: survey.children.iter().map(child).collect(),
        }
    }
}

impl From<Surveyed> for Survey {
    fn from(surveyed: Surveyed) -> Self {
        let child = |SurveyedChild { text, vfen, status }| Child { text, vfen, status };
        Self {
            vfen: surveyed.vfen,
            status: surveyed.status,
            children: surveyed.children.into_iter().map(child).collect(),
            count: surveyed.count.0,
        }
    }
}
