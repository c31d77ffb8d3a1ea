"""Mistakes for engine.py."""
import chess
from chess import BB_SQUARES, BISHOP, BLACK, Board, KING, KNIGHT, Move, PAWN, QUEEN, ROOK, WHITE, square_distance, square_file, square_rank

from engine import Engine
from table import (Table, ahead, attacked, castlings, enemy, moves_to, pawn_moves, pawns, playing, plus, reading, rules,
                   unpinned, unseen, without, wrapping)

MISTAKES = Table()
row = MISTAKES.row

row("right", "There is no mistake.", "", "")


# En passant.
def ep(board, move):
    return board.is_en_passant(move)


def ep_when(allowed):
    """Captures en passant with a pinned taker, if `allowed(board, move)`."""
    def is_safe(self, king, blockers, move):
        return Board._is_safe(self, king, blockers, move) or self.is_en_passant(move) and allowed(self, move)
    return rules(_is_safe=is_safe)


def pinned_along(board, square, lines):
    king = board.king(board.turn)
    return board.is_pinned(board.turn, square) and bool(lines[king][0] & BB_SQUARES[square])


def keep_ep(board, move):
    """Keeps the en passant square for the next turn of the side that could use it."""
    before, ago = board.ep_square, getattr(board, "ep_ago", [])
    board.ep_ago = ago + [before]
    yield
    if board.ep_square is None and len(ago) and ago[-1] is not None and board.piece_at(ago[-1]) is None:
        board.ep_square = ago[-1]


def forget(self, board):
    Engine.undo(self, board)
    board.ep_ago.pop()


def ep_after_step(board, move):
    step = board.piece_type_at(move.from_square) == PAWN and abs(move.to_square - move.from_square) == 8
    yield
    if step and square_rank(move.to_square) == (4 if board.turn == WHITE else 3):
        board.ep_square = move.from_square


def ep_leaves_pawn(board, move):
    taken = move.to_square - ahead(board) if ep(board, move) else None
    yield
    if taken is not None:
        board._set_piece_at(taken, PAWN, board.turn)


def ep_by_pieces(board, move):
    taken = move.to_square - ahead(board) if move.to_square == board.ep_square else None
    yield
    if taken is not None:
        board._remove_piece_at(taken)


def ep_field(change):
    """`change(board)` replaces the en passant square that was read."""
    return reading(lambda board, fields: setattr(board, "ep_square", change(board)))


def stale_ep(self, words):
    """The en passant square of the FEN is still there after the moves of the command."""
    Engine.position(self, words)
    if words[0] == "fen" and self.board.move_stack and self.board.ep_square is None and words[4] != "-":
        self.board.ep_square = chess.parse_square(words[4])


EP, EP_CHECK = "CHS-EP", "CHS-EP CHS-CHECK GEN-CHECK"
# After a double step that is played, en passant is there.
EP_GONE = "without CHS-EP|every en passant capture"
row("ep-missing", "En passant is missing.", EP, "en-passant-missing", without(ep))
row("ep-exposes-rank", "En passant may expose the own King along the rank of the two Pawns.", EP_CHECK, "en-passant-exposes-king",
    rules(_ep_skewered=lambda self, king, taker: False))
row("ep-exposes-file", "A Pawn that is pinned along a file may take en passant.", EP_CHECK, "en-passant-exposes-king pin-ignored",
    ep_when(lambda board, move: pinned_along(board, move.from_square, chess.BB_FILE_ATTACKS)))
row("ep-exposes-diagonal", "A Pawn that is pinned along a diagonal may take en passant.", EP_CHECK,
    "en-passant-exposes-king pin-ignored", ep_when(lambda board, move: pinned_along(board, move.from_square, chess.BB_DIAG_ATTACKS)))
row("ep-left-only", "En passant toward the h-file is missing.", EP, "en-passant-missing",
    without(lambda board, move: ep(board, move) and square_file(move.to_square) > square_file(move.from_square)))
row("ep-field-ignored", "The en passant square of the FEN is not read.", EP, "en-passant-field-ignored", ep_field(lambda board: None),
    untrue=EP_GONE)
