//! `vperft lint`: checks the corpus itself.

use crate::backend::Registry;
use crate::cli::args::backend::{BackendArgs, built_in};
use crate::cli::args::corpus::CorpusArgs;
use crate::cli::args::value::Format;
use crate::cli::commands::common::start_threads;
use crate::cli::exit::{CliError, Exit};
use crate::cli::output;
use crate::corpus::suite::Corpus;
use crate::game::variant::VariantId;
use crate::lab::audit;
use crate::lab::audit::Coverage;
use crate::lab::lint;
use crate::lab::lint::Report;
use crate::support::plural::plural;

/// Check the corpus itself: ids, links, clauses, order, schemas
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Also check that every clause is cited by a case that exercises it
    #[arg(long)]
    coverage: bool,
    #[command(flatten)]
    backend: BackendArgs,
    #[command(flatten)]
    corpus: CorpusArgs,
    /// Output format
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

pub fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    let mut backend = args.backend.open_or_fastest(registry, &args.backend.options(&VariantId::all())?)?;
    let source = args.corpus.source()?;
    let report = lint::lint(&source, backend.as_mut(), &built_in().identities())?;
    if report.files == 0 {
        return Err(CliError::Usage(
            "no file of a corpus in the folders; expected DIR/VARIANT/*.json".into(),
        ));
    }
    // The findings say why a corpus cannot be loaded.
    let corpus = if args.coverage { Corpus::load(&source).ok() } else { None };
    if corpus.is_some() {
        start_threads()?;
    }
    if args.coverage && corpus.is_none() {
        output::note(format_args!("coverage is not measured: the corpus cannot be loaded"));
    }
    let coverage = corpus.map(|corpus| audit::coverage(&corpus, &VariantId::all()));
    let printed = match args.format {
        Format::Human => print(&report, coverage.as_ref()),
        Format::Json => output::json(&serde_json::json!({ "lint": report, "coverage": coverage })),
    };
    output::unless_closed(printed, ())?;
    let is_covered = coverage.is_none_or(|coverage| coverage.is_complete());
    Ok(if report.findings.is_empty() && is_covered { Exit::Success } else { Exit::Failed })
}

fn print(report: &Report, coverage: Option<&Coverage>) -> Result<(), CliError> {
    for finding in &report.findings {
        output::line(finding)?;
    }
    if let Some(coverage) = coverage {
        for clause in coverage.uncovered() {
            output::line(format_args!("no case that cites {clause} exercises it"))?;
        }
        let covered = coverage.clauses.len() - coverage.uncovered().count();
        output::line(format_args!(
            "{covered} of {} clauses are cited by a case that exercises them",
            coverage.clauses.len()
        ))?;
        output::line(format_args!(
            "where the clause does not act: {}",
            plural(coverage.idle.len(), "citation")
        ))?;
    }
    output::line(plural(report.findings.len(), "finding"))?;
    if report.resting_on_data > 0 {
        let kinds = plural(report.resting_on_data, "kind");
        output::line(format_args!(
            "note: {kinds} of values in cases of loaded variants rest on `data` alone"
        ))?;
    }
    Ok(())
}
