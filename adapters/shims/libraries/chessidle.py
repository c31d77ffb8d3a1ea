from chessidle.position import Position
from uci_loop import serve


def moves(fen):
    return [move.uci(chess960=False) for move in Position(fen).legal_moves]


def after(fen, move):
    position = Position(fen)
    return position.do(next(legal for legal in position.legal_moves if legal.uci(chess960=False) == move)).fen(chess960=False)


serve(moves, after)
