//! Sorts and formats corpus files without changing what they say.
//!
//! Invariant: the fixed text has the same entries with the same fields as the file; only the order of entries and of legal moves, how
//! lists of moves are shortened, and the white space differ. A file is left alone if rewriting it could lose something, such as a duplicate key.

use serde_json::Value;
use vperft::inner::corpus::suite::draft::without_whitespace;
use vperft::inner::corpus::suite::{CorpusError, Source, SourceFile, insert, smoke_file, sort_lists};

/// A file that is not in order.
#[derive(Clone, Debug)]
pub struct Fix {
    /// The file as it was read.
    pub file: SourceFile,
    /// The text in order.
    pub text: String,
}

/// The number of files in the folders of the corpus, and those of them that are not in order.
///
/// # Errors
/// Returns an error if a file cannot be read.
pub fn fixes(source: &Source) -> Result<(usize, Vec<Fix>), CorpusError> {
    let mut all = Vec::new();
    for (files, list) in [
        (source.positions()?, "positions"),
        (source.suites()?, "cases"),
        (source.bugs()?, "bugs"),
        (source.smoke()?, "cases"),
    ] {
        all.extend(files.into_iter().filter(|file| !file.is_embedded).map(|file| (file, list)));
    }
    let count = all.len();
    let fixes = all.into_iter().filter_map(|(file, list)| {
        let text = in_order(&file.text, list).filter(|text| *text != file.text)?;
        Some(Fix { file, text })
    });
    Ok((count, fixes.collect()))
}

/// The text of a file in order. `None` if it is not a file with this list, or if something could be lost.
fn in_order(text: &str, list: &str) -> Option<String> {
    let mut file: Value = serde_json::from_str(text).ok()?;
    let canonical = file.to_string();
    if without_whitespace(text) != canonical {
        return None;
    }
    let fields: Vec<_> = file.as_object()?.keys().map(String::as_str).collect();
    if !fields.iter().all(|field| ["format", "variant", list].contains(field)) || file["format"] != 1 {
        return None;
    }
    let variant = file["variant"].as_str()?.to_owned();
    let entries = file[list].as_array_mut()?;
    let ids = entries.iter().map(|id| id.as_str().map(str::to_owned)).collect::<Option<Vec<_>>>();
    if let Some(ids) = ids {
        return Some(smoke_file(&variant, &ids));
    }
    entries.iter().all(|entry| entry["id"].is_string()).then_some(())?;
    for entry in entries.iter_mut() {
        entry.get_mut("checks").into_iter().for_each(sort_lists);
    }
    insert(Some(&file.to_string()), &variant, list, &[]).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn entries_and_moves_are_sorted_and_nothing_is_lost() {
        let text = r#"{"format":1,"variant":"ryugi","cases":[{"id":"b","checks":{"moves":["K b","K a"],"perft":{"2":null,"1":1}}},{"id":"a"}]}"#;
        let fixed = in_order(text, "cases").unwrap();
        assert_eq!(
            without_whitespace(&fixed),
            r#"{"format":1,"variant":"ryugi","cases":[{"id":"a"},{"id":"b","checks":{"moves":["K a","K b"],"perft":{"2":null,"1":1}}}]}"#
        );
        assert_eq!(in_order(&fixed, "cases").as_ref(), Some(&fixed));
        // These are in the order of worth.
        let smoke = r#"{"format": 1, "variant": "ryugi", "cases": ["b", "a"]}"#;
        assert_eq!(
            without_whitespace(&in_order(smoke, "cases").unwrap()),
            r#"{"format":1,"variant":"ryugi","cases":["b","a"]}"#
        );
    }

    #[test]
    fn files_that_could_lose_something_are_left_alone() {
        for text in [
            "{",
            r#"{"format": 2, "variant": "ryugi", "cases": []}"#,
            r#"{"format": 1, "variant": "ryugi", "positions": []}"#,
            r#"{"format": 1, "variant": "ryugi", "note": "kept", "cases": []}"#,
            r#"{"format": 1, "variant": "ryugi", "cases": [{"id": "a", "id": "b"}]}"#,
            r#"{"format": 1, "variant": "ryugi", "cases": [{"id": 1}]}"#,
        ] {
            assert_eq!(in_order(text, "cases"), None, "{text}");
        }
    }
}
