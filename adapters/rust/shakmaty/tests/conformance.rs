//! One test for every case of chess. The expected perft numbers are published ones.

vperft::conformance!(generator = vperft_shakmaty::Shakmaty, variants = ["chess"]);
