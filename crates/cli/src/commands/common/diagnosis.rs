//! The progress bar of a diagnosis, and what explains the failures of a run.

use super::start_threads;
use super::task::TaskArgs;
use crate::args::backend;
use crate::args::selected::Selected;
use crate::interrupt;
use crate::output::bar;
use crate::output::command::command_line;
use indicatif::ProgressBar;
use std::time::{Duration, Instant};
use vperft::inner::backend::Backend as _;
use vperft::inner::game::variant::{Rulings, Standard, VariantId};
use vperft::inner::generators;
use vperft::inner::support::observer::Observer;
use vperft_lab::mistakes::diagnose;
use vperft_lab::mistakes::diagnose::{Progress, RunEvidence, Settings};
use vperft_pages::report::findings::descent_words;
use vperft_pages::report::run::Explanation;
use vperft_run::{RunInfo, RunOutcome};

/// The limits of the diagnosis at the end of a run.
const TIMEOUT: Duration = Duration::from_secs(30);
const MAX_CAUSES: usize = 8;

/// What explains the failures of a run, for each variant with any. It uses the answers of the run and asks the backend
/// nothing.
pub fn explain(
    task: &TaskArgs,
    tested: &Selected<'_>,
    rulings: &Rulings,
    about: &RunInfo<'_>,
    done: &RunOutcome<'_>,
) -> Vec<Explanation> {
    let with_rules = generators::oracle(&Standard);
    let variants = done.variants.iter().filter(|(_, tally)| tally.failed > 0).map(|(variant, _)| *variant);
    let variants = variants.filter(|variant| with_rules.variants().contains(variant));
    let deadline = Instant::now() + TIMEOUT;
    variants.map(|variant| explanation(task, tested, rulings, (about, done), variant, deadline)).collect()
}

fn explanation(
    task: &TaskArgs,
    tested: &Selected<'_>,
    rulings: &Rulings,
    (about, done): (&RunInfo<'_>, &RunOutcome<'_>),
    variant: VariantId,
    deadline: Instant,
) -> Explanation {
    let results = done.results.iter().filter(|result| result.variant == variant);
    let evidence = RunEvidence::from_results(results);
    let trusted = trusted_against(tested, variant);
    let failure = evidence.counts_only.iter().min_by_key(|failure| failure.depth);
    let descend = failure.zip(trusted).map(|(failure, trusted)| {
        let mut words = descent_words(variant, failure);
        words.extend(trusted);
        words.extend(tested.named_words(["--b", "--b-without"], variant.name()));
        command_line(&words)
    });
    let settings = Settings { positions: 0, causes: MAX_CAUSES, rulings: rulings.clone() };
    let bar = LimitedBar { bar: DiagnosisBar::new(), deadline };
    // The results of the run do not depend on the diagnosis.
    let corpus = &about.recomputed.corpus;
    let diagnosed = start_threads()
        .ok()
        .and_then(|()| diagnose::diagnose_run(corpus, variant, evidence, &settings, &bar).ok());
    bar.bar.finish();
    let mut words = ["vperft", "diagnose", variant.name()].map(String::from).to_vec();
    words.extend(tested.words(variant.name()));
    words.extend(task.suite_words());
    Explanation { variant, diagnosis: diagnosed, command: command_line(&words), descend }
}

/// The words that name the backend to compare the tested one with. Empty if the default of `descend` is another one. `None` if there is no
/// other built-in backend with rules of the variant, so that a comparison would be of a backend with itself.
fn trusted_against(tested: &Selected<'_>, variant: VariantId) -> Option<Vec<String>> {
    let is_standard = tested.given.rulings.is_empty() && tested.without.is_empty();
    if !is_standard || tested.name() != backend::default_for(&[variant]) {
        return Some(Vec::new());
    }
    let other = backend::oracle_for(&[variant]);
    (other != tested.name()).then(|| ["--a", other].map(String::from).to_vec())
}

/// A bar that stops the diagnosis at a deadline.
struct LimitedBar {
    bar: DiagnosisBar,
    deadline: Instant,
}

impl Observer<Progress> for LimitedBar {
    fn event(&self, progress: &Progress) {
        self.bar.event(progress);
    }

    fn is_stopped(&self) -> bool {
        Instant::now() >= self.deadline || self.bar.is_stopped()
    }
}

/// The progress of a diagnosis. It is drawn on a terminal only.
pub struct DiagnosisBar(ProgressBar);

impl DiagnosisBar {
    pub fn new() -> Self {
        let bar = ProgressBar::new(0).with_style(bar::style("{elapsed} {msg} {wide_bar} {pos}/{len}"));
        bar::tick(&bar, Duration::from_millis(200));
        Self(bar)
    }

    pub fn finish(&self) {
        self.0.finish_and_clear();
    }
}

impl Observer<Progress> for DiagnosisBar {
    fn event(&self, progress: &Progress) {
        self.0.set_message(progress.stage);
        self.0.set_length(progress.of as u64);
        self.0.set_position(progress.done as u64);
    }

    fn is_stopped(&self) -> bool {
        interrupt::is_stopped()
    }
}
