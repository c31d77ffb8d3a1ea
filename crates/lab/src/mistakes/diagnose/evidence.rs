//! Answers that a run already has, as evidence for a diagnosis.
//!
//! A passed check shows that an answer is right, a failed one how it differs. Counts are not evidence, because they do
//! not show which move is wrong.

use super::answers::{Known, WrongAnswer, child_differences};
use super::diagnosis::Witness;
use super::probe::Probe;
use std::collections::BTreeSet;
use vperft::inner::backend::{PositionPath, Question};
use vperft::inner::corpus::check::{CaseResult, CheckResult};
use vperft::inner::corpus::question::{ErrorKind, Expected, Failure, Query, Verdict};

/// The answers about one position or input.
#[derive(Clone, Debug)]
pub(super) struct Evidence {
    pub probe: Probe,
    pub known: Known,
    pub differences: BTreeSet<WrongAnswer>,
}

/// The evidence of a run.
#[derive(Clone, Debug, Default)]
pub struct RunEvidence {
    pub(super) list: Vec<Evidence>,
    /// The cases in which nothing but counts is wrong: the path, and the smallest depth.
    pub counts_only: Vec<CountFailure>,
    /// The wrong answers that were others when the run repeated the question.
    pub(super) changing: Vec<Witness>,
}

/// A case in which nothing but counts is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountFailure {
    /// The id of the case.
    pub case: String,
    /// The VFEN of the root.
    pub vfen: String,
    /// The moves played from it.
    pub moves: Vec<String>,
    /// The smallest depth at which the count is wrong.
    pub depth: u32,
    /// How it is wrong, in words, if that is known.
    pub how: Option<String>,
}

impl RunEvidence {
    /// The evidence in these results, which are of one variant.
    #[must_use]
    pub fn from_results<'r>(results: impl Iterator<Item = &'r CaseResult<'r>>) -> Self {
        let mut evidence = Self::default();
        for result in results {
            evidence.add(result);
        }
        evidence
    }

    fn add(&mut self, result: &CaseResult<'_>) {
        let path = result.case.path(result.vfen);
        // An answer that changes shows nothing, and a known failure needs no explanation.
        let unknown = result.checks.iter().filter(|one| !is_known_failure(one));
        let (steady, changing): (Vec<_>, Vec<_>) = unknown.partition(|one| one.rerun.is_none());
        let (survey, inputs, mut depths) = Self::read(result, &steady);
        let is_wrong = |one: &Evidence| !one.differences.is_empty();
        let (other, others, _) = Self::read(result, &changing);
        self.changing.extend(std::iter::once(other).chain(others).filter(is_wrong).map(|one| Witness {
            vfen: one.probe.vfen.clone(),
            probe: one.probe,
            differences: one.differences.into_iter().collect(),
            is_shrunk: false,
        }));
        // Nothing follows about the answers that are missing.
        if result.checks.iter().any(|one| matches!(one.verdict, Verdict::Error { .. })) {
            depths.clear();
        }
        if let Some(&depth) =
            depths.iter().min().filter(|_| !is_wrong(&survey) && !inputs.iter().any(is_wrong))
        {
            let (vfen, moves) = (path.vfen.to_owned(), path.moves.to_vec());
            self.counts_only.push(CountFailure {
                case: result.case.id.clone(),
                vfen,
                moves,
                depth,
                how: None,
            });
        }
        let is_known = survey.known.moves
            || survey.known.status
            || !survey.known.squares.is_empty()
            || !survey.known.children.is_empty();
        self.list.extend(Some(survey).filter(|survey| is_known || is_wrong(survey)));
        self.list.extend(inputs);
    }

    /// What some checks of a case say about its position and about inputs, and the depths of wrong counts.
    fn read(result: &CaseResult<'_>, checks: &[&CheckResult<'_>]) -> (Evidence, Vec<Evidence>, Vec<u32>) {
        let path = result.case.path(result.vfen);
        let mut survey = Evidence::new(result, path, Question::Survey);
        let mut inputs = Vec::new();
        let mut depths = Vec::new();
        for one in checks {
            match (&one.check.question, &one.check.expected) {
                (Query::Input(text), _) => {
                    inputs.extend(Evidence::of_input(
                        result,
                        PositionPath::from(text.as_str()),
                        Question::Read,
                        one,
                    ));
                }
                (Query::Ask(Question::After { text }), Expected::IllegalMove) => {
                    let question = Question::After { text: text.clone() };
                    inputs.extend(Evidence::of_input(result, path, question, one));
                }
                (Query::Ask(question), _) => {
                    survey.learn(question, &one.verdict);
                    let is_count =
                        matches!(&one.verdict, Verdict::Fail { failure: Failure::WrongCount { .. } });
                    depths.extend(question.depth().filter(|_| is_count));
                }
                (Query::Relation(_), _) => {}
            }
        }
        if survey.differences.contains(&WrongAnswer::Refused) {
            survey.differences.retain(|one| *one == WrongAnswer::Refused);
        }
        (survey, inputs, depths)
    }
}

