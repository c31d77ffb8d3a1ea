//! The progress bar of a diagnosis, and the short diagnosis at the end of a run.

use super::start_threads;
use super::task::TaskArgs;
use crate::backend::{Backend as _, Registry};
use crate::cli::exit::CliError;
use crate::cli::output::bar;
use crate::cli::output::command::command_line;
use crate::cli::{interrupt, output};
use crate::game::variant::{Standard, VariantId};
use crate::generators::reference;
use crate::lab::diagnose;
use crate::lab::diagnose::{Progress, Settings};
use crate::report::findings;
use crate::support::observer::Observer;
use indicatif::ProgressBar;
use std::time::{Duration, Instant};

/// The limits of the diagnosis at the end of a run.
const MAX_POSITIONS: usize = 120;
const TIMEOUT: Duration = Duration::from_secs(30);
const MAX_CAUSES: usize = 8;

/// The known mistakes that explain the answers of the backend of a run, a line each. Empty if there are none.
pub fn summary(task: &TaskArgs, registry: &Registry, variant: VariantId) -> Result<String, CliError> {
    let args = task.backend_args();
    if !reference::all(&Standard).variants().contains(&variant) {
        return Ok(String::new());
    }
    let options = args.options(&[variant])?;
    let mut backend = args.open_again(registry, &options);
    let rulings = args.readings(backend.as_ref(), &options)?;
    start_threads()?;
    let settings = Settings { positions: MAX_POSITIONS, causes: MAX_CAUSES, rulings };
    let bar = LimitedBar { bar: DiagnosisBar::new(), deadline: Instant::now() + TIMEOUT };
    let corpus = task.corpus_args().load_of(&[variant])?;
    let diagnosed = diagnose::diagnose(&corpus, variant, backend.as_mut(), &settings, &bar);
    bar.bar.finish();
    // The results of the run do not depend on the diagnosis.
    let Ok(diagnosed) = diagnosed else { return Ok(String::new()) };
    let mut words = ["vperft", "diagnose", variant.name()].map(String::from).to_vec();
    words.extend(args.words(variant.name()));
    words.extend(task.corpus_args().words());
    Ok(findings::mistakes(variant, &diagnosed, &command_line(&words), output::style()))
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
