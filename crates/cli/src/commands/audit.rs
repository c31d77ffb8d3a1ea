//! `vperft audit`: measures what the corpus catches, and with `--add` or `--smoke` writes to it.
//!
//! The command reads the files to write before the corpus, so that it notices a change made meanwhile.

use crate::args::corpus::CorpusArgs;
use crate::args::partition::{PartitionArgs, unmergeable};
use crate::args::value::number;
use crate::commands::common::start_threads;
use crate::exit::{CliError, Exit};
use crate::output::bar;
use crate::output::file::{self, Change};
use crate::output::lock::Lock;
use crate::output::read::read_if_any;
use crate::{interrupt, output};
use indicatif::ProgressBar;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use vperft::inner::backend::Backend;
use vperft::inner::corpus::check::Selection;
use vperft::inner::corpus::suite::{Corpus, Tier, insert, smoke_file};
use vperft::inner::game::variant::{Variant, VariantId};
use vperft::inner::generators::{data, reference};
use vperft::inner::support::plural::plural;
use vperft_fast as fast;
use vperft_lab::differences::fuzz;
use vperft_lab::upkeep::audit;
use vperft_lab::upkeep::audit::{Audit, AuditError, AuditSettings, RecordedMutants, Share};
use vperft_lab::upkeep::propose;
use vperft_pages::report::findings;
use vperft_run as run;
use vperft_run::partition::{Extent, Header, Work, seal};

/// Measure which mistakes the corpus catches: clauses, moves, mutants
///
/// Mutants are wrong rules: without a clause, with another reading of a ruling, or with a generated mistake such as a missing class
/// of moves. The exit code is 1 if a clause is not covered, if less than 99.5 % of the classes of moves are listed, or if a mutant
/// survives without an explanation.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The variants [default: all]
    #[arg(value_parser = crate::args::variant::named())]
    variants: Vec<VariantId>,
    /// Search N random and constructed positions of each variant for moves
    #[arg(long, value_name = "N", default_value_t = 20_480, value_parser = number::<u64>(1, u64::MAX))]
    sample: u64,
    /// The seed of these positions
    #[arg(long, default_value_t = 1, value_parser = number::<u64>(0, u64::MAX))]
    seed: u64,
    /// Add cases that fill the gaps
    ///
    /// They go to VARIANT/classes.json in the folders of --suites and --positions, which in a checkout are those of the checkout.
    /// `vperft bless` fills in their values.
    #[arg(long, conflicts_with = "partition")]
    add: bool,
    /// Choose the cases of the smoke tier, those that find most first
    ///
    /// A variant whose rules are in its data alone keeps the cases of its tier, which are put in order. The list goes to VARIANT/smoke.json in the folder of --suites, which in a checkout is that of the checkout.
    #[arg(long, conflicts_with_all = ["add", "partition"])]
    smoke: bool,
    #[command(flatten)]
    corpus: CorpusArgs,
    #[command(flatten)]
    partition: PartitionArgs,
    /// Output format
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

/// The output format of an audit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people
    Human,
    /// One JSON document
    Json,
    /// One HTML page
    Html,
}

pub fn run(args: &Args, extent: &Extent) -> Result<Exit, CliError> {
    let is_only_data = |variant: &VariantId| !reference::has_rules(*variant) && data::has_rules(*variant);
    if !args.variants.is_empty() && args.variants.iter().all(is_only_data) && matches!(extent, Extent::Whole)
    {
        return args.audit_data();
    }
    let variants = known(&args.variants)?;
    let writes = args.add || args.smoke;
    let folders = if writes { args.corpus.or_checkout() } else { args.corpus.clone() };
    let (suites, positions) = (folders.suites(), folders.positions());
    if writes && suites.is_none() || args.add && positions.is_none() {
        let flags = if args.add { "--suites DIR and --positions DIR" } else { "--suites DIR" };
        return Err(nowhere(flags));
    }
    let mut lock = if writes {
        let of = |folder: &Path| variants.iter().map(|id| folder.join(id.name())).collect::<Vec<_>>();
        Lock::folders(suites.into_iter().chain(positions.filter(|_| args.add)).flat_map(of))?
    } else {
        Lock::default()
    };
    // Read before the corpus, so that a change made during the audit is noticed.
    let mut before: BTreeMap<_, _> = variants
        .iter()
        .map(|&variant| Ok((variant, args.before(variant, &folders)?)))
        .collect::<Result<_, CliError>>()?;
    let corpus = folders.load()?;
    let header = header(&corpus, &variants, extent)?;
    start_threads()?;
    interrupt::stop_on_signal();
    let mut audits = Vec::new();
    for variant in variants {
        let bar = progress_bar(variant);
        let settings = AuditSettings { positions: args.sample, seed: args.seed };
        let mut share = share(extent, variant)?;
        let progress = |done| {
            bar.inc(done);
            end_if_stopped(|| if extent.part().is_none() { args.print(&audits, None) } else { Ok(()) });
        };
        let measured = audit::measure(&corpus, variant, &settings, &mut share, &open, &progress);
        bar.finish_and_clear();
        let measured = measured.map_err(|error| match error {
            AuditError::Backend(error) => CliError::Backend(error),
            AuditError::Part(error) => unmergeable(error),
        })?;
        let files = before.remove(&variant).unwrap_or_default();
        if args.add {
            add(&corpus, &measured, files, &mut lock)?;
        } else if args.smoke {
            write_smoke(variant, &audit::smoke(&corpus, &measured), files, &mut lock)?;
        }
        audits.push(measured);
    }
    output::unless_closed(args.print(&audits, header.as_ref()), ())?;
    let is_good = audits.iter().all(Audit::is_good);
    Ok(if is_good { Exit::Success } else { Exit::Failed })
}

