import sbm
from uci_loop import serve


def moves(fen):
    return [move.uci() for move in sbm.Board.from_fen(fen).legal_moves()]


def after(fen, move):
    board = sbm.Board.from_fen(fen)
    board.make_move(board.parse_move(move))
    return board.fen()


serve(moves, after)
