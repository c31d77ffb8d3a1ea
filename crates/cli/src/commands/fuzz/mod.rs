//! `vperft fuzz`: compares two backends on random positions, up to the first difference or, in [`causes`], beyond it.

mod causes;

use crate::args::pair::{PairArgs, PairRulesArgs};
use crate::args::partition::{PartitionArgs, unmergeable};
use crate::args::position::given;
use crate::args::selected::SelectedPair;
use crate::args::value::{Format, number};
use crate::commands::common::{bug_files, difference};
use crate::exit::{CliError, Exit};
use crate::output::file;
use crate::{interrupt, output};
use serde_json::Value;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;
use vperft::inner::backend::{Pair, Registry};
use vperft::inner::game::variant::VariantId;
use vperft_lab::differences::fuzz;
use vperft_lab::differences::fuzz::{
    Comparison, Difference, FoundDifference, FuzzOutcome, FuzzSettings, Origin, Stats,
};
use vperft_lab::differences::fuzz::{PartRecord, RecordedSegments};
use vperft_pages::report::findings;
use vperft_pages::report::findings::{SideNames, bounded};
use vperft_run::partition::{Extent, Header, Work, seal};

/// Compare two backends on random and constructed positions
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The variants [default: all that both backends have]
    #[arg(value_parser = crate::args::variant::named())]
    variants: Vec<VariantId>,
    #[command(flatten)]
    pair: PairArgs,
    /// Compare this backend with itself, opened twice
    #[arg(long, value_name = "NAME", conflicts_with_all = ["a", "b"])]
    backend: Option<String>,
    /// Also check that the answers of the second backend fit together
    ///
    /// These checks need no other backend. They compare, for instance, a position reached by moves with the same one given as text, a
    /// position with its mirror image, and counts on one thread with counts on several.
    #[arg(long)]
    relations: bool,
    #[command(flatten)]
    rules: PairRulesArgs,
    /// Compare N positions of each variant
    #[arg(long, alias = "positions", value_name = "N", default_value_t = 100_000, value_parser = number::<u64>(1, u64::MAX))]
    count: u64,
    /// The seed of the random positions
    ///
    /// The same seed gives the same positions, with any number of jobs.
    #[arg(long, default_value_t = 1, value_parser = number::<u64>(0, u64::MAX))]
    seed: u64,
    /// Compare only this position
    #[arg(long, visible_alias = "fen", value_name = "VFEN", conflicts_with_all = ["count", "seed", "jobs", "partition"])]
    vfen: Option<String>,
    /// The position of --vfen is from a game: no backend may refuse it
    #[arg(long, requires = "vfen")]
    reached: bool,
    /// Compare on N threads [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = number::<NonZeroUsize>(1, usize::MAX as u64))]
    jobs: Option<NonZeroUsize>,
    /// Continue after a difference, to N distinct causes
    ///
    /// Shrinks each cause like `shrink`. Further differences of a known cause are only counted. N is for all variants together.
    #[arg(long, value_name = "N", conflicts_with = "vfen", value_parser = number::<NonZeroUsize>(1, u32::MAX.into()))]
    causes: Option<NonZeroUsize>,
    /// Skip the known failures of the second backend in a TOML file
    ///
    /// The file is that of `run --expect`. An entry applies if its pattern for cases matches VARIANT/fuzz, such as 'ryugi/*'. Without
    /// --causes, the first other failure ends the comparison.
    #[arg(long, value_name = "FILE", conflicts_with = "vfen")]
    expect: Option<PathBuf>,
    /// With --causes, ask both backends at most N questions for each
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = number::<u64>(1, u64::MAX))]
    max_requests: u64,
    /// Write bug files for `vperft repro`
    ///
    /// The first difference goes to the file PATH; with --causes, each cause goes to a file in the folder PATH.
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
    #[command(flatten)]
    partition: PartitionArgs,
    /// Output format
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

/// The result of one variant.
struct Row {
    variant: VariantId,
    outcome: FuzzOutcome,
    /// The data for a merge, if this is a part.
    record: PartRecord,
}

