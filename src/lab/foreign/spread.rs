//! Positions whose counts are on other lines: source text, YAML, TOML, lists in markdown.
//!
//! The text is cut into parts with one position each, in the way that gives the most positions counts which the rules do not deny.

use super::loose;
use super::pairs::Pairs;
use super::{Entry, ForeignSuite, Form, Refusal, is_comment, quoted, readings};
use crate::corpus::suite::draft::offset;
use crate::game::variant::Variant;
use std::ops::Range;

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
    let mut pairs = Pairs::new(variant);
    let size = |suite: &ForeignSuite| {
        let counts: usize = suite.entries.iter().map(|entry| entry.counts.len()).sum();
        (suite.entries.len(), counts)
    };
    let mut best = ForeignSuite::new(Form::Spread);
    for cut in CUTS {
        let suite = read_parts(text, &places, &cut(text, &places), &mut pairs);
        if size(&suite) > size(&best) {
            best = suite;
        }
    }
    (!best.entries.is_empty()).then_some(best)
}

/// A way to cut a text into a part for every position.
type Cut = fn(&str, &[Place]) -> Vec<Range<usize>>;

/// The ways to cut a text. Of equal ones, the first is the most certain.
const CUTS: [Cut; 5] = [
    brackets,
    |text, places| cut_at(text, places, |_, line| line.starts_with("[[")),
    |text, places| {
        let is_item = |line: &str| line.trim_start().starts_with("- ");
        let outermost = text.lines().filter(|line| is_item(line)).map(indent).min().unwrap_or_default();
        cut_at(text, places, |_, line| is_item(line) && indent(line) == outermost)
    },
    |text, places| cut_at(text, places, |_, line| line.trim().is_empty()),
    |text, places| {
        cut_at(text, places, |at, _| places.binary_search_by_key(&at, |place| place.around.start).is_ok())
    },
];

/// Reads each position with the counts in its part of the text.
fn read_parts(text: &str, places: &[Place], parts: &[Range<usize>], pairs: &mut Pairs<'_>) -> ForeignSuite {
    let mut suite = ForeignSuite::new(Form::Spread);
    for (place, part) in places.iter().zip(parts) {
        let fen = &text[place.fen.clone()];
        let (before, behind) = (&text[part.start..place.fen.start], &text[place.fen.end..part.end]);
        let readings = match alone(places, part) {
            Some(_) => readings::candidates(before, behind, *part == place.around),
            None => Vec::new(),
        };
        match pairs.choose(fen, readings) {
            Some(counts) => suite.entries.push(Entry { counts, ..Entry::new(place.line, fen) }),
            None => {
                let reason = format!("{}: expected counts near the position", quoted(fen));
                suite.refusals.push(Refusal::new(place.line, reason));
            }
        }
    }
    suite
}

/// The blanks before a line.
fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// The text with empty comments.
fn without_comments(text: &str) -> String {
    let code = |line: &str| {
        let comment = ["//", " #"].iter().filter_map(|mark| line.find(mark)).min();
        let end = if is_comment(line.trim_start()) { 0 } else { comment.unwrap_or(line.len()) };
        line[..end].to_owned() + "\n"
    };
    text.lines().map(code).collect()
}

/// The positions of a text.
fn places(text: &str) -> Vec<Place> {
    let mut places = Vec::new();
    for (line, around) in (1..).zip(text.lines()) {
        let at = offset(text, around);
        let mut rest = around;
        while let Some((_, fen, behind)) = loose::split(rest) {
            let fen_at = offset(text, fen);
            places.push(Place { line, around: at..at + around.len(), fen: fen_at..fen_at + fen.len() });
            rest = behind;
        }
    }
    places
}

/// For each position the innermost brackets around it and no other that have a number too, or its line.
fn brackets(text: &str, places: &[Place]) -> Vec<Range<usize>> {
    // The brackets around each position, from the inside out, up to the first with a number.
    let mut parts: Vec<_> = places.iter().map(|place| (place.fen.clone(), false)).collect();
    let mut open = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => open.push(at),
            ')' | ']' | '}' => {
                let group = open.pop().map_or(at..at, |start| start..at);
                if let Some(index) = alone(places, &group)
                    && let (inner, false) = &parts[index]
                    && inner.end <= group.end
                {
                    let outside = [&text[group.start..inner.start], &text[inner.end..group.end]];
                    parts[index] = (group, outside.into_iter().any(readings::has_number));
                }
            }
            _ => {}
        }
    }
    let part = |((part, has_number), place): ((Range<usize>, bool), &Place)| {
        if has_number { part } else { place.around.clone() }
    };
    parts.into_iter().zip(places).map(part).collect()
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
    // Without such lines, the text is not cut in this way.
    let is_cut = starts.len() > 1;
    starts.push(text.len());
    let part = |place: &Place| {
        let next = starts.partition_point(|start| *start <= place.fen.start);
        let part = starts[next - 1]..*starts.get(next)?;
        alone(places, &part).filter(|_| is_cut).map(|_| part)
    };
    places.iter().map(|place| part(place).unwrap_or_else(|| place.around.clone())).collect()
}

/// The only position in a part of the text.
fn alone(places: &[Place], part: &Range<usize>) -> Option<usize> {
    let before = |at: usize| places.partition_point(|place| place.fen.start < at);
    (before(part.end) == before(part.start) + 1).then(|| before(part.start))
}
