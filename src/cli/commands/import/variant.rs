//! `vperft import variant`: makes folders of variants of Fairy-Stockfish's `variants.ini`.

use crate::backend::Registry;
use crate::cli::args::value::Format;
use crate::cli::commands::new::{NewFolder, first_counts};
use crate::cli::exit::{CliError, Exit};
use crate::cli::output;
use crate::cli::output::read::read_input;
use crate::game::variant;
use crate::lab::rules_import::{self, Imported, Refused};
use crate::lab::scaffold;
use serde_json::json;
use std::path::{Path, PathBuf};

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
    let text = read_input(&args.file)?;
    match &args.name {
        Some(section) => make(args, &text, section, registry),
        None => list(args, &text),
    }
}

/// Three capital letters.
fn prefix(text: &str) -> Result<String, String> {
    let is_prefix = text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_uppercase());
    if is_prefix { Ok(text.to_owned()) } else { Err("expected three capital letters".into()) }
}

fn make(args: &VariantSectionArgs, text: &str, section: &str, registry: &Registry) -> Result<Exit, CliError> {
    let name = args.new_name.clone().unwrap_or_else(|| section.to_owned());
    let imported = rules_import::import(text, section, &name, args.prefix.as_deref())
        .map_err(|refused| refusal(args, section, refused))?;
    scaffold::check_name(&name).map_err(|problem| match args.new_name {
        Some(_) => CliError::Usage(format!("--as: {problem}")),
        None => CliError::Usage(format!("{problem}; choose one with --as")),
    })?;
    let parent = if args.dir == Path::new(".") { Path::new("") } else { &args.dir };
    let folder = NewFolder::create(parent.join(&name))?;
    let mut written = Vec::new();
    for file in &imported.files {
        written.push(folder.write(file)?);
    }
    let broken =
        |problem: String| CliError::Input(format!("{}: [{section}]: {problem}", args.file.display()));
    let id = variant::load(&folder.path).map_err(|error| broken(error.to_string()))?;
    let Imported { vfen, clauses, .. } = &imported;
    let (counts, source) = first_counts(registry, id, vfen).map_err(broken)?;
    written.push(folder.write(&scaffold::suite(&name, clauses, &counts, &source))?);
    let path = folder.path.display().to_string();
    folder.keep();
    for file in &written {
        output::line(format_args!("wrote {}", file.display()))?;
    }
    for note in &imported.notes {
        output::note(format_args!("note: {note}"));
    }
    output::block("\nnext:")?;
    let path = shlex::try_quote(&path).unwrap_or(path.as_str().into());
    for command in [format!("show {name}"), format!("run {name}"), format!("perft {name} 3")] {
        output::line(format_args!("  vperft {command} --variant {path}"))?;
    }
    Ok(Exit::Success)
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
            context.push(
                "a program can have these rules: `vperft new backend`; or take the keys out of a copy".into(),
            );
            CliError::InputAt {
                message: format!(
                    "{file}: [{section}] has rules that variant.json cannot say; nothing was written"
                ),
                context,
            }
        }
    }
}

fn list(args: &VariantSectionArgs, text: &str) -> Result<Exit, CliError> {
    let malformed = |refused: Refused| CliError::Input(format!("{}: {refused}", args.file.display()));
    let names = rules_import::names(text).map_err(malformed)?;
    let rows: Vec<_> = names
        .iter()
        .map(|name| {
            (
                name,
                rules_import::import(text, name, "listed", None)
                    .map(|_| ())
                    .map_err(|refused| refused.to_string()),
            )
        })
        .collect();
    let able = rows.iter().filter(|(_, result)| result.is_ok()).count();
    match args.format {
        Format::Human => {
            for (name, result) in &rows {
                if let Err(reason) = result {
                    output::line(format_args!("{name}: not imported: {reason}"))?;
                }
            }
            let names: Vec<&str> =
                rows.iter().filter(|(_, result)| result.is_ok()).map(|(name, _)| name.as_str()).collect();
            output::line(format_args!("imported: {}", names.join(", ")))?;
            output::line(format_args!("{able} of {} sections can be imported", rows.len()))?;
        }
        Format::Json => {
            let sections = rows.iter().map(|(name, result)| {
                json!({"name": name, "imported": result.is_ok(), "reason": result.as_ref().err()})
            });
            output::json(&json!({"sections": sections.collect::<Vec<_>>(), "able": able}))?;
        }
    }
    Ok(Exit::Success)
}
