//! Reads foreign suites of positions with their counts, and checks them against a backend.
//!
//! Two forms are in use: `FEN ;D1 20 ;D2 400`, one position a line, and blocks of `epd FEN` and `perft 1 20`. A position
//! that cannot be checked says why, and the others are checked all the same.

use crate::backend::{BackendError, PositionPath, VariantBackend};
use crate::game::perft::CountObserver;
use crate::game::position;
use crate::game::variant::{Rulings, Standard, Variant};
use crate::support::sanitise::shorten;

/// The most characters of a line that a message shows.
const MAX_SHOWN: usize = 80;

/// A position of a foreign suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuitePosition {
    /// The line of the position, from 1.
    pub line: usize,
    /// The name that the suite gives it.
    pub id: Option<String>,
    /// The position as it is written.
    pub fen: String,
    /// Depths in plies with the counts that the suite expects, in its order.
    pub counts: Vec<(u32, u128)>,
    /// What could not be read, if anything.
    pub problem: Option<String>,
}

/// How the counts of a position were checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// All counts are right.
    Right,
    /// The first count that differs.
    Wrong { depth: u32, expected: u128, actual: u128 },
    /// The suite's position cannot be asked about.
    Unchecked(String),
    /// The backend gave no answer.
    Unanswered(BackendError),
}

/// Reads a suite. `None` if the text is not one.
#[must_use]
pub fn read_suite(text: &str) -> Option<Vec<SuitePosition>> {
    let mut positions: Vec<SuitePosition> = Vec::new();
    let mut id = None;
    for (line, text) in (1..).zip(text.lines()) {
        let text = text.trim();
        if text.is_empty() || text.starts_with(['#', '%']) || text.starts_with("//") {
            continue;
        }
        if let Some(name) = keyword(text, &["id"]) {
            id = Some(name.trim_matches('"').to_owned());
        } else if let Some(fen) = keyword(text, &["epd", "fen"]) {
            positions.push(SuitePosition::new(line, id.take(), fen));
        } else if let Some(count) = keyword(text, &["perft"])
            && let Some(last) = positions.last_mut()
        {
            last.add(line, count);
        } else if let Some((fen, counts)) = text.split_once(';')
            && is_board(fen)
        {
            let mut position = SuitePosition::new(line, None, fen);
            let counts = counts.split(';').map(str::trim).filter(|count| !count.is_empty());
            counts.for_each(|count| position.add(line, count));
            positions.push(position);
        } else if let Some(last) = positions.last_mut() {
            last.problem.get_or_insert_with(|| format!("line {line}: expected `perft DEPTH COUNT`"));
        } else {
            return None;
        }
    }
    positions.iter().any(|position| !position.counts.is_empty()).then_some(positions)
}

/// The text after one of these words.
fn keyword<'a>(text: &'a str, words: &[&str]) -> Option<&'a str> {
    let (word, rest) = text.split_once(char::is_whitespace)?;
    words.iter().any(|known| word.eq_ignore_ascii_case(known)).then(|| rest.trim())
}

/// Whether a text starts with the board of a FEN.
fn is_board(text: &str) -> bool {
    text.split_whitespace().next().is_some_and(|board| board.matches('/').count() >= 2)
}

impl SuitePosition {
    fn new(line: usize, id: Option<String>, fen: &str) -> Self {
        Self { line, id, fen: fen.trim().to_owned(), counts: Vec::new(), problem: None }
    }

    /// Adds a depth and its count, such as `D1 20`, `1 20` or `perft 1 = 20`.
    fn add(&mut self, line: usize, written: &str) {
        let text = keyword(written, &["perft"]).unwrap_or(written);
        let text = text.trim_start_matches(['D', 'd']).replace(['=', ':'], " ");
        let numbers: Vec<_> = text.split_whitespace().collect();
        let read = match numbers[..] {
            [depth, count] => depth.parse().ok().zip(count.replace([',', '_'], "").parse().ok()),
            _ => None,
        };
        match read {
            Some(count) => self.counts.push(count),
            None => {
                self.problem.get_or_insert_with(|| {
                    let written = shorten(written, MAX_SHOWN);
                    format!("line {line}: `{written}`; expected a depth and its count, such as `D1 20`")
                });
            }
        }
    }

    /// The VFEN, or why there is none.
    ///
    /// # Errors
    /// If the text is neither a VFEN nor a FEN of a valid position.
    pub fn vfen(&self, variant: &Variant) -> Result<String, String> {
        if position::parse(&self.fen, variant, &Standard).is_ok() {
            return Ok(self.fen.clone());
        }
        let rulings = &Rulings::DEFAULT;
        let read = position::fen::read(variant, rulings, &self.fen).map_err(|error| error.to_string())?;
        if let Some(right) = read.impossible_rights.first() {
            return Err(format!("castling rights {right}; Chess960 is not supported"));
        }
        let vfen = read.vfen(rulings);
        position::parse(&vfen, variant, &Standard).map_err(|error| error.to_string())?;
        Ok(vfen)
    }

