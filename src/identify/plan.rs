//! Finds the positions that tell the readings of a ruling apart.

use super::Question;
use super::question::{View, view};
use crate::backend::{Backend, BackendError};
use crate::fuzz;
use crate::suite::Corpus;
use crate::variant::{RULINGS, Ruling, Rulings, VariantId};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// By how many questions two readings are told apart, if there are so many: a backend may not answer all of
/// them, and one answer may be right by accident.
const WANTED: u32 = 3;
/// How many positions are constructed at most where the corpus does not tell two readings apart.
const CONSTRUCTED: u64 = 3000;
/// What constructed positions come from; any number would do.
const SEED: u64 = 1;

/// Opens a backend that is right under any reading of the rulings.
pub type Oracle<'a> = &'a (dyn Fn(&Rulings) -> Box<dyn Backend> + Sync);

/// A ruling with the questions that tell its readings apart.
#[derive(Clone, Debug)]
pub struct Deciding {
    /// The ruling.
    pub ruling: &'static Ruling,
    /// The questions, each of which has an answer of every reading. Empty if there is but one reading, or no
    /// position tells them apart.
    pub questions: Vec<Question>,
}

/// The questions for the rulings of a variant that have more than one reading, in the order of the rulings.
///
/// # Errors
/// If the oracle fails otherwise than by refusing a position.
pub fn plan(corpus: &Corpus, variant: VariantId, oracle: Oracle<'_>) -> Result<Vec<Deciding>, BackendError> {
    let mut positions: Vec<(&str, &str)> = corpus
        .positions
        .iter()
        .filter(|(_, (of, _))| *of == variant)
        .map(|(id, (_, entry))| (id.as_str(), entry.vfen.as_str()))
        .collect();
    positions.sort_by_key(|&(id, vfen)| (men(vfen), id));
    let rulings: Vec<_> =
        RULINGS.iter().filter(|ruling| ruling.variant == variant && ruling.readings.len() > 1).collect();
    if rulings.is_empty() {
        return Ok(Vec::new());
    }
    let defaults = views(&positions, variant, oracle)?;
    rulings
        .into_par_iter()
        .map(|ruling| {
            let mut search = Search::new(ruling, oracle);
            search.corpus(&positions, &defaults)?;
            search.constructed()?;
            Ok(Deciding { ruling, questions: search.questions })
        })
        .collect()
}

/// How many men stand in a position.
fn men(vfen: &str) -> usize {
    vfen.split(' ').next().unwrap_or_default().chars().filter(char::is_ascii_alphabetic).count()
}

/// What the default readings say about the positions of the corpus.
fn views(
    positions: &[(&str, &str)],
    variant: VariantId,
    oracle: Oracle<'_>,
) -> Result<Vec<View>, BackendError> {
    let open = || oracle(&Rulings::default());
    let view = |backend: &mut Box<dyn Backend>, (_, vfen): &(&str, &str)| {
        sorted(view(backend.as_mut(), variant, vfen))
    };
    positions.par_iter().map_init(open, view).collect()
}

/// A view with the moves in an order of their own, so that it can be compared.
fn sorted(view: Result<View, BackendError>) -> Result<View, BackendError> {
    view.map(|view| {
        view.map(|mut survey| {
            survey.children.sort_by(|one, other| one.text.cmp(&other.text));
            survey
        })
    })
}

/// The search for questions about one ruling.
struct Search<'a> {
    ruling: &'static Ruling,
    oracle: Oracle<'a>,
    /// A backend for every reading but the default one.
    others: Vec<Box<dyn Backend>>,
    questions: Vec<Question>,
    /// By how many questions each pair of readings is told apart.
    separated: BTreeMap<(usize, usize), u32>,
}

impl<'a> Search<'a> {
    fn new(ruling: &'static Ruling, oracle: Oracle<'a>) -> Self {
        let open = |reading: &&str| {
            let mut rulings = Rulings::default();
            rulings.set(ruling.name, reading).expect("the table of the rulings names their readings");
            oracle(&rulings)
        };
        let others = ruling.readings[1..].iter().map(open).collect();
        let count = ruling.readings.len();
        let pairs = (0..count).flat_map(|one| (one + 1..count).map(move |other| ((one, other), 0)));
        Self { ruling, oracle, others, questions: Vec::new(), separated: pairs.collect() }
    }

    /// Looks at the positions of the corpus, until there are as many questions as wanted.
    fn corpus(&mut self, positions: &[(&str, &str)], defaults: &[View]) -> Result<(), BackendError> {
        for (&(id, vfen), default) in positions.iter().zip(defaults) {
            if self.has(WANTED) {
                break;
            }
            self.look(vfen, Some(id), default.clone(), WANTED)?;
        }
        Ok(())
    }

    /// Looks at constructed positions, until every two readings are told apart.
    fn constructed(&mut self) -> Result<(), BackendError> {
        if self.has(1) {
            return Ok(());
        }
        let rulings = Rulings::default();
        let mut backend = (self.oracle)(&rulings);
        let variant = self.ruling.variant;
        let mut result = Ok(());
        fuzz::constructed(backend.as_mut(), variant, &rulings, SEED, CONSTRUCTED, &mut |survey| {
            result = self.look(&survey.vfen, None, Some(survey.clone()), 1);
            if result.is_err() || self.has(1) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        result
    }

    /// Whether every two readings are told apart by so many questions.
    fn has(&self, wanted: u32) -> bool {
        self.separated.values().all(|&count| count >= wanted)
    }

    /// Keeps the questions about a position that separate two readings which fewer than so many others do.
    fn look(
        &mut self,
        vfen: &str,
        position: Option<&str>,
        default: View,
        wanted: u32,
    ) -> Result<(), BackendError> {
        let mut views = vec![default];
        for backend in &mut self.others {
            views.push(sorted(view(backend.as_mut(), self.ruling.variant, vfen))?);
        }
        for question in Question::all(vfen, position, &views) {
            let pairs = self.separated.iter_mut();
            let pairs: Vec<_> = pairs.filter(|((one, other), _)| question.separates(*one, *other)).collect();
            if pairs.iter().any(|(_, count)| **count < wanted) {
                pairs.into_iter().for_each(|(_, count)| *count += 1);
                self.questions.push(question);
            }
        }
        Ok(())
    }
}
