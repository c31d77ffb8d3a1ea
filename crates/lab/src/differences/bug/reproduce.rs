//! Reproduces a bug file.

use super::answered::{Answered, ask, ask_trusted};
use super::file::{Bug, EarlierQuery};
use crate::differences::descend::{Kind, Side};
use serde::Serialize;

/// How often a flaky side is asked before it counts as fixed.
const FLAKY_TRIES: u32 = 40;
/// Every N-th try uses a fresh process.
const FRESH_EVERY: u32 = 4;

/// The outcome of a reproduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// The other side answers as the trusted one.
    Gone,
    /// The other side gives the same wrong answer.
    Same,
    /// The other side gives another wrong answer.
    Other,
    /// Nothing can be concluded.
    #[serde(rename = "untold")]
    Inconclusive,
}

/// An outcome with the answers behind it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reproduction {
    /// The outcome.
    pub outcome: Outcome,
    /// The answer of the trusted side now; `None` if it was not asked.
    pub a: Option<Answered>,
    /// The answer of the other side now; of several answers, the one that decided.
    pub b: Option<Answered>,
    /// How often the other side was asked.
    pub asked: u32,
    /// Why the outcome is unknown or uncertain.
    pub note: Option<String>,
}

/// Asks the other side, and the trusted one if there is one.
#[must_use]
pub fn reproduce(bug: &Bug, a: Option<&mut Side<'_>>, b: &mut Side<'_>) -> Reproduction {
    let mut result = Reproduction { outcome: Outcome::Inconclusive, a: None, b: None, asked: 0, note: None };
    if let Some(a) = a {
        match ask_trusted(&bug.question, a, bug.path()) {
            Ok(answer) => {
                let is_same = answer.is_same(&bug.a.answer);
                let as_other = answer.is_same(&bug.b.answer);
                result.a = Some(answer);
                if !is_same {
                    let how = if as_other {
                        "the wrong answer of the file"
                    } else {
                        "another answer than in the file"
                    };
                    result.note = Some(format!("the trusted side now gives {how}"));
                    return result;
                }
            }
            // Its answer in the file is used instead.
            Err(error) => {
                result.note = Some(format!("the trusted side {error}; its answer in the file is used"))
            }
        }
    }
    let most = if bug.kind == Kind::Flaky { FLAKY_TRIES } else { 1 };
    if bug.kind == Kind::StateLeak {
        let known = if bug.before.is_empty() { &EarlierQuery::on_the_way(&bug.moves) } else { &bug.before };
        known.iter().for_each(|earlier| earlier.ask(b, &bug.root));
    }
    let (mut other, mut was_right) = (None, false);
    while result.asked < most {
        result.asked += 1;
        let ask = |side: &mut Side<'_>| ask(&bug.question, side, bug.path());
        let is_fresh = result.asked.is_multiple_of(FRESH_EVERY);
        let answer = if is_fresh { b.ask_fresh(ask) } else { ask(b) };
        let answer = match answer {
            Ok(answer) => answer,
            Err(error) => {
                result.note = Some(format!("the other side {error}"));
                return result;
            }
        };
        let is_right = answer.is_same(&bug.a.answer);
        let is_same = answer.is_same(&bug.b.answer);
        result.b = Some(answer.clone());
        if is_same {
            result.outcome = Outcome::Same;
            return result;
        }
        if is_right {
            was_right = true;
        } else {
            other = Some(answer);
        }
    }
    result.outcome = match (&other, bug.kind) {
        // The wrong answers of a flaky side vary.
        (Some(_), Kind::Flaky) if was_right => Outcome::Same,
        (Some(_), _) => Outcome::Other,
        (None, Kind::StateLeak) if bug.before.is_empty() => {
            let why = "its answer is right now; the wrong answer depended on earlier questions, which the file does not hold";
            result.note = Some(why.into());
            Outcome::Inconclusive
        }
        (None, _) => Outcome::Gone,
    };
    if other.is_some() {
        result.b = other;
    }
    result
}
