//! Rules about the tables of variants: their schema. Loading a table checks everything else.

use super::schema::Schema;
use super::{Report, Subject};
use crate::corpus::suite::{CorpusError, Source};
use serde::de::IgnoredAny;

/// Validates every table.
pub(super) fn check(source: &Source, report: &mut Report) -> Result<(), CorpusError> {
    let schema = Schema::variant();
    // With an added folder, embedded files are not linted.
    for file in source.tables()?.iter().filter(|file| !(source.is_added() && file.is_embedded)) {
        match serde_json::from_str::<IgnoredAny>(&file.text) {
            Ok(_) => schema.check(file, |_| Subject::File, report),
            Err(error) => report.add(&file.name, Subject::File, error.to_string(), schema.title()),
        }
    }
    Ok(())
}
