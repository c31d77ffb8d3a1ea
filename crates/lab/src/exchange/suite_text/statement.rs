//! The numbers of a group of source text: the fields of a record, or the arguments of a call.
//!
//! Invariant: a number that is neither in a documented place nor below an unknown key makes the group unreadable, with the reason.

use super::counts::MAX_BARE_DEPTH;
use super::epd;
use super::number::number;
use super::tokens::{Kind, Token};
use super::vocabulary::{Class, Label};
use std::ops::Range;

/// The place of a position that is elsewhere, before all numbers.
pub(super) const NOWHERE: Range<usize> = Range { start: usize::MAX, end: 0 };

/// The numbers of a group by their places.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    /// Counts whose depth is named.
    pub counts: Vec<(u32, u128)>,
    /// Counts of classes whose depth is named.
    pub classes: Vec<(u32, Class, u128)>,
    /// Numbers in front of the position, and behind it.
    pub before: Vec<u128>,
    pub behind: Vec<u128>,
    /// Lists of numbers.
    pub lists: Vec<Vec<u128>>,
    /// A list of depths below a key.
    pub depths: Vec<u128>,
    /// The values of keys.
    pub depth: Option<u128>,
    pub count: Option<u128>,
    pub id: Option<String>,
    pub variant: Option<String>,
    /// Whether another argument is between those behind the position.
    pub is_apart: bool,
    pub is_past_numbers: bool,
    /// Counts of classes at the depth of the key.
    pub own_classes: Vec<(Class, u128)>,
    /// The names of numbers that are not read, with the line of each; 0 is that of the position.
    pub unread: Vec<(String, usize)>,
    /// Such a name that is about a depth, with its number.
    pub other_depth: Option<(String, u128)>,
    /// Depths with their counts below such names.
    pub below: Vec<Vec<(u32, u128)>>,
}

