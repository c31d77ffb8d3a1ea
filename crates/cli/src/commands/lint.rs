//! `vperft lint`: checks the corpus itself.

use crate::args::backend::{BackendArgs, built_in};
use crate::args::corpus::CorpusArgs;
use crate::args::selected::Why;
use crate::args::value::Format;
use crate::commands::common::start_threads;
use crate::exit::{CliError, Exit};
use crate::output;
use crate::output::file::{self, Change};
use crate::output::lock::Lock;
use vperft::inner::backend::Registry;
use vperft::inner::corpus::suite::{Corpus, Source};
use vperft::inner::game::variant::{Standard, VariantId};
use vperft::inner::generators::data;
use vperft::inner::support::plural::plural;
use vperft_lab::upkeep::audit;
use vperft_lab::upkeep::audit::Coverage;
use vperft_lab::upkeep::lint;
use vperft_lab::upkeep::lint::{Fix, Report};

/// Check the corpus itself: ids, links, clauses, order, schemas
#[derive(Debug, clap::Args)]
pub struct Args {
    /// First sort and format the files of the folders
    ///
    /// Sorts entries by id and legal moves by their text, and rewrites only the files that change. A file in which something could be
    /// lost, such as a duplicate key, is left alone.
    #[arg(long)]
    fix: bool,
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
    let selected = args.backend.select(registry, &VariantId::all(), None)?;
    let mut backend = match selected.choice.why {
        // Variants whose rules are data alone are checked too.
        Why::Default if selected.options.is_standard() => Box::new(data::fill(vperft_fast::all(), &Standard)),
        _ => selected.open_noting()?,
    };
    // In a checkout, the files of a loaded variant are meant, and not those of the checkout.
    let is_checkout = args.fix && VariantId::all().into_iter().all(VariantId::is_built_in);
    let corpus = if is_checkout { args.corpus.or_checkout() } else { args.corpus.clone() };
    let source = corpus.source()?;
    let fixed = if args.fix { fix(&source)? } else { Vec::new() };
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
        Format::Human => print(&fixed, &report, coverage.as_ref()),
        Format::Json => {
            let mut document = serde_json::json!({ "lint": report, "coverage": coverage });
            if args.fix {
                document["fixed"] = fixed.into();
            }
            output::json(&document)
        }
    };
    output::unless_closed(printed, ())?;
    let is_covered = coverage.is_none_or(|coverage| coverage.is_complete());
    Ok(if report.findings.is_empty() && is_covered { Exit::Success } else { Exit::Failed })
}

/// Puts the files of the folders in order. Returns the names of those that it has written.
fn fix(source: &Source) -> Result<Vec<String>, CliError> {
    let (files, fixes) = lint::fixes(source)?;
    if files == 0 {
        let problem = "--fix: no folder with files; expected --variant DIR, --suites DIR or --positions DIR";
        return Err(CliError::Usage(problem.into()));
    }
    let change = |fix: &Fix| Change {
        path: fix.file.path.clone(),
        before: Some(fix.file.text.to_string()),
        text: fix.text.clone(),
    };
    file::replace(&mut Lock::default(), &fixes.iter().map(change).collect::<Vec<_>>())?;
    Ok(fixes.into_iter().map(|fix| fix.file.name).collect())
}

fn print(fixed: &[String], report: &Report, coverage: Option<&Coverage>) -> Result<(), CliError> {
    for file in fixed {
        output::line(format_args!("fixed {file}"))?;
    }
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
