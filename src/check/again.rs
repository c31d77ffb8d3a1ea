//! Makes checks once more, which tells a backend that answers now this and now that.

use super::workers::spread;
use super::{CaseResult, ErrorKind, Open, Verdict, judge};

/// Makes the first checks that did not pass once more, at most so many, each with a backend that is opened for it: so the
/// command that replays a check makes it. Where another verdict comes of it, the result holds both.
///
/// The verdict of the check stays the first: a backend that is right only sometimes is wrong. A check that passed is not
/// made again, and neither is one that took too long: it had its time.
///
/// # Panics
/// If the operating system gives no threads, or the backend panics.
pub fn make_again(results: &mut [CaseResult<'_>], open: Open<'_>, jobs: usize, most: usize) {
    let mut places = Vec::new();
    for (case, result) in results.iter().enumerate() {
        let failed = result.checks.iter().enumerate().filter(|(_, one)| is_made_again(&one.verdict));
        places.extend(failed.map(|(check, _)| (case, check)));
    }
    places.truncate(most);
    let asked = &*results;
    let verdicts = spread(places.len(), jobs, &|(): &mut (), index| {
        let (case, check) = places[index];
        let result = &asked[case];
        judge(open().as_mut(), result.variant, result.vfen, result.case, &result.checks[check].check)
    });
    for ((case, check), verdict) in places.into_iter().zip(verdicts) {
        let one = &mut results[case].checks[check];
        let is_answer = !matches!(verdict, Verdict::Error { kind: ErrorKind::NotAsked, .. });
        one.again = (is_answer && !verdict.agrees(&one.verdict)).then_some(verdict);
    }
}

const fn is_made_again(verdict: &Verdict) -> bool {
    match verdict {
        Verdict::Pass | Verdict::Unsupported { .. } => false,
        Verdict::Error { kind, .. } => !matches!(kind, ErrorKind::Timeout | ErrorKind::NotAsked),
        Verdict::Fail { .. } => true,
    }
}
