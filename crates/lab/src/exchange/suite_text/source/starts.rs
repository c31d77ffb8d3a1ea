//! The start position by a name that the text does not explain: `Board::default()`, `new Chess()`, `START_FEN`.
//!
//! Invariant: a name that the text itself gives or declares is none of them.

use super::super::fen;
use super::super::statement;
use super::super::tokens::Kind;
use super::super::vocabulary::StartName;
use super::Reader;
use super::calls::names_perft;
use std::collections::BTreeSet;

/// The words that may be in front of an expression; after any other, a declaration begins.
const IN_FRONT: [&str; 7] = ["new", "return", "try", "await", "in", "mut", "not"];

impl<'t> Reader<'_, '_, 't> {
    /// Takes the names of the start position for its word, unless the user names the position of counts that have none.
    pub(super) fn find_starts(&mut self) {
        if self.collector.options.hints.fen.is_some() {
            return;
        }
        let words = (0..self.all.len()).filter(|at| self.all[*at].kind == Kind::Word);
        let own: BTreeSet<_> =
            words.clone().filter(|at| self.is_own(*at)).map(|at| self.all[at].text).collect();
        let found: Vec<_> = words.filter_map(|at| Some((at, self.start_name(at, &own)?))).collect();
        for (at, name) in found {
            self.all[at].kind = Kind::String;
            self.all[at].text = fen::START;
            self.starts.insert(at, name);
        }
        self.positions.extend(self.starts.keys());
        self.positions.sort_unstable();
    }

    /// The bracket of the arguments behind a word, and the token behind them.
    fn arguments_of(&self, at: usize) -> Option<(usize, usize)> {
        let is_call = |open: &usize| *open < self.all.len() && statement::is_call(&self.all, *open);
        let open = Some(at + 1).filter(is_call)?;
        Some((open, self.all[open].partner? + 1))
    }

    /// Whether the text gives a name a value or declares it.
    fn is_own(&self, at: usize) -> bool {
        self.assigns(at, self.all[at].text) || self.is_declared(at)
    }

    /// Whether a word is the name of a function where it is declared.
    fn is_declared(&self, at: usize) -> bool {
        let Some((_, end)) = self.arguments_of(at) else { return false };
        let line = self.all[at].line;
        let before = at.checked_sub(1).map(|at| &self.all[at]).filter(|token| token.line == line);
        let is_after_word =
            before.is_some_and(|token| token.kind == Kind::Word && !IN_FRONT.contains(&token.text));
        let behind = [self.text(Some(end)), self.text(Some(end + 1))];
        is_after_word
            || self.blocks.contains(&end)
            || matches!(behind, [":", _] | ["=", "default" | "delete"])
    }

    /// The name of the start position that a word ends.
    fn start_name(&self, at: usize, own: &BTreeSet<&str>) -> Option<String> {
        let name = self.all[at].text;
        let behind = [self.text(Some(at + 1)), self.text(Some(at + 2))];
        let is_key =
            matches!(behind, ["=", next] if next != "=") || matches!(behind, [":", next] if next != ":");
        // `Board.initial.perft(3)`.
        let is_counted = behind[0] == "." && self.all.get(at + 2).is_some_and(names_perft);
        let is_part = matches!(behind[0], "." | "<" | "[") && !is_counted || behind == [":", ":"];
        // `startpos has` is a sentence.
        let next = self.all.get(at + 1).filter(|next| next.line == self.all[at].line);
        let is_of_sentence = next.is_some_and(|next| next.kind == Kind::Word);
        if is_key || is_part || is_of_sentence || self.is_declared(at) {
            return None;
        }
        let arguments = self.arguments_of(at).map(|(open, _)| statement::inside(&self.all, open));
        let is_simple =
            |at: usize| self.all[at].kind == Kind::Word || ["&", "*", ","].contains(&self.all[at].text);
        if !arguments.clone().is_none_or(|mut inside| inside.all(is_simple)) {
            return None;
        }
        // Ruby calls without brackets.
        let is_new = arguments.as_ref().map_or(name == "new", |inside| inside.is_empty());
        let sign = match self.text(at.checked_sub(1)) {
            sign @ "." => sign,
            ":" => "::",
            _ => "",
        };
        let owner = if sign.is_empty() { "" } else { self.text(at.checked_sub(sign.len() + 1)) };
        // `game.Position()` is that of a variable.
        let is_of_variable = own.contains(owner) && self.text(at.checked_sub(sign.len() + 2)) != "new";
        let of = StartName::parse(name);
        if of.is_start() && !own.contains(name) || of.is_type() && is_new && !is_of_variable {
            return Some(name.to_owned());
        }
        // `Board::default()`, `board.loadInitial()` and `Fen::START`; `pos.start` is a field.
        if sign.is_empty() {
            return None;
        }
        let both = StartName::parse(&format!("{owner}{name}"));
        let is_capital = |name: &str| name.starts_with(char::is_uppercase);
        let is_constant = arguments.is_none() && (is_capital(name) || is_capital(owner));
        let is_made = both.is_made() && is_new && is_capital(owner);
        let is_one = both.is_start() && (is_constant || arguments.is_some()) || is_made;
        is_one.then(|| format!("{owner}{sign}{name}"))
    }
}
