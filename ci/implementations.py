"""Installs and runs the implementations that `implementations/NAME.toml` describes; docs/join.md describes these files."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
from pathlib import Path

ROOT = Path.cwd()
SHIMS = ROOT / "adapters" / "shims"
FOLDER = Path(os.environ["FOLDER"])
DOCUMENTS = FOLDER / "documents"
# A slower one is asked the smoke tier alone.
QUICK_SECONDS = 25
FIELDS = {
    "name", "homepage", "licence", "language", "registry", "packages", "install", "shim", "backend", "variants", "folders", "options",
    "max_nodes", "left_out", "mistakes", "no_mistakes", "open", "unusable", "note",
}  # fmt: skip
# The second program that the reports for maintainers are compared with. The position, then a move or nothing; prints the position then.
PYTHON_CHESS = """
import sys, chess
board = chess.Board(sys.argv[1])
assert board.is_valid()
for move in sys.argv[2:]:
    board.push(board.parse_uci(move))
print(board.fen())
"""


class Refused(Exception):
    """Why an implementation cannot be run, or is not as its file says."""


class Implementation:
    """An implementation, by its file."""

    def __init__(self, path):
        self.id = path.stem
        self.fields = tomllib.loads(path.read_text(encoding="utf-8"))
        if unknown := self.fields.keys() - FIELDS:
            raise SystemExit(f"{path}: unknown fields {', '.join(sorted(unknown))}; expected {', '.join(sorted(FIELDS))}")
        if missing := {"name", "registry"} - self.fields.keys():
            raise SystemExit(f"{path}: no {', '.join(sorted(missing))}")
        self.place = FOLDER / self.id
        self.reports = []

    def get(self, name):
        return self.fields.get(name, [])

    @property
    def backend(self):
        if "backend" in self.fields:
            return self.fields["backend"]
        return "uci:" + {"npm": "node shim.mjs", "pypi": "python3 shim.py", "crates": "target/release/shim"}[self.fields["registry"]]

    def install(self):
        """Installs the packages, then runs the commands of the file."""
        self.install_packages()
        done = self.place / "commands"
        wanted = json.dumps(self.get("install"))
        if self.get("install") and not (done.exists() and done.read_text() == wanted):
            for command in self.get("install"):
                self.command(["sh", "-c", command], cwd=self.place)
            done.write_text(wanted)

    def install_packages(self):
        """Installs the packages in a folder of their own, next to the loop and the file that uses the library."""
        registry, packages = self.fields["registry"], self.get("packages")
        self.place.mkdir(parents=True, exist_ok=True)
        if registry == "built-in":
            return
        if registry == "debian":
            self.command(["ci/need", *packages], cwd=ROOT)
            return
        if registry == "crates":
            if "backend" not in self.fields:
                self.compile(packages)
            return
        done = self.place / "installed"
        wanted = json.dumps(packages)
        if not done.exists() or done.read_text() != wanted:
            shutil.rmtree(self.place)
            self.place.mkdir()
            self.command({
                "pypi": ["python3", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--root-user-action=ignore",
                         "--target", str(self.place), *packages],
                "npm": ["npm", "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", str(self.place),
                        *packages],
            }[registry])  # fmt: skip
            done.write_text(wanted)
        shim = self.fields.get("shim", self.id)
        for ending in ("py", "mjs"):
            file = SHIMS / "libraries" / f"{shim}.{ending}"
            if file.exists():
                shutil.copy(file, self.place / f"shim.{ending}")
            shutil.copy(SHIMS / f"uci_loop.{ending}", self.place)

    def compile(self, packages):
        """Makes a program of the crates and the file that uses them."""
        source = self.place / "src"
        source.mkdir(exist_ok=True)
        shutil.copy(SHIMS / "libraries" / f"{self.fields.get('shim', self.id)}.rs", source / "main.rs")
        shutil.copy(SHIMS / "uci_loop.rs", source)
        crates = [f'{name} = "={version}"' for name, version in (package.split("@") for package in packages)]
        manifest = ["[package]", 'name = "shim"', 'edition = "2024"', "[dependencies]", *crates, "[workspace]"]
        (self.place / "Cargo.toml").write_text("\n".join(manifest) + "\n")
        self.command(["cargo", "build", "--release", "--quiet", "--target-dir", "target"], cwd=self.place)

    def command(self, words, cwd=None):
        made = subprocess.run(words, cwd=cwd, capture_output=True, text=True)
        if made.returncode:
            raise Refused("cannot be installed: " + "; ".join((made.stdout + made.stderr).strip().splitlines()[-3:]))

    def vperft(self, *words):
        """Runs vperft in the folder of the implementation."""
        options = [f"--option={option}" for option in self.get("options")]
        options += [f"--variant={ROOT / folder}" for folder in self.get("folders")]
        words = [os.environ["VPERFT"], *words, "--backend", self.backend, *options]
        return subprocess.run(words, cwd=self.place, capture_output=True, text=True)

    def check(self):
        """The verdict in words, if it is the expected one."""
        variants = self.fields.get("variants", ["chess"])
        begun = time.monotonic()
        smoke = self.run(variants, "--tier", "smoke")
        if reason := self.fields.get("unusable"):
            if smoke.returncode != 4 or not re.search(reason, smoke.stderr):
                raise Refused(f"WRONG: expected a run that ends with `{reason}`")
            return "cannot be asked, as known"
        made, sums = smoke, f"smoke {sums_of(smoke)}; the rest left out, since it is slow"
        if "max_nodes" not in self.fields and time.monotonic() - begun < QUICK_SECONDS:
            made = self.run(variants, "--max-nodes", "1000")
            sums = f"smoke {sums_of(smoke)}; all up to 1000 nodes {sums_of(made)}"
        for one in (smoke, made):
            if one.returncode > 1:
                raise Refused("cannot be run: " + (one.stderr.strip().splitlines() or ["no word"])[-1])
            if one.returncode == 1 and not self.get("mistakes"):
                raise Refused("FAILS: " + "\n".join((one.stdout + one.stderr).splitlines()[-12:]))
        return self.check_mistakes(smoke, variants) if self.get("mistakes") else f"passes; {sums}"

    def run(self, variants, *which):
        """Runs the corpus, and writes the document of the run."""
        is_public = self.fields["registry"] != "built-in"
        # Few libraries claim to refuse a position that is invalid because of the King that is not to move.
        left_out = self.get("left_out") + (["chess/refuse-*"] if is_public and "chess" in variants else [])
        words = [word for case in left_out for word in ("--exclude", case)]
        if "max_nodes" in self.fields:
            words += ["--max-nodes", str(self.fields["max_nodes"])]
        words += [word for key in ("homepage", "language") if key in self.fields for word in (f"--{key}", self.fields[key])]
        words += [word for report in self.reports for word in ("--issue", report.address)]
        # Ten times what the slowest answer takes on an idle machine.
        return self.vperft("run", *variants, *which, *words, "--timeout", "300", "--name", self.fields["name"],
                           "--report", f"conform={DOCUMENTS / self.id}.json")  # fmt: skip

    def check_reports(self):
        """How many reports for maintainers are about it and true, in words."""
        if self.reports:
            Implementation(ROOT / "implementations" / "chess.toml").install()
        for report in self.reports:
            report.check(self.place)
        return f"; true reports: {len(self.reports)}" if self.reports else ""

    def check_mistakes(self, smoke, variants):
        """Compares what `diagnose` names with the expected mistakes."""
        if smoke.returncode == 0:
            raise Refused("PASSES, although mistakes are known")
        found = json.loads(self.vperft("diagnose", *variants, "--format", "json").stdout or "{}").get("mistakes", [])
        named = [" / ".join([one["words"], one["clause"] or "", *one["alike"]]) for one in found]
        is_named = lambda text: any(re.search(text, one) for one in named)
        problems = [f"expected `{text}`" for text in self.get("mistakes") if not is_named(text)]
        problems += [f"named `{text}`" for text in self.get("no_mistakes") if is_named(text)]
        problems += [f"is right now, so move it to `mistakes`: `{text}`" for text in self.get("open") if is_named(text)]
        if problems:
            raise Refused("\n".join(["WRONG: " + "; ".join(problems), "  diagnose names: " + "; ".join(named)]))
        return f"faulty, as known; {len(self.get('open'))} mistakes are not named right yet"


class Report:
    """A report for a maintainer, by its file; implementations/reports/README.md describes it."""

    def __init__(self, path):
        self.name, self.path = path.name, path
        text = path.read_text(encoding="utf-8")
        (self.package,) = re.findall("^Package: `(.*)`$", text, re.M)
        # The owner puts the address of the issue into the report.
        (self.address,) = re.findall("^Issue: <(.*)>$", text, re.M) or [f"reports/{path.stem}.txt"]
        (self.position,) = re.findall("^Position: `(.*)`$", text, re.M)
        self.illegal = re.findall("`(.*?)`", "".join(re.findall("^Illegal, but listed: (.*)$", text, re.M)))
        self.missing = re.findall("`(.*?)`", "".join(re.findall("^Legal, but not listed: (.*)$", text, re.M)))
        self.after = re.findall("^After `(.*)`: `(.*)`$", text, re.M)
        _, (self.language, self.code), (_, self.printed), _ = re.findall(r"^```(\w+)\n(.*?)^```$", text, re.M | re.S)

    def check(self, place):
        """Fails unless the code prints what the report says, and two other programs agree on what is right."""
        program, file = {"js": ("node", "report.mjs"), "python": ("python3", "report.py")}[self.language]
        (place / file).write_text(self.code)
        made = subprocess.run([program, file], cwd=place, capture_output=True, text=True)
        if self.printed not in made.stdout + made.stderr:
            raise Refused(f"WRONG: the code of {self.name} prints\n{made.stdout}{made.stderr}")
        for after in (after_by_python_chess, after_by_vperft):
            wrong = [move for move in self.illegal if after(self.position, move)]
            wrong += [move for move in self.missing if not after(self.position, move)]
            wrong += [move for move, fen in self.after if after(self.position, move) != after(fen)]
            if wrong or not after(self.position):
                raise Refused(f"WRONG: {after.__name__} does not agree with {self.name}: {' '.join(wrong) or self.position}")


def after_by_python_chess(position, *moves):
    """The position after these moves, if they are legal."""
    made = subprocess.run([sys.executable, "-c", PYTHON_CHESS, position, *moves], capture_output=True, text=True,
                          env=os.environ | {"PYTHONPATH": str(FOLDER / "chess")})  # fmt: skip
    return made.stdout.strip() if made.returncode == 0 else None


def after_by_vperft(position, *moves):
    """As above."""
    words = [word for move in moves for word in ("--move", move)]
    made = subprocess.run([os.environ["VPERFT"], "moves", "chess", "--fen", position, *words, "--format", "json"],
                          capture_output=True, text=True)  # fmt: skip
    return json.loads(made.stdout)["vfen"] if made.returncode == 0 else None


def sums_of(made):
    """The checks that passed and those that are unsupported, of the table of a run."""
    lines = (made.stdout + made.stderr).splitlines()
    row = next((line.split() for line in lines if line.strip().startswith("total")), [])
    return f"{row[3]} passed, {row[5]} unsupported" if len(row) > 5 else "none"


def main(names):
    only_installs = names == ["install"]
    implementations = [Implementation(path) for path in sorted((ROOT / "implementations").glob("*.toml"))]
    if unknown := [] if only_installs else set(names) - {one.id for one in implementations}:
        sys.exit(f"ci/implementations: no file of implementations/ is named {', '.join(sorted(unknown))}")
    reports = [Report(path) for path in sorted((ROOT / "implementations" / "reports").glob("*-*.md"))]
    packages = {package for one in implementations for package in one.get("packages")}
    if strange := [report.name for report in reports if report.package not in packages]:
        sys.exit(f"ci/implementations: no file of implementations/ has the package of {', '.join(strange)}")
    shutil.rmtree(DOCUMENTS, ignore_errors=True)
    DOCUMENTS.mkdir(parents=True)
    failed = 0
    for one in implementations:
        if names and not only_installs and one.id not in names:
            continue
        begun = time.monotonic()
        one.reports = [report for report in reports if report.package in one.get("packages")]
        try:
            one.install()
            report = "installed" if only_installs else one.check() + one.check_reports()
        except Refused as refused:
            report, failed = str(refused), 1
        print(f"{one.id} ({' '.join(one.get('packages')) or one.backend}): {report} ({time.monotonic() - begun:.0f} s)", flush=True)
    documents = sorted(map(str, DOCUMENTS.glob("*.json")))
    if documents:
        pages = FOLDER / "pages"
        shutil.rmtree(pages, ignore_errors=True)
        (pages / "reports").mkdir(parents=True)
        # As text, which browsers show.
        for report in reports:
            shutil.copy(report.path, pages / "reports" / f"{report.path.stem}.txt")
        failed |= subprocess.run([os.environ["VPERFT"], "matrix", *documents, "--out", str(pages)]).returncode
    sys.exit(failed)


main(sys.argv[1:])
