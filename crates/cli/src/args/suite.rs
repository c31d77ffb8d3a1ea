//! The arguments that say where cases come from: the corpus, or suites that were not written for this program.

use super::corpus::CorpusArgs;
use crate::exit::{CliError, Exit};
use crate::output;
use crate::output::read::{input_name, read_input};
use std::path::PathBuf;
use vperft::inner::corpus::suite::Corpus;
use vperft::inner::game::variant::{Variant, VariantId};
use vperft::inner::support::plural::plural;
use vperft_lab::exchange::suite_text::{self, Bare, Counts, Hints, Refusal};
use vperft_lab::exchange::suites::{self, Converted, OnInvalid, Settings};

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
    reading: ReadingArgs,
}

/// How to read a suite.
#[derive(Clone, Debug, clap::Args)]
pub struct ReadingArgs {
    /// Choose how to handle a suite with lines that cannot be read
    #[arg(
        long,
        value_enum,
        default_value = "fail",
        value_name = "ACTION",
        hide_short_help = true,
        help_heading = "Corpus options"
    )]
    refused: OnRefused,
    /// The meaning of the counts of a suite (repeatable)
    ///
    /// `depth` and `list` say what two numbers behind a position are: a depth and its count, or two counts. `tree` counts include the nodes
    /// above the leaves, `from-zero` counts begin with depth 0, and `skip-zero` takes a count of 0 for "not counted".
    #[arg(
        long,
        value_enum,
        value_name = "MEANING",
        value_delimiter = ',',
        hide_short_help = true,
        help_heading = "Corpus options"
    )]
    counts: Vec<Meaning>,
    /// The position of counts above which a suite names none; `startpos` is the start position
    #[arg(long, value_name = "FEN", hide_short_help = true, help_heading = "Corpus options")]
    fen: Option<String>,
    /// A function of a suite in source text that counts, besides those named after perft (repeatable)
    #[arg(long = "function", value_name = "NAME", hide_short_help = true, help_heading = "Corpus options")]
    functions: Vec<String>,
    /// The variant of all positions of a suite, whatever it says
    #[arg(
        long,
        value_name = "VARIANT",
        value_parser = crate::args::variant::named(),
        hide_short_help = true,
        help_heading = "Corpus options"
    )]
    variant_of_suite: Option<VariantId>,
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

/// What becomes of a suite with refused lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum OnRefused {
    /// Read the rest, and end with exit code 3 unless a check fails
    Fail,
    /// Read the rest, and say so
    Skip,
}

/// The meaning of counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Meaning {
    /// Two numbers are a depth and its count
    Depth,
    /// Numbers are the counts of depth 1, 2, and so on
    List,
    /// Counts include the nodes above the leaves
    Tree,
    /// Counts begin with depth 0
    FromZero,
    /// A count of 0 means "not counted"
    SkipZero,
}

/// The name of a value as an argument.
fn name(value: &impl clap::ValueEnum) -> String {
    value.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
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

impl From<Action> for OnInvalid {
    fn from(action: Action) -> Self {
        match action {
            Action::Keep => Self::Keep,
            Action::Skip => Self::Skip,
            Action::Fail => Self::Fail,
        }
    }
}

impl ReadingArgs {
    /// How to convert a suite whose positions are of this variant unless it names another.
    pub fn settings(&self, variant: Option<VariantId>) -> Settings {
        Settings {
            variant,
            overriding: self.variant_of_suite,
            invalid: self.invalid.into(),
            unreachable: self.unreachable.into(),
        }
    }

    fn counts(&self) -> Counts {
        let has = |meaning| self.counts.contains(&meaning);
        let bare = self.counts.iter().rev().find_map(|meaning| match meaning {
            Meaning::Depth => Some(Bare::Depth),
            Meaning::List => Some(Bare::List),
            _ => None,
        });
        Counts {
            bare,
            is_tree: has(Meaning::Tree),
            is_from_zero: has(Meaning::FromZero),
            skips_zero: has(Meaning::SkipZero),
        }
    }

    /// Whether a suite is refused because of lines that were.
    pub fn is_refused(&self, converted: &Converted) -> bool {
        self.refused == OnRefused::Fail && !converted.refusals.is_empty()
    }

    /// These arguments as words of a command line.
    fn words(&self) -> Vec<String> {
        let mut words: Vec<_> =
            self.counts.iter().flat_map(|one| ["--counts".to_owned(), name(one)]).collect();
        if let Some(fen) = &self.fen {
            words.extend(["--fen".to_owned(), fen.clone()]);
        }
        words.extend(self.functions.iter().flat_map(|name| ["--function".to_owned(), name.clone()]));
        if let Some(variant) = self.variant_of_suite {
            words.extend(["--variant-of-suite".to_owned(), variant.to_string()]);
        }
        let actions =
            [("--invalid", self.invalid, Action::Skip), ("--unreachable", self.unreachable, Action::Keep)];
        for (flag, action, _) in actions.into_iter().filter(|(_, action, default)| action != default) {
            words.extend([flag.to_owned(), name(&action)]);
        }
        if self.refused == OnRefused::Skip {
            words.extend(["--refused".to_owned(), name(&self.refused)]);
        }
        words
    }

    /// Reads suites and converts them. The variant is that of positions for which the suite names none.
    ///
    /// # Errors
    /// If a file cannot be read or is not a suite, or the settings refuse it.
    pub fn convert(&self, files: &[PathBuf], variant: Option<VariantId>) -> Result<Converted, CliError> {
        let settings = self.settings(variant);
        let table = Variant::get(self.variant_of_suite.or(variant).unwrap_or(VariantId::CHESS));
        let read = |file: &PathBuf| {
            let name = input_name(file);
            if file.to_str().is_none() {
                let problem = "the name is not UTF-8, so that no printed command could have it";
                return Err(CliError::Input(format!("{name}: {problem}")));
            }
            let text = read_input(file)?;
            let (counts, fen, functions) = (self.counts(), self.fen.as_deref(), &self.functions);
            let suite = suites::read_suite(&text, table, Hints { counts, fen, functions })
                .map_err(|refusal| CliError::Input(place(&(name.clone(), refusal))))?;
            if !suite.is_suite() && suite.refusals.is_empty() {
                let near = match suite_text::first_position(&text) {
                    Some(line) => {
                        format!("line {line} has a position, and no count is in a documented place")
                    }
                    None => "it has no position with counts".to_owned(),
                };
                return Err(CliError::Input(format!(
                    "{name}: not a suite of positions with counts: {near}; docs/forms.md lists the forms, such as `FEN ;D1 20 ;D2 400`"
                )));
            }
            Ok::<_, CliError>((name, suite))
        };
        let suites = files.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        suites::convert(suites, &settings).map_err(|refusal| CliError::Input(place(&refusal)))
    }
}

/// The source of the cases, with the variants to ask about.
pub struct OpenedSuite<'s> {
    args: &'s SuiteArgs,
    /// The variants that the user names, or those of the suites.
    pub variants: Vec<VariantId>,
    /// The parts that were read of the suites, if the user names any, without the cases.
    pub read: Option<Converted>,
    cases: Option<Corpus>,
}

