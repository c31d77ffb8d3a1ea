import chess
from uci_loop import serve


def moves(fen):
    return [move.uci() for move in chess.Board(fen).legal_moves]


def after(fen, move):
    board = chess.Board(fen)
    board.push_uci(move)
    return board.fen()


serve(moves, after)
