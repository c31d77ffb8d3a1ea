"""Reads Betza notation over JSON lines: a reader that shares nothing with `vperft`.

It walks the text itself on the board, square by square, and has no path programs. It knows the dialect `xbetza`. It is written from the
published descriptions that docs/betza.md names, for `vperft betza check --backend 'cmd:python3 adapters/betza/notation_reader.py'`.
It does not check texts: it answers `unsupported` about what it does not know, and every error of the suite is such a text.
"""

import json
import re
import sys

ATOMS = {"W": (0, 1), "F": (1, 1), "D": (0, 2), "N": (1, 2), "A": (2, 2), "H": (0, 3), "C": (1, 3), "Z": (2, 3), "G": (3, 3)}
ATOMS["L"], ATOMS["J"] = ATOMS["C"], ATOMS["Z"]
SHORT = {"B": ("F", 99), "R": ("W", 99), "Q": ("K", 99), "K": ("K", 1)}
FAR = 99


class Unsupported(Exception):
    pass


def rotations(x, y):
    """The steps of an atom: all signs, and both orders."""
    return {(a * s, b * t) for a, b in ((x, y), (y, x)) for s in (1, -1) for t in (1, -1)}


def steps_of(atom):
    if atom == "K":
        return rotations(0, 1) | rotations(1, 1)
    if len(atom) == 2:
        x, y = ATOMS[atom[0]]
        return rotations(x, y + 3) if atom[1] == "X" else rotations(x + 2, y + 2)
    return rotations(*ATOMS[atom])


def kind(step):
    x, y = abs(step[0]), abs(step[1])
    return "orthogonal" if 0 in (x, y) else "diagonal" if x == y else "oblique"


def is_toward(step, letter):
    x, y = step
    return {"f": y > 0, "b": y < 0, "l": x < 0, "r": x > 0, "s": x != 0, "v": y != 0}[letter]


def is_mainly(step, letter):
    """Whether an oblique step goes farther in the dimension of the letter."""
    x, y = step
    return (abs(y) > abs(x)) == (letter in "fbv")


def is_across(one, other):
    return (one in "fbv") != (other in "fbv")


def chirality(step):
    """`r` for the steps that a rotation takes to one step forward and less to the right, `l` for the others."""
    x, y = step
    while not (y > 0 and y > abs(x)):
        x, y = -y, x
    return "r" if x > 0 else "l"


def choose(steps, letters):
    """The steps that direction letters select. Pairs are read from the left."""
    steps = list(steps)
    is_compass = len({kind(step) for step in steps}) > 1
    chosen, index, found = set(), 0, False
    while index < len(letters):
        one, other = letters[index], letters[index + 1] if index + 1 < len(letters) else ""
        if one not in "fblrsvh":
            index += 1
            continue
        found = True
        if other not in tuple("fblrsvh"):
            other = ""
        taken = 2
        oblique = [step for step in steps if kind(step) == "oblique"]
        if oblique:
            if one == "h" and other in ("l", "r"):
                part = {step for step in steps if chirality(step) == other}
            elif other == "h" and one in "fblr":
                part = {step for step in steps if is_toward(step, one)}
            elif one == other and one in "fblr":
                part = {step for step in steps if is_toward(step, one) and is_mainly(step, one)}
            elif other and one in "fblr" and is_across(one, other):
                part = {step for step in steps if is_toward(step, one) and is_toward(step, other) and is_mainly(step, other)}
            else:
                part, taken = {step for step in steps if is_toward(step, one) and is_mainly(step, one)}, 1
        elif is_compass:
            straight = {step for step in steps if kind(step) == "orthogonal" and is_toward(step, one)}
            if one == other:
                part = straight
            elif other and one in "fblr" and is_across(one, other):
                part = {step for step in steps if kind(step) == "diagonal" and is_toward(step, one) and is_toward(step, other)}
            else:
                part, taken = straight, 1
        elif kind(steps[0]) == "diagonal" and other and is_across(one, other):
            part = {step for step in steps if is_toward(step, one) and is_toward(step, other)}
        else:
            part, taken = {step for step in steps if is_toward(step, one)}, 1
        chosen |= part
        index += taken
    return chosen if found else set(steps)


def angle(step):
    """Sixteenths of a circle, clockwise. Oblique steps are midway between their neighbours."""
    x, y = step
    turns = 0
    while not (x >= 0 and y > 0):
        x, y = -y, x
        turns += 4
    within = 0 if x == 0 else 1 if x < y else 2 if x == y else 3
    return (within + turns) % 16


