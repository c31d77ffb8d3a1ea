//! Scripts with the contract of `perftree`: `PROGRAM depth fen` prints every legal move with the count below it, one per line, then an
//! empty line and the total. For any other program that prints counts and exits, the command line contains placeholders for the depth
//! and the position: `PROGRAM --perft {depth} --fen {fen}`.
//!
//! Invariants: each question starts a new process, until too many questions have failed. Output counts only if it has a total that is
//! the sum of its moves. A script may print only the total; then its lists are unsupported. The harness never passes off its own
//! knowledge as an answer of the script. Chess uses FEN and coordinates; other variants use VFEN, and their moves may also be canonical
//! texts. A script is not asked about castling from any file unless an option says that it knows it.

use super::RestartPolicy;
use super::engine::{CHESS960, sets_chess960};
use super::process::{AnswerLines, PipeError, Process, one_line, printable};
use crate::{add_scheme, move_without_node};
use vperft::inner::backend::engine_text::notation::{coordinates, fen};
use vperft::inner::backend::engine_text::perft_text;
use vperft::inner::backend::{
    Answer, Backend, BackendError, CountPlan, Limits, PositionPath, Question, Registry, VariantBackend,
    derive_answer,
};
use vperft::inner::game::notation;
use vperft::inner::game::notation::Entry;
use vperft::inner::game::perft;
use vperft::inner::game::position;
use vperft::inner::game::position::Position;
use vperft::inner::game::variant::{Standard, Variant, VariantId};

/// Adds the scheme `script:PROGRAM` to the registry.
pub fn register(registry: &mut Registry) {
    add_scheme(registry, SCHEME, "PROGRAM", |words, options| {
        if !options.is_standard() {
            return Err("cannot follow other readings or switch off a clause".into());
        }
        let places = [DEPTH, FEN].map(|place| words.iter().any(|word| word.contains(place)));
        if places[0] != places[1] {
            let given = if places[0] { DEPTH } else { FEN };
            return Err(format!(
                "has a place for `{given}` only; expected both `{DEPTH}` and `{FEN}`, or neither"
            ));
        }
        let mut script = Script::new(words, &options.limits);
        script.castles_from_any_file = sets_chess960(&options.settings);
        Ok(Box::new(script))
    });
}

/// Whether a backend is a script, and takes these settings.
#[must_use]
pub fn takes(name: &str, settings: &[(String, String)]) -> bool {
    let is_script = name.split_once(':').is_some_and(|(scheme, _)| scheme == SCHEME);
    is_script && settings.iter().all(|(name, _)| name.eq_ignore_ascii_case(CHESS960))
}

/// The scheme of scripts.
const SCHEME: &str = "script";

/// The places of the depth and of the position in the words of a script.
const DEPTH: &str = "{depth}";
const FEN: &str = "{fen}";

/// Whether a word of a script has a place for the depth or the position.
fn has_place(word: &str) -> bool {
    word.contains(DEPTH) || word.contains(FEN)
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
    /// Whether it castles from any file, as in Chess960.
    castles_from_any_file: bool,
}

impl Script {
    /// A script, given its name and arguments.
    #[must_use]
    pub fn new(words: &[String], limits: &Limits) -> Self {
        let questions = RestartPolicy::new((), *limits);
        Self {
            words: words.to_vec(),
            limits: *limits,
            questions,
            asked: VariantId::CHESS,
            castles_from_any_file: false,
        }
    }

    /// The counts below every legal move, and the total.
    fn count(&mut self, vfen: &str, depth: u32) -> Result<Counts, BackendError> {
        let variant = self.asked;
        let position = position::parse(vfen, Variant::get(variant), &Standard)?;
        if fen::castles_from_any_file(&position) && !self.castles_from_any_file {
            return Err(BackendError::Unsupported(format!(
                "castling from any file; pass --option {CHESS960}=true if the script knows it"
            )));
        }
        // Scripts expect a FEN where it describes the position completely.
        let text = if Variant::get(variant).uci.rights.is_empty() {
            coordinates::print(&position)
        } else {
            fen::write(&position)?
        };
        let words = self.command(depth, &text);
        self.questions.running(|| Ok(()))?;
        let read = |lines: Vec<String>| {
            read_counts(&position, &lines, depth)
                .map_err(|problem| BackendError::Protocol(format!("`{}`: {problem}", words.join(" "))))
        };
        self.run(&words).and_then(read).map_err(|error| self.questions.end(error))
    }

    /// The words of the command for a question. Without a place for depth and FEN, they come last.
    fn command(&self, depth: u32, fen: &str) -> Vec<String> {
        if !self.words.iter().any(|word| has_place(word)) {
            return self.words.iter().cloned().chain([depth.to_string(), fen.to_owned()]).collect();
        }
        self.words.iter().map(|word| word.replace(DEPTH, &depth.to_string()).replace(FEN, fen)).collect()
    }

