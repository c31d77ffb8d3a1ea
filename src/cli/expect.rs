//! `vperft expect`.

use super::args::Format;
use super::run::{self, Task};
use super::{CliError, Exit, file, output};
use crate::check::expect::{Entry, Expectations};
use clap::Subcommand;
use serde_json::{Value, json};
use std::io;

/// Keep the file of a backend's known failures, which `run --expect` compares with
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Rewrite the file of --expect so that it says what a run shows: drop the entries that no longer hold, add
    /// one for every new failure, leave all else as it is
    Update(run::Args),
}

pub(super) fn run(args: &Args) -> Result<Exit, CliError> {
    let Command::Update(args) = &args.command;
    update(args)
}

fn update(args: &run::Args) -> Result<Exit, CliError> {
    let Some(path) = args.expect() else {
        return Err(CliError::Usage("expected --expect FILE, the file to rewrite".into()));
    };
    let name = path.display().to_string();
    let old = match file::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        text => Some(Expectations::parse(&name, &text?)?),
    };
    let task = Task::new(args, old.as_ref())?;
    let is_new = old.is_none();
    let (backend, version) = task.identity().split_once('@').unwrap_or((task.identity(), ""));
    let old = old.unwrap_or_else(|| Expectations::empty(&name, backend));
    let outcome = old.apply(&mut task.results(args)?);
    let edited = old.edited(&outcome, version)?;
    if is_new || !(outcome.fixed.is_empty() && outcome.new.is_empty()) {
        file::replace(path, &edited.text)?;
    }
    let removed: Vec<_> = outcome.fixed.iter().map(|&index| &old.entries()[index]).collect();
    let printed = match args.format() {
        Format::Human => (|| {
            for entry in &removed {
                output::line(format_args!("removed  {}", described(&old, entry)))?;
            }
            for new in &outcome.new {
                output::line(format_args!("added    {}  {}", new.case, new.verdict))?;
            }
            let (removed, added) = (removed.len(), outcome.new.len());
            output::line(format_args!(
                "{name}: {removed} entries removed, {added} added, {} kept",
                edited.kept
            ))
        })(),
        Format::Json => {
            let removed: Vec<_> = removed.iter().map(|entry| as_json(&old, entry)).collect();
            output::line(json!({
                "file": name, "removed": removed, "added": outcome.new, "kept": edited.kept,
            }))
        }
    };
    // The file is written whether or not that was read to its end.
    output::unless_closed(printed, ())?;
    Ok(Exit::Success)
}

/// An entry in words: where it stands and what it says.
pub(super) fn described(file: &Expectations, entry: &Entry) -> String {
    let check = entry.check().map_or_else(String::new, |check| format!("  {check}"));
    format!("{}:{}  {}{check}  {}", file.name(), file.line(entry), entry.case(), entry.verdict)
}

/// An entry as JSON.
pub(super) fn as_json(file: &Expectations, entry: &Entry) -> Value {
    json!({
        "line": file.line(entry), "case": entry.case(), "check": entry.check(), "verdict": entry.verdict,
        "reason": entry.reason,
    })
}
