//! The `variant.json` of a section.

use super::kinds::{self, FIRST_CUSTOM, KING, Kinds, PAWN, Slot};
use super::moves::{self, Moves};
use super::region::{Place, Region, file_letter};
use super::settings::{Settings, Sides};
use super::start::Start;
use super::{Reason, Refused, castling, ends, promotion};
use crate::upkeep::scaffold;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use vperft::inner::corpus::suite::lay_out;
use vperft::inner::game::rules::{Rules as _, Status};
use vperft::inner::game::variant::{self, Standard, VariantId};
use vperft::inner::generators::data::Data;

/// A key, and what it asks for that cannot be imported.
pub(super) type Problem = (String, String);

/// A variant of which the folder is being composed.
pub(super) struct Draft {
    pub settings: Settings,
    pub start: Start,
    pub title: String,
    pub section: String,
    prefix: String,
    fields: Map<String, Value>,
    /// The clauses of the rules text: ids and texts.
    pub clauses: Vec<(String, String)>,
    /// The clauses of rules that are not moves, by the name of the rule.
    rules: Map<String, Value>,
    passing: bool,
    /// The squares from which kinds could never move, if they may not go there without promotion.
    pub stuck: BTreeMap<Slot, Sides<BTreeSet<Place>>>,
}

impl Draft {
    /// Composes the folder of a section as a variant of this name.
    ///
    /// # Errors
    /// If the settings ask for what `variant.json` cannot say.
    pub fn new(
        mut settings: Settings,
        section: &str,
        name: &str,
        prefix: Option<&str>,
    ) -> Result<Self, Refused> {
        let mut refused = std::mem::take(&mut settings.refused);
        let lines = std::mem::take(&mut settings.lines);
        let reason = |key: &str, what: String| {
            let mut keys = ["", "White", "Black"].map(|side| format!("{key}{side}")).into_iter();
            let found =
                keys.find_map(|key| lines.get(&key).cloned().map(|(section, line)| (key, section, line)));
            let (key, section, line) = found.unwrap_or_else(|| (key.into(), section.into(), 0));
            Reason { section, key, line, what }
        };
        let start = match Start::from_settings(&settings) {
            Ok(start) if refused.is_empty() => start,
            Ok(_) => return Err(Refused::Rules(refused)),
            Err(what) => {
                // A position of rules that are refused may have what these rules add.
                if refused.is_empty() {
                    refused.push(reason("startFen", what));
                }
                return Err(Refused::Rules(refused));
            }
        };
        drop_absent(&mut settings, &start);
        let prefix = match prefix {
            Some(prefix) => prefix.to_owned(),
            None => scaffold::free_prefix(name).map_err(Refused::whole)?,
        };
        let mut draft = Self {
            settings,
            start,
            title: scaffold::title(section),
            section: section.to_owned(),
            prefix,
            fields: Map::new(),
            clauses: Vec::new(),
            rules: Map::new(),
            passing: false,
            stuck: BTreeMap::new(),
        };
        let refused = |(key, what): Problem| Refused::Rules(vec![reason(&key, what)]);
        draft.compose().map_err(refused)?;
        let id = variant::try_out(&draft.text());
        let id = id.map_err(|problem| Refused::whole(format!("[{section}]: variant.json: {problem}")))?;
        draft.check_start(id).map_err(|what| refused(("startFen".into(), what)))?;
        Ok(draft)
    }

    /// Checks that a game can begin.
    fn check_start(&self, id: VariantId) -> Result<(), String> {
        let rules = Data::new(id, Standard);
        let wrong = |error: &dyn std::fmt::Display| format!("a start position that is not valid: {error}");
        let start = rules.parse(&self.start.vfen).map_err(|error| wrong(&error))?;
        match rules.status(&start, 1) {
            Status::Ongoing => Ok(()),
            status => {
                Err(format!("a start position that is decided: the game begins with the status {status}"))
            }
        }
    }

