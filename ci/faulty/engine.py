"""A UCI engine of chess with one mistake. It knows `position` and `go perft`, and shows neither positions nor lists of moves.
    python3 engine.py MISTAKE
MISTAKES=FILE reads the mistakes from another file than mistakes.py. The rules are those of python-chess (PyPI `chess`)."""
import os
import runpy
import sys

import chess


class Engine:
    """An engine without a mistake. A mistake replaces some of the methods."""
    Board = chess.Board

    def __init__(self):
        self.board = self.Board()

    def read(self, fen):
        return self.Board(fen)

    def moves(self, board):
        return list(board.legal_moves)

    def play(self, board, move):
        board.push(move)

    def undo(self, board):
        board.pop()

    def play_command(self, board, move):
        """Plays a move of the command `position`."""
        self.play(board, move)

    def count(self, board, depth):
        if depth == 0:
            return 1
        moves = self.moves(board)
        return len(moves) if depth == 1 else sum(self.count_below(board, move, depth) for move in moves)

    def count_below(self, board, move, depth):
        self.play(board, move)
        count = self.count(board, depth - 1)
        self.undo(board)
        return count

    def position(self, words):
        split = words.index("moves") if "moves" in words else len(words)
        board = self.read(chess.STARTING_FEN if words[0] == "startpos" else " ".join(words[1:split]))
        for text in words[split + 1:]:
            move = chess.Move.from_uci(text)
            if move not in self.moves(board):
                break
            self.play_command(board, move)
        self.board = board

    def perft(self, depth):
        total = 0
        for move in self.moves(self.board):
            count = self.count_below(self.board, move, depth)
            total += count
            print(f"{move.uci()}: {count}")
        print(f"\nNodes searched: {total}\n")

    def serve(self):
        for line in sys.stdin:
            words = line.split()
            if words[:1] == ["uci"]:
                print("id name faulty\nuciok")
            elif words[:1] == ["isready"]:
                print("readyok")
            elif words[:1] == ["position"]:
                self.position(words[1:])
            elif words[:2] == ["go", "perft"]:
                self.perft(int(words[2]))
            elif words[:1] == ["quit"]:
                break
            sys.stdout.flush()


def mistakes():
    """The mistakes by name."""
    here = os.path.dirname(os.path.abspath(__file__))
    return runpy.run_path(os.environ.get("MISTAKES") or os.path.join(here, "mistakes.py"))["MISTAKES"]


if __name__ == "__main__":
    mistakes()[sys.argv[1]].engine().serve()
