//! Requests and replies as lines, for scripts and for the module of the page that needs no server.

use super::Explorer;
use std::io::{self, BufRead, Read as _, Write};

/// The most bytes of a request, as the server has it.
pub const MAX_REQUEST: usize = 2 << 20;

/// Answers each line of `input` by a line of `output`, until the input ends.
///
/// # Errors
/// If a line cannot be read, is not UTF-8 or is longer than [`MAX_REQUEST`], or a reply cannot be written.
pub fn answer_lines(
    explorer: &mut Explorer,
    mut input: impl BufRead,
    mut output: impl Write,
    is_stopped: &(dyn Fn() -> bool + Sync),
) -> io::Result<()> {
    let mut line = String::new();
    for number in 1.. {
        line.clear();
        if input.by_ref().take(MAX_REQUEST as u64 + 1).read_line(&mut line)? == 0 {
            break;
        }
        if line.len() > MAX_REQUEST {
            let problem = format!("line {number}: the request is longer than {MAX_REQUEST} bytes");
            return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
        }
        writeln!(output, "{}", explorer.answer(&line, is_stopped))?;
        output.flush()?;
    }
    Ok(())
}
