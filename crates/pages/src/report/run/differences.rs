//! The differences between the answers of a backend and the rules, in words.

use vperft::inner::support::list::shortened;
use vperft::inner::support::sanitise::sanitise;
use vperft_lab::mistakes::diagnose::WrongAnswer;

/// The most moves of each kind that are shown.
const MAX_MOVES: usize = 3;

/// The differences, the expected value next to the answered one, at most a few of each kind.
pub(crate) fn differences(all: &[WrongAnswer]) -> Vec<String> {
    if all.is_empty() {
        return vec!["correct, although the mistakes would change it".into()];
    }
    let mut kinds: Vec<(&str, Vec<String>)> = Vec::new();
    for difference in all {
        let (name, text) = match difference {
            WrongAnswer::Missing { text } => ("missing", text.clone()),
            WrongAnswer::Extra { text } => ("extra", text.clone()),
            WrongAnswer::Duplicate { text } => ("twice", text.clone()),
            WrongAnswer::Child { text, field, expected, answered } => {
                ("after", format!("{text}: {field} {}", pair(expected, answered)))
            }
            WrongAnswer::Status { expected, answered } => ("status", pair(expected, answered)),
            WrongAnswer::Refused => ("refused", "although it is valid".to_owned()),
            WrongAnswer::Accepted => ("accepted", "although it is invalid".to_owned()),
        };
        match kinds.iter_mut().find(|(own, _)| *own == name) {
            Some((_, texts)) => texts.push(text),
            None => kinds.push((name, vec![text])),
        }
    }
    let lines = kinds.into_iter().flat_map(|(name, texts)| {
        let more = texts.len().saturating_sub(MAX_MOVES);
        let shown = texts.iter().take(MAX_MOVES).map(|text| format!("{name:<8} {}", shortened(text)));
        let more = (more > 0).then(|| format!("{name:<8} and {more} more"));
        shown.chain(more).collect::<Vec<_>>()
    });
    lines.map(|line| sanitise(&line).into_owned()).collect()
}

/// A wrong value next to the right one.
fn pair(expected: &str, answered: &str) -> String {
    let value = |text: &str| if text.is_empty() { "nothing".to_owned() } else { shortened(text) };
    format!("is {}, expected {}", value(answered), value(expected))
}
