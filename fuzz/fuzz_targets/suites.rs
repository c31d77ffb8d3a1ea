#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| vperft::internals::targets::suites(bytes));
