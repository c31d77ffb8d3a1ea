# The library lists moves that leave the own General attacked, and says so if it is asked. Its ranks begin with 0. Its FEN has no clock.
from cchess import ChessBoard
from uci_loop import serve


def text(start, end):
    return "".join("abcdefghi"[file] + str(rank + 1) for file, rank in (start, end))


def legal(board):
    return {text(start, end): (start, end) for start, end in board.create_moves() if not board.is_checked_move(start, end)}


def moves(fen):
    return list(legal(ChessBoard(fen)))


def after(fen, move):
    board = ChessBoard(fen)
    board.move(*legal(board)[move])
    board.next_turn()
    return board.to_full_fen()


serve(moves, after, False, "xiangqi", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1")
