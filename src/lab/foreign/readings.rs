//! The counts that the words and numbers near a position may be.
//!
//! Invariant: nothing here is certain. [`candidates`] are in the order in which they are likely, and `pairs` says which are wrong.

use super::{depth_behind, number};
use std::collections::BTreeMap;

/// Counts by depth.
pub(super) type Counts = BTreeMap<u32, u128>;

/// The greatest depth that a number is taken for.
pub(super) const MAX_DEPTH: u32 = 50;

/// The ends of words for a count, in lower case.
const COUNTS: [&str; 8] = ["count", "expected", "leaves", "moves", "nodes", "perft", "result", "total"];

/// The words for a depth.
const DEPTHS: [&str; 3] = ["depth", "plies", "ply"];

/// The types that languages write behind a number.
const SUFFIXES: [&str; 14] =
    ["l", "n", "u", "ul", "lu", "ll", "ull", "llu", "u32", "u64", "u128", "usize", "i32", "i64"];

/// A part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token<'t> {
    Word(&'t str),
    Number(u128),
    Open,
    Close,
}

/// The counts that the text before a position and the text behind it may name. On a line, other numbers may stand anywhere.
pub(super) fn candidates(before: &str, behind: &str, is_line: bool) -> Vec<Counts> {
    const QUOTES: [char; 3] = ['"', '\'', '`'];
    let (before, behind) = (before.trim_end_matches(QUOTES), behind.trim_start_matches(QUOTES));
    let mut found = Vec::new();
    // Only commas can be read in two ways.
    let readings: &[bool] = if [before, behind].concat().contains(',') { &[true, false] } else { &[true] };
    for &has_groups in readings {
        let (before, behind) = (tokens(before, has_groups), tokens(behind, has_groups));
        let all = [&before[..], &behind[..]].concat();
        found.push(labelled(&all));
        found.push(calls(&all).unwrap_or_default());
        let list = list(&behind).or_else(|| only_run(&all).filter(|_| !is_line)).unwrap_or_default();
        found.extend(of_list(&list));
        let before: Vec<_> = before.into_iter().filter(|token| *token != Token::Open).collect();
        if let [.., Token::Number(first), Token::Number(second)] = before[..] {
            found.extend([(first, second), (second, first)].into_iter().filter_map(pair));
        }
    }
    found.retain(|counts| !counts.is_empty() && counts.keys().all(|depth| *depth <= MAX_DEPTH));
    found
}

/// The counts of a line that names their depths; empty if it does not, or contradicts itself.
pub(super) fn named(text: &str) -> Counts {
    labelled(&tokens(text, true))
}

/// Whether a text has a number that is not in a string.
pub(super) fn has_number(text: &str) -> bool {
    tokens(text, true).iter().any(|token| matches!(token, Token::Number(_)))
}

/// The tokens of a text, without strings of several words. With groups, `8,902` is one number.
fn tokens(text: &str, has_groups: bool) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    add_tokens(text, has_groups, &mut tokens);
    tokens
}

fn add_tokens<'t>(text: &'t str, has_groups: bool, tokens: &mut Vec<Token<'t>>) {
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = match c {
            '"' | '\'' | '`' => match string(rest) {
                Some(inside) => {
                    if !inside.contains(' ') {
                        add_tokens(inside, has_groups, tokens);
                    }
                    inside.len() + 2
                }
                None => 1,
            },
            '(' | '[' | '{' => {
                tokens.push(Token::Open);
                1
            }
            ')' | ']' | '}' => {
                tokens.push(Token::Close);
                1
            }
            c if c.is_alphanumeric() => {
                let word = word(rest, has_groups);
                tokens.push(value(word).map_or(Token::Word(word), Token::Number));
                // A quotation mark within a word begins no string.
                word.len() + usize::from(rest[word.len()..].starts_with('\''))
            }
            c => c.len_utf8(),
        };
        rest = &rest[length..];
    }
}

