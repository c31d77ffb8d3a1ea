//! Values that several commands parse in the same way: numbers, clauses, tiers, output formats.

use clap::builder::TypedValueParser;
use std::convert::Infallible;
use std::str::FromStr;
use vperft::inner::corpus::suite::Tier;
use vperft::inner::game::variant::Clause;
use vperft::inner::support::suggest::did_you_mean;

/// Parses a whole number from `least` to `most`; an error names these limits.
pub fn number<T>(least: u64, most: u64) -> impl TypedValueParser<Value = T>
where
    T: FromStr + Clone + Send + Sync + 'static,
{
    move |text: &str| {
        let within = text.parse::<u64>().ok().filter(|number| (least..=most).contains(number));
        let number = within.and_then(|_| text.parse::<T>().ok());
        number.ok_or_else(|| match most {
            u64::MAX => format!("expected a whole number from {least} on, below 2^64"),
            most => format!("expected a whole number from {least} to {most}"),
        })
    }
}

/// Parses a name that is known in lower case.
#[allow(clippy::unnecessary_wraps, reason = "the parser of an argument returns a result")]
pub fn lower(text: &str) -> Result<String, Infallible> {
    Ok(text.to_lowercase())
}

/// Parses a pattern for the ids of clauses, which are in upper case.
#[allow(clippy::unnecessary_wraps, reason = "the parser of an argument returns a result")]
pub fn upper(text: &str) -> Result<String, Infallible> {
    Ok(text.to_uppercase())
}

/// Parses the id of a clause, in any case.
pub fn clause(id: &str) -> Result<Clause, String> {
    id.to_uppercase()
        .parse::<Clause>()
        .or_else(|_| id.parse::<Clause>())
        .map_err(|error| format!("{error}{}", did_you_mean(id, Clause::all().map(Clause::id))))
}

/// Parses a count of move sequences, such as `20,073`.
pub fn count(text: &str) -> Result<u128, String> {
    let digits = text.replace([',', '_'], "");
    digits.parse().map_err(|_| "expected a count, a whole number below 2^128".to_owned())
}

/// The greatest depth of a count in plies, as in the corpus. Counting takes stack for every ply: without a limit a mistyped
/// depth would overflow the stack.
pub const MAX_DEPTH: u64 = 99;

/// The output format of most commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For people
    Human,
    /// One JSON document
    Json,
}

/// A tier, as `--tier` takes it and `--help` describes it.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub enum TierArg {
    /// The smallest set of cases that finds nearly all bugs; below 100,000 nodes a case
    Smoke,
    /// Below 10,000,000 nodes a case
    Ci,
    /// Below 100,000,000,000 nodes a case
    Deep,
    /// All cases, also those that take hours
    Record,
}

impl From<TierArg> for Tier {
    fn from(tier: TierArg) -> Self {
        match tier {
            TierArg::Smoke => Self::Smoke,
            TierArg::Ci => Self::Ci,
            TierArg::Deep => Self::Deep,
            TierArg::Record => Self::Record,
        }
    }
}
