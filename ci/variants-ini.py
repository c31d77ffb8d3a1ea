"""Imports every section of a variants.ini that can be imported, and compares perft 3 with pyffish.

Usage: variants-ini.py VPERFT FILE [LEAST] (with pyffish). Ends with 1 if a count differs, or fewer than LEAST sections are imported.
"""

import json
import subprocess
import sys
import tempfile

import pyffish

DEPTH = 3
PATIENCE = 300


def run(*words):
    done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE)
    return done.returncode, done.stdout, done.stderr.strip()


def perft(variant, fen, moves, depth):
    legal = pyffish.legal_moves(variant, fen, moves)
    if depth == 1:
        return len(legal)
    return sum(perft(variant, fen, [*moves, move], depth - 1) for move in legal)


def compare(vperft, file, section, folder):
    name = "v-" + section.lower().replace("_", "-")
    code, _, error = run(vperft, "import", "variant", file, "--name", section, "--as", name, "--dir", folder)
    if code:
        return f"not imported: {error}"
    code, lint, error = run(vperft, "lint", "--variant", f"{folder}/{name}")
    if code:
        return f"lint: {lint.strip()} {error}"
    counts = []
    for depth in range(1, DEPTH + 1):
        code, out, error = run(vperft, "perft", name, str(depth), "--variant", f"{folder}/{name}")
        counts.append(int(out) if code == 0 else error)
    fen = pyffish.start_fen(section)
    expected = [perft(section, fen, [], depth) for depth in range(1, DEPTH + 1)]
    return None if counts == expected else f"{counts}; pyffish {expected}"


def main():
    vperft, file = sys.argv[1:3]
    least = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    with open(file, encoding="utf-8") as text:
        pyffish.load_variant_config(text.read())
    _, listed, _ = run(vperft, "import", "variant", file, "--format", "json")
    sections = [section["name"] for section in json.loads(listed)["sections"] if section["imported"]]
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for section in sections:
            if problem := compare(vperft, file, section, folder):
                wrong += 1
                print(f"{section}: {problem}")
    print(f"{len(sections)} sections imported, {len(sections) - wrong} agree with pyffish at perft 1 to {DEPTH}")
    sys.exit(wrong > 0 or len(sections) < least)


main()
