//! The cost of a request to a program: through the JSON-lines client, one at a time and pipelined, and through a bare pipe for
//! comparison. The program is this one, which gives constant answers.

use criterion::{Criterion, Throughput};
use std::env;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};
use vperft::backend::{Backend as _, Options};
use vperft::inner::game::variant::VariantId;
use vperft_programs::json_lines::Client;

/// The argument that makes this program the one that answers.
const ANSWER: &str = "answer-requests";
const KINGS: &str = "5k4/10/10/10/10/10/10/10/10/5K4 w - - 0 1";

fn main() {
    if env::args().nth(1).is_some_and(|argument| argument == ANSWER) {
        return answer().expect("the pipes stay open");
    }
    let mut criterion = Criterion::default().configure_from_args();
    let program = env::current_exe().expect("this program has a path").display().to_string();
    let words = [program.clone(), ANSWER.to_owned()];
    let mut client = Client::open(&words, &Options::default()).expect("the program answers");

    let mut group = criterion.benchmark_group("request");
    group.throughput(Throughput::Elements(1));
    let mut child = Command::new(program).arg(ANSWER).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let child = child.as_mut().expect("the program starts");
    let mut requests = child.stdin.take().expect("both ends are pipes");
    let mut answers = BufReader::new(child.stdout.take().expect("both ends are pipes"));
    group.bench_function("bare-pipe", |bencher| {
        let request = format!("{{\"seq\":1,\"ask\":\"moves\",\"variant\":\"ryugi\",\"vfen\":\"{KINGS}\"}}\n");
        let mut line = String::new();
        bencher.iter(|| {
            line.clear();
            requests.write_all(request.as_bytes()).expect("the program reads");
            answers.read_line(&mut line).expect("the program answers");
        });
    });
    drop(requests);
    child.wait().expect("the program ends with its input");
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
    // Every position has five moves: 1 + 5 + 25 + 125 requests for `moves`, and one for `after` for all but the first.
    group.throughput(Throughput::Elements(156 + 155));
    group.bench_function("ahead", |bencher| {
        bencher.iter(|| {
            assert_eq!(client.of(VariantId::RYUGI).and_then(|view| view.perft(KINGS.into(), 4)), Ok(625))
        });
    });
    group.finish();
    criterion.final_summary();
}

/// Answers each request with a constant, which depends on the first letter of its kind.
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
