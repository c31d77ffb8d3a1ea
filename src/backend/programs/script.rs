//! Scripts with the contract of `perftree`: `PROGRAM depth fen` prints every legal move with the count below it, one a line, then an
//! empty line and the total.
//!
//! Invariants: every question starts one process, until too many have failed. Output counts only if it is complete: no duplicate move,
//! and a total that is the sum. The harness never passes off its own knowledge as an answer of the script. Chess uses FEN and
//! coordinates; other variants use VFEN, and their moves may also be canonical texts.

use super::RestartPolicy;
use super::engine_notation::{coordinates, fen};
use super::process::{AnswerLines, PipeError, Process, printable, shorten};
use crate::backend::programs::add_scheme;
use crate::backend::{
    Answer, Backend, BackendError, CountPlan, Limits, PositionPath, Question, Registry, VariantBackend,
};
use crate::game::notation;
use crate::game::perft;
use crate::game::position;
use crate::game::position::Position;
use crate::game::variant::{Standard, Variant, VariantId};
use std::collections::BTreeSet;

/// Adds the scheme `script:PROGRAM` to the registry.
pub fn register(registry: &mut Registry) {
    add_scheme(registry, "script", "PROGRAM", |words, options| {
        if !options.is_standard() {
            return Err("cannot follow other readings or switch off a clause".into());
        }
        Ok(Box::new(Script::new(words, &options.limits)))
    });
}

/// A script as a backend.
#[derive(Debug)]
pub struct Script {
    words: Vec<String>,
    limits: Limits,
    /// Counts the failed questions as restarts.
    questions: RestartPolicy<()>,
    /// The variant of the questions.
    asked: VariantId,
}

impl Script {
    /// A script, given its name and arguments.
    #[must_use]
    pub fn new(words: &[String], limits: &Limits) -> Self {
        let questions = RestartPolicy::new((), *limits);
        Self { words: words.to_vec(), limits: *limits, questions, asked: VariantId::CHESS }
    }

    /// The counts below every legal move, and the total.
    fn count(&mut self, vfen: &str, depth: u32) -> Result<(Vec<(String, u128)>, u128), BackendError> {
        let variant = self.asked;
        let position = position::parse(vfen, Variant::get(variant), &Standard)?;
        // Scripts expect a FEN where it describes the position completely.
        let text = if Variant::get(variant).uci.rights.is_empty() {
            coordinates::print(&position)
        } else {
            fen::write(&position).map_err(BackendError::Unsupported)?
        };
        let words: Vec<_> = self.words.iter().cloned().chain([depth.to_string(), text]).collect();
        self.questions.running(|| Ok(()))?;
        let read = |lines: Vec<String>| {
            read(&position, &lines)
                .map_err(|problem| BackendError::Protocol(format!("`{}`: {problem}", words.join(" "))))
        };
        self.run(&words).and_then(read).map_err(|error| self.questions.end(error))
    }

    /// The output of a command, which has to exit successfully.
    fn run(&self, words: &[String]) -> Result<Vec<String>, BackendError> {
        let request = words[self.words.len()..].join(" ");
        let failed = |error: PipeError| error.asking(&request, self.limits.timeout);
        let mut process = Process::spawn(words, &self.limits).map_err(failed)?;
        process.close();
        let mut answer = AnswerLines::until(self.limits.deadline());
        let mut lines = Vec::new();
        loop {
            match answer.line(&mut process) {
                Ok(line) => lines.push(line),
                Err(PipeError::Closed { status: Some(status), .. }) if status.success() => return Ok(lines),
                Err(error) => return Err(failed(error)),
            }
        }
    }

    /// The legal moves, each once.
    fn listed(&mut self, vfen: &str) -> Result<Vec<String>, BackendError> {
        Ok(self.count(vfen, 1)?.0.into_iter().map(|(text, _)| text).collect())
    }
}

