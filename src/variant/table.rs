//! The table of a variant: everything about it that is data.

use super::{Color, Piece, PieceType, Rulings, VariantId};
use crate::board::{Labels, Shape, Square, SquareSet};
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::LazyLock;

/// The tables, in the order of the variants.
const FILES: [&str; 6] = [
    include_str!("../../suites/vanguard/variant.json"),
    include_str!("../../suites/ryugi/variant.json"),
    include_str!("../../suites/cetran3/variant.json"),
    include_str!("../../suites/rococo/variant.json"),
    include_str!("../../suites/sandbox/variant.json"),
    include_str!("../../suites/chess/variant.json"),
];

static TABLES: LazyLock<[Variant; 6]> = LazyLock::new(|| VariantId::ALL.map(Variant::load));

/// A variant's shape, labels, pieces and start positions.
#[derive(Debug)]
pub struct Variant {
    /// Which variant this is.
    pub id: VariantId,
    /// Its name in prose.
    pub title: String,
    /// The names of its files and ranks.
    pub labels: Labels,
    /// Its piece types, in the order of its rules text.
    pub pieces: Vec<PieceEntry>,
    /// Whether the rights of King and Rook are of use only together (castling).
    pub castling: bool,
    /// The start positions, the default first.
    pub starts: Vec<Start>,
    by_label: HashMap<String, PieceType>,
    /// The index in `pieces` of each type.
    by_kind: [Option<u8>; PieceType::COUNT],
}

/// A piece type of a variant.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PieceEntry {
    /// The type.
    pub kind: PieceType,
    /// Its label for White; Black's is the same in lower case.
    pub label: String,
    #[serde(skip)]
    lower: String,
    /// Its name in prose.
    pub name: String,
    /// Whether it holds an initial right until it moves.
    #[serde(default)]
    pub initial_right: bool,
}

/// A start position.
#[derive(Debug)]
pub struct Start {
    /// The ruling and the reading under which the game starts so; none for the default.
    ruling: Option<(String, String)>,
    /// The position as VFEN.
    pub vfen: String,
    /// Its shape.
    pub shape: Shape,
    men: Box<[Option<Piece>; 256]>,
    /// The men that hold an initial right, by file, then by rank.
    pub holders: Vec<(Square, Piece)>,
}

impl Start {
    /// The piece that starts on the square.
    #[inline]
    #[must_use]
    pub fn man(&self, square: Square) -> Option<Piece> {
        self.men[usize::from(square.index())]
    }

    /// The squares on which such a piece starts.
    #[must_use]
    pub fn squares_of(&self, piece: Piece) -> SquareSet {
        self.shape.squares().filter(|&square| self.man(square) == Some(piece)).collect()
    }
}

/// The table as its file holds it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    title: String,
    files: String,
    first_rank: u8,
    #[serde(default)]
    castling: bool,
    pieces: Vec<PieceEntry>,
    starts: Vec<FileStart>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileStart {
    ruling: Option<(String, String)>,
    vfen: String,
}

