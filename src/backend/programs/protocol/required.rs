//! The requests every program has to answer, about one variant: `moves` and `after`, and what it has to refuse.

use super::checker::Checker;
use super::exchange::{Assessed, Assessment, no_refusal, result, wrong};
use crate::backend::BackendError;
use crate::backend::programs::json_lines::{Hello, Reply, Request, move_texts, vfen};
use crate::game::notation::Entry;
use crate::game::position;
use crate::game::variant::{ClauseSet, ModifiedRulebook, Rulings, Variant, VariantId};
use std::sync::Arc;

/// A variant as a program is asked about it: under the readings it declares.
pub(super) struct Scene {
    pub id: VariantId,
    variant: &'static Variant,
    rulings: Rulings,
    book: ModifiedRulebook,
}

/// The position that is asked about, and its moves where the program has listed them.
pub(super) struct Listing {
    pub vfen: String,
    pub moves: Option<Vec<String>>,
}

impl Scene {
    pub fn new(id: VariantId, hello: &Hello) -> Self {
        let rulings = hello.rulings.clone().unwrap_or_default();
        let book = ModifiedRulebook::new(rulings.clone(), ClauseSet::default());
        Self { id, variant: Variant::get(id), rulings, book }
    }

    /// A request about a position.
    pub fn about(&self, ask: &'static str, text: &str) -> Request {
        Request { ask, variant: Some(self.id.name()), vfen: Some(Arc::from(text)), ..Request::default() }
    }

    /// The request for where moves lead.
    fn after(&self, text: &str, moves: &[&str]) -> Request {
        let moves = Some(moves.iter().map(|text| (*text).to_owned()).collect());
        Request { moves, ..self.about("after", text) }
    }

    /// The start position, and the same without castling rights.
    fn starts(&self) -> [String; 2] {
        let start = &self.variant.start(&self.rulings).vfen;
        let mut fields: Vec<_> = start.split(' ').collect();
        fields[2] = "-";
        [start.clone(), fields.join(" ")]
    }
}

/// Asks for the moves of the start position. Whoever knows no castling may still know the position without the rights to it.
pub(super) fn listing(checker: &mut Checker<'_>, scene: &Scene) -> Listing {
    let [start, plain] = scene.starts();
    let mut ask = |step, text: &str| {
        let request = scene.about("moves", text);
        checker.step(Some(scene.id), step, &request, "an array of move texts", |reply| {
            read_moves(scene, &request, reply)
        })
    };
    match ask("moves", &start) {
        None if plain != start => {
            let moves = ask("moves, without castling rights", &plain);
            Listing { vfen: plain, moves }
        }
        moves => Listing { vfen: start, moves },
    }
}

/// Reads the moves of the start position.
fn read_moves(scene: &Scene, request: &Request, reply: Reply) -> Assessed<Vec<String>> {
    let expected = "the legal moves of the start position: an array of canonical move texts, each once";
    let json = result(reply, expected)?;
    let moves = move_texts(request, &json).map_err(|error| wrong(error, expected))?;
    if moves.is_empty() {
        return Err(wrong("there are none", expected));
    }
    for (index, text) in moves.iter().enumerate() {
        Entry::parse(scene.variant, text).map_err(|error| wrong(error, expected))?;
        if moves[..index].contains(text) {
            return Err(wrong(format!("`{text}` is there twice"), expected));
        }
    }
    Ok(moves)
}

/// Asks where moves lead, legal and illegal ones. Returns where the first legal one leads, if that is a position.
pub(super) fn children(checker: &mut Checker<'_>, scene: &Scene, start: &Listing) -> Option<String> {
    let of = Some(scene.id);
    let request = scene.after(&start.vfen, &[]);
    checker.step(of, "after no moves", &request, "a VFEN", |reply| {
        read_vfen(scene, &request, reply, Some(&start.vfen))
    });
    let mut child = None;
    if let Some(first) = start.moves.as_ref().and_then(|moves| moves.first()) {
        let request = scene.after(&start.vfen, &[first]);
        child = checker
            .step(of, "after a move", &request, "a VFEN", |reply| read_vfen(scene, &request, reply, None));
        // The mover is gone from its square, and it is the other side's turn.
        let request = scene.after(&start.vfen, &[first, first]);
        checker.step(of, "after an illegal move", &request, "an error of kind `move`", refuses_move);
    }
    let request = scene.after(&start.vfen, &["no move"]);
    checker.step(of, "after what is no move", &request, "an error of kind `move`", refuses_move);
    child
}

/// The position an `after` leads to, which has to be this one, or any that is in canonical form.
fn read_vfen(scene: &Scene, request: &Request, reply: Reply, same: Option<&str>) -> Assessed<String> {
    let expected = match same {
        Some(text) => format!("the position in canonical form, {text}"),
        None => "the position after the move in canonical form".to_owned(),
    };
    let json = result(reply, &expected)?;
    let text = vfen(request, &json).map_err(|error| wrong(error, &expected))?;
    let parsed =
        position::parse(&text, scene.variant, &scene.book).map_err(|error| wrong(error, &expected))?;
    let canonical = position::print(&parsed, &scene.rulings);
    if text != *same.unwrap_or(&canonical) {
        return Err(wrong(format!("answered with {text}"), &format!("{expected}: {canonical}")));
    }
    Ok(text)
}

fn refuses_move(reply: Reply) -> Assessed<()> {
    match reply {
        Err(BackendError::RefusedMove(_)) => Ok(()),
        reply => Err(no_refusal(reply, "an error of kind `move`")),
    }
}

/// Asks about what is no position.
pub(super) fn refusals(checker: &mut Checker<'_>, scene: &Scene) {
    for (step, text) in [("no VFEN", "nonsense"), ("a board that is too small", "1/1 w - - 0 1")] {
        let Err(fault) = position::parse(text, scene.variant, &scene.book) else { continue };
        let expected = format!("an error of kind `position`, with the reason `{}` or none", fault.kind);
        checker.step(Some(scene.id), step, &scene.about("moves", text), &expected, |reply| match reply {
            Err(BackendError::RefusedPosition { reason, .. })
                if reason.is_none_or(|reason| reason == fault.kind) =>
            {
                Ok(())
            }
            reply => Err(no_refusal(reply, &expected)),
        });
    }
}

/// Sends two requests of which the second is sent before the first is answered.
pub(super) fn together(checker: &mut Checker<'_>, scene: &Scene, start: &Listing) {
    let Some(moves) = &start.moves else { return };
    let expected = "the same answers as to one after the other, in the order of the requests";
    let requests = [scene.about("moves", &start.vfen), scene.after(&start.vfen, &[])];
    let assessment = match checker.ask(&requests) {
        Err(error) => wrong(error, expected),
        Ok(replies) if are_the_same(&requests, &replies, moves, &start.vfen) => Assessment::Ok,
        Ok(_) => wrong("the answers differ from those before", expected),
    };
    checker.note(Some(scene.id), "two requests at once", &requests, assessment);
}

/// Whether the replies are these moves, in any order, and this position.
fn are_the_same(requests: &[Request; 2], replies: &[Reply], moves: &[String], origin: &str) -> bool {
    let [Ok(list), after] = replies else { return false };
    let mut list = move_texts(&requests[0], list).unwrap_or_default();
    let mut due = moves.to_vec();
    list.sort();
    due.sort();
    let after = match after {
        Ok(json) => vfen(&requests[1], json).is_ok_and(|text| text == origin),
        Err(error) => matches!(error, BackendError::Unsupported(_)),
    };
    list == due && after
}