def relative(before, step):
    return (angle(step) - angle(before)) % 16


# The turns of later legs, in sixteenths of a circle, as the directions of the compass with the step before as forward.
COMPASS = {(0, 1): 0, (1, 1): 2, (1, 0): 4, (1, -1): 6, (0, -1): 8, (-1, -1): 10, (-1, 0): 12, (-1, 1): 14}


def turns_of(letters):
    """The turns that letters select, None without direction letters."""
    if not any(letter in "fblrsvh" for letter in letters):
        return None
    return {COMPASS[step] for step in choose(COMPASS, letters)}


class Board:
    def __init__(self, request):
        self.files, self.ranks = request["files"], request["ranks"]
        self.at = self.square(request["square"])
        self.friends = {self.square(name) for name in request["friends"]}
        self.enemies = {self.square(name) for name in request["enemies"]}
        self.unmoved = request["unmoved"]

    @staticmethod
    def square(name):
        return ord(name[0]) - ord("a"), int(name[1:]) - 1

    def holds(self, square, taken):
        x, y = square
        if not (0 <= x < self.files and 0 <= y < self.ranks):
            return "edge"
        if square == self.at or square in taken:
            return "m"
        return "d" if square in self.friends else "c" if square in self.enemies else "m"


def name(square):
    return f"{chr(ord('a') + square[0])}{square[1] + 1}"


def ray(start, step, most):
    for count in range(1, most + 1):
        yield count, (start[0] + count * step[0], start[1] + count * step[1])


def targets_of(letters):
    found = {letter for letter in letters if letter in "mcd"}
    return found or {"m", "c"}


