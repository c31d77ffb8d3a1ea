//! Backends that fail at `hello`, the first request.

use crate::harness::run;

#[test]
fn a_run_stops_if_the_handshake_fails() {
    for (fault, message) in [
        ("--ask hello no-answer", "gave no answer to `hello` within 1.5s"),
        ("--ask hello half-line", "gave no answer to `hello` within 1.5s"),
        ("--ask hello child-then-hang", "gave no answer to `hello` within 1.5s"),
        ("--ask hello exit", "asked for `hello`, it ended (exit status: 3); the end of its stderr: exits as"),
        ("--ask hello child-then-exit", "asked for `hello`, it ended (exit status: 3)"),
        ("--ask hello print {}", "answered `{}`: there is no `seq`; expected 0"),
        ("--ask hello long-line 300", "it printed a line of more than 16777216 bytes"),
        ("--ask hello wrong-seq", "`seq` is 1; expected 0"),
        ("--ask hello unsupported", "did not answer `hello`"),
        ("--ask hello protocol-version", "it speaks version 2 of the protocol; expected 1"),
    ] {
        let outcome = run("run ryugi --filter 'ryugi/ep-*' --timeout 1.5", fault);
        assert_eq!(outcome.code, Some(4), "{fault}: {}", outcome.stderr);
        assert!(outcome.stdout.is_empty(), "{fault}: {}", outcome.stdout);
        assert!(outcome.stderr.contains(message), "{fault}: no {message} in {}", outcome.stderr);
    }
}
