//! The exit codes and their error messages.

use crate::tool::{PROGRAM, check, vperft};
use pretty_assertions::assert_eq;
use tempfile::tempdir;

/// Checks that every command exits with the code, prints the texts to stderr and nothing to stdout.
#[track_caller]
fn check_errors(code: i32, commands: &[(&str, &[&str])]) {
    for (words, stderr) in commands {
        let outcome = vperft(words).ends(code).warns(stderr).warns(&["error: "]);
        assert_eq!(outcome.stdout, "", "{outcome}");
    }
}

#[test]
fn wrong_arguments_exit_with_2() {
    check_errors(
        2,
        &[
            ("perft ryugi 1 --fast", &["unexpected argument '--fast'"]),
            ("fly ryugi", &["unrecognized subcommand 'fly'"]),
            ("perft ryugi", &["<DEPTH>"]),
            ("perft ryugi -- -1", &["-1"]),
            ("perft ryugi deep", &["invalid value 'deep' for '<DEPTH>'"]),
            ("divide ryugi 0", &["invalid value '0' for '<DEPTH>'"]),
            ("perft ryugi 200000", &["expected a whole number from 0 to 99"]),
            ("divide ryugi 200000", &["expected a whole number from 1 to 99"]),
            ("perft ryugi 1 --threads 0", &["'--threads <N>'", "from 1 to 1024"]),
            ("divide ryugi 1 --threads 1025", &["from 1 to 1024"]),
            ("perft ryugi 1 --hash 0", &["invalid value '0' for '--hash <MB>'"]),
            ("divide ryugi 1 --hash=-1", &["invalid value '-1' for '--hash <MB>'"]),
            ("perft ryugi 1 --hash 1000000000", &["--hash 1000000000: ", " MB of memory are free"]),
            (&format!("perft ryugi 1 --hash {}", u64::MAX), &["--hash 18446744073709551615: "]),
            ("after ryugi", &["--move <MOVE>"]),
            ("sample ryugi --ply 3", &["--seed <SEED>"]),
            (
                &format!("sample ryugi --ply 3 --seed {} --count 2", u64::MAX),
                &["the last seed is 18446744073709551615"],
            ),
            ("status ryugi --id '\u{1b}[31mx\n'", &["the id `\u{fffd}[31mx\u{fffd}`"]),
            ("completions tcsh", &["bash", "zsh", "fish"]),
            ("moves ryugi --format xml", &["lines, json, human"]),
            ("run --jobs 0", &["'--jobs <N>'"]),
            ("run --tier enormous", &["smoke, ci, deep, record"]),
            ("status shogi", &["invalid value 'shogi'", "vanguard, ryugi"]),
            ("run ryugi shogi", &["invalid value 'shogi'"]),
            ("status ryugi --backend none", &["unknown backend `none`", "reference"]),
            ("run ryugi --backend none", &["unknown backend `none`", "reference"]),
            ("status vanguard --ruling height=8", &["unknown ruling `height`", "archer-slide"]),
            ("status cetran3 --ruling ranks=9", &["ruling `ranks` has no reading `9`", "12, 10, 8"]),
            ("status cetran3 --ruling ranks", &["ruling `ranks`", "NAME=VALUE"]),
            ("status ryugi --ruling ranks=8", &["ruling `ranks` belongs to cetran3"]),
            ("run ryugi rococo --ruling ranks=8", &["ruling `ranks` belongs to cetran3"]),
            ("status ryugi --without RYU-NONE", &["unknown clause `RYU-NONE`"]),
            ("status ryugi --without CET-EP", &["CET-EP"]),
            ("run ryugi --without ROC-BAN", &["clause `ROC-BAN` belongs to rococo"]),
            ("status ryugi --id ryugi/none", &["no position and no case has the id `ryugi/none`"]),
            (
                "status cetran3 --id ryugi/start-moves",
                &["`ryugi/start-moves` belongs to ryugi, not to cetran3"],
            ),
            ("status ryugi --id ryugi/start-moves --vfen x", &["cannot be used with"]),
            ("run ryugi --filter 'cetran3/*'", &["no check of the corpus matches"]),
            ("run ryugi --filter nothing", &["no check of the corpus matches"]),
            ("run ryugi --check perft:77", &["no check of the corpus matches"]),
        ],
    );
    check("", 2, &[], &["Usage: vperft [OPTIONS] <COMMAND>"]);
}

