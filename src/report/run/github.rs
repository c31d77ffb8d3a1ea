//! The summary of a job of GitHub Actions in Markdown, and annotations in its log.
//!
//! GitHub shows no summary above 1 MiB and no more than ten annotations of a step. So what does not fit is counted, and failures
//! are annotated by clause: one mistake shows as many failing checks of the same clause.

use super::told::Told;
use super::{Context, Format, Kind, described, unfinished};
use crate::corpus::check::CaseResult;
use crate::corpus::failure::failure_saying;
use crate::corpus::run::{Event, RunInfo, RunOutcome};
use crate::game::drawing::Style;
use crate::report::run::{errors, other_reasons, summary};
use crate::support::plural::plural;
use crate::support::plural::verb;
use crate::support::sanitise::sanitise;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// The summary of a job.
pub(crate) const KIND: Kind = Kind {
    name: "github",
    about: "The summary of a GitHub job in Markdown; annotations go to stderr",
    place: Some("GITHUB_STEP_SUMMARY"),
    is_live: false,
    begin: |context| {
        Box::new(Github { context, room: LIMIT, clauses: BTreeMap::new(), told: Told::default() })
    },
};

/// The most bytes of a summary, with a margin to the limit of GitHub.
const LIMIT: usize = 900_000;
/// The bytes of it that are kept for what stands around the failing cases.
const AROUND: usize = 50_000;
/// The most clauses that are annotated, each once, and the most known failures that are named as fixed.
const NAMED: usize = 9;
/// The most characters of an annotation.
const LONGEST: usize = 1000;

struct Github<'c> {
    context: Context<'c>,
    /// The bytes that failing cases may still take.
    room: usize,
    clauses: BTreeMap<String, Failing>,
    told: Told,
}

/// The failing cases about a clause.
#[derive(Default)]
struct Failing {
    cases: usize,
    checks: usize,
    /// The first of them, and the command that replays a check of it.
    first: Option<(String, String)>,
    /// Those that are shown.
    shown: Vec<String>,
}

impl Format for Github<'_> {
    fn event(&mut self, event: &Event<'_>, out: &mut dyn Write) -> io::Result<()> {
        match event {
            Event::RunBegun(_) => {
                self.room = LIMIT.saturating_sub(AROUND).saturating_sub(self.context.taken);
                Ok(())
            }
            Event::CaseDone(result) => {
                self.add(result);
                Ok(())
            }
            Event::RunDone(about, done) => {
                self.annotations(about).iter().for_each(|line| (self.context.log)(line));
                out.write_all(self.summary(about, done).as_bytes())
            }
            _ => Ok(()),
        }
    }
}

impl Github<'_> {
    /// Takes a case in, if it fails.
    fn add(&mut self, result: &CaseResult<'_>) {
        let replays = self.context.replays(result.variant);
        let text =
            failure_saying(result, &replays, Style::default(), &|result, one| self.told.details(result, one));
        let Some(text) = text else { return };
        let clause = result.case.clauses.first().cloned().unwrap_or_default();
        let failing = self.clauses.entry(clause).or_default();
        let mut failed = result.checks.iter().filter(|one| one.is_failure());
        failing.cases += 1;
        failing.checks += failed.clone().count();
        if let (None, Some(one)) = (&failing.first, failed.next()) {
            let id = &result.case.id;
            failing.first =
                Some((id.clone(), (self.context.replay)(result.variant, id, &one.check.to_string())));
        }
        let block = fenced(&text);
        if let Some(room) = self.room.checked_sub(block.len()) {
            self.room = room;
            failing.shown.push(block);
        }
    }

    /// The clauses, those with the most failing cases first.
    fn ranked(&self) -> Vec<(&str, &Failing)> {
        let mut clauses: Vec<_> = self.clauses.iter().map(|(id, failing)| (id.as_str(), failing)).collect();
        clauses.sort_by_key(|(_, failing)| Reverse(failing.cases));
        clauses
    }

    /// The commands to the log that annotate the job.
    fn annotations(&self, about: &RunInfo<'_>) -> Vec<String> {
        let clauses = self.ranked();
        let (named, others) = clauses.split_at(clauses.len().min(NAMED));
        let mut lines: Vec<_> =
            named.iter().map(|(clause, failing)| annotation(clause, failing, about)).collect();
        if !others.is_empty() {
            let checks: usize = others.iter().map(|(_, failing)| failing.checks).sum();
            let title = format!("{} more", plural(others.len(), "clause"));
            let text = format!("{}; the summary of the job shows them", plural(checks, "failing check"));
            lines.push(format!("::error title={}::{}", property(&title), data(&text)));
        }
        lines
    }

    fn summary(&self, about: &RunInfo<'_>, done: &RunOutcome<'_>) -> String {
        let mark = if done.total.failed == 0 && done.fixed() == 0 { "✅" } else { "❌" };
        let mut text = format!(
            "## {mark} vperft: {} of {} failed\n\nBackend {}{}, signature `{}`.\n\n",
            done.total.failed,
            plural(done.total.checks, "check"),
            code(about.identity),
            about
                .recomputed
                .corpus
                .version
                .as_ref()
                .map_or_else(String::new, |version| format!(", suite {version}")),
            done.signature
        );
        text.extend(unfinished(about, done).map(|words| format!("**{words}**\n\n")));
        text.push_str(&fenced(&summary(&done.results)));
        let reasons = other_reasons(&done.results);
        if !reasons.is_empty() {
            text.push_str(&fenced(&reasons.join("\n")));
        }
        let errors = errors(&done.causes.errors);
        if !errors.is_empty() {
            text.push_str(&format!("Errors:\n\n{}", fenced(&errors.join("\n"))));
        }
        let fixed: Vec<_> = done.fixed_entries(about).collect();
        for (file, entry) in fixed.iter().take(NAMED) {
            text.push_str(&format!("* fixed: remove {}\n", code(&described(file, entry))));
        }
        if let Some(more @ 1..) = fixed.len().checked_sub(NAMED) {
            text.push_str(&format!(
                "* {} no longer {}\n",
                plural(more, "more known failure"),
                verb(more, "occurs", "occur")
            ));
        }
        for (clause, failing) in self.ranked() {
            text.push_str(&format!("\n### {}: {}\n\n", code(clause), counted(failing)));
            failing.shown.iter().for_each(|block| text.push_str(block));
            if let Some(more @ 1..) = failing.cases.checked_sub(failing.shown.len()) {
                text.push_str(&format!(
                    "{more} of these cases are left out: a summary has no room for more.\n"
                ));
            }
        }
        cut(text, LIMIT.saturating_sub(self.context.taken))
    }
}

