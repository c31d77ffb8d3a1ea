from turbo_ajedrez import Game
from uci_loop import serve


def moves(fen):
    return [move.lower() for move, _ in Game.from_fen(fen).available_moves()]


def after(fen, move):
    return next(game for legal, game in Game.from_fen(fen).available_moves() if legal.lower() == move).to_fen()


serve(moves, after)
