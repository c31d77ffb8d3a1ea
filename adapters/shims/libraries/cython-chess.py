import chess
import cython_chess
from uci_loop import serve


def moves(fen):
    board = chess.Board(fen)
    return [move.uci() for move in cython_chess.generate_legal_moves(board, chess.BB_ALL, chess.BB_ALL)]


def after(fen, move):
    board = chess.Board(fen)
    board.push_uci(move)
    return board.fen()


serve(moves, after)
