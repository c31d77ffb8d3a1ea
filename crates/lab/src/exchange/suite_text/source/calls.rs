//! Calls of functions named after perft: their depths, and the counts in their statements or below them.

use super::super::counts::MAX_BARE_DEPTH;
use super::super::entry::{Entry, Place, Row};
use super::super::statement::{self, Numbers};
use super::super::tokens::{Kind, Token};
use super::super::vocabulary::{Label, is_assertion, is_other_relation};
use super::scopes::{MAX_LINES, NAMELESS};
use super::{MAX_TOKENS, MAX_USES, Reader};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The reason against a count behind a call that may be a move.
const CHANGED: &str = "a call in front of the count may change the position; expected the FEN of the count, such as `check(\"FEN\", 3, 8902)`";

impl<'t> Reader<'_, '_, 't> {
    /// Finds the counts that belong to no position in a string: those of calls of perft, of the functions around them, of attributes, and
    /// of records whose position is an expression.
    pub(super) fn find_other_counts(&mut self) {
        let mut calls = Vec::new();
        for open in 0..self.all.len() {
            if self.all[open].kind != Kind::Open {
                continue;
            }
            let range = statement::inside(&self.all, open);
            let line = self.all[open].line;
            if self.has_position(&range) {
                continue;
            }
            if self.is_perft(open) {
                let is_read = self.unplaced(line, |reader, index| {
                    reader.perft_below(index, open);
                });
                calls.extend((!is_read).then_some(line));
                continue;
            }
            if self.others.contains(self.all[open.saturating_sub(1)].text)
                && let Some(reason) = self.other_call(open)
            {
                self.unplaced(line, |reader, index| reader.refuse(index, line, reason));
                continue;
            }
            // A record whose position is an expression, as in `fen: START`, or a depth with its count.
            let is_alike = self.rows.contains(&self.shape(open))
                || self.has_key(&range, Label::Position)
                || self.is_beside_rows(open) && self.has_key(&range, Label::Count);
            if !self.blocks.contains(&open)
                && (is_alike || self.has_key(&range, Label::Depth))
                && let Ok(numbers) = Numbers::from_tokens(&self.all, range, &statement::NOWHERE)
                && (is_alike || numbers.depth.is_none() && !numbers.is_empty())
            {
                self.unplaced(line, |reader, index| reader.add(index, &Place::line(line), numbers));
            }
        }
        self.other_attributes();
        let lists = self.lists_by_name();
        // The lists of the innermost block around a call that has some, up to one with a position.
        let mut known = BTreeSet::new();
        for line in calls {
            let mut header = Some(line);
            while let Some(line) = header.filter(|line| known.insert(*line)) {
                let goes_on = self.counts_of_block(&self.block_from(line), &lists);
                header = self.header_of(line).filter(|_| goes_on);
            }
        }
    }

