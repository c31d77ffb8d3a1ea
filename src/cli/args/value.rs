//! Values of arguments that several commands read in the same way.

use crate::game::variant::Clause;
use crate::support::suggest::did_you_mean;
use clap::builder::TypedValueParser;
use std::str::FromStr;

/// Reads a whole number within these limits; an error names them.
pub(crate) fn number<T>(least: u64, most: u64) -> impl TypedValueParser<Value = T>
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

/// Reads the id of a clause.
pub(crate) fn clause(id: &str) -> Result<Clause, String> {
    id.parse::<Clause>()
        .map_err(|error| format!("{error}{}", did_you_mean(id, Clause::all().map(Clause::id))))
}
