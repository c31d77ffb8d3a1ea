//! Shell scripts that call a checker for every count: `expect perft.exp VARIANT POSITION DEPTH COUNT [CHESS960]`.

use super::{Entry, ForeignSuite, Form, Refusal, number, quoted};
use std::collections::HashMap;

/// The end of the name of the checker.
const CHECKER: &str = "perft.exp";

pub(super) fn read(text: &str) -> Option<ForeignSuite> {
    let mut suite = ForeignSuite::new(Form::Calls);
    // The counts of a position are on several lines.
    let mut indices = HashMap::new();
    for (line, text) in (1..).zip(text.lines()).filter(|(_, text)| calls_checker(text)) {
        match call(text) {
            Ok((variant, fen, depth, count)) => {
                let index = *indices.entry((variant.clone(), fen.clone())).or_insert_with(|| {
                    suite.entries.push(Entry { variant: Some(variant), ..Entry::new(line, &fen) });
                    suite.entries.len() - 1
                });
                suite.entries[index].add_count(depth, count, line, &mut suite.refusals);
            }
            Err(reason) => suite.refusals.push(Refusal::new(line, reason)),
        }
    }
    (!suite.entries.is_empty()).then_some(suite)
}

/// Whether a line of a script calls the checker. It does not if it writes the checker, as with `cat << EOF > perft.exp`.
fn calls_checker(text: &str) -> bool {
    let text = text.trim_start();
    !text.starts_with('#')
        && !text.contains(['<'])
        && text.split_whitespace().any(|word| word.ends_with(CHECKER))
        && !text.starts_with("rm ")
}

/// The variant, the position, the depth and the count of a call.
fn call(text: &str) -> Result<(String, String, u32, u128), String> {
    let malformed = || format!("{}: expected `{CHECKER} VARIANT POSITION DEPTH COUNT`", quoted(text));
    let words = shlex::split(text).ok_or_else(malformed)?;
    let at = words.iter().position(|word| word.ends_with(CHECKER)).ok_or_else(malformed)?;
    let [variant, position, depth, count, ..] = &words[at + 1..] else { return Err(malformed()) };
    let fen = position.strip_prefix("fen ").unwrap_or(position);
    let depth = depth.parse().map_err(|_| malformed())?;
    let count = number(count).ok_or_else(malformed)?;
    Ok((variant.clone(), fen.to_owned(), depth, count))
}
