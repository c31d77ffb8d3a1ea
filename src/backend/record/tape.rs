//! Reads a record.
//!
//! Opening it reads the file once, line by line, and keeps the offset of the answer to each question. Every answer is read again when
//! its question is asked.

use super::answer::Failed;
use super::line::{Asked, FORMAT, Header, Kind, Opened, VARIANT, digest};
use crate::game::perft::Count;
use crate::game::variant::VariantId;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::{BTreeSet, HashMap};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The maximum length of a line in bytes, about 64 times the longest list of moves of a program.
const MAX_LINE: u64 = 64 << 20;

/// An error in a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum TapeError {
    /// The file cannot be read.
    #[error("{file}: {problem}")]
    Unreadable { file: String, problem: String },
    /// A line is malformed.
    #[error("{file}, line {line}: {problem}")]
    Line { file: String, line: u64, problem: String },
}

/// A record.
#[derive(Debug)]
pub(super) struct Tape {
    file: Mutex<BufReader<File>>,
    /// The recorded backends without duplicates, in the order in which they were first opened.
    pub sides: Vec<Side>,
    /// The keys of the answered questions with the offsets of the answers, sorted.
    index: Vec<([u64; 2], u64)>,
    /// How many answers have been given to each question with several.
    given: Mutex<HashMap<[u64; 2], usize>>,
}

/// A recorded backend.
#[derive(Clone, Debug)]
pub(super) struct Side {
    pub opened: Opened,
    /// The unchanged variants of its questions, or all unchanged ones if there were no questions.
    pub variants: Vec<VariantId>,
    /// The names of the variants that have changed since.
    pub others: Vec<String>,
}

/// An answer in a record.
pub(super) enum Found {
    /// JSON, of a shape that depends on the question.
    Result(String),
    /// The count was given up above this number.
    MoreThan(u128),
    /// The question failed.
    Failed(Failed),
}

/// A line after the header.
#[derive(Deserialize)]
struct Line<'a> {
    open: Option<u64>,
    to: Option<u64>,
    from: Option<u64>,
    ask: Option<Kind>,
    variant: Option<String>,
    #[serde(default)]
    vfen: String,
    #[serde(default)]
    moves: Vec<String>,
    depth: Option<u32>,
    #[serde(borrow)]
    result: Option<&'a RawValue>,
    more_than: Option<Count>,
    stopped: Option<bool>,
    error: Option<Failed>,
}

/// The state while a record is read.
#[derive(Default)]
struct Reading {
    sides: Vec<Opened>,
    /// The backend of each number.
    instances: HashMap<u64, usize>,
    /// The open question of each number.
    open: HashMap<u64, [u64; 2]>,
    /// The names of the variants in the questions to each backend.
    asked: Vec<BTreeSet<String>>,
    index: Vec<([u64; 2], u64)>,
}

impl Tape {
    /// Reads a record.
    pub fn load(path: &Path) -> Result<Self, TapeError> {
        let file = path.display().to_string();
        let unreadable =
            |error: io::Error| TapeError::Unreadable { file: file.clone(), problem: error.to_string() };
        let mut lines = BufReader::new(File::open(path).map_err(unreadable)?);
        let mut reading = Reading::default();
        let (mut text, mut offset, mut number) = (Vec::new(), 0, 0);
        loop {
            text.clear();
            let length =
                (&mut lines).take(MAX_LINE + 1).read_until(b'\n', &mut text).map_err(unreadable)? as u64;
            if length == 0 {
                break;
            }
            number += 1;
            let at = |problem: String| TapeError::Line { file: file.clone(), line: number, problem };
            if length > MAX_LINE {
                return Err(at(format!("has more than {MAX_LINE} bytes, the limit of a line")));
            }
            if number == 1 {
                check_header(text.trim_ascii_end()).map_err(at)?;
            } else if let Some(line) = text.strip_suffix(b"\n") {
                reading.line(line, offset).map_err(at)?;
            } else {
                let whole = number - 1;
                return Err(at(format!("is truncated; the {whole} lines before it are a complete record")));
            }
            offset += length;
        }
        if number == 0 {
            let problem = "is empty; expected a record, as --record writes it".to_owned();
            return Err(TapeError::Unreadable { file, problem });
        }
        let Reading { sides, asked, mut index, .. } = reading;
        if sides.is_empty() {
            let problem = "holds no backend; expected one that was opened and asked".to_owned();
            return Err(TapeError::Unreadable { file, problem });
        }
        index.sort();
        let sides = sides.into_iter().zip(asked).map(|(opened, asked)| Side::new(opened, &asked)).collect();
        Ok(Self { file: Mutex::new(lines), sides, index, given: Mutex::default() })
    }

