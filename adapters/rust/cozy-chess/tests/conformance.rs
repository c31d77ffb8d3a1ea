//! One test for every case of chess: published perft numbers, which nobody here made.

vperft::conformance!(vperft_cozy_chess::CozyChess, variants = ["chess"]);
