//! Splits a line into numbers, words and punctuation.

use super::number::is_separator;

/// A part of a line. Its text is `&line[start..end]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub kind: TokenKind,
    pub start: usize,
    pub end: usize,
}

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A text that starts like a number; it may not be a count.
    Number,
    /// The number of an item of a list, such as `1.` or `3)`.
    Ordinal,
    /// A word, which may be a move.
    Word,
    /// A sign between other tokens.
    Sign(char),
}

/// The castling moves that start like a number.
const CASTLING: [&str; 2] = ["0-0-0", "0-0"];

/// Splits a line. In `csv`, every comma outside quotes separates.
pub(super) fn tokens(line: &str, csv: bool) -> Vec<Token> {
    let mut tokens = Vec::new();
    let (mut start, mut is_quoted, mut is_first) = (0, false, true);
    while let Some(first) = line[start..].chars().next() {
        let length = if first.is_whitespace() {
            first.len_utf8()
        } else {
            let (kind, length) = token(&line[start..], first, csv && !is_quoted, is_first);
            is_quoted ^= first == '"';
            is_first &= kind != TokenKind::Word;
            tokens.push(Token { kind, start, end: start + length });
            length
        };
        start += length;
    }
    tokens
}

/// The kind and the length of the token at the start of a text. `is_first` says that no word is before it.
fn token(rest: &str, first: char, csv: bool, is_first: bool) -> (TokenKind, usize) {
    let second = rest[first.len_utf8()..].chars().next();
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    if let Some(castling) = CASTLING.iter().find(|castling| rest.starts_with(**castling)) {
        let ends = rest[castling.len()..].chars().next().is_none_or(|c| !c.is_alphanumeric() && c != '-');
        if ends {
            return (TokenKind::Word, castling.len());
        }
    }
    if first.is_ascii_digit() || matches!(first, '-' | '+' | '.') && is_digit(second) {
        return number(rest, csv, is_first);
    }
    if is_sign(first) {
        return (TokenKind::Sign(first), first.len_utf8());
    }
    (TokenKind::Word, word(rest))
}

/// The number at the start of a text.
fn number(text: &str, csv: bool, is_first: bool) -> (TokenKind, usize) {
    let bytes = text.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let mut end = 1;
    for (at, c) in text.char_indices().skip(1) {
        let next = at + c.len_utf8();
        let continues = match c {
            ',' if csv => false,
            // Separators of thousands and decimal points are between digits.
            c if is_separator(c) => is_digit(next) && is_digit(at - 1),
            // A time, such as 0:06 or 10:01:31.123.
            ':' => {
                let is_short = at <= 2 || bytes[at - 3] == b':';
                is_short && is_digit(next) && is_digit(next + 1) && !is_digit(next + 2)
            }
            '+' | '-' => bytes[at - 1].eq_ignore_ascii_case(&b'e') && is_digit(next),
            c => c.is_alphanumeric() || matches!(c, '/' | '%'),
        };
        if !continues {
            break;
        }
        end = next;
    }
    let is_short = end <= 3 && bytes[..end].iter().all(u8::is_ascii_digit);
    let dots = bytes[end..].iter().take_while(|byte| **byte == b'.').count();
    if is_short && dots > 0 && !text[end + dots..].trim().is_empty() {
        (TokenKind::Ordinal, end + dots)
    } else if is_short && is_first && bytes.get(end) == Some(&b')') {
        (TokenKind::Ordinal, end + 1)
    } else {
        (TokenKind::Number, end)
    }
}

/// The length of the word at the start of a text.
fn word(text: &str) -> usize {
    let dots = text.bytes().take_while(|byte| *byte == b'.').count();
    if dots > 0 {
        return dots;
    }
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        let after = text[at + c.len_utf8()..].chars().next();
        let ends = match c {
            // A promotion, such as e8=Q.
            '=' => !after.is_some_and(char::is_alphabetic) || !before.is_ascii_digit(),
            // Check and mate, such as Qxf7#.
            '#' => at == 0,
            '.' => after == Some('.'),
            c => c.is_whitespace() || is_sign(c),
        };
        if ends && at > 0 {
            return at;
        }
        before = c;
    }
    text.len()
}

