//! The summary of a GitHub Actions job in Markdown, and annotations in its log.
//!
//! GitHub shows summaries up to 1 MiB and ten annotations per step. Failures beyond the limits are counted. Annotations
//! are grouped by clause, since one mistake usually fails many checks of a clause.

use super::reported_errors::ReportedErrors;
use super::{Context, Explanation, Format, Kind, described, unfinished};
use crate::report::markdown::{self, escaped};
use crate::report::run::{errors, other_reasons, summary};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, Write};
use vperft::inner::corpus::check::CaseResult;
use vperft::inner::corpus::failure::failure_saying;
use vperft::inner::game::drawing::Style;
use vperft::inner::support::plural::plural;
use vperft::inner::support::plural::verb;
use vperft::inner::support::sanitise::sanitise;
use vperft_run::{Event, RunInfo, RunOutcome};

/// The job summary.
pub(crate) const KIND: Kind = Kind {
    name: "github",
    about: "The summary of a GitHub job in Markdown; annotations go to stderr",
    env_var: Some("GITHUB_STEP_SUMMARY"),
    is_live: false,
    begin: |context| {
        Box::new(Github {
            context,
            bytes_left: LIMIT,
            clauses: BTreeMap::new(),
            reported: ReportedErrors::default(),
            explained: Vec::new(),
        })
    },
};

/// The most bytes of a summary, somewhat below GitHub's limit.
const LIMIT: usize = 900_000;
/// The bytes reserved for everything but the failing cases.
const RESERVED: usize = 50_000;
/// The most clauses that are annotated, and the most fixed failures that are named.
const MAX_NAMED: usize = 9;
/// The most characters of an annotation.
const MAX_ANNOTATION: usize = 1000;

struct Github<'c> {
    context: Context<'c>,
    /// The bytes left for failing cases.
    bytes_left: usize,
    clauses: BTreeMap<String, Failing>,
    reported: ReportedErrors,
    /// The lines that explain the failures.
    explained: Vec<String>,
}

/// The failing cases of a clause.
#[derive(Default)]
struct Failing {
    cases: usize,
    checks: usize,
    /// The id of the first case, and the command that replays one of its checks.
    first: Option<(String, String)>,
    /// The cases that are shown.
    shown: Vec<String>,
}

impl Format for Github<'_> {
    fn event(&mut self, event: &Event<'_>, out: &mut dyn Write) -> io::Result<()> {
        match event {
            Event::RunBegun(_) => {
                self.bytes_left = LIMIT.saturating_sub(RESERVED).saturating_sub(self.context.taken);
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

    fn explain(&mut self, explanations: &[Explanation]) {
        self.explained = explanations.iter().flat_map(|one| one.lines(Style::default())).collect();
    }
}

impl Github<'_> {
    /// Adds a case if it fails.
    fn add(&mut self, result: &CaseResult<'_>) {
        let replays = self.context.replays(result.variant);
        let text = failure_saying(result, &replays, Style::default(), &|result, one| {
            self.reported.details(result, one)
        });
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
        let block = folded(&format!("{}: {}", result.case.id, result.case.title), &text);
        if let Some(room) = self.bytes_left.checked_sub(block.len()) {
            self.bytes_left = room;
            failing.shown.push(block);
        }
    }

    /// The clauses, those with the most failing cases first.
    fn ranked(&self) -> Vec<(&str, &Failing)> {
        let mut clauses: Vec<_> = self.clauses.iter().map(|(id, failing)| (id.as_str(), failing)).collect();
        clauses.sort_by_key(|(_, failing)| Reverse(failing.cases));
        clauses
    }

    /// The workflow commands that annotate the job.
    fn annotations(&self, about: &RunInfo<'_>) -> Vec<String> {
        let clauses = self.ranked();
        let (named, others) = clauses.split_at(clauses.len().min(MAX_NAMED));
        let mut lines: Vec<_> =
            named.iter().map(|(clause, failing)| annotation(clause, failing, about)).collect();
        if !others.is_empty() {
            let checks: usize = others.iter().map(|(_, failing)| failing.checks).sum();
            let title = format!("{} more", plural(others.len(), "clause"));
            let text = format!("{}; see the job summary", plural(checks, "failing check"));
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
        text.push_str(&fenced(&summary(&done.results, usize::MAX)));
        let reasons = other_reasons(&done.results);
        if !reasons.is_empty() {
            text.push_str(&fenced(&reasons.join("\n")));
        }
        if !self.explained.is_empty() {
            text.push_str(&format!("Likely causes:\n\n{}", fenced(&self.explained.join("\n"))));
        }
        let errors = errors(&done.causes.errors);
        if !errors.is_empty() {
            text.push_str(&format!("Errors:\n\n{}", fenced(&errors.join("\n"))));
        }
        let fixed: Vec<_> = done.fixed_entries(about).collect();
        for (file, entry) in fixed.iter().take(MAX_NAMED) {
            text.push_str(&format!("* fixed: remove {}\n", code(&described(file, entry))));
        }
        if let Some(more @ 1..) = fixed.len().checked_sub(MAX_NAMED) {
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
                text.push_str(&format!("{more} of these cases are omitted: the summary is full.\n"));
            }
        }
        truncate(text, LIMIT.saturating_sub(self.context.taken))
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
    let text: String = text.chars().take(MAX_ANNOTATION).collect();
    format!("::error title={}::{}", property(&sanitise(clause)), data(&text))
}

/// Escapes the text of a workflow command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a property of a workflow command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// A code block, followed by an empty line.
fn fenced(text: &str) -> String {
    markdown::fenced("text", &format!("{}\n", text.trim_end_matches('\n'))) + "\n"
}

/// A code block that is shown when its title is clicked.
fn folded(title: &str, text: &str) -> String {
    format!("<details><summary>{}</summary>\n\n{}</details>\n\n", escaped(&sanitise(title)), fenced(text))
}

/// A code span.
fn code(text: &str) -> String {
    markdown::code(&sanitise(text))
}

/// Truncates a text at the end of a line.
fn truncate(mut text: String, most: usize) -> String {
    const REST: &str = "\nThe rest is omitted: the summary is full.\n";
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
    fn texts_are_escaped() {
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
        assert_eq!(
            folded("a <b> & c", "x"),
            "<details><summary>a &lt;b&gt; &amp; c</summary>\n\n```text\nx\n```\n\n</details>\n\n"
        );
        assert_eq!(data("100 %\r\n::error::x"), "100 %25%0D%0A::error::x");
        assert_eq!(property("a: b, c"), "a%3A b%2C c");
    }

    #[test]
    fn texts_are_truncated_at_line_ends() {
        let text = "a line of ten\n".repeat(20);
        assert_eq!(truncate(text.clone(), text.len()), text);
        for most in [0, 10, 60, 100, text.len() - 1] {
            let truncate = truncate(text.clone(), most);
            assert!(truncate.len() <= most, "{most}: {truncate}");
            assert!(
                truncate.is_empty() || truncate.ends_with("the summary is full.\n"),
                "{most}: {truncate}"
            );
        }
    }
}