pub fn run(args: &Args, registry: &Registry, extent: &Extent) -> Result<Exit, CliError> {
    let mut args = args.clone();
    let is_meant = args.backend.is_some();
    if let Some(name) = args.backend.take() {
        args.pair.set_both(name);
    }
    let args = &args;
    let asked = if args.variants.is_empty() { VariantId::all() } else { args.variants.clone() };
    let selected = args.pair.select(registry, &args.rules, &args.variants, &asked)?;
    let [a, b] = selected.names();
    if a == b && !is_meant && args.rules.b_without.is_empty() {
        output::note(format_args!(
            "note: `{a}` is compared with itself, for its consistency; --b NAME compares another backend"
        ));
    }
    args.check_out()?;
    let (text, known) = causes::known(args)?;
    let Opened { mut pair, variants, work } = Opened::new(args, &selected, extent, text.as_deref())?;
    if let Some(known) = &known {
        known.validate_backend(&work.backends[1])?;
    }
    let rulings = &selected.a.options.rulings;
    let [a, b] = [0, 1].map(|index| work.backends[index].clone());
    let sides = SideNames { a, b: selected.b.label(b) };
    let header = extent.header(work);
    if let Some(max_causes) = args.max_causes() {
        let (known, header) = (known.as_ref(), header.as_ref());
        let task = causes::Task { args, selected: &selected, known, extent, header };
        return task.run(&variants, max_causes, &sides);
    }
    let rows = match &args.vfen {
        Some(vfen) => {
            let [variant] = args.variants[..] else {
                return Err(CliError::Usage("--vfen needs exactly one variant".into()));
            };
            let vfen = given(variant, rulings, vfen)?;
            vec![args.compare_given(pair.as_mut(), variant, &vfen)?]
        }
        None => {
            interrupt::stop_on_signal();
            let open = || selected.open_again();
            let mut rows = Vec::new();
            for variant in variants {
                let settings = FuzzSettings {
                    variant,
                    rulings,
                    relations: args.relations,
                    positions: args.count,
                    part: extent.part(),
                    seed: args.seed,
                    jobs: args.jobs(),
                };
                rows.push(match extent.parts() {
                    None => compared(&settings, &open)?,
                    Some(parts) => {
                        let recorded = RecordedSegments::from_parts(parts, &settings).map_err(unmergeable)?;
                        let outcome = recorded.run(&settings).map_err(unmergeable)?;
                        Row { variant, outcome, record: PartRecord::default() }
                    }
                });
                if interrupt::is_stopped() || rows.iter().any(|row| row.outcome.found.is_some()) {
                    break;
                }
            }
            rows
        }
    };
    let printed = match args.format {
        Format::Human => args.print(&selected, &rows, &sides.told_apart(selected.names())),
        Format::Json => {
            let records = rows.iter().map(|row| &row.record);
            print_json(args.json(&selected, &rows, &sides), records, header.as_ref())
        }
    };
    // The bug file is written even if the reader of stdout has closed it.
    output::unless_closed(printed, ())?;
    if let Some(path) = &args.out {
        let found = rows.iter().filter_map(|row| Some((row.variant, row.outcome.found.as_ref()?)));
        let bugs = found.filter_map(|(variant, found)| difference::first(&selected, variant, found));
        bug_files::write(path, &bugs.collect::<Vec<_>>(), selected.a.given.program)?;
    }
    let passed = rows.iter().all(|row| row.outcome.found.is_none());
    Ok(Exit::after(interrupt::is_stopped(), passed))
}

/// Compares a variant, and records the part.
fn compared(settings: &FuzzSettings<'_>, open: &(dyn Fn() -> Pair + Sync)) -> Result<Row, CliError> {
    let (variant, mut record) = (settings.variant, PartRecord::default());
    let bar = difference::progress_bar(variant, settings.positions);
    let progress = |positions| bar.inc(positions);
    let outcome = fuzz::run(settings, open, &progress, &interrupt::is_stopped, &mut |batch, outcome| {
        if settings.part.is_some() {
            record.add(batch, &outcome.stats, outcome.found.as_ref());
        }
    });
    bar.finish_and_clear();
    let outcome = outcome.map_err(CliError::Backend)?;
    if outcome.found.is_none() && !interrupt::is_stopped() {
        record.complete();
    }
    if settings.part.is_some() && outcome.found.is_none() && outcome.stats.positions == 0 {
        output::note(format_args!(
            "note: this part has no position of {variant}, since parts consist of batches of {} positions",
            fuzz::BATCH,
        ));
    }
    Ok(Row { variant, outcome, record })
}

/// Prints the document; that of a part with the records of its variants.
fn print_json<'r>(
    document: Value,
    records: impl Iterator<Item = &'r PartRecord>,
    header: Option<&Header>,
) -> Result<(), CliError> {
    let Some(header) = header else { return output::bounded_json(document) };
    let mut document = bounded(document);
    for (index, record) in records.enumerate() {
        document["variants"][index]["record"] = serde_json::json!(record);
    }
    seal(&mut document, header);
    output::json(&document)
}

/// The backends, and the work.
struct Opened {
    /// The backends; `None` if the results are in parts and need no more answers.
    pair: Option<Pair>,
    /// The variants of the work.
    variants: Vec<VariantId>,
    work: Work,
}

