//! The text behind a FEN on its line: operations of EPD, or counts alone.

use super::entry::{Collector, Entry, Place, Row, add_count, depth_of, quoted};
use super::statement::is_run;
use super::vocabulary::{Label, is_other_opcode};
use super::{fen, number};

/// Reads a line that begins with a position, and returns the index of its entry.
pub(super) fn read_epd(collector: &mut Collector<'_>, place: &Place, line: &str) -> usize {
    let (position, rest) = line.split_at(end_before_count(line).unwrap_or_else(|| fen::end(line)));
    let mut entry = Entry::new(place.clone(), position);
    let mut numbers = 0;
    let added = match may_be_counters(position, rest) {
        true => Err("numbers behind three fields of a FEN may be its counters; expected the field for en passant, such as `-`".into()),
        false => add(&mut entry, place, rest, &mut numbers),
    };
    match added {
        Ok(()) => {
            collector.suite.numbers += numbers;
            collector.add(entry)
        }
        Err(reason) => {
            collector.refuse(place, line, reason);
            // Lines below it belong to it.
            collector.add(Entry::new(place.clone(), position))
        }
    }
}

/// The end of a position without counters, if a depth and its count end the line in their place: no game has so many moves.
fn end_before_count(line: &str) -> Option<usize> {
    const MAX_DEPTH: u128 = 20;
    const LEAST_COUNT: u128 = 10_000;
    let words: Vec<_> = line.split_whitespace().collect();
    let [.., last, depth, count] = words[..] else { return None };
    let is_count = number::number(count).is_some_and(|count| count >= LEAST_COUNT);
    let is_depth = number::number(depth).is_some_and(|depth| (1..=MAX_DEPTH).contains(&depth));
    let end = last.as_ptr() as usize - line.as_ptr() as usize + last.len();
    (words.len() == 6 && is_depth && is_count && fen::end(line) == line.len()).then_some(end)
}

/// Whether the en passant square of a FEN is missing, and numbers without a label follow.
fn may_be_counters(position: &str, rest: &str) -> bool {
    position.split_whitespace().count() == 3 && rest.starts_with(' ') && number::numbers(rest).is_some()
}

/// Adds what the text behind a position says.
fn add(entry: &mut Entry, place: &Place, rest: &str, numbers: &mut usize) -> Result<(), String> {
    let bare = |row: Vec<u128>| Row::new(place.clone(), row);
    let rest = without_remark(rest.trim().trim_start_matches(['"', '`', ',']).trim());
    if has_gap(rest) {
        return Err("an empty place between counts; expected depths, each with its count".into());
    }
    // Counts alone may have the separators of operations.
    let cells: Vec<_> = rest.split([',', '\t']).map(str::trim).filter(|cell| !cell.is_empty()).collect();
    // An operation of EPD with two numbers is a depth and its count.
    let is_operation = rest.starts_with(';') && rest.matches(';').count() == 1 && rest.contains(' ');
    if let Some(row) = number::numbers(rest).filter(|row| !(is_operation && row.len() == 2)) {
        entry.bare.push(bare(row));
        return Ok(());
    }
    // `depth=3; nodes=8902`.
    let labels = split(rest).collect::<Vec<_>>().join(" ").replace(['=', ':'], " ");
    if let Some((depth, count)) = fields(&labels) {
        *numbers += 1;
        return add_count(entry, depth, count);
    }
    let mut unlabelled = Vec::new();
    let mut analysed = None;
    let operations: Vec<_> = if rest.contains([';', '|']) { split(rest).collect() } else { cells };
    for written in operations {
        if let Some(count) = number::number(written) {
            unlabelled.push(count);
            continue;
        }
        let (word, operand) = written.split_once(char::is_whitespace).unwrap_or((written, ""));
        let opcode = word.to_ascii_lowercase();
        match opcode.as_str() {
            "acd" => analysed = Some(depth_of(operand).ok_or_else(|| unreadable(written))?),
            "acn" => {
                let depth = analysed.ok_or("`acn` without the `acd` before it that names the depth")?;
                add_count(entry, depth, number::number(operand).ok_or_else(|| unreadable(written))?)?;
                *numbers += 1;
            }
            "id" => entry.id = Some(unquoted(operand)),
            "variant" => entry.variant = Some(unquoted(operand)),
            name if is_other_opcode(name) => {}
            _ => {
                let counts = labelled(written).ok_or_else(|| unreadable(written))?;
                for (depth, count) in counts {
                    add_count(entry, depth, count)?;
                    *numbers += 1;
                }
            }
        }
    }
    if !unlabelled.is_empty() {
        entry.bare.push(bare(unlabelled));
    }
    Ok(())
}

