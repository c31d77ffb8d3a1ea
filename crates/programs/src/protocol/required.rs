//! The required requests about a variant: `moves` and `after`, and inputs that the program has to refuse.

use super::checker::Checker;
use super::exchange::{Assessed, Assessment, no_refusal, result, wrong};
use crate::json_lines::{Hello, Reply, Request, move_texts, vfen};
use std::sync::Arc;
use vperft::inner::backend::BackendError;
use vperft::inner::game::notation::Entry;
use vperft::inner::game::position;
use vperft::inner::game::variant::{ClauseSet, ModifiedRulebook, Rulings, Variant, VariantId};

/// A variant with the readings that the program declares.
pub(super) struct VariantContext {
    pub id: VariantId,
    variant: &'static Variant,
    rulings: Rulings,
    book: ModifiedRulebook,
}

/// A position, and its moves if the program has listed them.
pub(super) struct Listing {
    pub vfen: String,
    pub moves: Option<Vec<String>>,
}

impl VariantContext {
    pub fn new(id: VariantId, hello: &Hello) -> Self {
        let rulings = hello.rulings.clone().unwrap_or_default();
        let book = ModifiedRulebook::new(rulings.clone(), ClauseSet::default());
        Self { id, variant: Variant::get(id), rulings, book }
    }

    /// A request about a position.
    pub fn about(&self, ask: &'static str, text: &str) -> Request {
        Request { ask, variant: Some(self.id.name()), vfen: Some(Arc::from(text)), ..Request::default() }
    }

    /// The request for the position after moves.
    fn after(&self, text: &str, moves: &[&str]) -> Request {
        let moves = Some(moves.iter().map(|text| (*text).to_owned()).collect());
        Request { moves, ..self.about("after", text) }
    }

    /// The start position with and without its initial rights.
    fn starts(&self) -> [String; 2] {
        let start = &self.variant.start(&self.rulings).vfen;
        let mut fields: Vec<_> = start.split(' ').collect();
        fields[2] = "-";
        [start.clone(), fields.join(" ")]
    }
}

/// Asks for the moves of the start position. A program without castling may support only the position without the rights to it.
pub(super) fn listing(checker: &mut Checker<'_>, context: &VariantContext) -> Listing {
    let [start, plain] = context.starts();
    let mut ask = |step, text: &str| {
        let request = context.about("moves", text);
        checker.step(Some(context.id), step, &request, "an array of move texts", |reply| {
            read_moves(context, &request, reply)
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
fn read_moves(context: &VariantContext, request: &Request, reply: Reply) -> Assessed<Vec<String>> {
    let expected = "the legal moves of the start position: an array of canonical move texts, each once";
    let json = result(reply, expected)?;
    let moves = move_texts(request, &json).map_err(|error| wrong(error, expected))?;
    if moves.is_empty() {
        return Err(wrong("there are none", expected));
    }
    for (index, text) in moves.iter().enumerate() {
        Entry::parse(context.variant, text).map_err(|error| wrong(error, expected))?;
        if moves[..index].contains(text) {
            return Err(wrong(format!("`{text}` occurs twice"), expected));
        }
    }
    Ok(moves)
}

/// Asks for the positions after legal and illegal moves. Returns the position after the first legal move.
pub(super) fn children(
    checker: &mut Checker<'_>,
    context: &VariantContext,
    start: &Listing,
) -> Option<String> {
    let of = Some(context.id);
    let request = context.after(&start.vfen, &[]);
    checker.step(of, "after no moves", &request, "a VFEN", |reply| {
        read_vfen(context, &request, reply, Some(&start.vfen))
    });
    let mut child = None;
    if let Some(first) = start.moves.as_ref().and_then(|moves| moves.first()) {
        let request = context.after(&start.vfen, &[first]);
        child = checker
            .step(of, "after a move", &request, "a VFEN", |reply| read_vfen(context, &request, reply, None));
        // The second move is illegal: the mover has left its square, and it is the other side's turn.
        let request = context.after(&start.vfen, &[first, first]);
        checker.step(of, "after an illegal move", &request, "an error of kind `move`", refuses_move);
    }
    let request = context.after(&start.vfen, &["no move"]);
    checker.step(of, "after an invalid move", &request, "an error of kind `move`", refuses_move);
    child
}

/// Reads the answer to `after`: the position `same`, or any position in canonical form.
fn read_vfen(
    context: &VariantContext,
    request: &Request,
    reply: Reply,
    same: Option<&str>,
) -> Assessed<String> {
    let expected = match same {
        Some(text) => format!("the position in canonical form, {text}"),
        None => "the position after the move in canonical form".to_owned(),
    };
    let json = result(reply, &expected)?;
    let text = vfen(request, &json).map_err(|error| wrong(error, &expected))?;
    let parsed =
        position::parse(&text, context.variant, &context.book).map_err(|error| wrong(error, &expected))?;
    let canonical = position::print(&parsed, &context.rulings);
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

/// Asks about invalid positions.
pub(super) fn refusals(checker: &mut Checker<'_>, context: &VariantContext) {
    for (step, text) in [("no VFEN", "nonsense"), ("a board that is too small", "1/1 w - - 0 1")] {
        let Err(fault) = position::parse(text, context.variant, &context.book) else { continue };
        let expected = format!("an error of kind `position`, with the reason `{}` or none", fault.kind);
        checker.step(Some(context.id), step, &context.about("moves", text), &expected, |reply| match reply {
            Err(error) if error.refuses_position() && error.other_reason(fault.kind).is_none() => Ok(()),
            reply => Err(no_refusal(reply, &expected)),
        });
    }
}

/// Sends a second request before the first is answered.
pub(super) fn concurrent(checker: &mut Checker<'_>, context: &VariantContext, start: &Listing) {
    if start.moves.is_none() {
        return;
    }
    let expected = "the same answers as to one after the other, in the order of the requests";
    let requests = [context.about("moves", &start.vfen), context.after(&start.vfen, &[])];
    let mut asked = || {
        let alone = [checker.ask(&requests[..1])?, checker.ask(&requests[1..])?].concat();
        Ok::<_, BackendError>((alone, checker.ask(&requests)?))
    };
    // The moves may come in any order.
    let listed = |replies: &[Reply]| {
        let mut moves = move_texts(&requests[0], replies[0].as_ref().ok()?).ok()?;
        moves.sort();
        Some(moves)
    };
    let assessment = match asked() {
        Err(error) => wrong(error, expected),
        Ok((alone, replies)) if listed(&alone) == listed(&replies) && alone[1] == replies[1] => {
            Assessment::Ok
        }
        Ok(_) => wrong("the answers differ from those before", expected),
    };
    checker.record(Some(context.id), "two requests at once", &requests, assessment);
}
