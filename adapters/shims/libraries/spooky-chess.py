from spooky_chess import Game
from uci_loop import serve


def moves(fen):
    return [move.to_lan() for move in Game(8, 8, fen, True).legal_moves()]


def after(fen, move):
    game = Game(8, 8, fen, True)
    game.make_move_from_lan(move)
    return game.to_fen()


serve(moves, after)
