from en_pyssant import Position, rules
from uci_loop import serve


def text(move):
    return f"{move.origin}{move.destination}{move.promotion.value if move.promotion else ''}"


def moves(fen):
    return [text(move) for move in rules.moves(Position.from_fen(fen))]


def after(fen, move):
    position = Position.from_fen(fen)
    return str(rules.do_move(position, next(legal for legal in rules.moves(position) if text(legal) == move)))


serve(moves, after)
