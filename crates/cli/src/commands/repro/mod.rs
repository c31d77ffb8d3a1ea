//! `vperft repro`: repeats the question of a bug file, prints a report about it, or makes a case of it.
//!
//! Every failure to repeat the question ends with [`Exit::Undecided`], because `git bisect` takes most other codes for a bad commit.

mod case;

use crate::args::backend;
use crate::args::program::ProgramArgs;
use crate::args::selected::{Choice, Given, Why};
use crate::args::value::Format;
use crate::args::value::clause;
use crate::commands::common::bug_files::repro_command;
use crate::exit::{CliError, Exit};
use crate::output;
use crate::output::read;
use std::path::PathBuf;
use vperft::inner::backend::Registry;
use vperft::inner::game::perft::Resources;
use vperft::inner::game::variant::{Clause, Ruling, Rulings};
use vperft_lab::differences::bug::{Bug, Outcome};
use vperft_lab::differences::clause_switch::ClauseSwitch;
use vperft_lab::differences::descend::Side;
use vperft_pages::report::findings;
use vperft_pages::report::shell::quoted;

/// Repeat the question of a bug file, with codes for `git bisect run`
///
/// The exit code is 0 if the failure is gone, 1 if it is the same, and 125 if the backend fails in another way or gives no answer.
/// `--out` of `run`, `fuzz`, `descend`, `shrink` and `import` writes bug files. A program is started only if --backend or --a names it,
/// never because the file does.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The bug file
    #[arg(value_name = "FILE")]
    bug: PathBuf,
    /// The backend to ask [default: that of the file, if it is built in]
    #[arg(long, value_name = "NAME")]
    backend: Option<String>,
    /// The trusted backend [default: that of the file, if it is built in]
    ///
    /// If there is none, the answer in the file is trusted.
    #[arg(long, value_name = "NAME")]
    a: Option<String>,
    #[command(flatten)]
    program: ProgramArgs,
    /// Ask no backend; print a report for a bug tracker
    ///
    /// With --backend, the report has the command that asks that one.
    #[arg(long, conflicts_with_all = ["case", "a", "format"])]
    markdown: bool,
    /// Ask no backend; add a case to the corpus of a folder
    ///
    /// Adds the position to DIR/positions and the case to DIR/suites. `vperft bless` fills in its values.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["backend", "a", "format"])]
    case: Option<PathBuf>,
    /// The id of the case, such as ryugi/pawn-beside-king
    #[arg(long, value_name = "ID", requires = "case")]
    id: Option<String>,
    /// A clause that the case is about, such as RYU-EP (repeatable)
    #[arg(long = "clause", value_name = "CLAUSE", value_parser = clause, requires = "case")]
    clauses: Vec<Clause>,
    /// Output format
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

pub fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    if args.markdown {
        let (bug, text) = args.read_bug()?;
        let open = |off| Some(backend::without(&bug.rulings, off));
        let reason = bug.reason(&ClauseSwitch::new(bug.variant, &open));
        let command = repro_command(&args.bug, &bug, args.backend.as_ref(), &args.program);
        output::text(findings::bug_in_markdown(&bug, reason.as_ref(), &text, &command))?;
        return Ok(Exit::Success);
    }
    if let Some(folder) = &args.case {
        let (bug, _) = args.read_bug()?;
        return case::add(&bug, folder, args.id.as_deref(), &args.clauses);
    }
    // Another code would make `git bisect` call the commit bad.
    match args.ask(registry) {
        Err(error @ CliError::Output(_)) => Err(error),
        Err(error) => {
            output::error(&error);
            Ok(Exit::Undecided)
        }
        exit => exit,
    }
}

impl Args {
    /// Reads the file.
    fn read_bug(&self) -> Result<(Bug, String), CliError> {
        let text = read::read_text(&self.bug)?;
        let path = self.bug.display();
        let bug = Bug::parse(&text).map_err(|error| CliError::Input(format!("{path}: {error}")))?;
        check_position(&bug).map_err(|problem| CliError::Input(format!("{path}: `vfen`: {problem}")))?;
        Ok((bug, text))
    }

