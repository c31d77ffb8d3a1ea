//! `vperft fuzz`.

mod causes;

use crate::backend::{BackendError, Options, Pair, PositionPath, Registry};
use crate::cli::args::accused::Accused;
use crate::cli::args::backend;
use crate::cli::args::backend::Format;
use crate::cli::args::pair::PairArgs;
use crate::cli::args::value::{clause, number};
use crate::cli::exit::{CliError, Exit};
use crate::cli::output;
use crate::cli::output::{bug, file};
use crate::corpus::relation::Relation;
use crate::game::perft::Resources;
use crate::game::variant::{Clause, Rulings, VariantId};
use crate::lab::bug::{Bug, Probe, Surroundings};
use crate::lab::descend::{Kind, Side};
use crate::lab::fuzz;
use crate::lab::fuzz::{Comparison, Difference, FoundDifference, FuzzOutcome, FuzzSettings, Origin, Stats};
use crate::report::findings;
use crate::report::findings::SideNames;
use indicatif::{ProgressBar, ProgressStyle};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;

/// Compare two backends on random and constructed positions
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// The variants; all the backends have if none is given
    #[arg(value_parser = crate::cli::args::variant::named())]
    variants: Vec<VariantId>,
    #[command(flatten)]
    pair: PairArgs,
    /// Compare this backend with itself, opened twice, instead of two others
    #[arg(long, value_name = "NAME", conflicts_with_all = ["a", "b"])]
    backend: Option<String>,
    /// Also hold the answers of the second backend against each other, which needs no other backend to be right: positions reached
    /// by moves and given as text, keys, statuses, mirrored positions, rights, threads, as docs/relations.md says
    #[arg(long)]
    relations: bool,
    /// Take another reading of a ruling in both, such as archer-slide=move-only (repeatable)
    #[arg(long = "ruling", value_name = "NAME=VALUE")]
    rulings: Vec<String>,
    /// Switch a clause of the rules off in the second backend, such as RYU-EP, to see it found (repeatable)
    #[arg(long = "b-without", value_name = "CLAUSE", value_parser = clause)]
    b_without: Vec<Clause>,
    /// How many positions of each variant to compare
    #[arg(long, alias = "positions", value_name = "N", default_value_t = 100_000, value_parser = number::<u64>(0, u64::MAX))]
    count: u64,
    /// The seed of everything random: the same seed compares the same positions, with any number of jobs
    #[arg(long, default_value_t = 1, value_parser = number::<u64>(0, u64::MAX))]
    seed: u64,
    /// Compare just this position
    #[arg(long, value_name = "VFEN", conflicts_with_all = ["count", "seed", "jobs"])]
    vfen: Option<String>,
    /// The position given occurs in games: if both refuse it, that is a difference as well
    #[arg(long, requires = "vfen")]
    reached: bool,
    /// How many threads to compare with; as many as there are cores if not given
    #[arg(long, value_name = "N", value_parser = number::<NonZeroUsize>(1, usize::MAX as u64))]
    jobs: Option<NonZeroUsize>,
    /// Go on past differences, to so many distinct causes of all variants together: each is made as small as it gets, as `shrink`
    /// does, and what is known to be of one of them is only counted
    #[arg(long, value_name = "N", conflicts_with = "vfen", value_parser = number::<NonZeroUsize>(1, u32::MAX.into()))]
    causes: Option<NonZeroUsize>,
    /// Pass over the known failures of the second backend, the TOML file of `run --expect`: entries whose pattern for cases fits
    /// VARIANT/fuzz, such as 'ryugi/*'. Without --causes, up to the first other one
    #[arg(long, value_name = "FILE", conflicts_with = "vfen")]
    expect: Option<PathBuf>,
    /// With --causes, how many questions both may be asked together to make a difference as small as it gets
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = number::<u64>(1, u64::MAX))]
    max_requests: u64,
    /// Write the first difference to this bug file, for `vperft repro`; of several causes, each to a file in this folder
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
    /// How to print the results
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

/// What came of one variant.
struct Row {
    variant: VariantId,
    outcome: FuzzOutcome,
}

