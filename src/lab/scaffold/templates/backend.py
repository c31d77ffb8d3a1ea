#!/usr/bin/env python3
"""A backend of vperft for @VARIANT@:
    vperft run @VARIANT@ --backend "cmd:python3 backend.py"@FLAG@
It answers about positions with the pieces in MOVES and nothing else, and says that the rest is unsupported. Add the rest, one clause of
the rules at a time."""
import re
from skeleton import Refused, Unsupported, serve

FILES, FIRST_RANK, RANKS = "@FILES@", @FIRST_RANK@, @RANKS@
# The label of each piece, and its steps [files, ranks forward], each with how often it may be repeated.
MOVES = {
@MOVES@}
KING = "@KING@"
# With these pieces alone, and after so many plies without capture or Pawn move, the game may be a draw.
DRAWN, LIMIT = set([@DRAWN@]), @LIMIT@
MAX_NUMBER = 999_999_999


class Position:
    def __init__(self, vfen):
        fields = vfen.split(" ")
        if len(fields) < 6:
            raise Refused("position", "expected six fields", "field-count")
        self.pieces = dict(board(fields[0]))
        unknown = [label for label in self.pieces.values() if label.upper() not in MOVES]
        if unknown or fields[2:4] != ["-", "-"] or fields[6:]:
            raise Unsupported("no " + (unknown + ["rights, en passant squares or further fields"])[0] + " yet")
        if fields[1] not in ("w", "b"):
            raise Refused("position", "expected w or b", "side")
        if not all(re.fullmatch("0|[1-9][0-9]{0,8}", field) for field in fields[4:6]) or fields[5] == "0":
            raise Refused("position", "expected two numbers", "clock")
        self.white, self.clock, self.number = fields[1] == "w", int(fields[4]), int(fields[5])
        if sorted(label for label in self.pieces.values() if label.upper() == KING) != [KING, KING.lower()]:
            raise Refused("position", "expected one King of each side", "piece-count")
        if self.is_attacked(not self.white):
            raise Refused("position", "the King could be captured", "king-capturable")

    def reach(self, white):
        """The pairs of squares from and to which the pieces of a side go, whatever becomes of its King."""
        for start, label in self.pieces.items():
            if label.isupper() == white:
                for most, steps in MOVES[label.upper()]:
                    for files, ranks in steps:
                        yield from ((start, end) for end in self.ride(start, files, ranks if white else -ranks, most, white))

    def ride(self, start, files, ranks, most, white):
        file, rank = start
        for _ in range(most):
            file, rank = file + files, rank + ranks
            target = self.pieces.get((file, rank))
            if not (0 <= file < len(FILES) and 0 <= rank < RANKS) or target and target.isupper() == white:
                return
            yield file, rank
            if target:
                return

    def is_attacked(self, white):
        """Whether the King of a side could be captured."""
        king = KING if white else KING.lower()
        return any(self.pieces.get(end) == king for _, end in self.reach(not white))

    def after(self, start, end):
        child = object.__new__(Position)
        child.pieces = {square: label for square, label in self.pieces.items() if square != start} | {end: self.pieces[start]}
        child.clock = 0 if end in self.pieces else self.clock + 1
        child.number, child.white = min(self.number + (not self.white), MAX_NUMBER), not self.white
        return child

    def legal(self):
        """The text of each legal move, with the position after it."""
        if self.clock >= LIMIT or {label.upper() for label in self.pieces.values()} <= DRAWN | {KING}:
            raise Unsupported("no draws yet")
        moves = {}
        for start, end in dict.fromkeys(self.reach(self.white)):
            child = self.after(start, end)
            if not child.is_attacked(self.white):
                moves[f"{self.pieces[start]} {name(start)}-{name(end)}"] = child
        return moves

    def vfen(self):
        rows = []
        for rank in reversed(range(RANKS)):
            row = "".join(text(self.pieces.get((file, rank), ".")) for file in range(len(FILES)))
            rows.append(re.sub(r"\.+", lambda run: str(len(run[0])), row))
        return f"{'/'.join(rows)} {'w' if self.white else 'b'} - - {self.clock} {self.number}"


def board(rows):
    rows = rows.split("/")
    if len(rows) != RANKS:
        raise Refused("position", f"expected {RANKS} ranks", "board-shape")
    for rank, row in zip(reversed(range(RANKS)), rows):
        file = 0
        for item in re.findall(r"\{\w+\}|[0-9]+|.", row):
            if item.isdigit():
                file += int(item)
            else:
                yield (file, rank), item.strip("{}")
                file += 1
        if file != len(FILES):
            raise Refused("position", f"expected {len(FILES)} squares in each rank", "board-shape")


def text(label):
    return label if len(label) == 1 else f"{{{label}}}"


def name(square):
    return f"{FILES[square[0]]}{square[1] + FIRST_RANK}"


class Rules:
    name, version, variants = "my-python-backend", "0.1", ["@VARIANT@"]

    def moves(self, variant, vfen):
        return list(Position(vfen).legal())

    def after(self, variant, vfen, moves):
        position = Position(vfen)
        for move in moves:
            legal = position.legal()
            if move not in legal:
                raise Refused("move", f"`{move}` is not legal in {position.vfen()}")
            position = legal[move]
        return position.vfen()


if __name__ == "__main__":
    serve(Rules())
