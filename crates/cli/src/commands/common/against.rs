//! One question about a position to two backends: `moves`, `after` and `status` with `--against`.

use crate::args::backend;
use crate::args::position::{ComparedPosition, PositionArgs};
use crate::exit::{CliError, Exit};
use crate::output;
use serde_json::json;
use vperft::inner::backend::{BackendError, PositionPath, Registry};
use vperft::inner::game::notation;
use vperft_lab::differences::clause_switch::ClauseSwitch;
use vperft_lab::differences::descend::{Detail, Kind, lists_differ};
use vperft_lab::differences::reason::{LocatedDifference, Reason};
use vperft_pages::report::findings;
use vperft_pages::report::findings::{Compared, SideNames};

/// The question.
#[derive(Clone, Copy, Debug)]
pub enum Asked<'q> {
    /// The legal moves, or only those from a square.
    Moves { square: Option<&'q str> },
    /// The position after a move.
    After { text: &'q str },
    /// The status.
    Status,
}

impl Asked<'_> {
    const fn name(&self) -> &'static str {
        match self {
            Self::Moves { .. } => "moves",
            Self::After { .. } => "after",
            Self::Status => "status",
        }
    }
}

/// Asks the tested backend of `args` and the trusted one, and prints how the answers differ.
pub fn run(
    args: &PositionArgs,
    against: &str,
    asked: Option<Asked<'_>>,
    is_json: bool,
    registry: &Registry,
) -> Result<Exit, CliError> {
    if let Some(Asked::Moves { square: Some(square) }) = asked {
        args.check_square(square)?;
    }
    let mut position = args.compared(registry, against, asked.is_none())?;
    let last = position.last.clone();
    let asked = asked.unwrap_or(Asked::After { text: &last });
    let variant = position.variant;
    let detail = position.compare(asked)?;
    let [a, b] = [position.trusted.identity(), position.selected.label(position.tested.identity())];
    let rulings = position.rulings.clone();
    let open = |off| Some(backend::without(&rulings, off));
    let reason =
        detail.as_ref().and_then(|detail| position.reason(detail, &ClauseSwitch::new(variant, &open)));
    let printed = if is_json {
        output::bounded_json(json!({
            "variant": variant,
            "asked": asked.name(),
            "root": position.start,
            "moves": position.moves,
            "vfen": position.vfen,
            "a": { "identity": a },
            "b": { "identity": b },
            "difference": detail,
            "reason": reason,
        }))
    } else {
        let compared =
            Compared { variant, vfen: &position.vfen, detail: detail.as_ref(), reason: reason.as_ref() };
        let sides = SideNames { a, b }.told_apart([against, position.selected.name()]);
        output::text(findings::against(&compared, &sides, output::style()))
    };
    output::unless_closed(printed, ())?;
    Ok(if detail.is_some() { Exit::Failed } else { Exit::Success })
}

impl ComparedPosition<'_> {
    /// The difference between the answers; `None` if they agree or if both refuse the position or the move.
    ///
    /// # Errors
    /// If a backend does not answer.
    fn compare(&mut self, asked: Asked<'_>) -> Result<Option<Detail>, CliError> {
        let Self { variant, start, moves, vfen, trusted, tested, .. } = self;
        let path = PositionPath { vfen: start, moves };
        let mut sides = [trusted, tested].map(|side| backend::view(side.as_mut(), *variant));
        let mut ask = |index: usize| -> Result<Answer, BackendError> {
            let view = sides[index].as_mut().map_err(|error| error.clone())?;
            match asked {
                Asked::Moves { square } => {
                    let mut moves = view.moves(path)?;
                    moves.retain(|text| square.is_none_or(|square| notation::starts_on(text, square)));
                    moves.sort();
                    Ok(Answer::Moves(moves))
                }
                Asked::After { text } => {
                    let moves = path.moves_with(text);
                    view.after(PositionPath { moves: &moves, ..path }).map(Answer::Vfen)
                }
                Asked::Status => view.status(path).map(Answer::Status),
            }
        };
        let refuses = |error: &BackendError| error.refuses_position() || error.refuses_move();
        Ok(match (ask(0), ask(1)) {
            (Ok(Answer::Moves(a)), Ok(Answer::Moves(b))) => lists_differ(&a, b),
            (Ok(Answer::Vfen(a)), Ok(Answer::Vfen(b))) => (a != b).then(|| {
                let Asked::After { text } = asked else { unreachable!("only a move leads to a position") };
                Detail::Child { text: text.to_owned(), a, b }
            }),
            (Ok(Answer::Status(a)), Ok(Answer::Status(b))) => (a != b).then_some(Detail::Status { a, b }),
            (Err(a), Err(b)) if refuses(&a) && refuses(&b) => None,
            (Err(a), Ok(_)) if refuses(&a) => Some(Detail::NoAnswer {
                error: format!("accepts it, though it must be refused: {a}"),
                depth: None,
            }),
            (Ok(_), Err(b)) if refuses(&b) => Some(Detail::NoAnswer { error: b.to_string(), depth: None }),
            (Err(error), _) | (_, Err(error)) => return Err(CliError::answer(error, vfen)),
            (Ok(_), Ok(_)) => None,
        })
    }

    /// The reason of a difference.
    fn reason(&self, detail: &Detail, clause_switch: &ClauseSwitch<'_>) -> Option<Reason> {
        let kind = match detail {
            Detail::Moves { .. } => Kind::Set,
            Detail::Child { .. } => Kind::Child,
            Detail::Status { .. } => Kind::Status,
            _ => return None,
        };
        let path = PositionPath { vfen: &self.start, moves: &self.moves };
        Reason::find(LocatedDifference { kind, detail, vfen: &self.vfen, path }, clause_switch)
    }
}

/// An answer of a backend.
enum Answer {
    Moves(Vec<String>),
    Vfen(String),
    Status(vperft::inner::game::rules::Status),
}
