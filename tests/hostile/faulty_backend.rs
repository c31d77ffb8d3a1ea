//! A backend that injects faults into its json-lines answers: `faulty_backend [CONDITION...] FAULT [ARGUMENT]`.
//!
//! [`Fault::read`] lists the faults. The backend injects one into the requests that match every condition, and answers all
//! others correctly with `vperft::serve`:
//!
//! * `--ask NAME`: requests of this kind; the default is every kind but `hello`;
//! * `--on TEXT`: requests whose line contains the text;
//! * `--nth N`: the N-th matching request of each process, from 0; `--from N`: that one and all later ones;
//! * `--every N`: every N-th matching request.
//!
//! `--no-counts` makes its `hello` announce only `status`, and `--played` only `status` and `played`. `--log FILE` appends the id
//! of every process that it starts, its own included, to the file. `flood N` speaks no protocol: it prints lines of N bytes without
//! end.

#![allow(missing_docs, reason = "a program for the tests")]

use serde_json::{Value, json};
use std::fs::File;
use std::io::{self, BufRead as _, Write};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;
use vperft::backend::{Backend, Options, Registry};
use vperft::inner::game::variant::Rulings;
use vperft::serve::{OPTIONAL, Server};

/// Longer than any timeout of the tests.
const FOREVER: Duration = Duration::from_secs(1000);
const MEGABYTE: usize = 1_000_000;

/// A fault to inject into the answer to a request.
#[derive(Clone, Debug)]
enum Fault {
    /// Does not answer, and reads the next request.
    NoAnswer,
    /// Does not answer, and stops reading.
    Hang,
    /// Answers after this number of milliseconds.
    Delay(u64),
    /// Prints the first half of the answer, then hangs.
    HalfLine,
    /// Prints single bytes without ever ending the line.
    Trickle,
    /// Prints these bytes instead of the answer.
    Print(Vec<u8>),
    /// Prints a line of this number of megabytes.
    LongLine(usize),
    /// Answers with the next sequence number.
    WrongSeq,
    Exit,
    Abort,
    /// Starts a child that keeps the pipes open, and exits.
    ChildThenExit,
    /// Starts a child that keeps the pipes open, and answers.
    ChildThenAnswer,
    /// Starts a child that keeps the pipes open, and hangs.
    ChildThenHang,
    /// Starts children that leave its session and its process group and ignore SIGTERM, as do their own children. Some have lost their
    /// parent or have an empty environment. The text says what follows: `exit`, `no-answer` or `answer`.
    DetachedChildren(String),
    /// Prints this number of megabytes on stderr, and answers.
    FloodStderr(usize),
    /// Answers, and prints this number of megabytes of further lines.
    FloodStdout(usize),
    Unsupported,
    /// Answers `unsupported`, or an error of this kind, with a message of more than a megabyte.
    LongError(String),
    /// Refuses a position for another reason, or with this word as the reason.
    OtherReason(Option<String>),
    /// Refuses every move that is not written in its canonical form.
    CanonicalOnly,
    /// Edits the result.
    EditResult(fn(Value) -> Value),
    /// Answers for another variant.
    OtherVariant(String),
    /// Lists no moves in any position whose game is over, drawn positions included.
    NoMovesWhenDrawn,
    /// Uses a stale VFEN field: if the field of this index is empty, takes its value from this number of plies ago.
    StaleField(usize, usize),
}

