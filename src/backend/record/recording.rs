//! A backend whose questions and answers are recorded.

use super::answer::{Failed, Outcome, outcome};
use super::line::{Asked, Opened, digest, readings};
use super::recorder::Recorder;
use crate::backend::{
    Answer, Backend, BackendError, CountPlan, Options, PositionPath, Question, VariantBackend, derive_answer,
};
use crate::game::variant::{Rulings, VariantId};

/// A backend that passes every question on to another, and records the question and the answer.
///
/// It records a survey and a divide as one question, and the moves of a square, the position after a move, the children, check and
/// classes as the questions from which they are derived.
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
            without: options.off.iter().map(|clause| clause.id().to_owned()).collect(),
            settings: options.settings.clone(),
        };
        let instance = recorder.opened(&opened);
        Self { inner, recorder, instance, asked: VariantId::CHESS }
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

    fn translated(&self) -> Option<String> {
        self.inner.translated()
    }

    fn of(&mut self, variant: VariantId) -> Result<&mut dyn VariantBackend, BackendError> {
        if let Err(error) = self.inner.of(variant) {
            self.recorder.asked(self.instance, &Asked::about_variant(variant));
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

    fn ask(
        &mut self,
        path: PositionPath<'_>,
        question: &Question,
        plan: &CountPlan<'_>,
    ) -> Result<Answer, BackendError> {
        match question {
            // A key means nothing to another program, and programs have no digests.
            Question::Key | Question::Digest => return self.inner.of(self.asked)?.ask(path, question, plan),
            Question::MovesOf { .. }
            | Question::After { .. }
            | Question::Children
            | Question::Check
            | Question::Classes { .. } => {
                return derive_answer(self, path, question, plan);
            }
            _ => {}
        }
        self.recorder.asked(self.instance, &Asked::new(self.asked, path, question));
        let answer = self.inner.of(self.asked).and_then(|backend| backend.ask(path, question, plan));
        self.recorder.answered(self.instance, &outcome(question, &answer, plan));
        answer
    }
}
