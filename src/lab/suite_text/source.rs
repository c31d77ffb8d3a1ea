//! Positions in strings of source text, with the counts that documented places have: the record or call around the position, calls of
//! functions named after perft below it in the same function, and the attributes of the function.
//!
//! Invariant: a line of a string with a position is read or refused. Words decide nothing but for `perft` in the name of a function.

use super::counts::MAX_BARE_DEPTH;
use super::entry::{Collector, Entry, Place, Row, add_class, add_count, quoted};
use super::statement::{self, Numbers};
use super::tokens::{Kind, Token, tokens};
use super::vocabulary::{Label, declares_function};
use super::{epd, fen};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A position to which lines below it may belong.
pub(super) struct Scope {
    /// The index of its entry.
    pub entry: usize,
    /// The first line behind its function.
    pub end: usize,
}

/// The result of reading the strings of a text.
#[derive(Default)]
pub(super) struct Found {
    /// The positions without counts around them, by the first line below each.
    pub scopes: BTreeMap<usize, Scope>,
    /// The lines that were read.
    pub lines: BTreeSet<usize>,
    /// The lines of other calls of perft with a depth and a count.
    pub calls: BTreeSet<usize>,
}

/// The most tokens of a statement, and the most places in which a name is used.
const MAX_TOKENS: usize = 2000;
const MAX_USES: usize = 1000;

/// A position in a string.
struct Located<'t> {
    variant: Option<&'t str>,
    fen: &'t str,
    /// The text behind it.
    rest: &'t str,
}

/// Finds the position of a string, which may have the name of a variant in front.
fn located(text: &str) -> Option<Located<'_>> {
    let text = text.trim();
    let (before, position) = match fen::find(text) {
        Some(at) => text.split_at(at.start),
        None => text.split_at(text.len() - text.ends_with(fen::START).then_some(fen::START.len())?),
    };
    let end = if position == fen::START { position.len() } else { fen::end(position) };
    let words: Vec<_> =
        before.split_whitespace().filter(|word| !["fen", "position"].contains(word)).collect();
    let variant = match words[..] {
        [word] if word.chars().all(|c| c.is_alphanumeric() || c == '-') => Some(word),
        // The word in a sentence.
        [_, ..] if position == fen::START => return None,
        _ => None,
    };
    Some(Located { variant, fen: &position[..end], rest: position[end..].trim() })
}

struct Reader<'r, 'o, 't> {
    collector: &'r mut Collector<'o>,
    lines: &'r [&'t str],
    all: Vec<Token<'t>>,
    /// The indices of the strings with a position, and of the names of such strings.
    positions: Vec<usize>,
    /// The string of each name.
    names: BTreeMap<usize, usize>,
    /// The brackets that open blocks of statements.
    blocks: BTreeSet<usize>,
    found: Found,
}

/// Reads the strings of a text. Lines that were read otherwise are empty.
pub(super) fn read(lines: &[&str], collector: &mut Collector<'_>) -> Found {
    let all = tokens(lines);
    let has_position = |at: &usize| all[*at].kind == Kind::String && located(all[*at].text).is_some();
    let found: Vec<_> = (0..all.len()).filter(has_position).collect();
    let groups: BTreeSet<_> =
        found.iter().filter(|at| all[**at].text != fen::START).filter_map(|at| all[*at].parent).collect();
    let positions = found.iter().filter(|at| !is_name(&all, **at, &groups)).copied().collect();
    let blocks = (0..all.len()).filter(|at| all[*at].kind == Kind::Open && is_block(&all, *at)).collect();
    let names = BTreeMap::new();
    let mut reader = Reader { collector, lines, all, positions, names, blocks, found: Found::default() };
    reader.find_names();
    let defined: BTreeSet<_> = reader.names.values().copied().collect();
    // Names are read before the lines below their definitions.
    for (at, string) in reader.names.clone() {
        reader.position(at, string);
    }
    let named: BTreeSet<_> = reader
        .collector
        .suite
        .entries
        .iter()
        .filter(|entry| entry.has_checks())
        .map(|entry| entry.fen.clone())
        .collect();
    let strings: Vec<_> =
        reader.positions.iter().filter(|at| !reader.names.contains_key(at)).copied().collect();
    for at in strings {
        let first = reader.collector.suite.entries.len();
        reader.position(at, at);
        let entries = reader.collector.suite.entries[first..].iter_mut();
        for entry in entries.filter(|entry| defined.contains(&at) && named.contains(&entry.fen)) {
            entry.is_mention = true;
        }
    }
    reader.find_other_calls();
    reader.found
}

