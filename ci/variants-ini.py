"""Imports every section of a variants.ini that can be imported, and compares it with pyffish: perft 1 to 3 from the start, then moves and
ends in random games from the start and from boards with few pieces.

Usage: variants-ini.py VPERFT FILE [LEAST] [--round-trip] (with pyffish). Ends with 1 if a section differs, or fewer than LEAST are right.
With --round-trip it exports each section again. pyffish then compares both: all moves within 3 plies, moves and results in random games.
"""

import json
import random
import re
import subprocess
import sys
import tempfile

import pyffish
from pyffish_games import difference, perft

DEPTH, POSITIONS, PLIES = 3, 150, 30


def run(*words):
    done = subprocess.run(words, capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout, done.stderr.strip()


class Rules:
    """The rules of an imported folder: the answers of `vperft serve` about a FEN, in the words of Fairy-Stockfish."""

    def __init__(self, vperft, name, folder):
        with open(f"{folder}/variant.json", encoding="utf-8") as text:
            self.table = json.load(text)
        self.name = name
        command = [vperft, "serve", name, "--variant", folder]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, **request):
        self.process.stdin.write(json.dumps({"seq": 1, "variant": self.name, **request}) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline()).get("result")

    def vfen(self, fen):
        board, side, rights, passed = fen.split()[:4]
        known = {right["letter"]: (right["king"], right["rook"]) for right in self.table.get("uci", {}).get("rights", [])}
        squares = {square for letter in rights for square in known.get(letter, ())}
        # Of two squares, the one farther on is that of the piece.
        passed = sorted(re.findall(r"[a-z]\d+", passed), reverse=side == "w") or ["-"]
        board = re.sub(r"\+(.)", lambda piece: self.promoted(piece[1]), board.replace("~", ""))
        return f"{board} {side} {','.join(sorted(squares)) or '-'} {passed[0]} 0 1"

    def promoted(self, letter):
        """The letter of what a piece becomes."""
        labels = {piece["kind"]: piece["label"] for piece in self.table["pieces"]}
        become = {labels[rule["piece"]]: labels[rule["to"][0]] for rule in self.table["promotion"]}
        return become[letter] if letter.isupper() else become[letter.upper()].lower()

    def moves(self, fen):
        """The moves of a valid position in coordinates, else None."""
        moves = self.ask(ask="moves", vfen=self.vfen(fen))
        return None if moves is None else sorted(map(coordinates, moves))

    def end(self, fen):
        """What the position is to the side to move: won, lost or draw, else None."""
        status = self.ask(ask="status", vfen=self.vfen(fen), moves=[])
        results = self.table.get("results", {})
        ends = {"checkmate": results.get("checkmate", "lost"), "stalemate": "draw", "lost": "lost", "won": "won", "draw-goal": "draw"}
        return ends.get(status)


def coordinates(move):
    start, end = re.match(r"\S+ ([a-z]\d+)-([a-z]\d+)", move).groups()
    promotion = re.search(r"; ([A-Za-z])-[a-z]\d+$", move)
    return start + end + (promotion[1].lower() if promotion else "")


def in_letters(moves, own):
    """The moves of pyffish, which calls the only promotion of a piece `+`, with the letter that the own moves have there."""
    letter = lambda move: next((mine for mine in own or () if mine[:-1] == move[:-1] and mine not in moves), move)
    return sorted(letter(move) if move.endswith("+") else move for move in moves)


def end(section, fen, moves):
    """The end of a game as pyffish sees it, as `Rules.end` does."""
    is_over, value = pyffish.is_immediate_game_end(section, fen, [])
    if not is_over and moves:
        return None
    value = value if is_over else pyffish.game_result(section, fen, [])
    return "won" if value > 0 else "lost" if value < 0 else "draw"


