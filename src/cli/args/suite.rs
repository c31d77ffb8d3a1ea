//! The arguments that say where cases come from: the corpus, or suites that were not written for this program.

use super::corpus::CorpusArgs;
use crate::cli::exit::CliError;
use crate::cli::output;
use crate::cli::output::read::{input_name, read_suite};
use crate::corpus::suite::Corpus;
use crate::game::variant::{Variant, VariantId};
use crate::lab::foreign::{self, Converted, OnInvalid, Refusal, Settings};
use crate::support::plural::plural;
use clap::ValueEnum as _;
use std::path::PathBuf;

/// The most refused lines to print.
const MAX_REFUSALS: usize = 20;

/// Where cases come from.
#[derive(Debug, clap::Args)]
pub struct SuiteArgs {
    #[command(flatten)]
    corpus: CorpusArgs,
    /// Read the cases from another suite instead, such as EPD (repeatable)
    ///
    /// Takes EPD, blocks of `id`, `epd` and `perft`, scripts and source texts, JSON, CSV, divide tables, and what `vperft export` prints.
    #[arg(long = "suite", value_name = "FILE", conflicts_with = "folders", help_heading = "Corpus options")]
    foreign: Vec<PathBuf>,
    #[command(flatten)]
    validity: ValidityArgs,
}

/// The treatment of unusual positions of a suite.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct ValidityArgs {
    /// The treatment of invalid positions of a suite
    #[arg(
        long,
        value_enum,
        default_value = "skip",
        value_name = "ACTION",
        hide_short_help = true,
        help_heading = "Corpus options"
    )]
    invalid: Action,
    /// The treatment of positions of a suite that no game can reach
    #[arg(
        long,
        value_enum,
        default_value = "keep",
        value_name = "ACTION",
        hide_short_help = true,
        help_heading = "Corpus options"
    )]
    unreachable: Action,
}

/// The treatment of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Action {
    /// Use it
    Keep,
    /// Leave it out and say so
    Skip,
    /// Refuse the suite
    Fail,
}

impl Action {
    /// Its name as an argument.
    fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }
}

impl From<Action> for OnInvalid {
    fn from(action: Action) -> Self {
        match action {
            Action::Keep => Self::Keep,
            Action::Skip => Self::Skip,
            Action::Fail => Self::Fail,
        }
    }
}

impl ValidityArgs {
    /// How to convert a suite whose positions are of this variant unless it names another.
    pub fn settings(self, variant: Option<VariantId>) -> Settings {
        Settings { variant, invalid: self.invalid.into(), unreachable: self.unreachable.into() }
    }
}

/// The source of the cases, with the variants to ask about.
pub struct OpenedSuite<'s> {
    args: &'s SuiteArgs,
    /// The variants that the user names, or those of the suites.
    pub variants: Vec<VariantId>,
    converted: Option<Corpus>,
}

impl OpenedSuite<'_> {
    /// Loads the cases of these variants, or of all variants if there are none.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn load_of(&mut self, variants: &[VariantId]) -> Result<Corpus, CliError> {
        if self.args.foreign.is_empty() {
            return self.args.corpus.load_of(variants);
        }
        match self.converted.take() {
            Some(corpus) => Ok(corpus),
            None => Ok(self.args.convert(variants)?.corpus),
        }
    }
}

impl SuiteArgs {
    /// Reads the suites, if the user names any.
    ///
    /// # Errors
    /// If a suite cannot be read.
    pub fn open(&self, named: &[VariantId]) -> Result<OpenedSuite<'_>, CliError> {
        let mut opened = OpenedSuite { args: self, variants: named.to_vec(), converted: None };
        if !self.foreign.is_empty() {
            let converted = self.convert(named)?;
            note(&self.foreign, &converted);
            let corpus = converted.corpus;
            if named.is_empty() {
                opened.variants = corpus.cases.iter().map(|(variant, _)| *variant).collect();
                opened.variants.sort_unstable();
                opened.variants.dedup();
            }
            opened.converted = Some(corpus);
        }
        Ok(opened)
    }

    fn convert(&self, variants: &[VariantId]) -> Result<Converted, CliError> {
        let variant = match variants {
            [variant] => Some(*variant),
            _ => None,
        };
        let converted = convert(&self.foreign, &self.validity.settings(variant))?;
        if converted.corpus.cases.is_empty() {
            let reason = converted
                .refusals
                .first()
                .map_or_else(String::new, |refusal| format!(": {}", place(refusal)));
            return Err(CliError::Input(format!("no position of the suite can be used{reason}")));
        }
        Ok(converted)
    }

    /// These arguments as words of a command line.
    pub fn words(&self) -> Vec<String> {
        let files = self.foreign.iter().flat_map(|file| ["--suite".to_owned(), file.display().to_string()]);
        let mut words: Vec<_> = self.corpus.words().into_iter().chain(files).collect();
        if !self.foreign.is_empty() {
            let actions = [
                ("--invalid", self.validity.invalid, Action::Skip),
                ("--unreachable", self.validity.unreachable, Action::Keep),
            ];
            for (flag, action, default) in actions {
                if action != default {
                    words.extend([flag.to_owned(), action.name()]);
                }
            }
        }
        words
    }
}

/// Reads suites and converts them. The variant of the settings is that of positions for which the suite names none.
///
/// # Errors
/// If a file cannot be read or is not a suite, or the settings refuse it.
pub fn convert(files: &[PathBuf], settings: &Settings) -> Result<Converted, CliError> {
    let table = Variant::get(settings.variant.unwrap_or(VariantId::CHESS));
    let read = |file: &PathBuf| {
        let text = read_suite(file)?;
        let name = input_name(file);
        let suite = foreign::read_suite(&text, table).ok_or_else(|| {
            let near = match foreign::first_position(&text) {
                Some(line) => format!("no counts of the position on line {line}, or of any other, were found"),
                None => "it has no position".to_owned(),
            };
            CliError::Input(format!(
                "{name}: not a suite of positions with counts: {near}; expected lines such as `FEN ;D1 20 ;D2 400`, blocks of \
                 `epd FEN` and `perft 1 20`, a script with positions and counts, JSON, CSV or divide tables"
            ))
        })?;
        Ok::<_, CliError>((name, suite))
    };
    let suites = files.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    foreign::convert(&suites, settings).map_err(|refusal| CliError::Input(place(&refusal)))
}

/// Says on stderr what was read and refused.
pub fn note(files: &[PathBuf], converted: &Converted) {
    let names: Vec<_> = files.iter().map(|file| input_name(file)).collect();
    let refused = converted.refusals.iter().take(MAX_REFUSALS);
    refused.for_each(|refusal| output::note(format_args!("refused: {}", place(refusal))));
    if let Some(more @ 1..) = converted.refusals.len().checked_sub(MAX_REFUSALS) {
        output::note(format_args!("refused: {} more", plural(more, "line")));
    }
    converted.summary().iter().for_each(|line| output::note(format_args!("{}: {line}", names.join(", "))));
}

/// A refused line with its file.
pub fn place((file, refusal): &(String, Refusal)) -> String {
    format!("{file}:{}: {}", refusal.line, refusal.reason)
}
