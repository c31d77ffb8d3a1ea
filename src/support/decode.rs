//! Decodes text from outside: UTF-8 with or without a byte order mark, UTF-16, as PowerShell's `>` writes it, and Latin-1.
//!
//! This module does not know what the text means.

use std::io;

/// Decodes a text. A byte order mark is removed.
///
/// # Errors
/// If the bytes are neither UTF-8 nor UTF-16; the kind is `InvalidData`.
pub(crate) fn decode(bytes: Vec<u8>) -> io::Result<String> {
    decode_or(bytes, |_| Err(invalid("stream did not contain valid UTF-8")))
}

/// Decodes a text that people keep, which may also be in Latin-1, as the standard of PGN has it.
///
/// # Errors
/// If the bytes are malformed UTF-16.
pub fn decode_text(bytes: Vec<u8>) -> io::Result<String> {
    decode_or(bytes, |bytes| Ok(bytes.into_iter().map(char::from).collect()))
}

fn invalid(problem: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, problem)
}

/// Decodes UTF-8 and UTF-16, and calls a function for other bytes.
fn decode_or(bytes: Vec<u8>, other: fn(Vec<u8>) -> io::Result<String>) -> io::Result<String> {
    if let Some(is_little) = utf16_order(&bytes) {
        if !bytes.len().is_multiple_of(2) {
            return Err(invalid("is UTF-16 with half a character at its end"));
        }
        let unit = |pair: &[u8]| match is_little {
            true => u16::from_le_bytes([pair[0], pair[1]]),
            false => u16::from_be_bytes([pair[0], pair[1]]),
        };
        let units: Vec<_> = bytes.chunks_exact(2).map(unit).collect();
        let text = String::from_utf16(&units).map_err(|_| invalid("is not valid UTF-16"))?;
        return Ok(without_mark(text));
    }
    String::from_utf8(bytes).map_or_else(|error| other(error.into_bytes()), |text| Ok(without_mark(text)))
}

/// The text without a byte order mark at its start.
fn without_mark(mut text: String) -> String {
    if text.starts_with('\u{feff}') {
        text.drain(..'\u{feff}'.len_utf8());
    }
    text
}

/// Whether the bytes are UTF-16 with the low byte first (`true`) or last; `None` if they are not UTF-16. Without a byte
/// order mark, a NUL next to a first character of ASCII shows it.
fn utf16_order(bytes: &[u8]) -> Option<bool> {
    match bytes {
        [0xff, 0xfe, ..] => Some(true),
        [0xfe, 0xff, ..] => Some(false),
        [low, 0, next, 0, ..] if *low != 0 && *next != 0 => Some(true),
        [0, low, 0, next, ..] if *low != 0 && *next != 0 => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn every_encoding_of_a_text_decodes_alike() {
        let text = "e2e4: 20\n♞ é\n";
        let units = |text: &str| text.encode_utf16().collect::<Vec<_>>();
        let little = |text: &str| units(text).into_iter().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
        let big = |text: &str| units(text).into_iter().flat_map(u16::to_be_bytes).collect::<Vec<_>>();
        let marked = format!("\u{feff}{text}");
        for bytes in [
            text.as_bytes().to_vec(),
            marked.as_bytes().to_vec(),
            little(text),
            little(&marked),
            big(text),
            big(&marked),
        ] {
            assert_eq!(
                decode(bytes.clone()).map_err(|error| error.to_string()),
                Ok(text.to_owned()),
                "{bytes:?}"
            );
        }
        assert_eq!(decode(Vec::new()).map_err(|error| error.to_string()), Ok(String::new()));
        for bytes in [&b"e2e4: 20\n\xe9\n"[..], "e2e4: 20\né\n".as_bytes()] {
            assert_eq!(
                decode_text(bytes.to_vec()).map_err(|error| error.to_string()),
                Ok("e2e4: 20\né\n".into())
            );
        }
    }

    #[test]
    fn other_bytes_are_refused() {
        for (bytes, expected) in [
            (&b"e2e4: \xff20"[..], "stream did not contain valid UTF-8"),
            (&b"\xff\xfee\0e"[..], "is UTF-16 with half a character at its end"),
            (&b"\xff\xfe\x00\xd8"[..], "is not valid UTF-16"),
        ] {
            assert_eq!(decode(bytes.to_vec()).expect_err("refused").to_string(), expected, "{bytes:?}");
        }
    }
}
