//! The clauses that allow or forbid a move, or that ended a game.

use vperft::inner::corpus::failure::indented;
use vperft::inner::game::drawing::Style;
use vperft::inner::game::drawing::draw_unvalidated_marked;
use vperft::inner::game::drawing::{words, wrap};
use vperft::inner::game::rules::Status;
use vperft::inner::game::variant::{Clause, VariantId};
use vperft::inner::support::list;
use vperft::inner::support::plural::plural;
use vperft::inner::support::sanitise::sanitise;
use vperft_lab::differences::explain::{
    ClauseEffect, ExplainedMove, ExplainedSquare, ExplainedStatus, Obstacle,
};

/// The position of an explanation, and the backend.
#[derive(Clone, Copy, Debug)]
pub struct ExplainContext<'a> {
    pub variant: VariantId,
    /// The position.
    pub vfen: &'a str,
    /// The backend.
    pub backend: &'a str,
    /// Whether the backend can omit clauses.
    pub can_switch: bool,
    /// Whether another backend can.
    pub has_oracle: bool,
}

/// A report under construction.
struct Page<'a> {
    asked: &'a ExplainContext<'a>,
    style: Style,
    text: String,
    /// Whether it has the rules of a piece.
    has_rules: bool,
}

impl<'a> Page<'a> {
    /// A report with a title, the position, and its board with the squares of moves marked.
    fn new(asked: &'a ExplainContext<'a>, style: Style, title: &str, moves: &[String]) -> Self {
        let mut text = format!("{}\n  position {}\n", sanitise(title), sanitise(asked.vfen));
        text.push_str(&indented(&draw_unvalidated_marked(asked.variant, asked.vfen, moves, style.colour)));
        Self { asked, style, text, has_rules: false }
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(&indented(&sanitise(line)));
    }

    /// The clauses of each effect with their texts, each followed by the text that `describe` returns for the effect.
    fn effects<T>(
        &mut self,
        name: &str,
        effects: &[ClauseEffect<T>],
        and: &str,
        describe: impl Fn(&T) -> String,
    ) {
        for effect in effects {
            self.line(&format!("{name} {}{}", ids(effect, and), describe(&effect.without)));
            for clause in &effect.clauses {
                let id = if effect.clauses.len() > 1 { format!("{}: ", clause.id()) } else { String::new() };
                self.clause(&id, *clause);
            }
        }
    }

    /// The text of a clause after its name.
    fn clause(&mut self, name: &str, clause: Clause) {
        let width = self.style.indented().saturating_sub(2);
        let lines = wrap(&format!("{name}{}", words(clause)), width);
        lines.iter().for_each(|text| self.line(&format!("  {text}")));
    }

    fn end(mut self) -> String {
        if !self.asked.can_switch {
            let oracle = if self.asked.has_oracle { "; `reference` can" } else { "" };
            let (backend, which) =
                (self.asked.backend, if self.has_rules { "none of them" } else { "no clause" });
            self.line(&format!("{backend} cannot omit a clause, so {which} is named as the reason{oracle}"));
        }
        self.text
    }
}

/// The ids of the clauses.
fn ids<T>(effect: &ClauseEffect<T>, and: &str) -> String {
    effect.clauses.iter().map(|clause| clause.id()).collect::<Vec<_>>().join(and)
}

fn instead(moves: &[String]) -> String {
    if moves.is_empty() { String::new() } else { format!("; without it {}", list::line(moves)) }
}

/// A move: whether it is legal, and the clauses behind that.
#[must_use]
pub fn explained_move(
    asked: &ExplainContext<'_>,
    explained: &ExplainedMove,
    written: Option<&str>,
    style: Style,
) -> String {
    let ExplainedMove { text, legal, vfen, completed, may_mean, nearest, .. } = explained;
    let word = match (legal, may_mean.is_empty()) {
        (true, _) => "is legal",
        (false, true) => "is not a legal move",
        (false, false) => "is ambiguous",
    };
    let marked = std::slice::from_ref(completed.as_ref().unwrap_or(text));
    let mut page = Page::new(asked, style, &format!("{text} {word}"), marked);
    if let Some(written) = written.filter(|written| written != text) {
        page.line(&format!("written  {written}"));
    }
    if let Some(vfen) = vfen {
        page.line(&format!("leads to {vfen}"));
    }
    page.reasons(explained);
    if !legal && may_mean.is_empty() {
        list::lines("nearest", nearest).iter().for_each(|line| page.line(line));
    }
    page.end()
}

