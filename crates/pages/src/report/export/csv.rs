//! Exports a CSV table with one row per check. Control and other invisible characters are escaped as in JSON.

use vperft::inner::corpus::check::SelectedCase;
use vperft::inner::corpus::question::BETWEEN_MOVES;
use vperft::inner::support::sanitise::escape;

/// The column names.
const COLUMNS: [&str; 6] = ["variant", "case", "check", "vfen", "line", "expected"];

/// The selected checks as CSV (RFC 4180) with a header row. Moves of a line or a list are separated by ` | `.
#[must_use]
pub fn csv(selected: &[SelectedCase<'_>]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut write = |row: [&str; 6]| {
        writer
            .write_record(row.map(|cell| escape(cell).into_owned()))
            .expect("rows of one length, written to memory")
    };
    write(COLUMNS);
    for item in selected {
        let moves = item.case.moves.join(BETWEEN_MOVES);
        for check in &item.checks {
            let (name, expected) = (check.to_string(), check.expected.to_string());
            write([item.variant.name(), &item.case.id, &name, item.vfen, &moves, &expected]);
        }
    }
    let bytes = writer.into_inner().expect("memory takes everything");
    String::from_utf8(bytes).expect("made of texts")
}
