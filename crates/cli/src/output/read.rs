//! Reads files that the user names. The errors name the file.
//!
//! Invariants: no read waits for ever. A pipe or stdin that stays silent is an error, unless a person types. What was read is not
//! overwritten, unless it was read to be changed.

use super::lock::target;
use std::fs::File;
use std::io::{self, IsTerminal as _, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;
use vperft::inner::corpus::suite;
pub(crate) use vperft::inner::corpus::suite::named;
use vperft::inner::support::decode::decode_text;
use vperft::inner::support::files::{read_bytes_up_to, read_file};

/// The most bytes to read of a file that people keep or paste.
const MAX_INPUT: u64 = 64 << 20;

/// How long a pipe may be silent. A program behind it may count for some minutes before it prints.
const MAX_SILENCE: Duration = Duration::from_secs(600);

/// The files that this command has read, and does not change.
static READ: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Whether this command has read a file that it does not change.
pub fn was_read(path: &Path) -> bool {
    READ.lock().unwrap_or_else(PoisonError::into_inner).contains(&target(path))
}

fn remember(path: &Path) {
    READ.lock().unwrap_or_else(PoisonError::into_inner).push(target(path));
}

/// Reads a regular file.
///
/// # Errors
/// If it cannot be read, or is a pipe or a device.
pub fn read_text(path: &Path) -> io::Result<String> {
    remember(path);
    suite::read_text(path)
}

/// The name of an input in messages.
pub fn input_name(path: &Path) -> String {
    if path.as_os_str() == "-" { "stdin".into() } else { path.display().to_string() }
}

/// Reads a file or a pipe, in UTF-8, UTF-16 or Latin-1; `-` is stdin.
///
/// # Errors
/// If it cannot be read, is too large, or is a pipe that stays silent.
pub fn read_input(path: &Path) -> io::Result<String> {
    input_bytes(path).and_then(|bytes| decoded_input(path, bytes))
}

/// The same with the byte order mark of UTF-8, if there is one.
///
/// # Errors
/// As for [`read_input`].
pub fn read_marked_input(path: &Path) -> io::Result<String> {
    const MARK: &str = "\u{feff}";
    let bytes = input_bytes(path)?;
    let is_marked = bytes.starts_with(MARK.as_bytes());
    let text = decoded_input(path, bytes)?;
    Ok(if is_marked { MARK.to_owned() + &text } else { text })
}

fn decoded_input(path: &Path, bytes: Vec<u8>) -> io::Result<String> {
    decode_text(bytes).map_err(|error| named(Path::new(&input_name(path)), error))
}

fn input_bytes(path: &Path) -> io::Result<Vec<u8>> {
    remember(path);
    let is_stdin = path.as_os_str() == "-";
    let bytes = if is_stdin && io::stdin().is_terminal() {
        read_bytes_up_to(MAX_INPUT, io::stdin().lock())
    } else if is_stdin {
        read_pipe(|| Ok(io::stdin()), MAX_SILENCE)
    } else if path.metadata().is_ok_and(|about| about.is_file()) {
        read_file(path, MAX_INPUT)
    } else {
        let path = PathBuf::from(path);
        read_pipe(move || File::open(path), MAX_SILENCE)
    };
    bytes.map_err(|error| named(Path::new(&input_name(path)), error))
}

/// Reads what may never come. To open a pipe waits for its writer, so that is done aside too.
fn read_pipe<R: Read>(
    open: impl FnOnce() -> io::Result<R> + Send + 'static,
    silence: Duration,
) -> io::Result<Vec<u8>> {
    const CHUNK: usize = 1 << 16;
    let (sender, receiver) = mpsc::sync_channel(1);
    thread::spawn(move || {
        let mut reader = match open() {
            Ok(reader) => reader,
            Err(error) => return drop(sender.send(Err(error))),
        };
        loop {
            let mut chunk = vec![0; CHUNK];
            match reader.read(&mut chunk) {
                Ok(0) => return,
                Ok(length) => {
                    chunk.truncate(length);
                    if sender.send(Ok(chunk)).is_err() {
                        return;
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return drop(sender.send(Err(error))),
            }
        }
    });
    let mut bytes = Vec::new();
    loop {
        match receiver.recv_timeout(silence) {
            Ok(chunk) => bytes.extend(chunk?),
            Err(RecvTimeoutError::Disconnected) => return Ok(bytes),
            Err(RecvTimeoutError::Timeout) => {
                let problem = format!("nothing was written to the pipe for {} s", silence.as_secs());
                return Err(io::Error::new(io::ErrorKind::TimedOut, problem));
            }
        }
        if bytes.len() as u64 > MAX_INPUT {
            let problem = format!("is larger than {} MiB", MAX_INPUT >> 20);
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, problem));
        }
    }
}

/// Reads a file that may be changed afterwards; `None` if it does not exist.
pub fn read_if_any(path: &Path) -> io::Result<Option<String>> {
    match suite::read_text(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        text => text.map(Some),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    /// Gives some bytes, and then nothing for long.
    struct Silent(&'static [u8]);

    impl Read for Silent {
        fn read(&mut self, chunk: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() {
                thread::sleep(Duration::from_secs(5));
            }
            self.0.read(chunk)
        }
    }

    #[test]
    fn a_silent_pipe_is_an_error() {
        let found = read_pipe(|| Ok(&b"some bytes"[..]), Duration::from_secs(60));
        assert_eq!(found.expect("a whole text"), b"some bytes");
        let error = read_pipe(|| Ok(Silent(b"some")), Duration::from_millis(50)).expect_err("no end");
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        let missing = read_pipe(|| Err::<Silent, _>(io::ErrorKind::NotFound.into()), Duration::from_secs(60));
        assert_eq!(missing.expect_err("no file").kind(), io::ErrorKind::NotFound);
    }
}
