//! Bug files: what they say about a comparison or a run, and how they are written.

use crate::args::backend::{is_program, oracle, oracle_for, without};
use crate::args::program::ProgramArgs;
use crate::args::selected::Selected;
use crate::exit::CliError;
use crate::interrupt;
use crate::output;
use crate::output::command::{command_line, variant_words};
use crate::output::file::{self, Change};
use crate::output::lock::Lock;
use crate::output::read::read_if_any;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use vperft::inner::corpus::suite;
use vperft::inner::game::perft::Resources;
use vperft::inner::game::variant::{Rulings, VariantId};
use vperft::inner::support::plural::plural;
use vperft_lab::differences::bug::{Bug, OpenedSide, ReproContext};
use vperft_lab::differences::clause_switch::ClauseSwitch;
use vperft_lab::differences::descend::Side;
use vperft_lab::differences::search::{SearchObserver, StopIf};
use vperft_programs::engine;

/// The context of bug files about a trusted and a tested side, each with its identity. The tested side may be no backend.
pub fn repro_context<'s>(
    variant: VariantId,
    trusted: (&'s Selected<'_>, String),
    (tested, identity): (Option<&Selected<'_>>, String),
) -> ReproContext<'s> {
    let (a, given) = (opened(trusted.0, trusted.1), trusted.0.given);
    ReproContext {
        variant,
        rulings: &trusted.0.options.rulings,
        suite: suite::version(),
        a,
        b: match tested {
            Some(tested) => opened(tested, identity),
            None => OpenedSide { identity, ..OpenedSide::default() },
        },
        record: given.program.record().map(|path| path.display().to_string()),
    }
}

/// How a backend was opened.
fn opened(selected: &Selected<'_>, identity: String) -> OpenedSide {
    let is_engine = engine::is_engine(selected.name());
    OpenedSide {
        backend: Some(selected.name().to_owned()),
        identity,
        without: selected.without.iter().map(|clause| clause.id().to_owned()).collect(),
        options: if is_engine { selected.given.program.settings() } else { Vec::new() },
    }
}

/// Writes bug files: the first to this path, the others next to it with numbers in their names. Prints notes on
/// the written files.
pub fn write(path: &Path, bugs: &[Bug], program: &ProgramArgs) -> Result<(), CliError> {
    if bugs.is_empty() {
        output::note(format_args!("nothing is written to {}", path.display()));
        return Ok(());
    }
    let mut changes = Vec::new();
    for (number, bug) in (1..).zip(bugs) {
        let path = numbered(path, number);
        let before = read_if_any(&path)?;
        changes.push(Change { path, before, text: bug.text() });
    }
    file::replace(&mut Lock::default(), &changes)?;
    for (change, bug) in changes.iter().zip(bugs) {
        let command = repro_command(&change.path, bug, None, program);
        output::note(format_args!("wrote {}; `{command}` asks again", change.path.display()));
    }
    Ok(())
}

/// The command that repeats the question of a bug file, asked of this backend or of that of the file. It names a program, which `repro`
/// never takes from the file, and its limits.
pub fn repro_command(path: &Path, bug: &Bug, backend: Option<&String>, program: &ProgramArgs) -> String {
    let mut words = ["vperft", "repro"].map(String::from).to_vec();
    words.push(path.display().to_string());
    let of_file = || bug.b.backend.as_ref().filter(|name| is_program(name));
    if let Some(name) = backend.or_else(of_file) {
        words.extend(["--backend".to_owned(), name.clone()]);
        words.extend(program.limit_words());
    }
    words.extend(variant_words(&[bug.variant.name()]));
    command_line(&words)
}

/// The most bug files of one run. A broken program fails thousands of checks.
pub const MAX_OF_RUN: usize = 20;

/// The context of the bug files of a run.
pub struct RunContext {
    rulings: Rulings,
    suite: Option<String>,
    /// The backend.
    b: OpenedSide,
    record: Option<String>,
}

impl RunContext {
    /// The context of a run of this backend, judged by these rulings.
    pub fn new(backend: &Selected<'_>, identity: String, rulings: &Rulings, suite: Option<&str>) -> Self {
        Self {
            rulings: rulings.clone(),
            suite: suite.map(str::to_owned),
            b: opened(backend, identity),
            record: backend.given.program.record().map(|path| path.display().to_string()),
        }
    }

