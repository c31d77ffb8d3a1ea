//! Reads files that the user names. The errors name the file.

use crate::corpus::suite::read_bytes_up_to;
pub(crate) use crate::corpus::suite::{named, read};
use crate::support::decode::decode_text;
use std::fs::File;
use std::io;
use std::path::Path;

/// The most bytes to read of a file that the user writes by hand, such as a game.
const MAX_INPUT: u64 = 16 << 20;

/// The most bytes to read of a suite. Large ones with divides have some hundred megabytes.
const MAX_SUITE: u64 = 1 << 30;

/// The name of an input in messages.
pub fn input_name(path: &Path) -> String {
    if path.as_os_str() == "-" { "stdin".into() } else { path.display().to_string() }
}

/// Reads a file or a pipe, in UTF-8, UTF-16 or Latin-1; `-` is stdin.
pub fn read_input(path: &Path) -> io::Result<String> {
    read_up_to(MAX_INPUT, path)
}

/// Reads a suite, which may be large, like [`read_input`].
pub fn read_suite(path: &Path) -> io::Result<String> {
    read_up_to(MAX_SUITE, path)
}

fn read_up_to(most: u64, path: &Path) -> io::Result<String> {
    if path.as_os_str() == "-" {
        let bytes = read_bytes_up_to(most, io::stdin().lock());
        return bytes.and_then(decode_text).map_err(|error| named(Path::new("stdin"), error));
    }
    let bytes = File::open(path).and_then(|file| read_bytes_up_to(most, file));
    bytes.and_then(decode_text).map_err(|error| named(path, error))
}

/// Reads a file; `None` if it does not exist.
pub fn read_if_any(path: &Path) -> io::Result<Option<String>> {
    match read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        text => text.map(Some),
    }
}