    /// Repeats the question and prints the result.
    fn ask(&self, registry: &Registry) -> Result<Exit, CliError> {
        let (bug, _) = self.read_bug()?;
        let name = self.other(&bug)?;
        // A program that the file names may be missing, or malicious.
        let of_file = bug.a.backend.as_deref().filter(|name| !backend::is_program(name));
        let of_file = of_file.map(|name| Choice { name, why: Why::Recorded });
        let trusted = self.a.as_deref().map(Choice::named).or(of_file);
        let names: Vec<_> = [Some(name), trusted].into_iter().flatten().map(|choice| choice.name).collect();
        let clauses = |ids: &[String]| ids.iter().filter_map(|id| id.parse().ok()).collect::<Vec<_>>();
        let is_of_file = Some(name.name) == bug.b.backend.as_deref();
        let off = [&bug.a.without[..], if is_of_file { &bug.b.without } else { &[] }].map(clauses);
        let readings = other_readings(&bug);
        let given = Given { registry, rulings: &readings, program: &self.program };
        let select = |choice, off| given.select(choice, off, &[bug.variant], &names);
        let trusted = trusted.map(|trusted| select(trusted, &off[0])).transpose()?;
        let tested = select(name, &off[1])?;
        let other = tested.open()?;
        let opened = trusted.as_ref().map(|trusted| (trusted, trusted.open()));
        let trusted = match opened {
            Some((trusted, Err(error))) if trusted.choice.why == Why::Named => return Err(error),
            Some((trusted, Ok(backend))) => Some((move || trusted.open_again(), backend)),
            Some((_, Err(_))) | None => None,
        };
        let (open_b, resources) = (|| tested.open_again(), Resources::default());
        let (open_a, trusted) = trusted.unzip();
        let trusted = open_a.as_ref().zip(trusted);
        let mut trusted = trusted.map(|(open, backend)| Side::new(backend, open, bug.variant, resources));
        let mut other = Side::new(other, &open_b, bug.variant, resources);
        let result = vperft_lab::differences::bug::reproduce(&bug, trusted.as_mut(), &mut other);
        let printed = match self.format {
            Format::Human => {
                output::text(findings::reproduction(&bug, &result, &other.identity(), output::is_coloured()))
            }
            Format::Json => output::bounded_json(serde_json::json!({
                "variant": bug.variant, "vfen": bug.vfen, "kind": bug.kind, "question": bug.question,
                "identity": other.identity(), "again": result,
            })),
        };
        output::unless_closed(printed, ())?;
        Ok(match result.outcome {
            Outcome::Gone => Exit::Success,
            Outcome::Same => Exit::Failed,
            Outcome::Other | Outcome::Inconclusive => Exit::Undecided,
        })
    }

    /// The backend to ask.
    fn other<'n>(&'n self, bug: &'n Bug) -> Result<Choice<'n>, CliError> {
        match (&self.backend, &bug.b.backend) {
            (Some(name), _) => Ok(Choice::named(name)),
            (None, Some(name)) if !backend::is_program(name) => Ok(Choice { name, why: Why::Recorded }),
            (None, Some(name)) => Err(CliError::Usage(format!(
                "the file names the program `{name}`, but only the command line may start a program; expected \
                 --backend {}",
                quoted(name)
            ))),
            (None, None) => Err(CliError::Usage(
                "the file contains counts without a backend; expected --backend NAME".into(),
            )),
        }
    }
}

/// Checks that the moves lead to the position that the file shows. Without built-in rules of the variant, or if these refuse what the
/// trusted side of the file played, nothing is known.
fn check_position(bug: &Bug) -> Result<(), String> {
    let mut oracle = backend::oracle(&bug.rulings);
    let Ok(view) = oracle.of(bug.variant) else { return Ok(()) };
    let is_of_oracle = bug.a.without.is_empty() && !bug.a.backend.as_deref().is_some_and(backend::is_program);
    match bug.path().canonical(view) {
        Ok(reached) if is_of_oracle && view.read(&bug.vfen).as_ref() != Ok(&reached) => {
            Err(format!("`{}`; `root` and `moves` lead to `{reached}`", bug.vfen))
        }
        _ => Ok(()),
    }
}

/// The rulings that differ from the defaults, as `NAME=VALUE`.
pub fn other_readings(bug: &Bug) -> Vec<String> {
    let of_variant = Ruling::of_variant(bug.variant);
    let other =
        of_variant.filter(|ruling| bug.rulings.get(ruling.name) != Rulings::default().get(ruling.name));
    other.filter_map(|ruling| Some(format!("{}={}", ruling.name, bug.rulings.get(ruling.name)?))).collect()
}
