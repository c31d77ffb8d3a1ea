//! `vperft exhaust`: compares two backends on every position with few pieces.

use crate::args::pair::{PairArgs, PairRulesArgs};
use crate::args::partition::{PartitionArgs, unmergeable};
use crate::args::selected::SelectedPair;
use crate::args::value::{Format, number};
use crate::commands::common::{bug_files, difference};
use crate::exit::{CliError, Exit};
use crate::output::file;
use crate::output::read::read_if_any;
use crate::{interrupt, output};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};
use vperft::inner::backend::Registry;
use vperft::inner::game::variant::{Color, PieceType, Variant, VariantId};
use vperft::inner::support::plural::{grouped, plural};
use vperft_lab::differences::exhaust;
use vperft_lab::differences::exhaust::{Exhausted, Exhaustion, Folding, Plan, Run};
use vperft_pages::report::findings;
use vperft_pages::report::findings::{SideNames, bounded};
use vperft_run::partition::{Extent, Part, PartError, Parts, Work, seal};

/// How often a checkpoint is written.
const CHECKPOINT_INTERVAL: Duration = Duration::from_secs(10);

/// Compare two backends on every position with few pieces
///
/// The positions have the royal pieces and at most N pieces in all, with every initial right, en passant square, ban and closed square that
/// they can have, and with the counters of a start position. A position stands for its mirror images if both backends have mirrored moves in
/// tested positions. Comparison ends at the first difference.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The variant
    #[arg(value_parser = crate::args::variant::named())]
    variant: VariantId,
    /// The most pieces of a position, royal pieces included
    #[arg(long, value_name = "N", value_parser = number::<usize>(1, 8))]
    max_pieces: usize,
    /// Only positions whose other pieces are of these kinds, such as Q,N
    #[arg(long, value_name = "LABELS", value_delimiter = ',')]
    kinds: Vec<String>,
    #[command(flatten)]
    pair: PairArgs,
    #[command(flatten)]
    rules: PairRulesArgs,
    /// Ask about every position, mirror images too
    #[arg(long)]
    unfolded: bool,
    /// Compare on N threads [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = number::<NonZeroUsize>(1, usize::MAX as u64))]
    jobs: Option<NonZeroUsize>,
    /// Write to a file what has been compared, and go on from there
    #[arg(long, value_name = "FILE", conflicts_with = "partition")]
    checkpoint: Option<PathBuf>,
    /// Write a bug file of the difference for `vperft repro`
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    partition: PartitionArgs,
    /// Output format
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

/// What was compared, with what decides it.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Progress {
    /// The digest of the positions, and of how they are asked about.
    plan: String,
    /// The identities of the backends.
    backends: Vec<String>,
    folded: Folding,
    /// The number of all units.
    of: usize,
    done: Exhaustion,
}

impl Progress {
    /// Whether nothing is left to ask.
    fn is_complete(&self) -> bool {
        self.done.units == self.of || self.done.found.is_some()
    }
}

pub fn run(args: &Args, registry: &Registry, extent: &Extent) -> Result<Exit, CliError> {
    let named = [args.variant];
    let selected = args.pair.select(registry, &args.rules, &named, &named)?;
    if args.rules.b_without.is_empty() {
        selected.check_distinct()?;
    }
    let kinds = args.kinds()?;
    let rulings = &selected.a.options.rulings;
    let plan = Plan::new(args.variant, rulings, args.max_pieces, kinds.as_deref()).ok_or_else(|| {
        CliError::Usage(format!(
            "--max-pieces {}: {} has more royal pieces than that",
            args.max_pieces, args.variant
        ))
    })?;
    for path in [&args.out, &args.checkpoint].into_iter().flatten() {
        file::check_out(path)?;
    }
    let progress = match extent.parts() {
        Some(parts) => merged(parts, &args.digest(&plan)).map_err(unmergeable)?,
        None => args.compare(&selected, &plan, extent)?,
    };
    let [a, b] = [0, 1].map(|index| progress.backends[index].clone());
    let sides = SideNames { a, b: selected.b.label(b) };
    let printed = match args.format {
        Format::Human => args.print(&selected, &progress, &sides, extent.part()),
        Format::Json => args.print_json(&selected, &progress, &sides, extent),
    };
    output::unless_closed(printed, ())?;
    if let Some(path) = &args.out {
        let found = progress.done.found.as_ref();
        let bug = found.and_then(|found| difference::first(&selected, args.variant, found));
        bug_files::write(path, bug.as_slice(), selected.a.given.program)?;
    }
    let stopped = interrupt::is_stopped() && !progress.is_complete();
    if progress.done.found.is_none() && progress.done.unanswered > 0 && !stopped {
        return Ok(Exit::Backend);
    }
    Ok(Exit::after(stopped, progress.done.found.is_none()))
}