/// Reads the output of the script: the moves with their counts, and the total.
fn read(position: &Position, lines: &[String]) -> Result<(Vec<(String, u128)>, u128), String> {
    let mut lines = lines.iter().map(|line| line.trim());
    let mut moves = Vec::new();
    let mut seen = BTreeSet::new();
    for line in lines.by_ref().take_while(|line| !line.is_empty()) {
        let malformed =
            || format!("the line `{}`; expected a move and its count, such as `e2e4 20`", shorten(line));
        let (mv, count) = line.rsplit_once(' ').ok_or_else(malformed)?;
        let count = count.parse::<u128>().map_err(|_| malformed())?;
        let mv = mv.trim_end().trim_end_matches(':');
        printable(mv).map_err(|problem| format!("the move {problem}"))?;
        let text = if mv.contains(' ') { mv.to_owned() } else { coordinates::text(position, mv)? };
        if !seen.insert(text.clone()) {
            return Err(format!("the move `{}` occurs twice", shorten(mv)));
        }
        moves.push((text, count));
    }
    let mut rest = lines.filter(|line| !line.is_empty());
    let total = rest.next().ok_or("no total; expected one after an empty line")?;
    let total =
        total.parse::<u128>().map_err(|_| format!("the total `{}`; expected a number", shorten(total)))?;
    if let Some(line) = rest.next() {
        return Err(format!("the line `{}` after the total", shorten(line)));
    }
    let sum = perft::total(moves.iter().map(|(_, count)| *count));
    match sum {
        Some(sum) if sum == total => Ok((moves, total)),
        Some(sum) => Err(format!("a total of {total}, but its moves have {sum}")),
        None => Err("the counts of its moves add up to more than 2^128 - 1".into()),
    }
}

impl Backend for Script {
    fn identity(&self) -> String {
        "script@0".into()
    }

    fn of(&mut self, variant: VariantId) -> Result<&mut dyn VariantBackend, BackendError> {
        self.asked = variant;
        Ok(self)
    }
}

impl VariantBackend for Script {
    fn variant(&self) -> VariantId {
        self.asked
    }

