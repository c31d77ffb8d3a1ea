"""Helpers for tables of mistakes: each makes methods that replace some of `Engine` in engine.py."""
from collections import namedtuple

import chess
from chess import BB_SQUARES, KING, Move, PAWN, WHITE, square_distance, square_rank

from engine import Engine

# `truth` is a true sentence about the mistake. `clauses` are the rules that a true diagnosis may name, and `bugs` the ids of
# suites/chess/bugs.json that a true cause may have. `words` is a pattern of other true diagnoses, and `untrue` one of diagnoses that are
# false whatever rule they name.
Mistake = namedtuple("Mistake", "truth clauses bugs engine words untrue")


class Table(dict):
    def row(self, name, truth, clauses, bugs, *parts, words=None, untrue=None):
        methods = {key: value for part in parts for key, value in part.items()}
        self[name] = Mistake(truth, clauses.split(), bugs.split(), type(name, (Engine,), methods), words, untrue)


def without(test):
    """Legal moves of which `test(board, move)` is true are missing."""
    return {"moves": lambda self, board: [move for move in Engine.moves(self, board) if not test(board, move)]}


def plus(more, safe=True):
    """The moves of `more(board)` are extra. With `safe`, those that leave the King in check are not."""
    def moves(self, board):
        found = Engine.moves(self, board)
        if board.king(board.turn) is None:
            return found
        for move in more(board):
            if move not in found and board.piece_type_at(move.to_square) != KING and (not safe or ends_safe(board, move)):
                found.append(move)
        return found
    return {"moves": moves}


def reading(change):
    """`change(board, fields)` changes each position that was read."""
    def read(self, fen):
        board = Engine.read(self, fen)
        change(board, fen.split())
        return board
    return {"read": read}


def playing(change, method="play"):
    """The generator `change(board, move)` goes on after its first `yield` when the move has been played."""
    def play(self, board, move):
        steps = change(board, move)
        next(steps)
        getattr(Engine, method)(self, board, move)
        next(steps, None)
    return {method: play}


def rules(**methods):
    """Methods of python-chess are replaced."""
    return {"Board": type("Board", (chess.Board,), methods)}


def unseen(*pieces):
    """Attacks by these pieces are overlooked."""
    def attackers(self, color, square, occupied=None):
        mask = chess.Board.attackers_mask(self, color, square, occupied)
        for piece in pieces:
            mask &= ~self.pieces_mask(piece, color)
        return mask
    return rules(attackers_mask=attackers)


def unpinned(*boards):
    """Pins by the pieces of these bitboards, such as `queens`, are overlooked."""
    def blockers(self, king):
        hidden = {name: getattr(self, name) for name in boards}
        vars(self).update(dict.fromkeys(boards, 0))
        mask = chess.Board._slider_blockers(self, king)
        vars(self).update(hidden)
        return mask
    return rules(_slider_blockers=blockers)


def ends_safe(board, move):
    """Whether the King of the side that moves is not attacked afterwards."""
    board.push(move)
    safe = not board.was_into_check()
    board.pop()
    return safe


def ahead(board):
    """The step to the next square ahead of a Pawn."""
    return 8 if board.turn == WHITE else -8


def pawns(board):
    return board.pieces(PAWN, board.turn)


def pawn_moves(start, end):
    """The moves of a Pawn to a square: four on the last rank."""
    return [Move(start, end, piece) for piece in ((2, 3, 4, 5) if square_rank(end) in (0, 7) else (None,))]


def enemy(board, square):
    return board.color_at(square) == (not board.turn)


def moves_to(board, start, targets):
    """Moves from a square to targets that no own piece occupies."""
    return [Move(start, end) for end in targets if 0 <= end < 64 and board.color_at(end) != board.turn]


def attacked(board, squares):
    return any(board.is_attacked_by(not board.turn, square) for square in squares)


def castlings(board, watched=(0, 1, 2), b_file=True, rights=None):
    """Castling moves over empty squares of which those `watched`, counted from the King, are not attacked."""
    king = board.king(board.turn)
    if king != (chess.E1 if board.turn else chess.E8):
        return
    for corner, step in ((king + 3, 1), (king - 4, -1)):
        squares = set(range(min(king, corner) + 1, max(king, corner))) - (set() if b_file else {corner + 1} & {king - 3})
        right = BB_SQUARES[corner] & (board.clean_castling_rights() if rights is None else rights)
        if right and not any(board.piece_at(square) for square in squares) \
                and not attacked(board, [king + step * number for number in watched]):
            yield Move(king, king + 2 * step)


def wrapping(board, start):
    """Ends of a capture that goes over the edge of the board."""
    for end in (start + ahead(board) - 1, start + ahead(board) + 1):
        if square_distance(start, end) > 1:
            yield end
