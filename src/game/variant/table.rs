//! The table of a variant: all data of its `variant.json`.

use super::data_check;
use super::file::{self, File};
use super::moves;
use super::{
    Ban, Castling, Closing, Color, Covered, Dead, EnPassant, Extinction, Goal, Piece, PieceEntry, PieceType,
    Promotion, RankName, Results, Royalty, RuleName, Rulebook, Rulings, Start, Status, Symmetry, Uci,
    Validity, VariantId, loaded,
};
use crate::game::betza::Dialect;
use crate::game::board::{Labels, Square};
use crate::game::paths::Areas;
use crate::support::json_path::path_at;
use crate::support::sanitise::shorten;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

static TABLES: LazyLock<Vec<Variant>> = LazyLock::new(|| {
    // The files are embedded, so a fault in one is a fault of the build.
    let read = |id: VariantId| {
        Variant::parse(id, id.table_text())
            .unwrap_or_else(|error| panic!("suites/{id}/variant.json: {error}"))
    };
    VariantId::BUILT_IN.map(read).into()
});

/// The most bytes of the title of a variant and of the name of a piece.
const MAX_NAME: usize = 200;

/// The most characters of a wrong text that an error quotes.
pub(super) const MAX_QUOTED: usize = 100;

/// The data of a variant: its board, labels, pieces, start positions, and the fields of its positions beyond the board.
#[derive(Debug)]
#[non_exhaustive]
pub struct Variant {
    /// The id.
    pub id: VariantId,
    /// The name in prose.
    pub title: String,
    /// The names of the files and ranks.
    pub labels: Labels,
    /// The piece types, in the order of the rules text.
    pub pieces: Vec<PieceEntry>,
    /// The pieces that castle, if any do.
    pub castling: Option<Castling>,
    /// The pieces that are captured en passant, if any are.
    pub en_passant: Option<EnPassant>,
    /// The squares that close once they are empty, if any do.
    pub closing: Option<Closing>,
    /// The exchanges that may not be taken back, if there is such a ban.
    pub ban: Option<Ban>,
    /// Whether the squares of the rim are edge squares.
    pub has_edge: bool,
    /// Whether the variant has check: a side must not leave its royal piece capturable.
    pub has_check: bool,
    /// The clause about valid positions, if there is one.
    pub validity: Option<Validity>,
    /// The number of plies without capture or Pawn move after which the game is drawn. `None` if there is no such draw.
    pub counter_limit: Option<u32>,
    /// The statuses that can occur, other than `ongoing`.
    pub statuses: Vec<Status>,
    /// The transformations of positions that change only the names of the moves.
    pub symmetries: Vec<Symmetry>,
    /// How UCI engines know it.
    pub uci: Uci,
    /// The named parts of the board.
    pub(crate) regions: BTreeMap<String, Areas>,
    /// The promotions.
    pub promotion: Vec<Promotion>,
    /// The royal pieces, and when a side obeys check.
    pub royalty: Royalty,
    /// The positions that neither side can win.
    pub dead: Vec<Dead>,
    /// The squares that a side has to reach to win.
    pub goals: Vec<Goal>,
    /// The results of a side that has few pieces of some kinds.
    pub extinction: Vec<Extinction>,
    /// The results of the ends of a game, if they are not those of chess.
    pub results: Results,
    /// Whether a side that can capture must.
    pub must_capture: bool,
    /// Whether a move may give check.
    pub may_check: bool,
    /// The clauses about rules other than the moves of pieces, by id.
    pub rule_clauses: BTreeMap<RuleName, String>,
    /// The mutants of an audit that no case can detect, by title, with the reasons.
    pub explained: BTreeMap<String, String>,
    /// The start positions, the default first.
    pub starts: Vec<Start>,
    /// The pieces of both colours by their labels.
    by_label: BTreeMap<String, Piece>,
    /// The pieces whose labels are one letter, since reading positions looks up nearly all pieces by one.
    by_letter: Box<[Option<Piece>; 128]>,
    /// The index in `pieces` of each type.
    by_kind: Box<[Option<u8>; PieceType::LIMIT]>,
}