#[test]
fn wrong_input_exits_with_3() {
    let promotion = "--vfen '5k4/P9/10/10/10/10/10/10/10/5K4 w - - 0 1'";
    check_errors(
        3,
        &[
            ("after ryugi --move 'P e3-e6'", &["`P e3-e6` is not a legal move"]),
            ("after ryugi --move 'P e3-e4' --move 'P e4-e5'", &["`P e4-e5` is not a legal move"]),
            ("status ryugi --move 'p e8-e7'", &["`p e8-e7` is not a legal move"]),
            ("after ryugi --move forward", &["cannot read `forward`", "expected a move such as"]),
            ("after ryugi --move ''", &["cannot read"]),
            ("after ryugi --move 'P e3-z4'", &["z4"]),
            ("after ryugi --move 'P\u{1b}e3-e4'", &["`P\u{fffd}e3-e4`"]),
            (
                "moves ryugi --square 'e\n4'",
                &["there is no square `e\u{fffd}4`; expected one from a1 to j10"],
            ),
            (
                &format!("after ryugi {promotion} --move a9-a10"),
                &["`a9-a10` is ambiguous: it may mean", "P a9-a10; B-a10", "P a9-a10; R-a10"],
            ),
            ("moves ryugi --square z1", &["there is no square `z1`; expected one from a1 to j10"]),
            ("moves ryugi --square e11", &["there is no square `e11`; expected one from a1 to j10"]),
            ("moves ryugi --square ''", &["there is no square ``; expected one from a1 to j10"]),
            ("moves ryugi --square a01", &["there is no square `a01`; expected one from a1 to j10"]),
        ],
    );
}

#[test]
fn unreadable_and_unwritable_files_exit_with_5() {
    let folder = tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (picture, suites, here) = (path("none/board.svg"), path("none"), path(""));
    check_errors(
        5,
        &[
            (
                &format!("show ryugi --svg '{picture}'"),
                &[&format!("cannot write `{picture}`: there is no folder")],
            ),
            (&format!("show ryugi --svg '{here}'"), &[&format!("cannot write `{here}`: ")]),
            (
                "run ryugi --tier smoke --report json=-",
                &["cannot write `-`: expected a file; `/dev/stdout` is"],
            ),
            (&format!("run ryugi --suites '{suites}'"), &[&format!("{suites}: ")]),
            (&format!("show ryugi --positions '{suites}' --id ryugi/kings"), &[&format!("{suites}: ")]),
        ],
    );
}

#[test]
fn an_error_is_a_single_line() {
    for words in ["moves ryugi --square e11", "run ryugi --filter none", "status ryugi --ruling ranks=8"] {
        let outcome = vperft(words);
        assert_eq!(outcome.stderr.lines().count(), 1, "{outcome}");
    }
}

#[test]
#[cfg(unix)]
fn unreadable_requests_exit_with_5() {
    let folder = tempdir().expect("a folder");
    let stdin = std::fs::File::open(folder.path()).expect("a folder can be opened");
    let served =
        std::process::Command::new(PROGRAM).arg("serve").stdin(stdin).output().expect("the program starts");
    let stderr = String::from_utf8_lossy(&served.stderr);
    assert_eq!(served.status.code(), Some(5), "{stderr}");
    assert!(stderr.starts_with("error: stdin: ") && stderr.lines().count() == 1, "{stderr}");
}

#[test]
fn a_malformed_number_is_an_error_with_the_expected_range() {
    for (words, range) in [
        ("perft ryugi x", "0 to 99"),
        ("divide ryugi -- -3", "1 to 99"),
        ("perft ryugi 3 --threads x", "1 to 1024"),
        ("perft ryugi 3 --hash x", "1 on"),
        ("run --jobs x", "1 on"),
        ("run --jobs 0", "1 on"),
        ("run --reruns x", "0 on"),
        ("run --max-failures 0", "1 on"),
        ("run --max-nodes=-1", "0 on"),
        ("run --max-line 0", "1 on"),
        ("run --restarts=-1", "0 to 4294967295"),
        ("run --restarts 4294967296", "0 to 4294967295"),
        ("sample ryugi --ply 3 --seed x", "0 on"),
        ("sample ryugi --ply x --seed 3", "0 to 4294967295"),
        ("sample ryugi --ply 3 --seed 3 --count x", "0 on"),
        ("bless --jobs 0", "1 on"),
        ("bless --hash 0", "1 on"),
        ("fuzz --count x", "1 on"),
        ("fuzz --seed 18446744073709551616", "0 on, below 2^64"),
        ("fuzz --jobs x", "1 on"),
        ("audit --sample 0", "1 on"),
        ("audit --seed x", "0 on"),
    ] {
        let error = format!(": expected a whole number from {range}");
        check_errors(2, &[(words, &["error: invalid value '", &error])]);
    }
}

