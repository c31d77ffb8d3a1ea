//! Reads requests.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// A request, which may be any JSON object.
pub(super) struct Request(Map<String, Value>);

impl Request {
    /// Reads a line.
    pub fn parse(line: &[u8]) -> Result<Self, String> {
        match serde_json::from_slice(line) {
            Ok(Value::Object(fields)) => Ok(Self(fields)),
            Ok(_) => Err("the request is not a JSON object".into()),
            Err(error) => Err(format!("the request is not a JSON object: {error}")),
        }
    }

    /// The sequence number for the answer; null if there is none.
    pub fn seq(&self) -> Value {
        self.0.get("seq").filter(|seq| seq.is_u64()).cloned().unwrap_or_default()
    }

    /// Whether the field is present.
    pub fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// Reads a required field.
    pub fn field<T: DeserializeOwned>(&self, name: &str, expected: &str) -> Result<T, String> {
        let value = self.0.get(name).ok_or_else(|| format!("there is no `{name}`; expected {expected}"))?;
        T::deserialize(value).map_err(|error| format!("`{name}`: {error}; expected {expected}"))
    }
}
