//! Holds documents against JSON Schemas.

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::Value;

/// A schema, ready to use.
pub struct Validator {
    compiled: Schemas,
    root: SchemaIndex,
}

impl Validator {
    /// The schema at an address, such as `urn:a#/$defs/b`. The documents are all there are for it and what it refers to, each with
    /// its own address; they have to be valid schemas themselves.
    pub fn new(address: &str, documents: impl IntoIterator<Item = (String, Value)>) -> Self {
        let (mut compiler, mut compiled) = (Compiler::new(), Schemas::new());
        for (address, document) in documents {
            compiler.add_resource(&address, document).unwrap_or_else(|error| panic!("{address}: {error:#}"));
        }
        let root =
            compiler.compile(address, &mut compiled).unwrap_or_else(|error| panic!("{address}: {error:#}"));
        Self { compiled, root }
    }

    /// The schema that a document is.
    pub fn of(document: Value) -> Self {
        Self::new("urn:schema", [("urn:schema".to_owned(), document)])
    }

    /// Whether a document is what the schema says.
    pub fn is_valid(&self, document: &Value) -> bool {
        self.compiled.validate(document, self.root).is_ok()
    }

    /// Where and how a document is not what the schema says; empty if it is.
    pub fn faults(&self, document: &Value) -> String {
        self.compiled.validate(document, self.root).err().map_or_else(String::new, |error| error.to_string())
    }
}
