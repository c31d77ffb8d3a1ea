//! A backend that answers from a record.

use super::answer::{self, Failed};
use super::line::Asked;
use super::tape::{Found, Shelf, Side, Tape};
use crate::backend::{
    Answer, Backend, BackendError, CountPlan, Options, PositionPath, Question, Survey, VariantBackend,
    derive_answer,
};
use crate::game::variant::{Rulings, VariantId};
use std::path::Path;
use std::sync::Arc;

/// The scheme of records.
pub const SCHEME: &str = "replay";

/// Opens backends by the words behind the scheme: a file, and a second word that selects one of several backends in the record.
pub fn opener() -> impl Fn(&[String], &Options) -> Result<Box<dyn Backend>, String> + Send + Sync + 'static {
    let shelf = Shelf::default();
    move |words, options| {
        if options.off != crate::game::variant::ClauseSet::default() {
            return Err("is a record, which cannot switch off a clause".into());
        }
        let tape =
            shelf.tape(Path::new(&words[0])).map_err(|error| format!("cannot be replayed: {error}"))?;
        let side =
            side(&tape.sides, &words[1..]).map_err(|problem| format!("cannot be replayed: {problem}"))?;
        let asked = *tape.sides[side].variants.first().ok_or_else(|| no_variant(&tape.sides[side]))?;
        Ok(Box::new(Replay { tape, side, asked }))
    }
}

/// Why a recorded backend has no known variant.
fn no_variant(side: &Side) -> String {
    match &side.others[..] {
        [] => {
            let names: Vec<_> = side.opened.variants.keys().map(String::as_str).collect();
            format!(
                "is a record of {}, which this program does not know; --variant DIR adds one",
                names.join(", ")
            )
        }
        names => format!(
            "is a record of another {}: its pieces, board or start are not those that this program knows",
            names.join(", ")
        ),
    }
}

/// Selects a backend of a record: by number or name, or the only one, or the only program.
fn side(sides: &[Side], words: &[String]) -> Result<usize, String> {
    let programs: Vec<_> = (0..sides.len()).filter(|index| sides[*index].is_program()).collect();
    match (words, sides, &programs[..]) {
        ([], [_], _) => return Ok(0),
        ([], _, [program]) => return Ok(*program),
        ([], ..) => {}
        _ => {
            let asked = words.join(" ");
            let number = asked.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
            if let Some(index) = number.filter(|index| *index < sides.len()) {
                return Ok(index);
            }
            let is_named = |side: &Side| side.opened.name == asked || side.opened.identity == asked;
            let named: Vec<_> = (0..sides.len()).filter(|index| is_named(&sides[*index])).collect();
            if let [index] = named[..] {
                return Ok(index);
            }
        }
    }
    let list = sides.iter().zip(1..).map(|(side, number)| {
        let without: String = side.opened.without.iter().map(|clause| format!(" without {clause}")).collect();
        format!("{number} is `{}`{without}", side.opened.name)
    });
    let list = list.collect::<Vec<_>>().join(", ");
    Err(format!("expected `{SCHEME}:FILE NUMBER`, as the record has several backends: {list}"))
}

/// Replays a recorded backend.
#[derive(Debug)]
struct Replay {
    tape: Arc<Tape>,
    side: usize,
    /// The variant of the questions.
    asked: VariantId,
}

impl Replay {
    fn recorded(&self) -> &Side {
        &self.tape.sides[self.side]
    }

    /// The survey of a position, if the record holds one.
    fn surveyed(&self, vfen: &str) -> Result<Option<Survey>, BackendError> {
        let asked = Asked::new(self.asked, vfen.into(), &Question::Survey);
        let found = self.tape.first(self.side, &asked).map_err(unreadable)?;
        Ok(match found.map(|found| read_answer(found, &asked, &Question::Survey)) {
            Some(Ok(Answer::Survey(survey))) => Some(survey),
            _ => None,
        })
    }
}

