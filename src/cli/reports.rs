//! Where the reports of a run go.

use super::CliError;
use super::bar::Bar;
use super::output::{self, Shown};
use crate::check::{Event, Listener};
use crate::nearest::did_you_mean;
use crate::report::{Context, Format, KINDS, Kind, Style};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The kinds of reports as values of an argument.
pub(super) fn kinds() -> impl TypedValueParser<Value = &'static Kind> {
    let values = KINDS.iter().map(|kind| PossibleValue::new(kind.name).help(kind.about));
    PossibleValuesParser::new(values).map(|name| find(&name).expect("no other value is possible"))
}

fn find(name: &str) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.name == name)
}

/// A report that is asked for.
#[derive(Clone, Debug)]
pub(super) struct ReportArg {
    kind: &'static Kind,
    file: Option<PathBuf>,
}

/// Reads `KIND=FILE`, or a kind that knows its place.
pub(super) fn report(text: &str) -> Result<ReportArg, String> {
    let (name, file) = text.split_once('=').map_or((text, None), |(name, file)| (name, Some(file)));
    let kind = find(name).ok_or_else(|| {
        let names: Vec<_> = KINDS.iter().map(|kind| kind.name).collect();
        let hint = did_you_mean(name, names.iter().copied());
        format!("expected KIND=FILE, KIND one of {}{hint}", names.join(", "))
    })?;
    if file.map_or(kind.place.is_none(), str::is_empty) {
        return Err(format!("expected {name}=FILE"));
    }
    Ok(ReportArg { kind, file: file.map(PathBuf::from) })
}

/// A file that a report is to be written to.
struct Place {
    path: PathBuf,
    file: File,
    /// The bytes it holds already.
    taken: usize,
}

impl ReportArg {
    /// Opens the file, so that a run does not begin whose report could not be written.
    fn open(&self) -> Result<Place, CliError> {
        let error = |path: &Path, error| CliError::Io(crate::suite::named(path, error));
        if let Some(path) = &self.file {
            let file = File::create(path).map_err(|problem| error(path, problem))?;
            return Ok(Place { path: path.clone(), file, taken: 0 });
        }
        let name = self.kind.place.unwrap_or_default();
        let path = env::var_os(name).filter(|path: &OsString| !path.is_empty()).map(PathBuf::from);
        let path = path.ok_or_else(|| {
            let kind = self.kind.name;
            CliError::Usage(format!("--report {kind}: expected {kind}=FILE, or ${name} to name a file"))
        })?;
        let file = File::options().create(true).append(true).open(&path);
        let file = file.map_err(|problem| error(&path, problem))?;
        let taken = fs::metadata(&path).map_or(0, |data| usize::try_from(data.len()).unwrap_or(usize::MAX));
        Ok(Place { path, file, taken })
    }
}

/// A report and where it goes. Once it could not be written, nothing more of it is.
struct Report<'c> {
    /// The file; stdout if there is none.
    path: Option<PathBuf>,
    format: Box<dyn Format + 'c>,
    out: Box<dyn Write + Send + 'c>,
    written: io::Result<()>,
}

impl Listener for Report<'_> {
    fn event(&mut self, event: &Event<'_>) {
        if self.written.is_ok() {
            self.written = self.format.event(event, &mut self.out).and_then(|()| self.out.flush());
        }
    }
}

/// The reports of a run, with a bar below the one that is printed.
pub(super) struct Reports<'c> {
    bar: Bar,
    reports: Vec<Report<'c>>,
}

impl<'c> Reports<'c> {
    /// Begins to print a report, and others to files.
    pub fn begin(printed: &Kind, others: &[ReportArg], context: Context<'c>) -> Result<Self, CliError> {
        let bar = Bar::new(context.backend);
        let is_coloured = context.style.colour;
        let out = Box::new(Shown { out: bar.above(anstream::stdout()), is_coloured });
        let mut reports = vec![Report { path: None, format: (printed.begin)(context), out, written: Ok(()) }];
        for other in others {
            let Place { path, file, taken } = other.open()?;
            if reports.iter().any(|report| report.path.as_ref() == Some(&path)) {
                return Err(CliError::Usage(format!("two reports go to {}", path.display())));
            }
            let format = (other.kind.begin)(Context { style: Style::default(), taken, ..context });
            let out = Box::new(Shown { out: file, is_coloured: false });
            reports.push(Report { path: Some(path), format, out, written: Ok(()) });
        }
        Ok(Self { bar, reports })
    }

    /// Whether everything was written. That whoever reads stdout has closed it is no fault.
    pub fn end(&mut self) -> Result<(), CliError> {
        for report in &mut self.reports {
            let written = std::mem::replace(&mut report.written, Ok(()));
            match &report.path {
                None => output::unless_closed(written.map_err(CliError::Output), ())?,
                Some(path) => written.map_err(|error| crate::suite::named(path, error))?,
            }
        }
        Ok(())
    }
}

impl Listener for Reports<'_> {
    fn event(&mut self, event: &Event<'_>) {
        self.bar.event(event);
        self.reports.event(event);
    }
}
