//! Texts of notation that may describe the moves of a kind.

use vperft::inner::game::betza::{Dialect, spell};
use vperft::inner::game::paths::Leg;
use vperft::inner::game::variant::PieceEntry;

/// The texts to try, and why there is no further one.
pub struct Candidates {
    /// The texts, the best first.
    pub texts: Vec<String>,
    /// Why the moves cannot be spelt, if they cannot.
    pub problem: Option<String>,
}

/// The texts for a program. `entry` is the kind if the program is all that its moves say: its own notation then comes first.
pub fn candidates(entry: Option<&PieceEntry>, program: &[Leg], dialect: Dialect) -> Candidates {
    let written = entry.and_then(PieceEntry::notation);
    let written = written.map(|texts| texts.into_iter().map(|(text, _)| text).collect::<String>());
    let (spelt, problem) = match spell(program, dialect) {
        Ok(text) => (Some(text), None),
        Err(problem) => (None, Some(problem)),
    };
    Candidates { texts: written.into_iter().chain(spelt).collect(), problem }
}

impl Candidates {
    /// The reason why none of the texts serves.
    pub fn refusal(self) -> String {
        match (self.problem, self.texts.last()) {
            (Some(problem), _) => problem,
            (None, Some(text)) => format!("has other moves than `{text}`, which comes closest"),
            (None, None) => "has moves that no text describes".into(),
        }
    }
}