impl Variant {
    /// The table of a variant.
    #[must_use]
    pub fn get(id: VariantId) -> &'static Self {
        &TABLES[id as usize]
    }

    /// Reads the embedded table. The embedded files are part of the program, so a fault in one is a fault of
    /// the build.
    fn load(id: VariantId) -> Self {
        let table = FILES[id as usize];
        let mut file: File =
            serde_json::from_str(table).unwrap_or_else(|error| panic!("suites/{id}/variant.json: {error}"));
        let mut by_kind = [None; PieceType::COUNT];
        for (index, entry) in file.pieces.iter_mut().enumerate() {
            entry.lower = entry.label.to_lowercase();
            by_kind[entry.kind as usize] = Some(index as u8);
        }
        let by_label = file.pieces.iter().map(|entry| (entry.label.clone(), entry.kind)).collect();
        let mut variant = Self {
            id,
            title: file.title,
            labels: Labels::new(file.files, file.first_rank),
            pieces: file.pieces,
            castling: file.castling,
            starts: Vec::new(),
            by_label,
            by_kind,
        };
        variant.starts = file.starts.into_iter().map(|start| variant.read_start(start)).collect();
        variant
    }

    /// Places the men of a start position. Start positions use only runs, bare labels and braces.
    fn read_start(&self, start: FileStart) -> Start {
        let board = start.vfen.split(' ').next().unwrap_or_default();
        let rows: Vec<&str> = board.split('/').collect();
        let mut men = Box::new([None; 256]);
        for (row, text) in rows.iter().enumerate() {
            let rank = (rows.len() - 1 - row) as u8;
            let mut file = 0;
            let mut rest = *text;
            while let Some(first) = rest.chars().next() {
                let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
                let (label, length) = match rest.find('}') {
                    Some(end) if first == '{' => (&rest[1..end], end + 1),
                    _ => (&rest[..1], digits.max(1)),
                };
                if digits > 0 {
                    file +=
                        rest[..digits].parse::<u8>().unwrap_or_else(|_| panic!("{}: run in {text}", self.id));
                } else {
                    let piece = self.piece(label).unwrap_or_else(|| panic!("{}: label {label}", self.id));
                    men[usize::from(Square::new(file, rank).index())] = Some(piece);
                    file += 1;
                }
                rest = &rest[length..];
            }
        }
        let shape = Shape::new(self.labels.files(), rows.len() as u8);
        let holders = shape
            .squares()
            .filter_map(|square| Some((square, men[usize::from(square.index())]?)))
            .filter(|(_, piece)| self.has_initial_right(piece.kind))
            .collect();
        Start { ruling: start.ruling, vfen: start.vfen, shape, men, holders }
    }

    /// The start position under these rulings.
    #[must_use]
    pub fn start(&self, rulings: &Rulings) -> &Start {
        self.starts.iter().find(|start| start.holds(rulings)).unwrap_or(&self.starts[0])
    }

    /// The start position that belongs to a board of this height under these rulings; none if no such board
    /// is played on.
    #[must_use]
    pub fn start_of_height(&self, ranks: u8, rulings: &Rulings) -> Option<&Start> {
        let mut fitting = self.starts.iter().filter(|start| start.shape.ranks() == ranks);
        let first = fitting.clone().next();
        fitting.find(|start| start.holds(rulings)).or(first)
    }

    /// The table row of a piece type; none if the variant has no such piece.
    #[must_use]
    pub fn entry(&self, kind: PieceType) -> Option<&PieceEntry> {
        self.by_kind[kind as usize].map(|index| &self.pieces[usize::from(index)])
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

    /// The piece with this label; none if the variant has no such label or its cases are mixed.
    #[must_use]
    pub fn piece(&self, label: &str) -> Option<Piece> {
        if let Some(&kind) = self.by_label.get(label) {
            return Some(Piece::new(Color::White, kind));
        }
        let lower = label.bytes().all(|byte| byte.is_ascii_lowercase());
        let kind = self.by_label.get(&label.to_uppercase()).filter(|_| lower)?;
        Some(Piece::new(Color::Black, *kind))
    }

    /// Whether the text names a square on the largest board of the variant.
    #[must_use]
    pub fn names_square(&self, text: &str) -> bool {
        self.labels.parse(self.starts[0].shape, text).is_some()
    }

    /// Whether a piece of this type holds an initial right until it moves.
    #[must_use]
    pub fn has_initial_right(&self, kind: PieceType) -> bool {
        self.entry(kind).is_some_and(|entry| entry.initial_right)
    }
}

impl Start {
    /// Whether the game starts so under these rulings: the default holds where no other does.
    fn holds(&self, rulings: &Rulings) -> bool {
        self.ruling.as_ref().is_some_and(|(name, value)| rulings.get(name) == Some(value.as_str()))
    }
}