    /// The lists of counts that are given a name outside of groups, or in a block.
    fn lists_by_name(&self) -> BTreeMap<&'t str, Vec<usize>> {
        let is_outer = |open: &usize| {
            let is_block = |open: usize| self.blocks.contains(&open);
            self.all[*open].kind == Kind::Open
                && !is_block(*open)
                && self.all[*open].parent.is_none_or(is_block)
                && !statement::is_call(&self.all, *open)
        };
        let opens = (0..self.all.len()).filter(is_outer);
        let lists = opens.filter(|open| self.are_pairs(*open) || self.is_list(*open));
        let mut named = BTreeMap::<_, Vec<_>>::new();
        for open in lists {
            if let Some(name) = self.assigned(&self.whole_statement(open)) {
                named.entry(name).or_default().push(open);
            }
        }
        named
    }

    /// Finds the lists of counts in a block around a call of perft, or those whose names it has. Returns whether it has neither lists nor a
    /// position.
    fn counts_of_block(&mut self, lines: &Range<usize>, named: &BTreeMap<&str, Vec<usize>>) -> bool {
        let tokens = self.tokens_of(lines);
        if self.has_position(&tokens) || tokens.len() > MAX_TOKENS {
            return false;
        }
        let (mut at, mut has_lists) = (tokens.start, false);
        while at < tokens.end {
            let list = self.list_of_counts(at);
            let is_clear = list.is_some() || self.are_pairs(at);
            let list = list.or_else(|| (is_clear || self.is_list(at)).then(|| self.group(at)));
            at = list.as_ref().map_or(at + 1, |list| list.end);
            has_lists |= list.is_some();
            list.into_iter().for_each(|list| self.unplaced_list(list, is_clear));
        }
        if has_lists {
            return false;
        }
        let mut given = BTreeMap::new();
        for at in tokens {
            let name = self.all[at].text;
            for open in named.get(name).into_iter().flatten().take(MAX_USES) {
                if *open < at && self.is_visible(*open, at) {
                    given.insert(*open, Label::parse(name) == Label::Count);
                }
            }
        }
        for (open, is_named) in &given {
            self.unplaced_list(self.group(*open), *is_named || self.are_pairs(*open));
        }
        given.is_empty()
    }

    /// Keeps a list for a position that the text does not name, or refuses one that need not be of counts.
    fn unplaced_list(&mut self, list: Range<usize>, is_clear: bool) {
        let line = self.all[list.start].line;
        self.unplaced(line, |reader, index| match is_clear {
            true => reader.list(index, list, None),
            false => reader.refuse(index, line, NAMELESS),
        });
    }

    /// Keeps what is read at a line for a position that the text does not name. Returns whether there is anything, read or refused.
    pub(super) fn unplaced(&mut self, line: usize, read: impl FnOnce(&mut Self, usize)) -> bool {
        if self.found.lines.contains(&line) || self.found.others.contains_key(&line) {
            return true;
        }
        let lines = std::mem::take(&mut self.found.lines);
        let (numbers, refusals) = (self.collector.suite.numbers, self.collector.suite.refusals.len());
        let index = self.collector.add(Entry::new(Place::line(line), ""));
        read(self, index);
        let suite = &mut self.collector.suite;
        suite.numbers = numbers;
        let refused = suite.refusals.split_off(refusals);
        let entry = suite.entries.pop().filter(|entry| entry.has_checks() && refused.is_empty());
        let read = std::mem::replace(&mut self.found.lines, lines);
        if refused.is_empty() && entry.is_none() {
            return false;
        }
        self.found.others.extend(read.into_iter().map(|line| (line, None)));
        self.found.others.extend(refused.into_iter().map(|refusal| (refusal.place.line, Some(Err(refusal)))));
        self.found.others.extend(entry.map(|entry| (line, Some(Ok(entry)))));
        true
    }

    pub(super) fn has_position(&self, range: &Range<usize>) -> bool {
        let from = |at: usize| self.positions.partition_point(|position| *position < at);
        from(range.start) < from(range.end)
    }

    /// Whether a group is in one with a group that has a position and its counts.
    fn is_beside_rows(&self, open: usize) -> bool {
        let (_, around, _) = self.shape(open);
        around.is_some() && self.rows.iter().any(|(_, other, _)| *other == around)
    }

    /// Whether a group has a key of a label, with a word or a number.
    fn has_key(&self, range: &Range<usize>, wanted: Label) -> bool {
        let is_value = |token: &Token<'_>| matches!(token.kind, Kind::Word | Kind::Number(_));
        statement::items(&self.all, range.clone()).any(|item| {
            let key = statement::key(&self.all, &item);
            key.is_some_and(|(label, value)| label == wanted && self.all[value].iter().any(is_value))
        })
    }

    /// The number of a call that has one alone.
    pub(super) fn depth_of_call(&self, open: usize) -> Option<u128> {
        let inside = statement::inside(&self.all, open);
        Numbers::from_tokens(&self.all, inside, &statement::NOWHERE).ok()?.single()
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
                        && (token.kind == Kind::Word || ["<", ">", ":", "!", ","].contains(&token.text))
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
        match self.count_of(open) {
            Ok(Some((count, last))) => {
                self.found.lines.extend([line, last]);
                self.collector.count(index, &Place::line(line), self.lines[line - 1], depth, count);
            }
            Ok(None) => {}
            Err(reason) => self.refuse(index, line, reason),
        }
    }

    /// The count beside a call, with the last line of its statement: in the statement of the call, or compared with its result below.
    pub(super) fn count_of(&self, open: usize) -> Result<Option<(u128, usize)>, String> {
        match self.count_of_statement(open)? {
            None => self.compared(&self.statement_around(self.block_of(open), &(open..open + 1))),
            found => Ok(found),
        }
    }

    /// The numbers of some tokens, but for indices, operands, and blocks among them.
    fn numbers_in(&self, range: &Range<usize>) -> Vec<u128> {
        let is_index =
            |at: &usize| self.all[*at].parent.is_some_and(|open| statement::is_index(&self.all, open));
        let is_in_block = |at: &usize| {
            let mut outer = std::iter::successors(self.all[*at].parent, |open| self.all[*open].parent);
            outer.any(|open| range.contains(&open) && self.blocks.contains(&open))
        };
        let number = |at: usize| if let Kind::Number(value) = self.all[at].kind { Some(value) } else { None };
        let is_count = |at: &usize| !is_index(at) && !self.is_operand(*at) && !is_in_block(at);
        range.clone().filter(|at| number(*at).is_some()).filter(is_count).filter_map(number).collect()
    }

    /// How many arguments are numbers.
    fn arguments_in(&self, inside: &Range<usize>) -> usize {
        let value =
            |item: Range<usize>| statement::key(&self.all, &item).map_or(item.clone(), |(_, value)| value);
        let items = statement::items(&self.all, inside.clone()).map(value);
        items.filter(|item| statement::single(&self.all, item).is_some()).count()
    }

    /// Whether a number is calculated with, compared by size or a field: `nodes / 1000`, `nodes < 1000`, `pair.1`.
    fn is_operand(&self, at: usize) -> bool {
        let text = |at: Option<usize>| self.text(at);
        let before = (text(at.checked_sub(2)), text(at.checked_sub(1)));
        let behind = (text(Some(at + 1)), text(Some(at + 2)));
        let is_sign = |sign: &str| ["+", "-", "*", "/", "%"].contains(&sign);
        let is_size = |sign: &str| ["<", ">"].contains(&sign);
        // `<<`, `=>`, `->` and `<u64>` do neither.
        let is_type = text(at.checked_sub(3)) == "<";
        before.1 == "."
            || is_sign(before.1)
            || is_sign(behind.0)
            || is_size(before.1) && !is_size(before.0) && !["=", "-"].contains(&before.0) && !is_type
            || before.1 == "=" && is_size(before.0)
            || is_size(behind.0) && !is_size(behind.1)
    }

    /// The number with which a statement below compares a variable that a statement assigns, before the next one that does, with its
    /// last line.
    pub(super) fn compared(&self, statement: &Range<usize>) -> Result<Option<(u128, usize)>, String> {
        const NEAR: usize = 6;
        let names = self.targets(statement);
        let line = self.all[statement.end - 1].line;
        let is_given = |at: usize| names.iter().any(|name| self.assigns(at, name));
        let is_kept = |at: &usize| self.all[*at].line <= line + MAX_LINES && !is_given(*at);
        // Of a result with several fields, one named after counts is meant.
        let is_count = |token: &Token<'_>| {
            let name = token.text.strip_prefix("get").unwrap_or(token.text);
            matches!(Label::parse(name), Label::Count | Label::Moves)
        };
        let is_meant = |at: usize| match &self.all[at + 1..] {
            [Token { text: "." | "[", .. }, field, ..] => is_count(field),
            _ => true,
        };
        let below = (statement.end..self.all.len()).take_while(is_kept);
        let uses = below.filter(|at| names.contains(&self.all[*at].text) && is_meant(*at));
        let is_near = |at: &usize| self.all[*at].line <= line + NEAR;
        let uses: Vec<_> = uses.filter(|at| is_near(at) || self.is_visible(statement.start, *at)).collect();
        // `got != 264` says more than `print(got, 2, 264)`.
        let equal: Vec<_> = uses.iter().filter_map(|at| self.equal_to(*at)).collect();
        let mut unclear: Vec<_> = equal.iter().map(|(count, _)| *count).collect();
        unclear.dedup();
        if unclear.len() == 1 {
            return Ok(equal.first().copied());
        }
        for at in uses.into_iter().filter(|_| equal.is_empty()) {
            // The comparison may be within brackets.
            let mut inner = at..at + 1;
            while let Some(open) = self.all[inner.start].parent.filter(|open| *open >= statement.end) {
                inner = self.group(open);
            }
            let range = self.statement_around(self.block_of(inner.start), &inner);
            let is_asserted =
                || statement::children(&self.all, &range).any(|at| is_assertion(self.all[at].text));
            if self.has_other_relation(&range) || !is_near(&at) && !is_asserted() {
                continue;
            }
            match &self.numbers_in(&range)[..] {
                &[count] => return Ok(Some((count, self.all[range.end - 1].line))),
                numbers => unclear.extend_from_slice(numbers),
            }
        }
        match unclear.iter().any(|number| *number > MAX_BARE_DEPTH) {
            true => {
                Err(format!("{} numbers next to `{}`; expected its count", unclear.len(), names.join(", ")))
            }
            false => Ok(None),
        }
    }

    /// The number to which a variable or a field of it is compared by a sign of equality, with its line.
    fn equal_to(&self, at: usize) -> Option<(u128, usize)> {
        let text = |at: usize| self.all.get(at).map_or("", |token| token.text);
        let is_sign = |at: &usize| ["=", "!"].contains(&text(*at));
        let end = at + if text(at + 1) == "." { 3 } else { 1 };
        let signs = ((0..at).rev().take_while(is_sign).count(), (end..).take_while(is_sign).count());
        let number = match signs {
            (_, signs @ 2..) => end + signs,
            (signs @ 2.., _) => at.checked_sub(signs + 1)?,
            _ => return None,
        };
        match self.all.get(number)? {
            Token { kind: Kind::Number(count), line, .. } if !self.is_operand(number) => {
                Some((*count, *line))
            }
            _ => None,
        }
    }

    /// The only number of the statement around a call, with the last line of the statement.
    pub(super) fn count_of_statement(&self, open: usize) -> Result<Option<(u128, usize)>, String> {
        let mut inner = self.group(open);
        // The count is calculated with: `perft(3) / 2 == 10`.
        if ["+", "-", "*", "/", "%"].contains(&self.text(Some(inner.end)))
            && self.text(Some(inner.end + 1)) != ">"
        {
            return Ok(None);
        }
        loop {
            let outer = self.all[inner.start].parent;
            let (start, end) = match outer {
                Some(outer) => (outer + 1, self.all[outer].partner.unwrap_or(self.all.len())),
                None => (0, self.all.len()),
            };
            let is_statement = outer.is_none_or(|outer| self.blocks.contains(&outer));
            let range = if is_statement { self.statement_around(start..end, &inner) } else { start..end };
            if range.len() > MAX_TOKENS || self.has_other_relation(&range) {
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
            inner = self.group(outer);
        }
    }

    /// Whether an assertion in some tokens compares by another relation than equality: `assertGreater(perft(3), 0)`,
    /// `expect(perft(3)).not.toBe(0)`, `assert perft(3) != 0`, `assert not perft(3) == 0`. What is in further groups says nothing about them.
    fn has_other_relation(&self, range: &Range<usize>) -> bool {
        let is_function = |at: usize| {
            let is_called = self.all.get(at + 1).is_some_and(|next| ["(", "!"].contains(&next.text));
            is_called || self.text(Some(at + 1)) == "." || self.text(at.checked_sub(1)) == "."
        };
        // A group is that of the function in front of it.
        let around = self.all[range.start].parent.and_then(|open| open.checked_sub(1));
        let around = around.map(|at| if self.all[at].text == "!" { at - 1 } else { at });
        let tokens = || statement::children(&self.all, range).chain(around);
        let is_word = |at: &usize| self.all[*at].kind == Kind::Word;
        let is_denied = |at: usize| {
            self.text(Some(at)) == "!" && self.text(Some(at + 1)) == "=" || self.text(Some(at)) == "not"
        };
        tokens().filter(is_word).any(|at| is_function(at) && is_other_relation(self.all[at].text))
            || tokens().filter(is_word).any(|at| is_assertion(self.all[at].text)) && tokens().any(is_denied)
    }

    /// Whether a call is a statement of its own.
    fn is_statement(&self, open: usize) -> bool {
        let statement = self.statement_around(self.block_of(open), &(open..open + 1));
        let is_block = |open: usize| self.blocks.contains(&open);
        self.all[open].parent.is_none_or(is_block) && !statement.clone().any(|at| self.all[at].text == "=")
    }

    /// Reads the only call of perft in a statement around a position, if there is one.
    pub(super) fn perft_around(&mut self, index: usize, at: usize, statement: &Range<usize>) -> bool {
        let Some((depth, open)) = self.call_around(at, statement) else { return false };
        match self.is_changed_between(at, open) {
            true => self.refuse(index, self.all[open].line, CHANGED),
            false => self.call(index, open, depth),
        }
        true
    }

    /// Whether a call between a position and a call of perft, as of `Board("FEN").push("e2e4").perft(2)`, has a move, or any word if the
    /// position is the start position by its name.
    fn is_changed_between(&self, at: usize, open: usize) -> bool {
        let is_between = |call: &usize| {
            self.all[*call].parent == self.all[open].parent && statement::is_call(&self.all, *call)
        };
        let is_other = |token: &Token<'_>| match token.kind {
            Kind::String => (self.collector.options.is_move)(token.text),
            Kind::Word => self.starts.contains_key(&at),
            _ => false,
        };
        let mut calls = (at..open).filter(is_between);
        calls.any(|call| self.all[statement::inside(&self.all, call)].iter().any(is_other))
    }

    /// The depth and the bracket of the only call of perft in a statement around a position.
    fn call_around(&self, at: usize, statement: &Range<usize>) -> Option<(u128, usize)> {
        let mut calls = statement.clone().filter_map(|open| {
            let inside = statement::inside(&self.all, open);
            let is_call = self.all[open].kind == Kind::Open && self.is_perft(open) && !inside.contains(&at);
            Some((is_call.then(|| self.depth_of_call(open)).flatten()?, open))
        });
        calls.next().filter(|_| calls.next().is_none())
    }

    /// The reason against a call of a function of another name with numbers in the places of a depth and its count.
    pub(super) fn other_call(&self, open: usize) -> Option<String> {
        if !statement::is_call(&self.all, open) || self.is_perft(open) {
            return None;
        }
        let inside = statement::inside(&self.all, open);
        if self.all[inside.clone()].iter().any(names_perft) {
            return None;
        }
        let numbers = Numbers::from_tokens(&self.all, inside, &statement::NOWHERE).ok()?;
        let (depth, count) = match (numbers.single(), &numbers.behind[..]) {
            (Some(depth), _) => (depth, self.count_of(open).ok()??.0),
            (None, &[depth, count]) if self.is_statement(open) => (depth, count),
            _ => return None,
        };
        let name = self.all[open - 1].text;
        ((1..=MAX_BARE_DEPTH).contains(&depth) && count > MAX_BARE_DEPTH).then(|| {
            format!(
                "{depth} and {count} at `{name}`, which is not named after perft; expected `perft({depth}) == {count}` or `check(\"FEN\", {depth}, {count})`; if it counts, pass `--function {name}`",
            )
        })
    }

    /// Reads a call below a position. Returns whether it has a number.
    pub(super) fn perft_below(&mut self, index: usize, open: usize) -> bool {
        let inside = statement::inside(&self.all, open);
        let place = Place::line(self.all[open].line);
        let is_placed = !self.collector.suite.entries[index].fen.is_empty();
        match Numbers::from_tokens(&self.all, inside.clone(), &statement::NOWHERE) {
            Ok(numbers) if numbers.is_empty() => false,
            Ok(numbers) if numbers.single().is_some() => {
                self.call(index, open, numbers.single().unwrap_or_default());
                true
            }
            Ok(numbers) => {
                self.found.lines.insert(place.line);
                let statement = self.statement_around(self.block_of(open), &(open..open + 1));
                let has_count = !matches!(self.count_of_statement(open), Ok(None));
                let is_check = !has_count && self.is_statement(open);
                let has_count = has_count || !matches!(self.compared(&statement), Ok(None));
                let labelled = self.arguments(open, None, is_check).ok();
                let depth = labelled.as_ref().and_then(|labelled| labelled.depth);
                match (labelled, &numbers.behind[..], &numbers.lists[..]) {
                    (Some(labelled), ..) if labelled.has_counts() => self.add(index, &place, labelled),
                    (Some(_), ..) if has_count && depth.is_some() => {
                        self.call(index, open, depth.unwrap_or_default());
                    }
                    // The numbers of a call whose result is kept are its arguments.
                    (None, &[depth, _], []) if depth <= MAX_BARE_DEPTH && is_check => {
                        let row = Row::new(place, numbers.behind);
                        self.collector.suite.entries[index].bare.push(row);
                    }
                    // `perft(5, board, 5)`.
                    (None, [depth, rest @ ..], [])
                        if has_count && rest.iter().all(|other| other == depth) =>
                    {
                        self.call(index, open, *depth);
                    }
                    (None, [], _) | (None, [_], [_, ..]) => self.add(index, &place, numbers),
                    _ => {
                        let reason =
                            "numbers in a call of perft; expected its depth, or a depth and its count";
                        self.refuse(index, place.line, reason);
                    }
                }
                true
            }
            // `perft(position, depth - 1)` has no number, and `perft.get(1..2)` no argument that is one.
            Err(_) if self.numbers_in(&inside).len() < 2 || !is_placed && self.arguments_in(&inside) < 2 => {
                false
            }
            Err(reason) => {
                self.refuse(index, place.line, reason);
                true
            }
        }
    }
}

/// Whether a token is a word that contains "perft", in any case.
pub(super) fn names_perft(token: &Token<'_>) -> bool {
    token.kind == Kind::Word && token.text.to_ascii_lowercase().contains("perft")
}
