import cozy_chess
from uci_loop import serve


def moves(fen):
    board = cozy_chess.Board.from_fen(fen)
    return [text(board, move) for move in board.generate_moves()]


def after(fen, move):
    board = cozy_chess.Board.from_fen(fen)
    board.play(next(legal for legal in board.generate_moves() if text(board, legal) == move))
    return board.fen()


def text(board, move):
    """The library castles by moving the King to the Rook."""
    start, end = str(move)[:2], str(move)[2:]
    if board.color_on(move.from_square) == board.color_on(move.to_square):
        end = ("g" if end > start else "c") + end[1]
    return start + end


serve(moves, after)
