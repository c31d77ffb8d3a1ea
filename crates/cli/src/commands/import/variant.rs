//! `vperft import variant`: makes folders of variants of Fairy-Stockfish's `variants.ini`.

use crate::args::value::Format;
use crate::commands::new::{NewFolder, first_counts};
use crate::exit::{CliError, Exit};
use crate::output;
use crate::output::read::read_marked_input;
use serde_json::json;
use std::path::PathBuf;
use vperft::inner::backend::Registry;
use vperft::inner::game::variant;
use vperft_lab::exchange::rules_import::{Imported, Refused, VariantsIni};
use vperft_lab::upkeep::scaffold;

/// The depth of the count that is suggested for an imported variant.
const SUGGESTED_DEPTH: u32 = 3;

/// Make the folder of a variant from a variants.ini of Fairy-Stockfish
///
/// Writes variant.json, RULES.md, the start position and a first suite to PARENT/VARIANT, as `vperft new variant` does. The pieces then
/// move as the section says, and all commands work with the folder. A section that asks for what variant.json cannot say, such as pieces
/// in hand, is refused with the key that asks for it. Without --name, the command lists the sections and what is refused of each.
#[derive(Debug, clap::Args)]
pub struct VariantSectionArgs {
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The section
    #[arg(long, value_name = "SECTION")]
    name: Option<String>,
    /// The name of the variant and of its folder [default: that of the section]
    #[arg(long = "as", value_name = "VARIANT", requires = "name")]
    new_name: Option<String>,
    /// The beginning of the clauses, three capital letters [default: from the name]
    ///
    /// Variants that are loaded together need different ones.
    #[arg(long, value_name = "LETTERS", requires = "name", value_parser = prefix)]
    prefix: Option<String>,
    /// The folder in which to make the variant's folder
    #[arg(long, value_name = "PARENT", default_value = ".", requires = "name")]
    dir: PathBuf,
    /// Output format of the list
    #[arg(long, value_enum, default_value = "human", conflicts_with = "name")]
    format: Format,
}

pub fn run(args: &VariantSectionArgs, registry: &Registry) -> Result<Exit, CliError> {
    // To Fairy-Stockfish, a byte order mark is a part of the first line.
    let text = read_marked_input(&args.file)?;
    let malformed = |refused: Refused| CliError::Input(format!("{}: {refused}", args.file.display()));
    let file = VariantsIni::parse(&text).map_err(malformed)?;
    match &args.name {
        Some(section) => make(args, &file, section, registry),
        None => list(args, &file, &file.names().map_err(malformed)?),
    }
}

/// Three capital letters.
fn prefix(text: &str) -> Result<String, String> {
    let is_prefix = text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_uppercase());
    if is_prefix { Ok(text.to_owned()) } else { Err("expected three capital letters".into()) }
}

fn make(
    args: &VariantSectionArgs,
    file: &VariantsIni,
    section: &str,
    registry: &Registry,
) -> Result<Exit, CliError> {
    let name = args.new_name.clone().unwrap_or_else(|| section.to_owned());
    let imported = file
        .import(section, &name, args.prefix.as_deref())
        .map_err(|refused| refusal(args, section, refused))?;
    scaffold::check_name(&name).map_err(|problem| match args.new_name {
        Some(_) => CliError::Usage(format!("--as: {problem}")),
        None => CliError::Usage(format!("{problem}; choose one with --as")),
    })?;
    let folder = NewFolder::of_variant(&args.dir, &name)?;
    let mut written = folder.write_all(&imported.files)?;
    let broken =
        |problem: String| CliError::Input(format!("{}: [{section}]: {problem}", args.file.display()));
    let id = variant::load(&folder.path).map_err(|error| broken(error.to_string()))?;
    let Imported { vfen, clauses, .. } = &imported;
    let (counts, source) = first_counts(registry, id, vfen).map_err(broken)?;
    written.push(folder.write(&scaffold::suite(&name, clauses, &counts, &source))?);
    folder.keep_variant(&name, &written, &imported.notes, SUGGESTED_DEPTH)
}

/// The error about a section that cannot be imported: each reason on a line of its own.
fn refusal(args: &VariantSectionArgs, section: &str, refused: Refused) -> CliError {
    let file = args.file.display();
    let lines = |reasons: &[String]| reasons.iter().map(|reason| format!("  {reason}")).collect();
    match &refused {
        Refused::Malformed(faults) if faults.len() == 1 => CliError::Input(format!("{file}: {refused}")),
        Refused::Malformed(faults) => CliError::InputAt {
            message: format!("{file}: [{section}] is malformed; nothing was written"),
            context: lines(&faults.iter().map(ToString::to_string).collect::<Vec<_>>()),
        },
        Refused::Rules(reasons) => {
            let mut context: Vec<String> =
                lines(&reasons.iter().map(ToString::to_string).collect::<Vec<_>>());
            let can_be_taken_out = reasons.iter().all(|reason| !reason.key.is_empty());
            let other = if can_be_taken_out { "; or take the keys out of a copy" } else { "" };
            context.push(format!("a program can have these rules: `vperft new backend`{other}"));
            CliError::InputAt {
                message: format!(
                    "{file}: [{section}] has rules that variant.json cannot say; nothing was written"
                ),
                context,
            }
        }
    }
}

fn list(args: &VariantSectionArgs, file: &VariantsIni, names: &[&str]) -> Result<Exit, CliError> {
    let reason = |name: &&str| file.import(name, "listed", None).err().map(|refused| refused.to_string());
    let rows: Vec<(&str, Option<String>)> = names.iter().map(|name| (*name, reason(name))).collect();
    let able: Vec<&str> = rows.iter().filter(|(_, reason)| reason.is_none()).map(|(name, _)| *name).collect();
    match args.format {
        Format::Human => {
            for (name, reason) in &rows {
                if let Some(reason) = reason {
                    output::line(format_args!("{name}: not imported: {reason}"))?;
                }
            }
            output::line(format_args!("imported: {}", able.join(", ")))?;
            output::line(format_args!("{} of {} sections can be imported", able.len(), rows.len()))?;
        }
        Format::Json => {
            let sections = rows
                .iter()
                .map(|(name, reason)| json!({"name": name, "imported": reason.is_none(), "reason": reason}));
            output::json(&json!({"sections": sections.collect::<Vec<_>>(), "able": able.len()}))?;
        }
    }
    Ok(Exit::Success)
}
