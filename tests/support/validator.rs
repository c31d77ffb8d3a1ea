//! Validates documents against JSON Schemas.

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::Value;

/// A compiled schema.
pub struct Validator {
    compiled: Schemas,
    root: SchemaIndex,
}

impl Validator {
    /// Compiles the schema at an address, such as `urn:a#/$defs/b`. `documents` contains every schema that it refers to, each with
    /// its address. Panics if one of them is not a valid schema.
    pub fn new(address: &str, documents: impl IntoIterator<Item = (String, Value)>) -> Self {
        let (mut compiler, mut compiled) = (Compiler::new(), Schemas::new());
        for (address, document) in documents {
            compiler.add_resource(&address, document).unwrap_or_else(|error| panic!("{address}: {error:#}"));
        }
        let root =
            compiler.compile(address, &mut compiled).unwrap_or_else(|error| panic!("{address}: {error:#}"));
        Self { compiled, root }
    }

    /// Compiles a self-contained schema.
    pub fn of(document: Value) -> Self {
        Self::new("urn:schema", [("urn:schema".to_owned(), document)])
    }

    /// Whether a document conforms to the schema.
    pub fn is_valid(&self, document: &Value) -> bool {
        self.compiled.validate(document, self.root).is_ok()
    }

    /// Describes where a document violates the schema; empty if it conforms.
    pub fn faults(&self, document: &Value) -> String {
        self.compiled.validate(document, self.root).err().map_or_else(String::new, |error| error.to_string())
    }
}