impl Variant {
    /// The table of a variant.
    #[must_use]
    pub fn get(id: VariantId) -> &'static Self {
        if id.is_built_in() { &TABLES[id.index()] } else { &loaded::get(id).table }
    }

    /// Parses a `variant.json`. The error says what is wrong and what was expected.
    pub(super) fn parse(id: VariantId, text: &str) -> Result<Self, String> {
        let file: File = serde_json::from_str(text).map_err(|error| {
            match path_at(text, error.line(), error.column()) {
                path if path.is_empty() => error.to_string(),
                path => format!("{path}: {error}"),
            }
        })?;
        if file.format != file::FORMAT {
            let (found, known) = (file.format, file::FORMAT);
            return Err(format!("format {found}; this program reads format {known}"));
        }
        let names = file.pieces.iter().map(|piece| &piece.name);
        if let Some(name) = std::iter::once(&file.title).chain(names).find(|name| name.len() > MAX_NAME) {
            let name = shorten(name, MAX_QUOTED);
            return Err(format!("the name `{name}` is too long; expected at most {MAX_NAME} bytes"));
        }
        let labels = read_labels(&file.files, file.first_rank)?;
        if file.starts.is_empty() {
            return Err("starts: expected at least one start position".into());
        }
        let (pieces, by_label, by_kind) = read_pieces(file.pieces, file.dialect)?;
        let mut variant = Self {
            id,
            title: file.title,
            labels,
            pieces,
            castling: file.castling,
            en_passant: file.en_passant,
            closing: None,
            ban: file.ban,
            has_edge: file.edge,
            has_check: file.check,
            validity: file.validity,
            counter_limit: file.counter_limit,
            statuses: file.statuses,
            symmetries: file.symmetries,
            uci: file.uci,
            regions: file.regions,
            promotion: file.promotion,
            royalty: file.royalty,
            dead: file.dead,
            goals: file.goals,
            extinction: file.extinction,
            results: file.results,
            must_capture: file.must_capture,
            may_check: file.may_check,
            rule_clauses: file.clauses,
            explained: file.explained,
            starts: Vec::new(),
            by_letter: by_letter(&by_label),
            by_label,
            by_kind,
        };
        variant.check_kinds()?;
        let mut chosen = BTreeSet::new();
        for start in file.starts {
            let start = Start::from_file(&variant, start)?;
            let ranks = start.shape.ranks();
            if !chosen.insert((start.ruling.clone(), ranks)) {
                let problem = format!("a second start position of {ranks} ranks under the same rulings");
                return Err(format!("starts: {problem}; no game begins with it"));
            }
            variant.starts.push(start);
        }
        if let Some(closing) = file.closing {
            let square =
                |name: &String| variant.find_square(name).map_err(|error| format!("closing: {error}"));
            let squares = closing.squares.iter().map(square).collect::<Result<_, _>>()?;
            variant.closing = Some(Closing { clause: closing.clause, squares });
        }
        variant.check_rights()?;
        data_check::check_data(&variant)?;
        Ok(variant)
    }

    /// Checks that the squares of castling rights are squares of the board, and that no letter and no Rook has two.
    fn check_rights(&self) -> Result<(), String> {
        let (mut letters, mut rooks) = (BTreeSet::new(), BTreeSet::new());
        for file::UciRight { letter, king, rook } in &self.uci.rights {
            let squares = [king, rook].map(|name| self.find_square(name));
            squares
                .into_iter()
                .try_for_each(|square| square.map(drop))
                .map_err(|error| format!("uci: {error}"))?;
            if !letters.insert(letter) {
                return Err(format!("uci: a second right with the letter `{letter}`"));
            }
            if !rooks.insert(rook) {
                return Err(format!("uci: a second right of the Rook on {rook}"));
            }
        }
        Ok(())
    }

    /// Checks that every type that the table names is one of its pieces.
    fn check_kinds(&self) -> Result<(), String> {
        let promotes = self.promotion.iter().flat_map(|rule| rule.to.iter().copied().chain([rule.piece]));
        let royal = self.royalty.also.iter().map(|&kind| ("royalty", kind));
        let dead = self.dead.iter().flat_map(|dead| &dead.kinds).map(|&kind| ("dead", kind));
        let succeeds = self.pieces.iter().filter_map(|entry| entry.succeeds).map(|kind| ("succeeds", kind));
        let castling = self.castling.iter().flat_map(|castling| [castling.king, castling.rook]);
        let passed = self.en_passant.iter().map(|passing| ("en_passant", passing.piece));
        let goals = self.goals.iter().flat_map(|goal| &goal.pieces).map(|&kind| ("goals", kind));
        let extinct = self.extinction.iter().flat_map(|extinction| &extinction.pieces);
        let banned = self.ban.iter().flat_map(|ban| ban.with.iter().copied().chain([ban.of]));
        let mut named = succeeds
            .chain(castling.map(|kind| ("castling", kind)))
            .chain(passed)
            .chain(banned.map(|kind| ("ban", kind)))
            .chain(promotes.map(|kind| ("promotion", kind)))
            .chain(royal)
            .chain(goals)
            .chain(extinct.map(|&kind| ("extinction", kind)))
            .chain(dead);
        if let Some((field, kind)) = named.find(|(_, kind)| self.entry(*kind).is_none()) {
            return Err(format!("{field}: `{}` is not one of its pieces", kind.name()));
        }
        match self.castling.filter(|castling| castling.king == castling.rook) {
            Some(Castling { king, .. }) => {
                Err(format!("castling: `{}` with itself; expected two kinds of pieces", king.name()))
            }
            None => Ok(()),
        }
    }

    /// The ids of the clauses that the table names.
    pub(super) fn clauses(&self) -> impl Iterator<Item = &str> {
        let passing = self.en_passant.iter().filter_map(|passing| passing.unless.as_deref());
        let closing = self.closing.iter().map(|closing| closing.clause.as_str());
        let ban = self.ban.iter().map(|ban| ban.clause.as_str());
        let validity = self.validity.iter().map(|validity| validity.clause.as_str());
        passing.chain(closing).chain(ban).chain(validity).chain(data_check::clauses(self))
    }

    /// The rulings and readings that the table names.
    pub(super) fn readings(&self) -> impl Iterator<Item = &(String, String)> {
        let starts = self.starts.iter().filter_map(|start| start.ruling.as_ref());
        starts.chain(self.validity.iter().filter_map(|validity| validity.pawns_anywhere.as_ref()))
    }

    /// The start position under these rulings.
    #[must_use]
    pub fn start(&self, rulings: &Rulings) -> &Start {
        self.starts.iter().find(|start| start.holds(rulings)).unwrap_or(&self.starts[0])
    }

    /// The start position on a board of this height under these rulings. `None` if the variant has no such board.
    #[must_use]
    pub fn start_of_height(&self, ranks: u8, rulings: &Rulings) -> Option<&Start> {
        let mut fitting = self.starts.iter().filter(|start| start.shape.ranks() == ranks);
        let first = fitting.clone().next();
        fitting.find(|start| start.holds(rulings)).or(first)
    }

    /// The row of a piece type. `None` if the variant has no such piece.
    #[must_use]
    pub fn entry(&self, kind: PieceType) -> Option<&PieceEntry> {
        self.by_kind[kind.index()].map(|index| &self.pieces[usize::from(index)])
    }

    /// Whether the variant has en passant if every clause applies.
    #[must_use]
    pub fn has_en_passant(&self) -> bool {
        self.en_passant.as_ref().is_some_and(|passing| passing.unless.is_none())
    }

    /// Whether this is a Pawn type: one whose moves reset the halfmove clock (GEN-CLOCK).
    #[inline]
    #[must_use]
    pub fn is_pawn(&self, kind: PieceType) -> bool {
        self.entry(kind).is_some_and(|entry| entry.pawn.is_some())
    }

    /// Whether a type is royal, if a side has few enough of it.
    #[must_use]
    #[doc(hidden)]
    pub fn is_royal(&self, kind: PieceType) -> bool {
        self.entry(kind).is_some_and(|entry| entry.royal) || self.royalty.also.contains(&kind)
    }

    /// The first royal type, which check is about. `None` if no type is royal.
    #[must_use]
    pub fn king(&self) -> Option<PieceType> {
        self.pieces.iter().find(|entry| entry.royal).map(|entry| entry.kind)
    }

    /// Whether a Pawn type can never be on this rank, counted from the first rank of its side. `last` is the number of the last rank.
    #[must_use]
    pub fn keeps_off(&self, kind: PieceType, rank: u8, last: u8) -> bool {
        let absent =
            self.entry(kind).and_then(|entry| entry.pawn.as_ref()).map_or(&[][..], |pawn| &pawn.absent);
        absent.iter().any(|name| match name {
            RankName::First => rank == 0,
            RankName::Last => rank == last,
        })
    }

    /// Whether a demand on valid positions holds under this rulebook.
    pub fn demands(&self, what: Covered, rulebook: &impl Rulebook) -> bool {
        let Some(validity) = self.validity.as_ref().filter(|validity| validity.covers.contains(&what)) else {
            return true;
        };
        let everywhere = validity.pawns_anywhere.as_ref().filter(|_| what == Covered::PawnRanks);
        let is_free = everywhere.is_some_and(|(name, reading)| rulebook.rulings().get(name) == Some(reading));
        !is_free && rulebook.applies_by_id(&validity.clause)
    }

    /// The squares that close once they are empty.
    #[must_use]
    pub fn closing_squares(&self) -> &[Square] {
        self.closing.as_ref().map_or(&[], |closing| &closing.squares)
    }

    /// The label of a piece: upper case for White, lower case for Black.
    ///
    /// # Panics
    /// If the variant has no such piece.
    #[must_use]
    pub fn label(&self, piece: Piece) -> &str {
        let entry =
            self.entry(piece.kind).unwrap_or_else(|| panic!("{} has no {:?}", self.title, piece.kind));
        match piece.color {
            Color::White => &entry.label,
            Color::Black => &entry.lower,
        }
    }

    /// The piece with this label. `None` if the variant has no such label.
    #[must_use]
    pub fn piece(&self, label: &str) -> Option<Piece> {
        match label.as_bytes() {
            &[letter] => self.by_letter.get(usize::from(letter)).copied().flatten(),
            _ => self.by_label.get(label).copied(),
        }
    }

    /// Whether the table says how all of its pieces move.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.pieces.iter().all(|entry| !entry.program.is_empty() || entry.immobile)
    }

    /// Whether the table says how pieces move.
    #[must_use]
    pub fn has_data(&self) -> bool {
        self.pieces.iter().any(|entry| !entry.program.is_empty())
    }

    /// Whether pieces of this type hold an initial right until they move.
    #[must_use]
    pub fn has_initial_right(&self, kind: PieceType) -> bool {
        self.entry(kind).is_some_and(|entry| entry.initial_right)
    }
}

