//! Perft with every backend, in leaf nodes a second. Each benchmark asserts its count.

mod table;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn perft(criterion: &mut Criterion) {
    for (backend, ready) in table::BACKENDS {
        let mut group = criterion.benchmark_group(backend);
        // A count takes long beside what a clock resolves; few samples are enough.
        group.sample_size(10);
        for row in table::rows() {
            let count = ready(&row);
            let name = format!("{}/{}/perft-{}", row.variant, row.name, row.depth);
            group.throughput(Throughput::Elements(row.nodes));
            group.bench_function(&name, |bencher| {
                bencher.iter(|| assert_eq!(count(), u128::from(row.nodes), "{name}"));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, perft);
criterion_main!(benches);