/// The text behind a remark in brackets, such as `(start position)`, that has no number.
fn without_remark(text: &str) -> &str {
    match text.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
        Some((remark, rest)) if !remark.contains(|c: char| c.is_ascii_digit()) => rest.trim(),
        _ => text,
    }
}

/// Whether counts without labels have an empty place between them.
fn has_gap(text: &str) -> bool {
    [';', '|', ',', '\t'].into_iter().any(|separator| {
        let mut cells =
            text.split(separator).map(str::trim).skip_while(|cell| number::number(cell).is_none());
        cells.by_ref().any(str::is_empty) && cells.any(|cell| number::number(cell).is_some())
    })
}

fn unreadable(written: &str) -> String {
    format!("{}; expected a depth and its count, such as `D1 20`", quoted(written))
}

/// The depths with their counts of a text such as `D1 20`, `perft 1 = 20`, `depth 1: 20`, `1 20`, `Depth: 1 Nodes: 20`, `D1 20 D2 400`,
/// `perft(1) 20 moves`. `None` if it has a number that is neither.
pub(super) fn labelled(text: &str) -> Option<Vec<(u32, u128)>> {
    // `;D1 20 ;D2 400`, in a string of its own.
    if text.contains(';') {
        let parts = text.split(';').map(str::trim).filter(|part| !part.is_empty());
        let found = parts.map(labelled).collect::<Option<Vec<_>>>()?.concat();
        return Some(found).filter(|found| !found.is_empty());
    }
    if let Some(found) = pairs(text) {
        return Some(found);
    }
    let text = without_asides(text)?.replace("->", " ").replace(['=', ':', '(', ')', '*', '`', '"'], " ");
    if let Some(pair) = fields(&text) {
        return Some(vec![pair]);
    }
    let mut found = Vec::new();
    let (mut depth, mut is_labelled, mut expects_depth) = (None, false, false);
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        // Signs such as ticks are remarks.
        let word = word.trim_end_matches(|c: char| c == ',' || !c.is_ascii() && !c.is_alphanumeric());
        match (number::number(word), Label::parse(word)) {
            // `D-1` is not a depth.
            _ if word.split('-').skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_digit())) => {
                return None;
            }
            (Some(value), _) => match depth.take() {
                Some(depth) => {
                    found.push((depth, value));
                    is_labelled = false;
                }
                // The count again: what a program found.
                None if found.last().is_some_and(|(_, count)| *count == value) => {}
                // `nodes` behind the last count does not label this one.
                None if is_labelled && !found.is_empty() => return None,
                // A pair without any label is one operation.
                None if expects_depth || is_labelled || found.is_empty() && words.peek().is_some() => {
                    depth = Some(u32::try_from(value).ok()?);
                    expects_depth = false;
                }
                None => return None,
            },
            // `D1 20`, and `perft 1 20` whose words are apart.
            (None, Label::CountOf(of)) if depth.is_none() => depth = Some(of),
            (None, Label::Depth) if depth.is_none() => expects_depth = true,
            (None, Label::Count) => is_labelled = true,
            (None, Label::Moves) if depth.is_none() && !found.is_empty() => is_labelled = true,
            (None, _) if word == "-" => {}
            // Behind `400 nodes`, words decide nothing. Behind a number alone, they may be its unit.
            (None, _) if depth.is_none() && !found.is_empty() && is_labelled => {}
            _ => return None,
        }
    }
    (depth.is_none() && !found.is_empty()).then_some(found)
}

