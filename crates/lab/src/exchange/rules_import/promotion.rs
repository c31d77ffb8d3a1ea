//! Promotions in `variant.json`: those of Pawns, with kinds to choose from, and those of other pieces, with one.

use super::kinds::{self, KING, PAWN, Slot};
use super::region::Place;
use super::settings::Sides;
use super::table::{Draft, Problem, prose_areas};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A kind that promotes.
struct Rule {
    piece: Slot,
    on: Sides<BTreeSet<Place>>,
    to: Vec<Slot>,
    forced: bool,
    leaving: bool,
}

/// Writes the promotions.
///
/// # Errors
/// If pieces become Kings, or one kind in two ways, or there are limits that are not the numbers at the start.
pub(super) fn write(draft: &mut Draft) -> Result<(), Problem> {
    let pieces: Vec<Slot> = draft.settings.pieces.keys().copied().collect();
    let rules: Vec<Rule> = pieces.into_iter().flat_map(|slot| rules(draft, slot)).collect();
    if rules.is_empty() {
        return Ok(());
    }
    for Rule { piece, to, .. } in &rules {
        let promoted = draft.settings.promoted.get(piece);
        let key = |kind: &Slot| match promoted == Some(kind) {
            true => "promotedPieceType",
            false => "promotionPieceTypes",
        };
        if to.contains(&KING) {
            return Err((key(&KING).into(), "promotion to a King".into()));
        }
        if let Some(twice) = to.iter().find(|kind| to.iter().filter(|other| other == kind).count() > 1) {
            let what = format!("a second promotion to the {}", draft.piece_name(*twice));
            return Err((key(twice).into(), what));
        }
    }
    for (side, color) in ["White", "Black"].into_iter().enumerate() {
        let passed = draft.passed_squares(side);
        let meets = |rule: &&Rule| rule.leaving || !rule.on[side].is_disjoint(&passed);
        let mut passing = rules.iter().filter(|rule| draft.captures_passed(rule.piece));
        if !passed.is_empty() && passing.any(|rule| meets(&rule)) {
            let what = "captures en passant to promotion squares, by which Fairy-Stockfish never promotes";
            return Err((format!("promotionRegion{color}"), what.into()));
        }
        let promotes = |rule: &&Rule| !rule.leaving && draft.start.count(side, rule.piece) > 0;
        if rules.iter().any(|rule| promotes(&rule)) && draft.promotion_squares()[side].is_empty() {
            let note = format!(
                "{color} has no squares to promote on: the board has none of `promotionRegion{color}`"
            );
            draft.settings.notes.push(note);
        }
    }
    let texts: Vec<_> = rules.iter().map(|rule| rule.text(draft)).collect();
    let clause = draft.clause("PROMOTE", format!("{}.", texts.join("; ")));
    let values = rules.iter().map(|rule| rule.value(draft, &clause)).collect::<Result<Vec<_>, _>>();
    let values = values.map_err(|what| ("promotionLimit".to_owned(), what))?;
    draft.field("promotion", json!(values));
    Ok(())
}

/// The promotions of a kind.
fn rules(draft: &Draft, piece: Slot) -> Vec<Rule> {
    let (settings, on) = (&draft.settings, draft.promotion_squares());
    let promoted = settings.promoted.get(&piece).copied().filter(|to| settings.pieces.contains_key(to));
    let choices = |side: usize| {
        let mut to = if draft.is_pawn(side, piece) { draft.choices(side) } else { Vec::new() };
        to.extend(promoted.filter(|_| piece == PAWN));
        to
    };
    let of_pawn = |on, to| Rule { piece, on, to, forced: settings.pawns_must_promote, leaving: false };
    let mut rules = Vec::new();
    let [white, black] = [choices(0), choices(1)];
    if white == black {
        rules.push(of_pawn(on.clone(), white));
    } else {
        let mut sides: [Sides<BTreeSet<Place>>; 2] = Default::default();
        for (side, own) in sides.iter_mut().enumerate() {
            own[side].clone_from(&on[side]);
        }
        rules.extend(sides.into_iter().zip([white, black]).map(|(on, to)| of_pawn(on, to)));
    }
    if let Some(to) = promoted.filter(|_| piece != PAWN && piece != KING) {
        rules.push(Rule { piece, on, to: vec![to], forced: settings.pieces_must_promote, leaving: true });
    }
    rules.retain(|rule| !rule.to.is_empty());
    let Some(stuck) = draft.stuck.get(&piece) else { return rules };
    // The piece has to promote on the squares from which it could not move on.
    let divided = rules.into_iter().flat_map(|rule| {
        let on = |is_stuck: bool| -> Sides<BTreeSet<Place>> {
            let squares = |side: usize| rule.on[side].iter().copied();
            std::array::from_fn(|side| {
                squares(side).filter(|place| stuck[side].contains(place) == is_stuck).collect()
            })
        };
        let (free, forced) = (on(false), on(true));
        let forced = Rule { on: forced, to: rule.to.clone(), forced: true, ..rule };
        [Rule { on: free, ..rule }, forced]
    });
    divided.filter(|rule| rule.on.iter().any(|squares| !squares.is_empty())).collect()
}

impl Rule {
    fn text(&self, draft: &Draft) -> String {
        let names: Vec<_> = self.to.iter().rev().map(|slot| draft.piece_name(*slot)).collect();
        format!(
            "a {} {} become {} on {}{}",
            draft.piece_name(self.piece),
            if self.forced { "must" } else { "may" },
            or(&names),
            prose_areas(&draft.areas(&self.on)),
            if self.leaving { ", also when it moves from there" } else { "" }
        )
    }

    fn value(&self, draft: &Draft, clause: &str) -> Result<Value, String> {
        let limits = &draft.settings.promotion_limit;
        let is_limited = self.to.iter().any(|kind| limits.contains_key(kind));
        let is_stock = |kind: &Slot| {
            let at_start = [0, 1].map(|side| draft.start.count(side, *kind));
            limits.get(kind).is_some_and(|limit| at_start == [*limit; 2])
        };
        if is_limited && !self.to.iter().all(is_stock) {
            return Err("limits other than the numbers at the start".into());
        }
        let to: Vec<_> = self.to.iter().rev().map(|slot| kinds::kind(*slot)).collect();
        let mut value = json!({"piece": kinds::kind(self.piece), "on": draft.areas(&self.on), "to": to, "clause": clause});
        for (field, is_set, is) in
            [("leaving", self.leaving, true), ("forced", !self.forced, false), ("stock", is_limited, true)]
        {
            if is_set {
                value[field] = json!(is);
            }
        }
        Ok(value)
    }
}

/// The names with "or" before the last.
fn or(names: &[String]) -> String {
    match names {
        [front @ .., last] if !front.is_empty() => format!("{} or {last}", front.join(", ")),
        _ => names.concat(),
    }
}
