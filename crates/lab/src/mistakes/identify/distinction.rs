//! Questions that distinguish readings.

use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use vperft::inner::backend::{BackendError, PositionPath, Survey, VariantBackend};

/// The aspect of a position that a question asks about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", content = "of", rename_all = "kebab-case")]
pub enum Aspect {
    /// Whether the position is valid.
    Valid,
    /// The legal ones among these moves; the list is sorted.
    Moves(Vec<String>),
    /// The child after a move.
    After(String),
    /// The status.
    Status,
    /// The canonical VFEN.
    Form,
}

/// A question about a position that distinguishes readings, with the answer under each reading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DistinguishingQuestion {
    /// The position.
    pub vfen: String,
    /// The id of the position in the corpus; `None` if it is constructed.
    pub position: Option<String>,
    /// The aspect.
    pub aspect: Aspect,
    /// The answer under each reading, in their order; `None` if the position is not valid under it.
    pub answers: Vec<Option<Vec<String>>>,
}

/// The survey of a position; `None` if the backend refuses it.
pub(super) fn survey(view: &mut dyn VariantBackend, vfen: &str) -> Result<Option<Survey>, BackendError> {
    match view.survey(vfen) {
        Ok(survey) => Ok(Some(survey)),
        Err(error) if error.refuses_position() => Ok(None),
        Err(error) => Err(error),
    }
}

impl DistinguishingQuestion {
    /// All differences between surveys of a position under several readings, the easiest question first.
    pub(super) fn all(vfen: &str, position: Option<&str>, surveys: &[Option<Survey>]) -> Vec<Self> {
        let distinction = |aspect, answers| Self {
            vfen: vfen.to_owned(),
            position: position.map(str::to_owned),
            aspect,
            answers,
        };
        // The common case.
        if surveys.windows(2).all(|pair| pair[0] == pair[1]) {
            return Vec::new();
        }
        let mut distinctions = Vec::new();
        let of = |answer: &dyn Fn(&Survey) -> Vec<String>| -> Vec<Option<Vec<String>>> {
            surveys.iter().map(|survey| survey.as_ref().map(answer)).collect()
        };
        if surveys.iter().any(Option::is_none) {
            let valid = |survey: &Option<Survey>| Some(vec![valid(survey.is_some())]);
            distinctions.push(distinction(Aspect::Valid, surveys.iter().map(valid).collect()));
        }
        let children: Vec<BTreeMap<&str, &str>> = surveys
            .iter()
            .flatten()
            .map(|survey| {
                survey.children.iter().map(|child| (child.text.as_str(), child.vfen.as_str())).collect()
            })
            .collect();
        let texts: BTreeSet<&str> = children.iter().flat_map(|list| list.keys().copied()).collect();
        let (common, contested): (Vec<&str>, Vec<&str>) =
            texts.into_iter().partition(|text| children.iter().all(|list| list.contains_key(text)));
        if !contested.is_empty() {
            let legal = |survey: &Survey| {
                let has = |text: &&&str| survey.children.iter().any(|child| child.text == ***text);
                contested.iter().filter(has).map(|text| (*text).to_owned()).collect()
            };
            let texts = contested.iter().map(|text| (*text).to_owned()).collect();
            distinctions.push(distinction(Aspect::Moves(texts), of(&legal)));
        }
        for text in common {
            if children.windows(2).any(|pair| pair[0][text] != pair[1][text]) {
                let child = |survey: &Survey| {
                    let child = survey.children.iter().filter(|child| child.text == text);
                    child.map(|child| child.vfen.clone()).take(1).collect()
                };
                distinctions.push(distinction(Aspect::After(text.to_owned()), of(&child)));
                // One such move is enough.
                break;
            }
        }
        distinctions.push(distinction(
            Aspect::Status,
            of(&|survey| survey.status.iter().map(ToString::to_string).collect()),
        ));
        distinctions.push(distinction(Aspect::Form, of(&|survey| vec![survey.vfen.clone()])));
        distinctions.retain(|distinction| {
            let mut given = distinction.answers.iter().flatten();
            let first = given.next();
            given.any(|answer| Some(answer) != first)
        });
        distinctions
    }

