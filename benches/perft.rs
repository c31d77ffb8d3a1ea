//! Perft with every built-in backend, in leaves per second. Each benchmark asserts its count.

mod table;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn perft(criterion: &mut Criterion) {
    for (backend, prepare) in table::BACKENDS {
        let mut group = criterion.benchmark_group(backend);
        // A count takes much longer than the resolution of the clock; a few samples are enough.
        group.sample_size(10);
        for row in table::rows() {
            let count = prepare(&row);
            group.throughput(Throughput::Elements(row.nodes()));
            group.bench_function(row.to_string(), |bencher| bencher.iter(|| row.assert_count(count())));
        }
        group.finish();
    }
}

criterion_group!(benches, perft);
criterion_main!(benches);
