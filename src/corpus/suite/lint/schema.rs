//! Whether a file is what its JSON Schema says.
//!
//! What the schema demands is not demanded a second time elsewhere in lint. What was expected is told in the
//! words of the schema's own descriptions.

use super::{Report, Subject};
use crate::corpus::suite::SourceFile;
use crate::support::plural::plural;
use boon::{Compiler, ErrorKind, SchemaIndex, Schemas, ValidationError};
use serde_json::Value;

/// What a schema is called while it is compiled.
const NAME: &str = "urn:vperft:schema";

const VARIANT: &str = include_str!("../../../../suites/variant.schema.json");
const SUITE: &str = include_str!("../../../../suites/suite.schema.json");
const BUGS: &str = include_str!("../../../../suites/bugs.schema.json");
const SMOKE: &str = include_str!("../../../../suites/smoke.schema.json");
const POSITIONS: &str = include_str!("../../../../positions/positions.schema.json");

/// A schema, ready to use.
pub(super) struct Schema {
    document: Value,
    compiled: Schemas,
    root: SchemaIndex,
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
        let document: Value = serde_json::from_str(text).expect("the embedded schemas are JSON");
        let (mut compiler, mut compiled) = (Compiler::new(), Schemas::new());
        // The schemas refer to nothing but themselves, so any name does.
        compiler.add_resource(NAME, document.clone()).expect("the name is an address");
        let root = compiler.compile(NAME, &mut compiled).expect("the embedded schemas are schemas");
        Self { document, compiled, root }
    }

    /// What its files are, in words.
    pub fn title(&self) -> &str {
        self.document["title"].as_str().unwrap_or_default()
    }

    /// Reports everything in a file that the schema does not admit. `subject` says what the entry of an index
    /// is.
    pub fn check(&self, file: &SourceFile, subject: impl Fn(usize) -> Subject, report: &mut Report) {
        let Ok(document) = serde_json::from_str(&file.text) else { return };
        let Err(error) = self.compiled.validate(&document, self.root) else { return };
        for error in errors(&error) {
            let pointer = error.instance_location.to_string();
            // `/cases/3/title` lies in the entry of index 3.
            let index = pointer.split('/').nth(2).and_then(|index| index.parse().ok());
            let subject = index.map_or(Subject::File, &subject);
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

/// The errors that an error consists of, each with a keyword of its own. Which of several alternatives does not fit, and why, is
/// told by the description of them all.
fn errors<'e>(error: &'e ValidationError<'e, 'e>) -> Vec<&'e ValidationError<'e, 'e>> {
    match error.kind {
        ErrorKind::Schema { .. } | ErrorKind::Group | ErrorKind::Reference { .. } | ErrorKind::AllOf => {
            error.causes.iter().flat_map(errors).collect()
        }
        _ => vec![error],
    }
}

/// What is wrong with a value, without regular expressions, and without the contents of long values.
fn problem(error: &ValidationError<'_, '_>, value: &Value) -> String {
    let name = match value {
        Value::Array(_) => "the list".into(),
        Value::Object(_) => "the object".into(),
        plain => plain.to_string(),
    };
    match (&error.kind, value) {
        (ErrorKind::Pattern { .. }, _) => format!("{name} is malformed"),
        (ErrorKind::UniqueItems { got: [_, second] }, Value::Array(items)) => {
            format!("{} is there twice", items.get(*second).unwrap_or(&Value::Null))
        }
        (ErrorKind::MinItems { want, .. }, _) => format!("{name} has less than {}", plural(*want, "item")),
        (ErrorKind::MinProperties { want, .. }, _) => {
            format!("{name} has less than {}", plural(*want, "field"))
        }
        (ErrorKind::AnyOf | ErrorKind::OneOf(_), _) => format!("{name} is none of what may stand there"),
        (ErrorKind::AdditionalProperties { got }, _) => {
            format!("{name} has fields that it may not have: {}", got.join(", "))
        }
        (ErrorKind::Required { want }, _) => format!("{name} lacks fields: {}", want.join(", ")),
        (kind @ (ErrorKind::Const { .. } | ErrorKind::Enum { .. }), _) => format!("{name} where the {kind}"),
        (kind, _) => format!("{name}: {kind}"),
    }
}
