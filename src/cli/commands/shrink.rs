//! `vperft shrink`.

use super::descend::Bar;
use crate::backend::{BackendError, PositionPath, Registry};
use crate::cli::args::accused::Accused;
use crate::cli::args::backend;
use crate::cli::args::backend::{Format, LONGEST, ProgramArgs};
use crate::cli::args::position::PlaceArgs;
use crate::cli::args::value::{clause, number};
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::{bug, file};
use crate::cli::{interrupt, output};
use crate::game::perft::{Observer as _, Resources};
use crate::game::variant::Clause;
use crate::lab::bug::Bug;
use crate::lab::clause_switch::ClauseSwitch;
use crate::lab::descend::{Cause, Descent, ReportedCounts, Side};
use crate::lab::shrink::{End, ShrinkResult, ShrinkSettings};
use crate::lab::{descend, shrink};
use crate::report::findings;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

/// Make a position at which two backends differ as small as it gets
///
/// Men are taken off, replaced by plainer ones and moved together, rights and moves dropped and counters lowered, as long as both
/// differ in the same way: with the same kind of mistake, about the same clause, in moves of the same pieces. With --depth they
/// may differ below the position; docs/reproducing.md has an example.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    place: PlaceArgs,
    /// Walk down to the first positions at which they differ, as `descend` does, through so many plies at most; without it they
    /// have to differ at the position itself
    #[arg(long, value_name = "N", value_parser = number::<u32>(1, LONGEST))]
    depth: Option<u32>,
    /// The backend that is believed
    #[arg(long, value_name = "NAME", default_value = backend::DEFAULT)]
    a: String,
    /// The backend that answers otherwise
    #[arg(long, value_name = "NAME")]
    b: String,
    /// Take another reading of a ruling in both, such as archer-slide=move-only (repeatable)
    #[arg(long = "ruling", value_name = "NAME=VALUE")]
    rulings: Vec<String>,
    /// Switch a clause of the rules off in the second backend, such as RYU-EP, to see it shrunk (repeatable)
    #[arg(long = "b-without", value_name = "CLAUSE", value_parser = clause)]
    b_without: Vec<Clause>,
    /// How many distinct causes to shrink
    #[arg(long, value_name = "N", default_value = "1", value_parser = number::<NonZeroUsize>(1, u32::MAX.into()))]
    causes: NonZeroUsize,
    /// How many questions both may be asked together to shrink a cause
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = number::<u64>(1, u64::MAX))]
    max_requests: u64,
    /// Write what is found to this bug file too, for `vperft repro`; several to files with numbers beside it
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    program: ProgramArgs,
    /// How to print what is found
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

pub(crate) fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    let variant = args.place.variant;
    let names = [args.a.as_str(), args.b.as_str()];
    let options = |without: &[Clause]| {
        args.program.options(backend::options(&args.rulings, without, &[variant])?, &names)
    };
    args.out.as_deref().map_or(Ok(()), file::check_writable)?;
    let (a, b) = (options(&[])?, options(&args.b_without)?);
    let mut believed = backend::open(registry, &args.a, &a)?;
    let mut accused = backend::open(registry, &args.b, &b)?;
    backend::tell_contradictions(accused.as_ref(), &args.rulings);
    backend::view(accused.as_mut(), variant).map_err(CliError::Backend)?;
    let start = args.place.start(&a.rulings)?;
    let played = args.place.play(believed.as_mut(), &start)?;
    let root = PositionPath { vfen: &start, moves: &played.moves };
    let threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let resources = Resources { threads, hash_bytes: 0 };
    let open_a = || backend::open_again(registry, &args.a, &a);
    let open_b = || backend::open_again(registry, &args.b, &b);
    let mut a = Side::new(believed, &open_a, variant, resources).stop_if(interrupt::is_stopped);
    let mut b = Side::new(accused, &open_b, variant, resources).stop_if(interrupt::is_stopped);
    interrupt::stop_run();
    let began = Instant::now();
    let bar = Bar::new();
    let outcome = args.shrunk(root, &mut a, &mut b, &bar, registry);
    bar.0.finish_and_clear();
    if outcome.is_err() && interrupt::is_stopped() {
        output::note("ended before anything was found");
        return Ok(Exit::Interrupted);
    }
    let (shrunk, bugs) = outcome.map_err(|error| CliError::answer(error, &played.vfen))?;
    let asked = [a.requests, b.requests];
    let sides = findings::SideNames { a: a.identity(), b: args.accused().named(b.identity()) };
    let told = Told { args, root, end: &played.vfen, sides, asked, shrunk: &shrunk, took: began.elapsed() };
    let printed = match args.format {
        Format::Human => told.print(),
        Format::Json => output::bounded_json(told.json()),
    };
    output::unless_closed(printed, ())?;
    if let Some(path) = &args.out {
        bug::write(path, &bugs)?;
    }
    Ok(match (bar.is_stopped(), shrunk.is_empty()) {
        (true, _) => Exit::Interrupted,
        (false, true) => Exit::Success,
        (false, false) => Exit::Failed,
    })
}

