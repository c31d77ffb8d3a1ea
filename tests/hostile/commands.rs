//! Every command that asks a backend, with backends that answer nothing or too much: the exit code, the memory and the size of
//! the output.

use crate::harness::{in_parallel, run};
use std::fs;

/// The most bytes a command prints, as text and as JSON.
const MAX_OUTPUT: [usize; 2] = [100_000, 2_000_000];
/// The most memory a command takes, in MiB.
const MAX_MEMORY: u64 = 150;

/// Commands that ask a single backend. They exit with 4 if it gives no answer.
const SINGLE: &[&str] = &[
    "moves ryugi",
    "perft ryugi 2",
    "divide ryugi 1",
    "after ryugi --move 'P e3-e4'",
    "show ryugi",
    "explain ryugi --move 'P e3-e4'",
    "explain ryugi --square e3",
    "sample ryugi --seed 1 --ply 3",
    "diagnose ryugi --count 20",
    "import ryugi {game}",
    "speed measure ryugi --position start --samples 1",
    "speed compare ryugi --position start --a fast",
    "run ryugi --filter 'ryugi/ep-*' --relations",
];

/// Commands that compare two backends. A missing answer of one of them is a difference.
const COMPARING: &[&str] = &[
    "fuzz ryugi --count 4 --jobs 1",
    "fuzz ryugi --count 4 --jobs 1 --causes 2 --max-requests 30",
    "fuzz ryugi --count 4 --jobs 1 --relations",
    "descend ryugi --depth 2",
    "shrink ryugi --max-requests 30",
    "shrink ryugi --max-requests 30 --depth 2",
    "import ryugi {game} --backend fast",
];

/// Runs each command with a backend that has the fault. The exit code has to be one of `codes`.
fn check(commands: &[&str], fault: &str, codes: &[i32]) {
    let folder = tempfile::tempdir().expect("a folder");
    let game = folder.path().join("game");
    fs::write(&game, "1. P e3-e4 P e8-e7\n").expect("a file");
    let check_one = |command: &&str| {
        let words = command.replace("{game}", game.to_str().expect("UTF-8")) + " --timeout 1.5 --restarts 3";
        let outcome = run(&words, fault);
        let printed = outcome.stdout.len() + outcome.stderr.len();
        assert!(
            printed < MAX_OUTPUT[usize::from(words.contains("json"))],
            "{command}, {fault}: {printed} bytes"
        );
        assert!(outcome.memory < MAX_MEMORY, "{command}, {fault}: {} MiB", outcome.memory);
        assert!(
            outcome.code.is_some_and(|code| codes.contains(&code)),
            "{command}, {fault}: {:?}: {}",
            outcome.code,
            outcome.stderr
        );
    };
    match fault {
        "no-answer" => in_parallel(commands, check_one),
        _ => commands.iter().for_each(check_one),
    }
}

#[test]
fn a_command_without_an_answer_exits_with_4() {
    for fault in ["no-answer", "exit", "long-error internal", "print nonsense"] {
        check(SINGLE, fault, &[4]);
    }
    // `show` needs no answer to draw a position, and `run` reports unsupported checks.
    for command in SINGLE {
        let code = match command.split_once(' ') {
            Some(("show", _)) => 0,
            Some(("run", _)) => 1,
            _ => 4,
        };
        check(&[command], "long-error unsupported", &[code]);
    }
}

#[test]
fn a_missing_answer_is_a_difference() {
    for fault in ["no-answer", "exit", "long-error internal", "print nonsense"] {
        check(COMPARING, fault, &[1]);
    }
    // Backends cannot differ where one of them supports nothing, but the command does not succeed either.
    check(COMPARING, "long-error unsupported", &[1, 4]);
    check(COMPARING, "long-error position", &[1, 3, 4]);
}

#[test]
fn long_answers_are_truncated_in_the_output() {
    const COMMANDS: &[&str] = &[
        "fuzz ryugi --count 4 --jobs 1",
        "fuzz ryugi --count 4 --jobs 1 --causes 2 --max-requests 20 --format json",
        "descend ryugi --depth 2 --format json",
        "shrink ryugi --max-requests 20",
        "shrink ryugi --max-requests 20 --format json",
    ];
    for fault in ["--ask moves max-moves", "--ask moves long-move", "--ask after long-child"] {
        check(COMMANDS, fault, &[0, 1]);
        check(&["diagnose ryugi --count 8 --format json", "protocol check"], fault, &[1]);
    }
}

#[test]
fn a_check_follows_a_limited_number_of_moves() {
    // Each of the thousands of moves is legal and leads to a position with as many.
    check(
        &["run ryugi --filter ryugi/ep-two-takers --check relation:status"],
        "--ask moves repeat-moves",
        &[1],
    );
}
