//! Names that are given to positions and to counts.

use super::super::counts::MAX_BARE_DEPTH;
use super::super::statement;
use super::super::tokens::Kind;
use super::super::vocabulary::{Label, names_list};
use super::calls::names_perft;
use super::visibility::Definition;
use super::{MAX_TOKENS, MAX_USES, Reader};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

impl<'t> Reader<'_, '_, 't> {
    /// Finds the uses of names that are given to a string with a position.
    pub(super) fn find_names(&mut self) {
        let mut words = BTreeMap::<_, Vec<_>>::new();
        for (at, token) in self.all.iter().enumerate() {
            match token.kind {
                Kind::Word => words.entry(token.text).or_default().push(at),
                // `"$KIWI"` in a shell.
                Kind::String if token.text.starts_with('$') => {
                    words.entry(token.text.trim_matches(['$', '{', '}'])).or_default().push(at);
                }
                _ => {}
            }
        }
        let changed = self.changed_boards();
        for string in self.positions.clone() {
            if let Some(function) = self.function_of(string) {
                let named = words.get(self.all[function].text).into_iter().flatten().copied().take(MAX_USES);
                let calls: Vec<_> =
                    named.filter(|at| *at != function && self.has_no_arguments(*at + 1)).collect();
                // A second function of the name may be that of another class.
                let is_declared = |at: &usize| {
                    self.all.get(*at + 3).is_some_and(|next| ["{", "-", ":"].contains(&next.text))
                };
                if !calls.iter().any(is_declared) {
                    self.names.extend(calls.into_iter().map(|at| (at, string)));
                }
                continue;
            }
            let statement = self.statement_around(self.block_of(string), &(string..string + 1));
            let Some(given) = self.target(&statement) else { continue };
            let name = self.all[given].text;
            if changed.contains(name) && self.is_board(string) {
                continue;
            }
            let all = words.get(name).into_iter().flatten().copied().take(MAX_USES);
            let is_given = |at: &usize| statement.contains(at) || self.assigns(*at, name);
            let (defined, used): (Vec<_>, Vec<_>) = all.partition(is_given);
            let others = defined.into_iter().filter(|at| !statement.contains(at)).collect();
            let shadows = used.iter().filter_map(|at| self.function_with_parameter(*at)).collect();
            let scope = self.scope_of(given);
            let definition = Definition { name: given, statement, scope, others, shadows };
            // In the function of the definition, the lines below it say the same.
            let used: Vec<_> = used.into_iter().filter(|at| self.is_meant(&definition, *at)).collect();
            self.names.extend(used.into_iter().map(|at| (at, string)));
        }
        self.positions.extend(self.names.keys().copied());
        self.positions.sort_unstable();
    }

    /// Whether a name of the start position makes a board of it, as `Board()` does and `START_FEN` does not.
    fn is_board(&self, at: usize) -> bool {
        let is_new = self.starts.get(&at).is_some_and(|name| name.ends_with("new"));
        is_new || self.text(Some(at + 1)) == "(" && self.starts.contains_key(&at)
    }