fn counted(failing: &Failing) -> String {
    format!("{} in {}", plural(failing.checks, "failing check"), plural(failing.cases, "case"))
}

/// The annotation of a clause.
fn annotation(clause: &str, failing: &Failing, about: &RunInfo<'_>) -> String {
    let (id, replay) = failing.first.clone().unwrap_or_default();
    let head = format!("{}: {}, the first {id}", about.identity, counted(failing));
    let text = format!("{}\n{}", sanitise(&head), sanitise(&replay));
    let text: String = text.chars().take(LONGEST).collect();
    format!("::error title={}::{}", property(&sanitise(clause)), data(&text))
}

/// A text as a command to the log has it.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A text as a property of such a command has it.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// A text in a fence that is longer than any in it.
fn fenced(text: &str) -> String {
    let fence = "`".repeat(longest_run(text).max(2) + 1);
    format!("{fence}text\n{}\n{fence}\n\n", text.trim_end_matches('\n'))
}

/// A text as code within a line.
fn code(text: &str) -> String {
    let mark = "`".repeat(longest_run(text) + 1);
    let text = sanitise(text);
    if mark.len() == 1 { format!("{mark}{text}{mark}") } else { format!("{mark} {text} {mark}") }
}

/// The longest run of backquotes.
fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

/// The text, cut at the end of a line if it is too long after all.
fn cut(mut text: String, most: usize) -> String {
    const REST: &str = "\nThe rest is left out: a summary has no room for more.\n";
    if text.len() > most {
        let room = &text.as_bytes()[..most.saturating_sub(REST.len())];
        let lines = room.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        text.truncate(lines);
        if most >= REST.len() {
            text.push_str(REST);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn texts_stay_within_what_holds_them() {
        for (text, expected) in [
            ("plain", "```text\nplain\n```\n\n"),
            ("a ``` b\n", "````text\na ``` b\n````\n\n"),
            ("`````", "``````text\n`````\n``````\n\n"),
        ] {
            assert_eq!(fenced(text), expected, "{text}");
        }
        for (text, expected) in [("a", "`a`"), ("a`b", "`` a`b ``"), ("a\nb", "`a\u{fffd}b`")] {
            assert_eq!(code(text), expected, "{text}");
        }
        assert_eq!(data("100 %\r\n::error::x"), "100 %25%0D%0A::error::x");
        assert_eq!(property("a: b, c"), "a%3A b%2C c");
    }

    #[test]
    fn a_text_is_cut_at_the_end_of_a_line() {
        let text = "a line of ten\n".repeat(20);
        assert_eq!(cut(text.clone(), text.len()), text);
        for most in [0, 10, 60, 100, text.len() - 1] {
            let cut = cut(text.clone(), most);
            assert!(cut.len() <= most, "{most}: {cut}");
            assert!(cut.is_empty() || cut.ends_with("no room for more.\n"), "{most}: {cut}");
        }
    }
}
