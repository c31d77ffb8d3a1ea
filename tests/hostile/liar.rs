//! A program that speaks the json-lines protocol and spoils some of its answers: `liar [WHEN...] DEED [ARGUMENT]`.
//!
//! It answers truly, by way of `vperft::serve`, every request that one of the conditions keeps out of its hands:
//!
//! * `--ask NAME`: only requests of this kind; without it, all but `hello`;
//! * `--on TEXT`: only requests whose line holds this text;
//! * `--nth N`: only the N-th of them, from 0, in each process; `--from N`: that one and all later ones;
//! * `--every N`: every N-th of them.
//!
//! `--plain` has its `hello` say that it counts nothing itself, `--plays` that it plays moves and counts nothing. `--log FILE` adds a line to that file for every process that is
//! started: its id. What it does is the words of [`Deed::read`], or `pour N`: it listens to nobody, also to those who speak
//! another protocol, and prints lines of N bytes without end.

#![allow(missing_docs, reason = "a program of the tests")]

use serde_json::{Value, json};
use std::fs::File;
use std::io::{self, BufRead as _, Write};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;
use vperft::backend::{Backend, Options, Registry};
use vperft::serve::{OPTIONAL, Server};
use vperft::variant::Rulings;

/// Longer than anybody waits.
const FOREVER: Duration = Duration::from_secs(1000);
const MEGABYTE: usize = 1_000_000;

/// What it does to a request.
#[derive(Clone, Debug)]
enum Deed {
    /// Answers nothing, and goes on.
    Silence,
    /// Answers nothing, and reads nothing any more.
    Deaf,
    /// Answers after so many milliseconds.
    Late(u64),
    /// Prints the first half of the answer, and no more.
    Half,
    /// Prints a byte now and then, and never a whole line.
    Drip,
    /// Prints this instead of the answer.
    Say(Vec<u8>),
    /// Prints a line of so many megabytes.
    LongLine(usize),
    /// Answers with another sequence number.
    WrongSeq,
    Exit,
    Abort,
    /// Starts a child that keeps the pipes open, and ends.
    Orphan,
    /// Starts a child that keeps the pipes open, and answers.
    Nursery,
    /// Starts a child that keeps the pipes open, and answers nothing.
    Brood,
    /// Starts children that leave its session and its process group, ignore SIGTERM and start others, some without a parent or an
    /// environment; and then ends, answers nothing or answers, as this says.
    Runaways(String),
    /// Prints so many megabytes on stderr, and answers.
    Loud(usize),
    /// Answers, and prints so many megabytes of lines nobody has asked for.
    Chatter(usize),
    Unsupported,
    /// Says a megabyte of words why it gives no answer: that it is `unsupported`, or an error of this kind.
    Wordy(String),
    /// Gives another reason for refusing a position.
    OtherReason,
    /// Refuses every move whose text is not the canonical one of a legal move.
    Literal,
    /// Replaces the result.
    Result(fn(Value) -> Value),
    /// Answers for another variant.
    Variant(String),
    /// Knows no moves where the game is over in any way, also where it may go on.
    Stop,
    /// Keeps for itself the field of this number, from 0, that the VFEN had so many plies ago, if it is empty now.
    Keep(usize, usize),
}