    /// The names of boards made without a position that a call anywhere may change.
    fn changed_boards(&self) -> BTreeSet<&'t str> {
        let boards = self.starts.keys().filter(|at| self.is_board(**at));
        let statements = boards.map(|at| self.statement_around(self.block_of(*at), &(*at..*at + 1)));
        let names: BTreeSet<_> = statements.filter_map(|statement| self.assigned(&statement)).collect();
        let calls = (0..self.all.len()).filter(|_| !names.is_empty());
        calls.flat_map(|open| self.changed(open, &names, None)).collect()
    }

    /// The name of the function without parameters whose body is one statement that makes a position of a string:
    /// `fn kiwi() -> Board { Board::new("FEN").unwrap() }`.
    fn function_of(&self, string: usize) -> Option<usize> {
        let is_brace = |open: &usize| self.all[*open].text == "{";
        let around = |at: &usize| self.all[*at].parent;
        let (header, body) = match std::iter::successors(around(&string), around).find(is_brace) {
            Some(open) => (open, open + 1..self.all[open].partner?),
            // A block of Python.
            None => {
                let line = self.header_of(self.all[string].line)?;
                let header = self.tokens_of(&(line..line + 1)).end.checked_sub(1)?;
                (header, header + 1..self.tokens_of(&self.block_from(line)).end)
            }
        };
        let close = self.before_type(header)?;
        let open = self.all[close].partner.filter(|open| self.has_no_arguments(*open))?;
        let name = open.checked_sub(1).filter(|at| self.all[*at].kind == Kind::Word)?;
        // Behind the string, only calls that take nothing but a message: others may be moves.
        let is_message = |open: usize| {
            let mut inside = statement::inside(&self.all, open);
            inside.all(|at| self.all[at].kind == Kind::String && self.all[at].text.contains(' '))
        };
        let is_one = self.positions.iter().filter(|at| body.contains(at)).count() == 1
            && !(body.start..body.end.saturating_sub(1)).any(|at| self.all[at].text == ";")
            && !(string..body.end).any(|at| self.all[at].kind == Kind::Open && !is_message(at))
            && !body.clone().any(|at| self.assigns_at(at) || names_perft(&self.all[at]));
        (is_one && body.contains(&string)).then_some(name)
    }

    /// Whether a bracket opens the arguments of a function, and there are none.
    fn has_no_arguments(&self, open: usize) -> bool {
        self.text(Some(open)) == "("
            && self.all[open].partner.is_some_and(|close| {
                close == open + 1 || close == open + 2 && self.all[open + 1].text == "void"
            })
    }

    /// Takes the words for a depth or a count that are given a number once in a function, and not counted up, for the number.
    pub(super) fn find_numbers(&mut self) {
        let text = |at: Option<usize>| self.text(at);
        let is_value = |at: usize| {
            let is_compared = text(Some(at + 1)) == "=" && text(Some(at + 2)) == "=";
            (is_compared || ![":", "=", ".", "[", "(", "+", "-"].contains(&text(Some(at + 1))))
                && ![".", "&", "mut", "+", "-"].contains(&text(at.checked_sub(1)))
        };
        let (mut used, mut given) = (Vec::new(), BTreeMap::<_, Vec<_>>::new());
        for (at, token) in self.all.iter().enumerate().filter(|(_, token)| token.kind == Kind::Word) {
            match Label::parse(token.text) {
                label @ (Label::Depth | Label::Count) if self.assigns(at, token.text) => {
                    // Counters begin with a small number.
                    let is_counter = |number: &u128| label == Label::Count && *number <= MAX_BARE_DEPTH;
                    let number = self.number_of(at).filter(|number| !is_counter(number));
                    given.entry(token.text).or_default().push((at, number));
                }
                Label::Depth | Label::Count if is_value(at) => used.push(at),
                Label::Depth | Label::Count => given.entry(token.text).or_default().push((at, None)),
                _ => {}
            }
        }
        let number = |at: usize| {
            let all = given.get(self.all[at].text).filter(|all| all.len() <= MAX_USES)?;
            let (first, number) = all.iter().find(|(first, _)| *first < at && self.is_visible(*first, at))?;
            let is_other = |(other, _): &(usize, _)| other > first && self.is_visible(*first, *other);
            number.filter(|_| !all.iter().any(is_other))
        };
        let found: Vec<_> = used.into_iter().filter_map(|at| Some((at, number(at)?))).collect();
        for (at, number) in found {
            self.all[at].kind = Kind::Number(number);
        }
    }

    /// The number that an assignment gives its name, if it is all.
    fn number_of(&self, at: usize) -> Option<u128> {
        let statement = self.whole_statement(at);
        let equals = statement.clone().find(|at| self.assigns_at(*at))?;
        statement::single(&self.all, &(equals + 1..statement.end))
    }

    /// The name that a statement assigns a value to; of several, the last.
    pub(super) fn assigned(&self, statement: &Range<usize>) -> Option<&'t str> {
        Some(self.all[self.target(statement)?].text)
    }

    /// All names that a statement assigns values to: `nodes, time = perft(3)`.
    pub(super) fn targets(&self, statement: &Range<usize>) -> Vec<&'t str> {
        let Some(last) = self.target(statement) else { return Vec::new() };
        let is_other = |at: &usize| self.all[*at].kind == Kind::Word && self.all[*at + 1].text == ",";
        let others = (statement.start..last).rev().skip(1).step_by(2).take_while(is_other);
        std::iter::once(last).chain(others).map(|at| self.all[at].text).collect()
    }

    /// The token of that name.
    pub(super) fn target(&self, statement: &Range<usize>) -> Option<usize> {
        let name = statement.start + 2;
        if name + 1 < statement.end && self.is_macro(name) {
            return Some(name);
        }
        let parent = self.all[statement.start].parent;
        let equals = statement.clone().find(|at| self.assigns_at(*at) && self.all[*at].parent == parent)?;
        // `NAME: TYPE = `, `TYPE NAME[] = ` and `NAME := `.
        let is_colon = |at: &usize| {
            self.all[*at].text == ":" && self.all[*at - 1].text != ":" && self.all[*at + 1].text != ":"
        };
        let colon = (statement.start + 1..equals).find(is_colon).unwrap_or(equals);
        let bracket = (statement.start..colon).find(|at| self.all[*at].text == "[").unwrap_or(colon);
        (statement.start..bracket).next_back().filter(|at| self.all[*at].kind == Kind::Word)
    }

    /// Whether a token is the name of a macro without parameters where it is defined: `#define KIWI "FEN"`.
    pub(super) fn is_macro(&self, at: usize) -> bool {
        let text = |back: usize| self.text(at.checked_sub(back));
        let has_parameters = self.text(Some(at + 1)) == "(" && !self.all[at + 1].is_apart;
        self.all[at].kind == Kind::Word && text(1) == "define" && text(2) == "#" && !has_parameters
    }

    /// Whether a token is the equals sign of an assignment.
    pub(super) fn assigns_at(&self, at: usize) -> bool {
        let is_sign = |at: usize| {
            self.all.get(at).is_some_and(|token| ["=", ">", "~"].contains(&token.text) && !token.is_apart)
        };
        at > 0
            && self.all[at].text == "="
            && !is_sign(at + 1)
            && !matches!(self.all[at - 1].text, "=" | "!" | "<" | ">")
    }

    /// Whether an assignment to a name begins at a token.
    pub(super) fn assigns(&self, at: usize, name: &str) -> bool {
        const MAX_TARGETS: usize = 16;
        if self.all[at].kind != Kind::Word || self.all[at].text != name {
            return false;
        }
        if self.is_macro(at) {
            return true;
        }
        let line = self.all[at].line;
        let is_of_type = |next: &usize| {
            let token = &self.all[*next];
            token.line == line && ![",", ";", ")", "}"].contains(&token.text)
        };
        match self.all.get(at + 1).map(|token| token.text) {
            Some("=") => self.assigns_at(at + 1),
            Some(":") => (at + 2..self.all.len()).take_while(is_of_type).any(|at| self.assigns_at(at)),
            // `got, err := perft(3)`.
            Some(",") if self.all[at].parent.is_none_or(|open| self.blocks.contains(&open)) => {
                let is_target =
                    |at: &usize| self.all[*at].kind == Kind::Word || [",", ":"].contains(&self.all[*at].text);
                let end = (at + 1..self.all.len()).take(MAX_TARGETS).find(|at| !is_target(at));
                end.is_some_and(|end| self.all[end].line == line && self.assigns_at(end))
            }
            Some("[") => self.all[at + 1]
                .partner
                .is_some_and(|close| close + 1 < self.all.len() && self.assigns_at(close + 1)),
            _ => false,
        }
    }

    /// Finds the lists of counts that calls with a position get by name: `nodes = [20, 400]; check("FEN", nodes)`.
    pub(super) fn find_lists(&mut self) {
        let of_call = |at: &usize| {
            let open = self.all[*at].parent.filter(|open| !self.blocks.contains(open))?;
            let inside = statement::inside(&self.all, open);
            let is_calculated = |at: usize| {
                let around = self.all[at].parent.filter(|around| *around != open);
                around.is_some_and(|around| statement::is_calculated(&self.all, around))
            };
            let numbers = inside.clone().filter(|at| self.has_number(*at..*at + 1) && !is_calculated(*at));
            // `check("FEN", nodes, 2)` has a list of two counts, or is refused.
            let beside = match numbers.collect::<Vec<_>>()[..] {
                [] => None,
                [at] => Some(statement::single(&self.all, &(at..at + 1))?),
                _ => return None,
            };
            let lists =
                inside.filter(|word| word != at).filter_map(|word| Some((word, self.list_of_name(word)?)));
            // Of several, one may be named after counts.
            let lists: Vec<_> = lists.collect();
            let is_of_counts = |(word, _): &&(usize, Range<usize>)| names_list(self.all[*word].text);
            let mut named = lists.iter().filter(|list| lists.len() == 1 || is_of_counts(list));
            let (_, list) =
                named.next().filter(|_| statement::is_call(&self.all, open) && named.next().is_none())?;
            Some((*at, (list.clone(), beside)))
        };
        self.lists = self.positions.iter().filter_map(of_call).collect();
    }

    /// The list of counts that the last assignment above gave a name.
    fn list_of_name(&self, at: usize) -> Option<Range<usize>> {
        let name = &self.all[at];
        let mut above = (at.saturating_sub(MAX_TOKENS)..at).rev();
        let given = above.find(|given| name.kind == Kind::Word && self.assigns(*given, name.text))?;
        // As if it stood in the call, it needs no name for counts.
        let is_list = |open: usize| (self.are_pairs(open) || self.is_list(open)).then(|| self.group(open));
        let list = self.list_of_counts(given).or_else(|| self.list_behind(given).and_then(is_list));
        list.filter(|_| self.is_visible(given, at))
    }

    /// The list of a statement such as `expected = [20, 400]`, whose name is a word for counts.
    pub(super) fn list_of_counts(&self, at: usize) -> Option<Range<usize>> {
        let name = &self.all[at];
        (name.kind == Kind::Word && names_list(name.text)).then(|| self.named_list(at)).flatten()
    }

    /// The list whose name is that of a position and words for counts: `kiwiExpected` of `kiwi`.
    pub(super) fn list_of_thing(&self, at: usize, position: &str) -> Option<Range<usize>> {
        let is_of =
            |name: &str| name.strip_prefix(position).is_some_and(|rest| Label::parse(rest) == Label::Count);
        let name = &self.all[at];
        (name.kind == Kind::Word && is_of(name.text)).then(|| self.named_list(at)).flatten()
    }

    /// The list of numbers that a name is given.
    fn named_list(&self, at: usize) -> Option<Range<usize>> {
        let open = self.list_behind(at)?;
        let close = self.all[open].partner?;
        let first = &self.all[open + 1];
        let numbers = || self.all[open..close].iter().filter(|token| matches!(token.kind, Kind::Number(_)));
        (matches!(first.kind, Kind::Number(_) | Kind::Open) && numbers().count() > 1)
            .then_some(open..close + 1)
    }

    /// The bracket that opens the value of an assignment to a name, on its line.
    pub(super) fn list_behind(&self, at: usize) -> Option<usize> {
        let name = &self.all[at];
        let is_near = |at: &usize| self.all[*at].line == name.line;
        let behind = |at: usize| (at..self.all.len()).take_while(is_near);
        let equals = behind(at + 1).find(|at| self.all[*at].text == "=")?;
        // `new long[] {20, 400}`, and no `perft(1, board)`.
        let is_list = |open: &usize| {
            let token = &self.all[*open];
            let is_empty = token.partner == Some(open + 1);
            token.kind == Kind::Open && token.parent == name.parent && !is_empty && !self.is_perft(*open)
        };
        behind(equals + 1).find(is_list)
    }
}
