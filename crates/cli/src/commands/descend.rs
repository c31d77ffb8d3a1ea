//! `vperft descend`: walks from a wrong count to the positions that cause it.

use crate::args::backend;
use crate::args::count::CountArgs;
use crate::args::pair::PairRulesArgs;
use crate::args::position::PlaceArgs;
use crate::args::program::ProgramArgs;
use crate::args::selected::{Choice, Given, Selected};
use crate::args::value::{Format, MAX_DEPTH};
use crate::args::value::{count, number};
use crate::commands::common::bug_files;
use crate::commands::common::comparison::SearchBar;
use crate::commands::common::totals::ReportedTotal;
use crate::exit::{CliError, Exit};
use crate::output::{file, read};
use crate::{interrupt, output};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use vperft::inner::backend::{Backend, BackendError, PositionPath, Registry};
use vperft::inner::game::variant::Variant;
use vperft_lab::differences::bug::Bug;
use vperft_lab::differences::clause_switch::ClauseSwitch;
use vperft_lab::differences::descend;
use vperft_lab::differences::descend::{
    Cause, Descent, DescentResult, Detail, Kind, ReportedColumn, ReportedCounts, Side, Tables,
};
use vperft_lab::differences::reason::{LocatedDifference, Reason};
use vperft_lab::differences::search::SearchEnd;
use vperft_lab::mistakes::totals::Totals;
use vperft_pages::report::findings;

/// Walk from a wrong count to the first positions that differ
///
/// The first side is the trusted backend (--a). The other side is a backend (--b), or counts from elsewhere: a table (--divide) or a
/// total (--total), which --b can continue below the root.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: PlaceArgs,
    /// The depth of the count, in plies
    #[arg(long, value_name = "N", value_parser = number::<u32>(1, MAX_DEPTH))]
    depth: u32,
    /// The trusted backend [default: fast, reference with --ruling, or data if the rules are in variant.json alone]
    #[arg(long, value_name = "NAME")]
    a: Option<String>,
    /// The backend whose count differs
    #[arg(long, value_name = "NAME")]
    b: Option<String>,
    /// A file with the counts of all moves, as programs print them; `-` is stdin
    #[arg(long, value_name = "FILE")]
    divide: Option<PathBuf>,
    /// Compare only this column or table of --divide: its name, or its number in the output
    #[arg(long, value_name = "NAME|N", requires = "divide")]
    column: Option<String>,
    /// The total of the other side
    ///
    /// Without --b and --divide, the known mistakes, readings and conventions of counting that give exactly this total are named.
    #[arg(long, value_name = "COUNT", value_parser = count, required_unless_present_any = ["b", "divide"])]
    total: Option<u128>,
    #[command(flatten)]
    rules: PairRulesArgs,
    /// Write the causes to bug files for `vperft repro`
    ///
    /// The first goes to FILE, the others next to it, with numbers in their names.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Find at most N distinct causes
    #[arg(long, value_name = "N", default_value = "5", value_parser = number::<NonZeroUsize>(1, u32::MAX.into()))]
    causes: NonZeroUsize,
    #[command(flatten)]
    count: CountArgs,
    #[command(flatten)]
    program: ProgramArgs,
    /// Output format
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

/// The identity of a side that is not a backend.
const COUNTS: &str = "what was counted";

