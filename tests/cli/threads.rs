//! Systems that cannot start the requested threads.

use crate::tool::PROGRAM;
use assert_cmd::Command;
use pretty_assertions::assert_eq;
use std::time::Duration;

/// Runs a command with this number of KiB of address space, which limits the stacks of threads. Returns its exit code and stderr.
fn run_limited(kib: u32, words: &str, environment: &[(&str, &str)]) -> (Option<i32>, String) {
    let limit = format!("ulimit -c 0; ulimit -v {kib}; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &limit, PROGRAM]).args(shlex::split(words).expect("balanced quotes"));
    // The standard library deadlocks if there is no memory for the backtrace of a thread that cannot start.
    command.env("RUST_BACKTRACE", "0").envs(environment.iter().copied());
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).timeout(Duration::from_secs(60));
    let output = command.output().expect("a shell");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn too_few_threads_are_an_error_before_anything_is_done() {
    // KiB, for less than a hundred threads.
    const LIMIT: u32 = 1_500_000;
    const SHARED: &[(&str, &str)] = &[("RAYON_NUM_THREADS", "3000")];
    // Large stacks, so that the address space ends at the stack of a thread and not at the smaller needs of threads that begin. Without
    // this, each of these also reserves memory for what it allocates.
    const MEMORY: [(&str, &str); 2] = [("RUST_MIN_STACK", "268435456"), ("MALLOC_ARENA_MAX", "1")];
    for (words, environment, problem) in [
        ("run --jobs 3000", &[][..], "the backend was not asked: cannot start 3001 threads: "),
        (
            "run vanguard --ruling archer-slide=move-only --jobs 700",
            &[],
            "was not asked: cannot start 700 threads: ",
        ),
        (
            "expect update --expect none/known.toml --jobs 3000",
            &[],
            "was not asked: cannot start 3001 threads: ",
        ),
        ("fuzz ryugi --positions 10000000 --jobs 3000", &[], "was not asked: cannot start 3000 threads: "),
        ("bless --all --dry-run --jobs 3000", &[], "was not asked: cannot start 3000 threads: "),
        ("perft ryugi 4 --threads 1000", &[], "could not count: cannot start 1000 threads: "),
        ("divide ryugi 4 --threads 1000", &[], "could not count: cannot start 1000 threads: "),
        ("audit ryugi --sample 1", SHARED, "was not asked: cannot start the worker threads: "),
        ("identify ryugi", SHARED, "was not asked: cannot start the worker threads: "),
        ("diagnose ryugi --backend reference", SHARED, "was not asked: cannot start the worker threads: "),
        ("lint --coverage", SHARED, "was not asked: cannot start the worker threads: "),
    ] {
        let limit = if words.contains("--jobs 700") { LIMIT / 2 } else { LIMIT };
        let (code, stderr) = run_limited(limit, words, &[environment, &MEMORY].concat());
        assert_eq!(code, Some(4), "{words}: {stderr}");
        assert!(stderr.starts_with("error: the backend ") && stderr.contains(problem), "{words}: {stderr}");
        assert_eq!(stderr.lines().count(), 1, "{words}: {stderr}");
    }
}

#[test]
fn a_hash_table_that_leaves_no_room_for_threads_is_blamed() {
    let words = "perft ryugi 7 --vfen '5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 1' --threads 2 --hash 600";
    // From a limit below the table to one with which the count succeeds.
    let mut refused = 0;
    for kib in (600_000..).step_by(8192) {
        let (code, stderr) = run_limited(kib, words, &[]);
        if code == Some(0) {
            break;
        }
        refused += 1;
        assert_eq!(code, Some(4), "{kib} KiB: {stderr}");
        assert!(stderr.contains("no memory for a hash table of "), "{kib} KiB: {stderr}");
    }
    assert!(refused > 1, "{refused}");
}

#[test]
fn a_command_with_too_little_memory_prints_an_error() {
    // The smallest limit with which the program starts at all.
    let least = (1..).map(|step| step * 4096).find(|kib| run_limited(*kib, "variants", &[]).0 == Some(0));
    let least = least.expect("the program runs with enough memory");
    let backend = format!("moves ryugi --backend 'cmd:{PROGRAM} serve'");
    let mut codes = Vec::new();
    for words in
        ["perft ryugi 3", "run ryugi --filter 'ryugi/ep-*' --jobs 8", "fuzz ryugi --positions 10", &backend]
    {
        for step in 0..12 {
            let (code, stderr) = run_limited(least + step * 2048, words, &[]);
            assert!(matches!(code, Some(0 | 4) | None), "{words}, {step}: {code:?}: {stderr}");
            assert!(code == Some(0) || !stderr.is_empty(), "{words}, {step}: {code:?}");
            codes.push(code);
        }
    }
    assert!(codes.contains(&Some(4)), "no limit gave an error: {codes:?}");
}