impl Fault {
    fn read(words: &[String]) -> Option<Self> {
        let number = || words.get(1)?.parse::<usize>().ok();
        Some(match words.first()?.as_str() {
            "no-answer" => Self::NoAnswer,
            "hang" => Self::Hang,
            "delay" => Self::Delay(words.get(1)?.parse().ok()?),
            "half-line" => Self::HalfLine,
            "trickle" => Self::Trickle,
            "print" => Self::Print(words.get(1)?.clone().into_bytes()),
            "not-utf8" => Self::Print(b"\xff\xfe".to_vec()),
            "long-line" => Self::LongLine(number()?),
            "wrong-seq" => Self::WrongSeq,
            "exit" => Self::Exit,
            "abort" => Self::Abort,
            "child-then-exit" => Self::ChildThenExit,
            "child-then-answer" => Self::ChildThenAnswer,
            "child-then-hang" => Self::ChildThenHang,
            "detached-children" => Self::DetachedChildren(words.get(1)?.clone()),
            "flood-stderr" => Self::FloodStderr(number()?),
            "flood-stdout" => Self::FloodStdout(number()?),
            "unsupported" => Self::Unsupported,
            "long-error" => Self::LongError(words.get(1)?.clone()),
            "other-reason" => Self::OtherReason(words.get(1).cloned()),
            "canonical-only" => Self::CanonicalOnly,
            "omit-move" => Self::EditResult(|result| edit(result, |moves| drop(moves.pop()))),
            "add-move" => Self::EditResult(|result| edit(result, |moves| moves.push(json!("K a1-a9")))),
            "duplicate-move" => {
                Self::EditResult(|result| edit(result, |moves| moves.extend(moves.last().cloned())))
            }
            // Close to the limits of an answer: 20,000 moves and 1 MiB.
            "max-moves" => Self::EditResult(|_| json!(distinct_moves(19_000, 45))),
            "max-empty-moves" => Self::EditResult(|_| json!(vec![""; 20_000])),
            "too-many-moves" => Self::EditResult(|_| json!(vec![""; 20_001])),
            // All of them are legal, so that each can be played.
            "repeat-moves" => Self::EditResult(|result| {
                let moves = result.as_array().expect("a list of moves");
                json!(moves.iter().cycle().take(9_000).collect::<Vec<_>>())
            }),
            "long-move" => Self::EditResult(|_| json!(["x".repeat(MEGABYTE)])),
            "long-child" => Self::EditResult(|_| json!("9".repeat(16_000))),
            "many-moves" => Self::EditResult(|_| json!(vec![""; 5 * MEGABYTE])),
            "miscount" => Self::EditResult(|count| json!(count.as_u64().map(|count| count + 1))),
            "wrong-child" => Self::EditResult(|_| json!("5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 1")),
            "huge-child" => Self::EditResult(|_| json!("9".repeat(10 * MEGABYTE))),
            "escape-codes" => Self::EditResult(add_escape_codes),
            "wrong-status" => Self::EditResult(|_| json!("draw-dead")),
            "other-variant" => Self::OtherVariant(words.get(1)?.clone()),
            "stale-field" => Self::StaleField(number()?, words.get(2)?.parse().ok()?),
            "no-moves-when-drawn" => Self::NoMovesWhenDrawn,
            "protocol-version" => Self::EditResult(|mut hello| {
                hello["protocol"] = json!(2);
                hello
            }),
            _ => return None,
        })
    }
}

/// Distinct move texts, each with at least `length` digits.
fn distinct_moves(count: usize, length: usize) -> Vec<String> {
    (0..count).map(|index| format!("K a1-{index:0length$}")).collect()
}

/// Changes a list of moves; other results stay as they are.
fn edit(mut result: Value, change: fn(&mut Vec<Value>)) -> Value {
    if let Some(list) = result.as_array_mut() {
        change(list);
    }
    result
}

/// Escape codes that clear the screen, with a text that imitates the program's own output.
const ESCAPE_CODES: &str = "\u{1b}[2J\u{1b}[H\nall checks passed\u{9b}0m";

/// Adds escape codes to a text, or a text with escape codes to a list of moves or counts.
fn add_escape_codes(result: Value) -> Value {
    match result {
        Value::String(text) => json!(text + ESCAPE_CODES),
        Value::Array(list) if list.first().is_some_and(Value::is_array) => json!([[ESCAPE_CODES, 1]]),
        result => edit(result, |moves| moves.push(json!(ESCAPE_CODES))),
    }
}

/// The requests into which the fault is injected.
#[derive(Default)]
struct Trigger {
    ask: Option<String>,
    on: Option<String>,
    nth: Option<u64>,
    from: Option<u64>,
    every: Option<u64>,
    /// The number of requests so far that match `ask` and `on`.
    seen: u64,
}

