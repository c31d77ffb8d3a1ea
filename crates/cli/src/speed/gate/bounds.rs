//! The file of bounds, `speed.toml`.

use serde::Deserialize;
use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, value};
use vperft::inner::corpus::bench::Row;
use vperft::inner::game::variant::VariantId;

/// A bound, with the reason for it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Bound {
    /// The backend; any if absent.
    pub backend: Option<String>,
    /// The variant.
    pub variant: VariantId,
    /// The position; all positions of the variant if absent.
    pub position: Option<String>,
    /// The most instructions per leaf.
    pub instructions: Option<f64>,
    /// The lowest speed relative to the base.
    pub ratio: Option<f64>,
    /// The reason for the bound.
    pub reason: String,
}

impl Bound {
    /// Whether the bound covers a position.
    pub fn is_about(&self, row: &Row) -> bool {
        self.variant == row.variant && self.position.as_ref().is_none_or(|name| *name == row.name)
    }

    /// The variant or position it covers, as people write it.
    pub fn about(&self) -> String {
        let position = self.position.as_deref().map_or_else(String::new, |name| format!("/{name}"));
        format!("{}{position}", self.variant)
    }
}

/// The bounds of a file, in its order, and its text.
#[derive(Clone, Debug)]
pub(crate) struct Bounds {
    document: DocumentMut,
    /// The bounds.
    pub bounds: Vec<Bound>,
}

/// The file as it is read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    bound: Vec<Bound>,
}

impl Bounds {
    /// Reads a file.
    ///
    /// # Errors
    /// If the file is malformed; the error points at the place.
    pub fn parse(text: &str) -> Result<Self, String> {
        let file: File = toml_edit::de::from_str(text).map_err(|error| error.to_string())?;
        let document = text.parse::<DocumentMut>().map_err(|error| error.to_string())?;
        for (at, bound) in file.bound.iter().enumerate() {
            let problem = |problem: &str| format!("bound {} ({}): {problem}", at + 1, bound.about());
            let is_number =
                |number: Option<f64>| number.is_none_or(|number| number.is_finite() && number > 0.0);
            if bound.instructions.is_none() && bound.ratio.is_none() {
                return Err(problem("expected `instructions`, `ratio` or both"));
            }
            if !is_number(bound.instructions) || !is_number(bound.ratio) {
                return Err(problem("expected numbers above 0"));
            }
            if bound.reason.trim().is_empty() {
                return Err(problem("expected a `reason`"));
            }
        }
        Ok(Self { document, bounds: file.bound })
    }

    /// Sets the instructions of the bound with this index. Comments and everything else stay.
    pub fn set_instructions(&mut self, at: usize, per_leaf: f64) {
        let table = self.document.get_mut("bound").and_then(Item::as_array_of_tables_mut);
        let table = table.and_then(|tables| tables.get_mut(at));
        if let Some(number) = table.and_then(|table| table.get_mut("instructions")) {
            let decor = number.as_value().map(|value| value.decor().clone());
            *number = value(rounded_up(per_leaf));
            if let Some((decor, number)) = decor.zip(number.as_value_mut()) {
                *number.decor_mut() = decor;
            }
        }
        if let Some(bound) = self.bounds.get_mut(at) {
            bound.instructions = Some(rounded_up(per_leaf));
        }
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        self.document.to_string()
    }
}

/// Rounds up to three decimal places.
fn rounded_up(per_leaf: f64) -> f64 {
    (per_leaf * 1000.0).ceil() / 1000.0
}

/// A new file with the measured instructions of each position as its bound.
pub(crate) fn draft(backend: &str, measured: &[(&Row, f64)]) -> String {
    let mut tables = ArrayOfTables::new();
    for (row, per_leaf) in measured {
        let mut table = Table::new();
        table["backend"] = value(backend);
        table["variant"] = value(row.variant.name());
        table["position"] = value(row.name.as_str());
        table["instructions"] = value(rounded_up(*per_leaf));
        table["reason"] = value("measured when the bound was set");
        tables.push(table);
    }
    let mut document = DocumentMut::new();
    document.insert("bound", Item::ArrayOfTables(tables));
    format!(
        "# Bounds of `vperft speed gate`: the most instructions a leaf may take. `vperft speed gate --update` sets them\n\
         # to what is measured and keeps comments.\n\n{document}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    const FILE: &str = "# Ours.\n[[bound]]\nvariant = \"ryugi\" # the ten by ten one\nposition = \"start\"\n\
        instructions = 25.0 # a few more than today\nreason = \"room for a compiler\"\n\n[[bound]]\nvariant = \"rococo\"\n\
        ratio = 0.97\nreason = \"what a clock can show\"\n";

    #[test]
    fn updating_instructions_keeps_the_rest_of_the_file() {
        let mut bounds = Bounds::parse(FILE).unwrap();
        assert_eq!(bounds.text(), FILE);
        let about: Vec<_> = bounds.bounds.iter().map(Bound::about).collect();
        assert_eq!(about, ["ryugi/start", "rococo"]);
        bounds.set_instructions(0, 24.123_41);
        assert_eq!(bounds.text(), FILE.replace("25.0", "24.124"));
        assert_eq!(Bounds::parse(&bounds.text()).unwrap().bounds, bounds.bounds);
    }

    #[test]
    fn a_new_file_holds_what_was_measured() {
        let rows = vperft::inner::corpus::bench::rows_of(&["rococo"]).unwrap();
        let text = draft("fast", &[(&rows[0], 26.000_01), (&rows[1], 14.5)]);
        let bounds = Bounds::parse(&text).expect(&text).bounds;
        let found: Vec<_> = bounds.iter().map(|bound| (bound.about(), bound.instructions)).collect();
        let expected = [("rococo/start".to_owned(), Some(26.001)), ("rococo/crowded".to_owned(), Some(14.5))];
        assert_eq!(found, expected);
    }

    #[test]
    fn errors_name_the_problem() {
        for (from, to, expected) in [
            ("instructions = 25.0", "instruction = 25.0", "unknown field `instruction`"),
            ("instructions = 25.0", "depth = 3", "unknown field `depth`"),
            ("ratio = 0.97\n", "", "bound 2 (rococo): expected `instructions`, `ratio` or both"),
            ("ratio = 0.97", "ratio = -1.0", "bound 2 (rococo): expected numbers above 0"),
            ("what a clock can show", " ", "bound 2 (rococo): expected a `reason`"),
            ("\"rococo\"", "\"rokoko\"", "rokoko"),
            ("[[bound]]", "[[bounds]]", "unknown field `bounds`"),
        ] {
            let error = Bounds::parse(&FILE.replace(from, to)).expect_err(to);
            assert!(error.contains(expected), "{to}: {error}");
        }
    }
}
