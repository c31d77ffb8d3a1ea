//! What a request to a program costs: by the json-lines client, one at a time and asked ahead, and beside it by hand
//! with nothing but a pipe. The program is this one, started again, which answers everything at once with the same words.

use criterion::{Criterion, Throughput};
use std::env;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};
use vperft::backend::programs::json_lines::Client;
use vperft::backend::{Backend as _, Options};
use vperft::variant::VariantId;

/// The argument by which this program is the one that answers.
const ANSWER: &str = "answer-requests";
const KINGS: &str = "5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 1";

fn main() {
    if env::args().nth(1).is_some_and(|argument| argument == ANSWER) {
        return answer().expect("the pipes hold");
    }
    let mut criterion = Criterion::default().configure_from_args();
    let program = env::current_exe().expect("it runs").display().to_string();
    let words = [program.clone(), ANSWER.to_owned()];
    let mut client = Client::open(&words, &Options::default()).expect("it answers");

    let mut group = criterion.benchmark_group("request");
    group.throughput(Throughput::Elements(1));
    let mut child = Command::new(program).arg(ANSWER).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let child = child.as_mut().expect("it starts");
    let mut requests = child.stdin.take().expect("it is a pipe");
    let mut answers = BufReader::new(child.stdout.take().expect("it is a pipe"));
    group.bench_function("bare-pipe", |bencher| {
        let request = format!("{{\"seq\":1,\"ask\":\"moves\",\"variant\":\"ryugi\",\"vfen\":\"{KINGS}\"}}\n");
        let mut line = String::new();
        bencher.iter(|| {
            line.clear();
            requests.write_all(request.as_bytes()).expect("it reads");
            answers.read_line(&mut line).expect("it answers");
        });
    });
    drop(requests);
    child.wait().expect("it ends with its stdin");
    group.bench_function("one-at-a-time", |bencher| {
        bencher.iter(|| {
            assert_eq!(
                client
                    .of(VariantId::RYUGI)
                    .and_then(|view| view.moves(KINGS.into()))
                    .map(|moves| moves.len()),
                Ok(5)
            )
        });
    });
    // Five moves each: 1 + 5 + 25 + 125 times `moves`, and `after` for all but the first.
    group.throughput(Throughput::Elements(156 + 155));
    group.bench_function("ahead", |bencher| {
        bencher.iter(|| {
            assert_eq!(client.of(VariantId::RYUGI).and_then(|view| view.perft(KINGS.into(), 4)), Ok(625))
        });
    });
    group.finish();
    criterion.final_summary();
}

/// Answers requests with what they ask for, as far as the first letter of their kind tells.
fn answer() -> io::Result<()> {
    let mut answers = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let seq: String = line.chars().skip(7).take_while(char::is_ascii_digit).collect();
        let result = match line.split("\"ask\":\"").nth(1).and_then(|rest| rest.chars().next()) {
            Some('h') => r#"{"protocol":1,"name":"trivial","version":"1","variants":["ryugi"]}"#.to_owned(),
            Some('m') => r#"["K f1-e1","K f1-g1","K f1-e2","K f1-f2","K f1-g2"]"#.to_owned(),
            _ => format!("\"{KINGS}\""),
        };
        answers.write_all(format!("{{\"seq\":{seq},\"result\":{result}}}\n").as_bytes())?;
        answers.flush()?;
    }
    Ok(())
}