class Walk:
    """One piece on one board."""

    def __init__(self, board):
        self.board, self.found = board, set()

    def end(self, square, modes, taken):
        holds = self.board.holds(square, taken)
        if holds not in targets_of(modes) or holds == "edge":
            return
        if "u" in modes:
            self.found.add((name(square) + "~", None))
            return
        captured = set(taken) | ({square} if holds in "cd" else set())
        self.found.add((name(square), frozenset(captured)))

    def last(self, start, step, most, modes, taken):
        """The last leg in one direction."""
        board = self.board
        if "p" in modes or "g" in modes:
            platform = {"d"} if "t" in modes else {"c", "d"}
            hurdle = None
            for count, square in ray(start, step, most):
                holds = board.holds(square, taken)
                if holds == "edge":
                    return
                if hurdle is None:
                    if holds in platform:
                        hurdle = count
                    elif holds != "m":
                        return
                    continue
                self.end(square, modes, taken)
                if holds != "m" or "g" in modes:
                    return
            return
        if "j" in modes:
            near = max(abs(step[0]), abs(step[1])) == 1
            middle = (start[0] + step[0] // 2, start[1] + step[1] // 2)
            if not near:
                if board.holds(middle, taken) in "cd":
                    self.end((start[0] + step[0], start[1] + step[1]), modes, taken)
                return
            for count, square in ray(start, step, most):
                holds = board.holds(square, taken)
                if holds == "edge":
                    return
                if count == 1:
                    continue
                self.end(square, modes, taken)
                if holds != "m":
                    return
            return
        before = start
        for _, square in ray(start, step, most):
            holds = board.holds(square, taken)
            if holds == "edge" or ("n" in modes and not self.is_free(before, step, taken)):
                return
            self.end(square, modes, taken)
            if holds != "m":
                return
            before = square

    def is_free(self, start, step, taken):
        """Whether nothing blocks a lame leap: on a straight one nowhere, on a Knight's on its first orthogonal square."""
        x, y = step
        longest = max(abs(x), abs(y))
        if kind(step) == "oblique":
            near = (0, (y > 0) - (y < 0)) if abs(y) > abs(x) else ((x > 0) - (x < 0), 0)
            between = [(start[0] + near[0], start[1] + near[1])]
        else:
            between = [(start[0] + x * part // longest, start[1] + y * part // longest) for part in range(1, longest)]
        return all(self.board.holds(square, taken) == "m" for square in between)

    def winding(self, start, step, most, modes, alternates, side, count, all_steps):
        """A rider that turns after each step."""
        square = (start[0] + step[0], start[1] + step[1])
        holds = self.board.holds(square, ())
        if holds == "edge":
            return
        self.end(square, modes, ())
        if holds != "m" or count >= most:
            return
        for turn in (side,) if side else (4, 12) if alternates else (2, 14):
            for following in all_steps:
                if relative(step, following) == turn:
                    after = (16 - turn) if alternates else turn
                    self.winding(square, following, most, modes, alternates, after, count + 1, all_steps)


def one_leg(walk, letters, atom, most):
    modes = {letter for letter in letters if letter not in "fblrsvhi"}
    steps = steps_of(atom)
    chosen = choose(steps, letters)
    for step in chosen:
        if "z" in modes:
            walk.winding(walk.board.at, step, min(most, 40), modes, True, None, 1, steps)
        elif "q" in modes:
            walk.winding(walk.board.at, step, 7 if most == 1 else min(most, 7), modes, False, None, 1, steps)
        else:
            walk.last(walk.board.at, step, most, modes, ())


def resize(step, unit):
    """The step of the same atom length in a direction: a turn by half a right angle converts the atom."""
    return (unit[0] * max(map(abs, step)), unit[1] * max(map(abs, step)))


def chain(walk, legs, atom, most, index=0, start=None, before=None, taken=(), bend=None, length=None):
    """Legs that share an atom."""
    letters = legs[index]
    modes = {letter for letter in letters if letter not in "fblrsvh"}
    is_last = index + 1 == len(legs)
    if before is None:
        start = walk.board.at
        chosen = choose(steps_of(atom), letters)
    else:
        if bend:
            same, other = bend, "r" if bend == "l" else "l"
            letters = letters.replace("q", same).replace("z", other)
        modes -= {"z", "q"}
        turns = turns_of(letters)
        if kind(before) == "oblique":
            candidates = steps_of(atom)
            default = {0, 2, 4, 6, 10, 12, 14}
        else:
            candidates = {resize(before, unit) for unit in COMPASS}
            default = {0, 2, 4, 6, 10, 12, 14} if atom == "K" else {0, 4, 12}
        chosen = {step for step in candidates if relative(before, step) in (default if turns is None else turns)}
    exact = length if "i" in modes and before is not None else None
    for step in chosen:
        side = bend
        if before is not None and relative(before, step) not in (0, 8):
            side = "r" if relative(before, step) < 8 else "l"
        if is_last:
            if exact is None:
                walk.last(start, step, most, modes, taken)
            else:
                squares = [square for _, square in ray(start, step, exact)]
                if all(walk.board.holds(square, taken) == "m" for square in squares[:-1]):
                    walk.end(squares[-1], modes, taken)
            continue
        for count, square in ray(start, step, exact or most):
            holds = walk.board.holds(square, taken)
            if holds == "edge":
                break
            if exact is not None and count != exact:
                if holds != "m":
                    break
                continue
            allowed = {mode for mode in modes if mode in "mcd"}
            hop = {"d"} if "t" in modes else {"c", "d"}
            if not modes & set("mcdpgy"):
                allowed = {"m"}
            toggled = FAR if most == 1 else 1
            ways = []
            if holds in allowed:
                ways.append((most, (*taken, square) if holds in "cd" else taken))
            if "p" in modes and holds in hop:
                ways.append((most, taken))
            if ("y" in modes and holds == "m") or ("g" in modes and holds in hop):
                ways.append((toggled, taken))
            for reach, then_taken in ways:
                chain(walk, legs, atom, reach, index + 1, square, step, then_taken, side, count)
            if holds != "m":
                break


def bracket(walk, prefix, legs):
    """Legs with atoms of their own. A direction before the bracket selects paths by the direction of their far end."""

    def follow(index, start, before, taken, path):
        letters, atom, most, separator = legs[index]
        modes = {letter for letter in letters if letter not in "fblrsvh"}
        steps = steps_of(atom)
        if before is not None:
            turns = turns_of(letters)
            if turns is None:
                least = min(min(relative(before, step), 16 - relative(before, step)) for step in steps)
                turns = {least, (16 - least) % 16}
            steps = {step for step in steps if relative(before, step) in turns}
        for step in steps:
            far = 15 if most == FAR else most
            here = (*path, (step[0] * far, step[1] * far))
            if index + 1 == len(legs):
                end = (sum(part[0] for part in here), sum(part[1] for part in here))
                alike = {(a * s, b * t) for a, b in (end, end[::-1]) for s in (1, -1) for t in (1, -1)}
                if end in choose(alike, prefix):
                    walk.last(start, step, most, modes, taken)
                continue
            for _, square in ray(start, step, most):
                holds = walk.board.holds(square, taken)
                if holds == "edge":
                    break
                if separator == "?":
                    if prefix.strip("i") == "" or reaches(index, here):
                        walk.end(square, modes, taken)
                    if holds == "m":
                        follow(index + 1, square, step, taken, here)
                else:
                    allowed = modes & set("mcd") or ({"m"} if "p" not in modes else set())
                    hop = {"d"} if "t" in modes else {"c", "d"}
                    if holds in allowed:
                        follow(index + 1, square, step, (*taken, square) if holds in "cd" else taken, here)
                    if "p" in modes and holds in hop:
                        follow(index + 1, square, step, taken, here)
                if holds != "m":
                    break

    def reaches(index, path):
        """Whether a path with this beginning is selected."""
        letters, atom, most, _ = legs[index + 1]
        before = path[-1]
        steps = steps_of(atom)
        turns = turns_of(letters)
        if turns is None:
            least = min(min(relative(before, step), 16 - relative(before, step)) for step in steps)
            turns = {least, (16 - least) % 16}
        far = 15 if most == FAR else most
        for step in steps:
            if relative(before, step) in turns:
                end = (path[0][0] + step[0] * far, path[0][1] + step[1] * far)
                alike = {(a * s, b * t) for a, b in (end, end[::-1]) for s in (1, -1) for t in (1, -1)}
                if end in choose(alike, prefix):
                    return True
        return False

    follow(0, walk.board.at, None, (), ())


def atom_and_range(text, at):
    """Reads an atom at a place: its letters before, the atom, its range, and the next place."""
    match = re.compile(r"([a-z]*)").match(text, at)
    letters, at = match.group(1), match.end()
    letter = text[at]
    at += 1
    if letter == "U":
        return letters, "U", 1, at
    if letter == "K" and text[at:at + 1] == "K":
        return letters, "K", FAR, at + 1
    if letter in SHORT:
        atom, most = SHORT[letter]
    elif letter in ATOMS:
        atom, most = letter, 1
        if at < len(text) and text[at] in "XY":
            atom += text[at]
            at += 1
        elif at < len(text) and text[at] == letter and text[at + 1:at + 2] not in ("X", "Y"):
            return letters, atom, FAR, at + 1
    else:
        raise Unsupported(f"the letter {letter}")
    digits = re.compile(r"\d*").match(text, at).group()
    if digits:
        most, at = int(digits) or FAR, at + len(digits)
    return letters, atom, most, at


def answer(request):
    if request["dialect"] != "xbetza":
        raise Unsupported("another dialect than xbetza")
    text, walk, at = request["text"], Walk(Board(request)), 0
    while at < len(text):
        found = re.compile(r"([a-z]*)\[([^\]]*)\]").match(text, at)
        if found:
            prefix, at = found.group(1), found.end()
            legs, inside = [], found.group(2)
            place = 0
            while place < len(inside):
                letters, atom, most, place = atom_and_range(inside, place)
                legs.append((letters, atom, most, inside[place:place + 1]))
                place += 1
            if "i" not in prefix or walk.board.unmoved:
                bracket(walk, prefix.replace("i", ""), legs)
            continue
        castling = re.compile(r"[a-z]*O\d").match(text, at)
        if castling:
            at = castling.end()
            continue
        letters, atom, most, at = atom_and_range(text, at)
        legs = letters.split("a")
        if "i" in legs[0] and not walk.board.unmoved:
            continue
        if atom == "U":
            for x in range(walk.board.files):
                for y in range(walk.board.ranks):
                    if (x, y) != walk.board.at:
                        walk.end((x, y), set(letters), ())
        elif len(legs) > 1:
            chain(walk, [legs[0].replace("i", ""), *legs[1:]], atom, most)
        else:
            one_leg(walk, letters, atom, most)
    moves, captures = [], []
    for to, captured in walk.found:
        if captured is None:
            captures.append(to)
        elif not captured:
            moves.append(to)
        elif {name(square) for square in captured} == {to}:
            captures.append(to)
        else:
            captures.append(to + "".join(f"x{square}" for square in sorted(map(name, captured))))
    order = lambda text: (text[0], int(re.match(r"\d+", text[1:]).group()), text)
    return {"moves": sorted(moves, key=order), "captures": sorted(captures, key=order)}


def reply(request):
    try:
        return answer(request)
    except Unsupported as reason:
        return {"unsupported": str(reason)}
    except (IndexError, KeyError, ValueError, AttributeError):
        return {"unsupported": "a text that is not valid; this reader does not check"}


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(reply(json.loads(line))), flush=True)
