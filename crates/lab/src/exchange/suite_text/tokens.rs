//! Splits source text of any language into strings, numbers, words and brackets.
//!
//! Invariant: brackets that have no partner are signs, so that a text in no language is split too.

use super::number;

/// A part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'t> {
    pub kind: Kind,
    /// The text; that of a string is its inside.
    pub text: &'t str,
    /// The line, from 1.
    pub line: usize,
    /// The index of the other bracket of a pair.
    pub partner: Option<usize>,
    /// The index of the bracket that opens the group around it.
    pub parent: Option<usize>,
    /// Whether a blank is before it.
    pub is_apart: bool,
}

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    String,
    Number(u128),
    Word,
    Open,
    Close,
    Sign,
}

/// Splits the lines of a text. Comments are left out.
pub(super) fn tokens<'t>(lines: &[&'t str]) -> Vec<Token<'t>> {
    let (mut all, mut is_comment) = (Vec::new(), false);
    for (line, text) in (1..).zip(lines) {
        split_line(text, line, &mut is_comment, &mut all);
    }
    pair(&mut all);
    all
}

fn split_line<'t>(text: &'t str, line: usize, is_comment: &mut bool, all: &mut Vec<Token<'t>>) {
    let (mut at, mut is_apart) = (0, true);
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        if *is_comment {
            let Some(end) = rest.find("*/") else { return };
            (*is_comment, at, is_apart) = (false, at + end + 2, true);
            continue;
        }
        if rest.starts_with("/*") {
            *is_comment = true;
            continue;
        }
        if begins_comment(rest, is_apart, at == 0 || text[..at].trim().is_empty()) {
            return;
        }
        if c.is_whitespace() {
            (at, is_apart) = (at + c.len_utf8(), true);
            continue;
        }
        let before = text[..at].chars().next_back();
        let (kind, inside, length) = match c {
            '"' | '\'' | '`' => match string(rest, c, before) {
                Some(inside) => (Kind::String, inside, inside.len() + 2),
                None => (Kind::Sign, &rest[..1], 1),
            },
            '(' | '[' | '{' => (Kind::Open, &rest[..1], 1),
            ')' | ']' | '}' => (Kind::Close, &rest[..1], 1),
            c if c.is_alphanumeric() || c == '_' || c == '$' => {
                let word = word(rest);
                let kind = number::literal(word).map_or(Kind::Word, Kind::Number);
                (kind, word, word.len())
            }
            c => (Kind::Sign, &rest[..c.len_utf8()], c.len_utf8()),
        };
        all.push(Token { kind, text: inside, line, partner: None, parent: None, is_apart });
        (at, is_apart) = (at + length, false);
    }
}

/// Whether a comment begins that goes on to the end of the line.
fn begins_comment(rest: &str, is_apart: bool, is_first: bool) -> bool {
    let is_blank = |at: usize| rest[at..].chars().next().is_none_or(char::is_whitespace);
    rest.starts_with("//")
        || rest.starts_with("--") && is_apart && is_blank(2)
        || rest.starts_with('#')
            && (is_apart || is_first)
            && !["#[", "#define "].iter().any(|begin| rest.starts_with(begin))
}

/// The inside of the string that begins a text and ends on its line.
fn string(text: &str, quote: char, before: Option<char>) -> Option<&str> {
    // An apostrophe in a word, or the name of a lifetime.
    if quote == '\'' && before.is_some_and(|c| c.is_alphanumeric() || "&<".contains(c)) {
        return None;
    }
    let inside = &text[1..];
    let mut is_escaped = false;
    let end = inside.find(|c| {
        let ends = c == quote && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        ends
    })?;
    Some(&inside[..end])
}

/// The word or number that begins a text. A number may have points and apostrophes between its digits, not commas.
fn word(text: &str) -> &str {
    let is_number = text.starts_with(|c: char| c.is_ascii_digit());
    let bytes = text.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let end = text.char_indices().find(|&(at, c)| {
        let is_inner = c.is_alphanumeric()
            || c == '_'
            || c == '$'
            || is_number && (c == '.' || c == '\'') && is_digit(at + 1);
        !is_inner
    });
    &text[..end.map_or(text.len(), |(at, _)| at)]
}

/// Finds the partners of brackets, and the groups around all tokens.
fn pair(all: &mut [Token<'_>]) {
    let mut open: Vec<usize> = Vec::new();
    for at in 0..all.len() {
        match all[at].kind {
            Kind::Open => open.push(at),
            Kind::Close => {
                let wanted = match all[at].text {
                    ")" => "(",
                    "]" => "[",
                    _ => "{",
                };
                // A bracket without a partner in between is none.
                if let Some(depth) = open.iter().rposition(|at| all[*at].text == wanted) {
                    let partner = open[depth];
                    open.truncate(depth);
                    all[partner].partner = Some(at);
                    all[at].partner = Some(partner);
                }
            }
            _ => {}
        }
    }
    let mut open: Vec<usize> = Vec::new();
    for (at, token) in all.iter_mut().enumerate() {
        if token.kind == Kind::Close && token.partner.is_some() {
            open.pop();
        }
        token.parent = open.last().copied();
        if token.partner.is_none() && matches!(token.kind, Kind::Open | Kind::Close) {
            token.kind = Kind::Sign;
        }
        if token.kind == Kind::Open {
            open.push(at);
        }
    }
}
