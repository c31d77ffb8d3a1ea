#!/usr/bin/env python3
"""A backend for vperft in Python. Copy this file, fill in the functions of Rules, and try
    vperft run ryugi --backend "cmd:python3 skeleton.py"
Positions are VFENs, moves are canonical texts: suites/RULES.md describes both, docs/protocol.md the protocol."""
import json, sys

class Unsupported(Exception):
    """Raise this for a question that you do not answer, with the reason."""

class Refused(Exception):
    """Raise this for a malformed or illegal "position" or "move", which is its kind."""
    def __init__(self, kind, message, reason=None):
        super().__init__(message)
        self.fields = {"kind": kind, "message": message} | ({"reason": reason} if reason else {})


class Rules:
    name, version, variants = "my-engine", "0.1", ["ryugi"]
    # True if moves, perft and divide take moves=[...], which they play from vfen first. This exposes bugs in the state that an
    # engine updates as it plays, such as an en passant square that it does not clear. If False, they only get positions.
    played = False

    def moves(self, variant, vfen):
        """The canonical texts of all legal moves, in any order: ["P e3-e4", ...]."""
        raise Unsupported("moves is not implemented yet")

    def after(self, variant, vfen, moves):
        """The canonical VFEN after these moves, of which there may be none."""
        raise Unsupported("after is not implemented yet")

    # Without these three, vperft counts with moves and after, and does not ask for the status:
    # def perft(self, variant, vfen, depth): the number of legal sequences of that length
    # def divide(self, variant, vfen, depth): pairs [move text, perft of its child one ply shallower]
    # def status(self, variant, vfen, moves): a status word, such as "checkmate" or "ongoing"


def answer(rules, request):
    ask = request["ask"]
    natives = [name for name in ("perft", "divide", "status") if hasattr(rules, name)]
    played = ["played"] * getattr(rules, "played", False)
    if ask == "hello":
        return {"protocol": 1, "name": rules.name, "version": rules.version, "variants": rules.variants,
                "native": natives + played}
    if ask not in ["moves", "after"] + natives or request["variant"] not in rules.variants:
        raise Unsupported(f"no {ask} of {request.get('variant')} here")
    extra = {"after": "moves", "status": "moves", "perft": "depth", "divide": "depth"}.get(ask)
    first = {"moves": request["moves"]} if extra != "moves" and "moves" in request else {}
    return getattr(rules, ask)(request["variant"], request["vfen"], *([request[extra]] if extra else []), **first)


def serve(rules):
    for line in sys.stdin:
        request = json.loads(line)
        try:
            reply = {"result": answer(rules, request)}
        except Unsupported as reason:
            reply = {"unsupported": str(reason)}
        except Refused as refusal:
            reply = {"error": refusal.fields}
        except Exception as error:
            reply = {"error": {"kind": "internal", "message": repr(error)}}
        print(json.dumps({"seq": request["seq"], **reply}), flush=True)


if __name__ == "__main__":
    serve(Rules())