impl Args {
    /// The kinds of `--kinds`.
    fn kinds(&self) -> Result<Option<Vec<PieceType>>, CliError> {
        if self.kinds.is_empty() {
            return Ok(None);
        }
        let table = Variant::get(self.variant);
        let kind = |label: &String| {
            let piece = table.piece(label).filter(|piece| piece.color == Color::White);
            piece.map(|piece| piece.kind).ok_or_else(|| {
                let known: Vec<_> = table.pieces.iter().map(|entry| entry.label.as_str()).collect();
                let known = known.join(", ");
                CliError::Usage(format!(
                    "--kinds: `{label}` is not a piece of {}; expected {known}",
                    table.title
                ))
            })
        };
        self.kinds.iter().map(kind).collect::<Result<_, _>>().map(Some)
    }

    /// The digest of what decides the result besides the backends.
    fn digest(&self, plan: &Plan) -> String {
        let Self { unfolded, rules, .. } = self;
        let how = format!("{} {unfolded} {:?} {:?}", plan.digest(), rules.rulings, rules.b_without);
        vperft_run::digest::digest(how.as_bytes())
    }

    /// Compares the positions, from the checkpoint on.
    fn compare(
        &self,
        selected: &SelectedPair<'_>,
        plan: &Plan,
        extent: &Extent,
    ) -> Result<Progress, CliError> {
        let rulings = &selected.a.options.rulings;
        let mut pair = selected.open()?;
        selected.variants(&pair, &[self.variant])?;
        selected.a.note_contradictions(pair.a.as_ref());
        selected.b.note_contradictions(pair.b.as_ref());
        let backends = [&pair.a, &pair.b].map(|backend| backend.identity()).to_vec();
        let digest = self.digest(plan);
        let before = self.checkpoint.as_deref().map(|path| resumed(path, &digest, &backends));
        interrupt::stop_on_signal();
        let mut progress = match before.transpose()?.flatten() {
            Some(progress) => progress,
            None => {
                let folded = match self.unfolded {
                    true => Folding::default(),
                    false => exhaust::folding(plan, rulings, &mut pair, &interrupt::is_stopped)
                        .map_err(CliError::Backend)?,
                };
                Progress { plan: digest, backends, folded, of: 0, done: Exhaustion::default() }
            }
        };
        drop(pair);
        let folded = progress.folded.clone();
        let run = Run { plan, folding: &folded, rulings, part: extent.part(), jobs: self.jobs() };
        let units = run.units();
        progress.of = units.len();
        let bar = difference::progress_bar(self.variant, units.iter().map(|unit| plan.size(*unit)).sum());
        bar.inc(units.iter().take(progress.done.units).map(|unit| plan.size(*unit)).sum());
        let done = std::mem::take(&mut progress.done);
        let mut written = Instant::now();
        let mut failure = None;
        let done = exhaust::run(
            &run,
            done,
            &|| selected.open_again(),
            &interrupt::is_stopped,
            &mut |Exhausted { all, size }| {
                bar.inc(size);
                if self.checkpoint.is_some() && written.elapsed() >= CHECKPOINT_INTERVAL {
                    failure =
                        self.write_checkpoint(&Progress { done: all.clone(), ..progress.clone() }).err();
                    written = Instant::now();
                }
            },
        );
        bar.finish_and_clear();
        progress.done = done.map_err(CliError::Backend)?;
        failure.map_or(Ok(()), Err)?;
        self.write_checkpoint(&progress)?;
        Ok(progress)
    }

    fn write_checkpoint(&self, progress: &Progress) -> Result<(), CliError> {
        let Some(path) = &self.checkpoint else { return Ok(()) };
        let text = serde_json::to_string_pretty(progress).expect("it is texts and numbers");
        Ok(file::put(path, format!("{text}\n").as_bytes())?)
    }

