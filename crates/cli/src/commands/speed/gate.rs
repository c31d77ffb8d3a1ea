//! `vperft speed gate`: checks bounds of the speed from a file, or creates that file.

use super::compare::{RoundBar, RoundsArgs};
use super::measure::check_tool;
use super::positions::PositionsArgs;
use super::revision::BaseArgs;
use super::subject::Known;
use super::{Format, end};
use crate::args::backend;
use crate::args::program::ProgramArgs;
use crate::exit::{CliError, Exit};
use crate::output::file;
use crate::output::lock::Lock;
use crate::output::read::read_if_any;
use crate::speed::{self, Bound, Bounds, Confidence, JudgedBound, Judgement, SpeedError, Subject};
use crate::{interrupt, output};
use std::path::{Path, PathBuf};
use vperft::inner::backend::Registry;
use vperft::inner::corpus::bench::Row;

/// The bound for the ratio to the base of a program whose instructions vary, if the file has no ratio.
const DEFAULT_RATIO: f64 = 0.98;

/// Check that backends keep bounds of their speed
///
/// Bounds are instructions per leaf, or the ratio to the speed of a base. Exit code 1 means that a bound is certainly broken: by
/// instructions that are the same each time, or by a ratio that two comparisons find too low. It also means that no bound was judged.
/// The file may name backends, and naming a program starts it. --update creates a missing file.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    positions: PositionsArgs,
    /// The file of bounds
    #[arg(long, value_name = "FILE", default_value = "speed.toml")]
    bounds: PathBuf,
    /// The backend of bounds that name none, and of a new file
    #[arg(long, value_name = "NAME", conflicts_with = "base")]
    backend: Option<String>,
    /// The backend to which ratios refer
    #[arg(long, value_name = "NAME", conflicts_with = "base")]
    against: Option<String>,
    #[command(flatten)]
    base: BaseArgs,
    #[command(flatten)]
    rounds: RoundsArgs,
    /// Set the bounds of instructions to the present figures
    ///
    /// Comments in the file stay.
    #[arg(long)]
    update: bool,
    #[command(flatten)]
    program: ProgramArgs,
    /// Output format
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

pub(super) fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    let read = read_if_any(&args.bounds)?;
    let path = || args.bounds.display();
    let bounds = match &read {
        Some(text) => {
            Bounds::parse(text).map_err(|problem| CliError::input_lines(&format!("{}: {problem}", path())))?
        }
        None if args.update => return draft(args, registry),
        None => {
            let problem =
                format!("{}: there is no such file; `--update` creates it from the present figures", path());
            return Err(CliError::Input(problem));
        }
    };
    interrupt::stop_on_signal();
    let built = args.base.build_both()?;
    let names = built.as_ref().map(super::revision::Built::names);
    let gate = Gate {
        backend: names
            .as_ref()
            .map(|(tree, _)| tree.as_str())
            .or(args.backend.as_deref())
            .unwrap_or_else(|| backend::default_for(&[])),
        against: names.as_ref().map(|(_, base)| base.as_str()).or(args.against.as_deref()),
        is_built: names.is_some(),
        args,
        registry,
        rows: args.positions.rows(|_| true)?,
    };
    if args.update { gate.update(bounds, read.unwrap_or_default()) } else { gate.check_bounds(&bounds) }
}

/// A check of bounds.
struct Gate<'g> {
    args: &'g Args,
    registry: &'g Registry,
    /// The backend of bounds that name none.
    backend: &'g str,
    /// The backend to which ratios refer.
    against: Option<&'g str>,
    /// Whether the backend was built from a commit, so that every bound applies to it.
    is_built: bool,
    rows: Vec<Row>,
}

/// A bound and the selected positions that it is about.
struct Applicable<'b> {
    /// The index in the file.
    at: usize,
    bound: &'b Bound,
    rows: Vec<Row>,
}

/// The judgements. For people, each is printed at once.
struct Judgements {
    is_for_people: bool,
    all: Vec<JudgedBound>,
}

impl Judgements {
    fn push(&mut self, judged: JudgedBound) -> Result<(), CliError> {
        if self.is_for_people {
            output::text(speed::report::judged(&judged))?;
        }
        self.all.push(judged);
        Ok(())
    }
}