    fn compose(&mut self) -> Result<(), Problem> {
        let files: String = (1..=self.settings.files).map(file_letter).collect();
        self.field("format", json!(1));
        self.field("title", json!(self.title));
        self.field("files", json!(files));
        self.field("first_rank", json!(1));
        self.field("dialect", json!("fairy-stockfish"));
        self.passing = self.passes();
        self.note_double_steps();
        self.note_castling();
        self.compose_pieces()?;
        castling::write(self)?;
        promotion::write(self)?;
        ends::write(self)?;
        let rules = std::mem::take(&mut self.rules);
        self.field("clauses", Value::Object(rules));
        self.field("starts", json!([{"vfen": self.start.vfen}]));
        Ok(())
    }

    pub fn field(&mut self, name: &str, value: Value) {
        self.fields.insert(name.to_owned(), value);
    }

    /// Adds a clause to the rules text, and returns its id.
    pub fn clause(&mut self, rest: &str, text: String) -> String {
        let id = format!("{}-{rest}", self.prefix);
        if !self.clauses.iter().any(|(known, _)| *known == id) {
            self.clauses.push((id.clone(), text));
        }
        id
    }

    /// Adds the clause of a rule that is not the move of a piece.
    pub fn rule(&mut self, rule: &str, rest: &str, text: String) {
        let id = self.clause(rest, text);
        self.rules.insert(rule.to_owned(), json!(id));
    }

    /// Lets a rule have the clause of another.
    pub fn same_rule(&mut self, rule: &str, rest: &str) {
        let id = format!("{}-{rest}", self.prefix);
        self.rules.insert(rule.to_owned(), json!(id));
    }

    /// Squares of both sides as a value.
    pub fn areas(&self, sides: &Sides<BTreeSet<Place>>) -> Value {
        moves::areas(sides, self.settings.files, self.settings.ranks)
    }

    fn squares(&self, region: &Region) -> BTreeSet<Place> {
        region.squares(self.settings.files, self.settings.ranks)
    }

    /// The squares from which double steps are made.
    pub fn double_step_squares(&self) -> Sides<BTreeSet<Place>> {
        let region = |side: usize| match self.settings.double_step {
            true => self.squares(&self.settings.double_step_region[side]),
            false => BTreeSet::new(),
        };
        [region(0), region(1)]
    }

    /// Notes regions of double steps in which no Pawn starts.
    fn note_double_steps(&mut self) {
        let squares = self.double_step_squares();
        for (side, color) in ["White", "Black"].into_iter().enumerate() {
            let mut pawns = self.start.pieces.iter().filter(|(_, piece)| **piece == (side, PAWN)).peekable();
            let has_both = pawns.peek().is_some() && !squares[side].is_empty();
            if has_both && !pawns.any(|(place, _)| squares[side].contains(place)) {
                let note = format!("no {color} Pawn starts in `doubleStepRegion{color}`");
                self.settings.notes.push(note);
            }
        }
    }

    /// Notes castling rights of the start position that nothing can use.
    fn note_castling(&mut self) {
        let field = self.settings.start.split_whitespace().nth(2).unwrap_or_default();
        let letters = field.chars().filter(char::is_ascii_alphabetic);
        let unused: String =
            letters.filter(|letter| self.start.rights.iter().all(|right| right.letter != *letter)).collect();
        if unused.is_empty() {
            return;
        }
        let why = match self.settings.castling {
            true => "expected a King and a Rook, as `castlingKingPiece` and `castlingRookPieces` name them",
            false => "`castling` is false",
        };
        self.settings.notes.push(format!("the castling rights `{unused}` of `startFen` are dropped: {why}"));
    }

    /// All squares, for both sides.
    pub fn all_squares(&self) -> Sides<BTreeSet<Place>> {
        self.squares_or_all([&None, &None])
    }

    fn squares_or_all(&self, regions: Sides<&Option<Region>>) -> Sides<BTreeSet<Place>> {
        let all = Region::ranks(1, self.settings.ranks);
        regions.map(|region| self.squares(region.as_ref().unwrap_or(&all)))
    }

