//! The fields of a VFEN as texts.

use crate::game::board::{Shape, Square};
use crate::game::variant::{BoardItem, Color, Piece, Rulings, Variant, board_item};

/// A VFEN with all its fields, and its pieces.
pub(super) struct Text<'a> {
    pub variant: &'static Variant,
    pub shape: Shape,
    fields: Vec<&'a str>,
    pieces: Vec<(Square, Piece)>,
}

impl<'a> Text<'a> {
    /// Parses a VFEN; `None` if it is not valid in the variant.
    pub fn parse(variant: &'static Variant, vfen: &'a str) -> Option<Self> {
        let fields: Vec<_> = vfen.split(' ').collect();
        if fields.len() < 6 {
            return None;
        }
        let rows: Vec<_> = fields[0].split('/').collect();
        let ranks = u8::try_from(rows.len()).ok().filter(|ranks| *ranks <= 16)?;
        let shape = Shape::new(variant.labels.files(), ranks);
        let mut pieces = Vec::new();
        for (rank, row) in (0..ranks).rev().zip(rows) {
            let (mut file, mut rest) = (0, row);
            while !rest.is_empty() {
                let (length, item) = board_item(variant, rest).ok()?;
                if let BoardItem::Piece(piece) = item {
                    let file = u8::try_from(file).ok().filter(|file| *file < shape.files())?;
                    pieces.push((Square::new(file, rank), piece));
                }
                file = item.squares().saturating_add(file);
                rest = &rest[length..];
            }
        }
        Some(Self { variant, shape, fields, pieces })
    }

    /// A field, counted from 0.
    pub fn field(&self, index: usize) -> Option<&'a str> {
        self.fields.get(index).copied()
    }

    /// The piece on a square.
    pub fn piece(&self, square: Square) -> Option<Piece> {
        self.pieces.iter().find(|(other, _)| *other == square).map(|(_, piece)| *piece)
    }

    /// The squares with an initial right: of the side to move, and of the other side. `*` has its meaning under the default readings.
    pub fn rights(&self) -> (Vec<Square>, Vec<Square>) {
        let held: Vec<Square> = match self.fields[2] {
            "-" => Vec::new(),
            "*" => {
                let start = self.variant.start_of_height(self.shape.ranks(), &Rulings::DEFAULT);
                let holders = start.iter().flat_map(|start| &start.holders);
                holders.filter(|holder| self.pieces.contains(holder)).map(|(square, _)| *square).collect()
            }
            list => list.split(',').filter_map(|name| self.variant.labels.parse(self.shape, name)).collect(),
        };
        let turn = if self.fields[1] == "w" { Color::White } else { Color::Black };
        held.into_iter().partition(|square| self.piece(*square).is_some_and(|piece| piece.color == turn))
    }

    /// The VFEN with one field replaced.
    pub fn with_field(&self, index: usize, field: &str) -> String {
        let mut fields = self.fields.clone();
        fields[index] = field;
        fields.join(" ")
    }

    /// The VFEN with the initial rights of these squares.
    pub fn with_rights(&self, mut squares: Vec<Square>) -> String {
        squares.sort();
        let names: Vec<_> = squares.into_iter().map(|square| self.variant.labels.square(square)).collect();
        self.with_field(2, if names.is_empty() { "-".to_owned() } else { names.join(",") }.as_str())
    }

    /// The VFEN without its last field.
    pub fn without_last(&self) -> String {
        self.fields[..self.fields.len() - 1].join(" ")
    }
}

/// The parts of a VFEN that count for repetition (GEN-REPEAT): all but the counters.
pub(super) fn identity(vfen: &str) -> String {
    let fields = vfen.split(' ').enumerate();
    let parts: Vec<_> = fields.filter(|(index, _)| !(4..6).contains(index)).map(|(_, field)| field).collect();
    parts.join(" ")
}
