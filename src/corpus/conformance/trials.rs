//! The tests: one per case, or one per group of cases.

use super::{ConformanceError, Environment, Group, Settings};
use crate::backend::{Backend, InProcess};
use crate::corpus::check::{SelectedCase, Selection, check_case};
use crate::corpus::failure;
use crate::corpus::suite::{Corpus, Source};
use crate::game::drawing;
use crate::game::rules::Rules;
use crate::game::variant::VariantId;
use libtest_mimic::{Arguments, Trial};
use std::process::ExitCode;

/// How many failing cases of a group are printed in full.
const MAX_DETAILED: usize = 5;

/// Runs the tests selected on the command line, as the `main` of a test target without the standard harness.
/// [`conformance!`](crate::conformance!) generates that `main`.
///
/// The exit code is 0 if all tests pass, 101 if one fails, and 2 if the settings are wrong.
pub fn main<R: Rules + 'static>(
    settings: &Settings<'_>,
    rules: impl Fn(VariantId) -> R + Clone + Send + 'static,
) -> ExitCode {
    main_of_backend(settings, move |variant| InProcess::new("rules".to_owned(), rules(variant)))
}

/// Like [`main`], for any backend, such as `|_| vperft_fast::all()`.
pub fn main_of_backend<B: Backend>(
    settings: &Settings<'_>,
    open: impl Fn(VariantId) -> B + Clone + Send + 'static,
) -> ExitCode {
    let arguments = Arguments::from_args();
    match trials(settings, &Environment::of_process(), open) {
        Ok(trials) => libtest_mimic::run(&arguments, trials).exit_code(),
        Err(error) => {
            eprintln!("{}: {error}", settings.test());
            ExitCode::from(2)
        }
    }
}

