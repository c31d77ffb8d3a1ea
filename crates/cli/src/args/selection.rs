//! The arguments that select cases and checks of the corpus.

use super::suite::SuiteArgs;
use super::value::{TierArg, lower, number, upper};
use crate::exit::CliError;
use vperft::inner::corpus::check::{Budget, Selection, SelectionError};
use vperft::inner::corpus::suite::{Corpus, OriginKind, Tier};
use vperft::inner::game::variant::VariantId;

/// The arguments of commands about cases that ask no backend.
#[derive(Debug, clap::Args)]
pub struct CasesArgs {
    /// The variants [default: all]
    #[arg(value_parser = super::variant::named())]
    variants: Vec<VariantId>,
    #[command(flatten)]
    selection: SelectionArgs,
    #[command(flatten)]
    suite: SuiteArgs,
}

impl CasesArgs {
    /// The corpus and the selection.
    pub fn load(&self) -> Result<(Corpus, Selection), CliError> {
        let mut suite = self.suite.open(&self.variants)?;
        let variants = suite.variants.clone();
        self.selection.load(&variants, false, |variants| suite.load_of(variants))
    }
}

/// The selected cases and checks: they match all flags, and of a repeated flag at least one value.
#[derive(Debug, clap::Args)]
pub struct SelectionArgs {
    /// The highest tier [default: ci, or record with --max-nodes]
    ///
    /// A tier is a limit on the nodes that a case counts.
    #[arg(long, value_enum, help_heading = "Selection options")]
    tier: Option<TierArg>,
    /// Only checks of at most N nodes; without --tier, of every tier
    #[arg(long, value_name = "N", value_parser = number::<u64>(0, u64::MAX), hide_short_help = true, help_heading = "Selection options")]
    max_nodes: Option<u64>,
    /// At most N nodes in all: the cases that find most come first
    ///
    /// All cheap checks come before the checks of the next tier. A check that counts nothing costs a node.
    #[arg(long, value_name = "N", value_parser = number::<u64>(1, u64::MAX), help_heading = "Selection options")]
    budget_nodes: Option<u64>,
    /// Only cases whose id matches, such as 'ryugi/ep-*' (repeatable)
    #[arg(long = "filter", value_name = "ID-GLOB", value_parser = lower, help_heading = "Selection options")]
    filters: Vec<String>,
    /// No cases whose id matches (repeatable)
    #[arg(long = "exclude", value_name = "ID-GLOB", value_parser = lower, help_heading = "Selection options")]
    excludes: Vec<String>,
    /// Only checks whose name matches, such as 'perft:*' (repeatable)
    ///
    /// A check is named like moves or perft:3. The tier does not matter for the named checks.
    #[arg(long = "check", value_name = "CHECK-GLOB", help_heading = "Selection options")]
    checks: Vec<String>,
    /// Only cases that cite a clause, such as 'RYU-CASTLE-*' (repeatable)
    #[arg(long = "clause", value_name = "CLAUSE-GLOB", value_parser = upper, help_heading = "Selection options")]
    clauses: Vec<String>,
    /// Only cases that catch a bug of `vperft bugs` (repeatable)
    #[arg(long = "bug", value_name = "BUG-GLOB", value_parser = lower, hide_short_help = true, help_heading = "Selection options")]
    bugs: Vec<String>,
    /// Only cases of this origin (repeatable)
    #[arg(
        long = "origin",
        value_enum,
        value_name = "ORIGIN",
        hide_short_help = true,
        help_heading = "Selection options"
    )]
    origins: Vec<OriginArg>,
    /// Only cases without other pieces on the board, such as K,Q
    #[arg(
        long = "only-pieces",
        value_delimiter = ',',
        value_parser = upper,
        value_name = "LABELS",
        hide_short_help = true,
        help_heading = "Selection options"
    )]
    pieces: Vec<String>,
}

/// The origin of a case, as `--origin` takes it and `--help` describes it.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum OriginArg {
    /// Made by hand to show something
    Hand,
    /// From random games
    Random,
    /// Chosen by a program because they cover what no other case does
    Generated,
    /// With counts that other programs agree on
    Known,
    /// From publications
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
    /// Whether the arguments name a check that compares answers of one backend.
    pub fn names_relations(&self) -> bool {
        self.checks.iter().any(|pattern| pattern.starts_with("relation"))
    }

    /// Loads the corpus of these variants, or of all if there are none, and selects from it. `is_timed` says whether a time limits the
    /// checks.
    ///
    /// # Errors
    /// If an argument matches nothing.
    pub fn load(
        &self,
        variants: &[VariantId],
        is_timed: bool,
        mut corpus_of: impl FnMut(&[VariantId]) -> Result<Corpus, CliError>,
    ) -> Result<(Corpus, Selection), CliError> {
        let corpus = corpus_of(variants)?;
        // A pattern without a match may be of another variant; the error then names that variant.
        let selection = self.select(variants, is_timed, &corpus);
        let selection = selection.or_else(|_| self.select(variants, is_timed, &corpus_of(&[])?))?;
        Ok((corpus, selection))
    }

    fn select(&self, variants: &[VariantId], is_timed: bool, corpus: &Corpus) -> Result<Selection, CliError> {
        let selection = Selection {
            variants: variants.to_vec(),
            tier: self.tier.map(Tier::from),
            max_nodes: self.max_nodes.map(u128::from),
            filters: self.filters.clone(),
            excludes: self.excludes.clone(),
            checks: self.checks.clone(),
            clauses: self.clauses.clone(),
            bugs: self.bugs.clone(),
            origins: self.origins.iter().map(|origin| (*origin).into()).collect(),
            pieces: self.pieces.clone(),
            budget: self
                .budget_nodes
                .map(|nodes| Budget::Nodes(nodes.into()))
                .or(is_timed.then_some(Budget::Time)),
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
