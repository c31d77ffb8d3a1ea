//! `vperft perft` and `vperft divide`: long counts with progress, which Ctrl-C ends early with the finished moves.
//!
//! Both count in the same way. `perft` prints the total; `divide` also prints the count below each move. In JSON, the total is `count`
//! for `perft` and `total` for `divide`. `perft --classes` prints its own table.

mod bar;
mod classes;

use crate::args::count::{CountArgs, MEGABYTE};
use crate::args::position::{PositionArgs, PositionQuestion};
use crate::args::value::{Format, MAX_DEPTH, number};
use crate::exit::{CliError, Exit};
use crate::{interrupt, output};
use bar::{Bar, rate};
use serde_json::{Map, Value, json};
use std::time::Instant;
use vperft::inner::backend::engine_text::shorten;
use vperft::inner::backend::{BackendError, Registry};
use vperft::inner::game::notation::Entry;
use vperft::inner::game::perft::{Count, Tally};
use vperft::inner::game::variant::{Variant, VariantId};
use vperft::inner::support::plural::plural;

/// Count the legal move sequences of a given length
///
/// Prints the total and nothing else to stdout. Ctrl-C prints the counts of the finished moves and ends with exit code 130; a
/// second Ctrl-C ends at once.
#[derive(Debug, clap::Args)]
pub struct PerftArgs {
    #[command(flatten)]
    shared: SharedArgs,
    /// The length in plies, at most 99
    #[arg(value_parser = number::<u32>(0, MAX_DEPTH))]
    depth: u32,
    /// Also count the captures, castles, promotions, checks, ... among the last moves
    ///
    /// Prints a row for every depth up to DEPTH, with the columns of published tables and those of effects that chess does not have.
    /// This visits every position and is much slower than a count.
    #[arg(long, conflicts_with = "hash")]
    classes: bool,
    /// Compare the counts of --classes with those of this backend, which is trusted
    ///
    /// The exit code is 1 if a count differs.
    #[arg(long, value_name = "NAME", requires = "classes")]
    against: Option<String>,
}

/// Split a perft count by the first move
///
/// Prints a sorted line `MOVE: COUNT` for every move, then `total: N`. Ctrl-C prints the counts of the finished moves, without a
/// total, and ends with exit code 130; a second Ctrl-C ends at once.
#[derive(Debug, clap::Args)]
pub struct DivideArgs {
    #[command(flatten)]
    shared: SharedArgs,
    /// The length in plies, from 1 to 99
    #[arg(value_parser = number::<u32>(1, MAX_DEPTH))]
    depth: u32,
}

/// The arguments of both commands.
#[derive(Debug, clap::Args)]
struct SharedArgs {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    count: CountArgs,
    /// Output format
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

/// What a command prints of a count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    /// The total.
    Total,
    /// The count of every move, and the total.
    Moves,
}

/// Runs `vperft perft`.
pub fn perft(args: &PerftArgs, registry: &Registry) -> Result<Exit, CliError> {
    let SharedArgs { position, count, format } = &args.shared;
    if args.classes {
        let is_json = *format == Format::Json;
        return classes::run(position, count, args.depth, args.against.as_deref(), is_json, registry);
    }
    self::count(&args.shared, args.depth, Detail::Total, registry)
}

/// Runs `vperft divide`.
pub fn divide(args: &DivideArgs, registry: &Registry) -> Result<Exit, CliError> {
    count(&args.shared, args.depth, Detail::Moves, registry)
}

fn count(args: &SharedArgs, depth: u32, detail: Detail, registry: &Registry) -> Result<Exit, CliError> {
    let mut question = args.position.question(registry)?;
    let counted = Counted::count(&args.count, &mut question, depth, detail)?;
    match args.format {
        Format::Human => counted.print(detail)?,
        Format::Json => output::json(&counted.json(&question, depth, detail))?,
    }
    Ok(if counted.tally.is_complete() { Exit::Success } else { Exit::Interrupted })
}

/// A finished count, or one that a signal ended early.
struct Counted {
    /// The moves, sorted by their texts, with the counts of those that are finished.
    tally: Tally<String>,
    /// The counted nodes, including those of unfinished moves.
    nodes: u128,
    seconds: f64,
}

