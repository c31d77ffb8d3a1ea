//! `vperft shrink`: makes a position at which two backends differ as small as possible.

use crate::args::backend;
use crate::args::pair::PairRulesArgs;
use crate::args::position::PlaceArgs;
use crate::args::program::ProgramArgs;
use crate::args::selected::{Choice, Given, SelectedPair};
use crate::args::value::{Format, MAX_DEPTH, number};
use crate::commands::common::bug_files;
use crate::commands::common::comparison::SearchBar;
use crate::exit::{CliError, Exit};
use crate::output::file;
use crate::{interrupt, output};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};
use vperft::inner::backend::{BackendError, PositionPath, Registry};
use vperft::inner::game::perft::{Observer as _, Resources};
use vperft_lab::differences::bug::Bug;
use vperft_lab::differences::clause_switch::ClauseSwitch;
use vperft_lab::differences::descend::{Cause, Descent, ReportedCounts, Side};
use vperft_lab::differences::search::SearchEnd;
use vperft_lab::differences::shrink::{ShrinkResult, ShrinkSettings};
use vperft_lab::differences::{descend, shrink};
use vperft_pages::report::findings;

/// Make a position at which two backends differ as small as possible
///
/// Removes pieces, replaces them by simpler ones and moves them together, drops rights and moves, and lowers counters, as long as
/// both backends still differ in the same way: the same kind of mistake, about the same clause, in moves of the same pieces.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: PlaceArgs,
    /// Search up to N plies below the position for differences, as `descend` does
    ///
    /// Without it, the backends must differ at the position itself.
    #[arg(long, value_name = "N", value_parser = number::<u32>(1, MAX_DEPTH))]
    depth: Option<u32>,
    /// The trusted backend [default: fast, reference with --ruling, or data if the rules are in variant.json alone]
    #[arg(long, value_name = "NAME")]
    a: Option<String>,
    /// The backend whose answers differ
    #[arg(long, value_name = "NAME")]
    b: String,
    #[command(flatten)]
    rules: PairRulesArgs,
    /// Shrink at most N distinct causes
    #[arg(long, value_name = "N", default_value = "1", value_parser = number::<NonZeroUsize>(1, u32::MAX.into()))]
    causes: NonZeroUsize,
    /// Ask both backends at most N questions for each cause
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = number::<u64>(1, u64::MAX))]
    max_requests: u64,
    /// Write the results to bug files for `vperft repro`
    ///
    /// The first goes to FILE, the others next to it, with numbers in their names.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    program: ProgramArgs,
    /// Output format
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

pub fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    let variant = args.place.variant;
    args.out.as_deref().map_or(Ok(()), file::check_out)?;
    let given = Given { registry, rulings: &args.rules.rulings, program: &args.program };
    let default = backend::trusted_for(variant, given.rulings.is_empty());
    let choices = [Choice::or_default(args.a.as_deref(), default), Choice::named(&args.b)];
    let pair = SelectedPair::new(given, choices, &args.rules.b_without, &[variant])?;
    let (mut believed, mut other) = (pair.a.open()?, pair.b.open_noting()?);
    backend::view(other.as_mut(), variant).map_err(CliError::Backend)?;
    let start = args.place.start(&pair.a.options.rulings)?;
    let played = args.place.play(believed.as_mut(), &start)?;
    let root = PositionPath { vfen: &start, moves: &played.moves };
    let threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let resources = Resources { threads, hash_bytes: 0 };
    let (open_a, open_b) = (|| pair.a.open_again(), || pair.b.open_again());
    let mut a = Side::new(believed, &open_a, variant, resources).stop_if(interrupt::is_stopped);
    let mut b = Side::new(other, &open_b, variant, resources).stop_if(interrupt::is_stopped);
    interrupt::stop_on_signal();
    let began = Instant::now();
    let bar = SearchBar::new();
    let outcome = args.shrunk(&pair, root, &mut a, &mut b, &bar);
    bar.finish();
    if outcome.is_err() && interrupt::is_stopped() {
        output::note("interrupted: nothing was found so far");
        return Ok(Exit::Interrupted);
    }
    let (shrunk, bugs) = outcome.map_err(|error| CliError::answer(error, &played.vfen))?;
    let asked = [a.requests, b.requests];
    let sides = findings::SideNames { a: a.identity(), b: pair.b.label(b.identity()) };
    let report = Report {
        args,
        pair: &pair,
        root,
        end: &played.vfen,
        sides,
        asked,
        shrunk: &shrunk,
        took: began.elapsed(),
    };
    let printed = match args.format {
        Format::Human => report.print(),
        Format::Json => output::bounded_json(report.json()),
    };
    output::unless_closed(printed, ())?;
    if let Some(path) = &args.out {
        bug_files::write(path, &bugs, &args.program)?;
    }
    Ok(Exit::after(bar.is_stopped(), shrunk.is_empty()))
}

