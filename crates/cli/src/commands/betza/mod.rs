//! `vperft betza`: explains the moves that a text of Betza notation describes, and checks programs that read it.

mod check;
mod explain;
mod table;

use crate::args::value::Format;
use crate::exit::{CliError, Exit};
use vperft::inner::game::betza::Dialect;
use vperft::inner::game::variant::VariantId;

/// Explain the moves that Betza notation describes
///
/// Prints the moves in words and as drawings, the path program, the canonical text, and where the readers of the notation disagree.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    /// The notation of a piece, such as fmWfceFifmnD (repeatable)
    #[arg(value_name = "TEXT", required_unless_present = "table")]
    texts: Vec<String>,
    /// How the text is read
    #[arg(long, value_enum, default_value = "xbetza")]
    dialect: DialectArg,
    /// All pieces of a variant whose `variant.json` says how they move, instead of texts
    #[arg(
        long, value_name = "VARIANT", conflicts_with = "texts",
        value_parser = crate::args::variant::named()
    )]
    table: Option<VariantId>,
    /// Output format
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Check(check::Args),
}

/// A dialect, as `--dialect` takes it and `--help` describes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum DialectArg {
    /// Muller's extended notation, as XBoard and the Interactive Diagram read it
    Xbetza,
    /// The subset that Fairy-Stockfish reads, with its own meanings
    FairyStockfish,
}

impl From<DialectArg> for Dialect {
    fn from(dialect: DialectArg) -> Self {
        match dialect {
            DialectArg::Xbetza => Self::XBetza,
            DialectArg::FairyStockfish => Self::FairyStockfish,
        }
    }
}

pub fn run(args: &Args) -> Result<Exit, CliError> {
    match (&args.command, args.table) {
        (Some(Command::Check(check)), _) => check::run(check),
        (None, Some(variant)) => table::run(variant, args.format),
        (None, None) => explain::run(&args.texts, args.dialect.into(), args.format),
    }
}
