//! `vperft merge`: makes the output of the whole work from the results of its parts.
//!
//! The work is done by the command of the parts: this file reads the parts and writes the command line.

use crate::args::partition::unmergeable;
use crate::exit::CliError;
use crate::output::read::read_text;
use std::path::{Path, PathBuf};
use vperft_run::partition::{PartFile, Parts};

/// Make the output of a whole run, fuzz, exhaust or audit from its parts
///
/// The parts are the JSON documents that the command writes with --partition K/N. The output and the exit code are those of the
/// command without it. A missing, double or changed part, or one of other work, is an error that names the repair.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The files of all parts, in any order
    #[arg(required = true, value_name = "PART")]
    parts: Vec<PathBuf>,
    /// Output format, one of those of the command
    #[arg(long, value_name = "KIND")]
    format: Option<String>,
    /// Also write a report to a file, as with `run` (repeatable)
    #[arg(long = "report", value_name = "KIND=FILE")]
    reports: Vec<String>,
    /// Write bug files, as with `run` and `fuzz`
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
    /// Draw every failing case, as with `run`
    #[arg(long)]
    all: bool,
}

impl Args {
    /// Reads the parts.
    pub fn read_parts(&self) -> Result<Parts, CliError> {
        let reports = self.reports.iter().filter_map(|report| Some(Path::new(report.split_once('=')?.1)));
        let is_part = |path: &&Path| {
            let written = path.canonicalize().ok();
            written.is_some() && self.parts.iter().any(|part| part.canonicalize().ok() == written)
        };
        if let Some(path) = reports.chain(self.out.as_deref()).find(is_part) {
            let problem = "it is one of the parts, which would be overwritten; expected another file";
            return Err(CliError::Usage(format!("{}: {problem}", path.display())));
        }
        let part = |path: &PathBuf| -> Result<PartFile, CliError> {
            PartFile::parse(path.display().to_string(), &read_text(path)?).map_err(unmergeable)
        };
        let files = self.parts.iter().map(part).collect::<Result<_, _>>()?;
        Parts::new(files).map_err(unmergeable)
    }

    /// The arguments about the output, as words of the command line of the whole work.
    pub fn output_words(&self) -> Vec<String> {
        let mut words: Vec<_> = self.format.iter().map(|kind| format!("--format={kind}")).collect();
        words.extend(self.reports.iter().map(|report| format!("--report={report}")));
        words.extend(self.out.as_deref().map(Path::display).map(|path| format!("--out={path}")));
        words.extend(self.all.then(|| "--all".to_owned()));
        words
    }
}
