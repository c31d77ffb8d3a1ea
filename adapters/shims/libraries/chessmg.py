from chessmg import ChessPosition
from uci_loop import serve


def moves(fen):
    return [move.uci for move in ChessPosition(fen).legal_moves()]


def after(fen, move):
    position = ChessPosition(fen)
    position.make_move(move)
    return position.fen


serve(moves, after)
