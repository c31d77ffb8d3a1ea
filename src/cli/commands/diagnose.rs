//! `vperft diagnose`.

use crate::backend::{Backend as _, BackendError, Registry};
use crate::cli::args::backend::{BackendArgs, Format, start_threads};
use crate::cli::args::corpus::CorpusArgs;
use crate::cli::args::task::TaskArgs;
use crate::cli::args::value::number;
use crate::cli::exit::{CliError, Exit};
use crate::cli::{interrupt, output};
use crate::game::variant::{Standard, VariantId};
use crate::generators::reference;
use crate::lab::diagnose;
use crate::lab::diagnose::{DiagnosedCause, Diagnosis, ProbeKind, Progress, Settings, Witness};
use crate::report::findings;
use crate::support::observer::Observer;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Find the few known mistakes that explain the answers of a backend
///
/// A known mistake is a clause of the rules that is not there, another reading, or one of the mistakes of `vperft audit`. The
/// backend is asked about positions of the corpus; named are the fewest mistakes with which the rules give its very answers.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The variant
    #[arg(value_parser = crate::cli::args::variant::named())]
    variant: VariantId,
    #[command(flatten)]
    backend: BackendArgs,
    /// How many positions to ask about, and how many inputs at most that are to be refused; a few more where mistakes have to be
    /// told apart
    #[arg(long, value_name = "N", default_value = "250", value_parser = number::<usize>(1, 1_000_000))]
    count: usize,
    /// How many mistakes to name at most
    #[arg(long, value_name = "N", default_value = "8", value_parser = number::<usize>(1, 1000))]
    causes: usize,
    #[command(flatten)]
    corpus: CorpusArgs,
    /// How to print the mistakes
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

pub(crate) fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    let (mut backend, options, _) = args.backend.open_for(registry, &[args.variant])?;
    let rulings = args.backend.readings(backend.as_ref(), &options)?;
    let corpus = args.corpus.load_of(&[args.variant])?;
    start_threads()?;
    interrupt::stop_run();
    let settings = Settings { positions: args.count, causes: args.causes, rulings };
    let (began, bar) = (Instant::now(), Bar::new());
    let diagnosed = diagnose::diagnose(&corpus, args.variant, backend.as_mut(), &settings, &bar);
    bar.0.finish_and_clear();
    let diagnosed = diagnosed.map_err(CliError::Backend)?;
    let told = Told { args, identity: backend.identity(), diagnosed: &diagnosed, took: began.elapsed() };
    let printed = match args.format {
        Format::Human => told.print(),
        Format::Json => output::bounded_json(told.json()),
    };
    output::unless_closed(printed, ())?;
    // What was not answered may differ.
    Ok(match (diagnosed.is_stopped, diagnosed.differing + diagnosed.unanswered.0) {
        (true, _) => Exit::Interrupted,
        (false, 0) => Exit::Success,
        (false, _) => Exit::Failed,
    })
}

/// So many positions are asked about at the end of a run, and no longer than this.
const BRIEF: (usize, Duration) = (120, Duration::from_secs(30));

/// The mistakes that explain the answers of the backend of a run, a line each; nothing where none does.
pub(crate) fn summary(task: &TaskArgs, registry: &Registry, variant: VariantId) -> Result<String, CliError> {
    let args = task.backend_args();
    if !reference::all(&Standard).variants().contains(&variant) {
        return Ok(String::new());
    }
    let options = args.options(&[variant])?;
    let mut backend = args.open_again(registry, &options);
    let rulings = args.readings(backend.as_ref(), &options)?;
    start_threads()?;
    let settings = Settings { positions: BRIEF.0, causes: 8, rulings };
    let brief = Brief { bar: Bar::new(), until: Instant::now() + BRIEF.1 };
    let corpus = task.corpus_args().load_of(&[variant])?;
    let diagnosed = diagnose::diagnose(&corpus, variant, backend.as_mut(), &settings, &brief);
    brief.bar.0.finish_and_clear();
    // What it says in the run stands for itself, whatever comes of this.
    let Ok(diagnosed) = diagnosed else { return Ok(String::new()) };
    let mut words = ["vperft", "diagnose", variant.name()].map(String::from).to_vec();
    words.extend(args.words(variant.name()));
    words.extend(task.corpus_args().words());
    Ok(findings::mistakes(variant, &diagnosed, &output::command(&words), output::style()))
}