impl OpenedSuite<'_> {
    /// Loads the cases of these variants, or of all variants if there are none.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn load_of(&mut self, variants: &[VariantId]) -> Result<Corpus, CliError> {
        if self.read.is_none() {
            return self.args.corpus.load_of(variants);
        }
        match self.cases.take() {
            Some(cases) => Ok(cases),
            None => Ok(self.args.convert(variants)?.corpus),
        }
    }

    /// Makes the exit code of a command from the one with which it would have ended without refused lines.
    pub fn exit_code(&self) -> impl Fn(Exit) -> Exit + use<> {
        let is_refused = self.read.as_ref().is_some_and(|read| self.args.reading.is_refused(read));
        move |exit| if exit == Exit::Success && is_refused { Exit::Input } else { exit }
    }
}

impl SuiteArgs {
    /// Reads the suites, if the user names any.
    ///
    /// # Errors
    /// If a suite cannot be read.
    pub fn open(&self, named: &[VariantId]) -> Result<OpenedSuite<'_>, CliError> {
        let mut opened = OpenedSuite { args: self, variants: named.to_vec(), read: None, cases: None };
        if !self.foreign.is_empty() {
            let mut converted = self.convert(named)?;
            note(&self.foreign, &converted);
            if converted.corpus.cases.is_empty() {
                return Err(CliError::Input("no position of the suite can be used".into()));
            }
            if named.is_empty() {
                opened.variants = converted.corpus.cases.iter().map(|(variant, _)| *variant).collect();
                opened.variants.sort_unstable();
                opened.variants.dedup();
            }
            opened.cases = Some(std::mem::take(&mut converted.corpus));
            opened.read = Some(converted);
        }
        Ok(opened)
    }

    fn convert(&self, variants: &[VariantId]) -> Result<Converted, CliError> {
        let variant = match variants {
            [variant] => Some(*variant),
            _ => None,
        };
        self.reading.convert(&self.foreign, variant)
    }

    /// The value of `--fen`.
    pub fn fen(&self) -> Option<&String> {
        self.reading.fen.as_ref()
    }

    /// These arguments as words of a command line.
    pub fn words(&self) -> Vec<String> {
        let files = self.foreign.iter().flat_map(|file| ["--suite".to_owned(), file.display().to_string()]);
        let mut words: Vec<_> = self.corpus.words().into_iter().chain(files).collect();
        if !self.foreign.is_empty() {
            words.extend(self.reading.words());
        }
        words
    }
}

/// Says on stderr what was read, refused and left out.
pub fn note(files: &[PathBuf], converted: &Converted) {
    let names: Vec<_> = files.iter().map(|file| input_name(file)).collect();
    for (list, word) in [(&converted.refusals, "refused"), (&converted.left_out, "left out")] {
        for refusal in list.iter().take(MAX_REFUSALS) {
            output::note(format_args!("{word}: {}", place(refusal)));
        }
        if let Some(more @ 1..) = list.len().checked_sub(MAX_REFUSALS) {
            output::note(format_args!("{word}: {} more", plural(more, "line")));
        }
    }
    // Of its commands, those that have the suite need it again.
    for file in files.iter().filter(|file| !file.is_file() && !file.is_dir()) {
        output::note(format_args!(
            "{}: read from a pipe; save it to a file to repeat a printed command",
            input_name(file)
        ));
    }
    converted.summary().iter().for_each(|line| output::note(format_args!("{}: {line}", names.join(", "))));
}

/// A refused line with its file.
pub fn place((file, refusal): &(String, Refusal)) -> String {
    let Refusal { place, text, reason } = refusal;
    let quoted = if text.is_empty() || reason.contains(text) { String::new() } else { format!("`{text}`: ") };
    format!("{file}:{place}: {quoted}{reason}")
}
