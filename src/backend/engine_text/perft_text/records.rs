//! Puts the parts of a row together that are apart: a move and its count on lines of their own, as in YAML and TOML, and the
//! two squares of a move, as Rust and JavaScript print the fields of one.
//!
//! Invariant: lines are put together only if each is a name with a value, and the text has several such records.

use super::IsMove;
use super::vocabulary::{FROM, TO};

/// The names of a move, and of its count.
const MOVES: [&str; 5] = ["move", "mv", "uci", "san", "lan"];
const COUNTS: [&str; 7] = ["nodes", "count", "leaves", "perft", "n", "leafnodes", "leaf_nodes"];
/// The name of a promotion.
const PROMOTION: &str = "promotion";
/// The letters of the pieces to which a Pawn promotes.
const PIECES: [(&str, &str); 8] = [
    ("queen", "q"),
    ("rook", "r"),
    ("bishop", "b"),
    ("knight", "n"),
    ("q", "q"),
    ("r", "r"),
    ("b", "b"),
    ("n", "n"),
];

/// The most words between the squares of a move.
const MAX_WORDS: usize = 12;

/// A record: the lines of its move and of its count, with their values.
#[derive(Default)]
struct Record<'l> {
    mv: Option<(usize, &'l str)>,
    count: Option<(usize, &'l str)>,
}

/// The lines, in which a move and its count that were two lines of one record are one line.
pub(super) fn joined(lines: Vec<(usize, String)>, is_move: IsMove<'_>) -> Vec<(usize, String)> {
    let rows: Vec<_> = records(&lines, is_move)
        .into_iter()
        .filter_map(|record| Some((record.mv?, record.count?)))
        .map(|((mv, label), (count, number))| (mv, count, format!("{label}: {number}")))
        .collect();
    if rows.len() < 2 {
        return lines;
    }
    let mut joined: Vec<_> = lines.into_iter().map(Some).collect();
    for (mv, count, text) in rows {
        joined[count] = None;
        if let Some((_, line)) = &mut joined[mv] {
            *line = text;
        }
    }
    joined.into_iter().flatten().collect()
}

/// The records of the lines, complete or not. A record ends before a line that is no name with a value, before an item of a
/// list, and before what it has already.
fn records<'l>(lines: &'l [(usize, String)], is_move: IsMove<'_>) -> Vec<Record<'l>> {
    let mut records = vec![Record::default()];
    for (index, (_, line)) in lines.iter().enumerate() {
        let Some((name, value)) = pair(line) else {
            records.push(Record::default());
            continue;
        };
        let is_mv = MOVES.contains(&name.as_str()) && is_move(value);
        let is_count =
            COUNTS.contains(&name.as_str()) && value.starts_with(|c: char| c.is_ascii_digit() || c == '-');
        let has_both = |record: &Record<'_>| record.mv.is_some() && record.count.is_some();
        let begins = |record: &Record<'_>| {
            line.trim_start().starts_with("- ")
                || has_both(record) && is_mv
                || record.count.is_some() && is_count
        };
        if records.last().is_none_or(begins) {
            records.push(Record::default());
        }
        let Some(record) = records.last_mut() else { continue };
        if is_mv {
            record.mv.get_or_insert((index, value));
        } else if is_count {
            record.count.get_or_insert((index, value));
        }
    }
    records
}

/// The name, in lower case, and the value of a line that is nothing else.
fn pair(line: &str) -> Option<(String, &str)> {
    let line = line.trim_start().strip_prefix("- ").unwrap_or(line);
    let (name, value) = line.split_once([':', '='])?;
    let bare = |text: &'_ str| -> Option<(usize, usize)> {
        let inside =
            text.trim_matches(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | ',' | ';'));
        let start = text.find(inside).filter(|_| !inside.is_empty())?;
        Some((start, start + inside.len()))
    };
    let (start, end) = bare(name)?;
    let name = &name[start..end];
    let (start, end) = bare(value)?;
    let is_name = name.chars().all(|c| c.is_ascii_alphabetic() || c == '_');
    is_name.then(|| (name.to_ascii_lowercase(), &value[start..end]))
}

