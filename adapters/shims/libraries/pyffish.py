import pyffish
from uci_loop import serve


def moves(fen):
    return pyffish.legal_moves("chess", fen, [])


def after(fen, move):
    return pyffish.get_fen("chess", fen, [move])


serve(moves, after)
