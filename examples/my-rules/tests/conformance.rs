//! One test for every case of the corpus: `cargo test`, or `cargo test -- 'ryugi/ep'` for some of them.

vperft::conformance!(my_rules::MyRyugi, variants = ["ryugi"]);
