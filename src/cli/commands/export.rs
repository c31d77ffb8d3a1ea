//! `vperft export`.

use crate::cli::args::backend::oracle;
use crate::cli::args::selection::CasesArgs;
use crate::cli::exit::{CliError, Exit};
use crate::cli::output;
use crate::corpus::export;
use crate::game::variant::Rulings;

/// Write the corpus for other programs: as EPD, JSON, CSV or a shell script
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    cases: CasesArgs,
    /// What to write
    #[arg(long, value_enum)]
    format: ExportFormat,
}

/// What to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum ExportFormat {
    /// The perft counts, a line for every position: VFEN ;D1 20 ;D2 400 ;id "..."
    Epd,
    /// One document with every case: position, line, clauses, bugs, and checks with their expected values
    Json,
    /// A table with a row for every check
    Csv,
    /// The perft counts, as a shell script that compares them with those of a program
    Sh,
}

pub(crate) fn run(args: &Args) -> Result<Exit, CliError> {
    let (corpus, selection) = args.cases.load()?;
    let selected = selection.of(&corpus);
    let version = corpus.version.as_deref();
    match args.format {
        ExportFormat::Json => output::json(&export::json(version, &selected))?,
        ExportFormat::Csv => output::text(export::csv(&selected))?,
        ExportFormat::Epd | ExportFormat::Sh => {
            let (counted, unplayed) = export::counted(&selected, oracle(&Rulings::default()).as_mut());
            for (id, error) in unplayed {
                output::note(output::plain(format_args!(
                    "left out `{id}`, of which the moves cannot be played: {error}"
                )));
            }
            if counted.is_empty() {
                return Err(CliError::Usage("no perft count of the corpus fits the arguments".into()));
            }
            output::text(match args.format {
                ExportFormat::Epd => export::epd(&counted),
                _ => export::sh(version, &counted),
            })?;
        }
    }
    Ok(Exit::Success)
}
