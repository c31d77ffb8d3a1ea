//! `vperft diagnose`: names the known mistakes that explain the answers of a backend.

use crate::args::backend;
use crate::args::backend::BackendArgs;
use crate::args::position::given;
use crate::args::selected::{Choice, Selected};
use crate::args::suite::SuiteArgs;
use crate::args::value::number;
use crate::args::value::{Format, MAX_DEPTH, count as parse_count};
use crate::commands::common::diagnosis::DiagnosisBar;
use crate::commands::common::start_threads;
use crate::commands::common::totals::ReportedTotal;
use crate::exit::{CliError, Exit};
use crate::output::command::command_line;
use crate::{interrupt, output};
use serde_json::{Value, json};
use std::num::NonZeroUsize;
use std::thread;
use std::time::{Duration, Instant};
use vperft::inner::backend::{BackendError, Question, Registry};
use vperft::inner::game::perft::Resources;
use vperft::inner::game::variant::{Rulings, Variant, VariantId};
use vperft_lab::mistakes::diagnose;
use vperft_lab::mistakes::diagnose::{CountFailure, DiagnosedCause, Diagnosis, Settings, Witness};
use vperft_pages::report::findings::{DiagnosisReport, descent_words};

/// Find known mistakes that explain the answers of a backend
///
/// A known mistake is a missing clause of the rules, another reading of a ruling, or one of the mistakes of `vperft audit`. The
/// command asks the backend about positions of the corpus and names the fewest mistakes with which the rules give the same answers.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The variant
    #[arg(value_parser = crate::args::variant::named())]
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
    /// Explain a total without the program that counted it: name the known mistakes that give exactly this count
    #[arg(long, value_name = "COUNT", value_parser = parse_count, requires = "depth", conflicts_with_all = ["backend", "without", "count", "causes"])]
    total: Option<u128>,
    /// The depth of --total, in plies
    #[arg(long, value_name = "N", value_parser = number::<u32>(1, MAX_DEPTH), requires = "total")]
    depth: Option<u32>,
    /// The VFEN of --total [default: the start position]; --fen is the same
    #[arg(long, value_name = "VFEN", requires = "total")]
    vfen: Option<String>,
    #[command(flatten)]
    suite: SuiteArgs,
    /// Output format
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

pub fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    if let (Some(total), Some(depth)) = (args.total, args.depth) {
        return args.explain_total(registry, total, depth);
    }
    let (tested, mut backend, _) = args.backend.open_for(registry, &[args.variant])?;
    let rulings = tested.readings(backend.as_ref())?;
    // Suites are read on these threads.
    start_threads()?;
    let mut suite = args.suite.open(&[args.variant])?;
    let corpus = suite.load_of(&[args.variant])?;
    interrupt::stop_on_signal();
    let settings = Settings { positions: args.count, causes: args.causes, rulings };
    let open = || tested.open_again();
    let (began, bar) = (Instant::now(), DiagnosisBar::new());
    let diagnosed = diagnose::diagnose(&corpus, args.variant, backend.as_mut(), Some(&open), &settings, &bar);
    bar.finish();
    let diagnosed = diagnosed.map_err(CliError::Backend)?;
    let start = &Variant::get(args.variant).start(&settings.rulings).vfen;
    let status = backend.of(args.variant).and_then(|view| view.status(start.as_str().into()));
    let report = Report {
        args,
        tested: &tested,
        identity: backend.identity(),
        rulings: &settings.rulings,
        has_status: !matches!(status, Err(BackendError::Unsupported(_))),
        diagnosed: &diagnosed,
        took: began.elapsed(),
    };
    let printed = match args.format {
        Format::Human => report.print(),
        Format::Json => output::bounded_json(report.json()),
    };
    output::unless_closed(printed, ())?;
    // An answer that the backend did not give may be wrong.
    let passed = diagnosed.differing + diagnosed.counts_only.len() + diagnosed.unanswered.0 == 0;
    Ok(suite.exit_code()(Exit::after(diagnosed.is_stopped, passed)))
}

