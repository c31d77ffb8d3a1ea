//! `vperft bless`: lets two backends find expected values, and writes those on which they agree.
//!
//! The files stay locked from reading to writing. The embedded corpus is never written.

use crate::args::corpus::CorpusArgs;
use crate::args::count::hash_bytes;
use crate::args::pair::{PairArgs, PairRulesArgs};
use crate::args::selected::SelectedPair;
use crate::args::value::Format;
use crate::args::value::TierArg;
use crate::args::value::number;
use crate::exit::{CliError, Exit};
use crate::output;
use crate::output::command::command_line;
use crate::output::file::{self, Change};
use crate::output::lock::Lock;
use indicatif::ProgressBar;
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::thread;
use vperft::inner::backend::Registry;
use vperft::inner::corpus::suite::{Corpus, DraftFile, Edit};
use vperft::inner::game::perft;
use vperft::inner::game::variant::VariantId;
use vperft::inner::support::plural::plural;
use vperft::inner::support::suggest::did_you_mean;
use vperft_lab::upkeep::bless;
use vperft_lab::upkeep::bless::{BlessedCase, Disagreement, Scope};
use vperft_pages::report::findings;

/// Fill in expected values on which two backends agree
///
/// The values are written to the files of --suites, or to those of a variant from --variant. In a checkout of this program they go
/// to its suites. The embedded corpus is read-only. With --all, both backends also confirm the values that are there.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The variants [default: all that both backends have]
    #[arg(value_parser = crate::args::variant::named())]
    variants: Vec<VariantId>,
    #[command(flatten)]
    pair: PairArgs,
    /// Every case, not only those that lack values or sources
    ///
    /// Both backends become sources of the values that they confirm.
    #[arg(long)]
    all: bool,
    /// Only cases whose id matches, such as 'ryugi/ep-*'
    #[arg(long, value_name = "ID-GLOB")]
    id: Option<String>,
    /// Confirm values up to this tier, by the nodes a case counts
    #[arg(long, value_enum, default_value = "deep")]
    tier: TierArg,
    /// Write nothing; say what would be written
    #[arg(long)]
    dry_run: bool,
    /// The size of the hash table of each parallel case
    #[arg(long, value_name = "MB", value_parser = number::<u64>(1, u64::MAX))]
    hash: Option<u64>,
    /// Ask about N cases in parallel [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = number::<NonZeroUsize>(1, usize::MAX as u64))]
    jobs: Option<NonZeroUsize>,
    #[command(flatten)]
    corpus: CorpusArgs,
    /// Output format
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

/// The results.
#[derive(Default)]
struct Done {
    /// The cases on which both backends agree.
    confirmed: usize,
    /// The number of known values that a backend does not support.
    unsupported: usize,
    /// The number of missing values that were filled in.
    filled: usize,
    /// The changed files.
    files: Vec<String>,
    disagreements: Vec<Disagreement>,
}

pub fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    let standard = PairRulesArgs::default();
    let backends = args.pair.select(registry, &standard, &args.variants, &[])?;
    let is_alone = backends.is_alone();
    if !is_alone {
        backends.check_distinct()?;
    }
    let pair = backends.open()?;
    let names = [pair.a.identity(), pair.b.identity()];
    let mut variants = backends.variants(&pair, &args.variants)?;
    let open = || backends.open_again();
    let folders = args.corpus.or_checkout();
    let source = folders.source()?;
    if folders.suites().is_none() {
        // The embedded corpus is read-only.
        variants.retain(|variant| !variant.is_built_in());
        if variants.is_empty() {
            let problem = "nowhere to write: the embedded corpus is read-only; pass --suites DIR, or run this in a checkout";
            return Err(CliError::Usage(problem.into()));
        }
    }
    let mut lock = args.lock_folders(&folders, &variants)?;
    let drafts = Corpus::drafts(&source);
    let (corpus, files) = drafts.map_err(|error| folders.explain(error))?;
    let cores = || thread::available_parallelism().ok();
    let scope = Scope {
        variants,
        filter: args.id.clone(),
        all: args.all,
        tier: args.tier.into(),
        means: perft::Resources {
            hash_bytes: args.hash.map_or(Ok(0), hash_bytes)?,
            ..perft::Resources::default()
        },
        jobs: args.jobs.or_else(cores).map_or(1, NonZeroUsize::get),
    };
    let selected = bless::select(&scope, &files);
    if selected.is_empty() && (args.all || args.id.is_some()) {
        let hint = if args.all {
            ""
        } else {
            " and lacks a value or its sources; --all takes complete cases as well"
        };
        let ids = files.iter().flat_map(|file| &file.drafts).map(|draft| draft.case.id.as_str());
        let nearest = args.id.as_deref().map(|id| did_you_mean(id, ids)).unwrap_or_default();
        return Err(CliError::Usage(format!("no case matches the arguments{hint}{nearest}")));
    }
    if !args.dry_run {
        let touched: BTreeSet<_> = selected.iter().map(|(file, _)| *file).collect();
        touched.into_iter().try_for_each(|index| file::check_writable(&files[index].file.path))?;
    }
    let bar = ProgressBar::new(selected.len() as u64);
    let outcomes = bless::run(&scope, &corpus, &files, &open, &|| bar.inc(1));
    bar.finish_and_clear();
    let done = write(args, &mut lock, &files, outcomes.map_err(CliError::Backend)?)?;
    let printed = match args.format {
        Format::Human => args.print(&backends, &done, [&names[0], &names[1]]).and_then(|()| {
            match is_alone && done.confirmed > 0 {
                true => output::line(format_args!(
                    "note: only `{}` was asked; with --b, another backend would confirm the values",
                    names[0]
                )),
                false => Ok(()),
            }
        }),
        Format::Json => output::bounded_json(args.json(&backends, &done, &names)),
    };
    output::unless_closed(printed, ())?;
    Ok(if done.disagreements.is_empty() { Exit::Success } else { Exit::Failed })
}