row("ep-field-mirrored", "The file of the en passant square of the FEN is read mirrored.", EP, "en-passant-field-ignored",
    ep_field(lambda board: board.ep_square if board.ep_square is None else board.ep_square ^ 7), untrue=EP_GONE)
row("ep-field-white", "The en passant square of the FEN is read only if White is to move.", EP, "en-passant-field-ignored",
    ep_field(lambda board: board.ep_square if board.turn == WHITE else None), untrue=EP_GONE)
row("ep-kept", "En passant is still possible on later turns of the same side.", EP, "en-passant-too-long", playing(keep_ep),
    {"undo": forget})
row("ep-stale-after-moves", "After `position fen F moves M` the en passant square is still that of F.", EP,
    "en-passant-too-long field-left-over", {"position": stale_ep})
row("ep-black-missing", "Black cannot take en passant.", EP, "en-passant-missing",
    without(lambda board, move: ep(board, move) and board.turn == BLACK))
row("ep-a-file-missing", "A Pawn of the a-file cannot be taken en passant.", EP, "en-passant-missing",
    without(lambda board, move: ep(board, move) and square_file(move.to_square) == 0))
row("ep-after-single-step", "After a single step a Pawn can be taken en passant.", EP, "en-passant-too-long", playing(ep_after_step))
row("ep-no-evasion", "En passant that ends a check is missing.", EP_CHECK, "check-answered-wrongly en-passant-missing",
    without(lambda board, move: ep(board, move) and board.is_check()))
row("ep-leaves-pawn", "The Pawn that was taken en passant stays on the board.", EP, "en-passant-child en-passant-missing",
    playing(ep_leaves_pawn))
row("ep-wraps", "A Pawn of a rim takes en passant a Pawn of the other rim.", "CHS-EP CHS-PAWN-1", "edge-wrap en-passant-missing",
    plus(lambda board: [Move(start, end) for start in pawns(board) for end in wrapping(board, start) if end == board.ep_square]))
row("ep-by-pieces", "A piece other than a Pawn that goes to the en passant square removes the Pawn.", EP, "en-passant-child",
    playing(ep_by_pieces))


# Castling.
def castling(board, move):
    return board.is_castling(move)


def castling_to(squares, color=None):
    return without(lambda board, move: castling(board, move) and square_file(move.to_square) in squares and board.turn != color)


def usable(self):
    """The rights whose King and Rook are at home; the others are kept in `castling_rights`."""
    homes = sum(chess.BB_RANKS[square_rank(king)] for king, color in ((chess.E1, WHITE), (chess.E8, BLACK))
                if self.piece_at(king) == chess.Piece(KING, color))
    mine = self.occupied_co[WHITE] & chess.BB_RANK_1 | self.occupied_co[BLACK] & chess.BB_RANK_8
    return self.castling_rights & self.rooks & mine & homes


def rights_after(left):
    """`left(board, move, rights)` is what is left of the rights; it is called before the move is played."""
    def change(board, move):
        rights, king_moves = board.castling_rights, board.piece_type_at(move.from_square) == KING
        waiting = rights & ~usable(board) & ~(chess.BB_RANKS[square_rank(move.from_square)] if king_moves else 0)
        rights = left(board, move, rights) | waiting
        yield
        board.castling_rights = rights
    return {**playing(change), **rules(clean_castling_rights=usable)}


def usual(board, move, rights):
    """The rights that are left by the rules."""
    board.push(move)
    rights = board.castling_rights
    board.pop()
    return rights


def kept(test):
    """The rights in the mask `test(board, move)` are not lost by the move."""
    return rights_after(lambda board, move, rights: usual(board, move, rights) | rights & test(board, move))


def by_rook(board, move):
    return board.piece_type_at(move.from_square) == ROOK


def wrong_rook(board, move, rights):
    if by_rook(board, move) and rights & BB_SQUARES[move.from_square]:
        return rights & ~BB_SQUARES[move.from_square ^ 7] & ~BB_SQUARES[move.to_square]
    return usual(board, move, rights)


