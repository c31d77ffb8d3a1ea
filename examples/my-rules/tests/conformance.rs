//! One test for every case of the corpus. `cargo test -- 'ryugi/ep'` runs the cases whose ids contain this text.

vperft::conformance!(my_rules::MyRyugi, variants = ["ryugi"]);
