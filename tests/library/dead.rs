//! Dead positions: finds by exhaustive search which single pieces can never mate a lone King, and compares them with the lists of the
//! clauses CET-DRAW and RYU-DRAW-DEAD.
//!
//! The piece moves are those of `reference`; checkmate and reachability are implemented here independently. A mate on a small board
//! is also one in the same corner of a larger board. That a piece never mates is checked on the boards of the variant themselves.
//! Pawns are excluded because they promote.

use pretty_assertions::assert_eq;
use std::collections::BTreeSet;
use vperft::backend::{Backend, Options, Registry};
use vperft::inner::game::board::{Shape, Square};
use vperft::inner::game::notation::Move;
use vperft::inner::game::position::Position;
use vperft::inner::game::rules::Status;
use vperft::inner::game::variant::{Color, Piece, PieceType, Standard, Variant};
use vperft::inner::generators::reference::{Cetran3, Game, Mover, Ryugi};

/// A small board that suffices to find all mates.
const SMALL: Shape = Shape::new(6, 6);

/// A position with a lone black King, the white King and one white piece.
#[derive(Clone, Copy, Debug)]
struct Ending {
    shape: Shape,
    lone: Square,
    king: Square,
    piece: (PieceType, Square),
}

impl Ending {
    /// Whether White's piece could capture on the square.
    fn is_hit<G: Game>(self, game: &G, square: Square) -> bool {
        let mut position = Position::empty(G::VARIANT, self.shape);
        position.put(self.king, Piece::new(Color::White, PieceType::KING));
        position.put(square, Piece::new(Color::Black, PieceType::KING));
        let (kind, from) = self.piece;
        let piece = Piece::new(Color::White, kind);
        position.put(from, piece);
        let mut moves: Vec<Move> = Vec::new();
        game.piece_moves(&mut Mover::new(&position, piece, from, &Standard, &mut moves));
        moves.iter().any(|mv| mv.to == Some(square))
    }

    /// Whether the pieces are on different squares and the Kings are not adjacent.
    fn is_possible(self) -> bool {
        let (_, piece) = self.piece;
        piece != self.lone && piece != self.king && distance(self.king, self.lone) > 1
    }

    /// Whether the lone King may step to an adjacent square. The white King must not guard it, nor the white piece unless it is
    /// captured there.
    fn can_escape_to<G: Game>(self, game: &G, to: Square) -> bool {
        let (_, piece) = self.piece;
        distance(self.king, to) > 1 && (piece == to || !Self { lone: to, ..self }.is_hit(game, to))
    }

    /// Whether Black is checkmated. A lone King has no other piece to block or capture.
    fn is_mate<G: Game>(self, game: &G) -> bool {
        let mut adjacent = self.shape.squares().filter(|&to| distance(self.lone, to) == 1);
        self.is_possible() && self.is_hit(game, self.lone) && !adjacent.any(|to| self.can_escape_to(game, to))
    }

    /// Whether White can have made the last move, from a position in which Black was not in check.
    fn is_reachable<G: Game>(self, game: &G) -> bool {
        let (kind, to) = self.piece;
        let by_piece = self.shape.squares().map(|from| Self { piece: (kind, from), ..self });
        let by_king = self.shape.squares().filter(|&from| distance(self.king, from) == 1);
        let by_king = by_king.map(|from| Self { king: from, ..self });
        by_piece
            .filter(|before| before.reaches(game, to))
            .chain(by_king)
            .any(|before| before.is_possible() && !before.is_hit(game, before.lone))
    }

    /// Whether White's piece can go to the empty square.
    fn reaches<G: Game>(self, game: &G, to: Square) -> bool {
        self.is_possible() && self.piece.1 != to && {
            let mut position = Position::empty(G::VARIANT, self.shape);
            position.put(self.king, Piece::new(Color::White, PieceType::KING));
            position.put(self.lone, Piece::new(Color::Black, PieceType::KING));
            let piece = Piece::new(Color::White, self.piece.0);
            position.put(self.piece.1, piece);
            let mut moves: Vec<Move> = Vec::new();
            game.piece_moves(&mut Mover::new(&position, piece, self.piece.1, &Standard, &mut moves));
            moves.iter().any(|mv| mv.to == Some(to))
        }
    }
}