def rook_to(corner):
    """Castling puts the Rook on another square: `corner(rook's origin, rook's end)`."""
    def change(board, move):
        found = castling(board, move)
        king_side = board.is_kingside_castling(move) if found else None
        yield
        if found:
            rank = square_rank(move.to_square) * 8
            origin, end = (7 + rank, 5 + rank) if king_side else (rank, 3 + rank)
            board._remove_piece_at(end)
            board._set_piece_at(corner(origin, end), ROOK, not board.turn)
    return playing(change)


def field_rights(change):
    """`change(field, rights)` replaces the rights that were read."""
    return reading(lambda board, fields: setattr(board, "castling_rights", change(fields[2], board.clean_castling_rights())))


def in_order(field, rights):
    """Reads `K`, `Q`, `k` and `q` only at the first to the fourth place of the field."""
    places = zip("KQkq", (chess.H1, chess.A1, chess.H8, chess.A8), field)
    return sum(BB_SQUARES[square] for letter, square, found in places if letter == found)


def swap_sides(field, rights):
    return chess.flip_horizontal(rights)


def alone(self, board, move):
    """Plays castling without a Rook as a step of the King that goes on."""
    if castling(board, move) and not board.clean_castling_rights() & CORNERS[move.to_square]:
        middle, color = (move.from_square + move.to_square) // 2, board.turn
        TAKEN_KEPT["play"](self, board, Move(move.from_square, middle))
        board._remove_piece_at(middle)
        board._set_piece_at(move.to_square, KING, color)
    else:
        TAKEN_KEPT["play"](self, board, move)


TAKEN_KEPT = kept(lambda board, move: BB_SQUARES[move.to_square] if board.is_capture(move) else 0)
CORNERS = {king: BB_SQUARES[rook] for king, rook in zip((chess.G1, chess.C1, chess.G8, chess.C8), (chess.H1, chess.A1, chess.H8, chess.A8))}
CASTLE = "CHS-CASTLE-1 CHS-CASTLE-2 CHS-CASTLE-3"
ATTACK = "CHS-CASTLE-3 CHS-CHECK GEN-ATTACK"
FIRST, SECOND, THIRD = CASTLE.split()
row("castle-through-attack", "The King may castle over an attacked square.", ATTACK, "castling-through-attack",
    plus(lambda board: castlings(board, watched=(0, 2)), safe=False))
row("castle-out-of-check", "The King may castle out of check.", ATTACK, "castling-through-attack",
    plus(lambda board: castlings(board, watched=(1, 2)), safe=False))
row("castle-into-check", "The King may castle onto an attacked square.", ATTACK + " GEN-CHECK", "castling-through-attack",
    plus(lambda board: castlings(board, watched=(0, 1)), safe=False))
row("castle-b1-attacked", "An attack on b1 or b8 forbids to castle on the queen side.", THIRD + " GEN-ATTACK", "castling-too-strict",
    without(lambda board, move: castling(board, move) and square_file(move.to_square) == 2 and attacked(board, [move.to_square - 1])))
row("castle-b1-occupied", "The King may castle on the queen side with a piece on b1 or b8.", SECOND + " GEN-PATH", "castling-blocked",
    plus(lambda board: castlings(board, b_file=False)))
