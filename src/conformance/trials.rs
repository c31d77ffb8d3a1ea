//! One test per case.

use super::{ConformanceError, Settings, TIER};
use crate::backend::InProcess;
use crate::check::{Selected, Selection, make};
use crate::report;
use crate::rules::Rules;
use crate::suite::{Corpus, Source};
use crate::variant::VariantId;
use libtest_mimic::{Arguments, Trial};
use std::ffi::OsStr;
use std::process::ExitCode;

/// Runs the tests the command line asks for, as the `main` of a test without the usual harness does.
/// [`conformance!`](crate::conformance!) writes that `main`.
///
/// It ends with 0 if all tests passed, with 101 if one did not, and with 2 if the settings are wrong.
pub fn main<R: Rules>(
    settings: &Settings<'_>,
    rules: impl Fn(VariantId) -> R + Clone + Send + 'static,
) -> ExitCode {
    let arguments = Arguments::from_args();
    match trials(settings, std::env::var_os(TIER).as_deref(), rules) {
        Ok(trials) => libtest_mimic::run(&arguments, trials).exit_code(),
        Err(error) => {
            eprintln!("{}: {error}", settings.test());
            ExitCode::from(2)
        }
    }
}

/// The tests, in the order of the corpus, given what the environment says of the tier.
///
/// # Errors
/// If the settings name a variant or a tier that does not exist.
pub fn trials<R: Rules>(
    settings: &Settings<'_>,
    environment: Option<&OsStr>,
    rules: impl Fn(VariantId) -> R + Clone + Send + 'static,
) -> Result<Vec<Trial>, ConformanceError> {
    let (variants, tier) = (settings.variants()?, settings.tier(environment)?);
    // The tests have no owner who outlives them: the corpus stays until the process ends, once in each.
    let corpus: &'static Corpus = Box::leak(Box::new(Corpus::load(&Source::default())?));
    let selection = Selection { variants, tier, filter: None, check: None };
    let trials = selection.of(corpus).into_iter().map(|item| {
        let replay = settings.replay(&item.case.id, environment);
        let rules = rules.clone();
        let (id, kind) = (item.case.id.clone(), item.variant.name());
        Trial::test(id, move || Ok(test(rules(item.variant), &item, &replay)?)).with_kind(kind)
    });
    Ok(trials.collect())
}

/// Makes the selected checks of a case, and says what is wrong if one does not pass.
fn test<R: Rules>(rules: R, item: &Selected<'_>, replay: &str) -> Result<(), String> {
    if rules.variant() != item.variant {
        return Err(format!("expected rules of {}; these are of {}", item.variant, rules.variant()));
    }
    let mut backend = InProcess::new("rules".to_owned(), rules);
    let result = make(&mut backend, item, &|_| {});
    report::failure(&result, &|_, _| replay.to_owned(), false).map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::{Reference, Ryugi};
    use crate::variant::{Amended, Clause, Rulings};
    use libtest_mimic::Conclusion;
    use pretty_assertions::assert_eq;

    const RYUGI: Settings<'_> = Settings::new("my-rules", "conformance", &["ryugi"]);

    /// Ryugi, with a clause or without.
    fn ryugi(off: Option<Clause>) -> impl Fn(VariantId) -> Reference<Ryugi<Amended>> + Clone + Send {
        move |_| Reference(Ryugi { book: Amended::new(Rulings::default(), off.into_iter().collect()) })
    }

    fn run(off: Option<Clause>, words: &[&str]) -> Conclusion {
        let arguments = Arguments::from_iter([&["conformance", "--quiet"], words].concat());
        libtest_mimic::run(&arguments, trials(&RYUGI, Some(OsStr::new("ci")), ryugi(off)).unwrap())
    }

    #[test]
    fn a_filter_chooses_cases_and_only_wrong_rules_fail() {
        let one: &[&str] = &["--exact", "ryugi/ep-black-takes"];
        // What is switched off, the words of the command line, and how many tests pass and fail.
        let table = [
            (None, one, (1, 0)),
            (Some(Clause::RyuEp), one, (0, 1)),
            (Some(Clause::RyuCastle1), one, (1, 0)),
            (None, &["--exact", "ryugi/ep-black"], (0, 0)),
        ];
        for (off, words, expected) in table {
            let conclusion = run(off, words);
            assert_eq!(
                (conclusion.num_passed, conclusion.num_failed),
                expected,
                "without {off:?}, {words:?}"
            );
        }
    }

    /// What the test of a case says.
    fn verdict(off: Option<Clause>, variant: VariantId, id: &str) -> Result<(), String> {
        let corpus = Corpus::load(&Source::default()).unwrap();
        let selection = Selection {
            variants: vec![variant],
            tier: crate::suite::Tier::Ci,
            filter: Some(id.to_owned()),
            check: None,
        };
        let [item] = &selection.of(&corpus)[..] else { panic!("one case is called {id}") };
        test(ryugi(off)(variant), item, &RYUGI.replay(id, None))
    }

    #[test]
    fn a_failure_says_what_is_wrong_and_how_to_repeat_it() {
        let id = "ryugi/ep-black-takes";
        assert_eq!(verdict(None, VariantId::Ryugi, id), Ok(()));
        let text = verdict(Some(Clause::RyuEp), VariantId::Ryugi, id).unwrap_err();
        for part in [
            "missing  p d5-e4; @-e5",
            "rule     RYU-EP: ",
            "replay   cargo test -p my-rules --test conformance -- --exact ryugi/ep-black-takes\n",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }

    #[test]
    fn rules_of_another_variant_fail() {
        let text = verdict(None, VariantId::Rococo, "rococo/advancer-edge-rank-9").unwrap_err();
        assert_eq!(text, "expected rules of rococo; these are of ryugi");
    }
}