    /// Whether two readings give different answers.
    pub(super) fn separates(&self, one: usize, other: usize) -> bool {
        match (&self.answers[one], &self.answers[other]) {
            (Some(one), Some(other)) => one != other,
            _ => false,
        }
    }

    /// Asks a backend.
    ///
    /// # Errors
    /// Returns an error if the backend gives no answer, or refuses a position whose validity is not in
    /// question.
    pub fn ask(&self, view: &mut dyn VariantBackend) -> Result<Vec<String>, BackendError> {
        let vfen = &self.vfen;
        Ok(match &self.aspect {
            Aspect::Valid => match view.read(vfen) {
                Ok(_) => vec![valid(true)],
                Err(error) if error.refuses_position() => vec![valid(false)],
                Err(error) => return Err(error),
            },
            Aspect::Moves(contested) => {
                let moves: BTreeSet<_> = view.moves(vfen.into())?.into_iter().collect();
                contested.iter().filter(|text| moves.contains(*text)).cloned().collect()
            }
            Aspect::After(text) => {
                vec![view.after(PositionPath { vfen, moves: std::slice::from_ref(text) })?]
            }
            Aspect::Status => vec![view.status(vfen.into())?.to_string()],
            Aspect::Form => vec![view.read(vfen)?],
        })
    }
}

fn valid(is_valid: bool) -> String {
    if is_valid { "valid" } else { "refused" }.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;
    use vperft::inner::backend::Child;
    use vperft::inner::game::rules::Status;

    /// A survey with these moves and children.
    fn seen(children: &[(&str, &str)], status: Status) -> Option<Survey> {
        let child = |&(text, vfen): &(&str, &str)| Child {
            text: text.to_owned(),
            vfen: vfen.to_owned(),
            status: Some(Status::Ongoing),
        };
        let children: Vec<_> = children.iter().map(child).collect();
        Some(Survey { vfen: "here".into(), status: Some(status), count: children.len() as u128, children })
    }

    #[test]
    fn questions_are_about_what_differs() {
        let ongoing = |children| seen(children, Status::Ongoing);
        let moves = |texts: &[&str]| Aspect::Moves(texts.iter().map(|text| (*text).to_owned()).collect());
        for (surveys, expected) in [
            (vec![ongoing(&[("a", "1")]), ongoing(&[("a", "1")])], vec![]),
            (vec![ongoing(&[("b", "1"), ("a", "1")]), ongoing(&[("a", "1")])], vec![moves(&["b"])]),
            (
                vec![ongoing(&[("a", "1"), ("b", "1")]), ongoing(&[("a", "2"), ("c", "3")])],
                vec![moves(&["b", "c"]), Aspect::After("a".into())],
            ),
            (vec![ongoing(&[]), seen(&[], Status::Won)], vec![Aspect::Status]),
            (vec![ongoing(&[]), None], vec![Aspect::Valid]),
            (vec![ongoing(&[("a", "1")]), None, ongoing(&[])], vec![Aspect::Valid, moves(&["a"])]),
        ] {
            let distinctions = DistinguishingQuestion::all("here", None, &surveys);
            let aspects: Vec<_> = distinctions.iter().map(|one| one.aspect.clone()).collect();
            assert_eq!(aspects, expected, "{surveys:?}");
        }
    }

    #[test]
    fn a_refusal_separates_only_by_itself() {
        let surveys = [seen(&[("a", "1")], Status::Ongoing), None, seen(&[], Status::Ongoing)];
        let distinctions = DistinguishingQuestion::all("here", None, &surveys);
        let pairs = [(0, 1), (0, 2), (1, 2)];
        let separated = |distinction: &DistinguishingQuestion| {
            pairs.map(|(one, other)| distinction.separates(one, other))
        };
        assert_eq!(separated(&distinctions[0]), [true, false, true]);
        assert_eq!(separated(&distinctions[1]), [false, true, false]);
    }
}
