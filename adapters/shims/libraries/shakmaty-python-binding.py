from shakmaty_python_binding import MyChess
from uci_loop import serve


def moves(fen):
    return [move.uci() for move in MyChess(fen).legal_moves()]


def after(fen, move):
    board = MyChess(fen)
    board.play(next(legal for legal in board.legal_moves() if legal.uci() == move))
    return board.fen()


serve(moves, after)
