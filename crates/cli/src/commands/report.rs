//! `vperft report`: makes a report of a run that was made earlier.

use crate::args::corpus::CorpusArgs;
use crate::exit::{CliError, Exit};
use crate::output;
use crate::output::file;
use crate::output::read::read_text;
use std::path::{Path, PathBuf};
use vperft_pages::report::run::html;

/// Make a report of an earlier run
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    kind: Kind,
}

#[derive(Debug, clap::Subcommand)]
enum Kind {
    Html(HtmlArgs),
}

/// Make the HTML page of a run
///
/// The page is that of `vperft run --report html=FILE`: causes, and every failing case with its board. With --against, it shows what
/// changed since another run. Variants of folders need --variant again.
#[derive(Debug, clap::Args)]
struct HtmlArgs {
    /// The results of the run, as `vperft run --report json=FILE` writes them
    run: PathBuf,
    /// Compare with the results of this earlier run
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
    /// Write the page to this file instead of stdout
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    corpus: CorpusArgs,
}

pub fn run(args: &Args) -> Result<Exit, CliError> {
    let Kind::Html(args) = &args.kind;
    args.out.as_deref().map_or(Ok(()), file::check_out)?;
    let run = read_run(&args.run)?;
    let against = args.against.as_deref().map(read_run).transpose()?;
    let corpus = args.corpus.load_of(&run.variants())?;
    let page = html::page(&run, against.as_ref(), &corpus.bugs);
    match &args.out {
        Some(path) => file::put(path, page.as_bytes())?,
        None => output::text(page)?,
    }
    Ok(Exit::Success)
}

/// Reads the results of a run.
fn read_run(path: &Path) -> Result<html::Run, CliError> {
    serde_json::from_str(&read_text(path)?).map_err(|error| {
        let message = format!(
            "{}: not the results of a run: {error}; expected a file of `vperft run --report json=FILE`",
            path.display()
        );
        CliError::Input(message)
    })
}
