//! The symmetries by which one position stands for several.

use super::plan::Plan;
use super::states::{each, may_castle};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use vperft::inner::backend::{BackendError, Pair};
use vperft::inner::corpus::relation::Relation;
use vperft::inner::game::board::Square;
use vperft::inner::game::position;
use vperft::inner::game::position::Position;
use vperft::inner::game::variant::{Color, Piece, Rulings, Symmetry};

/// The most units of which a position is mirrored.
const MAX_UNITS: usize = 4000;
/// How many positions of a unit are tried, until one is accepted.
const MAX_TRIES: u64 = 8;

/// By which symmetries positions are folded. A position with a right to castle is not mirrored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Folding {
    /// Positions whose first piece is on the right half of the board are not asked about.
    pub files: bool,
    /// Positions with Black to move are not asked about.
    pub colors: bool,
    /// The number of positions of which both backends had the mirrored moves and status in the mirrored position.
    pub tested: u64,
    /// Why a symmetry of the variant is not used.
    pub notes: Vec<String>,
}

/// Asks both backends about mirrored positions of many units, and folds by the symmetries that hold in all of them.
///
/// # Errors
/// If a backend fails.
pub fn folding(
    plan: &Plan,
    rulings: &Rulings,
    pair: &mut Pair,
    is_stopped: &dyn Fn() -> bool,
) -> Result<Folding, BackendError> {
    let mut folding = Folding::default();
    for symmetry in &plan.variant.symmetries {
        let relation = if *symmetry == Symmetry::Colors { Relation::Colors } else { Relation::Mirror };
        if !is_of_start(plan, relation) {
            folding.notes.push(format!("{relation} does not hold: the start position is not symmetric"));
            continue;
        }
        let step = plan.units().div_ceil(MAX_UNITS).max(1);
        let mut broken = None;
        for unit in (0..plan.units()).step_by(step).take_while(|_| !is_stopped()) {
            match test(plan, rulings, unit, relation, pair)? {
                Tested::Holds => folding.tested += 1,
                Tested::NoPosition => {}
                Tested::Broken(why) => {
                    broken = Some(why);
                    break;
                }
            }
        }
        match broken {
            Some(why) => folding.notes.push(format!("{relation} does not hold: {why}")),
            None if relation == Relation::Colors => folding.colors = true,
            None => folding.files = true,
        }
    }
    Ok(folding)
}

/// Whether the pieces that move in another way where they start also start on the image of the square. The King and its Rooks castle in
/// another way to either side in any case.
fn is_of_start(plan: &Plan, relation: Relation) -> bool {
    let (variant, start) = (plan.variant, plan.start);
    let castles = |kind| {
        variant.castling.as_ref().is_some_and(|castling| [castling.king, castling.rook].contains(&kind))
    };
    let is_mirror = relation == Relation::Mirror;
    let is_asked = |piece: &Piece| {
        let has_right = variant.has_initial_right(piece.kind) && !(is_mirror && castles(piece.kind));
        variant.is_pawn(piece.kind) || has_right
    };
    start.shape.squares().all(|square| {
        let Some(piece) = start.piece(square).filter(is_asked) else { return true };
        let (image, color) = match is_mirror {
            true => (start.shape.mirrored(square), piece.color),
            false => (start.shape.flipped(square), !piece.color),
        };
        start.piece(image) == Some(Piece::new(color, piece.kind))
    })
}

enum Tested {
    Holds,
    /// No tried position is accepted.
    NoPosition,
    Broken(String),
}

/// Tests a relation in a position of a unit.
fn test(
    plan: &Plan,
    rulings: &Rulings,
    unit: usize,
    relation: Relation,
    pair: &mut Pair,
) -> Result<Tested, BackendError> {
    for number in 0..MAX_TRIES {
        let Some(placed) = plan.sample(unit, number) else { continue };
        let mut vfen = String::new();
        // The first state has no rights.
        let _ = each(plan, &[Color::White], &placed, &mut |position| {
            vfen = position::print(position, rulings);
            ControlFlow::Break(())
        });
        let mut refused = false;
        for side in [&mut pair.a, &mut pair.b] {
            match side.of(plan.variant.id).and_then(|view| relation.hold(view, vfen.as_str().into())) {
                Ok(None) => {}
                Ok(Some(broken)) => {
                    return Ok(Tested::Broken(format!("{}: {}", side.identity(), broken.what)));
                }
                Err(BackendError::Unsupported(reason)) => {
                    return Ok(Tested::Broken(format!("{}: {reason}", side.identity())));
                }
                Err(error) if error.refuses_position() => refused = true,
                Err(error) => return Err(error),
            }
        }
        if !refused {
            return Ok(Tested::Holds);
        }
    }
    Ok(Tested::NoPosition)
}

impl Folding {
    /// The sides to move.
    pub(super) const fn turns(&self) -> &[Color] {
        if self.colors { &[Color::White] } else { &Color::BOTH }
    }

    /// For how many positions a position stands; 0 if another one stands for it. `first` is the square of the first piece.
    pub(super) fn images(&self, plan: &Plan, position: &Position, first: Square) -> u64 {
        let sides = if self.colors { 2 } else { 1 };
        if !self.files || may_castle(plan.variant, position) {
            return sides;
        }
        match first.file().cmp(&position.shape.mirrored(first).file()) {
            std::cmp::Ordering::Less => 2 * sides,
            std::cmp::Ordering::Equal => sides,
            std::cmp::Ordering::Greater => 0,
        }
    }
}
