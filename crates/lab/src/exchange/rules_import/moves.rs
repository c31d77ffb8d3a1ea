//! The moves and promotions of pieces in `variant.json`.

use super::kinds::{self, KING, PAWN, Slot};
use super::region::{self, Place, Region, mirrored, named};
use super::settings::{Settings, Sides};
use super::table::Draft;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use vperft::inner::game::betza::{self, Dialect};
use vperft::inner::game::board::Step;
use vperft::inner::game::paths::{Area, Areas, Content, Contents, Leg, LegFile, Turn};

/// The moves of a piece: notation if it says all, else legs.
pub(super) struct Moves {
    pub program: Vec<Leg>,
    /// The notation, if the program is what it says.
    pub betza: Option<String>,
    /// The squares to which the piece is confined.
    pub within: Option<Value>,
    /// The moves that only capture, before the piece is confined.
    captures: Vec<Leg>,
}

/// Two legs of which Fairy-Stockfish keeps the later in the directions that they share, where this says more than that leg alone.
/// It keeps single steps apart from ranges. `has_unit_range` says that a leg of one step may be a range, such as `R1`.
fn replaced(program: &[Leg], has_unit_range: bool) -> Option<(&Leg, &Leg)> {
    let mut pairs = program
        .iter()
        .enumerate()
        .flat_map(|(at, one)| program[at + 1..].iter().map(move |other| (one, other)));
    let last = |leg: &Leg| leg.then.first().map_or(leg.end, |next| next.end);
    let longest = |leg: &Leg| leg.most.unwrap_or(u8::MAX);
    pairs.find(|(one, other)| {
        let meet =
            last(one).0 & last(other).0 != 0 && one.steps.iter().any(|step| other.steps.contains(step));
        let are_alike = one.then.is_empty() == other.then.is_empty()
            && (one.unmoved, &one.from) == (other.unmoved, &other.from);
        let is_apart = !has_unit_range && one.then.is_empty() && (longest(one) == 1) != (longest(other) == 1);
        let contains = one.then == other.then
            && other.least <= one.least
            && longest(other) >= longest(one)
            && (other.lame.is_none() || other.lame == one.lame)
            && one.through == other.through;
        meet && are_alike && !is_apart && !contains
    })
}

/// The squares of both sides as a value of `variant.json`.
pub(super) fn areas(sides: &Sides<BTreeSet<Place>>, files: u8, ranks: u8) -> Value {
    let list = |squares: &BTreeSet<Place>| match &named(squares, files, ranks)[..] {
        [one] => json!(one),
        all => json!(all),
    };
    let [white, black] = sides;
    if mirrored(black, ranks) == *white {
        list(white)
    } else {
        json!({"white": list(white), "black": list(black)})
    }
}

fn leg_areas(value: &Value) -> Option<Vec<Area>> {
    // The value was written by `areas`.
    serde_json::from_value::<Areas>(value.clone()).ok().map(|areas| areas.0)
}

impl Moves {
    /// The moves of a piece of the draft.
    ///
    /// # Errors
    /// If a text is not notation of Fairy-Stockfish, or its moves cannot be said.
    pub fn new(draft: &Draft, slot: Slot) -> Result<Self, String> {
        let settings = &draft.settings;
        let key = kinds::key(slot);
        if key.starts_with("janggi") {
            return Err("moves that depend on rules of Janggi".into());
        }
        // `e` names the pieces that capture en passant. It does not change the moves.
        let betza: String = settings.pieces[&slot].betza.chars().filter(|letter| *letter != 'e').collect();
        let wrong = |error: betza::BetzaError| format!("moves that cannot be read: `{betza}`, {error}");
        let program = match betza.as_str() {
            "" => Vec::new(),
            text => betza::compile(text, Dialect::FairyStockfish).map_err(wrong)?.program,
        };
        if let Some((one, other)) = replaced(&program, betza.contains('1')) {
            return Err(format!(
                "two ranges in one direction, of which Fairy-Stockfish keeps the last: {}; {}",
                betza::sentence(&vec![one.clone()]),
                betza::sentence(&vec![other.clone()])
            ));
        }
        let mut moves = Self { program, betza: Some(betza), within: None, captures: Vec::new() };
        moves.place_initial_moves(draft)?;
        moves.turn_for_black(draft)?;
        if slot == PAWN {
            moves.add_double_step(draft);
        }
        if key == "soldier" && settings.soldier_rank != 1 {
            moves.place_sideways_moves(draft);
        }
        let captures = moves.program.iter().filter(|leg| leg.end == Contents::from(Content::Enemy));
        moves.captures = captures.cloned().collect();
        moves.confine(draft, slot)?;
        if slot == KING && settings.facing {
            moves.betza = None;
            moves.program.push(facing());
        }
        Ok(moves)
    }

