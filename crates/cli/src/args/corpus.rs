//! The arguments that select a corpus: the embedded one, folders of the user, or both.

use crate::exit::CliError;
use crate::output::command::command_line;
use clap::{ArgGroup, Args};
use std::path::{Path, PathBuf};
use vperft::inner::corpus::suite::{Corpus, CorpusError, Source};
use vperft::inner::game::variant::VariantId;

/// Where the corpus is.
#[derive(Clone, Debug, Default, Args)]
#[command(group = ArgGroup::new("folders").args(["suites", "positions"]).multiple(true))]
pub struct CorpusArgs {
    /// Add the suites DIR/VARIANT/*.json to the embedded ones
    ///
    /// A case replaces the embedded case with the same id.
    #[arg(long, value_name = "DIR", help_heading = "Corpus options")]
    suites: Option<PathBuf>,
    /// Add the positions DIR/VARIANT/*.json to the embedded ones
    ///
    /// A position replaces the embedded position with the same id.
    #[arg(long, value_name = "DIR", help_heading = "Corpus options")]
    positions: Option<PathBuf>,
    /// Read --suites and --positions instead of the embedded ones
    #[arg(long, requires = "folders", hide_short_help = true, help_heading = "Corpus options")]
    no_embedded: bool,
}

impl CorpusArgs {
    /// Where to read the corpus from.
    ///
    /// # Errors
    /// If a folder contains no file of a corpus.
    pub fn source(&self) -> Result<Source, CliError> {
        for (flag, folder) in self.folders() {
            if !Source::holds_any(folder)? {
                let folder = folder.display();
                let problem =
                    format!("{flag} {folder}: no file of a corpus there; expected {folder}/VARIANT/*.json");
                return Err(CliError::Usage(problem));
            }
        }
        let (suites, positions) = (self.suites.clone(), self.positions.clone());
        Ok(Source { suites, positions, without_embedded: self.no_embedded, ..Source::default() })
    }

    /// Loads the corpus.
    pub fn load(&self) -> Result<Corpus, CliError> {
        self.load_of(&[])
    }

    /// Loads the corpus of these variants, or of all variants if there are none.
    pub fn load_of(&self, variants: &[VariantId]) -> Result<Corpus, CliError> {
        let source = Source { variants: variants.to_vec(), ..self.source()? };
        Corpus::load(&source).map_err(|error| self.explain(error))
    }

    /// The value of `--suites`.
    pub fn suites(&self) -> Option<&Path> {
        self.suites.as_deref()
    }

    /// The value of `--positions`.
    pub fn positions(&self) -> Option<&Path> {
        self.positions.as_deref()
    }

    /// The same arguments for a command that writes to the folders. If no folder is given and the current one is a checkout of this
    /// program, the folders are its `suites` and `positions`, the source of the embedded corpus.
    pub fn or_checkout(&self) -> Self {
        let is_checkout = ["suites", "positions"].iter().all(|name| Path::new(name).is_dir());
        if self.suites.is_some() || self.positions.is_some() || !is_checkout {
            return self.clone();
        }
        Self { suites: Some("suites".into()), positions: Some("positions".into()), no_embedded: true }
    }

    /// Adds to the error of an unfinished case the command that completes the case.
    pub fn explain(&self, error: CorpusError) -> CliError {
        let CorpusError::Unfinished { file, variant, case, missing } = &error else { return error.into() };
        let mut words = ["vperft", "bless", variant.name()].map(String::from).to_vec();
        words.extend(self.words());
        let command = command_line(&words);
        CliError::Input(format!("{file}: case `{case}`: {missing}; `{command}` fills it in"))
    }

    /// These arguments as words of a command line.
    pub fn words(&self) -> Vec<String> {
        let folders = self.folders();
        let words = folders.flat_map(|(flag, folder)| [flag.to_owned(), folder.display().to_string()]);
        words.chain(self.no_embedded.then(|| "--no-embedded".to_owned())).collect()
    }

    /// The given flags and their folders.
    fn folders(&self) -> impl Iterator<Item = (&str, &Path)> {
        let flags = [("--suites", self.suites()), ("--positions", self.positions())];
        flags.into_iter().filter_map(|(flag, folder)| Some((flag, folder?)))
    }
}
