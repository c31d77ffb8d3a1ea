//! The clauses behind a move, the moves of a piece, or the status.

use super::error::Refusal;
use super::line::Line;
use super::place::At;
use super::sides::Sides;
use serde::Deserialize;
use serde_json::{Value, json};
use vperft::inner::game::variant::ClauseSet;
use vperft_lab::differences::clause_switch::ClauseSwitch;
use vperft_lab::differences::explain::Explainer;

/// The subject of an explanation.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Subject {
    /// A move, legal or not.
    Move(String),
    /// The moves of the piece on a square.
    Square(String),
    /// The status.
    Status(()),
}

/// The clauses behind something.
pub(super) fn explain(
    at: &At,
    subject: &Subject,
    line: &mut Line,
    sides: &mut Sides,
) -> Result<Value, Refusal> {
    let vfen = line.reach(at, sides)?.last().expect("a line has a root").clone();
    let open = {
        let sides = &*sides;
        move |off: ClauseSet| sides.judge(at.variant, &at.options_without(off))
    };
    let switch = ClauseSwitch::new(at.variant, &open);
    let can_switch = switch.can_switch();
    let clause_switch = can_switch.then_some(&switch);
    // Only the status depends on the path, and playing a long one takes time.
    let path = if matches!(subject, Subject::Status(())) { at.path() } else { (&vfen).into() };
    let explainer = Explainer { variant: at.variant, path, vfen: &vfen, clause_switch };
    let Some(mut judge) = open(ClauseSet::default()) else {
        return Err(Refusal::new(
            "the backend cannot switch off a clause, so no clause is named as the reason",
        ));
    };
    let view = judge.of(at.variant)?;
    let explained = match subject {
        Subject::Move(text) => explainer.explain_move(view, text).map(|explained| json!(explained)),
        Subject::Square(name) => explainer.explain_square(view, name).map(|explained| json!(explained)),
        Subject::Status(()) => explainer.explain_status(view).map(|explained| json!(explained)),
    };
    explained.map_err(|error| Refusal::answer(&error, &vfen))
}
