//! `vperft protocol check`: checks that a program speaks the json-lines protocol.

use crate::args::name;
use crate::args::program::LimitArgs;
use crate::args::value::Format;
use crate::exit::{CliError, Exit};
use crate::output;
use serde_json::json;
use vperft::inner::support::plural::plural;
use vperft::inner::support::sanitise::sanitise_within;
use vperft_pages::report::shell::quoted;
use vperft_programs::json_lines::SCHEME;
use vperft_programs::protocol;
use vperft_programs::protocol::{Assessment, Exchange};
use vperft_programs::words;

/// The most characters of a program text to print.
const MAX_TEXT: usize = 2000;
/// The most bytes of requests to print.
const MAX_REQUESTS: usize = 16 << 10;

/// Check that a program speaks the json-lines protocol
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Check(CheckArgs),
}

/// Send a program every request and report its wrong answers
#[derive(Debug, clap::Args)]
struct CheckArgs {
    /// The program and its arguments, such as 'cmd:python3 my_backend.py'
    #[arg(value_name = "cmd:PROGRAM")]
    backend: String,
    #[command(flatten)]
    limits: LimitArgs,
    /// Output format
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

pub fn run(args: &Args) -> Result<Exit, CliError> {
    let Command::Check(args) = &args.command;
    let words =
        words(name::located(&args.backend, true).as_deref().unwrap_or(&args.backend), SCHEME, "PROGRAM")?;
    let (hello, exchanges) = protocol::check_program(&words, &args.limits.limits());
    let wrong = exchanges.iter().filter(|exchange| exchange.is_wrong()).count();
    let printed = match args.format {
        Format::Human => print(&words, &exchanges),
        Format::Json => output::bounded_json(json!({
            "backend": args.backend, "identity": hello.map(|hello| hello.identity), "steps": exchanges, "wrong": wrong,
        })),
    };
    output::unless_closed(printed, ())?;
    if args.format == Format::Human && wrong > 0 {
        output::note(format_args!("{wrong} of {} failed", plural(exchanges.len(), "step")));
    }
    Ok(if wrong == 0 { Exit::Success } else { Exit::Failed })
}

fn print(words: &[String], exchanges: &[Exchange]) -> Result<(), CliError> {
    let name = |exchange: &Exchange| match exchange.variant {
        Some(variant) => format!("{variant}: {}", exchange.step),
        None => exchange.step.to_owned(),
    };
    let width = exchanges.iter().map(|exchange| name(exchange).len()).max().unwrap_or_default();
    for exchange in exchanges {
        let name = name(exchange);
        match &exchange.assessment {
            Assessment::Ok => output::line(format_args!("{name:width$}  ok"))?,
            Assessment::Unsupported { reason } => {
                output::line(format_args!("{name:width$}  unsupported: {}", shown(reason)))?;
            }
            Assessment::Wrong { problem, expected } => {
                output::line(format_args!("{name:width$}  WRONG: {}", shown(problem)))?;
                output::line(format_args!("  expected: {}", shown(expected)))?;
                output::line(format_args!("  replay:   {}", replay(words, exchange)))?;
            }
        }
    }
    Ok(())
}

/// A text about an answer, which may quote a long one.
fn shown(text: &str) -> String {
    sanitise_within(text, MAX_TEXT)
}

/// The command that repeats the requests.
fn replay(words: &[String], exchange: &Exchange) -> String {
    let length: usize = exchange.requests.iter().map(String::len).sum();
    if length > MAX_REQUESTS {
        return format!("the moves it lists make requests of {length} bytes, too long to show");
    }
    let hello = r#"{"seq":0,"ask":"hello","protocol":1,"harness":"vperft"}"#;
    let is_hello = exchange.step == "hello";
    let lines = exchange.requests.iter().map(String::as_str);
    let lines = std::iter::once(hello).filter(|_| !is_hello).chain(lines);
    let quote = |words: Vec<&str>| words.into_iter().map(quoted).collect::<Vec<_>>().join(" ");
    let printed = quote(["printf", r"%s\n"].into_iter().chain(lines).collect());
    format!("{printed} | {}", quote(words.iter().map(String::as_str).collect()))
}
