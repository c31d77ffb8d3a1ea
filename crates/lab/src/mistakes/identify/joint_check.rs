//! Checks that the readings found agree with the backend together.

use super::distinction::survey;
use super::{Aspect, Oracle, RulingPlan};
use serde::Serialize;
use std::collections::BTreeSet;
use vperft::inner::backend::{BackendError, VariantBackend};
use vperft::inner::game::variant::Rulings;

/// The result of the check under all readings found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct JointCheck {
    /// The number of compared answers.
    pub answers: usize,
    /// The answers that differ.
    #[serde(rename = "misfits")]
    pub mismatches: Vec<JointMismatch>,
}

/// An answer that differs from that of the readings found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct JointMismatch {
    /// The position.
    pub vfen: String,
    /// The aspect.
    pub aspect: Aspect,
    /// What only the readings give.
    pub missing: Vec<String>,
    /// What only the backend gives.
    pub extra: Vec<String>,
}

/// Asks the backend again where readings differ, now about all legal moves, and compares with the oracle
/// under these rulings. Skips questions that the backend does not answer.
///
/// # Errors
/// Returns an error if the oracle fails in any way other than refusing a position.
pub fn confirm(
    plan: &[RulingPlan],
    rulings: &Rulings,
    oracle: Oracle<'_>,
    view: &mut dyn VariantBackend,
) -> Result<JointCheck, BackendError> {
    let mut right = oracle(rulings);
    let right = right.of(view.variant())?;
    let mut joint = JointCheck::default();
    let mut asked = BTreeSet::new();
    for question in plan.iter().flat_map(|ruling_plan| &ruling_plan.questions) {
        let mut question = question.clone();
        if let Aspect::Moves(_) = question.aspect {
            if !asked.insert(question.vfen.clone()) {
                continue;
            }
            let Some(survey) = survey(right, &question.vfen)? else { continue };
            let mut texts: BTreeSet<_> = survey.children.into_iter().map(|child| child.text).collect();
            let Ok(moves) = view.moves((&question.vfen).into()) else { continue };
            texts.extend(moves);
            question.aspect = Aspect::Moves(texts.into_iter().collect());
        }
        let expected = match question.ask(right) {
            Ok(expected) => expected,
            Err(BackendError::Position(_) | BackendError::Move(_)) => continue,
            Err(error) => return Err(error),
        };
        let Ok(actual) = question.ask(view) else { continue };
        joint.answers += 1;
        if expected != actual {
            let only = |one: &[String], other: &[String]| -> Vec<String> {
                one.iter().filter(|text| !other.contains(text)).cloned().collect()
            };
            joint.mismatches.push(JointMismatch {
                missing: only(&expected, &actual),
                extra: only(&actual, &expected),
                vfen: question.vfen,
                aspect: match question.aspect {
                    Aspect::Moves(_) => Aspect::Moves(Vec::new()),
                    aspect => aspect,
                },
            });
        }
    }
    Ok(joint)
}
