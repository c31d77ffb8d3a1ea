//! A new variant: its name, its board and its pieces.

use super::array::{Array, MAX_SIZE, MIN_SIZE};
use super::{NewFile, corpus, rules, table};
use vperft::inner::game::variant::{Clause, VariantId};

/// A new variant, of which nothing is written yet.
#[derive(Clone, Debug)]
pub struct VariantDraft {
    pub(super) name: String,
    pub(super) title: String,
    /// The first three letters of its clauses.
    pub(super) prefix: String,
    pub(super) array: Array,
}

impl VariantDraft {
    /// A variant of this name on a board of this size. `pieces` are the labels of the first rank, from left to right.
    ///
    /// # Errors
    /// If the name is malformed or taken, the board too small or too large, or the pieces do not fit.
    pub fn new(name: &str, files: u8, ranks: u8, pieces: Option<&str>) -> Result<Self, String> {
        check_name(name)?;
        if let Some(size) = [files, ranks].into_iter().find(|size| !(MIN_SIZE..=MAX_SIZE).contains(size)) {
            return Err(format!("{size} files or ranks; expected {MIN_SIZE} to {MAX_SIZE}"));
        }
        let array = Array::new(files, ranks, pieces)?;
        if array.kinds().count() == 1 {
            return Err("--pieces: only the King; expected a piece that a Pawn can become".into());
        }
        Ok(Self { name: name.to_owned(), title: title(name), prefix: free_prefix(name)?, array })
    }

    /// The files of the folder except the suites, whose values have to be counted.
    #[must_use]
    pub fn files(&self) -> Vec<NewFile> {
        vec![
            NewFile::new("variant.json", table::text(self)),
            NewFile::new("RULES.md", rules::text(self)),
            corpus::positions(&self.name, &self.vfen()),
        ]
    }

    /// The first suite. `counts` are the perft counts of the start position from depth 1 on, as `source` counts them.
    #[must_use]
    pub fn suite(&self, counts: &[u128], source: &str) -> NewFile {
        let clauses = ["PAWN-1", "PAWN-2", "KNIGHT", "CHECK"].into_iter().filter(|rest| match *rest {
            "PAWN-2" => self.array.has_double_step(),
            "KNIGHT" => self.array.has('N'),
            _ => true,
        });
        corpus::suite(&self.name, &clauses.map(|rest| self.clause(rest)).collect::<Vec<_>>(), counts, source)
    }

    /// The start position.
    #[must_use]
    pub fn vfen(&self) -> String {
        self.array.vfen()
    }

    /// The id of a clause of this variant.
    pub(super) fn clause(&self, rest: &str) -> String {
        format!("{}-{rest}", self.prefix)
    }
}

/// Checks that a text can be the name of a new variant.
///
/// # Errors
/// If it is malformed or taken.
pub fn check_name(name: &str) -> Result<(), String> {
    if !is_variant_name(name) {
        return Err(format!(
            "`{name}` cannot be the name of a variant; expected lower-case letters, digits and single dashes, starting with a letter"
        ));
    }
    if VariantId::all().iter().any(|known| known.name() == name) {
        return Err(format!("there is already a variant `{name}`"));
    }
    Ok(())
}

/// A name as a title: its words with capitals.
#[must_use]
pub fn title(name: &str) -> String {
    let words = name.split('-').filter(|word| !word.is_empty()).map(|word| {
        let first = word.chars().next().map(|first| first.to_uppercase().to_string());
        let rest: String = word.chars().skip(1).collect();
        first.unwrap_or_default() + &rest
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Whether a text can be the name of a variant and the first part of the ids of its cases.
fn is_variant_name(name: &str) -> bool {
    let is_word = |word: &str| {
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    name.len() <= 60
        && name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.split('-').all(is_word)
}

/// Three capital letters, taken from the name, with which no known clause begins.
///
/// # Errors
/// If there are none left.
pub fn free_prefix(name: &str) -> Result<String, String> {
    let is_free = |prefix: &String| !Clause::all().any(|clause| clause.id().starts_with(prefix.as_str()));
    let letters: Vec<char> =
        name.chars().filter(char::is_ascii_lowercase).map(|letter| letter.to_ascii_uppercase()).collect();
    let of = |at: usize| letters.get(at).copied().unwrap_or('X');
    let all = || letters.iter().copied().chain('A'..='Z');
    // The first three letters if they are free; else other letters in the last place, then in the second.
    let mut candidates = std::iter::once([of(0), of(1), of(2)])
        .chain(all().skip(2).map(|last| [of(0), of(1), last]))
        .chain(
            ('A'..='Z')
                .flat_map(|second| ('A'..='Z').map(move |last| [second, last]))
                .map(|[second, last]| [of(0), second, last]),
        )
        .map(String::from_iter);
    candidates.find(is_free).ok_or_else(|| format!("`{name}`: no three letters are left for its clauses"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn names_and_prefixes() {
        for (name, expected) in [
            ("centmini", Ok("CEN")),
            ("ryugi-mini", Ok("RYG")),
            ("x2", Ok("XXX")),
            ("chess", Err("there is already a variant `chess`")),
            ("Cent", Err("lower-case letters, digits and single dashes")),
            ("2x2", Err("starting with a letter")),
            ("a--b", Err("single dashes")),
            ("", Err("``")),
        ] {
            match (VariantDraft::new(name, 7, 7, None), expected) {
                (Ok(draft), Ok(prefix)) => assert_eq!(draft.prefix, prefix, "{name}"),
                (Err(error), Err(part)) => assert!(error.contains(part), "{error}"),
                (other, _) => panic!("{name}: {other:?}"),
            }
        }
    }

    #[test]
    fn senseless_boards_are_refused() {
        for (files, ranks, pieces, expected) in [
            (4, 7, None, "4 files or ranks; expected 5 to 16"),
            (7, 17, None, "17 files or ranks; expected 5 to 16"),
            (1, 7, Some("K"), "1 files or ranks"),
            (5, 5, Some("KKKKK"), "5 Kings"),
        ] {
            let error = VariantDraft::new("mine", files, ranks, pieces).unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
    }
}
