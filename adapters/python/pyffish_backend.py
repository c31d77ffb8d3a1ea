#!/usr/bin/env python3
"""A backend for vperft: chess, and Ryugi without castling, with the move generator of Fairy-Stockfish (PyPI `pyffish`).
    python3 pyffish_backend.py [DEFINITIONS]
DEFINITIONS is a file like adapters/fairy/variants.ini, which is the default.

pyffish rebuilds its tables in every call, which takes milliseconds, so large counts are unsupported."""
import copy
import functools
import pathlib
import re
import sys

from position import Position, numbers, squares
from skeleton import Refused, Unsupported, serve

try:
    import pyffish
except ImportError as error:
    raise SystemExit(f"{error}: run `pip install pyffish`, preferably in a virtual environment") from None

DEFINITIONS = pathlib.Path(__file__).resolve().parent.parent / "fairy" / "variants.ini"
MAX_LEAVES = 150_000
DRAWN_AT = {"chess": 100, "ryugi": 128}


@functools.lru_cache(maxsize=1000)
def legal(variant, fen):
    return pyffish.legal_moves(variant, fen, [])


def is_in_check(position, white):
    return pyffish.gives_check(position.variant, position.fen(white), [])


def text_of(position, move):
    """The canonical text of a move in coordinates, such as e2e4 or a7a8q."""
    start, end, promotion = re.fullmatch(r"([a-z][0-9]+)([a-z][0-9]+)([a-z]?)", move).groups()
    piece = position.pieces[start]
    text = f"{piece} {start}-{end}"
    if promotion:
        return f"{text}; {promotion.upper() if position.white else promotion}-{end}"
    files = numbers(end)[0] - numbers(start)[0]
    if piece in "Pp" and files and end not in position.pieces:
        return f"{text}; @-{end[0]}{start[1:]}"
    if piece in "Kk" and abs(files) > 1:
        corner, inner = ("h", "f") if files > 0 else ("a", "d")
        rank = start[1:]
        return f"{text}; {'R' if position.white else 'r'} {corner}{rank}-{inner}{rank}"
    return text


def keep_useful_passed(position):
    """The en passant square stays only if a legal move captures there."""
    if position.passed:
        moves = (text_of(position, move) for move in legal(position.variant, position.fen()))
        if not any(f"-{position.passed}; @-" in text for text in moves):
            position.passed = None


class Fairy:
    name, version = "pyffish", ".".join(map(str, pyffish.version()))
    variants = ["chess", "ryugi"]

    def read(self, variant, vfen):
        position = Position(variant, vfen)
        if is_in_check(position, not position.white):
            raise Refused("position", "the side to move could capture the King", "king-capturable")
        if variant == "ryugi" and position.unmoved:
            raise Unsupported("castling rights: Fairy-Stockfish has no castling with a choice of squares")
        keep_useful_passed(position)
        return position

    def play(self, position, text):
        moves = {text_of(position, move): move for move in legal(position.variant, position.fen())}
        if text not in moves:
            raise Refused("move", f"`{text}` is not a legal move in {position.vfen()}")
        board, _, rights, passed, *_ = pyffish.get_fen(position.variant, position.fen(), [moves[text]]).split(" ")
        child = copy.copy(position)
        child.pieces = squares(board)
        corners = {"K": {"e1", "h1"}, "Q": {"e1", "a1"}, "k": {"e8", "h8"}, "q": {"e8", "a8"}, "-": set()}
        child.unmoved = set().union(*(corners[letter] for letter in rights))
        child.passed = None if passed == "-" else passed
        child.white = not position.white
        resets = text[0] in "Pp" or len(child.pieces) < len(position.pieces)
        child.clock = 0 if resets else min(position.clock + 1, 999_999_999)
        child.number = min(position.number + (not position.white), 999_999_999)
        keep_useful_passed(child)
        return child

    def moves(self, variant, vfen):
        position = self.read(variant, vfen)
        return [text_of(position, move) for move in legal(variant, position.fen())]

    def after(self, variant, vfen, moves):
        return functools.reduce(self.play, moves, self.read(variant, vfen)).vfen()

    def perft(self, variant, vfen, depth):
        fen = self.read(variant, vfen).fen()
        check_cost(legal(variant, fen), depth)
        return self.count(variant, fen, [], depth)

    def count(self, variant, fen, line, depth):
        if depth == 0:
            return 1
        moves = pyffish.legal_moves(variant, fen, line)
        return len(moves) if depth == 1 else sum(self.count(variant, fen, [*line, move], depth - 1) for move in moves)

    def divide(self, variant, vfen, depth):
        position = self.read(variant, vfen)
        fen = position.fen()
        moves = legal(variant, fen)
        check_cost(moves, depth)
        return [[text_of(position, move), self.count(variant, fen, [move], depth - 1)] for move in moves]

    def status(self, variant, vfen, moves):
        positions = [self.read(variant, vfen)]
        for text in moves:
            positions.append(self.play(positions[-1], text))
        last = positions[-1]
        if not legal(variant, last.fen()):
            return "checkmate" if is_in_check(last, last.white) else "stalemate"
        if sum(position.key() == last.key() for position in positions) >= 3:
            return "draw-repetition"
        if last.clock >= DRAWN_AT[variant]:
            return "draw-counter"
        return "draw-dead" if is_dead(last) else "ongoing"


def check_cost(moves, depth):
    """Rejects counts that would take more than about ten seconds."""
    about = len(moves) ** depth
    if about > MAX_LEAVES:
        raise Unsupported(f"about {about} leaves: pyffish counts 15,000 a second; the limit is {MAX_LEAVES}")


def is_dead(position):
    """Neither side can checkmate: there is one Knight at most, or only Bishops and (in Ryugi) Kirins on one colour."""
    others = [(sum(numbers(square)) % 2, piece.upper()) for square, piece in position.pieces.items() if piece not in "Kk"]
    is_lone_knight = [piece for _, piece in others] == ["N"]
    on_one_colour = len({colour for colour, _ in others}) <= 1 and all(piece in "BI" for _, piece in others)
    return is_lone_knight or on_one_colour


if __name__ == "__main__":
    pyffish.load_variant_config(pathlib.Path(*sys.argv[1:2] or [DEFINITIONS]).read_text())
    # pyffish crashes the interpreter if it is asked about an unknown variant.
    missing = set(Fairy.variants) - set(pyffish.variants())
    if missing:
        raise SystemExit(f"pyffish {Fairy.version} does not know {', '.join(sorted(missing))}")
    serve(Fairy())