    /// The squares to which each side captures en passant.
    pub fn passing_squares(&self) -> Sides<BTreeSet<Place>> {
        self.squares_or_all(self.settings.passing_region.each_ref())
    }

    /// The squares to which a side can capture en passant because enemies pass over them.
    pub fn passed_squares(&self, side: usize) -> BTreeSet<Place> {
        let from = if self.passing { self.double_step_squares()[1 - side].clone() } else { BTreeSet::new() };
        let ahead = if side == 1 { 1 } else { -1 };
        let passed = from.iter().filter_map(|(file, rank)| Some((*file, rank.checked_add_signed(ahead)?)));
        &passed.collect() & &self.passing_squares()[side]
    }

    /// The squares on which moves of a kind may end.
    pub fn mobility(&self, slot: Slot) -> Sides<BTreeSet<Place>> {
        let regions = self.settings.mobility.get(&slot);
        regions.map_or_else(|| self.all_squares(), |regions| self.squares_or_all(regions.each_ref()))
    }

    /// Whether a kind may be on other squares than these without having moved: at the start, by promotion or by castling.
    pub fn may_begin_outside(&self, slot: Slot, squares: &Sides<BTreeSet<Place>>) -> bool {
        let settings = &self.settings;
        let castles = super::start::castling_kinds(&self.start).iter().any(|kinds| kinds.contains(&slot));
        let zone = self.promotion_squares();
        let starts = |slot: Slot, in_or_out: &dyn Fn(usize, &Place) -> bool| {
            let mut pieces = self.start.pieces.iter();
            pieces.any(|(place, piece)| piece.1 == slot && in_or_out(piece.0, place))
        };
        // A piece that starts on a promotion square may also promote when it leaves, and so may one that did not have to.
        let senders = settings.promoted.iter().filter(|(_, to)| **to == slot);
        let leaves = |from: Slot| {
            !settings.pieces_must_promote || starts(from, &|side, place| zone[side].contains(place))
        };
        let is_outside = |side: usize| !zone[side].is_subset(&squares[side]);
        let becomes = |side: usize| self.choices(side).contains(&slot) || senders.clone().next().is_some();
        castles
            || starts(slot, &|side, place| !squares[side].contains(place))
            || senders.clone().any(|(from, _)| leaves(*from))
            || (0..2).any(|side| becomes(side) && is_outside(side))
    }

    /// The squares on which pieces promote.
    pub fn promotion_squares(&self) -> Sides<BTreeSet<Place>> {
        [0, 1].map(|side| self.squares(&self.settings.promotion_region[side]))
    }

    /// Whether a piece that has made a double step can be captured en passant.
    pub const fn has_passing(&self) -> bool {
        self.passing
    }

    /// Whether a kind captures en passant. The Pawn of Fairy-Stockfish does whatever the settings say.
    pub fn captures_passed(&self, slot: Slot) -> bool {
        slot == PAWN || self.settings.passing_kinds.iter().any(|kinds| kinds.has(slot))
    }

    fn passes(&self) -> bool {
        let makes_double_steps =
            |(slot, piece): (&Slot, &super::settings::Piece)| *slot == PAWN || piece.betza.contains('i');
        let captures = |slot: &Slot| self.captures_passed(*slot);
        self.double_step_squares().iter().any(|squares| !squares.is_empty())
            && self.settings.pieces.iter().any(makes_double_steps)
            && self.settings.pieces.keys().any(captures)
            && self.passing_squares().iter().any(|squares| !squares.is_empty())
    }

    /// Whether a Pawn of a side has to promote, and there is nothing that it can become.
    pub fn cannot_promote(&self, side: usize, slot: Slot) -> bool {
        let settings = &self.settings;
        self.is_pawn(side, slot)
            && settings.pawns_must_promote
            && self.choices(side).is_empty()
            && !(slot == PAWN && settings.promoted.contains_key(&PAWN))
    }

