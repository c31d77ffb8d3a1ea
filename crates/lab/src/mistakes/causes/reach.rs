//! Limits of reach: a program whose pieces stop after some number of steps, which several kinds of pieces may share.

use crate::mistakes::known::parse_unvalidated;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use vperft::inner::backend::Backend;
use vperft::inner::game::board::{Square, Step};
use vperft::inner::game::board::{between, direction};
use vperft::inner::game::notation::{Entry, Move};
use vperft::inner::game::position::Position;
use vperft::inner::game::variant::{ClauseSet, ModifiedRulebook, PieceType, Rulings, Variant, VariantId};
use vperft::inner::generators::reference;

/// The most steps that moves of one kind of line have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reach {
    /// Whether the lines are those of leaps, such as of a Nightrider.
    is_oblique: bool,
    steps: i8,
}

impl Reach {
    /// The limit by which moves are missing: in every direction with a missing move, exactly those of more steps are, and
    /// the pieces keep no longer move in another direction. A capture that is missing for another reason does not make a limit.
    pub fn from_missing(
        variant: VariantId,
        vfen: &str,
        missing: &[String],
        legal: &[String],
    ) -> Option<Self> {
        let position = parse_unvalidated(variant, vfen)?;
        let mut ways = BTreeMap::<(Square, (i8, i8)), [BTreeSet<i8>; 2]>::new();
        let (mut kept, mut limited) = (Vec::new(), BTreeSet::new());
        for text in legal {
            let is_missing = missing.contains(text);
            match read_move(&position, text).and_then(|mv| Some((mv, steps(&mv)?))) {
                Some((mv, (unit, steps))) => {
                    let way = ways.entry((mv.from, (unit.files, unit.ranks))).or_default();
                    way[usize::from(is_missing)].insert(steps);
                    if is_missing {
                        limited.insert(mv.piece.kind);
                    } else {
                        kept.push(mv);
                    }
                }
                None if is_missing => return None,
                None => {}
            }
        }
        let limits = ways.into_iter().filter(|(_, [_, missing])| !missing.is_empty());
        let mut limits = limits.map(|((_, (files, ranks)), [shorter, missing])| {
            let steps = missing.first()? - 1;
            let is_limit = steps > 0 && shorter == (1..=steps).collect();
            is_limit.then_some(Self { is_oblique: is_oblique(Step::new(files, ranks)), steps })
        });
        let first = limits.next()??;
        let is_exceeded = kept.iter().any(|mv| limited.contains(&mv.piece.kind) && first.is_exceeded_by(mv));
        (limits.all(|other| other == Some(first)) && !is_exceeded).then_some(first)
    }

    /// Whether a move has more steps.
    fn is_exceeded_by(self, mv: &Move) -> bool {
        steps(mv).is_some_and(|(unit, steps)| is_oblique(unit) == self.is_oblique && steps > self.steps)
    }

    /// The words for the limit.
    fn words(self) -> String {
        let step = if self.is_oblique { "leap" } else { "square" };
        let ending = if self.steps == 1 { "" } else { "s" };
        format!("no move of more than {} {step}{ending}", self.steps)
    }
}

/// A limit of reach with the kinds of pieces that it was seen to limit.
pub(super) struct Limit {
    pub reach: Reach,
    pieces: BTreeSet<PieceType>,
    /// The rules with the limit for these pieces, and for all pieces.
    rules: [Box<dyn Backend>; 2],
    rulings: Rulings,
    variant: VariantId,
}

impl Limit {
    /// The limit by which these moves are missing.
    pub fn new(reach: Reach, variant: VariantId, rulings: &Rulings, moves: &[String], vfen: &str) -> Self {
        let rules = [(); 2].map(|()| limited(reach, None, rulings));
        let mut limit = Self { reach, pieces: BTreeSet::new(), rules, rulings: rulings.clone(), variant };
        limit.add(moves, vfen);
        limit
    }

    /// Adds the pieces of these missing moves.
    pub fn add(&mut self, moves: &[String], vfen: &str) {
        let Some(position) = parse_unvalidated(self.variant, vfen) else { return };
        let before = self.pieces.len();
        self.pieces.extend(moves.iter().filter_map(|text| Some(read_move(&position, text)?.piece.kind)));
        if self.pieces.len() > before {
            self.rules[0] = limited(self.reach, Some(self.pieces.clone()), &self.rulings);
        }
    }

