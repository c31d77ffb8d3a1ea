//! Where a name means the value that a statement gives it.
//!
//! Invariant: a name of a function means nothing in another one.

use super::super::statement;
use super::super::tokens::Kind;
use super::Reader;
use super::scopes::{MAX_LINES, indent};
use std::ops::Range;

/// A statement that gives a name a value.
pub(super) struct Definition {
    /// The name in it.
    pub name: usize,
    pub statement: Range<usize>,
    /// The tokens among which the name means this, unless it gets another value: its block in a function, or the whole text.
    pub scope: Range<usize>,
    /// Where the text gives the name another value.
    pub others: Vec<usize>,
    /// The functions with a parameter of this name.
    pub shadows: Vec<Range<usize>>,
}

impl Reader<'_, '_, '_> {
    /// Whether a name has the value of a definition.
    pub(super) fn is_meant(&self, definition: &Definition, at: usize) -> bool {
        let Definition { name, statement, scope, others, shadows } = definition;
        if shadows.iter().any(|function| function.contains(&at)) {
            return false;
        }
        if others.is_empty() {
            // A shell has no blocks.
            let is_everywhere = self.all[at].kind == Kind::String || self.is_qualified(*name, at);
            return scope.contains(&at) || is_everywhere;
        }
        let is_below = |at: &usize| *at >= statement.end && scope.contains(at);
        let place = |at: usize| (self.all[at].parent, indent(self.lines[self.all[at].line - 1]));
        let mut below = others.iter().filter(|other| is_below(other));
        // One further in may be in a loop or under a condition.
        is_below(&at) && below.all(|other| *other > at && place(*other) == place(*name))
    }

    /// The scope of a name where it is given a value.
    pub(super) fn scope_of(&self, name: usize) -> Range<usize> {
        let around = |at: &usize| self.all[*at].parent;
        let parent = around(&name);
        let is_record = |open: usize| {
            !self.blocks.contains(&open)
                && (self.all[open].text != "(" || statement::is_call(&self.all, open))
        };
        if std::iter::successors(parent, around).any(|open| self.is_function(open))
            || parent.is_some_and(is_record)
        {
            return self.block_of(name);
        }
        let line = self.all[name].line;
        let is_inner = parent.is_none() && indent(self.lines[line - 1]) > 0 && !self.is_macro(name);
        match self.header_of(line).filter(|_| is_inner) {
            // A block of Python.
            Some(header) => self.tokens_of(&self.block_from(header)),
            None => 0..self.all.len(),
        }
    }

    /// Whether a name in another block is that of a definition: `self.fen`, or `Fens.KIWI` of the block of `Fens`.
    fn is_qualified(&self, name: usize, at: usize) -> bool {
        const SELF: [&str; 4] = ["self", "Self", "this", "cls"];
        let owner = |at: usize| {
            let is_sign = |back: &usize| [".", ":", "-", ">"].contains(&self.text(at.checked_sub(*back)));
            let signs = (1..=2).take_while(is_sign).count();
            if signs == 0 { "" } else { self.text(at.checked_sub(signs + 1)) }
        };
        let of_use = owner(at);
        let header = match self.all[name].parent {
            Some(open) => self.before_type(open).map_or(0, |before| before + 1)..open,
            None => {
                self.header_of(self.all[name].line).map_or(0..0, |line| self.tokens_of(&(line..line + 1)))
            }
        };
        !of_use.is_empty()
            && (of_use == owner(name)
                || SELF.contains(&of_use)
                || self.all[header].iter().any(|token| token.text == of_use))
    }

    /// Whether a brace opens the body of a function: `) {`, `) -> Board {`, `) => {`.
    fn is_function(&self, open: usize) -> bool {
        let is_arrow = self.text(open.checked_sub(1)) == ">" && self.text(open.checked_sub(2)) == "=";
        self.all[open].text == "{"
            && (is_arrow || self.before_type(open).is_some_and(|before| self.all[before].text == ")"))
    }

    /// The last token in front of a bracket that is not of a type or a keyword.
    pub(super) fn before_type(&self, open: usize) -> Option<usize> {
        const MAX_TYPE: usize = 12;
        let is_of_type = |at: &usize| {
            self.all[*at].kind == Kind::Word || ["-", ">", ":", "&", "*"].contains(&self.all[*at].text)
        };
        (open.saturating_sub(MAX_TYPE)..open).rev().find(|at| !is_of_type(at))
    }

    /// The tokens of the function whose parameter a name is, where that is declared.
    pub(super) fn function_with_parameter(&self, at: usize) -> Option<Range<usize>> {
        let open = self.all[at].parent.filter(|open| self.all[*open].text == "(")?;
        self.declared(open).or_else(|| self.declared_without_types(open))
    }

    /// The parameters and the body of a function whose parameters have no types: `def check(fen):`, `(fen) => fen`.
    fn declared_without_types(&self, open: usize) -> Option<Range<usize>> {
        const KEYWORDS: [&str; 4] = ["def", "function", "async", "static"];
        let is_bare = |at: usize| self.all[at].kind == Kind::Word || self.all[at].text == ",";
        let close = self.all[open].partner.filter(|_| statement::inside(&self.all, open).all(is_bare))?;
        let line = self.all[open].line;
        let before = open.checked_sub(2).map(|at| &self.all[at]).filter(|token| token.line == line);
        let is_declared = before.is_none_or(|before| KEYWORDS.contains(&before.text));
        if self.text(Some(close + 1)) == "=" && self.text(Some(close + 2)) == ">" {
            Some(open..self.whole_statement(open).end)
        } else if is_declared && self.blocks.contains(&(close + 1)) {
            Some(open..self.all[close + 1].partner?)
        } else if is_declared && before.is_some() {
            Some(open..self.tokens_of(&self.block_from(line)).end)
        } else {
            None
        }
    }

    /// Whether a token is in the block of an earlier one, or further in.
    pub(super) fn is_visible(&self, given: usize, at: usize) -> bool {
        let line = |at: usize| self.all[at].line;
        let own = indent(self.lines[line(given) - 1]);
        let is_of_block = |line: &&str| line.trim().is_empty() || indent(line) >= own;
        self.block_of(given).contains(&at)
            && line(at) < line(given) + MAX_LINES
            && self.lines[line(given)..line(at)].iter().all(is_of_block)
    }
}