/// The position of an illegal move and the clauses that forbid it, to follow the error that names the move.
#[must_use]
pub fn reasons(asked: &ExplainContext<'_>, explained: &ExplainedMove, title: &str, style: Style) -> String {
    let marked = std::slice::from_ref(explained.completed.as_ref().unwrap_or(&explained.text));
    let mut page = Page::new(asked, style, title, marked);
    page.reasons(explained);
    page.end()
}

impl Page<'_> {
    /// The clauses behind a move.
    fn reasons(&mut self, explained: &ExplainedMove) {
        let ExplainedMove {
            text,
            legal,
            possible_by,
            shaped_by,
            forbidden_by,
            obstacles,
            completed,
            may_mean,
            start,
            rules,
            ..
        } = explained;
        if let Some(completed) = completed {
            self.line(&format!("taken as {completed}, which would be legal without the clauses named here"));
        }
        self.effects("possible by", possible_by, " or ", |moves| instead(moves));
        self.effects("shaped by", shaped_by, " and ", |fields| {
            format!(", which affects its {}", fields.join(", "))
        });
        for Obstacle { square, piece, attacks, clause } in obstacles {
            let clause = clause.map_or_else(String::new, |clause| format!(" ({})", clause.id()));
            let does =
                attacks.as_ref().map_or("is in the way".to_owned(), |target| format!("attacks {target}"));
            self.line(&format!("the {piece} on {square} {does}{clause}"));
        }
        self.effects("forbidden by", forbidden_by, " and ", |moves| match &moves[..] {
            [one] if one == completed.as_ref().unwrap_or(text) => String::new(),
            moves => format!("; without it {}", list::line(moves)),
        });
        list::lines("may mean", may_mean).iter().for_each(|line| self.line(line));
        if *legal || !may_mean.is_empty() || !forbidden_by.is_empty() {
            return;
        }
        match start {
            Some(start) => self.line(start),
            None if self.asked.can_switch => {
                self.line("no clause or pair of clauses forbids it: no rule describes such a move");
            }
            None => {}
        }
        if !rules.is_empty() {
            self.has_rules = true;
            self.line("the rules of that piece:");
        }
        for clause in rules {
            self.clause(&format!("{}: ", clause.id()), *clause);
        }
    }
}

/// The moves of a piece with the clauses behind each, and the moves that clauses forbid.
#[must_use]
pub fn explained_square(asked: &ExplainContext<'_>, explained: &ExplainedSquare, style: Style) -> String {
    let ExplainedSquare { square, start, moves, forbidden_by } = explained;
    let texts: Vec<_> =
        moves.iter().map(|explained| explained.text.clone()).chain([square.clone()]).collect();
    let title = format!("{} from {square}", plural(moves.len(), "legal move"));
    let mut page = Page::new(asked, style, &title, &texts);
    start.iter().for_each(|start| page.line(start));
    for explained in moves {
        let by: Vec<_> = explained.possible_by.iter().map(|effect| ids(effect, " or ")).collect();
        let by = if by.is_empty() { String::new() } else { format!("   by {}", by.join(", ")) };
        page.line(&format!("{}{by}", explained.text));
    }
    for effect in forbidden_by {
        page.line(&format!("forbidden by {}: {}", ids(effect, " and "), list::line(&effect.without)));
    }
    page.end()
}

/// The status of a position, and the clauses that ended the game.
#[must_use]
pub fn explained_status(asked: &ExplainContext<'_>, explained: &ExplainedStatus, style: Style) -> String {
    let ExplainedStatus { status, legal_moves, ended_by } = explained;
    let title = format!("{status}, {}", plural(*legal_moves, "legal move"));
    let mut page = Page::new(asked, style, &title, &[]);
    page.effects("ended by", ended_by, " and ", |status| format!("; without it {status}"));
    if *status != Status::Ongoing && ended_by.is_empty() && asked.can_switch {
        page.line("no clause or pair of clauses ended it");
    }
    page.end()
}