    /// Whether it leaves out all of these moves.
    pub fn leaves_out(&self, moves: &[String], vfen: &str) -> bool {
        let Some(position) = parse_unvalidated(self.variant, vfen) else { return false };
        let exceeds =
            |text: &String| read_move(&position, text).is_some_and(|mv| self.reach.is_exceeded_by(&mv));
        !moves.is_empty() && moves.iter().all(exceeds)
    }

    /// The rules with the limit, for the pieces that were seen and for all.
    pub const fn rules(&mut self) -> &mut [Box<dyn Backend>; 2] {
        &mut self.rules
    }

    /// The limit in words, with the pieces.
    pub fn words(&self) -> String {
        let label = |kind: &PieceType| {
            Variant::get(self.variant).entry(*kind).map_or("", |entry| entry.label.as_str())
        };
        let labels: Vec<_> = self.pieces.iter().map(label).collect();
        format!("{}: {}", labels.join(", "), self.reach.words())
    }
}

/// The rules with a limit for some kinds of pieces, or for all.
fn limited(reach: Reach, pieces: Option<BTreeSet<PieceType>>, rulings: &Rulings) -> Box<dyn Backend> {
    let alter = move |_: &Position, mv: &Move| {
        let is_limited = pieces.as_ref().is_none_or(|pieces| pieces.contains(&mv.piece.kind));
        (!(is_limited && reach.is_exceeded_by(mv))).then_some(*mv)
    };
    let book = ModifiedRulebook::new(rulings.clone(), ClauseSet::default());
    Box::new(reference::altered(&book, &(Arc::new(alter) as _)))
}

/// The move that a text means.
fn read_move(position: &Position, text: &str) -> Option<Move> {
    let table = Variant::get(position.variant);
    Entry::parse(table, text).ok()?.to_move(table, position.shape)
}

/// The direction of a move along a line, and the number of its steps.
fn steps(mv: &Move) -> Option<(Step, i8)> {
    direction(between(mv.from, mv.to?)).filter(|_| mv.travel.is_none())
}

const fn is_oblique(unit: Step) -> bool {
    unit.files.abs() > 1 || unit.ranks.abs() > 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    /// A Rook whose moves go up to nine squares.
    const VFEN: &str = "5k4/10/10/10/10/10/10/10/10/R4K4 w - - 0 1";

    fn rook(ranks: impl Iterator<Item = i32>) -> Vec<String> {
        ranks.map(|rank| format!("R a1-a{rank}")).collect()
    }

    #[test]
    fn a_limit_leaves_out_exactly_the_longer_moves() {
        let legal = rook(2..=10);
        let sideways: Vec<_> = ["b", "c", "d"].map(|file| format!("R a1-{file}1")).to_vec();
        let captures = [rook(2..=3), sideways].concat();
        // The Rook does not capture on a3, and goes farther in another direction.
        assert_eq!(Reach::from_missing(VariantId::RYUGI, VFEN, &rook(3..=3), &captures), None);
        for (missing, expected) in [
            (rook(7..=10), Some("no move of more than 5 squares")),
            (rook(3..=10), Some("no move of more than 1 square")),
            (rook(10..=10), Some("no move of more than 8 squares")),
            // A longer move is there, or not even one step.
            (rook(7..=9), None),
            (rook(2..=10), None),
            (rook(5..=5), None),
            (vec!["K f1-g1".to_owned()], None),
            (Vec::new(), None),
        ] {
            let found = Reach::from_missing(VariantId::RYUGI, VFEN, &missing, &legal);
            assert_eq!(found.map(Reach::words).as_deref(), expected, "{missing:?}");
        }
        let missing = rook(7..=10);
        let reach = Reach::from_missing(VariantId::RYUGI, VFEN, &missing, &legal).expect("a limit");
        let limit = Limit::new(reach, VariantId::RYUGI, &Rulings::default(), &missing, VFEN);
        assert_eq!(limit.words(), "R: no move of more than 5 squares");
        assert!(limit.leaves_out(&rook(8..=8), VFEN));
        assert!(!limit.leaves_out(&rook(6..=8), VFEN));
        assert!(!limit.leaves_out(&[], VFEN));
    }
}
