//! Which clauses allow or forbid a move, or ended a game.

use crate::corpus::failure::indented;
use crate::game::drawing::Style;
use crate::game::drawing::draw_unvalidated_marked;
use crate::game::drawing::{words, wrap};
use crate::game::rules::Status;
use crate::game::variant::VariantId;
use crate::lab::explain::{ClauseEffect, ExplainedMove, ExplainedSquare, ExplainedStatus};
use crate::support::list;
use crate::support::plural::plural;
use crate::support::sanitise::sanitise;

/// Where something was asked, and whom.
#[derive(Clone, Copy, Debug)]
pub struct ExplainContext<'a> {
    /// The variant.
    pub variant: VariantId,
    /// The position.
    pub vfen: &'a str,
    /// The backend.
    pub backend: &'a str,
    /// Whether it can do without clauses.
    pub can_switch: bool,
}

/// A text in the making.
struct Page<'a> {
    asked: &'a ExplainContext<'a>,
    style: Style,
    text: String,
}

impl<'a> Page<'a> {
    /// A page with a title, the position, and its board with the squares of moves marked.
    fn new(asked: &'a ExplainContext<'a>, style: Style, title: &str, moves: &[String]) -> Self {
        let mut text = format!("{}\n  position {}\n", sanitise(title), sanitise(asked.vfen));
        text.push_str(&indented(&draw_unvalidated_marked(asked.variant, asked.vfen, moves, style.colour)));
        Self { asked, style, text }
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(&indented(&sanitise(line)));
    }

    /// The clauses of each ground with their words and what is said of it.
    fn grounds<T>(
        &mut self,
        name: &str,
        grounds: &[ClauseEffect<T>],
        and: &str,
        said: impl Fn(&T) -> String,
    ) {
        for ground in grounds {
            self.line(&format!("{name} {}{}", ids(ground, and), said(&ground.without)));
            for clause in &ground.clauses {
                let id = if ground.clauses.len() > 1 { format!("{}: ", clause.id()) } else { String::new() };
                let width = self.style.indented().saturating_sub(2);
                wrap(&format!("{id}{}", words(*clause)), width)
                    .iter()
                    .for_each(|text| self.line(&format!("  {text}")));
            }
        }
    }

    fn end(mut self) -> String {
        if !self.asked.can_switch {
            let line = format!(
                "{} cannot do without a clause, so that none is told; `reference` can",
                self.asked.backend
            );
            self.line(&line);
        }
        self.text
    }
}

/// The clauses of a ground.
fn ids<T>(ground: &ClauseEffect<T>, and: &str) -> String {
    ground.clauses.iter().map(|clause| clause.id()).collect::<Vec<_>>().join(and)
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
    let ExplainedMove { text, legal, vfen, possible_by, shaped_by, forbidden_by, may_mean, nearest } =
        explained;
    let word = match (legal, may_mean.is_empty()) {
        (true, _) => "is legal",
        (false, true) => "is no legal move",
        (false, false) => "is not yet a move",
    };
    let mut page = Page::new(asked, style, &format!("{text} {word}"), std::slice::from_ref(text));
    if let Some(written) = written.filter(|written| written != text) {
        page.line(&format!("written  {written}"));
    }
    if let Some(vfen) = vfen {
        page.line(&format!("leads to {vfen}"));
    }
    page.grounds("possible by", possible_by, " or ", |moves| instead(moves));
    page.grounds("shaped by", shaped_by, " and ", |fields| {
        format!(", on which its {} depends", fields.join(", "))
    });
    page.grounds("forbidden by", forbidden_by, " and ", |moves| match &moves[..] {
        [one] if one == text => String::new(),
        moves => format!("; without it {}", list::line(moves)),
    });
    list::lines("may mean", may_mean).iter().for_each(|line| page.line(line));
    if !legal && may_mean.is_empty() {
        if forbidden_by.is_empty() && asked.can_switch {
            page.line("no clause forbids it, nor do two together: no rule makes such a move");
        }
        list::lines("nearest", nearest).iter().for_each(|line| page.line(line));
    }
    page.end()
}

/// The moves of a piece, each with the clauses behind it, and what else it could do without a clause.
#[must_use]
pub fn explained_square(asked: &ExplainContext<'_>, explained: &ExplainedSquare, style: Style) -> String {
    let ExplainedSquare { square, moves, forbidden_by } = explained;
    let texts: Vec<_> =
        moves.iter().map(|explained| explained.text.clone()).chain([square.clone()]).collect();
    let title = format!("{} from {square}", plural(moves.len(), "legal move"));
    let mut page = Page::new(asked, style, &title, &texts);
    for explained in moves {
        let by: Vec<_> = explained.possible_by.iter().map(|ground| ids(ground, " or ")).collect();
        let by = if by.is_empty() { String::new() } else { format!("   by {}", by.join(", ")) };
        page.line(&format!("{}{by}", explained.text));
    }
    for ground in forbidden_by {
        page.line(&format!("forbidden by {}: {}", ids(ground, " and "), list::line(&ground.without)));
    }
    page.end()
}

/// How a game stands, and the clauses that ended it.
#[must_use]
pub fn explained_status(asked: &ExplainContext<'_>, explained: &ExplainedStatus, style: Style) -> String {
    let ExplainedStatus { status, legal_moves, ended_by } = explained;
    let title = format!("{status}, {}", plural(*legal_moves, "legal move"));
    let mut page = Page::new(asked, style, &title, &[]);
    page.grounds("ended by", ended_by, " and ", |status| format!("; without it {status}"));
    if *status != Status::Ongoing && ended_by.is_empty() && asked.can_switch {
        page.line("no clause ended it alone, nor did two together");
    }
    page.end()
}
