//! `vperft descend`.

use super::count::CountArgs;
use crate::backend::{Backend, BackendError, PositionPath, Registry};
use crate::cli::args::accused::Accused;
use crate::cli::args::backend;
use crate::cli::args::backend::{Format, LONGEST, ProgramArgs};
use crate::cli::args::position::PlaceArgs;
use crate::cli::args::value::{clause, number};
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::{bug, file};
use crate::cli::{interrupt, output};
use crate::game::variant::{Clause, Rulings, Variant};
use crate::lab::bug::Bug;
use crate::lab::descend;
use crate::lab::descend::{Cause, Descent, DescentResult, ReportedCounts, SearchEvent, Side};
use crate::report::findings;
use crate::support::observer::Observer;
use crate::support::plural::plural;
use indicatif::{ProgressBar, ProgressStyle};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Walk from a wrong count to the first positions at which two sides differ
///
/// The first side is believed. The other is a backend (--b), or what somebody counted: a table (--divide), a total (--total), or
/// one of these and a backend to ask below it. docs/reproducing.md leads from a wrong total to its cause.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    place: PlaceArgs,
    /// How many plies are counted
    #[arg(long, value_name = "N", value_parser = number::<u32>(1, LONGEST))]
    depth: u32,
    /// The backend that is believed
    #[arg(long, value_name = "NAME", default_value = backend::DEFAULT)]
    a: String,
    /// The backend that counts otherwise
    #[arg(long, value_name = "NAME")]
    b: Option<String>,
    /// The counts below every move as somebody else printed them, such as `e2e4: 20`; `-` is stdin
    #[arg(long, value_name = "FILE")]
    divide: Option<PathBuf>,
    /// The total that somebody else counted
    #[arg(long, value_name = "COUNT", value_parser = count, required_unless_present_any = ["b", "divide"])]
    total: Option<u128>,
    /// Take another reading of a ruling in both, such as archer-slide=move-only (repeatable)
    #[arg(long = "ruling", value_name = "NAME=VALUE")]
    rulings: Vec<String>,
    /// Switch a clause of the rules off in the second backend, such as RYU-EP, to see it found (repeatable)
    #[arg(long = "b-without", value_name = "CLAUSE", value_parser = clause)]
    b_without: Vec<Clause>,
    /// Write the first cause to this bug file, for `vperft repro`; others beside it, with their numbers
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// How many distinct causes to find
    #[arg(long, value_name = "N", default_value = "5", value_parser = number::<NonZeroUsize>(1, u32::MAX.into()))]
    causes: NonZeroUsize,
    #[command(flatten)]
    count: CountArgs,
    #[command(flatten)]
    program: ProgramArgs,
    /// How to print the causes
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

/// Reads a count.
fn count(text: &str) -> Result<u128, String> {
    text.replace([',', '_'], "")
        .parse()
        .map_err(|_| "expected a count, a whole number below 2^128".to_owned())
}

pub(crate) fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    let variant = args.place.variant;
    let options = backend::options(&args.rulings, &[], &[variant])?;
    let names: Vec<_> = std::iter::once(args.a.as_str()).chain(args.b.as_deref()).collect();
    let a_options = args.program.options(options, &names)?;
    args.out.as_deref().map_or(Ok(()), file::check_writable)?;
    let b = backend::options(&args.rulings, &args.b_without, &[variant])?;
    let b_options = args.program.options(b, &names)?;
    let mut believed = backend::open(registry, &args.a, &a_options)?;
    let mut accused = args.b.as_ref().map(|name| backend::open(registry, name, &b_options)).transpose()?;
    if let Some(accused) = &mut accused {
        backend::tell_contradictions(accused.as_ref(), &args.rulings);
        // One that does not know the variant, such as a record of another one, is no side.
        backend::view(accused.as_mut(), variant).map_err(CliError::Backend)?;
    }
    let start = args.place.start(&a_options.rulings)?;
    let played = args.place.play(believed.as_mut(), &start)?;
    let root = PositionPath { vfen: &start, moves: &played.moves };
    let claim = args.claim(believed.as_mut(), root)?;
    let resources = args.count.resources()?;
    let open_a = || backend::open_again(registry, &args.a, &a_options);
    let open_b = || backend::open_again(registry, args.b.as_deref().unwrap_or_default(), &b_options);
    let mut a = Side::new(believed, &open_a, variant, resources).stop_if(interrupt::is_stopped);
    let mut b =
        accused.map(|accused| Side::new(accused, &open_b, variant, resources).stop_if(interrupt::is_stopped));
    interrupt::stop_run();
    let began = Instant::now();
    let bar = Bar::new();
    let descent = Descent { root, depth: args.depth, causes: args.causes.get() };
    let outcome = descend::descend(&descent, &mut a, b.as_mut(), &claim, &bar);
    bar.0.finish_and_clear();
    if outcome.is_err() && interrupt::is_stopped() {
        output::note("ended before anything was found");
        return Ok(Exit::Interrupted);
    }
    let found = outcome.map_err(|error| CliError::answer(error, &played.vfen))?;
    let bugs = if args.out.is_some() {
        let bugs = args.bugs(&found, root, &a_options.rulings, &mut a, b.as_mut());
        bugs.map_err(|error| CliError::answer(error, &played.vfen))?
    } else {
        Vec::new()
    };
    let told =
        Told { args, root, end: &played.vfen, a: &a, b: b.as_ref(), found: &found, took: began.elapsed() };
    let printed = match args.format {
        Format::Human => told.print(),
        Format::Json => output::bounded_json(told.json()),
    };
    output::unless_closed(printed, ())?;
    if let Some(path) = &args.out {
        bug::write(path, &bugs)?;
    }
    Ok(match (found.stopped, found.causes.is_empty()) {
        (true, _) => Exit::Interrupted,
        (false, true) => Exit::Success,
        (false, false) => Exit::Failed,
    })
}

