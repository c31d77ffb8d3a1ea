//! `vperft expect update`: rewrites a file of known failures to match a run.
//!
//! An interrupted run, or one without answers, leaves the file unchanged.

use crate::args::value::Format;
use crate::commands::common::task::{Task, TaskArgs};
use crate::exit::{CliError, Exit};
use crate::output::bar::RunBar;
use crate::output::file::{self, Change};
use crate::output::lock::Lock;
use crate::output::read::read_if_any;
use crate::{interrupt, output};
use clap::Subcommand;
use serde_json::json;
use vperft::inner::backend::{BackendError, Registry};
use vperft::inner::support::observer::Observer;
use vperft::inner::support::plural::plural;
use vperft_pages::report::run;
use vperft_run::expect::Expectations;
use vperft_run::partition::Extent;
use vperft_run::{End, Event, error_core};

/// Update a file of known failures for `run --expect`
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Rewrite the file of --expect to match a run
    ///
    /// Removes the entries that no longer occur, adds one for every new failure, and keeps everything else, comments included.
    Update(UpdateArgs),
}

#[derive(Debug, clap::Args)]
struct UpdateArgs {
    #[command(flatten)]
    task: TaskArgs,
    /// Name the check and the wrong moves in each new entry
    ///
    /// With such an entry, another set of missing, extra or duplicate moves is a new failure.
    #[arg(long)]
    moves: bool,
    /// Output format
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

pub fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    let Command::Update(args) = &args.command;
    update(args, registry)
}

fn update(args: &UpdateArgs, registry: &Registry) -> Result<Exit, CliError> {
    let Some(path) = args.task.expect() else {
        return Err(CliError::Usage("expected --expect FILE, the file to rewrite".into()));
    };
    let name = path.display().to_string();
    let mut lock = Lock::file(path)?;
    file::check_writable(path)?;
    let before = read_if_any(path)?;
    let old = before.as_deref().map(|text| Expectations::parse(&name, text)).transpose()?;
    let task = Task::new(&args.task, registry, old.as_ref(), &Extent::Whole)?;
    let identity = task.identity().to_owned();
    let (backend, version) = identity.split_once('@').unwrap_or((&identity, ""));
    let old = old.unwrap_or_else(|| Expectations::empty(&name, backend));
    let observer = SilentRun { bar: RunBar::new(task.selected().name()), name: &name };
    let outcome = task.run(Some(&old), None, &observer, |done| match done.end {
        End::Unanswered => Err(BackendError::NotAsked(format!(
            "it answered none of {}; {name} is unchanged{}",
            plural(done.total.failed, "check"),
            done.causes
                .errors
                .first()
                .map_or_else(String::new, |alike| format!("; it {}", error_core(&alike.message)))
        ))),
        _ => Ok(done.diff.clone().unwrap_or_default()),
    })?;
    let diff = outcome.map_err(CliError::Backend)?;
    let diff = if args.moves { diff } else { diff.by_case() };
    let edited = old.edited(&diff, version)?;
    if before.is_none() || !(diff.fixed.is_empty() && diff.new.is_empty()) {
        file::replace(&mut lock, &[Change { path: path.to_owned(), before, text: edited.text }])?;
    }
    let removed: Vec<_> = diff.fixed.iter().map(|&index| &old.entries()[index]).collect();
    let printed = match args.format {
        Format::Human => (|| {
            for entry in &removed {
                output::line(format_args!("removed  {}", run::described(&old, entry)))?;
            }
            for new in &diff.new {
                output::line(format_args!("added    {}  {}", run::place(new), new.verdict))?;
            }
            let (removed, added) = (removed.len(), diff.new.len());
            output::line(format_args!(
                "{}: {} removed, {added} added, {} kept",
                name,
                plural(removed, "entry"),
                edited.kept
            ))
        })(),
        Format::Json => {
            let removed: Vec<_> = removed.iter().map(|entry| run::entry_as_json(&old, entry)).collect();
            output::json(&json!({
                "file": name, "removed": removed, "added": diff.new, "kept": edited.kept,
            }))
        }
    };
    // The file is written even if the reader of stdout has closed it.
    output::unless_closed(printed, ())?;
    Ok(Exit::Success)
}

/// Shows the progress of a run, but no results. If the run is interrupted, the file stays as it is.
struct SilentRun<'a> {
    bar: RunBar,
    name: &'a str,
}

impl Observer<Event<'_>> for SilentRun<'_> {
    fn event(&self, event: &Event<'_>) {
        self.bar.event(event);
        if let Event::RunDone(_, done) = event
            && done.end == End::Interrupted
        {
            output::note(format_args!("interrupted: {} is unchanged", self.name));
            interrupt::exit();
        }
    }
}