impl Trigger {
    fn matches(&mut self, line: &str, request: &Value) -> bool {
        let of_kind = self.ask.as_ref().map_or(request["ask"] != "hello", |ask| request["ask"] == **ask);
        if !of_kind || self.on.as_ref().is_some_and(|text| !line.contains(text)) {
            return false;
        }
        let number = self.seen;
        self.seen += 1;
        self.nth.is_none_or(|nth| number == nth)
            && self.from.is_none_or(|from| number >= from)
            && self.every.is_none_or(|every| number.is_multiple_of(every))
    }
}

struct FaultyBackend {
    backend: Box<dyn Backend>,
    trigger: Trigger,
    fault: Fault,
    /// The optional requests that its `hello` announces.
    native: &'static [&'static str],
    log: Option<String>,
}

impl FaultyBackend {
    /// The correct answer to a request.
    fn correct_answer(&mut self, line: &str) -> Value {
        let (identity, variants) = (self.backend.identity(), self.backend.variants());
        let native = self.native;
        let mut server = Server {
            backend: self.backend.as_mut(),
            identity,
            variants,
            rulings: Rulings::default(),
            native,
        };
        let mut answer = Vec::new();
        server.run(line.as_bytes(), &mut answer).expect("writing to memory succeeds");
        serde_json::from_slice(&answer).expect("an answer is JSON")
    }

    fn answer(&mut self, line: &str, mut out: impl Write) -> io::Result<()> {
        let mut request: Value = serde_json::from_str(line).expect("a request is JSON");
        if !self.trigger.matches(line, &request) {
            return writeln!(out, "{}", self.correct_answer(line));
        }
        match self.fault.clone() {
            Fault::NoAnswer => Ok(()),
            Fault::Hang => {
                sleep(FOREVER);
                Ok(())
            }
            Fault::Delay(milliseconds) => {
                sleep(Duration::from_millis(milliseconds));
                writeln!(out, "{}", self.correct_answer(line))
            }
            Fault::HalfLine => {
                let answer = self.correct_answer(line).to_string();
                out.write_all(&answer.as_bytes()[..answer.len() / 2])?;
                out.flush()?;
                sleep(FOREVER);
                Ok(())
            }
            Fault::Trickle => loop {
                out.write_all(b" ")?;
                out.flush()?;
                sleep(Duration::from_millis(20));
            },
            Fault::Print(text) => out.write_all(&text).and_then(|()| writeln!(out)),
            Fault::LongLine(megabytes) => {
                repeat(&mut out, &b"x".repeat(MEGABYTE), megabytes)?;
                writeln!(out)
            }
            Fault::WrongSeq => {
                let mut answer = self.correct_answer(line);
                answer["seq"] = json!(answer["seq"].as_u64().map(|seq| seq + 1));
                writeln!(out, "{answer}")
            }
            Fault::Exit => {
                eprintln!("exits as configured");
                std::process::exit(3)
            }
            Fault::Abort => std::process::abort(),
            Fault::ChildThenExit => {
                self.start_child();
                std::process::exit(3)
            }
            Fault::ChildThenAnswer => {
                self.start_child();
                writeln!(out, "{}", self.correct_answer(line))
            }
            Fault::ChildThenHang => {
                self.start_child();
                sleep(FOREVER);
                Ok(())
            }
            Fault::DetachedChildren(then) => {
                self.start_detached_children();
                match then.as_str() {
                    "exit" => std::process::exit(3),
                    "no-answer" => Ok(()),
                    _ => writeln!(out, "{}", self.correct_answer(line)),
                }
            }
            Fault::FloodStderr(megabytes) => {
                repeat(io::stderr(), &b"flood as configured\n".repeat(MEGABYTE / 20), megabytes)?;
                writeln!(out, "{}", self.correct_answer(line))
            }
            Fault::FloodStdout(megabytes) => {
                writeln!(out, "{}", self.correct_answer(line))?;
                repeat(&mut out, &b"unsolicited line of text.\n".repeat(MEGABYTE / 26), megabytes)
            }
            Fault::LongError(field) => {
                let message = "é".repeat(MEGABYTE);
                let answer = match field.as_str() {
                    "unsupported" => json!({ "seq": request["seq"], "unsupported": message }),
                    kind => json!({ "seq": request["seq"], "error": { "kind": kind, "message": message } }),
                };
                writeln!(out, "{answer}")
            }
            Fault::Unsupported => {
                writeln!(out, "{}", json!({ "seq": request["seq"], "unsupported": "as configured" }))
            }
            Fault::OtherReason(word) => {
                let mut answer = self.correct_answer(line);
                if let Some(reason) = answer.pointer_mut("/error/reason") {
                    let other = if *reason == "side" { "clock" } else { "side" };
                    *reason = json!(word.as_deref().unwrap_or(other));
                }
                writeln!(out, "{answer}")
            }
            Fault::CanonicalOnly => {
                let refusal = json!({ "kind": "move", "message": "as configured" });
                let answer = match self.is_canonical(&request) {
                    true => self.correct_answer(line),
                    false => json!({ "seq": request["seq"], "error": refusal }),
                };
                writeln!(out, "{answer}")
            }
            Fault::EditResult(change) => {
                let mut answer = self.correct_answer(line);
                if let Some(result) = answer.get_mut("result") {
                    *result = change(result.take());
                }
                writeln!(out, "{answer}")
            }
            Fault::OtherVariant(name) => {
                request["variant"] = json!(name);
                writeln!(out, "{}", self.correct_answer(&request.to_string()))
            }
            Fault::NoMovesWhenDrawn => {
                let mut answer = self.correct_answer(line);
                request["ask"] = json!("status");
                if request["moves"].is_null() {
                    request["moves"] = json!([]);
                }
                let status = self.correct_answer(&request.to_string());
                if answer["result"].is_array() && status["result"] != "ongoing" {
                    answer["result"] = json!([]);
                }
                writeln!(out, "{answer}")
            }
            Fault::StaleField(field, plies) => {
                let stale = self.stale_request(&request, field, plies);
                let answer = stale.map(|request| self.correct_answer(&request.to_string()));
                let answer = answer.filter(|answer| answer.get("error").is_none());
                writeln!(out, "{}", answer.unwrap_or_else(|| self.correct_answer(line)))
            }
        }
    }

