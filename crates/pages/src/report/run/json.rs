//! One JSON document at the end, as in `docs/run.schema.json`.

use super::{Context, Explanation, Format, Kind, entry_as_json};
use serde_json::{Value, json};
use std::io::{self, Write};
use vperft::inner::corpus::check::{CaseResult, CheckResult};
use vperft::inner::corpus::question::Verdict;
use vperft::inner::game::variant::VariantId;
use vperft::inner::support::sanitise::escape;
use vperft_run::partition::seal;
use vperft_run::{End, Event, RunInfo, RunOutcome, add_times, next_steps};

/// The JSON document.
pub(crate) const KIND: Kind = Kind {
    name: "json",
    about: "One JSON document",
    env_var: None,
    is_live: false,
    begin: |context| Box::new(Json { context, explanations: Vec::new() }),
};

struct Json<'c> {
    context: Context<'c>,
    explanations: Vec<Explanation>,
}

impl Format for Json<'_> {
    fn event(&mut self, event: &Event<'_>, out: &mut dyn Write) -> io::Result<()> {
        let Event::RunDone(about, done) = event else { return Ok(()) };
        let mut document = document(&self.context, about, done, &self.explanations);
        if let Some(header) = self.context.part {
            if let Some(cases) = document["cases"].as_array_mut() {
                add_times(cases, &done.results);
            }
            seal(&mut document, header);
        }
        writeln!(out, "{}", escape(&document.to_string()))
    }

    fn explain(&mut self, explanations: &[Explanation]) {
        self.explanations = explanations.to_vec();
    }
}

/// The whole document.
pub(crate) fn document(
    context: &Context<'_>,
    about: &RunInfo<'_>,
    done: &RunOutcome<'_>,
    explanations: &[Explanation],
) -> Value {
    let cases: Vec<_> = done.results.iter().map(|result| case(context, result)).collect();
    let mut document = head(context, about);
    document["cases"] = cases.into();
    merge(&mut document, end(about, done, explanations));
    merge(&mut document, context.suite.cloned().unwrap_or_default());
    document
}

/// The fields known before the first check.
pub(crate) fn head(context: &Context<'_>, about: &RunInfo<'_>) -> Value {
    json!({
        "backend": context.backend, "identity": about.identity,
        "suite_version": about.recomputed.corpus.version,
        "planned": { "cases": about.cases, "checks": about.checks },
    })
}

/// A case with its checks.
pub(crate) fn case(context: &Context<'_>, result: &CaseResult<'_>) -> Value {
    let checks = result.checks.iter().map(|one| check_json(context, result.variant, &result.case.id, one));
    let checks: Vec<_> = checks.collect();
    let case = result.case;
    json!({
        "id": case.id, "title": case.title, "clauses": case.clauses, "bugs": case.bugs,
        "vfen": result.vfen, "checks": checks,
    })
}

/// A check with its verdict.
pub(crate) fn check_json(
    context: &Context<'_>,
    variant: VariantId,
    id: &str,
    one: &CheckResult<'_>,
) -> Value {
    let name = one.check.to_string();
    let mut value = json!({ "check": name, "result": one.verdict });
    if one.verdict.is_failure() || matches!(one.verdict, Verdict::OtherReason { .. }) {
        value["replay"] = (context.replay)(variant, id, &name).into();
    }
    if let Some(basis) = &one.basis {
        value["basis"] = basis.as_str().into();
    }
    if let Some(reason) = &one.known {
        value["expected"] = true.into();
        value["reason"] = reason.as_str().into();
    }
    if let Some(rerun) = &one.rerun {
        value["rerun"] = json!(rerun);
    }
    value
}

/// The totals.
pub(crate) fn end(about: &RunInfo<'_>, done: &RunOutcome<'_>, explanations: &[Explanation]) -> Value {
    let mut document = json!({
        "variants": done.variants, "total": done.total, "complete": done.end == End::Complete,
        "signature": done.signature.to_string(), "causes": done.causes,
    });
    let next = next_steps(&done.results);
    if !next.is_empty() {
        document["next"] = json!(next);
    }
    match done.end {
        End::Complete => {}
        End::Unanswered => document["unanswered"] = true.into(),
        End::Interrupted => document["interrupted"] = true.into(),
        End::Deadline => document["out_of_time"] = true.into(),
        End::MaxFailures => document["max_failures"] = json!(about.max_failures),
    }
    if !about.recomputed.readings.is_empty() {
        let readings: Vec<_> = about.recomputed.readings.iter().map(|(_, reading)| reading).collect();
        document["readings"] = json!(readings);
    }
    if !(about.recomputed.readings.is_empty() && about.recomputed.left_out.is_empty()) {
        document["left_out"] = json!(about.recomputed.left_out);
    }
    if !explanations.is_empty() {
        document["explanations"] = explanations.iter().map(Explanation::json).collect();
    }
    if about.known.is_some() {
        document["fixed"] =
            done.fixed_entries(about).map(|(file, entry)| entry_as_json(file, entry)).collect();
    }
    document
}

/// Adds the fields of one object to another.
pub(crate) fn merge(document: &mut Value, more: Value) {
    if let (Value::Object(document), Value::Object(more)) = (document, more) {
        document.extend(more);
    }
}
