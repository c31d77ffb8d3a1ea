//! `vperft protocol`.

use super::args::{Format, LimitArgs};
use super::{CliError, Exit, interrupt, output};
use crate::backend::json_lines::{Finding, Outcome, SCHEME, walk};
use crate::backend::words;
use serde_json::json;

/// Check that a program speaks the json-lines protocol of docs/protocol.md
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Check(CheckArgs),
}

/// Walk a program through every request and say what is wrong with its answers
#[derive(Debug, clap::Args)]
struct CheckArgs {
    /// The program and its arguments, such as 'cmd:python3 my_backend.py'
    #[arg(value_name = "cmd:PROGRAM")]
    backend: String,
    #[command(flatten)]
    limits: LimitArgs,
    /// How to print the findings
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

pub(super) fn run(args: &Args) -> Result<Exit, CliError> {
    let Command::Check(args) = &args.command;
    let words = words(&args.backend, SCHEME)?;
    interrupt::handle();
    let (hello, findings) = walk(&words, &args.limits.limits());
    let wrong = findings.iter().filter(|finding| is_wrong(finding)).count();
    let printed = match args.format {
        Format::Human => print(&words, &findings),
        Format::Json => output::line(json!({
            "backend": args.backend, "identity": hello.map(|hello| hello.identity), "steps": findings, "wrong": wrong,
        })),
    };
    output::unless_closed(printed, ())?;
    if args.format == Format::Human && wrong > 0 {
        output::note(format_args!("{wrong} of {} steps went wrong", findings.len()));
    }
    Ok(if wrong == 0 { Exit::Success } else { Exit::Failed })
}

const fn is_wrong(finding: &Finding) -> bool {
    matches!(finding.outcome, Outcome::Wrong { .. })
}

fn print(words: &[String], findings: &[Finding]) -> Result<(), CliError> {
    let name = |finding: &Finding| match finding.variant {
        Some(variant) => format!("{variant}: {}", finding.step),
        None => finding.step.to_owned(),
    };
    let width = findings.iter().map(|finding| name(finding).len()).max().unwrap_or_default();
    for finding in findings {
        let name = name(finding);
        match &finding.outcome {
            Outcome::Ok => output::line(format_args!("{name:width$}  ok"))?,
            Outcome::Unsupported { reason } => {
                output::line(format_args!("{name:width$}  unsupported: {}", output::plain(reason)))?;
            }
            Outcome::Wrong { problem, expected } => {
                output::line(format_args!("{name:width$}  WRONG: {}", output::plain(problem)))?;
                output::line(format_args!("  expected: {}", output::plain(expected)))?;
                output::line(format_args!("  replay:   {}", replay(words, finding)))?;
            }
        }
    }
    Ok(())
}

/// The command that shows the answer.
fn replay(words: &[String], finding: &Finding) -> String {
    let hello = r#"{"seq":0,"ask":"hello","protocol":1,"harness":"vperft"}"#;
    let is_hello = finding.step == "hello";
    let lines = finding.requests.iter().map(String::as_str);
    let lines = std::iter::once(hello).filter(|_| !is_hello).chain(lines);
    let quote = |words: &mut dyn Iterator<Item = &str>| shlex::try_join(words).unwrap_or_default();
    let printed = quote(&mut ["printf", r"%s\n"].into_iter().chain(lines));
    format!("{printed} | {}", quote(&mut words.iter().map(String::as_str)))
}