pub fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    let variant = args.place.variant;
    let (trusted, tested) = args.select(registry)?;
    args.out.as_deref().map_or(Ok(()), file::check_out)?;
    let mut believed = trusted.open()?;
    let mut other = tested.as_ref().map(Selected::open_noting).transpose()?;
    if let Some(other) = &mut other {
        // A backend without the variant, such as a record of another one, cannot be compared.
        backend::view(other.as_mut(), variant).map_err(CliError::Backend)?;
    }
    let start = args.place.start(&trusted.options.rulings)?;
    let played = args.place.play(believed.as_mut(), &start)?;
    let root = PositionPath { vfen: &start, moves: &played.moves };
    let (claim, unread) = args.claim(believed.as_mut(), root, &played.vfen)?;
    let resources = args.count.resources()?;
    let open_a = || trusted.open_again();
    let open_b = || tested.as_ref().unwrap_or(&trusted).open_again();
    let mut a = Side::new(believed, &open_a, variant, resources).stop_if(interrupt::is_stopped);
    let mut b =
        other.map(|other| Side::new(other, &open_b, variant, resources).stop_if(interrupt::is_stopped));
    interrupt::stop_on_signal();
    let began = Instant::now();
    let bar = SearchBar::new();
    let descent = Descent { root, depth: args.depth, causes: args.causes.get() };
    let outcome = descend::descend(&descent, &mut a, b.as_mut(), &claim, &bar);
    bar.finish();
    if outcome.is_err() && interrupt::is_stopped() {
        output::note("interrupted: nothing was found so far");
        return Ok(Exit::Interrupted);
    }
    let found = outcome.map_err(|error| CliError::answer(error, &played.vfen))?;
    let found = DescentResult { unread, ..found };
    let open = |off| Some(backend::without(&trusted.options.rulings, off));
    let clause_switch = ClauseSwitch::new(variant, &open);
    let reasons: Vec<_> = found.causes.iter().map(|cause| reason(cause, root, &clause_switch)).collect();
    let bugs = if args.out.is_some() {
        let bugs = args.bugs(&found, &reasons, root, (&trusted, &mut a), tested.as_ref().zip(b.as_mut()));
        bugs.map_err(|error| CliError::answer(error, &played.vfen))?
    } else {
        Vec::new()
    };
    // A count alone leads to no position, but it may be that of a known mistake.
    let has_total_only = claim.columns.iter().all(|column| column.rows.is_none());
    let reported = found.b.filter(|_| args.b.is_none() && has_total_only && !found.causes.is_empty());
    let reported = reported.map(|total| ReportedTotal {
        variant,
        trusted: &trusted,
        vfen: &played.vfen,
        depth: args.depth,
        total,
    });
    let totals = reported.as_ref().map(|reported| reported.search(resources)).transpose()?;
    let totals = reported.as_ref().zip(totals.as_ref());
    let took = began.elapsed();
    // A program that only counts cannot be asked for the moves again.
    let has_moves = found.causes.iter().any(|cause| matches!(cause.detail, Detail::Moves { .. }));
    let lists_moves = !has_moves || b.as_mut().is_none_or(|b| b.lists_moves(root));
    let report = Report {
        args,
        root,
        end: &played.vfen,
        trusted: &trusted,
        tested: tested.as_ref(),
        a: &a,
        b: b.as_ref(),
        found: &found,
        lists_moves,
        reasons,
        totals,
        took,
    };
    let printed = match args.format {
        Format::Human => report.print(),
        Format::Json => output::bounded_json(report.json()),
    };
    output::unless_closed(printed, ())?;
    if let Some(path) = &args.out {
        bug_files::write(path, &bugs, &args.program)?;
    }
    let is_stopped = found.end == SearchEnd::Stopped || totals.is_some_and(|(_, totals)| totals.stopped);
    let agrees = found.columns.iter().all(|column| column.agrees);
    let passed = agrees && found.causes.is_empty() && found.unread.is_empty();
    Ok(Exit::after(is_stopped, passed))
}

