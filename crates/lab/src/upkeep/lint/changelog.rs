//! Rules about the changelog.

use super::{Report, Subject};
use vperft::inner::corpus::suite::changelog::Changelog;
use vperft::inner::corpus::suite::{CorpusError, Source};

/// Checks that the headings are versions, with the newest first.
pub(super) fn check(source: &Source, report: &mut Report) -> Result<(), CorpusError> {
    let log = match Changelog::from_source(source) {
        Ok(log) => log,
        Err(CorpusError::Malformed { file, message }) => {
            report.add(&file, Subject::File, message, "the versions of the suite, the newest first");
            return Ok(());
        }
        Err(error) => return Err(error),
    };
    let versions = log.iter().flat_map(|log| log.versions.windows(2).map(move |pair| (&log.file, pair)));
    for (file, pair) in versions {
        let [(_, newer), (line, older)] = pair else { continue };
        if older >= newer {
            let problem = format!("line {line}: {older} comes below {newer}");
            report.add(file, Subject::File, problem, "the versions of the suite, the newest first");
        }
    }
    Ok(())
}
