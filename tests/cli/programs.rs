//! Limits on backend programs, which are the same for every command and protocol.

use crate::tool::{SMALL_CORPUS, vperft, vperft_with};
use pretty_assertions::assert_eq;
use std::fs;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Every command that opens a backend program, without the program.
const COMMANDS: &[&str] = &[
    "run ryugi --backend",
    "expect update ryugi --expect none/known.toml --backend",
    "identify ryugi --backend",
    "perft ryugi 2 --backend",
    "divide ryugi 2 --backend",
    "moves ryugi --backend",
    "after ryugi --move e3-e4 --backend",
    "status ryugi --backend",
    "show ryugi --backend",
    "lint --backend",
    "sample ryugi --seed 1 --ply 1 --backend",
    "serve --backend",
    "fuzz ryugi --b",
    "bless ryugi --all --dry-run --b",
];

#[test]
fn every_command_gives_up_after_the_timeout() {
    for command in COMMANDS {
        for (program, request) in
            [("cmd:sleep 60", "`hello`"), ("uci:sleep 60", "uci"), ("xboard:sleep 60", "protover 2")]
        {
            let start = Instant::now();
            let words = format!("{command} '{program}' --timeout 0.3 --restarts 1 --max-line 1000");
            vperft(&words).ends(4).warns(&["gave no answer to ", request, " within 300ms"]);
            assert!(start.elapsed() < Duration::from_secs(20), "{words}: {:?}", start.elapsed());
        }
    }
}

#[test]
fn every_command_takes_options_for_engines_only() {
    let engine = "uci:sh -c 'while read line; do case $line in uci) echo uciok ;; isready) echo readyok ;; esac; done'";
    let engine = shlex::try_quote(engine).expect("no NUL");
    for command in COMMANDS {
        let words = format!("{command} {engine} --timeout 20 --option Other=1");
        vperft(&words).ends(4).warns(&["no option `Other`; the engine has none"]);
        let words = format!("{command} 'cmd:sleep 60' --option Other=1");
        vperft(&words)
            .ends(2)
            .warns(&["--option is for engines, such as uci:PROGRAM, not for `", "cmd:sleep 60`"]);
    }
}

#[test]
fn a_failing_script_is_restarted_up_to_the_limit() {
    for (action, kind, message) in [
        ("sleep 60", "timeout", "gave no answer to"),
        ("exit 3", "crash", "ended (exit status: 3)"),
        ("echo nonsense", "protocol", "broke the protocol"),
    ] {
        let folder = TempDir::new().expect("a folder");
        let (script, log) = (folder.path().join("script.sh"), folder.path().join("log"));
        fs::write(&script, format!("echo start >>'{}'\n{action}\n", log.display())).expect("a file");
        let backend = format!("script:sh '{}'", script.display());
        let words = ["run", "ryugi", "--backend", &backend, "--check", "moves", "--format", "json"];
        let limits = ["--timeout", "0.3", "--restarts", "2", "--jobs", "1", "--reruns", "0"];
        let outcome = vperft_with(&[&words[..], &limits, &SMALL_CORPUS].concat());
        assert_eq!(fs::read_to_string(&log).expect("the log").lines().count(), 3, "{action}: {outcome}");
        let last = "it reached the limit of 2 restarts; its last error: ";
        outcome.says(&[&format!("\"kind\":\"{kind}\""), message, "\"kind\":\"not-asked\"", last]);
    }
}

#[test]
fn a_divide_with_malformed_moves_is_a_protocol_error() {
    for (rows, problem) in [
        (r#"[["",1]]"#, "the move ``, which is none: "),
        (r#"[["castle",1]]"#, "the move `castle`, which is none: "),
        (r#"[["P e3-e4",1],["P z9-z99",1]]"#, "the move `P z9-z99`, which is none: "),
        (r#"[["P e3-e4",1],["P a3-a4",1],["P e3-e4",1]]"#, "the move `P e3-e4`, which occurs more than once"),
    ] {
        let program = format!(
            "n=0; while read -r line; do case $line in \
             *'\"hello\"'*) r='{{\"protocol\":1,\"name\":\"x\",\"version\":\"1\",\"variants\":[\"ryugi\"],\"native\":[\"divide\",\"perft\"]}}' ;; \
             *'\"divide\"'*) r='{rows}' ;; *) r='[\"P e3-e4\"]' ;; esac; \
             printf '{{\"seq\":%s,\"result\":%s}}\\n' \"$n\" \"$r\"; n=$((n + 1)); done"
        );
        let backend = format!("cmd:{}", shlex::try_join(["sh", "-c", &program]).expect("no NUL"));
        for depth in ["1", "2"] {
            let outcome = vperft_with(&["divide", "ryugi", depth, "--backend", &backend]);
            let outcome = outcome.ends(4).warns(&["broke the protocol: answered with ", problem]);
            assert_eq!(outcome.stdout, "", "{outcome}");
        }
    }
}

#[test]
fn identify_fails_if_the_backend_does_not_answer() {
    for (program, message) in [
        ("sh -c 'read line; echo HELLO; sleep 60'", "gave no answer to"),
        ("sh -c 'read line; echo HELLO; exit 3'", "was not asked: it reached the limit of 2 restarts"),
    ] {
        let hello = r#"{\"seq\":0,\"result\":{\"protocol\":1,\"name\":\"x\",\"version\":\"1\",\"variants\":[\"rococo\"]}}"#;
        let program = program.replace("HELLO", &format!("\"{hello}\""));
        let backend = format!("cmd:{program}");
        let words = ["identify", "rococo", "--backend", &backend, "--timeout", "1", "--restarts", "2"];
        let start = Instant::now();
        let outcome = vperft_with(&words).ends(4).warns(&["error: the backend ", message]);
        assert_eq!(outcome.stdout, "", "{outcome}");
        assert!(start.elapsed() < Duration::from_secs(40), "{program}: {:?}", start.elapsed());
    }
}