pub(crate) fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    let mut args = args.clone();
    if let Some(name) = args.backend.take() {
        args.pair.set_both(name);
    }
    let args = &args;
    let asked = if args.variants.is_empty() { VariantId::all() } else { args.variants.clone() };
    let options = |without| -> Result<Options, CliError> {
        args.pair.options(backend::options(&args.rulings, without, &asked)?)
    };
    let (a, b) = (options(&[])?, options(&args.b_without)?);
    args.check_out()?;
    let known = causes::known(args)?;
    let mut pair = args.pair.open(registry, &a, &b)?;
    for backend in [&pair.a, &pair.b] {
        backend::tell_contradictions(backend.as_ref(), &args.rulings);
    }
    let variants = args.pair.variants(&pair, &args.variants)?;
    if let Some(known) = &known {
        known.validate_backend(&pair.b.identity())?;
    }
    let sides = args.sides(&pair);
    if let Some(most) = args.most() {
        let task = causes::Task { args, registry, options: [&a, &b], known: known.as_ref() };
        return task.run(&variants, most, &sides);
    }
    let rows = match &args.vfen {
        Some(vfen) => {
            let [variant] = args.variants[..] else {
                return Err(CliError::Usage("--vfen needs exactly one variant".into()));
            };
            vec![args.given(&mut pair, variant, vfen)?]
        }
        None => {
            let open = || args.pair.open_again(registry, &a, &b);
            let mut rows = Vec::new();
            for variant in variants {
                let settings = FuzzSettings {
                    variant,
                    rulings: &a.rulings,
                    relations: args.relations,
                    positions: args.count,
                    seed: args.seed,
                    jobs: args.jobs(),
                };
                let bar = progress_bar(variant, args.count);
                let outcome = fuzz::run(&settings, &open, &|positions| bar.inc(positions));
                bar.finish_and_clear();
                rows.push(Row { variant, outcome: outcome.map_err(CliError::Backend)? });
                if rows.iter().any(|row| row.outcome.found.is_some()) {
                    break;
                }
            }
            rows
        }
    };
    let printed = match args.format {
        Format::Human => args.print(&rows, &sides),
        Format::Json => output::bounded_json(args.json(&rows, &sides)),
    };
    // A difference stands whether or not it was read to its end.
    output::unless_closed(printed, ())?;
    if let Some(path) = &args.out {
        let open = || args.pair.open_again(registry, &a, &b);
        let bugs = rows.iter().filter_map(|row| Some((row.variant, row.outcome.found.as_ref()?)));
        let bugs = bugs.map(|(variant, found)| args.bug(variant, found, &a.rulings, &open));
        let bugs = bugs.collect::<Result<Vec<_>, _>>().map_err(CliError::Backend)?;
        bug::write(path, &bugs.into_iter().flatten().collect::<Vec<_>>())?;
    }
    let differs = rows.iter().any(|row| row.outcome.found.is_some());
    Ok(if differs { Exit::Failed } else { Exit::Success })
}

/// How often a flaky backend is asked for the answer that differed.
const TRIES: u32 = 40;

/// Where to ask to see a difference, what kind of mistake it is, and the questions of which one shows it.
fn questions(difference: &Difference) -> (Vec<String>, Kind, Vec<Probe>) {
    let here = |kind, probe| (Vec::new(), kind, vec![probe]);
    match difference {
        Difference::Answer { .. } | Difference::BothRefuse { .. } => {
            let probes = vec![
                Probe::Read,
                Probe::Moves,
                Probe::Status,
                Probe::Perft { depth: 1 },
                Probe::Perft { depth: 2 },
            ];
            (Vec::new(), Kind::NoAnswer, probes)
        }
        Difference::Vfen { .. } => here(Kind::Child, Probe::Read),
        Difference::Status { .. } => here(Kind::Status, Probe::Status),
        Difference::Moves { .. } => here(Kind::Set, Probe::Moves),
        Difference::Child { text, .. } => here(Kind::Child, Probe::After { text: text.clone() }),
        Difference::ChildStatus { text, .. } => (vec![text.clone()], Kind::Status, vec![Probe::Status]),
        Difference::LineStatus { moves, .. } => (moves.clone(), Kind::Status, vec![Probe::Status]),
        Difference::Count { depth, .. } => here(Kind::SumOnly, Probe::Perft { depth: *depth }),
        Difference::Relation(broken) => here(Kind::Relation, Probe::Relation { relation: broken.relation }),
        Difference::Inconsistent { .. } => {
            here(Kind::Relation, Probe::Relation { relation: Relation::Count })
        }
    }
}

/// The bug file about the first of the differences at a position that shows again.
fn bug_of_position(
    surroundings: &Surroundings<'_>,
    found: &FoundDifference,
    a: &mut Side<'_>,
    b: &mut Side<'_>,
) -> Result<Option<Bug>, BackendError> {
    for difference in &found.differences {
        let (moves, kind, probes) = questions(difference);
        let kind = if found.flaky { Kind::Flaky } else { kind };
        let place = PositionPath { vfen: &found.vfen, moves: &moves };
        // One that answers now this and now that may need to be asked a few times.
        for _ in 0..if found.flaky { TRIES } else { 1 } {
            let bug = surroundings.of_position(place, kind, &probes, a, b)?;
            if bug.is_some() {
                return Ok(bug);
            }
        }
    }
    Ok(None)
}

/// A bar on stderr; it draws nothing unless that is a terminal.
fn progress_bar(variant: VariantId, length: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {elapsed:>4} {wide_bar} {percent:>3} %  {eta} left");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(length).with_style(style).with_message(variant.name())
}

