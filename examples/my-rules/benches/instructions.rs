//! Measures the instructions of a count: `cargo bench --bench instructions`.

vperft::gungraun_benches!(my_rules::MyRyugi, variants = ["ryugi"]);
