//! Positions in strings of source text, with the counts that documented places have: the record or call around the position, calls of
//! functions named after perft below it in the same function, and the attributes of the function.
//!
//! Invariant: a line of a string with a position is read or refused. Words decide nothing but for `perft` in the name of a function.

mod calls;
mod columns;
mod names;
mod scopes;
mod signatures;
mod starts;
mod visibility;

use super::counts::{MAX_BARE_DEPTH, MAY_BE_OTHERS};
use super::entry::{Brackets, Collector, Entry, Place, Refusal, Row, add_class, add_count, quoted};
use super::statement::{self, Numbers, is_run};
use super::tokens::{Kind, Token, tokens};
use super::vocabulary::Label;
use super::{epd, fen};
use columns::Cell;
use signatures::Signature;
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
    /// The lines below a position with a call of perft that is about another one.
    pub foreign: BTreeSet<usize>,
    /// The counts of no position in the text, by their first lines, unless the lines are of another form; further lines have none.
    pub others: BTreeMap<usize, Option<Result<Entry, Refusal>>>,
}

/// The name of a function that counts.
const PERFT: &str = "perft";
/// The reason against a record that has moves.
const MOVED: &str = "moves next to the position; expected the FEN of the position itself";
/// The most tokens of a statement, and the most places in which a name is used.
const MAX_TOKENS: usize = 2000;
const MAX_USES: usize = 1000;

/// The properties that rows of a table share: the name in front of their brackets, or the group around them, and the number of their items.
type Shape<'t> = (Option<&'t str>, Option<usize>, usize);

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
    /// The names of the start position that stand for its word.
    starts: BTreeMap<usize, String>,
    /// The lists of counts that calls with a position get by name, by the position, and the number next to the name.
    lists: BTreeMap<usize, (Range<usize>, Option<u128>)>,
    /// The counts that other lists have at the index of a position.
    cells: BTreeMap<usize, Vec<Cell>>,
    /// The brackets that open blocks of statements.
    blocks: BTreeSet<usize>,
    /// The signatures of functions by their names and numbers of parameters; `None` if two functions differ.
    signatures: BTreeMap<(&'t str, usize), Option<Signature<'t>>>,
    /// The functions of the text that count nothing, with the lines of their declarations.
    idle: BTreeMap<&'t str, usize>,
    /// The functions of other names that are called with a depth and its count.
    others: BTreeSet<&'t str>,
    /// The shapes of the groups that have a position and its counts.
    rows: BTreeSet<Shape<'t>>,
    found: Found,
}

/// Reads the strings of a text. Lines that were read otherwise are empty.
pub(super) fn read_source(lines: &[&str], collector: &mut Collector<'_>) -> Found {
    let mut all = tokens(lines);
    let counts = |token: &Token<'_>| {
        token.kind == Kind::Word && collector.options.hints.functions.iter().any(|name| name == token.text)
    };
    all.iter_mut().filter(|token| counts(token)).for_each(|token| token.text = PERFT);
    let has_position = |at: &usize| all[*at].kind == Kind::String && located(all[*at].text).is_some();
    let found: Vec<_> = (0..all.len()).filter(has_position).collect();
    let blocks: BTreeSet<_> =
        (0..all.len()).filter(|at| all[*at].kind == Kind::Open && is_block(&all, *at)).collect();
    let (names, lists, signatures, rows) =
        (BTreeMap::new(), BTreeMap::new(), BTreeMap::new(), BTreeSet::new());
    let mut reader = Reader {
        collector,
        lines,
        all,
        positions: found,
        names,
        starts: BTreeMap::new(),
        lists,
        cells: BTreeMap::new(),
        signatures,
        idle: BTreeMap::new(),
        others: BTreeSet::new(),
        rows,
        blocks,
        found: Found::default(),
    };
    reader.find_starts();
    reader.drop_names();
    reader.find_signatures();
    reader.find_idle();
    reader.find_numbers();
    reader.find_names();
    // A name may stand for the position of a record.
    reader.drop_names();
    reader.find_lists();
    reader.find_columns();
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
    reader.find_other_counts();
    reader.found
}