impl Args {
    /// The trusted backend and the tested one, if there is one.
    fn select<'a>(
        &'a self,
        registry: &'a Registry,
    ) -> Result<(Selected<'a>, Option<Selected<'a>>), CliError> {
        let given = Given { registry, rulings: &self.rules.rulings, program: &self.program };
        let trusted = backend::trusted_for(self.place.variant, given.rulings.is_empty());
        let trusted = Choice::or_default(self.a.as_deref(), trusted);
        let tested = self.b.as_deref().map(Choice::named);
        let names: Vec<_> = [Some(trusted), tested].into_iter().flatten().map(|choice| choice.name).collect();
        let select = |choice, without| given.select(choice, without, &[self.place.variant], &names);
        let tested = tested.map(|tested| select(tested, &self.rules.b_without));
        Ok((select(trusted, &[])?, tested.transpose()?))
    }

    /// The bug files of the causes.
    fn bugs(
        &self,
        found: &DescentResult,
        reasons: &[Option<Reason>],
        root: PositionPath<'_>,
        (trusted, a): (&Selected<'_>, &mut Side<'_>),
        tested: Option<(&Selected<'_>, &mut Side<'_>)>,
    ) -> Result<Vec<Bug>, BackendError> {
        let (tested, mut b) = tested.unzip();
        let other = b.as_ref().map_or_else(|| COUNTS.to_owned(), |b| b.identity());
        let contexts = [(tested, other), (None, COUNTS.to_owned())]
            .map(|other| bug_files::repro_context(self.place.variant, (trusted, a.identity()), other));
        let mut bugs = Vec::new();
        for (cause, reason) in found.causes.iter().zip(reasons) {
            let clauses = reason.iter().flat_map(|reason| &reason.clauses);
            let clauses = clauses.map(|clause| clause.id().to_owned()).collect();
            // Of counts from elsewhere, the backend has given none.
            let is_reported = matches!(cause.kind, Kind::Unknown | Kind::OtherProgram);
            let context = &contexts[usize::from(is_reported)];
            let bug = context.of_cause(cause, root, self.depth, a, b.as_deref_mut())?;
            bugs.extend(bug.map(|bug| Bug { clauses, ..bug }));
        }
        Ok(bugs)
    }

    /// The counts of the other side from `--divide` and `--total`, and numbers that were not read.
    fn claim(
        &self,
        believed: &mut dyn Backend,
        root: PositionPath<'_>,
        vfen: &str,
    ) -> Result<(ReportedCounts, Vec<String>), CliError> {
        let Some(path) = &self.divide else {
            return Ok((ReportedCounts { total: self.total, ..ReportedCounts::default() }, Vec::new()));
        };
        let named = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let text = read::read_input(path)?;
        let legal = believed.of(self.place.variant).and_then(|view| view.moves(root));
        let legal = legal.map_err(|error| CliError::answer(error, root.vfen))?;
        let tables = descend::read_tables(Variant::get(self.place.variant), vfen, self.depth, &text, &legal);
        let Tables { columns, unread, notes } = tables.map_err(|error| CliError::Input(named(&error)))?;
        notes.iter().for_each(|note| output::note(format_args!("note: {note}")));
        let columns = match &self.column {
            Some(wanted) => {
                vec![chosen(&columns, wanted).map_err(|problem| CliError::Input(named(&problem)))?]
            }
            None => columns,
        };
        Ok((ReportedCounts { total: self.total, columns }, unread))
    }
}

/// The column of a name or a number.
fn chosen(columns: &[ReportedColumn], wanted: &str) -> Result<ReportedColumn, String> {
    let is_wanted = |column: &&ReportedColumn| column.name.to_lowercase() == wanted.to_lowercase();
    let mut named = columns.iter().filter(is_wanted);
    let by_number = || wanted.parse::<usize>().ok()?.checked_sub(1).and_then(|at| columns.get(at));
    match (named.next().or_else(by_number), named.next()) {
        (Some(column), None) => Ok(column.clone()),
        (_, Some(_)) => Err(format!("`{wanted}` names several columns; pass the number of one to --column")),
        (None, None) => {
            let names: Vec<_> = columns.iter().map(|column| format!("`{}`", column.name)).collect();
            Err(format!("there is no column `{wanted}`; it has {}", names.join(", ")))
        }
    }
}

/// The reason of a cause found below a root.
fn reason(cause: &Cause, root: PositionPath<'_>, clause_switch: &ClauseSwitch<'_>) -> Option<Reason> {
    let steps = cause.path.iter().map(|stage| &stage.text);
    let moves: Vec<_> = root.moves.iter().chain(steps).cloned().collect();
    let path = PositionPath { moves: &moves, ..root };
    let difference = LocatedDifference { kind: cause.kind, detail: &cause.detail, vfen: &cause.vfen, path };
    Reason::find(difference, clause_switch)
}

