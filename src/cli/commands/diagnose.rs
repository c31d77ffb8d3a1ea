//! `vperft diagnose`: names the known mistakes that explain the answers of a backend.

use crate::backend::{BackendError, Question, Registry};
use crate::cli::args::backend::BackendArgs;
use crate::cli::args::corpus::CorpusArgs;
use crate::cli::args::value::Format;
use crate::cli::args::value::number;
use crate::cli::commands::common::diagnosis::DiagnosisBar;
use crate::cli::commands::common::start_threads;
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::command::command_line;
use crate::cli::{interrupt, output};
use crate::game::variant::VariantId;
use crate::lab::diagnose;
use crate::lab::diagnose::{DiagnosedCause, Diagnosis, Settings, Witness};
use crate::report::findings::DiagnosisReport;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Find known mistakes that explain the answers of a backend
///
/// A known mistake is a missing clause of the rules, another reading of a ruling, or one of the mistakes of `vperft audit`. The
/// command asks the backend about positions of the corpus and names the fewest mistakes with which the rules give the same answers.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The variant
    #[arg(value_parser = crate::cli::args::variant::named())]
    variant: VariantId,
    #[command(flatten)]
    backend: BackendArgs,
    /// Ask about N positions
    ///
    /// Also asks about at most N inputs that must be refused, and about some more positions that distinguish mistakes.
    #[arg(long, value_name = "N", default_value = "250", value_parser = number::<usize>(1, 1_000_000))]
    count: usize,
    /// Name at most N mistakes
    #[arg(long, value_name = "N", default_value = "8", value_parser = number::<usize>(1, 1000))]
    causes: usize,
    /// Draw every mistake, and list everything that is unexplained
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    corpus: CorpusArgs,
    /// Output format
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

pub fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    let (mut backend, options, _) = args.backend.open_for(registry, &[args.variant])?;
    let rulings = args.backend.readings(backend.as_ref(), &options)?;
    let corpus = args.corpus.load_of(&[args.variant])?;
    start_threads()?;
    interrupt::stop_on_signal();
    let settings = Settings { positions: args.count, causes: args.causes, rulings };
    let (began, bar) = (Instant::now(), DiagnosisBar::new());
    let diagnosed = diagnose::diagnose(&corpus, args.variant, backend.as_mut(), &settings, &bar);
    bar.finish();
    let diagnosed = diagnosed.map_err(CliError::Backend)?;
    let report = Report { args, identity: backend.identity(), diagnosed: &diagnosed, took: began.elapsed() };
    let printed = match args.format {
        Format::Human => report.print(),
        Format::Json => output::bounded_json(report.json()),
    };
    output::unless_closed(printed, ())?;
    // An answer that the backend did not give may be wrong.
    Ok(match (diagnosed.is_stopped, diagnosed.differing + diagnosed.unanswered.0) {
        (true, _) => Exit::Interrupted,
        (false, 0) => Exit::Success,
        (false, _) => Exit::Failed,
    })
}

/// The results, to be printed.
struct Report<'t> {
    args: &'t Args,
    identity: String,
    diagnosed: &'t Diagnosis,
    took: Duration,
}

impl Report<'_> {
    /// The command that repeats the question that shows a mistake.
    fn replay(&self, witness: &Witness) -> String {
        let (args, probe) = (self.args, &witness.probe);
        let (asked, refused) = match &probe.question {
            Question::Read => ("status", None),
            Question::After { text } => ("after", Some(text)),
            _ => (witness.asked(), None),
        };
        let child = witness.child().filter(|_| asked == "after");
        let name = args.variant.name();
        let mut words = ["vperft", asked, name, "--vfen", &probe.vfen].map(String::from).to_vec();
        for text in probe.moves.iter().chain(refused).chain(child) {
            words.extend(["--move".to_owned(), text.clone()]);
        }
        words.extend(args.backend.words(name));
        command_line(&words)
    }

    fn print(&self) -> Result<(), CliError> {
        let report = DiagnosisReport {
            variant: self.args.variant,
            identity: &self.identity,
            diagnosed: self.diagnosed,
            replay: &|witness| self.replay(witness),
            style: output::style(),
            is_all: self.args.all,
        };
        output::text(report.text())?;
        let requests = self.diagnosed.requests;
        output::note(format_args!("asked {requests} times; {:.1} s", self.took.as_secs_f64()));
        Ok(())
    }

    fn json(&self) -> Value {
        let diagnosed = self.diagnosed;
        let witness = |witness: &Witness| {
            let probe = &witness.probe;
            json!({
                "case": probe.case, "vfen": probe.vfen, "moves": probe.moves, "asks": probe.asks(),
                "differences": witness.differences, "replay": self.replay(witness),
            })
        };
        let found = |found: &DiagnosedCause| {
            let suspect = found.suspect.as_ref();
            json!({
                "mistake": suspect.map_or(&found.words, |suspect| &suspect.title), "words": found.words,
                "origin": suspect.map(|suspect| suspect.origin),
                "clause": found.clause.map(|clause| clause.id()), "alike": found.alike,
                "explained": found.explained, "shown": found.shown,
                "examples": found.examples.iter().map(witness).collect::<Vec<_>>(),
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
            "explained": diagnosed.explained(),
            "mistakes": diagnosed.causes.iter().map(found).collect::<Vec<_>>(),
            "unexplained": diagnosed.unexplained.iter().map(witness).collect::<Vec<_>>(),
            "stopped": diagnosed.is_stopped,
            "seconds": self.took.as_secs_f64(),
        })
    }
}
