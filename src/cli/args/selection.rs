//! Which checks of the corpus a command is about.

use super::corpus::CorpusArgs;
use super::tier::TierArg;
use super::value::number;
use crate::cli::exit::CliError;
use crate::corpus::check::{Selection, SelectionError};
use crate::corpus::suite::{Corpus, OriginKind};
use crate::game::variant::VariantId;

/// The cases of the corpus a command takes, and where the corpus is.
#[derive(Debug, clap::Args)]
pub(crate) struct CasesArgs {
    /// The variants; all if none is given
    #[arg(value_parser = super::variant::named())]
    variants: Vec<VariantId>,
    #[command(flatten)]
    selection: SelectionArgs,
    #[command(flatten)]
    corpus: CorpusArgs,
}

impl CasesArgs {
    /// The corpus, and what is selected of it.
    pub fn load(&self) -> Result<(Corpus, Selection), CliError> {
        self.selection.load(&self.variants, |variants| self.corpus.load_of(variants))
    }
}

/// The cases and checks to take: those that fit all of these, and of a flag that is repeated, one.
#[derive(Debug, clap::Args)]
pub(crate) struct SelectionArgs {
    /// The most expensive checks to take, by the nodes a case counts
    #[arg(long, value_enum, default_value = "ci")]
    tier: TierArg,
    /// Every check that counts at most so many nodes, whatever its tier
    #[arg(long, value_name = "N", conflicts_with = "tier", value_parser = number::<u64>(0, u64::MAX))]
    max_nodes: Option<u64>,
    /// Only the cases whose id fits this pattern with * and ?, such as 'ryugi/ep-*' (repeatable)
    #[arg(long = "filter", value_name = "ID-GLOB")]
    filters: Vec<String>,
    /// Not the cases whose id fits this pattern (repeatable)
    #[arg(long = "exclude", value_name = "ID-GLOB")]
    excludes: Vec<String>,
    /// Only the checks of this name, such as perft:3, whatever their tier, or of names that fit a pattern, such as 'perft:*'
    /// (repeatable)
    #[arg(long = "check", value_name = "CHECK-GLOB")]
    checks: Vec<String>,
    /// Only the cases that cite this clause, such as RYU-EP or 'RYU-CASTLE-*' (repeatable)
    #[arg(long = "clause", value_name = "CLAUSE-GLOB")]
    clauses: Vec<String>,
    /// Only the cases that catch this bug, one that `vperft bugs` explains (repeatable)
    #[arg(long = "bug", value_name = "BUG-GLOB")]
    bugs: Vec<String>,
    /// Only the cases that come from there (repeatable)
    #[arg(long = "origin", value_enum, value_name = "ORIGIN")]
    origins: Vec<OriginArg>,
}

/// Where a case comes from, as `--origin` takes it and `--help` describes it.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum OriginArg {
    /// Made by hand for what they show
    Hand,
    /// Positions of random play
    Random,
    /// Chosen by a program for what no other case shows
    Generated,
    /// With counts that other programs are known to agree on
    Known,
    /// Positions that are in print
    Published,
}

impl From<OriginArg> for OriginKind {
    fn from(origin: OriginArg) -> Self {
        match origin {
            OriginArg::Hand => Self::Hand,
            OriginArg::Random => Self::Random,
            OriginArg::Generated => Self::Generated,
            OriginArg::Known => Self::Known,
            OriginArg::Published => Self::Published,
        }
    }
}

impl SelectionArgs {
    /// Whether checks are named that are relations of answers.
    pub fn names_relations(&self) -> bool {
        self.checks.iter().any(|pattern| pattern.starts_with("relation"))
    }

    /// What is needed of the corpus for these variants, and what fits of it; of all if there are none. Every argument must fit
    /// something.
    pub fn load(
        &self,
        variants: &[VariantId],
        corpus_of: impl Fn(&[VariantId]) -> Result<Corpus, CliError>,
    ) -> Result<(Corpus, Selection), CliError> {
        let corpus = corpus_of(variants)?;
        // What fits nothing may be meant for other variants, and then the error says for which.
        let selection = self.of(variants, &corpus).or_else(|_| self.of(variants, &corpus_of(&[])?))?;
        Ok((corpus, selection))
    }

    fn of(&self, variants: &[VariantId], corpus: &Corpus) -> Result<Selection, CliError> {
        let selection = Selection {
            variants: variants.to_vec(),
            tier: self.tier.into(),
            max_nodes: self.max_nodes.map(u128::from),
            filters: self.filters.clone(),
            excludes: self.excludes.clone(),
            checks: self.checks.clone(),
            clauses: self.clauses.clone(),
            bugs: self.bugs.clone(),
            origins: self.origins.iter().map(|origin| (*origin).into()).collect(),
        };
        selection.validate(corpus)?;
        Ok(selection)
    }
}

impl From<SelectionError> for CliError {
    fn from(error: SelectionError) -> Self {
        Self::Usage(error.to_string())
    }
}
