//! The settings of a variant: those of its parents, changed by its own keys, with the defaults of Fairy-Stockfish.

use super::file::Section;
use super::keys::{Use, use_of};
use super::kinds::{self, BISHOP, FIRST_CUSTOM, KING, KNIGHT, Kinds, PAWN, QUEEN, ROOK, Slot};
use super::region::Region;
use super::values::{Keys, boolean, file, number, outcome, rank, read_kinds, read_letters};
use super::{Fault, Reason};
use std::collections::BTreeMap;
use vperft::inner::game::betza::{Dialect, NAMED, compile};
use vperft::inner::game::variant::Outcome;
use vperft::inner::support::suggest::did_you_mean;

/// A piece of the variant.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// Its letter, a capital.
    pub letter: char,
    /// Its moves in the notation of Fairy-Stockfish.
    pub betza: String,
}

/// A value for White and one for Black.
pub(super) type Sides<T> = [T; 2];

/// All settings that are imported.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub files: u8,
    pub ranks: u8,
    pub pieces: BTreeMap<Slot, Piece>,
    pub start: String,
    pub mobility: BTreeMap<Slot, Sides<Option<Region>>>,
    pub promotion_region: Sides<Region>,
    pub promotion_pawns: Sides<Kinds>,
    pub promotion_kinds: Sides<Kinds>,
    pub promotion_limit: BTreeMap<Slot, usize>,
    pub promoted: BTreeMap<Slot, Slot>,
    pub pawns_must_promote: bool,
    pub pieces_must_promote: bool,
    pub double_step: bool,
    pub double_step_region: Sides<Region>,
    pub passing_region: Sides<Option<Region>>,
    pub passing_kinds: Sides<Kinds>,
    pub castling: bool,
    /// The files where a King ends, toward the last file and toward the first.
    pub castling_files: (u8, u8),
    pub castling_rank: u8,
    pub castling_king_file: u8,
    pub castling_king: Sides<Kinds>,
    pub castling_rooks: Sides<Kinds>,
    /// The files from which Rooks are looked for.
    pub castling_rook_files: (u8, u8),
    pub may_check: bool,
    pub must_capture: bool,
    pub facing: bool,
    pub soldier_rank: u8,
    pub counter_kinds: Sides<Kinds>,
    pub counter: u32,
    pub repetitions: u32,
    pub repetition: Outcome,
    pub stalemate: Outcome,
    pub checkmate: Outcome,
    pub extinction: Option<Outcome>,
    pub extinction_royal: bool,
    pub extinction_kinds: Kinds,
    pub extinction_count: usize,
    pub extinction_enemies: usize,
    /// Whether a side that has the move may still take the piece too many of the other.
    pub extinction_claim: bool,
    /// Whether no piece may go where it could never move.
    pub immobility_illegal: bool,
    pub goal_kinds: Sides<Kinds>,
    pub goal_region: Sides<Region>,
    pub goal_count: usize,
    pub goal_has_reply: bool,
    pub goal_is_safe: bool,
    /// The section and the line of the last value of each key. The line is 0 in a built-in variant.
    pub lines: BTreeMap<String, (String, usize)>,
    /// The keys that cannot be imported.
    pub refused: Vec<Reason>,
    /// Settings that are probably not meant.
    pub notes: Vec<String>,
}

