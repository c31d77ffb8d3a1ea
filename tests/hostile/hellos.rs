//! Backends that are none from the first word on.

use crate::run::end;

#[test]
fn a_program_that_says_no_hello_is_not_asked() {
    for (liar, says) in [
        ("--ask hello silence", "gave no answer to `hello` within 1.5s"),
        ("--ask hello half", "gave no answer to `hello` within 1.5s"),
        ("--ask hello brood", "gave no answer to `hello` within 1.5s"),
        ("--ask hello exit", "asked for `hello`, it ended (exit status: 3); the end of its stderr: exits as"),
        ("--ask hello orphan", "asked for `hello`, it ended (exit status: 3)"),
        ("--ask hello say {}", "answered `{}`: there is no `seq`; expected 0"),
        ("--ask hello long-line 300", "it printed a line of more than 16777216 bytes"),
        ("--ask hello wrong-seq", "`seq` is 1; expected 0"),
        ("--ask hello unsupported", "did not answer `hello`"),
        ("--ask hello protocol", "it speaks version 2 of the protocol; expected 1"),
    ] {
        let outcome = end("run ryugi --filter 'ryugi/ep-*' --timeout 1.5", liar);
        assert_eq!(outcome.code, Some(4), "{liar}: {}", outcome.stderr);
        assert!(outcome.stdout.is_empty(), "{liar}: {}", outcome.stdout);
        assert!(outcome.stderr.contains(says), "{liar}: no {says} in {}", outcome.stderr);
    }
}
