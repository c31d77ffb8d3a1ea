//! How many instructions the rules take to count: `cargo bench --bench instructions`.

vperft::gungraun_benches!(my_rules::MyRyugi, variants = ["ryugi"]);