/// The tests in the order of the corpus, with these environment settings.
///
/// # Errors
/// Returns an error if the settings name an unknown variant, tier or group, or a variant without an embedded
/// corpus.
pub fn trials<B: Backend>(
    settings: &Settings<'_>,
    environment: &Environment,
    open: impl Fn(VariantId) -> B + Clone + Send + 'static,
) -> Result<Vec<Trial>, ConformanceError> {
    let (variants, tier) = (settings.variants()?, settings.tier(environment)?);
    let group = settings.group(environment)?;
    // Tests need a `'static` corpus. It is leaked once per process.
    let corpus: &'static Corpus = Box::leak(Box::new(Corpus::load(&Source::of_variants(&variants))?));
    let selection = Selection { variants, tier: Some(tier), ..Selection::default() };
    let mut groups: Vec<(String, Vec<(SelectedCase<'static>, String)>)> = Vec::new();
    for item in selection.select(corpus) {
        let name = match group {
            Group::Case => item.case.id.clone(),
            Group::File => format!("{}/{}", item.variant, item.case.file),
        };
        let replay = settings.replay(&item.case.id, environment);
        match groups.last_mut().filter(|(last, _)| *last == name) {
            Some((_, items)) => items.push((item, replay)),
            None => groups.push((name, vec![(item, replay)])),
        }
    }
    let trials = groups.into_iter().map(|(name, items)| {
        let (kind, open) = (items[0].0.variant.name(), open.clone());
        Trial::test(name, move || Ok(test_group(&open, &items)?)).with_kind(kind)
    });
    Ok(trials.collect())
}

/// Tests the cases of a group. The error describes the first failures in full and lists the others.
fn test_group<B: Backend>(
    open: impl Fn(VariantId) -> B,
    items: &[(SelectedCase<'_>, String)],
) -> Result<(), String> {
    let mut failures = Vec::new();
    for (item, replay) in items {
        if let Err(text) = test(open(item.variant), item, replay) {
            failures.push((text, &item.case.id));
        }
    }
    let mut texts: Vec<String> = failures.iter().take(MAX_DETAILED).map(|(text, _)| text.clone()).collect();
    texts.extend(failures.iter().skip(MAX_DETAILED).map(|(_, id)| format!("{id} also fails")));
    if texts.is_empty() { Ok(()) } else { Err(texts.join("\n")) }
}

/// Runs the selected checks of a case. The error describes the failures.
fn test(mut backend: impl Backend, item: &SelectedCase<'_>, replay: &str) -> Result<(), String> {
    let variants = backend.variants();
    if !variants.contains(&item.variant) {
        let names: Vec<_> = variants.into_iter().map(VariantId::name).collect();
        return Err(format!("expected rules of {}, found rules of {}", item.variant, names.join(", ")));
    }
    let result = check_case(&mut backend, item);
    failure::failure(&result, &|_, _| replay.to_owned(), drawing::Style::default()).map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::variant::{Clause, ModifiedRulebook, Rulings};
    use crate::generators::reference::{Reference, Ryugi};
    use libtest_mimic::Conclusion;
    use pretty_assertions::assert_eq;
    use std::ffi::OsString;

    const RYUGI: Settings<'_> = Settings::new("my-rules", "conformance", &["ryugi"]);

    /// Ryugi, with one clause switched off or with all clauses.
    fn ryugi(
        off: Option<Clause>,
    ) -> impl Fn(VariantId) -> InProcess<Reference<Ryugi<ModifiedRulebook>>> + Clone + Send {
        move |_| {
            let book = ModifiedRulebook::new(Rulings::default(), off.into_iter().collect());
            InProcess::new("rules".to_owned(), Reference(Ryugi { book }))
        }
    }

    fn run(off: Option<Clause>, tier: &str, group: Option<&str>, words: &[&str]) -> Conclusion {
        let arguments = Arguments::from_iter([&["conformance", "--quiet"], words].concat());
        let environment = Environment { tier: Some(tier.into()), group: group.map(OsString::from) };
        libtest_mimic::run(&arguments, trials(&RYUGI, &environment, ryugi(off)).unwrap())
    }

    #[test]
    fn filtered_cases_fail_only_for_wrong_rules() {
        let one: &[&str] = &["--exact", "ryugi/ep-black-takes"];
        // The switched-off clause, the arguments, and how many tests pass and fail.
        let table = [
            (None, one, (1, 0)),
            (Some(Clause::RYU_EP), one, (0, 1)),
            (Some(Clause::RYU_CASTLE_1), one, (1, 0)),
            (None, &["--exact", "ryugi/ep-black"], (0, 0)),
        ];
        for (off, words, expected) in table {
            let conclusion = run(off, "ci", None, words);
            assert_eq!(
                (conclusion.num_passed, conclusion.num_failed),
                expected,
                "without {off:?}, {words:?}"
            );
        }
    }

    #[test]
    fn a_group_fails_with_any_of_its_cases() {
        let clauses: &[&str] = &["--exact", "ryugi/clauses"];
        for (off, words, expected) in [
            (None, clauses, (1, 0)),
            (Some(Clause::RYU_EP), clauses, (0, 1)),
            (None, &["--exact", "ryugi/ep-black-takes"], (0, 0)),
        ] {
            let conclusion = run(off, "smoke", Some("file"), words);
            let counted = (conclusion.num_passed, conclusion.num_failed);
            assert_eq!(counted, expected, "without {off:?}, {words:?}");
        }
    }

    #[test]
    fn a_group_names_every_case_that_fails() {
        let corpus = Corpus::load(&Source::of_variants(&[VariantId::RYUGI])).unwrap();
        let selection = Selection {
            variants: vec![VariantId::RYUGI],
            tier: Some(crate::corpus::suite::Tier::Smoke),
            ..Selection::default()
        };
        let replayed = |item: SelectedCase<'static>| (item.clone(), format!("repeat {}", item.case.id));
        let items: Vec<_> = selection.select(Box::leak(Box::new(corpus))).into_iter().map(replayed).collect();
        assert_eq!(test_group(ryugi(None), &items), Ok(()));
        let text = test_group(ryugi(Some(Clause::RYU_KING)), &items).unwrap_err();
        let failing = items
            .iter()
            .filter(|item| test_group(ryugi(Some(Clause::RYU_KING)), std::slice::from_ref(item)).is_err());
        let failing: Vec<_> = failing.map(|(item, _)| &item.case.id).collect();
        assert!(failing.len() > MAX_DETAILED, "{failing:?}");
        assert_eq!(text.matches(" also fails").count(), failing.len() - MAX_DETAILED, "{text}");
        for id in failing {
            assert!(text.contains(id.as_str()), "{id} in {text}");
        }
    }

    /// The result of the test of one case.
    fn verdict(off: Option<Clause>, variant: VariantId, id: &str) -> Result<(), String> {
        let corpus = Corpus::load(&Source::of_variants(&[variant])).unwrap();
        let selection =
            Selection { variants: vec![variant], filters: vec![id.to_owned()], ..Selection::default() };
        let [item] = &selection.select(&corpus)[..] else { panic!("expected one case with id {id}") };
        test(ryugi(off)(variant), item, &RYUGI.replay(id, &Environment::default()))
    }

    #[test]
    fn a_failure_shows_differences_and_replay_command() {
        let id = "ryugi/ep-black-takes";
        assert_eq!(verdict(None, VariantId::RYUGI, id), Ok(()));
        let text = verdict(Some(Clause::RYU_EP), VariantId::RYUGI, id).unwrap_err();
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
        let text = verdict(None, VariantId::ROCOCO, "rococo/advancer-edge-rank-9").unwrap_err();
        assert_eq!(text, "expected rules of rococo, found rules of ryugi");
    }
}
