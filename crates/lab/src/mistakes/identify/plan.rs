//! Finds positions that distinguish the readings of a ruling.

use super::DistinguishingQuestion;
use super::distinction::survey;
use crate::differences::fuzz;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use vperft::inner::backend::{Backend, BackendError, Survey};
use vperft::inner::corpus::suite::Corpus;
use vperft::inner::game::variant::{Ruling, Rulings, Variant, VariantId};

/// The number of questions for each pair of readings, if there are enough. A backend may not answer all of
/// them, and one answer may be right by accident.
const QUESTIONS_PER_PAIR: u32 = 3;
/// The maximum number of positions constructed if the corpus does not distinguish two readings.
const MAX_CONSTRUCTED: u64 = 3000;
/// The seed of constructed positions; the value does not matter.
const SEED: u64 = 1;

/// Opens a backend that is correct under any readings.
pub type Oracle<'a> = &'a (dyn Fn(&Rulings) -> Box<dyn Backend> + Sync);

/// A ruling with the questions that distinguish its readings.
#[derive(Clone, Debug)]
pub struct RulingPlan {
    /// The ruling.
    pub ruling: &'static Ruling,
    /// The questions. Empty if there is only one reading, or no position distinguishes them.
    pub questions: Vec<DistinguishingQuestion>,
}

/// The questions for each ruling of a variant with several readings, in the order of the rulings. The other
/// rulings are as in `base`.
///
/// # Errors
/// Returns an error if the oracle fails in any way other than refusing a position.
pub fn plan(
    corpus: &Corpus,
    variant: VariantId,
    base: &Rulings,
    oracle: Oracle<'_>,
) -> Result<Vec<RulingPlan>, BackendError> {
    let mut positions: Vec<(&str, &str)> = corpus
        .positions
        .iter()
        .filter(|(_, (of, _))| *of == variant)
        .map(|(id, (_, entry))| (id.as_str(), entry.vfen.as_str()))
        .collect();
    positions.sort_by_key(|&(id, vfen)| (piece_count(vfen), id));
    let rulings: Vec<_> = Ruling::all()
        .into_iter()
        .filter(|ruling| ruling.variant == variant && ruling.readings.len() > 1)
        .collect();
    if rulings.is_empty() {
        return Ok(Vec::new());
    }
    rulings
        .into_par_iter()
        .map(|ruling| {
            let mut search = Search::new(ruling, base, oracle);
            search.corpus(&positions)?;
            search.constructed()?;
            Ok(RulingPlan { ruling, questions: search.questions })
        })
        .collect()
}

/// The number of pieces in a position.
fn piece_count(vfen: &str) -> usize {
    vfen.split(' ').next().unwrap_or_default().chars().filter(char::is_ascii_alphabetic).count()
}

/// The search for questions about one ruling.
struct Search<'a> {
    ruling: &'static Ruling,
    oracle: Oracle<'a>,
    /// The rulings with each reading of this ruling.
    rulings: Vec<Rulings>,
    /// A backend for each reading.
    backends: Vec<Box<dyn Backend>>,
    questions: Vec<DistinguishingQuestion>,
    /// The number of questions that distinguish each pair of readings.
    separated: BTreeMap<(usize, usize), u32>,
}

impl<'a> Search<'a> {
    fn new(ruling: &'static Ruling, base: &Rulings, oracle: Oracle<'a>) -> Self {
        let with = |reading: &&str| {
            let mut rulings = base.clone();
            rulings.set(ruling.name, reading).expect("the table of the rulings names their readings");
            rulings
        };
        let rulings: Vec<_> = ruling.readings.iter().map(with).collect();
        let backends = rulings.iter().map(oracle).collect();
        let count = ruling.readings.len();
        let pairs = (0..count).flat_map(|one| (one + 1..count).map(move |other| ((one, other), 0)));
        Self { ruling, oracle, rulings, backends, questions: Vec::new(), separated: pairs.collect() }
    }

    /// Searches the positions of the corpus until there are enough questions.
    fn corpus(&mut self, positions: &[(&str, &str)]) -> Result<(), BackendError> {
        for &(id, vfen) in positions {
            if self.is_separated(QUESTIONS_PER_PAIR) {
                break;
            }
            self.add_questions(vfen, Some(id), QUESTIONS_PER_PAIR)?;
        }
        Ok(())
    }

    /// Searches constructed positions until every pair of readings is distinguished.
    fn constructed(&mut self) -> Result<(), BackendError> {
        if self.is_separated(1) || chooses_the_start(self.ruling) {
            return Ok(());
        }
        let mut backend = (self.oracle)(&self.rulings[0]);
        let rulings = self.rulings[0].clone();
        let variant = self.ruling.variant;
        let mut result = Ok(());
        fuzz::constructed(backend.of(variant)?, &rulings, SEED, MAX_CONSTRUCTED, &mut |survey| {
            result = self.add_questions(&survey.vfen, None, 1);
            if result.is_err() || self.is_separated(1) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })?;
        result
    }

    /// Whether every pair of readings has this many questions.
    fn is_separated(&self, wanted: u32) -> bool {
        self.separated.values().all(|&count| count >= wanted)
    }

    /// Adds the questions about a position that distinguish a pair with fewer than this many questions.
    fn add_questions(&mut self, vfen: &str, position: Option<&str>, wanted: u32) -> Result<(), BackendError> {
        let mut surveys = Vec::new();
        for backend in &mut self.backends {
            surveys.push(survey(backend.of(self.ruling.variant)?, vfen)?.map(Survey::sorted));
        }
        for question in DistinguishingQuestion::all(vfen, position, &surveys) {
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

/// Whether each reading has its own start position, so that the ruling may concern nothing else.
pub(super) fn chooses_the_start(ruling: &Ruling) -> bool {
    let start = |reading: &&str| {
        let mut rulings = Rulings::default();
        rulings.set(ruling.name, reading).expect("the table of the rulings names their readings");
        Variant::get(ruling.variant).start(&rulings).vfen.as_str()
    };
    let starts: BTreeSet<_> = ruling.readings.iter().map(start).collect();
    starts.len() == ruling.readings.len()
}
