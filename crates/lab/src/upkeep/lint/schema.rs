//! Validates files against their JSON Schemas.
//!
//! No other lint rule repeats what a schema requires. A finding quotes the description in the schema as what
//! was expected.

use super::{Report, Subject};
use boon::{Compiler, ErrorKind, SchemaIndex, Schemas, ValidationError};
use serde_json::Value;
use vperft::inner::corpus::suite::SourceFile;
use vperft::inner::support::embedded;
use vperft::inner::support::plural::plural;
use vperft::inner::support::sanitise::is_printable;

/// The URL under which a schema is compiled.
const SCHEMA_URL: &str = "urn:vperft:schema";

/// A compiled schema.
pub(super) struct Schema {
    document: Value,
    compiled: Schemas,
    root: SchemaIndex,
}

impl Schema {
    /// The schema of variant tables.
    pub fn variant() -> Self {
        Self::new(embedded::VARIANT_SCHEMA)
    }

    /// The schema of position files.
    pub fn positions() -> Self {
        Self::new(embedded::POSITIONS_SCHEMA)
    }

    /// The schema of suite files.
    pub fn suite() -> Self {
        Self::new(embedded::SUITE_SCHEMA)
    }

    /// The schema of dictionaries of bugs.
    pub fn bugs() -> Self {
        Self::new(embedded::BUGS_SCHEMA)
    }

    /// The schema of smoke tier selections.
    pub fn smoke() -> Self {
        Self::new(embedded::SMOKE_SCHEMA)
    }

    fn new(text: &str) -> Self {
        let document: Value = serde_json::from_str(text).expect("the embedded schemas are JSON");
        let (mut compiler, mut compiled) = (Compiler::new(), Schemas::new());
        // The schemas have no external references, so any URL works.
        compiler.add_resource(SCHEMA_URL, document.clone()).expect("the name is a URL");
        let root = compiler.compile(SCHEMA_URL, &mut compiled).expect("the embedded schemas are valid");
        Self { document, compiled, root }
    }

    /// The description of the file format.
    pub fn title(&self) -> &str {
        self.document["title"].as_str().unwrap_or_default()
    }

    /// Reports everything in a file that the schema does not allow. `subject` names the entry with a given
    /// index.
    pub fn validate(&self, file: &SourceFile, subject: impl Fn(usize) -> Subject, report: &mut Report) {
        let Ok(document) = serde_json::from_str(&file.text) else { return };
        // `/cases/3/title` is in the entry with index 3.
        let subject = |pointer: &str| {
            let index = pointer.split('/').nth(2).and_then(|index| index.parse().ok());
            index.map_or(Subject::File, &subject)
        };
        for (pointer, hidden) in unprintable(&document) {
            let problem = format!("at `{pointer}`: U+{:04X}, which no reader sees", u32::from(hidden));
            report.add(&file.name, subject(&pointer), problem, "text with visible characters only");
        }
        let Err(error) = self.compiled.validate(&document, self.root) else { return };
        for error in errors(&error) {
            let pointer = error.instance_location.to_string();
            let subject = subject(&pointer);
            let place = error.schema_url.split_once('#').map_or("", |(_, place)| place);
            let value = document.pointer(&pointer).unwrap_or(&Value::Null);
            report.add(
                &file.name,
                subject,
                format!("at `{pointer}`: {}", problem(error, value)),
                self.description(place),
            );
        }
    }

    /// The nearest description at or above a place in the schema.
    fn description(&self, pointer: &str) -> &str {
        let mut place = pointer;
        loop {
            let here = self.document.pointer(place).and_then(|schema| schema.get("description"));
            match (here.and_then(Value::as_str), place.rsplit_once('/')) {
                // The finding continues after the description, so its full stop is dropped.
                (Some(description), _) => return description.trim_end_matches('.'),
                (None, Some((parent, _))) => place = parent,
                (None, None) => return self.title(),
            }
        }
    }
}

/// The places of texts for people that hold a character which is not printable, with the first one. Moves and VFENs are not such texts:
/// a case may show that they are refused.
fn unprintable(document: &Value) -> Vec<(String, char)> {
    const FOR_PEOPLE: [&str; 6] = ["title", "name", "text", "note", "source", "explained"];
    let mut found = Vec::new();
    let mut left = vec![(String::new(), false, document)];
    while let Some((pointer, is_for_people, value)) = left.pop() {
        match value {
            Value::String(text) if is_for_people => {
                let hidden = text.chars().find(|&c| !is_printable(c));
                found.extend(hidden.map(|hidden| (pointer, hidden)));
            }
            Value::Array(items) => {
                let items = items.iter().enumerate();
                left.extend(items.map(|(index, item)| (format!("{pointer}/{index}"), is_for_people, item)));
            }
            Value::Object(fields) => {
                left.extend(fields.iter().map(|(key, item)| {
                    let is_for_people = is_for_people || FOR_PEOPLE.contains(&key.as_str());
                    (format!("{pointer}/{key}"), is_for_people, item)
                }));
            }
            _ => {}
        }
    }
    found.sort();
    found
}

/// The basic errors that make up an error. An error about alternatives stays whole, because the description
/// covers all of them.
fn errors<'e>(error: &'e ValidationError<'e, 'e>) -> Vec<&'e ValidationError<'e, 'e>> {
    match error.kind {
        ErrorKind::Schema { .. } | ErrorKind::Group | ErrorKind::Reference { .. } | ErrorKind::AllOf => {
            error.causes.iter().flat_map(errors).collect()
        }
        _ => vec![error],
    }
}

/// Describes the problem with a value, without regular expressions and without the content of long values.
fn problem(error: &ValidationError<'_, '_>, value: &Value) -> String {
    let name = match value {
        Value::Array(_) => "the list".into(),
        Value::Object(_) => "the object".into(),
        plain => plain.to_string(),
    };
    match (&error.kind, value) {
        (ErrorKind::Pattern { .. }, _) => format!("{name} is malformed"),
        (ErrorKind::UniqueItems { got: [_, second] }, Value::Array(items)) => {
            format!("{} occurs twice", items.get(*second).unwrap_or(&Value::Null))
        }
        (ErrorKind::MinItems { want, .. }, _) => format!("{name} has fewer than {}", plural(*want, "item")),
        (ErrorKind::MinProperties { want, .. }, _) => {
            format!("{name} has fewer than {}", plural(*want, "field"))
        }
        (ErrorKind::AnyOf | ErrorKind::OneOf(_), _) => format!("{name} matches none of the allowed forms"),
        (ErrorKind::AdditionalProperties { got }, _) => {
            format!("{name} has unknown fields: {}", got.join(", "))
        }
        (ErrorKind::Required { want }, _) => format!("{name} lacks fields: {}", want.join(", ")),
        (kind @ (ErrorKind::Const { .. } | ErrorKind::Enum { .. }), _) => format!("{name} where the {kind}"),
        (kind, _) => format!("{name}: {kind}"),
    }
}