    /// Whether the piece can take back a move that captures nothing.
    pub fn can_return(&self) -> bool {
        let quiet =
            || self.program.iter().filter(|leg| leg.end.has(Content::Empty)).flat_map(|leg| &leg.steps);
        quiet().any(|step| quiet().any(|back| *back == -*step))
    }

    /// Whether the piece can go two squares or more along its rank to an empty square.
    pub fn goes_along_rank(&self) -> bool {
        let quiet = self.program.iter().filter(|leg| leg.then.is_empty() && leg.end.has(Content::Empty));
        let far = |leg: &Leg, step: &Step| step.ranks == 0 && (leg.most != Some(1) || step.files.abs() > 1);
        quiet.into_iter().any(|leg| leg.steps.iter().any(|step| far(leg, step)))
    }

    /// Gives Black the moves turned by half a circle, where left and right differ: `variant.json` turns the board over instead.
    fn turn_for_black(&mut self, draft: &Draft) -> Result<(), String> {
        let mirrored = mirror(&self.program);
        let own = sorted(&self.program);
        if sorted(&mirrored).iter().all(|leg| own.contains(leg)) {
            return Ok(());
        }
        if self.program.iter().any(|leg| leg.from.is_some()) {
            return Err("first moves of a piece that moves differently to left and right".into());
        }
        self.betza = None;
        let settings = &draft.settings;
        let all = Region::ranks(1, settings.ranks).squares(settings.files, settings.ranks);
        let legs = std::mem::take(&mut self.program);
        for (side, legs) in [legs, mirrored].into_iter().enumerate() {
            let mut squares: Sides<BTreeSet<Place>> = Default::default();
            squares[side].clone_from(&all);
            let from = leg_areas(&draft.areas(&squares));
            self.program.extend(legs.into_iter().map(|leg| Leg { from: from.clone(), ..leg }));
        }
        Ok(())
    }

    /// Puts the sideways moves of a Soldier beyond its river.
    fn place_sideways_moves(&mut self, draft: &Draft) {
        self.betza = None;
        let Settings { files, ranks, soldier_rank, .. } = draft.settings;
        let squares = Region::ranks(soldier_rank, ranks).squares(files, ranks);
        let from = leg_areas(&draft.areas(&[squares.clone(), mirrored(&squares, ranks)]));
        for leg in std::mem::take(&mut self.program) {
            let (sideways, ahead) = leg.steps.iter().partition::<Vec<_>, _>(|step| step.ranks == 0);
            self.program.push(Leg { steps: ahead, ..leg.clone() });
            self.program.push(Leg { steps: sideways, from: from.clone(), ..leg });
        }
        self.program.retain(|leg| !leg.steps.is_empty());
    }

    /// The squares from which a side can never move, whatever stands on the others.
    pub fn stuck(&self, draft: &Draft, side: usize) -> BTreeSet<Place> {
        let Settings { files, ranks, .. } = draft.settings;
        let ahead = if side == 0 { 1 } else { -1 };
        let lands = |(file, rank): Place| {
            let steps =
                self.program.iter().filter(|leg| leg.end.has(Content::Empty)).flat_map(|leg| &leg.steps);
            let mut ends = steps.map(|step| {
                (i16::from(file) + i16::from(step.files), i16::from(rank) + ahead * i16::from(step.ranks))
            });
            ends.any(|(file, rank)| {
                (1..=i16::from(files)).contains(&file) && (1..=i16::from(ranks)).contains(&rank)
            })
        };
        Region::ranks(1, ranks).squares(files, ranks).into_iter().filter(|place| !lands(*place)).collect()
    }

