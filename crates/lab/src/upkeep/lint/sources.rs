//! Rules about the sources of expected values.
//!
//! A value needs two sources that differ in more than a version: `hand`, `independent` or a backend.
//! `published` is enough alone if the origin of the position names the publication, and `record` if all counts
//! are of the tier `record`. A built-in backend that is a source of any value must, in its current version, be
//! a source of every value of its variants but the records. A corpus after `vperft bless --all` therefore stays
//! confirmed by the current backends.
//!
//! A value of a variant that is not built in may rest on `data` alone, because an inventor has nothing else; the report counts such
//! values. Where `variant.json` cannot say the moves of every piece, `data` need not be a source, and neither of counts of the tier
//! `deep`, which would take it hours.
//!
//! The built-in backends share the code that reads lines and move texts. Values that depend on it count them
//! as one source.

use super::Report;
use super::files::{Entry, Files, linted};
use std::collections::{BTreeMap, BTreeSet};
use vperft::inner::backend::{Question, source_name};
use vperft::inner::corpus::question::Query;
use vperft::inner::corpus::suite::{Case, Kind, Origin, Tier};
use vperft::inner::game::notation;
use vperft::inner::game::variant::{Variant, VariantId};
use vperft::inner::generators::data;

/// Checks that every kind of check in use has provenance, no other kind has, and that the sources confirm the
/// values.
pub(super) fn check(files: &Files, built_in: &[(String, Vec<VariantId>)], report: &mut Report) {
    let mut required = BTreeMap::new();
    let positions = files.by_id();
    for (file, case) in linted(&files.suites) {
        let position = positions.get(case.position.as_str()).map(|(_, position)| position);
        let in_print = position.is_none_or(|position| matches!(position.origin, Origin::Published { .. }));
        let used: BTreeSet<Kind> = case.list().map(|check| check.kind()).collect();
        for kind in &used {
            let Some(sources) = provenance(case).and_then(|provenance| provenance.get(kind)) else {
                let problem = format!("`{kind}` has no provenance");
                report.add(&file.name, case.subject(), problem, "a source of every kind of check");
                continue;
            };
            // The schema reports an empty list.
            let shared_code: &[_] =
                if depends_on_parsing(file.variant, case, *kind) { built_in } else { &[] };
            let rests_on_data = sources.iter().all(|source| name(source) == data::NAME);
            if !sources.is_empty() && rests_on_data && !file.variant.is_built_in() {
                report.resting_on_data += 1;
            } else if !sources.is_empty() && !confirmed(sources, shared_code) {
                let note = if sources.len() > 1 && !shared_code.is_empty() {
                    ", which read it by the same code"
                } else {
                    ""
                };
                let problem =
                    format!("`{kind}` is unconfirmed: its one source is {}{note}", sources.join(", "));
                let expected =
                    "two sources that differ in more than a version (`vperft bless` adds backends)";
                report.add(&file.name, case.subject(), problem, expected);
            }
            if !in_print && sources.iter().any(|source| source == PUBLISHED) {
                let problem = format!("`{kind}` is published, but the position is not");
                report.add(
                    &file.name,
                    case.subject(),
                    problem,
                    "a position whose origin says where it is printed",
                );
            }
            let is_record = sources.iter().any(|source| source == RECORD);
            let small = case.list().find(|check| check.kind() == *kind && check.tier() != Tier::Record);
            if let Some(check) = small.filter(|_| is_record) {
                let problem =
                    format!("`{kind}` is from a record, but `{check}` counts {} nodes", check.nodes());
                report.add(
                    &file.name,
                    case.subject(),
                    problem,
                    "a count of the tier record, in a case of its own",
                );
            }
            let lacks = |(identity, variants): &&&(String, Vec<VariantId>)| {
                let is_deep = || case.list().any(|check| check.kind() == *kind && check.tier() > Tier::Ci);
                let is_able =
                    name(identity) != data::NAME || Variant::get(file.variant).is_whole() && !is_deep();
                !is_record && is_able && variants.contains(&file.variant) && !sources.contains(identity)
            };
            let of_variant = || required_backends(files, built_in, file.variant);
            for (identity, _) in required.entry(file.variant).or_insert_with(of_variant).iter().filter(lacks)
            {
                let problem = format!("`{kind}` does not name `{identity}`, though it is a source of others");
                let expected = "every value confirmed by it, which `vperft bless --all` does";
                report.add(&file.name, case.subject(), problem, expected);
            }
        }
        let kinds = provenance(case).into_iter().flat_map(BTreeMap::keys);
        for kind in kinds.filter(|kind| !used.contains(kind)) {
            let problem = format!("there is provenance of `{kind}`, but no such check");
            report.add(&file.name, case.subject(), problem, "provenance of the kinds in use only");
        }
    }
}

