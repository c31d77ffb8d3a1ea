"""Games of variants as pyffish plays them: counts of moves, and the first difference between two variants.

Usage: pyffish_games.py FILE DEPTH prints perft 1 to DEPTH of the variant that FILE defines.
"""

import random
import sys

import pyffish

GAMES, PLIES = 4, 50


def legal(variant, moves):
    return sorted(pyffish.legal_moves(variant, pyffish.start_fen(variant), moves))


def perft(variant, depth, moves=()):
    found = legal(variant, list(moves))
    return len(found) if depth == 1 else sum(perft(variant, depth - 1, [*moves, move]) for move in found)


def differs_after(one, other, moves, depth):
    """The first difference after some moves, up to a depth."""
    found, again = legal(one, moves), legal(other, moves)
    result = lambda variant: None if found else pyffish.game_result(variant, pyffish.start_fen(variant), moves)
    if found != again or result(one) != result(other):
        return f"differs after {moves}: {set(found) ^ set(again)}"
    deeper = (differs_after(one, other, [*moves, move], depth - 1) for move in found if depth > 1)
    return next(filter(None, deeper), None)


def difference(one, other, depth):
    """The first difference in all moves up to a depth, or in the moves and results of random games."""
    problem, choose = differs_after(one, other, [], depth), random.Random(one).choice
    for _ in range(GAMES):
        moves = []
        while not problem and len(moves) < PLIES and (found := legal(one, moves)):
            moves.append(choose(found))
            problem = differs_after(one, other, moves, 1)
    return problem


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as text:
        config = text.read()
    pyffish.load_variant_config(config)
    name = config.split("]")[0].lstrip("[")
    print(*(perft(name, ply) for ply in range(1, int(sys.argv[2]) + 1)))
