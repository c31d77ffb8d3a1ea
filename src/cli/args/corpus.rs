//! The corpus that a command is about.

use crate::cli::exit::CliError;
use crate::cli::output;
use crate::corpus::suite::{Corpus, CorpusError, Source};
use crate::game::variant::VariantId;
use clap::{ArgGroup, Args};
use std::path::{Path, PathBuf};

/// Where the corpus is.
#[derive(Clone, Debug, Default, Args)]
#[command(group = ArgGroup::new("folders").args(["suites", "positions"]).multiple(true))]
pub(crate) struct CorpusArgs {
    /// Add the suites of this folder, <DIR>/<variant>/*.json, to the embedded ones: a case takes the place of the embedded one
    /// with its id
    #[arg(long, value_name = "DIR")]
    suites: Option<PathBuf>,
    /// Add the positions of this folder, <DIR>/<variant>/*.json, to the embedded ones, likewise
    #[arg(long, value_name = "DIR")]
    positions: Option<PathBuf>,
    /// Read the folders in place of their embedded counterparts, instead of adding them to these
    #[arg(long, requires = "folders")]
    no_embedded: bool,
}

impl CorpusArgs {
    /// What the corpus is read from. Of a folder that holds nothing of a corpus, somebody expects otherwise.
    pub fn source(&self) -> Result<Source, CliError> {
        for (flag, folder) in self.folders() {
            if !Source::holds_any(folder)? {
                let folder = folder.display();
                let problem =
                    format!("{flag} {folder}: there is no file of the corpus, {folder}/<variant>/*.json");
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

    /// Loads what is needed of the corpus to ask about these variants, or about all if there are none.
    pub fn load_of(&self, variants: &[VariantId]) -> Result<Corpus, CliError> {
        let source = Source { variants: variants.to_vec(), ..self.source()? };
        Corpus::load(&source).map_err(|error| self.explain(error))
    }

    /// The folder of suites, if there is one.
    pub fn suites(&self) -> Option<&Path> {
        self.suites.as_deref()
    }

    /// The folder of positions, if there is one.
    pub fn positions(&self) -> Option<&Path> {
        self.positions.as_deref()
    }

    /// The same for a command that writes to the folders. If none is given, they are those of a checkout of this program, if
    /// the command is called in one: there they are what is embedded, or is to be.
    pub fn or_checkout(&self) -> Self {
        let is_checkout = ["suites", "positions"].iter().all(|name| Path::new(name).is_dir());
        if self.suites.is_some() || self.positions.is_some() || !is_checkout {
            return self.clone();
        }
        Self { suites: Some("suites".into()), positions: Some("positions".into()), no_embedded: true }
    }

    /// The error with the command that mends what it is about, where there is one.
    pub fn explain(&self, error: CorpusError) -> CliError {
        let CorpusError::Unfinished { file, variant, case, lacking } = &error else { return error.into() };
        let mut words = ["vperft", "bless", variant.name()].map(String::from).to_vec();
        words.extend(self.words());
        let command = output::command(&words);
        CliError::Input(output::plain(format_args!(
            "{file}: case `{case}`: {lacking}; `{command}` fills it in"
        )))
    }

    /// The folders as words of a command line.
    pub fn words(&self) -> Vec<String> {
        let folders = self.folders();
        let words = folders.flat_map(|(flag, folder)| [flag.to_owned(), folder.display().to_string()]);
        words.chain(self.no_embedded.then(|| "--no-embedded".to_owned())).collect()
    }

    /// The flags that are given, each with its folder.
    fn folders(&self) -> impl Iterator<Item = (&str, &Path)> {
        let flags = [("--suites", self.suites()), ("--positions", self.positions())];
        flags.into_iter().filter_map(|(flag, folder)| Some((flag, folder?)))
    }
}
