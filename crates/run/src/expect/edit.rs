//! Updates a file of expectations.

use super::{ExpectError, ExpectationDiff, Expectations};
use toml_edit::{Array, ArrayOfTables, DocumentMut, Item, Table, value};

/// The updated file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edited {
    /// The text of the file.
    pub text: String,
    /// The number of entries that stay.
    pub kept: usize,
}

/// The reason of a new entry, until the user writes one.
const UNEXPLAINED: &str = "unexplained";

impl Expectations {
    /// Removes the entries that no longer apply and appends one for every new failure, with this version of
    /// the backend as `since`. The rest of the file stays unchanged to the byte.
    ///
    /// # Errors
    /// Returns an error if the entries are not written as `[[expect]]` tables.
    pub fn edited(&self, diff: &ExpectationDiff, since: &str) -> Result<Edited, ExpectError> {
        let kept = self.entries.len() - diff.fixed.len();
        if diff.fixed.is_empty() && diff.new.is_empty() {
            return Ok(Edited { text: self.text.clone(), kept });
        }
        let mut document: DocumentMut = self.text.parse().map_err(|error: toml_edit::TomlError| {
            self.error(&error.span().unwrap_or_default(), error.message().to_owned())
        })?;
        let mut rest = String::new();
        let item = document.entry("expect").or_insert_with(|| Item::ArrayOfTables(ArrayOfTables::new()));
        let Some(tables) = item.as_array_of_tables_mut() else {
            let place = self.entries.first().map_or(0..0, |entry| entry.case.span());
            return Err(self.error(&place, "expected entries that are written as [[expect]] tables".into()));
        };
        for &index in diff.fixed.iter().rev() {
            let gone = tables.remove(index);
            let comments = foreign_comments(&gone);
            // A comment separated from the removed entry by an empty line does not belong to it; the next
            // entry keeps it.
            match tables.get_mut(index) {
                Some(next) => prepend(next, &comments),
                None => rest = comments + &rest,
            }
        }
        for new in &diff.new {
            let mut table = Table::new();
            table["case"] = value(&new.case);
            if let Some(check) = &new.check {
                table["check"] = value(check);
            }
            table["verdict"] = value(new.verdict.to_string());
            if let Some(moves) = &new.moves {
                // Do not escape moves. If a move contains a wildcard, the pattern still matches its text.
                table["moves"] = value(moves.iter().collect::<Array>());
            }
            table["reason"] = value(UNEXPLAINED);
            table["since"] = value(since);
            table.decor_mut().set_prefix(format!("{}\n", std::mem::take(&mut rest)));
            tables.push(table);
        }
        if tables.is_empty() {
            document.remove("expect");
        }
        let trailing = document.trailing().as_str().unwrap_or_default().to_owned();
        document.set_trailing(rest + &trailing);
        let text = document.to_string().replace("\r\n", "\n");
        // The document has no line ends of another system.
        let foreign = self.text.matches("\r\n").count();
        let is_foreign = foreign > 0 && foreign == self.text.matches('\n').count();
        let text = if is_foreign { text.replace('\n', "\r\n") } else { text };
        Ok(Edited { text, kept })
    }
}

/// The comments above a table, up to the last empty line. Comments directly above the table belong to it.
fn foreign_comments(table: &Table) -> String {
    let prefix = table.decor().prefix().and_then(|prefix| prefix.as_str()).unwrap_or_default();
    let (mut start, mut end) = (0, 0);
    for line in prefix.split_inclusive('\n') {
        end = if line.trim().is_empty() { start } else { end };
        start += line.len();
    }
    let foreign = &prefix[..end];
    if foreign.trim().is_empty() { String::new() } else { foreign.to_owned() }
}

fn prepend(table: &mut Table, text: &str) {
    let own = table.decor().prefix().and_then(|prefix| prefix.as_str()).unwrap_or_default().to_owned();
    table.decor_mut().set_prefix(format!("{text}{own}"));
}
