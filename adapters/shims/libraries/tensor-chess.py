from tensor_chess import Position
from uci_loop import serve

NAMES = [file + rank for rank in "12345678" for file in "abcdefgh"]


def moves(fen):
    return [NAMES[start] + NAMES[end] + "pnbrqk."[piece].strip(".") for start, end, _, piece in Position(fen).generate_legal_moves()]


def after(fen, move):
    position = Position(fen)
    position.push(move)
    return position.fen()


serve(moves, after)