    pub fn is_pawn(&self, side: usize, slot: Slot) -> bool {
        slot != KING && (slot == PAWN || self.settings.promotion_pawns[side].has(slot))
    }

    pub fn choices(&self, side: usize) -> Vec<Slot> {
        let kinds = &self.settings.promotion_kinds[side];
        self.settings.pieces.keys().copied().filter(|slot| kinds.has(*slot) && *kinds != Kinds::All).collect()
    }

    pub fn is_royal(&self, slot: Slot) -> bool {
        slot == KING
            || self.settings.extinction_royal
                && self.settings.extinction_kinds != Kinds::All
                && self.settings.extinction_kinds.has(slot)
    }

    pub fn has_royals(&self) -> bool {
        self.settings.pieces.keys().any(|slot| self.is_royal(*slot))
    }

    /// The name of a kind in prose.
    pub fn piece_name(&self, slot: Slot) -> String {
        match slot {
            slot if (FIRST_CUSTOM..KING).contains(&slot) => {
                format!("Piece {}", self.settings.pieces[&slot].letter)
            }
            slot => scaffold::title(&kinds::kind(slot)),
        }
    }

    /// The names of kinds in prose.
    pub fn piece_names(&self, slots: &[Slot]) -> String {
        slots.iter().map(|slot| self.piece_name(*slot)).collect::<Vec<_>>().join(", ")
    }

    fn compose_pieces(&mut self) -> Result<(), Problem> {
        let slots: Vec<Slot> = self.settings.pieces.keys().rev().copied().collect();
        let mut pieces = Vec::new();
        let mut passing = Vec::new();
        for slot in slots {
            let mut moves = Moves::new(self, slot).map_err(|what| (kinds::key(slot), what))?;
            if moves.program.iter().any(|leg| leg.passes) {
                passing.push(slot);
            }
            if self.passing && self.captures_passed(slot) {
                moves.add_passing(self, slot);
            }
            if self.settings.immobility_illegal {
                self.forbid_stuck(slot, &moves)?;
            }
            pieces.push(self.piece(slot, &moves));
        }
        match passing[..] {
            [] => {}
            [slot] => self.field("en_passant", json!({"piece": kinds::kind(slot)})),
            [slot, other, ..] => {
                // The Pawn makes double steps and captures en passant whatever `enPassantTypes` says.
                let (key, first) = if slot == PAWN { (other, slot) } else { (slot, other) };
                let first = self.piece_name(first);
                return Err((
                    kinds::key(key),
                    format!("a second kind that can be captured en passant, next to the {first}"),
                ));
            }
        }
        self.field("pieces", json!(pieces));
        Ok(())
    }

    /// Lets a kind promote where it could never move, and refuses one that cannot.
    fn forbid_stuck(&mut self, slot: Slot, moves: &Moves) -> Result<(), Problem> {
        for (side, promotes) in self.promotion_squares().into_iter().enumerate() {
            let stuck = moves.stuck(self, side);
            if !self.is_pawn(side, slot) && !stuck.is_empty() || !stuck.is_subset(&promotes) {
                let name = self.piece_name(slot);
                return Err((
                    "immobilityIllegal".into(),
                    format!("squares from which a {name} can never move"),
                ));
            }
            self.stuck.entry(slot).or_default()[side] = stuck;
        }
        Ok(())
    }

