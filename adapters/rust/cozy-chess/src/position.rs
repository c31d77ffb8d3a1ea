//! Converts positions between cozy-chess and vperft.

use cozy_chess::{
    BitBoard, Board, BoardBuilder, BoardBuilderError, CastleRights, Color, File, Piece, Rank, Square,
    get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks, get_rook_moves,
};
use vperft::board::{self, Shape};
use vperft::position::{self, Field, VfenError, VfenErrorKind};
use vperft::variant::{self, PieceType, Rulings, Standard, Variant, VariantId};

/// The piece types of both crates, in the order of cozy-chess.
const TYPES: [(Piece, PieceType); 6] = [
    (Piece::Pawn, PieceType::PAWN),
    (Piece::Knight, PieceType::KNIGHT),
    (Piece::Bishop, PieceType::BISHOP),
    (Piece::Rook, PieceType::ROOK),
    (Piece::Queen, PieceType::QUEEN),
    (Piece::King, PieceType::KING),
];

/// A board with its counters, which cozy-chess limits to 100 and 65535.
#[derive(Clone, Debug)]
pub struct Position {
    /// The board. Its own counters are ignored.
    pub board: Board,
    /// Plies since the last capture or Pawn move.
    pub clock: u32,
    /// The number of the move.
    pub number: u32,
}

/// Converts a square to vperft.
pub fn outward(square: Square) -> board::Square {
    board::Square::new(square.file() as u8, square.rank() as u8)
}

/// Converts a square to cozy-chess.
fn inward(square: board::Square) -> Square {
    Square::new(File::index(square.file().into()), Rank::index(square.rank().into()))
}

/// Converts a piece to vperft.
pub fn variant_piece(color: Color, piece: Piece) -> variant::Piece {
    let (_, kind) = TYPES[piece as usize];
    variant::Piece::new(color_outward(color), kind)
}

const fn color_outward(color: Color) -> variant::Color {
    match color {
        Color::White => variant::Color::White,
        Color::Black => variant::Color::Black,
    }
}

/// The squares of King and Rook before castling with this Rook.
fn castling_squares(color: Color, rook: File) -> [Square; 2] {
    let rank = Rank::First.relative_to(color);
    [Square::new(File::E, rank), Square::new(rook, rank)]
}

impl Position {
    /// Parses a VFEN. vperft rejects malformed ones; cozy-chess rejects positions that it cannot represent.
    pub fn parse(vfen: &str) -> Result<Self, VfenError> {
        let chess = Variant::get(VariantId::CHESS);
        let position = position::parse(vfen, chess, &Standard)?;
        let mut builder = BoardBuilder::empty();
        for color in Color::ALL {
            for (square, kind) in position.pieces(color_outward(color)) {
                let piece = TYPES.iter().find(|(_, known)| *known == kind).map(|(piece, _)| *piece);
                *builder.square_mut(inward(square)) = piece.map(|piece| (piece, color));
            }
            let right = |rook| {
                let squares = castling_squares(color, rook).map(outward);
                squares.into_iter().all(|square| position.unmoved.contains(square)).then_some(rook)
            };
            *builder.castle_rights_mut(color) = CastleRights { short: right(File::H), long: right(File::A) };
        }
        builder.side_to_move =
            if position.turn == variant::Color::White { Color::White } else { Color::Black };
        builder.en_passant = position.en_passant.map(inward);
        if let Some(king) = capturable_king(&builder) {
            return Err(VfenError::king_capturable(vfen, &position, chess, outward(king)));
        }
        let board = builder.build().map_err(|error| refusal(&error))?;
        Ok(Self { board, clock: position.halfmove, number: position.fullmove })
    }

    /// The en passant square, if a legal move captures there.
    pub fn en_passant(&self) -> Option<Square> {
        let board = &self.board;
        let square = Square::new(board.en_passant()?, Rank::Sixth.relative_to(board.side_to_move()));
        let mut is_capturable = false;
        board.generate_moves_for(board.pieces(Piece::Pawn), |moves| {
            is_capturable |= moves.from.file() != square.file() && moves.to.has(square);
            is_capturable
        });
        is_capturable.then_some(square)
    }

    /// The canonical VFEN.
    pub fn vfen(&self) -> String {
        let mut position = position::Position::empty(VariantId::CHESS, Shape::new(8, 8));
        for color in Color::ALL {
            for piece in Piece::ALL {
                for square in self.board.colored_pieces(color, piece) {
                    position.put(outward(square), variant_piece(color, piece));
                }
            }
            let rights = self.board.castle_rights(color);
            for rook in [rights.short, rights.long].into_iter().flatten() {
                for square in castling_squares(color, rook) {
                    position.unmoved.insert(outward(square));
                }
            }
        }
        position.turn = color_outward(self.board.side_to_move());
        position.en_passant = self.en_passant().map(outward);
        position.halfmove = self.clock;
        position.fullmove = self.number;
        position::print(&position, &Rulings::default())
    }
}

/// The King of the side not to move, if it could be captured. cozy-chess does not reject adjacent Kings.
fn capturable_king(builder: &BoardBuilder) -> Option<Square> {
    let mover = builder.side_to_move;
    let set = |wanted: &dyn Fn(Piece, Color) -> bool| -> BitBoard {
        let holds =
            |square: &Square| builder.square(*square).is_some_and(|(piece, color)| wanted(piece, color));
        Square::ALL.into_iter().filter(holds).collect()
    };
    let king = set(&|piece, color| piece == Piece::King && color != mover).next_square()?;
    let all = set(&|_, _| true);
    let of = |kinds: &[Piece]| set(&|piece, color| color == mover && kinds.contains(&piece));
    let attackers = get_king_moves(king) & of(&[Piece::King])
        | get_knight_moves(king) & of(&[Piece::Knight])
        | get_pawn_attacks(king, !mover) & of(&[Piece::Pawn])
        | get_bishop_moves(king, all) & of(&[Piece::Bishop, Piece::Queen])
        | get_rook_moves(king, all) & of(&[Piece::Rook, Piece::Queen]);
    (!attackers.is_empty()).then_some(king)
}

/// Converts the error of cozy-chess for a position that is a valid VFEN.
fn refusal(error: &BoardBuilderError) -> VfenError {
    let (kind, field, problem) = match error {
        BoardBuilderError::InvalidEnPassant => {
            (VfenErrorKind::EnPassant, Field::EnPassant, "the check cannot come from the double step")
        }
        _ => (
            VfenErrorKind::PieceCount,
            Field::Board,
            "more than 16 pieces or 8 Pawns of a side, or 3 checkers",
        ),
    };
    let problem = format!("cozy-chess: {error} Perhaps {problem}");
    VfenError { kind, field, place: String::new(), problem, offset: 0 }
}