impl Deed {
    fn read(words: &[String]) -> Option<Self> {
        let number = || words.get(1)?.parse::<usize>().ok();
        Some(match words.first()?.as_str() {
            "silence" => Self::Silence,
            "deaf" => Self::Deaf,
            "late" => Self::Late(words.get(1)?.parse().ok()?),
            "half" => Self::Half,
            "drip" => Self::Drip,
            "say" => Self::Say(words.get(1)?.clone().into_bytes()),
            "not-utf8" => Self::Say(b"\xff\xfe".to_vec()),
            "long-line" => Self::LongLine(number()?),
            "wrong-seq" => Self::WrongSeq,
            "exit" => Self::Exit,
            "abort" => Self::Abort,
            "orphan" => Self::Orphan,
            "nursery" => Self::Nursery,
            "brood" => Self::Brood,
            "runaways" => Self::Runaways(words.get(1)?.clone()),
            "loud" => Self::Loud(number()?),
            "chatter" => Self::Chatter(number()?),
            "unsupported" => Self::Unsupported,
            "wordy" => Self::Wordy(words.get(1)?.clone()),
            "other-reason" => Self::OtherReason,
            "literal" => Self::Literal,
            "forget" => Self::Result(|result| edit(result, |moves| drop(moves.pop()))),
            "invent" => Self::Result(|result| edit(result, |moves| moves.push(json!("K a1-a9")))),
            "double" => Self::Result(|result| edit(result, |moves| moves.extend(moves.last().cloned()))),
            // As many moves as an answer may have, so long that it is just as long as it may be.
            "crowd" => Self::Result(|_| json!(crowd(19_000, 45))),
            "empty-crowd" => Self::Result(|_| json!(vec![""; 20_000])),
            "swarm" => Self::Result(|_| json!(vec![""; 20_001])),
            // Many of those that it would list anyway, so that each can be played.
            "legal-crowd" => Self::Result(|result| {
                let moves = result.as_array().expect("a list of moves");
                json!(moves.iter().cycle().take(9_000).collect::<Vec<_>>())
            }),
            "long-move" => Self::Result(|_| json!(["x".repeat(MEGABYTE)])),
            "long-child" => Self::Result(|_| json!("9".repeat(16_000))),
            "many-moves" => Self::Result(|_| json!(vec![""; 5 * MEGABYTE])),
            "miscount" => Self::Result(|count| json!(count.as_u64().map(|count| count + 1))),
            "wrong-child" => Self::Result(|_| json!("5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 1")),
            "huge-child" => Self::Result(|_| json!("9".repeat(10 * MEGABYTE))),
            "paint" => Self::Result(paint),
            "wrong-status" => Self::Result(|_| json!("draw-dead")),
            "variant" => Self::Variant(words.get(1)?.clone()),
            "keep" => Self::Keep(number()?, words.get(2)?.parse().ok()?),
            "stop" => Self::Stop,
            "protocol" => Self::Result(|mut hello| {
                hello["protocol"] = json!(2);
                hello
            }),
            _ => return None,
        })
    }
}

/// So many moves, all different and so long.
fn crowd(count: usize, length: usize) -> Vec<String> {
    (0..count).map(|index| format!("K a1-{index:0length$}")).collect()
}

/// Changes a list of moves; what is none is left as it is.
fn edit(mut result: Value, change: fn(&mut Vec<Value>)) -> Value {
    if let Some(list) = result.as_array_mut() {
        change(list);
    }
    result
}

/// Orders to a terminal: to clear the screen, and to write what looks as if the program had.
const PAINT: &str = "\u{1b}[2J\u{1b}[H\nall checks passed\u{9b}0m";

/// Adds orders to a terminal to a text, or a text with them to a list of moves or of counts.
fn paint(result: Value) -> Value {
    match result {
        Value::String(text) => json!(text + PAINT),
        Value::Array(list) if list.first().is_some_and(Value::is_array) => json!([[PAINT, 1]]),
        result => edit(result, |moves| moves.push(json!(PAINT))),
    }
}

/// Which requests are spoiled.
#[derive(Default)]
struct When {
    ask: Option<String>,
    on: Option<String>,
    nth: Option<u64>,
    from: Option<u64>,
    every: Option<u64>,
    /// How many requests of this kind there have been.
    seen: u64,
}

impl When {
    fn fits(&mut self, line: &str, request: &Value) -> bool {
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

struct Liar {
    backend: Box<dyn Backend>,
    when: When,
    deed: Deed,
    /// What it says that it answers itself.
    native: &'static [&'static str],
    log: Option<String>,
}

impl Liar {
    /// The true answer to a line.
    fn truth(&mut self, line: &str) -> Value {
        let variants = self.backend.variants();
        let native = self.native;
        let mut server =
            Server { backend: self.backend.as_mut(), variants, rulings: Rulings::default(), native };
        let mut answer = Vec::new();
        server.run(line.as_bytes(), &mut answer).expect("there is memory");
        serde_json::from_slice(&answer).expect("an answer is JSON")
    }