#[test]
fn an_unknown_name_is_an_error_with_a_suggestion() {
    for (words, suggestion) in [
        ("run --ruling archer-slid=both", "; did you mean `archer-slide`?"),
        ("run --ruling archer-slide=mov-only", "; did you mean `move-only`?"),
        ("fuzz --ruling archer-slid=both", "; did you mean `archer-slide`?"),
        ("run --without RYU-EPP", "; did you mean `RYU-EP`"),
        ("fuzz --b-without RYU-EPP", "; did you mean `RYU-EP`"),
        ("run --backend refrence", "; did you mean `reference`?"),
        ("fuzz --b fats", "; did you mean `fast`?"),
        ("run --backend 'cdm:python3 x.py'", "; did you mean `cmd:python3 x.py`?"),
        (
            "run --backend 'python3 x.py'",
            "; a program that speaks the protocol is `cmd:python3 x.py`, a UCI engine",
        ),
        (
            "run --backend ./engine",
            "; a program that speaks the protocol is `cmd:./engine`, a UCI engine `uci:./engine`",
        ),
        ("run --backend backend.py", "; a program that speaks the protocol is `cmd:backend.py`, "),
        ("run --backend stockfish", "; a UCI engine is `uci:stockfish`"),
        ("run --backend fairy-stockfish", "; a UCI engine is `uci:fairy-stockfish`"),
        ("fuzz chess --b /opt/Stockfish/stockfish-17", "; a UCI engine is `uci:/opt/Stockfish/stockfish-17`"),
        ("run --report junt=x", "; did you mean `junit`?"),
        ("bugs ryugi ep-mising", "; did you mean `ep-missing`"),
        ("run ryugi --filter ryugi/ep-blak-takes", "; did you mean `ryugi/ep-black-takes`"),
        ("show ryugi --id ryugi/ep-blak-takes", "; did you mean `ryugi/ep-black-takes`"),
        ("run ryugii", "a similar value exists: 'ryugi'"),
        ("rum", "a similar subcommand exists: 'run'"),
    ] {
        check_errors(2, &[(words, &[suggestion])]);
    }
}

#[test]
fn a_backend_without_rules_of_the_variant_is_an_error_that_suggests_another() {
    for words in [
        "run chess --backend fast",
        "perft chess 3 --backend fast",
        "divide chess 3 --backend fast",
        "moves chess --backend fast",
        "status chess --backend fast",
        "after chess --move e2e4 --backend fast",
        "sample chess --seed 1 --ply 2 --backend fast",
        "serve chess --backend fast",
        "identify chess --backend fast",
        "fuzz chess --a reference --b fast",
        "bless chess --a reference --b fast",
    ] {
        check_errors(4, &[(words, &["no rules of chess", "; the backend `data` has them"])]);
    }
}

#[test]
fn the_usage_in_an_error_equals_that_of_the_help() {
    for (words, usage) in [
        ("run ryugi --fail-fast --max-failures 3", "Usage: vperft run [OPTIONS] [VARIANTS]...\n"),
        ("fuzz ryugi --vfen x --count 3", "Usage: vperft fuzz [OPTIONS] [VARIANTS]...\n"),
        ("run ryugi --nonsense", "Usage: vperft run [OPTIONS] [VARIANTS]...\n"),
        ("perft ryugi", "Usage: vperft perft [OPTIONS] <VARIANT> <DEPTH>\n"),
    ] {
        let outcome = vperft(words).ends(2).warns(&[usage]);
        assert!(!outcome.stderr.contains("<VARIANTS>"), "{outcome}");
    }
}