impl Args {
    /// The bug files about what was found.
    fn bugs(
        &self,
        found: &DescentResult,
        root: PositionPath<'_>,
        rulings: &Rulings,
        a: &mut Side<'_>,
        mut b: Option<&mut Side<'_>>,
    ) -> Result<Vec<Bug>, BackendError> {
        let other = b.as_ref().map_or_else(|| "what was counted".to_owned(), |b| b.identity());
        let sides = [(Some(self.a.as_str()), a.identity()), (self.b.as_deref(), other)];
        let surroundings =
            bug::surroundings(self.place.variant, rulings, sides, &self.b_without, &self.program);
        let bugs = found
            .causes
            .iter()
            .map(|cause| surroundings.of_cause(cause, root, self.depth, a, b.as_deref_mut()));
        let bugs = bugs.collect::<Result<Vec<_>, _>>()?;
        Ok(bugs.into_iter().flatten().collect())
    }

    /// What somebody says that they counted.
    fn claim(&self, believed: &mut dyn Backend, root: PositionPath<'_>) -> Result<ReportedCounts, CliError> {
        let Some(path) = &self.divide else { return Ok(ReportedCounts { total: self.total, rows: None }) };
        let named = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let text = file::read_given(path)?;
        let legal = believed.of(self.place.variant).and_then(|view| view.moves(root));
        let legal = legal.map_err(|error| CliError::answer(error, root.vfen))?;
        let table = descend::read_table(Variant::get(self.place.variant), &text, &legal);
        let (rows, total) = table.map_err(|error| CliError::Input(output::plain(named(&error))))?;
        Ok(ReportedCounts { total: self.total.or(total), rows: Some(rows) })
    }
}

/// What was found, about to be told.
struct Told<'t, 'o> {
    args: &'t Args,
    root: PositionPath<'t>,
    /// The position after the moves of the root.
    end: &'t str,
    a: &'t Side<'o>,
    b: Option<&'t Side<'o>>,
    found: &'t DescentResult,
    took: Duration,
}

impl Told<'_, '_> {
    /// The command that asks the other side about the position of a cause as it was asked.
    fn replay(&self, cause: &Cause) -> Option<String> {
        let name = self.args.b.as_ref()?;
        let path = cause.path.iter().map(|stage| &stage.text);
        let moves: Vec<_> = self.root.moves.iter().chain(path).cloned().collect();
        let place = PositionPath { vfen: self.root.vfen, moves: &moves };
        Some(self.accused(name).replay(self.args.place.variant, place, &cause.detail))
    }

    fn accused<'a>(&'a self, name: &'a str) -> Accused<'a> {
        let Args { rulings, b_without, program, .. } = self.args;
        Accused { name, rulings, without: b_without, program }
    }

    fn names(&self) -> [String; 2] {
        let b = self.b.map_or_else(|| "what was counted".to_owned(), Side::identity);
        [self.a.identity(), self.accused("").named(b)]
    }

    fn print(&self) -> Result<(), CliError> {
        let [a, b] = self.names();
        let sides = findings::SideNames { a, b };
        let variant = self.args.place.variant;
        output::text(findings::descent(variant, self.args.depth, self.found, &sides))?;
        for (number, cause) in (1..).zip(&self.found.causes) {
            let replay = self.replay(cause);
            let text = findings::cause(variant, number, cause, replay.as_deref(), output::is_coloured());
            output::line(text)?;
        }
        let asked = self.b.map_or_else(String::new, |b| format!(", b {} times", b.requests));
        output::note(format_args!(
            "{} positions looked at; a was asked {} times{asked}; {:.1} s",
            self.found.positions,
            self.a.requests,
            self.took.as_secs_f64()
        ));
        Ok(())
    }

    fn json(&self) -> serde_json::Value {
        let [a, b] = self.names();
        let mut answer = serde_json::json!({
            "variant": self.args.place.variant,
            "root": self.root.vfen,
            "moves": self.root.moves,
            "vfen": self.end,
            "depth": self.args.depth,
            "a": { "identity": a, "requests": self.a.requests },
            "b": { "identity": b, "requests": self.b.map(|b| b.requests) },
            "found": self.found,
            "seconds": self.took.as_secs_f64(),
        });
        for (index, cause) in self.found.causes.iter().enumerate() {
            answer["found"]["causes"][index]["replay"] = serde_json::json!(self.replay(cause));
        }
        answer
    }
}

/// What is being looked at, on stderr; it draws nothing unless that is a terminal.
pub(crate) struct Bar(pub ProgressBar);

impl Bar {
    pub fn new() -> Self {
        let style = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}");
        let bar = ProgressBar::new_spinner();
        output::tick(&bar, Duration::from_millis(200));
        Self(bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner())))
    }
}

impl Observer<SearchEvent<'_>> for Bar {
    fn event(&self, event: &SearchEvent<'_>) {
        self.0.set_message(match *event {
            SearchEvent::Position(path) => path.join(" | "),
            SearchEvent::Smaller { pieces, requests } => {
                format!("{}, {}", plural(pieces, "piece"), plural(requests, "question"))
            }
        });
    }

    fn is_stopped(&self) -> bool {
        interrupt::is_stopped()
    }
}
