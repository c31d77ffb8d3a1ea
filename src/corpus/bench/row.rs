//! A position to count from.

use crate::game::position::VfenError;
use crate::game::rules::Rules;
use crate::game::variant::{UnknownVariant, VariantId};
use serde::Deserialize;
use std::fmt;

/// A position to count from, with expected counts.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Line")]
pub struct Row {
    /// The variant.
    pub variant: VariantId,
    /// What the position stresses; unique within the variant.
    pub name: String,
    /// The default depth, in plies.
    pub depth: u32,
    /// The number of legal sequences of one move, two moves, and so on; known at least up to `depth`.
    pub counts: Vec<u64>,
    /// The position.
    pub vfen: String,
}

/// A line of a file of positions.
#[derive(Deserialize)]
struct Line {
    variant: VariantId,
    name: String,
    depth: Option<u32>,
    counts: Vec<u64>,
    vfen: String,
}

impl TryFrom<Line> for Row {
    type Error = String;

    fn try_from(line: Line) -> Result<Self, String> {
        let Line { variant, name, depth, counts, vfen } = line;
        let known = u32::try_from(counts.len()).unwrap_or(u32::MAX);
        let depth = depth.unwrap_or(known);
        if !(1..=known).contains(&depth) {
            return Err(format!(
                "depth {depth} with {known} counts; expected a depth from 1 to the number of counts"
            ));
        }
        if name.is_empty() || counts.contains(&0) {
            return Err("expected a name, and counts above 0".into());
        }
        Ok(Self { variant, name, depth, counts, vfen })
    }
}

impl Row {
    /// The number of legal sequences of this length, if known.
    #[must_use]
    pub fn count_at(&self, depth: u32) -> Option<u64> {
        self.counts.get((depth as usize).checked_sub(1)?).copied()
    }

    /// The number of legal sequences at the default depth.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.count_at(self.depth).expect("there are counts down to its depth")
    }

    /// Prepares a count: parses the position and builds lazy tables, so that only counting is measured.
    ///
    /// # Errors
    /// Returns an error if the rules refuse the position.
    pub fn ready<R: Rules>(&self, rules: R) -> Result<impl Fn() -> u128 + use<R>, VfenError> {
        let position = rules.parse(&self.vfen)?;
        rules.perft(&position, 1, &mut Vec::new());
        let depth = self.depth;
        Ok(move || rules.perft(&position, depth, &mut Vec::new()))
    }

    /// Checks a count.
    ///
    /// # Panics
    /// Panics if the count is wrong, because a benchmark cannot fail in another way.
    pub fn assert_count(&self, count: u128) {
        assert_eq!(count, u128::from(self.nodes()), "{self}");
    }
}

/// Writes the full name, such as `ryugi/start/perft-3`.
impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/perft-{}", self.variant, self.name, self.depth)
    }
}

/// The embedded positions, in the order of the file.
///
/// # Panics
/// Never: a test parses the embedded file.
#[must_use]
pub fn rows() -> Vec<Row> {
    parse_rows(include_str!("../../../benches/positions.jsonl"))
        .expect("benches/positions.jsonl has one row per line")
}

/// Parses a file of positions, one per line, such as
/// `{"variant": "rococo", "name": "start", "counts": [25, 625], "vfen": "10/1salcklwi1/... w - - 0 1"}`.
///
/// # Errors
/// Returns an error that names the line if a line is malformed or a name is duplicate.
pub fn parse_rows(text: &str) -> Result<Vec<Row>, RowError> {
    let mut rows: Vec<Row> = Vec::new();
    for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let error = |problem: String| RowError { line: at + 1, problem };
        let row: Row = serde_json::from_str(line).map_err(|problem| error(problem.to_string()))?;
        if rows.iter().any(|other| (other.variant, &other.name) == (row.variant, &row.name)) {
            return Err(error(format!("{} already has a position `{}`", row.variant, row.name)));
        }
        rows.push(row);
    }
    Ok(rows)
}

/// An error in a file of positions.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
#[non_exhaustive]
pub struct RowError {
    /// The line, from 1.
    pub line: usize,
    /// The problem.
    pub problem: String,
}

/// The embedded positions of the variants with these names.
///
/// # Errors
/// Returns an error if a variant is unknown.
pub fn rows_of(variants: &[&str]) -> Result<Vec<Row>, UnknownVariant> {
    let variants = variants.iter().map(|name| name.parse()).collect::<Result<Vec<VariantId>, _>>()?;
    Ok(rows().into_iter().filter(|row| variants.contains(&row.variant)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::Backend as _;
    use crate::game::variant::Standard;
    use crate::generators::reference::{Reference, Rococo};

    #[test]
    fn a_wrong_count_panics() {
        let mut row = rows_of(&["rococo"]).unwrap().swap_remove(0);
        assert_eq!(row.to_string(), "rococo/start/perft-3");
        row.assert_count(row.ready(Reference(Rococo { book: Standard })).unwrap()());
        row.counts[2] += 1;
        let count = row.ready(Reference(Rococo { book: Standard })).unwrap();
        assert!(std::panic::catch_unwind(|| row.assert_count(count())).is_err());
    }

    #[test]
    fn errors_name_the_line() {
        let row = |depth: u32, counts: &str, name: &str| {
            format!(r#"{{"variant":"rococo","name":"{name}","depth":{depth},"counts":{counts},"vfen":"x"}}"#)
        };
        for (text, expected) in [
            (row(3, "[25, 625]", "a"), "line 1: depth 3 with 2 counts; expected a depth from 1"),
            (row(0, "[25]", "a"), "line 1: depth 0"),
            (row(1, "[0]", "a"), "line 1: expected a name, and counts above 0"),
            (
                format!("{}\n\n{}", row(1, "[25]", "a"), row(1, "[25]", "a")),
                "line 3: rococo already has a position `a`",
            ),
            (row(1, "[25]", "a").replace("rococo", "rokoko"), "line 1: "),
            ("{}".into(), "line 1: missing field `variant`"),
        ] {
            let error = parse_rows(&text).expect_err(&text).to_string();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }

    #[test]
    fn every_built_in_variant_has_a_start_position() {
        for variant in crate::generators::reference::all(&Standard).variants() {
            assert!(rows_of(&[variant.name()]).unwrap().iter().any(|row| row.name == "start"), "{variant}");
        }
        assert!(rows_of(&["ryugi", "ryuga"]).unwrap_err().to_string().contains("`ryuga`"));
    }
}
