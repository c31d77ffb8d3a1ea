//! Faults: typical mistakes of implementations, applied to the answers of a correct backend.
//!
//! A fault changes the answers at a position: missing, duplicate or invented moves, wrong children, wrong
//! statuses, or accepted invalid input. It works on correct answers in terms of classes, pieces, squares and
//! VFEN fields, and does not know how pieces move.

mod child;
mod field;
mod input;
mod invent;
mod list;
mod state;
mod status;

pub use child::ChildFault;
pub use field::{FieldError, FieldFault};
pub use input::InputFault;
pub use list::faults;
pub use state::StateFault;
pub use status::{StatusContext, StatusFault, is_repetition, positions_along};

use super::class::{Class, far, seen_by};
use super::position_context::{LegalMove, PositionContext};
use vperft::inner::game::board::{Step, between, direction};
use vperft::inner::game::position::{self, Position};
use vperft::inner::game::variant::{Color, Piece, Rulings, Variant, VariantId};

/// The kind of faults in state that no VFEN shows.
pub const STATE: &str = "state no VFEN shows";

/// A fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The moves of a class are forgotten.
    Forget(u32),
    /// Moves of a class that are possible in several ways are generated twice.
    Duplicate(u32),
    /// For each move of a class, its mirror image across the file is generated too.
    Mirror(u32),
    /// One direction of a piece is forgotten.
    ForgetDirection(Direction),
    /// The farthest moves in a direction are forgotten.
    Shorter(Direction, i8),
    /// Moves one step beyond the farthest ones in a direction are generated.
    Longer(Direction, i8),
    /// A piece continues past the first piece that stops it: a friend (true), or an enemy it may capture.
    Through(Direction, bool),
    /// A step across the left or right edge of the board ends on the other side.
    Wrap(Direction),
    /// A child position is wrong.
    Child(ChildFault),
    /// A move leaves a wrong value in a field of the VFEN other than the board.
    Field(FieldFault),
    /// State that no VFEN shows is wrong.
    State(StateFault),
    /// A status is wrong.
    Status(StatusFault),
    /// Invalid input is accepted.
    Input(InputFault),
}

/// A direction of a piece, as seen from its own side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Direction {
    /// The piece; White unless the colour matters.
    pub piece: Piece,
    /// The shortest step in the direction.
    pub step: Step,
}

impl Direction {
    /// The direction of a class, with the number of steps.
    fn from_class(class: &Class) -> Option<(Self, i8)> {
        let (step, length) = direction(class.step?)?;
        Some((Self { piece: class.piece, step }, length))
    }
}

/// A change to the answers at a position. Numbers are indices of its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveChange {
    /// This move is missing.
    Missing(usize),
    /// This move is duplicate.
    Duplicate(usize),
    /// A move with this text is added.
    Extra(String),
    /// This move leads to this VFEN.
    Child(usize, String),
}

impl Fault {
    /// The changes at a position; empty if the fault has no effect there.
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
            Self::Field(fault) => fault.changes(context),
            Self::Mirror(_) | Self::State(_) | Self::Status(_) | Self::Input(_) => Vec::new(),
        }
    }

    /// The wrong child of a move by its index; `None` if it is right.
    #[must_use]
    pub fn child(&self, context: &PositionContext, index: usize) -> Option<String> {
        match self {
            Self::Child(fault) => fault.child(context, index),
            Self::Field(fault) => fault.child(context, index),
            _ => None,
        }
    }

    /// The field of the VFEN that is wrong or decides, as a wrong answer names it.
    #[must_use]
    pub const fn field(&self) -> Option<&'static str> {
        match self {
            Self::Child(fault) => fault.field(),
            Self::Field(fault) => fault.name(),
            Self::State(fault) => fault.field(),
            _ => None,
        }
    }

    /// The kind, by which the audit counts.
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
            Self::Field(fault) => fault.mistake.kind(),
            Self::State(_) => STATE,
            Self::Status(_) => "wrong status",
            Self::Input(_) => "input let through",
        }
    }

    /// The fault as a maintainer of the program would say it.
    #[must_use]
    pub fn words(&self, variant: VariantId, classes: &[Class]) -> String {
        match self {
            Self::Child(fault) => fault.text(variant),
            _ => self.title(variant, classes),
        }
    }

    /// The title, the same on every run.
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
            Self::Field(fault) => format!("{kind}: {fault}"),
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

    /// The piece of a side that the direction applies to, if any.
    fn piece_of(self, variant: VariantId, color: Color) -> Option<Piece> {
        let piece = Piece::new(color, self.piece.kind);
        let is_directed = Variant::get(variant).entry(piece.kind).is_some_and(|entry| entry.directed);
        // A piece that does not face a direction has White's class for both sides.
        (piece == self.piece || !is_directed).then_some(piece)
    }
}

/// The moves of a class.
fn of_class(context: &PositionContext, class: u32) -> impl Iterator<Item = usize> + '_ {
    let there = context.has(class);
    let moves = context.moves.iter().enumerate().filter(move |_| there);
    moves.filter(move |(_, legal)| legal.classes().any(|one| one == class)).map(|(index, _)| index)
}

/// The moves of a piece in a direction, without castling, each with the number of steps.
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

/// The wrong child of a move; `None` if it reads as the right one.
fn spoilt(context: &PositionContext, legal: &LegalMove, spoil: impl FnOnce(&mut Position)) -> Option<String> {
    let child = legal.child(context.position.variant)?;
    let mut wrong = child.clone();
    spoil(&mut wrong);
    if wrong == *child {
        return None;
    }
    // Compare the texts: details that the unvalidated parser drops do not count.
    let [right, wrong] = [child, &wrong].map(|position| position::print(position, &Rulings::DEFAULT));
    (right != wrong).then_some(wrong)
}
