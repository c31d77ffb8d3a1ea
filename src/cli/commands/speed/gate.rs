//! `vperft speed gate`.

use super::compare::{RoundsArgs, Screen};
use super::measure::check_tool;
use super::positions::PositionsArgs;
use super::revision::BaseArgs;
use super::subject::Known;
use super::{Format, end};
use crate::backend::Registry;
use crate::cli::args::backend;
use crate::cli::args::backend::ProgramArgs;
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::file;
use crate::cli::{interrupt, output};
use crate::corpus::bench::Row;
use crate::report;
use crate::speed::{self, Bound, Bounds, Confidence, JudgedBound, Judgement, SpeedError, Subject};
use std::path::{Path, PathBuf};

/// The ratio to the base that a program has to keep whose instructions are not the same each time, where its bound names none.
const RATIO: f64 = 0.98;

/// Hold backends to bounds: of instructions a leaf, or of the speed beside a base
///
/// Exit code 1 is for what is shown only: instructions that are the same each time, ratios that two comparisons find below the
/// bound. Without a file of bounds, --update makes one.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    positions: PositionsArgs,
    /// The file of bounds
    #[arg(long, value_name = "FILE", default_value = "speed.toml")]
    bounds: PathBuf,
    /// The backend to hold to bounds that name none; in a new file, to name
    #[arg(long, value_name = "NAME", conflicts_with = "base")]
    backend: Option<String>,
    /// The backend that ratios are to
    #[arg(long, value_name = "NAME", conflicts_with = "base")]
    against: Option<String>,
    #[command(flatten)]
    base: BaseArgs,
    #[command(flatten)]
    rounds: RoundsArgs,
    /// Set the bounds of instructions to what is measured now; comments stay
    #[arg(long)]
    update: bool,
    #[command(flatten)]
    program: ProgramArgs,
    /// How to print what comes of it
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

pub(super) fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    let read = file::read_if_any(&args.bounds)?;
    let path = || output::plain(args.bounds.display());
    let bounds = match &read {
        Some(text) => Bounds::read(text)
            .map_err(|problem| CliError::Input(format!("{}: {}", path(), problem.trim_end())))?,
        None if args.update => return draft(args, registry),
        None => {
            let problem =
                format!("{}: there is no such file; `--update` makes one of what is measured", path());
            return Err(CliError::Input(problem));
        }
    };
    interrupt::stop_first();
    let built = args.base.built()?;
    let names = built.as_ref().map(super::revision::Built::names);
    let gate = Gate {
        backend: names
            .as_ref()
            .map(|(tree, _)| tree.as_str())
            .or(args.backend.as_deref())
            .unwrap_or(backend::DEFAULT),
        against: names.as_ref().map(|(_, base)| base.as_str()).or(args.against.as_deref()),
        is_built: names.is_some(),
        args,
        registry,
        rows: args.positions.rows(|_| true)?,
    };
    if args.update { gate.update(bounds, read.unwrap_or_default()) } else { gate.hold(&bounds) }
}

/// A gate about to be passed.
struct Gate<'g> {
    args: &'g Args,
    registry: &'g Registry,
    /// The backend of bounds that name none.
    backend: &'g str,
    /// What ratios are to.
    against: Option<&'g str>,
    /// Whether the backend was built for this, and so is the one that every bound is of.
    is_built: bool,
    rows: Vec<Row>,
}

/// A bound that is about some of the positions.
struct Concerned<'b> {
    /// Its number in the file, from 0.
    at: usize,
    bound: &'b Bound,
    rows: Vec<Row>,
}

/// What was judged, told when it is known where people read it.
struct Told {
    is_for_people: bool,
    all: Vec<JudgedBound>,
}

impl Told {
    fn tell(&mut self, judged: JudgedBound) -> Result<(), CliError> {
        if self.is_for_people {
            output::text(report::speed::judged(&judged))?;
        }
        self.all.push(judged);
        Ok(())
    }
}

