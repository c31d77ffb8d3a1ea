//! Measures the time of a count: `cargo bench`.

vperft::criterion_benches!(my_rules::MyRyugi, variants = ["ryugi"]);
