//! `vperft matrix`: the pages that compare implementations.

use crate::exit::{CliError, Exit};
use crate::output;
use crate::output::file;
use crate::output::read::read_text;
use std::path::{Path, PathBuf};
use vperft::inner::support::plural::plural;
use vperft_pages::matrix;
use vperft_pages::report::run::conform::{Conformance, FORMAT};

/// Compare implementations on pages: which keeps which rule
///
/// Each FILE is what `vperft run --report conform=FILE` writes about one implementation. The folder gets a table of all (index.html), a page
/// of each with the boards of its mistakes, its badge as SVG and as JSON for badge services, and the whole as JSON (matrix.json).
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The documents about the implementations
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write the pages to this folder, which exists
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Compare implementations that were asked different cases
    #[arg(long)]
    mixed: bool,
}

pub fn run(args: &Args) -> Result<Exit, CliError> {
    file::check_out_folder(&args.out)?;
    let documents = args.files.iter().map(|path| read(path)).collect::<Result<Vec<_>, _>>()?;
    let count = documents.len();
    let pages = matrix::pages(documents, args.mixed);
    let pages = pages.map_err(|clash| CliError::Input(clash.to_string()))?;
    for page in &pages {
        file::put(&args.out.join(&page.name), page.text.as_bytes())?;
    }
    let (files, out) = (plural(pages.len(), "file"), args.out.display());
    output::note(format_args!("{}: wrote {files} to {out}", plural(count, "implementation")));
    Ok(Exit::Success)
}

/// Reads the document about an implementation.
fn read(path: &Path) -> Result<Conformance, CliError> {
    let refused = |problem: String| {
        let expected = "expected a file of `vperft run --report conform=FILE`";
        CliError::Input(format!("{}: {problem}; {expected}", path.display()))
    };
    let read: Result<Conformance, _> = serde_json::from_str(&read_text(path)?);
    let document =
        read.map_err(|error| refused(format!("not the document about an implementation: {error}")))?;
    match document.format {
        FORMAT => Ok(document),
        other => Err(refused(format!("format {other}; this program reads format {FORMAT}"))),
    }
}