/// Whether a group in braces is a block of statements: lines in it end without commas.
fn is_block(all: &[Token<'_>], open: usize) -> bool {
    let Some(close) = all[open].partner.filter(|_| all[open].text == "{") else { return false };
    let ends_line = |at: usize, next: usize| {
        all[next].line > all[at].line
            && !matches!(all[at].text, "," | ":" | "=" | ">" | "{" | "(" | "[")
            && !matches!(all[next].text, "}" | ")" | "]" | "," | "." | ":")
    };
    statement::children(all, &(open + 1..close)).any(|at| {
        let last = all[at].partner.filter(|_| all[at].kind == Kind::Open).unwrap_or(at);
        all[at].text == ";" || last + 1 < close && ends_line(last, last + 1)
    })
}

impl<'t> Reader<'_, '_, 't> {
    /// The text of a token; empty if there is none.
    fn text(&self, at: Option<usize>) -> &'t str {
        at.and_then(|at| self.all.get(at)).map_or("", |token| token.text)
    }

    fn drop_names(&mut self) {
        self.positions = self.positions.iter().filter(|at| !self.is_name(**at)).copied().collect();
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
            let index = epd::read_epd(
                self.collector,
                &place,
                &text[fen.as_ptr() as usize - text.as_ptr() as usize..],
            );
            let entry = &mut self.collector.suite.entries[index];
            entry.variant = entry.variant.take().or(variant.map(str::to_owned));
            return;
        }
        // What the text calls the start position need not have counts.
        let start = self.starts.get(&string).cloned();
        let is_mention = at != string || start.is_some();
        let variant = variant.map(str::to_owned);
        let entry = Entry { variant, is_mention, start, ..Entry::new(place.clone(), fen) };
        let index = self.collector.add(entry);
        if let Some((list, beside)) = self.lists.get(&at).cloned() {
            self.found.lines.insert(line);
            return self.list(index, list, beside);
        }
        for (depth, count) in self.cells.remove(&at).unwrap_or_default() {
            self.cell(index, depth, count);
        }
        let position = at..at + 1;
        // Climbs out of groups with nothing but the position.
        let mut inner = position.clone();
        loop {
            let open = self.all[inner.start].parent;
            let range = match open {
                Some(open) if !self.blocks.contains(&open) => statement::inside(&self.all, open),
                _ => return self.statement(index, at, inner.start),
            };
            let range = self.up_to_other_positions(range, &inner);
            let has_number =
                self.has_number(range.start..inner.start) || self.has_number(inner.end..range.end);
            if has_number {
                return self.record(index, open, range, &inner);
            }
            let Some(open) = open else { return };
            inner = self.group(open);
        }
    }

    /// Whether a string is the word for the start position as a name: of a record, a test or an item that has a position, or below a key
    /// for names.
    fn is_name(&self, at: usize) -> bool {
        let all = &self.all;
        if !all[at].text.ends_with(fen::START) {
            return false;
        }
        let has_key =
            at > 1 && [":", "="].contains(&all[at - 1].text) && Label::parse(all[at - 2].text) == Label::Id;
        let is_key = all.get(at + 1).is_some_and(|next| [":", "="].contains(&next.text));
        let around = match all[at].parent.filter(|open| !self.blocks.contains(open)) {
            Some(open) if is_key => {
                let mut items = statement::items(all, statement::inside(all, open));
                items.find(|item| item.contains(&at)).unwrap_or(at..at)
            }
            Some(open) => statement::inside(all, open),
            None => self.statement_around(self.block_of(at), &(at..at + 1)),
        };
        let from = |at: usize| self.positions.partition_point(|position| *position < at);
        let mut others = self.positions[from(around.start)..from(around.end)].iter();
        let is_block = |block: &usize| around.contains(block);
        has_key
            || others.any(|other| {
                let string = self.names.get(other).unwrap_or(other);
                !all[*string].text.ends_with(fen::START)
            })
            || all[at].parent.is_some() && self.blocks.iter().any(|block| is_block(block) && *block > at)
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

    /// Reads a group with a position and numbers.
    fn record(&mut self, index: usize, open: Option<usize>, range: Range<usize>, inner: &Range<usize>) {
        // `assert_eq!(Board::new("FEN").perft(2), 400)`.
        if self.perft_around(index, inner.start, &range) {
            return;
        }
        if self.has_move(&range) {
            return self.refuse(index, self.all[inner.start].line, MOVED);
        }
        // A board that is made of others may have their counters: `Position::new(Board::start(), 7, 9)`.
        let is_large =
            |token: &Token<'_>| matches!(token.kind, Kind::Number(number) if number > MAX_BARE_DEPTH);
        if self.collector.suite.entries[index].start.is_some()
            && !open.is_some_and(|open| self.is_perft(open))
            && !self.all[range.clone()].iter().any(is_large)
        {
            return;
        }
        let lines = self.all[range.start.min(inner.start)].line..=self.all[range.end - 1].line;
        let place = self.collector.suite.entries[index].place.clone();
        if let Some(open) = open.filter(|open| range == statement::inside(&self.all, *open)) {
            self.rows.insert(self.shape(open));
        }
        let labelled = open.and_then(|open| self.arguments(open, None, !self.is_perft(open)).ok());
        if let Some(numbers) = labelled.filter(Numbers::has_counts) {
            self.found.lines.extend(lines);
            return self.add(index, &place, numbers);
        }
        if let Some((name, line)) = open.and_then(|open| self.idle_call(open)) {
            let reason = format!(
                "`{name}` is declared on line {line} without a depth or a call of perft; expected numbers of a function that counts"
            );
            self.refuse(index, place.line, reason);
            return self.found.lines.extend(lines);
        }
        if let Some((name, limit)) = open.and_then(|open| self.limit_call(open)) {
            let reason = format!("`{limit}` of `{name}` ends a range or loop there; expected a count");
            self.refuse(index, place.line, reason);
            return self.found.lines.extend(lines);
        }
        match Numbers::from_tokens(&self.all, range, inner) {
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
            Err(reason) => self.refuse(index, place.line, reason),
        }
        self.found.lines.extend(lines);
    }

    /// Whether a string of a record is of moves alone, which may lead to another position.
    fn has_move(&self, range: &Range<usize>) -> bool {
        let is_move = |word: &str| (self.collector.options.is_move)(word);
        self.all[range.clone()].iter().any(|token| {
            let mut words = token.text.split_whitespace().peekable();
            token.kind == Kind::String && words.peek().is_some() && words.all(is_move)
        })
    }

    /// The shape of a group.
    fn shape(&self, open: usize) -> Shape<'t> {
        let items = statement::items(&self.all, statement::inside(&self.all, open)).count();
        match self.all[..open].last() {
            Some(Token { kind: Kind::Word, text, .. }) if !self.all[open].is_apart => {
                (Some(text), None, items)
            }
            _ => (None, self.all[open].parent, items),
        }
    }

    /// Takes the first cell of a row for the variant if its second or third cell is the position, and it is the name of one.
    fn name_variant(&mut self, index: usize, inner: &Range<usize>, open: Option<usize>) {
        let Some(open) = open else { return };
        let inside = statement::inside(&self.all, open);
        let items: Vec<_> = statement::items(&self.all, inside).take(3).collect();
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
        let Numbers {
            counts, classes, before, behind, mut lists, depth, id, variant, is_apart, unread, ..
        } = numbers;
        if let ([number], [list]) = (&behind[..], &mut lists[..]) {
            cut_padding(list, *number);
        }
        let is_open = self.collector.options.hints.counts.bare.is_none();
        let entry = &mut self.collector.suite.entries[index];
        entry.id = id.or(entry.id.take());
        entry.variant = variant.or(entry.variant.take());
        let add = || {
            let number = counts.len() + classes.len();
            for (depth, count) in counts {
                add_count(entry, depth, count)?;
            }
            for (depth, class, count) in classes {
                add_class(entry, depth, class, count)?;
            }
            let ends_small = |list: &[u128]| {
                list.len() > 2 && is_open && list.last().is_some_and(|last| *last <= MAX_BARE_DEPTH)
            };
            if lists.iter().any(|list| ends_small(list)) || ends_small(&behind) {
                return Err(MAY_BE_OTHERS.to_owned());
            }
            let mut row = |numbers: &[u128], brackets| {
                entry.bare.push(Row { place: place.clone(), numbers: numbers.to_vec(), brackets });
            };
            match (&before[..], &behind[..], &lists[..]) {
                ([], [], []) if number == 0 && !unread.is_empty() => {
                    let names: Vec<_> = unread.iter().map(|(name, _)| quoted(name)).collect();
                    return Err(format!(
                        "numbers below {}; expected a key for counts, such as `nodes`, or depths with their counts, such as `[(1, 20)]`",
                        names.join(", ")
                    ));
                }
                ([], [], []) if number == 0 && depth.is_some() => return Err("a depth without a count".into()),
                ([], [], []) => {}
                // The number of the row may be in front.
                ([] | [_], [], [list]) => match list[..] {
                    [count] => {
                        add_count(entry, 1_u32, count)?;
                        return Ok(number + 1);
                    }
                    _ => row(list, Brackets::Yes),
                },
                ([] | [_], [beside], [list]) => row(list, Brackets::Numbered(*beside)),
                ([] | [_], [], lists) if pairs(lists).is_some() => {
                    for (depth, count) in pairs(lists).into_iter().flatten() {
                        add_count(entry, depth, count)?;
                    }
                    return Ok(number + lists.iter().flatten().count() / 2);
                }
                ([_], [_, _, ..], []) | ([], _, []) => {
                    let brackets = match behind.len() {
                        _ if is_apart => Brackets::Apart,
                        2 => Brackets::No,
                        _ => Brackets::Arguments,
                    };
                    row(&behind, brackets);
                }
                ([_, _], [], []) => row(&before, Brackets::No),
                // `test(3, "FEN", 8902)`.
                ([depth], [count], []) => row(&[*depth, *count], Brackets::No),
                _ => return Err("numbers in no documented place; expected counts behind the position, or a depth and its count".into()),
            }
            Ok(number)
        };
        match add() {
            Ok(number) => {
                self.collector.suite.numbers += number;
                unread.iter().for_each(|(name, _)| self.collector.unread_column(name));
            }
            Err(reason) => {
                let line = unread.first().map_or(0, |(_, line)| *line);
                self.refuse(index, if line > 0 { line } else { place.line }, reason);
            }
        }
    }

    /// Refuses a line about a position.
    fn refuse(&mut self, index: usize, line: usize, reason: impl Into<String>) {
        let text = self.lines.get(line - 1).copied().unwrap_or_default();
        self.found.lines.insert(line);
        self.collector.refuse(&Place::line(line), text, reason);
        self.collector.suite.entries[index].is_refused = true;
    }

    /// Reads the calls below a position that is in a statement without numbers, and the attributes of its function.
    fn statement(&mut self, index: usize, at: usize, start: usize) {
        let line = self.all[at].line;
        if let Some(row) = self.row(at).filter(|_| start == at) {
            return self.record(index, None, row, &(at..at + 1));
        }
        let block = self.block_of(start);
        let statement = self.without_block(self.statement_around(block, &(start..start + 1)), at);
        if self.perft_around(index, at, &statement) {
            return;
        }
        // `counts["FEN"] = [20, 400]`.
        let behind = self.all[start].partner.map_or(start, |close| close + 1);
        if statement::is_index(&self.all, start) && behind < statement.end && self.assigns_at(behind) {
            return self.list(index, behind + 1..statement.end, None);
        }
        // Of a list of positions, none has lines below it. Its counts may be in another list.
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
        let mut own = self.bound(&statement);
        // A text does not change; what is made of it is the position too.
        let is_text = self.all.get(at + 1).is_none_or(|next| at + 1 == statement.end || next.text == ";");
        let text = name.as_deref().filter(|_| is_text && start == at);
        let (mut has_counts, mut has_list, mut changed) = (false, false, BTreeMap::new());
        let mut last_line = lines.end;
        while open < end && (self.all[open].line == line || lines.contains(&self.all[open].line)) {
            // The variable of the position gets another one.
            let is_alias = self.assigns_at(open) && self.is_alias(open, &own);
            if is_alias || text.is_some_and(|text| open >= statement.end && self.all[open].text == text) {
                own.extend(self.bound(&self.whole_statement(open)));
            }
            let is_assigned = |name| self.assigns(open, name) && !self.is_alias(open + 1, &own);
            // A board without a position gets one by its name: `board.load(KIWI)`.
            let is_set = || {
                let is_named = self.starts.contains_key(&at) && self.names.contains_key(&open);
                is_named && !self.bound(&self.whole_statement(open)).is_disjoint(&own)
            };
            if open >= statement.end && (name.as_deref().is_some_and(is_assigned) || is_set()) {
                last_line = self.all[open].line;
                break;
            }
            if self.found.lines.contains(&self.all[open].line) && self.all[open].line != line {
                open += 1;
                continue;
            }
            if open >= statement.end && !self.is_beside(open, first, name.as_deref()) {
                open += 1;
                continue;
            }
            let is_of_call = |list: &Range<usize>| self.lists.values().any(|(other, _)| other == list);
            let of_name = || name.as_deref().and_then(|name| self.list_of_thing(open, name));
            let list = self.list_of_counts(open).or_else(of_name).filter(|list| !is_of_call(list));
            let is_list = list.is_some();
            let is_call = self.all[open].kind == Kind::Open && self.is_perft(open);
            let is_of = is_call && self.is_of(open, first, &own);
            if is_call && !is_of {
                self.found.foreign.insert(self.all[open].line);
            }
            if !(is_of || is_list) {
                let is_own = self.operands(open).any(|at| own.contains(self.all[at].text));
                if let Some(reason) = is_own.then(|| self.other_call(open)).flatten() {
                    self.others.insert(self.all[open - 1].text);
                    self.refuse(index, self.all[open].line, reason);
                }
                for name in self.changed(open, &own, text) {
                    changed.entry(name).or_insert(self.all[open].line);
                }
                open += 1;
                continue;
            }
            // A list is of whatever a call below it counts.
            let used = match is_list {
                true => changed.values().next(),
                false => self.operands(open).find_map(|at| changed.get(self.all[at].text)),
            };
            has_counts |= match (list, used.copied()) {
                (_, Some(by)) if open >= statement.end => {
                    let reason = format!(
                        "the call on line {by} may change the position of line {line}; expected the FEN of the count, such as `check(\"FEN\", 3, 8902)`"
                    );
                    self.refuse(index, self.all[open].line, reason);
                    if has_list {
                        let entry = &mut self.collector.suite.entries[index];
                        (entry.counts, entry.bare) = Default::default();
                    }
                    true
                }
                (Some(value), _) => {
                    has_list = true;
                    self.list(index, value, None);
                    true
                }
                (None, _) => self.perft_below(index, open),
            };
            open += 1;
        }
        if !has_counts && !self.attributes(index, at, first) {
            let end = next.map_or(lines.end, |next| self.all[next].line.min(lines.end));
            if !changed.is_empty() || !self.list_above(index, at, first) {
                self.lists_of_function(index, at, first, name.as_deref(), lines.start..end);
            }
        }
        // A text that is used by its name has no lines below it.
        if text.is_some() && self.names.values().any(|string| *string == at) {
            return;
        }
        let last = next.map_or(usize::MAX, |next| self.all[next].line);
        let end = lines.end.min(last).min(last_line);
        self.found.scopes.insert(lines.start, Scope { entry: index, end });
    }

    /// Reads a count of this depth in another list.
    fn cell(&mut self, index: usize, depth: u128, at: usize) {
        let Some(count) = statement::single(&self.all, &(at..at + 1)) else { return };
        let line = self.all[at].line;
        self.found.lines.insert(line);
        self.collector.count(index, &Place::line(line), self.lines[line - 1], depth, count);
    }

    /// Reads a list of counts that has a number next to it.
    fn list(&mut self, index: usize, value: Range<usize>, beside: Option<u128>) {
        let place = Place::line(self.all[value.start].line);
        self.found.lines.extend(place.line..=self.all[value.end - 1].line);
        match Numbers::from_tokens(&self.all, value, &statement::NOWHERE) {
            Ok(mut numbers) => {
                numbers.behind.extend(beside);
                self.add(index, &place, numbers);
            }
            Err(reason) => self.refuse(index, place.line, reason),
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
}

/// Cuts the zeros off a list of `C` that is longer than the number next to it says: `4, {48, 2039, 97862, 4085603, 0}`. One from depth 0
/// on, which begins with 1 or with 0 for no count, is longer by one.
fn cut_padding(list: &mut Vec<u128>, number: u128) {
    let Ok(number) = usize::try_from(number) else { return };
    let begins_with_count = list.first().is_some_and(|first| *first > 1);
    if begins_with_count && number > 0 && list.iter().skip(number).all(|count| *count == 0) {
        list.truncate(number);
    }
}

/// The depths with their counts that some lists are: `[1, 2], [20, 400]` and `(1, 20), (2, 400)`.
fn pairs(lists: &[Vec<u128>]) -> Option<Vec<(u128, u128)>> {
    if let [depths, counts] = lists
        && is_run(depths)
        && depths.len() == counts.len()
    {
        return Some(depths.iter().copied().zip(counts.iter().copied()).collect());
    }
    let pairs: Vec<_> = lists.iter().map(|list| <[_; 2]>::try_from(&list[..]).ok()).collect::<Option<_>>()?;
    let depths: Vec<_> = pairs.iter().map(|[depth, _]| *depth).collect();
    // Coordinates end with a small number.
    let is_large = pairs.last().is_some_and(|[_, count]| *count > MAX_BARE_DEPTH);
    (is_run(&depths) && is_large).then(|| pairs.into_iter().map(|[depth, count]| (depth, count)).collect())
}

/// A line of source text that was not read though it has a position, as a reason.
pub(super) fn unread(text: &str) -> String {
    format!("{}: a position without counts in a documented place", quoted(text))
}