impl Opened {
    /// Opens the backends if they are needed. `known` is the text of the known failures.
    fn new(
        args: &Args,
        selected: &SelectedPair<'_>,
        extent: &Extent,
        known: Option<&str>,
    ) -> Result<Self, CliError> {
        let Some(parts) = extent.parts() else {
            let pair = selected.open()?;
            selected.a.note_contradictions(pair.a.as_ref());
            selected.b.note_contradictions(pair.b.as_ref());
            let variants = selected.variants(&pair, &args.variants)?;
            let work = Work {
                backends: [&pair.a, &pair.b].map(|backend| backend.identity()).into(),
                variants: variants.iter().map(ToString::to_string).collect(),
                readings: Vec::new(),
                plan: fuzz::plan_of(&variants, known),
            };
            return Ok(Self { pair: Some(pair), variants, work });
        };
        let work = parts.header().work.clone();
        let variants: Vec<_> = work.variants.iter().filter_map(|name| name.parse().ok()).collect();
        parts.check_plan(&fuzz::plan_of(&variants, known)).map_err(unmergeable)?;
        // Sorting by cause, and bug files, ask both backends.
        let is_asked = args.max_causes().is_some() || args.out.is_some();
        let pair = is_asked.then(|| selected.open()).transpose()?;
        if let Some(pair) = &pair {
            let own = [pair.a.identity(), pair.b.identity()];
            if work.backends != own {
                let (own, others) = (own.join("` and `"), work.backends.join("` and `"));
                let problem = format!("the parts are of the backends `{others}`; here they are `{own}`");
                return Err(CliError::Input(problem));
            }
        }
        if work.backends.len() != 2 || variants.len() != work.variants.len() {
            let name = &parts.files()[0].name;
            return Err(CliError::Input(format!(
                "{name}: expected two backends, and variants that this `vperft` knows"
            )));
        }
        Ok(Self { pair, variants, work })
    }
}

impl Args {
    /// Compares the position of `--vfen`.
    fn compare_given(
        &self,
        pair: Option<&mut Pair>,
        variant: VariantId,
        vfen: &str,
    ) -> Result<Row, CliError> {
        let pair = pair.expect("a given position is not cut into parts");
        let mut outcome = FuzzOutcome::default();
        let found = |differences| Some(FoundDifference::new(0, Origin::Given, vfen.to_owned(), differences));
        match fuzz::compare_related(pair, variant, vfen, true, self.relations).map_err(CliError::Backend)? {
            Comparison::Same(survey) => outcome.stats = Stats::given(&survey),
            Comparison::InPart(survey) => outcome.stats = Stats { in_part: 1, ..Stats::given(&survey) },
            Comparison::Refused { a, b } => {
                outcome.stats.add_refusal(&a, &b, vfen);
                if self.reached {
                    outcome.found = found(vec![Difference::both_refuse(&a, &b)]);
                }
            }
            Comparison::Different(differences) => outcome.found = found(differences),
        }
        Ok(Row { variant, outcome, record: PartRecord::default() })
    }

    /// How many causes to find; `None` to end at the first difference.
    fn max_causes(&self) -> Option<usize> {
        let one = self.expect.as_ref().map(|_| 1);
        self.causes.map(NonZeroUsize::get).or(one)
    }

    /// Checks that the bug files can be written.
    fn check_out(&self) -> Result<(), CliError> {
        match &self.out {
            Some(path) if self.max_causes().is_none() => Ok(file::check_out(path)?),
            Some(path) => Ok(file::check_out_folder(path)?),
            None => Ok(()),
        }
    }

    fn jobs(&self) -> usize {
        self.jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get)
    }

    /// The command that compares only this position.
    fn replay(&self, pair: &SelectedPair<'_>, variant: VariantId, found: &FoundDifference) -> String {
        difference::replay(pair, &self.rules, self.relations, variant, found)
    }

    fn print(&self, pair: &SelectedPair<'_>, rows: &[Row], sides: &SideNames) -> Result<(), CliError> {
        for Row { variant, outcome, .. } in rows {
            if let Some(found) = &outcome.found {
                let replay = self.replay(pair, *variant, found);
                output::block(findings::difference(*variant, found, sides, &replay, output::is_coloured()))?;
            } else if self.vfen.is_none() {
                output::block(findings::coverage(*variant, &outcome.stats))?;
            }
        }
        for Row { variant, outcome, .. } in rows {
            for reasons in &outcome.stats.other_reasons {
                output::block(findings::other_refusals(*variant, reasons))?;
            }
            for line in findings::not_compared(*variant, &outcome.stats) {
                output::block(line)?;
            }
        }
        let tallies: Vec<_> = rows.iter().map(|row| (row.variant, &row.outcome.stats)).collect();
        output::block(findings::tallies(&tallies, output::style().width))?;
        let compared: u64 = tallies.iter().map(|(_, stats)| stats.positions).sum();
        if compared > 0 && rows.iter().all(|row| row.outcome.found.is_none()) {
            let early = if interrupt::is_stopped() { " before the interruption" } else { "" };
            output::line(format_args!("no difference found{early}"))?;
        }
        Ok(())
    }

    fn json(&self, pair: &SelectedPair<'_>, rows: &[Row], sides: &SideNames) -> serde_json::Value {
        let entry = |row: &Row| {
            let mut found = serde_json::json!(row.outcome.found);
            if let Some(difference) = &row.outcome.found {
                found["replay"] = self.replay(pair, row.variant, difference).into();
            }
            serde_json::json!({ "variant": row.variant, "stats": row.outcome.stats, "difference": found })
        };
        let rows: Vec<_> = rows.iter().map(entry).collect();
        let stopped = interrupt::is_stopped();
        serde_json::json!({ "a": sides.a, "b": sides.b, "seed": self.seed, "stopped": stopped, "variants": rows })
    }
}
