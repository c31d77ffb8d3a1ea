//! `vperft export variant`: prints the rules of a variant for other programs.

use crate::args::variant::named;
use crate::exit::{CliError, Exit};
use crate::output;
use vperft::inner::game::variant::{Variant, VariantId};
use vperft_lab::exchange::rules_export::{RulesFormat, export};

/// Print the rules of a variant for other programs: Fairy-Stockfish, XBoard, or a web page
///
/// The pieces of the variant must move by data (`moves` in variant.json). Their moves are written in Betza notation; each text is read
/// again and compared with the data before it is printed. A rule that the format cannot express is an error that names it, so that the
/// other program never plays other rules.
#[derive(Debug, clap::Args)]
pub struct VariantRulesArgs {
    /// The variant
    #[arg(value_parser = named())]
    variant: VariantId,
    /// Output format
    #[arg(long, value_enum)]
    format: FormatArg,
    /// The name of the variant in the output [default: that of its folder]
    ///
    /// Fairy-Stockfish ignores a section with the name of a variant that it has already, such as chess.
    #[arg(long, value_parser = name)]
    name: Option<String>,
}

/// The output format, as `--format` takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum FormatArg {
    /// A section of variants.ini for Fairy-Stockfish
    VariantsIni,
    /// The lines setup and piece that an engine sends to XBoard
    Xboard,
    /// The definition of an Interactive Diagram for the Chess Variant Pages
    Diagram,
}

/// Parses a name that every format can have.
fn name(text: &str) -> Result<String, String> {
    let is_usual = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !text.is_empty() && text.len() <= 100 && text.chars().all(is_usual) {
        Ok(text.to_owned())
    } else {
        Err("expected letters, digits, `-` and `_`".into())
    }
}

pub fn run(args: &VariantRulesArgs) -> Result<Exit, CliError> {
    let format = match args.format {
        FormatArg::VariantsIni => RulesFormat::VariantsIni,
        FormatArg::Xboard => RulesFormat::XBoard,
        FormatArg::Diagram => RulesFormat::Diagram,
    };
    let name = args.name.as_deref().unwrap_or(args.variant.name());
    match export(Variant::get(args.variant), format, name) {
        Ok(exported) => {
            for note in &exported.notes {
                output::note(note);
            }
            output::text(exported.text)?;
            Ok(Exit::Success)
        }
        Err(reasons) => {
            let message =
                format!("the format {} cannot express the rules of {}:", format.name(), args.variant);
            let context = reasons.into_iter().map(|reason| format!("  {reason}")).collect();
            Err(CliError::UsageAt { message, context })
        }
    }
}