    fn piece(&mut self, slot: Slot, moves: &Moves) -> Value {
        let piece = self.settings.pieces[&slot].clone();
        let kind = kinds::kind(slot);
        let mut entry =
            json!({"kind": kind, "label": piece.letter.to_string(), "name": self.piece_name(slot)});
        if self.is_royal(slot) {
            entry["royal"] = json!(true);
            let limit = match slot {
                KING => 1,
                _ => self.settings.extinction_count.saturating_add(1),
            };
            if slot == KING {
                entry["most"] = json!(1);
                entry["keep"] = json!(true);
            } else {
                entry["royal_up_to"] = json!(limit);
            }
            // They cannot be captured while they are royal.
            let [white, black] = [0, 1].map(|side| self.start.count(side, slot).min(limit));
            match white == black {
                _ if self.settings.promoted.contains_key(&slot) => {}
                true => entry["least"] = json!(white),
                false => entry["least"] = json!({"white": white, "black": black}),
            }
        }
        let castles = super::start::castling_kinds(&self.start).iter().any(|kinds| kinds.contains(&slot));
        if castles {
            entry["initial_right"] = json!(true);
        }
        if self.settings.counter_kinds.iter().any(|side| side.has(slot)) {
            entry["pawn"] = json!({});
            if moves.can_return() {
                self.settings.notes.push(format!(
                    "`nMoveRuleTypes`: every move of a {} sets the counter to 0, and in Fairy-Stockfish only those that it cannot take back: \
                     no count depends on it",
                    self.piece_name(slot)
                ));
            }
        }
        if piece.betza.contains(['f', 'b']) {
            entry["directed"] = json!(true);
        }
        if moves.program.is_empty() {
            entry["immobile"] = json!(true);
            return entry;
        }
        let sentence = vperft::inner::game::betza::sentence(&moves.program);
        let clause = self.clause(&kind.to_uppercase(), format!("{sentence}."));
        entry["moves"] = moves.value(&clause);
        entry
    }

    /// The text of the file: a field a line, and a piece a line.
    pub fn text(&self) -> String {
        let field = |(name, value): (&String, &Value)| {
            let key = format!("  {}: ", json!(name));
            format!("{key}{}", lay_out(value, 2, key.chars().count()))
        };
        let fields: Vec<_> = self.fields.iter().map(field).collect();
        format!("{{\n{}\n}}\n", fields.join(",\n"))
    }

    /// The clauses that the counts from the start position are about: those of the pieces that are there.
    pub fn main_clauses(&self) -> Vec<String> {
        let there: BTreeSet<Slot> = self.start.pieces.values().map(|(_, slot)| *slot).collect();
        let ids = there.iter().map(|slot| format!("{}-{}", self.prefix, kinds::kind(*slot).to_uppercase()));
        let known = ids.filter(|id| self.clauses.iter().any(|(clause, _)| clause == id));
        known.collect()
    }
}

/// Drops the kinds that no game can have: they do not start on the board, and nothing that does becomes one.
fn drop_absent(settings: &mut Settings, start: &Start) {
    let mut there: BTreeSet<Slot> = start.pieces.values().map(|(_, slot)| *slot).collect();
    loop {
        let is_pawn =
            |slot: &Slot| *slot == PAWN || settings.promotion_pawns.iter().any(|kinds| kinds.has(*slot));
        let choices = there.iter().any(is_pawn).then_some(&settings.promotion_kinds);
        let promoted = there.iter().filter_map(|slot| settings.promoted.get(slot));
        let choices = settings.pieces.keys().filter(|slot| {
            choices.is_some_and(|sides| sides.iter().any(|kinds| *kinds != Kinds::All && kinds.has(**slot)))
        });
        let next: BTreeSet<Slot> = there.iter().chain(promoted).chain(choices).copied().collect();
        if next == there {
            break;
        }
        there = next;
    }
    settings.pieces.retain(|slot, _| there.contains(slot));
}

/// Areas in prose.
pub(super) fn prose_areas(value: &Value) -> String {
    let list = |value: &Value| match value {
        Value::Array(items) if items.is_empty() => "no square".to_owned(),
        Value::Array(items) => items.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", "),
        other => other.as_str().unwrap_or_default().to_owned(),
    };
    match value {
        Value::Object(sides) => {
            format!("{} for White and {} for Black", list(&sides["white"]), list(&sides["black"]))
        }
        one => list(one),
    }
    .replace("rank -1", "the last rank")
}
