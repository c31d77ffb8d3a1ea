//! A backend that answers from a record.

use super::answer::{Failed, Surveyed};
use super::line::{Ask, Question};
use super::tape::{Found, Shelf, Side, Tape};
use crate::backend::programs::add_scheme;
use crate::backend::{Backend, BackendError, Options, PositionPath, Registry, Survey, VariantBackend};
use crate::game::perft;
use crate::game::perft::{Count, CountError, CountObserver, Resources, Tally};
use crate::game::rules::Status;
use crate::game::variant::{Rulings, VariantId};
use serde::de::DeserializeOwned;
use std::path::Path;
use std::sync::Arc;

/// The scheme of records.
pub const SCHEME: &str = "replay";

/// Adds the scheme `replay:FILE` to the registry. Where a record has several backends, a second word says which.
pub fn register(registry: &mut Registry) {
    let shelf = Shelf::default();
    add_scheme(registry, SCHEME, "FILE", move |words: &[String], options: &Options| {
        if options.off != crate::game::variant::ClauseSet::default() {
            return Err("is a record, which cannot be told to leave a clause out".into());
        }
        let tape =
            shelf.tape(Path::new(&words[0])).map_err(|error| format!("cannot be replayed: {error}"))?;
        let side =
            side(&tape.sides, &words[1..]).map_err(|problem| format!("cannot be replayed: {problem}"))?;
        let asked = *tape.sides[side].variants.first().ok_or_else(|| no_variant(&tape.sides[side]))?;
        Ok(Box::new(Replay { tape, side, asked }))
    });
}

/// Why a backend of a record cannot be asked about any variant.
fn no_variant(side: &Side) -> String {
    match &side.others[..] {
        [] => {
            let names: Vec<_> = side.opened.variants.keys().map(String::as_str).collect();
            format!(
                "is a record of {}, which this program does not know; --variant DIR brings a variant",
                names.join(", ")
            )
        }
        names => format!(
            "is a record of another {}: its pieces, board or start are not those that this program knows",
            names.join(", ")
        ),
    }
}

/// Which backend of a record is meant: the only one, the only program among them, or the one of this number or name.
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

/// A backend that was recorded.
#[derive(Debug)]
struct Replay {
    tape: Arc<Tape>,
    side: usize,
    /// The variant it is asked about.
    asked: VariantId,
}

impl Replay {
    fn recorded(&self) -> &Side {
        &self.tape.sides[self.side]
    }

    /// The next answer to a question, if the record holds one.
    fn next<T: DeserializeOwned>(&self, question: &Question<'_>) -> Result<Option<T>, BackendError> {
        let found = self.tape.next(self.side, question).map_err(unreadable)?;
        found.map(|found| read(found, question)).transpose()
    }

    /// The next answer to a question, or else what the survey of the position holds of it, or else that there is none.
    fn answer<T: DeserializeOwned>(
        &self,
        question: &Question<'_>,
        of_survey: impl FnOnce(Survey) -> Option<T>,
    ) -> Result<T, BackendError> {
        if let Some(answer) = self.next(question)? {
            return Ok(answer);
        }
        let path = Question::at(Ask::Survey, self.asked, question.vfen.into());
        let found = self.tape.first(self.side, &path).map_err(unreadable)?;
        let survey: Option<Surveyed> = found.and_then(|found| read(found, &path).ok());
        survey.and_then(|survey| of_survey(survey.into())).ok_or_else(|| lacking(question.ask))
    }
}

/// That a question is none of the record. The words are the same wherever it was asked: reports say each reason once.
fn lacking(ask: Ask) -> BackendError {
    BackendError::Unsupported(format!("the record does not hold this question, `{}`", ask.name()))
}

fn unreadable(error: std::io::Error) -> BackendError {
    BackendError::Protocol(format!("the record cannot be read: {error}"))
}

