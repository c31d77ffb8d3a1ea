//! The variants of a command line: the built-in ones, and those that `--variant DIR` loads.

use crate::exit::CliError;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command, Error};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use vperft::inner::game::position;
use vperft::inner::game::variant;
use vperft::inner::game::variant::{Standard, Variant, VariantId};

/// Variants from folders. They can be named like built-in ones.
#[derive(Debug, clap::Args)]
pub struct VariantArgs {
    /// Load the variant of a folder (repeatable)
    ///
    /// The folder has the name of the variant and contains variant.json, RULES.md, suites and positions.
    #[arg(
        long = "variant",
        value_name = "DIR",
        global = true,
        display_order = 900,
        help_heading = "Corpus options"
    )]
    _folders: Vec<PathBuf>,
}

/// A parser of variant names in any case. Help, completions and errors list the names.
pub fn named() -> impl TypedValueParser<Value = VariantId> {
    let names = VariantId::all().into_iter().map(VariantId::name);
    AnyCase(PossibleValuesParser::new(names)).try_map(|name| name.parse::<VariantId>())
}

/// Parses one of some lower-case names.
#[derive(Clone)]
struct AnyCase(PossibleValuesParser);

impl TypedValueParser for AnyCase {
    type Value = String;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<String, Error> {
        let lower = value.to_ascii_lowercase();
        // The error quotes the name as it is written.
        let parsed = self.0.parse_ref(command, argument, &lower);
        parsed.or_else(|_| {
            if Path::new(value).join("variant.json").is_file() {
                let name = value.display();
                let problem =
                    format!("unknown variant `{name}`; to load the folder here, add --variant {name}");
                return Err(command.clone().error(ErrorKind::InvalidValue, problem));
            }
            self.0.parse_ref(command, argument, value)
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.0.possible_values()
    }
}

/// Loads the variants of all `--variant DIR` in a command line. This comes before the parsing, because other arguments may name
/// them: `vperft show capablanca --variant DIR`.
pub fn load(words: &[OsString]) -> Result<(), CliError> {
    let mut words = words.iter().skip(1).take_while(|word| *word != "--");
    while let Some(word) = words.next() {
        if word == "--variant" {
            // The parser reports a missing folder.
            if let Some(folder) = words.next() {
                load_one(Path::new(folder))?;
            }
        } else if let Some(folder) = word.to_str().and_then(|word| word.strip_prefix("--variant=")) {
            load_one(Path::new(folder))?;
        }
    }
    Ok(())
}

/// The known variant of this name.
fn known(value: &Path) -> Option<VariantId> {
    value.to_str()?.parse().ok()
}

/// The variant that `--variant NAME` or `--variant DIR` names, once it is loaded.
pub fn of_value(value: &Path) -> Option<VariantId> {
    let folder = value.canonicalize().ok();
    let is_same = |id: &VariantId| folder.is_some() && id.folder() == folder.as_deref();
    known(value).or_else(|| VariantId::all().into_iter().find(is_same))
}

/// Loads the variant of a folder, and checks its start positions. The name of a known variant loads nothing.
fn load_one(folder: &Path) -> Result<(), CliError> {
    if !folder.is_dir() && known(folder).is_some() {
        return Ok(());
    }
    let id = variant::load(folder).map_err(|error| {
        let message = format!("--variant {error}");
        match error {
            variant::LoadError::Io { path, .. } if path == folder => CliError::Usage(message),
            _ => CliError::Input(message),
        }
    })?;
    let variant = Variant::get(id);
    for start in &variant.starts {
        if let Err(error) = position::parse(&start.vfen, variant, &Standard) {
            let (folder, vfen) = (folder.display(), &start.vfen);
            let problem = format!("--variant {folder}/variant.json: start position `{vfen}`: {error}");
            return Err(CliError::Input(problem));
        }
    }
    Ok(())
}
