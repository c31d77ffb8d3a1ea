"""Reads Betza notation over JSON lines by asking Fairy-Stockfish through pyffish.

It knows the dialect `fairy-stockfish` on boards up to 12x10. Fairy-Stockfish takes every text and skips what it does not know, so it
never answers `error`. ci/betza installs pyffish and runs the suite with this file.
"""

import json
import re
import sys

import pyffish

FILES = "abcdefghijkl"
known = {}


def fen(request):
    """The board as FEN: A is the piece, X friends, x enemies."""
    squares = {request["square"]: "A"}
    squares |= {square: "X" for square in request["friends"]}
    squares |= {square: "x" for square in request["enemies"]}
    rows = []
    for rank in range(request["ranks"], 0, -1):
        row, empty = "", 0
        for file in FILES[: request["files"]]:
            piece = squares.get(f"{file}{rank}")
            if piece is None:
                empty += 1
                continue
            row += f"{empty or ''}{piece}"
            empty = 0
        rows.append(row + str(empty or ""))
    return "/".join(rows) + " w - - 0 1"


def variant(request, start):
    """The name of a variant whose piece A moves as the text says."""
    key = (request["text"], request["files"], request["ranks"])
    if key not in known:
        known[key] = f"betza{len(known)}"
        lines = [
            f"[{known[key]}]",
            f"maxRank = {request['ranks']}",
            f"maxFile = {request['files']}",
            "king = -",
            f"customPiece1 = a:{request['text']}",
            "immobile = x",
            "checking = false",
            "castling = false",
            f"startFen = {start}",
        ]
        pyffish.load_variant_config("\n".join(lines) + "\n")
    return known[key]


def answer(request):
    if request["dialect"] != "fairy-stockfish":
        return {"unsupported": "another dialect than fairy-stockfish"}
    if request["files"] > 12 or request["ranks"] > 10:
        return {"unsupported": "a board larger than 12x10"}
    if any(character in request["text"] for character in "\n#;"):
        return {"unsupported": "a text that a configuration file cannot hold"}
    start = fen(request)
    name = variant(request, start)
    if name not in pyffish.variants():
        return {"unsupported": "a text for which Fairy-Stockfish makes no variant"}
    moves, captures = [], []
    for move in pyffish.legal_moves(name, start, []):
        origin, to = re.findall(r"[a-l]\d+", move)[:2]
        if origin == request["square"]:
            (captures if to in request["enemies"] else moves).append(to)
    order = lambda square: (square[0], int(square[1:]))
    return {"moves": sorted(set(moves), key=order), "captures": sorted(set(captures), key=order)}


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)
