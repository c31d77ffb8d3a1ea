//! The recorded seed and ply reproduce the positions from random play.

use assert_cmd::Command;
use pretty_assertions::assert_eq;
use vperft::inner::corpus::suite::{Corpus, Origin, Source};

/// Longer games take too long for a test.
const MAX_PLY: u32 = 100;

#[test]
fn random_positions_are_reproducible() {
    let corpus = Corpus::load(&Source::default()).unwrap();
    let mut count = 0;
    for (variant, entry) in corpus.positions.values() {
        let Origin::Random { seed, ply } = entry.origin else { continue };
        if ply > MAX_PLY {
            continue;
        }
        let (seed, ply) = (seed.to_string(), ply.to_string());
        let arguments = ["sample", variant.name(), "--seed", &seed, "--ply", &ply];
        let output = Command::cargo_bin("vperft").unwrap().args(arguments).output().unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap().trim_end(), entry.vfen, "{}", entry.id);
        count += 1;
    }
    assert!(count > 100, "{count} positions from random play");
}