/// Why some bounds were not judged.
#[derive(Debug, thiserror::Error)]
enum Ended {
    #[error(transparent)]
    SpeedError(#[from] SpeedError),
    #[error(transparent)]
    Error(#[from] CliError),
}

impl Gate<'_> {
    /// The bounds that are about the backend and a selected position.
    fn applicable<'b>(&self, bounds: &'b Bounds) -> Result<Vec<Applicable<'b>>, CliError> {
        let mut applicable = Vec::new();
        for (at, bound) in bounds.bounds.iter().enumerate() {
            let is_asked = self.is_built || self.args.backend.is_none() || bound.backend.is_none();
            let is_selected = is_asked || bound.backend == self.args.backend;
            let rows: Vec<_> = self.rows.iter().filter(|row| bound.is_about(row)).cloned().collect();
            if is_selected && !rows.is_empty() {
                applicable.push(Applicable { at, bound, rows });
            }
        }
        if applicable.is_empty() {
            let path = self.args.bounds.display();
            return Err(CliError::Usage(format!(
                "{path}: no bound is about the selected backend and positions"
            )));
        }
        if applicable.iter().any(|one| one.bound.instructions.is_some()) {
            check_tool()?;
        }
        Ok(applicable)
    }

    /// The backend of a bound.
    fn name<'b>(&'b self, bound: &'b Bound) -> &'b str {
        let named = bound.backend.as_deref().filter(|_| !self.is_built);
        named.unwrap_or(self.backend)
    }

    fn subject(&self, name: &str, other: Option<&str>) -> Result<Subject, CliError> {
        Ok(Known::named(name, other, &self.args.program, self.registry)?.subject)
    }

    fn check_bounds(&self, bounds: &Bounds) -> Result<Exit, CliError> {
        let mut judgements = Judgements { is_for_people: self.args.format == Format::Human, all: Vec::new() };
        let checked = self
            .applicable(bounds)?
            .iter()
            .try_for_each(|applicable| self.check_bound(applicable, &mut judgements));
        let fault = match checked {
            Ok(()) => None,
            Err(Ended::SpeedError(fault)) => Some(fault),
            Err(Ended::Error(error)) => return Err(error),
        };
        let (all, error) = (judgements.all, fault.as_ref().map(output::plain));
        match self.args.format {
            Format::Human => output::text(speed::report::gate_end(&all))?,
            Format::Json => output::json(&speed::report::gate_as_json(&all, error.as_deref()))?,
            Format::Markdown => output::text(speed::report::gate_in_markdown(&all, error.as_deref()))?,
        }
        if let Some(fault) = fault {
            return end(fault);
        }
        if all.iter().all(|judged| judged.judgement.is_undecided()) {
            // A gate that judges nothing would pass every change.
            output::note("error: no bound was judged; a ratio needs --against or --base");
            return Ok(Exit::Failed);
        }
        let is_kept = !all.iter().any(|judged| judged.judgement.is_failure());
        Ok(if is_kept { Exit::Success } else { Exit::Failed })
    }

    /// Checks one bound.
    fn check_bound(
        &self,
        Applicable { bound, rows, .. }: &Applicable<'_>,
        judgements: &mut Judgements,
    ) -> Result<(), Ended> {
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
                judgements.push(judged(Some(row), judgement))?;
                // Varying instructions decide nothing; the time may.
                if !is_exact && bound.ratio.is_none() {
                    judgements.push(judged(
                        Some(row),
                        self.ratio(&subject, std::slice::from_ref(row), DEFAULT_RATIO)?,
                    ))?;
                }
                if interrupt::is_stopped() {
                    return Err(SpeedError::Interrupted.into());
                }
            }
        }
        if let Some(ratio) = bound.ratio {
            judgements.push(judged(None, self.ratio(&subject, rows, ratio)?))?;
        }
        Ok(())
    }

    /// Checks the ratio to the speed of the base, if there is one.
    fn ratio(&self, subject: &Subject, rows: &[Row], ratio: f64) -> Result<Judgement, Ended> {
        let Some(against) = self.against else { return Ok(Judgement::NoBase) };
        let base = self.subject(against, Some(&subject.name))?;
        let bar = RoundBar::new();
        let question = self.args.rounds.question(Confidence::P99, ratio);
        let judged = speed::hold_ratio([subject, &base], self.registry, rows, question, &bar);
        bar.finish();
        Ok(judged?)
    }

    fn update(&self, mut bounds: Bounds, before: String) -> Result<Exit, CliError> {
        let applicable: Vec<_> = self
            .applicable(&bounds)?
            .into_iter()
            .filter(|one| one.bound.instructions.is_some())
            .map(|one| (one.at, self.name(one.bound).to_owned(), one.rows))
            .collect();
        for (at, name, rows) in applicable {
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
            output::line(format_args!("{about} {name}: {old} -> {new} instructions/leaf"))?;
        }
        write(&self.args.bounds, Some(before), bounds.text())
    }
}

/// Creates a file of bounds with the present figures of every position.
fn draft(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    check_tool()?;
    interrupt::stop_on_signal();
    let name = args.backend.as_deref().unwrap_or_else(|| backend::default_for(&[]));
    let known = Known::named(name, None, &args.program, registry)?;
    let rows = args.positions.rows(|variant| known.has(variant))?;
    let mut measured = Vec::new();
    for row in &rows {
        match speed::instructions(&known.subject, registry, row) {
            Ok(total) => {
                let per_leaf = total as f64 / row.nodes() as f64;
                let (variant, position) = (row.variant, &row.name);
                output::line(format_args!("{variant}/{position} {name}: {per_leaf:.3} instructions/leaf"))?;
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
    file::replace(&mut Lock::default(), &[change])?;
    output::note(format_args!("wrote {}", path.display()));
    Ok(Exit::Success)
}