/// The labels of files and ranks.
fn read_labels(files: &str, first_rank: u8) -> Result<Labels, String> {
    let distinct: BTreeSet<_> = files.bytes().collect();
    let are_letters = files.bytes().all(|byte| byte.is_ascii_lowercase());
    if !are_letters || !(1..=16).contains(&files.len()) || distinct.len() != files.len() {
        return Err(format!("files: `{files}`; expected 1 to 16 different lower-case letters"));
    }
    if first_rank > 1 {
        return Err(format!("first_rank: {first_rank}; expected 0 or 1"));
    }
    Ok(Labels::new(files.to_owned(), first_rank))
}

/// The rows of the piece types, the pieces by label, and the rows by type.
#[allow(clippy::type_complexity, reason = "three views of one list")]
fn read_pieces(
    mut pieces: Vec<PieceEntry>,
    dialect: Dialect,
) -> Result<(Vec<PieceEntry>, BTreeMap<String, Piece>, Box<[Option<u8>; PieceType::LIMIT]>), String> {
    let mut by_label = BTreeMap::new();
    let mut by_kind = Box::new([None; PieceType::LIMIT]);
    for (index, entry) in pieces.iter_mut().enumerate() {
        let is_capital = entry.label.bytes().all(|byte| byte.is_ascii_uppercase());
        if !is_capital || !(1..=2).contains(&entry.label.len()) {
            return Err(format!("pieces: the label `{}`; expected one or two capital letters", entry.label));
        }
        entry.lower = entry.label.to_lowercase();
        if !entry.moves.is_null() {
            let program = moves::program(&entry.moves, dialect);
            (entry.program, entry.places) =
                program.map_err(|problem| format!("pieces: `{}`: {problem}", entry.kind.name()))?;
        }
        let row = u8::try_from(index).map_err(|_| "pieces: more than 256 kinds of pieces".to_owned())?;
        if by_kind[entry.kind.index()].replace(row).is_some() {
            return Err(format!("pieces: duplicate `{}`", entry.kind.name()));
        }
        for (label, color) in [(&entry.label, Color::White), (&entry.lower, Color::Black)] {
            if by_label.insert(label.clone(), Piece::new(color, entry.kind)).is_some() {
                return Err(format!("pieces: duplicate label `{}`", entry.label));
            }
        }
    }
    Ok((pieces, by_label, by_kind))
}

/// The pieces of labels of one letter, by the letter.
fn by_letter(by_label: &BTreeMap<String, Piece>) -> Box<[Option<Piece>; 128]> {
    let mut pieces = Box::new([None; 128]);
    for (label, piece) in by_label {
        if let &[letter] = label.as_bytes() {
            pieces[usize::from(letter)] = Some(*piece);
        }
    }
    pieces
}