    fn jobs(&self) -> usize {
        self.jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get)
    }

    fn print(
        &self,
        selected: &SelectedPair<'_>,
        progress: &Progress,
        sides: &SideNames,
        part: Option<Part>,
    ) -> Result<(), CliError> {
        let Progress { folded, done, .. } = progress;
        let names = sides.told_apart(selected.names());
        if let Some(found) = &done.found {
            let replay = difference::replay(selected, &self.rules, false, self.variant, found);
            output::block(findings::difference(self.variant, found, &names, &replay, output::is_coloured()))?;
        }
        for note in &folded.notes {
            output::note(format_args!("note: not folded: {note}"));
        }
        output::line(Self::details(progress))?;
        output::line(self.summary(progress, part))
    }

    /// How positions were folded, and what the backends did not answer.
    fn details(progress: &Progress) -> String {
        let Progress { folded, done, .. } = progress;
        let by = [(folded.files, "files"), (folded.colors, "colours")];
        let by: Vec<_> = by.into_iter().filter_map(|(is_used, name)| is_used.then_some(name)).collect();
        let mut parts = vec![match by.is_empty() {
            true => "not folded".to_owned(),
            false => format!("folded by {}, by {} tests", by.join(" and "), grouped(folded.tested)),
        }];
        parts.push(format!("{} refused by both", grouped(done.refused)));
        if done.unanswered > 0 {
            let reason = done.reason.as_deref().unwrap_or_default();
            parts.push(format!("{} without an answer: {reason}", grouped(done.unanswered)));
        }
        parts.join("; ")
    }

    /// The last line, which says what was covered.
    fn summary(&self, progress: &Progress, part: Option<Part>) -> String {
        let done = &progress.done;
        let kinds = match self.kinds.is_empty() {
            true => String::new(),
            false => format!(" with no other kinds than {}", self.kinds.join(", ")),
        };
        let part = part.map(|part| format!(", part {part}")).unwrap_or_default();
        let pieces = plural(self.max_pieces, "piece");
        let (asked, covered) = (grouped(done.asked), grouped(done.covered));
        let end = match (&done.found, progress.is_complete()) {
            (Some(_), _) => "a difference",
            (None, true) => "no difference",
            (None, false) => "no difference before the interruption",
        };
        format!("{}, {pieces}{kinds}{part}: {asked} positions of {covered}, {end}", self.variant)
    }

    fn print_json(
        &self,
        selected: &SelectedPair<'_>,
        progress: &Progress,
        sides: &SideNames,
        extent: &Extent,
    ) -> Result<(), CliError> {
        let Progress { folded, done, .. } = progress;
        let mut found = json!(done.found);
        if let Some(difference) = &done.found {
            found["replay"] =
                difference::replay(selected, &self.rules, false, self.variant, difference).into();
        }
        let mut document = bounded(json!({
            "a": sides.a, "b": sides.b, "variant": self.variant, "max_pieces": self.max_pieces, "kinds": self.kinds, "folded": folded,
            "asked": done.asked, "covered": done.covered, "refused": done.refused, "unanswered": done.unanswered, "reason": done.reason,
            "stopped": !progress.is_complete(), "difference": found,
        }));
        let backends = progress.backends.clone();
        let variants = vec![self.variant.to_string()];
        let work = Work { backends, variants, readings: Vec::new(), plan: progress.plan.clone() };
        if let Some(header) = extent.header(work) {
            document["record"] = json!(progress);
            seal(&mut document, &header);
        }
        output::json(&document)
    }
}

/// What a checkpoint says; `None` if there is no such file.
///
/// # Errors
/// If it is not one of these positions and backends.
fn resumed(path: &Path, plan: &str, backends: &[String]) -> Result<Option<Progress>, CliError> {
    let Some(text) = read_if_any(path)? else { return Ok(None) };
    let error = |problem: String| CliError::Input(format!("{}: {problem}", path.display()));
    let progress: Progress = serde_json::from_str(&text)
        .map_err(|problem| error(format!("{problem}; expected a file of `vperft exhaust --checkpoint`")))?;
    if progress.plan != plan {
        return Err(error("it is of other positions or rules; expected another file".into()));
    }
    if progress.backends != backends {
        let (own, others) = (backends.join("` and `"), progress.backends.join("` and `"));
        return Err(error(format!("it is of the backends `{others}`; here they are `{own}`")));
    }
    Ok(Some(progress))
}

/// What all parts say together.
fn merged(parts: &Parts, plan: &str) -> Result<Progress, PartError> {
    parts.check_plan(plan)?;
    let mut all: Option<Progress> = None;
    // The first difference, by the number of its unit.
    let mut first = None;
    for file in parts.files() {
        let record: Result<Progress, _> = serde_json::from_value(file.document["record"].clone());
        let mut progress = record.map_err(|error| file.error(error.to_string()))?;
        if !progress.is_complete() {
            return Err(file.error("the comparison of this part ended early"));
        }
        let unit = progress.done.units * parts.count() as usize + file.header.part().number as usize;
        let found = progress.done.found.take();
        first = first.into_iter().chain(found.map(|found| (unit, found))).min_by_key(|(unit, _)| *unit);
        match &mut all {
            None => all = Some(progress),
            Some(all) if all.folded != progress.folded => {
                return Err(file.error("it is folded by other symmetries than the first part"));
            }
            Some(all) => {
                all.of += progress.of;
                all.done.add(progress.done);
            }
        }
    }
    let mut all = all.expect("there is at least one part");
    all.done.found = first.map(|(_, found)| found);
    Ok(all)
}
