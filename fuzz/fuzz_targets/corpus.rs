#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| vperft_cli::internals::targets::corpus(bytes));
