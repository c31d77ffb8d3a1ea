//! The parameters of functions, whose names say what the arguments of their calls and of the attributes above them are.

use super::super::number;
use super::super::statement::{self, Numbers};
use super::super::tokens::{Kind, Token};
use super::super::vocabulary::Label;
use super::Reader;
use super::calls::names_perft;
use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The parameters of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Signature<'t>(Vec<Parameter<'t>>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Parameter<'t> {
    name: &'t str,
    label: Label,
    /// Whether the function has it as the end of a range or loop, so that it is no count.
    is_limit: bool,
}

impl Signature<'_> {
    /// Whether one parameter is named after a depth, and at most one after a count.
    fn is_clear(&self) -> bool {
        let number = |wanted: Label| self.0.iter().filter(|parameter| parameter.label == wanted).count();
        number(Label::Depth) == 1 && number(Label::Count) < 2
    }

    /// The labels that two functions of one name share.
    fn merged(mut self, other: &Self) -> Option<Self> {
        for (known, found) in self.0.iter_mut().zip(&other.0) {
            known.is_limit |= found.is_limit;
            match (known.label, found.label) {
                (Label::Other, found) => known.label = found,
                (known, found) if found != Label::Other && known != found => return None,
                _ => {}
            }
        }
        Some(self).filter(Self::is_clear)
    }

    /// The numbers of some arguments with their labels, of which `keyed` is a count. `is_whole` takes the only other number for the count.
    fn numbers(&self, arguments: &[Option<u128>], keyed: Option<u128>, is_whole: bool) -> Option<Numbers> {
        if arguments.len() != self.0.len() {
            return None;
        }
        let mut found = Numbers { count: keyed, ..Numbers::default() };
        let mut others = Vec::new();
        for (Parameter { name, label, is_limit }, number) in self.0.iter().zip(arguments) {
            match (label, number) {
                (Label::Depth, number) => found.depth = Some((*number)?),
                (Label::Count, number) => found.count = found.count.or(*number),
                (Label::Class(class), Some(number)) => found.own_classes.push((*class, *number)),
                (_, Some(number)) if !is_limit => others.push((*name, *number)),
                _ => {}
            }
        }
        if let [(_, count)] = others[..]
            && is_whole
            && found.count.is_none()
            && !self.names_count()
        {
            (found.count, others) = (Some(count), Vec::new());
        }
        found.unread = others.into_iter().map(|(name, _)| (name.to_owned(), 0)).collect();
        found.settle().ok().map(|()| found)
    }

    fn names_count(&self) -> bool {
        self.0.iter().any(|parameter| matches!(parameter.label, Label::Count | Label::Class(_)))
    }
}

impl<'t> Reader<'_, '_, 't> {
    /// Finds the functions that have a parameter named after a depth.
    pub(super) fn find_signatures(&mut self) {
        for open in 1..self.all.len() {
            let Some(name) = self.callee(open) else { continue };
            let Some(found) = self.signature(open) else { continue };
            let known = self.signatures.entry((name, found.0.len())).or_insert_with(|| Some(found.clone()));
            *known = known.take().and_then(|known| known.merged(&found));
        }
    }

