//! `vperft new backend`: writes a folder with a backend in a language.

use super::NewFolder;
use crate::args::variant::named;
use crate::exit::{CliError, Exit};
use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::{ContextKind, ContextValue};
use clap::{Arg, Command, ValueEnum};
use std::ffi::OsStr;
use std::path::PathBuf;
use vperft::inner::game::variant::VariantId;
use vperft_lab::upkeep::scaffold;
use vperft_pages::report::shell::quoted;

/// Write a folder with a backend in Python, for Node or in Rust
///
/// The program answers correctly about positions with some of the pieces, and says that the rest is unsupported. It is small enough to
/// read in a few minutes. README.md in the folder has the command that checks it.
#[derive(Debug, clap::Args)]
pub struct BackendFolderArgs {
    /// The variant
    #[arg(value_parser = VariantParser(named()), default_value = "chess")]
    variant: VariantId,
    /// The language
    #[arg(long, value_enum)]
    language: Language,
    /// The folder to make [default: LANGUAGE-backend]
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// For Rust: the folder of the sources of vperft [default: its release of this version]
    #[arg(long, value_name = "DIR")]
    vperft: Option<PathBuf>,
}

/// Parses the variant, and says of a name that is none how to name the folder, because `vperft new variant NAME` takes it there.
#[derive(Clone)]
struct VariantParser<P>(P);

impl<P: TypedValueParser> TypedValueParser for VariantParser<P> {
    type Value = P::Value;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        self.0.parse_ref(command, argument, value).map_err(|mut error| {
            let name = value.to_string_lossy();
            let name = quoted(&name);
            let tip = format!("to make the folder {name}, use '--dir {name}'");
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
            error
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.0.possible_values()
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Language {
    /// A program in Python
    Python,
    /// A program in JavaScript for Node
    Node,
    /// A crate in Rust, which needs no pipe
    Rust,
}

impl From<Language> for scaffold::Language {
    fn from(language: Language) -> Self {
        match language {
            Language::Python => Self::Python,
            Language::Node => Self::Node,
            Language::Rust => Self::Rust,
        }
    }
}

pub(super) fn run(args: &BackendFolderArgs) -> Result<Exit, CliError> {
    let dependencies = match &args.vperft {
        None => ["", ""].map(|_| format!("\"{}\"", env!("CARGO_PKG_VERSION"))),
        Some(folder) => {
            let folder = folder.canonicalize().map_err(|error| {
                CliError::Usage(format!("--vperft {}: {error}; expected a folder", folder.display()))
            })?;
            [folder.clone(), folder.join("crates/cli")]
                .map(|folder| format!("{{ path = {:?} }}", folder.display().to_string()))
        }
    };
    let flag = match args.variant.folder() {
        None => String::new(),
        Some(folder) => {
            format!(" --variant {}", quoted(&folder.display().to_string()))
        }
    };
    let language = args.language.to_possible_value().map(|value| value.get_name().to_owned());
    let default = || PathBuf::from(format!("{}-backend", language.unwrap_or_default()));
    let folder = NewFolder::create(args.dir.clone().unwrap_or_else(default))?;
    let files =
        scaffold::backend(args.language.into(), args.variant, &flag, [&dependencies[0], &dependencies[1]]);
    let written = folder.write_all(&files)?;
    let readme = files.iter().find(|file| file.path == "README.md").map(|file| file.text.as_str());
    let commands = readme.unwrap_or_default().lines().filter_map(|line| line.strip_prefix("$ "));
    let of_release = matches!(args.language, Language::Rust) && args.vperft.is_none();
    let note = format!(
        "Cargo.toml names the release {} of vperft; --vperft DIR names a folder of its sources instead",
        env!("CARGO_PKG_VERSION")
    );
    let notes: Vec<_> = of_release.then_some(note).into_iter().collect();
    folder.keep_and_print(&written, &notes, |path| {
        std::iter::once(format!("cd {path}")).chain(commands.map(str::to_owned)).collect()
    })
}
