//! Rules about the tables of variants: their schema, the statuses that they name, the positions that they allow, and the games that they
//! lead to. Loading a table checks everything else.

use super::schema::Schema;
use super::{Report, Subject, games};
use serde::de::IgnoredAny;
use std::path::Path;
use vperft::inner::corpus::suite::{CorpusError, Source};
use vperft::inner::game::variant::{Variant, VariantId};

/// Validates every table.
pub(super) fn check(source: &Source, report: &mut Report) -> Result<(), CorpusError> {
    let schema = Schema::variant();
    // With an added folder, embedded files are not linted.
    for file in source.tables()?.iter().filter(|file| !(source.is_added() && file.is_embedded)) {
        match serde_json::from_str::<IgnoredAny>(&file.text) {
            Ok(_) => schema.validate(file, |_| Subject::File, report),
            Err(error) => report.add(&file.name, Subject::File, error.to_string(), schema.title()),
        }
        let folder = file.path.parent().and_then(Path::file_name).and_then(|name| name.to_str());
        let variant = folder.and_then(|name| name.parse::<VariantId>().ok()).map(Variant::get);
        // A table that is not that of a variant of this program has no rules yet.
        let Some(variant) = variant.filter(|variant| variant.has_data()) else { continue };
        for (status, rule) in variant.missing_statuses() {
            let problem = format!("`statuses` lacks `{status}`, which `{rule}` gives");
            report.add(&file.name, Subject::File, problem, "every status that the rules can give");
        }
        for problem in variant.doubts() {
            report.add(&file.name, Subject::File, problem, "positions that the rules make are valid");
        }
        for problem in variant.unreachable_goals() {
            report.add(&file.name, Subject::File, problem, "goals that pieces can reach");
        }
        // A test plays the embedded tables.
        if !file.is_embedded {
            games::check(variant, &file.name, report);
        }
    }
    Ok(())
}
