"""Compares what commands name of one switched-off clause; ci/agreeing describes it."""
import json
import os
import re
import subprocess
import sys

VPERFT = os.environ["VPERFT"]


def ask(*words):
    """The document that a command prints; None if it ends with 0, because nothing shows."""
    made = subprocess.run([VPERFT, *words, "--format", "json"], capture_output=True, text=True)
    if made.returncode not in (0, 1):
        sys.exit(f"ci/agreeing: `vperft {' '.join(words)}` ends with {made.returncode}: {made.stderr.strip()}")
    return json.loads(made.stdout) if made.returncode == 1 else None


def of_run(variant, clause):
    found = ask("run", variant, "--tier", "smoke", "--without", clause)
    return [(one["mistake"], one["clause"]) for one in found["explanations"][0]["mistakes"]] if found else []


def of_diagnose(variant, clause):
    found = ask("diagnose", variant, "--backend", "reference", "--without", clause)
    return [(" / ".join([one["mistake"], *one["alike"]]), one["clause"]) for one in found["mistakes"]] if found else []


def of_fuzz(variant, clause):
    found = ask("fuzz", variant, "--b", "reference", "--b-without", clause, "--count", "300", "--causes", "1")
    causes = found["variants"][0]["causes"] if found else []
    # The clause of a cause is certain if the difference is that of the clause alone.
    return [("" if one["reason"] and one["reason"]["exact"] else "perhaps", (one["clauses"] or [None])[0]) for one in causes]


COMMANDS = {"run": of_run, "diagnose": of_diagnose, "fuzz": of_fuzz}


def verdict(clause, named):
    """What a command says of the clause: right, perhaps, nothing or WRONG."""
    if not named:
        return "nothing"
    words, first = named[0]
    if first == clause or re.search(rf"without {clause}\b", words):
        return "right"
    return "perhaps" if words.startswith("perhaps") or first is None else f"WRONG: {words} ({first})"


def main(variants):
    step, turn = int(os.environ.get("SAMPLE") or 1), int(os.environ["TURN"])
    pairs = []
    for variant in variants:
        rules = subprocess.run([VPERFT, "rules", variant, "--format", "json"], capture_output=True, text=True, check=True)
        pairs += [(variant, one["clause"]) for one in json.loads(rules.stdout)["clauses"]]
    pairs = pairs[turn % step :: step]
    counts, wrong = {name: {} for name in COMMANDS}, 0
    for variant, clause in pairs:
        said = {name: verdict(clause, command(variant, clause)) for name, command in COMMANDS.items()}
        for name, word in said.items():
            counts[name][word.split(":")[0]] = counts[name].get(word.split(":")[0], 0) + 1
        if set(said.values()) != {"right"}:
            print(variant, clause, "; ".join(f"{name} {word}" for name, word in said.items()), sep="\t", flush=True)
        wrong += any(word.startswith("WRONG") for word in said.values())
    for name, words in counts.items():
        print(f"{name}: " + ", ".join(f"{count} {word}" for word, count in sorted(words.items())))
    print(f"{len(pairs)} clauses, {wrong} of which a command calls another mistake")
    sys.exit(wrong > 0)


main(sys.argv[1:])
