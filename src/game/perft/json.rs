//! Perft counts in JSON.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;

/// The first number that a JSON reader with doubles may not read exactly.
const EXACT_LIMIT: u128 = 1 << 53;

/// A perft count. In JSON it is a number below 2^53, and a string of digits from 2^53 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Count(pub u128);

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(self.0) {
            Ok(number) if self.0 < EXACT_LIMIT => serializer.serialize_u64(number),
            _ => serializer.collect_str(&self.0),
        }
    }
}

/// Serializes a plain number as a [`Count`].
///
/// # Errors
/// If the serializer fails.
pub fn serialize_count<S: Serializer>(count: &u128, serializer: S) -> Result<S::Ok, S::Error> {
    Count(*count).serialize(serializer)
}

/// Deserializes a [`Count`] as a plain number.
///
/// # Errors
/// If there is no count.
pub fn deserialize_count<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u128, D::Error> {
    Count::deserialize(deserializer).map(|count| count.0)
}

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;

        impl de::Visitor<'_> for Visitor {
            type Value = Count;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a count: a number below 2^53, or a string of digits from there on")
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Count, E> {
                let count = u128::from(number);
                if count < EXACT_LIMIT {
                    Ok(Count(count))
                } else {
                    Err(E::invalid_value(de::Unexpected::Unsigned(number), &self))
                }
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Count, E> {
                let digits = text.bytes().all(|byte| byte.is_ascii_digit());
                let count = text.parse::<u128>().ok().filter(|&count| digits && count >= EXACT_LIMIT);
                count.map(Count).ok_or_else(|| E::invalid_value(de::Unexpected::Str(text), &self))
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_counts_are_strings() {
        for (count, json) in
            [(0, "0"), ((1 << 53) - 1, "9007199254740991"), (1 << 53, "\"9007199254740992\"")]
        {
            assert_eq!(serde_json::to_string(&Count(count)).unwrap(), json);
            assert_eq!(serde_json::from_str::<Count>(json).unwrap(), Count(count));
        }
        for json in ["9007199254740992", "\"7\"", "-1", "1.5", "\"+9007199254740992\""] {
            assert!(serde_json::from_str::<Count>(json).is_err(), "{json}");
        }
    }
}