    /// Puts the moves with `i` where double steps are made.
    fn place_initial_moves(&mut self, draft: &Draft) -> Result<(), String> {
        if self.program.iter().all(|leg| leg.from.is_none()) {
            return Ok(());
        }
        self.betza = None;
        let region = draft.double_step_squares();
        let from = leg_areas(&draft.areas(&region));
        let mut legs = Vec::new();
        for leg in std::mem::take(&mut self.program) {
            if leg.from.is_none() {
                legs.push(leg);
            } else if region.iter().any(|squares| !squares.is_empty()) {
                // Fairy-Stockfish takes the squares on the line between for passed, those under a leap too.
                let crosses = |step: &Step| {
                    let (files, ranks) = (step.files.abs(), step.ranks.abs());
                    let is_line = files == 0 || ranks == 0 || files == ranks;
                    files.max(ranks) > 1 && (is_line || leg.lame.is_some())
                };
                let goes_far = leg.most != Some(1) || leg.steps.iter().any(crosses);
                if !leg.passes && goes_far && draft.has_passing() {
                    return Err(
                        "first moves that can be captured en passant other than two squares forward".into()
                    );
                }
                legs.push(Leg { from: from.clone(), passes: leg.passes && draft.has_passing(), ..leg });
            }
        }
        self.program = legs;
        Ok(())
    }

    fn add_double_step(&mut self, draft: &Draft) {
        let region = draft.double_step_squares();
        if region.iter().all(BTreeSet::is_empty) {
            return;
        }
        self.betza = None;
        self.program.push(Leg {
            least: 2,
            most: Some(2),
            end: Contents::EMPTY,
            from: leg_areas(&draft.areas(&region)),
            passes: draft.has_passing(),
            ..Leg::leap(&[Step::new(0, 1)])
        });
    }

    /// Adds captures en passant to the moves that only capture. The Pawn of Fairy-Stockfish makes them beyond its region too.
    pub fn add_passing(&mut self, draft: &Draft, slot: Slot) {
        if self.captures.is_empty() {
            return;
        }
        self.betza = None;
        let [white, black] = draft.passing_squares();
        let region = if slot == PAWN { draft.all_squares() } else { draft.mobility(slot) };
        let sides = [&region[0] & &white, &region[1] & &black];
        let captures = std::mem::take(&mut self.captures);
        let passed = captures.into_iter().map(|leg| Leg { end: Content::Passed.into(), ..leg });
        let within = (sides != draft.all_squares()).then(|| leg_areas(&draft.areas(&sides))).flatten();
        match within {
            Some(within) => self.program.extend(passed.flat_map(|leg| ending_within(&leg, &within))),
            None => self.program.extend(passed),
        }
    }

    /// Confines the piece to its region, and to squares where it need not promote to nothing.
    fn confine(&mut self, draft: &Draft, slot: Slot) -> Result<(), String> {
        let settings = &draft.settings;
        let (files, ranks) = (settings.files, settings.ranks);
        let [all, _] = draft.all_squares();
        let faces_royals = |side: usize| {
            let mut slots = settings.pieces.keys();
            slots.any(|slot| draft.is_royal(*slot) && draft.start.count(1 - side, *slot) > 0)
        };
        let region = draft.mobility(slot);
        let (mut is_confined, mut attacks) = (false, false);
        let sides: Sides<BTreeSet<Place>> = std::array::from_fn(|side| {
            let mut squares = region[side].clone();
            if draft.cannot_promote(side, slot) {
                let last = &draft.promotion_squares()[side];
                attacks |=
                    draft.start.count(side, slot) > 0 && faces_royals(side) && !squares.is_disjoint(last);
                squares = &squares - last;
            }
            is_confined |= squares.len() < all.len();
            squares
        });
        if attacks {
            return Err("attacks on squares where it may not go, because it must promote and cannot".into());
        }
        if !is_confined {
            return Ok(());
        }
        let value = draft.areas(&sides);
        let Some(within) = leg_areas(&value) else { return Ok(()) };
        // Fairy-Stockfish only asks where a move ends, but for the double step of its Pawn.
        let stays = slot == PAWN
            || sides.iter().all(|squares| region::is_convex(squares, files, ranks))
                && !draft.may_begin_outside(slot, &sides);
        let goes_far = |leg: &Leg| leg.most != Some(1) || !leg.then.is_empty();
        if stays || !self.program.iter().any(goes_far) {
            self.program.iter_mut().for_each(|leg| set_within(leg, Some(within.clone())));
            self.within = Some(value);
            return Ok(());
        }
        if self.program.iter().any(|leg| leg.passes && goes_far(leg)) {
            return Err("double steps out of its region".into());
        }
        self.betza = None;
        self.program = self.program.iter().flat_map(|leg| ending_within(leg, &within)).collect();
        Ok(())
    }

