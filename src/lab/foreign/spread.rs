//! Positions whose counts are on other lines: source text, YAML, TOML, lists in markdown.
//!
//! The text is cut into parts with one position each, in the way that gives the most positions counts which the rules do not deny.

use super::loose;
use super::pairs::Pairs;
use super::{Entry, ForeignSuite, Form, Refusal, number, quoted};
use crate::backend::Backend as _;
use crate::corpus::suite::draft::offset;
use crate::game::variant::{Standard, Variant};
use crate::generators;
use std::collections::BTreeMap;
use std::ops::Range;

/// The most positions of a suite whose counts are compared with the rules.
const MAX_ASKED: usize = 100;

/// A position in a text.
struct Place {
    /// Its line, from 1.
    line: usize,
    /// The bytes of its line.
    around: Range<usize>,
    /// The bytes of its FEN.
    fen: Range<usize>,
}

pub(super) fn read(text: &str, variant: &Variant) -> Option<ForeignSuite> {
    let text = &without_comments(text);
    let places = places(text);
    if places.is_empty() {
        return None;
    }
    let is_item = |line: &str| line.trim_start().starts_with("- ");
    let items = text.lines().filter(|line| is_item(line)).map(indent).min().unwrap_or_default();
    let cuts = [
        brackets(text, &places),
        cut_at(text, &places, |_, line| line.starts_with("[[")),
        cut_at(text, &places, |_, line| indent(line) == items && is_item(line)),
        cut_at(text, &places, |_, line| line.trim().is_empty()),
        cut_at(text, &places, |at, _| places.binary_search_by_key(&at, |place| place.around.start).is_ok()),
    ];
    let mut pairs = Pairs::new(variant);
    let mut read = |parts: &Vec<Range<usize>>| {
        let mut suite = ForeignSuite::new(Form::Spread);
        for (place, part) in places.iter().zip(parts) {
            let fen = &text[place.fen.clone()];
            let beside = format!("{} {}", &text[part.start..place.fen.start], &text[place.fen.end..part.end]);
            match counts(fen, &beside, &mut pairs) {
                Some(counts) => suite.entries.push(Entry { counts, ..Entry::new(place.line, fen) }),
                None => {
                    let reason = format!("{}: expected counts beside the position", quoted(fen));
                    suite.refusals.push(Refusal::new(place.line, reason));
                }
            }
        }
        suite
    };
    let mut best: Option<(usize, ForeignSuite)> = None;
    for suite in cuts.iter().map(&mut read) {
        let asked = suite.entries.len().min(MAX_ASKED);
        let right = asked - suite.entries[..asked].iter().filter(|entry| is_wrong(entry, variant)).count();
        let score = right + suite.entries.len() - asked;
        if 2 * right > asked && best.as_ref().is_none_or(|(least, _)| score > *least) {
            best = Some((score, suite));
        }
    }
    best.map(|(_, suite)| suite)
}

/// Whether a position cannot be read, or a count of its first two plies is wrong. If many positions have one, the text was misunderstood.
fn is_wrong(entry: &Entry, variant: &Variant) -> bool {
    let Ok(vfen) = entry.vfen(variant) else { return true };
    let mut rules = generators::oracle(&Standard);
    let Ok(rules) = rules.of(variant.id) else { return false };
    let mut low = entry.counts.range(..=2);
    low.any(|(depth, count)| rules.perft(vfen.as_str().into(), *depth).is_ok_and(|right| right != *count))
}

/// The blanks before a line.
fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// The text with empty comments.
fn without_comments(text: &str) -> String {
    let code = |line: &str| {
        let comment = ["//", " #"].iter().filter_map(|mark| line.find(mark)).min();
        let end = if line.starts_with('#') { 0 } else { comment.unwrap_or(line.len()) };
        line[..end].to_owned() + "\n"
    };
    text.lines().map(code).collect()
}

/// The first position of each line that has one.
fn places(text: &str) -> Vec<Place> {
    let place = |(line, around): (usize, &str)| {
        let (_, fen, _) = loose::split(around)?;
        let (at, fen_at) = (offset(text, around), offset(text, fen));
        Some(Place { line, around: at..at + around.len(), fen: fen_at..fen_at + fen.len() })
    };
    (1..).zip(text.lines()).filter_map(place).collect()
}

/// For each position the innermost brackets around it and no other that have a number too, or its line.
fn brackets(text: &str, places: &[Place]) -> Vec<Range<usize>> {
    let has_number = |text: &str| loose::words(text).any(|word| number(word).is_some());
    let mut parts: Vec<Option<Range<usize>>> = vec![None; places.len()];
    let mut open = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => open.push(at),
            ')' | ']' | '}' => {
                let group = open.pop().map_or(at..at, |start| start..at);
                // Inner brackets close before outer ones.
                if let Some(index) = alone(places, &group)
                    && let part @ None = &mut parts[index]
                    && let fen = &places[index].fen
                    && fen.end <= group.end
                    && (has_number(&text[group.start..fen.start]) || has_number(&text[fen.end..group.end]))
                {
                    *part = Some(group);
                }
            }
            _ => {}
        }
    }
    parts.into_iter().zip(places).map(|(part, place)| part.unwrap_or_else(|| place.around.clone())).collect()
}

/// For each position the lines around it from one that begins a part to the next, or its line if they have another position.
fn cut_at(text: &str, places: &[Place], begins: impl Fn(usize, &str) -> bool) -> Vec<Range<usize>> {
    let mut at = 0;
    let mut starts = vec![0];
    for line in text.split_inclusive('\n') {
        if begins(at, line) {
            starts.push(at);
        }
        at += line.len();
    }
    starts.push(text.len());
    let part = |place: &Place| {
        let next = starts.partition_point(|start| *start <= place.fen.start);
        let part = starts[next - 1]..*starts.get(next)?;
        alone(places, &part).map(|_| part)
    };
    places.iter().map(|place| part(place).unwrap_or_else(|| place.around.clone())).collect()
}

/// The only position in a part of the text.
fn alone(places: &[Place], part: &Range<usize>) -> Option<usize> {
    let before = |at: usize| places.partition_point(|place| place.fen.start < at);
    (before(part.end) == before(part.start) + 1).then(|| before(part.start))
}

/// The counts in a text: those with their depths in words, or else a list of them, or depths each with its count.
fn counts(fen: &str, text: &str, pairs: &mut Pairs<'_>) -> Option<BTreeMap<u32, u128>> {
    let labelled = loose::labelled(text);
    if !labelled.is_empty() {
        return Some(labelled);
    }
    let words: Vec<_> = loose::words(text).map(number).collect();
    let runs: Vec<Vec<u128>> = words
        .split(Option::is_none)
        .map(|run| run.iter().copied().flatten().collect())
        .filter(|run: &Vec<_>| !run.is_empty())
        .collect();
    let numbers = match &runs[..] {
        [run] if run.len() > 1 => run.clone(),
        runs if runs.len() > 1 && runs.iter().all(|run| run.len() == 2) => runs.concat(),
        _ => return None,
    };
    let (rows, rest) = numbers.as_chunks::<2>();
    let has_depths =
        rest.is_empty() && rows.len() > 1 && rows.windows(2).all(|rows| rows[0][0] + 1 == rows[1][0]);
    if has_depths {
        return rows.iter().map(|[depth, count]| Some((u32::try_from(*depth).ok()?, *count))).collect();
    }
    (runs.len() == 1).then(|| pairs.counts(fen, &numbers))
}