    /// Checks the counts, the smallest depth first. `None` if the observer stopped a count.
    pub fn check(&self, view: &mut dyn VariantBackend, observer: &CountObserver<'_>) -> Option<Checked> {
        let vfen = match &self.problem {
            Some(problem) => return Some(Checked::Unchecked(problem.clone())),
            None => self.vfen(Variant::get(view.variant())),
        };
        Some(match vfen {
            Err(problem) => Checked::Unchecked(problem),
            Ok(_) if self.counts.is_empty() => Checked::Unchecked("it has no counts".into()),
            Ok(vfen) => return self.check_counts(view, &vfen, observer),
        })
    }

    fn check_counts(
        &self,
        view: &mut dyn VariantBackend,
        vfen: &str,
        observer: &CountObserver<'_>,
    ) -> Option<Checked> {
        let mut counts = self.counts.clone();
        counts.sort_unstable();
        for (depth, expected) in counts {
            let path = PositionPath { vfen, moves: &[] };
            match view.perft_until_stopped(path, depth, observer) {
                _ if observer.is_stopped() => return None,
                Ok(actual) if actual == expected => {}
                Ok(actual) => return Some(Checked::Wrong { depth, expected, actual }),
                Err(error) if error.refuses_position() => {
                    return Some(Checked::Unchecked(format!("it {error}")));
                }
                Err(BackendError::Unsupported(reason)) => return Some(Checked::Unchecked(reason)),
                Err(error) => return Some(Checked::Unanswered(error)),
            }
        }
        Some(Checked::Right)
    }

    /// The greatest depth with a count.
    #[must_use]
    pub fn deepest(&self) -> u32 {
        self.counts.iter().map(|(depth, _)| *depth).max().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::variant::VariantId;
    use pretty_assertions::assert_eq;

    #[test]
    fn both_forms_are_read() {
        let epd =
            "8/8/8/8/8/8/8/K1k5 w - - 0 1 ;D1 3 ;D2 15\n\n8/8/8/8/8/8/8/K1k5 b - -; D1 5; perft 2 = 15;\n";
        let suite = read_suite(epd).expect("a suite");
        let counts: Vec<_> = suite.iter().map(|position| (position.line, &position.counts[..])).collect();
        assert_eq!(counts, [(1, &[(1, 3), (2, 15)][..]), (3, &[(1, 5), (2, 15)][..])]);
        let blocks = "# Source\nid one\nepd 8/8/8/8/8/8/8/K1k5 w - -\nperft 1 3\nperft 2 1,500\n\n\
            fen 8/8/8/8/8/8/8/K1k5 b - -\nperft 1 x\n";
        let suite = read_suite(blocks).expect("a suite");
        assert_eq!(
            (suite[0].id.as_deref(), suite[0].counts[..].to_vec()),
            (Some("one"), vec![(1, 3), (2, 1500)])
        );
        assert_eq!(
            suite[1].problem.as_deref(),
            Some("line 8: `1 x`; expected a depth and its count, such as `D1 20`")
        );
        for text in
            ["", "1. e4 e5\n", "position fen 8/8/8/8/8/8/8/K1k5 w - - moves a1a2\n", "id x\nepd 8/8/8 w\n"]
        {
            assert_eq!(read_suite(text), None, "{text}");
        }
    }

    #[test]
    fn a_fen_becomes_a_vfen_or_says_why_not() {
        let vfen = |fen: &str| SuitePosition::new(1, None, fen).vfen(Variant::get(VariantId::CHESS));
        for (fen, expected) in [
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", Ok("4k3/8/8/8/8/8/8/4K2R w * - 0 1")),
            ("4k3/8/8/8/8/8/8/R3K2R w K -", Ok("4k3/8/8/8/8/8/8/R3K2R w e1,h1 - 0 1")),
            ("4k3/8/8/8/8/8/8/4K3 w", Ok("4k3/8/8/8/8/8/8/4K3 w - - 0 1")),
            ("4k3/8/8/8/8/8/8/4K2R w * - 0 1", Ok("4k3/8/8/8/8/8/8/4K2R w * - 0 1")),
            ("r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq -", Err("Chess960 is not supported")),
            ("2r5/8/8/8/8/8/6PP/k2KR3 w K -", Err("Chess960 is not supported")),
            ("4k3/8/8/8/8/8/8/8 w - - 0 1", Err("King")),
            ("4k3/8/8 w - - 0 1", Err("board")),
        ] {
            match (vfen(fen), expected) {
                (Ok(found), Ok(expected)) => assert_eq!(found, expected, "{fen}"),
                (Err(error), Err(expected)) => assert!(error.contains(expected), "{fen}: {error}"),
                (found, _) => panic!("{fen}: {found:?}"),
            }
        }
    }
}
