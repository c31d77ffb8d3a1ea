#!/usr/bin/env python3
"""A backend for vperft: chess, with the move generator of python-chess (PyPI `chess`, GPL).
    python3 chess_backend.py"""
import chess

from position import Position
from skeleton import Refused, Unsupported, serve

LIMIT = 999_999_999


def text_of(board, move):
    """The canonical text of a legal move."""
    mover, start, end = board.piece_at(move.from_square), chess.square_name(move.from_square), chess.square_name(move.to_square)
    text = f"{mover.symbol()} {start}-{end}"
    if move.promotion:
        return f"{text}; {chess.Piece(move.promotion, mover.color).symbol()}-{end}"
    if board.is_castling(move):
        # The King's move onto its Rook, as in Chess960.
        king, rook = "gf" if board.is_kingside_castling(move) else "cd"
        symbol = chess.Piece(chess.ROOK, mover.color).symbol()
        return f"{mover.symbol()} {start}-{king}{start[1]}; {symbol} {end}-{rook}{start[1]}"
    if board.is_en_passant(move):
        return f"{text}; @-{end[0]}{start[1]}"
    return text


def vfen_of(board):
    """The canonical VFEN: the rights and the en passant square are those that python-chess takes for usable."""
    rights = board.clean_castling_rights()
    kings = [board.king(color) for color in chess.COLORS if rights & board.occupied_co[color]]
    unmoved = {chess.square_name(square) for square in (*chess.SquareSet(rights), *kings)}
    passed = chess.square_name(board.ep_square) if board.has_legal_en_passant() else "-"
    counters = f"{min(board.halfmove_clock, LIMIT)} {min(board.fullmove_number, LIMIT)}"
    turn = "w" if board.turn else "b"
    vfen = f"{board.board_fen()} {turn} {','.join(sorted(unmoved)) or '-'} {passed} {counters}"
    return Position("chess", vfen, any_file=True).vfen()


class PythonChess:
    name, version, variants, played = "python-chess", chess.__version__, ["chess"], True
    Board = chess.Board

    def read(self, vfen, moves=()):
        position = Position("chess", vfen, any_file=True)
        # Standard castling is a case of Chess960.
        board = self.Board(position.fen(), chess960=True)
        unmoved = chess.SquareSet(map(chess.parse_square, position.unmoved))
        board.castling_rights = int(unmoved) & board.rooks
        if board.castling_rights != board.clean_castling_rights():
            raise Unsupported("castling rights with two Rooks on one side of the King, or without the King between its Rooks")
        board.halfmove_clock, board.fullmove_number = position.clock, position.number
        if board.was_into_check():
            raise Refused("position", "the side to move could capture the King", "king-capturable")
        for text in moves:
            legal = {text_of(board, move): move for move in board.legal_moves}
            if text not in legal:
                raise Refused("move", f"`{text}` is not a legal move in {vfen_of(board)}")
            board.push(legal[text])
        return board

    def moves(self, variant, vfen, moves=()):
        board = self.read(vfen, moves)
        return [text_of(board, move) for move in board.legal_moves]

    def after(self, variant, vfen, moves):
        return vfen_of(self.read(vfen, moves))

    def perft(self, variant, vfen, depth, moves=()):
        return count(self.read(vfen, moves), depth)

    def divide(self, variant, vfen, depth, moves=()):
        board = self.read(vfen, moves)
        return [[text_of(board, move), count_below(board, move, depth - 1)] for move in list(board.legal_moves)]

    def status(self, variant, vfen, moves):
        board = self.read(vfen, moves)
        if board.is_checkmate():
            return "checkmate"
        if board.is_stalemate():
            return "stalemate"
        if board.is_repetition(3):
            return "draw-repetition"
        if board.halfmove_clock >= 100:
            return "draw-counter"
        return "draw-dead" if board.is_insufficient_material() else "ongoing"


def count(board, depth):
    if depth == 0:
        return 1
    if depth == 1:
        return sum(1 for _ in board.legal_moves)
    return sum(count_below(board, move, depth - 1) for move in list(board.legal_moves))


def count_below(board, move, depth):
    board.push(move)
    try:
        return count(board, depth)
    finally:
        board.pop()


if __name__ == "__main__":
    serve(PythonChess())