impl Counted {
    /// Counts below a position.
    fn count(
        args: &CountArgs,
        question: &mut PositionQuestion,
        depth: u32,
        detail: Detail,
    ) -> Result<Self, CliError> {
        let resources = args.resources()?;
        let bar = Bar::new();
        interrupt::stop_on_signal();
        let start = Instant::now();
        let answer = question.ask(|view, path| match detail {
            Detail::Total => view.total(path, depth, &resources, &bar),
            Detail::Moves => view.count(path, depth, &resources, &bar),
        });
        let seconds = start.elapsed().as_secs_f64();
        let reported = bar.finish();
        if answer.is_err() && interrupt::is_stopped() {
            output::note("interrupted: no move is finished, and the number of moves is unknown");
            interrupt::exit();
        }
        let mut tally = answer?;
        // A count that was stopped may have spent most of its nodes on unfinished moves.
        let nodes = if tally.is_complete() { tally.total } else { tally.total.max(reported) };
        tally.moves.sort();
        if question.is_program {
            check_moves(question.variant, &tally)?;
        }
        // A count of one ply looks nothing up.
        if args.hash.is_some() && tally.hash_bytes == 0 && depth > 1 {
            output::note("note: counted without a hash table; the backend does not support one here");
        }
        Ok(Self { tally, nodes, seconds })
    }

    /// Prints the counts to stdout and the speed to stderr.
    fn print(&self, detail: Detail) -> Result<(), CliError> {
        let rate = rate(self.nodes, self.seconds).map_or_else(String::new, |rate| format!(", {rate}"));
        output::note(format_args!("{:.3} s{rate}", self.seconds));
        let total = self.tally.total;
        match (self.tally.is_complete(), detail) {
            (true, Detail::Total) => output::line(total),
            (true, Detail::Moves) => {
                self.print_moves()?;
                output::line(format_args!("total: {total}"))
            }
            (false, _) => {
                self.print_moves()?;
                self.print_unfinished()
            }
        }
    }

    fn print_moves(&self) -> Result<(), CliError> {
        self.finished().try_for_each(|(text, count)| output::line(format_args!("{text}: {count}")))
    }

    /// Prints the end of a count that was stopped. No line is a number alone or could be mistaken for the total.
    fn print_unfinished(&self) -> Result<(), CliError> {
        let (unfinished, moves) = (self.tally.unfinished(), self.tally.moves.len());
        output::note(format_args!("interrupted: {unfinished} of {} unfinished", plural(moves, "move")));
        output::line(format_args!("sum of the finished moves: {}", self.tally.total))?;
        output::line(format_args!("unfinished moves: {unfinished}"))
    }

    /// The JSON answer. The total of a stopped count is null; its `finished` is the sum of the finished moves.
    fn json(&self, question: &PositionQuestion, depth: u32, detail: Detail) -> Value {
        let tally = &self.tally;
        let mut answer = json!({ "variant": question.variant, "vfen": question.vfen, "depth": depth });
        let is_complete = tally.is_complete();
        if detail == Detail::Moves || !is_complete {
            let moves = self.finished().map(|(text, count)| (text.clone(), json!(Count(count))));
            answer["moves"] = moves.collect::<Map<_, _>>().into();
        }
        let total = if detail == Detail::Moves { "total" } else { "count" };
        answer[total] = if is_complete { json!(Count(tally.total)) } else { Value::Null };
        if !is_complete {
            let unfinished = tally.moves.iter().filter(|(_, count)| count.is_none());
            answer["finished"] = json!(Count(tally.total));
            answer["unfinished"] = unfinished.map(|(text, _)| text.as_str()).collect();
        }
        answer["complete"] = is_complete.into();
        answer["seconds"] = self.seconds.into();
        answer["threads"] = tally.threads.into();
        // The table has whole buckets, so it may be slightly smaller than requested.
        answer["hash_mb"] = tally.hash_bytes.div_ceil(MEGABYTE).into();
        answer
    }

    fn finished(&self) -> impl Iterator<Item = (&String, u128)> {
        self.tally.moves.iter().filter_map(|(text, count)| Some((text, (*count)?)))
    }
}

/// Checks that a program has counted below moves, and below each move once.
fn check_moves(variant: VariantId, tally: &Tally<String>) -> Result<(), CliError> {
    let broken = |text: &str, problem: &str| {
        let problem = format!("answered with the move `{}`, {problem}", shorten(text));
        Err(CliError::Backend(BackendError::Protocol(problem)))
    };
    for (text, _) in &tally.moves {
        if let Err(error) = Entry::parse(Variant::get(variant), text) {
            return broken(text, &format!("which is none: {error}"));
        }
    }
    match tally.moves.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        Some(pair) => broken(&pair[0].0, "which occurs more than once"),
        None => Ok(()),
    }
}