    fn answer(&mut self, line: &str, mut out: impl Write) -> io::Result<()> {
        let mut request: Value = serde_json::from_str(line).expect("a request is JSON");
        if !self.when.fits(line, &request) {
            return writeln!(out, "{}", self.truth(line));
        }
        match self.deed.clone() {
            Deed::Silence => Ok(()),
            Deed::Deaf => {
                sleep(FOREVER);
                Ok(())
            }
            Deed::Late(milliseconds) => {
                sleep(Duration::from_millis(milliseconds));
                writeln!(out, "{}", self.truth(line))
            }
            Deed::Half => {
                let answer = self.truth(line).to_string();
                out.write_all(&answer.as_bytes()[..answer.len() / 2])?;
                out.flush()?;
                sleep(FOREVER);
                Ok(())
            }
            Deed::Drip => loop {
                out.write_all(b" ")?;
                out.flush()?;
                sleep(Duration::from_millis(20));
            },
            Deed::Say(text) => out.write_all(&text).and_then(|()| writeln!(out)),
            Deed::LongLine(megabytes) => {
                repeat(&mut out, &b"x".repeat(MEGABYTE), megabytes)?;
                writeln!(out)
            }
            Deed::WrongSeq => {
                let mut answer = self.truth(line);
                answer["seq"] = json!(answer["seq"].as_u64().map(|seq| seq + 1));
                writeln!(out, "{answer}")
            }
            Deed::Exit => {
                eprintln!("exits as it was told");
                std::process::exit(3)
            }
            Deed::Abort => std::process::abort(),
            Deed::Orphan => {
                self.start_child();
                std::process::exit(3)
            }
            Deed::Nursery => {
                self.start_child();
                writeln!(out, "{}", self.truth(line))
            }
            Deed::Brood => {
                self.start_child();
                sleep(FOREVER);
                Ok(())
            }
            Deed::Runaways(then) => {
                self.start_runaways();
                match then.as_str() {
                    "exit" => std::process::exit(3),
                    "silence" => Ok(()),
                    _ => writeln!(out, "{}", self.truth(line)),
                }
            }
            Deed::Loud(megabytes) => {
                repeat(io::stderr(), &b"loud as it was told\n".repeat(MEGABYTE / 20), megabytes)?;
                writeln!(out, "{}", self.truth(line))
            }
            Deed::Chatter(megabytes) => {
                writeln!(out, "{}", self.truth(line))?;
                repeat(&mut out, &b"nobody has asked for this\n".repeat(MEGABYTE / 26), megabytes)
            }
            Deed::Wordy(field) => {
                let words = "é".repeat(MEGABYTE);
                let answer = match field.as_str() {
                    "unsupported" => json!({ "seq": request["seq"], "unsupported": words }),
                    kind => json!({ "seq": request["seq"], "error": { "kind": kind, "message": words } }),
                };
                writeln!(out, "{answer}")
            }
            Deed::Unsupported => {
                writeln!(out, "{}", json!({ "seq": request["seq"], "unsupported": "as it was told" }))
            }
            Deed::OtherReason => {
                let mut answer = self.truth(line);
                if let Some(reason) = answer.pointer_mut("/error/reason") {
                    *reason = json!(if *reason == "side" { "clock" } else { "side" });
                }
                writeln!(out, "{answer}")
            }
            Deed::Literal => {
                let refusal = json!({ "kind": "move", "message": "as it was told" });
                let answer = match self.is_literal(&request) {
                    true => self.truth(line),
                    false => json!({ "seq": request["seq"], "error": refusal }),
                };
                writeln!(out, "{answer}")
            }
            Deed::Result(change) => {
                let mut answer = self.truth(line);
                if let Some(result) = answer.get_mut("result") {
                    *result = change(result.take());
                }
                writeln!(out, "{answer}")
            }
            Deed::Variant(name) => {
                request["variant"] = json!(name);
                writeln!(out, "{}", self.truth(&request.to_string()))
            }
            Deed::Stop => {
                let mut answer = self.truth(line);
                request["ask"] = json!("status");
                if request["moves"].is_null() {
                    request["moves"] = json!([]);
                }
                let status = self.truth(&request.to_string());
                if answer["result"].is_array() && status["result"] != "ongoing" {
                    answer["result"] = json!([]);
                }
                writeln!(out, "{answer}")
            }
            Deed::Keep(field, plies) => {
                let kept = self.kept(&request, field, plies).map(|kept| self.truth(&kept.to_string()));
                let kept = kept.filter(|answer| answer.get("error").is_none());
                writeln!(out, "{}", kept.unwrap_or_else(|| self.truth(line)))
            }
        }
    }

    /// The request about the position that it takes the one after the moves for; none if it is asked about no moves, or has
    /// nothing to keep.
    fn kept(&mut self, request: &Value, field: usize, plies: usize) -> Option<Value> {
        let moves = request["moves"].as_array().filter(|_| request["ask"] != "after")?;
        let earlier = moves.len().checked_sub(plies)?;
        let [now, before] = [&moves[..], &moves[..earlier]].map(|moves| {
            let mut after = request.clone();
            after["ask"] = json!("after");
            after["moves"] = json!(moves);
            let vfen = self.truth(&after.to_string())["result"].as_str()?.to_owned();
            Some(vfen.split(' ').map(str::to_owned).collect::<Vec<_>>())
        });
        let (mut now, before) = (now?, before?);
        if now.get(field)? != "-" {
            return None;
        }
        now[field].clone_from(before.get(field)?);
        let mut kept = request.clone();
        kept["vfen"] = json!(now.join(" "));
        kept["moves"] = json!([]);
        Some(kept)
    }