/// The sources of a case, if it has any.
fn provenance(case: &Case) -> Option<&BTreeMap<Kind, Vec<String>>> {
    case.provenance.as_ref().map(|provenance| &provenance.0)
}

/// The source of values in print.
const PUBLISHED: &str = "published";

/// The source of counts in `docs/records.md`.
const RECORD: &str = "record";

/// The name of a source without its version.
fn name(source: &str) -> &str {
    source.split('@').next().unwrap_or_default()
}

/// The built-in backends that are a source of any value, in any version: of a built-in variant, or of this one if it is loaded.
fn required_backends<'a>(
    files: &Files,
    built_in: &'a [(String, Vec<VariantId>)],
    variant: VariantId,
) -> Vec<&'a (String, Vec<VariantId>)> {
    let is_alike =
        |other: VariantId| if variant.is_built_in() { other.is_built_in() } else { other == variant };
    let cases = linted(&files.suites).filter(|(file, _)| is_alike(file.variant));
    let sources = cases.filter_map(|(_, case)| provenance(case));
    let sources = sources.flat_map(|provenance| provenance.values().flatten());
    let named: BTreeSet<_> = sources.map(|source| name(source)).collect();
    built_in.iter().filter(|(identity, _)| named.contains(name(identity))).collect()
}

/// Whether values of this kind depend on parsing text: invalid positions, or moves not in canonical form.
fn depends_on_parsing(variant: VariantId, case: &Case, kind: Kind) -> bool {
    let variant = Variant::get(variant);
    case.list().filter(|check| check.kind() == kind).any(|check| match &check.question {
        Query::Input(_) => true,
        Query::Ask(Question::After { text }) => !notation::is_canonical(variant, text),
        _ => false,
    })
}

/// Whether two different sources agree, or the value is in print or a record. Versions of one backend count as one
/// source, because faults are inherited; so do the backends in the list.
fn confirmed(sources: &[String], shared_code: &[(String, Vec<VariantId>)]) -> bool {
    let is_listed = |own: &str| shared_code.iter().any(|(identity, _)| name(identity) == own);
    let names: BTreeSet<_> = sources
        .iter()
        .map(|source| source_name(source))
        .map(|own| if is_listed(own) { "" } else { own })
        .collect();
    names.len() > 1 || sources.iter().any(|source| source == PUBLISHED || source == RECORD)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backends_that_share_code_are_one_source() {
        let built_in = ["reference@2", "fast@2"].map(|identity| (identity.to_owned(), Vec::new()));
        for (sources, separate, shared) in [
            (&["reference@1", "fast@1"][..], true, false),
            (&["hand", "fast@1"], true, true),
            (&["hand", "reference@1", "fast@1"], true, true),
            (&["reference@1", "reference@2"], false, false),
            (&["independent", "other@1"], true, true),
            (&["fast@1", "cmd-fast@1"], false, false),
            (&["replay-reference@1", "fast@1"], true, false),
            (&["published@1"], false, false),
            (&["published"], true, true),
            (&["record"], true, true),
        ] {
            let texts: Vec<_> = sources.iter().map(|source| (*source).to_owned()).collect();
            assert_eq!(confirmed(&texts, &[]), separate, "{sources:?}");
            assert_eq!(confirmed(&texts, &built_in), shared, "{sources:?}");
        }
    }
}
