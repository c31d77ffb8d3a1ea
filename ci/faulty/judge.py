"""Runs the mistakes of mistakes.py through vperft, and compares what it says with what is true. ci/faulty-engines calls it."""
import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import engine

# Mistakes that the smoke cases do not catch, and those of which `diagnose` does not name a truth first.
NOT_CAUGHT = set()
NOT_NAMED = set()

HERE = os.path.dirname(os.path.abspath(__file__))


def vperft(*words):
    """The JSON that vperft prints, and its exit code."""
    done = subprocess.run([os.environ["VPERFT"], *words, "--format", "json"], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"judge.py: `vperft {words[0]}` ends with {done.returncode} for {words[-1]}: {done.stderr}")
    return json.loads(done.stdout), done.returncode


def is_true(key, named):
    """Whether a named mistake agrees with the table."""
    def matches(pattern):
        return pattern is not None and re.search(pattern, named["words"]) is not None
    return (named["clause"] in key.clauses or matches(key.words)) and not matches(key.untrue)


def judge(name, key):
    backend = ("--backend", f"uci:{sys.executable} {os.path.join(HERE, 'engine.py')} {name}")
    ran, code = vperft("run", "chess", "--tier", "smoke", *backend)
    found = vperft("diagnose", "chess", *backend)[0]
    named = found["mistakes"]
    truths = [is_true(key, mistake) for mistake in named]
    # `vague` names no rule, and `counts` says that the moves are right and a count is wrong, and where.
    nothing = "counts" if found["only_counts"] else "nothing"
    verdict = nothing if not named else "right" if truths[0] else "near" if any(truths) else "wrong" if named[0]["clause"] else "vague"
    causes = [bug["id"] for bug in ran["causes"]["bugs"]]
    cause = "none" if not causes else "true" if causes[0] in key.bugs else "false"
    first = f"{named[0]['words']} ({named[0]['clause']})" if named else "-"
    return {"name": name, "run": "caught" if code else "passed", "verdict": verdict, "true": f"{sum(truths)} of {len(named)}",
            "likely": cause, "cause": causes[0] if causes else "-", "first": first, "truth": key.truth}


def main():
    table = engine.mistakes()
    names = sys.argv[1:] or sorted(table)
    step = int(os.environ.get("SAMPLE") or 1)
    names = names[int(os.environ.get("TURN") or 0) % step::step]
    with ThreadPoolExecutor(2) as workers:
        rows = workers.map(lambda name: judge(name, table[name]), names)
        print("mistake", "run", "diagnose", "true", "likely", "likely cause", "named first", "the truth", sep="\t", flush=True)
        rows = [row for row in rows if not print(*row.values(), sep="\t", flush=True)]
    faults = [row for row in rows if row["name"] != "right"]
    bad = [row["name"] for row in rows if row["name"] == "right" and (row["run"], row["verdict"]) != ("passed", "nothing")]
    for what, missing, known in (("not caught", [row["name"] for row in faults if row["run"] == "passed"], NOT_CAUGHT),
                                 ("not named yet", [row["name"] for row in faults if row["verdict"] not in ("right", "counts")], NOT_NAMED)):
        print(f"{len(missing)} of {len(faults)} {what}: {' '.join(missing) or '-'}")
        bad += [f"{name} ({what})" for name in missing if name not in known]
        better = known & {row["name"] for row in faults} - set(missing)
        if better:
            print(f"no longer {what}; shorten the list of judge.py: {' '.join(sorted(better))}")
    if bad:
        sys.exit("ci/faulty-engines: not as expected: " + ", ".join(bad))


if __name__ == "__main__":
    main()