impl Args {
    /// The shrunk causes, and their bug files if `--out` is given.
    fn shrunk(
        &self,
        pair: &SelectedPair<'_>,
        root: PositionPath<'_>,
        a: &mut Side<'_>,
        b: &mut Side<'_>,
        bar: &SearchBar,
    ) -> Result<(Vec<ShrinkResult>, Vec<Bug>), BackendError> {
        let variant = self.place.variant;
        let (causes, depth) = self.causes(root, a, b, bar)?;
        let rulings = &pair.a.options.rulings;
        let open = |off| Some(backend::without(rulings, off));
        let clause_switch = ClauseSwitch::new(variant, &open);
        let (right, wrong) = ((&pair.a, a.identity()), (Some(&pair.b), b.identity()));
        let context = bug_files::repro_context(variant, right, wrong);
        let (mut shrunk, mut bugs): (Vec<ShrinkResult>, _) = (Vec::new(), Vec::new());
        for cause in causes {
            if bar.is_stopped() && !shrunk.is_empty() {
                break;
            }
            let depth = depth.saturating_sub(u32::try_from(cause.path.len()).unwrap_or(depth));
            let shrinking = ShrinkSettings {
                variant,
                rulings,
                root,
                depth,
                max_requests: self.max_requests,
                clause_switch: Some(&clause_switch),
                accepts: None,
            };
            let small = shrink::shrink(&shrinking, &cause, a, b, bar)?;
            if self.out.is_some() {
                match context.of_shrunk(&small, depth, a, b) {
                    Ok(bug) => bugs.extend(bug),
                    Err(error) => output::note(format_args!("no bug file: {error}")),
                }
            }
            shrunk.push(small);
        }
        Ok((shrunk, bugs))
    }

    /// The causes to shrink, and the smallest depth at which there are any.
    fn causes(
        &self,
        root: PositionPath<'_>,
        a: &mut Side<'_>,
        b: &mut Side<'_>,
        bar: &SearchBar,
    ) -> Result<(Vec<Cause>, u32), BackendError> {
        let causes = self.causes.get();
        let Some(deepest) = self.depth else {
            return Ok((shrink::differences(self.place.variant, root, causes, a, b, bar)?, 1));
        };
        for depth in 1..=deepest {
            let descent = Descent { root, depth, causes };
            let found = descend::descend(&descent, a, Some(b), &ReportedCounts::default(), bar)?;
            if !found.causes.is_empty() || found.end == SearchEnd::Stopped {
                return Ok((found.causes, depth));
            }
        }
        Ok((Vec::new(), deepest))
    }
}

/// The results, to be printed.
struct Report<'t> {
    args: &'t Args,
    pair: &'t SelectedPair<'t>,
    root: PositionPath<'t>,
    /// The position after the moves of the root.
    end: &'t str,
    sides: findings::SideNames,
    /// The number of questions to each side.
    asked: [u64; 2],
    shrunk: &'t [ShrinkResult],
    took: Duration,
}

impl Report<'_> {
    fn replay(&self, shrunk: &ShrinkResult) -> String {
        let path = PositionPath { vfen: &shrunk.vfen, moves: &shrunk.moves };
        let SelectedPair { a, b } = self.pair;
        b.replay(a.name(), true, self.args.place.variant, path, 1, &shrunk.detail)
    }

    fn print(&self) -> Result<(), CliError> {
        let variant = self.args.place.variant;
        let is_walk = self.args.depth.is_some();
        let (causes, is_stopped) = (self.shrunk.len(), interrupt::is_stopped());
        let sides = self.sides.told_apart(self.pair.names());
        output::text(findings::compared(variant, causes, is_walk, is_stopped, &sides))?;
        for (number, shrunk) in (1..).zip(self.shrunk) {
            output::block(findings::shrunk(variant, number, shrunk, &self.replay(shrunk), output::style()))?;
        }
        let [a, b] = self.asked;
        output::note(format_args!("a was asked {a} times, b {b} times; {:.1} s", self.took.as_secs_f64()));
        if self.shrunk.iter().any(|shrunk| shrunk.end == SearchEnd::MaxRequests) {
            output::note("stopped by --max-requests: there may be a smaller position");
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
