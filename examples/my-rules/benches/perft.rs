//! How fast the rules count: `cargo bench`.

vperft::criterion_benches!(my_rules::MyRyugi, variants = ["ryugi"]);