impl Settings {
    /// The settings of a section without a parent: those of chess, without pieces.
    pub fn bare() -> Self {
        let both = |kinds: &[Slot]| [Kinds::only(kinds), Kinds::only(kinds)];
        Self {
            files: 8,
            ranks: 8,
            pieces: BTreeMap::new(),
            start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".into(),
            mobility: BTreeMap::new(),
            promotion_region: [Region::rank(8), Region::rank(1)],
            promotion_pawns: both(&[PAWN]),
            promotion_kinds: both(&[]),
            promotion_limit: BTreeMap::new(),
            promoted: BTreeMap::new(),
            pawns_must_promote: true,
            pieces_must_promote: false,
            double_step: true,
            double_step_region: [Region::rank(2), Region::rank(7)],
            passing_region: [None, None],
            passing_kinds: both(&[PAWN]),
            castling: true,
            castling_files: (7, 3),
            castling_rank: 1,
            castling_king_file: 5,
            castling_king: both(&[KING]),
            castling_rooks: both(&[ROOK]),
            castling_rook_files: (12, 1),
            may_check: true,
            must_capture: false,
            facing: false,
            soldier_rank: 1,
            counter_kinds: both(&[PAWN]),
            counter: 50,
            repetitions: 3,
            repetition: Outcome::Draw,
            stalemate: Outcome::Draw,
            checkmate: Outcome::Lost,
            extinction: None,
            extinction_royal: false,
            extinction_kinds: Kinds::none(),
            extinction_count: 0,
            extinction_enemies: 0,
            extinction_claim: false,
            immobility_illegal: false,
            goal_kinds: [Kinds::All, Kinds::All],
            goal_region: [Region::nowhere(), Region::nowhere()],
            goal_count: 1,
            goal_has_reply: false,
            goal_is_safe: false,
            lines: BTreeMap::new(),
            refused: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// The settings of chess.
    pub fn chess() -> Self {
        let mut chess = Self::bare();
        for (slot, letter) in
            [(PAWN, 'P'), (KNIGHT, 'N'), (BISHOP, 'B'), (ROOK, 'R'), (QUEEN, 'Q'), (KING, 'K')]
        {
            chess.add(slot, letter, default_moves(slot));
        }
        chess.promotion_kinds = [QUEEN, ROOK].map(|_| Kinds::only(&[KNIGHT, BISHOP, ROOK, QUEEN]));
        chess
    }

    /// The settings of a variant that is not known: every letter may be a piece, and every square is on the board. They only serve to
    /// find what is wrong with a section in any case.
    pub fn of_unknown() -> Self {
        let mut unknown = Self { files: 16, ranks: 16, ..Self::bare() };
        for (slot, letter) in (KING + 1..).zip('A'..='Z') {
            unknown.add(slot, letter, String::new());
        }
        unknown
    }

    /// Does what Fairy-Stockfish does at the end of a section of a file and of a variant that it has built in, so that sections below
    /// inherit it: without double steps there is no region of them, and the other way round.
    pub fn conclude(&mut self) {
        if !self.double_step {
            self.double_step_region = [Region::nowhere(), Region::nowhere()];
        }
        self.double_step = self.double_step_region.iter().any(|region| *region != Region::nowhere());
    }

    fn add(&mut self, slot: Slot, letter: char, betza: String) {
        if let Some(known) = self.with_letter(letter) {
            self.remove(known);
        }
        self.pieces.insert(slot, Piece { letter, betza });
    }

    fn remove(&mut self, slot: Slot) {
        self.pieces.remove(&slot);
        self.promotion_kinds.iter_mut().for_each(|kinds| kinds.remove(slot));
    }

    /// The piece with a letter.
    pub fn with_letter(&self, letter: char) -> Option<Slot> {
        let mut pieces = self.pieces.iter();
        pieces.find(|(_, piece)| piece.letter == letter.to_ascii_uppercase()).map(|(slot, _)| *slot)
    }

    /// Changes the settings by the keys of a section. Returns the malformed values and the unknown keys; those that cannot be imported
    /// are only noted.
    pub fn apply(&mut self, section: &Section) -> Vec<Fault> {
        let mut keys = Keys::new(section);
        keys.set("maxRank", &mut self.ranks, |text| rank(text, 16));
        keys.set("maxFile", &mut self.files, file);
        self.read_pieces(&mut keys);
        self.read_promotion(&mut keys);
        self.read_pawns(&mut keys);
        self.read_castling(&mut keys);
        self.read_ends(&mut keys);
        keys.set("startFen", &mut self.start, |text| Ok(text.to_owned()));
        keys.set("checking", &mut self.may_check, boolean);
        keys.set("mustCapture", &mut self.must_capture, boolean);
        keys.set("flyingGeneral", &mut self.facing, boolean);
        keys.set("immobilityIllegal", &mut self.immobility_illegal, boolean);
        keys.set("soldierPromotionRank", &mut self.soldier_rank, number);
        self.check_regions(&mut keys);
        let overwritten = section.overwritten.iter();
        self.notes.extend(overwritten.map(|(key, line)| {
            format!("line {line}: `{key}` does not count, since the section gives it again")
        }));
        for (key, (value, line)) in &section.keys {
            self.lines.insert(key.clone(), (section.name.clone(), *line));
            if keys.was_read(key) {
                continue;
            }
            match use_of(key) {
                Use::Ignored => {}
                Use::Noted { unless, what } => {
                    self.notes.retain(|note| !note.starts_with(&format!("`{key}`")));
                    if value != unless {
                        self.notes
                            .push(format!("`{key}`, {what}, is left to the game: no count depends on it"));
                    }
                }
                Use::Refused { unless, .. } if value == unless => {
                    // The parent may have asked for it.
                    self.refused.retain(|reason| reason.key != *key);
                }
                Use::Refused { what, .. } => {
                    self.refused.retain(|reason| reason.key != *key);
                    self.refused.push(Reason {
                        section: section.name.clone(),
                        key: key.clone(),
                        line: *line,
                        what: what.into(),
                    });
                }
                Use::Unknown => {
                    let hint = did_you_mean(key, keys.known());
                    keys.problem(*line, format!("`{key}` is not a key of the format{hint}"));
                }
            }
        }
        keys.finish()
    }

    /// Notes regions with squares that the board does not have.
    fn check_regions(&mut self, keys: &mut Keys<'_>) {
        for (key, line, region) in keys.regions() {
            if region.goes_beyond(self.files, self.ranks) {
                self.notes.push(format!("line {line}: `{key}` names squares that the board does not have"));
            }
        }
    }

    fn read_pieces(&mut self, keys: &mut Keys<'_>) {
        let mut own: BTreeMap<char, String> = BTreeMap::new();
        for slot in kinds::slots() {
            let key = kinds::key(slot);
            if let Some((value, line)) = keys.take(&key) {
                match value.chars().next().filter(char::is_ascii_alphabetic) {
                    Some(letter) => {
                        let letter = letter.to_ascii_uppercase();
                        if let Some(other) = own.insert(letter, key.clone()) {
                            keys.problem(line, format!("`{key} = {value}` has the letter of `{other}`"));
                        }
                        self.read_piece(keys, slot, letter, (value, line));
                    }
                    None => self.remove(slot),
                }
            }
            let mut capital = key;
            capital[..1].make_ascii_uppercase();
            for (side, color) in ["White", "Black"].into_iter().enumerate() {
                let mut squares = None;
                keys.region(&format!("mobilityRegion{color}{capital}"), &mut squares, Some);
                if squares.is_some() {
                    // An empty region is none.
                    self.mobility.entry(slot).or_default()[side] =
                        squares.filter(|one| *one != Region::nowhere());
                }
            }
        }
    }

    /// Reads a piece with a letter, and perhaps its moves: `p:mfWcfF`.
    fn read_piece(&mut self, keys: &mut Keys<'_>, slot: Slot, letter: char, (value, line): (&str, usize)) {
        let key = kinds::key(slot);
        let betza = value[1..].strip_prefix(':').map(|text| text.trim().to_owned());
        let plain = betza.iter().map(|text| text.replace('e', "")).filter(|text| !text.is_empty());
        for error in plain.filter_map(|text| compile(&text, Dialect::FairyStockfish).err()) {
            keys.problem(line, format!("`{key} = {value}`: {error}"));
        }
        if betza.is_none() && value.len() > 1 {
            keys.problem(line, format!("`{key} = {value}`; expected a letter, or `{letter}:MOVES`"));
        }
        if betza.is_some() && slot < FIRST_CUSTOM {
            let problem = "Fairy-Stockfish ignores the moves of a piece with a name; expected `customPiece1`";
            keys.problem(line, format!("`{key} = {value}`: {problem}"));
        }
        if betza.is_none() && (FIRST_CUSTOM..KING).contains(&slot) {
            keys.problem(line, format!("`{key} = {value}` without moves; expected `{letter}:MOVES`"));
        }
        if betza.as_ref().is_some_and(|text| text.contains('e')) {
            self.passing_kinds.iter_mut().for_each(|kinds| kinds.insert(slot));
        }
        self.add(slot, letter, betza.unwrap_or_else(|| default_moves(slot)));
    }

    fn read_promotion(&mut self, keys: &mut Keys<'_>) {
        let pieces = self.pieces.clone();
        let kinds = |text: &str| read_kinds(&pieces, text);
        let letters = |text: &str| read_letters(&pieces, text);
        for pawns in [&mut self.promotion_pawns, &mut self.passing_kinds, &mut self.counter_kinds] {
            for kinds_of_side in pawns {
                keys.set("pawnTypes", kinds_of_side, letters);
            }
        }
        let ranks = self.ranks;
        let zone = |text: &str| rank(text, ranks);
        let mut from = None;
        keys.set("promotionRank", &mut from, |text| zone(text).map(Some));
        if let Some(from) = from {
            self.promotion_region = [Region::ranks(from, ranks), Region::ranks(1, ranks + 1 - from)];
        }
        keys.regions_of_sides("promotionRegion", &mut self.promotion_region, |region| region);
        keys.sides("promotionPawnTypes", &mut self.promotion_pawns, letters);
        keys.sides("promotionPieceTypes", &mut self.promotion_kinds, kinds);
        keys.set("mandatoryPawnPromotion", &mut self.pawns_must_promote, boolean);
        keys.set("mandatoryPiecePromotion", &mut self.pieces_must_promote, boolean);
        let with_letter = |letter: &str| -> Result<Slot, String> {
            let mut letters = letter.chars();
            let found = letters.next().and_then(|letter| self.with_letter(letter));
            let found = found.filter(|_| letters.next().is_none());
            found.ok_or_else(|| format!("letters of its pieces, not `{letter}`"))
        };
        let pairs = |text: &'_ str| -> Result<Vec<(String, String)>, String> {
            let pair = |pair: &str| pair.split_once(':').map(|(one, other)| (one.into(), other.into()));
            text.split_whitespace().map(|word| pair(word).ok_or_else(|| "pairs such as p:g".into())).collect()
        };
        let mut promoted = self.promoted.clone();
        keys.set("promotedPieceType", &mut (), |text| {
            for (from, to) in pairs(text)? {
                match to.as_str() {
                    "-" => promoted.remove(&with_letter(&from)?),
                    to => promoted.insert(with_letter(&from)?, with_letter(to)?),
                };
            }
            Ok(())
        });
        let mut limits = self.promotion_limit.clone();
        keys.set("promotionLimit", &mut (), |text| {
            for (kind, limit) in pairs(text)? {
                limits.insert(with_letter(&kind)?, number(&limit)?);
            }
            Ok(())
        });
        (self.promoted, self.promotion_limit) = (promoted, limits);
    }

    fn read_pawns(&mut self, keys: &mut Keys<'_>) {
        let pieces = self.pieces.clone();
        let letters = |text: &str| read_letters(&pieces, text);
        keys.set("doubleStep", &mut self.double_step, boolean);
        let ranks = self.ranks;
        let zone = |text: &str| rank(text, ranks);
        let mut steps: [Option<u8>; 2] = [None, None];
        keys.set("doubleStepRankMin", &mut steps[0], |text| zone(text).map(Some));
        keys.set("doubleStepRank", &mut steps[1], |text| zone(text).map(Some));
        if steps.iter().any(Option::is_some) {
            // Fairy-Stockfish does not look for the first rank if there is a last one.
            let (first, last) = steps[1].map_or((steps[0].unwrap_or(2), 2), |last| (2, last));
            self.double_step_region =
                [Region::ranks(first, last), Region::ranks(ranks + 1 - last, ranks + 1 - first)];
        }
        keys.regions_of_sides("doubleStepRegion", &mut self.double_step_region, |region| region);
        keys.regions_of_sides("enPassantRegion", &mut self.passing_region, Some);
        keys.sides("enPassantTypes", &mut self.passing_kinds, letters);
        keys.sides("nMoveRuleTypes", &mut self.counter_kinds, letters);
    }

    fn read_castling(&mut self, keys: &mut Keys<'_>) {
        let pieces = self.pieces.clone();
        let kinds = |text: &str| read_kinds(&pieces, text);
        keys.set("castling", &mut self.castling, boolean);
        keys.set("castlingKingsideFile", &mut self.castling_files.0, file);
        keys.set("castlingQueensideFile", &mut self.castling_files.1, file);
        let ranks = self.ranks;
        keys.set("castlingRank", &mut self.castling_rank, |text| rank(text, ranks));
        keys.set("castlingKingFile", &mut self.castling_king_file, file);
        keys.sides("castlingKingPiece", &mut self.castling_king, kinds);
        for rooks in &mut self.castling_rooks {
            keys.set("castlingRookPiece", rooks, kinds);
        }
        keys.sides("castlingRookPieces", &mut self.castling_rooks, kinds);
        keys.set("castlingRookKingsideFile", &mut self.castling_rook_files.0, file);
        keys.set("castlingRookQueensideFile", &mut self.castling_rook_files.1, file);
    }

    fn read_ends(&mut self, keys: &mut Keys<'_>) {
        let pieces = self.pieces.clone();
        let kinds = |text: &str| read_kinds(&pieces, text);
        keys.set("nMoveRule", &mut self.counter, number);
        keys.set("nFoldRule", &mut self.repetitions, number);
        keys.set("nFoldValue", &mut self.repetition, outcome);
        keys.set("stalemateValue", &mut self.stalemate, outcome);
        keys.set("checkmateValue", &mut self.checkmate, outcome);
        keys.set("extinctionValue", &mut self.extinction, |text| match text {
            "none" => Ok(None),
            text => outcome(text).map(Some),
        });
        keys.set("extinctionPseudoRoyal", &mut self.extinction_royal, boolean);
        keys.set("extinctionPieceTypes", &mut self.extinction_kinds, kinds);
        keys.set("extinctionPieceCount", &mut self.extinction_count, number);
        keys.set("extinctionOpponentPieceCount", &mut self.extinction_enemies, number);
        keys.set("extinctionClaim", &mut self.extinction_claim, boolean);
        // Of several pieces, the last counts.
        let last = |text: &str| {
            let letter = text.chars().next_back().map(String::from).unwrap_or_default();
            kinds(text).and_then(|_| kinds(&letter))
        };
        keys.sides("flagPiece", &mut self.goal_kinds, last);
        keys.region("whiteFlag", &mut self.goal_region[0], |region| region);
        keys.region("blackFlag", &mut self.goal_region[1], |region| region);
        keys.regions_of_sides("flagRegion", &mut self.goal_region, |region| region);
        keys.set("flagPieceCount", &mut self.goal_count, number);
        keys.set("flagMove", &mut self.goal_has_reply, boolean);
        keys.set("flagPieceSafe", &mut self.goal_is_safe, boolean);
    }
}

/// The moves of a piece that has a name.
fn default_moves(slot: Slot) -> String {
    match NAMED.get(slot) {
        Some((_, betza)) => (*betza).into(),
        None if slot == KING => "K".into(),
        None => String::new(),
    }
}
