//! Files and streams read up to a size limit, so that a wrong file can neither fill the memory nor be waited for.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// Reads a regular file up to a size limit. Pipes and devices are refused, because they may never end.
///
/// # Errors
/// If it cannot be read, is not a regular file, or is larger.
pub fn read_file(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a file"));
    }
    read_bytes_up_to(most, File::open(path)?)
}

/// Reads bytes up to a size limit.
///
/// # Errors
/// If they cannot be read, or are more.
pub fn read_bytes_up_to(most: u64, reader: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut limited = reader.take(most);
    limited.read_to_end(&mut bytes)?;
    if limited.limit() == 0 && limited.into_inner().read(&mut [0])? > 0 {
        let problem = format!("is larger than {} MiB", most >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, problem));
    }
    Ok(bytes)
}

/// Whether Windows has no file of this name: that of a device, whatever its extension, or one that ends in a dot or a blank.
pub fn is_reserved(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_ascii_uppercase();
    let is_numbered =
        |prefix: &str| matches!(stem.strip_prefix(prefix).map(str::as_bytes), Some([b'1'..=b'9']));
    matches!(&*stem, "CON" | "PRN" | "AUX" | "NUL" | "CONIN$" | "CONOUT$")
        || is_numbered("COM")
        || is_numbered("LPT")
        || !matches!(name, "." | "..") && name.ends_with(['.', ' '])
}
