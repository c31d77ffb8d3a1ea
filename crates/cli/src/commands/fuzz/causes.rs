//! `vperft fuzz --causes N`: continues after differences and groups them by cause.

use super::Args;
use crate::args::backend;
use crate::args::partition::unmergeable;
use crate::args::selected::SelectedPair;
use crate::args::value::Format;
use crate::commands::common::bug_files;
use crate::commands::common::difference::{bug_of_position, progress_bar};
use crate::exit::{CliError, Exit};
use crate::output::read::read_text;
use crate::{interrupt, output};
use indicatif::ProgressBar;
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use vperft::inner::backend::{Pair, PositionPath};
use vperft::inner::game::perft::Resources;
use vperft::inner::game::variant::VariantId;
use vperft::inner::support::observer::Observer;
use vperft::inner::support::plural::plural;
use vperft_lab::differences::bug::{Bug, ReproContext};
use vperft_lab::differences::clause_switch::ClauseSwitch;
use vperft_lab::differences::descend::{Kind, Side};
use vperft_lab::differences::fuzz;
use vperft_lab::differences::fuzz::{
    FoundDifference, FuzzSettings, PartRecord, RecordedSegments, Segment, Stats,
};
use vperft_lab::differences::search::{SearchEnd, SearchEvent};
use vperft_lab::mistakes::causes::{SortedCause, Sorter, SorterSettings};
use vperft_pages::report::findings;
use vperft_pages::report::findings::SideNames;
use vperft_run::expect::Expectations;
use vperft_run::partition::{Extent, Header};

/// Reads the file of known failures. Returns its text too.
pub(super) fn known(args: &Args) -> Result<(Option<String>, Option<Expectations>), CliError> {
    let Some(path) = &args.expect else { return Ok((None, None)) };
    let text = read_text(path)?;
    let known = Expectations::parse(&path.display().to_string(), &text)?;
    Ok((Some(text), Some(known)))
}

/// A comparison that groups differences by cause.
pub(super) struct Task<'t> {
    pub args: &'t Args,
    pub selected: &'t SelectedPair<'t>,
    pub known: Option<&'t Expectations>,
    pub extent: &'t Extent,
    /// The header, if this is a part.
    pub header: Option<&'t Header>,
}

/// Why the comparison of a variant ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum End {
    /// All positions were compared.
    Count,
    /// The requested number of causes was found.
    Causes,
    /// The user or an error stopped it.
    Stopped,
}

/// The result of one variant.
struct Sorted {
    variant: VariantId,
    stats: Stats,
    /// The number of positions with an unknown difference.
    differing: u64,
    /// The number of positions with only known differences, by the reason of the first.
    known: BTreeMap<String, u64>,
    unsorted: u64,
    causes: Vec<(SortedCause, Option<Bug>)>,
    end: End,
    /// The results that a merge needs, if this is a part.
    record: PartRecord,
}

