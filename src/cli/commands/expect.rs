//! `vperft expect`.

use crate::backend::{BackendError, Registry};
use crate::cli::args::backend::Format;
use crate::cli::args::task::{Task, TaskArgs};
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::bar::Bar;
use crate::cli::output::file;
use crate::cli::output::file::{Change, Locked};
use crate::cli::{interrupt, output};
use crate::corpus::run::expect::Expectations;
use crate::corpus::run::{End, Event, error_core};
use crate::report::run;
use crate::support::observer::Observer;
use crate::support::plural::plural;
use clap::Subcommand;
use serde_json::json;

/// Keep the file of a backend's known failures, which `run --expect` compares with
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Rewrite the file of --expect so that it says what a run shows: drop the entries that no longer hold, add
    /// one for every new failure, leave all else as it is
    Update(UpdateArgs),
}

#[derive(Debug, clap::Args)]
struct UpdateArgs {
    #[command(flatten)]
    task: TaskArgs,
    /// Name in each new entry the check and the very moves that are missing, extra or duplicate: another set of moves is a new
    /// failure then
    #[arg(long)]
    moves: bool,
    /// How to print what has changed
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

pub(crate) fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    let Command::Update(args) = &args.command;
    update(args, registry)
}

fn update(args: &UpdateArgs, registry: &Registry) -> Result<Exit, CliError> {
    let Some(path) = args.task.expect() else {
        return Err(CliError::Usage("expected --expect FILE, the file to rewrite".into()));
    };
    let name = path.display().to_string();
    let mut locked = Locked::file(path)?;
    file::check_writable(path)?;
    let before = file::read_if_any(path)?;
    let old = before.as_deref().map(|text| Expectations::parse(&name, text)).transpose()?;
    let task = Task::new(&args.task, registry, old.as_ref())?;
    let identity = task.identity().to_owned();
    let (backend, version) = identity.split_once('@').unwrap_or((&identity, ""));
    let old = old.unwrap_or_else(|| Expectations::empty(&name, backend));
    let observer = Untold { bar: Bar::new(args.task.backend()), name: &name };
    let outcome = task.run(Some(&old), None, &observer, |done| match done.end {
        End::Unanswered => Err(BackendError::NotAsked(format!(
            "it answered none of {}; {name} is left as it was{}",
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
        locked.replace(&[Change { path: path.to_owned(), before, text: edited.text }])?;
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
                output::plain(&name),
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
    // The file is written whether or not that was read to its end.
    output::unless_closed(printed, ())?;
    Ok(Exit::Success)
}

/// Shows how far the run is, and no results. What an interrupted run shows is not written to the file.
struct Untold<'a> {
    bar: Bar,
    name: &'a str,
}

impl Observer<Event<'_>> for Untold<'_> {
    fn event(&self, event: &Event<'_>) {
        self.bar.event(event);
        if let Event::RunDone(_, done) = event
            && done.end == End::Interrupted
        {
            output::note(format_args!("interrupted: {} is left as it was", self.name));
            interrupt::leave();
        }
    }
}
