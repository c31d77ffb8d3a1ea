//! Suite files with missing values, and edits that fill them in.
//!
//! A missing value is a `null`: a perft count, a move list, a VFEN or a status. An edit reformats only the
//! checks of cases that lacked values, and adds or updates the provenance of a case. Every other byte stays
//! unchanged.

use super::case::SuiteFile;
use super::corpus::{Ids, check_format, read_json};
use super::moves::shorten_lists;
use super::{Case, Corpus, CorpusError, Kind, Source, SourceFile, layout};
use crate::corpus::question::Query;
use crate::game::variant::VariantId;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
// `null` must be kept as text.
use serde_with::rust::unwrap_or_skip as present;
use std::collections::BTreeMap;
use std::ops::Range;

/// A suite file.
#[derive(Debug)]
pub struct DraftFile {
    /// The file as it was read.
    pub file: SourceFile,
    /// The variant of its cases.
    pub variant: VariantId,
    /// Its cases.
    pub drafts: Vec<Draft>,
}

/// A case that may lack values.
#[derive(Debug)]
pub struct Draft {
    /// The case; its checks record what is missing.
    pub case: Case,
    checks: TextPart,
    provenance: Option<TextPart>,
}

/// The edit of one case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edit {
    /// The values to fill in.
    pub values: Vec<(Query, Value)>,
    /// The sources of some kinds of checks.
    pub sources: BTreeMap<Kind, Vec<String>>,
    /// The number of values that a backend does not support, so that nothing is written about them.
    pub unsupported: usize,
}

/// A part of the text of a file, and its value.
#[derive(Clone, Debug)]
struct TextPart {
    place: Range<usize>,
    value: Value,
}

/// The parts of a file whose positions in the text matter.
#[derive(Deserialize)]
struct RawFile<'a> {
    variant: VariantId,
    #[serde(borrow)]
    cases: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
struct RawCase<'a> {
    #[serde(borrow)]
    checks: &'a RawValue,
    #[serde(borrow, default, deserialize_with = "present::deserialize")]
    provenance: Option<&'a RawValue>,
}

impl Corpus {
    /// Reads a corpus with missing values: positions, embedded cases, and the suites of folders as drafts.
    ///
    /// # Errors
    /// Returns an error as [`load`](Corpus::load) does, except for missing values.
    pub fn drafts(source: &Source) -> Result<(Self, Vec<DraftFile>), CorpusError> {
        let mut corpus = Self::without_cases(source)?;
        let mut ids = Ids::default();
        let mut files = Vec::new();
        for file in source.suites()? {
            if file.is_embedded {
                let SuiteFile { variant, cases, .. } = read_complete(&file)?;
                let cases = cases.into_iter().map(|case| (variant, Case { is_embedded: true, ..case }));
                corpus.cases.extend(cases);
                continue;
            }
            let draft = DraftFile::parse(file)?;
            for Draft { case, .. } in &draft.drafts {
                corpus.link(&draft.file, draft.variant, case, ids.add(&draft.file, &case.id))?;
            }
            files.push(draft);
        }
        let embedded = corpus.cases.iter().map(|(variant, case)| (*variant, case));
        let drafts =
            files.iter().flat_map(|file| file.drafts.iter().map(|draft| (file.variant, &draft.case)));
        corpus.bugs.link(embedded.chain(drafts))?;
        Ok((corpus, files))
    }
}

/// Reads a suite file without missing values. The error names the first one that is missing.
pub fn read_complete(file: &SourceFile) -> Result<SuiteFile, CorpusError> {
    let whole: SuiteFile = read_json(file)?;
    let missing = |case: &Case| match case.checks.missing.first() {
        Some(question) => Some(format!("{} has no value yet", missing_name(question))),
        None => case.provenance.is_none().then(|| "it has no provenance yet".to_owned()),
    };
    match whole.cases.iter().find_map(|case| Some((case.id.clone(), missing(case)?))) {
        None => Ok(whole),
        Some((case, missing)) => {
            let file = file.name.clone();
            Err(CorpusError::Unfinished { file, variant: whole.variant, case, missing })
        }
    }
}