    /// The next answer to a question, or the last one again if all have been given. `None` if there is none.
    pub fn next(&self, side: usize, question: &Asked<'_>) -> io::Result<Option<Found>> {
        let key = question.key(side);
        let Some(entries) = self.entries(key) else { return Ok(None) };
        let mut number = 0;
        if entries.len() > 1 {
            let mut given = locked(&self.given);
            let count = given.entry(key).or_insert(0);
            number = (*count).min(entries.len() - 1);
            *count += 1;
        }
        self.found(entries[number].1).map(Some)
    }

    /// The first answer to a question. It does not count as given.
    pub fn first(&self, side: usize, question: &Asked<'_>) -> io::Result<Option<Found>> {
        self.entries(question.key(side)).map(|entries| self.found(entries[0].1)).transpose()
    }

    /// The offsets of the answers to a question; at least one if there are any.
    fn entries(&self, key: [u64; 2]) -> Option<&[([u64; 2], u64)]> {
        let start = self.index.partition_point(|(other, _)| *other < key);
        let length = self.index[start..].partition_point(|(other, _)| *other == key);
        (length > 0).then(|| &self.index[start..start + length])
    }

    /// Reads the answer at an offset.
    fn found(&self, offset: u64) -> io::Result<Found> {
        let mut text = Vec::new();
        {
            let mut file = locked(&self.file);
            file.seek(SeekFrom::Start(offset))?;
            (&mut *file).take(MAX_LINE).read_until(b'\n', &mut text)?;
        }
        let changed = || io::Error::other("it changed since it was opened");
        let line: Line<'_> = serde_json::from_slice(&text).map_err(|_| changed())?;
        line.found().ok_or_else(changed)
    }
}

/// Locks a mutex. A panic of another thread leaves its value intact.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The error in the JSON of a line, with its column.
fn fault(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let bare = text.split(" at line ").next().unwrap_or_default();
    format!("column {}: {bare}", error.column())
}

/// Checks the header of a record.
fn check_header(text: &[u8]) -> Result<(), String> {
    #[derive(Deserialize)]
    struct Format {
        record: u32,
    }
    let expected = "expected the header of a record, which begins `{\"record\":1,`";
    let Format { record } =
        serde_json::from_slice(text).map_err(|error| format!("{}; {expected}", fault(&error)))?;
    if record != FORMAT {
        return Err(format!(
            "format {record}; this program reads format {FORMAT}; another version of vperft may read it"
        ));
    }
    serde_json::from_slice::<Header>(text).map_err(|error| format!("{}; {expected}", fault(&error)))?;
    Ok(())
}

impl Reading {
    /// Adds the line at this offset.
    fn line(&mut self, text: &[u8], offset: u64) -> Result<(), String> {
        let malformed = |error: serde_json::Error| {
            let expected =
                "expected a JSON object with `open`, `to` or `from`, as docs/record.schema.json says";
            format!("{}; {expected}", fault(&error))
        };
        let line: Line<'_> = serde_json::from_slice(text).map_err(malformed)?;
        match (line.open, line.to, line.from) {
            (Some(instance), None, None) => {
                let opened: Opened = serde_json::from_slice(text).map_err(malformed)?;
                self.open(instance, opened)
            }
            (None, Some(instance), None) => self.question(instance, &line),
            (None, None, Some(instance)) => self.answer(instance, &line, offset),
            _ => Err("expected one of `open`, `to` and `from`".into()),
        }
    }

