//! Long counts: threads, hash table, progress, Ctrl-C.

use crate::backend::BackendError;
use crate::backend::programs::process::shorten;
use crate::cli::args::position::PositionQuestion;
use crate::cli::args::value::number;
use crate::cli::exit::{CliError, Exit};
use crate::cli::{interrupt, output};
use crate::game::notation::Entry;
use crate::game::perft::Count;
use crate::game::perft::{Observer, ProgressUpdate, Resources, Tally};
use crate::game::variant::{Variant, VariantId};
use crate::support::plural::plural;
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use serde_json::{Map, Value, json};
use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;
use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// The most threads. More are a typing error, and would be refused by the system without a clear word.
const MOST_THREADS: u64 = 1024;

/// How many bytes the MB of the command line are.
const MEGABYTE: usize = 1 << 20;

/// How a long count is to be made.
#[derive(Debug, clap::Args)]
pub(crate) struct CountArgs {
    /// How many threads count, at most 1024; as many as there are cores if not given
    #[arg(long, value_name = "N", value_parser = number::<u16>(1, MOST_THREADS))]
    threads: Option<u16>,
    /// Remember counts in a hash table of at most so many MB (of 2^20 bytes); without one if not given
    #[arg(long, value_name = "MB", value_parser = number::<u64>(1, u64::MAX))]
    hash: Option<u64>,
}

/// A count that has ended, early or not.
pub(crate) struct Counted {
    /// What was counted, the moves sorted by their texts.
    pub tally: Tally<String>,
    /// How many nodes were counted, of the moves that are not finished too.
    nodes: u128,
    /// How long it took.
    pub seconds: f64,
}

impl CountArgs {
    /// Counts below the position that the question is about.
    pub fn count(&self, question: &mut PositionQuestion, depth: u32) -> Result<Counted, CliError> {
        let resources = self.resources()?;
        let bar = Bar::new();
        interrupt::stop_first();
        let start = Instant::now();
        let answer = question.ask(|view, place| view.count(place, depth, &resources, &bar));
        let seconds = start.elapsed().as_secs_f64();
        bar.drawn.finish_and_clear();
        if answer.is_err() && interrupt::is_stopped() {
            output::note("interrupted: no move is finished, and how many there are is not known");
            interrupt::leave();
        }
        let mut tally = answer?;
        let told = bar.nodes.into_inner().unwrap_or_else(PoisonError::into_inner);
        // Of a count that was stopped, much may have been counted of moves that are not finished.
        let nodes = if tally.is_complete() { tally.total } else { tally.total.max(told) };
        tally.moves.sort();
        if question.is_program {
            check(question.variant, &tally)?;
        }
        // Nothing is looked up in so short a count.
        if self.hash.is_some() && tally.hash_bytes == 0 && depth > 1 {
            output::note("note: counted without a hash table; the backend cannot remember these counts");
        }
        Ok(Counted { tally, nodes, seconds })
    }

    /// The means that were asked for.
    pub fn resources(&self) -> Result<Resources, CliError> {
        let cores =
            || thread::available_parallelism().map_or(1, NonZeroUsize::get).min(MOST_THREADS as usize);
        let threads = self.threads.map_or_else(cores, usize::from);
        let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
        Ok(Resources { threads, hash_bytes: self.hash.map_or(Ok(0), hash_bytes)? })
    }
}

/// Demands that what a program has counted are moves, and each there once.
fn check(variant: VariantId, tally: &Tally<String>) -> Result<(), CliError> {
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
        Some(pair) => broken(&pair[0].0, "which is there more than once"),
        None => Ok(()),
    }
}

/// The size of a table in bytes, if there is so much memory. The system would give more than there is, and
/// end the program when the table fills up.
pub(crate) fn hash_bytes(megabytes: u64) -> Result<usize, CliError> {
    let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(memory);
    // The files that a container has read into memory make way, so they do not count.
    let limit = system.cgroup_limits();
    let limit = limit.map_or(u64::MAX, |limit| limit.total_memory.saturating_sub(limit.rss));
    let free = system.available_memory().min(limit);
    let bytes = usize::try_from(megabytes).ok().and_then(|megabytes| megabytes.checked_mul(MEGABYTE));
    bytes.filter(|&bytes| bytes as u64 <= free).ok_or_else(|| {
        let free = free / MEGABYTE as u64;
        CliError::Usage(format!("--hash {megabytes}: {free} MB of memory are free"))
    })
}

/// A bar on stderr; it draws nothing unless that is a terminal.
struct Bar {
    drawn: ProgressBar,
    /// The nodes that were counted when it last advanced.
    nodes: Mutex<u128>,
}

impl Bar {
    const STEPS: u64 = 1_000_000;

