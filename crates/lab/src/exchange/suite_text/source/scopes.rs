//! The statement and the function around a position, and the counts that a function has in its attributes or as a list of pairs.

use super::super::counts::MAX_BARE_DEPTH;
use super::super::entry::Place;
use super::super::statement::{self, Numbers, is_run};
use super::super::tokens::Kind;
use super::calls::names_perft;
use super::{MAX_TOKENS, Reader};
use std::collections::BTreeSet;
use std::ops::Range;

/// The most lines of a function.
pub(super) const MAX_LINES: usize = 500;

/// The reason against a list of numbers that may be counts.
pub(super) const NAMELESS: &str = "a list of numbers without a name for counts; expected one such as `nodes = [20, 400]`, below its position in the same function";

impl<'t> Reader<'_, '_, 't> {
    /// The statement of a block around some tokens: up to semicolons, or to line ends at which no bracket is open.
    pub(super) fn statement_around(&self, block: Range<usize>, inner: &Range<usize>) -> Range<usize> {
        let parent = self.all[inner.start].parent;
        let is_direct = |at: usize| self.all[at].parent == parent;
        let continues = |text: &str| ["=", "<", ">", ".", ",", "+", "?", ":", "&", "|", "\\"].contains(&text);
        // `20 = perft(1, Game),` of Erlang, or `check(Game, 1, 20),` of Prolog.
        let is_whole = |line: usize| {
            let tokens = self.tokens_of(&(line..line + 1));
            let mut direct = tokens.clone().filter(|at| is_direct(*at));
            let is_call = |open: usize| {
                let close = self.all[open].partner.map_or(open, |close| close + 1);
                statement::is_call(&self.all, open)
                    && (close == tokens.end
                        || close + 1 == tokens.end && [",", "."].contains(&self.all[close].text))
            };
            direct.any(|at| self.assigns_at(at)) || tokens.start + 1 < tokens.end && is_call(tokens.start + 1)
        };
        // `let kiwi = read` with the position on the next line, further in.
        let is_argument = |at: usize| {
            let depth = |at: usize| indent(self.lines[self.all[at].line - 1]);
            let is_position = self.all[at].kind == Kind::String && self.positions.binary_search(&at).is_ok();
            is_position && self.all[at - 1].kind == Kind::Word && depth(at) > depth(at - 1)
        };
        let ends_before = |at: usize| {
            let (before, token) = (&self.all[at - 1], &self.all[at]);
            let is_match = || before.text == "," && is_whole(before.line) && is_whole(token.line);
            before.text == ";" && is_direct(at - 1)
                || before.line < token.line
                    && is_direct(at)
                    // Behind a colon, a block of Python begins.
                    && !(continues(before.text) && before.text != ":" && !is_match())
                    && !continues(token.text)
                    && token.text != "!"
                    && !(before.kind == Kind::String && token.kind == Kind::String)
                    && !is_argument(at)
        };
        let near =
            inner.start.saturating_sub(MAX_TOKENS).max(block.start)..(inner.end + MAX_TOKENS).min(block.end);
        let block = near;
        let start = (block.start + 1..=inner.start).rev().find(|at| ends_before(*at)).unwrap_or(block.start);
        let end = (inner.end..block.end)
            .find(|at| is_direct(*at) && (ends_before(*at) || self.all[*at].text == ";"));
        start..end.unwrap_or(block.end)
    }

    /// A statement without the block behind a token, as of `if let Some(board) = read("FEN") { ... }`.
    pub(super) fn without_block(&self, statement: Range<usize>, at: usize) -> Range<usize> {
        let parent = self.all[statement.start].parent;
        let is_block = |open: &usize| self.blocks.contains(open) && self.all[*open].parent == parent;
        let end = (at..statement.end).find(is_block);
        statement.start..end.unwrap_or(statement.end)
    }

    /// The tokens of the innermost group around a token, or all.
    pub(super) fn block_of(&self, at: usize) -> Range<usize> {
        match self.all[at].parent {
            Some(open) => open + 1..self.all[open].partner.unwrap_or(self.all.len()),
            None => 0..self.all.len(),
        }
    }

    /// The first line behind the function of a position: one that is indented less.
    pub(super) fn end_of_function(&self, first: usize, line: usize) -> usize {
        let own = indent(self.lines[first - 1]);
        let ends = |text: &str| {
            let is_fence = text.trim_start().starts_with("```");
            !text.trim().is_empty() && (is_fence || indent(text) < own)
        };
        // Behind the next position, nothing belongs to this one.
        let after = self.positions.partition_point(|position| self.all[*position].line <= line);
        let last = self.positions.get(after).map_or(self.lines.len(), |next| self.all[*next].line);
        let below = self.lines[line.min(last)..last].iter();
        below.clone().position(|text| ends(text)).map_or(last + 1, |at| line + 1 + at)
    }

