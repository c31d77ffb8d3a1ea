//! Exports EPD: one line per position, the usual format of perft suites. Control and other invisible
//! characters are escaped as in JSON.

use super::Counted;
use crate::support::sanitise::escape;
use std::fmt::Write as _;

/// The positions with their counts: `VFEN ;D1 20 ;D2 400 ;id "ryugi/start"`.
#[must_use]
pub fn epd(positions: &[Counted<'_>]) -> String {
    let mut text = String::new();
    for Counted { id, vfen, counts, .. } in positions {
        text.push_str(&escape(vfen));
        for (depth, count) in counts {
            write!(text, " ;D{depth} {count}").expect("writing to a string cannot fail");
        }
        writeln!(text, " ;id {}", escape(&serde_json::Value::from(*id).to_string()))
            .expect("writing to a string cannot fail");
    }
    text
}
