//! Perft of every start position with the `reference` backend. Each benchmark asserts its node count.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use vperft::backend::{Options, Registry};
use vperft::variant::{Variant, VariantId};

/// The variant, a depth, and the count several independent programs agree on.
const STARTS: [(VariantId, u32, u128); 5] = [
    (VariantId::Vanguard, 2, 10_816),
    (VariantId::Ryugi, 3, 43_878),
    (VariantId::Cetran3, 3, 44_008),
    (VariantId::Rococo, 3, 23_863),
    (VariantId::Sandbox, 2, 6_695),
];

fn starts(criterion: &mut Criterion) {
    let mut registry = Registry::default();
    vperft::reference::register(&mut registry);
    let mut backend = registry.open("reference", &Options::default()).expect("reference is registered");
    let mut group = criterion.benchmark_group("reference");
    for (variant, depth, nodes) in STARTS {
        let vfen = &Variant::get(variant).starts[0].vfen;
        group.throughput(Throughput::Elements(nodes as u64));
        group.bench_function(format!("{variant}/start/perft-{depth}"), |bencher| {
            bencher.iter(|| {
                let count = backend.perft(variant, black_box(vfen), depth);
                assert_eq!(count, Ok(nodes), "{variant} perft {depth}");
            });
        });
    }
    group.finish();
}

criterion_group!(benches, starts);
criterion_main!(benches);