    fn open(&mut self, instance: u64, opened: Opened) -> Result<(), String> {
        let known = self.sides.iter().position(|side| {
            (&side.name, &side.readings, &side.without, &side.settings)
                == (&opened.name, &opened.readings, &opened.without, &opened.settings)
        });
        let side = known.unwrap_or_else(|| {
            self.sides.push(opened);
            self.asked.push(BTreeSet::new());
            self.sides.len() - 1
        });
        match self.instances.insert(instance, side) {
            None => Ok(()),
            Some(_) => Err(format!("backend {instance} is opened twice")),
        }
    }

    fn question(&mut self, instance: u64, line: &Line<'_>) -> Result<(), String> {
        let side = *self.instances.get(&instance).ok_or_else(|| unopened(instance))?;
        let (Some(Kind(ask)), Some(variant)) = (line.ask, &line.variant) else {
            return Err("a question without `ask` and `variant`".into());
        };
        let question = Asked { ask, variant, vfen: &line.vfen, moves: &line.moves, depth: line.depth };
        if ask != VARIANT && !self.asked[side].contains(variant) {
            self.asked[side].insert(variant.clone());
        }
        // A question without an answer, as the last one of a killed harness, is treated as missing.
        self.open.insert(instance, question.key(side));
        Ok(())
    }

    fn answer(&mut self, instance: u64, line: &Line<'_>, offset: u64) -> Result<(), String> {
        if !self.instances.contains_key(&instance) {
            return Err(unopened(instance));
        }
        let key = self.open.remove(&instance);
        let key = key.ok_or_else(|| format!("an answer of backend {instance}, which was asked nothing"))?;
        if line.stopped != Some(true) {
            if line.result.is_none() && line.more_than.is_none() && line.error.is_none() {
                return Err("an answer without `result`, `more_than`, `stopped` and `error`".into());
            }
            self.index.push((key, offset));
        }
        Ok(())
    }
}

fn unopened(instance: u64) -> String {
    format!("is about backend {instance}, which was not opened before")
}

impl Line<'_> {
    /// The answer in the line, if it has one.
    fn found(self) -> Option<Found> {
        let result = self.result.map(|json| Found::Result(json.get().to_owned()));
        let more = self.more_than.map(|count| Found::MoreThan(count.0));
        result.or(more).or(self.error.map(Found::Failed))
    }
}

impl Side {
    fn new(opened: Opened, asked: &BTreeSet<String>) -> Self {
        let named = |id: &VariantId| opened.variants.get(id.name());
        let known: Vec<_> = VariantId::all().into_iter().filter(|id| named(id).is_some()).collect();
        let (same, others): (Vec<_>, Vec<_>) =
            known.into_iter().partition(|id| named(id) == Some(&digest(*id)));
        let about = |id: &VariantId| asked.is_empty() || asked.contains(id.name());
        let variants = same.into_iter().filter(about).collect();
        let others = others.iter().map(|id| id.name().to_owned()).collect();
        Self { opened, variants, others }
    }

    /// Whether it is a program.
    pub fn is_program(&self) -> bool {
        self.opened.name.contains(':')
    }
}

/// The opened records by path, so that each is read once.
#[derive(Debug, Default)]
pub(super) struct Shelf(Mutex<HashMap<PathBuf, std::sync::Arc<Tape>>>);

impl Shelf {
    /// Opens the record at this path.
    pub fn tape(&self, path: &Path) -> Result<std::sync::Arc<Tape>, TapeError> {
        let mut tapes = locked(&self.0);
        if let Some(tape) = tapes.get(path) {
            return Ok(std::sync::Arc::clone(tape));
        }
        let tape = std::sync::Arc::new(Tape::load(path)?);
        tapes.insert(path.to_owned(), std::sync::Arc::clone(&tape));
        Ok(tape)
    }
}
