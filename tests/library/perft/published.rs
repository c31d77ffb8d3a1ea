//! Checks counts on which several independent programs agree, with many numbers of threads and table sizes.

use pretty_assertions::assert_eq;
use std::num::NonZeroUsize;
use vperft::inner::game::perft::Resources;
use vperft::inner::game::perft::parallel::count;
use vperft::inner::game::rules::Rules as _;
use vperft::inner::game::variant::{Standard, Variant};
use vperft::inner::generators::reference::{Cetran3, Game, Reference, Rococo, Ryugi, Sandbox, Vanguard};

/// Numbers of threads and sizes of the hash table in bytes. The smallest tables have few buckets, so that nearly every stored
/// count replaces another.
const PLANS: [(usize, usize); 10] = [
    (1, 0),
    (2, 0),
    (5, 0),
    (8, 0),
    (1, 48),
    (2, 48),
    (3, 500),
    (4, 10_000),
    (7, 1 << 20),
    (2, (8 << 20) - 1),
];

/// Checks the counts of the start position by depth, in total and for every move in generation order.
fn check<G: Game>(game: G, counts: &[(u32, u128)]) {
    let rules = Reference(game);
    let start = rules.parse(&Variant::get(G::VARIANT).starts[0].vfen).expect("a start position");
    let mut moves = Vec::new();
    rules.legal_moves(&start, &mut moves);
    for &(depth, expected) in counts {
        let shares: Vec<_> = moves
            .iter()
            .map(|mv| {
                (
                    rules.move_text(&start, mv),
                    Some(rules.perft(&rules.play(&start, mv), depth - 1, &mut Vec::new())),
                )
            })
            .collect();
        for (threads, hash_bytes) in PLANS {
            let id = format!("{} perft {depth}, {threads} threads, {hash_bytes} bytes", G::VARIANT);
            let resources = Resources { threads: NonZeroUsize::new(threads).expect("not 0"), hash_bytes };
            let tally = count(&rules, &start, depth, &resources, &()).expect("the count succeeds");
            let tally = tally.map(|mv| rules.move_text(&start, &mv));
            assert_eq!(tally.total, expected, "{id}");
            assert_eq!(tally.moves, shares, "{id}");
            assert!(tally.is_complete(), "{id}");
            assert!(tally.hash_bytes <= hash_bytes, "{id}: {} bytes", tally.hash_bytes);
        }
    }
}

#[test]
fn vanguard() {
    check(Vanguard { book: Standard }, &[(1, 104), (2, 10_816), (3, 1_190_852)]);
}

#[test]
fn ryugi() {
    check(Ryugi { book: Standard }, &[(2, 1_155), (3, 43_878)]);
}

#[test]
fn cetran3() {
    check(Cetran3 { book: Standard }, &[(2, 1_056), (3, 44_008)]);
}

#[test]
fn rococo() {
    check(Rococo { book: Standard }, &[(2, 625), (3, 23_863), (4, 909_163)]);
}

#[test]
fn sandbox() {
    check(Sandbox { book: Standard }, &[(1, 82), (2, 6_695)]);
}
