//! Exports EPD: one line per position, the usual format of perft suites. Control and other invisible
//! characters are escaped as in JSON.

use super::Counted;
use std::fmt::Write as _;
use vperft::inner::support::sanitise::escape;

/// The positions with their counts: `VFEN ;D1 20 ;D2 400 ;id "ryugi/start" ;variant "ryugi"`.
#[must_use]
pub fn epd(positions: &[Counted<'_>]) -> String {
    let mut text = String::new();
    for Counted { variant, id, vfen, counts } in positions {
        text.push_str(&escape(vfen));
        for (depth, count) in counts {
            write!(text, " ;D{depth} {count}").expect("writing to a string cannot fail");
        }
        let quoted = |word: &str| serde_json::Value::from(word).to_string();
        let (id, variant) = (quoted(id), quoted(variant.name()));
        writeln!(text, " ;id {} ;variant {}", escape(&id), escape(&variant))
            .expect("writing to a string cannot fail");
    }
    text
}
