//! The settings of a conformance test: variants, tier and grouping.

use crate::corpus::suite::{CorpusError, Tier};
use crate::game::variant::{UnknownVariant, VariantId};
use std::env;
use std::ffi::{OsStr, OsString};

/// The environment variable for the most expensive tier to test.
pub const TIER: &str = "VPERFT_TIER";
/// The environment variable for the grouping of cases into tests.
pub const GROUP: &str = "VPERFT_GROUP";

/// How cases are grouped into tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Group {
    /// Every case is one test, named by its id.
    Case,
    /// All cases in one file of the corpus are one test, such as `ryugi/clauses`.
    File,
}

/// Settings from the environment, which override those in the test.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    /// The value of [`TIER`].
    pub tier: Option<OsString>,
    /// The value of [`GROUP`].
    pub group: Option<OsString>,
}

impl Environment {
    /// The environment of this process.
    #[must_use]
    pub fn of_process() -> Self {
        Self { tier: env::var_os(TIER), group: env::var_os(GROUP) }
    }
}

/// The settings written in the test.
#[derive(Clone, Copy, Debug)]
pub struct Settings<'a> {
    package: &'a str,
    test: &'a str,
    variants: &'a [&'a str],
    tier: Option<&'a str>,
    group: Option<&'a str>,
}

/// An error in the settings or the corpus.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConformanceError {
    /// A variant is unknown.
    #[error(transparent)]
    Variant(#[from] UnknownVariant),
    /// A tier is unknown.
    #[error("{place} is `{tier}`; expected smoke, ci, deep or record")]
    Tier {
        /// The place of the setting.
        place: &'static str,
        /// The value.
        tier: String,
    },
    /// The grouping is unknown.
    #[error("{place} is `{group}`; expected case or file")]
    Group {
        /// The place of the setting.
        place: &'static str,
        /// The value.
        group: String,
    },
    /// The corpus cannot be read.
    #[error("the corpus: {0}")]
    Corpus(#[from] CorpusError),
}

impl<'a> Settings<'a> {
    /// Settings to test these variants. `package` and `test` are those of `cargo test -p PACKAGE --test
    /// TEST`.
    #[must_use]
    pub const fn new(package: &'a str, test: &'a str, variants: &'a [&'a str]) -> Self {
        Self { package, test, variants, tier: None, group: None }
    }

    /// Sets the tier, which the environment overrides.
    #[must_use]
    pub const fn with_tier(mut self, tier: &'a str) -> Self {
        self.tier = Some(tier);
        self
    }

    /// Sets the grouping, `case` or `file`, which the environment overrides.
    #[must_use]
    pub const fn with_group(mut self, group: &'a str) -> Self {
        self.group = Some(group);
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

    /// The tier, from the environment, the argument or the default.
    pub(super) fn tier(&self, environment: &Environment) -> Result<Tier, ConformanceError> {
        let given = given(TIER_PLACES, environment.tier.as_deref(), self.tier);
        given.map_or(Ok(Tier::Ci), |(place, tier)| {
            tier.parse().map_err(|_| ConformanceError::Tier { place, tier })
        })
    }

    /// The grouping, from the environment, the argument or the default.
    pub(super) fn group(&self, environment: &Environment) -> Result<Group, ConformanceError> {
        let given = given(GROUP_PLACES, environment.group.as_deref(), self.group);
        given.map_or(Ok(Group::Case), |(place, group)| match group.as_str() {
            "case" => Ok(Group::Case),
            "file" => Ok(Group::File),
            _ => Err(ConformanceError::Group { place, group }),
        })
    }

    /// The command that repeats the test of one case.
    pub(super) fn replay(&self, id: &str, environment: &Environment) -> String {
        let variable =
            |name, value: Option<&str>| value.map_or_else(String::new, |value| format!("{name}={value} "));
        let tier = environment.tier.as_deref().map(OsStr::to_string_lossy);
        let is_per_case = environment.group.is_none() && matches!(self.group, None | Some("case"));
        format!(
            "{}{}cargo test -p {} --test {} -- --exact {id}",
            variable(TIER, tier.as_deref()),
            variable(GROUP, (!is_per_case).then_some("case")),
            self.package,
            self.test
        )
    }
}

/// The places of the tier setting: environment, then argument.
const TIER_PLACES: [&str; 2] = ["the environment variable VPERFT_TIER", "the argument `tier`"];
/// The places of the group setting: environment, then argument.
const GROUP_PLACES: [&str; 2] = ["the environment variable VPERFT_GROUP", "the argument `group`"];

/// The value that applies, with its place.
fn given(
    [variable, argument]: [&'static str; 2],
    environment: Option<&OsStr>,
    own: Option<&str>,
) -> Option<(&'static str, String)> {
    let environment = environment.map(|text| (variable, text.to_string_lossy().into_owned()));
    environment.or_else(|| own.map(|text| (argument, text.to_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn the_environment_overrides_the_argument() {
        let wrong_argument = "the argument `tier` is `all`; expected smoke, ci, deep or record";
        let wrong_variable =
            "the environment variable VPERFT_TIER is `Ci`; expected smoke, ci, deep or record";
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
            let environment = Environment { tier: environment.map(OsString::from), ..Environment::default() };
            let tier = settings.tier(&environment).map_err(|error| error.to_string());
            assert_eq!(tier, expected, "{argument:?}, {environment:?}");
        }
    }

    #[test]
    fn an_unknown_variant_is_named() {
        let settings = Settings::new("my-rules", "conformance", &["ryugi", "ryuga"]);
        assert!(settings.variants().unwrap_err().to_string().contains("`ryuga`"));
    }

    #[test]
    fn the_environment_overrides_the_group() {
        let wrong = "the environment variable VPERFT_GROUP is `files`; expected case or file";
        let table = [
            (None, None, Ok(Group::Case)),
            (Some("file"), None, Ok(Group::File)),
            (Some("file"), Some("case"), Ok(Group::Case)),
            (Some("all"), None, Err("the argument `group` is `all`; expected case or file".to_owned())),
            (None, Some("files"), Err(wrong.to_owned())),
        ];
        for (argument, environment, expected) in table {
            let settings = Settings::new("my-rules", "conformance", &["ryugi"]);
            let settings = argument.map_or(settings, |group| settings.with_group(group));
            let environment =
                Environment { group: environment.map(OsString::from), ..Environment::default() };
            let group = settings.group(&environment).map_err(|error| error.to_string());
            assert_eq!(group, expected, "{argument:?}, {environment:?}");
        }
    }

    #[test]
    fn a_replay_keeps_the_tier_and_runs_one_case() {
        let plain = "cargo test -p my-rules --test conformance -- --exact ryugi/start";
        let alone = format!("VPERFT_GROUP=case {plain}");
        for (argument, tier, group, expected) in [
            (None, None, None, plain.to_owned()),
            (Some("case"), Some("deep"), None, format!("VPERFT_TIER=deep {plain}")),
            (Some("file"), None, None, alone.clone()),
            (Some("file"), Some("deep"), None, format!("VPERFT_TIER=deep {alone}")),
            (None, None, Some("file"), alone),
        ] {
            let settings = Settings::new("my-rules", "conformance", &["ryugi"]);
            let settings = argument.map_or(settings, |group| settings.with_group(group));
            let environment =
                Environment { tier: tier.map(OsString::from), group: group.map(OsString::from) };
            assert_eq!(
                settings.replay("ryugi/start", &environment),
                expected,
                "{argument:?}, {environment:?}"
            );
        }
    }
}