/// The line with every move in one word whose squares it names apart, such as `from: A2, to: A3, promotion: None`; `None` if
/// there is none.
pub(super) fn with_whole_moves(line: &str, is_move: IsMove<'_>) -> Option<String> {
    let words = words(line);
    let (mut text, mut rest, mut index) = (String::new(), 0, 0);
    while index < words.len() {
        let found =
            apart(&words[index..], is_move).or_else(|| pair_of_squares(line, &words[index..], is_move));
        let Some((last, mv)) = found else {
            index += 1;
            continue;
        };
        text.push_str(&line[rest..words[index].0]);
        text.push_str(&mv);
        let (start, word) = &words[index + last];
        rest = start + word.len();
        index += last + 1;
    }
    (rest > 0).then(|| text + &line[rest..])
}

/// The move whose squares the first words name apart, and the index of its last word.
fn apart(words: &[(usize, String)], is_move: IsMove<'_>) -> Option<(usize, String)> {
    let is = |index: usize, names: &[&str]| {
        words.get(index).is_some_and(|(_, word)| names.contains(&word.as_str()))
    };
    let to = (1..MAX_WORDS).find(|index| is(*index, &TO)).filter(|_| is(0, &FROM))?;
    // A type may be before the square, such as `Square::A2`.
    let (mut mv, mut last) = [1, 2].into_iter().find_map(|start| {
        [1, 2].into_iter().find_map(|end| {
            let (_, start) = words.get(start)?;
            let mv = format!("{start}{}", words.get(to + end)?.1);
            is_move(&mv).then_some((mv, to + end))
        })
    })?;
    if is(last + 1, &[PROMOTION]) {
        let piece = (last + 2..words.len().min(last + 5)).find_map(|index| {
            let (_, letter) = PIECES.iter().find(|(name, _)| words[index].1 == *name)?;
            Some((index, *letter))
        });
        last = piece.map_or(last + 2, |(index, _)| index).min(words.len() - 1);
        mv.push_str(piece.map_or("", |(_, letter)| letter));
    }
    Some((last, mv))
}

/// The move of two squares in a row, such as `b1 -> c3` or `(b1, c3)`, and the index of its last word.
fn pair_of_squares(line: &str, words: &[(usize, String)], is_move: IsMove<'_>) -> Option<(usize, String)> {
    const ARROWS: [&str; 5] = ["->", "=>", "-->", "\u{2192}", "\u{27f6}"];
    let [(first, from), rest @ ..] = words else { return None };
    let (last, (second, to)) = match rest {
        [(_, word), to, ..] if word == "to" => (2, to),
        [to, ..] => (1, to),
        [] => return None,
    };
    let is_square = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_lowercase())
            && word.len() > 1
            && word[1..].bytes().all(|byte| byte.is_ascii_digit())
    };
    let between = line[first + from.len()..*second].trim();
    let bare = |text: &str| text.replace(['\'', '"'], "");
    let is_tuple = || {
        let (before, after) = (bare(&line[..*first]), bare(&line[second + to.len()..]));
        bare(between).trim() == "," && before.ends_with('(') && after.starts_with(')')
    };
    let are_joined = last == 2 || ARROWS.contains(&between) || is_tuple();
    let mv = format!("{from}{to}");
    (is_square(from) && is_square(to) && are_joined && is_move(&mv)).then_some((last, mv))
}

/// The words of a line in lower case, each with where it starts.
fn words(line: &str) -> Vec<(usize, String)> {
    let mut words: Vec<(usize, String)> = Vec::new();
    for (at, c) in line.char_indices().filter(|(_, c)| c.is_ascii_alphanumeric()) {
        match words.last_mut() {
            Some((start, word)) if *start + word.len() == at => word.push(c.to_ascii_lowercase()),
            _ => words.push((at, c.to_ascii_lowercase().into())),
        }
    }
    words
}
