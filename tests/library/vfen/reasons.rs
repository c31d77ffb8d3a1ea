//! The table of reasons in docs/protocol.md: every kind of error has an example, which is refused for that reason.

use pretty_assertions::assert_eq;
use std::collections::BTreeSet;
use vperft::backend::{Backend, Options, Registry};
use vperft::inner::game::variant::VariantId;

const PROTOCOL: &str = include_str!("../../../docs/protocol.md");

/// The reason, the variant and the VFEN of every row.
fn examples() -> Vec<[&'static str; 3]> {
    let (_, section) = PROTOCOL.split_once("\n### Reasons\n").expect("the section");
    let section = section.split_once("\n## ").map_or(section, |(section, _)| section);
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    let cells = rows.map(|row| row.trim_matches('|').split('|').map(|cell| cell.trim().trim_matches('`')));
    let rows = cells.map(|cells| cells.collect::<Vec<_>>());
    rows.map(|cells| [cells[0], cells[cells.len() - 2], cells[cells.len() - 1]]).collect()
}

fn check(backend: &mut dyn Backend) {
    for [reason, variant, vfen] in examples() {
        let variant: VariantId = variant.parse().unwrap_or_else(|_| panic!("{variant}"));
        let read = backend.of(variant).and_then(|view| view.read(vfen));
        let fault = read.expect_err(vfen).fault().map(|fault| fault.to_string());
        assert_eq!(fault.as_deref(), Some(reason), "{vfen}");
    }
}

#[test]
fn every_example_is_refused_for_its_reason() {
    let mut registry = Registry::default();
    vperft::inner::generators::reference::register(&mut registry);
    vperft_fast::register(&mut registry);
    for name in registry.names() {
        check(registry.open(name, &Options::default()).expect("the backend is built in").as_mut());
    }
}

#[test]
fn every_reason_has_an_example() {
    let schema: serde_json::Value =
        serde_json::from_str(include_str!("../../../suites/suite.schema.json")).expect("JSON");
    let known = schema["$defs"]["fault"]["oneOf"].as_array().expect("the kinds of fault");
    let known: BTreeSet<_> = known.iter().filter_map(|kind| kind["const"].as_str()).collect();
    let shown: BTreeSet<_> = examples().into_iter().map(|[reason, ..]| reason).collect();
    assert_eq!(shown, known);
}
