//! The piece that the text of an illegal move is about: why it cannot move, and the clauses about it.

use vperft::inner::game::board::Square;
use vperft::inner::game::position;
use vperft::inner::game::position::Position;
use vperft::inner::game::variant::{Clause, Piece, Rulings, Unvalidated, Variant};

/// The piece of a move that is not legal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mover {
    /// Why the piece cannot make the move, such as that its start square is empty; `None` if nothing on its squares says so.
    pub start: Option<String>,
    /// The clauses about the piece.
    pub rules: Vec<Clause>,
}

impl Mover {
    /// The piece of a move text: the one on the first of two squares, or else the one whose label it has. A text with one
    /// square and no label means a Pawn.
    pub fn of_move(variant: &Variant, vfen: &str, text: &str) -> Self {
        let Some(position) = parse(variant, vfen) else { return Self::default() };
        let label: String = text.chars().take_while(char::is_ascii_uppercase).collect();
        let label = if label.is_empty() { text.split(' ').next().unwrap_or_default() } else { &label };
        let castles = ["O-O", "0-0"].iter().any(|written| text.starts_with(written));
        let kind = if castles { variant.king() } else { variant.piece(label).map(|piece| piece.kind) };
        let named = kind.map(|kind| Piece::new(position.turn, kind));
        let squares = squares(variant, &position, text);
        if let [start, end, ..] = squares[..] {
            let mover = Self::on(variant, &position, start, named);
            let occupied = || friend_on(variant, &position, start, end);
            return Self { start: mover.start.or_else(occupied), ..mover };
        }
        let pawn = || variant.pieces.iter().find(|entry| entry.pawn.is_some()).map(|entry| entry.kind);
        let is_pawn = named.is_none() && squares.len() == 1;
        let piece = named.or_else(|| pawn().filter(|_| is_pawn).map(|kind| Piece::new(position.turn, kind)));
        let Some(piece) = piece else { return Self::default() };
        let none = format!("{} has no {}", piece.color.name(), name(variant, piece));
        let start = (position.count(piece) == 0).then_some(none);
        Self { start, rules: variant.clauses_of(piece.kind) }
    }

    /// The piece on a square.
    pub fn of_square(variant: &Variant, vfen: &str, square: &str) -> Self {
        let Some(position) = parse(variant, vfen) else { return Self::default() };
        let square = variant.labels.parse(position.shape, square);
        square.map(|square| Self::on(variant, &position, square, None)).unwrap_or_default()
    }

    /// The piece on a square, of which a text says that it is `named`.
    fn on(variant: &Variant, position: &Position, square: Square, named: Option<Piece>) -> Self {
        let at = variant.labels.square(square);
        let found = position.piece(square);
        let start = match (found, named) {
            (None, _) if position.closed.contains(square) => Some(format!("{at} is closed")),
            (None, _) => Some(format!("{at} is empty")),
            (Some(piece), _) if piece.color != position.turn => {
                let (color, name, turn) = (piece.color.name(), name(variant, piece), position.turn.name());
                Some(format!("the piece on {at} is a {color} {name}, and it is the turn of {turn}"))
            }
            (Some(piece), Some(named)) if piece != named => {
                let [piece, named] = [piece, named].map(|piece| name(variant, piece));
                Some(format!("the piece on {at} is a {piece}, not a {named}"))
            }
            _ => None,
        };
        let rules = found.or(named).map(|piece| variant.clauses_of(piece.kind)).unwrap_or_default();
        Self { start, rules }
    }
}

/// Says that a move would end on another piece of its own side; `None` if it would not.
fn friend_on(variant: &Variant, position: &Position, start: Square, end: Square) -> Option<String> {
    let friend = position.piece(end).filter(|piece| end != start && piece.color == position.turn)?;
    let (at, color) = (variant.labels.square(end), friend.color.name());
    Some(format!("{at} holds a {color} {}, a piece of the same side", name(variant, friend)))
}

fn parse(variant: &Variant, vfen: &str) -> Option<Position> {
    position::parse(vfen, variant, &Unvalidated(&Rulings::DEFAULT)).ok()
}

fn name(variant: &Variant, piece: Piece) -> &str {
    variant.entry(piece.kind).map_or("", |entry| entry.name.as_str())
}

/// The squares that a text names, in its order, also without anything between them.
fn squares(variant: &Variant, position: &Position, text: &str) -> Vec<Square> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let tail = &rest[c.len_utf8()..];
        let digits = tail.bytes().take_while(u8::is_ascii_digit).count();
        let square = variant.labels.parse(position.shape, &rest[..c.len_utf8() + digits]);
        rest = if square.is_some() { &tail[digits..] } else { tail };
        found.extend(square);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;
    use vperft::inner::game::variant::VariantId;

    #[test]
    fn movers_are_found_by_square_and_by_label() {
        let variant = Variant::get(VariantId::RYUGI);
        let vfen = "5k4/10/4p5/10/10/3P6/10/10/N9/I4K4 w - - 0 1";
        for (text, start, rules) in [
            ("I a1-a4", None, "RYU-KIRIN"),
            ("a1a4", None, "RYU-KIRIN"),
            ("Nb9", None, "RYU-KNIGHT"),
            ("I a1-a2", Some("a2 holds a White Knight, a piece of the same side"), "RYU-KIRIN"),
            ("I a1-a1", None, "RYU-KIRIN"),
            ("N a1-a4", Some("the piece on a1 is a Kirin, not a Knight"), "RYU-KIRIN"),
            ("b4-b5", Some("b4 is empty"), ""),
            ("e8-e7", Some("the piece on e8 is a Black Pawn, and it is the turn of White"), "PAWN"),
            ("Dc3", Some("White has no Dragon"), "RYU-DRAGON"),
            ("d9", None, "PAWN"),
            ("hello", None, ""),
            ("O-O", None, "RYU-KING RYU-CASTLE-1 RYU-CASTLE-2 RYU-CASTLE-3"),
        ] {
            let mover = Mover::of_move(variant, vfen, text);
            let ids: Vec<_> = mover.rules.iter().map(|clause| clause.id()).collect();
            let rules = rules.replace("PAWN", "RYU-PAWN-1 RYU-PAWN-2 RYU-EP RYU-PROMOTE");
            assert_eq!((mover.start.as_deref(), ids.join(" ")), (start, rules), "{text}");
        }
        let empty = Mover::of_square(variant, vfen, "b4");
        assert_eq!(empty.start.as_deref(), Some("b4 is empty"));
    }
}