/// The depths from 0 or 1 on with their counts of a text such as `1:20 2:400`, which may have a word in front, and `perft 1 20 2 400`.
fn pairs(text: &str) -> Option<Vec<(u32, u128)>> {
    let mut words = text.split([' ', ',', '\t']).filter(|word| !word.is_empty()).peekable();
    let first = words.next_if(|word| word.starts_with(char::is_alphabetic));
    let pair = |word: &str| {
        let (depth, count) = word.split_once([':', '='])?;
        depth_of(depth).zip(number::number(count))
    };
    let words: Vec<_> = words.collect();
    let found = match words.as_chunks::<2>() {
        (pairs, []) if first.is_some_and(|first| Label::parse(first) == Label::Count) => {
            pairs.iter().map(|[depth, count]| depth_of(depth).zip(number::number(count))).collect()
        }
        _ => None,
    };
    let found: Vec<_> = found.or_else(|| words.iter().map(|word| pair(word)).collect())?;
    let depths: Vec<_> = found.iter().map(|(depth, _)| u128::from(*depth)).collect();
    (found.len() > 1 && is_run(&depths)).then_some(found)
}

/// The depth and the count of fields with a label each, of which others decide nothing: `depth 1 nodes 48 time 0ms`.
fn fields(text: &str) -> Option<(u32, u128)> {
    let words: Vec<_> = text.split_whitespace().collect();
    let (fields, []) = words.as_chunks::<2>() else { return None };
    let (mut depth, mut count) = (None, None);
    for [label, value] in fields {
        match Label::parse(label) {
            _ if !label.starts_with(char::is_alphabetic)
                || !value.starts_with(|c: char| c.is_ascii_digit()) =>
            {
                return None;
            }
            Label::Depth if depth.is_none() => depth = Some(depth_of(value)?),
            Label::Count if count.is_none() => count = Some(number::number(value)?),
            Label::Other => {}
            _ => return None,
        }
    }
    depth.zip(count)
}

/// A text without brackets around anything but a number, such as `(0.1 s)` and `[5 ms]`. `None` if one may hold another count than the one
/// in front, as `(expected 401)` behind 400 does.
fn without_asides(text: &str) -> Option<String> {
    let mut kept = String::new();
    let mut rest = text;
    while let Some(open) = rest.find(['(', '[']) {
        let close = if rest[open..].starts_with('(') { ')' } else { ']' };
        let Some(end) = rest[open..].find(close) else { break };
        let aside = &rest[open + 1..open + end];
        let is_number = aside.trim().bytes().all(|byte| byte.is_ascii_digit());
        let names_depth = |word: &str| {
            word.starts_with(char::is_alphabetic)
                && matches!(Label::parse(word), Label::Depth | Label::CountOf(_))
        };
        let is_kept = is_number || aside.split([' ', ':', '=']).any(names_depth);
        let number_before = || {
            let last = rest[..open].trim_end().rsplit([' ', ':', '=']).next();
            last.and_then(number::number)
        };
        if !is_kept && count_in(aside).is_some_and(|count| Some(count) != number_before()) {
            return None;
        }
        kept += &rest[..open + usize::from(is_kept)];
        kept += if is_kept { &rest[open + 1..open + end + 1] } else { " " };
        rest = &rest[open + end + 1..];
    }
    Some(kept + rest)
}

/// The whole number that ends a remark and that it labels as a count, or not at all, unlike `(time: 12)`.
fn count_in(aside: &str) -> Option<u128> {
    let (before, last) = aside.trim().rsplit_once([' ', ':', '=']).unwrap_or_default();
    let label = before.trim_end_matches([' ', ':', '=']);
    let is_labelled = label.len() < before.len() || aside.contains([':', '=']);
    let word = label.rsplit(' ').next().unwrap_or_default();
    number::number(last).filter(|_| !is_labelled || Label::parse(word) == Label::Count)
}

/// The operations, which semicolons end or begin. A semicolon in quotes does not.
fn split(text: &str) -> impl Iterator<Item = &str> {
    let mut is_quoted = false;
    let pieces = text.split(move |c| {
        is_quoted ^= c == '"';
        !is_quoted && [';', '|'].contains(&c)
    });
    pieces.map(|piece| piece.trim().trim_matches(',').trim()).filter(|piece| !piece.is_empty())
}

/// The text of an operand; in quotes it may be written as in JSON.
fn unquoted(text: &str) -> String {
    let text = text.trim();
    serde_json::from_str(text).unwrap_or_else(|_| text.trim_matches('"').to_owned())
}
