//! `vperft betza check`: runs the conformance suite of the notation against a program that reads it, or against this one.

use crate::args::name;
use crate::args::program::LimitArgs;
use crate::args::value::Format;
use crate::exit::{CliError, Exit};
use crate::output;
use serde_json::json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use vperft::inner::backend::{BackendError, Limits};
use vperft::inner::corpus::notation_suite::{Answer, Outcome, Request, judge, own_reader, read_cases};
use vperft_programs::json_lines::SCHEME;
use vperft_programs::process::Process;
use vperft_programs::words;

/// The suite of a checkout.
const SUITE: &str = "suites/betza";

/// Run the conformance suite of Betza notation against a program that reads it
///
/// Without `--backend`, it checks the reader of this program. `docs/betza.md` describes the lines that a program reads and prints.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The program and its arguments, such as 'cmd:python3 my_reader.py'
    #[arg(long, value_name = "cmd:PROGRAM")]
    backend: Option<String>,
    /// The folder of the suite [default: suites/betza]
    #[arg(long, value_name = "DIR")]
    suite: Option<PathBuf>,
    /// Differences that are explained already: a JSON object of case ids and reasons
    #[arg(long, value_name = "FILE")]
    known: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitArgs,
    /// Output format
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

/// Answers requests.
type Reader = dyn FnMut(&Request<'_>) -> Result<Answer, CliError>;

/// The counts of the outcomes.
#[derive(Default)]
struct Counts {
    passed: usize,
    failed: usize,
    known: usize,
    unsupported: usize,
}

pub fn run(args: &Args) -> Result<Exit, CliError> {
    let folder = args.suite.as_deref().unwrap_or(Path::new(SUITE));
    if args.suite.is_none() && !folder.is_dir() {
        return Err(CliError::Usage(format!(
            "no folder `{SUITE}` here; run this in a checkout, or pass --suite DIR"
        )));
    }
    let cases = read_cases(folder).map_err(CliError::Input)?;
    let known = args.known.as_deref().map(read_known).transpose()?.unwrap_or_default();
    let mut reader = args.reader()?;
    let mut counts = Counts::default();
    let mut results = Vec::new();
    let mut unused: Vec<&String> = known.keys().collect();
    for case in &cases {
        for &dialect in &case.dialects {
            let request = Request::from_case(case, dialect).map_err(CliError::Input)?;
            let answer = reader(&request)?;
            let (name, detail) = match judge(case, &answer) {
                Outcome::Passed => {
                    counts.passed += 1;
                    continue;
                }
                Outcome::Unsupported(reason) => {
                    counts.unsupported += 1;
                    ("unsupported", reason)
                }
                Outcome::Failed(_) if known.contains_key(&case.id) => {
                    counts.known += 1;
                    unused.retain(|id| **id != case.id);
                    ("known", known[&case.id].clone())
                }
                Outcome::Failed(difference) => {
                    counts.failed += 1;
                    ("failed", difference)
                }
            };
            results.push((name, case, dialect.name(), detail));
        }
    }
    counts.failed += unused.len();
    match args.format {
        Format::Human => {
            for (name, case, dialect, detail) in results.iter().filter(|result| result.0 != "unsupported") {
                output::line(format_args!("{name}: {} `{}` ({dialect}): {detail}", case.id, case.text))?;
            }
            for id in &unused {
                output::line(format_args!("failed: {id}: it passes; remove it from the known differences"))?;
            }
            let Counts { passed, failed, known, unsupported } = counts;
            output::line(format_args!(
                "{passed} passed, {failed} failed, {known} known, {unsupported} unsupported"
            ))?;
        }
        Format::Json => {
            let results = results.iter().map(|(name, case, dialect, detail)| {
                json!({"id": case.id, "text": case.text, "dialect": dialect, "result": name, "detail": detail})
            });
            output::bounded_json(json!({
                "passed": counts.passed, "failed": counts.failed, "known": counts.known,
                "unsupported": counts.unsupported, "unused": unused, "results": results.collect::<Vec<_>>(),
            }))?;
        }
    }
    Ok(if counts.failed > 0 { Exit::Failed } else { Exit::Success })
}

/// Reads a JSON object of case ids and reasons.
fn read_known(path: &Path) -> Result<BTreeMap<String, String>, CliError> {
    let text = output::read::read_input(path)?;
    serde_json::from_str(&text).map_err(|error| {
        CliError::Input(format!("{}: {error}; expected an object of case ids and reasons", path.display()))
    })
}

impl Args {
    /// The program, or the reader of this one.
    fn reader(&self) -> Result<Box<Reader>, CliError> {
        let Some(backend) = &self.backend else {
            return Ok(Box::new(|request| own_reader(request).map_err(CliError::Input)));
        };
        let located = name::located(backend, true);
        let words = words(located.as_deref().unwrap_or(backend), SCHEME, "PROGRAM")?;
        let limits = self.limits.limits();
        let process = Process::spawn(&words, &limits);
        let mut process =
            process.map_err(|error| CliError::Backend(error.asking("start", limits.timeout)))?;
        Ok(Box::new(move |request| ask(&mut process, &limits, request).map_err(CliError::Backend)))
    }
}

/// Sends one line and receives one.
fn ask(process: &mut Process, limits: &Limits, request: &Request<'_>) -> Result<Answer, BackendError> {
    let name = format!("about `{}`", request.text);
    let line = serde_json::to_string(request).map_err(|error| BackendError::Protocol(error.to_string()))?;
    let answer = process.send(&line, limits.deadline()).and_then(|()| process.receive(limits.deadline()));
    let answer = answer.map_err(|error| error.asking(&name, limits.timeout))?;
    serde_json::from_str(&answer)
        .map_err(|error| BackendError::Protocol(format!("the answer `{answer}` {name}: {error}")))
}
