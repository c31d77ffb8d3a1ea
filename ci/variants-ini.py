"""Imports every section of a variants.ini that can be imported, and compares perft 1 to 3 with pyffish.

Usage: variants-ini.py VPERFT FILE [LEAST] [--round-trip] (with pyffish). Ends with 1 if a section differs, or fewer than LEAST are right.
With --round-trip it exports each section again. pyffish then compares both: all moves within 3 plies, moves and results in random games.
"""

import json
import subprocess
import sys
import tempfile

import pyffish
from pyffish_games import difference, perft

DEPTH = 3


def run(*words):
    done = subprocess.run(words, capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout, done.stderr.strip()


def imported(vperft, section, name, folder):
    code, lint, error = run(vperft, "lint", "--variant", folder)
    if code:
        return f"lint: {lint.strip()} {error}"
    counts = [run(vperft, "perft", name, str(depth), "--variant", folder)[1].strip() for depth in range(1, DEPTH + 1)]
    expected = [str(perft(section, depth)) for depth in range(1, DEPTH + 1)]
    return None if counts == expected else f"{counts}; pyffish {expected}"


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
