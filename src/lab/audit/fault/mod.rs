//! Faults: the mistakes implementers make, each put into the answers of a correct backend.
//!
//! A fault changes what is so at a position - moves that are missing, duplicate or invented, wrong children, wrong
//! statuses, inputs that are let through. It works on what a correct backend said, so it knows no movement:
//! what it forgets, invents or leaves undone is told by classes, pieces, squares and the fields of a VFEN.

mod child;
mod input;
mod invent;
mod list;
mod state;
mod status;

pub use child::ChildFault;
pub use input::InputFault;
pub use list::faults;
pub use state::StateFault;
pub use status::{StatusContext, StatusFault, is_repetition, positions_along};

use super::class::{Class, between, direction, far, seen_by};
use super::position_context::PositionContext;
use crate::game::board::Step;
use crate::game::variant::{Color, Piece, Variant, VariantId};

/// The kind of faults in a state that no VFEN shows.
pub const STATE: &str = "state no VFEN shows";

/// A mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The moves of a class are forgotten.
    Forget(u32),
    /// The moves of a class that can be made in several ways are generated twice.
    Duplicate(u32),
    /// Beside each move of a class, one to the same square on the other side of the file is generated.
    Mirror(u32),
    /// One direction of a piece is forgotten.
    ForgetDirection(Direction),
    /// The farthest move in a direction is forgotten.
    Shorter(Direction, i8),
    /// Beyond the farthest move in a direction, one more is generated.
    Longer(Direction, i8),
    /// A piece goes on past the first piece that stops it: its own side's (true), or one that it may capture.
    Through(Direction, bool),
    /// A step over the left or right edge of the board ends on the other side.
    Wrap(Direction),
    /// A wrong child.
    Child(ChildFault),
    /// State that no VFEN shows is wrong.
    State(StateFault),
    /// A wrong status.
    Status(StatusFault),
    /// An input that is to be refused is let through.
    Input(InputFault),
}

/// A direction of a piece, as its own side sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Direction {
    /// The piece; White unless the colour matters.
    pub piece: Piece,
    /// The shortest step in the direction.
    pub step: Step,
}

impl Direction {
    /// The direction of a class, with the number of steps.
    fn of(class: &Class) -> Option<(Self, i8)> {
        let (step, length) = direction(class.step?)?;
        Some((Self { piece: class.piece, step }, length))
    }
}

/// A change of what is so at a position. The numbers are those of its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveChange {
    /// This move is missing.
    Missing(usize),
    /// This move is there twice.
    Duplicate(usize),
    /// A move of this text is there.
    Extra(String),
    /// This move leads to this VFEN.
    Child(usize, String),
}

impl Fault {
    /// What it changes at a position; nothing where it does not show.
    #[must_use]
    pub fn changes(&self, context: &PositionContext, classes: &[Class]) -> Vec<MoveChange> {
        match self {
            Self::Forget(class) => of_class(context, *class).map(MoveChange::Missing).collect(),
            Self::Duplicate(class) => of_class(context, *class).map(MoveChange::Duplicate).collect(),
            Self::Mirror(class) if context.has(*class) => invent::mirrored(context, *class),
            Self::ForgetDirection(dir) => {
                along(context, *dir, classes).map(|(index, _)| MoveChange::Missing(index)).collect()
            }
            Self::Shorter(dir, farthest) => along(context, *dir, classes)
                .filter(|(_, length)| length == farthest)
                .map(|(index, _)| MoveChange::Missing(index))
                .collect(),
            Self::Longer(dir, farthest) => invent::longer(context, *dir, *farthest, classes),
            Self::Through(dir, own) => invent::through(context, *dir, *own, classes),
            Self::Wrap(dir) => invent::wrapped(context, *dir),
            Self::Child(fault) => fault.changes(context),
            Self::Mirror(_) | Self::State(_) | Self::Status(_) | Self::Input(_) => Vec::new(),
        }
    }

    /// Its kind, by which the audit counts.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Forget(_) => "move class forgotten",
            Self::Duplicate(_) => "duplicate move",
            Self::Mirror(_) => "mirror image invented",
            Self::ForgetDirection(_) => "direction forgotten",
            Self::Shorter(..) => "range one too short",
            Self::Longer(..) => "range one too long",
            Self::Through(..) => "blocker ignored",
            Self::Wrap(_) => "wrapped around the edge",
            Self::Child(fault) => fault.kind(),
            Self::State(_) => STATE,
            Self::Status(_) => "wrong status",
            Self::Input(_) => "input let through",
        }
    }

    /// What it is, in words; the same for every run.
    #[must_use]
    pub fn title(&self, variant: VariantId, classes: &[Class]) -> String {
        let class = |number: &u32| classes.get(*number as usize).map_or("", |class| class.text.as_str());
        let kind = self.kind();
        match self {
            Self::Forget(number) | Self::Duplicate(number) | Self::Mirror(number) => {
                format!("{kind}: {}", class(number))
            }
            Self::ForgetDirection(dir) | Self::Wrap(dir) => format!("{kind}: {}", dir.text(variant)),
            Self::Shorter(dir, length) | Self::Longer(dir, length) => {
                format!("{kind}: {} times {length}", dir.text(variant))
            }
            Self::Through(dir, true) => format!("{kind}: {}, a friend", dir.text(variant)),
            Self::Through(dir, false) => format!("{kind}: {}, an enemy", dir.text(variant)),
            Self::Child(fault) => format!("{kind}: {}", fault.text(variant)),
            Self::State(fault) => format!("{kind}: {}", fault.text(variant)),
            Self::Status(fault) => format!("{kind}: {fault}"),
            Self::Input(fault) => format!("{kind}: {fault}"),
        }
    }
}

impl Direction {
    fn text(self, variant: VariantId) -> String {
        format!("{}{}", Variant::get(variant).label(self.piece), far(self.step))
    }

    /// The piece that is meant of a side; none where only those of the other are.
    fn piece_of(self, variant: VariantId, color: Color) -> Option<Piece> {
        let piece = Piece::new(color, self.piece.kind);
        let is_directed = Variant::get(variant).entry(piece.kind).is_some_and(|entry| entry.directed);
        // Black's class of a piece that does not face anywhere is White's.
        (piece == self.piece || !is_directed).then_some(piece)
    }
}

/// The moves of a class.
fn of_class(context: &PositionContext, class: u32) -> impl Iterator<Item = usize> + '_ {
    let there = context.has(class);
    let moves = context.moves.iter().enumerate().filter(move |_| there);
    moves.filter(move |(_, legal)| legal.classes().any(|one| one == class)).map(|(index, _)| index)
}

/// The moves of a piece in a direction, castling apart, with the number of steps.
fn along<'a>(
    context: &'a PositionContext,
    dir: Direction,
    classes: &'a [Class],
) -> impl Iterator<Item = (usize, i8)> + 'a {
    context.moves.iter().enumerate().filter_map(move |(index, legal)| {
        let class = &classes[legal.class as usize];
        if class.piece != dir.piece || legal.mv.travel.is_some() {
            return None;
        }
        let step = seen_by(legal.mv.piece.color, between(legal.mv.from, legal.mv.to?));
        let (unit, length) = direction(step)?;
        (unit == dir.step).then_some((index, length))
    })
}
