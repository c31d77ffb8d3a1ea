#!/usr/bin/env python3
"""Says what became of the mutants of ci/source-mutants.

    judge.py table PACKAGE                            writes what cargo-mutants found there, as CSV
    judge.py verdict PACKAGE SURVIVORS.toml CSV...    fails unless the tables hold every mutant of the package, and exactly the explained ones survive
    judge.py part PACKAGE SURVIVORS.toml CSV...       the same where the package has only some mutants: says nothing of explanations of others

A mutant goes by its file, its name and what the line becomes, so that it is the same one when lines move.
"""

import csv
import json
import sys
import tomllib
from collections import Counter
from pathlib import Path

COLUMNS = ["file", "line", "column", "mutant", "becomes", "outcome", "seconds", "killed_by"]
OUTCOMES = {"CaughtMutant": "caught", "MissedMutant": "missed", "Timeout": "timeout", "Unviable": "unviable"}


def described(package, mutant):
    """The columns that say which mutant it is."""
    start, end = mutant["span"]["start"], mutant["span"]["end"]
    # cargo-mutants 27 writes the name behind the place.
    name = mutant["name"].split(": ", 1)[1]
    lines = (package / "src" / Path(mutant["file"]).relative_to("src")).read_text().splitlines()
    becomes = ""
    # A function that is replaced goes by its name; what is deleted leaves the rest of its lines.
    if mutant["genre"] != "FnValue":
        before, after = lines[start["line"] - 1][: start["column"] - 1], lines[end["line"] - 1][end["column"] - 1 :]
        becomes = (before + mutant["replacement"] + after).strip()
    return {"file": mutant["file"], "line": start["line"], "column": start["column"], "mutant": name, "becomes": becomes}


def key(row):
    """What a mutant goes by."""
    return row["file"], row["mutant"], row["becomes"]


def table(package):
    """The rows of all mutants that were tested in the package."""
    rows = []
    for path in sorted((package / "out").glob("*/mutants.out/outcomes.json")):
        for outcome in json.loads(path.read_text())["outcomes"]:
            if outcome["scenario"] == "Baseline":
                continue
            row = described(package, outcome["scenario"]["Mutant"])
            log = (path.parent / outcome["log_path"]).read_text(errors="replace").splitlines()
            killers = [line.removeprefix("killed by ") for line in log if line.startswith("killed by ")]
            row["outcome"] = OUTCOMES[outcome["summary"]]
            row["seconds"] = round(sum(phase["duration"] for phase in outcome["phase_results"]), 1)
            row["killed_by"] = " ".join(killers) or ("a crash" if row["outcome"] == "caught" else "")
            rows.append(row)
    return sorted(rows, key=lambda row: (row["file"], row["line"], row["column"], row["mutant"]))


def verdict(package, explanations, tables, is_part):
    """What is wrong, one line each; prints the sums."""
    rows = []
    for path in tables:
        with open(path, newline="") as file:
            rows += csv.DictReader(file)
    wanted = Counter(key(described(package, mutant)) for mutant in json.loads((package / "all.json").read_text()))
    found = Counter(key(row) for row in rows)
    problems = [f"not tested: {': '.join(mutant)}" for mutant in (wanted - found).elements()]
    problems += [f"no such mutant, or tested twice: {': '.join(mutant)}" for mutant in (found - wanted).elements()]

    survivors = {key(row) for row in rows if row["outcome"] == "missed"}
    explained = {}
    for group in tomllib.loads(Path(explanations).read_text())["explained"]:
        for mutant in group["mutants"]:
            one = (f"src/reference/{mutant['file']}", mutant["mutant"], mutant.get("becomes", ""))
            if one in explained:
                problems.append(f"explained twice: {': '.join(one)}")
            explained[one] = group["reason"]
    problems += [f"survives unexplained: {': '.join(mutant)}" for mutant in sorted(survivors - explained.keys())]
    stale = [mutant for mutant in explained.keys() - survivors if mutant in wanted or not is_part]
    problems += [f"explained, but does not survive: {': '.join(mutant)}" for mutant in sorted(stale)]

    sums = Counter(row["outcome"] for row in rows)
    print(f"{len(rows)} mutants:", ", ".join(f"{sums[outcome]} {outcome}" for outcome in OUTCOMES.values()))
    return problems


def main():
    match sys.argv[1:]:
        case ["table", package]:
            writer = csv.DictWriter(sys.stdout, COLUMNS, lineterminator="\n")
            writer.writeheader()
            writer.writerows(table(Path(package)))
        case ["verdict" | "part" as what, package, explanations, *tables] if tables:
            problems = verdict(Path(package), explanations, tables, what == "part")
            print(*problems, sep="\n", end="\n" if problems else "")
            sys.exit(1 if problems else 0)
        case _:
            sys.exit(__doc__)


main()
