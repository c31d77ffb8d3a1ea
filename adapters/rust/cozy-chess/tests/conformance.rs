//! One test for every case of chess. The expected perft numbers are published ones.

vperft::conformance!(generator = vperft_cozy_chess::CozyChess, variants = ["chess"]);
