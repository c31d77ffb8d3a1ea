import fastchess
from uci_loop import serve


def moves(fen):
    return fastchess.Board(fen).legal_moves_uci()


def after(fen, move):
    board = fastchess.Board(fen)
    board.push_uci(move)
    return board.fen()


serve(moves, after)
