//! Promotion as other programs describe it: one rule for all kinds that promote.

use super::refusals::Refusals;
use crate::game::board::SquareSet;
use crate::game::variant::{self, Arrival, Color, Piece, PieceType, Start, Variant};

/// One promotion rule.
pub struct Promotion {
    /// The kinds that promote.
    pub kinds: Vec<PieceType>,
    /// The squares where White and Black promote.
    pub on: [SquareSet; 2],
    /// The kinds to choose from.
    pub to: Vec<PieceType>,
    /// Whether it must promote.
    pub forced: bool,
    /// Whether a kind can be chosen only while its side has fewer of them than at the start.
    pub stock: bool,
}

impl Promotion {
    /// The promotion of a variant. `None` if it has none or if it is refused.
    pub fn read(variant: &'static Variant, start: &Start, refusals: &mut Refusals) -> Option<Self> {
        let mut whole: Option<Self> = None;
        for rule in &variant.promotion {
            // Without `..`: a new property must be refused or exported.
            let variant::Promotion { piece, on, to, leaving, forced, stock, by, clause: _ } = rule;
            let name = piece.name();
            if by[..] != [Arrival::Move] {
                let problem =
                    format!("`{name}` promotes when another piece sends it or exchanges places (`by`)");
                refusals.field("promotion", problem);
            }
            if *leaving {
                let problem = format!("`{name}` also promotes when it leaves the squares (`leaving`)");
                refusals.field("promotion", problem);
            }
            let on = Color::BOTH.map(|color| variant.squares_of(&on.0, start, Piece::new(color, *piece)));
            let own = Self { kinds: vec![*piece], on, to: to.clone(), forced: *forced, stock: *stock };
            match &mut whole {
                None => whole = Some(own),
                Some(whole) if whole.is_like(&own) && !whole.kinds.contains(piece) => {
                    whole.kinds.push(*piece)
                }
                Some(_) => {
                    let problem =
                        format!("`{name}` has another rule than the kinds before; expected one rule");
                    refusals.field("promotion", problem);
                }
            }
        }
        whole
    }

    /// Whether two rules differ at most in the kinds that promote.
    fn is_like(&self, other: &Self) -> bool {
        let is_same_choice =
            self.to.len() == other.to.len() && self.to.iter().all(|kind| other.to.contains(kind));
        is_same_choice && (self.on, self.forced, self.stock) == (other.on, other.forced, other.stock)
    }

    /// The number of last ranks that make up the squares. `None` if the squares are others.
    pub fn last_ranks(&self, ranks: u8, files: u8) -> Option<u8> {
        let [white, black] = self.on;
        let depth = (1..=ranks).find(|depth| white.len() == u32::from(*depth) * u32::from(files))?;
        let is_last = white.into_iter().all(|square| square.rank() >= ranks - depth)
            && black.len() == white.len()
            && black.into_iter().all(|square| square.rank() < depth);
        is_last.then_some(depth)
    }
}