/// The results, to be printed.
struct Report<'t, 'o> {
    args: &'t Args,
    root: PositionPath<'t>,
    /// The position after the moves of the root.
    end: &'t str,
    trusted: &'t Selected<'t>,
    tested: Option<&'t Selected<'t>>,
    a: &'t Side<'o>,
    b: Option<&'t Side<'o>>,
    found: &'t DescentResult,
    /// Whether the other side lists moves.
    lists_moves: bool,
    /// The reason of each cause.
    reasons: Vec<Option<Reason>>,
    /// Likely explanations of a reported total, if no backend can be asked about it.
    totals: Option<(&'t ReportedTotal<'t>, &'t Totals)>,
    took: Duration,
}

impl Report<'_, '_> {
    /// The command that repeats the question to the other side.
    fn replay(&self, cause: &Cause) -> Option<String> {
        let (trusted, tested) = (self.trusted.name(), self.tested?);
        let steps = cause.path.iter().map(|stage| &stage.text);
        let moves: Vec<_> = self.root.moves.iter().chain(steps).cloned().collect();
        let path = PositionPath { vfen: self.root.vfen, moves: &moves };
        let plies = u32::try_from(cause.path.len()).unwrap_or(self.args.depth);
        let left = self.args.depth.saturating_sub(plies).max(1);
        let variant = self.args.place.variant;
        Some(tested.replay(trusted, self.lists_moves, variant, path, left, &cause.detail))
    }

    fn names(&self) -> [String; 2] {
        let b = self.b.map_or_else(|| COUNTS.to_owned(), Side::identity);
        [
            self.a.identity(),
            match self.tested {
                Some(tested) => tested.label(b),
                None => b,
            },
        ]
    }

    fn print(&self) -> Result<(), CliError> {
        if let Some((reported, totals)) = self.totals {
            let columns = self.found.columns.iter().filter(|_| self.found.columns.len() > 1);
            columns.for_each(|column| output::note(format_args!("note: {}", findings::column_line(column))));
            self.found
                .unread
                .iter()
                .for_each(|unread| output::note(format_args!("note: not read: {unread}")));
            output::text(reported.text(totals))?;
            output::note(format_args!("{:.1} s", self.took.as_secs_f64()));
            return Ok(());
        }
        let [a, b] = self.names();
        let names = [self.trusted.name(), self.tested.map_or("", Selected::name)];
        let sides = findings::SideNames { a, b }.told_apart(names);
        let variant = self.args.place.variant;
        output::text(findings::descent(variant, self.args.depth, self.found, &sides))?;
        for (number, (cause, reason)) in (1..).zip(self.found.causes.iter().zip(&self.reasons)) {
            let (replay, style) = (self.replay(cause), output::style());
            let text = findings::cause(variant, number, cause, reason.as_ref(), replay.as_deref(), style);
            output::block(text)?;
        }
        let asked = self.b.map_or_else(String::new, |b| format!(", b {} times", b.requests));
        output::note(format_args!(
            "{} positions compared; a was asked {} times{asked}; {:.1} s",
            self.found.positions,
            self.a.requests,
            self.took.as_secs_f64()
        ));
        Ok(())
    }

    fn json(&self) -> serde_json::Value {
        let [a, b] = self.names();
        let mut answer = serde_json::json!({
            "variant": self.args.place.variant,
            "root": self.root.vfen,
            "moves": self.root.moves,
            "vfen": self.end,
            "depth": self.args.depth,
            "a": { "identity": a, "requests": self.a.requests },
            "b": { "identity": b, "requests": self.b.map(|b| b.requests) },
            "found": self.found,
            "seconds": self.took.as_secs_f64(),
        });
        for (index, cause) in self.found.causes.iter().enumerate() {
            answer["found"]["causes"][index]["replay"] = serde_json::json!(self.replay(cause));
            answer["found"]["causes"][index]["reason"] = serde_json::json!(self.reasons[index]);
        }
        if let Some((reported, totals)) = self.totals {
            answer["totals"] = reported.json(totals);
        }
        answer
    }
}