impl Args {
    /// Compares one position.
    fn given(&self, pair: &mut Pair, variant: VariantId, vfen: &str) -> Result<Row, CliError> {
        let mut outcome = FuzzOutcome::default();
        let found = |differences| Some(FoundDifference::new(0, Origin::Given, vfen.to_owned(), differences));
        match fuzz::compare_related(pair, variant, vfen, true, self.relations).map_err(CliError::Backend)? {
            Comparison::Same(survey) => outcome.stats = Stats::given(&survey),
            Comparison::Refused { a, b } => {
                outcome.stats.add_refusal(&a, &b, vfen);
                if self.reached {
                    outcome.found = found(vec![Difference::both_refuse(&a, &b)]);
                }
            }
            Comparison::Different(differences) => outcome.found = found(differences),
        }
        Ok(Row { variant, outcome })
    }

    /// The bug file about a position at which the backends differ, if they do when they are asked again.
    fn bug(
        &self,
        variant: VariantId,
        found: &FoundDifference,
        rulings: &Rulings,
        open: &dyn Fn() -> Pair,
    ) -> Result<Option<Bug>, BackendError> {
        let Pair { a, b } = open();
        let [name, other] = self.pair.names();
        let sides = [(Some(name), a.identity()), (Some(other), b.identity())];
        let surroundings = bug::surroundings(variant, rulings, sides, &self.b_without, self.pair.program());
        let (open_a, open_b) = (|| open().a, || open().b);
        let mut a = Side::new(a, &open_a, variant, Resources::default());
        let mut b = Side::new(b, &open_b, variant, Resources::default());
        bug_of_position(&surroundings, found, &mut a, &mut b)
    }

    /// How many causes to find, if it goes on past the first difference.
    fn most(&self) -> Option<usize> {
        let one = self.expect.as_ref().map(|_| 1);
        self.causes.map(NonZeroUsize::get).or(one)
    }

    /// Demands that what is found can be written.
    fn check_out(&self) -> Result<(), CliError> {
        match &self.out {
            Some(path) if self.most().is_some() && path.exists() && !path.is_dir() => Err(CliError::Usage(
                format!("--out {}: expected a folder for the bug files of several causes", path.display()),
            )),
            Some(path) if self.most().is_none() => Ok(file::check_writable(path)?),
            _ => Ok(()),
        }
    }

    fn accused(&self) -> Accused<'_> {
        let [_, name] = self.pair.names();
        Accused { name, rulings: &self.rulings, without: &self.b_without, program: self.pair.program() }
    }

    fn jobs(&self) -> usize {
        self.jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get)
    }

    fn sides(&self, pair: &Pair) -> SideNames {
        SideNames { a: pair.a.identity(), b: self.accused().named(pair.b.identity()) }
    }

    /// The command that compares just this position.
    fn replay(&self, variant: VariantId, found: &FoundDifference) -> String {
        let mut words = ["vperft", "fuzz", variant.name()].map(String::from).to_vec();
        words.extend(self.pair.words());
        words.extend(backend::ruling_words(&self.rulings, variant.name()));
        words.extend(backend::clause_words("--b-without", &self.b_without, variant.name()));
        words.extend(self.relations.then(|| "--relations".to_owned()));
        words.extend(["--vfen".to_owned(), found.vfen.clone()]);
        words.extend(found.is_refusal_of_both().then(|| "--reached".to_owned()));
        output::command(&words)
    }

    fn print(&self, rows: &[Row], sides: &SideNames) -> Result<(), CliError> {
        for Row { variant, outcome } in rows {
            if let Some(found) = &outcome.found {
                let replay = self.replay(*variant, found);
                output::line(findings::difference(*variant, found, sides, &replay, output::is_coloured()))?;
            } else if self.vfen.is_none() {
                output::line(findings::coverage(*variant, &outcome.stats))?;
            }
        }
        for Row { variant, outcome } in rows {
            for reasons in &outcome.stats.other_reasons {
                output::line(findings::other_refusals(*variant, reasons))?;
            }
        }
        let rows: Vec<_> = rows.iter().map(|row| (row.variant, &row.outcome.stats)).collect();
        output::line(findings::tallies(&rows))
    }

    fn json(&self, rows: &[Row], sides: &SideNames) -> serde_json::Value {
        let entry = |row: &Row| {
            let mut found = serde_json::json!(row.outcome.found);
            if let Some(difference) = &row.outcome.found {
                found["replay"] = self.replay(row.variant, difference).into();
            }
            serde_json::json!({ "variant": row.variant, "stats": row.outcome.stats, "difference": found })
        };
        let rows: Vec<_> = rows.iter().map(entry).collect();
        serde_json::json!({ "a": sides.a, "b": sides.b, "seed": self.seed, "variants": rows })
    }
}
