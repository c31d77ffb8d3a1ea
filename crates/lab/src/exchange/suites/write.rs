//! Writes converted suites as files of the corpus.

use super::Converted;
use rayon::prelude::*;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use vperft::inner::backend::Question;
use vperft::inner::corpus::question::{Expected, Query};
use vperft::inner::corpus::suite::{Case, Kind, Origin, PositionEntry, in_order, object};
use vperft::inner::game::perft::Count;
use vperft::inner::game::variant::VariantId;

impl Converted {
    /// The texts of the file of cases and of the file of positions of a variant, in the order of the suite.
    #[must_use]
    pub fn files(&self, variant: VariantId) -> (String, String) {
        let cases: Vec<_> = self.corpus.of_variant(variant).map(|(_, case)| case).collect();
        // Cases of an exported corpus may share a position.
        let mut known = BTreeSet::new();
        let positions = cases.iter().map(|case| self.corpus.position(case));
        let positions: Vec<_> = positions.filter(|position| known.insert(&position.id)).collect();
        let entries: Vec<_> = cases.par_iter().map(|case| object(entry(case))).collect();
        let positions: Vec<_> =
            positions.par_iter().map(|position| object(position_entry(position))).collect();
        let name = variant.name();
        (in_order(name, "cases", &entries), in_order(name, "positions", &positions))
    }
}

fn position_entry(position: &PositionEntry) -> Value {
    let origin = match &position.origin {
        Origin::Published { source } => json!({ "kind": "published", "source": source }),
        _ => json!({ "kind": "constructed" }),
    };
    json!({ "id": position.id, "title": position.title, "vfen": position.vfen, "origin": origin })
}

fn entry(case: &Case) -> Value {
    let (mut checks, mut provenance) = (Map::new(), Map::new());
    for check in case.list() {
        let kind = check.kind();
        provenance.insert(kind.to_string(), json!(["published"]));
        let value = json!(check.expected);
        let all = checks.entry(kind.to_string());
        match (kind, &check.question, &check.expected) {
            (Kind::Illegal, Query::Ask(Question::After { text }), _) => push(all, text.as_str().into()),
            (Kind::Rejects, Query::Input(vfen), Expected::InvalidPosition(fault)) => {
                push(all, json!({ "vfen": vfen, "kind": fault }));
            }
            (_, question, _) => match question.subject() {
                Some(subject) => {
                    if let Value::Object(all) = all.or_insert_with(|| Map::new().into()) {
                        all.insert(subject, value);
                    }
                }
                None => {
                    all.or_insert(value);
                }
            },
        }
    }
    let mut entry =
        json!({ "id": case.id, "title": case.title, "position": case.position, "clauses": case.clauses });
    if !case.moves.is_empty() {
        entry["line"] = json!(case.moves);
    }
    entry["checks"] = checks.into();
    if !case.divides.is_empty() {
        let rows = |rows: &BTreeMap<String, u128>| -> Map<_, _> {
            rows.iter().map(|(text, count)| (text.clone(), json!(Count(*count)))).collect()
        };
        let divides: Map<_, _> =
            case.divides.iter().map(|(depth, of)| (depth.to_string(), rows(of).into())).collect();
        entry["divides"] = divides.into();
    }
    entry["provenance"] = provenance.into();
    entry
}

/// Adds a value to a list.
fn push(list: serde_json::map::Entry<'_>, value: Value) {
    if let Value::Array(list) = list.or_insert_with(|| Value::Array(Vec::new())) {
        list.push(value);
    }
}