    /// Whether every move of a request is the canonical text of a legal one.
    fn is_literal(&mut self, request: &Value) -> bool {
        let moves = request["moves"].as_array().cloned().unwrap_or_default();
        (0..moves.len()).all(|index| {
            let mut listing = request.clone();
            listing["ask"] = json!("moves");
            listing["moves"] = json!(moves[..index]);
            let legal = self.truth(&listing.to_string());
            legal["result"].as_array().is_some_and(|legal| legal.contains(&moves[index]))
        })
    }

    /// Starts a child that has the same pipes and does nothing.
    fn start_child(&self) {
        let mut command = Command::new(std::env::current_exe().expect("it was started from somewhere"));
        command.arg("sleep").stdin(Stdio::inherit());
        self.log(command.spawn().expect("it can be started again").id());
    }

    /// Starts children that have a session of their own: with an environment and without, each as a child of this program, and
    /// as that of one that has ended. It returns when all of them run.
    #[allow(clippy::zombie_processes, reason = "nobody is to wait for them")]
    fn start_runaways(&self) {
        let log = self.log.as_deref().expect("a log");
        let lines = || std::fs::read_to_string(log).map_or(0, |text| text.lines().count());
        let before = lines();
        for has_environment in [true, false] {
            for role in ["stay", "leave"] {
                let mut command =
                    Command::new(std::env::current_exe().expect("it was started from somewhere"));
                command.args(["runaway", role, log]);
                if !has_environment {
                    command.env_clear();
                }
                command.spawn().expect("it can be started again");
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
        // One write, so that lines of several programs do not run into each other.
        file.write_all(format!("{id}\n").as_bytes()).expect("the log takes a line");
    }
}

/// Prints this so many times.
fn repeat(mut out: impl Write, bytes: &[u8], times: usize) -> io::Result<()> {
    (0..times).try_for_each(|_| out.write_all(bytes))
}

/// Leaves its process group by `setsid`, ignores SIGTERM, and starts another that does. It stays, or leaves the other alone.
#[cfg(target_os = "linux")]
#[allow(clippy::zombie_processes, reason = "nobody is to wait for them")]
fn run_away(role: &str, log: &str) {
    rustix::process::setsid().expect("it leads no group");
    let taken = std::sync::Arc::default();
    signal_hook::flag::register(signal_hook::consts::SIGTERM, taken).expect("it can be taken");
    if role != "last" {
        let own = std::env::current_exe().expect("it was started from somewhere");
        Command::new(own).args(["runaway", "last", log]).spawn().expect("it can be started again");
    }
    if role != "leave" {
        log_process(Some(log), std::process::id());
        sleep(FOREVER);
    }
}

fn main() {
    let mut words = std::env::args().skip(1).peekable();
    let mut when = When::default();
    let (mut native, mut log): (&'static [&'static str], _) = (OPTIONAL, None);
    while let Some(word) = words.next_if(|word| word.starts_with("--")) {
        let mut value = || words.next().unwrap_or_else(|| panic!("{word} has no value"));
        let mut number = || Some(value().parse().unwrap_or_else(|_| panic!("{word} expects a number")));
        match word.as_str() {
            "--plain" => native = &["status"],
            "--plays" => native = &["status", "played"],
            "--nth" => when.nth = number(),
            "--from" => when.from = number(),
            "--every" => when.every = number(),
            "--ask" => when.ask = Some(value()),
            "--on" => when.on = Some(value()),
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
        && word == "runaway"
    {
        return run_away(role, log);
    }
    if let [word, length, ..] = &words[..]
        && word == "pour"
    {
        log_process(log.as_deref(), std::process::id());
        let mut line = format!("option name {}", "x".repeat(length.parse().expect("a number of bytes")));
        line.push('\n');
        // It ends when nobody reads any more.
        while io::stdout().lock().write_all(line.as_bytes()).is_ok() {}
        return;
    }
    let deed = Deed::read(&words).unwrap_or_else(|| panic!("unknown deed {words:?}"));
    let mut registry = Registry::default();
    vperft::fast::register(&mut registry);
    let backend = registry.open("fast", &Options::default()).expect("fast does what it does by default");
    let mut liar = Liar { backend, when, deed, native, log };
    liar.log(std::process::id());
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        let mut out = io::stdout().lock();
        if liar.answer(&line, &mut out).and_then(|()| out.flush()).is_err() {
            return;
        }
    }
}