impl Args {
    fn accused(&self) -> Accused<'_> {
        Accused { name: &self.b, rulings: &self.rulings, without: &self.b_without, program: &self.program }
    }

    /// The causes at a place or below it, each as small as it gets, and the bug files about them if there are to be any.
    fn shrunk(
        &self,
        root: PositionPath<'_>,
        a: &mut Side<'_>,
        b: &mut Side<'_>,
        bar: &Bar,
        registry: &Registry,
    ) -> Result<(Vec<ShrinkResult>, Vec<Bug>), BackendError> {
        let variant = self.place.variant;
        let (causes, depth) = self.causes(root, a, b, bar)?;
        // They were read before.
        let rulings = backend::options(&self.rulings, &[], &[variant])
            .map(|options| options.rulings)
            .unwrap_or_default();
        let open = |off| backend::without(registry, &rulings, off);
        let clause_switch = ClauseSwitch::new(variant, &open);
        let sides = [(Some(self.a.as_str()), a.identity()), (Some(self.b.as_str()), b.identity())];
        let surroundings = bug::surroundings(variant, &rulings, sides, &self.b_without, &self.program);
        let (mut shrunk, mut bugs): (Vec<ShrinkResult>, _) = (Vec::new(), Vec::new());
        for cause in causes {
            if bar.is_stopped() && !shrunk.is_empty() {
                break;
            }
            let depth = depth.saturating_sub(u32::try_from(cause.path.len()).unwrap_or(depth));
            let shrinking = ShrinkSettings {
                variant,
                rulings: &rulings,
                root,
                depth,
                max_requests: self.max_requests,
                clause_switch: Some(&clause_switch),
            };
            let small = shrink::shrink(&shrinking, &cause, a, b, bar)?;
            if self.out.is_some() {
                match surroundings.of_shrunk(&small, depth, a, b) {
                    Ok(bug) => bugs.extend(bug),
                    // What was found is told all the same.
                    Err(error) => output::note(format_args!("no bug file: {}", output::plain(error))),
                }
            }
            shrunk.push(small);
        }
        Ok((shrunk, bugs))
    }

    /// The causes to shrink, and how many plies were counted to find them. The fewest plies at which there are any are enough.
    fn causes(
        &self,
        root: PositionPath<'_>,
        a: &mut Side<'_>,
        b: &mut Side<'_>,
        bar: &Bar,
    ) -> Result<(Vec<Cause>, u32), BackendError> {
        let causes = self.causes.get();
        let Some(deepest) = self.depth else {
            return Ok((shrink::differences(self.place.variant, root, causes, a, b, bar)?, 1));
        };
        for depth in 1..=deepest {
            let descent = Descent { root, depth, causes };
            let found = descend::descend(&descent, a, Some(b), &ReportedCounts::default(), bar)?;
            if !found.causes.is_empty() || found.stopped {
                return Ok((found.causes, depth));
            }
        }
        Ok((Vec::new(), deepest))
    }
}

/// What was found, about to be told.
struct Told<'t> {
    args: &'t Args,
    root: PositionPath<'t>,
    /// The position after the moves of the root.
    end: &'t str,
    sides: findings::SideNames,
    /// How many questions each side was asked.
    asked: [u64; 2],
    shrunk: &'t [ShrinkResult],
    took: Duration,
}

impl Told<'_> {
    fn replay(&self, shrunk: &ShrinkResult) -> String {
        let place = PositionPath { vfen: &shrunk.vfen, moves: &shrunk.moves };
        self.args.accused().replay(self.args.place.variant, place, &shrunk.detail)
    }

    fn print(&self) -> Result<(), CliError> {
        let variant = self.args.place.variant;
        output::text(findings::compared(variant, self.shrunk.len(), interrupt::is_stopped(), &self.sides))?;
        for (number, shrunk) in (1..).zip(self.shrunk) {
            output::line(findings::shrunk(variant, number, shrunk, &self.replay(shrunk), output::style()))?;
        }
        let [a, b] = self.asked;
        output::note(format_args!("a was asked {a} times, b {b} times; {:.1} s", self.took.as_secs_f64()));
        if self.shrunk.iter().any(|shrunk| shrunk.end == End::MaxRequests) {
            output::note("ended by --max-requests: there may be a smaller position");
        }
        Ok(())
    }

    fn json(&self) -> serde_json::Value {
        let [a, b] = self.asked;
        let found = self.shrunk.iter().map(|shrunk| {
            let mut entry = serde_json::json!(shrunk);
            entry["replay"] = self.replay(shrunk).into();
            entry
        });
        serde_json::json!({
            "variant": self.args.place.variant,
            "root": self.root.vfen,
            "moves": self.root.moves,
            "vfen": self.end,
            "depth": self.args.depth,
            "a": { "identity": self.sides.a, "requests": a },
            "b": { "identity": self.sides.b, "requests": b },
            "found": found.collect::<Vec<_>>(),
            "seconds": self.took.as_secs_f64(),
        })
    }
}
