//! JUnit XML: one suite per variant, one test per check.

use super::reported_errors::ReportedErrors;
use super::{Context, Explanation, Format, Kind, unfinished};
use crate::report::run::errors;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestRerun, TestSuite};
use std::collections::BTreeMap;
use std::io::{self, Write};
use vperft::inner::corpus::check::{CaseResult, CheckResult};
use vperft::inner::corpus::failure::{details, flaky, rule};
use vperft::inner::corpus::question::Verdict;
use vperft::inner::game::drawing::{Style, draw_unvalidated};
use vperft::inner::game::variant::VariantId;
use vperft::inner::support::sanitise::sanitise;
use vperft_run::{ErrorGroup, Event};

/// JUnit XML.
pub(crate) const KIND: Kind = Kind {
    name: "junit",
    about: "JUnit XML, one suite per variant and one test per check",
    env_var: None,
    is_live: false,
    begin: |context| {
        Box::new(Junit {
            context,
            suites: BTreeMap::new(),
            reported: ReportedErrors::default(),
            explanations: Vec::new(),
        })
    },
};

struct Junit<'c> {
    context: Context<'c>,
    suites: BTreeMap<VariantId, TestSuite>,
    reported: ReportedErrors,
    explanations: Vec<Explanation>,
}

impl Format for Junit<'_> {
    fn event(&mut self, event: &Event<'_>, out: &mut dyn Write) -> io::Result<()> {
        match event {
            Event::CaseDone(result) => {
                let name = result.variant.name();
                let suite = self.suites.entry(result.variant).or_insert_with(|| TestSuite::new(name));
                let tests = result.checks.iter().map(|one| test(&self.context, &self.reported, result, one));
                suite.add_test_cases(tests);
                Ok(())
            }
            Event::RunDone(about, done) => {
                let mut report = Report::new(format!("vperft run of {}", about.identity));
                let time = |suite: &TestSuite| suite.test_cases.iter().filter_map(|test| test.time).sum();
                for (variant, mut suite) in std::mem::take(&mut self.suites) {
                    suite.set_time(time(&suite));
                    suite.add_property(("signature", done.signature.to_string().as_str()));
                    if let Some(version) = &about.recomputed.corpus.version {
                        suite.add_property(("suite_version", version.to_string().as_str()));
                    }
                    for one in self.explanations.iter().filter(|one| one.variant == variant) {
                        if let Some(line) = one.line() {
                            suite.add_property(("explanation", &*sanitise(&line)));
                        }
                        suite.add_property(("diagnose", &*sanitise(&one.command)));
                    }
                    // Each error is listed in the suite in which it occurred first.
                    let is_here = |alike: &&ErrorGroup| {
                        let first = done.results.iter().find(|result| result.case.id == alike.first);
                        first.is_some_and(|first| first.variant == variant)
                    };
                    let mut lines = errors(done.causes.errors.iter().filter(is_here));
                    lines.extend(unfinished(about, done));
                    if !lines.is_empty() {
                        suite.set_system_err(lines.join("\n"));
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

    fn explain(&mut self, explanations: &[Explanation]) {
        self.explanations = explanations.to_vec();
    }
}

/// The test of a check.
fn test(
    context: &Context<'_>,
    reported: &ReportedErrors,
    result: &CaseResult<'_>,
    one: &CheckResult<'_>,
) -> TestCase {
    let name = one.check.to_string();
    let replay = (context.replay)(result.variant, &result.case.id, &name);
    let mut test = TestCase::new(&*sanitise(&name), status(reported, result, one, &replay));
    test.set_classname(&*sanitise(&result.case.id)).set_time(one.time);
    if one.is_failure() {
        let mut lines = vec![
            result.case.title.clone(),
            format!("clauses  {}", result.case.clauses.join(" ")),
            format!("position {}", result.vfen),
        ];
        lines.extend(flaky(one));
        lines.push(format!("replay   {replay}"));
        let lines: Vec<_> = lines.iter().map(|line| sanitise(line)).collect();
        test.set_system_out(lines.join("\n"));
    } else if matches!(one.verdict, Verdict::OtherReason { .. }) && one.known.is_none() {
        // JUnit has no warnings: the test passes, and its output has the reason.
        test.set_system_out(format!("other reason: {}", details(&one.verdict).join("\n")));
    }
    test
}

/// The JUnit status of a verdict. Unsupported checks and known failures are skipped; a refusal for another reason
/// passes.
fn status(
    reported: &ReportedErrors,
    result: &CaseResult<'_>,
    one: &CheckResult<'_>,
    replay: &str,
) -> TestCaseStatus {
    let mut status = match (&one.verdict, &one.known) {
        (_, Some(reason)) => {
            let mut status = TestCaseStatus::skipped();
            status.set_message(format!("known to fail: {}", sanitise(reason)));
            return status;
        }
        (Verdict::Pass | Verdict::OtherReason { .. }, None) => return TestCaseStatus::success(),
        (Verdict::Unsupported { reason }, None) => {
            let mut status = TestCaseStatus::skipped();
            status.set_message(format!("unsupported: {}", sanitise(reason)));
            return status;
        }
        (verdict, None) => TestCaseStatus::non_success(kind(verdict)),
    };
    let mut lines = reported.details(result, one);
    status.set_type(one.verdict.word()).set_message(lines.first().map_or("", String::as_str));
    lines.extend(rule(result.case, Style::default().width).iter().map(|line| sanitise(line).into_owned()));
    let board = draw_unvalidated(result.variant, result.vfen, false);
    lines.extend([format!("position {}", sanitise(result.vfen)), board.trim_end().to_owned()]);
    lines.push(format!("replay   {}", sanitise(replay)));
    status.set_description(lines.join("\n"));
    // JUnit has no failing test with a passing rerun; the output of the test mentions it.
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