impl Numbers {
    /// Reads the tokens of a range. `position` is the range of those of the position.
    pub fn from_tokens(
        all: &[Token<'_>],
        range: Range<usize>,
        position: &Range<usize>,
    ) -> Result<Self, String> {
        let mut found = Self::parts(all, range, position)?;
        found.settle()?;
        Ok(found)
    }

    /// Reads the tokens of a range, in which a depth may lack its count.
    fn parts(all: &[Token<'_>], range: Range<usize>, position: &Range<usize>) -> Result<Self, String> {
        let mut found = Self::default();
        for item in items(all, range) {
            found.item(all, item, position)?;
        }
        Ok(found)
    }

    /// Whether there is no number.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
            && self.before.is_empty()
            && self.behind.is_empty()
            && self.lists.is_empty()
            && self.count.is_none()
            && self.depth.is_none()
    }

    /// Whether there is a count with its depth.
    pub fn has_counts(&self) -> bool {
        !self.counts.is_empty() || !self.classes.is_empty()
    }

    /// The only number, if there is one alone: the depth of a call of perft.
    pub fn single(&self) -> Option<u128> {
        let others = self.counts.is_empty() && self.lists.is_empty() && self.count.is_none();
        match (&self.before[..], &self.behind[..], self.depth) {
            ([], [one], None) | ([one], [], None) if others => Some(*one),
            ([], [], Some(depth)) if others => Some(depth),
            _ => None,
        }
    }

    /// Joins keys that belong together.
    pub fn settle(&mut self) -> Result<(), String> {
        match (self.depth.take(), self.count.take()) {
            (Some(depth), count) if count.is_some() || !self.own_classes.is_empty() => {
                let depth = u32::try_from(depth).map_err(|_| format!("depth {depth}"))?;
                self.counts.extend(count.map(|count| (depth, count)));
                let classes = self.own_classes.drain(..).filter(|_| depth > 0);
                self.classes.extend(classes.map(|(class, count)| (depth, class, count)));
            }
            (None, Some(count)) => {
                return Err(format!("{count} without a depth; expected a key `depth` beside it"));
            }
            // A list of counts may come with its greatest depth.
            (Some(depth), None) if self.lists.is_empty() => self.depth = Some(depth),
            _ => {}
        }
        // `depths: [1, 2], nodes: [20, 400]`.
        match (&mut self.lists[..], std::mem::take(&mut self.depths)) {
            (_, depths) if depths.is_empty() => {}
            ([counts], depths) if counts.len() == depths.len() => {
                for (depth, count) in depths.into_iter().zip(std::mem::take(counts)) {
                    self.pair((depth, count))?;
                }
                self.lists.clear();
            }
            (_, depths) => self.lists.push(depths),
        }
        let is_greatest = |depth: u128| matches!(&self.lists[..], [list] if list.len() as u128 == depth);
        if let Some((name, depth)) =
            self.other_depth.take().filter(|(_, depth)| *depth != 1 && !is_greatest(*depth))
            && !self.lists.is_empty()
        {
            return Err(other_depth(&name, depth));
        }
        // Depths with their counts need no name if they are the only numbers.
        if let ([below], [_]) = (&mut self.below[..], &self.unread[..])
            && self.behind.is_empty()
            && self.lists.is_empty()
            && self.counts.is_empty()
        {
            (self.counts, self.unread) = (std::mem::take(below), Vec::new());
        }
        Ok(())
    }

    /// Reads an item between commas.
    fn item(&mut self, all: &[Token<'_>], item: Range<usize>, position: &Range<usize>) -> Result<(), String> {
        let mut item = item;
        // `"FEN": [20, 400]`: the position is the key.
        if item.contains(&position.start) {
            match all.get(position.end) {
                Some(next) if item.contains(&position.end) && [":", "="].contains(&next.text) => {
                    item = position.end + 1..item.end;
                }
                // `Case "FEN" 3 8902` and `Case "FEN" [20, 400]`.
                _ => {
                    for at in children(all, &(position.end..item.end)) {
                        match all[at].kind {
                            Kind::Number(value) => self.behind.push(value),
                            Kind::Open if all[at].text != "(" && !is_index(all, at) => self.group(all, at)?,
                            _ => break,
                        }
                    }
                    return Ok(());
                }
            }
        }
        let is_behind = item.start >= position.end;
        if let Some((label, value)) = key(all, &item) {
            return match label {
                Label::Other => {
                    self.unnamed(all, &all[item.start..value.start], value);
                    Ok(())
                }
                label => self.keyed(all, label, value, is_behind),
            };
        }
        self.value(all, item, is_behind)
    }

    /// Keeps the numbers below a key that names no counts.
    fn unnamed(&mut self, all: &[Token<'_>], key: &[Token<'_>], value: Range<usize>) {
        let name = key.iter().find(|token| matches!(token.kind, Kind::Word | Kind::String));
        let is_number = |token: &Token<'_>| matches!(token.kind, Kind::Number(_));
        let Some(name) = name.filter(|_| all[value.clone()].iter().any(is_number)) else { return };
        self.unread.push((name.text.to_owned(), name.line));
        let number = single(all, &value).filter(|_| Label::is_other_depth(name.text));
        self.other_depth = number.map(|number| (name.text.to_owned(), number)).or(self.other_depth.take());
        let mut found = Self::default();
        if found.value(all, value, true).is_ok() && found.are_depths() {
            self.below.push(found.counts);
        }
    }

    /// Whether there are counts of the depths from 0 or 1 on, and no other numbers. As coordinates, they would end with a small number.
    fn are_depths(&self) -> bool {
        let depths: Vec<_> = self.counts.iter().map(|(depth, _)| u128::from(*depth)).collect();
        is_run(&depths)
            && self.lists.is_empty()
            && self.behind.is_empty()
            && self.counts.last().is_some_and(|(_, count)| *count > MAX_BARE_DEPTH)
    }

    /// Reads a value below a key.
    fn keyed(
        &mut self,
        all: &[Token<'_>],
        label: Label,
        value: Range<usize>,
        is_behind: bool,
    ) -> Result<(), String> {
        let string = || all[value.clone()].iter().find(|token| token.kind == Kind::String);
        let single = single(all, &value);
        match (label, single) {
            (Label::Id, _) => self.id = string().map(|token| token.text.to_owned()),
            (Label::Variant, _) => self.variant = string().map(|token| token.text.to_owned()),
            (Label::Depth, Some(depth)) => self.depth = Some(depth),
            (Label::Count, Some(count)) => self.count = Some(count),
            (Label::CountOf(depth), Some(count)) => self.counts.push((depth, count)),
            (Label::Moves, Some(count)) => self.counts.push((1, count)),
            (Label::Class(class), Some(count)) => self.own_classes.push((class, count)),
            (Label::Depth, None) => {
                let lists = self.lists.len();
                self.value(all, value, is_behind)?;
                self.depths.extend(self.lists.drain(lists..).flatten());
            }
            (Label::Count, None) => self.value(all, value, is_behind)?,
            (Label::CountOf(_) | Label::Class(_), None) => return Err(unreadable(all, &value)),
            _ => {}
        }
        Ok(())
    }

    /// Reads a value without a key: a number, a list, or a group of depths with their counts.
    fn value(&mut self, all: &[Token<'_>], value: Range<usize>, is_behind: bool) -> Result<(), String> {
        if value.is_empty() {
            return Ok(());
        }
        let is_name = all[value.start].kind == Kind::String && !is_behind;
        if let Some(number) = single(all, &value).filter(|_| !is_name) {
            if is_behind {
                self.is_apart |= self.is_past_numbers;
                self.behind.push(number);
            } else {
                self.before.push(number);
            }
            return Ok(());
        }
        self.is_past_numbers = !self.behind.is_empty();
        // `1: 20` and `1 to 20`.
        if let Some(pair) = pair(all, &value) {
            return self.pair(pair);
        }
        let direct = children(all, &value);
        if direct.clone().any(|at| matches!(all[at].kind, Kind::Number(_))) {
            return Err(unreadable(all, &value));
        }
        for at in direct {
            match all[at].kind {
                // `(long[7]) {20, 400}` of C.
                Kind::Open if at == value.start && is_type(all, at) => {}
                Kind::Open if !is_index(all, at) => self.group(all, at)?,
                Kind::String if is_behind => {
                    if let Some(number) = number(all[at].text) {
                        self.behind.push(number);
                    } else if let Some(counts) = epd::labelled(all[at].text) {
                        self.counts.extend(counts);
                    }
                }
                Kind::String if self.id.is_none() => self.id = Some(all[at].text.to_owned()),
                _ => {}
            }
        }
        Ok(())
    }

    /// Reads a group below a position.
    fn group(&mut self, all: &[Token<'_>], open: usize) -> Result<(), String> {
        let inside = inside(all, open);
        let items: Vec<_> = items(all, inside.clone()).collect();
        let numbers: Option<Vec<_>> = items.iter().map(|item| single(all, item)).collect();
        match numbers {
            // `[1, 20; 2, 400]` in OCaml.
            Some(numbers) if has_both_separators(all, &inside) => {
                let rows: Vec<_> = parts(all, inside.clone(), &[";"]).collect();
                let is_pair = |row: &Range<usize>| {
                    let depth = single(all, &(row.start..row.start + 1));
                    row.len() == 3 && depth.is_some_and(|depth| depth <= MAX_BARE_DEPTH)
                };
                if !rows.iter().all(is_pair) {
                    return Err(unreadable(all, &(open..inside.end + 1)));
                }
                numbers.chunks_exact(2).try_for_each(|pair| self.pair((pair[0], pair[1])))?;
            }
            // `Depth::new(5)` is a number, and `Square(5)` one of something else.
            Some(numbers)
                if numbers.len() == 1 && all[open].text == "(" && constructor(all, open).next().is_some() =>
            {
                let is_labelled = |name| matches!(Label::parse(name), Label::Depth | Label::Count);
                if !constructor(all, open).any(is_labelled) {
                    return Err(unreadable(all, &(open..open + 1)));
                }
                self.behind.extend(numbers);
            }
            Some(_) if is_calculated(all, open) => return Err(unreadable(all, &(open - 1..inside.end + 1))),
            Some(numbers) if !numbers.is_empty() => self.lists.push(numbers),
            _ if items.iter().any(|item| key(all, item).is_some()) => {
                let mut found = Self::parts(all, inside, &(open..open))?;
                if found.depth.is_some() && found.count.is_some() {
                    found.settle()?;
                } else if found.count.is_some() && self.count.is_some()
                    || found.depth.is_some() && self.depth.is_some()
                {
                    return Err(unreadable(all, &(open..open + 1)));
                } else {
                    // `{depth: 1, expected: {nodes: 20}}`.
                    self.count = self.count.or(found.count);
                    self.depth = self.depth.or(found.depth);
                    self.own_classes.append(&mut found.own_classes);
                }
                self.counts.extend(found.counts);
                self.classes.extend(found.classes);
                self.lists.extend(found.lists);
                self.unread.extend(found.unread);
                self.below.extend(found.below);
                if !found.behind.is_empty() {
                    self.lists.push(found.behind);
                }
            }
            _ => {
                if let Some(rows) = in_order(all, &items) {
                    self.lists.push(rows.iter().filter_map(|row| row.count).collect());
                    let line = all[open].line;
                    let classes = rows.iter().flat_map(|row| &row.own_classes);
                    self.unread.extend(classes.map(|(class, _)| (class.to_string(), line)));
                    self.unread.extend(rows.into_iter().flat_map(|row| row.unread));
                    return Ok(());
                }
                for item in items {
                    let is_group = |at: &usize| all[*at].kind == Kind::Open && !is_index(all, *at);
                    let groups: Vec<_> = children(all, &item).filter(is_group).collect();
                    let is_number = |token: &Token<'_>| matches!(token.kind, Kind::Number(_));
                    match (pair(all, &item).or_else(|| pair_in(all, &groups)), &groups[..]) {
                        (Some(pair), _) => self.pair(pair)?,
                        (None, []) if all[item.clone()].iter().any(is_number) => {
                            return Err(unreadable(all, &item));
                        }
                        (None, groups) => groups.iter().try_for_each(|group| self.group(all, *group))?,
                    }
                }
            }
        }
        Ok(())
    }

    fn pair(&mut self, (depth, count): (u128, u128)) -> Result<(), String> {
        let depth = u32::try_from(depth).map_err(|_| format!("depth {depth}"))?;
        self.counts.push((depth, count));
        Ok(())
    }
}

/// The records of a list that have a count each and no depth: `[{nodes: 20, captures: 0}, {nodes: 400, captures: 0}]`.
fn in_order(all: &[Token<'_>], records: &[Range<usize>]) -> Option<Vec<Numbers>> {
    let read = |record: &Range<usize>| {
        let mut groups =
            children(all, record).filter(|at| all[*at].kind == Kind::Open && !is_index(all, *at));
        let open = groups.next().filter(|_| groups.next().is_none())?;
        let found = Numbers::parts(all, inside(all, open), &(open..open)).ok()?;
        let is_alone = found.depth.is_none() && found.counts.is_empty() && found.lists.is_empty();
        (is_alone && found.behind.is_empty() && found.count.is_some()).then_some(found)
    };
    if records.len() < 2 { None } else { records.iter().map(read).collect() }
}

/// The words in front of the bracket of a call, such as `Depth` and `new`, backwards.
fn constructor<'a>(all: &'a [Token<'_>], open: usize) -> impl Iterator<Item = &'a str> {
    let before = if all[open].is_apart { &[][..] } else { &all[..open] };
    let path = before.iter().rev().take_while(|token| token.kind == Kind::Word || token.text == ":");
    path.filter(|token| token.kind == Kind::Word).map(|token| token.text)
}

/// The reason against a list of counts beside a number of depth whose meaning is not known.
pub(super) fn other_depth(name: &str, depth: impl std::fmt::Display) -> String {
    format!(
        "`{name}` is {depth} next to a list of counts, which may begin with that depth; expected depths, each with its count"
    )
}

fn unreadable(all: &[Token<'_>], range: &Range<usize>) -> String {
    let text: Vec<_> = all[range.clone()].iter().map(|token| token.text).collect();
    format!("{}: expected a number, or a list of numbers", super::entry::quoted(&text.join(" ")))
}

/// Whether numbers follow each other from 0 or 1 on.
pub(super) fn is_run(numbers: &[u128]) -> bool {
    numbers.first().is_some_and(|first| *first <= 1) && numbers.windows(2).all(|pair| pair[0] + 1 == pair[1])
}

/// The tokens of a range that are in no group within it; those that open groups are among them.
pub(super) fn children<'a>(
    all: &'a [Token<'a>],
    range: &Range<usize>,
) -> impl Iterator<Item = usize> + Clone + use<'a> {
    let (mut at, end) = (range.start, range.end);
    std::iter::from_fn(move || {
        let found = (at < end).then_some(at)?;
        at = match all[found].partner {
            Some(partner) if all[found].kind == Kind::Open => partner + 1,
            _ => found + 1,
        };
        Some(found)
    })
}

/// The tokens inside a bracket. A bracket that is not closed has none.
pub(super) fn inside(all: &[Token<'_>], open: usize) -> Range<usize> {
    open + 1..all[open].partner.unwrap_or(open + 1)
}

/// The items of a range, which commas or semicolons separate, or blanks alone: `[20 400]`, `{:depth 2 :nodes 400}`.
pub(super) fn items<'a>(
    all: &'a [Token<'a>],
    range: Range<usize>,
) -> impl Iterator<Item = Range<usize>> + use<'a> {
    let inside = children(all, &range);
    let is_separator = move |at: usize| all[at].kind == Kind::Sign && [",", ";"].contains(&all[at].text);
    let has_separator = inside.clone().any(is_separator);
    let are_numbers = inside.clone().all(|at| matches!(all[at].kind, Kind::Number(_)));
    let has_keys = all.get(range.start).is_some_and(|first| first.text == ":");
    let start = range.start;
    let begins = move |at: usize| {
        let is_key = || {
            let name = all.get(at + 1).filter(|name| name.kind == Kind::Word && !name.is_apart);
            all[at].text == ":" && name.is_some()
        };
        all[at].is_apart && (are_numbers || has_keys && is_key())
    };
    let cut = move |at: usize| match () {
        () if is_separator(at) => Some((at, at + 1)),
        () if !has_separator && at > start && begins(at) => Some((at, at)),
        () => None,
    };
    cut_up(range, inside.filter_map(cut))
}

/// Whether some items are separated by commas, and others by semicolons.
fn has_both_separators(all: &[Token<'_>], range: &Range<usize>) -> bool {
    let has = |sign| children(all, range).any(|at| all[at].kind == Kind::Sign && all[at].text == sign);
    has(",") && has(";")
}

/// The parts of a range between some signs.
fn parts<'a>(
    all: &'a [Token<'a>],
    range: Range<usize>,
    signs: &'static [&'static str],
) -> impl Iterator<Item = Range<usize>> + use<'a> {
    let is_separator = |at: &usize| all[*at].kind == Kind::Sign && signs.contains(&all[*at].text);
    cut_up(range.clone(), children(all, &range).filter(is_separator).map(|at| (at, at + 1)))
}