/// Whether a string is the word for the start position as the name of a record that has a position, or below a key for names.
fn is_name(all: &[Token<'_>], at: usize, groups: &BTreeSet<usize>) -> bool {
    let has_key =
        at > 1 && [":", "="].contains(&all[at - 1].text) && Label::read(all[at - 2].text) == Label::Id;
    all[at].text == fen::START && (has_key || all[at].parent.is_some_and(|open| groups.contains(&open)))
}

/// Whether a group in braces is a block of statements: lines in it end without commas.
fn is_block(all: &[Token<'_>], open: usize) -> bool {
    let Some(close) = all[open].partner.filter(|_| all[open].text == "{") else { return false };
    let ends_line = |at: usize, next: usize| {
        all[next].line > all[at].line
            && !matches!(all[at].text, "," | ":" | "=" | ">" | "{" | "(" | "[")
            && !matches!(all[next].text, "}" | ")" | "]" | "," | ".")
    };
    statement::children(all, &(open + 1..close)).any(|at| {
        let last = all[at].partner.filter(|_| all[at].kind == Kind::Open).unwrap_or(at);
        all[at].text == ";" || last + 1 < close && ends_line(last, last + 1)
    })
}

impl Reader<'_, '_, '_> {
    /// Finds the names that are given to a string with a position once, and used elsewhere.
    fn find_names(&mut self) {
        let mut words = BTreeMap::<_, Vec<_>>::new();
        for (at, token) in self.all.iter().enumerate().filter(|(_, token)| token.kind == Kind::Word) {
            words.entry(token.text).or_default().push(at);
        }
        for string in self.positions.clone() {
            let statement = self.statement_around(self.block_of(string), &(string..string + 1));
            let Some(name) = self.assigned(&statement) else { continue };
            // A common name is given to other positions too.
            let all = words.get(name).into_iter().flatten().copied().take(MAX_USES);
            let (defined, used): (Vec<_>, Vec<_>) =
                all.partition(|at| statement.contains(at) || self.assigns(*at, name));
            if defined.len() == 1 {
                // In the function of the definition, the lines below it say the same.
                self.names.extend(used.into_iter().map(|at| (at, string)));
            }
        }
        self.positions.extend(self.names.keys().copied());
        self.positions.sort_unstable();
    }

    /// Reads the place of a position: its string, or the name of the string.
    fn position(&mut self, at: usize, string: usize) {
        let (Token { text, .. }, line) = (self.all[string], self.all[at].line);
        let Some(Located { variant, fen, rest }) = located(text) else { return };
        let place = Place::line(line);
        if at == string {
            self.found.lines.insert(line);
        }
        if !rest.is_empty() && at == string {
            let index =
                epd::read(self.collector, &place, &text[fen.as_ptr() as usize - text.as_ptr() as usize..]);
            let entry = &mut self.collector.suite.entries[index];
            entry.variant = entry.variant.take().or(variant.map(str::to_owned));
            return;
        }
        let is_mention = at != string;
        let entry =
            Entry { variant: variant.map(str::to_owned), is_mention, ..Entry::new(place.clone(), fen) };
        let index = self.collector.add(entry);
        let position = at..at + 1;
        // Climbs out of groups with nothing but the position.
        let mut inner = position.clone();
        loop {
            let open = self.all[inner.start].parent;
            let range = match open {
                Some(open) if !self.blocks.contains(&open) => {
                    open + 1..self.all[open].partner.unwrap_or(open + 1)
                }
                _ => return self.statement(index, at, inner.start),
            };
            let range = self.up_to_other_positions(range, &inner);
            let has_number =
                self.has_number(range.start..inner.start) || self.has_number(inner.end..range.end);
            if has_number {
                return self.record(index, open, range, &inner);
            }
            let Some(open) = open else { return };
            inner = open..self.all[open].partner.map_or(open + 1, |close| close + 1);
        }
    }

    /// Finds calls of perft with a depth and a count that belong to no position in a string.
    fn find_other_calls(&mut self) {
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
    fn depth_of_call(&self, open: usize) -> Option<u128> {
        let inside = open + 1..self.all[open].partner.unwrap_or(open + 1);
        Numbers::read(&self.all, inside, &statement::NOWHERE).ok()?.single()
    }

    fn has_number(&self, range: Range<usize>) -> bool {
        let is_index =
            |token: &Token<'_>| token.parent.is_some_and(|open| statement::is_index(&self.all, open));
        self.all[range].iter().filter(|token| !is_index(token)).any(|token| match token.kind {
            Kind::Number(_) => true,
            Kind::String => {
                super::number::number(token.text).is_some() || epd::labelled(token.text).is_some()
            }
            _ => false,
        })
    }

    /// The part of a group that belongs to a position: all, or what is behind it up to the next one.
    fn up_to_other_positions(&self, range: Range<usize>, inner: &Range<usize>) -> Range<usize> {
        let from = |at: usize| self.positions.partition_point(|position| *position < at);
        let next = self.positions.get(from(inner.end)).copied().filter(|at| *at < range.end);
        let has_before = from(range.start) < from(inner.start);
        match next {
            None if !has_before => range,
            next => inner.start..next.unwrap_or(range.end),
        }
    }

    /// Whether the word in front of a bracket is the name of a function named after perft.
    fn is_perft(&self, open: usize) -> bool {
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

    /// Reads a group with a position and numbers.
    fn record(&mut self, index: usize, open: Option<usize>, range: Range<usize>, inner: &Range<usize>) {
        // `assert_eq!(Board::new("FEN").perft(2), 400)`.
        if let Some((depth, call)) = self.call_around(inner.start, &range) {
            return self.call(index, call, depth);
        }
        let lines = self.all[range.start.min(inner.start)].line..=self.all[range.end - 1].line;
        let place = self.collector.suite.entries[index].place.clone();
        match Numbers::read(&self.all, range, inner) {
            // `perft("FEN", 2)`: the count is elsewhere in the statement.
            Ok(Numbers { behind, before, lists, counts, .. })
                if open.is_some_and(|open| self.is_perft(open))
                    && behind.len() + before.len() == 1
                    && lists.is_empty()
                    && counts.is_empty() =>
            {
                let depth = behind.first().or(before.first()).copied().unwrap_or_default();
                if let Some(open) = open {
                    self.call(index, open, depth);
                }
            }
            Ok(numbers) => {
                self.name_variant(index, inner, open);
                self.add(index, &place, numbers);
            }
            Err(reason) => self.collector.refuse(&place, self.lines[place.line - 1], reason),
        }
        self.found.lines.extend(lines);
    }

    /// Takes the first cell of a row for the variant if its second or third cell is the position, and it is the name of one.
    fn name_variant(&mut self, index: usize, inner: &Range<usize>, open: Option<usize>) {
        let Some(open) = open else { return };
        let close = self.all[open].partner.unwrap_or(open + 1);
        let items: Vec<_> = statement::items(&self.all, open + 1..close).take(3).collect();
        let is_near = items.iter().skip(1).any(|item| item.contains(&inner.start));
        if let Some([Token { kind: Kind::String, text, .. }]) =
            items.first().map(|item| &self.all[item.clone()])
            && is_near
            && (self.collector.options.is_variant)(text)
        {
            self.collector.suite.entries[index].variant = Some((*text).to_owned());
        }
    }

    /// Adds the numbers of a record to an entry.
    fn add(&mut self, index: usize, place: &Place, numbers: Numbers) {
        let text = self.lines.get(place.line - 1).copied().unwrap_or_default();
        let Numbers { counts, classes, before, behind, lists, depth, id, variant, ends_with_length, .. } =
            numbers;
        let entry = &mut self.collector.suite.entries[index];
        entry.id = id.or(entry.id.take());
        entry.variant = variant.or(entry.variant.take());
        let add = || {
            let mut number = 0;
            for (depth, count) in counts {
                add_count(entry, depth, count)?;
                number += 1;
            }
            for (depth, class, count) in classes {
                add_class(entry, depth, class, count)?;
                number += 1;
            }
            let mut bare = |numbers: Vec<u128>| entry.bare.push(Row { place: place.clone(), numbers });
            match (&before[..], &behind[..], &lists[..]) {
                ([], [], []) => {}
                // The number of the row may be in front.
                ([] | [_], [], [list]) => match list[..] {
                    [count] => {
                        add_count(entry, 1, count)?;
                        number += 1;
                    }
                    _ => bare(list.clone()),
                },
                ([] | [_], [], [depths, counts]) if is_run(depths) && depths.len() == counts.len() => {
                    for (depth, count) in depths.iter().zip(counts) {
                        add_count(entry, u32::try_from(*depth).unwrap_or(u32::MAX), *count)?;
                        number += 1;
                    }
                }
                // The number of counts may be behind them.
                ([] | [_], [length], [list]) if ends_with_length && *length == list.len() as u128 => bare(list.clone()),
                ([_], [_, _, ..], []) | ([], _, []) => bare(behind.clone()),
                ([_, _], [], []) => bare(before.clone()),
                // `test(3, "FEN", 8902)`.
                ([depth], [count], []) => bare(vec![*depth, *count]),
                _ => return Err("numbers in no documented place; expected counts behind the position, or a depth and its count".into()),
            }
            if depth.is_some() && number == 0 && before.is_empty() && behind.is_empty() && lists.is_empty() {
                return Err("a depth without a count".to_owned());
            }
            Ok(number)
        };
        match add() {
            Ok(number) => self.collector.suite.numbers += number,
            Err(reason) => self.collector.refuse(place, text, reason),
        }
    }

    /// Reads a call of a function named after perft with the depth alone: the count is the other number of its statement.
    fn call(&mut self, index: usize, open: usize, depth: u128) {
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
    fn compared(&self, statement: &Range<usize>) -> Option<(u128, usize)> {
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
    fn count_of_statement(&self, open: usize) -> Result<Option<(u128, usize)>, String> {
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

    /// The statement of a block around some tokens: up to semicolons, or to line ends at which no bracket is open.
    fn statement_around(&self, block: Range<usize>, inner: &Range<usize>) -> Range<usize> {
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

    /// Reads the calls below a position that is in a statement without numbers, and the attributes of its function.
    fn statement(&mut self, index: usize, at: usize, start: usize) {
        let line = self.all[at].line;
        if let Some(row) = self.row(at).filter(|_| start == at) {
            return self.record(index, None, row, &(at..at + 1));
        }
        let block = self.block_of(start);
        let statement = self.statement_around(block, &(start..start + 1));
        if let Some((depth, open)) = self.call_around(at, &statement) {
            return self.call(index, open, depth);
        }
        // Of a list of positions, none has lines below it.
        let from = |at: usize| self.positions.partition_point(|position| *position < at);
        if from(statement.end) - from(statement.start) > 1 {
            return;
        }
        let first = self.all[statement.start].line;
        let name = self.assigned(&statement).map(str::to_owned);
        let lines = line + 1..self.end_of_function(first, line);
        let is_next = |other: &&usize| self.names.contains_key(&at) || !self.names.contains_key(other);
        let after = self.positions.partition_point(|position| *position <= at);
        let next = self.positions[after..].iter().find(is_next).copied();
        let end = next.unwrap_or(self.all.len());
        let mut open = at + 1;
        let mut has_counts = false;
        let mut last_line = lines.end;
        while open < end && (self.all[open].line == line || lines.contains(&self.all[open].line)) {
            // The variable of the position gets another one.
            if open >= statement.end && name.as_deref().is_some_and(|name| self.assigns(open, name)) {
                last_line = self.all[open].line;
                break;
            }
            if self.found.lines.contains(&self.all[open].line) && self.all[open].line != line {
                open += 1;
                continue;
            }
            if self.all[open].kind == Kind::Open && self.is_perft(open) {
                has_counts |= self.perft_below(index, open);
            } else if let Some(value) = self.list_of_counts(open) {
                let place = Place::line(self.all[open].line);
                self.found.lines.extend(self.all[open].line..=self.all[value.end - 1].line);
                match Numbers::read(&self.all, value, &(at..at)) {
                    Ok(numbers) => self.add(index, &place, numbers),
                    Err(reason) => self.collector.refuse(&place, self.lines[place.line - 1], reason),
                }
                has_counts = true;
            }
            open += 1;
        }
        if !has_counts
            && !self.attributes(index, at, first)
            && !self.collector.suite.entries[index].is_mention
        {
            self.pairs_of_function(index, at, first);
        }
        let last = next.map_or(usize::MAX, |next| self.all[next].line);
        let end = lines.end.min(last).min(last_line);
        self.found.scopes.insert(lines.start, Scope { entry: index, end });
    }

    /// The tokens of the innermost group around a token, or all.
    fn block_of(&self, at: usize) -> Range<usize> {
        match self.all[at].parent {
            Some(open) => open + 1..self.all[open].partner.unwrap_or(self.all.len()),
            None => 0..self.all.len(),
        }
    }

    /// The numbers behind a position without brackets around them: `"FEN" 20 400`, `"FEN", 20, 400`, `<< "FEN" << 3 << 8902`.
    fn row(&self, at: usize) -> Option<Range<usize>> {
        let is_separator = |token: &Token<'_>| [",", "<", "|", ";"].contains(&token.text);
        let mut end = at + 1;
        while let Some(token) = self.all.get(end) {
            let is_one = matches!(token.kind, Kind::Number(_));
            let is_stream = token.text == "<";
            if is_one || is_separator(token) && (token.line == self.all[at].line || is_stream) {
                end += 1;
            } else {
                break;
            }
        }
        // `"FEN" [20, 400]` and `name: "FEN", [20, 400]`.
        let open = self.all.get(end).filter(|token| {
            token.kind == Kind::Open
                && end <= at + 2
                && token.line == self.all[at].line
                && matches!(token.text, "[" | "{")
        });
        if let Some(close) = open.and_then(|token| token.partner) {
            end = close + 1;
        }
        self.has_number(at + 1..end).then_some(at..end)
    }

    /// The depth and the bracket of the only call of perft in a statement around a position.
    fn call_around(&self, at: usize, statement: &Range<usize>) -> Option<(u128, usize)> {
        let mut calls = statement.clone().filter_map(|open| {
            let inside = open + 1..self.all[open].partner.unwrap_or(open + 1);
            let is_call = self.all[open].kind == Kind::Open && self.is_perft(open) && !inside.contains(&at);
            Some((is_call.then(|| self.depth_of_call(open)).flatten()?, open))
        });
        calls.next().filter(|_| calls.next().is_none())
    }

    /// The name that a statement assigns a value to.
    fn assigned(&self, statement: &Range<usize>) -> Option<&str> {
        let equals = statement.clone().find(|at| self.assigns_at(*at))?;
        // `NAME: TYPE = `, `TYPE NAME[] = ` and `NAME := `.
        let is_colon = |at: &usize| {
            self.all[*at].text == ":" && self.all[*at - 1].text != ":" && self.all[*at + 1].text != ":"
        };
        let colon = (statement.start + 1..equals).find(is_colon).unwrap_or(equals);
        let bracket = (statement.start..colon).find(|at| self.all[*at].text == "[").unwrap_or(colon);
        let name = (statement.start..bracket).rev().map(|at| &self.all[at]).next()?;
        Some(name.text).filter(|_| name.kind == Kind::Word)
    }

    /// Whether a token is the equals sign of an assignment.
    fn assigns_at(&self, at: usize) -> bool {
        let is_sign = |at: usize| {
            self.all.get(at).is_some_and(|token| ["=", ">", "~"].contains(&token.text) && !token.is_apart)
        };
        at > 0
            && self.all[at].text == "="
            && !is_sign(at + 1)
            && !matches!(self.all[at - 1].text, "=" | "!" | "<" | ">")
    }

    /// Whether an assignment to a name begins at a token.
    fn assigns(&self, at: usize, name: &str) -> bool {
        if self.all[at].kind != Kind::Word || self.all[at].text != name {
            return false;
        }
        let line = self.all[at].line;
        let is_of_type = |next: &usize| {
            let token = &self.all[*next];
            token.line == line && ![",", ";", ")", "}"].contains(&token.text)
        };
        match self.all.get(at + 1).map(|token| token.text) {
            Some("=") => self.assigns_at(at + 1),
            Some(":") => (at + 2..self.all.len()).take_while(is_of_type).any(|at| self.assigns_at(at)),
            Some("[") => self.all[at + 1]
                .partner
                .is_some_and(|close| close + 1 < self.all.len() && self.assigns_at(close + 1)),
            _ => false,
        }
    }

    /// Reads a call below a position. Returns whether it has a number.
    fn perft_below(&mut self, index: usize, open: usize) -> bool {
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

    /// The list of a statement such as `expected = [20, 400]`, whose name is a word for counts.
    fn list_of_counts(&self, at: usize) -> Option<Range<usize>> {
        let name = &self.all[at];
        let line = |token: &&Token<'_>| token.line == name.line;
        let is_name = name.kind == Kind::Word && Label::read(name.text) == Label::Count;
        let equals = (at + 1..self.all.len())
            .take_while(|at| line(&&self.all[*at]))
            .find(|at| self.all[*at].text == "=")?;
        let is_list = |open: usize| self.all[open].kind == Kind::Open && self.all[open].parent == name.parent;
        let open =
            (equals + 1..self.all.len()).take_while(|at| line(&&self.all[*at])).find(|at| is_list(*at))?;
        let close = self.all[open].partner?;
        let first = &self.all[open + 1];
        (is_name && matches!(first.kind, Kind::Number(_) | Kind::Open) && close > open + 2)
            .then_some(open..close + 1)
    }

    /// The first line behind the function of a position: one that is indented less, or that declares a function.
    fn end_of_function(&self, first: usize, line: usize) -> usize {
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
    fn function(&self, at: usize, first: usize) -> Option<Range<usize>> {
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
    fn tokens_of(&self, lines: &Range<usize>) -> Range<usize> {
        let from = |line: usize| self.all.partition_point(|token| token.line < line);
        from(lines.start)..from(lines.end)
    }

    /// Reads a list of the depths from 0 or 1 on, each with its count, in the function of a position.
    fn pairs_of_function(&mut self, index: usize, at: usize, first: usize) {
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

    /// Reads the depths and counts of the attributes above the function of a position, if it is the only one there. Returns whether there
    /// are any.
    fn attributes(&mut self, index: usize, at: usize, first: usize) -> bool {
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
                Kind::String => match super::number::numbers(token.text).as_deref() {
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
}

/// Whether numbers follow each other.
fn is_run(numbers: &[u128]) -> bool {
    numbers.first().is_some_and(|first| *first <= 1) && numbers.windows(2).all(|pair| pair[0] + 1 == pair[1])
}

/// A line of source text that was not read though it has a position, as a reason.
pub(super) fn unread(text: &str) -> String {
    format!("{}: a position without counts in a documented place", quoted(text))
}
