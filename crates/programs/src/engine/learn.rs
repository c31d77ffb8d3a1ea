//! How an engine counts: the command that it knows, and how its answer ends. Both are learnt from its first answer.
//!
//! Engines print counts in many forms, and say nothing at the end but a total, each in its own words. An engine without
//! the command may ignore it, refuse it, start to search or end. After each command the engine is asked whether it is ready,
//! so that one without the command differs from one that hangs.

use super::backend::Engine;
use super::client::{Client, is_ready};
use super::count::Notation;
use crate::process::AnswerLines;
use std::time::{Duration, Instant};
use vperft::inner::backend::BackendError;
use vperft::inner::backend::engine_text::perft_text::{
    self, IsMove, Line, PerftTextError, Table, Total, TotalKind,
};
use vperft::inner::backend::engine_text::shorten;

/// How long an engine that is ready may print nothing before its answer counts as complete.
const QUIET: Duration = Duration::from_secs(2);
/// The same once a command that counts is known, and only one that also lists the moves is sought.
const SHORT_QUIET: Duration = Duration::from_millis(500);
/// The places of the depth and of the FEN in a command.
pub(super) const DEPTH: &str = "{depth}";
const FEN: &str = "{fen}";

/// A command that counts, with the place of the depth and perhaps that of the position.
#[derive(Clone, Debug)]
pub(super) struct Form(pub String);

impl Form {
    /// The command for a depth and a position.
    pub fn command(&self, depth: u32, fen: &str) -> String {
        self.0.replace(DEPTH, &depth.to_string()).replace(FEN, fen)
    }

    /// The words of the command.
    pub fn name(&self) -> String {
        let words = self.0.split_whitespace().filter(|word| ![DEPTH, FEN].contains(word));
        words.collect::<Vec<_>>().join(" ")
    }
}

/// How an engine counts.
#[derive(Clone, Debug)]
pub(super) struct Dialect {
    /// The command.
    pub form: Form,
    /// Whether it lists the moves with their counts.
    pub lists: bool,
    /// Whether it prints the counts before the moves.
    pub is_leading: bool,
    /// What the line with the total says.
    kind: TotalKind,
    wording: String,
}

impl Dialect {
    /// Reads a line of an answer.
    pub fn read_line(&self, number: usize, text: &str, depth: u32, is_move: IsMove<'_>) -> Line {
        let mut line = perft_text::read_line(number, text, Some(depth), is_move);
        if self.is_leading {
            line.take_leading();
        }
        line
    }

    /// The total that ends an answer, if a line has it. `sum` is that of the moves so far.
    pub fn end(&self, line: &Line, depth: u32, sum: Option<u128>) -> Option<u128> {
        let of_depth = |total: &&Total| total.depth.is_none_or(|stated| stated == depth);
        let is_end = |total: &&Total| {
            let is_worded = total.kind == self.kind && plain(&total.wording) == self.wording;
            is_worded || self.lists && total.kind == TotalKind::Named && sum == Some(total.count())
        };
        line.totals.iter().filter(of_depth).find(is_end).map(Total::count)
    }
}

/// A wording without plurals, because there may be one node.
fn plain(wording: &str) -> String {
    wording.split(' ').map(|word| word.trim_end_matches('s')).collect::<Vec<_>>().join(" ")
}

