//! Finds the moves in a line of a move list or of a server's log.
//!
//! Invariants: a line with a move loses no word but numbers, times, and the words of a log before its moves: a time, `name:`, `move=`,
//! `bestmove`, keys of JSON. Every other word is kept, so that a word that is not a move is an error of the import. This
//! module does not know the variant.

use serde_json::Value;

/// Words before the square of an effect: `capture d6`, `empty d6`, `@ d6`.
const EFFECT_WORDS: [&str; 5] = ["capture", "captures", "empty", "remove", "@"];
/// Commands of engine protocols before a move.
const COMMANDS: [&str; 4] = ["bestmove", "move", "moves", "usermove"];
/// Words that end a game.
const ENDS: [&str; 9] = ["1-0", "0-1", "1/2-1/2", "*", "resign", "resigns", "resigned", "draw", "timeout"];

/// Whether a word ends a game.
pub(super) fn is_end(word: &str) -> bool {
    ENDS.contains(&word.trim_end_matches(['.', '!']).to_lowercase().as_str())
}

/// Whether a word is the result of a game, behind which another one may begin.
pub(super) fn is_result(word: &str) -> bool {
    ENDS[..3].contains(&word)
}

/// Whether a word is the move that programs write where there is none. It is kept, as a move that is not legal.
pub(super) fn is_null_move(word: &str) -> bool {
    ["0000", "--"].contains(&word.trim_end_matches(','))
}

/// Whether the square of an effect follows this word.
pub(super) fn is_effect_word(word: &str) -> bool {
    EFFECT_WORDS.iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// Finds the words of a line without comments that belong to moves or end the game. A line of prose has none, unless a word has the form
/// of a move or it begins with the number of a move.
pub(super) fn of_line(line: &str) -> Vec<String> {
    let line = object(line).unwrap_or_else(|| line.replace(['[', ']', '{', '}', '"', '\'', '`', ','], " "));
    let spaced = line.replace(");", " ; ").replace(';', "; ");
    let mut words: Vec<_> = spaced.split_whitespace().collect();
    let is_timed = words.first().is_some_and(|word| is_aside(word));
    // `Move.from_uci(` of a program, and words without a letter, digit or sign of an effect.
    let is_mark = |word: &str| {
        word.ends_with([':', '>', '='])
            && !is_number(word)
            && !is_move(word.trim_matches(['<', ':', '>', '=']))
    };
    let is_kept =
        |word: &str| is_mark(word) || word.contains(|c: char| c.is_alphanumeric() || "*@;".contains(c));
    words.retain(|word| is_null_move(word) || !is_aside(word) && !word.ends_with('(') && is_kept(word));
    let is_numbered = words.first().is_some_and(|word| word.ends_with('.') && is_number(word));
    let has_moves = |words: &[&str]| words.iter().any(|word| is_move(word) || value(word).is_some());
    if !is_numbered && !has_moves(&words) {
        let ends_game = if is_timed {
            words.last().is_some_and(|word| is_end(word))
        } else {
            words.iter().all(|word| is_end(word))
        };
        let has_letter = words.iter().any(|word| word.contains(char::is_alphabetic));
        if ends_game {
            words.drain(..words.len().saturating_sub(1));
        } else if !has_letter || words.iter().any(|word| is_prose(word)) {
            words.clear();
        }
    }
    let values: Vec<_> = words.iter().filter_map(|word| value(word)).collect();
    // The move that an engine expects is none of the game.
    if let Some(at) = words.iter().position(|word| *word == "ponder").filter(|_| words.contains(&"bestmove"))
    {
        words.truncate(at);
    }
    let is_command = |at: usize| COMMANDS.contains(&words[at]) && (at == 0 || is_mark(words[at - 1]));
    let is_label = |at: usize| is_mark(words[at]) || is_command(at);
    let unmarked: Vec<_> = (0..words.len()).filter(|at| !is_label(*at)).map(|at| words[at]).collect();
    let first = unmarked.len() - unmarked.iter().rev().take_while(|word| is_part(word)).count();
    let has_prefix = is_timed || unmarked.len() < words.len();
    let moves = if !values.is_empty() && !words.iter().any(|word| is_move(word)) {
        &values
    } else if has_prefix && !has_moves(&unmarked[..first]) {
        &unmarked[first..]
    } else {
        &words[..]
    };
    moves.iter().map(|word| (*word).to_owned()).collect()
}

/// Whether a line has a word in the form of a move.
pub(super) fn has_move(line: &str) -> bool {
    of_line(line).iter().any(|word| is_move(word))
}

/// The moves of a line that is an object of JSON: the texts with the key `move` or `moves`.
fn object(line: &str) -> Option<String> {
    let text = line.trim().trim_end_matches(',');
    let object = text.starts_with('{').then(|| serde_json::from_str(text).ok())??;
    let mut moves = Vec::new();
    push_moves(&object, &mut moves);
    Some(moves.join(" "))
}

fn push_moves<'v>(value: &'v Value, moves: &mut Vec<&'v str>) {
    let Value::Object(fields) = value else { return };
    for (key, value) in fields {
        match value {
            Value::String(text) if ["move", "moves"].contains(&&**key) => moves.push(text),
            Value::Array(texts) if key == "moves" => moves.extend(texts.iter().filter_map(Value::as_str)),
            other => push_moves(other, moves),
        }
    }
}

