//! `vperft audit`.

use super::corpus::CorpusArgs;
use super::{CliError, Exit, file, output};
use crate::audit::{self, Audit, AuditSettings};
use crate::backend::Backend;
use crate::fast;
use crate::report;
use crate::suite::{Corpus, insert};
use crate::variant::{Variant, VariantId};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Measure what the corpus catches: clauses, classes of moves, mutants
///
/// Mutants are wrong rules: clauses switched off, rulings in an alternative reading, and generated mistakes such as a class of moves forgotten. The exit
/// code is 1 if a clause is not covered, less than 99.5 % of the classes of moves are listed, or a mutant is alive
/// without an explanation.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The variants; all if none is given
    #[arg(value_parser = super::variant::named())]
    variants: Vec<VariantId>,
    /// How many random and constructed positions of each variant to search for classes of moves
    #[arg(long, value_name = "N", default_value_t = 20_480, value_parser = clap::value_parser!(u64).range(1..))]
    sample: u64,
    /// The seed of these positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Add cases that fill the gaps to <variant>/classes.json in the folders of --suites and --positions (in a checkout, to those
    /// there), their values missing: `vperft bless` fills them in
    #[arg(long)]
    add: bool,
    /// Choose the smoke tier anew and write it to <variant>/smoke.json in the folder of --suites (in a checkout, to suites)
    #[arg(long, conflicts_with = "add")]
    smoke: bool,
    #[command(flatten)]
    corpus: CorpusArgs,
    /// How to print the results
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

/// How to print an audit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people
    Human,
    /// One JSON document
    Json,
    /// One HTML page
    Html,
}

pub(super) fn run(args: &Args) -> Result<Exit, CliError> {
    let variants = known(&args.variants)?;
    let writes = args.add || args.smoke;
    let folders = if writes { args.corpus.or_checkout() } else { args.corpus.clone() };
    let (suites, positions) = (folders.suites(), folders.positions());
    if writes && suites.is_none() || args.add && positions.is_none() {
        let flags = if args.add { "--suites DIR and --positions DIR" } else { "--suites DIR" };
        let problem = format!("expected {flags} to write to: this is no checkout of vperft");
        return Err(CliError::Usage(problem));
    }
    let corpus = folders.load()?;
    let mut audits = Vec::new();
    for variant in variants {
        let bar = progress_bar(variant);
        let settings = AuditSettings { positions: args.sample, seed: args.seed };
        let measured = audit::measure(&corpus, variant, &settings, &open, &|done| bar.inc(done));
        bar.finish_and_clear();
        let measured = measured.map_err(CliError::Backend)?;
        if let (true, Some(suites), Some(positions)) = (args.add, suites, positions) {
            add(&corpus, &measured, suites, positions)?;
        }
        if let (true, Some(suites)) = (args.smoke, suites) {
            choose(&corpus, &measured, suites)?;
        }
        audits.push(measured);
    }
    let printed = match args.format {
        Format::Human => output::text(report::audit(&audits)),
        Format::Json => output::line(serde_json::json!({ "audit": audits })),
        Format::Html => output::text(report::audit_page(&audits)),
    };
    output::unless_closed(printed, ())?;
    let is_good = audits.iter().all(Audit::is_good);
    Ok(if is_good { Exit::Success } else { Exit::Failed })
}

/// The variants to measure: those asked for, of which the built-in backends must have rules.
fn known(asked: &[VariantId]) -> Result<Vec<VariantId>, CliError> {
    let known = open().variants();
    match asked.iter().find(|variant| !known.contains(variant)) {
        Some(variant) => Err(CliError::Usage(format!(
            "{variant} cannot be measured: the built-in backends have no rules of it"
        ))),
        None if asked.is_empty() => Ok(known),
        // Each once, in the order of the variants: what is added for one would be added again.
        None => Ok(known.into_iter().filter(|variant| asked.contains(variant)).collect()),
    }
}

/// The backend that is taken for correct: the corpus holds nothing on which it and `reference` disagree.
fn open() -> Box<dyn Backend> {
    Box::new(fast::all())
}

/// Adds cases that fill the gaps.
fn add(corpus: &Corpus, audit: &Audit, suites: &Path, positions: &Path) -> Result<(), CliError> {
    let variant = audit.variant.name();
    let proposal = audit::propose(corpus, audit, open().as_mut()).map_err(CliError::Backend)?;
    if proposal.cases.is_empty() {
        return Ok(());
    }
    let added = |folder: &Path, list: &str, entries: &[Value]| -> Result<(PathBuf, String), CliError> {
        let path = folder.join(variant).join(format!("{}.json", audit::NAME));
        let old = if path.exists() { Some(file::read(&path)?) } else { None };
        let text = insert(old.as_deref(), variant, list, entries)
            .map_err(|error| CliError::Input(format!("{}: {error}", path.display())))?;
        Ok((path, text))
    };
    // Both are made before the first is written, so that a fault in one leaves both as they were.
    let files =
        [added(positions, "positions", &proposal.positions)?, added(suites, "cases", &proposal.cases)?];
    for (path, text) in files {
        file::replace(&path, &text)?;
    }
    output::note(format_args!(
        "{variant}: {} cases added; `vperft bless {variant}` fills them in",
        proposal.cases.len()
    ));
    Ok(())
}

/// Writes the smoke tier.
fn choose(corpus: &Corpus, measured: &Audit, suites: &Path) -> Result<(), CliError> {
    let variant = measured.variant.name();
    let ids = audit::smoke(corpus, measured);
    let text = crate::suite::smoke_file(variant, &ids);
    file::replace(&suites.join(variant).join("smoke.json"), &text)?;
    output::note(format_args!("{variant}: {} cases are the smoke tier", ids.len()));
    Ok(())
}

/// What is being done, on stderr; it draws nothing unless that is a terminal.
fn progress_bar(variant: VariantId) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {elapsed:>4} {spinner} {human_pos} positions and cases");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_spinner());
    ProgressBar::new_spinner().with_style(style).with_message(Variant::get(variant).title.as_str())
}
