//! Faults in statuses.

use std::fmt;
use vperft::inner::backend::{BackendError, PositionPath, VariantBackend};
use vperft::inner::game::rules::Status;
use vperft::inner::game::variant::{Variant, VariantId};

/// A fault in the status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatusFault {
    /// One status is taken for another.
    Confused(Status, Status),
    /// The counter runs out at another time.
    Counter(CounterFault),
    /// Repetition counts at this occurrence.
    Occurrence(usize),
    /// Repetition ignores this VFEN field, counted from 0.
    Ignores(usize),
    /// Repetition does not count the position before the first move.
    FirstForgotten,
}

/// When a counter of plies without capture or Pawn move runs out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CounterFault {
    /// A ply early.
    Early,
    /// A ply late.
    Late,
    /// Never.
    Never,
}

/// The correct data behind a question for the status.
#[derive(Clone, Debug)]
pub struct StatusContext {
    /// The VFENs along the path.
    path: Vec<String>,
    /// The status after the moves.
    pub right: Status,
    /// The status of the last position at its first occurrence.
    alone: Status,
    /// The same as each [`CounterFault`] counts: one ply further, one ply back, and from 0. `None` if there is no such position.
    counted: [Option<Status>; 3],
}

impl StatusContext {
    /// Asks the backend for all data.
    ///
    /// # Errors
    /// Returns an error if the backend gives no answer.
    pub fn new(view: &mut dyn VariantBackend, place: PositionPath<'_>) -> Result<Self, BackendError> {
        let path = positions_along(view, place)?;
        let last = path[path.len() - 1].clone();
        let right = view.status(place)?;
        let alone = view.status((&last).into())?;
        let clocks: [&dyn Fn(i64) -> i64; 3] = [&|clock| clock + 1, &|clock| clock - 1, &|_| 0];
        let counted = clocks.map(|clock| {
            let vfen = with_clock(&last, clock)?;
            view.status((&vfen).into()).ok()
        });
        Ok(Self { path, right, alone, counted })
    }
}

/// The VFENs along a path.
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

/// The position with another halfmove clock.
fn with_clock(vfen: &str, change: &dyn Fn(i64) -> i64) -> Option<String> {
    let mut fields: Vec<_> = vfen.split(' ').map(str::to_owned).collect();
    let clock = change(fields.get(4)?.parse().ok()?);
    if clock < 0 {
        return None;
    }
    fields[4] = clock.to_string();
    Some(fields.join(" "))
}

impl StatusFault {
    /// Every status fault that is possible in a variant.
    #[must_use]
    pub fn all(variant: VariantId) -> Vec<Self> {
        use Status::{Checkmate, DrawCounter, Lost, Ongoing, Stalemate, Won};
        let variant = Variant::get(variant);
        let statuses = &variant.statuses;
        let missing = |status: &Status| match *status {
            DrawCounter => Self::Counter(CounterFault::Never),
            status => Self::Confused(status, Ongoing),
        };
        let mut all: Vec<_> = statuses.iter().map(missing).collect();
        for (one, other) in [(Checkmate, Stalemate), (Lost, Won)] {
            if statuses.contains(&one) && statuses.contains(&other) {
                all.extend([Self::Confused(one, other), Self::Confused(other, one)]);
            }
        }
        if statuses.contains(&DrawCounter) {
            all.extend([CounterFault::Early, CounterFault::Late].map(Self::Counter));
        }
        all.extend([Self::Occurrence(2), Self::Occurrence(4), Self::FirstForgotten, Self::Ignores(1)]);
        let has_rights = variant.pieces.iter().any(|entry| entry.initial_right);
        all.extend(has_rights.then_some(Self::Ignores(2)));
        all.extend(variant.has_en_passant().then_some(Self::Ignores(3)));
        all.extend(variant.ban.is_some().then_some(Self::Ignores(6)));
        all
    }

    /// The status that a backend with this fault returns.
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
            Self::Counter(_) if is_repetition(context.right) => context.right,
            Self::Counter(fault) => context.counted[fault as usize].unwrap_or(context.right),
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
            Self::Counter(CounterFault::Early) => write!(f, "the counter runs out a ply early"),
            Self::Counter(CounterFault::Late) => write!(f, "the counter runs out a ply late"),
            Self::Counter(CounterFault::Never) => write!(f, "the counter never runs out"),
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

/// Whether the status is by repetition.
pub const fn is_repetition(status: Status) -> bool {
    matches!(status, Status::DrawRepetition | Status::WonRepetition)
}

impl StatusContext {
    /// The status if repetition counted at this occurrence, and the last position had occurred this often.
    fn with(&self, limit: usize, occurrences: usize) -> Status {
        let open = matches!(self.alone, Status::Ongoing | Status::DrawCounter | Status::DrawDead);
        // Any repetition status will do, because it differs from every other status.
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

/// How often the last position occurred, ignoring one field.
fn occurrences(path: &[String], ignored: Option<usize>) -> usize {
    // The fields that identify a position: all but the clock and the move number (GEN-REPEAT).
    let key = |vfen: &String| -> Vec<String> {
        let fields = vfen.split(' ').enumerate();
        let counts = |index: usize| index != 4 && index != 5 && Some(index) != ignored;
        fields.filter(|(index, _)| counts(*index)).map(|(_, field)| field.to_owned()).collect()
    };
    let last = path.last().map(key);
    path.iter().filter(|vfen| Some(key(vfen)) == last).count()
}