impl DraftFile {
    fn parse(file: SourceFile) -> Result<Self, CorpusError> {
        let strict = read_json::<SuiteFile>(&file);
        let malformed = |message| CorpusError::Malformed { file: file.name.clone(), message };
        // A file that is not JSON or has another format is not a draft.
        check_format(&file)?;
        let Ok(RawFile { variant, cases }) = serde_json::from_str(&file.text) else {
            return Err(strict.err().unwrap_or_else(|| malformed("not a suite file".into())));
        };
        let mut drafts = Vec::new();
        for raw in cases {
            let start = offset(&file.text, raw.get());
            let fault = |error: serde_json::Error| {
                let line = file.text[..start].matches('\n').count() + 1;
                malformed(format!("the case that begins on line {line}: {error}"))
            };
            let parts: RawCase<'_> = serde_json::from_str(raw.get()).map_err(fault)?;
            let part = |raw: &RawValue| -> Result<TextPart, CorpusError> {
                let start = offset(&file.text, raw.get());
                let value = serde_json::from_str(raw.get()).map_err(fault)?;
                Ok(TextPart { place: start..start + raw.get().len(), value })
            };
            let (checks, provenance) = (part(parts.checks)?, parts.provenance.map(part).transpose()?);
            let fields: Map<String, Value> = serde_json::from_str(raw.get()).map_err(fault)?;
            let case: Case = serde_json::from_value(fields.into()).map_err(fault)?;
            drafts.push(Draft { case, checks, provenance });
        }
        // Other errors in a file with missing values are reported when it is written.
        let is_complete = drafts.iter().all(|draft| draft.case.checks.missing.is_empty());
        match strict {
            Err(error) if is_complete => Err(error),
            _ => Ok(Self { file, variant, drafts }),
        }
    }

    /// The text of the file after edits, given by case index.
    ///
    /// # Errors
    /// Returns an error if rewriting would lose something, or if the result is not a valid suite file.
    pub fn edited(&self, edits: &BTreeMap<usize, Edit>) -> Result<String, CorpusError> {
        let mut text = self.file.text.to_string();
        // Apply edits from the end, so that earlier ranges stay valid. Checks and provenance may come in
        // either order.
        let mut changes: Vec<_> =
            edits.iter().flat_map(|(&index, edit)| self.drafts[index].changes(edit)).collect();
        for (part, _) in changes.iter().filter(|(part, _)| !part.place.is_empty()) {
            let old = &self.file.text[part.place.clone()];
            let canonical = part.value.to_string();
            if without_whitespace(old) != canonical {
                let line = self.file.text[..part.place.start].matches('\n').count() + 1;
                let message =
                    format!("line {line}: rewriting this would lose something, such as a duplicate key");
                return Err(CorpusError::Malformed { file: self.file.name.clone(), message });
            }
        }
        changes.sort_by_key(|(part, _)| std::cmp::Reverse(part.place.start));
        for (part, value) in changes {
            let start = part.place.start;
            let line = &text[text[..start].rfind('\n').map_or(0, |end| end + 1)..start];
            let indent = line.len() - line.trim_start().len();
            let (field, column) = match part.place.is_empty() {
                true => (format!(",\n{:indent$}\"provenance\": ", ""), indent + "\"provenance\": ".len()),
                false => (String::new(), line.chars().count()),
            };
            let new = layout::lay_out(&value, indent, column);
            text.replace_range(part.place.clone(), &(field + &new));
        }
        let edited = SourceFile { text: text.into(), ..self.file.clone() };
        let whole = Self::parse(edited)?;
        Ok(whole.file.text.into_owned())
    }
}

impl Draft {
    /// The parts that an edit changes, each with its new value.
    fn changes(&self, edit: &Edit) -> Vec<(TextPart, Value)> {
        let mut checks = self.checks.value.clone();
        for (question, value) in &edit.values {
            let kind = Kind::from_query(question, None).to_string();
            match question.subject() {
                Some(key) => checks[kind][key] = value.clone(),
                None => checks[kind] = value.clone(),
            }
        }
        shorten_lists(&mut checks);
        // A new provenance starts as an empty range after the checks.
        let end = self.checks.place.end;
        let before = self.provenance.clone().unwrap_or(TextPart { place: end..end, value: Value::Null });
        let mut provenance = before.value.clone();
        for (kind, sources) in &edit.sources {
            provenance[kind.to_string()] = sources.clone().into();
        }
        let changed = [(self.checks.clone(), checks), (before, provenance)];
        changed.into_iter().filter(|(part, value)| part.value != *value).collect()
    }
}

/// The name within its case of a check with a missing value.
#[must_use]
pub fn missing_name(question: &Query) -> String {
    Kind::from_query(question, None).name(question)
}

/// The offset of a part of a text in bytes.
pub(crate) fn offset(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

/// Removes the whitespace between the tokens of a JSON text.
pub fn without_whitespace(text: &str) -> String {
    let (mut in_string, mut escaped) = (false, false);
    let keep = |c: &char| {
        let kept = in_string || !c.is_ascii_whitespace();
        in_string ^= *c == '"' && !escaped;
        escaped = *c == '\\' && !escaped;
        kept
    };
    text.chars().filter(keep).collect()
}
