# The library's FEN ends with a superfluous slash and has no fields, so it is not shown.
from chess_ng.board import Board
from chess_ng.consts import BLACK, WHITE
from chess_ng.fen import construct_fen_notation, load_fen_notation
from chess_ng.util import convert
from uci_loop import serve


def read(fen):
    teams, side = load_fen_notation(fen)
    board = Board([piece for team in teams.values() for piece in team.pieces])
    enemy = BLACK if side == WHITE else WHITE
    valid = teams[side].compute_valid_moves(board, teams[enemy].pieces)
    moves = {convert(piece.position) + convert(move.position): (piece, move) for piece, move in valid}
    return board, moves, teams[enemy]


def moves(fen):
    return list(read(fen)[1])


def after(fen, move):
    board, legal, enemy = read(fen)
    piece, chosen = legal[move]
    board.move_piece_and_capture(chosen.position, piece, enemy.pieces, log=False)
    return construct_fen_notation(board, enemy.representation)


serve(moves, after, shows=False)
