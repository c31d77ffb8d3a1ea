//! How an engine counts: the command that it knows, and how its answer ends. Both are learnt from its first answer.
//!
//! Engines print counts in many forms, and say nothing at the end but a total, each in its own words. An engine without
//! the command may ignore it, refuse it or start to search.

use super::client::Client;
use crate::backend::BackendError;
use crate::backend::engine_text::perft_text::{self, IsMove, Line, PerftTextError, Total, TotalKind};
use crate::backend::engine_text::shorten;
use crate::backend::programs::process::AnswerLines;
use std::time::{Duration, Instant};

/// The commands to try, in this order.
const COMMANDS: [&str; 2] = ["go perft", "perft"];
/// How long an engine that is ready may print nothing before its answer counts as complete.
const QUIET: Duration = Duration::from_secs(2);

/// How an engine counts.
#[derive(Clone, Debug)]
pub(super) struct Dialect {
    /// The command, before the depth.
    pub command: &'static str,
    /// Whether it lists the moves with their counts.
    pub lists: bool,
    /// Whether it prints the counts before the moves.
    pub is_leading: bool,
    /// What the line with the total says.
    kind: TotalKind,
    wording: String,
}

impl Dialect {
    /// The total that ends an answer, if a line has it. `sum` is that of the moves so far.
    pub fn end(&self, line: &Line, depth: u32, sum: Option<u128>) -> Option<u128> {
        let of_depth = |total: &&Total| total.depth.is_none_or(|stated| stated == depth);
        let is_end = |total: &&Total| {
            let is_worded = total.kind == self.kind && plain(&total.wording) == self.wording;
            is_worded || self.lists && total.kind == TotalKind::Named && sum == Some(total.count)
        };
        line.totals.iter().filter(of_depth).find(is_end).map(|total| total.count)
    }
}

/// A wording without plurals, because there may be one node.
fn plain(wording: &str) -> String {
    wording.split(' ').map(|word| word.trim_end_matches('s')).collect::<Vec<_>>().join(" ")
}

/// Whether an engine says that it does not know a command.
pub(super) fn is_refusal(line: &str) -> bool {
    const REFUSALS: [&str; 9] = [
        "unknown command",
        "unknown uci command",
        "unrecognized",
        "unrecognised",
        "invalid command",
        "unsupported command",
        "illegal move",
        "error (unknown",
        "command not found",
    ];
    let line = line.to_lowercase();
    REFUSALS.iter().any(|refusal| line.contains(refusal))
}

/// The last lines that a program printed, for a message.
pub(super) fn last_lines(lines: &[String]) -> String {
    const MOST: usize = 3;
    let lines: Vec<_> = lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty()).collect();
    let quoted = |line: &&str| format!("`{}`", shorten(line));
    match &lines[lines.len().saturating_sub(MOST)..] {
        [] => "it printed nothing".into(),
        [line] => format!("its last line is {}", quoted(line)),
        last => format!("its last lines are {}", last.iter().map(quoted).collect::<Vec<_>>().join(", ")),
    }
}

/// Asks for perft 1 of the current position, to learn how the engine counts.
///
/// # Errors
/// If the engine has no such command, prints no total, or ends.
pub(super) fn learn(client: &mut Client, is_move: IsMove<'_>) -> Result<Dialect, BackendError> {
    let mut printed = Vec::new();
    for command in COMMANDS {
        let lines = ask(client, command, is_move)?;
        if is_search(&lines) {
            printed.extend(lines);
            continue;
        }
        match perft_text::read(&lines.join("\n"), Some(1), is_move) {
            Ok(text) => {
                let (lists, is_leading) = (!text.rows.is_empty(), text.is_leading);
                if let Some(Total { kind, wording, .. }) = text.total {
                    return Ok(Dialect { command, lists, is_leading, kind, wording: plain(&wording) });
                }
                let reason = format!(
                    "`{command} 1` prints moves and no total, so the end of its answer cannot be seen; expected a line such \
                     as `Nodes searched: 20`"
                );
                return Err(BackendError::Unsupported(reason));
            }
            Err(error @ PerftTextError::Count { .. }) => {
                let problem = format!("answered `{command} 1`: {error}");
                return Err(BackendError::Protocol(problem));
            }
            Err(PerftTextError::Nothing { .. }) => printed.extend(lines),
        }
    }
    let reason = format!(
        "the engine has no `go perft`: it answers neither `go perft 1` nor `perft 1` with counts; {}",
        last_lines(&printed)
    );
    Err(BackendError::Unsupported(reason))
}

