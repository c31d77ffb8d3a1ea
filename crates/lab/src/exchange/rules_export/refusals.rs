//! The reasons why a format cannot express the rules.

use vperft::inner::game::variant::PieceEntry;

/// The reasons why a variant cannot be exported, in the order in which they are found.
#[derive(Debug, Default)]
pub struct Refusals(Vec<String>);

impl Refusals {
    /// Adds a reason about a field of the variant.
    pub fn field(&mut self, field: &str, problem: impl std::fmt::Display) {
        self.add(format!("{field}: {problem}"));
    }

    /// Adds a reason about a kind of piece.
    pub fn kind(&mut self, entry: &PieceEntry, problem: impl std::fmt::Display) {
        self.add(format!("`{}` ({}): {problem}", entry.kind.name(), entry.label));
    }

    fn add(&mut self, reason: String) {
        if !self.0.contains(&reason) {
            self.0.push(reason);
        }
    }

    /// The reasons.
    pub fn into_list(self) -> Vec<String> {
        self.0
    }
}
