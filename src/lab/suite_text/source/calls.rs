//! Calls of functions named after perft: their depths, and the counts in their statements or below them.

use super::super::counts::MAX_BARE_DEPTH;
use super::super::entry::Place;
use super::super::statement::{self, Numbers};
use super::super::tokens::{Kind, Token};
use super::super::vocabulary::Label;
use super::{MAX_TOKENS, Reader};
use std::ops::Range;

impl Reader<'_, '_, '_> {
    /// Finds calls of perft with a depth and a count that belong to no position in a string.
    pub(super) fn find_other_calls(&mut self) {
        for open in 0..self.all.len() {
            let line = self.all[open].line;
            if self.all[open].kind != Kind::Open || !self.is_perft(open) || self.found.lines.contains(&line) {
                continue;
            }
            if self.depth_of_call(open).is_some() && matches!(self.count_of_statement(open), Ok(Some(_))) {
                self.found.calls.insert(line);
            }
        }
    }

    /// The number of a call that has one alone.
    pub(super) fn depth_of_call(&self, open: usize) -> Option<u128> {
        let inside = open + 1..self.all[open].partner.unwrap_or(open + 1);
        Numbers::read(&self.all, inside, &statement::NOWHERE).ok()?.single()
    }

    /// Whether the word in front of a bracket is the name of a function named after perft.
    pub(super) fn is_perft(&self, open: usize) -> bool {
        if self.all[open].text != "(" {
            return false;
        }
        // `perft::<true>(3)`, `perft<true>(3)` and `perft!(3)`.
        let before = self.all[..open].iter().rev();
        let mut names = before.take_while(|token| {
            token.line == self.all[open].line
                && (token.kind == Kind::Word || ["<", ">", ":", "!"].contains(&token.text))
        });
        let is_close = open > 0 && matches!(self.all[open - 1].text, ">" | "!");
        let name = if is_close {
            names.find(|token| token.text.to_ascii_lowercase().contains("perft"))
        } else {
            names.next()
        };
        name.is_some_and(|token| {
            token.kind == Kind::Word && token.text.to_ascii_lowercase().contains("perft")
        })
    }

    /// Reads a call of a function named after perft with the depth alone: the count is the other number of its statement.
    pub(super) fn call(&mut self, index: usize, open: usize, depth: u128) {
        let line = self.all[open].line;
        let text = self.lines[line - 1];
        let place = Place::line(line);
        match self.count_of_statement(open) {
            Ok(Some((count, last))) => {
                self.found.lines.extend(line..=last);
                let depth = u32::try_from(depth).unwrap_or(u32::MAX);
                self.collector.count(index, &place, text, depth, count);
            }
            // `let nodes = perft(3);` and the comparison below it.
            Ok(None) => {
                let statement = self.statement_around(self.block_of(open), &(open..open + 1));
                if let Some((count, last)) = self.compared(&statement) {
                    self.found.lines.extend(line..=last);
                    let depth = u32::try_from(depth).unwrap_or(u32::MAX);
                    self.collector.count(index, &place, text, depth, count);
                }
            }
            Err(reason) => {
                self.found.lines.insert(line);
                self.collector.refuse(&place, text, reason);
            }
        }
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
        let numbers = range
            .clone()
            .filter_map(|at| if let Kind::Number(value) = self.all[at].kind { Some(value) } else { None });
        let numbers: Vec<_> = numbers.collect();
        match numbers[..] {
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
            let numbers: Vec<_> = range
                .clone()
                .filter(|at| !inner.contains(at))
                .filter(|at| !self.all[*at].parent.is_some_and(|open| statement::is_index(&self.all, open)))
                .filter_map(|at| if let Kind::Number(value) = self.all[at].kind { Some(value) } else { None })
                .collect();
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
                        "{} numbers beside a call of perft; expected its count",
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

    /// The depth and the bracket of the only call of perft in a statement around a position.
    pub(super) fn call_around(&self, at: usize, statement: &Range<usize>) -> Option<(u128, usize)> {
        let mut calls = statement.clone().filter_map(|open| {
            let inside = open + 1..self.all[open].partner.unwrap_or(open + 1);
            let is_call = self.all[open].kind == Kind::Open && self.is_perft(open) && !inside.contains(&at);
            Some((is_call.then(|| self.depth_of_call(open)).flatten()?, open))
        });
        calls.next().filter(|_| calls.next().is_none())
    }

    /// Reads a call below a position. Returns whether it has a number.
    pub(super) fn perft_below(&mut self, index: usize, open: usize) -> bool {
        let inside = open + 1..self.all[open].partner.unwrap_or(open + 1);
        let place = Place::line(self.all[open].line);
        match Numbers::read(&self.all, inside, &statement::NOWHERE) {
            Ok(numbers) if numbers.is_empty() => false,
            Ok(numbers) if numbers.single().is_some() => {
                self.call(index, open, numbers.single().unwrap_or_default());
                true
            }
            Ok(numbers) => {
                self.found.lines.insert(place.line);
                match numbers.behind[..] {
                    [depth, count]
                        if numbers.lists.is_empty()
                            && depth <= MAX_BARE_DEPTH
                            && matches!(self.count_of_statement(open), Ok(None)) =>
                    {
                        let text = self.lines[place.line - 1];
                        self.collector.count(
                            index,
                            &place,
                            text,
                            u32::try_from(depth).unwrap_or(u32::MAX),
                            count,
                        );
                    }
                    [] => self.add(index, &place, numbers),
                    _ => {
                        let reason =
                            "numbers in a call of perft; expected its depth, or a depth and its count";
                        self.collector.refuse(&place, self.lines[place.line - 1], reason);
                    }
                }
                true
            }
            Err(reason) => {
                self.found.lines.insert(place.line);
                self.collector.refuse(&place, self.lines[place.line - 1], reason);
                true
            }
        }
    }
}