/// The lines that the engine prints after a command with depth 1.
fn ask(client: &mut Client, command: &str, is_move: IsMove<'_>) -> Result<Vec<String>, BackendError> {
    let deadline = client.deadline();
    let request = format!("{command} 1");
    client.send(&request, &request, deadline)?;
    client.send("isready", &request, deadline)?;
    let mut answer = AnswerLines::until(deadline);
    let (mut lines, mut is_ready, mut is_refused, mut may_be_complete) = (Vec::new(), false, false, false);
    while !(is_ready && (is_refused || may_be_complete && is_complete(&lines, is_move))) {
        // An engine that counts in a thread is ready before it has counted.
        let until = if is_ready { Instant::now() + QUIET } else { deadline };
        match client.line_until(&mut answer, until, &request) {
            Ok(line) if line.trim() == "readyok" => (is_ready, may_be_complete) = (true, true),
            Ok(line) => {
                may_be_complete = !perft_text::read_line(1, &line, Some(1), is_move).totals.is_empty();
                lines.push(line);
                is_refused |=
                    lines.last().is_some_and(|line| is_refusal(line) || line.starts_with("bestmove"));
                // An engine that searches without a limit prints until it is stopped.
                if is_ready && lines.last().is_some_and(|line| line.starts_with("info depth")) {
                    break;
                }
            }
            Err(BackendError::Timeout { .. }) if is_ready => break,
            Err(error) => return Err(with_lines(error, &lines)),
        }
    }
    client.may_trail = true;
    // The command may have started a search, which ends with its best move.
    if lines.iter().any(|line| line.starts_with("info depth")) && !is_search(&lines) {
        client.send("stop", "stop", deadline)?;
        while !is_search(&lines) {
            match client.line_until(&mut answer, Instant::now() + QUIET, "stop") {
                Ok(line) => lines.push(line),
                Err(BackendError::Timeout { .. }) => break,
                Err(error) => return Err(with_lines(error, &lines)),
            }
        }
    }
    Ok(lines)
}

/// Whether an engine answered with the result of a search.
fn is_search(lines: &[String]) -> bool {
    lines.iter().any(|line| line.starts_with("bestmove"))
}

/// Whether lines end with a total that leaves no doubt.
fn is_complete(lines: &[String], is_move: IsMove<'_>) -> bool {
    perft_text::read(&lines.join("\n"), Some(1), is_move).is_ok_and(|text| {
        let sum = text.rows.iter().try_fold(0_u128, |sum, row| sum.checked_add(row.count));
        text.total.is_some_and(|total| {
            total.kind == TotalKind::Named && (text.rows.is_empty() || sum == Some(total.count))
        })
    })
}

/// The error with the last lines that the program printed.
pub(super) fn with_lines(error: BackendError, lines: &[String]) -> BackendError {
    let is_empty = lines.iter().all(|line| line.trim().is_empty());
    match error {
        BackendError::Crash(text) if !is_empty => {
            BackendError::Crash(format!("{text}; {}", last_lines(lines)))
        }
        BackendError::Timeout { request, after } if !is_empty => {
            BackendError::Timeout { request: format!("{request} ({})", last_lines(lines)), after }
        }
        error => error,
    }
}
