//! The events of a run, one JSON object per line, as in `docs/events.schema.json`. Cases and totals are those of the
//! JSON document.

use super::{Context, Explanation, Format, Kind, json};
use serde_json::{Value, json};
use std::io::{self, Write};
use vperft::inner::corpus::check::{CaseResult, CheckResult};
use vperft::inner::corpus::failure::failure;
use vperft::inner::corpus::question::Verdict;
use vperft::inner::support::sanitise::escape;
use vperft_run::Event;

/// The events.
pub(crate) const KIND: Kind = Kind {
    name: "jsonl",
    about: "The events of the run as they happen, one JSON object per line",
    env_var: None,
    is_live: true,
    begin: |context| Box::new(Lines { context, explanations: Vec::new() }),
};

/// The event about a case that was judged alone: its verdict, and the text of its failures for people.
pub fn case_judged(context: &Context<'_>, result: &CaseResult<'_>) -> Value {
    let text = failure(result, &context.replays(result.variant), context.style);
    let unsupported = |one: &CheckResult<'_>| matches!(one.verdict, Verdict::Unsupported { .. });
    let verdict = match &text {
        Some(_) => "fail",
        None if result.checks.iter().all(unsupported) => "unsupported",
        None => "pass",
    };
    json!({ "event": "case-judged", "id": result.case.id, "verdict": verdict, "text": text })
}

struct Lines<'c> {
    context: Context<'c>,
    explanations: Vec<Explanation>,
}

impl Format for Lines<'_> {
    fn event(&mut self, event: &Event<'_>, out: &mut dyn Write) -> io::Result<()> {
        let context = &self.context;
        let (name, content) = match event {
            Event::RunBegun(about) => ("run-begun", json::head(context, about)),
            Event::CaseBegun(item) => {
                let checks: Vec<_> = item.checks.iter().map(ToString::to_string).collect();
                ("case-begun", json!({ "id": item.case.id, "checks": checks }))
            }
            Event::CheckJudged(item, one) => {
                let mut content = json!({ "id": item.case.id });
                json::merge(&mut content, json::check_json(context, item.variant, &item.case.id, one));
                content["seconds"] = one.time.as_secs_f64().into();
                ("check-judged", content)
            }
            Event::CaseDone(result) => ("case-done", json::case(context, result)),
            Event::RunDone(about, done) => ("run-done", json::end(about, done, &self.explanations)),
            Event::Advanced(_) => return Ok(()),
        };
        let mut line: Value = json!({ "event": name });
        json::merge(&mut line, content);
        out.write_all(format!("{}\n", escape(&line.to_string())).as_bytes())
    }

    fn explain(&mut self, explanations: &[Explanation]) {
        self.explanations = explanations.to_vec();
    }
}
