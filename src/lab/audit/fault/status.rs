//! Wrong statuses.

use crate::backend::{BackendError, PositionPath, VariantBackend};
use crate::game::rules::Status;
use crate::game::variant::{Variant, VariantId};
use std::fmt;

/// A wrong status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatusFault {
    /// One status is taken for another.
    Confused(Status, Status),
    /// The counter runs out so many plies too early, or too late if negative.
    Counter(i32),
    /// A draw or loss by repetition comes at this occurrence.
    Occurrence(usize),
    /// Repetition does not look at this field of the VFEN, from 0.
    Ignores(usize),
    /// The position from which the moves were played does not count for repetition.
    FirstForgotten,
}

/// What a question for the status is about: the positions on the way, and what a correct backend says.
#[derive(Clone, Debug)]
pub struct StatusContext {
    /// The VFENs from the first position to the last one.
    path: Vec<String>,
    /// The status after the moves.
    pub right: Status,
    /// The status of the last position, occurring for the first time.
    alone: Status,
    /// The same with a clock one ply further, and one ply behind; none where there is no such position.
    shifted: [Option<Status>; 2],
}

impl StatusContext {
    /// Asks for all of it.
    ///
    /// # Errors
    /// If the backend gives no answer.
    pub fn new(view: &mut dyn VariantBackend, place: PositionPath<'_>) -> Result<Self, BackendError> {
        let path = positions_along(view, place)?;
        let last = path[path.len() - 1].clone();
        let right = view.status(place)?;
        let alone = view.status((&last).into())?;
        let shifted = [1, -1].map(|plies| {
            let vfen = with_clock(&last, plies)?;
            view.status((&vfen).into()).ok()
        });
        Ok(Self { path, right, alone, shifted })
    }
}

/// The VFENs from the first position of a place to the last one.
pub fn positions_along(
    view: &mut dyn VariantBackend,
    place: PositionPath<'_>,
) -> Result<Vec<String>, BackendError> {
    let mut path = vec![view.read(place.vfen)?];
    for text in place.moves {
        let next =
            view.after(PositionPath { vfen: &path[path.len() - 1], moves: std::slice::from_ref(text) })?;
        path.push(next);
    }
    Ok(path)
}

/// The same position with its halfmove clock so much further.
fn with_clock(vfen: &str, plies: i64) -> Option<String> {
    let mut fields: Vec<_> = vfen.split(' ').map(str::to_owned).collect();
    let clock = fields.get(4)?.parse::<i64>().ok()? + plies;
    if clock < 0 {
        return None;
    }
    fields[4] = clock.to_string();
    Some(fields.join(" "))
}

impl StatusFault {
    /// Every such fault that can be told of a variant.
    #[must_use]
    pub fn all(variant: VariantId) -> Vec<Self> {
        use Status::{Checkmate, DrawCounter, Lost, Ongoing, Stalemate, Won};
        let variant = Variant::get(variant);
        let statuses = &variant.statuses;
        let mut all: Vec<_> = statuses.iter().map(|&status| Self::Confused(status, Ongoing)).collect();
        for (one, other) in [(Checkmate, Stalemate), (Lost, Won)] {
            if statuses.contains(&one) && statuses.contains(&other) {
                all.extend([Self::Confused(one, other), Self::Confused(other, one)]);
            }
        }
        if statuses.contains(&DrawCounter) {
            all.extend([Self::Counter(1), Self::Counter(-1)]);
        }
        all.extend([Self::Occurrence(2), Self::Occurrence(4), Self::FirstForgotten, Self::Ignores(1)]);
        let has_rights = variant.pieces.iter().any(|entry| entry.initial_right);
        all.extend(has_rights.then_some(Self::Ignores(2)));
        all.extend(variant.has_en_passant().then_some(Self::Ignores(3)));
        all.extend(variant.ban.is_some().then_some(Self::Ignores(6)));
        all
    }

    /// The status that a backend with this fault tells.
    #[must_use]
    pub fn status(self, context: &StatusContext) -> Status {
        match self {
            Self::Confused(from, to) => {
                if context.right == from {
                    to
                } else {
                    context.right
                }
            }
            Self::Counter(plies) => {
                let shifted = context.shifted[usize::from(plies < 0)];
                if is_repetition(context.right) { context.right } else { shifted.unwrap_or(context.right) }
            }
            Self::Occurrence(limit) => context.with(limit, occurrences(&context.path, None)),
            Self::Ignores(field) => context.with(3, occurrences(&context.path, Some(field))),
            Self::FirstForgotten => {
                let path = if context.path.len() > 1 { &context.path[1..] } else { &context.path };
                context.with(3, occurrences(path, None))
            }
        }
    }
}

impl fmt::Display for StatusFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Confused(from, to) => write!(f, "{from} is called {to}"),
            Self::Counter(1) => write!(f, "the counter runs out a ply early"),
            Self::Counter(_) => write!(f, "the counter runs out a ply late"),
            Self::Occurrence(limit) => write!(f, "repetition at occurrence {limit}"),
            Self::Ignores(field) => {
                let name = match field {
                    1 => "the side to move",
                    2 => "initial rights",
                    3 => "en passant",
                    _ => "the ban",
                };
                write!(f, "repetition ignores {name}")
            }
            Self::FirstForgotten => write!(f, "repetition does not count the first position"),
        }
    }
}

/// Whether it is so called by repetition.
pub const fn is_repetition(status: Status) -> bool {
    matches!(status, Status::DrawRepetition | Status::WonRepetition)
}

impl StatusContext {
    /// The status if repetition came at this occurrence, and the last position had occurred so often.
    fn with(&self, limit: usize, occurrences: usize) -> Status {
        let open = matches!(self.alone, Status::Ongoing | Status::DrawCounter | Status::DrawDead);
        // Any word for a repetition differs from every other status, which is all that is asked here.
        let by_repetition = if is_repetition(self.right) { self.right } else { Status::DrawRepetition };
        if occurrences >= limit && open {
            by_repetition
        } else if is_repetition(self.right) {
            self.alone
        } else {
            self.right
        }
    }
}

/// How often the last position occurred, where one field may not be looked at.
fn occurrences(path: &[String], ignored: Option<usize>) -> usize {
    // What identifies a position: all fields but the clock and the move number (GEN-REPEAT).
    let key = |vfen: &String| -> Vec<String> {
        let fields = vfen.split(' ').enumerate();
        let counts = |index: usize| index != 4 && index != 5 && Some(index) != ignored;
        fields.filter(|(index, _)| counts(*index)).map(|(_, field)| field.to_owned()).collect()
    };
    let last = path.last().map(key);
    path.iter().filter(|vfen| Some(key(vfen)) == last).count()
}
