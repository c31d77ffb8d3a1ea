//! Diagrams of the moves and effects of a kind of piece, found by asking a backend about probe boards.
//!
//! A probe board holds the piece, the pieces that make the position valid, parked where they disturb nothing, and the pieces whose effect
//! is tried out: one alone, or rings of them around the piece. The backend's moves are all that decides about a diagram. So two backends
//! with the same diagrams agree on every probe, and a wrong one is drawn differently.
//!
//! Invariants: the same answers give the same diagram, and a move counts only if it leaves the parked pieces alone. This module must
//! not know how pieces move, nor how diagrams are drawn.

mod act;
mod class;
mod collect;
mod lone;
mod probe;
mod rings;
mod special;
mod stage;

use collect::Examples;
use probe::Prober;
use stage::Stages;
use std::collections::{BTreeMap, BTreeSet};
use vperft::inner::backend::{BackendError, VariantBackend};
use vperft::inner::game::board::Square;
use vperft::inner::game::position::Position;
use vperft::inner::game::variant::{Color, Piece, PieceType, Variant};

/// The most panels that show one move each.
const MAX_EXAMPLES: usize = 6;

/// The moves and effects of a kind of piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The kind.
    pub kind: PieceType,
    /// The panels, the most important one first.
    pub panels: Vec<Panel>,
}

/// One board of a diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panel {
    /// The name of what it shows.
    pub title: String,
    /// The pieces on the board.
    pub position: Position,
    /// The pieces that only make the position valid.
    pub parked: Vec<Square>,
    /// The marks of the squares.
    pub marks: Marks,
    /// The canonical texts of the moves that are drawn as arrows.
    pub moves: Vec<String>,
    /// The lines below the board.
    pub caption: Vec<String>,
}

/// The marks of a board.
pub(crate) type Marks = BTreeMap<Square, BTreeSet<Mark>>;

/// A statement about a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// The piece may go there without capture.
    Move,
    /// It captures an enemy there by going there.
    Capture,
    /// It captures an enemy there and ends elsewhere.
    Removal,
    /// It exchanges places with a friend there.
    ExchangeFriend,
    /// It exchanges places with an enemy there.
    ExchangeEnemy,
    /// A friend there has moves because of it.
    Send,
    /// An enemy there cannot move because of it.
    Freeze,
    /// It cannot move because of an enemy there.
    Held,
}

impl Mark {
    /// All marks, in the order of a legend.
    pub const ALL: [Self; 8] = [
        Self::Move,
        Self::Capture,
        Self::Removal,
        Self::ExchangeFriend,
        Self::ExchangeEnemy,
        Self::Send,
        Self::Freeze,
        Self::Held,
    ];

    /// The words of a legend.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Move => "moves there",
            Self::Capture => "captures there",
            Self::Removal => "captures it from elsewhere",
            Self::ExchangeFriend => "exchanges with a friend",
            Self::ExchangeEnemy => "exchanges with an enemy",
            Self::Send => "lets a friend there move on",
            Self::Freeze => "freezes an enemy there",
            Self::Held => "an enemy there freezes it",
        }
    }
}

/// Asks a backend for the diagram of a kind of piece. `None` if the backend refuses every probe.
///
/// # Errors
/// If the backend fails. A refused position is not a failure.
pub fn diagram(
    view: &mut dyn VariantBackend,
    variant: &'static Variant,
    kind: PieceType,
) -> Result<Option<Diagram>, BackendError> {
    let mut prober = Prober::new(view, variant);
    let piece = Piece::new(Color::White, kind);
    let Some(stages) = Stages::in_the_middle(&mut prober, piece)? else { return Ok(None) };
    let mut examples = Examples::default();
    let mut lone = lone::Lone::ask(&mut prober, &stages, &mut examples)?;
    let against = lone.against(&mut prober, &stages, &mut examples)?;
    let mut panels = vec![lone.panel(&prober, &stages)];
    panels.extend(special::first_move(&mut prober, &stages, &lone)?);
    panels.extend(rings::around(&mut prober, &stages, &lone)?);
    panels.extend(against);
    rings::effects(&mut prober, &stages, &lone, &mut examples)?;
    panels.extend(examples.panels(MAX_EXAMPLES));
    panels.extend(special::castling(&mut prober, piece)?);
    panels.extend(special::en_passant(&mut prober, piece)?);
    panels.extend(special::promotion(&mut prober, &stages)?);
    // With the King parked elsewhere, the piece may capture on the King's square, but not the King.
    for Panel { position, parked, marks, .. } in &mut panels {
        marks.retain(|square, _| !(parked.contains(square) && position.is_of(piece.color, *square)));
    }
    Ok(Some(Diagram { kind, panels }))
}

#[cfg(test)]
mod tests;