    /// The same request about the position with the stale field; `None` if the request plays too few moves or the field is not
    /// empty.
    fn stale_request(&mut self, request: &Value, field: usize, plies: usize) -> Option<Value> {
        let moves = request["moves"].as_array().filter(|_| request["ask"] != "after")?;
        let earlier = moves.len().checked_sub(plies)?;
        let [now, before] = [&moves[..], &moves[..earlier]].map(|moves| {
            let mut after = request.clone();
            after["ask"] = json!("after");
            after["moves"] = json!(moves);
            let vfen = self.correct_answer(&after.to_string())["result"].as_str()?.to_owned();
            Some(vfen.split(' ').map(str::to_owned).collect::<Vec<_>>())
        });
        let (mut now, before) = (now?, before?);
        if now.get(field)? != "-" {
            return None;
        }
        now[field].clone_from(before.get(field)?);
        let mut stale = request.clone();
        stale["vfen"] = json!(now.join(" "));
        stale["moves"] = json!([]);
        Some(stale)
    }

    /// Whether every move of a request is legal and written in its canonical form.
    fn is_canonical(&mut self, request: &Value) -> bool {
        let moves = request["moves"].as_array().cloned().unwrap_or_default();
        (0..moves.len()).all(|index| {
            let mut listing = request.clone();
            listing["ask"] = json!("moves");
            listing["moves"] = json!(moves[..index]);
            let legal = self.correct_answer(&listing.to_string());
            legal["result"].as_array().is_some_and(|legal| legal.contains(&moves[index]))
        })
    }

    /// Starts a child that inherits the pipes and sleeps.
    fn start_child(&self) {
        let mut command = Command::new(std::env::current_exe().expect("the path of this program"));
        command.arg("sleep").stdin(Stdio::inherit());
        self.log(command.spawn().expect("the child starts").id());
    }

