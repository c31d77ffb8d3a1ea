//! The progress bar of a run.

use crate::tool::{FEW, PROGRAM, vperft_with};
use pretty_assertions::assert_eq;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use std::fs::File;
use std::io::Read as _;
use std::process::{Command, Stdio};
use std::thread;

const RUN: [&str; 6] = ["run", "ryugi", "--tier", "smoke", "--without", "RYU-EP"];

/// What a command draws on a terminal that is its stderr, and what it prints to a pipe that is its stdout.
fn drawn(words: &[&str]) -> (String, String) {
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&terminal).expect("it is ours");
    unlockpt(&terminal).expect("it is ours");
    let size = Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&terminal, size).expect("it has a size");
    let name = ptsname(&terminal, Vec::new()).expect("it has a name");
    let name = name.to_str().expect("UTF-8").to_owned();
    let side = File::options().read(true).write(true).open(name).expect("its other side");
    let mut command = Command::new(PROGRAM);
    command.args(words).env("TERM", "xterm").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(side);
    let child = command.spawn().expect("the program starts");
    // The other side is closed when the program ends, and reading then fails.
    drop(command);
    let reader = thread::spawn(move || {
        let (mut text, mut part) = (Vec::new(), [0; 4096]);
        let mut terminal = File::from(terminal);
        while let Ok(length @ 1..) = terminal.read(&mut part) {
            text.extend_from_slice(&part[..length]);
        }
        String::from_utf8_lossy(&text).into_owned()
    });
    let output = child.wait_with_output().expect("it ends");
    let drawn = reader.join().expect("it is read");
    assert_eq!(output.status.code(), Some(1), "{drawn}");
    (drawn, String::from_utf8(output.stdout).expect("output is UTF-8"))
}

#[test]
fn a_bar_is_drawn_on_a_terminal_only_and_counts_the_failures() {
    let words = [&RUN[..], &FEW, &["--jobs", "2"]].concat();
    let (drawn, printed) = drawn(&words);
    assert!(drawn.contains(" 19 failed "), "the bar does not count the failures: {drawn:?}");
    assert!(drawn.contains(" %") && drawn.contains("left"), "{drawn:?}");
    let plan = ": 83 checks of 14 cases, ";
    assert!(drawn.contains(plan) && drawn.contains(" nodes to count"), "the plan is not told: {drawn:?}");

    // Elsewhere only the last word is seen, and stdout holds the same but for the times.
    let outcome = vperft_with(&words).ends(1);
    assert_eq!(outcome.stderr, "19 of 83 checks failed\n");
    let cases = |text: &str| text.split("\n variant ").next().map(str::to_owned);
    assert_eq!(cases(&printed), cases(&outcome.stdout));
    assert!(!printed.contains('\u{1b}'), "{printed:?}");
}