    fn ask(
        &mut self,
        path: PositionPath<'_>,
        question: &Question,
        plan: &CountPlan<'_>,
    ) -> Result<Answer, BackendError> {
        let unsupported = |reason: &str| Err(BackendError::Unsupported(reason.to_owned()));
        Ok(match *question {
            Question::Read => {
                if let Some(text) = path.moves.first() {
                    let legal = self.listed(path.vfen)?;
                    let legal: Vec<_> = legal.iter().map(String::as_str).collect();
                    notation::resolve(Variant::get(self.asked), text, &legal)?;
                    return unsupported("a script cannot report the position after a move");
                }
                // The harness could read the VFEN, but that would not be an answer of the script.
                return unsupported("a script cannot report whether a position is valid");
            }
            Question::Moves => {
                let vfen = path.reached(self)?;
                Answer::Moves(self.listed(&vfen)?)
            }
            Question::Perft { depth } => {
                let vfen = path.reached(self)?;
                // Ask for depth 1 instead of depth 0, so that a script that does not start has no count.
                let (_, total) = self.count(&vfen, depth.max(1))?;
                Answer::Count(if depth == 0 { 1 } else { total })
            }
            Question::Divide { depth } => {
                let vfen = path.reached(self)?;
                // Stopping the count kills the script, so ask for its moves first.
                let may_stop = depth > 1 && plan.observer.is_some();
                let moves = if may_stop { self.listed(&vfen)? } else { Vec::new() };
                match self.count(&vfen, depth.max(1)) {
                    Err(_) if may_stop && plan.is_stopped() => {
                        Answer::rows(moves.into_iter().map(|text| (text, None)).collect())
                    }
                    counted => Answer::divide(counted?.0),
                }
            }
            Question::Status => return unsupported("a script cannot report the status of a game"),
            _ => return self.derive(path, question, plan),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "4k3/1P6/8/2pP4/8/8/8/4K3 w - c6 0 1";

    fn answer(text: &str) -> Result<(Vec<(String, u128)>, u128), String> {
        let position = position::parse(START, Variant::get(VariantId::CHESS), &Standard).expect(START);
        read(&position, &text.lines().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn whole_answers_are_read() {
        let moves = [("P d5-c6; @-c5".to_owned(), 7), ("P b7-b8; Q-b8".to_owned(), 3)];
        for text in
            ["d5c6 7\nb7b8q 3\n\n10\n", "d5c6: 7\r\nb7b8q: 3\r\n\r\n10", "P d5-c6; @-c5 7\nb7b8q 3\n\n10"]
        {
            assert_eq!(answer(text), Ok((moves.to_vec(), 10)), "{text}");
        }
        assert_eq!(answer("\n0\n"), Ok((Vec::new(), 0)), "no legal move");
    }

    #[test]
    fn other_answers_are_refused() {
        for (text, expected) in [
            ("", "no total"),
            ("d5c6 7\n", "no total"),
            ("d5c6 7\n\n8\n", "a total of 8, but its moves have 7"),
            ("d5c6 3\nd5c6 3\n\n6\n", "the move `d5c6` occurs twice"),
            ("d5c6\n\n1\n", "the line `d5c6`; expected a move and its count"),
            ("d5c6 x\n\n1\n", "the line `d5c6 x`"),
            ("d5c6 1\n1\n", "the line `1`"),
            ("d5c6 1\n\nx\n", "the total `x`"),
            ("d5c6 1\n\n1\n1\n", "the line `1` after the total"),
            (
                "P d5-c6; \u{1b}[2J 1\n\n1\n",
                "the move `P d5-c6; \u{1b}[2J`, which has the control or format character U+001B",
            ),
            ("d5c6\u{7} 1\n\n1\n", "the move `d5c6\u{7}`, which has the control or format character U+0007"),
            ("e4e5 1\n\n1\n", "the move `e4e5`: there is no piece on its start square"),
        ] {
            let error = answer(text).expect_err(text);
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }

    #[test]
    #[cfg(unix)]
    fn a_script_is_started_for_every_question_and_may_fail_in_any() {
        let limits = Limits { timeout: std::time::Duration::from_secs(3), ..Limits::default() };
        let script = |text: &str| {
            let words = ["sh", "-c", text, "script"].map(str::to_owned);
            Script::new(&words, &limits)
        };
        let chess = VariantId::CHESS;
        let mut counts =
            script("[ \"$2\" = '4k3/1P6/8/2pP4/8/8/8/4K3 w - c6 0 1' ] && printf 'd5c6 %s\\n\\n%s\\n' $1 $1");
        assert_eq!(counts.of(chess).and_then(|view| view.perft(START.into(), 4)), Ok(4));
        assert_eq!(counts.of(chess).and_then(|view| view.perft(START.into(), 0)), Ok(1));
        assert_eq!(
            counts.of(chess).and_then(|view| view.divide(START.into(), 3)),
            Ok(vec![("P d5-c6; @-c5".to_owned(), 3)])
        );
        let read = counts.of(chess).and_then(|view| view.read(START));
        assert!(matches!(read, Err(BackendError::Unsupported(_))), "{read:?}");
        let read = counts.of(chess).and_then(|view| view.read("4k3/8/8/8 w - - 0 1"));
        assert!(matches!(read, Err(BackendError::Unsupported(_))), "{read:?}");
        let dead = script("exit 3").of(chess).and_then(|view| view.perft(START.into(), 0));
        assert!(matches!(dead, Err(BackendError::Crash(_))), "{dead:?}");
        let after = counts
            .of(chess)
            .and_then(|view| view.after(PositionPath { vfen: START, moves: &["d5-c6".to_owned()] }));
        assert!(matches!(after, Err(BackendError::Unsupported(_))), "{after:?}");
        let after = counts
            .of(chess)
            .and_then(|view| view.after(PositionPath { vfen: START, moves: &["d5-d6".to_owned()] }));
        assert!(matches!(after, Err(BackendError::Move(_))), "{after:?}");
        for (text, expected) in [
            ("exit 3", "crashed: asked for 2 4k3/1P6/8/2pP4/8/8/8/4K3 w - c6 0 1, it ended (exit status: 3)"),
            ("echo 'd5c6 1'; echo; echo 1; exit 1", "crashed: asked for 2 "),
            ("sleep 100", "gave no answer to 2 4k3/"),
            ("echo 'd5c6 1'; echo; echo 2", "broke the protocol: `sh -c "),
            (
                "exec yes 'd5c6 1'",
                "broke the protocol: asked for 2 4k3/1P6/8/2pP4/8/8/8/4K3 w - c6 0 1, it printed an answer of more than \
                 1048576 bytes; one of its last lines starts `d5c6 1`",
            ),
        ] {
            let error = script(text)
                .of(chess)
                .and_then(|view| view.perft(START.into(), 2))
                .expect_err(text)
                .to_string();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }
}
