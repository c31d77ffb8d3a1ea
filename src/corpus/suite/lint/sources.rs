//! Rules about where expected values come from.
//!
//! A value is confirmed by two sources that differ in more than a version: `hand`, `independent`, or a
//! backend; or by being in print (`published`) where the origin of its position says. And what one value of the
//! corpus has, all have: a built-in backend that is the source of any value must be a source of every value of
//! the variants it has rules of, in its present version. So a corpus that `vperft bless --all` has been through
//! stays confirmed by the backends of today.
//!
//! The built-in backends read lines and move texts by the same code. Where a value rests on that, they are one source.

use super::Report;
use super::files::{Entry, Files, linted};
use crate::corpus::question::Question;
use crate::corpus::suite::{Case, Kind, Origin};
use crate::game::notation;
use crate::game::variant::{Variant, VariantId};
use std::collections::{BTreeMap, BTreeSet};

/// Checks that exactly the kinds a case uses have their provenance, and that it confirms them.
pub(super) fn check(files: &Files, built_in: &[(String, Vec<VariantId>)], report: &mut Report) {
    let demanded = demanded(files, built_in);
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
            // That there is none at all is the schema's finding.
            let one: &[_] = if rests_on_reading(file.variant, case, *kind) { built_in } else { &[] };
            if !sources.is_empty() && !confirmed(sources, one) {
                let shared = if sources.len() > 1 && !one.is_empty() {
                    ", which read it by the same code"
                } else {
                    ""
                };
                let problem =
                    format!("`{kind}` is unconfirmed: its one source is {}{shared}", sources.join(", "));
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
            let lacks = |(identity, variants): &&&(String, Vec<VariantId>)| {
                variants.contains(&file.variant) && !sources.contains(identity)
            };
            for (identity, _) in demanded.iter().filter(lacks) {
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

/// The source of values that are in print.
const PUBLISHED: &str = "published";

/// The name of a source, without the version.
fn name(source: &str) -> &str {
    source.split('@').next().unwrap_or_default()
}

/// The built-in backends that are a source of any value, in whatever version.
fn demanded<'a>(
    files: &Files,
    built_in: &'a [(String, Vec<VariantId>)],
) -> Vec<&'a (String, Vec<VariantId>)> {
    let sources = linted(&files.suites).filter_map(|(_, case)| provenance(case));
    let sources = sources.flat_map(|provenance| provenance.values().flatten());
    let named: BTreeSet<_> = sources.map(|source| name(source)).collect();
    built_in.iter().filter(|(identity, _)| named.contains(name(identity))).collect()
}

/// Whether values of a kind are about the reading of text: of lines that are to be refused, or of moves in another form than the
/// canonical one.
fn rests_on_reading(variant: VariantId, case: &Case, kind: Kind) -> bool {
    let variant = Variant::get(variant);
    case.list().filter(|check| check.kind() == kind).any(|check| match &check.question {
        Question::Read(_) => true,
        Question::After(text) => !notation::is_canonical(variant, text),
        _ => false,
    })
}

/// Whether two different sources agree, or one is in print. Two versions of a backend are one source: the later
/// inherits the faults of the earlier. So are the backends of a list.
fn confirmed(sources: &[String], one: &[(String, Vec<VariantId>)]) -> bool {
    let is_listed = |source: &str| one.iter().any(|(identity, _)| name(identity) == name(source));
    let names: BTreeSet<_> =
        sources.iter().map(|source| if is_listed(source) { "" } else { name(source) }).collect();
    names.len() > 1 || names.contains(PUBLISHED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backends_that_share_code_are_one_source() {
        let built_in = ["reference@2", "fast@2"].map(|identity| (identity.to_owned(), Vec::new()));
        for (sources, apart, together) in [
            (&["reference@1", "fast@1"][..], true, false),
            (&["hand", "fast@1"], true, true),
            (&["hand", "reference@1", "fast@1"], true, true),
            (&["reference@1", "reference@2"], false, false),
            (&["independent", "other@1"], true, true),
            (&["published"], true, true),
        ] {
            let texts: Vec<_> = sources.iter().map(|source| (*source).to_owned()).collect();
            assert_eq!(confirmed(&texts, &[]), apart, "{sources:?}");
            assert_eq!(confirmed(&texts, &built_in), together, "{sources:?}");
        }
    }
}
