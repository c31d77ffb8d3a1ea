//! The reports of a run: one to stdout, others to files.
//!
//! This module knows where a report goes, not what is in it.

use super::bar::RunBar;
use super::lock::cannot_write;
use super::read::named;
use super::{Sanitized, file};
use crate::exit::CliError;
use crate::output;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{env, fs};
use vperft::inner::game::drawing::Style;
use vperft::inner::support::observer::Observer;
use vperft::inner::support::suggest::did_you_mean;
use vperft_pages::report::run::{Context, Explanation, Format, KINDS, Kind};
use vperft_run::Event;

/// A parser of report kinds, which help lists.
pub fn kinds() -> impl TypedValueParser<Value = &'static Kind> {
    let values = KINDS.iter().map(|kind| PossibleValue::new(kind.name).help(kind.about));
    PossibleValuesParser::new(values).map(|name| find(&name).expect("no other value is possible"))
}

fn find(name: &str) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.name == name)
}

/// A value of `--report`.
#[derive(Clone, Debug)]
pub struct ReportArg {
    kind: &'static Kind,
    file: Option<PathBuf>,
}

/// Parses `KIND=FILE`, or a kind that takes its file from the environment.
pub fn report(text: &str) -> Result<ReportArg, String> {
    let (name, file) = text.split_once('=').map_or((text, None), |(name, file)| (name, Some(file)));
    let kind = find(name).ok_or_else(|| {
        let names: Vec<_> = KINDS.iter().map(|kind| kind.name).collect();
        let hint = did_you_mean(name, names.iter().copied());
        format!("expected KIND=FILE, KIND one of {}{hint}", names.join(", "))
    })?;
    if file.map_or(kind.env_var.is_none(), str::is_empty) {
        return Err(format!("expected {name}=FILE"));
    }
    Ok(ReportArg { kind, file: file.map(PathBuf::from) })
}

/// The opened file of a report.
struct Target {
    out: FileOut,
    /// The bytes that it contained before.
    taken: usize,
}

/// How a report is written to its file.
enum FileOut {
    /// Event by event.
    Live(File),
    /// Collected in memory. It replaces the file at the end.
    Whole(Arc<Mutex<Vec<u8>>>),
}

impl ReportArg {
    /// The name of its kind.
    pub const fn kind(&self) -> &'static str {
        self.kind.name
    }

    /// The file, which a variable of the environment may name.
    fn path(&self) -> Result<PathBuf, CliError> {
        if let Some(path) = &self.file {
            return Ok(path.clone());
        }
        let name = self.kind.env_var.unwrap_or_default();
        let path = env::var_os(name).filter(|path: &OsString| !path.is_empty()).map(PathBuf::from);
        path.ok_or_else(|| {
            let kind = self.kind.name;
            CliError::Usage(format!("--report {kind}: expected {kind}=FILE, or ${name} to name a file"))
        })
    }

    /// Opens its file, or checks before the run that it can be written.
    fn open(&self, path: &Path) -> Result<Target, CliError> {
        if self.file.is_some() {
            let out = if self.kind.is_live {
                FileOut::Live(file::create_live(path)?)
            } else {
                file::check_put(path)?;
                FileOut::Whole(Arc::default())
            };
            return Ok(Target { out, taken: 0 });
        }
        let file = File::options().create(true).append(true).open(path);
        let out = FileOut::Live(file.map_err(|problem| named(path, problem))?);
        let taken = fs::metadata(path).map_or(0, |data| usize::try_from(data.len()).unwrap_or(usize::MAX));
        Ok(Target { out, taken })
    }
}

/// A writer to shared memory.
struct SharedBuffer(Arc<Mutex<Vec<u8>>>);

impl Write for SharedBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A report and its destination. After a write error nothing more is written.
struct Report<'c> {
    /// The file; `None` for stdout.
    path: Option<PathBuf>,
    format: Box<dyn Format + 'c>,
    out: Box<dyn Write + Send + 'c>,
    /// The text of a file that is written at the end.
    whole: Option<Arc<Mutex<Vec<u8>>>>,
    written: io::Result<()>,
}

impl Report<'_> {
    fn event(&mut self, event: &Event<'_>) {
        if self.written.is_ok() {
            self.written = self.format.event(event, &mut self.out).and_then(|()| self.out.flush());
        }
    }
}

/// The reports of a run, with a progress bar below the printed one.
pub struct Reports<'c> {
    bar: RunBar,
    reports: Mutex<Vec<Report<'c>>>,
}

impl<'c> Reports<'c> {
    /// Begins a printed report and reports to files.
    ///
    /// # Errors
    /// If a file cannot be written, or if two reports have the same file.
    pub fn begin(printed: &Kind, others: &[ReportArg], context: Context<'c>) -> Result<Self, CliError> {
        let bar = RunBar::new(context.backend);
        let is_coloured = context.style.colour;
        let out = Box::new(Sanitized { out: bar.above(anstream::stdout()), is_coloured });
        let format = (printed.begin)(context);
        let mut reports = vec![Report { path: None, format, out, whole: None, written: Ok(()) }];
        let paths = others.iter().map(ReportArg::path).collect::<Result<Vec<_>, _>>()?;
        for (at, path) in paths.iter().enumerate() {
            if paths[..at].iter().any(|one| file::is_same(one, path)) {
                return Err(CliError::Usage(format!("two reports go to `{}`", path.display())));
            }
            file::check_writable(path)?;
        }
        for (other, path) in others.iter().zip(paths) {
            let Target { out, taken } = other.open(&path)?;
            let format = (other.kind.begin)(Context { style: Style::default(), taken, ..context });
            let (out, whole): (Box<dyn Write + Send>, _) = match out {
                FileOut::Live(out) => (Box::new(Sanitized { out, is_coloured: false }), None),
                FileOut::Whole(bytes) => {
                    let out = SharedBuffer(Arc::clone(&bytes));
                    (Box::new(Sanitized { out, is_coloured: false }), Some(bytes))
                }
            };
            reports.push(Report { path: Some(path), format, out, whole, written: Ok(()) });
        }
        Ok(Self { bar, reports: Mutex::new(reports) })
    }

    fn reports(&self) -> MutexGuard<'_, Vec<Report<'c>>> {
        self.reports.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Passes on what explains the failures, before the last event.
    pub fn explain(&self, explanations: &[Explanation]) {
        self.reports().iter_mut().for_each(|report| report.format.explain(explanations));
    }

    /// Writes the remaining files. Reports the first write error. A closed stdout is not an error.
    pub fn end(&self) -> Result<(), CliError> {
        for report in self.reports().iter_mut() {
            let written = std::mem::replace(&mut report.written, Ok(()));
            match &report.path {
                None => output::unless_closed(written.map_err(CliError::Output), ())?,
                Some(path) => {
                    written.map_err(|error| cannot_write(path, error))?;
                    if let Some(whole) = report.whole.take() {
                        file::put(path, &whole.lock().unwrap_or_else(PoisonError::into_inner))?;
                    }
                }
            }
        }
        Ok(())
    }
}

impl Observer<Event<'_>> for Reports<'_> {
    fn event(&self, event: &Event<'_>) {
        self.bar.event(event);
        self.reports().iter_mut().for_each(|report| report.event(event));
    }
}