/// Writes the values on which both agree.
fn write(
    args: &Args,
    lock: &mut Lock,
    files: &[DraftFile],
    outcomes: Vec<BlessedCase>,
) -> Result<Done, CliError> {
    let mut done = Done::default();
    let mut edits = BTreeMap::<usize, BTreeMap<usize, Edit>>::new();
    for outcome in outcomes {
        match outcome.result {
            Ok(edit) => {
                // A case of which nothing was asked or answered is not confirmed.
                done.confirmed += usize::from(!edit.sources.is_empty());
                done.unsupported += edit.unsupported;
                done.filled += edit.values.len();
                edits.entry(outcome.file).or_default().insert(outcome.index, edit);
            }
            Err(disagreements) => done.disagreements.extend(disagreements),
        }
    }
    let mut changes = Vec::new();
    for (index, edits) in edits {
        let file = &files[index].file;
        let text = files[index].edited(&edits)?;
        if text != file.text {
            changes.push(Change { path: file.path.clone(), before: Some(file.text.to_string()), text });
            done.files.push(file.name.clone());
        }
    }
    if !args.dry_run {
        file::replace(lock, &changes)?;
    }
    Ok(done)
}

impl Args {
    /// Locks the folders of these variants, unless nothing will be written.
    fn lock_folders(&self, folders: &CorpusArgs, variants: &[VariantId]) -> Result<Lock, CliError> {
        if self.dry_run {
            return Ok(Lock::default());
        }
        let written = |id: &VariantId| match id.folder() {
            Some(folder) => Some(folder.join("suites")),
            None => Some(folders.suites()?.join(id.name())),
        };
        Ok(Lock::folders(variants.iter().filter_map(written))?)
    }

    fn replay(&self, pair: &SelectedPair<'_>, found: &Disagreement) -> String {
        let words = ["vperft", "bless", found.variant.name(), "--all", "--dry-run", "--id", &found.case];
        let mut words = words.map(String::from).to_vec();
        words.extend(pair.words());
        words.extend(self.corpus.or_checkout().words());
        command_line(&words)
    }

    fn print(&self, pair: &SelectedPair<'_>, done: &Done, names: [&str; 2]) -> Result<(), CliError> {
        for found in &done.disagreements {
            output::block(findings::disagreement(found, names, &self.replay(pair, found)))?;
        }
        for file in &done.files {
            let verb = if self.dry_run { "would write" } else { "wrote" };
            output::line(format_args!("{verb} {file}"))?;
        }
        output::line(format_args!(
            "{} confirmed, {} found, {} not confirmed",
            plural(done.confirmed, "case"),
            plural(done.filled, "missing value"),
            plural(done.disagreements.len(), "value")
        ))?;
        if done.unsupported > 0 {
            let values = plural(done.unsupported, "value");
            output::line(format_args!(
                "note: {values} could not be confirmed, because a backend does not support them"
            ))?;
        }
        Ok(())
    }

    fn json(&self, pair: &SelectedPair<'_>, done: &Done, names: &[String; 2]) -> serde_json::Value {
        let disagreement = |found: &Disagreement| {
            let mut value = serde_json::json!(found);
            value["replay"] = self.replay(pair, found).into();
            value
        };
        let disagreements: Vec<_> = done.disagreements.iter().map(disagreement).collect();
        serde_json::json!({
            "a": names[0], "b": names[1], "confirmed": done.confirmed, "filled": done.filled,
            "unsupported": done.unsupported,
            "files": done.files, "disagreements": disagreements,
        })
    }
}
