//! The probes: positions and inputs of the corpus, about which the backend, the mistakes and the rules are asked.

use super::answers::{Answers, Response, unless_refused};
use serde_json::{Value, json};
use std::collections::HashSet;
use vperft::inner::backend::{Answer, BackendError, CountPlan, PositionPath, Question, VariantBackend};
use vperft::inner::corpus::question::{Expected, Query};
use vperft::inner::corpus::suite::{Case, Corpus, Origin};
use vperft::inner::game::variant::VariantId;

/// A question from a case of the corpus.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Probe {
    /// The id of the case.
    pub case: String,
    /// The VFEN of the root, or the text of an input.
    pub vfen: String,
    /// The moves played from the root.
    pub moves: Vec<String>,
    /// A survey of the position, or whether an input is accepted.
    pub question: Question,
}

impl Probe {
    /// The path of the question.
    pub fn path(&self) -> PositionPath<'_> {
        PositionPath { vfen: &self.vfen, moves: &self.moves }
    }

    /// Asks a backend, and adds to the number of requests.
    ///
    /// # Errors
    /// If the backend does not answer.
    pub(super) fn ask(
        &self,
        view: &mut dyn VariantBackend,
        requests: &mut u64,
    ) -> Result<Response, BackendError> {
        if self.question == Question::Survey {
            return Answers::ask(view, self.path(), requests);
        }
        *requests += 1;
        self.try_input(view)
    }

    /// Asks the rules.
    ///
    /// # Errors
    /// If the rules do not answer.
    pub(super) fn ask_rules(&self, view: &mut dyn VariantBackend) -> Result<Response, BackendError> {
        if self.question == Question::Survey {
            Answers::of_rules(view, self.path())
        } else {
            self.try_input(view)
        }
    }

    /// Whether an input is accepted.
    fn try_input(&self, backend: &mut dyn VariantBackend) -> Result<Response, BackendError> {
        let answer = unless_refused(backend.ask(self.path(), &self.question, &CountPlan::default()))?;
        match answer {
            Some(Answer::Vfen(vfen)) => Ok(Some(Answers::accepted(vfen))),
            Some(other) => Err(other.mismatch(&self.question)),
            None => Ok(None),
        }
    }

    /// The question as JSON reports write it.
    #[must_use]
    pub fn asks(&self) -> Value {
        match &self.question {
            Question::Read => json!({ "kind": "reading" }),
            Question::After { text } => json!({ "kind": "move", "text": text }),
            _ => json!({ "kind": "everything" }),
        }
    }
}

/// All probes of a variant without duplicates: first those of the smoke tier, which notices nearly every mistake, then those of
/// cases made by hand, then the others.
pub(super) fn probes(corpus: &Corpus, variant: VariantId) -> Vec<Probe> {
    let rank = |case: &Case| {
        let is_by_hand = matches!(corpus.position(case).origin, Origin::Constructed);
        (!case.smoke, !is_by_hand)
    };
    let mut cases: Vec<_> = corpus.of_variant(variant).map(|(_, case)| case).collect();
    cases.sort_by_key(|case| rank(case));
    let mut seen = HashSet::new();
    let all = cases.into_iter().flat_map(|case| of_case(corpus, case));
    all.filter(|probe| seen.insert((probe.vfen.clone(), probe.moves.clone(), probe.question.clone())))
        .collect()
}

/// The probes of a case.
fn of_case(corpus: &Corpus, case: &Case) -> Vec<Probe> {
    let vfen = &corpus.position(case).vfen;
    let probe = |vfen: &String, moves: &[String], question| Probe {
        case: case.id.clone(),
        vfen: vfen.clone(),
        moves: moves.to_vec(),
        question,
    };
    let is_refused = |expected: &Expected| matches!(expected, Expected::IllegalMove);
    let mut probes: Vec<_> = case
        .list()
        .filter_map(|check| match &check.question {
            Query::Input(text) => Some(probe(text, &[], Question::Read)),
            Query::Ask(Question::After { text }) if is_refused(&check.expected) => {
                Some(probe(vfen, &case.moves, Question::After { text: text.clone() }))
            }
            _ => None,
        })
        .collect();
    if probes.len() < case.list().count() {
        probes.insert(0, probe(vfen, &case.moves, Question::Survey));
    }
    probes
}