/// The header of a part. Parts to merge must be of the same corpus.
fn header(corpus: &Corpus, variants: &[VariantId], extent: &Extent) -> Result<Option<Header>, CliError> {
    if matches!(extent, Extent::Whole) {
        return Ok(None);
    }
    let everything =
        Selection { variants: variants.to_vec(), tier: Some(Tier::Record), ..Selection::default() };
    let cases = run::plan_of(&everything.select(corpus), None);
    let plan = fuzz::plan_of(variants, Some(&cases));
    if let Some(parts) = extent.parts() {
        parts.check_plan(&plan).map_err(unmergeable)?;
    }
    let variants = variants.iter().map(ToString::to_string).collect();
    let backends = vec![open().identity()];
    Ok(extent.header(Work { backends, variants, readings: Vec::new(), plan }))
}

/// Which mutants of a variant to try.
fn share(extent: &Extent, variant: VariantId) -> Result<Share<'_>, CliError> {
    Ok(match extent {
        Extent::Whole => Share::All,
        Extent::Part { part, .. } => Share::Part(*part),
        Extent::Merged(parts) => {
            Share::Recorded(RecordedMutants::from_parts(parts, variant).map_err(unmergeable)?)
        }
    })
}

/// The variants to measure: the given ones, of which the built-in backends must have rules, or all.
fn known(given: &[VariantId]) -> Result<Vec<VariantId>, CliError> {
    let known = open().variants();
    match given.iter().find(|variant| !known.contains(variant)) {
        Some(variant) if data::has_rules(*variant) => Err(CliError::Usage(format!(
            "{variant} has its rules in its data alone: it is measured whole and by itself, as in `vperft audit {variant}`"
        ))),
        Some(variant) => Err(CliError::Usage(format!(
            "{variant} cannot be measured: the built-in backends have no rules of it"
        ))),
        None if given.is_empty() => Ok(known),
        // Without duplicates: the cases of a variant would be added twice.
        None => Ok(known.into_iter().filter(|variant| given.contains(variant)).collect()),
    }
}

/// The backend that counts as correct, because it agrees with `reference` on the whole corpus.
fn open() -> Box<dyn Backend> {
    Box::new(fast::all())
}

/// A file of the corpus and its text, which is `None` if it does not exist.
type Old = (PathBuf, Option<String>);

/// Ends the command as interrupted after a signal. `print` prints what the finished variants have shown.
///
/// An audit asks built-in backends alone and looks at no signal; it only tells how far it is, on any of its threads.
fn end_if_stopped(print: impl FnOnce() -> Result<(), CliError>) {
    static IS_ENDING: Mutex<()> = Mutex::new(());
    if interrupt::is_stopped() {
        // Held until the program ends, so that one thread prints.
        let _guard = IS_ENDING.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = print() {
            output::note(format_args!("error: {error}"));
        }
        output::note("interrupted: the variant that was measured is left out");
        interrupt::exit();
    }
}

impl Args {
    /// Prints audits, and the header of a part.
    fn print(&self, audits: &[Audit], header: Option<&Header>) -> Result<(), CliError> {
        match self.format {
            Format::Human => output::text(findings::audit(audits)),
            Format::Json => {
                let mut document = serde_json::json!({ "audit": audits });
                if let Some(header) = header {
                    seal(&mut document, header);
                }
                output::json(&document)
            }
            Format::Html => output::text(findings::audit_page(audits)),
        }
    }

    /// Prints the audits of variants whose rules are in their `variant.json` alone.
    fn print_data(&self, audits: &[propose::DataAudit]) -> Result<(), CliError> {
        match self.format {
            Format::Human => output::text(findings::data_audit(audits)),
            Format::Json => output::json(&serde_json::json!({ "audit": audits })),
            Format::Html => Err(CliError::Usage("--format html is for built-in rules".into())),
        }
    }