def with_few_pieces(fen, choose):
    """The position without most of its pieces but for Kings, some of them elsewhere, and without rights."""
    rows = [re.sub(r"\d+", lambda empty: "." * int(empty[0]), row) for row in fen.split()[0].replace("~", "").split("/")]
    cells, share = [*"/".join(rows)], choose.choice([0.1, 0.3, 0.6])
    cells = [cell if cell in "/.kK" or choose.random() < share else "." for cell in cells]
    squares = [index for index, cell in enumerate(cells) if cell != "/"]
    for _ in range(choose.randint(0, 4)):
        one, other = choose.choice(squares), choose.choice(squares)
        cells[one], cells[other] = cells[other], cells[one]
    board = re.sub(r"\.+", lambda empty: str(len(empty[0])), "".join(cells))
    return f"{board} {choose.choice('wb')} - - 0 1"


def compare_games(section, rules):
    """The first difference in positions of random games."""
    choose, start, left = random.Random(section), pyffish.start_fen(section), POSITIONS
    while left > 0:
        left -= 1
        first = start
        if choose.random() < 0.6:
            line = []
            for _ in range(choose.randint(0, PLIES)):
                line += [choose.choice(found)] if (found := pyffish.legal_moves(section, start, line)) else []
            first = with_few_pieces(pyffish.get_fen(section, start, line), choose)
        line = []
        for _ in range(PLIES):
            fen = pyffish.get_fen(section, first, line)
            moves, own = pyffish.legal_moves(section, fen, []), rules.moves(fen)
            if own is None and not line and first != start:
                break
            if re.search("[A-Ja-j]", fen.split()[2]):
                return None  # Chess960, in which castling and its rights are written in another way.
            if own != (theirs := in_letters(moves, own)):
                return f"{fen}: moves {sorted(set(own or []) ^ set(theirs))} differ"
            if (ours := rules.end(fen)) != (theirs := end(section, fen, moves)):
                return f"{fen}: {ours}; pyffish {theirs}"
            left -= 1
            if not moves:
                break
            line.append(choose.choice(moves))
    return None


def imported(vperft, section, name, folder):
    code, lint, error = run(vperft, "lint", "--variant", folder)
    if code:
        return f"lint: {lint.strip()} {error}"
    counts = [run(vperft, "perft", name, str(depth), "--variant", folder)[1].strip() for depth in range(1, DEPTH + 1)]
    expected = [str(perft(section, depth)) for depth in range(1, DEPTH + 1)]
    if counts != expected:
        return f"{counts}; pyffish {expected}"
    rules = Rules(vperft, name, folder)
    try:
        return compare_games(section, rules)
    finally:
        rules.process.kill()
        rules.process.wait()


def exported(vperft, section, name, folder):
    again = "rt-" + section
    words = ["--variant", folder, "--format", "variants-ini", "--name", again]
    code, text, error = run(vperft, "export", "variant", name, *words)
    if not code:
        pyffish.load_variant_config(text)
    return error if code else difference(section, again, DEPTH)


words = [word for word in sys.argv[1:] if word != "--round-trip"]
vperft, file, least = words[0], words[1], int(words[2]) if len(words) > 2 else 1
check = exported if "--round-trip" in sys.argv else imported
with open(file, encoding="utf-8") as text:
    pyffish.load_variant_config(text.read())
sections = json.loads(run(vperft, "import", "variant", file, "--format", "json")[1])["sections"]
sections = [section["name"] for section in sections if section["imported"]]
right, differ = 0, False
with tempfile.TemporaryDirectory() as parent:
    for section in sections:
        name = "v-" + section.lower().replace("_", "-")
        code, _, problem = run(vperft, "import", "variant", file, "--name", section, "--as", name, "--dir", parent)
        problem = problem if code else check(vperft, section, name, f"{parent}/{name}")
        right += problem is None
        if problem:
            print(f"{section}: {problem}", flush=True)
            differ |= check is imported or "cannot express" not in problem
print(f"{len(sections)} sections imported, {right} {check.__name__} as pyffish plays them")
sys.exit(differ or right < least)
