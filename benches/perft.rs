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
            group.throughput(Throughput::Elements(row.nodes()));
            group.bench_function(row.to_string(), |bencher| bencher.iter(|| row.check(count())));
        }
        group.finish();
    }
}

criterion_group!(benches, perft);
criterion_main!(benches);
