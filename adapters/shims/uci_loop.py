"""A UCI engine made of a library: vperft run chess --backend 'uci:python3 FILE'. README.md says what FILE contains."""
import sys

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def serve(moves, after, shows=True, variant="chess", start=START):
    """`moves(fen)` lists the legal moves, as in ["e2e4", "b7b8q"]; `after(fen, move)` is the FEN after a legal move.
    If the library prints no FEN, `after` returns what `moves` can read instead, and `shows` is False.
    A library for another variant than chess names it, by its name in Fairy-Stockfish, and the FEN of its start."""
    def divide(fen, depth):
        return [(move, total(after(fen, move), depth - 1) if depth > 1 else 1) for move in moves(fen)]

    def total(fen, depth):
        return sum(count for _, count in divide(fen, depth))

    fen = start
    for words in map(str.split, sys.stdin):
        match words:
            case ["uci"]:
                if variant != "chess":
                    print(f"option name UCI_Variant type combo default {variant} var {variant}")
                print("uciok")
            case ["isready"]:
                print("readyok")
            case ["position", *given]:
                given, _, played = " ".join(given).partition(" moves ")
                fen = start if given == "startpos" else given.removeprefix("fen ")
                for move in played.split():
                    fen = after(fen, move)
            case ["go", "perft", depth]:
                counts = divide(fen, int(depth))
                print(*(f"{move}: {count}" for move, count in counts), f"Nodes searched: {sum(count for _, count in counts)}", sep="\n")
            case ["d"] if shows:
                print("Fen:", fen)
            case ["quit"]:
                return
        sys.stdout.flush()
