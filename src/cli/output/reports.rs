//! Where the reports of a run go.

use super::bar::Bar;
use super::file;
use crate::cli::exit::CliError;
use crate::cli::output;
use crate::cli::output::Shown;
use crate::corpus::run::Event;
use crate::game::drawing::Style;
use crate::report::run::{Context, Format, KINDS, Kind};
use crate::support::observer::Observer;
use crate::support::suggest::did_you_mean;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{env, fs};

/// The kinds of reports as values of an argument.
pub(crate) fn kinds() -> impl TypedValueParser<Value = &'static Kind> {
    let values = KINDS.iter().map(|kind| PossibleValue::new(kind.name).help(kind.about));
    PossibleValuesParser::new(values).map(|name| find(&name).expect("no other value is possible"))
}

fn find(name: &str) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.name == name)
}

/// A report that is asked for.
#[derive(Clone, Debug)]
pub(crate) struct ReportArg {
    kind: &'static Kind,
    file: Option<PathBuf>,
}

/// Reads `KIND=FILE`, or a kind that knows its place.
pub(crate) fn report(text: &str) -> Result<ReportArg, String> {
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
    out: FileOut,
    /// The bytes it holds already.
    taken: usize,
}

/// How a report gets into its file.
enum FileOut {
    /// As it comes.
    Live(File),
    /// In the place of what the file holds, once the report is whole.
    Whole(Arc<Mutex<Vec<u8>>>),
}

impl ReportArg {
    /// Opens the file, or sees that it can be written, so that a run does not begin whose report could not be.
    fn open(&self) -> Result<Place, CliError> {
        if let Some(path) = &self.file {
            let out = if self.kind.is_live {
                FileOut::Live(file::begin(path)?)
            } else {
                file::check_put(path)?;
                FileOut::Whole(Arc::default())
            };
            return Ok(Place { path: path.clone(), out, taken: 0 });
        }
        let name = self.kind.place.unwrap_or_default();
        let path = env::var_os(name).filter(|path: &OsString| !path.is_empty()).map(PathBuf::from);
        let path = path.ok_or_else(|| {
            let kind = self.kind.name;
            CliError::Usage(format!("--report {kind}: expected {kind}=FILE, or ${name} to name a file"))
        })?;
        let file = File::options().create(true).append(true).open(&path);
        let out = FileOut::Live(file.map_err(|problem| crate::corpus::suite::named(&path, problem))?);
        let taken = fs::metadata(&path).map_or(0, |data| usize::try_from(data.len()).unwrap_or(usize::MAX));
        Ok(Place { path, out, taken })
    }
}

/// A writer to memory that others read.
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A report and where it goes. Once it could not be written, nothing more of it is.
struct Report<'c> {
    /// The file; stdout if there is none.
    path: Option<PathBuf>,
    format: Box<dyn Format + 'c>,
    out: Box<dyn Write + Send + 'c>,
    /// What the file is to hold, if it is written at the end.
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

/// The reports of a run, with a bar below the one that is printed.
pub(crate) struct Reports<'c> {
    bar: Bar,
    reports: Mutex<Vec<Report<'c>>>,
}

impl<'c> Reports<'c> {
    /// Begins to print a report, and others to files.
    pub fn begin(printed: &Kind, others: &[ReportArg], context: Context<'c>) -> Result<Self, CliError> {
        let bar = Bar::new(context.backend);
        let is_coloured = context.style.colour;
        let out = Box::new(Shown { out: bar.above(anstream::stdout()), is_coloured });
        let format = (printed.begin)(context);
        let mut reports = vec![Report { path: None, format, out, whole: None, written: Ok(()) }];
        for other in others {
            let Place { path, out, taken } = other.open()?;
            if reports.iter().filter_map(|report| report.path.as_ref()).any(|one| file::is_same(one, &path)) {
                let path = output::plain(path.display());
                return Err(CliError::Usage(format!("two reports go to {path}")));
            }
            let format = (other.kind.begin)(Context { style: Style::default(), taken, ..context });
            let (out, whole): (Box<dyn Write + Send>, _) = match out {
                FileOut::Live(out) => (Box::new(Shown { out, is_coloured: false }), None),
                FileOut::Whole(bytes) => {
                    let out = Shared(Arc::clone(&bytes));
                    (Box::new(Shown { out, is_coloured: false }), Some(bytes))
                }
            };
            reports.push(Report { path: Some(path), format, out, whole, written: Ok(()) });
        }
        Ok(Self { bar, reports: Mutex::new(reports) })
    }

    fn reports(&self) -> MutexGuard<'_, Vec<Report<'c>>> {
        self.reports.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether everything was written. That whoever reads stdout has closed it is no fault.
    pub fn end(&self) -> Result<(), CliError> {
        for report in self.reports().iter_mut() {
            let written = std::mem::replace(&mut report.written, Ok(()));
            match &report.path {
                None => output::unless_closed(written.map_err(CliError::Output), ())?,
                Some(path) => {
                    written.map_err(|error| crate::corpus::suite::named(path, error))?;
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