/// Whether the check failed as expected.
const fn is_known_failure(one: &CheckResult<'_>) -> bool {
    one.known.is_some() && one.verdict.is_failure()
}

impl Evidence {
    fn new(result: &CaseResult<'_>, path: PositionPath<'_>, question: Question) -> Self {
        let probe = Probe {
            case: result.case.id.clone(),
            vfen: path.vfen.to_owned(),
            moves: path.moves.to_vec(),
            question,
        };
        Self { probe, known: Known::default(), differences: BTreeSet::new() }
    }

    /// The evidence of a check that an input is refused; `None` if it was not answered.
    fn of_input(
        result: &CaseResult<'_>,
        path: PositionPath<'_>,
        question: Question,
        one: &CheckResult<'_>,
    ) -> Option<Self> {
        let mut evidence = Self::new(result, path, question);
        match &one.verdict {
            Verdict::Pass | Verdict::OtherReason { .. } => {}
            Verdict::Fail {
                failure: Failure::IllegalMoveAccepted { .. } | Failure::InvalidPositionAccepted { .. },
            } => {
                evidence.differences.insert(WrongAnswer::Accepted);
            }
            _ => return None,
        }
        Some(evidence)
    }

    /// Adds what a verdict says about the position.
    fn learn(&mut self, question: &Question, verdict: &Verdict) {
        let failure = match verdict {
            Verdict::Pass => None,
            Verdict::Fail { failure } => Some(failure),
            Verdict::Error { kind: ErrorKind::Refused, .. } => return self.learn_refusal(question),
            _ => return,
        };
        // A text that is not a position has no fields to compare.
        if let Some(Failure::WrongChild { actual, .. }) = failure
            && actual.split(' ').count() < 6
        {
            return;
        }
        match question {
            Question::Moves => self.known.moves = true,
            Question::MovesOf { square } => {
                self.known.squares.insert(square.clone());
            }
            Question::After { text } => {
                self.known.children.insert(text.clone());
            }
            Question::Status => self.known.status = true,
            _ => return,
        }
        match (failure, question) {
            (Some(Failure::Moves { missing, extra, duplicate, more }), _) => {
                if !more.is_none() {
                    let known = self.known.some_of.get_or_insert_default();
                    known.extend(extra.iter().chain(duplicate).cloned());
                }
                let missing = missing.iter().map(|text| WrongAnswer::Missing { text: text.clone() });
                let extra = extra.iter().map(|text| WrongAnswer::Extra { text: text.clone() });
                let duplicate = duplicate.iter().map(|text| WrongAnswer::Duplicate { text: text.clone() });
                self.differences.extend(missing.chain(extra).chain(duplicate));
            }
            (Some(Failure::WrongChild { expected, actual }), Question::After { text }) => {
                self.differences.extend(child_differences(text, expected, actual));
            }
            (Some(Failure::WrongStatus { expected, actual }), _) => {
                let (expected, answered) = (expected.to_string(), actual.to_string());
                self.differences.insert(WrongAnswer::Status { expected, answered });
            }
            _ => {}
        }
    }

    /// A legal move that is refused is missing. Any other refusal is one of the position.
    fn learn_refusal(&mut self, question: &Question) {
        if let Question::After { text } = question {
            self.known.children.insert(text.clone());
            self.differences.insert(WrongAnswer::Missing { text: text.clone() });
        } else {
            self.differences.insert(WrongAnswer::Refused);
        }
    }
}
