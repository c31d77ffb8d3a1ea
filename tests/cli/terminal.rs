//! Runs the program on a pseudo-terminal.

use crate::tool::PROGRAM;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use std::fs::File;
use std::io::Read as _;
use std::process::{Command, Stdio};
use std::thread;

/// The stream of a command that is a terminal; the other is a pipe.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Stream {
    Stdout,
    Stderr,
}

/// Runs a command that exits with 1. Returns its output to a terminal of 80 columns, and its output to the pipe.
pub fn drawn(words: &[&str], on: Stream) -> (String, String) {
    drawn_within(80, words, on)
}

/// The same with a terminal of this many columns.
pub fn drawn_within(columns: u16, words: &[&str], on: Stream) -> (String, String) {
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&terminal).expect("this process owns the terminal");
    unlockpt(&terminal).expect("this process owns the terminal");
    let size = Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&terminal, size).expect("the terminal has a size");
    let name = ptsname(&terminal, Vec::new()).expect("the terminal has a name");
    let name = name.to_str().expect("UTF-8").to_owned();
    let device = File::options().read(true).write(true).open(name).expect("the terminal device");
    let mut command = Command::new(PROGRAM);
    command.args(words).env("TERM", "xterm").stdin(Stdio::null());
    match on {
        Stream::Stdout => command.stdout(device).stderr(Stdio::piped()),
        Stream::Stderr => command.stdout(Stdio::piped()).stderr(device),
    };
    let child = command.spawn().expect("the program starts");
    // Close our copy of the device, so that reading fails once the program has ended.
    drop(command);
    let reader = thread::spawn(move || {
        let (mut text, mut part) = (Vec::new(), [0; 4096]);
        let mut terminal = File::from(terminal);
        while let Ok(length @ 1..) = terminal.read(&mut part) {
            text.extend_from_slice(&part[..length]);
        }
        String::from_utf8_lossy(&text).into_owned()
    });
    let output = child.wait_with_output().expect("the program ends");
    let drawn = reader.join().expect("the reader does not panic");
    assert_eq!(output.status.code(), Some(1), "{drawn}");
    let piped = if on == Stream::Stdout { output.stderr } else { output.stdout };
    (drawn, String::from_utf8(piped).expect("output is UTF-8"))
}
