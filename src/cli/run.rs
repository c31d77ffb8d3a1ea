//! `vperft run`.

use super::args::{BackendArgs, CorpusArgs, Format};
use super::{CliError, Exit, output};
use crate::check::{self, CaseResult, Selection, Verdict};
use crate::report;
use crate::suite::{Check, Corpus, Tier};
use crate::variant::VariantId;
use indicatif::{ProgressBar, ProgressStyle};
use std::num::NonZeroUsize;
use std::thread;

/// Check a backend against the corpus
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The variants, of vanguard, ryugi, cetran3, rococo, sandbox and chess; all the backend has if none is given
    variants: Vec<VariantId>,
    #[command(flatten)]
    backend: BackendArgs,
    /// The most expensive checks to run, by the nodes a case counts
    #[arg(long, value_enum, default_value = "ci")]
    tier: Tier,
    /// Only the cases whose id fits this pattern with * and ?, such as 'ryugi/ep-*'
    #[arg(long, value_name = "ID-GLOB")]
    filter: Option<String>,
    /// Only the check of this name, such as perft:3 or moves_of:e4, whatever its tier
    #[arg(long, value_name = "CHECK")]
    check: Option<String>,
    /// How many cases to check at a time; as many as there are cores if not given
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    #[command(flatten)]
    corpus: CorpusArgs,
    /// How to print the results
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

pub(super) fn run(args: &Args) -> Result<Exit, CliError> {
    // Whether it can be opened is known before the corpus is read; the workers open their own.
    let (_, options, variants) = args.backend.open_for(&args.variants)?;
    let open = || args.backend.open_again(&options);

    let corpus = Corpus::load(&args.corpus.source())?;
    let selection =
        Selection { variants, tier: args.tier, filter: args.filter.clone(), check: args.check.clone() };
    let selected = selection.of(&corpus);
    if selected.is_empty() {
        return Err(CliError::Usage("no check of the corpus fits the arguments".into()));
    }
    let checks = selected.iter().flat_map(|item| &item.checks);
    let bar = progress_bar(checks.map(work).fold(0, u64::saturating_add));
    let jobs = args.jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    let jobs = jobs.min(selected.len());
    let results = check::run(&selected, &open, jobs, &|check| bar.inc(work(check)));
    bar.finish_and_clear();
    let printed = match args.format {
        Format::Human => print(args, &results),
        Format::Json => output::line(json(args, &results)),
    };
    // A verdict stands whether or not it was read to its end.
    output::unless_closed(printed, ())?;
    let (_, total) = report::tally(&results);
    if args.format == Format::Human && total.failed > 0 {
        output::note(format_args!("{} of {} checks failed", total.failed, total.checks));
    }
    Ok(if total.failed == 0 { Exit::Success } else { Exit::Failed })
}

/// How much of the progress bar a check is: its nodes, and a little for asking at all.
fn work(check: &Check<'_>) -> u64 {
    u64::try_from(check.nodes()).unwrap_or(u64::MAX).saturating_add(100)
}

/// A bar on stderr; it draws nothing unless that is a terminal.
fn progress_bar(length: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{elapsed:>4} {wide_bar} {percent:>3} %  {eta} left");
    ProgressBar::new(length).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn print(args: &Args, results: &[CaseResult<'_>]) -> Result<(), CliError> {
    for result in results {
        let replay = |id: &str, check: &str| replay(args, result.variant, id, check);
        if let Some(text) = report::failure(result, &replay, output::is_coloured()) {
            output::line(text)?;
        }
    }
    output::line(report::summary(results))
}

/// The command that replays one check.
fn replay(args: &Args, variant: VariantId, id: &str, check: &str) -> String {
    let variant = variant.name();
    let mut words: Vec<String> =
        ["vperft", "run", variant, "--filter", id, "--check", check].map(String::from).into();
    words.extend(args.backend.words(variant));
    words.extend(args.corpus.words());
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "))
}

/// Every check with its verdict, and the sums.
fn json(args: &Args, results: &[CaseResult<'_>]) -> serde_json::Value {
    let cases: Vec<_> = results
        .iter()
        .map(|result| {
            let checks: Vec<_> = result
                .checks
                .iter()
                .map(|one| {
                    let name = one.check.to_string();
                    let mut value = serde_json::json!({ "check": name, "result": one.verdict });
                    if !one.verdict.is_pass() && !matches!(one.verdict, Verdict::Unsupported { .. }) {
                        value["replay"] = replay(args, result.variant, &result.case.id, &name).into();
                    }
                    value
                })
                .collect();
            let case = result.case;
            serde_json::json!({
                "id": case.id, "title": case.title, "clauses": case.clauses, "vfen": result.vfen, "checks": checks,
            })
        })
        .collect();
    let (variants, total) = report::tally(results);
    serde_json::json!({ "backend": args.backend.name(), "cases": cases, "variants": variants, "total": total })
}