/// The inside of the string that begins a text and ends on its line.
fn string(text: &str) -> Option<&str> {
    let (quote, inside) = text.split_at_checked(1)?;
    let end = inside.find([quote.chars().next()?, '\n'])?;
    inside[end..].starts_with(quote).then(|| &inside[..end])
}

/// The word or number that begins a text.
fn word(text: &str, has_groups: bool) -> &str {
    let is_number = text.starts_with(|c: char| c.is_ascii_digit());
    let is_of_word = |c: char| c.is_alphanumeric() || c == '_' || is_number && c == '.';
    let end = text.find(|c| !is_of_word(c)).unwrap_or(text.len());
    let is_group = |text: &str| {
        text.starts_with(',')
            && text.len() > 3
            && text.bytes().skip(1).take(3).all(|byte| byte.is_ascii_digit())
            && !text[4..].starts_with(|c: char| c.is_ascii_digit())
    };
    let mut whole = end;
    if has_groups && (1..=3).contains(&end) && text.bytes().take(end).all(|byte| byte.is_ascii_digit()) {
        while is_group(&text[whole..]) {
            whole += 4;
        }
        // A longer list of numbers is not one number.
        if text[whole..].starts_with(',') && text[whole + 1..].starts_with(|c: char| c.is_ascii_digit()) {
            whole = end;
        }
    }
    text[..whole].trim_end_matches('.')
}

/// The number that a word is, perhaps with a suffix for its type.
fn value(word: &str) -> Option<u128> {
    let end = word.find(char::is_alphabetic).unwrap_or(word.len());
    let suffix = word[end..].to_ascii_lowercase();
    let is_number = !word.starts_with("0.") && (suffix.is_empty() || SUFFIXES.contains(&suffix.as_str()));
    is_number.then(|| number(word[..end].trim_end_matches('_'))).flatten()
}

