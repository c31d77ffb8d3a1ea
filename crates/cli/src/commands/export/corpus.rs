//! `vperft export --format FORMAT`: prints the corpus in formats of other programs.

use crate::args::backend::oracle;
use crate::args::selection::CasesArgs;
use crate::exit::{CliError, Exit};
use crate::output;
use vperft::inner::game::variant::Rulings;
use vperft_pages::report::export;

/// The selection and the format.
#[derive(Debug, clap::Args)]
pub struct SelectedArgs {
    #[command(flatten)]
    cases: CasesArgs,
    /// Output format
    #[arg(long, value_enum, required = true)]
    format: Option<ExportFormat>,
}

/// The output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum ExportFormat {
    /// Perft counts, one position a line: VFEN ;D1 20 ;D2 400 ;id "..."
    Epd,
    /// One document with every case: position, moves, clauses, bugs, checks and expected values
    Json,
    /// A table with one check a row
    Csv,
    /// A shell script that compares perft counts with those of a program
    Sh,
}

pub fn run(args: &SelectedArgs) -> Result<Exit, CliError> {
    let (corpus, selection) = args.cases.load()?;
    let selected = selection.select(&corpus);
    let version = corpus.version.as_deref();
    let Some(format) = args.format else { return Err(CliError::Usage("no --format".into())) };
    match format {
        ExportFormat::Json => output::json(&export::json(version, &selected))?,
        ExportFormat::Csv => output::text(export::csv(&selected))?,
        ExportFormat::Epd | ExportFormat::Sh => {
            let (counted, unplayed) = export::counted(&selected, oracle(&Rulings::default()).as_mut());
            for (id, error) in unplayed {
                output::note(format_args!("left out `{id}`: its moves cannot be played: {error}"));
            }
            if counted.is_empty() {
                return Err(CliError::Usage("no perft count of the corpus matches the arguments".into()));
            }
            output::text(match format {
                ExportFormat::Epd => export::epd(&counted),
                _ => export::sh(version, &counted),
            })?;
        }
    }
    Ok(Exit::Success)
}
