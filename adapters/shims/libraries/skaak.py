import skaak
from uci_loop import serve


def moves(fen):
    return [str(move) for move in skaak.Chessboard(fen).legal_moves]


def after(fen, move):
    board = skaak.Chessboard(fen)
    board.move(next(legal for legal in list(board.legal_moves) if str(legal) == move))
    return board.generate_fen()


serve(moves, after)
