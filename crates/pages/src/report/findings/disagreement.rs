//! A value that is not confirmed.

use vperft::inner::corpus::failure::details;
use vperft::inner::support::sanitise::sanitise;
use vperft_lab::upkeep::bless::{BackendAnswer, Disagreement};

/// The case and the check, both answers, and the replay command.
#[must_use]
pub fn disagreement(found: &Disagreement, names: [&str; 2], replay: &str) -> String {
    let head = format!("{}  {} is not confirmed", found.case, found.check);
    let mut text = format!("{}\n  position {}\n", sanitise(&head), sanitise(&found.vfen));
    for (name, word) in names.into_iter().zip([&found.a, &found.b]) {
        text.push_str(&format!("  {name}\n"));
        let lines = match word {
            BackendAnswer::Answer(answer) => vec![answer.clone()],
            BackendAnswer::Verdict(verdict) if verdict.is_pass() => vec!["agrees with the corpus".into()],
            BackendAnswer::Verdict(verdict) => details(verdict),
        };
        lines.iter().for_each(|line| text.push_str(&format!("    {}\n", sanitise(line))));
    }
    text.push_str(&format!("  replay   {replay}\n"));
    text
}
