//! The statement and the function around a position, and the counts that a function has in its attributes or as a list of pairs.

use super::super::entry::{Place, Row};
use super::super::number;
use super::super::statement::{self, Numbers};
use super::super::tokens::Kind;
use super::super::vocabulary::declares_function;
use super::calls::names_perft;
use super::{MAX_TOKENS, Reader, is_run};
use std::ops::Range;

/// The most lines of a function.
const MAX_LINES: usize = 500;

impl Reader<'_, '_, '_> {
    /// The statement of a block around some tokens: up to semicolons, or to line ends at which no bracket is open.
    pub(super) fn statement_around(&self, block: Range<usize>, inner: &Range<usize>) -> Range<usize> {
        let parent = self.all[inner.start].parent;
        let is_direct = |at: usize| self.all[at].parent == parent;
        let continues = |text: &str| ["=", "<", ">", ".", ",", "+", "?", ":", "&", "|"].contains(&text);
        let ends_before = |at: usize| {
            let (before, token) = (&self.all[at - 1], &self.all[at]);
            before.text == ";" && is_direct(at - 1)
                || before.line < token.line
                    && is_direct(at)
                    // Behind a colon, a block of Python begins.
                    && !(continues(before.text) && before.text != ":")
                    && !continues(token.text)
                    && token.text != "!"
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

    /// The function around a line: from its declaration to the next line that is not indented more.
    pub(super) fn function_of_line(&self, line: usize) -> Range<usize> {
        let indent = |line: usize| indent(self.lines[line - 1]);
        let declares =
            |above: &usize| indent(*above) < indent(line) && declares_function(self.lines[above - 1]);
        let header = (1..line).rev().take(MAX_LINES).find(declares).unwrap_or(line);
        let ends = |below: &usize| {
            let text = self.lines[below - 1].trim();
            !text.is_empty() && text != "{" && indent(*below) <= indent(header)
        };
        let last = self.lines.len().min(line + MAX_LINES);
        header..(line + 1..=last).find(ends).unwrap_or(last + 1)
    }

    /// Whether a token is in a statement of the block of a position, which begins on the line `first`. Further in, a block has to use the
    /// name of the position: it may be another function.
    pub(super) fn is_beside(&self, at: usize, first: usize, name: Option<&str>) -> bool {
        let mut outer = at;
        while let Some(open) = self.all[outer].parent.filter(|open| !self.blocks.contains(open)) {
            outer = open;
        }
        let (own, line) = (indent(self.lines[first - 1]), self.all[outer].line);
        let is_end =
            |line: &usize| !self.lines[line - 1].trim().is_empty() && indent(self.lines[line - 1]) <= own;
        if is_end(&line) {
            return true;
        }
        let start = (first..line).rev().find(is_end).unwrap_or(first);
        let end = (line..=self.lines.len()).take(MAX_LINES).find(is_end).unwrap_or(line);
        let block = &self.all[self.tokens_of(&(start..end))];
        name.is_some_and(|name| block.iter().any(|token| token.text == name))
    }

    /// Reads a list of the depths from 0 or 1 on, each with its count, in the function of a position.
    pub(super) fn pairs_of_function(&mut self, index: usize, at: usize, first: usize, name: Option<&str>) {
        let Some(lines) = self.function(at, first) else { return };
        let mut tokens = self.tokens_of(&lines);
        let is_list = |open: &usize| self.are_pairs(*open) && self.is_beside(*open, first, name);
        if let Some(open) = tokens.find(is_list) {
            self.pairs(index, open);
        }
    }

    /// Whether a bracket opens a list of the depths from 0 or 1 on. The arguments of calls are not pairs.
    pub(super) fn are_pairs(&self, open: usize) -> bool {
        let close = self.all[open].partner.unwrap_or(open);
        let has_call = || (open + 1..close).any(|at| statement::is_call(&self.all, at));
        if self.all[open].kind != Kind::Open || has_call() {
            return false;
        }
        let Ok(numbers) = Numbers::read(&self.all, open..close + 1, &statement::NOWHERE) else {
            return false;
        };
        let depths: Vec<_> = numbers.counts.iter().map(|(depth, _)| u128::from(*depth)).collect();
        depths.len() > 1 && is_run(&depths) && numbers.lists.is_empty()
    }

    /// Reads such a list.
    pub(super) fn pairs(&mut self, index: usize, open: usize) {
        self.list(index, open..self.all[open].partner.map_or(open + 1, |close| close + 1));
    }

    /// Reads the depths and counts of the attributes above the function of a position, if it is the only one there. Returns whether there
    /// are any.
    pub(super) fn attributes(&mut self, index: usize, at: usize, first: usize) -> bool {
        let Some(Range { start: header, .. }) = self.function(at, first) else { return false };
        let top = (1..header).rev().take_while(|line| !self.lines[line - 1].trim().is_empty());
        let Some(start) = top.filter(|line| self.is_attribute(*line)).last() else { return false };
        let rows = self.rows_of_attributes(start..header);
        let is_empty = rows.is_empty();
        for (line, row) in rows {
            self.attribute(index, line, row);
        }
        !is_empty
    }

    /// Finds the attributes of functions without a position in which a word names perft.
    pub(super) fn other_attributes(&mut self) {
        let mut line = 1;
        while line <= self.lines.len() {
            let start = line;
            line += 1;
            if !self.is_attribute(start) || self.found.lines.contains(&start) {
                continue;
            }
            let Some(header) = self.header_below(start) else { return };
            line = header;
            let is_inner = |line: &usize| {
                let text = self.lines[line - 1];
                text.trim().is_empty() || text.trim() == "{" || indent(text) > indent(self.lines[header - 1])
            };
            let end =
                (header + 1..=self.lines.len()).find(|line| !is_inner(line)).unwrap_or(self.lines.len() + 1);
            let body = &self.all[self.tokens_of(&(start..end))];
            if body.iter().any(names_perft) || self.signature_below(header).is_some() {
                for (line, row) in self.rows_of_attributes(start..header) {
                    match row {
                        Ok(_) => {
                            self.unplaced(line, |reader, index| reader.attribute(index, line, row));
                        }
                        Err(_) => self.attribute(0, line, row),
                    }
                }
            }
        }
    }

    fn attribute(&mut self, index: usize, line: usize, row: Result<Cells, String>) {
        self.found.lines.insert(line);
        let (place, text) = (Place::line(line), self.lines[line - 1]);
        match row {
            Ok(Cells::Labelled(depth, count)) => self.collector.count(index, &place, text, depth, count),
            Ok(Cells::Bare(row)) => self.collector.suite.entries[index].bare.push(Row::new(place, row)),
            Err(reason) => self.collector.refuse(&place, text, reason),
        }
    }

    /// The line of the declaration below an attribute. Comments may be between.
    pub(super) fn header_below(&self, line: usize) -> Option<usize> {
        let is_header =
            |line: &usize| !self.is_attribute(*line) && !self.tokens_of(&(*line..line + 1)).is_empty();
        (line..=self.lines.len()).find(is_header)
    }

    /// Whether a line begins an attribute: its bracket is in no other group than the function.
    pub(super) fn is_attribute(&self, line: usize) -> bool {
        let start = self.tokens_of(&(line..line + 1)).start;
        self.lines[line - 1].trim_start().starts_with(['[', '@', '#'])
            && self
                .all
                .get(start)
                .is_some_and(|token| token.parent.is_none_or(|open| self.blocks.contains(&open)))
    }

    /// The depths and counts of attributes, with their lines. The parameters of the function below say what the numbers are.
    fn rows_of_attributes(&self, lines: Range<usize>) -> Vec<(usize, Result<Cells, String>)> {
        let refused = || {
            "numbers of an attribute; expected a depth and its count, or parameters named `depth` and `nodes`"
                .to_owned()
        };
        let signature = self.signature_below(lines.end);
        let row = |at: usize| {
            let token = self.all[at];
            let (numbers, keyed) = match token.kind {
                Kind::Open => self.numbers_of_call(at),
                Kind::String => (token.text.split(',').map(number::number).collect(), None),
                _ => return None,
            };
            let found: Vec<_> = numbers.iter().chain([&keyed]).copied().flatten().collect();
            let labelled = signature.and_then(|signature| {
                let (depth, count) = signature.of(&numbers, keyed.is_none())?;
                Some((depth, keyed.or(count)?))
            });
            let row = match (labelled, &found[..]) {
                (Some((depth, count)), _) => Ok(Cells::Labelled(depth, count)),
                (None, [_, _]) if numbers.len() == 2 => Ok(Cells::Bare(found)),
                (None, [_, _, ..]) => Err(refused()),
                _ => return None,
            };
            Some((token.line, row)).filter(|(line, _)| !self.found.lines.contains(line))
        };
        self.tokens_of(&lines).filter_map(row).collect()
    }
}

/// The numbers of an attribute.
enum Cells {
    Labelled(u128, u128),
    Bare(Vec<u128>),
}

/// The blanks in front of a line.
fn indent(text: &str) -> usize {
    text.len() - text.trim_start().len()
}
