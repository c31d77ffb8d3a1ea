//! `vperft bugs`: explains the bugs that cases of the corpus catch.

use crate::args::corpus::CorpusArgs;
use crate::args::value::lower;
use crate::exit::{CliError, Exit};
use crate::output;
use vperft::inner::game::variant::VariantId;
use vperft::inner::support::suggest::did_you_mean;
use vperft_pages::report::findings;
use vperft_pages::report::findings::BugEntry;

/// Explain the bugs that the cases of the corpus catch
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The variant [default: all]
    #[arg(value_parser = crate::args::variant::named())]
    variant: Option<VariantId>,
    /// Only the bug with this id, such as one from `run --format json`
    #[arg(value_parser = lower)]
    bug: Option<String>,
    #[command(flatten)]
    corpus: CorpusArgs,
    /// Output format
    #[arg(long, value_enum, default_value = "human")]
    format: DocumentFormat,
}

/// The output format of a list that may become a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum DocumentFormat {
    /// For people
    Human,
    /// One JSON document
    Json,
    /// A Markdown document with a section for every variant
    Markdown,
    /// One HTML page with boards and a search, which loads nothing from elsewhere
    Html,
}

pub fn run(args: &Args) -> Result<Exit, CliError> {
    let variants = args.variant.map_or_else(VariantId::all, |variant| vec![variant]);
    let corpus = args.corpus.load_of(&variants)?;
    let entries = BugEntry::list(&corpus, &variants, args.bug.as_deref());
    if let (Some(variant), Some(bug), true) = (args.variant, &args.bug, entries.is_empty()) {
        let hint = did_you_mean(bug, corpus.bugs.of_variant(variant).map(|bug| bug.id.as_str()));
        let problem =
            format!("{variant} has no bug `{bug}`; `vperft bugs {variant}` lists those it has{hint}");
        return Err(CliError::Usage(problem));
    }
    match args.format {
        DocumentFormat::Human => output::text(findings::bugs_for_people(&entries, output::style()))?,
        DocumentFormat::Json => output::json(&serde_json::json!({ "bugs": entries }))?,
        DocumentFormat::Markdown => output::text(findings::bugs_in_markdown(&entries))?,
        DocumentFormat::Html => output::text(findings::bugs_as_page(&entries))?,
    }
    Ok(Exit::Success)
}
