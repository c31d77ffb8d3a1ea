//! A backend whose questions and answers are recorded.

use super::answer::{self, Failed, Outcome, Surveyed};
use super::line::{Ask, Opened, Question, digest, readings};
use super::recorder::Recorder;
use crate::backend::{Backend, BackendError, Options, PositionPath, Survey, VariantBackend};
use crate::game::perft::{Count, CountObserver, Resources, Tally};
use crate::game::rules::Status;
use crate::game::variant::{Clause, Rulings, VariantId};
use serde_json::json;

/// A backend that answers as the one it holds, and has a record of it. It passes on every method of both traits: what one of them
/// does by default, the other may do better.
pub struct Recording {
    inner: Box<dyn Backend>,
    recorder: Recorder,
    instance: u64,
    /// The variant it is asked about.
    asked: VariantId,
}

impl Recording {
    /// A backend that was opened by this name with these options.
    pub fn new(inner: Box<dyn Backend>, name: &str, options: &Options, recorder: Recorder) -> Self {
        let variants = inner.variants();
        let rulings = inner.declared().or_else(|| {
            let rulings = options.rulings.clone();
            (rulings != Rulings::default()).then_some(rulings)
        });
        let opened = Opened {
            name: name.to_owned(),
            identity: inner.identity(),
            variants: variants.iter().map(|id| (id.name().to_owned(), digest(*id))).collect(),
            readings: rulings.map(|rulings| readings(&rulings, &variants)),
            without: Clause::all()
                .filter(|clause| options.off.contains(*clause))
                .map(|clause| clause.id().to_owned())
                .collect(),
            settings: options.settings.clone(),
        };
        let instance = recorder.opened(&opened);
        Self { inner, recorder, instance, asked: VariantId::CHESS }
    }

    /// Asks a question, and notes it and what came of it.
    fn ask<T>(
        &mut self,
        question: &Question<'_>,
        ask: impl FnOnce(&mut dyn VariantBackend) -> Result<T, BackendError>,
        told: impl FnOnce(&T) -> Outcome,
    ) -> Result<T, BackendError> {
        self.recorder.asked(self.instance, question);
        let answer = self.inner.of(self.asked).and_then(ask);
        let outcome = match &answer {
            Ok(answer) => told(answer),
            Err(error) => Outcome::Error(Failed::from(error)),
        };
        self.recorder.answered(self.instance, &outcome);
        answer
    }
}

impl Backend for Recording {
    fn identity(&self) -> String {
        self.inner.identity()
    }

    fn variants(&self) -> Vec<VariantId> {
        self.inner.variants()
    }

    fn declared(&self) -> Option<Rulings> {
        self.inner.declared()
    }

    fn of(&mut self, variant: VariantId) -> Result<&mut dyn VariantBackend, BackendError> {
        if let Err(error) = self.inner.of(variant) {
            self.recorder.asked(self.instance, &Question::at(Ask::Variant, variant, "".into()));
            self.recorder.answered(self.instance, &Outcome::Error(Failed::from(&error)));
            return Err(error);
        }
        self.asked = variant;
        Ok(self)
    }
}

impl VariantBackend for Recording {
    fn variant(&self) -> VariantId {
        self.asked
    }

    fn read(&mut self, vfen: &str) -> Result<String, BackendError> {
        let question = Question::at(Ask::Read, self.asked, vfen.into());
        self.ask(&question, |view| view.read(vfen), |vfen| Outcome::Result(json!(vfen)))
    }

    fn moves(&mut self, path: PositionPath<'_>) -> Result<Vec<String>, BackendError> {
        let question = Question::at(Ask::Moves, self.asked, path);
        self.ask(&question, |view| view.moves(path), |moves| Outcome::Result(json!(moves)))
    }

    fn perft(&mut self, path: PositionPath<'_>, depth: u32) -> Result<u128, BackendError> {
        let question = Question::at(Ask::Perft, self.asked, path).deep(depth);
        self.ask(&question, |view| view.perft(path, depth), |count| Outcome::Result(json!(Count(*count))))
    }

    fn perft_within(
        &mut self,
        path: PositionPath<'_>,
        depth: u32,
        most: u128,
    ) -> Result<Option<u128>, BackendError> {
        let question = Question::at(Ask::Perft, self.asked, path).deep(depth);
        let told = |count: &Option<u128>| match count {
            Some(count) => Outcome::Result(json!(Count(*count))),
            None => Outcome::MoreThan(Count(most)),
        };
        self.ask(&question, |view| view.perft_within(path, depth, most), told)
    }

    fn divide(&mut self, path: PositionPath<'_>, depth: u32) -> Result<Vec<(String, u128)>, BackendError> {
        let question = Question::at(Ask::Divide, self.asked, path).deep(depth);
        let told = |rows: &Vec<(String, u128)>| {
            let rows: Vec<_> = rows.iter().map(|(text, count)| (text, Count(*count))).collect();
            Outcome::Result(json!(rows))
        };
        self.ask(&question, |view| view.divide(path, depth), told)
    }

    fn divide_until_stopped(
        &mut self,
        path: PositionPath<'_>,
        depth: u32,
        progress: &CountObserver<'_>,
    ) -> Result<Vec<(String, Option<u128>)>, BackendError> {
        let question = Question::at(Ask::Divide, self.asked, path).deep(depth);
        let ask = |view: &mut dyn VariantBackend| view.divide_until_stopped(path, depth, progress);
        self.ask(&question, ask, |rows| answer::rows(rows))
    }

    fn count(
        &mut self,
        path: PositionPath<'_>,
        depth: u32,
        plan: &Resources,
        progress: &CountObserver<'_>,
    ) -> Result<Tally<String>, BackendError> {
        // At depth 0 there is no move to split by.
        let ask = if depth == 0 { Ask::Perft } else { Ask::Divide };
        let question = Question::at(ask, self.asked, path).deep(depth);
        let told = |tally: &Tally<String>| match depth {
            0 => Outcome::Result(json!(Count(tally.total))),
            _ => answer::rows(&tally.moves),
        };
        self.ask(&question, |view| view.count(path, depth, plan, progress), told)
    }

    fn after(&mut self, path: PositionPath<'_>) -> Result<String, BackendError> {
        let question = Question::after(self.asked, path);
        self.ask(&question, |view| view.after(path), |vfen| Outcome::Result(json!(vfen)))
    }

    /// Keys are not recorded: they mean nothing to anybody else.
    fn key(&mut self, path: PositionPath<'_>) -> Result<u128, BackendError> {
        self.inner.of(self.asked)?.key(path)
    }

    fn status(&mut self, path: PositionPath<'_>) -> Result<Status, BackendError> {
        let question = Question::at(Ask::Status, self.asked, path);
        self.ask(&question, |view| view.status(path), |status| Outcome::Result(json!(status)))
    }

    fn survey(&mut self, vfen: &str) -> Result<Survey, BackendError> {
        let question = Question::at(Ask::Survey, self.asked, vfen.into());
        self.ask(&question, |view| view.survey(vfen), |survey| Outcome::Result(json!(Surveyed::from(survey))))
    }
}
