//! The statement and the function around a position, and the counts that a function has in its attributes or as a list of pairs.

use super::super::entry::Place;
use super::super::number;
use super::super::statement::{self, Numbers};
use super::super::tokens::Kind;
use super::super::vocabulary::declares_function;
use super::{MAX_TOKENS, Reader, is_run};
use std::ops::Range;

impl Reader<'_, '_, '_> {
    /// The statement of a block around some tokens: up to semicolons, or to line ends at which no bracket is open.
    pub(super) fn statement_around(&self, block: Range<usize>, inner: &Range<usize>) -> Range<usize> {
        let parent = self.all[inner.start].parent;
        let is_direct = |at: usize| self.all[at].parent == parent;
        let continues = |text: &str| ["=", "<", ">", "!", ".", ",", "+", "?", ":", "&", "|"].contains(&text);
        let ends_before = |at: usize| {
            let (before, token) = (&self.all[at - 1], &self.all[at]);
            before.text == ";" && is_direct(at - 1)
                || before.line < token.line
                    && is_direct(at)
                    && !continues(before.text)
                    && !continues(token.text)
                    && !(before.kind == Kind::String && token.kind == Kind::String)
        };
        let near =
            inner.start.saturating_sub(MAX_TOKENS).max(block.start)..(inner.end + MAX_TOKENS).min(block.end);
        let block = near;
        let start = (block.start + 1..=inner.start).rev().find(|at| ends_before(*at)).unwrap_or(block.start);
        let end = (inner.end..block.end)
            .find(|at| is_direct(*at) && (ends_before(*at) || self.all[*at].text == ";"));
        start..end.unwrap_or(block.end)
    }

    /// The tokens of the innermost group around a token, or all.
    pub(super) fn block_of(&self, at: usize) -> Range<usize> {
        match self.all[at].parent {
            Some(open) => open + 1..self.all[open].partner.unwrap_or(self.all.len()),
            None => 0..self.all.len(),
        }
    }

    /// The first line behind the function of a position: one that is indented less, or that declares a function.
    pub(super) fn end_of_function(&self, first: usize, line: usize) -> usize {
        let indent = |text: &str| text.len() - text.trim_start().len();
        let own = indent(self.lines[first - 1]);
        let ends = |text: &str| {
            let is_fence = text.trim_start().starts_with("```");
            !text.trim().is_empty()
                && (is_fence || indent(text) < own || indent(text) == own && declares_function(text))
        };
        // Behind the next position, nothing belongs to this one.
        let after = self.positions.partition_point(|position| self.all[*position].line <= line);
        let last = self.positions.get(after).map_or(self.lines.len(), |next| self.all[*next].line);
        let below = self.lines[line.min(last)..last].iter();
        below.clone().position(|text| ends(text)).map_or(last + 1, |at| line + 1 + at)
    }

    /// The lines of the function of a position from its header on, if no other position is in them.
    pub(super) fn function(&self, at: usize, first: usize) -> Option<Range<usize>> {
        let indent = |text: &str| text.len() - text.trim_start().len();
        let own = indent(self.lines[first - 1]);
        let is_header = |line: &usize| {
            let text = self.lines[line - 1];
            !text.trim().is_empty() && indent(text) < own && text.trim() != "{"
        };
        let header = (1..first).rev().find(is_header).unwrap_or(first);
        let lines = header..self.end_of_function(first, self.all[at].line);
        let from = |line: usize| self.positions.partition_point(|position| self.all[*position].line < line);
        (from(lines.end) - from(lines.start) == 1).then_some(lines)
    }

    /// The tokens of some lines.
    pub(super) fn tokens_of(&self, lines: &Range<usize>) -> Range<usize> {
        let from = |line: usize| self.all.partition_point(|token| token.line < line);
        from(lines.start)..from(lines.end)
    }

    /// Reads the depths and counts of the attributes above the function of a position, if it is the only one there. Returns whether there
    /// are any.
    pub(super) fn attributes(&mut self, index: usize, at: usize, first: usize) -> bool {
        let Some(Range { start: header, .. }) = self.function(at, first) else { return false };
        let top = (1..header).rev().take_while(|line| !self.lines[line - 1].trim().is_empty());
        let mut top: Vec<_> = top.collect();
        while top.last().is_some_and(|line| !self.lines[line - 1].trim_start().starts_with(['[', '@', '#'])) {
            top.pop();
        }
        let Some(start) = top.last().copied() else { return false };
        let mut pairs = Vec::new();
        for open in self.tokens_of(&(start..header)) {
            let token = self.all[open];
            let row = match token.kind {
                Kind::Open => {
                    let inside = open + 1..token.partner.unwrap_or(open + 1);
                    let numbers = Numbers::read(&self.all, inside, &statement::NOWHERE).ok();
                    numbers.filter(|numbers| numbers.lists.is_empty()).and_then(|numbers| {
                        match (&numbers.behind[..], &numbers.counts[..]) {
                            ([depth, count], []) => Some((*depth, *count)),
                            ([], [(depth, count)]) => Some((u128::from(*depth), *count)),
                            _ => None,
                        }
                    })
                }
                Kind::String => match number::numbers(token.text).as_deref() {
                    Some([depth, count]) => Some((*depth, *count)),
                    _ => None,
                },
                _ => None,
            };
            pairs.extend(row.map(|(depth, count)| (token.line, depth, count)));
        }
        let has_pairs = !pairs.is_empty();
        for (line, depth, count) in pairs {
            self.found.lines.insert(line);
            let depth = u32::try_from(depth).unwrap_or(u32::MAX);
            self.collector.count(index, &Place::line(line), self.lines[line - 1], depth, count);
        }
        has_pairs
    }

    /// Reads a list of the depths from 0 or 1 on, each with its count, in the function of a position.
    pub(super) fn pairs_of_function(&mut self, index: usize, at: usize, first: usize) {
        let Some(lines) = self.function(at, first) else { return };
        for open in self.tokens_of(&lines).filter(|open| self.all[*open].kind == Kind::Open) {
            let close = self.all[open].partner.unwrap_or(open);
            let Ok(numbers) = Numbers::read(&self.all, open..close + 1, &statement::NOWHERE) else {
                continue;
            };
            let depths: Vec<_> = numbers.counts.iter().map(|(depth, _)| u128::from(*depth)).collect();
            if depths.len() > 1 && is_run(&depths) && numbers.lists.is_empty() {
                let place = Place::line(self.all[open].line);
                self.found.lines.extend(self.all[open].line..=self.all[close].line);
                return self.add(index, &place, numbers);
            }
        }
    }
}