/// The counts whose depths are named: `depth: 3 nodes: 8902`, `"nodes" = 8902, "depth" = 3`, `Depth 1: 20`, `d1: 20`.
fn labelled(tokens: &[Token<'_>]) -> Counts {
    /// The meaning of the next number.
    #[derive(Clone, Copy)]
    enum Next {
        Depth,
        Count,
        Other,
    }
    let (mut counts, mut depth, mut count, mut next) = (Counts::new(), None, None, Next::Other);
    for token in tokens {
        next = match (*token, next) {
            (Token::Number(value), Next::Depth) => {
                depth = u32::try_from(value).ok();
                Next::Count
            }
            (Token::Number(value), Next::Count) => {
                count = Some(value);
                Next::Other
            }
            (Token::Number(_), Next::Other) => Next::Other,
            (Token::Open | Token::Close, next) => next,
            (Token::Word(word), _) => {
                let word = word.to_ascii_lowercase();
                if let Some(named) = depth_behind(&["perft", "depth", "d"], &word) {
                    depth = Some(named);
                    Next::Count
                } else if DEPTHS.contains(&word.as_str()) {
                    Next::Depth
                } else if COUNTS.iter().any(|known| word.ends_with(known)) {
                    Next::Count
                } else {
                    Next::Other
                }
            }
        };
        if let (Some(at), Some(value)) = (depth, count) {
            if counts.insert(at, value).is_some_and(|first| first != value) {
                return Counts::new();
            }
            (depth, count, next) = (None, None, Next::Other);
        }
    }
    // A count without a depth may mean that others belong to another depth.
    if count.is_some() { Counts::new() } else { counts }
}

/// The counts of calls such as `perft(board, 3)`, each before its count or each behind it.
fn calls(tokens: &[Token<'_>]) -> Option<Counts> {
    let (mut depths, mut counts, mut order) = (Vec::new(), Vec::new(), Vec::new());
    let mut at = 0;
    while at < tokens.len() {
        let is_call = matches!(tokens[at], Token::Word(word) if word.to_ascii_lowercase().contains("perft"))
            && tokens.get(at + 1) == Some(&Token::Open);
        if is_call {
            let length = closing(&tokens[at + 1..])?;
            match only_numbers(&tokens[at + 1..at + 1 + length])[..] {
                // The function itself.
                [] => {}
                [depth] => {
                    depths.push(u32::try_from(depth).ok()?);
                    order.push(true);
                }
                _ => return None,
            }
            at += length + 2;
            continue;
        }
        if let Token::Number(count) = tokens[at] {
            counts.push(count);
            order.push(false);
        }
        at += 1;
    }
    let alternates = order.windows(2).all(|pair| pair[0] != pair[1]);
    let found: Counts = depths.iter().copied().zip(counts.iter().copied()).collect();
    // A depth that comes twice may be that of another position.
    (alternates && depths.len() == counts.len() && found.len() == depths.len()).then_some(found)
}

/// The place of the bracket that closes the first one.
fn closing(tokens: &[Token<'_>]) -> Option<usize> {
    let mut open = 0;
    tokens.iter().position(|token| {
        open += i32::from(*token == Token::Open) - i32::from(*token == Token::Close);
        open == 0
    })
}

fn only_numbers(tokens: &[Token<'_>]) -> Vec<u128> {
    tokens
        .iter()
        .filter_map(|token| if let Token::Number(value) = token { Some(*value) } else { None })
        .collect()
}

/// The numbers of the first brackets with several, or else the first numbers that stand together.
fn list(tokens: &[Token<'_>]) -> Option<Vec<u128>> {
    let first = tokens.iter().position(|token| matches!(token, Token::Number(_)))?;
    let open = tokens[..first].iter().rev().take_while(|token| **token == Token::Open).count();
    if open > 0 {
        let start = first - open;
        let length = closing(&tokens[start..]).unwrap_or(tokens.len() - start);
        let numbers = only_numbers(&tokens[start..start + length]);
        if numbers.len() > 1 {
            return Some(numbers);
        }
    }
    let run = tokens[first..].iter().take_while(|token| !matches!(token, Token::Word(_)));
    Some(only_numbers(&run.copied().collect::<Vec<_>>()))
}

/// The numbers of a text that has words only before or behind all of them, or that has two between words each time.
fn only_run(tokens: &[Token<'_>]) -> Option<Vec<u128>> {
    let runs: Vec<_> = tokens
        .split(|token| matches!(token, Token::Word(_)))
        .map(only_numbers)
        .filter(|run| !run.is_empty())
        .collect();
    match &runs[..] {
        [run] if run.len() > 1 => Some(run.clone()),
        runs if runs.len() > 1 && runs.iter().all(|run| run.len() == 2) => Some(runs.concat()),
        _ => None,
    }
}

/// The meanings of a list of numbers: depths, each with its count; the counts from depth 1, or from depth 0 on; or one depth with its count.
fn of_list(numbers: &[u128]) -> Vec<Counts> {
    let from = |first: u32| (first..).zip(numbers.iter().copied()).collect::<Counts>();
    let (rows, rest) = numbers.as_chunks::<2>();
    let mut found = Vec::new();
    if rest.is_empty() && rows.len() > 1 && rows.windows(2).all(|rows| rows[0][0] + 1 == rows[1][0]) {
        found.extend(
            rows.iter()
                .map(|[depth, count]| Some((u32::try_from(*depth).ok()?, *count)))
                .collect::<Option<_>>(),
        );
    }
    match numbers {
        [] => {}
        // Nothing is counted at depth 0, or the position itself.
        [0, _, ..] => found.push(from(0).into_iter().skip(1).collect()),
        [1, count] => found.extend([Counts::from([(1, *count)]), from(1)]),
        [1, _, ..] => found.extend([from(1), from(0)]),
        _ => found.push(from(1)),
    }
    if let [depth, count, ..] = *numbers {
        found.extend(pair((depth, count)));
    }
    found
}

fn pair((depth, count): (u128, u128)) -> Option<Counts> {
    Some(Counts::from([(u32::try_from(depth).ok()?, count)]))
}