impl Task<'_> {
    /// Compares the variants one after the other, prints the causes, and writes their bug files.
    pub fn run(
        &self,
        variants: &[VariantId],
        max_causes: usize,
        sides: &SideNames,
    ) -> Result<Exit, CliError> {
        interrupt::stop_on_signal();
        let mut all = Vec::<Sorted>::new();
        for &variant in variants {
            let found: usize = all.iter().map(|sorted| sorted.causes.len()).sum();
            if found >= max_causes || interrupt::is_stopped() {
                break;
            }
            all.push(self.sorted(variant, max_causes - found)?);
        }
        let printed = match self.args.format {
            Format::Human => self.print(&all, &sides.told_apart(self.selected.names())),
            Format::Json => {
                let records = all.iter().map(|sorted| &sorted.record);
                super::print_json(self.json(&all, sides), records, self.header)
            }
        };
        output::unless_closed(printed, ())?;
        if let Some(folder) = &self.args.out {
            let bugs = bugs(&all);
            if bugs.is_empty() {
                output::note(format_args!("nothing is written to {}", folder.display()));
            } else {
                bug_files::write_all(folder, &bugs, self.selected.a.given.program)?;
            }
        }
        let passed = all.iter().all(|sorted| sorted.differing == 0);
        Ok(Exit::after(interrupt::is_stopped(), passed))
    }

    /// Compares one variant, up to this number of causes.
    fn sorted(&self, variant: VariantId, max_causes: usize) -> Result<Sorted, CliError> {
        let Self { args, selected, known, extent, .. } = *self;
        let rulings = &selected.a.options.rulings;
        let (open_a, open_b) = (|| selected.a.open_again(), || selected.b.open_again());
        let without = |off| Some(backend::without(rulings, off));
        let clause_switch = ClauseSwitch::new(variant, &without);
        let max_requests = args.max_requests;
        let sorting = SorterSettings { variant, rulings, max_requests, clause_switch: &clause_switch, known };
        let Pair { a, b } = selected.open_again();
        let (right, wrong) = ((&selected.a, a.identity()), (Some(&selected.b), b.identity()));
        let context = bug_files::repro_context(variant, right, wrong);
        let a = Side::new(a, &open_a, variant, Resources::default());
        let b = Side::new(b, &open_b, variant, Resources::default());
        let mut sorter = Sorter::new(&sorting, a, b, open_a());
        let bar = Bar { bar: progress_bar(variant, args.count), variant };
        let (stats, causes, end) = (Stats::default(), Vec::new(), End::Count);
        let (known_counts, record) = (BTreeMap::new(), PartRecord::default());
        let mut sorted =
            Sorted { variant, stats, differing: 0, known: known_counts, unsorted: 0, causes, end, record };
        let mut take = |Segment { batch, stats, found }: Segment| {
            if extent.part().is_some() {
                sorted.record.add(batch, &stats, found.as_ref());
            }
            sorted.stats.merge(stats);
            let Some(mut found) = found else { return ControlFlow::Continue(()) };
            if let Some(reason) = remove_known(&mut found, variant, known) {
                *sorted.known.entry(reason).or_default() += 1;
                return ControlFlow::Continue(());
            }
            sorted.differing += 1;
            if let Some((index, cause)) = sorter.add(&found, &bar) {
                let bug = args.out.is_some().then(|| {
                    self.bug(&cause, &context, &mut sorter).unwrap_or_else(|error| {
                        output::note(format_args!("no bug file: {error}"));
                        None
                    })
                });
                let entry = (cause, bug.flatten());
                match sorted.causes.get_mut(index) {
                    Some(replaced) => *replaced = entry,
                    None => sorted.causes.push(entry),
                }
                if sorter.count() >= max_causes {
                    sorted.end = End::Causes;
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        };
        let settings = FuzzSettings {
            variant,
            rulings,
            relations: args.relations,
            positions: args.count,
            part: extent.part(),
            seed: args.seed,
            jobs: args.jobs(),
        };
        let progress = |positions| bar.bar.inc(positions);
        let swept = match extent.parts() {
            None => fuzz::sweep(
                &settings,
                &|| selected.open_again(),
                &progress,
                &interrupt::is_stopped,
                &mut take,
            ),
            Some(parts) => {
                let recorded = RecordedSegments::from_parts(parts, &settings).map_err(unmergeable)?;
                recorded.sweep(&settings, &mut take).map_err(unmergeable)?;
                Ok(())
            }
        };
        bar.bar.finish_and_clear();
        if let Err(error) = swept
            && !interrupt::is_stopped()
        {
            if sorted.causes.is_empty() {
                return Err(CliError::Backend(error));
            }
            output::note(format_args!("stopped: {error}"));
            sorted.end = End::Stopped;
        }
        if interrupt::is_stopped() {
            sorted.end = End::Stopped;
        }
        if sorted.end == End::Count {
            sorted.record.complete();
        }
        sorted.unsorted = sorter.unsorted;
        for ((cause, _), last) in sorted.causes.iter_mut().zip(sorter.causes()) {
            *cause = last;
        }
        sorted.causes.sort_by_key(|(cause, _)| (cause.shrunk.kind, std::cmp::Reverse(cause.seen)));
        Ok(sorted)
    }

    /// The bug file of a cause.
    fn bug(
        &self,
        cause: &SortedCause,
        context: &ReproContext<'_>,
        sorter: &mut Sorter<'_, '_, '_>,
    ) -> Result<Option<Bug>, vperft::inner::backend::BackendError> {
        let Sorter { a, b, .. } = sorter;
        if cause.shrunk.end == SearchEnd::NotReproduced && cause.shrunk.kind != Kind::Flaky {
            return Ok(bug_of_position(context, &cause.first, a, b));
        }
        context.of_shrunk(&cause.shrunk, cause.depth, a, b)
    }

    /// The command that reproduces a cause.
    fn replay(&self, variant: VariantId, cause: &SortedCause) -> String {
        let SortedCause { shrunk, first, .. } = cause;
        if shrunk.end == SearchEnd::NotReproduced {
            return self.args.replay(self.selected, variant, first);
        }
        // Any of the questions of a comparison may be the one without an answer.
        let is_any = shrunk.kind == Kind::NoAnswer && shrunk.moves.is_empty();
        if shrunk.kind == Kind::Relation || is_any {
            let found = FoundDifference { vfen: shrunk.vfen.clone(), ..first.clone() };
            return self.args.replay(self.selected, variant, &found);
        }
        let path = PositionPath { vfen: &shrunk.vfen, moves: &shrunk.moves };
        let SelectedPair { a, b } = self.selected;
        b.replay(a.name(), true, variant, path, 1, &shrunk.detail)
    }

    fn print(&self, all: &[Sorted], sides: &SideNames) -> Result<(), CliError> {
        for sorted in all {
            let causes: Vec<_> = sorted.causes.iter().map(|(cause, _)| cause).collect();
            let Sorted { variant, stats, differing, known, unsorted, end, .. } = sorted;
            let summary = findings::Summary {
                variant: *variant,
                compared: stats.positions + differing + known.values().sum::<u64>(),
                differing: *differing,
                known,
                unsorted: *unsorted,
                is_stopped: *end == End::Stopped,
            };
            output::text(findings::sorted(&summary, &causes, sides))?;
            for (number, cause) in (1..).zip(causes) {
                let replay = self.replay(*variant, cause);
                output::block(findings::shrunk(*variant, number, &cause.shrunk, &replay, output::style()))?;
            }
        }
        let rows: Vec<_> = all.iter().map(|sorted| (sorted.variant, &sorted.stats)).collect();
        output::block(findings::tallies(&rows, output::style().width))
    }

    fn json(&self, all: &[Sorted], sides: &SideNames) -> serde_json::Value {
        let entry = |sorted: &Sorted| {
            let causes = sorted.causes.iter().map(|(cause, _)| {
                let mut entry = serde_json::json!(cause);
                entry["replay"] = self.replay(sorted.variant, cause).into();
                entry
            });
            let known = sorted.known.iter();
            let known: Vec<_> = known
                .map(|(reason, positions)| serde_json::json!({ "reason": reason, "positions": positions }))
                .collect();
            serde_json::json!({
                "variant": sorted.variant,
                "stats": sorted.stats,
                "difference": null,
                "causes": causes.collect::<Vec<_>>(),
                "differing": sorted.differing,
                "known": known,
                "unsorted": sorted.unsorted,
                "end": sorted.end,
            })
        };
        let variants: Vec<_> = all.iter().map(entry).collect();
        serde_json::json!({ "a": sides.a, "b": sides.b, "seed": self.args.seed, "stopped": interrupt::is_stopped(), "variants": variants })
    }
}

/// Removes the known differences of a position. If none remains, returns the reason of the first.
fn remove_known(
    found: &mut FoundDifference,
    variant: VariantId,
    known: Option<&Expectations>,
) -> Option<String> {
    let known = known?;
    let reasons: Vec<_> = found.differences.iter().map(|one| one.reason(variant, known)).collect();
    if reasons.iter().all(Option::is_some) {
        return reasons.into_iter().flatten().next();
    }
    let mut reasons = reasons.iter();
    found.differences.retain(|_| reasons.next().is_some_and(Option::is_none));
    None
}

/// The bug files, with the names of the files.
fn bugs(all: &[Sorted]) -> Vec<(String, Bug)> {
    let numbered = |sorted: &Sorted| {
        let named = (1..).zip(&sorted.causes).filter_map(|(number, (cause, bug))| {
            let about =
                cause.shrunk.clauses.first().map_or_else(|| cause.shrunk.detail.gist(), |id| (*id).into());
            let name = format!("{}-{number}-{}-{about}", sorted.variant, cause.shrunk.kind);
            // A summary may name dozens of moves.
            Some((name.chars().take(60).collect(), bug.clone()?))
        });
        named.collect::<Vec<_>>()
    };
    all.iter().flat_map(numbered).collect()
}

/// Shows the progress of the comparison, and the size of the position that is being shrunk.
struct Bar {
    bar: ProgressBar,
    variant: VariantId,
}

impl Observer<SearchEvent<'_>> for Bar {
    fn event(&self, event: &SearchEvent<'_>) {
        if let SearchEvent::Smaller { pieces, .. } = *event {
            self.bar.set_message(format!("{}, {}", self.variant, plural(pieces, "piece")));
        }
    }

    fn is_stopped(&self) -> bool {
        interrupt::is_stopped()
    }
}