    /// The field `moves`.
    pub fn value(&self, clause: &str) -> Value {
        if let Some(betza) = self.betza.as_ref().filter(|betza| !betza.is_empty()) {
            let mut notation = json!({"betza": betza});
            if let Some(within) = &self.within {
                notation["within"] = within.clone();
            }
            notation["clause"] = json!(clause);
            return notation;
        }
        let legs = self.program.iter().map(|leg| {
            let named = Leg { clause: Some(clause.to_owned()), ..leg.clone() };
            // A leg of plain data is always JSON.
            serde_json::to_value(LegFile::write(&named)).unwrap_or_default()
        });
        legs.collect()
    }
}

/// The legs with left and right exchanged. Those of this notation have no turns but straight on.
fn mirror(legs: &[Leg]) -> Vec<Leg> {
    let turned = |leg: &Leg| Leg {
        steps: leg.steps.iter().map(|step| Step::new(-step.files, step.ranks)).collect(),
        then: mirror(&leg.then),
        ..leg.clone()
    };
    legs.iter().map(turned).collect()
}

/// The legs with their steps in a fixed order.
fn sorted(legs: &[Leg]) -> Vec<Leg> {
    let ordered = |leg: &Leg| {
        let mut steps = leg.steps.clone();
        steps.sort_unstable_by_key(|step| (step.files, step.ranks));
        Leg { steps, then: sorted(&leg.then), ..leg.clone() }
    };
    legs.iter().map(ordered).collect()
}

fn set_within(leg: &mut Leg, within: Option<Vec<Area>>) {
    leg.within.clone_from(&within);
    leg.then.iter_mut().for_each(|next| set_within(next, within.clone()));
}

/// The moves of a leg that end within areas, whatever squares they cross: the last step is a leg of its own.
fn ending_within(leg: &Leg, within: &[Area]) -> Vec<Leg> {
    let areas = || Some(within.to_vec());
    let mut legs = Vec::new();
    if !leg.then.is_empty() {
        let then = leg.then.iter().flat_map(|next| ending_within(next, within)).collect();
        legs.push(leg.clone().then(then));
    }
    let alone = Leg { then: Vec::new(), ..leg.clone() };
    match leg.most {
        _ if leg.end.is_none() => {}
        Some(1) => legs.push(Leg { within: areas(), ..alone }),
        most => {
            let last = Leg {
                turn: Some(vec![Turn::STRAIGHT]),
                least: 1,
                most: Some(1),
                from: None,
                within: areas(),
                ..alone.clone()
            };
            let before = Leg {
                least: leg.least - 1,
                most: most.map(|most| most - 1),
                corner: leg.through,
                only: None,
                ..alone
            };
            legs.push(before.then(vec![last]));
        }
    }
    legs
}

/// The leg by which a King attacks another along an open line, so that no side may open one.
fn facing() -> Leg {
    Leg {
        end: Content::Enemy.into(),
        only: Some(vec![kinds::kind(KING)]),
        ..Leg::ride(&vperft::inner::game::board::ORTHOGONAL)
    }
}
