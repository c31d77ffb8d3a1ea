//! The variants a command line names: the built-in ones, and those that `--variant DIR` brings.

use crate::cli::exit::CliError;
use crate::cli::output;
use crate::game::position;
use crate::game::variant;
use crate::game::variant::{Standard, Variant, VariantId};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Variants from folders, wherever a variant may be named.
#[derive(Debug, clap::Args)]
pub(crate) struct VariantArgs {
    /// Take the variant of this folder too, which holds its variant.json, RULES.md, suites and positions: it is named as the
    /// folder is; docs/add-a-variant.md leads through it (repeatable)
    #[arg(long = "variant", value_name = "DIR", global = true, display_order = 900)]
    _folders: Vec<PathBuf>,
}

/// Reads the name of a variant; help, completions and errors name those there are.
pub(crate) fn named() -> impl TypedValueParser<Value = VariantId> {
    let names = VariantId::all().into_iter().map(VariantId::name);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<VariantId>())
}

/// The words that load the variants which a command line names, as far as they are not part of the program.
pub(crate) fn words<S: AsRef<str>>(command: &[S]) -> Vec<String> {
    let named = |id: &VariantId| command.iter().any(|word| word.as_ref() == id.name());
    let folders = VariantId::all().into_iter().filter(named).filter_map(VariantId::folder);
    folders.flat_map(|folder| ["--variant".to_owned(), folder.display().to_string()]).collect()
}

/// Loads the variants that the words of a command line bring. They have to be there before the line is read, because it
/// names them: `vperft show capablanca --variant DIR`.
pub(crate) fn load(words: &[OsString]) -> Result<(), CliError> {
    let mut words = words.iter().skip(1).take_while(|word| *word != "--");
    while let Some(word) = words.next() {
        if word == "--variant" {
            // What is missing behind the flag is told when the line is read.
            if let Some(folder) = words.next() {
                load_one(Path::new(folder))?;
            }
        } else if let Some(folder) = word.to_str().and_then(|word| word.strip_prefix("--variant=")) {
            load_one(Path::new(folder))?;
        }
    }
    Ok(())
}

/// Loads the variant of a folder, whose start positions must be positions.
fn load_one(folder: &Path) -> Result<(), CliError> {
    let id = variant::load(folder).map_err(|error| {
        let message = output::plain(format_args!("--variant {error}"));
        match error {
            variant::LoadError::Io { path, .. } if path == folder => CliError::Usage(message),
            _ => CliError::Input(message),
        }
    })?;
    let variant = Variant::get(id);
    for start in &variant.starts {
        if let Err(error) = position::parse(&start.vfen, variant, &Standard) {
            let (folder, vfen) = (folder.display(), &start.vfen);
            return Err(CliError::Input(output::plain(format_args!(
                "--variant {folder}/variant.json: start position `{vfen}`: {error}"
            ))));
        }
    }
    Ok(())
}
