//! Positions from random play are what their origin says: the same seed and ply reach them again.

use assert_cmd::Command;
use pretty_assertions::assert_eq;
use vperft::internals::suite::{Corpus, Origin, Source};

/// Longer games take too long for a test.
const LONGEST: u32 = 100;

#[test]
fn random_positions_are_reached_again() {
    let corpus = Corpus::load(&Source::default()).unwrap();
    let mut reached = 0;
    for (variant, entry) in corpus.positions.values() {
        let Origin::Random { seed, ply } = entry.origin else { continue };
        if ply > LONGEST {
            continue;
        }
        let (seed, ply) = (seed.to_string(), ply.to_string());
        let arguments = ["sample", variant.name(), "--seed", &seed, "--ply", &ply];
        let output = Command::cargo_bin("vperft").unwrap().args(arguments).output().unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap().trim_end(), entry.vfen, "{}", entry.id);
        reached += 1;
    }
    assert!(reached > 100, "{reached} positions from random play");
}