/// The distance of two squares in King steps.
fn distance(one: Square, other: Square) -> u8 {
    one.file().abs_diff(other.file()).max(one.rank().abs_diff(other.rank()))
}

/// A reachable mate by King and piece. The lone King is only tried in one quarter of the board; the others are mirror images.
fn find_mate<G: Game>(game: &G, shape: Shape, kind: PieceType) -> Option<Ending> {
    let is_in_quarter =
        |square: &Square| square.file() * 2 < shape.files() && square.rank() * 2 < shape.ranks();
    for lone in shape.squares().filter(is_in_quarter) {
        for piece in shape.squares().filter(|&square| square != lone) {
            // The white King can only take squares from its piece, so skip the piece if it gives no check without it.
            let alone = Ending { shape, lone, king: piece, piece: (kind, piece) };
            if !alone.is_hit(game, lone) {
                continue;
            }
            let endings = shape.squares().map(|king| Ending { king, ..alone });
            let mut mates = endings.filter(|ending| ending.is_mate(game) && ending.is_reachable(game));
            if let Some(mate) = mates.next() {
                return Some(mate);
            }
        }
    }
    None
}

/// The labels of the types, other than King and Pawn, that cannot mate on a board of any of these shapes.
fn harmless<G: Game>(game: &G, shapes: &[Shape]) -> BTreeSet<&'static str> {
    officers(G::VARIANT)
        .filter(|&(kind, _)| shapes.iter().all(|&shape| find_mate(game, shape, kind).is_none()))
        .map(|(_, label)| label)
        .collect()
}

/// The piece types other than King and Pawn, with their labels.
fn officers(
    variant: vperft::inner::game::variant::VariantId,
) -> impl Iterator<Item = (PieceType, &'static str)> {
    let variant = Variant::get(variant);
    let entries =
        variant.pieces.iter().filter(|entry| ![PieceType::KING, PieceType::PAWN].contains(&entry.kind));
    entries.map(|entry| (entry.kind, entry.label.as_str()))
}

/// The two built-in backends.
fn backends() -> [Box<dyn Backend>; 2] {
    let mut registry = Registry::default();
    vperft::inner::generators::reference::register(&mut registry);
    vperft_fast::register(&mut registry);
    ["reference", "fast"]
        .map(|name| registry.open(name, &Options::default()).expect("the backend is registered"))
}

/// Checks that exactly the expected types never mate, on the small board and on the variant's own boards, and that both backends call
/// a position dead exactly if one of these types and the Kings are all that is left. `?` is the square of the piece on `board`.
fn check<G: Game>(game: &G, own: &[Shape], expected: &[&str], board: &str) {
    let expected: BTreeSet<_> = expected.iter().copied().collect();
    assert_eq!(harmless(game, &[SMALL]), expected, "{} on a small board", G::VARIANT);
    assert_eq!(harmless(game, own), expected, "{} on its own boards", G::VARIANT);
    for backend in &mut backends() {
        let name = backend.identity();
        let view = backend.of(G::VARIANT).expect("the backend has the variant");
        let mut status = |piece: &str, turn| {
            let vfen = format!("{} {turn} - - 0 1", board.replace('?', piece));
            view.status((&vfen).into()).unwrap_or_else(|error| panic!("{name}: {vfen}: {error}"))
        };
        for (_, label) in officers(G::VARIANT) {
            let dead = if expected.contains(label) { Status::DrawDead } else { Status::Ongoing };
            assert_eq!(status(label, 'b'), dead, "{name}: {} {label}", G::VARIANT);
            assert_eq!(status(&label.to_lowercase(), 'w'), dead, "{name}: {} {label} of Black", G::VARIANT);
        }
    }
}

#[test]
fn cetran3_lists_every_piece_that_cannot_mate() {
    let own = [12, 10, 8].map(|ranks| Shape::new(12, ranks));
    check(&Cetran3 { book: Standard }, &own, &["M", "Y"], "5k6/12/12/12/12/12/12/12/12/3?8/12/6K5");
}

#[test]
fn ryugi_lists_every_piece_that_cannot_mate() {
    check(
        &Ryugi { book: Standard },
        &[Shape::new(10, 10)],
        &["B", "I", "N"],
        "4k5/10/10/10/10/10/10/2?7/10/5K4",
    );
}
