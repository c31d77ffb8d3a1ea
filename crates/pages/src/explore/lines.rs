//! Requests and replies as lines, for scripts and for the module of the page that needs no server.

use super::Explorer;
use std::io::{self, BufRead, Write};
use vperft::inner::support::request_lines::next_request;

/// The most bytes of a request, as the server has it.
pub const MAX_REQUEST: usize = 2 << 20;

/// Answers each line of `requests` by a line of `replies`, until the requests end.
///
/// # Errors
/// If a line cannot be read or is longer than [`MAX_REQUEST`], or a reply cannot be written.
pub fn answer_lines(
    explorer: &mut Explorer,
    mut requests: impl BufRead,
    mut replies: impl Write,
) -> io::Result<()> {
    let mut line = Vec::new();
    while next_request(&mut requests, MAX_REQUEST, &mut line)? {
        writeln!(replies, "{}", explorer.answer(&String::from_utf8_lossy(&line), &|| false))?;
        replies.flush()?;
    }
    Ok(())
}
