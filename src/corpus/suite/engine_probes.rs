//! Reads the probes of UCI engines: the cases of the suite `probes` of a variant, if it has one.

use super::{Source, SourceFile};
use crate::backend::EngineProbe;
use crate::game::variant::VariantId;
use serde_json::Value;
use std::path::Path;

/// The name of the files that hold the probes.
const PROBES: &str = "probes.json";

/// The probes of a variant. It skips what cannot be read; loading the corpus reports that.
pub fn engine_probes(variant: VariantId) -> Vec<EngineProbe> {
    let source = Source::default();
    let cases = list(source.suites().unwrap_or_default(), variant, "cases");
    let positions = list(source.positions().unwrap_or_default(), variant, "positions");
    let probe = |case: &Value| {
        let position = positions.iter().find(|position| position["id"] == case["position"])?;
        Some(EngineProbe {
            title: case["title"].as_str()?.to_owned(),
            vfen: position["vfen"].as_str()?.to_owned(),
            count: case["checks"]["perft"]["1"].as_u64()?.into(),
        })
    };
    cases.iter().filter_map(probe).collect()
}

/// The entries with this key in the probe files of a variant.
fn list(files: Vec<SourceFile>, variant: VariantId, key: &str) -> Vec<Value> {
    let is_probes = |file: &SourceFile| Path::new(&file.name).file_name().is_some_and(|name| name == PROBES);
    let contents =
        files.iter().filter(|file| is_probes(file)).filter_map(|file| serde_json::from_str(&file.text).ok());
    let of_variant = contents.filter(|content: &Value| content["variant"] == variant.name());
    of_variant.flat_map(|content| content[key].as_array().cloned().unwrap_or_default()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::variant::Variant;

    #[test]
    fn every_piece_of_ryugi_has_a_probe() {
        let probes = engine_probes(VariantId::RYUGI);
        let cases = list(Source::default().suites().expect("it is embedded"), VariantId::RYUGI, "cases");
        assert_eq!(probes.len(), cases.len(), "a case is no probe");
        for entry in &Variant::get(VariantId::RYUGI).pieces {
            assert!(probes.iter().any(|probe| probe.title.contains(&entry.name)), "{}", entry.name);
        }
    }
}
