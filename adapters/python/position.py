"""Positions of chess and Ryugi: VFEN as vperft writes it, FEN as Fairy-Stockfish reads it.

Rejects invalid positions (suites/RULES.md), except those that only the moves of the pieces show to be invalid."""
import re

from skeleton import Refused, Unsupported

STARTS = {
    "chess": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    "ryugi": "ribmqkdbir/ppppnnpppp/4pp4/10/10/10/10/4PP4/PPPPNNPPPP/RIBMQKDBIR",
}


def refuse(reason, message):
    raise Refused("position", message, reason)


def numbers(square):
    """File and rank of a square, counted from 0; None if the text is not a square."""
    match = re.fullmatch(r"([a-z])([1-9][0-9]?)", square)
    return match and (ord(match[1]) - ord("a"), int(match[2]) - 1)


def name(file, rank):
    return f"{chr(ord('a') + file)}{rank + 1}"


def squares(field):
    """The pieces of a well-formed board field, by square."""
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
    """pieces: letters by square; unmoved: squares of the Kings and Rooks that may castle; passed: en passant or None.
    Without any_file, castling as in Chess960 is unsupported."""

    def __init__(self, variant, vfen, any_file=False):
        self.variant, self.any_file = variant, any_file
        self.start = squares(STARTS[variant])
        self.size = STARTS[variant].count("/") + 1
        fields = vfen.split(" ")
        if len(fields) < 6 or "" in fields:
            refuse("field-count", "expected at least six fields with single spaces between them")
        self.pieces = self.read_board(fields[0])
        if fields[1] not in ("w", "b"):
            refuse("side", f"`{fields[1]}`; expected w or b")
        self.white = fields[1] == "w"
        self.check_pieces()
        self.unmoved = self.read_unmoved(fields[2])
        self.passed = self.read_passed(fields[3])
        self.clock, self.number = self.read_count(fields[4], 0), self.read_count(fields[5], 1)
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
                    refuse("closed-square", f"rank {self.size - row}: squares do not close in this variant")
                if not item[0].isdigit() and item[0] not in known:
                    refuse("unknown-label", f"rank {self.size - row}: `{item[0]}` is not a piece of {self.variant}")
                files += int(item[0]) if item[0].isdigit() else 1
                rest = rest[item.end():]
            if files != self.size:
                refuse("board-shape", f"rank {self.size - row}: {files} squares; expected {self.size}")
        return squares(field)

    def check_pieces(self):
        for king in "Kk":
            count = list(self.pieces.values()).count(king)
            if count != 1:
                refuse("piece-count", f"{count} pieces `{king}`; expected one")
        for square, piece in self.pieces.items():
            if piece in "Pp" and numbers(square)[1] in (0, self.size - 1):
                refuse("pawn-rank", f"{square}: Pawns cannot be on the first or last rank")

    def read_unmoved(self, field):
        holders = {square for square, piece in self.pieces.items() if piece in "KkRr" and self.start.get(square) == piece}
        if field == "-":
            return set()
        listed = holders if field == "*" else set()
        for square in [] if field == "*" else field.split(","):
            is_of_chess960 = self.is_of_chess960(square)
            if is_of_chess960 and not self.any_file:
                raise Unsupported("castling from other files, as in Chess960")
            if square in listed or not (square in holders or is_of_chess960):
                refuse("unmoved", f"`{square}` is a duplicate, or not the start square of a King or Rook that is on it")
            listed.add(square)
        return self.usable(listed)

    def is_of_chess960(self, square):
        """Whether a King or Rook of chess is on another file of its first rank."""
        piece = self.pieces.get(square)
        rank = {"K": "1", "R": "1", "k": "8", "r": "8"}.get(piece)
        return self.variant == "chess" and square[1:] == rank and self.start.get(square) != piece

    def usable(self, listed):
        """Keeps the rights that allow castling: those of a King and a Rook of the same side."""
        usable = set()
        for king, rook in ("KR", "kr"):
            side = {square for square in listed if self.pieces[square] in (king, rook)}
            if {self.pieces[square] for square in side} == {king, rook}:
                usable |= side
        return usable

    def read_count(self, field, minimum):
        if not re.fullmatch(r"0|[1-9][0-9]{0,8}", field, re.ASCII) or int(field) < minimum:
            refuse("clock", f"`{field}`; expected a number from {minimum}, of at most nine digits")
        return int(field)

    def read_passed(self, field):
        if field == "-":
            return None
        passed = numbers(field)
        forward, pawn = (-1, "p") if self.white else (1, "P")
        if passed:
            origin, beyond = name(passed[0], passed[1] - forward), name(passed[0], passed[1] + forward)
            if field not in self.pieces and origin not in self.pieces:
                if self.pieces.get(beyond) == pawn and self.start.get(origin) == pawn:
                    return field
        refuse("en-passant", f"`{field}`: a Pawn cannot just have passed over it")

    def fen(self, white=None):
        """The FEN for Fairy-Stockfish. Its counters are 0 and 1: they do not affect legal moves, and it may reject large ones."""
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
        """The part that is equal in repetitions of a position."""
        return self.vfen().split(" ")[:4]
