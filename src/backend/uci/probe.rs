//! Positions by which the pieces of an engine are tried: it may read the definition of one otherwise than it was
//! meant, without a word.
//!
//! They are cases of the corpus, read here without the rest of it.

use crate::variant::VariantId;
use serde_json::Value;

const RYUGI: [&str; 2] =
    [include_str!("../../../suites/ryugi/probes.json"), include_str!("../../../positions/ryugi/probes.json")];

/// A position in which one piece, or nearly only one, can move.
pub(super) struct Probe {
    /// What moves.
    pub title: String,
    pub vfen: String,
    /// How many legal moves there are.
    pub count: u128,
}

/// The probes of a variant; none for chess, whose pieces no engine reads from a definition.
pub(super) fn probes(variant: VariantId) -> Vec<Probe> {
    let [suite, positions] = match variant {
        VariantId::Ryugi => RYUGI.map(read),
        _ => return Vec::new(),
    };
    let list = |value: &Value, key: &str| value[key].as_array().cloned().unwrap_or_default();
    let positions = list(&positions, "positions");
    let probe = |case: &Value| {
        let position = positions.iter().find(|position| position["id"] == case["position"])?;
        Some(Probe {
            title: case["title"].as_str()?.to_owned(),
            vfen: position["vfen"].as_str()?.to_owned(),
            count: case["checks"]["perft"]["1"].as_u64()?.into(),
        })
    };
    list(&suite, "cases").iter().filter_map(probe).collect()
}

/// Reads an embedded file, which is part of the program.
fn read(text: &str) -> Value {
    serde_json::from_str(text).expect("the corpus of the build is JSON")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::Variant;

    #[test]
    fn every_piece_of_ryugi_is_tried() {
        let probes = probes(VariantId::Ryugi);
        let cases = read(RYUGI[0])["cases"].as_array().map(Vec::len);
        assert_eq!(Some(probes.len()), cases, "a case is no probe");
        for entry in &Variant::get(VariantId::Ryugi).pieces {
            assert!(probes.iter().any(|probe| probe.title.contains(&entry.name)), "{}", entry.name);
        }
    }
}
