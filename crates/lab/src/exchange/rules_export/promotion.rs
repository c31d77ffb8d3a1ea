//! Promotion with squares instead of areas.

use super::refusals::Refusals;
use vperft::inner::game::board::SquareSet;
use vperft::inner::game::variant::{self, Arrival, Color, Piece, PieceType, Start, Variant};

/// One promotion rule of the data.
#[derive(Clone)]
pub struct Rule {
    /// The kind that promotes.
    pub kind: PieceType,
    /// The squares where White and Black promote.
    pub on: [SquareSet; 2],
    /// The kinds to choose from.
    pub to: Vec<PieceType>,
    /// Whether it must promote.
    pub forced: bool,
    /// Whether a kind can be chosen only while its side has fewer of them than at the start.
    pub stock: bool,
    /// Whether it also promotes when it leaves the squares.
    pub leaving: bool,
}

impl Rule {
    /// Whether two rules offer the same choice in any order.
    pub fn has_choice_of(&self, other: &Self) -> bool {
        self.to.len() == other.to.len() && self.to.iter().all(|kind| other.to.contains(kind))
    }
}

/// The promotion rules of a variant.
pub fn rules(variant: &'static Variant, start: &Start, refusals: &mut Refusals) -> Vec<Rule> {
    let mut rules = Vec::new();
    for rule in &variant.promotion {
        // Without `..`: a new property must be refused or exported.
        let variant::Promotion { piece, on, to, leaving, forced, stock, by, clause: _ } = rule;
        if by[..] != [Arrival::Move] {
            let name = piece.name();
            let problem = format!("`{name}` promotes when another piece sends it or exchanges places (`by`)");
            refusals.field("promotion", problem);
        }
        rules.push(Rule {
            kind: *piece,
            on: Color::BOTH.map(|color| variant.squares_of(&on.0, start, Piece::new(color, *piece))),
            to: to.clone(),
            forced: *forced,
            stock: *stock,
            leaving: *leaving,
        });
    }
    rules
}

/// One rule for all kinds that promote, as some formats have it.
pub struct Promotion {
    /// The kinds that promote.
    pub kinds: Vec<PieceType>,
    /// Properties that all of them share.
    pub rule: Rule,
}

impl Promotion {
    /// The one rule of all. `None` if there is none or if it is refused.
    pub fn single(rules: &[Rule], refusals: &mut Refusals) -> Option<Self> {
        let mut whole: Option<Self> = None;
        for rule in rules {
            let name = rule.kind.name();
            if rule.leaving {
                let problem = format!("`{name}` also promotes when it leaves the squares (`leaving`)");
                refusals.field("promotion", problem);
            }
            match &mut whole {
                None => whole = Some(Self { kinds: vec![rule.kind], rule: rule.clone() }),
                Some(whole) if whole.is_like(rule) && !whole.kinds.contains(&rule.kind) => {
                    whole.kinds.push(rule.kind);
                }
                Some(_) => {
                    let problem = format!(
                        "`{name}` has another rule than the kinds before; expected the same rule for all kinds"
                    );
                    refusals.field("promotion", problem);
                }
            }
        }
        whole
    }

    fn is_like(&self, rule: &Rule) -> bool {
        let own = &self.rule;
        own.has_choice_of(rule) && (own.on, own.forced, own.stock) == (rule.on, rule.forced, rule.stock)
    }

    /// The number of last ranks that make up the squares. `None` if the squares are others.
    pub fn last_ranks(&self, ranks: u8, files: u8) -> Option<u8> {
        let [white, black] = self.rule.on;
        let depth = (1..=ranks).find(|depth| white.len() == u32::from(*depth) * u32::from(files))?;
        let is_last = white.into_iter().all(|square| square.rank() >= ranks - depth)
            && black.len() == white.len()
            && black.into_iter().all(|square| square.rank() < depth);
        is_last.then_some(depth)
    }
}
