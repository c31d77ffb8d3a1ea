"""Positions of chess and Ryugi: VFEN as vperft writes it, FEN as Fairy-Stockfish reads it.

Knows what a valid position is as far as that needs no movement (suites/RULES.md), and no move."""
import re

from skeleton import Refused

STARTS = {
    "chess": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    "ryugi": "ribmqkdbir/ppppnnpppp/4pp4/10/10/10/10/4PP4/PPPPNNPPPP/RIBMQKDBIR",
}


def refuse(reason, message):
    raise Refused("position", message, reason)


def numbers(square):
    """File and rank of a square from 0; what is no square gives None."""
    match = re.fullmatch(r"([a-z])([1-9][0-9]?)", square)
    return match and (ord(match[1]) - ord("a"), int(match[2]) - 1)


def name(file, rank):
    return f"{chr(ord('a') + file)}{rank + 1}"


def squares(field):
    """The pieces of a board field that is well formed, by their squares."""
    pieces = {}
    rows = field.split("/")
    for row, text in enumerate(rows):
        file = 0
        for item in re.findall(r"[0-9]+|[A-Za-z]", text):
            if item.isdigit():
                file += int(item)
            else:
                pieces[name(file, len(rows) - 1 - row)] = item
                file += 1
    return pieces


class Position:
    """pieces: letters by square; unmoved: squares of the Kings and Rooks that may castle; passed: en passant or None."""

    def __init__(self, variant, vfen):
        self.variant = variant
        self.start = squares(STARTS[variant])
        self.size = STARTS[variant].count("/") + 1
        fields = vfen.split(" ")
        if len(fields) < 6 or "" in fields:
            refuse("field-count", "expected at least six fields with single spaces between them")
        self.pieces = self.read_board(fields[0])
        if fields[1] not in ("w", "b"):
            refuse("side", f"`{fields[1]}`; expected w or b")
        self.white = fields[1] == "w"
        self.check_men()
        self.unmoved = self.read_unmoved(fields[2])
        self.clock, self.number = self.read_count(fields[4], 0), self.read_count(fields[5], 1)
        self.passed = self.read_passed(fields[3])
        if len(fields) > 6:
            refuse("extra-field", f"`{fields[6]}`; expected six fields")

    def read_board(self, field):
        rows = field.split("/")
        if len(rows) != self.size:
            refuse("board-shape", f"{len(rows)} ranks; expected {self.size}")
        known = set(STARTS[self.variant]) - set("/0123456789")
        for row, text in enumerate(rows):
            files, rest = 0, text
            while rest:
                item = re.match(r"[1-9][0-9]{0,3}(?![0-9])|[A-Za-z]|\{[^}]{2,}\}|-", rest)
                if not item:
                    refuse("board-syntax", f"rank {self.size - row}: cannot read `{rest}`")
                if item[0] == "-":
                    refuse("closed-square", f"rank {self.size - row}: no square ever closes")
                if not item[0].isdigit() and item[0] not in known:
                    refuse("unknown-label", f"rank {self.size - row}: `{item[0]}` is no piece of {self.variant}")
                files += int(item[0]) if item[0].isdigit() else 1
                rest = rest[item.end():]
            if files != self.size:
                refuse("board-shape", f"rank {self.size - row}: {files} squares; expected {self.size}")
        return squares(field)

    def check_men(self):
        for king in "Kk":
            count = list(self.pieces.values()).count(king)
            if count != 1:
                refuse("piece-count", f"{count} pieces `{king}`; expected one")
        for square, piece in self.pieces.items():
            if piece in "Pp" and numbers(square)[1] in (0, self.size - 1):
                refuse("pawn-rank", f"{square}: no Pawn stands on the first or last rank")

    def read_unmoved(self, field):
        holders = {square for square, piece in self.pieces.items() if piece in "KkRr" and self.start.get(square) == piece}
        if field == "-":
            return set()
        listed = holders if field == "*" else set()
        for square in [] if field == "*" else field.split(","):
            if square in listed or square not in holders:
                refuse("unmoved", f"`{square}` is there twice or is no square of a King or Rook that may not have moved")
            listed.add(square)
        return self.usable(listed)

    def usable(self, listed):
        """A King's right is of no use without an unmoved Rook, nor the other way round."""
        kept = set()
        for king, rook in ("KR", "kr"):
            side = {square for square in listed if self.pieces[square] in (king, rook)}
            if {self.pieces[square] for square in side} == {king, rook}:
                kept |= side
        return kept

    def read_count(self, field, least):
        if not re.fullmatch(r"0|[1-9][0-9]{0,8}", field, re.ASCII) or int(field) < least:
            refuse("clock", f"`{field}`; expected a number from {least}, of at most nine digits")
        return int(field)

    def read_passed(self, field):
        if field == "-":
            return None
        place = numbers(field)
        forward, pawn = (-1, "p") if self.white else (1, "P")
        if place:
            origin, beyond = name(place[0], place[1] - forward), name(place[0], place[1] + forward)
            if field not in self.pieces and origin not in self.pieces:
                if self.pieces.get(beyond) == pawn and self.start.get(origin) == pawn:
                    return field
        refuse("en-passant", f"`{field}`: no Pawn can just have passed over it")

    def fen(self, white=None):
        """As Fairy-Stockfish reads it. The counters cannot change a legal move, and large ones are not for every reader."""
        corners = {"chess": {"K": "h1", "Q": "a1", "k": "h8", "q": "a8"}}.get(self.variant, {})
        rights = "".join(letter for letter, corner in corners.items() if corner in self.unmoved) or "-"
        turn = "w" if (self.white if white is None else white) else "b"
        return f"{self.board()} {turn} {rights} {(self.passed if white is None else None) or '-'} 0 1"

    def board(self):
        rows = []
        for rank in reversed(range(self.size)):
            row = "".join(self.pieces.get(name(file, rank), ".") for file in range(self.size))
            rows.append(re.sub(r"\.+", lambda run: str(len(run[0])), row))
        return "/".join(rows)

    def vfen(self):
        unmoved = ",".join(sorted(self.unmoved, key=numbers)) or "-"
        if self.unmoved and self.unmoved == self.read_unmoved("*"):
            unmoved = "*"
        turn = "w" if self.white else "b"
        return f"{self.board()} {turn} {unmoved} {self.passed or '-'} {self.clock} {self.number}"

    def key(self):
        """What makes two positions the same for repetition."""
        return self.vfen().split(" ")[:4]