/// Whether an engine says that it does not know a command.
pub(super) fn is_refusal(line: &str) -> bool {
    const REFUSALS: [&str; 11] = [
        "unknown command",
        "unknown uci command",
        "unrecognized",
        "unrecognised",
        "invalid command",
        "unsupported command",
        "illegal move",
        "invalid move",
        "error (unknown",
        "error (unkown",
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

/// The answer of an engine to a command that may count.
enum Trial {
    /// Counts, with the total.
    Counts(Dialect, u128),
    /// Moves with counts, but no total.
    Unended,
    /// Something else.
    Nothing(Vec<String>),
}

impl Engine {
    /// How the engine counts. The first call asks it for perft 1 of the current position in every form that it may know, until one
    /// lists the moves.
    ///
    /// # Errors
    /// If the engine has no such command, prints no total, hangs, or ends.
    pub(super) fn dialect(&mut self, notation: Notation) -> Result<Dialect, BackendError> {
        if let Some(dialect) = &self.dialect {
            return Ok(dialect.clone());
        }
        let mut totals: Option<(Dialect, u128)> = None;
        let (mut unended, mut end, mut failed) = (None, None, Vec::new());
        for form in self.forms() {
            let quiet = if totals.is_some() { SHORT_QUIET } else { QUIET };
            match self.exchange(|client| attempt(client, &form, notation, quiet)) {
                Ok(Trial::Counts(dialect, total)) => {
                    // A command whose total is another one counts something else.
                    let is_same = totals.as_ref().is_none_or(|(_, known)| *known == total);
                    if dialect.lists && is_same {
                        totals = Some((dialect, total));
                        break;
                    }
                    totals.get_or_insert((dialect, total));
                }
                Ok(Trial::Unended) => unended = unended.or(Some(form)),
                Ok(Trial::Nothing(lines)) => failed.push((form, lines)),
                // The engine may end at a command that it does not know.
                Err(error @ BackendError::Crash(_)) => {
                    end.get_or_insert(error);
                    if self.restore().is_err() {
                        break;
                    }
                }
                Err(_) if totals.is_some() => {
                    if self.restore().is_err() {
                        break;
                    }
                }
                Err(error) => return Err(error),
            }
        }
        if let Some((dialect, _)) = totals {
            self.dialect = Some(dialect.clone());
            return Ok(dialect);
        }
        if let Some(error) = end {
            return Err(error);
        }
        Err(BackendError::Unsupported(match unended {
            Some(form) => format!(
                "`{}` prints moves and no total, so the end of its answer cannot be seen; expected a line such as `Nodes \
                 searched: 20`",
                form.command(1, FEN)
            ),
            None => unknown(&failed, self.can_be_asked()),
        }))
    }
}

/// Why an engine is not asked to count: what it printed after each command. `is_ready` says that it was ready for more after each.
fn unknown(failed: &[(Form, Vec<String>)], is_ready: bool) -> String {
    let mut printed: Vec<(String, Vec<String>)> = Vec::new();
    for (form, lines) in failed {
        let refusal = lines.iter().find(|line| is_refusal(line));
        let last = refusal.or_else(|| lines.iter().rev().find(|line| !line.trim().is_empty()));
        let text = last.map_or("nothing".to_owned(), |line| format!("`{}`", shorten(line.trim())));
        // An engine that repeats an unknown command has one answer to all.
        let command = format!("`{}`", form.command(1, FEN));
        match printed.iter_mut().find(|(known, _)| *known == text) {
            Some((_, commands)) => commands.push(command),
            None => printed.push((text, vec![command])),
        }
    }
    let printed = printed.iter().map(|(text, commands)| format!("{} printed {text}", commands.join(", ")));
    let printed: Vec<_> = printed.collect();
    let state = if is_ready {
        "it answers no known command with counts, and is ready for more after each"
    } else {
        "it answers no known command with counts; whether it hangs cannot be seen, because it has no `ping`"
    };
    format!("the engine has no perft: {state}: {}; --perft-command names another", printed.join("; "))
}

/// Asks for perft 1 of the current position in one form.
fn attempt(
    client: &mut Client,
    form: &Form,
    notation: Notation,
    quiet: Duration,
) -> Result<Trial, BackendError> {
    let is_move = |label: &str| notation.is_move(label);
    let command = form.command(1, &client.fen);
    let mut lines = ask(client, &command, notation, quiet)?;
    // Every `go` may end with a best move: below a list with its total it says nothing.
    let end = lines.iter().position(|line| is_of_search(line)).unwrap_or(lines.len());
    if is_list(&lines[..end], &is_move) {
        lines.truncate(end);
    }
    // An engine that refuses a command may repeat its words, and so its depth, on lines of their own.
    if is_search(&lines) || lines.iter().any(|line| is_refusal(line)) {
        return Ok(Trial::Nothing(lines));
    }
    match perft_text::read_perft_text(&lines.join("\n"), Some(1), &is_move).and_then(|text| text.at_depth(1))
    {
        Ok((text, _)) => {
            let table = text.first().cloned().unwrap_or_default();
            let (lists, is_leading) = (!table.rows.is_empty(), table.is_leading);
            let Some(total) = table.total() else { return Ok(Trial::Unended) };
            let (form, kind, wording) = (form.clone(), total.kind, plain(&total.wording));
            Ok(Trial::Counts(Dialect { form, lists, is_leading, kind, wording }, total.count()))
        }
        Err(PerftTextError::Nothing { .. } | PerftTextError::Depth { .. }) => Ok(Trial::Nothing(lines)),
        Err(error) => Err(BackendError::Protocol(format!("answered `{command}`: {error}"))),
    }
}

/// The lines that the engine prints after a command.
fn ask(
    client: &mut Client,
    command: &str,
    notation: Notation,
    quiet: Duration,
) -> Result<Vec<String>, BackendError> {
    let is_move = |label: &str| notation.is_move(label);
    let deadline = client.deadline();
    client.send(command, command, deadline)?;
    let expected = client.ask_ready(command, deadline)?;
    let mut answer = AnswerLines::until(deadline);
    let (mut lines, mut is_asked, mut is_refused, mut may_be_complete) =
        (Vec::new(), expected.is_none(), false, false);
    while !(is_asked && (is_refused || may_be_complete && is_complete(&lines, &is_move))) {
        // An engine that counts in a thread is ready before it has counted.
        let until = if is_asked { Instant::now() + quiet } else { deadline };
        match client.line_until(&mut answer, until, command) {
            Ok(line) if is_ready(&line, expected.as_deref()) => (is_asked, may_be_complete) = (true, true),
            Ok(line) => {
                let line = notation.line(&line);
                may_be_complete = !perft_text::read_line(1, &line, Some(1), &is_move).totals.is_empty();
                is_refused |= is_refusal(&line) || line.starts_with("bestmove");
                lines.push(line);
                // An engine that searches without a limit prints until it is stopped.
                if is_asked && lines.last().is_some_and(|line| line.starts_with("info depth")) {
                    break;
                }
            }
            Err(BackendError::Timeout { .. }) if is_asked => break,
            Err(BackendError::Timeout { after, .. }) => {
                let request = format!("{command}, nor to the question whether it is ready");
                return Err(with_lines(BackendError::Timeout { request, after }, &lines));
            }
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

/// Whether an engine reports a search, or its result.
pub(super) fn is_of_search(line: &str) -> bool {
    line.starts_with("bestmove") || line.starts_with("info depth")
}

/// Whether an engine answered with the result of a search.
fn is_search(lines: &[String]) -> bool {
    lines.iter().any(|line| line.starts_with("bestmove"))
}

/// Whether lines end with a total that leaves no doubt.
fn is_complete(lines: &[String], is_move: IsMove<'_>) -> bool {
    first_table(lines, is_move).is_some_and(|table| {
        let is_sum = |total: &Total| table.rows.is_empty() || table.sum(0) == Some(total.count());
        table.total().is_some_and(|total| total.kind == TotalKind::Named && is_sum(total))
    })
}

/// Whether lines are moves with the sum of their counts.
fn is_list(lines: &[String], is_move: IsMove<'_>) -> bool {
    first_table(lines, is_move)
        .is_some_and(|table| !table.rows.is_empty() && table.total().map(Total::count) == table.sum(0))
}

/// The counts of depth 1 in lines.
fn first_table(lines: &[String], is_move: IsMove<'_>) -> Option<Table> {
    let text = perft_text::read_perft_text(&lines.join("\n"), Some(1), is_move);
    text.and_then(|text| text.at_depth(1)).ok()?.0.first().cloned()
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
