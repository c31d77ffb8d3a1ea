//! The parameters of functions, whose names say what the arguments of their calls and of the attributes above them are.

use super::super::statement;
use super::super::tokens::{Kind, Token};
use super::super::vocabulary::Label;
use super::Reader;

/// The number of parameters of a function, and the places of those named after a depth and a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Signature {
    length: usize,
    depth: usize,
    count: Option<usize>,
}

impl Signature {
    /// The depth of some arguments, and the count if there is one. `is_whole` takes the only other number for the count.
    pub fn of(self, arguments: &[Option<u128>], is_whole: bool) -> Option<(u128, Option<u128>)> {
        if arguments.len() != self.length {
            return None;
        }
        let depth = arguments[self.depth]?;
        let others = arguments.iter().enumerate().filter(|(at, _)| *at != self.depth);
        let others: Vec<_> = others.filter_map(|(_, number)| *number).collect();
        let count = match (self.count, &others[..]) {
            (Some(at), _) => arguments[at],
            (None, [other]) if is_whole => Some(*other),
            _ => None,
        };
        Some((depth, count))
    }
}

impl<'t> Reader<'_, '_, 't> {
    /// Finds the functions that have a parameter named after a depth.
    pub(super) fn find_signatures(&mut self) {
        for open in 1..self.all.len() {
            let Some(name) = self.callee(open) else { continue };
            let Some(found) = self.signature(open) else { continue };
            let known = self.signatures.entry((name, found.length)).or_insert(Some(found));
            *known = known.and_then(|known| {
                let differ =
                    known.depth != found.depth || known.count.zip(found.count).is_some_and(|(a, b)| a != b);
                (!differ).then_some(Signature { count: known.count.or(found.count), ..known })
            });
        }
    }

    /// The name in front of the arguments of a call.
    fn callee(&self, open: usize) -> Option<&'t str> {
        let before = self.all[..open].iter().rev().find(|token| token.text != "!")?;
        (self.all[open].text == "(" && self.all[open].kind == Kind::Open && before.kind == Kind::Word)
            .then_some(before.text)
    }

    /// The signature of a group of names.
    fn signature(&self, open: usize) -> Option<Signature> {
        const MAX_PARAMETERS: usize = 12;
        let (mut length, mut depth, mut count) = (0, None, None);
        for item in statement::items(&self.all, statement::inside(&self.all, open)) {
            // A parameter may have a value, as in `depth = 3`.
            let name = self.all[item].split(|token| token.text == "=").next().unwrap_or_default();
            let is_other =
                |token: &Token<'_>| token.text == "(" || matches!(token.kind, Kind::Number(_) | Kind::String);
            if length == MAX_PARAMETERS || name.iter().any(is_other) {
                return None;
            }
            let mut labels =
                name.iter().filter(|token| token.kind == Kind::Word).map(|token| Label::read(token.text));
            match labels.rfind(|label| *label != Label::Other) {
                Some(Label::Depth) if depth.replace(length).is_some() => return None,
                Some(Label::Count) if count.replace(length).is_some() => return None,
                _ => {}
            }
            length += 1;
        }
        Some(Signature { length, depth: depth?, count })
    }

    /// The signature of the function whose declaration begins on a line.
    pub(super) fn signature_below(&self, header: usize) -> Option<Signature> {
        const MAX_LINES: usize = 3;
        let tokens = self.tokens_of(&(header..header + MAX_LINES));
        let mut groups = tokens.filter(|open| self.callee(*open).is_some());
        groups.next().and_then(|open| self.signature(open))
    }

    /// The numbers that the arguments of a call are, and the count that one with a key is: `TestCase(3, ExpectedResult = 8902)`.
    pub(super) fn numbers_of_call(&self, open: usize) -> (Vec<Option<u128>>, Option<u128>) {
        let (mut numbers, mut keyed) = (Vec::new(), None);
        for item in statement::items(&self.all, statement::inside(&self.all, open)) {
            match statement::key(&self.all, &item) {
                Some((Label::Count, value)) => keyed = statement::single(&self.all, &value),
                Some(_) => {}
                None => numbers.push(statement::single(&self.all, &item)),
            }
        }
        (numbers, keyed)
    }

    /// The depth of the arguments of a call or an attribute, and the count if there is one, as the parameters of the function say.
    /// `is_whole` takes the only other number for the count.
    pub(super) fn arguments(&self, open: usize, is_whole: bool) -> Option<(u128, Option<u128>)> {
        let (numbers, keyed) = self.numbers_of_call(open);
        let line = self.all[open].line;
        let signature = match self.signatures.get(&(self.callee(open)?, numbers.len())) {
            Some(signature) => *signature,
            None if self.is_attribute(line) => self.signature_below(self.header_below(line)?),
            None => None,
        };
        let (depth, count) = signature?.of(&numbers, keyed.is_none() && is_whole)?;
        Some((depth, keyed.or(count)))
    }
}