/// Whether a character is a quotation mark.
pub(super) const fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\'' | '`' | '\u{2018}' | '\u{2019}' | '\u{201c}' | '\u{201d}')
}

/// Whether a character stands between words.
const fn is_sign(c: char) -> bool {
    is_quote(c)
        || matches!(
            c,
            ':' | '='
                | ','
                | ';'
                | '|'
                | '('
                | ')'
                | '['
                | ']'
                | '{'
                | '}'
                | '<'
                | '>'
                | '*'
                | '#'
                | '\u{2192}'
                | '\u{2502}'
        )
}

#[cfg(test)]
mod tests {
    use super::super::line::is_csv;
    use super::*;
    use pretty_assertions::assert_eq;

    fn check(line: &str, expected: &[&str]) {
        let found = tokens(line, is_csv(line));
        let found: Vec<_> = found
            .iter()
            .map(|token| {
                let kind = match token.kind {
                    TokenKind::Number => "n",
                    TokenKind::Ordinal => "o",
                    TokenKind::Word => "w",
                    TokenKind::Sign(_) => "s",
                };
                format!("{kind} {}", &line[token.start..token.end])
            })
            .collect();
        assert_eq!(found, expected, "{line}");
    }

    #[test]
    fn lines_split_into_tokens() {
        check("e2e4: 20", &["w e2e4", "s :", "n 20"]);
        check("e2e4:20", &["w e2e4", "s :", "n 20"]);
        check("e2e4=20", &["w e2e4", "s =", "n 20"]);
        check("e7e8=Q=20", &["w e7e8=Q", "s =", "n 20"]);
        check("Qxf7#: 1", &["w Qxf7#", "s :", "n 1"]);
        check("1. e2e4 1,380 (0.1 s)", &["o 1.", "w e2e4", "n 1,380", "s (", "n 0.1", "w s", "s )"]);
        check("1.e2e4 20", &["o 1.", "w e2e4", "n 20"]);
        check("[ 1] e2-e4 = 20", &["s [", "n 1", "s ]", "w e2-e4", "s =", "n 20"]);
        check("e2e4 ..... 20", &["w e2e4", "w .....", "n 20"]);
        check("e2e4: -1655", &["w e2e4", "s :", "n -1655"]);
        check("e2e4 1.6e3", &["w e2e4", "n 1.6e3"]);
        check("a2a3,380,1380", &["w a2a3", "s ,", "n 380", "s ,", "n 1380"]);
        check("a2a3,\"1,380\"", &["w a2a3", "s ,", "s \"", "n 1,380", "s \""]);
        check("n = 8,902", &["w n", "s =", "n 8,902"]);
        check("('e2e4', 20)", &["s (", "s '", "w e2e4", "s '", "s ,", "n 20", "s )"]);
        check("1) e2e4 20", &["o 1)", "w e2e4", "n 20"]);
        check("Nodes: 8902.", &["w Nodes", "s :", "n 8902", "w ."]);
        check("O-O 12", &["w O-O", "n 12"]);
        check("0-0-0 12", &["w 0-0-0", "n 12"]);
        check("K e1-g1; R h1-f1: 3", &["w K", "w e1-g1", "s ;", "w R", "w h1-f1", "s :", "n 3"]);
        check("d4 (0:06) Nf6", &["w d4", "s (", "n 0:06", "s )", "w Nf6"]);
        check("10:01:31.123 Nodes: 8000", &["n 10:01:31.123", "w Nodes", "s :", "n 8000"]);
        check("Nodes/second : 4451", &["w Nodes/second", "s :", "n 4451"]);
    }
}
