//! Whether a file is what its JSON Schema says.
//!
//! What the schema demands is not demanded a second time elsewhere in lint. What was expected is told in the
//! words of the schema's own descriptions.

use super::{Report, Subject};
use crate::suite::SourceFile;
use jsonschema::error::ValidationErrorKind;
use jsonschema::{ValidationError, Validator};
use serde_json::Value;

const VARIANT: &str = include_str!("../../../suites/variant.schema.json");
const SUITE: &str = include_str!("../../../suites/suite.schema.json");
const BUGS: &str = include_str!("../../../suites/bugs.schema.json");
const SMOKE: &str = include_str!("../../../suites/smoke.schema.json");
const POSITIONS: &str = include_str!("../../../positions/positions.schema.json");

/// A schema, ready to use.
pub(super) struct Schema {
    document: Value,
    validator: Validator,
}

impl Schema {
    /// That of the tables of variants.
    pub fn variant() -> Self {
        Self::new(VARIANT)
    }

    /// That of position files.
    pub fn positions() -> Self {
        Self::new(POSITIONS)
    }

    /// That of suite files.
    pub fn suite() -> Self {
        Self::new(SUITE)
    }

    /// That of dictionaries of bugs.
    pub fn bugs() -> Self {
        Self::new(BUGS)
    }

    /// That of choices of cases for the smoke tier.
    pub fn smoke() -> Self {
        Self::new(SMOKE)
    }

    fn new(text: &str) -> Self {
        let document = serde_json::from_str(text).expect("the embedded schemas are JSON");
        let validator = jsonschema::validator_for(&document).expect("the embedded schemas are schemas");
        Self { document, validator }
    }

    /// What its files are, in words.
    pub fn title(&self) -> &str {
        self.document["title"].as_str().unwrap_or_default()
    }

    /// Reports everything in a file that the schema does not admit. `subject` says what the entry of an index
    /// is.
    pub fn check(&self, file: &SourceFile, subject: impl Fn(usize) -> Subject, report: &mut Report) {
        let Ok(document) = serde_json::from_str(&file.text) else { return };
        for error in self.validator.iter_errors(&document) {
            let pointer = error.instance_path().as_str();
            // `/cases/3/title` lies in the entry of index 3.
            let index = pointer.split('/').nth(2).and_then(|index| index.parse().ok());
            let subject = index.map_or(Subject::File, &subject);
            let expected = self.description(error.schema_path().as_str());
            report.add(&file.name, subject, format!("at `{pointer}`: {}", problem(&error)), expected);
        }
    }

    /// The description nearest to a place in the schema.
    fn description(&self, pointer: &str) -> &str {
        let mut place = pointer;
        loop {
            let here = self.document.pointer(place).and_then(|schema| schema.get("description"));
            match (here.and_then(Value::as_str), place.rsplit_once('/')) {
                // A finding goes on after it, so its full stop would stand in the middle.
                (Some(description), _) => return description.trim_end_matches('.'),
                (None, Some((parent, _))) => place = parent,
                (None, None) => return self.title(),
            }
        }
    }
}

/// What is wrong, without regular expressions, and without the contents of long values.
fn problem(error: &ValidationError<'_>) -> String {
    let value = match error.instance().as_ref() {
        Value::Array(_) => "the list".into(),
        Value::Object(_) => "the object".into(),
        plain => plain.to_string(),
    };
    match (error.kind(), error.instance().as_ref()) {
        (ValidationErrorKind::Pattern { .. }, _) => format!("{value} is malformed"),
        (ValidationErrorKind::PropertyNames { error }, _) => problem(error),
        (ValidationErrorKind::UniqueItems, Value::Array(items)) => {
            let twice = items.iter().enumerate().find(|(index, item)| items[..*index].contains(item));
            format!("{} is there twice", twice.map_or(&Value::Null, |(_, item)| item))
        }
        _ => error.masked_with(value).to_string(),
    }
}