    /// The context of a check of one variant. The other side is the corpus.
    pub fn for_variant(&self, variant: VariantId) -> ReproContext<'_> {
        let a = OpenedSide { identity: "the corpus".into(), ..OpenedSide::default() };
        let (suite, b, record) = (self.suite.clone(), self.b.clone(), self.record.clone());
        ReproContext { variant, rulings: &self.rulings, suite, a, b, record }
    }

    /// The bug files, those of wrong counts walked down to the smallest positions that show what is wrong, as far as there is time.
    /// Counts with the same cause have one file.
    pub fn walked_down(&self, bugs: Vec<(String, Bug)>, tested: &Selected<'_>) -> Vec<(String, Bug)> {
        let end = Instant::now() + WALK;
        let until = StopIf(|| Instant::now() >= end || interrupt::is_stopped());
        let mut files = Vec::<(String, Bug)>::new();
        let mut left = 0;
        for (name, bug) in bugs {
            let is_count = bug.question.is_count();
            let walked = if is_count && !until.0() { self.walk(&bug, tested, &until) } else { None };
            left += usize::from(is_count && walked.is_none());
            let bug = walked.unwrap_or(bug);
            let is_same = |other: &Bug| {
                (&other.root, &other.moves, &other.question) == (&bug.root, &bug.moves, &bug.question)
            };
            if !files.iter().any(|(_, other)| is_same(other)) {
                files.push((name, bug));
            }
        }
        if left > 0 {
            let left = plural(left, "count");
            output::note(format_args!("{left} not walked down to what is wrong; `vperft descend` does so"));
        }
        files
    }

    /// The bug file of what is wrong below a count.
    fn walk(&self, bug: &Bug, tested: &Selected<'_>, until: &SearchObserver<'_>) -> Option<Bug> {
        let (open_a, open_b) = (|| oracle(&self.rulings), || tested.open_again());
        let mut a = Side::new(open_a(), &open_a, bug.variant, Resources::default());
        let mut b = Side::new(open_b(), &open_b, bug.variant, Resources::default());
        let name = oracle_for(&[bug.variant]);
        let trusted = OpenedSide {
            backend: Some(name.to_owned()),
            identity: format!("{name}@{}", env!("CARGO_PKG_VERSION")),
            ..OpenedSide::default()
        };
        let context = ReproContext { a: trusted, ..self.for_variant(bug.variant) };
        let open = |off| Some(without(&self.rulings, off));
        let clause_switch = ClauseSwitch::new(bug.variant, &open);
        context.walked_down(bug, &clause_switch, [&mut a, &mut b], until).ok().flatten()
    }
}

/// How long the counts of bug files are walked down, all together.
const WALK: Duration = Duration::from_secs(20);

/// Writes bug files with these names to a folder. Prints notes on the written files.
pub fn write_all(folder: &Path, bugs: &[(String, Bug)], program: &ProgramArgs) -> Result<(), CliError> {
    let mut changes = Vec::new();
    for (name, bug) in bugs {
        let plain = name.replace(|c: char| !c.is_ascii_alphanumeric() && c != '-', "-");
        let path = folder.join(format!("{plain}.json"));
        let before = read_if_any(&path)?;
        let vfen = end_position(bug);
        changes.push(Change { path, before, text: Bug { vfen, ..bug.clone() }.text() });
    }
    file::replace(&mut Lock::default(), &changes)?;
    let count = plural(changes.len(), "bug file");
    output::note(format_args!("wrote {count} to {}", folder.display()));
    if let (Some(change), Some((_, bug))) = (changes.first(), bugs.first()) {
        let command = repro_command(&change.path, bug, None, program);
        output::note(format_args!("`{command}` asks the first again"));
    }
    Ok(())
}

/// The position after the moves of a bug file; the root if no built-in rules can play them.
fn end_position(bug: &Bug) -> String {
    let mut oracle = oracle(&bug.rulings);
    oracle.of(bug.variant).and_then(|view| bug.path().reached(view)).unwrap_or_else(|_| bug.root.clone())
}

/// The path with the number in its name; the first has none.
fn numbered(path: &Path, number: u32) -> PathBuf {
    if number == 1 {
        return path.to_owned();
    }
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(end) = path.extension() {
        name.push(".");
        name.push(end);
    }
    path.with_file_name(name)
}