/// Takes the answer to a question from the survey of the root.
fn from_survey(survey: Survey, path: PositionPath<'_>, question: &Question) -> Option<Answer> {
    let mut children = survey.children.into_iter();
    Some(match (question, path.moves) {
        (Question::Read, []) => Answer::Vfen(survey.vfen),
        (Question::Read, [text]) => Answer::Vfen(children.find(|child| child.text == *text)?.vfen),
        (Question::Moves, []) => Answer::Moves(children.map(|child| child.text).collect()),
        (Question::Perft { depth: 1 }, []) => Answer::Count(survey.count),
        (Question::Status, []) => Answer::Status(survey.status?),
        (Question::Status, [text]) => Answer::Status(children.find(|child| child.text == *text)?.status?),
        _ => return None,
    })
}

/// The error that the record does not hold a question. It is the same for every position, so that reports print each reason once.
fn lacking(asked: &Asked<'_>) -> BackendError {
    BackendError::Unsupported(format!("the record does not hold this question, `{}`", asked.ask))
}

fn unreadable(error: std::io::Error) -> BackendError {
    BackendError::Protocol(format!("the record cannot be read: {error}"))
}

/// Reads the answer to a question.
fn read_answer(found: Found, asked: &Asked<'_>, question: &Question) -> Result<Answer, BackendError> {
    match found {
        Found::Result(json) => match answer::parse_answer(question, &json) {
            Ok(answer) => answer.ok_or_else(|| lacking(asked)),
            Err(error) => Err(BackendError::Protocol(format!(
                "the answer to `{}` in the record is not in the expected form: {error}",
                asked.ask
            ))),
        },
        Found::MoreThan(limit) => Err(BackendError::Unsupported(format!(
            "the record only holds that this count is more than {limit}"
        ))),
        Found::Failed(failed) => Err(failed.into()),
    }
}

impl Backend for Replay {
    fn identity(&self) -> String {
        self.recorded().opened.identity.clone()
    }

    fn variants(&self) -> Vec<VariantId> {
        self.recorded().variants.clone()
    }

    fn declared(&self) -> Option<Rulings> {
        let readings = self.recorded().opened.readings.as_ref()?;
        let mut rulings = Rulings::default();
        for (name, reading) in readings {
            // A ruling or reading that no longer exists is skipped.
            let _ = rulings.set(name, reading);
        }
        Some(rulings)
    }

    fn of(&mut self, variant: VariantId) -> Result<&mut dyn VariantBackend, BackendError> {
        if self.recorded().variants.contains(&variant) {
            self.asked = variant;
            return Ok(self);
        }
        let refused = self.tape.next(self.side, &Asked::about_variant(variant));
        if let Some(Found::Failed(failed)) = refused.map_err(unreadable)? {
            return Err(Failed::into(failed));
        }
        let names: Vec<_> = self.recorded().variants.iter().map(|id| id.name()).collect();
        Err(BackendError::Unsupported(format!("{variant}; the record is one of {}", names.join(", "))))
    }
}

impl VariantBackend for Replay {
    fn variant(&self) -> VariantId {
        self.asked
    }

    fn ask(
        &mut self,
        path: PositionPath<'_>,
        question: &Question,
        plan: &CountPlan<'_>,
    ) -> Result<Answer, BackendError> {
        if !question.is_basic() && *question != Question::Survey
            || matches!(question, Question::Key | Question::Digest)
        {
            return derive_answer(self, path, question, plan);
        }
        let asked = Asked::new(self.asked, path, question);
        match (self.tape.next(self.side, &asked).map_err(unreadable)?, plan.limit) {
            (Some(Found::MoreThan(known)), Some(limit)) if known >= limit => Ok(Answer::MoreThan(limit)),
            (Some(found), _) => read_answer(found, &asked, question),
            (None, _) if *question == Question::Survey => derive_answer(self, path, question, plan),
            (None, _) => {
                let survey = self.surveyed(path.vfen)?;
                survey.and_then(|survey| from_survey(survey, path, question)).ok_or_else(|| lacking(&asked))
            }
        }
    }
}
