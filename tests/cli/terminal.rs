//! Runs the program on a terminal.

use crate::tool::PROGRAM;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use std::fs::File;
use std::io::Read as _;
use std::process::{Command, Stdio};
use std::thread;

/// Which stream of a command is a terminal; the other is a pipe.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Stream {
    Stdout,
    Stderr,
}

/// What a command prints to a terminal of 80 columns, and what it prints to the pipe. It has to fail.
pub fn drawn(words: &[&str], on: Stream) -> (String, String) {
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&terminal).expect("it is ours");
    unlockpt(&terminal).expect("it is ours");
    let size = Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&terminal, size).expect("it has a size");
    let name = ptsname(&terminal, Vec::new()).expect("it has a name");
    let name = name.to_str().expect("UTF-8").to_owned();
    let side = File::options().read(true).write(true).open(name).expect("its other side");
    let mut command = Command::new(PROGRAM);
    command.args(words).env("TERM", "xterm").stdin(Stdio::null());
    match on {
        Stream::Stdout => command.stdout(side).stderr(Stdio::piped()),
        Stream::Stderr => command.stdout(Stdio::piped()).stderr(side),
    };
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
    let piped = if on == Stream::Stdout { output.stderr } else { output.stdout };
    (drawn, String::from_utf8(piped).expect("output is UTF-8"))
}