impl Args {
    /// Explains the count of `--total`.
    fn explain_total(&self, registry: &Registry, total: u128, depth: u32) -> Result<Exit, CliError> {
        let selected = self.backend.select(registry, &[self.variant], None)?;
        let rulings = &selected.options.rulings;
        let vfen = match self.vfen.as_ref().or(self.suite.fen()) {
            Some(vfen) => given(self.variant, rulings, vfen)?,
            None => Variant::get(self.variant).start(rulings).vfen.clone(),
        };
        let trusted = backend::trusted_for(self.variant, selected.options.is_standard());
        let trusted = Selected { choice: Choice::or_default(None, trusted), ..selected };
        let reported = ReportedTotal { variant: self.variant, trusted: &trusted, vfen: &vfen, depth, total };
        let began = Instant::now();
        let threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let totals = reported.search(Resources { threads, hash_bytes: 0 })?;
        let seconds = began.elapsed().as_secs_f64();
        let printed = match self.format {
            Format::Human => output::text(reported.text(&totals)),
            Format::Json => output::bounded_json(json!({
                "variant": self.variant,
                "vfen": vfen,
                "depth": depth,
                "totals": reported.json(&totals),
                "seconds": seconds,
            })),
        };
        output::unless_closed(printed, ())?;
        if self.format == Format::Human {
            output::note(format_args!("{seconds:.1} s"));
        }
        Ok(Exit::after(totals.stopped, totals.right == total))
    }
}

/// The results, to be printed.
struct Report<'t> {
    args: &'t Args,
    tested: &'t Selected<'t>,
    identity: String,
    /// The readings by which the backend is judged.
    rulings: &'t Rulings,
    /// Whether the backend reports statuses.
    has_status: bool,
    diagnosed: &'t Diagnosis,
    took: Duration,
}

impl Report<'_> {
    /// The command that repeats the question that shows a mistake.
    fn replay(&self, witness: &Witness) -> String {
        let (args, probe) = (self.args, &witness.probe);
        let (asked, refused) = match &probe.question {
            // Any question shows whether a position is refused.
            Question::Read if self.has_status => ("status", None),
            Question::Read => ("moves", None),
            Question::After { text } => ("after", Some(text)),
            _ => (witness.asked(), None),
        };
        let child = witness.child().filter(|_| asked == "after");
        let name = args.variant.name();
        let mut words = ["vperft", asked, name, "--vfen", &probe.vfen].map(String::from).to_vec();
        for text in probe.moves.iter().chain(refused).chain(child) {
            words.extend(["--move".to_owned(), text.clone()]);
        }
        words.extend(self.tested.words(name));
        if ["moves", "after", "status"].contains(&asked) {
            let is_default = *self.rulings == Rulings::default();
            let trusted = backend::trusted_for(args.variant, is_default);
            words.extend(["--against", trusted].map(str::to_owned));
        }
        command_line(&words)
    }

    /// The command that walks down a wrong count.
    fn descend(&self, failure: &CountFailure) -> String {
        let mut words = descent_words(self.args.variant, failure);
        words.extend(self.tested.named_words(["--b", "--b-without"], self.args.variant.name()));
        command_line(&words)
    }

    fn print(&self) -> Result<(), CliError> {
        let report = DiagnosisReport {
            variant: self.args.variant,
            identity: &self.identity,
            diagnosed: self.diagnosed,
            replay: &|witness| self.replay(witness),
            descend: &|failure| self.descend(failure),
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
                "shrunk": witness.is_shrunk, "differences": witness.differences, "replay": self.replay(witness),
            })
        };
        let count = |failure: &CountFailure| {
            json!({
                "case": failure.case, "vfen": failure.vfen, "moves": failure.moves, "depth": failure.depth,
                "how": failure.how, "descend": self.descend(failure),
            })
        };
        let found = |found: &DiagnosedCause| {
            let known = found.mistake.as_ref();
            json!({
                "mistake": known.map_or(&found.words, |known| &known.title), "words": found.words,
                "origin": known.map(|known| known.origin),
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
            "changing": diagnosed.changing.iter().map(witness).collect::<Vec<_>>(),
            "only_counts": diagnosed.counts_only.iter().map(count).collect::<Vec<_>>(),
            "stopped": diagnosed.is_stopped,
            "seconds": self.took.as_secs_f64(),
        })
    }
}
