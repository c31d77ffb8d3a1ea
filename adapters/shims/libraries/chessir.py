from Chessir.game import Game
from uci_loop import serve


def moves(fen):
    return Game(fen).get_moves()


def after(fen, move):
    game = Game(fen)
    game.apply_move(move)
    return game.get_fen()


serve(moves, after)
