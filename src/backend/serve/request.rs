//! Reads requests.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// A request: any JSON object.
pub(super) struct Request(Map<String, Value>);

impl Request {
    /// Reads a line.
    pub fn read(line: &[u8]) -> Result<Self, String> {
        match serde_json::from_slice(line) {
            Ok(Value::Object(fields)) => Ok(Self(fields)),
            Ok(_) => Err("the request is no JSON object".into()),
            Err(error) => Err(format!("the request is no JSON object: {error}")),
        }
    }

    /// Its number, to be repeated; null if it has none.
    pub fn seq(&self) -> Value {
        self.0.get("seq").filter(|seq| seq.is_u64()).cloned().unwrap_or_default()
    }

    /// Whether it has a field.
    pub fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// A field that has to be there.
    pub fn field<T: DeserializeOwned>(&self, name: &str, expected: &str) -> Result<T, String> {
        let value = self.0.get(name).ok_or_else(|| format!("there is no `{name}`; expected {expected}"))?;
        T::deserialize(value).map_err(|error| format!("`{name}`: {error}; expected {expected}"))
    }
}
