//! The part of error messages that is the same for the same cause.
//!
//! A program that fails in one place of its source prints the position, the move and perhaps numbers each time. This module knows
//! neither variants nor programs, only the look of such texts.

/// The mark for a text that depends on the question.
const PLACEHOLDER: &str = "#";

/// The part of an error message that does not depend on the question.
#[must_use]
pub fn error_core(message: &str) -> &str {
    let after = |mark: &str| message.find(mark).map(|at| &message[at + mark.len()..]);
    match message.split_once(": asked for ") {
        Some(_) => after(", it ").unwrap_or(message),
        None if message.starts_with("gave no answer to ") => after(" within ").unwrap_or(message),
        None => message,
    }
}

/// The core of a message with a placeholder for every position, move and number in it, but for lines and columns of source text.
/// Errors of the same kind with the same key probably have the same cause.
#[must_use]
pub fn error_key(message: &str) -> String {
    let mut key = Vec::new();
    let mut is_in_position = false;
    let mut before = "";
    for word in error_core(message).split_whitespace() {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '-' && c != '*');
        is_in_position = is_board(bare) || is_in_position && is_field(bare);
        if is_in_position || is_move(bare) {
            key.push(PLACEHOLDER.to_owned());
        } else {
            key.push(if before == "line" { word.to_owned() } else { without_numbers(word) });
        }
        before = word;
    }
    key.dedup_by(|a, b| a == PLACEHOLDER && b == PLACEHOLDER);
    key.join(" ")
}

/// Whether a word looks like the board of a position: ranks between slashes, with runs of empty squares.
fn is_board(word: &str) -> bool {
    let mut ranks = word.split('/');
    let is_rank = |rank: &str| {
        !rank.is_empty() && rank.chars().all(|c| c.is_ascii_alphanumeric() || "{}*-+~".contains(c))
    };
    ranks.clone().count() > 2 && ranks.all(is_rank) && word.contains(|c: char| c.is_ascii_digit())
}

/// Whether a word may be a further field of a position.
fn is_field(word: &str) -> bool {
    matches!(word, "w" | "b" | "-" | "*" | "")
        || word.chars().all(|c| c.is_ascii_digit())
        || word.split(',').all(is_move)
        || word.chars().all(|c| "KQkq".contains(c))
        || word.contains('=')
}

/// Whether a word is a square, or squares with at most one letter between or after them, such as `e4`, `f10-e10`, `d5xe4` and `e7e8q`.
fn is_move(word: &str) -> bool {
    let mut rest = word;
    let mut squares = 0;
    while let Some(after) = rest.strip_prefix(|c: char| c.is_ascii_lowercase()) {
        let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if !(1..=2).contains(&digits) {
            break;
        }
        squares += 1;
        rest = after[digits..].trim_start_matches(['-', 'x']);
    }
    squares > 0 && rest.chars().count() <= 1
}

/// A word with a placeholder for every number, but for those behind a colon, as in `main.rs:10:5`.
fn without_numbers(word: &str) -> String {
    let mut text = String::new();
    let mut rest = word;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, number) = rest.split_at(start);
        let end = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
        text.push_str(before);
        text.push_str(if before.ends_with(':') { &number[..end] } else { PLACEHOLDER });
        rest = &number[end..];
    }
    text + rest
}
