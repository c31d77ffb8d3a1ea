//! Checks that the readings found fit together.

use super::distinction::survey;
use super::{Aspect, Oracle, RulingPlan};
use crate::backend::{BackendError, VariantBackend};
use crate::game::variant::Rulings;
use serde::Serialize;
use std::collections::BTreeSet;

/// What came of the pass under all readings found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct JointCheck {
    /// How many answers were compared.
    pub answers: usize,
    /// Those that differ.
    #[serde(rename = "misfits")]
    pub mismatches: Vec<JointMismatch>,
}

/// An answer that is not the one of the readings found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct JointMismatch {
    /// The position.
    pub vfen: String,
    /// What was asked.
    pub aspect: Aspect,
    /// What the readings say and the backend does not.
    pub missing: Vec<String>,
    /// What the backend says and the readings do not.
    pub extra: Vec<String>,
}

/// Asks the backend once more where readings differ, for all legal moves there, and compares with what holds
/// under these rulings. What the backend does not answer is passed over.
///
/// # Errors
/// If the oracle fails otherwise than by refusing a position.
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
