//! Reads lines with the count before the move, such as `20 e2e4`.
//!
//! A number before a move may also number it, which only the whole table shows.

use super::Scan;
use crate::backend::engine_text::perft_text::Row;
use crate::backend::engine_text::perft_text::number;
use crate::backend::engine_text::perft_text::tokens::TokenKind;
use crate::backend::engine_text::perft_text::vocabulary::{LABELS, UNITS, UNITS_OF_TOTAL};

impl Scan<'_> {
    /// The moves of a line that has a number before every move and none behind the last; `None` if it is another line.
    pub(super) fn leading(&self) -> Option<Vec<Row>> {
        let (mut rows, mut count, mut index) = (Vec::new(), None, 0);
        while index < self.tokens.len() {
            index = match self.tokens[index].kind {
                TokenKind::Number if self.is_of_unit(index) || self.is_aside(index) => index + 1,
                TokenKind::Number if count.is_none() => {
                    let numbers = self.numbers(index);
                    let is_one = numbers.is_one(numbers.len());
                    let whole = number::count(self.text(index)).filter(|_| numbers.len() == 1);
                    let whole = whole.or_else(|| numbers.joined().filter(|_| is_one))?;
                    let end = index + numbers.len();
                    count = Some((whole, numbers));
                    end
                }
                TokenKind::Number => return None,
                TokenKind::Ordinal if index == 0 => 1,
                TokenKind::Ordinal => return None,
                TokenKind::Sign(_) => index + 1,
                TokenKind::Word => match self.label(index) {
                    Some((label, end)) => {
                        let (count, numbers) = count.take()?;
                        rows.push(Row { numbers, ..Row::new(self.number, label.to_owned(), count) });
                        end
                    }
                    None => {
                        let word = self.text(index).to_lowercase();
                        let is_filler = word.chars().all(|c| !c.is_alphanumeric())
                            || [&UNITS_OF_TOTAL[..], &LABELS, &UNITS]
                                .iter()
                                .any(|list| list.contains(&word.as_str()));
                        if !is_filler {
                            return None;
                        }
                        index + 1
                    }
                },
            };
        }
        (count.is_none() && !rows.is_empty()).then_some(rows)
    }

    /// Whether the number is a share, or a time in brackets.
    fn is_aside(&self, index: usize) -> bool {
        let text = self.text(index);
        text.ends_with('%') || text.contains('.') && number::count(text).is_none()
    }
}