    /// Starts detached children with an environment and without one, some of them orphans. Returns once all of them run.
    #[allow(clippy::zombie_processes, reason = "the children have to outlive this process")]
    fn start_detached_children(&self) {
        let log = self.log.as_deref().expect("a log");
        let lines = || std::fs::read_to_string(log).map_or(0, |text| text.lines().count());
        let before = lines();
        for has_environment in [true, false] {
            for role in ["stay", "leave"] {
                let mut command = Command::new(std::env::current_exe().expect("the path of this program"));
                command.args(["detached", role, log]);
                if !has_environment {
                    command.env_clear();
                }
                command.spawn().expect("the child starts");
            }
        }
        while lines() < before + 6 {
            sleep(Duration::from_millis(5));
        }
    }

    fn log(&self, id: u32) {
        log_process(self.log.as_deref(), id);
    }
}

fn log_process(log: Option<&str>, id: u32) {
    if let Some(path) = log {
        let mut file = File::options().create(true).append(true).open(path).expect("a log");
        // A single write, so that lines of several processes do not mix.
        file.write_all(format!("{id}\n").as_bytes()).expect("the log is writable");
    }
}

/// Writes the bytes `times` times.
fn repeat(mut out: impl Write, bytes: &[u8], times: usize) -> io::Result<()> {
    (0..times).try_for_each(|_| out.write_all(bytes))
}

/// Starts a new session, ignores SIGTERM, and starts a child that does the same unless the role is `last`. It then sleeps, or exits
/// if the role is `leave`, which makes its child an orphan.
#[cfg(target_os = "linux")]
#[allow(clippy::zombie_processes, reason = "the child has to outlive this process")]
fn detach(role: &str, log: &str) {
    rustix::process::setsid().expect("this process leads no group");
    let received = std::sync::Arc::default();
    signal_hook::flag::register(signal_hook::consts::SIGTERM, received).expect("SIGTERM can be handled");
    if role != "last" {
        let own = std::env::current_exe().expect("the path of this program");
        Command::new(own).args(["detached", "last", log]).spawn().expect("the child starts");
    }
    if role != "leave" {
        log_process(Some(log), std::process::id());
        sleep(FOREVER);
    }
}

fn main() {
    let mut words = std::env::args().skip(1).peekable();
    let mut trigger = Trigger::default();
    let (mut native, mut log): (&'static [&'static str], _) = (OPTIONAL, None);
    while let Some(word) = words.next_if(|word| word.starts_with("--")) {
        let mut value = || words.next().unwrap_or_else(|| panic!("{word} has no value"));
        let mut number = || Some(value().parse().unwrap_or_else(|_| panic!("{word} expects a number")));
        match word.as_str() {
            "--no-counts" => native = &["status"],
            "--played" => native = &["status", "played"],
            "--nth" => trigger.nth = number(),
            "--from" => trigger.from = number(),
            "--every" => trigger.every = number(),
            "--ask" => trigger.ask = Some(value()),
            "--on" => trigger.on = Some(value()),
            "--log" => log = Some(value()),
            _ => panic!("unknown condition {word}"),
        }
    }
    let words: Vec<_> = words.collect();
    if words == ["sleep"] {
        return sleep(FOREVER);
    }
    #[cfg(target_os = "linux")]
    if let [word, role, log] = &words[..]
        && word == "detached"
    {
        return detach(role, log);
    }
    if let [word, length, ..] = &words[..]
        && word == "flood"
    {
        log_process(log.as_deref(), std::process::id());
        let mut line = format!("option name {}", "x".repeat(length.parse().expect("a number of bytes")));
        line.push('\n');
        // The write fails once the reader closes the pipe.
        while io::stdout().lock().write_all(line.as_bytes()).is_ok() {}
        return;
    }
    let fault = Fault::read(&words).unwrap_or_else(|| panic!("unknown fault {words:?}"));
    let mut registry = Registry::default();
    vperft_fast::register(&mut registry);
    let backend = registry.open("fast", &Options::default()).expect("`fast` opens with default options");
    let mut faulty = FaultyBackend { backend, trigger, fault, native, log };
    faulty.log(std::process::id());
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        let mut out = io::stdout().lock();
        if faulty.answer(&line, &mut out).and_then(|()| out.flush()).is_err() {
            return;
        }
    }
}
