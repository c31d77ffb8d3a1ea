//! `vperft suite`: work on the suite of a variant. `propose` finds positions that show mistakes and makes cases of them.

use crate::args::corpus::CorpusArgs;
use crate::args::selected;
use crate::args::value::{Format, number};
use crate::commands::common::start_threads;
use crate::exit::{CliError, Exit};
use crate::output;
use crate::output::command::command_line;
use crate::output::file::{self, Change};
use crate::output::lock::Lock;
use crate::output::read::read_if_any;
use indicatif::ProgressBar;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::time::Duration;
use vperft::inner::backend::{Options, Registry, source_name};
use vperft::inner::corpus::suite::insert;
use vperft::inner::game::variant::VariantId;
use vperft::inner::generators::data;
use vperft::inner::support::plural::plural;
use vperft_lab::upkeep::propose;
use vperft_lab::upkeep::propose::{PROPOSED, Proposal};

/// Propose cases for a variant
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Propose(ProposeArgs),
}

/// Find the smallest positions that show mistakes, and make cases of them
///
/// A mistake is the data of variant.json with one field changed: a range, a direction, a leg, a region, a capture, a promotion, or a
/// rule left out. The expected values are the answers of the backend data; --b has another backend confirm them, and leaves out the
/// positions about which it differs.
#[derive(Debug, clap::Args)]
struct ProposeArgs {
    /// The variant
    #[arg(value_parser = crate::args::variant::named())]
    variant: VariantId,
    /// A backend that confirms the values
    #[arg(long, value_name = "NAME")]
    b: Option<String>,
    /// The seed of the positions
    #[arg(long, default_value_t = 1, value_parser = number::<u64>(0, u64::MAX))]
    seed: u64,
    /// Add the cases to the variant's files suites/proposed.json and positions/proposed.json
    #[arg(long)]
    write: bool,
    #[command(flatten)]
    corpus: CorpusArgs,
    /// Output format
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

pub fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    match &args.command {
        Command::Propose(args) => args.run(registry),
    }
}

impl ProposeArgs {
    fn run(&self, registry: &Registry) -> Result<Exit, CliError> {
        let variant = self.variant;
        if !data::has_rules(variant) {
            let problem = format!(
                "{variant}: its variant.json does not say how pieces move; expected `moves` in `pieces`"
            );
            return Err(CliError::Usage(problem));
        }
        let folders = self.corpus.or_checkout();
        let files = if self.write { Some(self.files(&folders)?) } else { None };
        let mut lock = match &files {
            Some(files) => {
                Lock::folders(files.iter().filter_map(|path| path.parent().map(Path::to_path_buf)))?
            }
            None => Lock::default(),
        };
        let texts = files.iter().flatten().map(|path| read_if_any(path)).collect::<Result<Vec<_>, _>>()?;
        let corpus = folders.load_of(&[variant])?;
        let mut second =
            self.b.as_ref().map(|name| selected::open(registry, name, &Options::default())).transpose()?;
        if second.as_ref().is_some_and(|second| source_name(&second.identity()) == data::NAME) {
            return Err(CliError::Usage(
                "--b: expected another backend than `data`, which gives the values".into(),
            ));
        }
        start_threads()?;
        let bar = ProgressBar::new_spinner().with_message(format!("searching positions of {variant}"));
        bar.enable_steady_tick(Duration::from_millis(200));
        let proposal =
            propose::propose(&corpus, variant, self.seed, second.as_mut().map(|second| &mut **second as _));
        bar.finish_and_clear();
        let proposal = proposal.map_err(CliError::Backend)?;
        if let Some(files) = files {
            let lists = [("positions", &proposal.positions), ("cases", &proposal.cases)];
            let change = |((path, before), (list, entries)): ((PathBuf, Option<String>), (&str, &Vec<_>))| {
                let text = insert(before.as_deref(), variant.name(), list, entries)
                    .map_err(|error| CliError::Input(format!("{}: {error}", path.display())))?;
                Ok(Change { path, before, text })
            };
            let changes = files.into_iter().zip(texts).zip(lists).map(change);
            file::replace(&mut lock, &changes.collect::<Result<Vec<_>, CliError>>()?)?;
        }
        let printed = match self.format {
            Format::Human => self.print(&proposal),
            Format::Json => output::json(&json!({
                "variant": variant,
                "mutants": proposal.mutants,
                "hidden": proposal.hidden,
                "known": proposal.known,
                "disputed": proposal.disputed.iter().map(|(vfen, problem)| json!({"vfen": vfen, "problem": problem})).collect::<Vec<_>>(),
                "positions": proposal.positions,
                "cases": proposal.cases,
            })),
        };
        output::unless_closed(printed, ())?;
        Ok(if proposal.disputed.is_empty() { Exit::Success } else { Exit::Failed })
    }

    /// The files of positions and cases.
    fn files(&self, folders: &CorpusArgs) -> Result<[PathBuf; 2], CliError> {
        let name = format!("{PROPOSED}.json");
        if let Some(folder) = self.variant.folder() {
            return Ok([folder.join("positions").join(&name), folder.join("suites").join(&name)]);
        }
        match (folders.positions(), folders.suites()) {
            (Some(positions), Some(suites)) => {
                Ok([positions, suites].map(|folder| folder.join(self.variant.name()).join(&name)))
            }
            _ => Err(CliError::Usage(
                "nowhere to write: the embedded corpus is read-only; pass --suites DIR and --positions DIR, or run \
                 this in a checkout"
                    .into(),
            )),
        }
    }

    fn print(&self, proposal: &Proposal) -> Result<(), CliError> {
        for (case, position) in proposal.cases.iter().zip(&proposal.positions) {
            let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
            output::line(format_args!("{}  {}", text(&case["id"]), text(&case["title"])))?;
            output::line(format_args!("  {}", text(&position["vfen"])))?;
        }
        for (vfen, problem) in &proposal.disputed {
            output::line(format_args!("left out {vfen}: of the second backend, {problem}"))?;
        }
        let known = match proposal.known {
            0 => String::new(),
            known => format!(" and {} of the corpus", plural(known, "position")),
        };
        let shown = proposal.mutants - proposal.hidden.len();
        output::line(format_args!(
            "{}{known}; they show {shown} of {}",
            plural(proposal.cases.len(), "case"),
            plural(proposal.mutants, "changed rule")
        ))?;
        for title in &proposal.hidden {
            output::line(format_args!("  no position found that shows: {title}"))?;
        }
        if self.b.is_none() && !proposal.cases.is_empty() {
            output::line("note: the values rest on `data` alone; --b NAME has another backend confirm them")?;
        }
        if !self.write {
            let mut words =
                ["vperft", "suite", "propose", self.variant.name(), "--write"].map(String::from).to_vec();
            if self.seed != 1 {
                words.extend(["--seed".to_owned(), self.seed.to_string()]);
            }
            if let Some(b) = &self.b {
                words.extend(["--b".to_owned(), b.clone()]);
            }
            output::note(format_args!("nothing was written; to add the cases: {}", command_line(&words)));
        }
        Ok(())
    }
}
