//! Every command that asks a program, with programs that answer nothing, too much or too little: how it ends, with how much memory
//! and how much text.

use crate::run::{at_once, end};
use std::fs;

/// What a command prints at most, in bytes, whatever it is answered: for people, and as JSON.
const PRINTED: [usize; 2] = [100_000, 2_000_000];
/// What it takes at most, in MiB.
const MEMORY: u64 = 150;

/// Commands that ask about one thing: whatever there is instead of an answer, they end with 4.
const ONE: &[&str] = &[
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

/// Commands that hold one backend against another: that one of them gives no answer is a difference.
const TWO: &[&str] = &[
    "fuzz ryugi --count 4 --jobs 1",
    "fuzz ryugi --count 4 --jobs 1 --causes 2 --max-requests 30",
    "fuzz ryugi --count 4 --jobs 1 --relations",
    "descend ryugi --depth 2",
    "shrink ryugi --max-requests 30",
    "shrink ryugi --max-requests 30 --depth 2",
    "import ryugi {game} --backend fast",
];

/// Runs commands, each with a liar that does this, and holds what they end with against these codes.
fn check(commands: &[&str], liar: &str, codes: &[i32]) {
    let folder = tempfile::tempdir().expect("a folder");
    let game = folder.path().join("game");
    fs::write(&game, "1. P e3-e4 P e8-e7\n").expect("a file");
    let one = |command: &&str| {
        let words = command.replace("{game}", game.to_str().expect("UTF-8")) + " --timeout 1.5 --restarts 3";
        let outcome = end(&words, liar);
        let printed = outcome.stdout.len() + outcome.stderr.len();
        assert!(printed < PRINTED[usize::from(words.contains("json"))], "{command}, {liar}: {printed} bytes");
        assert!(outcome.memory < MEMORY, "{command}, {liar}: {} MiB", outcome.memory);
        assert!(
            outcome.code.is_some_and(|code| codes.contains(&code)),
            "{command}, {liar}: {:?}: {}",
            outcome.code,
            outcome.stderr
        );
    };
    match liar {
        "silence" => at_once(commands, one),
        _ => commands.iter().for_each(one),
    }
}

#[test]
fn where_nothing_is_answered_one_question_ends_with_4() {
    for liar in ["silence", "exit", "wordy internal", "say nonsense"] {
        check(ONE, liar, &[4]);
    }
    // A position can be drawn also if nobody reads it, and a run of checks that are all unsupported is a run.
    for command in ONE {
        let code = match command.split_once(' ') {
            Some(("show", _)) => 0,
            Some(("run", _)) => 1,
            _ => 4,
        };
        check(&[command], "wordy unsupported", &[code]);
    }
}

#[test]
fn where_nothing_is_answered_two_backends_differ() {
    for liar in ["silence", "exit", "wordy internal", "say nonsense"] {
        check(TWO, liar, &[1]);
    }
    // What supports nothing differs in nothing, and is not right either.
    check(TWO, "wordy unsupported", &[1, 4]);
    check(TWO, "wordy position", &[1, 3, 4]);
}

#[test]
fn however_much_is_answered_little_is_printed() {
    const COMMANDS: &[&str] = &[
        "fuzz ryugi --count 4 --jobs 1",
        "fuzz ryugi --count 4 --jobs 1 --causes 2 --max-requests 20 --format json",
        "descend ryugi --depth 2 --format json",
        "shrink ryugi --max-requests 20",
        "shrink ryugi --max-requests 20 --format json",
    ];
    for liar in ["--ask moves crowd", "--ask moves long-move", "--ask after long-child"] {
        check(COMMANDS, liar, &[0, 1]);
        check(&["diagnose ryugi --count 8 --format json", "protocol check"], liar, &[1]);
    }
}

#[test]
fn however_many_moves_are_listed_they_are_not_all_followed() {
    // Each of thousands is legal, and leads to as many.
    check(
        &["run ryugi --filter ryugi/ep-two-takers --check relation:status"],
        "--ask moves legal-crowd",
        &[1],
    );
}