/// Reads an answer to a question.
fn read<T: DeserializeOwned>(found: Found, question: &Question<'_>) -> Result<T, BackendError> {
    match found {
        Found::Result(json) => serde_json::from_str(&json).map_err(|error| {
            BackendError::Protocol(format!(
                "the record answers `{}` otherwise than it should: {error}",
                question.ask.name()
            ))
        }),
        Found::MoreThan(most) => Err(BackendError::Unsupported(format!(
            "the record says of this count only that it is more than {most}"
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
            // A ruling or a reading that there is no more cannot be asked for either.
            let _ = rulings.set(name, reading);
        }
        Some(rulings)
    }

    fn of(&mut self, variant: VariantId) -> Result<&mut dyn VariantBackend, BackendError> {
        if self.recorded().variants.contains(&variant) {
            self.asked = variant;
            return Ok(self);
        }
        let refused = self.tape.next(self.side, &Question::at(Ask::Variant, variant, "".into()));
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

    fn read(&mut self, vfen: &str) -> Result<String, BackendError> {
        let question = Question::at(Ask::Read, self.asked, vfen.into());
        self.answer(&question, |survey| Some(survey.vfen))
    }

    fn moves(&mut self, path: PositionPath<'_>) -> Result<Vec<String>, BackendError> {
        let question = Question::at(Ask::Moves, self.asked, path);
        let listed = |survey: Survey| survey.children.into_iter().map(|child| child.text).collect();
        self.answer(&question, |survey| path.moves.is_empty().then(|| listed(survey)))
    }

    fn perft(&mut self, path: PositionPath<'_>, depth: u32) -> Result<u128, BackendError> {
        let question = Question::at(Ask::Perft, self.asked, path).deep(depth);
        let is_counted = path.moves.is_empty() && depth == 1;
        let count: Count = self.answer(&question, |survey| is_counted.then_some(Count(survey.count)))?;
        Ok(count.0)
    }

    fn perft_within(
        &mut self,
        path: PositionPath<'_>,
        depth: u32,
        most: u128,
    ) -> Result<Option<u128>, BackendError> {
        let question = Question::at(Ask::Perft, self.asked, path).deep(depth);
        match self.tape.next(self.side, &question).map_err(unreadable)? {
            Some(Found::MoreThan(known)) if known >= most => Ok(None),
            Some(found) => read(found, &question).map(|count: Count| Some(count.0)),
            None => self.perft(path, depth).map(Some),
        }
    }

    fn divide(&mut self, path: PositionPath<'_>, depth: u32) -> Result<Vec<(String, u128)>, BackendError> {
        let question = Question::at(Ask::Divide, self.asked, path).deep(depth);
        let rows: Vec<(String, Count)> = self.answer(&question, |_| None)?;
        Ok(rows.into_iter().map(|(text, count)| (text, count.0)).collect())
    }

    fn divide_until_stopped(
        &mut self,
        path: PositionPath<'_>,
        depth: u32,
        _: &CountObserver<'_>,
    ) -> Result<Vec<(String, Option<u128>)>, BackendError> {
        let rows = self.divide(path, depth)?;
        Ok(rows.into_iter().map(|(text, count)| (text, Some(count))).collect())
    }

    fn count(
        &mut self,
        path: PositionPath<'_>,
        depth: u32,
        _: &Resources,
        _: &CountObserver<'_>,
    ) -> Result<Tally<String>, BackendError> {
        let tally = |total, moves| Tally { total, moves, threads: 1, hash_bytes: 0 };
        if depth == 0 {
            return Ok(tally(self.perft(path, 0)?, Vec::new()));
        }
        let moves = self.divide(path, depth)?;
        let total = perft::total(moves.iter().map(|(_, count)| *count)).ok_or(CountError::Overflow)?;
        Ok(tally(total, moves.into_iter().map(|(text, count)| (text, Some(count))).collect()))
    }

    fn after(&mut self, path: PositionPath<'_>) -> Result<String, BackendError> {
        let question = Question::after(self.asked, path);
        self.answer(&question, |survey| match path.moves {
            [] => Some(survey.vfen),
            [text] => survey.children.into_iter().find(|child| child.text == *text).map(|child| child.vfen),
            _ => None,
        })
    }

    fn status(&mut self, path: PositionPath<'_>) -> Result<Status, BackendError> {
        let question = Question::at(Ask::Status, self.asked, path);
        self.answer(&question, |survey| match path.moves {
            [] => survey.status,
            [text] => survey.children.into_iter().find(|child| child.text == *text)?.status,
            _ => None,
        })
    }

    fn survey(&mut self, vfen: &str) -> Result<Survey, BackendError> {
        let question = Question::at(Ask::Survey, self.asked, vfen.into());
        match self.next::<Surveyed>(&question)? {
            Some(survey) => Ok(survey.into()),
            None => crate::backend::survey::assemble(self, vfen),
        }
    }
}