row("castle-pawns-unseen", "Attacks by Pawns do not forbid to castle over or onto a square.", ATTACK + " GEN-CHECK",
    "castling-through-attack", plus(lambda board: () if board.is_check() else [
        move for move in castlings(board, watched=())
        if not any(board.attackers_mask(not board.turn, square) & ~board.pawns
                   for square in ((move.from_square + move.to_square) // 2, move.to_square))], safe=False))
row("castle-rook-taken", "The right to castle is kept when the Rook is taken; another Rook may use it.", SECOND,
    "castling-right-kept", TAKEN_KEPT)
row("castle-without-rook", "The King castles with the right of a Rook that was taken, without a Rook.", f"{FIRST} {SECOND}",
    "castling-right-kept castling-missing", TAKEN_KEPT,
    plus(lambda board: castlings(board, rights=board.castling_rights & ~usable(board)), safe=False), {"play": alone})
row("castle-rook-moved", "The right to castle is kept when the Rook moves.", SECOND, "castling-right-kept",
    kept(lambda board, move: BB_SQUARES[move.from_square] if by_rook(board, move) else 0))
row("castle-king-moved", "The right to castle is kept when the King moves.", SECOND, "castling-right-kept",
    kept(lambda board, move: chess.BB_ALL if board.piece_type_at(move.from_square) == KING else 0))
row("castle-wrong-rook", "The move of a Rook takes the right of the other Rook.", SECOND, "castling-right-kept castling-rights-swapped",
    rights_after(wrong_rook))
row("castle-both-rights-lost", "The move of a Rook takes both rights of its side.", SECOND, "castling-rights-swapped castling-missing",
    rights_after(lambda board, move, rights: usual(board, move, rights) & ~(
        chess.BB_RANKS[square_rank(move.from_square)] if by_rook(board, move) and rights & BB_SQUARES[move.from_square] else 0)))
row("castle-enemy-rights-lost", "Castling takes the rights of the enemy, too.", f"{FIRST} {SECOND}",
    "castling-child castling-rights-swapped",
    rights_after(lambda board, move, rights: 0 if castling(board, move) else usual(board, move, rights)))
row("castle-field-ignored", "The castling field of the FEN is not read: who is at home may castle.", SECOND, "castling-field-ignored",
    reading(lambda board, fields: setattr(board, "castling_rights", chess.BB_CORNERS)))
row("castle-field-order", "The castling field of the FEN is read by the places of its letters, not by the letters.", SECOND,
    "castling-field-ignored castling-rights-swapped", field_rights(in_order))
row("castle-colours-swapped", "The castling field of the FEN is read with the colours swapped.", SECOND,
    "castling-rights-swapped castling-field-ignored", field_rights(lambda field, rights: chess.flip_vertical(rights)))
row("castle-sides-swapped", "The castling field of the FEN is read with King side and Queen side swapped.", SECOND,
    "castling-rights-swapped castling-field-ignored", field_rights(swap_sides))
row("castle-black-like-white", "The rights of White count for Black, too; those of Black are not read.", SECOND,
    "castling-rights-swapped castling-field-ignored",
    field_rights(lambda field, rights: rights & chess.BB_RANK_1 | chess.flip_vertical(rights & chess.BB_RANK_1)))
row("castle-king-side-missing", "Castling on the King side is missing.", FIRST, "castling-missing", castling_to([6]))
row("castle-black-missing", "Black cannot castle.", FIRST, "castling-missing", castling_to([2, 6], color=WHITE))
row("castle-rook-stays", "The Rook stays in its corner when the King castles.", FIRST, "castling-child castling-missing",
    rook_to(lambda origin, end: origin))
row("castle-rook-b-file", "On the queen side the Rook lands beside its corner.", FIRST, "castling-child castling-missing",
    rook_to(lambda origin, end: origin + 1 if origin < end else end))
row("castle-in-moves-rook-stays", "Among the moves of `position`, castling moves the King alone.", FIRST,
    "castling-child castling-missing", {"play_command": rook_to(lambda origin, end: origin)["play"]})


# Promotion.
def promotion(test):
    return without(lambda board, move: move.promotion is not None and test(board, move))


def promotes_early(self, board):
    return [promoted for move in Engine.moves(self, board)
            for promoted in ([Move(move.from_square, move.to_square, piece) for piece in (5, 4, 3, 2)]
                             if board.piece_type_at(move.from_square) == PAWN and square_rank(move.to_square) == (6 if board.turn else 1)
                             else [move])]


def becomes(piece):
    """A promotion puts `piece(board, move)` on the board."""
    def change(board, move):
        found = piece(board, move) if move.promotion else None
        yield
        if found:
            board._set_piece_at(move.to_square, *found)
    return playing(change)


def unpromoted(board):
    return {Move(move.from_square, move.to_square) for move in board.legal_moves if move.promotion}


PROMOTE = "CHS-PROMOTE"
row("promote-queen-only", "A Pawn becomes a Queen only.", PROMOTE, "promotion-pieces",
    promotion(lambda board, move: move.promotion != QUEEN))
row("promote-no-knight", "A Pawn cannot become a Knight.", PROMOTE, "promotion-pieces",
    promotion(lambda board, move: move.promotion == KNIGHT))
row("promote-no-capture", "A Pawn cannot take on the last rank.", "CHS-PROMOTE CHS-PAWN-1", "promotion-pieces pawn-captures-wrong",
    promotion(lambda board, move: board.is_capture(move)))
row("promote-black-no-rook", "A Pawn of Black cannot become a Rook.", PROMOTE, "promotion-pieces",
    promotion(lambda board, move: move.promotion == ROOK and board.turn == BLACK))
row("promote-optional", "A Pawn may stay a Pawn on the last rank.", PROMOTE, "promotion-pieces", plus(unpromoted))
row("promote-king", "A Pawn may become a King.", PROMOTE, "promotion-pieces",
    plus(lambda board: [Move(move.from_square, move.to_square, KING) for move in unpromoted(board)]))
row("promote-early", "A Pawn is promoted on the rank before the last.", PROMOTE, "promotion-pieces", {"moves": promotes_early})
row("promote-becomes-queen", "Whatever is chosen, the Pawn becomes a Queen.", PROMOTE, "promotion-child",
    becomes(lambda board, move: (QUEEN, board.turn)))
row("promote-black-not", "A Pawn of Black is not promoted: it goes to the last rank and stays a Pawn.", PROMOTE, "promotion-pieces",
    {"moves": lambda self, board: list(dict.fromkeys(
        Move(move.from_square, move.to_square) if board.turn == BLACK else move for move in Engine.moves(self, board)))})


# Pawns.
def double_steps(board, ranks, over=False, take=False):
    """Double steps from these ranks, counted from the first of their side."""
    for start in pawns(board):
        if square_rank(start) in [rank if board.turn == WHITE else 7 - rank for rank in ranks]:
            middle, end = start + ahead(board), start + 2 * ahead(board)
            if (over or not board.piece_at(middle)) and (enemy(board, end) if take else not board.piece_at(end)):
                yield from pawn_moves(start, end)


def is_double(board, move):
    return board.piece_type_at(move.from_square) == PAWN and abs(move.to_square - move.from_square) == 16


def captures(board, offsets):
    """Captures of Pawns by offsets as White sees them."""
    for start in pawns(board):
        for offset in offsets:
            end = start + (offset if board.turn == WHITE else -offset)
            if 0 <= end < 64 and square_distance(start, end) == 1 and enemy(board, end):
                yield from pawn_moves(start, end)


row("pawn-double-over-piece", "The double step goes over a piece.", "CHS-PAWN-2 GEN-PATH", "double-step-wrong",
    plus(lambda board: double_steps(board, [1], over=True)))
row("pawn-double-from-third", "The double step is also possible from the third rank.", "CHS-PAWN-2", "double-step-wrong",
    plus(lambda board: double_steps(board, [1, 2])))
row("pawn-double-captures", "The double step may take a piece.", "CHS-PAWN-2", "double-step-wrong",
    plus(lambda board: double_steps(board, [1], take=True)))
row("pawn-double-not-h", "A Pawn of the h-file has no double step.", "CHS-PAWN-2", "double-step-wrong",
    without(lambda board, move: is_double(board, move) and square_file(move.to_square) == 7))
row("pawn-double-twice", "A double step is listed twice.", "CHS-PAWN-2 GEN-MOVE GEN-PERFT", "double-step-wrong",
    {"moves": lambda self, board: [move for move in Engine.moves(self, board) for _ in range(1 + is_double(board, move))]},
    words="twice|duplicate")
row("pawn-wraps", "A Pawn of a rim takes on the other rim.", "CHS-PAWN-1", "edge-wrap pawn-captures-wrong",
    plus(lambda board: [move for start in pawns(board) for end in wrapping(board, start) if enemy(board, end)
                        for move in pawn_moves(start, end)]))
row("pawn-captures-back", "A Pawn also takes diagonally backward.", "CHS-PAWN-1", "pawn-captures-wrong",
    plus(lambda board: [move for move in captures(board, (-7, -9)) if not move.promotion]))
row("pawn-captures-ahead", "A Pawn also takes straight ahead.", "CHS-PAWN-1", "pawn-captures-wrong",
    plus(lambda board: captures(board, (8,))))
row("pawn-black-left-missing", "A Pawn of Black does not take toward the a-file, except en passant.", "CHS-PAWN-1", "pawn-captures-wrong",
    without(lambda board, move: board.turn == BLACK and board.piece_type_at(move.from_square) == PAWN
            and square_file(move.to_square) < square_file(move.from_square) and not ep(board, move)))


# Pieces.
def far(piece, distance, capture=False):
    return without(lambda board, move: board.piece_type_at(move.from_square) == piece
                   and square_distance(move.from_square, move.to_square) >= distance and (not capture or board.is_capture(move)))


def slides(board, piece, steps, over, wrap=False):
    """Moves of line pieces that pass the squares with `over(board, square)` once."""
    for start in board.pieces(piece, board.turn):
        for step in steps:
            at, passed = start, False
            while 0 <= at + step < 64 and (wrap or square_distance(at, at + step) == 1):
                at += step
                if board.color_at(at) != board.turn:
                    yield Move(start, at)
                if board.piece_at(at):
                    if passed or not over(board, at):
                        break
                    passed = True


def by(piece, test):
    return without(lambda board, move: board.piece_type_at(move.from_square) == piece and test(move.from_square, move.to_square))


def leaps(piece, offsets, near):
    """Leaps by offsets whose distance is or is not a Knight's, as `near(distance)` says."""
    return plus(lambda board: [move for start in board.pieces(piece, board.turn)
                               for move in moves_to(board, start, [start + offset for offset in offsets])
                               if near(square_distance(start, move.to_square))])


STRAIGHT, DIAGONAL, KNIGHTS = (1, -1, 8, -8), (7, 9, -7, -9), (6, 10, 15, 17, -6, -10, -15, -17)
row("rook-six", "A Rook goes at most six squares far.", "CHS-ROOK GEN-PATH", "slider-lines-wrong", far(ROOK, 7))
row("rook-jumps-pawn", "A Rook goes over one enemy Pawn.", "CHS-ROOK GEN-PATH", "slider-lines-wrong",
    plus(lambda board: slides(board, ROOK, STRAIGHT, lambda board, at: enemy(board, at) and board.piece_type_at(at) == PAWN)))
row("rook-takes-own", "A Rook may take pieces of its own side.", "CHS-ROOK GEN-PATH GEN-MOVE", "slider-lines-wrong",
    plus(lambda board: [Move(start, end) for start in board.pieces(ROOK, board.turn) for end in board.attacks(start)
                        if board.color_at(end) == board.turn]))
row("bishop-jumps-own", "A Bishop goes over one own piece.", "CHS-BISHOP GEN-PATH", "slider-lines-wrong",
    plus(lambda board: slides(board, BISHOP, DIAGONAL, lambda board, at: not enemy(board, at))))
row("bishop-wraps", "A Bishop goes on at the other rim.", "CHS-BISHOP GEN-PATH", "edge-wrap slider-lines-wrong",
    plus(lambda board: slides(board, BISHOP, DIAGONAL, lambda board, at: False, wrap=True)))
row("bishop-not-corner", "A Bishop does not go to a corner.", "CHS-BISHOP", "slider-lines-wrong",
    by(BISHOP, lambda start, end: bool(BB_SQUARES[end] & chess.BB_CORNERS)))
row("queen-straight-only", "A Queen does not go diagonally.", "CHS-QUEEN", "slider-lines-wrong",
    by(QUEEN, lambda start, end: square_file(start) != square_file(end) and square_rank(start) != square_rank(end)))
row("queen-leaps", "A Queen also leaps as a Knight.", "CHS-QUEEN", "slider-lines-wrong knight-leaps-wrong",
    leaps(QUEEN, KNIGHTS, lambda distance: distance == 2))
row("queen-far-capture", "A Queen does not take a piece five or more squares away.", "CHS-QUEEN", "slider-lines-wrong",
    far(QUEEN, 5, capture=True))
row("knight-leap-missing", "A Knight does not go two ranks up and one file toward the a-file.", "CHS-KNIGHT", "knight-leaps-wrong",
    by(KNIGHT, lambda start, end: end - start == 15))
row("knight-wraps", "A Knight goes over the rim to the other side.", "CHS-KNIGHT", "edge-wrap knight-leaps-wrong",
    leaps(KNIGHT, KNIGHTS, lambda distance: distance > 2))
row("king-two-steps", "A King goes two squares straight ahead or back, also over a piece.", "CHS-KING", "king-steps-wrong",
    leaps(KING, (16, -16), lambda distance: distance == 2))
row("king-step-missing", "A King does not step diagonally down toward the a-file.", "CHS-KING", "king-steps-wrong",
    by(KING, lambda start, end: end - start == -9))
row("king-wraps", "A King steps over the rim to the other side.", "CHS-KING", "edge-wrap king-steps-wrong",
    leaps(KING, STRAIGHT + DIAGONAL, lambda distance: distance > 2))


# Check.
CHECK = "CHS-CHECK GEN-CHECK GEN-ATTACK"


def line_moves(board):
    """Steps of the King that stay on the line of a check."""
    king = board.king(board.turn)
    return [Move(king, end) for end in board.attacks(king) if board.is_check() and board.color_at(end) != board.turn
            and not attacked(board, [end])]


def half_answers(board):
    """Answers to one check of two."""
    king, checkers = board.king(board.turn), board.checkers()
    if len(checkers) > 1:
        for checker in checkers:
            targets = chess.between(king, checker) | BB_SQUARES[checker]
            for move in board.generate_pseudo_legal_moves(~BB_SQUARES[king], targets):
                if not board.is_pinned(board.turn, move.from_square):
                    yield move


def answers(test):
    """Answers to a check by other pieces than the King are missing."""
    return without(lambda board, move: board.is_check() and move.from_square != board.king(board.turn) and test(board, move))


row("king-beside-king", "A King may go next to the other King.", CHECK + " CHS-KING", "king-steps-wrong", unseen(KING))
row("king-retreats", "A King in check may step back along the line of the check.", CHECK + " CHS-KING", "king-retreats-along-line",
    plus(line_moves, safe=False))
row("king-takes-guarded", "A King may take a guarded piece.", CHECK + " CHS-KING", "king-steps-wrong",
    plus(lambda board: [Move(board.king(board.turn), end) for end in board.attacks(board.king(board.turn)) if enemy(board, end)],
         safe=False))
row("check-pawns-unseen", "Pawns do not give check and do not attack a square.", CHECK, "king-steps-wrong check-answered-wrongly",
    unseen(PAWN))
row("check-knights-unseen", "Knights do not give check and do not attack a square.", CHECK, "king-steps-wrong check-answered-wrongly",
    unseen(KNIGHT))
row("check-ignored", "A move may leave the own King in check.", CHECK, "check-answered-wrongly king-steps-wrong pin-ignored",
    {"moves": lambda self, board: list(board.pseudo_legal_moves)})
row("check-two-answered", "Of two checks at once it is enough to answer one.", CHECK, "check-answered-wrongly",
    plus(half_answers, safe=False))
row("check-block-missing", "A check cannot be answered by a piece in between.", CHECK, "check-answered-wrongly",
    answers(lambda board, move: not board.is_capture(move)))
row("check-capture-missing", "A check cannot be answered by taking the piece with another than the King.", CHECK, "check-answered-wrongly",
    answers(lambda board, move: board.is_capture(move)))
row("pin-frozen", "A pinned piece cannot move along the line of the pin.", CHECK, "pin-ignored",
    without(lambda board, move: move.from_square != board.king(board.turn) and board.is_pinned(board.turn, move.from_square)))
row("pin-by-bishop-ignored", "Pins by a Bishop are not seen.", CHECK, "pin-ignored", unpinned("bishops"))
row("pin-by-queen-ignored", "Pins by a Queen are not seen.", CHECK, "pin-ignored", unpinned("queens"))
row("pin-ignored", "Pins are not seen.", CHECK, "pin-ignored", unpinned("bishops", "rooks", "queens"))


# Counts.
def key_of(board):
    return (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings, *board.occupied_co, board.turn,
            board.clean_castling_rights(), board.ep_square)


def cached(key):
    """Counts are kept in a table for all positions with the same `key(board, depth)`."""
    def count(self, board, depth):
        table = vars(self).setdefault("table", {})
        place = key(board, depth)
        if place not in table:
            table[place] = Engine.count(self, board, depth)
        return table[place]
    return {"count": count}


def last_ply(leaves):
    """`leaves(engine, board)` counts the moves of a position before the last ply, below the root."""
    return {"count": lambda self, board, depth: leaves(self, board) if depth == 1 else Engine.count(self, board, depth)}


PERFT = "GEN-PERFT"
row("hash-without-side", "The hash key of counts does not contain the side to move.", PERFT, "",
    cached(lambda board, depth: (depth, key_of(board)[:8], key_of(board)[9:])), words="hash|state|earlier|order|fresh")
row("hash-without-rights", "The hash key of counts does not contain the castling rights.", PERFT + " CHS-CASTLE-2", "",
    cached(lambda board, depth: (depth, key_of(board)[:9], board.ep_square)), words="hash|state|earlier|order|fresh")
row("hash-without-depth", "The hash key of counts does not contain the depth.", PERFT, "",
    cached(lambda board, depth: (depth == 0, key_of(board))), words="hash|state|earlier|order|fresh|depth")
row("leaf-pseudo-legal", "At the last ply below the root, moves that leave the King in check are counted.", PERFT + " " + CHECK, "",
    last_ply(lambda self, board: len(list(board.pseudo_legal_moves))))
row("leaf-promotion-once", "At the last ply below the root, the promotions of a move count once.", PERFT + " CHS-PROMOTE",
    "promotion-pieces",
    last_ply(lambda self, board: len({(move.from_square, move.to_square) for move in self.moves(board)})))
row("leaf-mate-counts", "A position without moves counts as a leaf, below the root.", PERFT + " CHS-CHECK", "mate-or-stalemate-missed",
    {"count": lambda self, board, depth: Engine.count(self, board, depth) if any(board.legal_moves) else 1})
row("count-inner-nodes", "The nodes between root and leaves are counted, too.", PERFT, "",
    {"count": lambda self, board, depth: Engine.count(self, board, depth) + (depth > 0)}, words="depth|tree|nodes")
row("clock-ends-game", "There are no moves after 100 plies without capture or Pawn move.", "GEN-PERFT CHS-DRAW GEN-CLOCK GEN-REPEAT",
    "counter-wrong clock-wrong", without(lambda board, move: board.halfmove_clock >= 100))


# State.
def rights_stay_lost(self, board):
    lost = board.castling_rights
    Engine.undo(self, board)
    board.castling_rights &= lost


def ep_stays_lost(self, board):
    Engine.undo(self, board)
    board.ep_square = None


def rights_left_over(self, fen):
    board = Engine.read(self, fen)
    self.seen = board.castling_rights = board.castling_rights | getattr(self, "seen", 0)
    return board


row("side-ignored", "The side to move of the FEN is not read: White moves.", "GEN-MOVE", "field-left-over",
    reading(lambda board, fields: setattr(board, "turn", WHITE)), words="side|turn")
row("undo-rights", "Taking a move back does not restore the castling rights.", "GEN-PERFT CHS-CASTLE-2",
    "castling-right-kept castling-missing",
    {"undo": rights_stay_lost}, words="undo|taken back|restore")
row("undo-ep", "Taking a move back does not restore the en passant square; the capture then leaves the Pawn.", "GEN-PERFT CHS-EP",
    "en-passant-missing en-passant-child", {"undo": ep_stays_lost}, words="undo|taken back|restore")
row("rights-left-over", "The castling rights of earlier positions stay when another position is set up.", SECOND,
    "castling-field-ignored field-left-over", {"read": rights_left_over}, words="state|earlier|order|fresh")
