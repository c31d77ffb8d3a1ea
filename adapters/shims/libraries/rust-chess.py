import rust_chess
from uci_loop import serve


def moves(fen):
    return [move.get_uci() for move in rust_chess.Board(fen).generate_legal_moves()]


def after(fen, move):
    board = rust_chess.Board(fen)
    board.make_move(rust_chess.Move(move))
    return board.get_fen()


serve(moves, after)