/// Why not all bounds were judged.
#[derive(Debug, thiserror::Error)]
enum Ended {
    #[error(transparent)]
    SpeedError(#[from] SpeedError),
    #[error(transparent)]
    Error(#[from] CliError),
}

impl Gate<'_> {
    /// The bounds that are about one of the positions.
    fn concerned<'b>(&self, bounds: &'b Bounds) -> Result<Vec<Concerned<'b>>, CliError> {
        let mut concerned = Vec::new();
        for (at, bound) in bounds.bounds.iter().enumerate() {
            let is_asked = self.is_built || self.args.backend.is_none() || bound.backend.is_none();
            let is_ours = is_asked || bound.backend == self.args.backend;
            let rows: Vec<_> = self.rows.iter().filter(|row| bound.is_about(row)).cloned().collect();
            if is_ours && !rows.is_empty() {
                concerned.push(Concerned { at, bound, rows });
            }
        }
        if concerned.is_empty() {
            let path = output::plain(self.args.bounds.display());
            return Err(CliError::Usage(format!("{path}: no bound is about what is asked for")));
        }
        if concerned.iter().any(|one| one.bound.instructions.is_some()) {
            check_tool()?;
        }
        Ok(concerned)
    }

    /// The backend that a bound is of.
    fn name<'b>(&'b self, bound: &'b Bound) -> &'b str {
        let named = bound.backend.as_deref().filter(|_| !self.is_built);
        named.unwrap_or(self.backend)
    }

    fn subject(&self, name: &str, beside: Option<&str>) -> Result<Subject, CliError> {
        Ok(Known::named(name, beside, &self.args.program, self.registry)?.subject)
    }

    fn hold(&self, bounds: &Bounds) -> Result<Exit, CliError> {
        let mut told = Told { is_for_people: self.args.format == Format::Human, all: Vec::new() };
        let held =
            self.concerned(bounds)?.iter().try_for_each(|concerned| self.hold_one(concerned, &mut told));
        let fault = match held {
            Ok(()) => None,
            Err(Ended::SpeedError(fault)) => Some(fault),
            Err(Ended::Error(error)) => return Err(error),
        };
        let (all, error) = (told.all, fault.as_ref().map(output::plain));
        match self.args.format {
            Format::Human => output::text(report::speed::gate_end(&all))?,
            Format::Json => output::json(&report::speed::gate_as_json(&all, error.as_deref()))?,
            Format::Markdown => output::text(report::speed::gate_in_markdown(&all, error.as_deref()))?,
        }
        if let Some(fault) = fault {
            return end(fault);
        }
        let is_kept = !all.iter().any(|judged| judged.judgement.is_failure());
        Ok(if is_kept { Exit::Success } else { Exit::Failed })
    }

    /// Holds a backend to one bound.
    fn hold_one(&self, Concerned { bound, rows, .. }: &Concerned<'_>, told: &mut Told) -> Result<(), Ended> {
        let name = self.name(bound);
        let subject = self.subject(name, self.against)?;
        let judged = |position: Option<&Row>, judgement| JudgedBound {
            bound: (*bound).clone(),
            backend: name.to_owned(),
            position: position.map(|row| row.name.clone()),
            judgement,
        };
        if let Some(most) = bound.instructions {
            for row in rows {
                let judgement = speed::hold_instructions(&subject, self.registry, row, most)?;
                let is_exact = !matches!(judgement, Judgement::NotExact { .. });
                told.tell(judged(Some(row), judgement))?;
                // Instructions that are not the same each time say nothing; what the clock says may.
                if !is_exact && bound.ratio.is_none() {
                    told.tell(judged(Some(row), self.ratio(&subject, std::slice::from_ref(row), RATIO)?))?;
                }
                if interrupt::is_stopped() {
                    return Err(SpeedError::Interrupted.into());
                }
            }
        }
        if let Some(ratio) = bound.ratio {
            told.tell(judged(None, self.ratio(&subject, rows, ratio)?))?;
        }
        Ok(())
    }

    /// Holds the speed beside the base to a ratio, if there is a base.
    fn ratio(&self, subject: &Subject, rows: &[Row], ratio: f64) -> Result<Judgement, Ended> {
        let Some(against) = self.against else { return Ok(Judgement::NoBase) };
        let base = self.subject(against, Some(&subject.name))?;
        let screen = Screen::new();
        let question = self.args.rounds.question(Confidence::P99, ratio);
        let held = speed::hold_ratio([subject, &base], self.registry, rows, question, &screen);
        screen.end();
        Ok(held?)
    }

    fn update(&self, mut bounds: Bounds, before: String) -> Result<Exit, CliError> {
        let concerned: Vec<_> = self
            .concerned(&bounds)?
            .into_iter()
            .filter(|one| one.bound.instructions.is_some())
            .map(|one| (one.at, self.name(one.bound).to_owned(), one.rows))
            .collect();
        for (at, name, rows) in concerned {
            let subject = self.subject(&name, None)?;
            let mut greatest = 0.0_f64;
            for row in &rows {
                match speed::instructions(&subject, self.registry, row) {
                    Ok(total) => greatest = greatest.max(total as f64 / row.nodes() as f64),
                    Err(fault) => return end(fault),
                }
            }
            let (about, old) = (bounds.bounds[at].about(), bounds.bounds[at].instructions.unwrap_or(0.0));
            bounds.set_instructions(at, greatest);
            let new = bounds.bounds[at].instructions.unwrap_or(0.0);
            output::line(output::plain(format_args!("{about} {name}: {old} -> {new} instructions/leaf")))?;
        }
        write(&self.args.bounds, Some(before), bounds.text())
    }
}

/// A file of bounds, where there is none: of every position, what it takes now.
fn draft(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    check_tool()?;
    interrupt::stop_first();
    let name = args.backend.as_deref().unwrap_or(backend::DEFAULT);
    let known = Known::named(name, None, &args.program, registry)?;
    let rows = args.positions.rows(|variant| known.has(variant))?;
    let mut measured = Vec::new();
    for row in &rows {
        match speed::instructions(&known.subject, registry, row) {
            Ok(total) => {
                let per_leaf = total as f64 / row.nodes() as f64;
                output::line(output::plain(format_args!(
                    "{}/{} {name}: {per_leaf:.3} instructions/leaf",
                    row.variant, row.name
                )))?;
                measured.push((row, per_leaf));
            }
            Err(fault) => return end(fault),
        }
        if interrupt::is_stopped() {
            return end(SpeedError::Interrupted);
        }
    }
    write(&args.bounds, None, speed::draft(name, &measured))
}

fn write(path: &Path, before: Option<String>, text: String) -> Result<Exit, CliError> {
    let change = file::Change { path: path.to_owned(), before, text };
    file::Locked::default().replace(&[change])?;
    output::note(format_args!("wrote {}", output::plain(path.display())));
    Ok(Exit::Success)
}
