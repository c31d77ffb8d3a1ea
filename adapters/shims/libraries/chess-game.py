from chess_game.chess_game import Board
from uci_loop import serve


def moves(fen):
    return Board.from_fen(fen).get_all_move_notations()


serve(moves, None)