    /// The output of a command, which has to exit successfully.
    fn run(&self, words: &[String]) -> Result<Vec<String>, BackendError> {
        let common = words.iter().zip(&self.words).take_while(|(one, other)| one == other).count();
        let request = words[common..].join(" ");
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

    /// The legal moves.
    fn listed(&mut self, vfen: &str) -> Result<Vec<String>, BackendError> {
        Ok(self.count(vfen, 1)?.moves?.into_iter().map(|(text, _)| text).collect())
    }
}

/// The output of the script.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Counts {
    /// The moves with their counts; an error if the script does not list them.
    moves: Result<Vec<(String, u128)>, BackendError>,
    /// Their sum.
    total: u128,
}

/// Reads the output of the script for a position and a depth.
fn read_counts(position: &Position, lines: &[String], depth: u32) -> Result<Counts, String> {
    let variant = Variant::get(position.variant);
    let is_canonical = |label: &str| label.contains(' ') && Entry::parse(variant, label).is_ok();
    let is_move = |label: &str| is_canonical(label) || coordinates::plain(variant, label).is_some();
    let text = perft_text::read_perft_text(&lines.join("\n"), Some(depth), &is_move);
    let (text, _) = text.and_then(|text| text.at_depth(depth)).map_err(|error| error.to_string())?;
    let table = text.first().ok_or("no count")?;
    let mut moves = Vec::new();
    for row in &table.rows {
        let line = lines.get(row.line - 1).map_or("", String::as_str);
        printable(&line.replace('\t', " ")).map_err(|problem| format!("the line {problem}"))?;
        let text = match coordinates::plain(variant, &row.label) {
            Some(plain) => coordinates::text(position, &plain)?,
            None => row.label.clone(),
        };
        moves.push((text, row.count()));
    }
    let total = table.total().ok_or("no total; expected one below the moves")?.count();
    let of_totals =
        table.totals.iter().filter(|other| other.contradicts(depth, total)).map(|other| other.line);
    let of_rows = text.tables.iter().filter_map(|table| table.rows.first()).map(|row| row.line);
    if let Some(number) = of_totals.chain(of_rows.skip(1)).next() {
        let line = lines.get(number - 1).map_or("", String::as_str);
        return Err(format!("a total of {total}, and also line {number}, `{}`", one_line(line)));
    }
    if moves.is_empty() && total > 0 {
        let reason = "the script prints the total alone, without the moves";
        return Ok(Counts { moves: Err(BackendError::Unsupported(reason.into())), total });
    }
    match perft::total(moves.iter().map(|(_, count)| *count)) {
        Some(sum) if sum == total => {}
        Some(sum) => return Err(format!("a total of {total}, but its moves have {sum}")),
        None => return Err("the counts of its moves add up to more than 2^128 - 1".into()),
    }
    let moves = match move_without_node(depth, &moves) {
        Some(problem) => Err(BackendError::Protocol(format!("counted to depth 1 with {problem}"))),
        None => Ok(moves),
    };
    Ok(Counts { moves, total })
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
            Question::Perft { depth: depth @ 1.. } if plan.resources.is_some() => {
                match self.ask(path, &Question::Divide { depth }, plan) {
                    Err(BackendError::Unsupported(_)) => {
                        return self.ask(path, question, &CountPlan { resources: None, ..*plan });
                    }
                    answer => answer?,
                }
            }
            Question::Perft { depth } => {
                let vfen = path.reached(self)?;
                // Ask for depth 1 instead of depth 0, so that a script that does not start has no count.
                let counts = self.count(&vfen, depth.max(1))?;
                Answer::Count(if depth == 0 { 1 } else { counts.total })
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
                    counted => Answer::divide(counted?.moves?),
                }
            }
            Question::Status => return unsupported("a script cannot report the status of a game"),
            _ => return derive_answer(self, path, question, plan),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "4k3/1P6/8/2pP4/8/8/8/4K3 w - c6 0 1";

    fn answer(text: &str) -> Result<Counts, String> {
        let position = position::parse(START, Variant::get(VariantId::CHESS), &Standard).expect(START);
        read_counts(&position, &text.lines().map(str::to_owned).collect::<Vec<_>>(), 3)
    }

    #[test]
    fn castling_from_any_file_needs_the_option() {
        let mut script = Script::new(&["false".to_owned()], &Limits::default());
        let vfen = "1k6/8/8/8/8/8/8/1RK5 w b1,c1 - 0 1";
        let reason = "castling from any file; pass --option UCI_Chess960=true if the script knows it";
        assert_eq!(script.listed(vfen), Err(BackendError::Unsupported(reason.into())));
        script.castles_from_any_file = true;
        let error = script.listed(vfen).expect_err("it is asked, and `false` fails");
        assert!(!matches!(error, BackendError::Unsupported(_)), "{error}");
    }

    #[test]
    fn whole_answers_are_read() {
        let moves = [("P d5-c6; @-c5".to_owned(), 7), ("P b7-b8; Q-b8".to_owned(), 3)];
        for text in [
            "d5c6 7\nb7b8q 3\n\n10\n",
            "d5c6: 7\r\nb7b8q: 3\r\n\r\n10",
            "P d5-c6; @-c5 7\nb7b8q 3\n\n10\n",
            "Engine 1.0\n> go perft 3\nPd5c6\t7\nb7b8=Q\t3\n\nNodes searched : 10\nTime: 1ms\nNPS: 8902000",
            "d5c6 7\nb7b8q 3\n10\n10\n",
        ] {
            assert_eq!(answer(text), Ok(Counts { moves: Ok(moves.to_vec()), total: 10 }), "{text}");
        }
        assert_eq!(answer("\n0\n"), Ok(Counts { moves: Ok(Vec::new()), total: 0 }), "no legal move");
        let twice = vec![("P d5-c6; @-c5".to_owned(), 3); 2];
        assert_eq!(answer("d5c6 3\nd5c6 3\n\n6\n"), Ok(Counts { moves: Ok(twice), total: 6 }));
    }

    #[test]
    fn totals_alone_are_no_lists() {
        for text in ["8902\n", "Nodes: 8,902\n"] {
            let counts = answer(text).expect(text);
            let error = counts.moves.expect_err(text).to_string();
            let reason = "does not support this: the script prints the total alone";
            assert!(error.starts_with(reason), "{text}: {error}");
            assert_eq!(counts.total, 8902, "{text}");
        }
    }

    #[test]
    fn a_promotion_without_its_piece_is_a_move_that_is_not_legal() {
        let unnamed = [("P d5-c6; @-c5", 7), ("P b7-b8", 3), ("P b7-b8", 4)];
        let unnamed = unnamed.map(|(text, count)| (text.to_owned(), count));
        let counts = answer("d5c6 7\nb7b8 3\nb7b8 4\n\n14\n");
        assert_eq!(counts, Ok(Counts { moves: Ok(unnamed.to_vec()), total: 14 }));
    }

    #[test]
    fn other_answers_are_refused() {
        for (text, expected) in [
            ("", "no line with a move and its count"),
            ("Usage: perft DEPTH FEN\n", "no line with a move and its count"),
            ("d5c6 7\n", "no total"),
            ("d5c6 7\n\nx\n", "no total"),
            ("d5c6 7\n\n8\n", "a total of 8, but its moves have 7"),
            ("d5c6 7\nNodes: 7\nTotal: 8\n", "a total of 7, and also line 3, `Total: 8`"),
            ("d5c6 7\nTotal: 8\nNodes: 7\n", "a total of 7, and also line 2, `Total: 8`"),
            ("d5c6 7\n\n7\nb7b8q 3\n", "a total of 7, and also line 4, `b7b8q 3`"),
            ("Nodes: 401\nNodes: 400\n", "a total of 400, and also line 1, `Nodes: 401`"),
            ("d5c6\n\n1\n", "line 1: the move `d5c6` has no count"),
            ("d5c6 -1\n\n1\n", "line 1: the count `-1` of the move `d5c6` cannot be read"),
            ("d5c6: x\n\n1\n", "line 1: the count `x`"),
            (
                "P d5-c6; \u{1b}[2J 1\n\n1\n",
                "the line `P d5-c6; \u{1b}[2J 1`, which has the control or format character U+001B",
            ),
            (
                "d5c6\u{7} 1\n\n1\n",
                "the line `d5c6\u{7} 1`, which has the control or format character U+0007",
            ),
            ("e4e5 1\n\n1\n", "the move `e4e5`: there is no piece on its start square"),
        ] {
            let error = answer(text).expect_err(text);
            assert!(error.starts_with(expected), "{text}: {error}");
        }
        let lines = ["d5c6 0", "b7b8q 1", "1"].map(str::to_owned);
        let position = position::parse(START, Variant::get(VariantId::CHESS), &Standard).expect(START);
        let moves = |depth| read_counts(&position, &lines, depth).expect("counts").moves;
        let problem =
            "counted to depth 1 with the count 0 of `P d5-c6; @-c5`; expected 1 for each legal move";
        assert_eq!(moves(1), Err(BackendError::Protocol(problem.into())));
        assert!(moves(2).is_ok(), "a move that mates");
    }

    #[test]
    #[cfg(unix)]
    fn a_program_may_take_depth_and_fen_where_it_expects_them() {
        let program = "[ \"$1 $3\" = '--perft --fen' ] && [ \"$4\" = '4k3/1P6/8/2pP4/8/8/8/4K3 w - c6 0 1' ] && \
                       printf 'd5c6 %s\\n\\n%s\\n' $2 $2";
        let words = ["sh", "-c", program, "engine", "--perft", DEPTH, "--fen", FEN].map(str::to_owned);
        let mut script = Script::new(&words, &Limits::default());
        let answer = script.of(VariantId::CHESS).and_then(|view| view.divide(START.into(), 4));
        assert_eq!(answer, Ok(vec![("P d5-c6; @-c5".to_owned(), 4)]));
        let mut registry = Registry::default();
        register(&mut registry);
        for (name, place) in [("script:x {depth}", DEPTH), ("script:x --fen={fen}", FEN)] {
            let error = registry.open(name, &vperft::inner::backend::Options::default()).err().expect(name);
            assert!(error.to_string().contains(&format!("has a place for `{place}` only")), "{error}");
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