    /// The token that opens the outermost group around a token in its block, or the token.
    fn outermost(&self, at: usize) -> usize {
        let around = |at: &usize| self.all[*at].parent.filter(|open| !self.blocks.contains(open));
        std::iter::successors(Some(at), around).last().unwrap_or(at)
    }

    /// The statement of the block around a token.
    pub(super) fn whole_statement(&self, at: usize) -> Range<usize> {
        let outer = self.outermost(at);
        self.statement_around(self.block_of(outer), &self.group(outer))
    }

    /// The names that the statement of a position may give it: those in front of the equals sign, or all but those of functions.
    pub(super) fn bound(&self, statement: &Range<usize>) -> BTreeSet<&'t str> {
        let equals = statement.clone().find(|at| self.assigns_at(*at));
        let words = statement.start..equals.unwrap_or(statement.end);
        // `board` of `self.board.load("FEN")`, and of `Board board("FEN")`.
        let text = |at: usize| self.all.get(at).map_or("", |token| token.text);
        let is_owner = |at: usize| text(at + 1) == "." && text(at + 3) != "(";
        let is_name = |at: &usize| {
            !is_owner(*at) && (self.is_variable(*at) || *at > 0 && self.all[*at - 1].kind == Kind::Word)
        };
        words
            .filter(|at| self.all[*at].kind == Kind::Word)
            .filter(is_name)
            .map(|at| self.all[at].text)
            .collect()
    }

    /// Whether an equals sign gives another name to a position: one of its own names is the whole value.
    pub(super) fn is_alias(&self, equals: usize, own: &BTreeSet<&'t str>) -> bool {
        let statement = self.whole_statement(equals);
        let is_value = |at: usize| at + 1 == statement.end && own.contains(self.all[at].text);
        equals + 1 < statement.end && is_value(equals + 1)
    }

    /// Whether a word is no function.
    fn is_variable(&self, at: usize) -> bool {
        self.all[at].kind == Kind::Word
            && !self.all.get(at + 1).is_some_and(|next| ["(", "!"].contains(&next.text) && !next.is_apart)
    }

    /// The object of a call, such as `board` of `board.state.perft(3)`, and its arguments.
    pub(super) fn operands(&self, open: usize) -> impl Iterator<Item = usize> {
        let line = self.all[open].line;
        let is_path = move |at: &usize| {
            let token = &self.all[*at];
            token.line == line && (token.kind == Kind::Word || [".", ":", "!"].contains(&token.text))
        };
        let path = (0..open).rev().take_while(is_path);
        path.chain(statement::inside(&self.all, open)).filter(|at| self.is_variable(*at))
    }

    /// Whether a call of perft may be about the position with these names: it uses one, or no other variable of the function.
    pub(super) fn is_of(&self, open: usize, first: usize, own: &BTreeSet<&'t str>) -> bool {
        if self.operands(open).any(|at| own.contains(self.all[at].text)) {
            return true;
        }
        let from = self
            .tokens_of(&(self.header_of(first).unwrap_or(1)..first))
            .start
            .max(open.saturating_sub(MAX_TOKENS));
        let is_other = |at: usize| (from..open).any(|before| self.assigns(before, self.all[at].text));
        let is_new =
            |at: usize| statement::is_call(&self.all, at) && statement::inside(&self.all, at).is_empty();
        !self.operands(open).any(is_other) && !statement::inside(&self.all, open).any(is_new)
    }

    /// The names of a position that a call has with another argument: it may be a move. One with the text of the position is none, and
    /// neither is one around a call of perft.
    pub(super) fn changed(&self, open: usize, own: &BTreeSet<&'t str>, text: Option<&str>) -> Vec<&'t str> {
        let inside = statement::inside(&self.all, open);
        let is_read = |at: usize| Some(self.all[at].text) == text || names_perft(&self.all[at]);
        if !statement::is_call(&self.all, open) || self.is_perft(open) || inside.clone().any(is_read) {
            return Vec::new();
        }
        let name = |at: usize| own.get(self.all[at].text).copied();
        let is_itself = |item: &Range<usize>| {
            item.clone().all(|at| ["&", "*", "mut"].contains(&self.all[at].text) || name(at).is_some())
        };
        let (itself, others): (Vec<_>, Vec<_>) = statement::items(&self.all, inside).partition(is_itself);
        let path = self.operands(open).filter(|at| *at < open);
        let names = itself.into_iter().flatten().chain(path).filter_map(name);
        names.filter(|_| !others.is_empty()).collect()
    }

    /// The lines of the function of a position from its header on, if no other position is in them.
    pub(super) fn function(&self, at: usize, first: usize) -> Option<Range<usize>> {
        let header = self.header_of(first).unwrap_or(first);
        let lines = header..self.end_of_function(first, self.all[at].line);
        let from = |line: usize| self.positions.partition_point(|position| self.all[*position].line < line);
        (from(lines.end) - from(lines.start) == 1).then_some(lines)
    }

    /// The lines from a position up to the function below it that has the next one.
    fn up_to_function(&self, at: usize, first: usize) -> Option<Range<usize>> {
        let next = self.positions.partition_point(|position| *position <= at);
        let mut line = self.all[*self.positions.get(next)?].line;
        let own = indent(self.lines[first - 1]);
        let is_inner = indent(self.lines[line - 1]) > own;
        while indent(self.lines[line - 1]) > own {
            line = self.header_of(line)?;
        }
        let own_line = self.all[at].line;
        (is_inner && line > own_line).then(|| first..line.min(self.end_of_function(first, own_line)))
    }

    /// The tokens of some lines.
    pub(super) fn tokens_of(&self, lines: &Range<usize>) -> Range<usize> {
        let from = |line: usize| self.all.partition_point(|token| token.line < line);
        // The next position may be on the same line as the one before.
        from(lines.start)..from(lines.end.max(lines.start))
    }

    /// The line that begins the block around a line: the next one above that is indented less.
    pub(super) fn header_of(&self, line: usize) -> Option<usize> {
        let mut above = (1..line).rev().take(MAX_LINES).filter(|line| self.is_code(*line));
        above.find(|above| indent(self.lines[above - 1]) < indent(self.lines[line - 1]))
    }

    /// The lines of the block that begins on a line, up to one that is not indented more.
    pub(super) fn block_from(&self, header: usize) -> Range<usize> {
        let last = self.lines.len().min(header + MAX_LINES);
        let mut below = (header + 1..=last).filter(|line| self.is_code(*line));
        let end = below.find(|line| indent(self.lines[line - 1]) <= indent(self.lines[header - 1]));
        header..end.unwrap_or(last + 1)
    }

    /// Whether a line has more than a bracket that opens the block of the line above.
    fn is_code(&self, line: usize) -> bool {
        !["", "{"].contains(&self.lines[line - 1].trim())
    }

    /// The tokens of a group with its brackets.
    pub(super) fn group(&self, open: usize) -> Range<usize> {
        open..self.all[open].partner.map_or(open + 1, |close| close + 1)
    }

    /// Whether a token is in a statement of the block of a position, which begins on the line `first`. Further in, a block has to use the
    /// name of the position: it may be another function.
    pub(super) fn is_beside(&self, at: usize, first: usize, name: Option<&str>) -> bool {
        let outer = self.outermost(at);
        let (own, line) = (indent(self.lines[first - 1]), self.all[outer].line);
        let is_end =
            |line: &usize| !self.lines[line - 1].trim().is_empty() && indent(self.lines[line - 1]) <= own;
        if is_end(&line) {
            return true;
        }
        let start = (first..line).rev().find(is_end).unwrap_or(first);
        let block = &self.all[self.tokens_of(&self.block_from(start))];
        name.is_some_and(|name| block.iter().any(|token| token.text == name))
    }

    /// Reads the list above a position that is named after counts, if both are alone in their function. Returns whether there is one.
    pub(super) fn list_above(&mut self, index: usize, at: usize, first: usize) -> bool {
        let Some(lines) = self.function(at, first).filter(|_| indent(self.lines[first - 1]) > 0) else {
            return false;
        };
        let mut lists = self.tokens_of(&lines).filter_map(|at| self.list_of_counts(at));
        let list = lists.next().filter(|list| list.end <= at && lists.next().is_none());
        list.map(|list| self.list(index, list, None)).is_some()
    }

    /// Reads a list of the depths from 0 or 1 on, each with its count, in the function of a position. Without one, other lists of numbers
    /// there, or on the lines `below` the position, are refused.
    pub(super) fn lists_of_function(
        &mut self,
        index: usize,
        at: usize,
        first: usize,
        name: Option<&str>,
        below: Range<usize>,
    ) {
        let function = self.function(at, first).or_else(|| self.up_to_function(at, first));
        let is_mention = self.collector.suite.entries[index].is_mention;
        let is_near = |open: &usize| *open < at || self.is_beside(*open, first, name);
        let tokens = self.tokens_of(function.as_ref().unwrap_or(&below));
        let calls_perft = || self.all[tokens.clone()].iter().any(names_perft);
        let function = function.filter(|_| !is_mention || calls_perft());
        let pairs = function.as_ref().and_then(|lines| {
            self.tokens_of(lines).find(|open| self.are_pairs(*open) && self.is_beside(*open, first, name))
        });
        if let Some(open) = pairs {
            return self.list(index, self.group(open), None);
        }
        // `for (depth, count) in [20, 400].enumerate() {`.
        let header = function.as_ref().and_then(|_| self.header_of(first));
        let around = header.map(|line| self.tokens_of(&(line..line + 1))).unwrap_or_default();
        let mut lists = around.filter(|open| self.is_list(*open));
        if let Some(open) = lists.next().filter(|_| lists.next().is_none() && calls_perft()) {
            return self.list(index, self.group(open), None);
        }
        if indent(self.lines[first - 1]) == 0 || is_mention && !calls_perft() {
            return;
        }
        let lists: Vec<_> = tokens.filter(|open| self.is_list(*open) && is_near(open)).collect();
        for open in lists {
            self.refuse(index, self.all[open].line, NAMELESS);
        }
    }

    /// Whether a bracket opens a list of numbers that may be counts: the last is greater than a depth.
    pub(super) fn is_list(&self, open: usize) -> bool {
        let is_open = matches!(self.all[open].text, "[" | "{") && !statement::is_index(&self.all, open);
        let items = statement::items(&self.all, statement::inside(&self.all, open));
        let numbers = || items.map(|item| statement::single(&self.all, &item)).collect::<Option<Vec<_>>>();
        let is_counts =
            |list: Vec<_>| list.len() > 1 && list.last().is_some_and(|last| *last > MAX_BARE_DEPTH);
        is_open && self.all[open].kind == Kind::Open && numbers().is_some_and(is_counts)
    }

    /// Whether a bracket opens a list of the depths from 0 or 1 on, of no position in it. The arguments of calls are not pairs.
    pub(super) fn are_pairs(&self, open: usize) -> bool {
        let close = self.all[open].partner.unwrap_or(open);
        let has_call = || (open + 1..close).any(|at| statement::is_call(&self.all, at));
        if self.all[open].kind != Kind::Open || self.has_position(&(open..close)) || has_call() {
            return false;
        }
        let Ok(numbers) = Numbers::from_tokens(&self.all, self.group(open), &statement::NOWHERE) else {
            return false;
        };
        let depths: Vec<_> = numbers.counts.iter().map(|(depth, _)| u128::from(*depth)).collect();
        depths.len() > 1 && is_run(&depths) && numbers.lists.is_empty()
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
            let end = self.block_from(header).end;
            let body = &self.all[self.tokens_of(&(start..end))];
            if body.iter().any(names_perft) || self.signature_below(header).is_some() {
                for (line, row) in self.rows_of_attributes(start..header) {
                    self.unplaced(line, |reader, index| reader.attribute(index, line, row));
                }
            }
        }
    }

    fn attribute(&mut self, index: usize, line: usize, row: Result<Numbers, String>) {
        self.found.lines.insert(line);
        match row {
            Ok(numbers) => self.add(index, &Place::line(line), numbers),
            Err(reason) => self.refuse(index, line, reason),
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
    fn rows_of_attributes(&self, lines: Range<usize>) -> Vec<(usize, Result<Numbers, String>)> {
        const REFUSED: &str = "numbers of an attribute; expected a depth and its count, or parameters named `depth` and `nodes`";
        let row = |at: usize| {
            let token = self.all[at];
            if !matches!(token.kind, Kind::Open | Kind::String) || self.found.lines.contains(&token.line) {
                return None;
            }
            let row = match self.arguments(at, Some(lines.end), true) {
                Ok(numbers) if numbers.has_counts() => Ok(numbers),
                Ok(numbers) if numbers.unread.is_empty() => return None,
                Ok(_) => Err(REFUSED.to_owned()),
                Err(numbers) => match &numbers[..] {
                    [Some(depth), Some(count)] => {
                        Ok(Numbers { behind: vec![*depth, *count], ..Numbers::default() })
                    }
                    _ if numbers.iter().flatten().count() > 1 => Err(REFUSED.to_owned()),
                    _ => return None,
                },
            };
            Some((token.line, row))
        };
        self.tokens_of(&lines).filter_map(row).collect()
    }
}

/// The blanks in front of a line.
pub(super) fn indent(text: &str) -> usize {
    text.len() - text.trim_start().len()
}