    fn new() -> Self {
        let style = ProgressStyle::with_template("{elapsed:>4} {wide_bar} {percent:>3} %  {msg}  {eta} left");
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
        Self { drawn: ProgressBar::new(Self::STEPS).with_style(style), nodes: Mutex::new(0) }
    }
}

impl Observer<ProgressUpdate> for Bar {
    fn event(&self, progress: &ProgressUpdate) {
        let nodes = u64::try_from(progress.nodes).unwrap_or(u64::MAX);
        let rate = rate(progress.nodes, progress.elapsed.as_secs_f64());
        let rate = rate.map_or_else(String::new, |rate| format!("  {rate}"));
        *self.nodes.lock().unwrap_or_else(PoisonError::into_inner) = progress.nodes;
        self.drawn.set_message(format!("{} nodes{rate}", HumanCount(nodes)));
        self.drawn.set_position((progress.fraction * Self::STEPS as f64) as u64);
    }

    fn is_stopped(&self) -> bool {
        interrupt::is_stopped()
    }
}

/// How fast nodes were counted; nothing can be said of it where none was.
fn rate(nodes: u128, seconds: f64) -> Option<String> {
    let rate = nodes as f64 / seconds;
    match rate {
        _ if nodes == 0 || !rate.is_finite() => None,
        ..1e3 => Some(format!("{rate:.0} nodes/s")),
        ..1e6 => Some(format!("{:.1} k nodes/s", rate / 1e3)),
        _ => Some(format!("{:.2} M nodes/s", rate / 1e6)),
    }
}

impl Counted {
    /// How the command ends.
    pub fn exit(&self) -> Exit {
        if self.tally.is_complete() { Exit::Success } else { Exit::Interrupted }
    }

    /// Writes to stderr how fast it was.
    pub fn note_speed(&self) {
        let rate = rate(self.nodes, self.seconds).map_or_else(String::new, |rate| format!(", {rate}"));
        output::note(format_args!("{:.3} s{rate}", self.seconds));
    }

    /// Prints the finished moves with their counts, a line each.
    pub fn print_moves(&self) -> Result<(), CliError> {
        self.finished().try_for_each(|(text, count)| output::line(format_args!("{text}: {count}")))
    }

    /// Prints what is there of a count that was stopped. No line of it is a number alone, or can be taken for
    /// the total.
    pub fn print_rest(&self) -> Result<(), CliError> {
        let (unfinished, moves) = (self.tally.unfinished(), self.tally.moves.len());
        output::note(format_args!("interrupted: {unfinished} of {} unfinished", plural(moves, "move")));
        output::line(format_args!("sum of the finished moves: {}", self.tally.total))?;
        output::line(format_args!("unfinished moves: {unfinished}"))
    }

    /// The fields of every JSON answer of a count, of which the one of this name is the total. A total that is
    /// not known is null; what is known of it is `finished`.
    pub fn json(&self, question: &PositionQuestion, depth: u32, name: &str, with_moves: bool) -> Value {
        let tally = &self.tally;
        let mut answer = json!({ "variant": question.variant, "vfen": question.vfen, "depth": depth });
        let is_complete = tally.is_complete();
        if with_moves || !is_complete {
            let moves = self.finished().map(|(text, count)| (text.clone(), json!(Count(count))));
            answer["moves"] = moves.collect::<Map<_, _>>().into();
        }
        answer[name] = if is_complete { json!(Count(tally.total)) } else { Value::Null };
        if !is_complete {
            let unfinished = tally.moves.iter().filter(|(_, count)| count.is_none());
            answer["finished"] = json!(Count(tally.total));
            answer["unfinished"] = unfinished.map(|(text, _)| text.as_str()).collect();
        }
        answer["complete"] = is_complete.into();
        answer["seconds"] = self.seconds.into();
        answer["threads"] = tally.threads.into();
        // The table holds whole buckets, a little less than what it was given.
        answer["hash_mb"] = tally.hash_bytes.div_ceil(MEGABYTE).into();
        answer
    }

    fn finished(&self) -> impl Iterator<Item = (&String, u128)> {
        self.tally.moves.iter().filter_map(|(text, count)| Some((text, (*count)?)))
    }
}

#[cfg(test)]
mod tests {
    use super::rate;
    use pretty_assertions::assert_eq;

    #[test]
    fn a_rate_is_said_in_fitting_units_and_only_where_something_was_counted() {
        for (nodes, seconds, expected) in [
            (0, 3.0, None),
            (5, 0.0, None),
            (90, 60.0, Some("2 nodes/s")),
            (4_200, 2.0, Some("2.1 k nodes/s")),
            (999_000, 1.0, Some("999.0 k nodes/s")),
            (3_000_000, 2.0, Some("1.50 M nodes/s")),
        ] {
            assert_eq!(rate(nodes, seconds).as_deref(), expected, "{nodes} in {seconds} s");
        }
    }
}
