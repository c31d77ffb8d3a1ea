//! `vperft repro`.

mod case;

use crate::backend::{Backend, Options, Registry};
use crate::cli::args::backend;
use crate::cli::args::backend::{Format, ProgramArgs};
use crate::cli::args::value::clause;
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::{bug, file};
use crate::cli::{interrupt, output};
use crate::game::perft::Resources;
use crate::game::variant::{Clause, Ruling, Rulings};
use crate::lab::bug::{Bug, Outcome};
use crate::lab::descend::Side;
use crate::report::findings;
use std::path::PathBuf;

/// Ask again what a bug file asks: 0 if the failure is gone, 1 if it is the same, 125 if neither can be said
///
/// A bug file is what `--out` of `descend`, `shrink`, `fuzz`, `import` and `run` writes. The codes are those that `git bisect run` takes. A program is
/// started only if it is named here, and not because the file names it.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The bug file
    #[arg(value_name = "FILE")]
    bug: PathBuf,
    /// The backend to ask; that of the file if it is built in and none is given
    #[arg(long, value_name = "NAME")]
    backend: Option<String>,
    /// The backend that is believed; that of the file if it is built in and none is given, and else its answer in the file
    #[arg(long, value_name = "NAME")]
    a: Option<String>,
    #[command(flatten)]
    program: ProgramArgs,
    /// Ask nobody, and print a report for a bug tracker
    #[arg(long, conflicts_with_all = ["case", "backend", "a", "format"])]
    markdown: bool,
    /// Ask nobody, and add the position and a case to the corpus of this folder, DIR/positions and DIR/suites, for `vperft bless`
    /// to find its values
    #[arg(long, value_name = "DIR", conflicts_with_all = ["backend", "a", "format"])]
    case: Option<PathBuf>,
    /// The id of the case, such as ryugi/pawn-beside-king
    #[arg(long, value_name = "ID", requires = "case")]
    id: Option<String>,
    /// A clause that the case is about, such as RYU-EP (repeatable)
    #[arg(long = "clause", value_name = "CLAUSE", value_parser = clause, requires = "case")]
    clauses: Vec<Clause>,
    /// How to print what came of it
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

pub(crate) fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    if args.markdown {
        let (bug, text) = args.read()?;
        output::text(findings::bug_in_markdown(&bug, &text, &bug::again(&args.bug, &bug)))?;
        return Ok(Exit::Success);
    }
    if let Some(folder) = &args.case {
        let (bug, _) = args.read()?;
        return case::add(&bug, folder, args.id.as_deref(), &args.clauses);
    }
    // Any other code would say of a commit that it is bad.
    match args.ask(registry) {
        Err(error @ CliError::Output(_)) => Err(error),
        Err(error) => {
            output::note(format_args!("error: {error}"));
            Ok(Exit::Untold)
        }
        exit => exit,
    }
}

impl Args {
    /// Reads the file.
    fn read(&self) -> Result<(Bug, String), CliError> {
        let text = file::read(&self.bug)?;
        let path = self.bug.display();
        let bug = Bug::read(&text)
            .map_err(|error| CliError::Input(output::plain(format_args!("{path}: {error}"))))?;
        Ok((bug, text))
    }

    /// Asks again, and prints what came of it.
    fn ask(&self, registry: &Registry) -> Result<Exit, CliError> {
        let (bug, _) = self.read()?;
        let name = self.other(&bug)?;
        // A program that the file names may be gone, or worse.
        let believed = self.a.as_ref().or(bug.a.backend.as_ref().filter(|name| !backend::is_program(name)));
        let names: Vec<_> = std::iter::once(name).chain(believed).map(String::as_str).collect();
        let without = if Some(name) == bug.b.backend.as_ref() { &bug.b.without[..] } else { &[] };
        let b = self.options(&bug, without, &names)?;
        let a = self.options(&bug, &bug.a.without, &names)?;
        let other = backend::open(registry, name, &b)?;
        let trusted = match believed.map(|name| backend::open(registry, name, &a)) {
            Some(Err(error)) if self.a.is_some() => return Err(error),
            Some(Ok(backend)) => Some(backend),
            Some(Err(_)) | None => None,
        };
        interrupt::handle();
        let open_a = || backend::open_again(registry, believed.map_or("", String::as_str), &a);
        let open_b = || backend::open_again(registry, name, &b);
        let resources = Resources::default();
        let asked = |backend: Box<dyn Backend>, open| Side::new(backend, open, bug.variant, resources);
        let mut trusted = trusted.map(|backend| asked(backend, &open_a as &dyn Fn() -> Box<dyn Backend>));
        let mut other = asked(other, &open_b);
        let again = crate::lab::bug::again(&bug, trusted.as_mut(), &mut other);
        let printed = match self.format {
            Format::Human => {
                output::text(findings::again(&bug, &again, &other.identity(), output::is_coloured()))
            }
            Format::Json => output::bounded_json(serde_json::json!({
                "variant": bug.variant, "vfen": bug.vfen, "kind": bug.kind, "question": bug.question,
                "identity": other.identity(), "again": again,
            })),
        };
        output::unless_closed(printed, ())?;
        Ok(match again.outcome {
            Outcome::Gone => Exit::Success,
            Outcome::Same => Exit::Failed,
            Outcome::Other | Outcome::Untold => Exit::Untold,
        })
    }

    /// The backend to ask.
    fn other<'n>(&'n self, bug: &'n Bug) -> Result<&'n String, CliError> {
        match (&self.backend, &bug.b.backend) {
            (Some(name), _) => Ok(name),
            (None, Some(name)) if !backend::is_program(name) => Ok(name),
            (None, Some(name)) => Err(CliError::Usage(format!(
                "the file names the program `{name}`, which is not started because a file says so; expected --backend, such as \
                 --backend '{name}'"
            ))),
            (None, None) => Err(CliError::Usage(
                "the file holds what somebody counted, and no backend that did; expected --backend NAME"
                    .into(),
            )),
        }
    }

    fn options(&self, bug: &Bug, without: &[String], names: &[&str]) -> Result<Options, CliError> {
        let off = without.iter().filter_map(|id| id.parse::<Clause>().ok()).collect();
        self.program.options(Options { rulings: bug.rulings.clone(), off, ..Options::default() }, names)
    }
}

/// The readings that are not the default ones, as `NAME=VALUE`.
pub(crate) fn other_readings(bug: &Bug) -> Vec<String> {
    let of_variant = Ruling::of(bug.variant);
    let other =
        of_variant.filter(|ruling| bug.rulings.get(ruling.name) != Rulings::default().get(ruling.name));
    other.filter_map(|ruling| Some(format!("{}={}", ruling.name, bug.rulings.get(ruling.name)?))).collect()
}
