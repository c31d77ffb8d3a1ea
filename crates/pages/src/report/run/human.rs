//! The report for people: failing cases as they fail, then the cases to look at first, a table, and what the failures
//! have in common.
//!
//! Invariant: at most [`MAX_CASES_SHOWN`] cases are shown in full unless the user asks for all, and an error is printed
//! in full once.

use super::reported_errors::{MAX_CHECK_NAME, ReportedErrors, truncate};
use super::{Context, Explanation, Format, Kind, described, unfinished};
use crate::report::run::{bases, causes, left_out, next_steps, other_reasons, summary, unsupported};
use std::io::{self, Write};
use vperft::inner::corpus::check::CaseResult;
use vperft::inner::corpus::failure::{failure_saying, flaky};
use vperft::inner::corpus::question::Verdict;
use vperft::inner::support::plural::plural;
use vperft::inner::support::sanitise::sanitise;
use vperft_run::{End, Event, MAX_CASES_SHOWN, RunInfo, RunOutcome};

/// Text for people.
pub(crate) const KIND: Kind = Kind {
    name: "human",
    about: "For people: failing cases as they fail, those to look at first, and a table",
    env_var: None,
    is_live: true,
    begin: |context| {
        Box::new(Human {
            context,
            is_drawn_at_once: false,
            reported: ReportedErrors::default(),
            explained: Vec::new(),
        })
    },
};

struct Human<'c> {
    context: Context<'c>,
    /// Whether failing cases are shown in full at once, because there are few or the user asked for all.
    is_drawn_at_once: bool,
    reported: ReportedErrors,
    /// The lines that explain the failures.
    explained: Vec<String>,
}

impl Format for Human<'_> {
    fn event(&mut self, event: &Event<'_>, out: &mut dyn Write) -> io::Result<()> {
        let text = match event {
            Event::RunBegun(about) => {
                self.is_drawn_at_once = self.context.is_all || about.cases <= MAX_CASES_SHOWN;
                None
            }
            Event::CaseDone(result) if self.is_drawn_at_once => self.drawn(result),
            Event::CaseDone(result) => self.line(result),
            Event::RunDone(about, done) => Some(self.end(about, done)),
            _ => None,
        };
        text.map_or(Ok(()), |text| out.write_all(format!("{text}\n").as_bytes()))
    }

    fn explain(&mut self, explanations: &[Explanation]) {
        self.explained = explanations.iter().flat_map(|one| one.lines(self.context.style)).collect();
    }
}

impl Human<'_> {
    /// A failing case in full.
    fn drawn(&self, result: &CaseResult<'_>) -> Option<String> {
        let replays = self.context.replays(result.variant);
        failure_saying(result, &replays, self.context.style, &|result, one| {
            self.reported.details(result, one)
        })
    }

    /// A failing case on one line: its id, and the difference of its first failing check.
    fn line(&self, result: &CaseResult<'_>) -> Option<String> {
        let mut failed = result.checks.iter().filter(|one| one.is_failure());
        let one = failed.next()?;
        let details = self.reported.details(result, one);
        let words = match &one.verdict {
            Verdict::Fail { failure } => {
                let rows = failure.rows().into_iter().filter(|row| !row.texts.is_empty());
                rows.map(|row| format!("{} {}", row.name, row.texts.join(", ")))
                    .collect::<Vec<_>>()
                    .join("; ")
            }
            _ => details.join(" "),
        };
        let words: Vec<_> = words.split_whitespace().collect();
        let flaky = if flaky(one).is_empty() { "" } else { "flaky: " };
        let more = match failed.count() {
            0 => String::new(),
            count => format!(" (and {})", plural(count, "more check")),
        };
        let check = one.check.to_string();
        let head = format!(
            "{}  {}  {flaky}",
            sanitise(&result.case.id),
            sanitise(&truncate(&check, MAX_CHECK_NAME))
        );
        // The first occurrence of an error is printed in full; later ones refer to it.
        let is_first = matches!(one.verdict, Verdict::Error { .. })
            && self.reported.first_occurrence(result, one).is_none();
        let taken = head.chars().count() + more.len();
        let room = if is_first { usize::MAX } else { self.context.style.width.saturating_sub(taken) };
        Some(format!("{head}{}{more}", truncate(&sanitise(&words.join(" ")), room.max(MAX_CHECK_NAME))))
    }

    /// The text below the failing cases.
    fn end(&self, about: &RunInfo<'_>, done: &RunOutcome<'_>) -> String {
        let mut lines = Vec::new();
        if !self.is_drawn_at_once && !done.causes.first.is_empty() {
            lines.push(String::new());
            for id in &done.causes.first {
                let result = done.results.iter().find(|result| result.case.id == *id);
                lines.extend(result.and_then(|result| self.drawn(result)));
            }
        }
        for (file, entry) in done.fixed_entries(about) {
            lines.push(format!("fixed: remove {}", described(file, entry)));
        }
        if done.fixed() > 0 {
            lines.push(String::new());
        }
        lines.push(summary(&done.results, self.context.style.width));
        lines.extend(other_reasons(&done.results));
        lines.extend(unsupported(&done.results));
        lines.extend(next_steps(&done.results));
        lines.extend(bases(&done.results));
        lines.extend(left_out(&about.recomputed.left_out));
        // A single case needs no summary.
        if done.causes.first.len() > 1 || done.end == End::Unanswered {
            lines.push(String::new());
            lines.extend(causes(&done.causes, done.variants.len() > 1, self.context.style));
        }
        lines.extend(unfinished(about, done));
        if !self.explained.is_empty() {
            lines.push(String::new());
            lines.extend(self.explained.iter().cloned());
        }
        lines.join("\n")
    }
}