/// The parts of a range that are not empty, between cuts: the end of one and the start of the next.
fn cut_up(
    range: Range<usize>,
    cuts: impl Iterator<Item = (usize, usize)>,
) -> impl Iterator<Item = Range<usize>> {
    let mut start = range.start;
    cuts.chain([(range.end, range.end)]).filter_map(move |(end, next)| {
        let item = start..end;
        start = next;
        (!item.is_empty()).then_some(item)
    })
}

/// The key of an item such as `depth: 3`, `.depth = 3`, `"depth" => 3`, with the range of the value.
pub(super) fn key(all: &[Token<'_>], item: &Range<usize>) -> Option<(Label, Range<usize>)> {
    let mut at = item.start;
    while all
        .get(at)
        .is_some_and(|token| token.kind == Kind::Sign && [".", ":", "&", "*"].contains(&token.text))
    {
        at += 1;
    }
    let name =
        all.get(at).filter(|token| at < item.end && matches!(token.kind, Kind::Word | Kind::String))?;
    let sign = all.get(at + 1).filter(|token| at + 1 < item.end && [":", "="].contains(&token.text));
    let Some(sign) = sign else {
        // `:depth 3`.
        let is_keyword = all[item.start].text == ":" && at == item.start + 1 && at + 1 < item.end;
        return (is_keyword && !name.is_apart).then(|| (Label::parse(name.text), at + 1..item.end));
    };
    let is_double =
        |next: &&Token<'_>| next.text == "=" || next.text == ":" || sign.text == "=" && next.text == ">";
    let double = all.get(at + 2).filter(|_| at + 2 < item.end).filter(is_double);
    // `a == b` and `a::b` are expressions.
    if double.is_some_and(|next| next.text != ">" && !(sign.text == ":" && next.text == "=")) {
        return None;
    }
    Some((Label::parse(name.text), at + 2 + usize::from(double.is_some())..item.end))
}

/// The number that an item is, perhaps in brackets or as a string of digits below a key.
pub(super) fn single(all: &[Token<'_>], item: &Range<usize>) -> Option<u128> {
    let tokens = &all[item.clone()];
    match tokens {
        [Token { kind: Kind::Number(value), .. }] => Some(*value),
        [Token { kind: Kind::String, text, .. }] => number(text),
        _ => None,
    }
}

/// Two numbers with one sign or word between: `1: 20`, `1 to 20`, `1 => 20` and `[1] = 20`.
fn pair(all: &[Token<'_>], item: &Range<usize>) -> Option<(u128, u128)> {
    const MAX_TOKENS: usize = 5;
    let value = |at: usize| single(all, &(at..at + 1));
    let (values, signs): (Vec<_>, Vec<_>) =
        item.clone().take(MAX_TOKENS + 1).partition(|at| value(*at).is_some());
    let signs: String = signs.into_iter().map(|at| all[at].text).collect();
    let [first, last] = values[..] else { return None };
    let is_pair = [":", "to", "=>", "[]="].contains(&&*signs) && item.len() <= MAX_TOKENS;
    value(first).zip(value(last)).filter(|_| is_pair)
}

/// The two numbers in a group that is the only one.
fn pair_in(all: &[Token<'_>], groups: &[usize]) -> Option<(u128, u128)> {
    let [group] = groups else { return None };
    let mut numbers = items(all, inside(all, *group)).map(|item| single(all, &item));
    let pair = numbers.next()??;
    let pair = (pair, numbers.next()??);
    let is_number = |token: &Token<'_>| matches!(token.kind, Kind::Number(_));
    let has_others = items(all, inside(all, *group)).skip(2).any(|item| all[item].iter().any(is_number));
    (!has_others).then_some(pair)
}

/// Whether a bracket opens the arguments of a call.
pub(super) fn is_call(all: &[Token<'_>], open: usize) -> bool {
    all[open].text == "(" && open > 0 && !all[open].is_apart && all[open - 1].kind == Kind::Word
}

/// Whether a call calculates a number from a name, as in `min(depth, 8)`.
pub(super) fn is_calculated(all: &[Token<'_>], open: usize) -> bool {
    // A constant keeps its name.
    let is_name =
        |token: &Token<'_>| token.kind != Kind::String && token.text.starts_with(char::is_alphabetic);
    let items: Vec<_> = items(all, inside(all, open)).collect();
    is_call(all, open) && items.len() > 1 && items.iter().any(|item| is_name(&all[item.start]))
}

/// Whether a bracket has the type of the values behind it in braces.
fn is_type(all: &[Token<'_>], open: usize) -> bool {
    let behind = all[open].partner.and_then(|close| all.get(close + 1));
    all[open].text == "(" && behind.is_some_and(|next| next.kind == Kind::Open && next.text == "{")
}

/// Whether a bracket is that of an index or a length, such as `counts[3]`.
pub(super) fn is_index(all: &[Token<'_>], open: usize) -> bool {
    let is_value = |token: &Token<'_>| !matches!(token.kind, Kind::Open | Kind::Sign);
    all[open].text == "["
        && !all[open].is_apart
        && open > 0
        && is_value(&all[open - 1])
        && all[open - 1].text != "vec"
        && all[open - 1].text != "return"
}