    /// Finds the functions that are declared in the text, and neither name a depth, a count or perft nor use one that does.
    pub(super) fn find_idle(&mut self) {
        let mut declared = BTreeMap::<_, (usize, Vec<Range<usize>>)>::new();
        for open in 1..self.all.len() {
            if let Some(name) = self.callee(open)
                && let Some(tokens) = self.declared(open)
            {
                declared.entry(name).or_insert((self.all[open].line, Vec::new())).1.push(tokens);
            }
        }
        let counts = |token: &Token<'_>| {
            let is_label = || matches!(Label::parse(token.text), Label::Depth | Label::Count);
            token.kind == Kind::Word && (names_perft(token) || is_label())
        };
        let mut counting = BTreeSet::new();
        loop {
            let is_new = |(name, (_, all)): &(&&'t str, &(usize, Vec<Range<usize>>))| {
                let mut tokens = all.iter().flat_map(|tokens| &self.all[tokens.clone()]);
                !counting.contains(*name)
                    && tokens.any(|token| counts(token) || counting.contains(token.text))
            };
            let more: Vec<_> = declared.iter().filter(is_new).map(|(name, _)| *name).collect();
            if more.is_empty() {
                break;
            }
            counting.extend(more);
        }
        let idle = declared.into_iter().filter(|(name, _)| !counting.contains(name));
        self.idle = idle.map(|(name, (line, _))| (name, line)).collect();
    }

    /// The parameters and the body of a function, if a bracket opens its parameters with their types.
    pub(super) fn declared(&self, open: usize) -> Option<Range<usize>> {
        const MAX_RESULT: usize = 16;
        let close = self.all[open].partner?;
        let is_word = |at: usize| self.all[at].kind == Kind::Word;
        let is_typed = |item: &Range<usize>| {
            (item.start + 1..item.end).any(|at| is_word(at - 1) && (is_word(at) || self.all[at].text == ":"))
        };
        let mut items = statement::items(&self.all, statement::inside(&self.all, open)).peekable();
        if items.peek().is_none() || !items.all(|item| is_typed(&item)) {
            return None;
        }
        let result = close + 1..(close + MAX_RESULT).min(self.all.len());
        let ends = |at: &usize| self.blocks.contains(at) || self.all[*at].text == ";";
        match result.clone().find(ends) {
            Some(at) => Some(open..self.all[at].partner?).filter(|_| self.blocks.contains(&at)),
            // Indented, as in Python.
            None => {
                let body = self.tokens_of(&self.block_from(self.all[open].line));
                (body.end > close + MAX_RESULT).then_some(open..body.end)
            }
        }
    }

    /// The name of a function that counts nothing and is called with the arguments in a bracket, and the line of its declaration.
    pub(super) fn idle_call(&self, open: usize) -> Option<(&'t str, usize)> {
        let name = self.callee(open).filter(|_| statement::is_call(&self.all, open))?;
        self.idle.get(name).map(|line| (name, *line))
    }

    /// The name of a function without a parameter for a count whose call has the end of a range or loop for one, and that parameter.
    pub(super) fn limit_call(&self, open: usize) -> Option<(&'t str, &'t str)> {
        let name = self.callee(open)?;
        let arguments = statement::items(&self.all, statement::inside(&self.all, open)).count();
        let signature = self.signatures.get(&(name, arguments))?.as_ref()?;
        let limit = signature.0.iter().find(|parameter| parameter.is_limit)?;
        (!signature.names_count()).then_some((name, limit.name))
    }

    /// Whether a name ends a range in some tokens, or something there is less than it: `0..runs`, `i < runs`.
    fn is_limit(&self, tokens: &Range<usize>, name: &str) -> bool {
        let is_end = |at: usize| {
            let before = |back: usize| self.text(at.checked_sub(back));
            match (before(2), before(1)) {
                (".", ".") => true,
                (_, "<") => self.text(Some(at + 1)) != ">",
                ("." | "<", "=") => true,
                _ => false,
            }
        };
        tokens.clone().any(|at| self.all[at].text == name && is_end(at))
    }

    /// The name in front of the arguments of a call.
    fn callee(&self, open: usize) -> Option<&'t str> {
        let line = self.all[open].line;
        let mut before = self.all[..open].iter().rev().skip_while(|token| token.text == "!").peekable();
        // `perft<true>(3)` and `perft::<true>(3)`.
        let has_types = before.peek().is_some_and(|token| token.text == ">");
        if has_types {
            before.by_ref().take_while(|token| token.line == line && token.text != "<").for_each(drop);
        }
        let before = before.find(|token| !has_types || token.text != ":")?;
        (self.all[open].text == "(" && self.all[open].kind == Kind::Open && before.kind == Kind::Word)
            .then_some(before.text)
    }

    /// The signature of a group of names.
    fn signature(&self, open: usize) -> Option<Signature<'t>> {
        const MAX_PARAMETERS: usize = 16;
        let mut found = Vec::new();
        let body = LazyCell::new(|| self.declared(open));
        for item in statement::items(&self.all, statement::inside(&self.all, open)) {
            // A parameter may have a value, as in `depth = 3`.
            let name = self.all[item].split(|token| token.text == "=").next().unwrap_or_default();
            let is_other =
                |token: &Token<'_>| token.text == "(" || matches!(token.kind, Kind::Number(_) | Kind::String);
            if found.len() == MAX_PARAMETERS || name.iter().any(is_other) {
                return None;
            }
            let words = name.iter().filter(|token| token.kind == Kind::Word).map(|token| token.text);
            let last = words.clone().next_back().unwrap_or_default();
            // One of the words is its type.
            let limit =
                || words.clone().find(|word| body.as_ref().is_some_and(|body| self.is_limit(body, word)));
            let mut labels = words.clone().map(|word| (Label::parse(word), word));
            found.push(match labels.rfind(|(label, _)| *label != Label::Other) {
                Some((label @ (Label::Depth | Label::Count | Label::Class(_)), name)) => {
                    Parameter { name, label, is_limit: false }
                }
                _ => {
                    let limit = limit();
                    Parameter { name: limit.unwrap_or(last), label: Label::Other, is_limit: limit.is_some() }
                }
            });
        }
        Some(Signature(found)).filter(Signature::is_clear)
    }

    /// The signature of the function whose declaration begins on a line.
    pub(super) fn signature_below(&self, header: usize) -> Option<Signature<'t>> {
        const MAX_LINES: usize = 3;
        let tokens = self.tokens_of(&(header..header + MAX_LINES));
        let mut groups = tokens.filter(|open| self.callee(*open).is_some());
        groups.next().and_then(|open| self.signature(open))
    }

    /// The arguments in a bracket, without a description behind them: `#[test_case(3, 8902; "third")]`.
    fn without_description(&self, open: usize) -> Range<usize> {
        let inside = statement::inside(&self.all, open);
        let is_description = |at: &usize| {
            self.all[*at].text == ";"
                && self.all[*at + 1..inside.end].iter().all(|token| token.kind == Kind::String)
        };
        let end = statement::children(&self.all, &inside).find(is_description).unwrap_or(inside.end);
        inside.start..end
    }

    /// The numbers of the arguments in a bracket, or in a string such as `"3, 8902"`, by the parameters of the function, which is declared on
    /// the line `header` if they are an attribute. Returns the numbers if the parameters do not say.
    pub(super) fn arguments(
        &self,
        at: usize,
        header: Option<usize>,
        is_whole: bool,
    ) -> Result<Numbers, Vec<Option<u128>>> {
        let (mut numbers, mut keyed) = (Vec::new(), None);
        if self.all[at].kind == Kind::String {
            numbers.extend(self.all[at].text.split(',').map(number::number));
        } else {
            for item in statement::items(&self.all, self.without_description(at)) {
                match statement::key(&self.all, &item) {
                    // `TestCase(3, ExpectedResult = 8902)`.
                    Some((Label::Count, value)) => keyed = statement::single(&self.all, &value),
                    Some(_) => {}
                    None => numbers.push(statement::single(&self.all, &item)),
                }
            }
        }
        let line = self.all[at].line;
        let header = header.or_else(|| self.header_below(line).filter(|_| self.is_attribute(line)));
        let known = self.callee(at).and_then(|name| self.signatures.get(&(name, numbers.len())));
        let signature = match known {
            Some(known) => known.clone(),
            None => header.and_then(|header| self.signature_below(header)),
        };
        signature
            .and_then(|signature| signature.numbers(&numbers, keyed, is_whole && keyed.is_none()))
            .ok_or_else(|| numbers.into_iter().chain(keyed.map(Some)).collect())
    }
}
