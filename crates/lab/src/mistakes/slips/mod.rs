//! Slips: mistakes in the data of one kind of piece, such as a direction that is missing.
//!
//! A slip is the path program of a kind with one thing changed. It explains a program that plays another version of a variant, or whose
//! author mistook one leg. This module finds the slips that fit what was observed; it does not decide which of them is the mistake.

mod additions;
mod changes;

pub(crate) use changes::changes;

use rayon::prelude::*;
use std::collections::BTreeSet;
use vperft::inner::game::board::Step;
use vperft::inner::game::paths::{Leg, Program, Turn};
use vperft::inner::game::position::Position;
use vperft::inner::game::rules::Rules as _;
use vperft::inner::game::variant::{PieceType, Rulebook, Variant, VariantId};
use vperft::inner::generators::data::{Change, Data};
use vperft::inner::generators::{data, reference};

/// A kind of piece with one thing changed in its moves.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Slip {
    /// The slip in words, such as `Knight: without the step (1, 2)`.
    pub title: String,
    pub kind: PieceType,
    pub program: Program,
}

/// A position, and the moves in which a program differs from the rules there.
#[derive(Clone, Debug)]
pub(crate) struct Sighting<'s> {
    pub vfen: &'s str,
    pub differing: MoveLists,
}

/// The moves that are missing, and those that are extra.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct MoveLists {
    pub missing: BTreeSet<String>,
    pub extra: BTreeSet<String>,
}

/// How a slip has to fit a sighting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SlipFit {
    /// It shows the same differing moves.
    Exactly,
    /// It shows some of the differing moves; another mistake may show the others.
    Partly,
}

/// Whether slips may explain a program of this variant: its rules are in `variant.json` alone. The other generators have no path
/// programs.
pub(crate) fn may_explain(variant: VariantId) -> bool {
    data::has_rules(variant) && !reference::has_rules(variant)
}

/// The slips of a kind that fit one of these sightings, in a fixed order.
pub(crate) fn fitting<B: Rulebook + Clone + Sync>(
    right: &Data<B>,
    kind: PieceType,
    sightings: &[Sighting<'_>],
    wanted: SlipFit,
) -> Vec<Slip> {
    let Some(entry) = Variant::get(right.variant()).entry(kind) else { return Vec::new() };
    let sightings: Vec<_> = sightings
        .iter()
        .filter_map(|sighting| {
            let position = right.parse(sighting.vfen).ok()?;
            let moves = texts(right, &position);
            Some((sighting, position, moves))
        })
        .collect();
    let fits = |program: &Program| {
        let wrong = right.changed(&Change::Program(kind, program.clone()));
        sightings.iter().any(|(sighting, position, moves)| {
            let own = texts(&wrong, position);
            let missing = moves.difference(&own).cloned().collect();
            let lists = MoveLists { missing, extra: own.difference(moves).cloned().collect() };
            match wanted {
                SlipFit::Exactly => lists == sighting.differing,
                SlipFit::Partly => lists.shares_with(&sighting.differing),
            }
        })
    };
    let all = changes(&entry.program).into_iter().chain(additions::additions(&entry.program));
    let mut slips: Vec<Slip> = Vec::new();
    for (title, program) in all {
        if !slips.iter().any(|known| known.program == program) {
            slips.push(Slip { title: format!("{}: {title}", entry.name), kind, program });
        }
    }
    slips.into_par_iter().filter(|slip| fits(&slip.program)).collect()
}

/// Changes a list of legs at the leg of this index, in several ways, and passes on each changed list with its title.
type Edit = fn(&[Leg], usize, &mut dyn FnMut(String, Program));

/// Makes the changes of an edit at every leg of a list and of the lists that its legs go on with.
fn edit_each_leg(legs: &[Leg], edit: Edit, found: &mut dyn FnMut(String, Program)) {
    for (index, leg) in legs.iter().enumerate() {
        edit(legs, index, found);
        edit_each_leg(&leg.then, edit, &mut |title, then| {
            let changed = Leg { then, ..leg.clone() };
            found(format!("after leg {}, {title}", index + 1), with_leg(legs, index, changed));
        });
    }
}

/// A list of legs with another leg at an index.
fn with_leg(legs: &[Leg], index: usize, leg: Leg) -> Program {
    let mut legs = legs.to_vec();
    legs[index] = leg;
    legs
}

/// A step as `(1, 2)`.
fn step_text(step: Step) -> String {
    format!("({}, {})", step.files, step.ranks)
}

/// A turn as `45°`.
fn turn_text(turn: Turn) -> String {
    format!("{}°", f32::from(turn.0) * 22.5)
}

impl MoveLists {
    fn shares_with(&self, other: &Self) -> bool {
        !self.missing.is_disjoint(&other.missing) || !self.extra.is_disjoint(&other.extra)
    }
}

/// The texts of the legal moves.
fn texts<B: Rulebook>(rules: &Data<B>, position: &Position) -> BTreeSet<String> {
    let mut moves = Vec::new();
    rules.legal_moves(position, &mut moves);
    moves.iter().map(|mv| rules.move_text(position, mv)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;
    use vperft::inner::game::variant::Standard;

    /// The titles of the slips of chess that fit lists of moves.
    fn titles(kind: PieceType, vfen: &str, missing: &[&str], extra: &[&str], wanted: SlipFit) -> Vec<String> {
        let set = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect();
        let differing = MoveLists { missing: set(missing), extra: set(extra) };
        let sighting = Sighting { vfen, differing };
        let found = fitting(&Data::new(VariantId::CHESS, Standard), kind, &[sighting], wanted);
        found.into_iter().map(|slip| slip.title).collect()
    }

    #[test]
    fn slips_are_named_by_what_the_piece_lacks_or_has_too_much() {
        const VFEN: &str = "k7/8/8/8/3N4/8/8/K7 w - - 0 1";
        for (missing, extra, expected) in [
            (&["N d4-c6"][..], &[][..], &["Knight: without the step (-1, 2)"][..]),
            (&[], &["N d4-d5"], &["Knight: also the step (0, 1)"]),
            (&["N d4-c6"], &["N d4-c7"], &["Knight: the step (-1, 2) is (-1, 3)"]),
        ] {
            let found = titles(PieceType::KNIGHT, VFEN, missing, extra, SlipFit::Exactly);
            assert_eq!(found, expected, "{missing:?} {extra:?}");
        }
        // Another mistake shows as well.
        let missing = ["N d4-c6", "K a1-a2"];
        assert_eq!(titles(PieceType::KNIGHT, VFEN, &missing, &[], SlipFit::Exactly), [""; 0]);
        let partly = titles(PieceType::KNIGHT, VFEN, &missing, &[], SlipFit::Partly);
        assert!(partly.contains(&"Knight: without the step (-1, 2)".to_owned()), "{partly:?}");
    }

    #[test]
    fn a_slip_is_found_by_the_moves_that_its_attacks_forbid() {
        let found =
            titles(PieceType::KNIGHT, "8/8/8/8/1n6/k7/8/3K4 w - - 0 1", &[], &["K d1-c2"], SlipFit::Exactly);
        assert!(found.contains(&"Knight: without the step (1, 2)".to_owned()), "{found:?}");
    }
}
