//! JUnit XML: a suite a variant, a test a check.

use super::{Context, Format, Kind, unfinished};
use crate::check::{CaseResult, CheckResult, Event};
use crate::question::Verdict;
use crate::report::failure::{details, flaky};
use crate::variant::VariantId;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestRerun, TestSuite};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// JUnit XML.
pub(super) const KIND: Kind = Kind {
    name: "junit",
    about: "JUnit XML, a suite a variant and a test a check",
    place: None,
    begin: |context| Box::new(Junit { context, suites: BTreeMap::new() }),
};

struct Junit<'c> {
    context: Context<'c>,
    suites: BTreeMap<VariantId, TestSuite>,
}

impl Format for Junit<'_> {
    fn event(&mut self, event: &Event<'_>, out: &mut dyn Write) -> io::Result<()> {
        match event {
            Event::CaseDone(result) => {
                let name = result.variant.name();
                let suite = self.suites.entry(result.variant).or_insert_with(|| TestSuite::new(name));
                suite.add_test_cases(result.checks.iter().map(|one| test(&self.context, result, one)));
                Ok(())
            }
            Event::RunDone(about, done) => {
                let mut report = Report::new(format!("vperft run of {}", about.identity));
                let time = |suite: &TestSuite| suite.test_cases.iter().filter_map(|test| test.time).sum();
                for mut suite in std::mem::take(&mut self.suites).into_values() {
                    suite.set_time(time(&suite));
                    suite.add_property(("signature", done.signature.to_string().as_str()));
                    if let Some(version) = &about.recomputed.corpus.version {
                        suite.add_property(("suite_version", version.to_string().as_str()));
                    }
                    if let Some(unfinished) = unfinished(about, done) {
                        suite.set_system_err(unfinished);
                    }
                    report.add_test_suite(suite);
                }
                report.set_time(done.total.time);
                let text = report.to_string().map_err(io::Error::other)?;
                out.write_all(text.as_bytes())
            }
            _ => Ok(()),
        }
    }
}

/// The test of a check.
fn test(context: &Context<'_>, result: &CaseResult<'_>, one: &CheckResult<'_>) -> TestCase {
    let name = one.check.to_string();
    let mut test = TestCase::new(name.as_str(), status(one));
    test.set_classname(result.case.id.as_str()).set_time(one.time);
    if one.is_failure() {
        let replay = (context.replay)(result.variant, &result.case.id, &name);
        let mut lines = vec![
            result.case.title.clone(),
            format!("clauses  {}", result.case.clauses.join(" ")),
            format!("position {}", result.vfen),
        ];
        lines.extend(flaky(one));
        lines.push(format!("replay   {replay}"));
        test.set_system_out(lines.join("\n"));
    }
    test
}

/// What a test server makes of a verdict: what is not supported, or known to fail, is skipped.
fn status(one: &CheckResult<'_>) -> TestCaseStatus {
    let mut status = match (&one.verdict, &one.known) {
        (_, Some(reason)) => {
            let mut status = TestCaseStatus::skipped();
            status.set_message(format!("known to fail: {reason}"));
            return status;
        }
        (Verdict::Pass, None) => return TestCaseStatus::success(),
        (Verdict::Unsupported { reason }, None) => {
            let mut status = TestCaseStatus::skipped();
            status.set_message(format!("unsupported: {reason}"));
            return status;
        }
        (verdict, None) => TestCaseStatus::non_success(kind(verdict)),
    };
    let text = details(&one.verdict).join("\n");
    status.set_type(one.verdict.word()).set_message(text.lines().next().unwrap_or_default());
    status.set_description(text);
    // The format has no failing test with a rerun that passes; of that, the output of the test tells.
    if let Some(rerun) = one.rerun.as_ref().filter(|verdict| verdict.is_failure()) {
        let mut entry = TestRerun::new(kind(rerun));
        entry.set_type(rerun.word()).set_description(details(rerun).join("\n"));
        status.add_rerun(entry);
    }
    status
}

const fn kind(verdict: &Verdict) -> NonSuccessKind {
    match verdict {
        Verdict::Error { .. } => NonSuccessKind::Error,
        _ => NonSuccessKind::Failure,
    }
}
