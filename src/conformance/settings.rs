//! What is to be tested, and up to which tier.

use crate::suite::{CorpusError, Tier};
use crate::variant::{UnknownVariant, VariantId};
use clap::ValueEnum as _;
use std::ffi::OsStr;

/// The environment variable that says up to which tier to test.
pub const TIER: &str = "VPERFT_TIER";

/// What is to be tested, in the words of whoever wrote the test.
#[derive(Clone, Copy, Debug)]
pub struct Settings<'a> {
    package: &'a str,
    test: &'a str,
    variants: &'a [&'a str],
    tier: Option<&'a str>,
}

/// Why there is nothing to be tested.
#[derive(Debug, thiserror::Error)]
pub enum ConformanceError {
    /// A variant is unknown.
    #[error(transparent)]
    Variant(#[from] UnknownVariant),
    /// A tier is unknown.
    #[error("{place} is `{tier}`; expected smoke, ci or deep")]
    Tier {
        /// Where it was given.
        place: &'static str,
        /// What was given.
        tier: String,
    },
    /// The corpus cannot be read.
    #[error("the corpus: {0}")]
    Corpus(#[from] CorpusError),
}

impl<'a> Settings<'a> {
    /// The test of this name in this package, which are those of `cargo test -p PACKAGE --test TEST`, tests these
    /// variants.
    #[must_use]
    pub const fn new(package: &'a str, test: &'a str, variants: &'a [&'a str]) -> Self {
        Self { package, test, variants, tier: None }
    }

    /// The same up to this tier, unless the environment says another one.
    #[must_use]
    pub const fn with_tier(mut self, tier: &'a str) -> Self {
        self.tier = Some(tier);
        self
    }

    /// The name of the test.
    pub(super) const fn test(&self) -> &str {
        self.test
    }

    /// The variants.
    pub(super) fn variants(&self) -> Result<Vec<VariantId>, UnknownVariant> {
        self.variants.iter().map(|name| name.parse()).collect()
    }

    /// The tier, given what the environment says.
    pub(super) fn tier(&self, environment: Option<&OsStr>) -> Result<Tier, ConformanceError> {
        let read = |place, text: &str| {
            Tier::from_str(text, false).map_err(|_| ConformanceError::Tier { place, tier: text.to_owned() })
        };
        match (environment, self.tier) {
            (Some(text), _) => read("the environment variable VPERFT_TIER", &text.to_string_lossy()),
            (None, Some(text)) => read("the argument `tier`", text),
            (None, None) => Ok(Tier::Ci),
        }
    }

    /// The command that repeats the test of one case.
    pub(super) fn replay(&self, id: &str, environment: Option<&OsStr>) -> String {
        let tier = environment.map_or_else(String::new, |tier| format!("{TIER}={} ", tier.to_string_lossy()));
        format!("{tier}cargo test -p {} --test {} -- --exact {id}", self.package, self.test)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn the_environment_comes_before_the_argument_and_the_argument_before_the_default() {
        let wrong_argument = "the argument `tier` is `all`; expected smoke, ci or deep";
        let wrong_variable = "the environment variable VPERFT_TIER is `Ci`; expected smoke, ci or deep";
        let table = [
            (None, None, Ok(Tier::Ci)),
            (Some("smoke"), None, Ok(Tier::Smoke)),
            (Some("smoke"), Some("deep"), Ok(Tier::Deep)),
            (Some("all"), Some("ci"), Ok(Tier::Ci)),
            (Some("all"), None, Err(wrong_argument.to_owned())),
            (Some("ci"), Some("Ci"), Err(wrong_variable.to_owned())),
        ];
        for (argument, environment, expected) in table {
            let settings = Settings::new("my-rules", "conformance", &["ryugi"]);
            let settings = argument.map_or(settings, |tier| settings.with_tier(tier));
            let tier = settings.tier(environment.map(OsStr::new)).map_err(|error| error.to_string());
            assert_eq!(tier, expected, "{argument:?}, {environment:?}");
        }
    }

    #[test]
    fn an_unknown_variant_is_named() {
        let settings = Settings::new("my-rules", "conformance", &["ryugi", "ryuga"]);
        assert!(settings.variants().unwrap_err().to_string().contains("`ryuga`"));
    }

    #[test]
    fn a_replay_keeps_the_tier() {
        let settings = Settings::new("my-rules", "conformance", &["ryugi"]);
        assert_eq!(
            settings.replay("ryugi/start", Some(OsStr::new("deep"))),
            "VPERFT_TIER=deep cargo test -p my-rules --test conformance -- --exact ryugi/start"
        );
    }
}
