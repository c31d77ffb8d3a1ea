# The library prints no FEN, so a position is the FEN it was read from and the moves played since.
from pychess_engine.engine import Engine
from uci_loop import serve

engine = Engine()


def place(position):
    fen, *played = position.split(";")
    engine.load_fen(fen)
    for move in played:
        engine.make_move(move)


def moves(position):
    place(position)
    # `legal_moves` lists pseudo-legal moves. `make_move` plays only the legal ones.
    return [move for move in engine.legal_moves() if is_played(move)]


def is_played(move):
    played = engine.make_move(move)
    if played:
        engine.board.take_move()
    return played


serve(moves, lambda position, move: f"{position};{move}", shows=False)