/// The value of `move=e2e4` or `move:e2e4`.
fn value(word: &str) -> Option<&str> {
    let (key, value) = word.split_once(['=', ':'])?;
    (key.eq_ignore_ascii_case("move") && !value.is_empty()).then_some(value)
}

/// Whether a word is the number of a move, such as `12.` or `3...`.
fn is_number(word: &str) -> bool {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < word.len() && rest.trim_start_matches(['.', ':', ')']).is_empty()
}

/// Whether a word is a time, a date or an evaluation: `12:00:01`, `2026-01-31T12:00Z`, `(0:06)`, `+0.30/13`, `1.5s`.
fn is_aside(word: &str) -> bool {
    word.contains(|c: char| c.is_ascii_digit())
        && !word.starts_with(['T', 'Z'])
        && word.chars().all(|c| c.is_ascii_digit() || "()<>+-:./TZs%".contains(c))
        && !(is_number(word) || is_move(word) || is_end(word))
}

/// Whether a word is a part of a move, its number, or ends the game.
fn is_part(word: &str) -> bool {
    is_move(word) || is_label(word) || is_number(word) || is_effect_word(word) || is_end(word) || word == ";"
}

/// Whether a word has more letters in a row than the label of a piece and a file.
fn is_prose(word: &str) -> bool {
    !word.is_ascii() || word.split(|c: char| !c.is_alphabetic()).any(|run| run.len() > 2)
}

