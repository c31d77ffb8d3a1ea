//! Calls of functions named after perft: their depths, and the counts in their statements or below them.

use super::super::counts::MAX_BARE_DEPTH;
use super::super::entry::{Entry, Place, Row};
use super::super::statement::{self, Numbers};
use super::super::tokens::{Kind, Token};
use super::super::vocabulary::Label;
use super::{MAX_TOKENS, Reader};
use std::ops::Range;

impl Reader<'_, '_, '_> {
    /// Finds the counts that belong to no position in a string: those of calls of perft, of the functions around them, of attributes, and
    /// of records whose position is an expression.
    pub(super) fn find_other_counts(&mut self) {
        let mut around = 0..0;
        for open in 0..self.all.len() {
            if self.all[open].kind != Kind::Open {
                continue;
            }
            let range = statement::inside(&self.all, open);
            let line = self.all[open].line;
            if self.found.lines.contains(&line)
                || self.found.others.contains_key(&line)
                || self.has_position(&range)
            {
                continue;
            }
            if self.is_perft(open) {
                let is_read = self.unplaced(line, |reader, index| {
                    reader.perft_below(index, open);
                });
                if !is_read {
                    let function = self.function_of_line(line);
                    if function != around {
                        self.counts_of_function(&function);
                        around = function;
                    }
                }
            } else if !self.blocks.contains(&open)
                && (self.has_key(&range) || self.rows.contains(&self.shape(open)))
            {
                self.unplaced(line, |reader, index| {
                    if let Ok(numbers) = Numbers::read(&reader.all, range, &statement::NOWHERE) {
                        reader.add(index, &Place::line(line), numbers);
                    }
                });
            }
        }
        self.other_attributes();
    }

    /// Finds the lists of counts in a function that calls perft, if it has no position.
    fn counts_of_function(&mut self, lines: &Range<usize>) {
        let tokens = self.tokens_of(lines);
        if self.has_position(&tokens) || tokens.len() > MAX_TOKENS {
            return;
        }
        let lists: Vec<_> = tokens.clone().filter_map(|at| Some((at, self.list_of_counts(at)?))).collect();
        for (at, value) in lists {
            let line = self.all[at].line;
            self.unplaced(line, |reader, index| reader.list(index, value));
        }
        if let Some(open) = tokens.clone().find(|open| self.are_pairs(*open)) {
            self.unplaced(self.all[open].line, |reader, index| reader.pairs(index, open));
        }
    }

    /// Keeps what is read at a line for a position that the text does not name. Returns whether there is anything.
    pub(super) fn unplaced(&mut self, line: usize, read: impl FnOnce(&mut Self, usize)) -> bool {
        let lines = std::mem::take(&mut self.found.lines);
        let (numbers, refusals) = (self.collector.suite.numbers, self.collector.suite.refusals.len());
        let index = self.collector.add(Entry::new(Place::line(line), ""));
        read(self, index);
        let suite = &mut self.collector.suite;
        suite.numbers = numbers;
        suite.refusals.truncate(refusals);
        let entry = suite.entries.pop().filter(Entry::has_checks);
        let read = std::mem::replace(&mut self.found.lines, lines);
        let Some(entry) = entry else { return false };
        self.found.others.extend(read.into_iter().map(|line| (line, None)));
        self.found.others.insert(line, Some(entry));
        true
    }

    pub(super) fn has_position(&self, range: &Range<usize>) -> bool {
        let from = |at: usize| self.positions.partition_point(|position| *position < at);
        from(range.start) < from(range.end)
    }

    /// Whether a group has a key for a position or a depth, such as `fen: START` and `depth: 1`.
    fn has_key(&self, range: &Range<usize>) -> bool {
        statement::items(&self.all, range.clone()).any(|item| {
            statement::key(&self.all, &item).is_some_and(|(label, value)| {
                label == Label::Depth
                    || label == Label::Position
                        && self.all[value].iter().any(|token| token.kind == Kind::Word)
            })
        })
    }

    /// The number of a call that has one alone.
    pub(super) fn depth_of_call(&self, open: usize) -> Option<u128> {
        let inside = statement::inside(&self.all, open);
        Numbers::read(&self.all, inside, &statement::NOWHERE).ok()?.single()
    }

    /// Whether a bracket opens the arguments of a function named after perft, or of one of a thing named so: `perft(3)`, `Perft.run(3)`,
    /// `Perft::run(3)`.
    pub(super) fn is_perft(&self, open: usize) -> bool {
        if self.all[open].text != "(" {
            return false;
        }
        let mut before = &self.all[..open];
        // `perft::<true>(3)`, `perft<true>(3)` and `perft!(3)`.
        if matches!(before.last(), Some(Token { text: ">" | "!", .. })) {
            let line = self.all[open].line;
            return before
                .iter()
                .rev()
                .take_while(|token| {
                    token.line == line
                        && (token.kind == Kind::Word || ["<", ">", ":", "!"].contains(&token.text))
                })
                .any(names_perft);
        }
        while let Some((name, rest)) = before.split_last().filter(|(name, _)| name.kind == Kind::Word) {
            if names_perft(name) {
                return true;
            }
            before = match rest {
                [rest @ .., Token { text: ".", .. }] => rest,
                [rest @ .., Token { text: ":", .. }, Token { text: ":", .. }] => rest,
                _ => return false,
            };
        }
        false
    }

    /// Reads a call of a function named after perft with the depth alone: the count is the other number of its statement.
    pub(super) fn call(&mut self, index: usize, open: usize, depth: u128) {
        let line = self.all[open].line;
        let text = self.lines[line - 1];
        let place = Place::line(line);
        match self.count_of_statement(open) {
            Ok(Some((count, last))) => {
                self.found.lines.extend(line..=last);
                self.collector.count(index, &place, text, depth, count);
            }
            // `let nodes = perft(3);` and the comparison below it.
            Ok(None) => {
                let statement = self.statement_around(self.block_of(open), &(open..open + 1));
                if let Some((count, last)) = self.compared(&statement) {
                    self.found.lines.extend(line..=last);
                    self.collector.count(index, &place, text, depth, count);
                }
            }
            Err(reason) => {
                self.found.lines.insert(line);
                self.collector.refuse(&place, text, reason);
            }
        }
    }

    /// The numbers of some tokens, but for indices.
    fn numbers_in(&self, range: &Range<usize>) -> Vec<u128> {
        let is_index =
            |at: &usize| self.all[*at].parent.is_some_and(|open| statement::is_index(&self.all, open));
        let number = |at: usize| if let Kind::Number(value) = self.all[at].kind { Some(value) } else { None };
        range.clone().filter(|at| !is_index(at)).filter_map(number).collect()
    }

    /// The number with which a statement below compares the variable that a statement assigns.
    pub(super) fn compared(&self, statement: &Range<usize>) -> Option<(u128, usize)> {
        const MAX_LINES: usize = 6;
        let name = self.assigned(statement)?;
        let line = self.all[statement.end - 1].line;
        let is_near = |at: &usize| self.all[*at].line <= line + MAX_LINES;
        let next =
            (statement.end..self.all.len()).take_while(is_near).find(|at| self.all[*at].text == name)?;
        // Of a result with several fields, one named after counts is meant.
        let is_field = self.all.get(next + 1).is_some_and(|token| token.text == "." || token.text == "[");
        let is_count = |token: &Token<'_>| matches!(Label::read(token.text), Label::Count | Label::Moves);
        if self.assigns(next, name) || is_field && !self.all.get(next + 2).is_some_and(is_count) {
            return None;
        }
        // The comparison may be within brackets.
        let mut inner = next..next + 1;
        while let Some(open) = self.all[inner.start].parent.filter(|open| *open >= statement.end) {
            inner = open..self.all[open].partner.map_or(open + 1, |close| close + 1);
        }
        let range = self.statement_around(self.block_of(inner.start), &inner);
        match self.numbers_in(&range)[..] {
            [count] => Some((count, self.all[range.end - 1].line)),
            _ => None,
        }
    }

    /// The only number of the statement around a call, with the last line of the statement.
    pub(super) fn count_of_statement(&self, open: usize) -> Result<Option<(u128, usize)>, String> {
        let close = self.all[open].partner.unwrap_or(open);
        let mut inner = open..close + 1;
        loop {
            let outer = self.all[inner.start].parent;
            let (start, end) = match outer {
                Some(outer) => (outer + 1, self.all[outer].partner.unwrap_or(self.all.len())),
                None => (0, self.all.len()),
            };
            let is_statement = outer.is_none_or(|outer| self.blocks.contains(&outer));
            let range = if is_statement { self.statement_around(start..end, &inner) } else { start..end };
            if range.len() > MAX_TOKENS {
                return Ok(None);
            }
            let calls = range.clone().filter(|at| {
                self.all[*at].kind == Kind::Open
                    && self.is_perft(*at)
                    && !(self.all[*at].partner.is_some_and(|close| (*at..close).contains(&open)))
            });
            let mut numbers = self.numbers_in(&(range.start..inner.start));
            numbers.extend(self.numbers_in(&(inner.end..range.end)));
            let has_others = calls
                .clone()
                .any(|at| !inner.contains(&at) && self.has_number(at..self.all[at].partner.unwrap_or(at)));
            match numbers[..] {
                [_, ..] if has_others => {
                    return Err("two calls of perft in one statement; expected one with its count".into());
                }
                [count] => return Ok(Some((count, self.all[range.end - 1].line))),
                [_, _, ..] => {
                    return Err(format!(
                        "{} numbers next to a call of perft; expected its count",
                        numbers.len()
                    ));
                }
                [] if is_statement => return Ok(None),
                [] => {}
            }
            let Some(outer) = outer else { return Ok(None) };
            inner = outer..self.all[outer].partner.map_or(outer + 1, |close| close + 1);
        }
    }

    /// Whether a call is a statement of its own.
    fn is_statement(&self, open: usize) -> bool {
        let statement = self.statement_around(self.block_of(open), &(open..open + 1));
        let is_block = |open: usize| self.blocks.contains(&open);
        self.all[open].parent.is_none_or(is_block) && !statement.clone().any(|at| self.all[at].text == "=")
    }

    /// The depth and the bracket of the only call of perft in a statement around a position.
    pub(super) fn call_around(&self, at: usize, statement: &Range<usize>) -> Option<(u128, usize)> {
        let mut calls = statement.clone().filter_map(|open| {
            let inside = statement::inside(&self.all, open);
            let is_call = self.all[open].kind == Kind::Open && self.is_perft(open) && !inside.contains(&at);
            Some((is_call.then(|| self.depth_of_call(open)).flatten()?, open))
        });
        calls.next().filter(|_| calls.next().is_none())
    }

    /// Reads a call below a position. Returns whether it has a number.
    pub(super) fn perft_below(&mut self, index: usize, open: usize) -> bool {
        let inside = statement::inside(&self.all, open);
        let place = Place::line(self.all[open].line);
        match Numbers::read(&self.all, inside.clone(), &statement::NOWHERE) {
            Ok(numbers) if numbers.is_empty() => false,
            Ok(numbers) if numbers.single().is_some() => {
                self.call(index, open, numbers.single().unwrap_or_default());
                true
            }
            Ok(numbers) => {
                self.found.lines.insert(place.line);
                let text = self.lines[place.line - 1];
                let has_count = !matches!(self.count_of_statement(open), Ok(None));
                let is_check = !has_count && self.is_statement(open);
                match (self.arguments(open, is_check), &numbers.behind[..], &numbers.lists[..]) {
                    (Some((depth, Some(count))), ..) => {
                        self.collector.count(index, &place, text, depth, count);
                    }
                    (Some((depth, None)), ..) if has_count => self.call(index, open, depth),
                    // The numbers of a call whose result is kept are its arguments.
                    (None, &[depth, _], []) if depth <= MAX_BARE_DEPTH && is_check => {
                        let row = Row::new(place, numbers.behind);
                        self.collector.suite.entries[index].bare.push(row);
                    }
                    (None, [], _) | (None, [_], [_, ..]) => self.add(index, &place, numbers),
                    _ => {
                        let reason =
                            "numbers in a call of perft; expected its depth, or a depth and its count";
                        self.collector.refuse(&place, self.lines[place.line - 1], reason);
                    }
                }
                true
            }
            // `perft(position, depth - 1)` has no number.
            Err(_) if self.numbers_in(&inside).len() < 2 => false,
            Err(reason) => {
                self.found.lines.insert(place.line);
                self.collector.refuse(&place, self.lines[place.line - 1], reason);
                true
            }
        }
    }
}

/// Whether a token is a word that contains "perft", in any case.
pub(super) fn names_perft(token: &Token<'_>) -> bool {
    token.kind == Kind::Word && token.text.to_ascii_lowercase().contains("perft")
}