    /// Audits variants whose rules are in their `variant.json` alone.
    fn audit_data(&self) -> Result<Exit, CliError> {
        if self.add {
            let problem = "--add is for built-in rules; `vperft suite propose` adds cases";
            return Err(CliError::Usage(problem.into()));
        }
        if self.smoke {
            return self.order_data();
        }
        let corpus = self.corpus.load()?;
        start_threads()?;
        interrupt::stop_on_signal();
        let mut audits = Vec::new();
        for &variant in &self.variants {
            let bar = progress_bar(variant);
            let progress = || {
                bar.inc(1);
                end_if_stopped(|| self.print_data(&audits));
            };
            let measured = propose::audit(&corpus, variant, self.seed, &progress);
            bar.finish_and_clear();
            audits.push(measured.map_err(CliError::Backend)?);
        }
        output::unless_closed(self.print_data(&audits), ())?;
        let is_good = audits.iter().all(|audit| audit.missed().next().is_none());
        Ok(if is_good { Exit::Success } else { Exit::Failed })
    }

    /// Puts the smoke tiers of variants whose rules are in their `variant.json` alone in the order of worth.
    fn order_data(&self) -> Result<Exit, CliError> {
        let folders = self.corpus.or_checkout();
        let folder = folders.suites().ok_or_else(|| nowhere("--suites DIR"))?;
        let mut lock = Lock::folders(self.variants.iter().map(|variant| folder.join(variant.name())))?;
        let files = self.variants.iter().map(|&variant| self.before(variant, &folders));
        let files = files.collect::<Result<Vec<_>, CliError>>()?;
        let corpus = folders.load()?;
        start_threads()?;
        interrupt::stop_on_signal();
        for (&variant, files) in self.variants.iter().zip(files) {
            let bar = progress_bar(variant);
            let progress = || {
                bar.inc(1);
                end_if_stopped(|| Ok(()));
            };
            let ids = propose::smoke_by_worth(&corpus, variant, &progress);
            bar.finish_and_clear();
            write_smoke(variant, &ids, files, &mut lock)?;
        }
        Ok(Exit::Success)
    }

    /// The files of a variant that the command will write, with their present texts and the name of the list in each.
    fn before(&self, variant: VariantId, folders: &CorpusArgs) -> Result<Vec<(&'static str, Old)>, CliError> {
        let classes = format!("{}.json", audit::CLASSES_FILE);
        let files = match (self.add, self.smoke) {
            (true, _) => {
                vec![("positions", folders.positions(), &*classes), ("cases", folders.suites(), &*classes)]
            }
            (_, true) => vec![("cases", folders.suites(), "smoke.json")],
            _ => Vec::new(),
        };
        let read = |(list, folder, name): (_, Option<&Path>, _)| {
            let path = folder.unwrap_or(Path::new("")).join(variant.name()).join(name);
            file::check_writable(&path)?;
            let text = read_if_any(&path)?;
            Ok((list, (path, text)))
        };
        files.into_iter().map(read).collect()
    }
}

/// The error if there is no folder to write to.
fn nowhere(flags: &str) -> CliError {
    CliError::Usage(format!(
        "nowhere to write: the embedded corpus is read-only; pass {flags}, or run this in a checkout"
    ))
}

/// Adds cases that fill the gaps, and their positions.
fn add(
    corpus: &Corpus,
    audit: &Audit,
    files: Vec<(&'static str, Old)>,
    lock: &mut Lock,
) -> Result<(), CliError> {
    let variant = audit.variant.name();
    let proposal = audit::propose(corpus, audit, open().as_mut()).map_err(CliError::Backend)?;
    if proposal.cases.is_empty() {
        return Ok(());
    }
    let change = |(list, (path, before)): (&str, Old)| {
        let entries = if list == "cases" { &proposal.cases } else { &proposal.positions };
        let text = insert(before.as_deref(), variant, list, entries)
            .map_err(|error| CliError::Input(format!("{}: {error}", path.display())))?;
        Ok(Change { path, before, text })
    };
    file::replace(lock, &files.into_iter().map(change).collect::<Result<Vec<_>, CliError>>()?)?;
    output::note(format_args!(
        "{variant}: {} added; `vperft bless {variant}` fills in the values",
        plural(proposal.cases.len(), "case")
    ));
    Ok(())
}

/// Writes the smoke tier.
fn write_smoke(
    variant: VariantId,
    ids: &[String],
    files: Vec<(&'static str, Old)>,
    lock: &mut Lock,
) -> Result<(), CliError> {
    let change = |(_, (path, before))| Change { path, before, text: smoke_file(variant.name(), ids) };
    file::replace(lock, &files.into_iter().map(change).collect::<Vec<_>>())?;
    output::note(format_args!("{variant}: the smoke tier is {}", plural(ids.len(), "case")));
    Ok(())
}

/// The progress bar of a variant. It is drawn on a terminal only.
fn progress_bar(variant: VariantId) -> ProgressBar {
    let style = bar::style("{msg} {elapsed:>4} {spinner} {human_pos} positions and cases");
    ProgressBar::new_spinner().with_style(style).with_message(Variant::get(variant).title.as_str())
}
