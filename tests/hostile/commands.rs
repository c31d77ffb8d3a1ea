//! Every command that asks a program, with programs that answer nothing, too much or too little: how it ends, with how much memory
//! and how much text.

use crate::run::end;
use std::fs;

/// What a command prints at most, in bytes, whatever it is answered.
const PRINTED: usize = 400_000;
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

/// Runs commands, each with a liar that does this. Returns what a command ended with.
#[track_caller]
fn check(commands: &[&str], liar: &str, codes: &[i32]) {
    let folder = tempfile::tempdir().expect("a folder");
    let game = folder.path().join("game");
    fs::write(&game, "1. P e3-e4 P e8-e7\n").expect("a file");
    for command in commands {
        let words = command.replace("{game}", game.to_str().expect("UTF-8")) + " --timeout 1.5 --restarts 3";
        let outcome = end(&words, liar);
        let printed = outcome.stdout.len() + outcome.stderr.len();
        assert!(printed < PRINTED, "{command}, {liar}: {printed} bytes");
        assert!(outcome.memory < MEMORY, "{command}, {liar}: {} MiB", outcome.memory);
        assert!(
            outcome.code.is_some_and(|code| codes.contains(&code)),
            "{command}, {liar}: {:?}: {}",
            outcome.code,
            outcome.stderr
        );
    }
}

#[test]
fn where_nothing_is_answered_one_question_ends_with_4() {
    for liar in ["silence", "exit", "wordy internal", "wordy unsupported", "say nonsense"] {
        check(ONE, liar, &[4]);
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
    let compared: Vec<_> =
        TWO.iter().flat_map(|command| [(*command).to_owned(), format!("{command} --format json")]).collect();
    let compared: Vec<_> =
        compared.iter().map(String::as_str).filter(|words| !words.contains("import")).collect();
    let of_one = [
        "diagnose ryugi --count 20",
        "diagnose ryugi --count 20 --format json",
        "protocol check",
        "protocol check --format json",
    ];
    for liar in [
        "--ask moves crowd",
        "--ask moves long-move",
        "--ask after long-child",
        "--plain --ask moves crowd",
        "--plain --ask moves legal-crowd",
    ] {
        check(&compared, liar, &[0, 1, 4]);
        check(&of_one, liar, &[1, 4]);
    }
}