/// Whether a word may be the label of a piece.
fn is_label(word: &str) -> bool {
    (1..=2).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// Whether a word has the form of a move: one or two squares with what may be written around them, or castling.
fn is_move(word: &str) -> bool {
    let bare = word.trim_matches(['(', ')']).trim_end_matches(['+', '#', '!', '?', ',', '.', ';']);
    if ["O-O", "O-O-O", "0-0", "0-0-0"].contains(&bare) {
        return true;
    }
    let bare = iccs(bare).unwrap_or_else(|| bare.to_owned());
    let gaps = gaps(&bare);
    let [first, between @ .., last] = &gaps[..] else { return false };
    let is_mark = |c: char| "-x:*@\u{2013}".contains(c);
    let label = |text: &str| text.trim_matches(is_mark).len() <= 2;
    let is_first = label(first) && first.chars().all(|c| c.is_ascii_alphabetic() || is_mark(c));
    let is_last = match last.strip_prefix('=') {
        Some(promoted) => is_label(promoted.trim_matches(['(', ')'])),
        None => last.is_empty() || *last == "-" || is_label(last.trim_matches(['(', ')'])),
    };
    is_first && is_last && between.len() < 2 && between.iter().all(|text| text.chars().all(is_mark))
}

/// The parts of a word before, between and after the squares in it.
fn gaps(word: &str) -> Vec<&str> {
    let bytes = word.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let (mut gaps, mut begin, mut at) = (Vec::new(), 0, 0);
    while at < bytes.len() {
        if bytes[at].is_ascii_lowercase() && is_digit(at + 1) {
            gaps.push(&word[begin..at]);
            begin = at + if is_digit(at + 2) { 3 } else { 2 };
            at = begin;
        } else {
            at += 1;
        }
    }
    gaps.push(&word[begin..]);
    gaps
}

/// A move in capitals such as `H2-E2`, in lower case; `None` for any other word.
fn iccs(word: &str) -> Option<String> {
    let lower = word.to_ascii_lowercase();
    let is_capital = word.bytes().all(|byte| !byte.is_ascii_lowercase());
    (is_capital && matches!(gaps(&lower)[..], ["", "" | "-", ""])).then_some(lower)
}

/// A word as the import reads it: without a result that follows it directly, and with squares in lower case.
pub(super) fn plain(word: &str) -> String {
    let glued = ENDS.iter().find_map(|result| word.strip_suffix(result));
    let ends_move = |text: &&str| text.ends_with(|c: char| c.is_ascii_alphanumeric() || "+#!?".contains(c));
    let bare = glued.filter(|text| ends_move(text) && is_move(text)).unwrap_or(word);
    iccs(bare).unwrap_or_else(|| bare.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn lines_keep_the_words_of_moves() {
        for (line, expected) in [
            ("['e2e4', 'e7e5']", "e2e4 e7e5"),
            ("moves = [\"P e2-e4\", \"p e7-e5\"]", "P e2-e4 p e7-e5"),
            ("[Move.from_uci('e2e4'), Move.from_uci('e7e5')]", "e2e4 e7e5"),
            ("  \"moves\": [\"e2e4\", 'e7e5'],", "e2e4 e7e5"),
            ("e2e4, e7e5, g1f3", "e2e4 e7e5 g1f3"),
            ("e2e4 0000 -- g1f3", "e2e4 0000 -- g1f3"),
            ("a b8-b6, @-b5", "a b8-b6 @-b5"),
            ("a b8-b6; empty b5", "a b8-b6; empty b5"),
            ("a b8-b6 @ b5", "a b8-b6 @ b5"),
            ("@-c5; A c2-c4", "@-c5; A c2-c4"),
            ("1. @-c5 1... c3-; c4-", "1. @-c5 1... c3-; c4-"),
            ("  1.  d4      (0:06)     Nf6     (0:03)", "1. d4 Nf6"),
            ("1. e4 hello", "1. e4 hello"),
            ("1. e4 e5 2. Nf3=", "1. e4 e5 2. Nf3="),
            ("1. e4 d5 2. ed5: d5:", "1. e4 d5 2. ed5: d5:"),
            ("1. e4 e5 2. Nf3 <Nc6>", "1. e4 e5 2. Nf3 <Nc6>"),
            ("1. e4 Z0", "1. e4 Z0"),
            ("1. castle e5", "1. castle e5"),
            ("1. e4, e5; 2. Nf3, Nc6", "1. e4 e5; 2. Nf3 Nc6"),
            ("1. e4 +0.30/13 1.5s 1... e5 -0.2 1/2-1/2", "1. e4 1... e5 1/2-1/2"),
            ("7,e2e4,0.35", "7 e2e4"),
            ("e2e4;e7-e5; g1f3 ;", "e2e4; e7-e5; g1f3 ;"),
            ("BR c2-d4; d4-e5; @-f5", "BR c2-d4; d4-e5; @-f5"),
            ("c2-d4; d4-e5", "c2-d4; d4-e5"),
            ("[12:00:01] alice: e2e4", "e2e4"),
            ("alice: e2e4 e7e5", "e2e4 e7e5"),
            ("White: e4 Black: e5", "e4 e5"),
            ("2026-01-31 12:00:01,123 INFO game 17: bob plays N g1-f3 (0:05)", "N g1-f3"),
            ("{\"at\": \"12:00\", \"by\": \"alice\", \"move\": \"e7e8q\"}", "e7e8q"),
            ("{\"state\": {\"moves\": \"e2e4 e7e5\"}}", "e2e4 e7e5"),
            ("INFO move=O-O-O", "O-O-O"),
            ("bestmove e2e4 ponder e7e5", "e2e4"),
            ("<first : move e7e5", "e7e5"),
            ("moves e2e4 e7e5", "e2e4 e7e5"),
            ("my next move e2e4", "my next move e2e4"),
            ("white moves e2e4 and black e7e5", "white moves e2e4 and black e7e5"),
            ("12:00 bob resigns", "resigns"),
            ("1-0", "1-0"),
            ("{Black resigns} 1-0", ""),
            ("game a1b2c3d4 player4 c4mpers x", ""),
            ("PlayerA (1714) vs. PlayerB (1757) --- Sun Sep 29,  1:06 CDT 1996", ""),
            ("----  ----------------   ----------------", ""),
            ("P-K4 P-K4", "P-K4 P-K4"),
            ("Zf3", "Zf3"),
            // A line of prose with a move keeps its words, which are no moves.
            ("White's move is e2-e4+", "White s move is e2-e4+"),
            ("alice moves from e2 to e4", "alice moves from e2 to e4"),
            ("alice: after e2e4 I got e7e5", "alice: after e2e4 I got e7e5"),
            ("I played 'e2e4' and e7e5", "I played e2e4 and e7e5"),
        ] {
            assert_eq!(of_line(line).join(" "), expected, "{line}");
        }
    }

    #[test]
    fn results_and_capitals_are_taken_off() {
        for (word, expected) in [
            ("Rg8#1-0", "Rg8#"),
            ("e8=Q1/2-1/2", "e8=Q"),
            ("O-O0-1", "O-O"),
            ("Rg8#*", "Rg8#"),
            ("0-0-0", "0-0-0"),
            ("1-0", "1-0"),
            ("H2-E2", "h2-e2"),
            ("H9G7", "h9g7"),
            ("Nf3", "Nf3"),
            ("Q*", "Q*"),
        ] {
            assert_eq!(plain(word), expected, "{word}");
        }
    }
}
