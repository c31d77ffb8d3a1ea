# The library writes the en passant square e3 as `3`, and cannot read that, so a position after moves is its own board.
import nchess
from uci_loop import serve


def moves(position):
    return [str(move)[6:-2] for move in board_of(position).generate_legal_moves()]


def after(position, move):
    board = board_of(position)
    board.step(move)
    return board


def board_of(position):
    return nchess.Board(position) if isinstance(position, str) else position.copy()


serve(moves, after, shows=False)
