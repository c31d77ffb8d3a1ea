//! Reads the probes of engines: the cases of the suite `probes` of a variant, if it has one.

use super::{Source, SourceFile};
use crate::backend::EngineProbe;
use crate::game::variant::VariantId;
use serde_json::Value;
use std::path::Path;

/// The name of the files that hold the probes.
const PROBES: &str = "probes.json";

/// The probes of a variant. It skips what cannot be read; loading the corpus reports that.
pub fn engine_probes(variant: VariantId) -> Vec<EngineProbe> {
    let cases = cases(variant);
    if cases.is_empty() {
        return Vec::new();
    }
    let positions = Source::default().positions().unwrap_or_default();
    let positions = list(positions.into_iter().filter(|file| is_of(variant, file)), "positions");
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

/// The cases in the probe file of a variant.
fn cases(variant: VariantId) -> Vec<Value> {
    let files = Source::default().suites().unwrap_or_default();
    list(files.into_iter().filter(|file| is_of(variant, file) && file.name.ends_with(PROBES)), "cases")
}

/// Whether a file is in the folder of a variant.
fn is_of(variant: VariantId, file: &SourceFile) -> bool {
    let folder = Path::new(&file.name).parent().and_then(Path::file_name);
    folder.is_some_and(|folder| folder == variant.name())
}

/// The entries with this key in files.
fn list(files: impl Iterator<Item = SourceFile>, key: &str) -> Vec<Value> {
    let contents = files.filter_map(|file| serde_json::from_str::<Value>(&file.text).ok());
    contents.flat_map(|content| content[key].as_array().cloned().unwrap_or_default()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::variant::Variant;

    #[test]
    fn every_piece_of_ryugi_has_a_probe() {
        let probes = engine_probes(VariantId::RYUGI);
        assert_eq!(probes.len(), cases(VariantId::RYUGI).len(), "a case is no probe");
        for entry in &Variant::get(VariantId::RYUGI).pieces {
            assert!(probes.iter().any(|probe| probe.title.contains(&entry.name)), "{}", entry.name);
        }
    }
}