/// Looks on until it has taken long enough.
struct Brief {
    bar: Bar,
    until: Instant,
}

impl Observer<Progress> for Brief {
    fn event(&self, progress: &Progress) {
        self.bar.event(progress);
    }

    fn is_stopped(&self) -> bool {
        Instant::now() >= self.until || self.bar.is_stopped()
    }
}

/// What was found, about to be told.
struct Told<'t> {
    args: &'t Args,
    identity: String,
    diagnosed: &'t Diagnosis,
    took: Duration,
}

impl Told<'_> {
    /// The command that asks the backend again where a mistake shows.
    fn replay(&self, witness: &Witness) -> String {
        let (args, probe) = (self.args, &witness.probe);
        let (asked, refused) = match &probe.kind {
            ProbeKind::Everything => (witness.asked(), None),
            ProbeKind::Reading => ("status", None),
            ProbeKind::Move { text } => ("after", Some(text)),
        };
        let child = witness.child().filter(|_| asked == "after");
        let name = args.variant.name();
        let mut words = ["vperft", asked, name, "--vfen", &probe.vfen].map(String::from).to_vec();
        for text in probe.moves.iter().chain(refused).chain(child) {
            words.extend(["--move".to_owned(), text.clone()]);
        }
        words.extend(args.backend.words(name));
        output::command(&words)
    }

    fn print(&self) -> Result<(), CliError> {
        let diagnosed = self.diagnosed;
        output::text(findings::diagnosis(self.args.variant, &self.identity, diagnosed))?;
        for (number, found) in (1..).zip(&diagnosed.causes) {
            let replay = self.replay(&found.witness);
            let style = output::style();
            output::line(findings::mistake(
                self.args.variant,
                number,
                found,
                diagnosed.differing,
                &replay,
                style,
            ))?;
        }
        output::text(findings::unexplained(&diagnosed.unexplained, &|witness| self.replay(witness)))?;
        output::note(format_args!("asked {} times; {:.1} s", diagnosed.requests, self.took.as_secs_f64()));
        Ok(())
    }

    fn json(&self) -> Value {
        let diagnosed = self.diagnosed;
        let witness = |witness: &Witness| {
            let probe = &witness.probe;
            json!({
                "case": probe.case, "vfen": probe.vfen, "moves": probe.moves, "asks": probe.kind,
                "differences": witness.differences, "replay": self.replay(witness),
            })
        };
        let found = |found: &DiagnosedCause| {
            json!({
                "mistake": found.suspect.title, "origin": found.suspect.origin,
                "clause": found.suspect.clause().map(|clause| clause.id()), "alike": found.alike,
                "exactly": found.exactly, "partly": found.partly, "witness": witness(&found.witness),
            })
        };
        json!({
            "variant": self.args.variant,
            "backend": self.identity,
            "asked": diagnosed.asked,
            "unanswered": diagnosed.unanswered.0,
            "error": diagnosed.unanswered.1.as_ref().map(BackendError::to_string),
            "requests": diagnosed.requests,
            "differing": diagnosed.differing,
            "mistakes": diagnosed.causes.iter().map(found).collect::<Vec<_>>(),
            "unexplained": diagnosed.unexplained.iter().map(witness).collect::<Vec<_>>(),
            "stopped": diagnosed.is_stopped,
            "seconds": self.took.as_secs_f64(),
        })
    }
}

/// How far it is, on stderr; it draws nothing unless that is a terminal.
struct Bar(ProgressBar);

impl Bar {
    fn new() -> Self {
        let style = ProgressStyle::with_template("{elapsed} {msg} {wide_bar} {pos}/{len}");
        let bar = ProgressBar::new(0);
        output::tick(&bar, Duration::from_millis(200));
        Self(bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())))
    }
}

impl Observer<Progress> for Bar {
    fn event(&self, progress: &Progress) {
        self.0.set_message(progress.stage);
        self.0.set_length(progress.of as u64);
        self.0.set_position(progress.done as u64);
    }

    fn is_stopped(&self) -> bool {
        interrupt::is_stopped()
    }
}
