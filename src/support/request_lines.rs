//! Requests that come as lines, each of limited length.

use std::io::{self, BufRead, Read as _};

/// Reads the next line of requests into `line`. `false` at their end. A line may lack its line end only at the end.
///
/// # Errors
/// If reading fails, or the line has `most` bytes or more; the kind is then `InvalidData`.
pub fn next_request(requests: &mut impl BufRead, most: usize, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let read = requests.by_ref().take(most as u64).read_until(b'\n', line)?;
    if read == most && !line.ends_with(b"\n") {
        let problem = format!("a request of more than {most} bytes");
        return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
    }
    Ok(read > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn lines_are_limited() {
        let mut requests = &b"one\n\nfour\nlonger"[..];
        let mut line = Vec::new();
        for (expected, is_there) in [("one\n", true), ("\n", true), ("four\n", true)] {
            assert_eq!(next_request(&mut requests, 5, &mut line).expect("a line"), is_there);
            assert_eq!(line, expected.as_bytes());
        }
        let error = next_request(&mut requests, 5, &mut line).expect_err("it is too long");
        assert_eq!(error.to_string(), "a request of more than 5 bytes");
        assert!(!next_request(&mut &b""[..], 5, &mut line).expect("the end"));
    }
}
