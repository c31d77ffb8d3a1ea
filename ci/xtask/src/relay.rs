//! A backend program between `vperft` and `vperft serve` that hides what the experiment must not reveal.
//!
//! It must relay each line at once, because the client waits for it.

use crate::Result;
use std::io::{self, BufRead, Write};
use std::process::{Command, Stdio};
use std::thread;

/// Hides the rulings in the answer to `hello`; the client would adopt the readings.
pub const HIDE_RULINGS: &str = "--hide-rulings";

/// Rejects every request except `hello` and `perft`, like a program that only counts.
pub const COUNTS_ONLY: &str = "--counts-only";

/// The words of a relay in front of a command, for `cmd:`.
pub fn words(option: &str, command: &[&str]) -> Result<Vec<String>> {
    let own = std::env::current_exe()?
        .into_os_string()
        .into_string()
        .map_err(|_| "the path of this program is not UTF-8")?;
    let words = [&own, "relay", option, "--"].into_iter().chain(command.iter().copied());
    Ok(words.map(str::to_owned).collect())
}

/// The value of `--backend` and similar options that puts a relay in front of a command.
pub fn backend(option: &str, command: &[&str]) -> Result<String> {
    let words = words(option, command)?;
    Ok(format!("cmd:{}", shlex::try_join(words.iter().map(String::as_str))?))
}

pub fn run(arguments: &[&str]) -> Result<bool> {
    let [option @ (HIDE_RULINGS | COUNTS_ONLY), "--", program, rest @ ..] = arguments else {
        return Err(format!("expected {HIDE_RULINGS} or {COUNTS_ONLY}, `--` and a command").into());
    };
    let mut command = Command::new(program);
    command.args(rest);
    if *option == HIDE_RULINGS {
        let mut child = command.stdout(Stdio::piped()).spawn()?;
        let answers = child.stdout.take().ok_or("no pipe from the program")?;
        copy_lines(io::BufReader::new(answers), io::stdout(), without_rulings)?;
        return Ok(child.wait()?.success());
    }
    let mut child = command.stdin(Stdio::piped()).spawn()?;
    let requests = child.stdin.take().ok_or("no pipe to the program")?;
    // The program exits when its input ends. If it exits earlier, nothing is left to relay.
    thread::spawn(move || copy_lines(io::stdin().lock(), requests, counts_only));
    Ok(child.wait()?.success())
}

fn copy_lines(mut from: impl BufRead, mut to: impl Write, change: fn(&mut String)) -> io::Result<()> {
    let mut line = String::new();
    while from.read_line(&mut line)? > 0 {
        change(&mut line);
        to.write_all(line.as_bytes())?;
        to.flush()?;
        line.clear();
    }
    Ok(())
}

fn without_rulings(line: &mut String) {
    let Some(start) = line.find("\"rulings\":{") else { return };
    if let Some(length) = line[start..].find("},") {
        line.replace_range(start..start + length + 2, "");
    }
}

fn counts_only(line: &mut String) {
    const KEY: &str = "\"ask\":\"";
    let Some(start) = line.find(KEY).map(|at| at + KEY.len()) else { return };
    let Some(length) = line[start..].find('"') else { return };
    if !["hello", "perft"].contains(&&line[start..start + length]) {
        line.replace_range(start..start + length, "none");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(change: fn(&mut String), line: &str) -> String {
        let mut line = line.to_owned();
        change(&mut line);
        line
    }

    #[test]
    fn rulings_are_removed_from_hello() {
        let hello = r#"{"seq":0,"result":{"protocol":1,"rulings":{"edge":"sole"},"native":["perft"]}}"#;
        assert_eq!(
            changed(without_rulings, hello),
            r#"{"seq":0,"result":{"protocol":1,"native":["perft"]}}"#
        );
        let moves = r#"{"seq":1,"result":["K a1-a2"]}"#;
        assert_eq!(changed(without_rulings, moves), moves);
    }

    #[test]
    fn only_counts_are_asked_for() {
        assert_eq!(changed(counts_only, r#"{"seq":1,"ask":"moves"}"#), r#"{"seq":1,"ask":"none"}"#);
        assert_eq!(changed(counts_only, r#"{"seq":1,"ask":"perft"}"#), r#"{"seq":1,"ask":"perft"}"#);
    }
}
